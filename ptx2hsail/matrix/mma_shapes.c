/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file decides which matrix products PTX has: mma.def lists the shapes, and kind_fits() and
 * mma_complete() check which types and kinds go together. */
#include "matrix/fragment.h"
#include "matrix/mma_instruction.h"
#include "matrix/mma_shapes.h"

enum product { PRODUCT_MMA, PRODUCT_WMMA, PRODUCT_SPARSE };

struct product_shape { /* a shape and the element types that A and B may have in it */
	enum product product;
	unsigned m, n, k;
	const char *types;
};

static const struct product_shape shapes[] = {
#define SHAPE(product, m, n, k, types) {PRODUCT_##product, m, n, k, types},
#include "matrix/mma.def"
};

static bool has_word(const char *words, const char *word)
{
	struct str all = str_from(words), w = str_from(word);
	for (size_t i = 0; i + w.n <= all.n; i++)
		if ((i == 0 || all.p[i - 1] == ' ') &&
			(i + w.n == all.n || all.p[i + w.n] == ' ') &&
			memcmp(all.p + i, w.p, w.n) == 0)
			return true;
	return false;
}

bool mma_has_shape(const struct mma *m, enum mma_type type)
{
	enum product product = m->is_wmma     ? PRODUCT_WMMA
	                       : m->is_sparse ? PRODUCT_SPARSE
	                                      : PRODUCT_MMA;
	for (size_t i = 0; i < ARRAY_LEN(shapes); i++) {
		const struct product_shape *s = &shapes[i];
		if (s->product == product && s->m == 1u << m->log[0] && s->n == 1u << m->log[1] &&
			s->k == 1u << m->log[2] && has_word(s->types, mma_types[type].text))
			return true;
	}
	return false;
}

enum mma_type mma_sum_type(enum mma_type type)
{
	return type == MMA_F64 ? MMA_F64 : mma_types[type].is_integer ? MMA_S32 : MMA_F32;
}

static bool is_quad(const struct mma *m)
{
	return !m->is_wmma && m->log[0] == 3 && m->types[MMA_A] == MMA_F16;
}

static void set_quads(struct mma *m)
{
	for (int x = MMA_A; x < MMA_MATRIX_COUNT; x++) {
		bool is_sum = x == MMA_C || x == MMA_D;
		bool along = m->by_column[x] == (x == MMA_B);
		fragment_quad(&m->fragments[x],
			is_sum  ? m->types[x] == MMA_F16 ? FRAGMENT_QUAD_F16 : FRAGMENT_QUAD_F32
			: along ? FRAGMENT_QUAD_ALONG
				: FRAGMENT_QUAD_ACROSS);
	}
}

static bool is_mini(enum mma_type type)
{
	return mma_types[type].own != 0;
}

/* Returns whether types of fewer than 16 bits and block scales go with the .kind: each .kind allows
 * only some of them, and most of them need one. */
static bool kind_fits(const struct mma *m)
{
	enum mma_type a = m->types[MMA_A];
	bool narrow = a != MMA_E4M3 && a != MMA_E5M2;
	narrow |= m->types[MMA_B] != MMA_E4M3 && m->types[MMA_B] != MMA_E5M2;
	switch (m->kind) {
	case MMA_KIND_NONE:
		return m->scales == 0 && (!is_mini(a) || !narrow);
	case MMA_KIND_F8F6F4:
		return m->scales == 0 && is_mini(a) && m->log[2] == 5u + m->is_sparse;
	case MMA_KIND_MXF8F6F4:
		return m->scales == 1 && m->scale == MMA_SCALE_UE8M0 && is_mini(a) &&
		       m->log[2] == 5u + m->is_sparse;
	case MMA_KIND_MXF4:
		return m->scales == 2 && m->scale == MMA_SCALE_UE8M0 && a == MMA_E2M1_PACKED;
	case MMA_KIND_MXF4NVF4:
		return a == MMA_E2M1_PACKED &&
		       (m->scales == 4 || (m->scales == 2 && m->scale == MMA_SCALE_UE8M0));
	}
	BUG("kind %d", (int)m->kind);
}

/* Checks the types of all four matrices and sets their fragments. */
bool mma_complete(struct mma *m)
{
	enum mma_type a = m->types[MMA_A], b = m->types[MMA_B], c = m->types[MMA_C];
	bool same_kind = mma_types[a].bits == mma_types[b].bits &&
	                 mma_types[a].is_integer == mma_types[b].is_integer &&
	                 (mma_types[a].is_integer || a == b || (is_mini(a) && is_mini(b)));
	bool halves = (a == MMA_F16 || (is_mini(a) && m->scales == 0 && m->types[MMA_D] == c)) &&
	              (c == MMA_F16 || c == MMA_F32) &&
	              (m->types[MMA_D] == MMA_F16 || m->types[MMA_D] == MMA_F32);
	if (!mma_has_shape(m, a) || !mma_has_shape(m, b) || !same_kind || !kind_fits(m) ||
		(!halves && (c != mma_sum_type(a) || m->types[MMA_D] != c)))
		return false;
	if (is_quad(m)) {
		set_quads(m);
		return true;
	}
	if (!m->is_wmma && (m->by_column[MMA_A] || !m->by_column[MMA_B]))
		return false;
	fragment_init(&m->fragments[MMA_A], m->log[0], m->log[2] - m->is_sparse,
		mma_types[a].packed);
	fragment_init(&m->fragments[MMA_B], m->log[1], m->log[2], mma_types[b].packed);
	fragment_init(&m->fragments[MMA_C], m->log[0], m->log[1], 1);
	m->fragments[MMA_D] = m->fragments[MMA_C];
	return true;
}
