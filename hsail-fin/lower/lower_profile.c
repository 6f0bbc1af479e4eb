/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code of --profile: counters of the work-group's CU, and its data TLB (hsaemu/profile.h).
 *
 * An access whose addresses are all in the page that it used last looks for it in the entry that it
 * used last. All else is done by the device library, lane by lane. */
#include "hsaemu/kernel_abi.h"
#include "llvm/debug_info.h"
#include "gang/gang.h"
#include "llvm/profile_map.h"

/* ---- where the CU's things are -------------------------------------------------------------- */

static LLVMValueRef control_field(struct fin_lower *w, size_t offset)
{
	LLVMValueRef at = LLVMConstInt(w->l->i64, offset, false);
	LLVMValueRef p = LLVMBuildGEP2(w->entry, w->l->i8, fin_profile_control(w->l), &at, 1, "");
	LLVMValueRef load = LLVMBuildLoad2(w->entry, w->l->i64, p, "");

	LLVMSetMetadata(load, w->l->md_invariant_load, w->l->empty_node);
	return load;
}

static LLVMValueRef of_cu(struct fin_lower *w, size_t stride)
{
	LLVMValueRef cu = fin_wg_field(w, offsetof(struct hsaemu_wg, cu), w->l->i32);

	return LLVMBuildMul(w->entry, LLVMBuildZExt(w->entry, cu, w->l->i64, ""),
		control_field(w, stride), "");
}

static LLVMValueRef counters(struct fin_lower *w)
{
	LLVMValueRef offset;

	if (w->counters != NULL)
		return w->counters;
	offset = LLVMBuildAdd(w->entry, of_cu(w, offsetof(struct hsaemu_profile, stride)),
		control_field(w, offsetof(struct hsaemu_profile, delta)), "");
	w->counters = LLVMBuildGEP2(w->entry, w->l->i8, fin_profile_counters(w->m->profile, w->l),
		&offset, 1, "");
	return w->counters;
}

static LLVMValueRef tlb(struct fin_lower *w)
{
	LLVMValueRef offset;

	if (w->tlb != NULL)
		return w->tlb;
	offset = LLVMBuildAdd(w->entry, of_cu(w, offsetof(struct hsaemu_profile, tlb_stride)),
		control_field(w, offsetof(struct hsaemu_profile, tlbs)), "");
	w->tlb = LLVMBuildIntToPtr(w->entry, offset, w->l->ptr, "");
	return w->tlb;
}

/* ---- counters ------------------------------------------------------------------------------- */

/* A CU is one thread but for kernels that wait: what they wait for may run beside them. */
static void add(struct fin_lower *w, uint32_t counter, LLVMValueRef n)
{
	LLVMBuilderRef b = w->l->b;
	LLVMValueRef p = fin_byte_offset(w, counters(w), (uint64_t)counter * 8), old, store;
	struct fin_address own = {.segment = BRIG_SEGMENT_SPILL, .is_local = true};

	n = fin_resize(w->l, n, 64, false);
	if (w->f->yields) {
		LLVMBuildAtomicRMW(b, LLVMAtomicRMWBinOpAdd, p, n, LLVMAtomicOrderingMonotonic,
			false);
		return;
	}
	old = LLVMBuildLoad2(b, w->l->i64, p, "");
	fin_memory_metadata(w, old, &own);
	store = LLVMBuildStore(b, LLVMBuildAdd(b, old, n, ""), p);
	fin_memory_metadata(w, store, &own);
}

static LLVMValueRef one(struct fin_lower *w)
{
	return LLVMConstInt(w->l->i64, 1, false);
}

static void count_wave(struct fin_gang *g, const struct fin_inst *i)
{
	struct fin_lower *w = g->w;
	LLVMValueRef lanes = fin_gang_wave_bits(g, g->mask), any = one(w);

	if (g->mask != NULL)
		any = LLVMBuildICmp(w->l->b, LLVMIntNE, lanes, fin_like(lanes, 0), "");
	add(w, i->counter + FIN_COUNT_LANES, fin_intrinsic1(w->l, "llvm.ctpop", lanes));
	add(w, i->counter + FIN_COUNT_WAVES, any);
}

/* Whether active lanes disagree on a 1-bit register. */
static LLVMValueRef is_split(struct fin_gang *g, uint32_t reg)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef lanes = fin_gang_wave_bits(g, g->mask), taken[FIN_MAX_PARTS], t;

	for (unsigned p = 0; p < g->parts; p++)
		taken[p] = fin_gang_vector(g, reg, p);
	t = LLVMBuildAnd(b, fin_gang_wave_bits(g, taken), lanes, "");
	return LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntNE, t, fin_like(t, 0), ""),
		LLVMBuildICmp(b, LLVMIntNE, t, lanes, ""), "");
}

/* Whether active lanes have different values in a register. */
static LLVMValueRef is_scattered(struct fin_gang *g, uint32_t reg)
{
	struct fin_llvm *l = g->w->l;
	LLVMValueRef least = NULL, most = NULL;

	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef v = fin_gang_vector(g, reg, p), low = v;

		if (g->mask != NULL) {
			low = fin_select(l, g->mask[p], v, fin_like(v, UINT64_MAX));
			v = fin_select(l, g->mask[p], v, fin_like(v, 0));
		}
		low = fin_intrinsic1(l, "llvm.vector.reduce.umin", low);
		v = fin_intrinsic1(l, "llvm.vector.reduce.umax", v);
		least = least == NULL ? low : fin_intrinsic2(l, "llvm.umin", least, low);
		most = most == NULL ? v : fin_intrinsic2(l, "llvm.umax", most, v);
	}
	/* without any lane the least is more than the most */
	return LLVMBuildICmp(l->b, LLVMIntULT, least, most, "");
}

static void count_divergence(struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_value *v = &i->operands[0].v[0];

	if (v->kind != FIN_VALUE_REG || fin_is_uniform(g->s->of[v->reg]))
		return;
	add(g->w, i->counter,
		(g->w->f->regs[v->reg].bits == 1 ? is_split : is_scattered)(g, v->reg));
}

/* ---- the data TLB --------------------------------------------------------------------------- */

/* The TLB and the counters are no memory of the kernel's. */
static void tlb_metadata(struct fin_lower *w, LLVMValueRef access)
{
	struct fin_address own = {.segment = BRIG_SEGMENT_PRIVATE};

	fin_memory_metadata(w, access, &own);
}

static LLVMValueRef load_word(struct fin_lower *w, LLVMValueRef p)
{
	LLVMValueRef v = LLVMBuildLoad2(w->l->b, w->l->i64, p, "");

	tlb_metadata(w, v);
	return v;
}

static void store_word(struct fin_lower *w, LLVMValueRef v, LLVMValueRef p)
{
	tlb_metadata(w, LLVMBuildStore(w->l->b, v, p));
}

static void call_library(struct fin_lower *w, const char *name, LLVMValueRef *args, unsigned count)
{
	LLVMTypeRef types[] = {w->l->ptr, w->l->ptr, w->l->i32, w->l->ptr, w->l->ptr};
	LLVMTypeRef type = LLVMFunctionType(w->l->void_, types, count, false);
	LLVMValueRef fn = LLVMGetNamedFunction(w->l->mod, name);

	if (fn == NULL) {
		fn = LLVMAddFunction(w->l->mod, name, type);
		LLVMSetVisibility(fn, LLVMHiddenVisibility);
	}
	tlb_metadata(w, LLVMBuildCall2(w->l->b, type, fn, args, count, ""));
}

/* Where this access has the offset of the entry that it used last. */
static LLVMValueRef last_entry(struct fin_lower *w, const struct fin_inst *i)
{
	return fin_byte_offset(w, counters(w), (uint64_t)i->counter * 8);
}

static bool is_flat(const struct fin_inst *i)
{
	return i->isa->segment == BRIG_SEGMENT_FLAT || i->isa->segment == BRIG_SEGMENT_NONE;
}

/* `addresses`: i64 of `parts` times w->lanes; `lanes`: i32, one bit for each that counts. */
static void look_up(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef *addresses,
	unsigned parts, LLVMValueRef lanes)
{
	LLVMTypeRef array = LLVMArrayType2(w->l->i64, HSAEMU_WAVESIZE);
	unsigned part_bytes = fin_shape_count(LLVMTypeOf(addresses[0])) * 8;
	LLVMValueRef args[] = {tlb(w), NULL, lanes, NULL, w->wg};

	if (w->addresses == NULL) {
		w->addresses = LLVMBuildAlloca(w->entry, array, "");
		LLVMSetAlignment(w->addresses, 64);
	}
	for (unsigned p = 0; p < parts; p++)
		LLVMBuildStore(w->l->b, addresses[p],
			fin_byte_offset(w, w->addresses, (uint64_t)p * part_bytes));
	args[1] = w->addresses;
	args[3] = is_flat(i) ? w->dispatch : last_entry(w, i);
	if (is_flat(i))
		call_library(w, HSAEMU_HELPER("hsa_profile_flat"), args, 5);
	else
		call_library(w, HSAEMU_HELPER("hsa_profile_access"), args, 4);
}

static LLVMBasicBlockRef new_block(struct fin_lower *w)
{
	return LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "");
}

static LLVMValueRef as_number(struct fin_lower *w, LLVMValueRef ptr)
{
	return LLVMBuildPtrToInt(w->l->b, ptr, fin_shape_with(LLVMTypeOf(ptr), w->l->i64), "");
}

/* The places that a look-up goes through. */
struct look_up {
	LLVMBasicBlockRef slow, after;
};

/* When `is_one`, all addresses have the page of `address`: an entry that is still the page's is
 * used again here. The builder goes on where the device library has to look. */
static struct look_up look_at_last_entry(struct fin_lower *w, const struct fin_inst *i,
	LLVMValueRef address, LLVMValueRef is_one)
{
	LLVMBuilderRef b = w->l->b;
	LLVMBasicBlockRef hit = new_block(w);
	struct look_up l = {new_block(w), new_block(w)};
	LLVMValueRef shift = control_field(w, offsetof(struct hsaemu_profile, page_shift));
	LLVMValueRef offset = load_word(w, last_entry(w, i)), entry, now, p, is_same;

	entry = fin_byte_offset(w, tlb(w), offsetof(struct hsaemu_profile_tlb, entries));
	entry = LLVMBuildGEP2(b, w->l->i8, entry, &offset, 1, "");
	is_same = LLVMBuildICmp(b, LLVMIntEQ, load_word(w, entry),
		LLVMBuildLShr(b, address, shift, ""), "");
	if (is_one != NULL)
		is_same = LLVMBuildAnd(b, is_same, is_one, "");
	fin_llvm_expect(w->l, LLVMBuildCondBr(b, is_same, hit, l.slow));
	LLVMPositionBuilderAtEnd(b, hit);
	p = fin_byte_offset(w, tlb(w), offsetof(struct hsaemu_profile_tlb, now));
	now = LLVMBuildAdd(b, load_word(w, p), one(w), "");
	store_word(w, now, p);
	store_word(w, now, fin_byte_offset(w, entry, offsetof(struct hsaemu_profile_page, used)));
	LLVMBuildBr(b, l.after);
	LLVMPositionBuilderAtEnd(b, l.slow);
	return l;
}

static void end_look_up(struct fin_lower *w, struct look_up l)
{
	LLVMBuildBr(w->l->b, l.after);
	LLVMPositionBuilderAtEnd(w->l->b, l.after);
}

static void look_up_one(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMValueRef a = as_number(w, fin_address_of(w, i, 0).ptr);
	LLVMValueRef lane = LLVMConstInt(w->l->i32, 1, false);
	struct look_up l;

	if (is_flat(i)) {
		look_up(w, i, &a, 1, lane);
		return;
	}
	l = look_at_last_entry(w, i, a, NULL);
	look_up(w, i, &a, 1, lane);
	end_look_up(w, l);
}

/* ---- the addresses of a wave ---------------------------------------------------------------- */

static LLVMValueRef lane_address(struct fin_gang *g, LLVMValueRef addresses, LLVMValueRef lane)
{
	return LLVMBuildExtractElement(g->w->l->b, addresses, lane, "");
}

static LLVMValueRef address_now(struct fin_gang *g, const struct fin_inst *i,
	enum fin_gang_mode mode, unsigned part)
{
	LLVMValueRef a;

	fin_gang_select(g, mode, part, NULL);
	a = as_number(g->w, fin_address_of(g->w, i, 0).ptr);
	fin_gang_select(g, FIN_GANG_ONCE, 0, NULL);
	return a;
}

static void find_addresses(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef *addresses)
{
	for (unsigned p = 0; p < g->parts; p++) {
		addresses[p] = address_now(g, i, FIN_GANG_VECTOR, p);
		if (fin_shape_count(LLVMTypeOf(addresses[p])) < g->lanes)
			addresses[p] = fin_splat(g->w->l, addresses[p], g->lanes);
	}
}

/* Each part's addresses grow or fall from lane to lane, or are the same. */
static bool is_row(const struct fin_gang *g, const struct fin_inst *i)
{
	const struct fin_operand *o = &i->operands[0];

	return !o->has_reg || g->s->of[o->reg].kind != FIN_SHAPE_VARYING;
}

/* i1: bits of addresses that differ are of their offset in the page. */
static LLVMValueRef is_one_page(struct fin_gang *g, LLVMValueRef differ)
{
	LLVMValueRef shift = control_field(g->w, offsetof(struct hsaemu_profile, page_shift));

	differ = LLVMBuildLShr(g->w->l->b, differ, shift, "");
	return LLVMBuildICmp(g->w->l->b, LLVMIntEQ, differ, fin_like(differ, 0), "");
}

/* i1: all lanes have one page, by the ends of rows; that of *first. */
static LLVMValueRef rows_are_one_page(struct fin_gang *g, const struct fin_inst *i,
	LLVMValueRef *first)
{
	const struct fin_operand *o = &i->operands[0];
	struct fin_lane_shape s = {.kind = FIN_SHAPE_GROUP};
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef differ = LLVMConstInt(g->w->l->i64, 0, false), ok = NULL;

	if (o->has_reg)
		s = g->s->of[o->reg];
	*first = address_now(g, i, FIN_GANG_PART, 0);
	for (unsigned p = 0; p < g->parts && s.kind == FIN_SHAPE_LINEAR; p++) {
		LLVMValueRef begin = p == 0 ? *first : address_now(g, i, FIN_GANG_PART, p), end;

		end = LLVMBuildAdd(b, begin, fin_like(begin, (uint64_t)s.stride * (g->lanes - 1)),
			"");
		differ = LLVMBuildOr(b, differ, LLVMBuildXor(b, *first, begin, ""), "");
		differ = LLVMBuildOr(b, differ, LLVMBuildXor(b, *first, end, ""), "");
		if (s.risky) {
			LLVMValueRef linear = fin_gang_is_linear(g, o->reg, p);

			ok = ok == NULL ? linear : LLVMBuildAnd(b, ok, linear, "");
		}
	}
	differ = is_one_page(g, differ);
	return ok == NULL ? differ : LLVMBuildAnd(b, differ, ok, "");
}

/* The address of the lane with the lowest bit in `lanes`. */
static LLVMValueRef first_address(struct fin_gang *g, LLVMValueRef *addresses, LLVMValueRef lanes)
{
	struct fin_llvm *l = g->w->l;
	LLVMValueRef args[] = {lanes, LLVMConstInt(l->i1, 1, false)}, n, lane, first;

	n = fin_intrinsic(l, "llvm.cttz", &l->i32, 1, args, 2);
	lane = LLVMBuildAnd(l->b, n, fin_like(n, g->lanes - 1), "");
	first = lane_address(g, addresses[0], lane);
	for (unsigned p = 1; p < g->parts; p++)
		first = fin_select(l,
			LLVMBuildICmp(l->b, LLVMIntUGE, n, fin_like(n, (uint64_t)p * g->lanes), ""),
			lane_address(g, addresses[p], lane), first);
	return first;
}

/* i1: all lanes that are on have one page, that of *first. */
static LLVMValueRef lanes_are_one_page(struct fin_gang *g, LLVMValueRef *addresses,
	LLVMValueRef lanes, LLVMValueRef *first)
{
	struct fin_llvm *l = g->w->l;
	LLVMValueRef differ = NULL;

	*first = first_address(g, addresses, lanes);
	for (unsigned p = 0; p < g->parts; p++) {
		LLVMValueRef x =
			LLVMBuildXor(l->b, addresses[p], fin_splat(l, *first, g->lanes), "");

		if (g->mask != NULL)
			x = fin_select(l, g->mask[p], x, fin_like(x, 0));
		differ = differ == NULL ? x : LLVMBuildOr(l->b, differ, x, "");
	}
	return is_one_page(g, fin_intrinsic1(l, "llvm.vector.reduce.or", differ));
}

static void look_up_lanes(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef lanes)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef addresses[FIN_MAX_PARTS], first, is_one;
	struct look_up l;

	if (!is_row(g, i) || is_flat(i))
		find_addresses(g, i, addresses);
	if (is_flat(i)) {
		look_up(g->w, i, addresses, g->parts, lanes);
		return;
	}
	is_one = is_row(g, i) ? rows_are_one_page(g, i, &first)
	                      : lanes_are_one_page(g, addresses, lanes, &first);
	l = look_at_last_entry(g->w, i, first, is_one);
	if (is_row(g, i))
		find_addresses(g, i, addresses);
	/* of one page one lane says as much as all */
	lanes = fin_select(g->w->l, is_one, LLVMBuildAnd(b, lanes, LLVMBuildNeg(b, lanes, ""), ""),
		lanes);
	look_up(g->w, i, addresses, g->parts, lanes);
	end_look_up(g->w, l);
}

static void look_up_wave(struct fin_gang *g, const struct fin_inst *i)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef lanes = fin_gang_wave_bits(g, g->mask);
	LLVMBasicBlockRef some = new_block(g->w), after = new_block(g->w);
	LLVMValueRef any = LLVMBuildICmp(b, LLVMIntNE, lanes, fin_like(lanes, 0), "");

	fin_llvm_expect(g->w->l, LLVMBuildCondBr(b, any, some, after));
	LLVMPositionBuilderAtEnd(b, some);
	look_up_lanes(g, i, lanes);
	LLVMBuildBr(b, after);
	LLVMPositionBuilderAtEnd(b, after);
}

/* ---- entry points --------------------------------------------------------------------------- */

void fin_lower_profile(struct fin_lower *w, const struct fin_inst *i)
{
	switch (i->pseudo) {
	case FIN_PSEUDO_COUNT:
		add(w, i->counter + FIN_COUNT_ITEMS, one(w));
		break;
	case FIN_PSEUDO_PAGE:
		look_up_one(w, i);
		break;
	default: /* one work-item does not diverge */
		break;
	}
}

void fin_gang_profile(struct fin_gang *g, const struct fin_inst *i)
{
	fin_gang_select(g, FIN_GANG_ONCE, 0, NULL);
	switch (i->pseudo) {
	case FIN_PSEUDO_COUNT:
		count_wave(g, i);
		break;
	case FIN_PSEUDO_BRANCH:
		count_divergence(g, i);
		break;
	case FIN_PSEUDO_PAGE:
		look_up_wave(g, i);
		break;
	default:
		break;
	}
}
