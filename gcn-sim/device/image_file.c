/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes images (docs/kernel-abi.md): what is loaded comes first, read-only, then a page with the
 * code of the host. There are no sections. */
#include <elf.h>
#include "image_file_impl.h"

enum { SEGMENTS = 4, CODE_BYTES = 2, NOTE_ALIGN = 4 };

struct layout {
	uint64_t notes, notes_end, hash, symbols, names, names_end, dynamic, descriptors, end, code;
};

struct parts {
	const struct image_meta *meta;
	struct buf notes, names;
	struct layout at;
};

/* ---- notes ----------------------------------------------------------------------------------- */

static void add_note(struct buf *out, uint32_t type, struct str bytes)
{
	const Elf64_Nhdr header = {.n_namesz = sizeof HSAEMU_NOTE_OWNER,
		.n_descsz = (uint32_t)bytes.n,
		.n_type = type};

	buf_append(out, &header, sizeof header);
	buf_append(out, HSAEMU_NOTE_OWNER, sizeof HSAEMU_NOTE_OWNER);
	buf_fill(out, 0, align_up(out->len, NOTE_ALIGN) - out->len);
	buf_append(out, bytes.p, bytes.n);
	buf_fill(out, 0, align_up(out->len, NOTE_ALIGN) - out->len);
}

static void make_notes(struct parts *p, struct str code_object)
{
	const struct image_isa isa = {"x86-64", "", ""};
	struct buf text = BUF_INIT;

	image_meta_write(p->meta, &text);
	add_note(&p->notes, HSAEMU_NOTE_METADATA, buf_slice(&text));
	buf_clear(&text);
	image_isa_write(&isa, &text);
	add_note(&p->notes, HSAEMU_NOTE_ISA, buf_slice(&text));
	buf_release(&text);
	add_note(&p->notes, HSAEMU_NOTE_CODE_OBJECT, code_object);
}

/* ---- what is where --------------------------------------------------------------------------- */

static void lay_out(struct parts *p)
{
	uint32_t kernels = p->meta->kernel_count, symbols = kernels + 1;
	struct layout *at = &p->at;

	buf_u8(&p->names, 0);
	for (uint32_t k = 0; k < kernels; k++) {
		buf_printf(&p->names, "%s.kd", p->meta->kernels[k].symbol);
		buf_u8(&p->names, 0);
	}
	at->notes = sizeof(Elf64_Ehdr) + SEGMENTS * sizeof(Elf64_Phdr);
	at->notes_end = at->notes + p->notes.len;
	at->hash = align_up(at->notes_end, 8);
	/* counts of buckets and symbols, one bucket, a link for each symbol */
	at->symbols = align_up(at->hash + (3 + (uint64_t)symbols) * sizeof(Elf64_Word), 8);
	at->names = at->symbols + symbols * sizeof(Elf64_Sym);
	at->names_end = at->names + p->names.len;
	at->dynamic = align_up(at->names_end, 8);
	at->descriptors = align_up(at->dynamic + 6 * sizeof(Elf64_Dyn), HSAEMU_KD_BYTES);
	at->end = at->descriptors + (uint64_t)kernels * HSAEMU_KD_BYTES;
	at->code = align_up(at->end, IMAGE_PAGE);
}

static void put_header(const struct parts *p, struct buf *out)
{
	const struct layout *at = &p->at;
	uint64_t dynamic = at->descriptors - at->dynamic, notes = at->notes_end - at->notes;
	const Elf64_Ehdr header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
					   ELFDATA2LSB, EV_CURRENT},
		.e_type = ET_DYN,
		.e_machine = EM_X86_64,
		.e_version = EV_CURRENT,
		.e_phoff = sizeof header,
		.e_ehsize = sizeof header,
		.e_phentsize = sizeof(Elf64_Phdr),
		.e_phnum = SEGMENTS,
		.e_shentsize = sizeof(Elf64_Shdr)};
	const Elf64_Phdr segments[SEGMENTS] = {
		{PT_LOAD, PF_R, 0, 0, 0, at->end, at->end, IMAGE_PAGE},
		{PT_LOAD, PF_R | PF_X, at->code, at->code, at->code, CODE_BYTES, CODE_BYTES,
			IMAGE_PAGE},
		{PT_DYNAMIC, PF_R, at->dynamic, at->dynamic, at->dynamic, dynamic, dynamic, 8},
		{PT_NOTE, PF_R, at->notes, at->notes, at->notes, notes, notes, NOTE_ALIGN}};

	buf_append(out, &header, sizeof header);
	buf_append(out, segments, sizeof segments);
}

static void pad_to(struct buf *out, size_t start, uint64_t at)
{
	buf_fill(out, 0, (size_t)at - (out->len - start));
}

/* ---- symbols --------------------------------------------------------------------------------- */

/* One bucket, with a chain of all symbols. */
static void put_hash(uint32_t symbols, struct buf *out)
{
	const Elf64_Word head[] = {1, symbols, symbols > 1 ? 1 : 0, 0};

	buf_append(out, head, sizeof head);
	for (uint32_t n = 1; n < symbols; n++) {
		Elf64_Word next = n + 1 < symbols ? n + 1 : 0;
		buf_append(out, &next, sizeof next);
	}
}

static void put_symbols(const struct parts *p, struct buf *out)
{
	const Elf64_Sym none = {0};
	uint32_t name = 1;

	buf_append(out, &none, sizeof none);
	for (uint32_t k = 0; k < p->meta->kernel_count; k++) {
		const Elf64_Sym s = {.st_name = name,
			.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT),
			.st_other = STV_PROTECTED,
			.st_shndx = SHN_ABS,
			.st_value = p->at.descriptors + (uint64_t)k * HSAEMU_KD_BYTES,
			.st_size = HSAEMU_KD_BYTES};
		buf_append(out, &s, sizeof s);
		name += (uint32_t)strlen(p->meta->kernels[k].symbol) + sizeof ".kd";
	}
}

static void put_dynamic(const struct parts *p, struct buf *out)
{
	const Elf64_Dyn table[] = {{DT_HASH, {p->at.hash}}, {DT_STRTAB, {p->at.names}},
		{DT_SYMTAB, {p->at.symbols}}, {DT_STRSZ, {p->names.len}},
		{DT_SYMENT, {sizeof(Elf64_Sym)}}, {DT_NULL, {0}}};

	buf_append(out, table, sizeof table);
}

static void put_descriptor(const struct parts *p, uint32_t kernel, struct buf *out)
{
	const struct image_kernel *k = &p->meta->kernels[kernel];
	uint64_t own = p->at.descriptors + (uint64_t)kernel * HSAEMU_KD_BYTES;
	const struct hsaemu_kernel_descriptor kd = {.magic = HSAEMU_KD_MAGIC,
		.flags = HSAEMU_KD_FULL_PROFILE | HSAEMU_KD_LARGE_MODEL,
		.entry_offset = (int64_t)(p->at.code - own),
		.kernarg_bytes = k->kernarg_bytes,
		.kernarg_align = (uint16_t)k->kernarg_align,
		.wavefront_size = (uint16_t)k->wavefront_size,
		.group_bytes = k->group_bytes,
		.private_bytes = k->private_bytes,
		.max_dynamic_group_bytes = UINT32_MAX,
		.required_wg_x = k->required_wg[0],
		.required_wg_y = k->required_wg[1],
		.required_wg_z = k->required_wg[2],
		.max_flat_wg = k->max_flat_wg,
		.shape = 1,
		.stack_kib = 1};

	image_kd_write(&kd, out);
}

void gcn_image_write(const struct image_meta *m, struct str code_object, struct buf *out)
{
	static const uint8_t code[CODE_BYTES] = {0x0f, 0x0b}; /* ud2 */
	struct parts p = {.meta = m, .notes = BUF_INIT, .names = BUF_INIT};
	size_t start = out->len;

	make_notes(&p, code_object);
	lay_out(&p);
	put_header(&p, out);
	buf_str(out, buf_slice(&p.notes));
	pad_to(out, start, p.at.hash);
	put_hash(m->kernel_count + 1, out);
	pad_to(out, start, p.at.symbols);
	put_symbols(&p, out);
	buf_str(out, buf_slice(&p.names));
	pad_to(out, start, p.at.dynamic);
	put_dynamic(&p, out);
	pad_to(out, start, p.at.descriptors);
	for (uint32_t k = 0; k < m->kernel_count; k++)
		put_descriptor(&p, k, out);
	pad_to(out, start, p.at.code);
	buf_append(out, code, sizeof code);
	buf_release(&p.notes);
	buf_release(&p.names);
}
