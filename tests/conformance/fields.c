/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Damages BRIG modules field by field, as records.def describes them: every enumeration, type and
 * number out of range and in it, offsets to entries of every other kind, lists with other elements
 * and cut short, entries of other kinds and sizes, neighbours swapped. What comes out is refused
 * with a located message, and few of them, or a module that its text assembles to again.
 *
 *   fields [-o FOLDER] FILE...      -o: modules that are accepted though changed go there */
#include <stdio.h>
#include <stdlib.h>

#include "equal.h"
#include "hsaemu/fileio.h"
#include "returns.h"

enum { MANY = 20, SAMPLES = 24 };

static unsigned long refused, equal_count, bad, written;
static const char *folder;

/* The module that is being damaged. */
struct subject {
	const char *file;
	uint8_t *bytes;
	size_t len;
	size_t base[3]; /* of each section in `bytes` */
	uint32_t header[3], size[3];
	uint32_t samples[3][SAMPLES]; /* entries of each section, of different kinds */
	unsigned sample_count[3];
};

static void keep(const struct subject *s, const char *what)
{
	char name[512];
	snprintf(name, sizeof name, "%s/%06lu.brig", folder, ++written);
	FILE *f = fopen(name, "wb");
	if (f == NULL || fwrite(s->bytes, 1, s->len, f) != s->len || fclose(f) != 0)
		exit(4);
	printf("%s: %s: %s\n", name, s->file, what);
}

static void complain(const struct subject *s, const char *what, struct diag *d, const char *why)
{
	printf("%s: %s: %s\n", s->file, what, why);
	diag_flush(d, stdout);
	bad++;
}

static void try(const struct subject *s, const char *what)
{
	static const struct diag_options options = {.error_limit = MANY + 1};
	struct brig_view v;
	struct diag d;
	diag_init(&d, &options);
	bool open = brig_view_open(&v, s->file, s->bytes, s->len, &d);
	bool good = open && brig_verify(&v, &d);
	if (!good && !diag_failed(&d)) {
		complain(s, what, &d, "refused without a message");
	} else if (!good && d.error_count > MANY) {
		complain(s, what, &d, "too many messages");
	} else if (!good) {
		refused++;
	} else if (!returns(&v, &d)) {
		complain(s, what, &d, "its text is another module");
	} else {
		equal_count++;
		if (folder != NULL)
			keep(s, what);
	}
	if (open)
		brig_view_close(&v);
	diag_release(&d);
}

/* ---- fields ---------------------------------------------------------------------------------- */

static void put(uint8_t *p, uint64_t value, unsigned bytes)
{
	for (unsigned i = 0; i < bytes; i++)
		p[i] = (uint8_t)(value >> 8 * i);
}

static void try_value(const struct subject *s, uint8_t *p, unsigned bytes, uint64_t value,
	const char *what)
{
	uint64_t was = value_at(p, bytes);
	char text[200];
	put(p, value, bytes);
	if (value_at(p, bytes) != was) {
		snprintf(text, sizeof text, "%s 0x%llx -> 0x%llx", what, (unsigned long long)was,
			(unsigned long long)value);
		try(s, text);
	}
	put(p, was, bytes);
}

static void try_offsets(const struct subject *s, uint8_t *p, enum BrigSectionIndex section,
	const char *what)
{
	uint32_t was = le32(p);
	const uint32_t others[] = {0, 1, was + 4, was - 4, was + 2, s->header[section] - 4,
		s->size[section], s->size[section] + 4, UINT32_MAX, UINT32_MAX - 3};
	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		try_value(s, p, 4, others[i], what);
	for (unsigned i = 0; i < s->sample_count[section]; i++)
		try_value(s, p, 4, s->samples[section][i], what);
}

static void try_list(const struct subject *s, uint32_t list, enum BrigSectionIndex section,
	const char *what)
{
	char text[140];
	uint8_t *p = s->bytes + s->base[BRIG_SECTION_INDEX_DATA] + list;
	uint32_t bytes = le32(p);
	for (uint32_t i = 0; i < bytes / 4 && i < 8; i++) {
		snprintf(text, sizeof text, "%s[%u]", what, i);
		try_offsets(s, p + 4 + 4 * i, section, text);
		if (i > 0)
			try_value(s, p + 4 + 4 * i, 4, le32(p + 4 * i), text);
	}
	snprintf(text, sizeof text, "%s: size", what);
	try_value(s, p, 4, bytes - 1, text);
	try_value(s, p, 4, bytes + 1, text);
	if (bytes < 8)
		return;
	/* Two elements less: they become an entry of their own. */
	uint8_t *rest = p + 4 + (bytes - 8);
	uint64_t was = le64(rest);
	put(rest, 4, 8);
	snprintf(text, sizeof text, "%s: cut", what);
	try_value(s, p, 4, bytes - 8, text);
	put(rest, was, 8);
}

static void try_numbers(const struct subject *s, uint8_t *p, unsigned bytes, uint64_t end,
	const char *what)
{
	for (uint64_t v = 0; v <= end; v++)
		try_value(s, p, bytes, v, what);
	uint64_t was = value_at(p, bytes);
	const uint64_t others[] = {was + 1, was - 1, was << 1, was >> 1, 255, UINT16_MAX,
		UINT32_MAX, UINT64_MAX, UINT64_C(1) << 31, UINT64_C(1) << 63};
	for (size_t i = 0; i < ARRAY_LEN(others); i++)
		try_value(s, p, bytes, others[i], what);
}

static void try_field(const struct subject *s, uint8_t *p, const struct field *f,
	const char *record)
{
	char what[100];
	struct str role = str_from(f->role);
	snprintf(what, sizeof what, "%s.%s", record, f->name);
	if (str_is(role, "CODE")) {
		try_offsets(s, p, BRIG_SECTION_INDEX_CODE, what);
	} else if (str_is(role, "OPERAND")) {
		try_offsets(s, p, BRIG_SECTION_INDEX_OPERAND, what);
	} else if (str_is(role, "STRING") || str_is(role, "BYTES")) {
		try_offsets(s, p, BRIG_SECTION_INDEX_DATA, what);
	} else if (str_is(role, "DATA_LIST") || str_is(role, "CODE_LIST")) {
		try_offsets(s, p, BRIG_SECTION_INDEX_DATA, what);
		try_list(s, le32(p),
			str_is(role, "CODE_LIST") ? BRIG_SECTION_INDEX_CODE
						  : BRIG_SECTION_INDEX_OPERAND,
			what);
	} else if (str_is(role, "TYPE")) {
		try_numbers(s, p, f->bytes, 2 * BRIG_TYPE_ARRAY, what);
	} else {
		bool number = str_is(role, "NUMBER");
		try_numbers(s, p, f->bytes, number ? 3 : str_is(role, "OPCODE") ? 140 : 40, what);
	}
}

/* ---- entries --------------------------------------------------------------------------------- */

static uint32_t entry_bytes(const struct subject *s, enum BrigSectionIndex section, uint32_t off)
{
	const uint8_t *p = s->bytes + s->base[section] + off;
	return section == BRIG_SECTION_INDEX_DATA ? 4 + ((le32(p) + 3) & ~3u) : le16(p);
}

static void swap(uint8_t *p, uint32_t n, uint32_t m)
{
	uint8_t *a = malloc(n + m);
	memcpy(a, p + n, m);
	memcpy(a + m, p, n);
	memcpy(p, a, n + m);
	free(a);
}

static void try_entry(const struct subject *s, enum BrigSectionIndex section, uint32_t off)
{
	uint8_t *p = s->bytes + s->base[section] + off;
	uint32_t bytes = le16(p), next = off + bytes;
	const struct record *r = record_of(le16(p + 2));
	uint16_t first = section == BRIG_SECTION_INDEX_CODE ? BRIG_KIND_DIRECTIVE_BEGIN
	                                                    : BRIG_KIND_OPERAND_BEGIN;
	for (size_t i = 0; i < r->count; i++)
		try_field(s, p + r->fields[i].off, &r->fields[i], r->name);
	for (uint16_t k = first; k < first + 16; k++)
		try_value(s, p + 2, 2, k, "kind");
	for (uint16_t k = BRIG_KIND_INST_BEGIN; k < BRIG_KIND_INST_BEGIN + 20; k++)
		try_value(s, p + 2, 2, k, "kind");
	try_value(s, p + 2, 2, 0, "kind");
	for (int n = -8; n <= 8; n += 2)
		try_value(s, p, 2, bytes + (unsigned)n, "size");
	if (next >= s->size[section])
		return;
	uint32_t m = entry_bytes(s, section, next);
	swap(p, bytes, m);
	try(s, "entry swapped with the next one");
	swap(p, m, bytes);
}

static void find_samples(struct subject *s, enum BrigSectionIndex section)
{
	uint32_t kinds[SAMPLES];
	for (uint32_t off = s->header[section]; off < s->size[section];
		off += entry_bytes(s, section, off)) {
		const uint8_t *p = s->bytes + s->base[section] + off;
		uint32_t kind = section == BRIG_SECTION_INDEX_DATA ? le32(p) : le16(p + 2);
		unsigned i = 0, same = 0;
		for (; i < s->sample_count[section]; i++)
			same += kinds[i] == kind;
		if (same >= 2 || i == SAMPLES)
			continue;
		kinds[i] = kind;
		s->samples[section][s->sample_count[section]++] = off;
	}
}

static bool try_file(const char *file)
{
	struct file_data f;
	struct brig_view v;
	struct diag d;
	struct subject s = {.file = file};
	static const struct diag_options options = {.error_limit = 1};
	diag_init(&d, &options);
	if (!file_read(&f, file, &d) || !brig_view_open(&v, file, f.bytes, f.len, &d)) {
		diag_flush(&d, stderr);
		return false;
	}
	s.bytes = malloc(f.len);
	s.len = f.len;
	memcpy(s.bytes, f.bytes, f.len);
	for (int i = 0; i < 3; i++) {
		s.base[i] = (size_t)(v.sections[i].bytes - (const uint8_t *)f.bytes);
		s.header[i] = v.sections[i].header_len;
		s.size[i] = (uint32_t)v.sections[i].len;
		find_samples(&s, (enum BrigSectionIndex)i);
	}
	for (int i = BRIG_SECTION_INDEX_CODE; i <= BRIG_SECTION_INDEX_OPERAND; i++)
		for (uint32_t off = s.header[i]; off < s.size[i];
			off += entry_bytes(&s, (enum BrigSectionIndex)i, off))
			try_entry(&s, (enum BrigSectionIndex)i, off);
	free(s.bytes);
	brig_view_close(&v);
	file_release(&f);
	diag_release(&d);
	return true;
}

int main(int argc, char **argv)
{
	bool good = true;
	int i = 1;
	if (argc > 2 && str_is(str_from(argv[1]), "-o")) {
		folder = argv[2];
		i = 3;
	}
	for (; i < argc; i++)
		good &= try_file(argv[i]);
	printf("%lu refused, %lu equal, %lu bad\n", refused, equal_count, bad);
	return !good || bad != 0 || refused + equal_count == 0;
}
