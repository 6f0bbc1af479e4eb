/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images: what hsa-ld wrote, checked so that the loader can map and relocate without looking back.
 *
 * Only what hsa-ld writes is taken: page-aligned segments that are never writable and executable,
 * relocations into writable segments that are relative or of variables that the metadata declares,
 * no dependencies, no constructors. The dynamic table
 * is used, not the sections, so a stripped image works. */
#include <elf.h>
#include "hsaemu/image.h"

static const uint64_t IMAGE_MAX_SPAN = (uint64_t)1 << 40, IMPORTED = UINT64_MAX;

struct opener {
	struct image *im;
	struct elf_view v;
	struct arena *arena;
	struct diag *d;
	uint64_t tags[DT_NUM];     /* values of the dynamic tags that have small numbers */
	struct str strings;        /* names of the dynamic symbols, in the arena */
	struct str_map export_idx; /* ELF name -> index of im->exports */
	/* ELF name of a declared variable -> index of im->meta.symbols, or IMPORTED */
	struct str_map declaration_idx;
	uint32_t *import_of; /* dynamic symbol -> index of im->imports, or IMAGE_NO_IMPORT */
	uint64_t dynamic_symbol_count;
};

static bool bad(struct opener *o, uint64_t file_off, const char *what)
{
	diag_error(o->d, diag_at_section(o->im->file, NULL, file_off), "%s", what);
	return false;
}

/* ---- segments ---- */

static bool add_segment(struct opener *o, const struct elf_segment *s)
{
	struct image *im = o->im;
	struct image_segment *out = &im->segments[im->segment_count];

	if (s->vaddr % IMAGE_PAGE != 0 || s->off % IMAGE_PAGE != 0)
		return bad(o, s->off, "segment is not aligned to a page");
	if (s->vaddr < im->span)
		return bad(o, s->off, "segments overlap or are out of order");
	if (s->vaddr > IMAGE_MAX_SPAN || s->mem_bytes > IMAGE_MAX_SPAN)
		return bad(o, s->off, "segment beyond 1 TiB");
	if ((s->flags & PF_W) && (s->flags & PF_X))
		return bad(o, s->off, "segment is writable and executable");
	if (s->mem_bytes == 0)
		return true;
	*out = (struct image_segment){
		.vaddr = s->vaddr,
		.mem_bytes = align_up(s->mem_bytes, IMAGE_PAGE),
		.file_bytes = s->file_bytes,
		.file_off = s->off,
		.bytes = s->bytes,
		.writable = s->flags & PF_W,
		.executable = s->flags & PF_X,
	};
	im->segment_count++;
	im->span = out->vaddr + out->mem_bytes;
	return true;
}

static bool read_load_segments(struct opener *o)
{
	o->im->segments = ARENA_ARRAY(o->arena, struct image_segment, o->v.segment_count);
	for (uint32_t i = 0; i < o->v.segment_count; i++) {
		uint32_t type = o->v.segments[i].type;
		if (type == PT_TLS || type == PT_INTERP)
			return bad(o, o->v.segments[i].off, "thread-local data or an interpreter");
		if (type == PT_LOAD && !add_segment(o, &o->v.segments[i]))
			return false;
	}
	return o->im->segment_count > 0 || bad(o, 0, "no loadable segment");
}

/* Returns the segment that has all of [vaddr, vaddr + bytes), or NULL when there is none. */
static const struct image_segment *segment_of(const struct image *im, uint64_t vaddr,
	uint64_t bytes)
{
	for (uint32_t i = 0; i < im->segment_count; i++) {
		const struct image_segment *s = &im->segments[i];
		if (vaddr >= s->vaddr && vaddr - s->vaddr <= s->mem_bytes &&
			bytes <= s->mem_bytes - (vaddr - s->vaddr))
			return s;
	}
	return NULL;
}

/* ---- dynamic table ---- */

static bool take_tag(struct opener *o, uint64_t tag, uint64_t value, uint64_t off)
{
	switch (tag) {
	case DT_HASH:
	case DT_STRTAB:
	case DT_SYMTAB:
	case DT_RELA:
	case DT_RELASZ:
	case DT_RELAENT:
	case DT_STRSZ:
	case DT_SYMENT:
		o->tags[tag] = value;
		return true;
	case DT_RELACOUNT:
		return true;
	}
	diag_error(o->d, diag_at_section(o->im->file, NULL, off),
		"dynamic tag 0x%llx is not for an image", (unsigned long long)tag);
	return false;
}

static bool read_dynamic(struct opener *o)
{
	const struct elf_segment *dyn = NULL;

	for (uint32_t i = 0; i < o->v.segment_count; i++)
		if (o->v.segments[i].type == PT_DYNAMIC)
			dyn = &o->v.segments[i];
	if (!dyn)
		return bad(o, 0, "no dynamic table");
	for (uint64_t off = 0; dyn->file_bytes - off >= sizeof(Elf64_Dyn);
		off += sizeof(Elf64_Dyn)) {
		uint64_t tag = le64(dyn->bytes + off);
		if (tag == DT_NULL)
			return true;
		if (!take_tag(o, tag, le64(dyn->bytes + off + 8), dyn->off + off))
			return false;
	}
	return bad(o, dyn->off, "dynamic table without an end");
}

/* ---- dynamic symbols ---- */

/* Copies the table of names, which a loaded image needs when the file's bytes are gone. Names may
 * overlap in it, so copies of single names could be larger than the file. */
static void read_strings(struct opener *o)
{
	uint64_t bytes = o->tags[DT_STRSZ];
	const uint8_t *table = elf_view_at_addr(&o->v, o->tags[DT_STRTAB], bytes);

	o->strings = (struct str){"", 0};
	if (table)
		o->strings =
			(struct str){arena_strndup(o->arena, (const char *)table, bytes), bytes};
}

static const char *dynamic_string(struct opener *o, uint32_t off)
{
	struct str s = o->strings;

	if (off >= s.n || !memchr(s.p + off, 0, s.n - off))
		return NULL;
	return s.p + off;
}

static bool is_importable(const struct image_symbol *s)
{
	return s->imported && !s->definition && s->program_linkage &&
	       (strcmp(s->kind, "global") == 0 || strcmp(s->kind, "readonly") == 0);
}

/* Fills the map of variables that undefined symbols may stand for. Returns how many there are. */
static uint32_t index_declarations(struct opener *o)
{
	const struct image_meta *m = &o->im->meta;
	uint32_t count = 0;

	for (uint32_t i = 0; i < m->symbol_count; i++)
		if (is_importable(&m->symbols[i])) {
			str_map_put(&o->declaration_idx, str_from(m->symbols[i].symbol), i);
			count++;
		}
	return count;
}

/* Takes an undefined symbol, which the metadata must declare as a variable. No two symbols may
 * stand for the same one. */
static bool add_import(struct opener *o, const uint8_t *p, uint64_t index)
{
	struct image *im = o->im;
	uint64_t off = (uint64_t)(p - o->v.bytes);
	const char *symbol = dynamic_string(o, le32(p + offsetof(Elf64_Sym, st_name)));

	if (!symbol)
		return bad(o, off, "symbol name outside the name table");
	uint64_t row;
	if (!str_map_find(&o->declaration_idx, str_from(symbol), &row))
		return bad(o, off, "undefined symbol that is no imported variable");
	if (le64(p + offsetof(Elf64_Sym, st_value)) != 0)
		return bad(o, off, "undefined symbol with a value");
	if (row == IMPORTED)
		return bad(o, off, "undefined symbol that is there twice");
	str_map_put(&o->declaration_idx, str_from(symbol), IMPORTED);
	o->import_of[index] = im->import_count;
	im->imports[im->import_count++] = (struct image_import){&im->meta.symbols[row], 0};
	return true;
}

static bool add_export(struct opener *o, const uint8_t *p)
{
	struct image_export *e = &o->im->exports[o->im->export_count];
	uint64_t off = (uint64_t)(p - o->v.bytes);

	e->symbol = dynamic_string(o, le32(p + offsetof(Elf64_Sym, st_name)));
	e->vaddr = le64(p + offsetof(Elf64_Sym, st_value));
	e->bytes = le64(p + offsetof(Elf64_Sym, st_size));
	e->is_function = ELF64_ST_TYPE(p[offsetof(Elf64_Sym, st_info)]) == STT_FUNC;
	if (!e->symbol)
		return bad(o, off, "symbol name outside the name table");
	if (!segment_of(o->im, e->vaddr, e->bytes))
		return bad(o, off, "symbol outside the image");
	str_map_put(&o->export_idx, str_from(e->symbol), o->im->export_count++);
	return true;
}

static bool read_dynamic_symbols(struct opener *o)
{
	struct image *im = o->im;
	const uint8_t *hash = elf_view_at_addr(&o->v, o->tags[DT_HASH], 8);

	if (!hash)
		return bad(o, 0, "no symbol hash table");
	uint64_t count = le32(hash + 4);
	const uint8_t *p = elf_view_at_addr(&o->v, o->tags[DT_SYMTAB], count * sizeof(Elf64_Sym));
	if (!p || o->tags[DT_SYMENT] != sizeof(Elf64_Sym))
		return bad(o, 0, "dynamic symbols outside the file or of wrong size");
	uint32_t imports = index_declarations(o);
	read_strings(o);
	im->exports = ARENA_ARRAY(o->arena, struct image_export, count);
	im->imports = ARENA_ARRAY(o->arena, struct image_import, count);
	o->import_of = ARENA_ARRAY(o->arena, uint32_t, count);
	o->dynamic_symbol_count = count;
	for (uint64_t i = 0; i < count; i++) {
		const uint8_t *at = p + i * sizeof(Elf64_Sym);
		bool undefined = le16(at + offsetof(Elf64_Sym, st_shndx)) == SHN_UNDEF;
		o->import_of[i] = IMAGE_NO_IMPORT;
		if (i != 0 && !(undefined ? add_import(o, at, i) : add_export(o, at)))
			return false;
	}
	return im->import_count == imports ||
	       bad(o, 0, "imported variable without an undefined symbol");
}

/* ---- relocations ---- */

/* Sets which import the relocation takes the address of, if any, and checks the addend. */
static bool take_target(struct opener *o, uint64_t info, uint64_t file_off,
	struct image_relocation *r)
{
	uint64_t symbol = ELF64_R_SYM(info), type = ELF64_R_TYPE(info);

	r->import = IMAGE_NO_IMPORT;
	if (type == R_X86_64_RELATIVE && symbol == 0)
		return r->addend <= o->im->span ||
		       bad(o, file_off, "relocation points outside the image");
	if (type != R_X86_64_GLOB_DAT && type != R_X86_64_64)
		return bad(o, file_off, "relocation of a kind that images do not have");
	if (symbol < o->dynamic_symbol_count)
		r->import = o->import_of[symbol];
	if (r->import == IMAGE_NO_IMPORT)
		return bad(o, file_off, "relocation against a symbol that is not undefined");
	if (type == R_X86_64_GLOB_DAT && r->addend != 0)
		return bad(o, file_off, "relocation with an addend that it cannot have");
	o->im->imports[r->import].uses++;
	return true;
}

static bool read_relocations(struct opener *o)
{
	struct image *im = o->im;
	uint64_t size = o->tags[DT_RELASZ], count = size / sizeof(Elf64_Rela);
	const uint8_t *p = elf_view_at_addr(&o->v, o->tags[DT_RELA], size);

	if (size == 0)
		return true;
	if (!p || size % sizeof(Elf64_Rela) != 0 || o->tags[DT_RELAENT] != sizeof(Elf64_Rela) ||
		count > UINT32_MAX)
		return bad(o, 0, "relocation table outside the file or of wrong size");
	im->relocations = ARENA_ARRAY(o->arena, struct image_relocation, count);
	im->relocation_count = (uint32_t)count;
	for (uint32_t i = 0; i < count; i++, p += sizeof(Elf64_Rela)) {
		struct image_relocation *r = &im->relocations[i];
		uint64_t file_off = (uint64_t)(p - o->v.bytes);

		r->vaddr = le64(p + offsetof(Elf64_Rela, r_offset));
		r->addend = le64(p + offsetof(Elf64_Rela, r_addend));
		const struct image_segment *s = segment_of(im, r->vaddr, sizeof(uint64_t));
		if (!s || !s->writable)
			return bad(o, file_off, "relocation outside the writable segments");
		if (!take_target(o, le64(p + offsetof(Elf64_Rela, r_info)), file_off, r))
			return false;
	}
	return true;
}

/* ---- kernels ---- */

static bool bad_kernel(struct opener *o, const struct image_kernel *k, const char *what)
{
	diag_error(o->d, diag_in_file(o->im->file), "kernel '%s': %s", k->name, what);
	return false;
}

/* Whether what stands for memory, an image or a sampler has the bytes of an address. A GPU's in
 * group memory has 4. */
static bool fits_kind(const struct image_meta *m, const struct image_arg *arg)
{
	uint64_t count = arg->dim != 0 ? arg->dim : 1;
	bool may_be_small = strcmp(m->machine_model, "small") == 0 ||
	                    arg->info.kind == KERNEL_ARG_DYNAMIC_SHARED_POINTER;
	return arg->info.kind == KERNEL_ARG_BY_VALUE || arg->bytes == 8 * count ||
	       (arg->bytes == 4 * count && may_be_small);
}

static bool check_args(struct opener *o, const struct image_kernel *k)
{
	for (uint32_t i = 0; i < k->arg_count; i++) {
		const struct image_arg *arg = &k->args[i];
		if (!is_pow2(arg->align) || arg->offset % arg->align != 0 ||
			arg->offset > k->kernarg_bytes ||
			arg->bytes > k->kernarg_bytes - arg->offset)
			return bad_kernel(o, k, "an argument lies outside the kernarg segment");
		if (!fits_kind(&o->im->meta, arg))
			return bad_kernel(o, k, "an argument's size is not that of its kind");
	}
	return true;
}

static bool descriptor_matches(const struct hsaemu_kernel_descriptor *kd,
	const struct image_kernel *k)
{
	return kd->kernarg_bytes == k->kernarg_bytes && kd->kernarg_align == k->kernarg_align &&
	       kd->group_bytes == k->group_bytes && kd->private_bytes == k->private_bytes &&
	       kd->wavefront_size == k->wavefront_size && kd->max_flat_wg == k->max_flat_wg &&
	       kd->required_wg_x == k->required_wg[0] && kd->required_wg_y == k->required_wg[1] &&
	       kd->required_wg_z == k->required_wg[2];
}

static bool read_kernel(struct opener *o, const struct image_kernel *k, const char *suffix,
	struct image_code *code)
{
	struct buf name = BUF_INIT;
	uint64_t idx;

	buf_printf(&name, "%s.kd%s", k->symbol, suffix);
	bool found = str_map_find(&o->export_idx, buf_slice(&name), &idx);
	if (!found) { /* of an object with one version of its code */
		buf_clear(&name);
		buf_printf(&name, "%s.kd", k->symbol);
		found = str_map_find(&o->export_idx, buf_slice(&name), &idx);
	}
	buf_release(&name);
	if (!found)
		return bad_kernel(o, k, "no symbol for its descriptor");
	code->kernel = k;
	code->kd_vaddr = o->im->exports[idx].vaddr;
	const uint8_t *bytes = elf_view_at_addr(&o->v, code->kd_vaddr, HSAEMU_KD_BYTES);
	if (!bytes || code->kd_vaddr % HSAEMU_KD_BYTES != 0)
		return bad_kernel(o, k, "its descriptor lies outside the file or is not aligned");
	if (!image_kd_read(bytes,
		    diag_at_section(o->im->file, NULL, (uint64_t)(bytes - o->v.bytes)), k->name,
		    &code->kd, o->d))
		return false;
	code->entry_vaddr = code->kd_vaddr + (uint64_t)code->kd.entry_offset;
	const struct image_segment *s = segment_of(o->im, code->entry_vaddr, 1);
	if (!s || !s->executable)
		return bad_kernel(o, k, "its entry is not in an executable segment");
	if (!descriptor_matches(&code->kd, k))
		return bad_kernel(o, k, "descriptor and metadata differ");
	return check_args(o, k);
}

static bool read_kernels(struct opener *o)
{
	struct image *im = o->im;

	im->kernel_count = im->meta.kernel_count;
	im->code = ARENA_ARRAY(o->arena, struct image_code,
		(size_t)im->kernel_count * im->version_count);
	for (uint32_t v = 0; v < im->version_count; v++)
		for (uint32_t k = 0; k < im->kernel_count; k++)
			if (!read_kernel(o, &im->meta.kernels[k], im->versions[v].suffix,
				    &im->code[(size_t)v * im->kernel_count + k]))
				return false;
	image_select(im, 0);
	return true;
}

void image_select(struct image *im, uint32_t version)
{
	im->isa = im->versions[version];
	im->kernels = im->code + (size_t)version * im->kernel_count;
}

static bool read_isa(struct opener *o)
{
	struct image *im = o->im;

	im->versions = ARENA_ARRAY(o->arena, struct image_isa, o->v.note_count);
	for (uint32_t i = 0; i < o->v.note_count; i++) {
		const struct elf_note *n = &o->v.notes[i];
		struct image_isa *isa = &im->versions[im->version_count];

		if (n->type != HSAEMU_NOTE_ISA || strcmp(n->owner, HSAEMU_NOTE_OWNER) != 0)
			continue;
		if (im->version_count == IMAGE_MAX_VERSIONS)
			return bad(o, n->off, "too many versions of the code");
		if (!image_isa_read(n->desc, n->len, o->arena, isa))
			return bad(o, n->off, "ill-formed note about the required processor");
		im->version_count++;
	}
	if (im->version_count == 0)
		return bad(o, 0, "no note about the required processor");
	for (uint32_t v = 0; im->version_count > 1 && v < im->version_count; v++)
		if (im->versions[v].suffix[0] == 0)
			return bad(o, 0, "versions of the code that cannot be told apart");
	return true;
}

bool image_open(struct image *im, const char *file, const void *bytes, size_t len, struct arena *a,
	struct diag *d)
{
	struct opener o = {.im = im, .arena = a, .d = d};

	*im = (struct image){.file = file};
	if (!elf_view_open(&o.v, file, bytes, len, a, d))
		return false;
	if (o.v.type != ET_DYN) {
		diag_error(d, diag_in_file(file), "not linked: an object, not an image of hsa-ld");
		return false;
	}
	str_map_init(&o.export_idx);
	str_map_init(&o.declaration_idx);
	bool ok = image_meta_of(&o.v, a, &im->meta, d) && read_load_segments(&o) &&
	          read_dynamic(&o) && read_dynamic_symbols(&o) && read_relocations(&o) &&
	          read_isa(&o) && read_kernels(&o);
	str_map_release(&o.export_idx);
	str_map_release(&o.declaration_idx);
	return ok;
}
