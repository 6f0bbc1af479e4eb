/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code of --profile: the counters of the work-group's CU, and its data TLB (hsaemu/profile.h).
 *
 * An access whose addresses are all in one page looks at the entry in which it found such a page
 * last. If that is another page's, and where addresses are in several pages, the device library
 * looks. */
#include "hsaemu/kernel_abi.h"
#include "lower/lower_profile.h"
#include "llvm/profile_map.h"

/* ---- where the CU's things are -------------------------------------------------------------- */

LLVMValueRef fin_profile_field(struct fin_lower *w, size_t offset)
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
		fin_profile_field(w, stride), "");
}

static LLVMValueRef counters(struct fin_lower *w)
{
	LLVMValueRef offset;

	if (w->made->counters != NULL)
		return w->made->counters;
	offset = LLVMBuildAdd(w->entry, of_cu(w, offsetof(struct hsaemu_profile, stride)),
		fin_profile_field(w, offsetof(struct hsaemu_profile, delta)), "");
	w->made->counters = LLVMBuildGEP2(w->entry, w->l->i8,
		fin_profile_counters(w->m->profile, w->l), &offset, 1, "");
	return w->made->counters;
}

static LLVMValueRef tlb(struct fin_lower *w)
{
	LLVMValueRef offset;

	if (w->made->tlb != NULL)
		return w->made->tlb;
	offset = LLVMBuildAdd(w->entry, of_cu(w, offsetof(struct hsaemu_profile, tlb_stride)),
		fin_profile_field(w, offsetof(struct hsaemu_profile, tlbs)), "");
	w->made->tlb = LLVMBuildIntToPtr(w->entry, offset, w->l->ptr, "");
	return w->made->tlb;
}

/* ---- counters ------------------------------------------------------------------------------- */

/* Adds to a counter without an atomic, as a CU is one thread. A kernel that waits needs an atomic:
 * what it waits for may run on another thread of the same CU. */
void fin_profile_add(struct fin_lower *w, uint32_t counter, LLVMValueRef n)
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

/* ---- the data TLB --------------------------------------------------------------------------- */

/* Marks an access of the TLB, which no access of the kernel's own can alias. */
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

/* The clock of the TLB: a variable of the function if nobody else has the TLB while that runs, for
 * what is loaded, counted up and stored by each access would be a chain through memory. */
static LLVMValueRef clock_in_memory(struct fin_lower *w)
{
	return fin_byte_offset(w, tlb(w), offsetof(struct hsaemu_profile_tlb, now));
}

static LLVMValueRef load_clock(struct fin_lower *w)
{
	return w->made->now == NULL ? load_word(w, clock_in_memory(w))
	                            : LLVMBuildLoad2(w->l->b, w->l->i64, w->made->now, "");
}

static void store_clock(struct fin_lower *w, LLVMValueRef now)
{
	if (w->made->now == NULL)
		store_word(w, now, clock_in_memory(w));
	else
		LLVMBuildStore(w->l->b, now, w->made->now);
}

static void give_clock(struct fin_lower *w)
{
	if (w->made->now != NULL)
		store_word(w, load_clock(w), clock_in_memory(w));
}

static void take_clock(struct fin_lower *w)
{
	if (w->made->now != NULL)
		store_clock(w, load_word(w, clock_in_memory(w)));
}

/* Whether the function has accesses that are looked up, and calls nothing that has others and waits
 * for nobody whose accesses use the same TLB. */
static bool has_clock(const struct fin_function *f)
{
	bool some = false;

	if (f->module->profile == NULL || f->yields || fin_has_lowering(f, ISA_LOWER_CALL))
		return false;
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			some |= i->pseudo == FIN_PSEUDO_PAGE;
	return some;
}

void fin_profile_begin(struct fin_lower *w)
{
	LLVMValueRef at;

	w->made->now = NULL;
	if (!has_clock(w->f))
		return;
	at = LLVMConstInt(w->l->i64, offsetof(struct hsaemu_profile_tlb, now), false);
	at = LLVMBuildGEP2(w->entry, w->l->i8, tlb(w), &at, 1, "");
	w->made->now = LLVMBuildAlloca(w->entry, w->l->i64, "now");
	LLVMBuildStore(w->entry, LLVMBuildLoad2(w->entry, w->l->i64, at, ""), w->made->now);
}

void fin_profile_end(struct fin_lower *w)
{
	give_clock(w);
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
	give_clock(w);
	tlb_metadata(w, LLVMBuildCall2(w->l->b, type, fn, args, count, ""));
	take_clock(w);
}

/* Calls the function of the library that looks up one page. It uses no vectors, and no room on the
 * stack that LLVM does not leave it, so LLVM is only told of the registers that it may change. */
static void call_for_one(struct fin_lower *w, LLVMValueRef address, LLVMValueRef last)
{
	static const char code[] = "call " HSAEMU_HELPER("hsa_profile_look_up_one"),
			  operands[] = "={di},={si},={dx},0,1,2,~{ax},~{cx},~{r8},~{r9},~{r10},"
				       "~{r11},~{memory},~{dirflag},~{fpsr},~{flags}";
	LLVMTypeRef in[] = {w->l->ptr, w->l->i64, w->l->ptr};
	LLVMTypeRef out = LLVMStructTypeInContext(w->l->ctx, in, 3, false);
	LLVMTypeRef type = LLVMFunctionType(out, in, 3, false);
	LLVMValueRef args[] = {tlb(w), address, last};
	LLVMValueRef call = LLVMGetInlineAsm(type, code, sizeof code - 1, operands,
		sizeof operands - 1, true, true, LLVMInlineAsmDialectATT, false);

	fin_llvm_attribute(w->l, w->fn, (unsigned)LLVMAttributeFunctionIndex, "noredzone", 0);
	give_clock(w);
	tlb_metadata(w, LLVMBuildCall2(w->l->b, type, call, args, 3, ""));
	take_clock(w);
}

/* The address of the words in which an access keeps which entries it used last. */
static LLVMValueRef last_entries(struct fin_lower *w, const struct fin_inst *i)
{
	return fin_byte_offset(w, counters(w), (uint64_t)i->counter * 8);
}

/* The offset of the entry that the access used last for this page or one that has its word. */
static LLVMValueRef last_entry(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef page)
{
	LLVMValueRef word =
		LLVMBuildAnd(w->l->b, page, fin_like(page, HSAEMU_PROFILE_LASTS - 1), "");

	return load_word(w, LLVMBuildGEP2(w->l->b, w->l->i64, last_entries(w, i), &word, 1, ""));
}

bool fin_profile_is_flat(const struct fin_inst *i)
{
	return i->isa->segment == BRIG_SEGMENT_FLAT || i->isa->segment == BRIG_SEGMENT_NONE;
}

void fin_profile_look_up(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef *addresses,
	unsigned parts, LLVMValueRef lanes)
{
	LLVMTypeRef array = LLVMArrayType2(w->l->i64, HSAEMU_WAVESIZE);
	unsigned part_bytes = fin_element_count(LLVMTypeOf(addresses[0])) * 8;
	LLVMValueRef args[] = {tlb(w), NULL, lanes, NULL, w->wg};

	if (w->made->addresses == NULL) {
		w->made->addresses = LLVMBuildAlloca(w->entry, array, "");
		LLVMSetAlignment(w->made->addresses, 64);
	}
	for (unsigned p = 0; p < parts; p++)
		LLVMBuildStore(w->l->b, addresses[p],
			fin_byte_offset(w, w->made->addresses, (uint64_t)p * part_bytes));
	args[1] = w->made->addresses;
	args[3] = fin_profile_is_flat(i) ? w->dispatch : last_entries(w, i);
	if (fin_profile_is_flat(i))
		call_library(w, HSAEMU_HELPER("hsa_profile_flat"), args, 5);
	else
		call_library(w, HSAEMU_HELPER("hsa_profile_look_up"), args, 4);
}

void fin_profile_look_up_one(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef address)
{
	call_for_one(w, address, last_entries(w, i));
}

static LLVMBasicBlockRef new_block(struct fin_lower *w)
{
	return LLVMAppendBasicBlockInContext(w->l->ctx, w->fn, "");
}

LLVMValueRef fin_profile_address(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMValueRef ptr = fin_address_of(w, i, 0).ptr;

	return LLVMBuildPtrToInt(w->l->b, ptr, fin_type_with(LLVMTypeOf(ptr), w->l->i64), "");
}

struct fin_look_up fin_profile_look_at_last(struct fin_lower *w, const struct fin_inst *i,
	LLVMValueRef address, LLVMValueRef is_one)
{
	LLVMBuilderRef b = w->l->b;
	LLVMBasicBlockRef hit = new_block(w);
	struct fin_look_up l = {new_block(w), new_block(w)};
	LLVMValueRef shift = fin_profile_field(w, offsetof(struct hsaemu_profile, page_shift));
	LLVMValueRef page = LLVMBuildLShr(b, address, shift, "");
	LLVMValueRef offset = last_entry(w, i, page), entry, now, is_same;

	entry = fin_byte_offset(w, tlb(w), offsetof(struct hsaemu_profile_tlb, entries));
	entry = LLVMBuildGEP2(b, w->l->i8, entry, &offset, 1, "");
	is_same = LLVMBuildICmp(b, LLVMIntEQ, load_word(w, entry), page, "");
	if (is_one != NULL)
		is_same = LLVMBuildAnd(b, is_same, is_one, "");
	fin_llvm_expect(w->l, LLVMBuildCondBr(b, is_same, hit, l.slow));
	LLVMPositionBuilderAtEnd(b, hit);
	now = LLVMBuildAdd(b, load_clock(w), one(w), "");
	store_clock(w, now);
	store_word(w, now, fin_byte_offset(w, entry, offsetof(struct hsaemu_profile_page, used)));
	LLVMBuildBr(b, l.after);
	LLVMPositionBuilderAtEnd(b, l.slow);
	return l;
}

void fin_profile_look_up_end(struct fin_lower *w, struct fin_look_up l)
{
	LLVMBuildBr(w->l->b, l.after);
	LLVMPositionBuilderAtEnd(w->l->b, l.after);
}

static void look_up_one(struct fin_lower *w, const struct fin_inst *i)
{
	LLVMValueRef a = fin_profile_address(w, i);
	LLVMValueRef lane = LLVMConstInt(w->l->i32, 1, false);
	struct fin_look_up l;

	if (fin_profile_is_flat(i)) {
		fin_profile_look_up(w, i, &a, 1, lane);
		return;
	}
	l = fin_profile_look_at_last(w, i, a, NULL);
	fin_profile_look_up_one(w, i, a);
	fin_profile_look_up_end(w, l);
}

/* ---- entry points --------------------------------------------------------------------------- */

void fin_lower_profile(struct fin_lower *w, const struct fin_inst *i)
{
	switch (i->pseudo) {
	case FIN_PSEUDO_COUNT:
		fin_profile_add(w, i->counter + FIN_COUNT_ITEMS, one(w));
		break;
	case FIN_PSEUDO_PAGE:
		look_up_one(w, i);
		break;
	default: /* counts of divergence: one work-item does not diverge */
		break;
	}
}
