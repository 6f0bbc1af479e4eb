/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builder: section buffers, sharing of equal entries, the finished container (PRM 18.2, 18.4).
 *
 * Before an entry is appended, one with the same contents is looked for among those written lately.
 * The layout depends only on the order of calls, so equal calls give equal bytes. */

#include "brig/build/build_impl.h"

static const struct str section_names[] = {
	[BRIG_SECTION_INDEX_DATA] = {"hsa_data", 8},
	[BRIG_SECTION_INDEX_CODE] = {"hsa_code", 8},
	[BRIG_SECTION_INDEX_OPERAND] = {"hsa_operand", 11},
};

/* The PRM asks for less, but other readers want the name to follow a whole C struct (24 bytes). */
static size_t section_header_bytes(enum BrigSectionIndex i)
{
	return align_up(BRIG_SECTION_HEADER_MIN_BYTES + 8 + section_names[i].n, 4);
}

struct brig_builder *brig_builder_new(void)
{
	struct brig_builder *b = mem_new(1, sizeof *b);

	for (unsigned i = 0; i < ARRAY_LEN(section_names); i++) {
		uint8_t *p = buf_extend(&b->sections[i], section_header_bytes(i));
		brig_put32(p + 8, (uint32_t)section_header_bytes(i));
		brig_put32(p + 12, (uint32_t)section_names[i].n);
		memcpy(p + BRIG_SECTION_HEADER_MIN_BYTES, section_names[i].p, section_names[i].n);
	}
	return b;
}

void brig_builder_free(struct brig_builder *b)
{
	if (!b)
		return;
	for (unsigned i = 0; i < ARRAY_LEN(b->sections); i++)
		buf_release(&b->sections[i]);
	buf_release(&b->scratch);
	mem_free(b);
}

uint32_t brig_build_next(const struct brig_builder *b, enum BrigSectionIndex section)
{
	return (uint32_t)b->sections[section].len;
}

uint8_t *brig_build_grow(struct brig_builder *b, enum BrigSectionIndex section, size_t n)
{
	if (n > UINT32_MAX - b->sections[section].len)
		oom();
	return buf_extend(&b->sections[section], n);
}

/* ---- sharing -------------------------------------------------------------------------------- */

/* The entry to be shared. Its first word (a data entry's size, or an operand's size and kind) tells
 * how many bytes follow, so equal first words mean equal lengths. */
struct candidate {
	uint32_t first_word;
	const uint8_t *rest;
	size_t n; /* bytes of `rest` */
};

static uint32_t candidate_hash(const struct candidate *c)
{
	uint64_t h = str_hash(c->rest, c->n) + c->first_word * UINT64_C(0x9e3779b97f4a7c15);
	return (uint32_t)(h ^ h >> 32);
}

/* Finds the offset of an entry equal to *c. When there is none, notes that the next entry will be
 * one, and returns 0. */
static uint32_t find_shared(struct brig_shared *t, const struct buf *section,
	const struct candidate *c)
{
	uint32_t hash = candidate_hash(c);
	struct brig_shared_slot *s = t->slots[hash % BRIG_SHARED_BUCKETS];
	for (unsigned i = 0; i < BRIG_SHARED_WAYS && s[i].off != 0; i++) {
		const uint8_t *e = section->data + s[i].off;
		if (s[i].hash == hash && le32(e) == c->first_word &&
			(c->n == 0 || memcmp(e + 4, c->rest, c->n) == 0))
			return s[i].off;
	}
	memmove(&s[1], &s[0], (BRIG_SHARED_WAYS - 1) * sizeof *s);
	s[0] = (struct brig_shared_slot){(uint32_t)section->len, hash};
	return 0;
}

uint32_t brig_build_data(struct brig_builder *b, const void *bytes, size_t n)
{
	if (n > UINT32_MAX - 8)
		oom();
	uint32_t off = brig_build_next(b, BRIG_SECTION_INDEX_DATA);
	uint8_t *p = brig_build_grow(b, BRIG_SECTION_INDEX_DATA, align_up(4 + n, 4));
	brig_put32(p, (uint32_t)n);
	if (n > 0)
		memcpy(p + 4, bytes, n);
	return off;
}

uint32_t brig_build_shared_data(struct brig_builder *b, const void *bytes, size_t n)
{
	struct candidate c = {(uint32_t)n, bytes, n};
	uint32_t off = find_shared(&b->shared_data, &b->sections[BRIG_SECTION_INDEX_DATA], &c);

	return off != 0 ? off : brig_build_data(b, bytes, n);
}

uint32_t brig_build_shared_operand(struct brig_builder *b, uint16_t kind, uint8_t *p, size_t n)
{
	brig_put16(p, (uint16_t)n);
	brig_put16(p + 2, kind);

	struct candidate c = {le32(p), p + 4, n - 4};
	uint32_t off =
		find_shared(&b->shared_operands, &b->sections[BRIG_SECTION_INDEX_OPERAND], &c);
	if (off == 0) {
		off = brig_build_next(b, BRIG_SECTION_INDEX_OPERAND);
		memcpy(brig_build_grow(b, BRIG_SECTION_INDEX_OPERAND, n), p, n);
	}
	return off;
}

uint32_t brig_build_string(struct brig_builder *b, struct str s)
{
	return brig_build_shared_data(b, s.p, s.n);
}

static void put_offsets(uint8_t *p, const uint32_t *offs, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		brig_put32(p + 4 * (size_t)i, offs[i]);
}

uint32_t brig_build_offsets(struct brig_builder *b, const uint32_t *offs, uint32_t count)
{
	uint8_t few[4 * ISA_MAX_OPERANDS];
	uint8_t *p = few;

	if (count > ISA_MAX_OPERANDS) {
		buf_clear(&b->scratch);
		p = buf_extend(&b->scratch, 4 * (size_t)count);
	}
	put_offsets(p, offs, count);
	return brig_build_shared_data(b, p, 4 * (size_t)count);
}

/* ---- the container -------------------------------------------------------------------------- */

void brig_builder_finish(struct brig_builder *b, struct buf *out)
{
	enum { INDEX_OFF = BRIG_MODULE_HEADER_BYTES, SECTION_ALIGN = 16 };
	size_t start = out->len;

	buf_extend(out, INDEX_OFF + 8 * ARRAY_LEN(b->sections));
	for (unsigned i = 0; i < ARRAY_LEN(b->sections); i++) {
		struct buf *s = &b->sections[i];
		brig_put64(s->data, s->len);
		while ((out->len - start) % SECTION_ALIGN != 0)
			buf_u8(out, 0);
		buf_patch_u64(out, start + INDEX_OFF + 8 * i, out->len - start);
		buf_append(out, s->data, s->len);
		buf_release(s);
	}
	while ((out->len - start) % SECTION_ALIGN != 0)
		buf_u8(out, 0);

	uint8_t *h = out->data + start;
	memcpy(h, BRIG_IDENTIFICATION, 8);
	brig_put32(h + 8, BRIG_VERSION_BRIG_MAJOR);
	brig_put32(h + 12, BRIG_VERSION_BRIG_MINOR);
	brig_put64(h + 16, out->len - start);
	brig_put32(h + 92, ARRAY_LEN(b->sections));
	brig_put64(h + 96, INDEX_OFF);
}
