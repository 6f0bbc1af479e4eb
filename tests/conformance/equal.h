/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Do two verified BRIG modules say the same? Compared entry by entry as records.def describes them:
 * offsets count as what they lead to, filler not at all. */
#ifndef TESTS_CONFORMANCE_EQUAL_H
#define TESTS_CONFORMANCE_EQUAL_H

#include <stdio.h>
#include <stdlib.h>

#include "hsaemu/brig.h"

struct field {
	const char *name, *role;
	uint16_t off, bytes;
};
struct record {
	const char *name;
	const struct field *fields;
	size_t count;
	uint16_t kind;
};

#define RECORD(kind, name, bytes) static const struct field kind##_fields[] = {
#define FIELD(ctype, name, off, role) {#name, #role, off, sizeof(ctype)},
#define FIELD_RESERVED(bytes, off)
#define RECORD_END(kind) \
	{ \
		NULL, NULL, 0, 0 \
	} \
	} \
	;
#include "hsaemu/records.def"

/* Aliases have the fields of the record before them. */
static const struct record records[] = {
#define RECORD(kind, name, bytes) \
	{#kind, kind##_fields, ARRAY_LEN(kind##_fields) - 1, BRIG_KIND_##kind},
#define ALIAS(kind, name) {#kind, NULL, 0, BRIG_KIND_##kind},
#define FIELD(ctype, name, off, role)
#define FIELD_RESERVED(bytes, off)
#define RECORD_END(kind)
#include "hsaemu/records.def"
};

static const struct record *record_of(uint16_t kind)
{
	for (size_t i = 0; i < ARRAY_LEN(records); i++)
		if (records[i].kind == kind) {
			while (records[i].fields == NULL)
				i--;
			return &records[i];
		}
	return NULL;
}

struct module {
	const struct brig_view *v;
	uint32_t *ordinal; /* by code offset / 4: number of the entry, filler not counted */
	uint32_t count;
};

static struct module module_of(const struct brig_view *v)
{
	const struct brig_section *code = &v->sections[BRIG_SECTION_INDEX_CODE];
	struct module m = {.v = v, .ordinal = calloc(code->len / 4 + 1, sizeof(uint32_t))};
	for (uint32_t off = code->header_len; off < code->len; off += le16(code->bytes + off)) {
		m.ordinal[off / 4] = m.count;
		m.count += le16(code->bytes + off + 2) != BRIG_KIND_NONE;
	}
	m.ordinal[code->len / 4] = m.count;
	return m;
}

static const uint8_t *entry_at(const struct module *m, enum BrigSectionIndex section, uint32_t off)
{
	return m->v->sections[section].bytes + off;
}

static uint64_t value_at(const uint8_t *p, unsigned bytes)
{
	return bytes == 1 ? *p : bytes == 2 ? le16(p) : bytes == 4 ? le32(p) : le64(p);
}

static bool equal_entry(const struct module *a, const struct module *b,
	enum BrigSectionIndex section, uint32_t x, uint32_t y);

static bool equal_data(const struct module *a, const struct module *b, uint32_t x, uint32_t y)
{
	struct str s = {"", 0}, t = {"", 0};
	return (x == 0 || brig_data(a->v, x, &s)) && (y == 0 || brig_data(b->v, y, &t)) &&
	       str_eq(s, t);
}

static bool equal_lists(const struct module *a, const struct module *b, uint32_t x, uint32_t y,
	bool code)
{
	struct brig_list l, m;
	if (!brig_list(a->v, x, &l) || !brig_list(b->v, y, &m) || l.count != m.count)
		return false;
	for (uint32_t i = 0; i < l.count; i++) {
		uint32_t s = brig_list_at(&l, i), t = brig_list_at(&m, i);
		if (code ? a->ordinal[s / 4] != b->ordinal[t / 4]
			 : !equal_entry(a, b, BRIG_SECTION_INDEX_OPERAND, s, t))
			return false;
	}
	return true;
}

/* alloca may have the private segment or none. */
static bool is_alloca_segment(const struct field *f, uint64_t s, uint64_t t)
{
	return str_is(str_from(f->role), "SEGMENT") && s == BRIG_SEGMENT_NONE &&
	       t == BRIG_SEGMENT_PRIVATE;
}

static bool equal_field(const struct module *a, const struct module *b, const struct field *f,
	const uint8_t *p, const uint8_t *q)
{
	uint64_t s = value_at(p + f->off, f->bytes), t = value_at(q + f->off, f->bytes);
	uint32_t x = (uint32_t)s, y = (uint32_t)t;
	struct str role = str_from(f->role);
	if (str_is(role, "STRING") || str_is(role, "BYTES"))
		return equal_data(a, b, x, y);
	if (str_is(role, "DATA_LIST") || str_is(role, "CODE_LIST"))
		return equal_lists(a, b, x, y, str_is(role, "CODE_LIST"));
	if (str_is(role, "CODE"))
		return (x == 0) == (y == 0) && a->ordinal[x / 4] == b->ordinal[y / 4];
	if (str_is(role, "OPERAND"))
		return (x == 0) == (y == 0) &&
		       (x == 0 || equal_entry(a, b, BRIG_SECTION_INDEX_OPERAND, x, y));
	return s == t || is_alloca_segment(f, s, t);
}

/* Says what is not equal. */
static bool equal_entry(const struct module *a, const struct module *b,
	enum BrigSectionIndex section, uint32_t x, uint32_t y)
{
	const uint8_t *p = entry_at(a, section, x), *q = entry_at(b, section, y);
	const struct record *r = record_of(le16(p + 2));
	if (le16(p + 2) != le16(q + 2)) {
		printf("0x%x and 0x%x: kinds 0x%x and 0x%x\n", x, y, le16(p + 2), le16(q + 2));
		return false;
	}
	for (size_t i = 0; i < r->count; i++)
		if (!equal_field(a, b, &r->fields[i], p, q)) {
			printf("0x%x and 0x%x: %s of %s\n", x, y, r->fields[i].name, r->name);
			return false;
		}
	return true;
}

static uint32_t next_entry(const struct brig_section *code, uint32_t off)
{
	while (off < code->len && le16(code->bytes + off + 2) == BRIG_KIND_NONE)
		off += le16(code->bytes + off);
	return off;
}

static bool equal_modules(const struct brig_view *x, const struct brig_view *y)
{
	struct module a = module_of(x), b = module_of(y);
	const struct brig_section *s = &x->sections[BRIG_SECTION_INDEX_CODE],
				  *t = &y->sections[BRIG_SECTION_INDEX_CODE];
	bool equal = a.count == b.count;
	if (!equal)
		printf("%u and %u entries\n", a.count, b.count);
	uint32_t p = next_entry(s, s->header_len), q = next_entry(t, t->header_len);
	while (equal && p < s->len && q < t->len) {
		equal = equal_entry(&a, &b, BRIG_SECTION_INDEX_CODE, p, q);
		p = next_entry(s, p + le16(s->bytes + p));
		q = next_entry(t, q + le16(t->bytes + q));
	}
	free(a.ordinal);
	free(b.ordinal);
	return equal;
}

#endif
