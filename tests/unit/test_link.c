/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Objects through the linker to an image that the image reader takes, and damaged ones of both. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include "hsaemu/image.h"
#include "hsaemu/link.h"
#include "object.h"

static struct arena arena;
static struct diag diag;

static void set_up(void)
{
	arena_init(&arena);
	diag_init(&diag, &(struct diag_options){.tool = "test", .error_limit = 20});
}

static void tear_down(void)
{
	diag_release(&diag);
	arena_release(&arena);
}

TestSuite(link, .init = set_up, .fini = tear_down);

static const uint8_t ret[] = {0xc3};
static const uint8_t call_ret[] = {0xe8, 0, 0, 0, 0, 0xc3};

/* Module &m: kernel &vadd, which calls function &f when `calls`; variable &table, whose first word
 * is its own address. */
static void kernel_object(struct buf *out, bool calls)
{
	static struct image_arg arg = {"%n", "u64", 0, 8, 8, 0, {0}};
	static struct image_kernel kernel = {
		"&vadd", "vadd", 8, 16, 64, 32, HSAEMU_WAVESIZE, 0, {0}, &arg, 1, "&m", true, {0}};
	static struct image_symbol symbols[] = {{"&table", "table", "global", "u64", 2, 8, true,
							true, true, false, false, "&m", false},
		{"&f", "fn.f", "function", "", 0, 0, false, false, true, false, false, "&m",
			false}};
	static const char *modules[] = {"&m"};
	struct image_meta meta = {modules, 1, "full", "large", &kernel, 1, symbols, 2, NULL};
	struct hsaemu_kernel_descriptor kd = {.magic = HSAEMU_KD_MAGIC,
		.kernarg_bytes = 8,
		.kernarg_align = 16,
		.group_bytes = 64,
		.private_bytes = 32,
		.wavefront_size = HSAEMU_WAVESIZE,
		.shape = 1};
	struct buf kd_bytes = BUF_INIT;
	struct object o;

	object_init(&o);
	object_notes(&o, &meta, &(struct image_isa){"x86-64-v2", "sse4.2", ""});
	unsigned text = object_section(&o, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR,
		call_ret, sizeof call_ret);
	image_kd_write(&kd, &kd_bytes);
	unsigned rodata = object_section(&o, ".rodata.hsa.kd", SHT_PROGBITS, SHF_ALLOC,
		kd_bytes.data, kd_bytes.len);
	o.sections[rodata].align = 64;
	unsigned data = object_section(&o, ".data.hsa.program", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE,
		"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
	unsigned entry = object_symbol(&o, "vadd", STT_FUNC, (uint16_t)text, 0, sizeof call_ret);
	object_symbol(&o, "vadd.kd", STT_OBJECT, (uint16_t)rodata, 0, 64);
	unsigned table = object_symbol(&o, "table", STT_OBJECT, (uint16_t)data, 0, 16);
	unsigned f = object_symbol(&o, "fn.f", STT_NOTYPE, SHN_UNDEF, 0, 0);
	object_reloc(&o, rodata, 8, entry, R_X86_64_PC64, 8);
	object_reloc(&o, data, 0, table, R_X86_64_64, 8);
	if (calls)
		object_reloc(&o, text, 1, f, R_X86_64_PLT32, -4);
	object_write(&o, out);
	object_release(&o);
	buf_release(&kd_bytes);
}

/* An object of one module with the given entities, and a function fn.f. */
static void object_of(struct buf *out, const struct image_meta *meta, const struct image_isa *isa)
{
	struct object o;

	object_init(&o);
	object_notes(&o, meta, isa);
	unsigned text =
		object_section(&o, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, ret, 1);
	object_symbol(&o, "fn.f", STT_FUNC, (uint16_t)text, 0, 1);
	object_write(&o, out);
	object_release(&o);
}

static const struct image_symbol f_defined = {
	"&f", "fn.f", "function", "", 0, 0, false, true, true, false, false, "&m", false};

/* Module `module` with function &f. */
static void function_object(struct buf *out, const char *module)
{
	struct image_symbol f = f_defined;
	struct image_meta meta = {&module, 1, "full", "large", NULL, 0, &f, 1, NULL};

	object_of(out, &meta, &(struct image_isa){"x86-64-v3", "avx2 sse4.2", ""});
}

static bool link_two(const struct buf *a, const struct buf *b, struct buf *image, struct diag *d)
{
	const struct link_input in[] = {
		{"a.o", a->data, a->len}, {"b.o", b ? b->data : NULL, b ? b->len : 0}};
	return link_image(in, b ? 2 : 1, &(struct link_options){.map = false}, image, NULL, d);
}

static void linked(struct buf *image)
{
	struct buf a = BUF_INIT, b = BUF_INIT;

	kernel_object(&a, true);
	function_object(&b, "&n");
	cr_assert(link_two(&a, &b, image, &diag));
	buf_release(&a);
	buf_release(&b);
}

/* The messages so far, as the user would see them. */
static char *messages(void)
{
	static char text[4096];
	FILE *f = tmpfile();

	diag_flush(&diag, f);
	rewind(f);
	text[fread(text, 1, sizeof text - 1, f)] = 0;
	fclose(f);
	return text;
}

Test(link, image_of_two_objects)
{
	struct buf image = BUF_INIT;
	struct image im;

	linked(&image);
	cr_assert(image_open(&im, "a.hso", image.data, image.len, &arena, &diag));
	cr_assert_eq(im.kernel_count, 1);
	cr_assert_eq(im.meta.module_count, 2);
	cr_assert_str_eq(im.isa.level, "x86-64-v3");
	cr_assert_str_eq(im.isa.features, "sse4.2 avx2");
	const struct image_code *k = image_kernel_find(&im, STR("&vadd"));
	cr_assert(k && k == image_kernel_find(&im, STR("vadd")));
	cr_assert(!image_kernel_find(&im, STR("vad")));
	const struct image_export *f = image_export_find(&im, STR("&f"));
	const struct image_export *table = image_export_find(&im, STR("table"));
	cr_assert(f && f->is_function && table && table->bytes == 16);
	cr_assert_eq(im.relocation_count, 1);
	cr_assert_eq(im.relocations[0].vaddr, table->vaddr);
	cr_assert_eq(im.relocations[0].addend, table->vaddr + 8);

	/* the call in the kernel reaches the function */
	for (uint32_t i = 0; i < im.segment_count; i++) {
		const struct image_segment *s = &im.segments[i];
		if (!s->executable)
			continue;
		const uint8_t *call = s->bytes + (k->entry_vaddr - s->vaddr);
		cr_assert_eq(k->entry_vaddr + 5 + (uint64_t)(int64_t)(int32_t)le32(call + 1),
			f->vaddr);
	}
	buf_release(&image);
}

Test(link, same_inputs_give_the_same_bytes)
{
	struct buf a = BUF_INIT, b = BUF_INIT;

	linked(&a);
	linked(&b);
	cr_assert(str_eq(buf_slice(&a), buf_slice(&b)));
	buf_release(&a);
	buf_release(&b);
}

Test(link, undefined_and_duplicate_are_named_as_in_hsail)
{
	struct buf a = BUF_INIT, b = BUF_INIT, c = BUF_INIT, image = BUF_INIT;

	kernel_object(&a, true);
	cr_assert_not(link_two(&a, NULL, &image, &diag));
	cr_assert_str_eq(messages(), "a.o:.text+0x1: error: undefined function '&f'\n");
	function_object(&b, "&n");
	function_object(&c, "&o");
	cr_assert_not(link_two(&b, &c, &image, &diag));
	cr_assert_str_eq(messages(),
		"b.o:.text+0x0: error: function '&f' is defined more than once\n"
		"a.o:.text+0x0: note: previous definition is here\n");
	cr_assert_not(link_two(&a, &a, &image, &diag));
	const char *text = messages();
	cr_assert(strstr(text, "kernel '&vadd' is defined more than once"));
	cr_assert(strstr(text, "variable '&table' is defined more than once"));
	cr_assert(!strstr(text, ".kd"));
	cr_assert_eq(image.len, 0);
	buf_release(&a);
	buf_release(&b);
	buf_release(&c);
}

Test(link, modules_of_a_program_have_different_names)
{
	struct buf a = BUF_INIT, b = BUF_INIT, image = BUF_INIT;

	kernel_object(&a, true);
	function_object(&b, "&m");
	cr_assert_not(link_two(&a, &b, &image, &diag));
	cr_assert(strstr(messages(), "b.o: error: module '&m' is in the program already"));
	buf_release(&a);
	buf_release(&b);
}

/* Declares &table of the kernel's object with one difference. */
static void refuses_declaration(struct image_symbol table, const char *what)
{
	static const char *module = "&n";
	struct image_symbol symbols[] = {f_defined, table};
	struct image_meta meta = {&module, 1, "full", "large", NULL, 0, symbols, 2, NULL};
	struct buf a = BUF_INIT, b = BUF_INIT, image = BUF_INIT, want = BUF_INIT;

	kernel_object(&a, true);
	object_of(&b, &meta, &(struct image_isa){"x86-64", "", ""});
	bool ok = link_two(&a, &b, &image, &diag);
	cr_assert_eq(ok, what == NULL);
	if (what) {
		buf_printf(&want,
			"b.o: error: '&table' does not match its other definition: another %s\n"
			"a.o: note: defined here\n",
			what);
		cr_assert(str_is(buf_slice(&want), messages()));
	}
	buf_release(&a);
	buf_release(&b);
	buf_release(&image);
	buf_release(&want);
}

Test(link, declarations_agree_with_definitions)
{
	struct image_symbol t = {"&table", "table", "global", "u64", 2, 8, true, false, true, false,
		false, "&m", false};
	struct image_symbol other = t;

	refuses_declaration(t, NULL);
	other.dim = 0; /* an array without a size fits any */
	refuses_declaration(other, NULL);
	other.dim = 3;
	refuses_declaration(other, "array size");
	other = t, other.kind = "readonly";
	refuses_declaration(other, "kind");
	other = t, other.type = "s64";
	refuses_declaration(other, "type");
	other = t, other.align = 16;
	refuses_declaration(other, "alignment");
	other = t, other.agent_allocation = true;
	refuses_declaration(other, "allocation");
	other = t, other.is_const = true;
	refuses_declaration(other, "const qualifier");
}

Test(link, declarations_of_bytes_agree_in_size)
{
	struct image_symbol bytes = {"&table", "table", "global", "b8", 16, 8, true, false, true,
		false, false, "&m", false};

	refuses_declaration(bytes, NULL);
	bytes.align = 1;
	refuses_declaration(bytes, NULL);
	bytes.dim = 0;
	refuses_declaration(bytes, NULL);
	bytes.dim = 15;
	refuses_declaration(bytes, "array size");
	bytes.dim = 16, bytes.align = 16;
	refuses_declaration(bytes, "alignment");
	bytes.align = 8, bytes.kind = "group";
	refuses_declaration(bytes, "kind");
}

static void refuses_module(const char *profile, const char *model, const char *level,
	const char *message)
{
	static const char *module = "&n";
	struct image_symbol f = f_defined;
	struct image_meta meta = {&module, 1, profile, model, NULL, 0, &f, 1, NULL};
	struct buf a = BUF_INIT, b = BUF_INIT, image = BUF_INIT;

	kernel_object(&a, true);
	object_of(&b, &meta, &(struct image_isa){level, "", ""});
	cr_assert_not(link_two(&a, &b, &image, &diag));
	cr_assert_str_eq(messages(), message);
	buf_release(&a);
	buf_release(&b);
}

Test(link, modules_of_a_program_agree)
{
	refuses_module("base", "large", "x86-64-v2",
		"b.o: error: profile is 'base', but 'full' in other modules\n");
	refuses_module("full", "small", "x86-64-v2",
		"b.o: error: machine model is 'small', but 'large' in other modules\n");
	refuses_module("full", "large", "k8",
		"b.o: error: finalized for 'k8', which cannot be combined with 'x86-64-v2'\n");
}

static void refuses_bytes(const struct buf *b, const char *message)
{
	struct buf image = BUF_INIT;

	cr_assert_not(link_two(b, NULL, &image, &diag));
	cr_assert_str_eq(messages(), message);
}

/* A 16 TiB section, then two sections that only together are too large. */
Test(link, images_have_a_largest_size)
{
	struct buf a = BUF_INIT, b = BUF_INIT;
	struct object o, p;

	object_init(&o);
	o.sections[object_section(&o, ".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, "", 0)].size =
		(uint64_t)1 << 44;
	object_write(&o, &a);
	refuses_bytes(&a, "a.o:.bss+0x0: error: section larger than 1 TiB\n");
	object_release(&o);
	buf_clear(&a);
	object_init(&o);
	object_init(&p);
	o.sections[object_section(&o, ".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, "", 0)].size =
		(uint64_t)1 << 40;
	p.sections[object_section(&p, ".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, "", 0)].size = 1;
	object_write(&o, &a);
	object_write(&p, &b);
	struct buf image = BUF_INIT;
	cr_assert_not(link_two(&a, &b, &image, &diag));
	cr_assert_str_eq(messages(),
		"b.o:.bss+0x0: error: the image's section '.bss' grows beyond 1 TiB\n");
	refuses_bytes(&a, "test: error: the image grows beyond 1 TiB\n");
	object_release(&o);
	object_release(&p);
	buf_release(&a);
	buf_release(&b);
}

Test(link, what_is_no_object_is_refused)
{
	struct buf a = BUF_INIT;

	function_object(&a, "&m");
	a.data[EI_NIDENT + 2] ^= 1;
	refuses_bytes(&a, "a.o: error: not an ELF object for x86-64\n");
	a.data[EI_NIDENT + 2] ^= 1;
	a.data[EI_NIDENT] = ET_DYN;
	refuses_bytes(&a, "a.o: error: not a relocatable object: is it an image already?\n");
	a.data[EI_NIDENT] = ET_REL;
	/* the text's relocation points behind the symbols */
	struct buf b = BUF_INIT;
	struct object o;
	object_init(&o);
	unsigned text = object_section(&o, ".text", SHT_PROGBITS, SHF_ALLOC, call_ret, 6);
	object_reloc(&o, text, 1, 1, R_X86_64_PC32, -4);
	object_write(&o, &b);
	refuses_bytes(&b,
		"a.o:.text+0x1: error: relocation against a symbol that does not exist\n");
	object_release(&o);
	buf_release(&b);
	a.len = 0;
	refuses_bytes(&a, "a.o: error: neither an ELF object nor an archive\n");
	buf_release(&a);
}

/* Links or opens the bytes from a block of exactly their size, for ASan. */
static void try_object(const struct buf *bytes, const struct buf *other)
{
	struct buf image = BUF_INIT;
	struct diag d;
	struct buf exact = {mem_new(bytes->len ? bytes->len : 1, 1), bytes->len, 0};

	memcpy(exact.data, bytes->data, bytes->len);
	diag_init(&d, &(struct diag_options){.tool = "test", .error_limit = 20});
	bool ok = link_two(&exact, other, &image, &d);
	cr_assert_eq(ok, d.error_count == 0);
	free(exact.data);
	buf_release(&image);
	diag_release(&d);
}

static void try_image(const struct buf *bytes)
{
	struct arena a;
	struct diag d;
	struct image im;
	uint8_t *exact = mem_new(bytes->len ? bytes->len : 1, 1);

	memcpy(exact, bytes->data, bytes->len);
	arena_init(&a);
	diag_init(&d, &(struct diag_options){.tool = "test", .error_limit = 20});
	cr_assert_eq(image_open(&im, "a.hso", exact, bytes->len, &a, &d), !diag_failed(&d));
	free(exact);
	diag_release(&d);
	arena_release(&a);
}

static const uint8_t damage[] = {0x01, 0x80, 0xff, 0x10};

Test(link, damaged_objects_do_no_harm)
{
	struct buf a = BUF_INIT, b = BUF_INIT;

	kernel_object(&a, true);
	function_object(&b, "&n");
	for (size_t at = 0; at < a.len; at++)
		for (size_t i = 0; i < ARRAY_LEN(damage); i++) {
			a.data[at] ^= damage[i];
			try_object(&a, &b);
			a.data[at] ^= damage[i];
		}
	for (size_t len = a.len; len-- > 0;) {
		a.len = len;
		try_object(&a, &b);
	}
	buf_release(&a);
	buf_release(&b);
}

Test(link, damaged_images_do_no_harm)
{
	struct buf image = BUF_INIT;

	linked(&image);
	for (size_t at = 0; at < image.len; at++) {
		if (at >= 0x600 && image.data[at] == 0)
			continue; /* padding between the segments */
		for (size_t i = 0; i < ARRAY_LEN(damage); i++) {
			image.data[at] ^= damage[i];
			try_image(&image);
			image.data[at] ^= damage[i];
		}
	}
	for (size_t len = image.len; len > 0; len -= len > 0x600 ? 61 : 1) {
		image.len = len;
		try_image(&image);
	}
	buf_release(&image);
}

Test(link, objects_are_no_images)
{
	struct buf a = BUF_INIT;
	struct image im;

	kernel_object(&a, false);
	cr_assert_not(image_open(&im, "a.o", a.data, a.len, &arena, &diag));
	cr_assert(strstr(messages(), "a.o: error: not linked: an object, not an image of hsa-ld"));
	buf_release(&a);
}
