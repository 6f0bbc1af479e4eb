/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* PTX to BRIG through the library's entry. */
#include <criterion/criterion.h>
#include "hsaemu/brig.h"
#include "hsaemu/translate.h"

#define HEAD ".version 8.0\n.target sm_80\n.address_size 64\n"

struct outcome {
	struct buf brig;
	struct diag diag;
	bool ok;
};

static struct outcome translate(const char *text, size_t prefix, const struct translate_options *o)
{
	const struct diag_options options = {.tool = "test", .error_limit = 0};
	struct outcome r = {.brig = BUF_INIT};
	struct source s;
	diag_init(&r.diag, &options);
	source_borrow(&s, "x.ptx", text, strlen(text));
	if (prefix != 0)
		buf_extend(&r.brig, prefix);
	r.ok = translate_ptx(&s, o, &r.brig, &r.diag);
	source_release(&s);
	return r;
}

static void release(struct outcome *r)
{
	buf_release(&r->brig);
	diag_release(&r->diag);
}

Test(translate, appends_a_module)
{
	struct outcome r = translate(HEAD ".visible .entry k() { ret; }\n", 5, NULL);
	cr_assert(r.ok);
	struct brig_view v;
	cr_assert(brig_view_open(&v, "x.brig", r.brig.data + 5, r.brig.len - 5, &r.diag));
	cr_assert(brig_verify(&v, &r.diag));
	brig_view_close(&v);
	release(&r);
}

Test(translate, names_the_module)
{
	const struct translate_options o = {.module_name = "&mine"};
	struct outcome r = translate(HEAD, 0, &o);
	cr_assert(r.ok);
	struct brig_view v;
	struct brig_directive_module m;
	struct str name;
	cr_assert(brig_view_open(&v, "x.brig", r.brig.data, r.brig.len, &r.diag));
	cr_assert(brig_module(&v, &m) && brig_data(&v, m.name, &name));
	cr_assert(str_is(name, "&mine"));
	brig_view_close(&v);
	release(&r);
}

Test(translate, lists_all_that_is_unsupported)
{
	struct outcome r = translate(HEAD ".entry k() { .reg .b32 %r1;\n"
					  "mma.one; mma.two.f32 %r1; wgmma.three;\n}\n",
		0, NULL);
	cr_assert(!r.ok);
	cr_assert_eq(r.diag.unsupported_count, 3);
	cr_assert_eq(r.diag.error_count, 0);
	cr_assert_eq(r.brig.len, 0);
	release(&r);
}

Test(translate, a_header_is_an_empty_module)
{
	struct outcome r = translate(HEAD, 0, NULL);
	cr_assert(r.ok);
	release(&r);
}

Test(translate, survey_counts)
{
	struct diag d;
	diag_init(&d, &(struct diag_options){.tool = "test"});
	const char *text = HEAD ".entry k() { .reg .b32 %r1;\n"
				"mma.one; mma.one; add.u32 %r1, %r1, 1; tcgen05.x;\n}\n";
	struct source s;
	struct buf table = BUF_INIT;
	source_borrow(&s, "x.ptx", text, strlen(text));
	cr_assert(translate_survey(&s, &table, &d));
	cr_assert(str_is(buf_slice(&table),
		"2\t'mma.one' has no translation to HSAIL\tx.ptx\n"
		"1\t'tcgen05.x': HSAIL 1.0 has no tensor memory\tx.ptx\n"));
	cr_assert_not(diag_failed(&d));
	diag_release(&d);
	buf_release(&table);
	source_release(&s);
}

static void check_text(struct buf *b)
{
	buf_puts(b, "ret; }\n");
	buf_u8(b, 0);
	struct outcome r = translate((const char *)b->data, 0, NULL);
	cr_assert(r.ok);
	release(&r);
	buf_release(b);
}

/* Every live value needs a register or a place to spill to. */
Test(translate, spills_registers)
{
	enum { COUNT = 1500 };
	struct buf b = BUF_INIT;
	buf_printf(&b,
		HEAD ".visible .entry k(.param .u64 p) {\n.reg .b64 %%a, %%d<%u>;\n"
		     "ld.param.u64 %%a, [p];\n",
		COUNT);
	for (unsigned i = 0; i < COUNT; i++)
		buf_printf(&b, "ld.global.b64 %%d%u, [%%a+%u];\n", i, i * 8);
	for (unsigned i = 0; i < COUNT; i++)
		buf_printf(&b, "st.global.b64 [%%a+%u], %%d%u;\n", i * 8, COUNT - 1 - i);
	check_text(&b);
}

Test(translate, spills_predicates)
{
	enum { COUNT = 300 };
	struct buf b = BUF_INIT;
	buf_printf(&b,
		HEAD ".visible .entry k(.param .u64 p) {\n.reg .b64 %%a;\n.reg .b32 %%t;\n"
		     ".reg .pred %%p<%u>;\nld.param.u64 %%a, [p];\nld.global.u32 %%t, [%%a];\n",
		COUNT);
	for (unsigned i = 0; i < COUNT; i++)
		buf_printf(&b, "setp.eq.u32 %%p%u, %%t, %u;\n", i, i);
	for (unsigned i = 0; i < COUNT; i++)
		buf_printf(&b, "@%%p%u st.global.u32 [%%a], %u;\n", i, i);
	check_text(&b);
}
