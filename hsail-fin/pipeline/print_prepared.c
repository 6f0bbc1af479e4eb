/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* --emit=ir: prints a function as text, with what the passes that are done have found out.
 *
 *     // vector code
 *     kernel &k
 *     // region 1; no barrier follows; %3 kept; %5 computed again
 *     @4:	// from @3; some lanes may be off
 *     	ld_global_u32 %11, [%12]	// varies
 *     	cbr %13, @4, @3	// lanes part */
#include "ir/print_ir.h"
#include "pipeline/print_prepared.h"
#include "ir/bits.h"

/* ---- regions -------------------------------------------------------------------------------- */

static bool is_scalar(const struct fin_prepared *p)
{
	return p->product == FIN_SCALAR_KERNEL;
}

/* How a register gets across the barrier. In vector code its shape tells whether it is kept for
 * each lane. */
static const char *kept_as(const struct fin_prepared *p, enum fin_context_kind kind)
{
	if (kind == FIN_CONTEXT_AGAIN)
		return "computed again";
	if (!is_scalar(p))
		return "kept";
	return kind == FIN_CONTEXT_ITEM ? "kept for each item" : "kept for the group";
}

static void print_context(const struct fin_prepared *p, const struct fin_region *r, struct buf *out)
{
	for (uint32_t k = 0; k < r->context_count; k++)
		buf_printf(out, "; %%%u %s", r->context[k],
			kept_as(p, p->regions.kind[r->context[k]]));
}

static void print_region(const struct fin_prepared *p, const struct fin_block *b, struct buf *out)
{
	for (uint32_t k = 0; k < p->regions.count; k++) {
		const struct fin_region *r = &p->regions.regions[k];

		if (r->entry != b)
			continue;
		buf_printf(out, "// region %u%s", k, r->may_wait ? "" : "; no barrier follows");
		if (p->holds & HOLDS_FLOW)
			buf_puts(out, p->flows[k].dispatched ? "; block by block" : "");
		if (k > 0)
			print_context(p, r, out);
		buf_puts(out, "\n");
	}
}

/* ---- shapes --------------------------------------------------------------------------------- */

/* The shapes to print first. For a function there are only shapes for any ids. */
static const struct fin_shapes *shapes_of(const struct fin_prepared *p)
{
	return p->product == FIN_WAVE_FUNCTION ? &p->any : &p->in_rows;
}

static void print_shape(struct fin_lane_shape s, struct buf *out)
{
	switch (s.kind) {
	case FIN_SHAPE_NONE:
		buf_puts(out, "undefined");
		break;
	case FIN_SHAPE_GROUP:
		buf_puts(out, "one for the group");
		break;
	case FIN_SHAPE_WAVE:
		buf_puts(out, "one for the wave");
		break;
	case FIN_SHAPE_LINEAR:
		buf_printf(out, "linear %lld%s", (long long)s.stride, s.risky ? ", risky" : "");
		break;
	case FIN_SHAPE_VARYING:
		buf_puts(out, "varies");
		break;
	}
}

static bool is_same(struct fin_lane_shape a, struct fin_lane_shape b)
{
	return a.kind == b.kind && a.stride == b.stride && a.risky == b.risky;
}

static void note_register(const void *context, uint32_t reg, struct buf *out)
{
	const struct fin_prepared *p = context;
	const struct fin_shapes *s = shapes_of(p);

	if ((p->holds & HOLDS_SHAPES) == 0)
		return;
	buf_puts(out, "\t// ");
	print_shape(s->of[reg], out);
	if (!is_same(s->of[reg], p->any.of[reg])) {
		buf_puts(out, "; with any ids ");
		print_shape(p->any.of[reg], out);
	}
	if (fin_bits_has(&s->blend, reg))
		buf_puts(out, "; lanes that are off keep theirs");
}

/* ---- blocks --------------------------------------------------------------------------------- */

/* Finds a region that the block is in, and its position there; false if it is in none. */
static bool find_block(const struct fin_prepared *p, const struct fin_block *b, uint32_t *region,
	uint32_t *at)
{
	for (*region = 0; *region < p->regions.count; ++*region) {
		*at = fin_position(&p->flows[*region].position, b->index);
		if (*at != FIN_NOWHERE)
			return true;
	}
	return false;
}

static void note_block(const void *context, const struct fin_block *b, struct buf *out)
{
	const struct fin_prepared *p = context;
	uint32_t r, at;

	if ((p->holds & HOLDS_FLOW) == 0 || !find_block(p, b, &r, &at))
		return;
	if (fin_is_header(&p->flows[r], at))
		buf_puts(out, "; a loop begins");
	if ((p->holds & HOLDS_SHAPES) == 0)
		return;
	if (fin_bits_has(&shapes_of(p)->in[r].partial, at))
		buf_puts(out, "; some lanes may be off");
	if (fin_bits_has(&shapes_of(p)->in[r].join, at))
		buf_puts(out, "; lanes meet");
}

static void note_end(const void *context, const struct fin_block *b, struct buf *out)
{
	const struct fin_prepared *p = context;
	uint32_t r, at;

	if ((p->holds & HOLDS_SHAPES) != 0 && find_block(p, b, &r, &at) &&
		fin_bits_has(&shapes_of(p)->in[r].branch, at))
		buf_puts(out, "\t// lanes part");
}

static void before_block(const void *context, const struct fin_block *b, struct buf *out)
{
	const struct fin_prepared *p = context;

	if (p->holds & HOLDS_REGIONS)
		print_region(p, b, out);
}

/* ---- functions ------------------------------------------------------------------------------ */

static const char *product_name(const struct fin_prepared *p)
{
	static const char *const names[FIN_PRODUCTS] = {
		[FIN_SCALAR_KERNEL] = "scalar code",
		[FIN_VECTOR_KERNEL] = "vector code",
		[FIN_WAVE_KERNEL] = "vector code, a wave on a fiber",
		[FIN_ITEM_KERNEL] = "scalar code, a work-item on a fiber",
		[FIN_WAVE_FUNCTION] = "vector code, for a wave",
		[FIN_ITEM_FUNCTION] = "scalar code, for a work-item",
		[FIN_ESTIMATE] = "estimate",
	};

	return names[p->product];
}

void fin_print_state(const struct fin_prepared *p, struct buf *out)
{
	struct fin_notes notes = {.before_block = before_block,
		.of_block = note_block,
		.of_register = note_register,
		.of_end = note_end,
		.context = p};

	if (p->lanes > 0)
		buf_printf(out, "// %s\n", product_name(p));
	if ((p->holds & HOLDS_REGIONS) && is_scalar(p))
		buf_printf(out, "// %llu bytes for each work-item over barriers%s\n",
			(unsigned long long)p->regions.item_bytes,
			p->regions.retires ? "; some end before a barrier" : "");
	fin_print(p->f, &notes, out);
}
