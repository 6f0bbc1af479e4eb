/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens code objects: ELF files for AMD's GPUs, whose kernels have a symbol for their code and one
 * with ".kd" behind it for their descriptor. */
#include <elf.h>
#include "hsaemu/gcn.h"

/* Of e_flags and e_ident, which are those of "AMDGPU" in LLVM. */
enum { FLAGS_MACHINE = 0xff, MACHINE_GFX600 = 0x20, OSABI_HSA = 64 };

static bool check_target(const struct elf_view *v, struct diag *d)
{
	if (v->bytes[EI_OSABI] != OSABI_HSA) {
		diag_unsupported(d, diag_at_section(v->file, NULL, EI_OSABI),
			"code for another system than amdhsa");
		return false;
	}
	if ((v->flags & FLAGS_MACHINE) != MACHINE_GFX600) {
		diag_unsupported(d, diag_at_section(v->file, NULL, offsetof(Elf64_Ehdr, e_flags)),
			"code for another GPU than gfx600 (its number is 0x%x)",
			v->flags & FLAGS_MACHINE);
		return false;
	}
	return true;
}

/* Returns where a symbol is in its section; false when there are not `bytes` of the file there. */
static bool symbol_place(const struct elf_view *v, const struct elf_symbol *s, uint64_t bytes,
	const struct elf_section **section, uint64_t *off)
{
	if (s->section == SHN_UNDEF || s->section >= v->section_count)
		return false;
	*section = &v->sections[s->section];
	*off = s->value - (v->type == ET_REL ? 0 : (*section)->addr);
	return (*section)->bytes != NULL && *off <= (*section)->size &&
	       bytes <= (*section)->size - *off;
}

static const struct elf_symbol *find_symbol(const struct elf_view *v, struct str name)
{
	for (uint32_t i = 1; i < v->symbol_count; i++)
		if (str_is(name, v->symbols[i].name))
			return &v->symbols[i];
	return NULL;
}

static bool is_descriptor(const struct elf_symbol *s)
{
	size_t n = strlen(s->name);
	return s->type == STT_OBJECT && n > 3 && strcmp(s->name + n - 3, ".kd") == 0;
}

static bool open_kernel(struct gcn_object *o, const struct elf_symbol *s, struct arena *a,
	struct gcn_kernel *k, struct diag *d)
{
	const struct elf_view *v = &o->elf;
	struct str name = {s->name, strlen(s->name) - 3};
	const struct elf_symbol *code = find_symbol(v, name);

	k->name = arena_strndup(a, name.p, name.n);
	if (!symbol_place(v, s, GCN_DESCRIPTOR_BYTES, &k->descriptor_section, &k->descriptor_off)) {
		diag_error(d, diag_in_file(v->file),
			"the descriptor of kernel '%s' is not in the file", k->name);
		return false;
	}
	struct diag_place place =
		diag_at_section(v->file, k->descriptor_section->name, k->descriptor_off);
	if (code == NULL || !symbol_place(v, code, code->size, &k->code, &k->code_off) ||
		(k->code->flags & SHF_EXECINSTR) == 0 || k->code_off % 4 != 0) {
		diag_error(d, place, "the code of kernel '%s' is not in the file", k->name);
		return false;
	}
	k->code_bytes = code->size;
	if (!gcn_descriptor_read(k->descriptor_section->bytes + k->descriptor_off, place, k->name,
		    &k->descriptor, d))
		return false;
	/* in an object a relocation has yet to say where the code is */
	if (v->type == ET_DYN && s->value + (uint64_t)k->descriptor.entry_off != code->value) {
		diag_error(d, place, "the descriptor of kernel '%s' leads to other code", k->name);
		return false;
	}
	return true;
}

const char *gcn_relocation_text(uint32_t type, unsigned *bytes)
{
	static const struct {
		uint8_t bytes;
		const char *text;
	} types[] = {
#define GCN_RELOCATION(id, number, bytes, text) [number] = {bytes, text},
#include "hsaemu/gcn_relocations.def"
	};

	if (type >= ARRAY_LEN(types) || types[type].text == NULL)
		return NULL;
	if (bytes != NULL)
		*bytes = types[type].bytes;
	return types[type].text;
}

static bool is_of_code(const struct elf_view *v, const struct elf_section *s)
{
	return v->type == ET_REL && s->type == SHT_RELA && s->info < v->section_count &&
	       (v->sections[s->info].flags & SHF_EXECINSTR) != 0;
}

static bool read_relocation(const struct elf_view *v, const struct elf_section *table, uint64_t at,
	struct gcn_relocation *r, struct diag *d)
{
	struct diag_place place = diag_at_section(v->file, table->name, at);
	const uint8_t *p = table->bytes + at;
	uint64_t info = le64(p + offsetof(Elf64_Rela, r_info));
	unsigned bytes;

	r->section = &v->sections[table->info];
	r->off = le64(p + offsetof(Elf64_Rela, r_offset));
	r->addend = (int64_t)le64(p + offsetof(Elf64_Rela, r_addend));
	r->type = (uint32_t)ELF64_R_TYPE(info);
	if (gcn_relocation_text(r->type, &bytes) == NULL) {
		diag_error(d, place, "unknown relocation %u of code", r->type);
		return false;
	}
	if (r->off > r->section->size || bytes > r->section->size - r->off) {
		diag_error(d, place, "a relocation outside of section '%s'", r->section->name);
		return false;
	}
	if (ELF64_R_SYM(info) == 0 || ELF64_R_SYM(info) >= v->symbol_count) {
		diag_error(d, place, "a relocation without a symbol");
		return false;
	}
	const struct elf_symbol *s = &v->symbols[ELF64_R_SYM(info)];
	bool section = s->type == STT_SECTION && s->section < v->section_count;
	r->target = section ? &v->sections[s->section] : NULL;
	r->symbol = section ? r->target->name : s->name;
	return true;
}

static bool read_relocations(struct gcn_object *o, struct arena *a, struct diag *d)
{
	const struct elf_view *v = &o->elf;
	uint64_t count = 0;

	for (uint32_t n = 1; n < v->section_count; n++)
		if (is_of_code(v, &v->sections[n]))
			count += v->sections[n].size / sizeof(Elf64_Rela);
	o->relocations = ARENA_ARRAY(a, struct gcn_relocation, count);
	for (uint32_t n = 1; n < v->section_count; n++) {
		const struct elf_section *s = &v->sections[n];
		for (uint64_t at = 0; is_of_code(v, s) && s->size - at >= sizeof(Elf64_Rela);
			at += sizeof(Elf64_Rela))
			if (!read_relocation(v, s, at, &o->relocations[o->relocation_count++], d))
				return false;
	}
	return true;
}

bool gcn_object_open(struct gcn_object *o, const char *file, const void *bytes, size_t len,
	struct arena *a, struct diag *d)
{
	*o = (struct gcn_object){.kernels = NULL};
	if (!elf_view_open_for(&o->elf, EM_AMDGPU, "a GPU of AMD", file, bytes, len, a, d) ||
		!check_target(&o->elf, d) || !read_relocations(o, a, d))
		return false;
	uint32_t count = 0;
	for (uint32_t i = 1; i < o->elf.symbol_count; i++)
		count += is_descriptor(&o->elf.symbols[i]);
	o->kernels = ARENA_ARRAY(a, struct gcn_kernel, count);
	for (uint32_t i = 1; i < o->elf.symbol_count; i++) {
		struct gcn_kernel *k = &o->kernels[o->kernel_count];
		if (!is_descriptor(&o->elf.symbols[i]))
			continue;
		if (!open_kernel(o, &o->elf.symbols[i], a, k, d))
			return false;
		o->kernel_count++;
	}
	return true;
}
