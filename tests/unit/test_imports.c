/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Imports of images: what the linker makes of undefined variables, and what the image reader
 * refuses of it. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include "hsaemu/image.h"
#include "hsaemu/link.h"
#include "object.h"

static struct arena arena;
static struct diag diag;
static struct buf image;
static uint64_t symbols_off, relocs_off; /* where the dynamic tables are in `image` */

enum { FAR, NEAR, IMPORTS };               /* the order of imports */
enum { FIRST_IMPORT = 2 };                 /* behind the null symbol and `own` */
enum { DATA_RELOC, OWN_RELOC, GOT_RELOC }; /* the order of relocations */

/* Module &m: code loads the address of &far, variable &own holds those of &near, plus 8, and of
 * itself. */
static void importing_object(struct buf *out)
{
	static const uint8_t load[] = {0x48, 0x8b, 0x05, 0, 0, 0, 0, 0xc3};
	static struct image_symbol symbols[] = {{"&far", "far", "global", "u32", 4, 4, true, false,
							true, false, false, "&m", false},
		{"&near", "near", "readonly", "u64", 0, 8, false, false, true, true, false, "&m",
			false},
		{"&idle", "idle", "global", "u32", 0, 4, false, false, true, false, false, "&m",
			false},
		{"&own", "own", "global", "u64", 2, 8, true, true, true, false, false, "&m",
			false}};
	static const char *modules[] = {"&m"};
	struct image_meta meta = {
		modules, 1, "full", "large", NULL, 0, symbols, ARRAY_LEN(symbols), NULL};
	struct object o;

	object_init(&o);
	object_notes(&o, &meta, &(struct image_isa){"x86-64-v2", "", ""});
	unsigned text = object_section(&o, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, load,
		sizeof load);
	unsigned data = object_section(&o, ".data.hsa.program", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE,
		"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
	unsigned own = object_symbol(&o, "own", STT_OBJECT, (uint16_t)data, 0, 16);
	unsigned far = object_symbol(&o, "far", STT_NOTYPE, SHN_UNDEF, 0, 0);
	unsigned near = object_symbol(&o, "near", STT_NOTYPE, SHN_UNDEF, 0, 0);
	object_symbol(&o, "idle", STT_NOTYPE, SHN_UNDEF, 0, 0);
	object_reloc(&o, text, 3, far, R_X86_64_REX_GOTPCRELX, -4);
	object_reloc(&o, data, 0, near, R_X86_64_64, 8);
	buf_u64(&o.sections[o.count - 1].bytes, 8);
	buf_u64(&o.sections[o.count - 1].bytes, ELF64_R_INFO((uint64_t)own, R_X86_64_64));
	buf_u64(&o.sections[o.count - 1].bytes, 0);
	object_write(&o, out);
	object_release(&o);
}

static bool link_with(bool imports)
{
	struct buf a = BUF_INIT;

	importing_object(&a);
	const struct link_input in = {"a.o", a.data, a.len};
	bool ok =
		link_image(&in, 1, &(struct link_options){.imports = imports}, &image, NULL, &diag);
	buf_release(&a);
	return ok;
}

static void set_up(void)
{
	struct elf_view v;

	arena_init(&arena);
	diag_init(&diag, &(struct diag_options){.tool = "test", .error_limit = 20});
	image = (struct buf)BUF_INIT;
	cr_assert(link_with(true));
	cr_assert(elf_view_open(&v, "a.hso", image.data, image.len, &arena, &diag));
	symbols_off = elf_section_find(&v, ".dynsym")->off;
	relocs_off = elf_section_find(&v, ".rela.dyn")->off;
}

static void tear_down(void)
{
	buf_release(&image);
	diag_release(&diag);
	arena_release(&arena);
}

TestSuite(imports, .init = set_up, .fini = tear_down);

static bool open_image(struct image *im)
{
	return image_open(im, "a.hso", image.data, image.len, &arena, &diag);
}

Test(imports, are_undefined_symbols_with_relocations)
{
	struct image im;

	cr_assert(open_image(&im));
	cr_assert_eq(im.import_count, IMPORTS);
	cr_assert_str_eq(im.imports[FAR].what->name, "&far");
	cr_assert_str_eq(im.imports[NEAR].what->name, "&near");
	cr_assert(im.imports[FAR].uses == 1 && im.imports[NEAR].uses == 1);
	cr_assert_eq(im.relocation_count, 3);
	const struct image_export *own = image_export_find(&im, STR("&own"));
	const struct image_relocation *r = im.relocations;
	cr_assert(r[DATA_RELOC].import == NEAR && r[DATA_RELOC].addend == 8);
	cr_assert_eq(r[DATA_RELOC].vaddr, own->vaddr);
	cr_assert(r[OWN_RELOC].import == IMAGE_NO_IMPORT && r[OWN_RELOC].addend == own->vaddr);
	cr_assert(r[GOT_RELOC].import == FAR && r[GOT_RELOC].addend == 0);
	for (uint32_t i = 0; i < im.meta.symbol_count; i++)
		cr_assert_eq(im.meta.symbols[i].imported, i < IMPORTS);
	cr_assert_null(image_export_find(&im, STR("&far")));
}

Test(imports, are_errors_without_the_option)
{
	cr_assert_not(link_with(false));
	cr_assert_eq(diag.error_count, IMPORTS);
}

/* ---- what the reader refuses ---- */

static void refused(const char *what)
{
	struct image im;
	FILE *f = tmpfile();
	char text[512];

	cr_assert_not(open_image(&im), "%s", what);
	diag_flush(&diag, f);
	rewind(f);
	text[fread(text, 1, sizeof text - 1, f)] = 0;
	fclose(f);
	cr_assert(strstr(text, what), "%s: %s", what, text);
}

static uint64_t symbol_at(unsigned import, size_t field)
{
	return symbols_off + (FIRST_IMPORT + import) * sizeof(Elf64_Sym) + field;
}

static uint64_t reloc_at(unsigned reloc, size_t field)
{
	return relocs_off + reloc * sizeof(Elf64_Rela) + field;
}

static void put64(uint64_t off, uint64_t value)
{
	buf_patch_u64(&image, off, value);
}

Test(imports, symbols_are_those_of_the_metadata)
{
	size_t name = offsetof(Elf64_Sym, st_name), value = offsetof(Elf64_Sym, st_value);
	uint32_t far = le32(image.data + symbol_at(FAR, name)),
		 near = le32(image.data + symbol_at(NEAR, name));

	buf_patch_u32(&image, symbol_at(NEAR, name), far);
	refused("undefined symbol that is there twice");
	buf_patch_u32(&image, symbol_at(NEAR, name), near + 1);
	refused("undefined symbol that is no imported variable");
	buf_patch_u32(&image, symbol_at(NEAR, name), 1u << 31);
	refused("symbol name outside the name table");
	buf_patch_u32(&image, symbol_at(NEAR, name), near);
	put64(symbol_at(NEAR, value), 8);
	refused("undefined symbol with a value");
	put64(symbol_at(NEAR, value), 0);
	image.data[symbol_at(NEAR, offsetof(Elf64_Sym, st_shndx))] = 1;
	refused("imported variable without an undefined symbol");
}

Test(imports, relocations_are_of_the_kinds_that_the_linker_makes)
{
	size_t info = offsetof(Elf64_Rela, r_info), addend = offsetof(Elf64_Rela, r_addend);
	uint64_t good = le64(image.data + reloc_at(GOT_RELOC, info));

	put64(reloc_at(GOT_RELOC, info), ELF64_R_INFO((uint64_t)FIRST_IMPORT, R_X86_64_PC32));
	refused("relocation of a kind that images do not have");
	put64(reloc_at(GOT_RELOC, info), ELF64_R_INFO((uint64_t)FIRST_IMPORT, R_X86_64_RELATIVE));
	refused("relocation of a kind that images do not have");
	put64(reloc_at(GOT_RELOC, info), ELF64_R_INFO((uint64_t)1, R_X86_64_GLOB_DAT));
	refused("relocation against a symbol that is not undefined");
	put64(reloc_at(GOT_RELOC, info), ELF64_R_INFO((uint64_t)UINT32_MAX, R_X86_64_64));
	refused("relocation against a symbol that is not undefined");
	put64(reloc_at(GOT_RELOC, info), good);
	put64(reloc_at(GOT_RELOC, addend), 8);
	refused("relocation with an addend that it cannot have");
	put64(reloc_at(GOT_RELOC, addend), 0);
	put64(reloc_at(OWN_RELOC, addend), (uint64_t)1 << 40);
	refused("relocation points outside the image");
	put64(reloc_at(OWN_RELOC, addend), 0);
	put64(reloc_at(DATA_RELOC, offsetof(Elf64_Rela, r_offset)), 0);
	refused("relocation outside the writable segments");
}

Test(imports, damaged_images_do_no_harm)
{
	static const uint8_t damage[] = {0x01, 0x80, 0xff, 0x10};

	for (size_t at = 0; at < image.len; at++)
		for (size_t i = 0; i < ARRAY_LEN(damage); i++) {
			struct arena a;
			struct diag d;
			struct image im;
			arena_init(&a);
			diag_init(&d, &(struct diag_options){.tool = "test"});
			image.data[at] ^= damage[i];
			cr_assert_eq(image_open(&im, "a.hso", image.data, image.len, &a, &d),
				!diag_failed(&d));
			image.data[at] ^= damage[i];
			diag_release(&d);
			arena_release(&a);
		}
}
