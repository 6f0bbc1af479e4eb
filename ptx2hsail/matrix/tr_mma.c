/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file translates mma, mma.sp and wmma.mma (PTX ISA 9.7.14) to calls of functions that
 * mma_text.c writes, one for each shape and type that the module uses. */
#include "base/refusal.h"
#include "base/tr.h"
#include "declare/call_site.h"
#include "inst/row_functions.h"
#include "matrix/mma_call.h"
#include "matrix/mma_instruction.h"
#include "matrix/mma_shapes.h"
#include "matrix/mma_words.h"
#include "operand/checks.h"
#include "operand/elements.h"
#include "operand/sources.h"

static bool fragment_registers(struct tr *t, const struct mma *m, enum mma_matrix x,
	const struct ptx_operand *o, struct hir_op *out, unsigned *count)
{
	*count = 1u << (m->fragments[x].element_bits - mma_packed(m, x));
	return tr_matrix_registers(t, o, mma_registers(m, x), *count,
		m->types[x] == MMA_F64 ? PTX_B64 : PTX_B32, x == MMA_D, out);
}

/* Reads operands e (metadata) and f (selector) of mma.sp. */
static bool sparse_operands(struct tr *t, struct ptx_operand **o, struct hir_op *out)
{
	return tr_source(t, o[0], PTX_B32, &out[0]) && tr_source(t, o[1], PTX_U32, &out[1]);
}

/* Reads a scale and its {byte-id, thread-id}. */
static bool scale_operands(struct tr *t, struct ptx_operand **o, struct hir_op *out)
{
	struct tr_elements ids;
	return tr_source(t, o[0], PTX_B32, &out[0]) && tr_elements(t, o[1], 2, &ids) &&
	       tr_source(t, ids.operands[0], PTX_U16, &out[1]) &&
	       tr_source(t, ids.operands[1], PTX_U16, &out[2]);
}

static void multiply(struct tr *t, const struct mma *m)
{
	enum { MATRICES = 4, SPARSE = 2, SCALE = 2 };
	struct ptx_operand **o = t->at.inst->operands;
	struct hir_op d[MMA_MOST_REGISTERS], ins[3 * MMA_MOST_REGISTERS + SPARSE + 2 * (SCALE + 1)];
	unsigned count = 0, n = 0;
	unsigned operands =
		MATRICES + (m->is_sparse ? SPARSE : 0) + (m->scales != 0 ? 2 * SCALE : 0);
	if (!tr_operand_count(t, operands, operands) ||
		!fragment_registers(t, m, MMA_D, o[0], d, &n))
		return;
	for (int x = MMA_A; x <= MMA_C; x++, count += n)
		if (!fragment_registers(t, m, (enum mma_matrix)x, o[x + 1], ins + count, &n))
			return;
	o += MATRICES;
	if (m->is_sparse && !sparse_operands(t, o, ins + count))
		return;
	if (m->is_sparse) {
		o += SPARSE;
		count += SPARSE;
	}
	if (m->scales != 0 && (!scale_operands(t, o, ins + count) ||
				      !scale_operands(t, o + SCALE, ins + count + SCALE + 1)))
		return;
	const char *name = tr_matrix_name(t, (struct str){0});
	struct buf text = BUF_INIT;
	mma_function(m, name, &text);
	tr_call_function(t, tr_matrix_function(t, name, &text), d, ins);
	buf_release(&text);
}

/* Sets what a .kind implies: .mxf4 and .mxf4nvf4 pack e2m1 into 4 bits, and each kind has a
 * .scale_vec that it means when none is written. */
static void complete_kind(struct mma *m, const struct mma_words *w)
{
	if (m->kind == MMA_KIND_MXF4 || m->kind == MMA_KIND_MXF4NVF4)
		for (int x = MMA_A; x <= MMA_B; x++)
			if (m->types[x] == MMA_E2M1)
				m->types[x] = MMA_E2M1_PACKED;
	if (w->is_scaled)
		m->scales = w->scales != 0                 ? w->scales
		            : m->kind == MMA_KIND_MXF8F6F4 ? 1
		            : m->kind == MMA_KIND_MXF4     ? 2
		            : m->scale == MMA_SCALE_UE4M3  ? 4
		                                           : 0;
}

void tr_fn_mma(struct tr *t)
{
	struct mma_words w;
	struct mma m;
	bool ok = mma_read_words(t->at.inst, &w, &m) && w.has_shape && w.tile == MMA_TILE_NONE &&
	          w.bits == 0 && w.order_count == 2 && w.matrix == 0 &&
	          (w.type_count == 4 || (m.is_wmma && w.type_count == 2));
	if (ok && w.type_count == 4) { /* the types are written in the order d a b c */
		m.types[MMA_D] = w.types[0];
		m.types[MMA_A] = w.types[1];
		m.types[MMA_B] = w.types[2];
		m.types[MMA_C] = w.types[3];
	} else if (ok) { /* wmma of f16 names the types of d and c only */
		m.types[MMA_A] = m.types[MMA_B] = MMA_F16;
		m.types[MMA_D] = w.types[0];
		m.types[MMA_C] = w.types[1];
	}
	m.by_column[MMA_A] = w.by_column[0];
	m.by_column[MMA_B] = w.by_column[1];
	if (ok && ((m.types[MMA_A] == MMA_B1) != w.popc ||
			  w.is_scaled != (m.scale != MMA_SCALE_NONE) || (m.is_sparse && m.is_wmma)))
		ok = false;
	complete_kind(&m, &w);
	if (ok && mma_complete(&m))
		multiply(t, &m);
	else
		tr_no_translation(t);
}
