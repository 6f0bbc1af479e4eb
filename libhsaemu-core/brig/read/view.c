/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The container (PRM 18.2): module header, section index, section headers.
 *
 * Everything here is untrusted. All arithmetic is in 64 bits on values already known to be at most
 * the module's length. */
#include <stdlib.h>

#include "brig/read/read_impl.h"

enum { MODULE_ALIGN = 16, INDEX_ALIGN = 8 };
#define SECTION_MAX_BYTES (UINT64_C(1) << 32) /* standard sections are addressed with 32 bits */

static const char *const standard_names[] = {"hsa_data", "hsa_code", "hsa_operand"};

static struct diag_place at(const struct brig_view *v, uint64_t off)
{
	return diag_at_section(v->file, NULL, off);
}

/* Returns the statement of the text to which an entry of the code or operand section belongs, or
 * NULL when none is known. */
static const struct brig_text_place *text_place(const struct brig_text_map *map, uint32_t section,
	uint32_t off)
{
	size_t first = 0, last = map->count;
	while (first < last) {
		size_t middle = first + (last - first) / 2;
		const struct brig_text_place *p = &map->places[middle];
		if ((section == BRIG_SECTION_INDEX_CODE ? p->code_off : p->operand_off) <= off)
			first = middle + 1;
		else
			last = middle;
	}
	return first == 0 ? NULL : &map->places[first - 1];
}

struct diag_place brig_place(const struct brig_view *v, uint32_t section, uint32_t off)
{
	bool has_text = section == BRIG_SECTION_INDEX_CODE || section == BRIG_SECTION_INDEX_OPERAND;
	if (has_text && v->text != NULL) {
		const struct brig_text_place *t = text_place(v->text, section, off);
		if (t != NULL)
			return diag_at_text(v->text->source, t->begin, t->len);
	}
	if (section < ARRAY_LEN(standard_names))
		return diag_at_section(v->file, standard_names[section], off);
	return at(v, (uint64_t)(v->sections[section].bytes - v->bytes) + off);
}

static bool check_module_header(const struct brig_view *v, struct diag *d)
{
	const uint8_t *h = v->bytes;

	if (v->len < 8 || memcmp(h, BRIG_IDENTIFICATION, 8) != 0) {
		diag_error(d, at(v, 0),
			"not a BRIG module: it does not begin with '" BRIG_IDENTIFICATION "'");
		diag_see(d, "18.3.21");
		return false;
	}
	if (v->len < BRIG_MODULE_HEADER_BYTES) {
		diag_error(d, at(v, 0), "module header is cut short: %zu of %d bytes", v->len,
			BRIG_MODULE_HEADER_BYTES);
		diag_see(d, "18.3.21");
		return false;
	}
	if (le32(h + 8) != BRIG_VERSION_BRIG_MAJOR || le32(h + 12) > BRIG_VERSION_BRIG_MINOR) {
		diag_error(d, at(v, 8), "BRIG version %u.%u is not supported, only %d.%d",
			le32(h + 8), le32(h + 12), BRIG_VERSION_BRIG_MAJOR,
			BRIG_VERSION_BRIG_MINOR);
		diag_see(d, "18.3.38");
		return false;
	}
	if (le64(h + 16) != v->len) {
		diag_error(d, at(v, 16), "module header says %llu bytes, but there are %zu",
			(unsigned long long)le64(h + 16), v->len);
		diag_see(d, "18.3.21");
		return false;
	}
	if (v->len % MODULE_ALIGN != 0) {
		diag_error(d, at(v, 16), "module size %zu is not a multiple of %d", v->len,
			MODULE_ALIGN);
		diag_see(d, "18.3.21");
		return false;
	}
	if (le32(h + 88) != 0) {
		diag_error(d, at(v, 88), "reserved field of the module header is not 0");
		diag_see(d, "18.3.21");
		return false;
	}
	return true;
}

static bool check_index(const struct brig_view *v, struct diag *d)
{
	uint32_t count = le32(v->bytes + 92);
	uint64_t off = le64(v->bytes + 96);

	if (count < BRIG_SECTION_INDEX_BEGIN_IMPLEMENTATION_DEFINED) {
		diag_error(d, at(v, 92), "module has %u sections, not at least %d", count,
			BRIG_SECTION_INDEX_BEGIN_IMPLEMENTATION_DEFINED);
		diag_see(d, "18.3.21");
		return false;
	}
	if (off % INDEX_ALIGN != 0) {
		diag_error(d, at(v, 96),
			"offset 0x%llx of the section index is not a multiple of %d",
			(unsigned long long)off, INDEX_ALIGN);
		diag_see(d, "18.3.21");
		return false;
	}
	if (off > v->len || (uint64_t)count * 8 > v->len - off) {
		diag_error(d, at(v, 96),
			"section index of %u entries at 0x%llx is not inside the module", count,
			(unsigned long long)off);
		diag_see(d, "18.2");
		return false;
	}
	return true;
}

/* Checks the header of the section at `off` and describes it in *s. */
static bool open_section(const struct brig_view *v, uint32_t i, uint64_t off,
	struct brig_section *s, struct diag *d)
{
	if (off % MODULE_ALIGN != 0) {
		diag_error(d, at(v, le64(v->bytes + 96) + 8 * (uint64_t)i),
			"offset 0x%llx of section %u is not a multiple of %d",
			(unsigned long long)off, i, MODULE_ALIGN);
		diag_see(d, "18.2");
		return false;
	}
	if (off > v->len || v->len - off < BRIG_SECTION_HEADER_MIN_BYTES) {
		diag_error(d, at(v, le64(v->bytes + 96) + 8 * (uint64_t)i),
			"section %u at 0x%llx is not inside the module", i,
			(unsigned long long)off);
		diag_see(d, "18.3.32");
		return false;
	}
	const uint8_t *p = v->bytes + off;
	uint64_t len = le64(p);
	uint32_t header_len = le32(p + 8), name_len = le32(p + 12);
	if (len > v->len - off || len % 4 != 0 || len < BRIG_SECTION_HEADER_MIN_BYTES) {
		diag_error(d, at(v, off),
			"size %llu of section %u is not a multiple of 4 inside the module",
			(unsigned long long)len, i);
		diag_see(d, "18.3.32");
		return false;
	}
	if (header_len > len || header_len % 4 != 0 || header_len < BRIG_SECTION_HEADER_MIN_BYTES) {
		diag_error(d, at(v, off + 8),
			"header size %u of section %u is not a multiple of 4 inside the section",
			header_len, i);
		diag_see(d, "18.3.32");
		return false;
	}
	if (name_len > header_len - BRIG_SECTION_HEADER_MIN_BYTES) {
		diag_error(d, at(v, off + 12),
			"name of section %u (%u bytes) is longer than its header", i, name_len);
		diag_see(d, "18.3.32");
		return false;
	}
	*s = (struct brig_section){
		p, len, header_len, {(const char *)p + BRIG_SECTION_HEADER_MIN_BYTES, name_len}};
	return true;
}

static bool check_standard_section(const struct brig_view *v, uint32_t i, struct diag *d)
{
	const struct brig_section *s = &v->sections[i];
	uint64_t off = (uint64_t)(s->bytes - v->bytes);

	if (!str_is(s->name, standard_names[i])) {
		diag_error(d, at(v, off + BRIG_SECTION_HEADER_MIN_BYTES),
			"section %u is named '" STR_FMT "', not '%s'", i, STR_ARG(s->name),
			standard_names[i]);
		diag_see(d, "18.2");
		return false;
	}
	if (s->len >= SECTION_MAX_BYTES) {
		diag_error(d, at(v, off), "section '%s' is larger than 4 GiB", standard_names[i]);
		diag_see(d, "18.2");
		return false;
	}
	return true;
}

/* ---- elements do not overlap, gaps are alignment and zero ----------------------------------- */

struct element {
	uint64_t off, len, align;
};

static int by_offset(const void *a, const void *b)
{
	const struct element *x = a, *y = b;
	return x->off < y->off ? -1 : x->off > y->off;
}

static bool check_gap(const struct brig_view *v, uint64_t from, uint64_t to, uint64_t align,
	struct diag *d)
{
	if (to < from) {
		diag_error(d, at(v, to),
			"parts of the module overlap: the one before ends at 0x%llx",
			(unsigned long long)from);
		diag_see(d, "18.2");
		return false;
	}
	if (to - from >= align) {
		diag_error(d, at(v, from), "%llu bytes between parts of the module belong to none",
			(unsigned long long)(to - from));
		diag_see(d, "18.2");
		return false;
	}
	for (uint64_t i = from; i < to; i++) {
		if (v->bytes[i] != 0) {
			diag_error(d, at(v, i), "padding between parts of the module is not 0");
			diag_see(d, "18.2");
			return false;
		}
	}
	return true;
}

static bool check_elements(const struct brig_view *v, struct diag *d)
{
	size_t n = (size_t)v->section_count + 1;
	struct element *e = mem_new(n, sizeof *e);
	uint64_t end = BRIG_MODULE_HEADER_BYTES;
	bool ok = true;

	e[0] = (struct element){le64(v->bytes + 96), 8 * (uint64_t)v->section_count, INDEX_ALIGN};
	for (uint32_t i = 0; i < v->section_count; i++)
		e[i + 1] = (struct element){(uint64_t)(v->sections[i].bytes - v->bytes),
			v->sections[i].len, MODULE_ALIGN};
	qsort(e, n, sizeof *e, by_offset);
	for (size_t i = 0; i < n && ok; i++) {
		ok = check_gap(v, end, e[i].off, e[i].align, d);
		end = e[i].off + e[i].len;
	}
	ok = ok && check_gap(v, end, v->len, MODULE_ALIGN, d);
	mem_free(e);
	return ok;
}

bool brig_view_open(struct brig_view *v, const char *file, const void *bytes, size_t len,
	struct diag *d)
{
	*v = (struct brig_view){.file = file, .bytes = bytes, .len = len};
	if (!check_module_header(v, d) || !check_index(v, d))
		return false;

	uint32_t count = le32(v->bytes + 92);
	const uint8_t *index = v->bytes + le64(v->bytes + 96);
	bool ok = true;
	v->sections = mem_new(count, sizeof *v->sections);
	for (uint32_t i = 0; i < count && ok; i++) {
		ok = open_section(v, i, le64(index + 8 * (size_t)i), &v->sections[i], d);
		v->section_count = i + 1;
		if (ok && i < ARRAY_LEN(standard_names))
			ok = check_standard_section(v, i, d);
	}
	ok = ok && check_elements(v, d);
	if (!ok)
		brig_view_close(v);
	return ok;
}

void brig_view_close(struct brig_view *v)
{
	mem_free(v->sections);
	v->sections = NULL;
	v->section_count = 0;
}
