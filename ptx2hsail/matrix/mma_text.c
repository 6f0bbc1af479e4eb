/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file writes matrix products as PTX functions. Each lane computes its own elements of D;
 * mma_fetch.c writes how it gets the elements of A and B that it needs for them. */

#include "matrix/fragment.h"
#include "matrix/mma_instruction.h"
#include "matrix/mma_writer.h"
#include "hsaemu/str.h"

/* ---- sums -------------------------------------------------------------------------------- */

/* Adds the products of all elements in one register of A and one of B (inner, inner + 1, ...) to
 * the sum. */
static void add_registers(struct mma_writer *w, const struct fragment_source *a,
	const struct fragment_source *b)
{
	const struct mma *m = w->m;
	unsigned x = mma_fetched(w, MMA_A, *a), y = mma_fetched(w, MMA_B, *b);
	if (m->types[MMA_A] == MMA_B1)
		buf_printf(w->out,
			m->is_xor ? "\txor.b32 %%x, %%t%u, %%t%u;\n\tpopc.b32 %%x, %%x;\n"
				    "\tadd.s32 %%sum, %%sum, %%x;\n"
				  : "\tand.b32 %%x, %%t%u, %%t%u;\n\tpopc.b32 %%x, %%x;\n"
				    "\tadd.s32 %%sum, %%sum, %%x;\n",
			x, y);
	else
		buf_printf(w->out, "\tdp4a.%c32.%c32 %%sum, %%t%u, %%t%u, %%sum;\n",
			mma_types[m->types[MMA_A]].is_signed ? 's' : 'u',
			mma_types[m->types[MMA_B]].is_signed ? 's' : 'u', x, y);
}

static void add_product(struct mma_writer *w, const struct fragment_source *a,
	const struct fragment_source *b)
{
	unsigned x = mma_unpacked(w, MMA_A, a), y = mma_unpacked(w, MMA_B, b);
	if (mma_types[w->m->types[MMA_A]].is_integer)
		buf_printf(w->out, "\tmad.lo.s32 %%sum, %%t%u, %%t%u, %%sum;\n", x, y);
	else if (w->m->types[MMA_A] == MMA_F64)
		buf_printf(w->out, "\tfma.rn.f64 %%total, %%g%u, %%g%u, %%total;\n", x, y);
	else
		buf_printf(w->out, "\tfma.rn.f32 %s, %%f%u, %%f%u, %s;\n", w->sum, x, y, w->sum);
}

/* Sets the sum to the element of C. In m8n8k4, C and D of different types lie in different lanes,
 * so that the element has to be fetched. */
static void begin_sum(struct mma_writer *w, unsigned element)
{
	const struct fragment *c = &w->m->fragments[MMA_C], *d = &w->m->fragments[MMA_D];
	if (c->fixed_lanes != 0 && w->m->types[MMA_C] != w->m->types[MMA_D]) {
		struct fragment_source s = fragment_source_of_sum(c, d, element);
		unsigned from = mma_unpacked(w, MMA_C, &s);
		buf_printf(w->out, "\tmov.b32 %%sum, %%f%u;\n", from);
	} else if (mma_types[w->m->types[MMA_A]].is_integer)
		buf_puts(w->out, "\tmov.b32 %sum, 0;\n"); /* C is added last, for .satfinite */
	else if (w->m->types[MMA_C] == MMA_F64)
		buf_printf(w->out, "\tmov.b64 %%total, c%u;\n", element);
	else if (w->m->types[MMA_C] == MMA_F16)
		buf_printf(w->out, "\tmov.b32 {%%h0, %%h1}, c%u;\n\tcvt.f32.f16 %%sum, %%h%u;\n",
			element / 2, element % 2);
	else
		buf_printf(w->out, "\tmov.b32 %%sum, c%u;\n", element);
}

static void end_sum(struct mma_writer *w, unsigned element)
{
	const struct mma *m = w->m;
	if (mma_types[m->types[MMA_A]].is_integer)
		buf_printf(w->out, "\tadd%s.s32 d%u, %%sum, c%u;\n", m->saturates ? ".sat" : "",
			element, element);
	else if (m->types[MMA_D] == MMA_F64)
		buf_printf(w->out, "\tmov.b64 d%u, %%total;\n", element);
	else if (m->types[MMA_D] == MMA_F32)
		buf_printf(w->out, "\tmov.b32 d%u, %%sum;\n", element);
	else if (element % 2 == 0)
		buf_puts(w->out, "\tmov.b32 %even, %sum;\n");
	else
		buf_printf(w->out, "\tcvt.rn.f16x2.f32 d%u, %%sum, %%even;\n", element / 2);
}

static void add_products(struct mma_writer *w, unsigned element, unsigned first, unsigned end)
{
	const struct mma *m = w->m;
	const struct fragment *d = &m->fragments[MMA_D];
	enum mma_type type = m->types[MMA_A];
	bool by_register = !m->is_sparse && (type == MMA_S8 || type == MMA_U8 || type == MMA_B1);
	unsigned step = by_register ? 1u << mma_types[type].packed : 1;
	for (unsigned k = first; k < end; k += step) {
		if (m->is_sparse) {
			mma_sparse_product(w, element, k);
			continue;
		}
		struct fragment_source a =
			fragment_source(&m->fragments[MMA_A], d, false, element, k);
		struct fragment_source b =
			fragment_source(&m->fragments[MMA_B], d, true, element, k);
		if (by_register)
			add_registers(w, &a, &b);
		else
			add_product(w, &a, &b);
	}
}

static void write_element(struct mma_writer *w, unsigned element)
{
	const struct mma *m = w->m;
	unsigned count = 1u << m->fragments[MMA_A].inner_bits;
	begin_sum(w, element);
	if (m->scales == 0)
		add_products(w, element, 0, count);
	for (unsigned i = 0; i < m->scales; i++) {
		buf_puts(w->out, "\tmov.b32 %part, 0;\n");
		add_products(w, element, count / m->scales * i, count / m->scales * (i + 1));
		mma_scale_add(w, element, i);
	}
	end_sum(w, element);
}

/* ---- functions --------------------------------------------------------------------------- */

void mma_function(const struct mma *m, const char *name, struct buf *out)
{
	struct buf fetches = BUF_INIT, body = BUF_INIT;
	struct mma_writer w = {.m = m,
		.fetches = &fetches,
		.out = &body,
		.sum = m->scales != 0 ? "%part" : "%sum"};
	if (m->is_sparse)
		mma_sparse_begin(&w);
	if (m->scales != 0)
		mma_scale_begin(&w);
	for (unsigned e = 0; e < 1u << m->fragments[MMA_D].element_bits; e++)
		write_element(&w, e);
	buf_puts(out, ".func (");
	mma_write_formals(m, MMA_D, false, out);
	buf_printf(out, ") %s(", name);
	mma_write_formals(m, MMA_A, true, out);
	mma_write_formals(m, MMA_B, true, out);
	mma_write_formals(m, MMA_C, false, out);
	if (m->is_sparse)
		buf_puts(out, ", .reg .b32 e, .reg .b32 select");
	if (m->scales != 0)
		buf_puts(out,
			", .reg .b32 sa, .reg .b32 ba, .reg .b32 ta, .reg .b32 sb, .reg .b32 bb, "
			".reg .b32 tb");
	buf_printf(out, ")\n{\n\t.reg .b32 %%t<%u>, %%own, %%lane, %%x, %%y;\n", w.next + 1);
	buf_printf(out,
		"\t.reg .b32 %%f<%u>, %%sum, %%part, %%even;\n"
		"\t.reg .b64 %%g<%u>, %%total, %%va<8>, %%vb<8>;\n",
		w.next + 1, w.next + 1);
	buf_puts(out, "\t.reg .b16 %h<2>;\n\t.reg .b8 %b;\n\t.reg .b32 %m<4>, %wa<2>, %wb<2>;\n"
		      "\t.reg .pred %p, %q;\n\tmov.u32 %own, %laneid;\n");
	struct str text = buf_slice(&fetches);
	buf_append(out, text.p, text.n);
	text = buf_slice(&body);
	buf_append(out, text.p, text.n);
	buf_puts(out, "\tret;\n}\n");
	buf_release(&fetches);
	buf_release(&body);
	mem_free(w.values);
}
