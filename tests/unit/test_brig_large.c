/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* BRIG that is large, or small and stands for much: text in pieces, its limit, time. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include "hsaemu/brig.h"

struct module {
	struct buf bytes;
	struct brig_view view;
	struct diag d;
};

static struct brig_builder *begin(void)
{
	struct brig_builder *b = brig_builder_new();
	struct brig_directive_module m = {
		.name = brig_build_string(b, STR("&m")),
		.hsail_major = 1,
		.profile = BRIG_PROFILE_FULL,
		.machine_model = BRIG_MACHINE_LARGE,
		.default_float_round = BRIG_ROUND_FLOAT_DEFAULT,
	};
	brig_build_module(b, &m);
	return b;
}

static void open_module(struct module *m, struct brig_builder *b)
{
	*m = (struct module){.bytes = BUF_INIT};
	diag_init(&m->d, &(struct diag_options){.tool = "test"});
	brig_builder_finish(b, &m->bytes);
	brig_builder_free(b);
	cr_assert(brig_view_open(&m->view, "m", m->bytes.data, m->bytes.len, &m->d));
}

static void close_module(struct module *m)
{
	brig_view_close(&m->view);
	buf_release(&m->bytes);
	diag_release(&m->d);
}

/* `count` variables of `bytes` bytes that share one initialiser. */
static void build_tables(struct brig_builder *b, unsigned count, size_t bytes)
{
	char *zeros = calloc(bytes, 1);
	uint32_t init = brig_build_constant(b, BRIG_TYPE_U8_ARRAY, zeros, bytes);
	for (unsigned i = 0; i < count; i++) {
		char text[16];
		struct brig_directive_variable v = {
			.init = init,
			.type = BRIG_TYPE_U8_ARRAY,
			.segment = BRIG_SEGMENT_GLOBAL,
			.align = BRIG_ALIGNMENT_1,
			.dim = bytes,
			.modifier = BRIG_VARIABLE_DEFINITION,
			.linkage = BRIG_LINKAGE_MODULE,
			.allocation = BRIG_ALLOCATION_PROGRAM,
		};
		snprintf(text, sizeof text, "&t%u", i);
		v.name = brig_build_string(b, str_from(text));
		brig_build_variable(b, &v);
	}
	free(zeros);
}

/* ---- text in pieces -------------------------------------------------------------------------- */

struct collector {
	struct sink sink;
	struct buf all;
	size_t largest, pieces, wanted;
};

static bool collect(struct sink *s, const void *bytes, size_t len)
{
	struct collector *c = (struct collector *)s;
	buf_append(&c->all, bytes, len);
	c->largest = len > c->largest ? len : c->largest;
	return ++c->pieces < c->wanted;
}

Test(brig_large, text_comes_in_pieces)
{
	struct module m;
	struct collector c = {.sink = {collect}, .all = BUF_INIT, .wanted = SIZE_MAX};
	struct buf whole = BUF_INIT, out = BUF_INIT;
	struct brig_builder *b = begin();
	build_tables(b, 3, 200000);
	open_module(&m, b);
	cr_assert(brig_verify(&m.view, &m.d));
	cr_assert(brig_print(&m.view, &(struct brig_print_options){.only = NULL}, &whole, &m.d));
	cr_assert(brig_print(&m.view, &(struct brig_print_options){.sink = &c.sink}, &out, &m.d));
	cr_assert(str_eq(buf_slice(&whole), buf_slice(&c.all)));
	cr_assert(out.len == 0 && c.largest < 2 * SINK_PIECE_BYTES);
	buf_release(&whole);
	buf_release(&c.all);
	buf_release(&out);
	close_module(&m);
}

Test(brig_large, dump_comes_in_pieces)
{
	struct module m;
	struct brig_builder *b = begin();
	build_tables(b, 3, 200000);
	open_module(&m, b);
	for (int format = BRIG_DUMP_TEXT; format <= BRIG_DUMP_JSON; format++) {
		struct collector c = {.sink = {collect}, .all = BUF_INIT, .wanted = SIZE_MAX};
		struct buf whole = BUF_INIT, out = BUF_INIT;
		cr_assert(brig_dump("m", m.bytes.data, m.bytes.len, (enum brig_dump_format)format,
			&whole, NULL));
		cr_assert(brig_dump("m", m.bytes.data, m.bytes.len, (enum brig_dump_format)format,
			&out, &c.sink));
		cr_assert(str_eq(buf_slice(&whole), buf_slice(&c.all)));
		cr_assert(c.largest < 2 * SINK_PIECE_BYTES);
		buf_release(&whole);
		buf_release(&c.all);
		buf_release(&out);
	}
	close_module(&m);
}

Test(brig_large, sink_that_wants_no_more_ends_it)
{
	struct module m;
	struct collector c = {.sink = {collect}, .all = BUF_INIT, .wanted = 2};
	struct buf out = BUF_INIT;
	struct brig_builder *b = begin();
	build_tables(b, 3, 200000);
	open_module(&m, b);
	cr_assert(!brig_print(&m.view, &(struct brig_print_options){.sink = &c.sink}, &out, &m.d));
	cr_assert(c.pieces <= 3 && !diag_failed(&m.d), "the sink reports its own trouble");
	c.pieces = 0;
	cr_assert(!brig_dump("m", m.bytes.data, m.bytes.len, BRIG_DUMP_TEXT, &out, &c.sink));
	cr_assert(c.pieces <= 3);
	buf_release(&c.all);
	buf_release(&out);
	close_module(&m);
}

/* ---- modules that stand for more than they are ----------------------------------------------- */

static bool ignore(struct sink *s, const void *bytes, size_t len)
{
	(void)s;
	(void)bytes;
	return len > 0;
}

Test(brig_large, text_far_larger_than_the_module_is_refused, .timeout = 60)
{
	struct module m;
	struct sink sink = {ignore};
	struct buf out = BUF_INIT;
	struct brig_builder *b = begin();
	build_tables(b, 2000, 100000);
	open_module(&m, b);
	cr_assert(brig_verify(&m.view, &m.d));
	cr_assert(!brig_print(&m.view, &(struct brig_print_options){.sink = &sink}, &out, &m.d));
	cr_assert_eq(diag_exit_status(&m.d), EXIT_REFUSED);
	buf_release(&out);
	close_module(&m);
}

/* Verifies the module and finds its text too long, both without delay. */
static void expect_too_long(struct module *m)
{
	struct sink sink = {ignore};
	struct buf out = BUF_INIT;
	bool good = brig_verify(&m->view, &m->d);
	diag_flush(&m->d, stderr);
	cr_assert(good);
	cr_assert(!brig_print(&m->view, &(struct brig_print_options){.sink = &sink}, &out, &m->d));
	cr_assert_eq(diag_exit_status(&m->d), EXIT_REFUSED);
	buf_release(&out);
	close_module(m);
}

/* A million comments, made to share the text of the first. */
Test(brig_large, comments_that_share_a_text, .timeout = 60)
{
	enum { COMMENTS = 1000000, BYTES = 1 << 22, NAME = 4 };
	struct module m;
	struct brig_builder *b = begin();
	char *text = malloc(BYTES);
	memset(text, '/', BYTES);
	uint32_t first = brig_build_name_directive(b, BRIG_KIND_DIRECTIVE_COMMENT,
		(struct str){text, BYTES});
	free(text);
	for (unsigned i = 1; i < COMMENTS; i++)
		brig_build_name_directive(b, BRIG_KIND_DIRECTIVE_COMMENT, STR("//"));
	open_module(&m, b);
	size_t code = (size_t)(m.view.sections[BRIG_SECTION_INDEX_CODE].bytes - m.bytes.data);
	uint32_t name = le32(m.bytes.data + code + first + NAME);
	for (unsigned i = 1; i < COMMENTS; i++)
		buf_patch_u32(&m.bytes, code + first + 8 * i + NAME, name);
	expect_too_long(&m);
}

static uint32_t begin_kernel(struct brig_builder *b)
{
	struct brig_directive_executable x = {
		.name = brig_build_string(b, STR("&k")),
		.modifier = BRIG_EXECUTABLE_DEFINITION,
		.linkage = BRIG_LINKAGE_PROGRAM,
	};
	uint32_t kernel = brig_build_executable_begin(b, BRIG_KIND_DIRECTIVE_KERNEL, &x);
	brig_build_executable_inputs(b, kernel);
	brig_build_executable_body(b, kernel);
	return kernel;
}

Test(brig_large, branches_that_share_a_list, .timeout = 60)
{
	enum { LABELS = 100000, BRANCHES = 100000 };
	struct module m;
	struct brig_builder *b = begin();
	uint32_t kernel = begin_kernel(b);
	uint32_t *labels = calloc(LABELS, sizeof *labels);
	for (unsigned i = 0; i < LABELS; i++) {
		char name[16];
		snprintf(name, sizeof name, "@l%u", i);
		labels[i] = brig_build_name_directive(b, BRIG_KIND_DIRECTIVE_LABEL, str_from(name));
	}
	const uint32_t operands[] = {brig_build_register(b, BRIG_REGISTER_KIND_SINGLE, 0),
		brig_build_code_list(b, labels, LABELS)};
	struct isa_inst inst;
	struct str bad;
	char scratch[200];
	cr_assert(isa_mnemonic_parse(STR("sbr_u32"), &inst, &bad, scratch));
	for (unsigned i = 0; i < BRANCHES; i++)
		brig_build_inst(b, &inst, BRIG_KIND_INST_BR, operands, 2);
	brig_build_executable_end(b, kernel);
	free(labels);
	open_module(&m, b);
	expect_too_long(&m);
}
