/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Views of a gang for the lowerings (gang.h): struct fin_lower_ops over the gang's registers and
 * masks. */
#include "hsaemu/kernel_abi.h"
#include "gang/gang.h"
#include "gang/gang_rows.h"
#include "ir/bits.h"

static struct fin_view *view_of(struct fin_lower *w)
{
	return (struct fin_view *)w;
}

/* ---- registers ------------------------------------------------------------------------------ */

/* The address of the lane's element in an array of the wave. */
static LLVMValueRef lane_pointer(const struct fin_view *v, LLVMTypeRef elem, LLVMValueRef array)
{
	LLVMValueRef index = fin_resize(v->w.l, v->lane, 64, false);

	return LLVMBuildGEP2(v->w.l->b, elem, array, &index, 1, "");
}

/* The value of a register that is linear in the lane's part. */
static LLVMValueRef linear_value(const struct fin_view *view, uint32_t reg)
{
	struct fin_gang *g = view->g;
	unsigned lane = (unsigned)LLVMConstIntGetZExtValue(view->lane);
	LLVMValueRef first = fin_gang_scalar(g, reg, lane / g->lanes);
	uint64_t stride = (uint64_t)g->s->of[reg].stride;

	return LLVMBuildAdd(g->w->l->b, first, fin_like(first, stride * (lane % g->lanes)), "");
}

static LLVMValueRef lane_value(const struct fin_view *view, uint32_t reg)
{
	struct fin_gang *g = view->g;
	LLVMTypeRef elem;
	LLVMValueRef v;

	if (view->own != NULL && view->own[reg] != NULL)
		return view->own[reg];
	if (fin_is_uniform(g->s->of[reg]))
		return fin_gang_scalar(g, reg, 0);
	if (view->own != NULL && g->s->of[reg].kind == FIN_SHAPE_LINEAR &&
		LLVMIsConstant(view->lane))
		return linear_value(view, reg);
	elem = fin_gang_spill_type(g, reg);
	v = LLVMBuildLoad2(g->w->l->b, elem, lane_pointer(view, elem, g->spill[reg]), "");
	/* otherwise LLVM would take the element from the vector that was stored, which is slower
	 * than a load */
	LLVMSetVolatile(v, LLVMIsConstant(view->lane));
	return fin_resize(g->w->l, v, g->w->f->regs[reg].bits, false);
}

static void set_lane_value(const struct fin_view *view, uint32_t reg, LLVMValueRef v)
{
	struct fin_gang *g = view->g;
	LLVMTypeRef elem = fin_gang_spill_type(g, reg);

	LLVMBuildStore(g->w->l->b, fin_resize(g->w->l, v, LLVMGetIntTypeWidth(elem), false),
		lane_pointer(view, elem, g->spill[reg]));
}

static LLVMValueRef get(struct fin_lower *w, uint32_t reg)
{
	const struct fin_view *v = view_of(w);

	switch (v->kind) {
	case FIN_VIEW_ONCE:
	case FIN_VIEW_SCALARS:
		return fin_gang_scalar(v->g, reg, v->part);
	case FIN_VIEW_VECTORS:
		return fin_gang_vector(v->g, reg, v->part);
	case FIN_VIEW_LANE:
		break;
	}
	return lane_value(v, reg);
}

static LLVMValueRef block_mask(const struct fin_gang *g, uint32_t reg, unsigned part)
{
	return g->mask != NULL && fin_bits_has(&g->s->blend, reg) ? g->mask[part] : NULL;
}

static void set_everywhere(struct fin_gang *g, uint32_t reg, LLVMValueRef v)
{
	for (unsigned p = 0; p < g->parts; p++)
		fin_gang_blend(g, reg, p, fin_splat(g->w->l, v, g->lanes), block_mask(g, reg, p));
}

static void set(struct fin_lower *w, uint32_t reg, LLVMValueRef bits)
{
	struct fin_view *v = view_of(w);
	struct fin_gang *g = v->g;

	if (v->wanted != FIN_NOWHERE) {
		if (v->wanted == reg)
			v->found = bits;
		return;
	}
	if (v->own != NULL) {
		v->own[reg] = bits;
		return;
	}
	if (g->s->of[reg].kind != FIN_SHAPE_VARYING) {
		fin_gang_put(g, reg, v->part, bits);
		return;
	}
	switch (v->kind) {
	case FIN_VIEW_VECTORS:
		fin_gang_blend(g, reg, v->part, bits, block_mask(g, reg, v->part));
		break;
	case FIN_VIEW_LANE:
		set_lane_value(v, reg, bits);
		break;
	case FIN_VIEW_ONCE:
		set_everywhere(g, reg, bits);
		break;
	case FIN_VIEW_SCALARS:
		BUG("register %u varies", reg);
	}
}

static LLVMValueRef same(struct fin_lower *w, uint32_t reg)
{
	const struct fin_view *v = view_of(w);
	struct fin_lane_shape s = v->g->s->of[reg];

	return fin_is_part_uniform(s) && !s.risky ? fin_gang_scalar(v->g, reg, v->part) : NULL;
}

/* ---- lanes that are on ---------------------------------------------------------------------- */

static LLVMValueRef mask(struct fin_lower *w)
{
	const struct fin_view *v = view_of(w);

	return v->kind == FIN_VIEW_VECTORS && v->g->mask != NULL ? v->g->mask[v->part] : NULL;
}

static LLVMValueRef any(struct fin_lower *w)
{
	const struct fin_view *v = view_of(w);

	if (v->g->mask == NULL || v->kind == FIN_VIEW_VECTORS || v->kind == FIN_VIEW_LANE)
		return NULL;
	return fin_gang_any(v->g, v->g->mask);
}

static LLVMValueRef wave_id(struct fin_lower *w)
{
	return LLVMBuildExtractElement(w->l->b, view_of(w)->g->flat[0],
		LLVMConstInt(w->l->i32, 0, false), "");
}

struct fin_view fin_gang_first_lane(struct fin_gang *g)
{
	return fin_gang_lane(g, fin_lowest_bit(g->w->l, fin_gang_wave_bits(g, g->mask)));
}

static void trap_if(struct fin_lower *w, LLVMValueRef condition, unsigned trap, LLVMValueRef value)
{
	struct fin_gang *g = view_of(w)->g;
	LLVMBuilderRef b = w->l->b;
	LLVMBasicBlockRef bad, good;
	struct fin_view first;

	if (view_of(w)->kind == FIN_VIEW_LANE) {
		fin_trap_if(w, condition, trap, value);
		return;
	}
	bad = fin_gang_block(g, "break");
	good = fin_gang_block(g, "");
	LLVMBuildCondBr(b, condition, bad, good);
	LLVMPositionBuilderAtEnd(b, bad);
	first = fin_gang_first_lane(g);
	fin_trap_if(&first.w, LLVMConstInt(w->l->i1, 1, false), trap, value);
	LLVMBuildBr(b, good);
	LLVMPositionBuilderAtEnd(b, good);
}

/* ---- views ---------------------------------------------------------------------------------- */

static const struct fin_lower_ops gang_ops = {
	.get = get,
	.set = set,
	.same = same,
	.formal = fin_view_formal,
	.mask = mask,
	.any = any,
	.wave_id = wave_id,
	.trap_if = trap_if,
	.frame_items = HSAEMU_WAVESIZE,
	.is_in_step = true,
};

static struct fin_view view(struct fin_gang *g, enum fin_view_kind kind, unsigned part)
{
	struct fin_view v = {.w = *g->w, .g = g, .kind = kind, .part = part, .wanted = FIN_NOWHERE};
	bool is_vector = kind == FIN_VIEW_VECTORS;

	v.w.ops = &gang_ops;
	v.w.lanes = is_vector ? g->lanes : 1;
	for (unsigned d = 0; d < 3; d++)
		v.w.id[d] = is_vector ? g->id[d][part] : g->id_base[d][part];
	v.w.flat_id = is_vector ? g->flat[part] : g->flat_base[part];
	v.w.block = g->block[part];
	return v;
}

struct fin_view fin_gang_once(struct fin_gang *g)
{
	return view(g, FIN_VIEW_ONCE, 0);
}

struct fin_view fin_gang_scalars(struct fin_gang *g, unsigned part)
{
	return view(g, FIN_VIEW_SCALARS, part);
}

struct fin_view fin_gang_vectors(struct fin_gang *g, unsigned part)
{
	return view(g, FIN_VIEW_VECTORS, part);
}

struct fin_view fin_gang_lane(struct fin_gang *g, LLVMValueRef lane)
{
	struct fin_view v = view(g, FIN_VIEW_LANE, 0);
	struct fin_lower *w = &v.w;
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef first = LLVMConstInt(w->l->i32, 0, false), offset;

	lane = fin_resize(w->l, lane, 32, false);
	v.lane = lane;
	for (unsigned d = 0; d < 3; d++)
		w->id[d] = NULL; /* no instruction that is lowered lane by lane reads ids */
	w->flat_id = fin_gang_flat_id(g, lane);
	offset = LLVMBuildMul(b, fin_resize(w->l, lane, 64, false), w->block_bytes, "");
	w->block = LLVMBuildExtractElement(b, g->block[0], first, "");
	w->block = LLVMBuildGEP2(b, w->l->i8, w->block, &offset, 1, "");
	return v;
}
