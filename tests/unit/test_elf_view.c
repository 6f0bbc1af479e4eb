/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The ELF reader on an object, whole and with one wrong field after the other; descriptors; the
 * processor note. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include "hsaemu/image.h"
#include "object.h"

static struct arena arena;
static struct diag diag;
static struct buf file;

static void set_up(void)
{
	static const char *modules[] = {"&m"};
	struct image_meta meta = {modules, 1, "full", "large", NULL, 0, NULL, 0, NULL};
	struct object o;

	arena_init(&arena);
	diag_init(&diag, &(struct diag_options){.tool = "test"});
	object_init(&o);
	unsigned text =
		object_section(&o, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, "\xc3\x90", 2);
	object_notes(&o, &meta, &(struct image_isa){"x86-64-v4", "avx512f", ""});
	unsigned bss = object_section(&o, ".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, "", 0);
	o.sections[bss].size = (uint64_t)1 << 40;
	object_symbol(&o, "entry", STT_FUNC, (uint16_t)text, 1, 1);
	object_symbol(&o, "other", STT_NOTYPE, SHN_UNDEF, 0, 0);
	object_write(&o, &file);
	object_release(&o);
}

static void tear_down(void)
{
	buf_release(&file);
	diag_release(&diag);
	arena_release(&arena);
}

TestSuite(elf_view, .init = set_up, .fini = tear_down);

static bool open_file(struct elf_view *v)
{
	return elf_view_open(v, "a.o", file.data, file.len, &arena, &diag);
}

Test(elf_view, shows_sections_symbols_and_notes)
{
	struct elf_view v;
	struct image_meta meta;
	struct image_isa isa;

	cr_assert(open_file(&v));
	cr_assert_eq(v.type, ET_REL);
	cr_assert_eq(v.section_count, 6);
	const struct elf_section *text = elf_section_find(&v, ".text");
	cr_assert(text && text->size == 2 && text->bytes[0] == 0xc3);
	const struct elf_section *bss = elf_section_find(&v, ".bss");
	cr_assert(bss && !bss->bytes && bss->size == (uint64_t)1 << 40);
	cr_assert_null(elf_section_find(&v, ".data"));
	cr_assert_eq(v.symbol_count, 3);
	cr_assert_str_eq(v.symbols[1].name, "entry");
	cr_assert_eq(v.symbols[1].value, 1);
	cr_assert_eq(v.symbols[1].section, text->index);
	cr_assert_eq(v.symbols[1].visibility, STV_HIDDEN);
	cr_assert_eq(v.note_count, 2);
	const struct elf_note *n = elf_note_find(&v, HSAEMU_NOTE_ISA);
	cr_assert(n && image_isa_read(n->desc, n->len, &arena, &isa));
	cr_assert_str_eq(isa.level, "x86-64-v4");
	cr_assert_str_eq(isa.features, "avx512f");
	cr_assert_null(elf_note_find(&v, HSAEMU_NOTE_BRIG));
	cr_assert(image_meta_of(&v, &arena, &meta, &diag));
	cr_assert_str_eq(meta.modules[0], "&m");
}

Test(elf_view, bytes_are_only_given_out_within_bounds)
{
	struct elf_view v;

	cr_assert(open_file(&v));
	cr_assert_eq(elf_view_at(&v, 0, file.len), file.data);
	cr_assert_null(elf_view_at(&v, 0, file.len + 1));
	cr_assert_null(elf_view_at(&v, file.len + 1, 0));
	cr_assert_null(elf_view_at(&v, UINT64_MAX, 2));
	cr_assert_null(elf_view_at(&v, 8, UINT64_MAX));
	cr_assert_null(elf_view_at_addr(&v, 0, 1)); /* an object has no segments */
}

/* The messages so far. */
static const char *messages(void)
{
	static char text[4096];
	FILE *f = tmpfile();

	diag_flush(&diag, f);
	rewind(f);
	text[fread(text, 1, sizeof text - 1, f)] = 0;
	fclose(f);
	return text;
}

/* Overwrites `n` bytes at `off`, expects the message, and puts them back. */
static void refuses(size_t off, uint64_t value, size_t n, const char *message)
{
	struct elf_view v;
	uint8_t saved[8];

	memcpy(saved, file.data + off, n);
	memcpy(file.data + off, &value, n);
	cr_assert_not(open_file(&v), "%s", message);
	memcpy(file.data + off, saved, n);
	const char *text = messages();
	cr_assert(strstr(text, message), "'%s' is not '%s'", text, message);
}

#define EHDR(field) offsetof(Elf64_Ehdr, field)

Test(elf_view, wrong_headers_are_refused)
{
	refuses(0, 0, 1, "not an ELF file");
	refuses(EI_CLASS, ELFCLASS32, 1, "not a 64-bit little-endian ELF file");
	refuses(EI_DATA, ELFDATA2MSB, 1, "not a 64-bit little-endian ELF file");
	refuses(EHDR(e_machine), EM_AARCH64, 2, "not for x86-64");
	refuses(EHDR(e_type), ET_EXEC, 2, "neither a relocatable object nor an image");
	refuses(EHDR(e_ehsize), 52, 2, "wrong ELF header size");
	refuses(EHDR(e_phnum), PN_XNUM, 2, "too many program headers");
	refuses(EHDR(e_phnum), 1, 2, "wrong program header size");
	refuses(EHDR(e_shoff), 0, 8, "sections without a section header table");
	refuses(EHDR(e_shoff), UINT64_MAX - 8, 8, "section headers outside the file");
	refuses(EHDR(e_shentsize), 40, 2, "wrong section header size");
	refuses(EHDR(e_shnum), 0x2000, 2, "section headers outside the file");
	refuses(EHDR(e_shnum), 0, 2, "wrong number of sections");
	refuses(EHDR(e_shstrndx), 6, 2, "wrong index of the section name table");
}

#define SHDR(i, field) \
	(le64(file.data + EHDR(e_shoff)) + (i) * sizeof(Elf64_Shdr) + offsetof(Elf64_Shdr, field))

Test(elf_view, wrong_sections_and_symbols_are_refused)
{
	struct elf_view v;

	cr_assert(open_file(&v));
	uint32_t symtab = elf_section_find(&v, ".symtab")->index;
	uint64_t symbols = v.sections[symtab].off;
	uint32_t notes = elf_section_find(&v, ".note.hsaemu")->index;

	refuses(SHDR(1, sh_offset), UINT64_MAX, 8, "section outside the file");
	refuses(SHDR(1, sh_size), file.len, 8, "section outside the file");
	refuses(SHDR(1, sh_addralign), 3, 8, "section alignment is no power of two");
	refuses(SHDR(1, sh_name), 0xffffff, 4, "section name outside the name table");
	refuses(SHDR(symtab, sh_entsize), 16, 8, "wrong symbol size");
	refuses(SHDR(symtab, sh_link), 0, 4, "symbol table without names");
	refuses(symbols + 24 + offsetof(Elf64_Sym, st_name), 0xffff, 4,
		"symbol name outside the name table");
	refuses(symbols + 24 + offsetof(Elf64_Sym, st_shndx), 77, 2,
		"symbol in a section that does not exist");
	refuses(v.sections[notes].off, 0, 4, "note cut off or without an owner");
	refuses(v.sections[notes].off + 4, 0xffffff, 4, "note cut off or without an owner");
}

Test(elf_view, metadata_may_be_missing)
{
	struct elf_view v;
	struct image_meta meta;

	cr_assert(open_file(&v));
	v.note_count = 0;
	cr_assert_not(image_meta_of(&v, &arena, &meta, &diag));
	cr_assert_str_eq(messages(),
		"a.o: error: no HSAEmu metadata: not made by hsail-fin or hsa-ld\n");
}

/* ---- descriptors ---- */

static struct hsaemu_kernel_descriptor good = {.magic = HSAEMU_KD_MAGIC,
	.kernarg_align = 16,
	.wavefront_size = HSAEMU_WAVESIZE,
	.shape = 16,
	.entry_offset = -4096,
	.detect_mask = 0x1f};

static bool read_kd(const struct hsaemu_kernel_descriptor *kd)
{
	struct hsaemu_kernel_descriptor out;
	struct buf b = BUF_INIT;

	image_kd_write(kd, &b);
	cr_assert_eq(b.len, HSAEMU_KD_BYTES);
	cr_assert_eq(memcmp(b.data, kd, sizeof *kd), 0);
	bool ok = image_kd_read(b.data, diag_in_file("a.hso"), "&k", &out, &diag);
	cr_assert(!ok || memcmp(&out, kd, sizeof out) == 0);
	buf_release(&b);
	return ok;
}

Test(elf_view, descriptors)
{
	static const struct {
		size_t off, bytes;
		uint64_t value;
		bool ok;
	} changes[] = {
#define CHANGE(field, value, ok) \
	{offsetof(struct hsaemu_kernel_descriptor, field), \
		sizeof(((struct hsaemu_kernel_descriptor *)0)->field), value, ok},
		CHANGE(flags, 0x7f, true) CHANGE(flags, 0xff, false) CHANGE(flags, 0x37f,
			true) CHANGE(flags, 0x400, false) CHANGE(magic, HSAEMU_KD_MAGIC + (1 << 24),
			false) CHANGE(magic, 0, false) CHANGE(kernarg_align, 8,
			false) CHANGE(kernarg_align, 24, false) CHANGE(kernarg_align, 512, false)
			CHANGE(wavefront_size, 64, false) CHANGE(required_wg_x, 64, false)
				CHANGE(detect_mask, 0x20, false) CHANGE(break_mask, 0x40, false)
					CHANGE(required_dim, 4, false) CHANGE(fiber_items, 1, false)
						CHANGE(shape, 2, false) CHANGE(shape, 1, true)
#undef CHANGE
	};

	cr_assert(read_kd(&good));
	for (size_t i = 0; i < ARRAY_LEN(changes); i++) {
		struct hsaemu_kernel_descriptor kd = good;
		memcpy((char *)&kd + changes[i].off, &changes[i].value, changes[i].bytes);
		cr_assert_eq(read_kd(&kd), changes[i].ok, "change %zu", i);
	}
	const char *text = messages();
	char other[80];
	(void)snprintf(other, sizeof other,
		"kernel '&k' was finalized for kernel ABI version %d, not %d",
		HSAEMU_ABI_VERSION + 1, HSAEMU_ABI_VERSION);
	cr_assert(strstr(text, other));
	cr_assert(strstr(text, "kernel '&k' has no descriptor: its magic is 0x00000000, not 0x"));
	cr_assert(strstr(text, "the descriptor of kernel '&k' has an invalid value in 'flags'"));
	struct hsaemu_kernel_descriptor kd = good;
	kd.required_wg_x = kd.required_wg_y = 32, kd.required_wg_z = 1;
	cr_assert(read_kd(&kd));
	kd.required_wg_z = 2;
	cr_assert_not(read_kd(&kd));
	kd.required_wg_x = kd.required_wg_y = kd.required_wg_z = 0x10000;
	cr_assert_not(read_kd(&kd));
}

Test(elf_view, processor_notes)
{
	struct image_isa isa;

	cr_assert(image_isa_read("x86-64\0", 8, &arena, &isa));
	cr_assert_str_eq(isa.features, "");
	cr_assert(image_isa_read("x86-64\0avx2 fma", 15, &arena, &isa));
	cr_assert_str_eq(isa.features, "avx2 fma");
	cr_assert_not(image_isa_read("", 0, &arena, &isa));
	cr_assert_not(image_isa_read("x86-64", 6, &arena, &isa));
	cr_assert_not(image_isa_read("\0avx2", 6, &arena, &isa));
	cr_assert_not(image_isa_read("x86-64\0a\nb", 10, &arena, &isa));
}
