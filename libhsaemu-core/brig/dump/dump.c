/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints the annotated bytes of a BRIG file, damaged or not, in order of offset: module header,
 * section index, sections, and the bytes that belong to none of these (PRM 18.2). */
#include <stdlib.h>

#include "brig/dump/dump_impl.h"

static const char *const standard_names[] = {"hsa_data", "hsa_code", "hsa_operand"};

enum part_kind { PART_HEADER, PART_INDEX, PART_SECTION };

struct part {
	uint64_t off, len; /* clamped to the file */
	enum part_kind kind;
	uint32_t section;
};

static int by_offset(const void *a, const void *b)
{
	const struct part *x = a, *y = b;
	if (x->off != y->off)
		return x->off < y->off ? -1 : 1;
	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return x->section < y->section ? -1 : x->section > y->section;
}

static uint64_t min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t index_off(const struct brig_dumper *p)
{
	return p->len >= BRIG_MODULE_HEADER_BYTES ? min_u64(le64(p->bytes + 96), p->len) : p->len;
}

/* Returns how many entries of the section index are inside the file. */
static uint32_t index_count(const struct brig_dumper *p)
{
	if (p->len < BRIG_MODULE_HEADER_BYTES)
		return 0;
	return (uint32_t)min_u64(le32(p->bytes + 92), (p->len - index_off(p)) / 8);
}

static uint64_t section_off(const struct brig_dumper *p, uint32_t i)
{
	return le64(p->bytes + index_off(p) + 8 * (uint64_t)i);
}

/* Returns the part of section i that is inside the file, with its header size clamped to it. */
static struct brig_section clamp_section(const struct brig_dumper *p, uint32_t i)
{
	struct brig_section s = {.bytes = p->bytes};
	uint64_t off = i < index_count(p) ? section_off(p, i) : p->len;

	if (off >= p->len || p->len - off < BRIG_SECTION_HEADER_MIN_BYTES)
		return s;
	s.bytes = p->bytes + off;
	s.len = min_u64(le64(s.bytes), p->len - off);
	if (s.len > UINT32_MAX)
		s.len = UINT32_MAX;
	if (s.len < BRIG_SECTION_HEADER_MIN_BYTES)
		s.len = BRIG_SECTION_HEADER_MIN_BYTES;
	s.header_len = (uint32_t)min_u64(le32(s.bytes + 8) & ~3u, s.len);
	if (s.header_len < BRIG_SECTION_HEADER_MIN_BYTES)
		s.header_len = BRIG_SECTION_HEADER_MIN_BYTES;
	return s;
}

/* ---- headers -------------------------------------------------------------------------------- */

static void put_module_header(struct brig_dumper *p)
{
	static const struct brig_field fields[] = {
		{"identification", 0, 8, BRIG_ROLE_NUMBER},
		{"brig_major", 8, 4, BRIG_ROLE_NUMBER},
		{"brig_minor", 12, 4, BRIG_ROLE_NUMBER},
		{"byte_count", 16, 8, BRIG_ROLE_NUMBER},
		{"hash", 24, 64, BRIG_ROLE_NUMBER},
		{"reserved", 88, 4, BRIG_ROLE_RESERVED},
		{"section_count", 92, 4, BRIG_ROLE_NUMBER},
		{"section_index", 96, 8, BRIG_ROLE_BYTES},
	};
	const uint8_t *h = p->bytes;
	bool whole = p->len >= BRIG_MODULE_HEADER_BYTES;

	brig_dump_item(p, 0, min_u64(p->len, BRIG_MODULE_HEADER_BYTES), NULL, 0, "module header",
		whole ? "" : "cut short");
	if (!whole) {
		brig_dump_bytes(p, 0, p->len, "bytes");
		return;
	}
	for (unsigned i = 0; i < ARRAY_LEN(fields); i++) {
		const struct brig_field *f = &fields[i];
		struct str text = STR("");
		if (f->off == 0)
			text = memcmp(h, BRIG_IDENTIFICATION, 8) == 0
			               ? STR(BRIG_IDENTIFICATION)
			               : STR("not '" BRIG_IDENTIFICATION "'");
		else if (f->off == 16 && le64(h + 16) != p->len)
			text = STR("not the size of the file");
		else if (f->off == 96 && le64(h + 96) >= p->len)
			text = STR("not inside the file");
		if (f->bytes > 8)
			brig_dump_bytes(p, f->off, f->bytes, f->name);
		else
			brig_dump_field(p, f->off, f, text);
	}
}

static void put_index(struct brig_dumper *p)
{
	static const struct brig_field element = {"section", 0, 8, BRIG_ROLE_BYTES};
	uint32_t count = index_count(p);
	uint64_t off = index_off(p);

	brig_dump_item(p, off, 8 * (uint64_t)count, NULL, 0, "section index",
		count < le32(p->bytes + 92) ? "cut short" : "");
	for (uint32_t i = 0; i < count; i++) {
		const char *name = i < ARRAY_LEN(standard_names) ? standard_names[i] : "";
		bool inside = section_off(p, i) < p->len &&
		              p->len - section_off(p, i) >= BRIG_SECTION_HEADER_MIN_BYTES;
		brig_dump_field(p, off + 8 * (uint64_t)i, &element,
			str_from(inside ? name : "not inside the file"));
	}
}

static void put_section_header(struct brig_dumper *p, const struct brig_section *s,
	const char *name, bool overlaps)
{
	static const struct brig_field fields[] = {
		{"byte_count", 0, 8, BRIG_ROLE_NUMBER},
		{"header_byte_count", 8, 4, BRIG_ROLE_NUMBER},
		{"name_length", 12, 4, BRIG_ROLE_NUMBER},
	};
	/* A file may name a million sections at one place, so of overlapping ones only fixed fields
	 * are shown. */
	bool fixed_only = overlaps && !name;
	uint64_t off = (uint64_t)(s->bytes - p->bytes);
	uint32_t name_bytes = (uint32_t)min_u64(le32(s->bytes + 12),
		s->header_len - BRIG_SECTION_HEADER_MIN_BYTES);
	uint32_t used = BRIG_SECTION_HEADER_MIN_BYTES + name_bytes;

	brig_dump_item(p, off, fixed_only ? BRIG_SECTION_HEADER_MIN_BYTES : s->header_len, name, 0,
		"section header", overlaps ? "overlaps the part before it" : "");
	brig_dump_field(p, off, &fields[0],
		le64(s->bytes) > p->len - off ? STR("runs past the end of the file") : STR(""));
	brig_dump_field(p, off + 8, &fields[1], STR(""));
	brig_dump_field(p, off + 12, &fields[2], STR(""));
	if (fixed_only)
		return;
	if (name_bytes > 0)
		brig_dump_bytes(p, off + BRIG_SECTION_HEADER_MIN_BYTES, name_bytes, "name");
	if (s->header_len > used)
		brig_dump_bytes(p, off + used, s->header_len - used, "padding");
}

static void put_section(struct brig_dumper *p, uint32_t i, bool overlaps)
{
	struct brig_section s = clamp_section(p, i);
	bool standard = i < ARRAY_LEN(standard_names);
	const char *name = standard ? standard_names[i] : NULL;
	uint64_t off = (uint64_t)(s.bytes - p->bytes);

	put_section_header(p, &s, name, overlaps);
	if (i == BRIG_SECTION_INDEX_DATA) {
		brig_dump_data_section(p, &s);
	} else if (standard) {
		brig_dump_record_section(p, &s, name);
	} else if (!overlaps && s.len > s.header_len) {
		brig_dump_item(p, off + s.header_len, s.len - s.header_len, NULL, 0, "contents",
			"implementation-defined section");
		brig_dump_bytes(p, off + s.header_len, s.len - s.header_len, "bytes");
	}
}

/* ---- the whole file ------------------------------------------------------------------------- */

static void put_gap(struct brig_dumper *p, uint64_t from, uint64_t to)
{
	bool zero = true;

	for (uint64_t i = from; i < to; i++)
		zero = zero && p->bytes[i] == 0;
	brig_dump_item(p, from, to - from, NULL, 0, to - from < 16 && zero ? "padding" : "gap",
		zero ? "" : "not 0, and belongs to no part");
	brig_dump_bytes(p, from, to - from, "bytes");
}

static size_t collect_parts(struct brig_dumper *p, struct part *parts)
{
	size_t n = 0;

	parts[n++] = (struct part){0, min_u64(p->len, BRIG_MODULE_HEADER_BYTES), PART_HEADER, 0};
	if (index_count(p) > 0)
		parts[n++] =
			(struct part){index_off(p), 8 * (uint64_t)index_count(p), PART_INDEX, 0};
	for (uint32_t i = 0; i < index_count(p); i++) {
		struct brig_section s = clamp_section(p, i);
		if (s.len > 0)
			parts[n++] = (struct part){
				(uint64_t)(s.bytes - p->bytes), s.len, PART_SECTION, i};
	}
	qsort(parts, n, sizeof *parts, by_offset);
	return n;
}

static void put_parts(struct brig_dumper *p, const struct part *parts, size_t count)
{
	uint64_t end = 0;

	for (size_t i = 0; i < count && !p->stopped; i++) {
		const struct part *part = &parts[i];
		bool overlaps = part->off < end;
		if (part->off > end)
			put_gap(p, end, part->off);
		switch (part->kind) {
		case PART_HEADER:
			put_module_header(p);
			break;
		case PART_INDEX:
			put_index(p);
			break;
		case PART_SECTION:
			put_section(p, part->section, overlaps);
			break;
		}
		if (part->off + part->len > end)
			end = part->off + part->len;
	}
	if (end < p->len)
		put_gap(p, end, p->len);
}

bool brig_dump(const char *file, const void *bytes, size_t len, enum brig_dump_format format,
	struct buf *out, struct sink *sink)
{
	struct brig_section sections[BRIG_SECTION_INDEX_BEGIN_IMPLEMENTATION_DEFINED];
	struct brig_dumper p = {
		.bytes = bytes, .len = len, .out = out, .format = format, .sink = sink};

	for (uint32_t i = 0; i < ARRAY_LEN(sections); i++)
		sections[i] = clamp_section(&p, i);
	p.view = (struct brig_view){file, bytes, len, sections, ARRAY_LEN(sections), NULL};
	brig_dump_collect_roles(&p);

	struct part *parts = mem_new((size_t)index_count(&p) + 2, sizeof *parts);
	size_t count = collect_parts(&p, parts);
	brig_dump_begin(&p);
	put_parts(&p, parts, count);
	brig_dump_end(&p);
	mem_free(parts);
	mem_free(p.data_roles);
	buf_release(&p.text);
	return sink_finish(sink, out) && !p.stopped;
}
