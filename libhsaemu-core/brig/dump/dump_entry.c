/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The entries of the three standard sections, whole or damaged. */
#include "brig/dump/dump_impl.h"

/* Returns the file offset of a section's bytes. */
static uint64_t file_off(const struct brig_dumper *p, const struct brig_section *s)
{
	return (uint64_t)(s->bytes - p->bytes);
}

/* Returns the size of the entry at `off`, whose kind may be unknown; 0 when no entry can be
 * there. */
static uint32_t entry_bytes(const struct brig_section *s, uint64_t off)
{
	if (s->len - off < BRIG_BASE_BYTES)
		return 0;
	uint32_t n = le16(s->bytes + off);
	const struct brig_record *r = brig_record_find(le16(s->bytes + off + 2));
	if (n < BRIG_BASE_BYTES || n % 4 != 0 || n > s->len - off || (r && n < r->bytes))
		return 0;
	return n;
}

/* Returns the number of bytes from `off` to the place where an entry of a known kind may begin
 * again. */
static uint64_t damaged_bytes(const struct brig_section *s, uint64_t off)
{
	uint64_t end = off + 4;

	while (end < s->len &&
		(entry_bytes(s, end) == 0 || !brig_record_find(le16(s->bytes + end + 2))))
		end += 4;
	return (end < s->len ? end : s->len) - off;
}

static void put_field(struct brig_dumper *p, uint64_t off, const struct brig_field *f)
{
	uint64_t value = brig_field_value(p->bytes + off, f);

	buf_clear(&p->text);
	brig_dump_value(p, f->role, value, &p->text);
	brig_dump_field(p, off + f->off, f, buf_slice(&p->text));
}

static const struct brig_field size_field = {"byte_count", 0, 2, BRIG_ROLE_NUMBER};
static const struct brig_field kind_field = {"kind", 2, 2, BRIG_ROLE_KIND};
static const struct brig_field data_size_field = {"byte_count", 0, 4, BRIG_ROLE_NUMBER};

static void put_record(struct brig_dumper *p, uint64_t off, uint32_t n, const struct brig_record *r)
{
	put_field(p, off, &size_field);
	put_field(p, off, &kind_field);
	for (unsigned i = 0; r && i < r->field_count; i++)
		put_field(p, off, &r->fields[i]);
	uint32_t known = r ? r->bytes : BRIG_BASE_BYTES;
	if (n > known)
		brig_dump_bytes(p, off + known, n - known, "more");
}

void brig_dump_record_section(struct brig_dumper *p, const struct brig_section *s, const char *name)
{
	uint64_t base = file_off(p, s);

	for (uint64_t off = s->header_len; off < s->len && !p->stopped;) {
		uint32_t n = entry_bytes(s, off);
		if (n == 0) {
			uint64_t bad = damaged_bytes(s, off);
			brig_dump_item(p, base + off, bad, name, off, "damaged",
				"no entry can begin here");
			brig_dump_bytes(p, base + off, bad, "bytes");
			off += bad;
			continue;
		}
		const struct brig_record *r = brig_record_find(le16(s->bytes + off + 2));
		brig_dump_item(p, base + off, n, name, off, r ? r->name : "entry",
			r ? "" : "unknown kind");
		put_record(p, base + off, n, r);
		off += n;
	}
}

/* ---- data ----------------------------------------------------------------------------------- */

static void learn_roles(struct brig_dumper *p, const struct brig_section *s, uint64_t data_len)
{
	for (uint64_t off = s->header_len; off < s->len;) {
		uint32_t n = entry_bytes(s, off);
		const struct brig_record *r = n ? brig_record_find(le16(s->bytes + off + 2)) : NULL;
		for (unsigned i = 0; r && i < r->field_count; i++) {
			uint64_t value = brig_field_value(s->bytes + off, &r->fields[i]);
			enum brig_role role = r->fields[i].role;
			if ((role == BRIG_ROLE_STRING || role == BRIG_ROLE_BYTES ||
				    role == BRIG_ROLE_DATA_LIST || role == BRIG_ROLE_CODE_LIST) &&
				value < data_len && p->data_roles[value / 4] == BRIG_ROLE_RESERVED)
				p->data_roles[value / 4] = (uint8_t)role;
		}
		off += n ? n : damaged_bytes(s, off);
	}
}

void brig_dump_collect_roles(struct brig_dumper *p)
{
	const struct brig_section *s = p->view.sections;

	p->data_roles = mem_new((size_t)s[BRIG_SECTION_INDEX_DATA].len / 4 + 1, 1);
	learn_roles(p, &s[BRIG_SECTION_INDEX_CODE], s[BRIG_SECTION_INDEX_DATA].len);
	learn_roles(p, &s[BRIG_SECTION_INDEX_OPERAND], s[BRIG_SECTION_INDEX_DATA].len);
}

static const char *data_title(enum brig_role role)
{
	switch (role) {
	case BRIG_ROLE_STRING:
		return "string";
	case BRIG_ROLE_BYTES:
		return "constant";
	case BRIG_ROLE_DATA_LIST:
		return "operand list";
	case BRIG_ROLE_CODE_LIST:
		return "code list";
	default:
		return "data";
	}
}

static void put_data(struct brig_dumper *p, uint64_t off, uint32_t n, enum brig_role role)
{
	enum brig_role elem = role == BRIG_ROLE_CODE_LIST ? BRIG_ROLE_CODE : BRIG_ROLE_OPERAND;

	if ((role != BRIG_ROLE_CODE_LIST && role != BRIG_ROLE_DATA_LIST) || n % 4 != 0) {
		brig_dump_bytes(p, off, n, "bytes");
		return;
	}
	for (uint32_t i = 0; i < n && !p->stopped; i += 4) {
		const struct brig_field f = {"element", 0, 4, elem};
		put_field(p, off + i, &f);
	}
}

void brig_dump_data_section(struct brig_dumper *p, const struct brig_section *s)
{
	uint64_t base = file_off(p, s);

	for (uint64_t off = s->header_len; off < s->len && !p->stopped;) {
		uint64_t left = s->len - off, n = left < 4 ? 0 : le32(s->bytes + off);
		if (left < 4 || n > left - 4) {
			brig_dump_item(p, base + off, left, "hsa_data", off, "damaged",
				"entry runs past the end of the section");
			brig_dump_bytes(p, base + off, left, "bytes");
			return;
		}
		enum brig_role role = (enum brig_role)p->data_roles[off / 4];
		uint64_t whole = align_up(4 + n, 4);
		if (whole > left)
			whole = left;
		brig_dump_item(p, base + off, whole, "hsa_data", off, data_title(role),
			role == BRIG_ROLE_RESERVED ? "nothing refers to it" : "");
		put_field(p, base + off, &data_size_field);
		put_data(p, base + off + 4, (uint32_t)n, role);
		if (whole > 4 + n)
			brig_dump_bytes(p, base + off + 4 + n, whole - 4 - n, "padding");
		off += whole;
	}
}
