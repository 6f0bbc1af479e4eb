/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates ld, st and alloca (PTX ISA 9.7.9). It decides which accesses are atomic,
 * checks their modifiers, and divides vectors. */
#include "base/constant_bits.h"
#include "base/message.h"
#include "base/segments.h"
#include "base/steps.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "inst/row_functions.h"
#include "inst/tr_memory.h"
#include "operand/address.h"
#include "operand/checks.h"
#include "operand/elements.h"
#include "operand/param_pieces.h"
#include "operand/registers.h"
#include "operand/sources.h"

static const char *align_text(struct tr *t, uint64_t bytes)
{
	return bytes <= 1 ? "" : arena_printf(&t->arena, "_align(%u)", (unsigned)bytes);
}

/* ---- ordering ---------------------------------------------------------------------------- */

/* Returns the access's order. The cache operator .cv orders as .volatile does. */
static enum ptx_mod order_of(const struct tr *t)
{
	enum ptx_mod load = ptx_words_of(&t->at.words, PTX_CLASS_LDSEM);
	if (t->at.words.classes[PTX_CLASS_CACHE] == PTX_MOD_CV)
		return PTX_MOD_VOLATILE;
	return load != PTX_MOD_NONE ? load : ptx_words_of(&t->at.words, PTX_CLASS_STSEM);
}

/* Returns whether the access is a strong one, in memory that other work-items can see. */
static bool is_strong(const struct tr *t, const struct tr_address *a)
{
	enum ptx_mod sem = order_of(t);
	bool shared = a->segment == BRIG_SEGMENT_GLOBAL || a->segment == BRIG_SEGMENT_GROUP ||
	              a->segment == BRIG_SEGMENT_FLAT;
	return sem != PTX_MOD_NONE && sem != PTX_MOD_WEAK && shared;
}

/* Returns whether the access becomes an HSAIL atomic, which has 32 or 64 bits. */
static bool is_atomic(const struct tr *t, const struct tr_address *a, unsigned vec)
{
	unsigned bits = ptx_types[t->at.words.types[0]].bits;
	return is_strong(t, a) && vec == 1 && (bits == 32 || bits == 64);
}

/* Volatile accesses are treated as relaxed ones of system scope. In group memory the scope is at
 * most the work-group (PRM 6.2). */
const char *tr_scope_text(const struct tr *t, uint8_t segment, const char *absent)
{
	enum ptx_mod scope = ptx_words_of(&t->at.words, PTX_CLASS_SCOPE);
	if (segment == BRIG_SEGMENT_GROUP)
		return "_wg";
	return scope == PTX_MOD_NONE ? absent : ptx_class_text(PTX_CLASS_SCOPE, scope);
}

static void atomic_texts(struct tr *t, const struct tr_address *a, bool is_load)
{
	bool wide = ptx_types[t->at.words.types[0]].bits == 64;
	tr_env_text(&t->at.env, "type", wide ? "b64" : "b32");
	tr_env_text(&t->at.env, "seg", tr_segment_text(a->segment));
	tr_env_text(&t->at.env, "scope", tr_scope_text(t, a->segment, "_system"));
	tr_env_text(&t->at.env, "sem",
		ptx_class_text(is_load ? PTX_CLASS_LDSEM : PTX_CLASS_STSEM, order_of(t)));
}

/* Appends a fence, for strong accesses that are no HSAIL atomics. */
static void fence(struct tr *t, const struct tr_address *a, enum tr_seq seq)
{
	struct tr_env e = {0};
	tr_env_text(&e, "scope", tr_scope_text(t, a->segment, "_system"));
	tr_seq(t, seq, &e);
}

/* ---- values ------------------------------------------------------------------------------ */

/* Reads the destination, which may be wider than the type: *raw gets the value as the type has it,
 * *final is the register to which it is then extended. */
static bool load_dest(struct tr *t, const struct ptx_operand *o, struct hir_op *raw,
	struct hir_op *final)
{
	enum ptx_type type = t->at.words.types[0];
	uint8_t want = tr_kind_of(type), have = want;
	if (o->kind == PTX_OPND_SINK) {
		*raw = *final = tr_temp_op(t, want);
		return true;
	}
	if (!tr_dest_wide(t, o, type, final, &have))
		return false;
	*raw = have == want ? *final : tr_temp_op(t, want);
	return true;
}

static void widen_into(struct tr *t, struct hir_op final, struct hir_op raw)
{
	bool is_signed = ptx_types[t->at.words.types[0]].kind == PTX_KIND_SIGNED;
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', final, PTX_NONE);
	tr_env_bind(&e, 'A', raw, PTX_NONE);
	tr_env_text(&e, "to", is_signed ? "s64" : "u64");
	tr_env_text(&e, "from", is_signed ? "s32" : "u32");
	tr_seq(t, SEQ_NARROW, &e);
}

/* ---- parameters of calls ----------------------------------------------------------------- */

/* Loads from a piece of a call's parameter. It holds the bits of its type; types of fewer than 32
 * bits are extended on reading. */
static void load_piece(struct tr *t, struct hir_op d, const struct param_piece *piece)
{
	enum ptx_type type = t->at.words.types[0];
	struct hir_op from = hir_op_reg(piece->reg);
	if (ptx_types[type].bits >= 32 || ptx_types[type].kind == PTX_KIND_FLOAT) {
		tr_move(t, d, from, type);
		return;
	}
	bool is_signed = ptx_types[type].kind == PTX_KIND_SIGNED;
	bool is_byte = ptx_types[type].bits == 8;
	struct tr_env e = {0};
	tr_env_bind(&e, 'D', d, type);
	tr_env_bind(&e, 'A', from, type);
	tr_env_text(&e, "to", is_signed ? "s32" : "u32");
	tr_env_text(&e, "from", is_signed ? (is_byte ? "s8" : "s16") : is_byte ? "u8" : "u16");
	tr_seq(t, SEQ_NARROW, &e);
}

/* ---- cache policies ---------------------------------------------------------------------- */

bool tr_hinted_count(struct tr *t, uint32_t count)
{
	struct hir_op policy;
	if (!ptx_words_has(&t->at.words, PTX_MOD_L2_CACHE_HINT))
		return tr_operand_count(t, count, count);
	return tr_operand_count(t, count + 1, count + 1) &&
	       tr_source(t, t->at.inst->operands[count], PTX_B64, &policy);
}

/* ---- alloca ------------------------------------------------------------------------------ */

/* HSAIL's alloca aligns to at most 256 bytes. For a larger alignment, more memory is allocated, and
 * its first aligned address is taken. */
static void alloca_aligned(struct tr *t, struct hir_op d, struct hir_op bytes, uint64_t align)
{
	enum { MOST = 256 };
	bool is_wider = align > MOST;
	tr_env_bind(&t->at.env, 'D', d, PTX_U32);
	tr_env_bind(&t->at.env, 'A', bytes, PTX_U32);
	tr_env_bind(&t->at.env, 'B', hir_op_const(is_wider ? align - MOST : 0), PTX_U32);
	tr_env_bind(&t->at.env, 'C', hir_op_const(0 - (uint32_t)align), PTX_U32);
	tr_env_text(&t->at.env, "align", align_text(t, is_wider ? MOST : align));
	tr_seq(t, is_wider ? SEQ_ALLOCA_WIDER : SEQ_ALLOCA, &t->at.env);
}

/* The operands are d, bytes {, alignment}. The memory is private; its default alignment is 8
 * bytes. */
void tr_fn_alloca(struct tr *t)
{
	enum { DEFAULT_ALIGN = 8, MOST = 1 << 23 };
	enum ptx_type type = t->at.words.types[0];
	uint64_t align = DEFAULT_ALIGN;
	struct hir_op d, bytes, at = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	if (!tr_operand_count(t, 2, 3) || !tr_dest(t, t->at.inst->operands[0], type, &d) ||
		!tr_source(t, t->at.inst->operands[1], type, &bytes) ||
		(t->at.inst->operand_count == 3 &&
			!tr_constant(t, t->at.inst->operands[2], PTX_U32, &align)))
		return;
	if (align == 0 || (align & (align - 1)) != 0 || align > MOST) {
		tr_error(t, t->at.inst->operands[2]->span,
			"alignment must be a power of two up to %d", (int)MOST);
		return;
	}
	bytes = tr_resize(t, bytes, tr_kind_of(type), BRIG_REGISTER_KIND_SINGLE, false);
	alloca_aligned(t, at, bytes, align);
	tr_move(t, d, tr_resize(t, at, BRIG_REGISTER_KIND_SINGLE, tr_kind_of(type), false), type);
}

/* ---- ld and st --------------------------------------------------------------------------- */

/* Returns a modifier of the instruction that its state space does not allow, or NULL: some are for
 * memory that other threads see, some for global memory only. */
static const char *word_of_other_space(const struct tr *t)
{
	const struct ptx_words *w = &t->at.words;
	enum ptx_space space = w->has_space ? w->space : PTX_SPACE_NONE;
	enum ptx_mod order = order_of(t);
	bool is_read_only = space == PTX_SPACE_CONST || space == PTX_SPACE_PARAM;
	bool is_global = space == PTX_SPACE_NONE || space == PTX_SPACE_GLOBAL;
	if (!is_global && w->classes[PTX_CLASS_L1] != PTX_MOD_NONE)
		return ptx_mod_text(w->classes[PTX_CLASS_L1]);
	if (!is_global && w->classes[PTX_CLASS_L2SIZE] != PTX_MOD_NONE)
		return ptx_mod_text(w->classes[PTX_CLASS_L2SIZE]);
	if (space != PTX_SPACE_GLOBAL && ptx_words_has(w, PTX_MOD_NC))
		return ptx_mod_text(PTX_MOD_NC);
	if (!is_global && ptx_words_has(w, PTX_MOD_MMIO))
		return ptx_mod_text(PTX_MOD_MMIO);
	bool is_strong =
		order == PTX_MOD_RELAXED || order == PTX_MOD_ACQUIRE || order == PTX_MOD_RELEASE;
	bool is_volatile = order == PTX_MOD_VOLATILE && w->classes[PTX_CLASS_CACHE] != PTX_MOD_CV;
	if ((is_strong && (is_read_only || space == PTX_SPACE_LOCAL)) ||
		(is_volatile && is_read_only))
		return ptx_mod_text(order);
	return NULL;
}

static bool is_space_of_words(struct tr *t)
{
	const char *word = word_of_other_space(t);
	if (word != NULL) {
		tr_error(t, t->at.stmt->span,
			"'" STR_FMT "' has '.%s', which its state space does not have",
			STR_ARG(t->at.inst->text), word);
		return false;
	}
	enum ptx_mod of_mmio =
		ptx_words_has(&t->at.words, PTX_MOD_ASYNC) ? PTX_MOD_RELEASE : PTX_MOD_RELAXED;
	if (ptx_words_has(&t->at.words, PTX_MOD_MMIO) && order_of(t) != of_mmio) {
		tr_error(t, t->at.stmt->span, "'" STR_FMT "' has '.mmio' without '.%s'",
			STR_ARG(t->at.inst->text), ptx_mod_text(of_mmio));
		return false;
	}
	return true;
}

/* Checks that an ordered access has no cache operator. */
static bool has_cache_of_order(struct tr *t)
{
	enum ptx_mod sem = t->at.words.classes[PTX_CLASS_LDSEM];
	if (sem == PTX_MOD_NONE)
		sem = t->at.words.classes[PTX_CLASS_STSEM];
	bool has_cache = t->at.words.classes[PTX_CLASS_CACHE] != PTX_MOD_NONE ||
	                 t->at.words.classes[PTX_CLASS_STCACHE] != PTX_MOD_NONE;
	if (sem == PTX_MOD_NONE || sem == PTX_MOD_WEAK || !has_cache)
		return true;
	tr_error(t, t->at.stmt->span, "'" STR_FMT "' has both an order and a cache",
		STR_ARG(t->at.inst->text));
	return false;
}

/* Checks that the access has a scope exactly if it is relaxed, acquire or release: such an order is
 * among threads, which the scope names. */
static bool has_scope_of_order(struct tr *t)
{
	enum ptx_mod sem = order_of(t);
	bool is_strong = sem == PTX_MOD_RELAXED || sem == PTX_MOD_ACQUIRE || sem == PTX_MOD_RELEASE;
	bool has_scope = ptx_words_of(&t->at.words, PTX_CLASS_SCOPE) != PTX_MOD_NONE;
	if (is_strong == has_scope)
		return true;
	tr_error(t, t->at.stmt->span, "'" STR_FMT "' has %s", STR_ARG(t->at.inst->text),
		has_scope ? "a scope without an order" : "an order without a scope");
	return false;
}

/* Checks the size of a vector: at most 128 bits; in global memory also 256, as 8 parts of 32 bits
 * or 4 of 64. */
static bool check_vector(struct tr *t)
{
	enum { MOST = 128 };
	unsigned bits = ptx_types[t->at.words.types[0]].bits, count = tr_vector_size(t);
	enum ptx_mod evict = t->at.words.classes[PTX_CLASS_L2EVICT];
	bool is_global = (!t->at.words.has_space || t->at.words.space == PTX_SPACE_GLOBAL) &&
	                 !str_is(t->at.inst->root, "ldu");
	bool is_wide = (count == 8 && bits == 32) || (count == 4 && bits == 64);
	if (bits * count > MOST && !(is_wide && is_global)) {
		tr_error(t, t->at.stmt->span,
			"'" STR_FMT "' is of %u bits; vectors have at most %d, in global memory "
			"also '.v8' of 32 and '.v4' of 64",
			STR_ARG(t->at.inst->text), bits * count, (int)MOST);
		return false;
	}
	if (evict == PTX_MOD_NONE || is_wide)
		return true;
	tr_error(t, t->at.stmt->span,
		"'" STR_FMT "' has '.%s', which is of '.v8' of 32 or '.v4' of 64 bits",
		STR_ARG(t->at.inst->text), ptx_mod_text(evict));
	return false;
}

static bool memory_operands(struct tr *t, unsigned value, unsigned address, struct tr_elements *e,
	struct tr_address *a)
{
	enum ptx_space space = t->at.words.has_space ? t->at.words.space : PTX_SPACE_NONE;
	uint64_t bytes = (uint64_t)ptx_types[t->at.words.types[0]].bits / 8 * tr_vector_size(t);
	return is_space_of_words(t) && has_scope_of_order(t) && has_cache_of_order(t) &&
	       check_vector(t) && tr_hinted_count(t, 2) &&
	       tr_elements(t, t->at.inst->operands[value], tr_vector_size(t), e) &&
	       tr_one_size(t, e) && tr_address(t, t->at.inst->operands[address], space, bytes, a);
}

/* HSAIL's vectors have at most four elements, so .v8 is two accesses. Returns how many elements the
 * part that begins at element `first` has. */
static unsigned part_of(const struct tr_elements *e, unsigned first)
{
	enum { WIDEST = 4 };
	return e->count - first < WIDEST ? e->count - first : WIDEST;
}

static struct tr_address part_address(const struct tr *t, const struct tr_address *a,
	unsigned first)
{
	struct tr_address part = *a;
	part.op.u.address.offset += (int64_t)first * (ptx_types[t->at.words.types[0]].bits / 8);
	return part;
}

static void memory_texts(struct tr *t, const struct tr_address *a, unsigned count)
{
	enum ptx_type type = t->at.words.types[0];
	tr_env_text(&t->at.env, "seg", tr_segment_text(a->segment));
	tr_env_text(&t->at.env, "vec", count == 2 ? "_v2" : count == 4 ? "_v4" : "");
	tr_env_text(&t->at.env, "type", tr_memory_type(type));
	tr_env_text(&t->at.env, "align", align_text(t, (uint64_t)ptx_types[type].bits / 8 * count));
	tr_env_bind(&t->at.env, 'M', a->op, PTX_NONE);
}

static void load_elements(struct tr *t, const struct tr_address *a, const struct tr_elements *e,
	const struct hir_op *raw)
{
	bool atomic = is_atomic(t, a, e->count);
	for (unsigned first = 0; first < e->count; first += part_of(e, first)) {
		struct tr_address part = part_address(t, a, first);
		unsigned n = part_of(e, first);
		tr_env_bind(&t->at.env, 'D', tr_vector_of(t, raw + first, n), t->at.words.types[0]);
		memory_texts(t, &part, n);
		if (atomic)
			atomic_texts(t, &part, true);
		tr_seq(t, atomic ? SEQ_LD_ATOMIC : SEQ_LD, &t->at.env);
	}
	/* whatever the order: a loop that waits by loads is known by an atomic or a fence in it */
	if (!atomic && is_strong(t, a))
		fence(t, a, SEQ_FENCE_ACQUIRE);
}

static void store_elements(struct tr *t, const struct tr_address *a, const struct tr_elements *e,
	const struct hir_op *values)
{
	bool atomic = is_atomic(t, a, e->count);
	if (!atomic && order_of(t) == PTX_MOD_RELEASE)
		fence(t, a, SEQ_FENCE_RELEASE);
	for (unsigned first = 0; first < e->count; first += part_of(e, first)) {
		struct tr_address part = part_address(t, a, first);
		unsigned n = part_of(e, first);
		tr_env_bind(&t->at.env, 'A', tr_vector_of(t, values + first, n),
			t->at.words.types[0]);
		memory_texts(t, &part, n);
		if (atomic)
			atomic_texts(t, &part, false);
		tr_seq(t, atomic ? SEQ_ST_ATOMIC : SEQ_ST, &t->at.env);
	}
}

void tr_fn_ld(struct tr *t)
{
	struct tr_elements e;
	struct tr_address a;
	struct hir_op raw[TR_MAX_ELEMENTS], final[TR_MAX_ELEMENTS];
	enum ptx_type type = t->at.words.types[0];
	if (!memory_operands(t, 0, 1, &e, &a))
		return;
	for (unsigned i = 0; i < e.count; i++)
		if (!load_dest(t, e.operands[i], &raw[i], &final[i]))
			return;
	if (a.call_param != NULL) {
		for (unsigned i = 0; i < e.count; i++) {
			uint64_t offset = a.call_offset + (uint64_t)i * ptx_types[type].bits / 8;
			const struct param_piece *p = tr_param_piece(t, a.call_param, offset, type);
			if (p != NULL)
				load_piece(t, raw[i], p);
		}
	} else {
		load_elements(t, &a, &e, raw);
	}
	for (unsigned i = 0; i < e.count; i++)
		if (raw[i].u.reg != final[i].u.reg)
			widen_into(t, final[i], raw[i]);
}

void tr_fn_st(struct tr *t)
{
	struct tr_elements e;
	struct tr_address a;
	struct hir_op values[TR_MAX_ELEMENTS];
	enum ptx_type type = t->at.words.types[0];
	if (!memory_operands(t, 1, 0, &e, &a))
		return;
	if (a.segment == BRIG_SEGMENT_KERNARG && a.call_param == NULL) {
		tr_error(t, t->at.stmt->span, "kernel parameters cannot be written");
		return;
	}
	for (unsigned i = 0; i < e.count; i++)
		if (!tr_source_wide(t, e.operands[i], type, &values[i]))
			return;
	if (a.call_param != NULL) {
		for (unsigned i = 0; i < e.count; i++) {
			uint64_t offset = a.call_offset + (uint64_t)i * ptx_types[type].bits / 8;
			const struct param_piece *p = tr_param_piece(t, a.call_param, offset, type);
			if (p != NULL)
				tr_move(t, hir_op_reg(p->reg), values[i], type);
		}
		return;
	}
	store_elements(t, &a, &e, values);
}
