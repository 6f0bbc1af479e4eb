/* Archives: members are pulled when they define what is still undefined.
 *
 * The archive's own index is not used: it may lie. All members' symbol tables are read at once,
 * and names are looked up over all archives together, so the order of libraries on the command
 * line only decides which of two equal definitions is taken. */
#include <gelf.h>
#include "ld_impl.h"

static bool refuse(struct ld *ld, const char *name, const char *what)
{
	diag_error(ld->diag, diag_in_file(name), "%s", what);
	return false;
}

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
		if (!str_map_find(&ld->member_idx, str_from(z), &other))
			str_map_put(&ld->member_idx, str_from(z), member);
	}
	return true;
}

static bool add_member(struct ld *ld, Elf *elf, const char *archive)
{
	Elf_Arhdr *h = elf_getarhdr(elf);
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	if (!h)
		return refuse(ld, archive, "damaged member header");
	if (h->ar_name[0] == '/') /* symbol index and long names */
		return true;
	const char *name = arena_printf(&ld->arena, "%s(%s)", archive, h->ar_name);
	if (elf_kind(elf) != ELF_K_ELF)
		return refuse(ld, name, "member is no ELF object");
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

bool ld_add_archive(struct ld *ld, Elf *archive, const char *name)
{
	Elf_Cmd cmd = ELF_C_READ;
	Elf *elf;

	while ((elf = elf_begin(-1, cmd, archive)) != NULL) {
		ARRAY_GROW(ld->elfs, ld->elf_count, ld->elf_cap);
		ld->elfs[ld->elf_count++] = elf;
		if (!add_member(ld, elf, name))
			return false;
		cmd = elf_next(elf);
	}
	int err = elf_errno();
	if (err != 0) {
		diag_error(ld->diag, diag_in_file(name), "damaged archive: %s", elf_errmsg(err));
		return false;
	}
	return true;
}

/* New undefined symbols of a pulled member are appended and met later in the same loop. */
bool ld_pull_members(struct ld *ld)
{
	for (size_t i = 0; i < ld->global_count; i++) {
		struct ld_symbol *s = ld->globals[i];
		uint64_t idx;

		if (s->state != LD_UNDEFINED || s->weak ||
			!str_map_find(&ld->member_idx, str_from(s->name), &idx))
			continue;
		struct ld_member *m = &ld->members[idx];
		if (m->loaded)
			continue;
		m->loaded = true;
		m->reason = s->name;
		if (!ld_add_object(ld, m->elf, m->name))
			return false;
	}
	return !diag_failed(ld->diag);
}
