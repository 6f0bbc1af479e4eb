/* Which form an instruction takes in vector code. */
#include "gang.h"

/* ---- one lane after the other --------------------------------------------------------------- */

/* The loop over the lanes of a part; the body goes between. */
struct lane_loop {
	LLVMBasicBlockRef body, after;
	LLVMValueRef left; /* phi: lanes to do, as bits; or the lane when all are on */
	LLVMValueRef mask;
};

static struct lane_loop open_lanes(struct fin_gang *g, unsigned part)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
	struct lane_loop l = {.body = fin_gang_block(g, "lane"),
		.after = fin_gang_block(g, ""),
		.mask = g->mask != NULL ? g->mask[part] : NULL};
	LLVMValueRef start, lane;

	if (l.mask == NULL) {
		start = LLVMConstInt(g->w->l->i32, 0, false);
		LLVMBuildBr(b, l.body);
	} else {
		start = fin_gang_bits(g, l.mask);
		LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, start, fin_like(start, 0), ""),
			l.body, l.after);
	}
	LLVMPositionBuilderAtEnd(b, l.body);
	lane = l.left = LLVMBuildPhi(b, LLVMTypeOf(start), "");
	LLVMAddIncoming(l.left, &start, &before, 1);
	if (l.mask != NULL) {
		LLVMTypeRef type = LLVMTypeOf(start);
		LLVMValueRef args[] = {l.left, LLVMConstInt(g->w->l->i1, 1, false)};

		lane = fin_resize(g->w->l,
			fin_intrinsic(g->w->l, "llvm.cttz", &type, 1, args, 2), 32, false);
	}
	fin_gang_select(g, FIN_GANG_LANE, part, lane);
	return l;
}

static void close_lanes(struct fin_gang *g, struct lane_loop *l)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
	LLVMValueRef one = fin_like(l->left, 1), next, more;

	if (l->mask == NULL) {
		next = LLVMBuildNUWAdd(b, l->left, one, "");
		more = LLVMBuildICmp(b, LLVMIntULT, next, fin_like(next, g->lanes), "");
	} else {
		next = LLVMBuildAnd(b, l->left, LLVMBuildSub(b, l->left, one, ""), "");
		more = LLVMBuildICmp(b, LLVMIntNE, next, fin_like(next, 0), "");
	}
	LLVMAddIncoming(l->left, &next, &here, 1);
	LLVMBuildCondBr(b, more, l->body, l->after);
	LLVMPositionBuilderAtEnd(b, l->after);
}

void fin_gang_lanes(struct fin_gang *g, const struct fin_inst *i)
{
	for (unsigned p = 0; p < g->parts; p++) {
		struct lane_loop l = open_lanes(g, p);

		fin_lower_inst(g->w, i);
		close_lanes(g, &l);
	}
}

/* ---- by shape ------------------------------------------------------------------------------- */

static void lower_once(struct fin_gang *g, const struct fin_inst *i)
{
	fin_gang_select(g, FIN_GANG_ONCE, 0, NULL);
	fin_lower_inst(g->w, i);
}

/* As the result's shape asks. */
static void lower_by_result(struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];
	struct fin_lane_shape s = {.kind = FIN_SHAPE_NONE};

	if (fin_inst_defs(i, regs) > 0)
		s = g->s->of[regs[0]];
	if (fin_is_uniform(s)) {
		lower_once(g, i);
		return;
	}
	for (unsigned p = 0; p < g->parts; p++) {
		fin_gang_select(g,
			s.kind == FIN_SHAPE_LINEAR ? FIN_GANG_PART : FIN_GANG_VECTOR, p, NULL);
		fin_lower_inst(g->w, i);
	}
}

void fin_gang_inst(struct fin_gang *g, const struct fin_inst *i)
{
	uint32_t regs[FIN_MAX_REGS];

	switch (i->lowering) {
	case ISA_LOWER_LOAD:
		if (i->operands[1].kind != FIN_OPND_SLOTS && fin_inst_defs(i, regs) > 0 &&
			g->s->of[regs[0]].kind == FIN_SHAPE_VARYING)
			fin_gang_load(g, i);
		else
			lower_by_result(g, i);
		break;
	case ISA_LOWER_STORE:
		if (i->operands[1].kind != FIN_OPND_SLOTS)
			fin_gang_store(g, i);
		else
			lower_by_result(g, i);
		break;
	case ISA_LOWER_ATOMIC:
	case ISA_LOWER_SIGNAL:
	case ISA_LOWER_CALL:
	case ISA_LOWER_ALLOCA:
	case ISA_LOWER_DEBUGTRAP:
		fin_gang_lanes(g, i);
		break;
	case ISA_LOWER_CLOCK:
	case ISA_LOWER_FENCE:
		lower_once(g, i);
		break;
	case ISA_LOWER_LANE:
		fin_gang_cross(g, i);
		break;
	default:
		lower_by_result(g, i);
		break;
	}
}
