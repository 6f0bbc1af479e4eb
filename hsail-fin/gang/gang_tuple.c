/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Elements that a lane has beside each other in memory, converted between a vector for each lane
 * and a vector of all lanes for each element. Lanes are taken in groups of as many as there are
 * elements. So pieces of the size of a lane's vector stay in their places, and the processor moves
 * elements within such pieces faster than from one to another. */
#include "gang/gang_access.h"

/* Picks, in each piece, the elements `from` of a and, counted from `count` on, of b. */
static LLVMValueRef pick(struct fin_gang *g, LLVMValueRef a, LLVMValueRef b, unsigned count,
	const unsigned *from)
{
	LLVMValueRef index[FIN_MAX_LANES];

	for (unsigned k = 0; k < g->lanes; k++) {
		unsigned e = from[k % count], piece = k - k % count;

		index[k] = LLVMConstInt(g->w->l->i32,
			e < count ? piece + e : g->lanes + piece + e - count, false);
	}
	return LLVMBuildShuffleVector(g->w->l->b, a, b, LLVMConstVector(index, g->lanes), "");
}

/* Transposes each piece: element e of vector j changes places with element j of vector e. */
static void transpose(struct fin_gang *g, LLVMValueRef *v, unsigned count)
{
	static const unsigned two[2][2] = {{0, 2}, {1, 3}};
	static const unsigned low[4] = {0, 4, 1, 5}, high[4] = {2, 6, 3, 7};
	static const unsigned first[4] = {0, 1, 4, 5}, second[4] = {2, 3, 6, 7};
	LLVMValueRef a = v[0], b = v[1], mid[4];

	if (count == 2) {
		v[0] = pick(g, a, b, 2, two[0]);
		v[1] = pick(g, a, b, 2, two[1]);
		return;
	}
	mid[0] = pick(g, v[0], v[1], 4, low);
	mid[1] = pick(g, v[0], v[1], 4, high);
	mid[2] = pick(g, v[2], v[3], 4, low);
	mid[3] = pick(g, v[2], v[3], 4, high);
	for (unsigned k = 0; k < 2; k++) {
		v[2 * k] = pick(g, mid[k], mid[2 + k], 4, first);
		v[2 * k + 1] = pick(g, mid[k], mid[2 + k], 4, second);
	}
}

/* Takes n elements of the two vectors, from number `first` on. */
static LLVMValueRef slice(struct fin_gang *g, LLVMValueRef a, LLVMValueRef b, unsigned first,
	unsigned n)
{
	LLVMValueRef index[FIN_MAX_LANES];

	for (unsigned k = 0; k < n; k++)
		index[k] = LLVMConstInt(g->w->l->i32, first + k, false);
	return LLVMBuildShuffleVector(g->w->l->b, a, b, LLVMConstVector(index, n), "");
}

/* Joins the vectors of the lanes j, count + j, 2 * count + j ..., one after the other. */
static LLVMValueRef join_pieces(struct fin_gang *g, const LLVMValueRef *tuple, unsigned count,
	unsigned j)
{
	LLVMValueRef part[FIN_MAX_LANES];
	unsigned n = g->lanes / count;

	for (unsigned c = 0; c < n; c++)
		part[c] = tuple[c * count + j];
	for (unsigned size = count; n > 1; n /= 2, size *= 2)
		for (unsigned c = 0; c < n / 2; c++)
			part[c] = slice(g, part[2 * c], part[2 * c + 1], 0, 2 * size);
	return part[0];
}

void fin_tuple_split(struct fin_gang *g, const LLVMValueRef *tuple, unsigned count, LLVMValueRef *v)
{
	for (unsigned j = 0; j < count; j++)
		v[j] = join_pieces(g, tuple, count, j);
	transpose(g, v, count);
}

void fin_tuple_join(struct fin_gang *g, const LLVMValueRef *v, unsigned count, LLVMValueRef *tuple)
{
	LLVMValueRef rows[4];

	memcpy(rows, v, count * sizeof *v);
	transpose(g, rows, count);
	for (unsigned k = 0; k < g->lanes; k++)
		tuple[k] = slice(g, rows[k % count], LLVMGetPoison(LLVMTypeOf(rows[0])),
			k - k % count, count);
}
