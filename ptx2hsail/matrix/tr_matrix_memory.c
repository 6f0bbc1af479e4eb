/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates wmma.load, wmma.store, ldmatrix and stmatrix to calls of functions that
 * mma_memory.c writes. */
#include "base/message.h"
#include "base/refusal.h"
#include "base/tr.h"
#include "declare/call_site.h"
#include "inst/row_functions.h"
#include "matrix/mma_call.h"
#include "matrix/mma_instruction.h"
#include "matrix/mma_shapes.h"
#include "matrix/mma_words.h"
#include "operand/address.h"
#include "operand/checks.h"
#include "operand/elements.h"
#include "operand/registers.h"
#include "operand/sources.h"

/* Reads the address as a value; sets *space to the state space to use with it, "" for a generic
 * one. Returns false after a message. */
static bool address_value(struct tr *t, const struct ptx_operand *o, struct str space_name,
	struct hir_op *out, const char **space)
{
	struct tr_address a;
	if (str_is(space_name, "shared::cluster")) {
		tr_refuse_space(t);
		return false;
	}
	enum ptx_space s = space_name.n != 0 ? ptx_space_by_name(space_name) : PTX_SPACE_NONE;
	if (!tr_address(t, o, s, 0, &a) || !tr_address_value(t, &a, out))
		return false;
	bool known = a.segment == BRIG_SEGMENT_GROUP || a.segment == BRIG_SEGMENT_GLOBAL ||
	             a.segment == BRIG_SEGMENT_FLAT;
	*space = a.segment == BRIG_SEGMENT_GROUP    ? "shared"
	         : a.segment == BRIG_SEGMENT_GLOBAL ? "global"
	                                            : "";
	if (!known)
		tr_error(t, o->span, "matrices are in global or shared memory");
	return known;
}

/* Returns whether an address in the space has 32 bits, as those of shared memory always do. */
static bool is_narrow(const struct tr *t, const char *space)
{
	return t->is_small || space[0] == 's';
}

/* Returns the space with a dot (".shared"), or "" for a generic address. */
static const char *dotted(struct tr *t, const char *space)
{
	return space[0] != 0 ? arena_printf(&t->arena, ".%s", space) : "";
}

static void copy_unused(struct tr *t, const struct mma *m, enum mma_matrix x,
	const struct ptx_operand *o, unsigned used)
{
	struct tr_elements e;
	struct hir_op d;
	unsigned all = mma_registers(m, x);
	if (all == used || !tr_elements(t, o, all, &e))
		return;
	for (unsigned i = used; i < all; i++) {
		struct tr_env env = {.type = PTX_B32};
		if (!tr_dest(t, e.operands[i], PTX_B32, &d))
			return;
		tr_env_bind(&env, 'D', d, PTX_B32);
		tr_seq(t, SEQ_BFE_ZERO, &env);
	}
}

static void access_fragment(struct tr *t, const struct mma *m, enum mma_matrix x,
	const struct mma_words *w)
{
	struct ptx_operand **o = t->at.inst->operands;
	struct hir_op regs[MMA_MOST_REGISTERS], ins[2 + MMA_MOST_REGISTERS] = {0},
							*r = w->is_store ? ins + 2 : regs;
	const struct ptx_operand *fragment = o[w->is_store ? 1 : 0];
	const struct ptx_operand *at = o[w->is_store ? 0 : 1];
	unsigned n = 1u << (m->fragments[x].element_bits - mma_packed(m, x));
	const char *space = "";
	/* without a stride the matrix is dense */
	unsigned inner = m->by_column[x] ? m->log[x == MMA_B ? 2 : 0] : m->log[x == MMA_A ? 2 : 1];
	ins[1] = hir_op_const(1u << inner);
	if (!tr_matrix_registers(t, fragment, mma_registers(m, x), n,
		    m->types[x] == MMA_F64 ? PTX_B64 : PTX_B32, !w->is_store, r) ||
		!address_value(t, at, w->space, &ins[0], &space) ||
		(t->at.inst->operand_count == 3 && !tr_source(t, o[2], PTX_U32, &ins[1])))
		return;
	const char *name = tr_matrix_name(t, str_from(space));
	struct buf text = BUF_INIT;
	mma_access_function(m, x, w->is_store, dotted(t, space),
		is_narrow(t, space) ? "u32" : "u64", name, &text);
	tr_call_function(t, tr_matrix_function(t, name, &text), w->is_store ? NULL : regs, ins);
	if (!w->is_store)
		copy_unused(t, m, x, fragment, n);
	buf_release(&text);
}

static void guess_types(struct mma *m, enum mma_matrix x, enum mma_type type)
{
	for (int i = MMA_A; i < MMA_MATRIX_COUNT; i++)
		m->types[i] = type;
	if (x == MMA_A || x == MMA_B) {
		m->types[MMA_C] = m->types[MMA_D] = mma_sum_type(type);
		return;
	}
	/* A may have any type that is added in this type and has the shape, because the layout of
	 * sums is the same for all */
	for (int a = MMA_NONE + 1; a < MMA_TYPE_COUNT; a++)
		if ((mma_sum_type((enum mma_type)a) == type || (a == MMA_F16 && type == MMA_F16)) &&
			mma_has_shape(m, (enum mma_type)a))
			m->types[MMA_A] = m->types[MMA_B] = (enum mma_type)a;
}

static void wmma_access(struct tr *t)
{
	struct mma_words w;
	struct mma m;
	if (!mma_read_words(t->at.inst, &w, &m) || !w.has_shape || w.order_count != 1 ||
		w.type_count != 1 || w.matrix == 0 || (w.matrix == 'd') != w.is_store) {
		tr_no_translation(t);
		return;
	}
	enum mma_matrix x = (enum mma_matrix)(w.matrix - 'a');
	guess_types(&m, x, w.types[0]);
	m.by_column[x] = w.by_column[0];
	if (!mma_complete(&m))
		tr_no_translation(t);
	else if (tr_operand_count(t, 2, 3))
		access_fragment(t, &m, x, &w);
}

/* Returns whether the words of the name (wmma.mma, wmma.load.a, ...) come first, as they must. */
static bool is_name_first(const struct tr *t)
{
	struct str first = t->at.inst->mod_count > 0 ? t->at.inst->mods[0] : STR("");
	if (str_is(first, "mma"))
		return true;
	return (str_is(first, "load") || str_is(first, "store")) && t->at.inst->mod_count > 1 &&
	       t->at.inst->mods[1].n == 1;
}

void tr_fn_wmma(struct tr *t)
{
	if (!is_name_first(t))
		tr_error(t, t->at.stmt->span,
			"'" STR_FMT "' must begin with 'wmma.mma', 'wmma.load' or 'wmma.store', "
			"and the last two with a matrix behind it",
			STR_ARG(t->at.inst->text));
	else if (str_is(t->at.inst->mods[0], "mma"))
		tr_fn_mma(t);
	else
		wmma_access(t);
}

static bool is_tile(const struct mma_words *w, bool store)
{
	switch (w->tile) {
	case MMA_TILE_NONE:
		return false;
	case MMA_TILE_M8N8:
		return w->bits == 16;
	case MMA_TILE_M16N16:
		return !store && w->trans && w->count <= 2 && w->is_unpacked == (w->bits < 8);
	case MMA_TILE_M8N16:
		return !store && !w->trans && w->is_unpacked && w->bits < 8;
	case MMA_TILE_M16N8:
		return store && w->trans && w->bits == 8 && !w->is_unpacked;
	}
	BUG("tile %d", (int)w->tile);
}

void tr_fn_matrix_access(struct tr *t)
{
	struct mma_words w;
	struct mma m;
	struct hir_op regs[4], ins[1 + 4];
	const char *space = "";
	bool store = str_is(t->at.inst->root, "stmatrix");
	if (!mma_read_words(t->at.inst, &w, &m) || w.has_shape || w.count == 0 ||
		w.type_count != 0 || !is_tile(&w, store)) {
		tr_no_translation(t);
		return;
	}
	unsigned count = w.tile == MMA_TILE_M16N16 ? 2 * w.count : w.count;
	if (!tr_operand_count(t, 2, 2) ||
		!tr_matrix_registers(t, t->at.inst->operands[store], count, count, PTX_B32, !store,
			store ? ins + 1 : regs) ||
		!address_value(t, t->at.inst->operands[!store], w.space, &ins[0], &space))
		return;
	const char *name = tr_matrix_name(t, str_from(space));
	struct mma_access a = {.count = count,
		.trans = w.trans,
		.store = store,
		.tile = w.tile,
		.bits = w.bits,
		.space = dotted(t, space),
		.address_bits = is_narrow(t, space) ? "32" : "64"};
	struct buf text = BUF_INIT;
	mma_matrix_function(&a, name, &text);
	tr_call_function(t, tr_matrix_function(t, name, &text), store ? NULL : regs, ins);
	buf_release(&text);
}
