/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads archives and pulls those members that define a symbol that is still undefined. The format
 * is read here, because libelf reads archives from open files only. The archive's own index is not
 * used, because it may be wrong. Instead the symbol tables of all members are read first, and a
 * name is looked up in all archives together. So the order of libraries on the command line only
 * matters when two members define the same name: the first one is taken. */
#include <ar.h>
#include <gelf.h>
#include "archive_impl.h"
#include "cpu_versions_impl.h"
#include "merge_metadata_impl.h"
#include "read_object_impl.h"

static bool refuse(struct ld *ld, const char *name, const char *what)
{
	diag_error(ld->diag, diag_in_file(name), "%s", what);
	return false;
}

/* ---- symbols of a member ---- */

static bool index_symbols(struct ld *ld, Elf *elf, Elf_Scn *scn, const GElf_Shdr *h, size_t member)
{
	const char *name = ld->members[member].name;
	Elf_Data *data = elf_getdata(scn, NULL);
	uint64_t other;
	GElf_Sym sym;

	if (!data || data->d_type != ELF_T_SYM)
		return refuse(ld, name, "damaged symbol table");
	for (size_t i = h->sh_info; i < data->d_size / sizeof(Elf64_Sym) && i <= INT32_MAX; i++) {
		if (!gelf_getsym(data, (int)i, &sym))
			return refuse(ld, name, "damaged symbol table");
		if (sym.st_shndx == SHN_UNDEF || GELF_ST_BIND(sym.st_info) == STB_LOCAL)
			continue;
		const char *z = elf_strptr(elf, h->sh_link, sym.st_name);
		if (!z)
			return refuse(ld, name, "damaged symbol names");
		const char *names[] = {z, ld_plain_name(ld, z)};
		for (unsigned n = 0; n < ARRAY_LEN(names); n++)
			if (!str_map_find(&ld->member_idx, str_from(names[n]), &other))
				str_map_put(&ld->member_idx, str_from(names[n]), member);
	}
	return true;
}

static bool add_member(struct ld *ld, const char *name, const char *bytes, size_t len)
{
	Elf *elf = ld_elf_open(ld, name, bytes, len);
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	if (!elf)
		return false;
	ARRAY_GROW(ld->members, ld->member_count, ld->member_cap);
	size_t member = ld->member_count++;
	ld->members[member] = (struct ld_member){.name = name, .elf = elf};
	while ((scn = elf_nextscn(elf, scn)) != NULL) {
		if (!gelf_getshdr(scn, &sh))
			return refuse(ld, name, "damaged section header");
		if (sh.sh_type == SHT_SYMTAB && !index_symbols(ld, elf, scn, &sh, member))
			return false;
	}
	return true;
}

/* ---- the archive ---- */

struct archive {
	const char *name, *bytes;
	size_t len;
	struct str long_names; /* the member "//" */
};

/* Reads a decimal number that is padded with spaces. Returns false when there is something else. */
static bool parse_number(const char *p, size_t n, size_t *value)
{
	size_t i = 0;

	*value = 0;
	for (; i < n && p[i] >= '0' && p[i] <= '9'; i++)
		*value = *value * 10 + (size_t)(p[i] - '0');
	if (i == 0)
		return false;
	for (; i < n; i++)
		if (p[i] != ' ')
			return false;
	return true;
}

/* Reads a member's name from its header, which has "name/", or "/offset". The offset is that of a
 * name in the member "//", where each name ends in "/\n". */
static bool member_name(const struct archive *a, const struct ar_hdr *h, struct str *name)
{
	const char *start = h->ar_name, *slash;
	size_t off, room = sizeof h->ar_name;

	if (h->ar_name[0] == '/') {
		if (!parse_number(h->ar_name + 1, room - 1, &off) || off >= a->long_names.n)
			return false;
		start = a->long_names.p + off;
		room = a->long_names.n - off;
	}
	slash = memchr(start, '/', room);
	if (!slash || slash == start)
		return false;
	*name = (struct str){start, (size_t)(slash - start)};
	return true;
}

static bool is_index(const struct ar_hdr *h)
{
	return memcmp(h->ar_name, "/ ", 2) == 0 || memcmp(h->ar_name, "/SYM64/ ", 8) == 0;
}

static bool next_member(struct ld *ld, struct archive *a, size_t *off)
{
	struct ar_hdr h;
	struct str name;
	size_t size;

	if (a->len - *off < sizeof h)
		return refuse(ld, a->name, "damaged archive: member header is cut off");
	memcpy(&h, a->bytes + *off, sizeof h);
	*off += sizeof h;
	if (memcmp(h.ar_fmag, ARFMAG, sizeof h.ar_fmag) != 0 ||
		!parse_number(h.ar_size, sizeof h.ar_size, &size) || size > a->len - *off)
		return refuse(ld, a->name, "damaged archive: member is cut off");
	const char *bytes = a->bytes + *off;
	*off += size;
	*off += *off < a->len ? *off & 1 : 0;
	if (is_index(&h))
		return true;
	if (memcmp(h.ar_name, "// ", 3) == 0) {
		a->long_names = (struct str){bytes, size};
		return true;
	}
	if (!member_name(a, &h, &name))
		return refuse(ld, a->name, "damaged archive: wrong member name");
	return add_member(ld, arena_printf(&ld->arena, "%s(" STR_FMT ")", a->name, STR_ARG(name)),
		bytes, size);
}

bool ld_is_archive(const void *bytes, size_t len)
{
	return len >= SARMAG && memcmp(bytes, ARMAG, SARMAG) == 0;
}

bool ld_add_archive(struct ld *ld, const char *name, const void *bytes, size_t len)
{
	struct archive a = {name, bytes, len, {NULL, 0}};
	size_t off = SARMAG;

	while (off < len)
		if (!next_member(ld, &a, &off))
			return false;
	return true;
}

/* A pulled member's own undefined symbols are appended to `globals`, so the same loop reaches them
 * later. */
bool ld_pull_members(struct ld *ld)
{
	for (size_t i = 0; i < ld->global_count; i++) {
		struct ld_symbol *s = ld->globals[i];
		uint64_t idx;

		if (s->state != LD_UNDEFINED || s->weak ||
			(!str_map_find(&ld->member_idx, str_from(s->name), &idx) &&
				!str_map_find(&ld->member_idx, str_from(ld_plain_name(ld, s->name)),
					&idx)))
			continue;
		struct ld_member *m = &ld->members[idx];
		if (m->loaded)
			continue;
		m->loaded = true;
		m->reason = s->name;
		if (!ld_add_object(ld, m->elf, m->name))
			return false;
	}
	return !ld_failed(ld);
}

const char *ld_other_version(struct ld *ld, const char *name, unsigned *version)
{
	enum { VERSIONS = 256 }; /* a descriptor cannot have more versions */
	const char *digits = ld_helper_version(name);
	uint64_t idx;

	for (*version = 1; digits && *version < VERSIONS; ++*version) {
		const char *other =
			arena_printf(&ld->arena, "%.*s%u", (int)(digits - name), name, *version);
		if (str_map_find(&ld->member_idx, str_from(other), &idx))
			return ld->members[idx].name;
	}
	return NULL;
}
