/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Metadata notes: written, read back, damaged; names mangled and back. */
#include <criterion/criterion.h>
#include "hsaemu/image.h"

static struct image_arg args[] = {
	{"%src", "u64", 0, 8, 8, 0,
		{"src", "const float*", KERNEL_ARG_GLOBAL_BUFFER, KERNEL_ARG_CONSTANT, 0, true,
			false, true, 0}},
	{"%n", "u32", 8, 4, 4, 0, {0}},
	{"%img", "roimg", 16, 8, 8, 0,
		{"", "", KERNEL_ARG_IMAGE, 0, KERNEL_ARG_READ_WRITE, 0, 0, 0, 0}},
	{"", "f32", 24, 64, 16, 16, {0}},
};
static struct image_kernel kernels[] = {
	{"&vadd", "vadd", 88, 16, 256, 40, 32, 1024, {64, 2, 1}, args, ARRAY_LEN(args), "&m", true,
		{"float4", {8, 4, 1}, true, 0}},
	{"&nop", "nop", 0, 16, 0, 0, 32, 0, {0}, NULL, 0, "&other", false, {0}},
};
static struct image_symbol symbols[] = {
	{"&table", "table", "global", "f64", (uint64_t)1 << 33, 64, true, true, true, false, false,
		"&m", false},
	{"&seed", "seed", "readonly", "u32", 0, 4, false, true, false, true, true, "&m", false},
	{"&helper", "fn.helper", "function", "", 0, 0, false, false, true, false, false, "&m",
		false},
};
static const char *modules[] = {"&m", "&other"};
static const struct image_meta sample = {modules, 2, "full", "large", kernels, ARRAY_LEN(kernels),
	symbols, ARRAY_LEN(symbols), NULL};

static struct arena arena;
static struct diag diag;
static struct buf note;

static void set_up(void)
{
	arena_init(&arena);
	diag_init(&diag, &(struct diag_options){.tool = "test"});
	image_meta_write(&sample, &note);
}

static void tear_down(void)
{
	buf_release(&note);
	diag_release(&diag);
	arena_release(&arena);
}

TestSuite(image_meta, .init = set_up, .fini = tear_down);

static bool read_back(const struct buf *b, struct image_meta *m)
{
	return image_meta_read(b->data, b->len, "x.o", &arena, m, &diag);
}

Test(image_meta, what_was_written_is_read)
{
	struct image_meta m;
	struct buf again = BUF_INIT;

	cr_assert(read_back(&note, &m));
	cr_assert_eq(m.kernel_count, 2);
	cr_assert_str_eq(m.kernels[0].symbol, "vadd");
	cr_assert_eq(m.kernels[0].required_wg[1], 2);
	cr_assert_eq(m.kernels[0].args[3].dim, 16);
	cr_assert_str_eq(m.kernels[0].args[3].name, "");
	cr_assert_eq(m.kernels[1].arg_count, 0);
	cr_assert_eq(m.kernels[0].args[0].info.kind, KERNEL_ARG_GLOBAL_BUFFER);
	cr_assert_eq(m.kernels[0].args[0].info.space, KERNEL_ARG_CONSTANT);
	cr_assert(m.kernels[0].args[0].info.is_restrict && !m.kernels[0].args[0].info.is_volatile);
	cr_assert_str_eq(m.kernels[0].args[0].info.source_type, "const float*");
	cr_assert_str_eq(m.kernels[0].args[1].info.source_name, "");
	cr_assert_eq(m.kernels[0].args[2].info.access, KERNEL_ARG_READ_WRITE);
	cr_assert_str_eq(m.kernels[0].info.vec_type_hint, "float4");
	cr_assert_eq(m.kernels[0].info.wg_hint[1], 4);
	cr_assert(m.kernels[0].info.uniform_work_groups && !m.kernels[1].info.uniform_work_groups);
	cr_assert(m.kernels[0].program_linkage && !m.kernels[1].program_linkage);
	cr_assert_str_eq(m.kernels[1].module, "&other");
	cr_assert_str_eq(m.symbols[1].module, "&m");
	cr_assert_eq(m.symbols[0].dim, (uint64_t)1 << 33);
	cr_assert(m.symbols[1].is_const && m.symbols[1].agent_allocation);
	cr_assert(!m.symbols[2].definition && m.symbols[2].program_linkage);
	cr_assert_str_eq(m.modules[1], "&other");
	image_meta_write(&m, &again);
	cr_assert_eq(again.len, note.len);
	cr_assert_eq(memcmp(again.data, note.data, note.len), 0);
	buf_release(&again);
}

Test(image_meta, prints_as_yaml)
{
	struct image_meta small = {modules, 1, "base", "small", &kernels[1], 1, NULL, 0, NULL};
	struct buf text = BUF_INIT;

	image_meta_print(&small, &text);
	buf_u8(&text, 0);
	cr_assert_str_eq((char *)text.data, "---\n"
					    "amdhsa.version: [1, 0]\n"
					    "amdhsa.kernels:\n"
					    "  - .name: \"&nop\"\n"
					    "    .symbol: \"nop.kd\"\n"
					    "    .kernarg_segment_size: 0\n"
					    "    .kernarg_segment_align: 16\n"
					    "    .group_segment_fixed_size: 0\n"
					    "    .private_segment_fixed_size: 0\n"
					    "    .wavefront_size: 32\n"
					    "    .hsaemu.module: \"&other\"\n"
					    "hsaemu.modules:\n"
					    "  - \"&m\"\n"
					    "hsaemu.profile: \"base\"\n"
					    "hsaemu.machine_model: \"small\"\n"
					    "...\n");
	buf_release(&text);
}

/* A word of an enumeration that is none of its words, but as long as one. */
Test(image_meta, unknown_words_are_refused)
{
	static const char word[] = "global_buffer";
	struct image_meta m;
	size_t at = 0;

	while (memcmp(note.data + at, word, sizeof word - 1) != 0)
		at++;
	note.data[at] = 'G';
	cr_assert_not(read_back(&note, &m));
	cr_assert_eq(diag.error_count, 1);
}

/* Every prefix is refused, with exactly one message, and nothing is read past it. */
Test(image_meta, every_truncation_is_refused)
{
	for (size_t len = 0; len < note.len; len++) {
		struct diag d;
		struct image_meta m;
		uint8_t *exact = mem_new(len + 1, 1);

		memcpy(exact + 1, note.data, len);
		diag_init(&d, &(struct diag_options){.tool = "test"});
		cr_assert_not(image_meta_read(exact + 1, len, "x.o", &arena, &m, &d), "%zu", len);
		cr_assert_eq(d.error_count, 1);
		diag_release(&d);
		free(exact);
	}
}

/* A damaged byte may still give metadata, but then metadata that can be written and printed. */
Test(image_meta, damaged_bytes_do_no_harm)
{
	for (size_t at = 0; at < note.len; at++) {
		for (unsigned bit = 0; bit < 8; bit++) {
			struct diag d;
			struct image_meta m;
			struct buf out = BUF_INIT;

			note.data[at] ^= (uint8_t)(1 << bit);
			diag_init(&d, &(struct diag_options){.tool = "test"});
			if (read_back(&note, &m)) {
				image_meta_write(&m, &out);
				image_meta_print(&m, &out);
			} else {
				cr_assert_eq(diag.error_count + d.error_count > 0, true);
			}
			diag_release(&d);
			buf_release(&out);
			note.data[at] ^= (uint8_t)(1 << bit);
		}
	}
}

static void refuses(const char *bytes, size_t len)
{
	struct image_meta m;
	unsigned before = diag.error_count;

	cr_assert_not(image_meta_read(bytes, len, "x.o", &arena, &m, &diag));
	cr_assert_eq(diag.error_count, before + 1);
}

#define REFUSES(lit) refuses(lit, sizeof(lit) - 1)

Test(image_meta, refuses_what_is_no_metadata)
{
	REFUSES("");
	REFUSES("\x80");                 /* no required key */
	REFUSES("\x93\x01\x02\x03");     /* an array */
	REFUSES("\xdf\xff\xff\xff\xff"); /* 2^32 - 1 pairs */
	REFUSES("\x81\xaf"
		"amdhsa.version\x92\x02\x00"); /* key's length is wrong */
	REFUSES("\x81\xae"
		"amdhsa.version\x92\x02\x00"); /* version 2.0 */
	REFUSES("\x82\xae"
		"amdhsa.version\x92\x01\x00\xae"
		"amdhsa.version\x92\x01\x00");
	REFUSES("\x81\xae"
		"amdhsa.kernels\xdd\x7f\xff\xff\xff");
	REFUSES("\x81\xae"
		"hsaemu.modules\x91\xa2"
		"a\0");
	REFUSES("\x81\xa1x\xc1");         /* not MessagePack */
	REFUSES("\x81\xa1x\xc7\xff\x01"); /* ext that is cut off */
}

Test(image_meta, skips_unknown_keys_but_not_without_bounds)
{
	struct buf b = BUF_INIT;
	struct image_meta m;

	/* one more pair in front: a key nobody knows with one value of each kind */
	static const char extra[] =
		"\xa1z\xdc\x00\x0c\xc0\xc3\xff\xd0\x80\xcb"
		"12345678"
		"\xc4\x01x\xc7\x01\x05y\xd4\x05y\xd9\x01s\x81\x01\x02\x91\x2a\xcd\x01\x02";
	cr_assert_eq(note.data[0], 0x86);
	buf_u8(&b, 0x87);
	buf_append(&b, extra, sizeof extra - 1);
	buf_append(&b, note.data + 1, note.len - 1);
	cr_assert(read_back(&b, &m));
	cr_assert_eq(m.kernel_count, 2);

	buf_clear(&b);
	buf_puts(&b, "\x81\xa1z");
	for (int i = 0; i < 100000; i++)
		buf_u8(&b, 0x91);
	buf_u8(&b, 0);
	cr_assert_not(read_back(&b, &m));
	buf_release(&b);
}

static void mangles(const char *hsail, const char *elf)
{
	struct buf out = BUF_INIT;

	image_mangle(str_from(hsail), &out);
	buf_u8(&out, 0);
	cr_assert_str_eq((char *)out.data, elf);
	buf_clear(&out);
	image_demangle(str_from(elf), &out);
	buf_u8(&out, 0);
	cr_assert_str_eq((char *)out.data, hsail);
	buf_release(&out);
}

Test(image_meta, names_survive_mangling)
{
	mangles("&vadd", "vadd");
	mangles("&a-b", "a$2db");
	mangles("&a$2d", "a$242d");
	mangles("&x.y_9", "x.y_9");
	mangles("&memcpy", "$6demcpy");
	mangles("&memcpy2", "memcpy2");
	mangles("&fn.f", "$66n.f");
	mangles("&k.kd", "k$2ekd");
	mangles("&fn.kd", "$66n$2ekd");
	mangles("&hsa_trap", "$68sa_trap");
	mangles("&_x", "$5fx");
	mangles("&\xc3\xa4", "$c3$a4");
}

Test(image_meta, functions_and_descriptors_demangle_to_their_names)
{
	struct buf out = BUF_INIT;

	image_demangle(STR("fn.f"), &out);
	buf_u8(&out, ' ');
	image_demangle(STR("vadd.kd"), &out);
	buf_u8(&out, ' ');
	image_demangle(STR("a$2"), &out);
	cr_assert(str_is(buf_slice(&out), "&f &vadd &a$2"));
	buf_release(&out);
}
