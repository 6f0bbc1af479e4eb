/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// nvcuda::wmma: products of matrices by a whole warp, as PTX's wmma instructions.
#ifndef HSAEMU_MMA_H
#define HSAEMU_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32;
}

// What a thread has of a matrix: `num_elements` of them, in `storage` registers of the type `word`.
template <class Element, class Word, int elements, int storage> struct hsaemu_part {
	enum { num_elements = elements, num_storage_elements = elements };
	typedef Element element_type, storage_element_type;
	union {
		Element x[elements];
		Word word[storage];
	};
	HSAEMU_MEMBER_DEVICE hsaemu_part() {}
	HSAEMU_MEMBER_DEVICE hsaemu_part(const hsaemu_part &p)
	{
		for (int i = 0; i < storage; i++)
			word[i] = p.word[i];
	}
	HSAEMU_MEMBER_DEVICE hsaemu_part &operator=(const hsaemu_part &p)
	{
		for (int i = 0; i < storage; i++)
			word[i] = p.word[i];
		return *this;
	}
};
template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment;

template <class Use, int m, int n, int k, class T, class Layout, class Value>
HSAEMU_DEVICE void fill_fragment(fragment<Use, m, n, k, T, Layout> &f, const Value &v)
{
	for (int i = 0; i < f.num_elements; i++)
		f.x[i] = (typename fragment<Use, m, n, k, T, Layout>::element_type)v;
}
HSAEMU_DEVICE float __float_to_tf32(float x)
{
	unsigned r;
	__asm__("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(x));
	return __uint_as_float(r);
}

// Registers of a fragment as operands of an instruction: their places in its text, and constraints.
#define HSAEMU_AT_1(a) "{%" #a "}"
#define HSAEMU_AT_2(a, b) "{%" #a ", %" #b "}"
#define HSAEMU_AT_4(a, b, c, d) "{%" #a ", %" #b ", %" #c ", %" #d "}"
#define HSAEMU_AT_8(a, b, c, d, e, f, g, h) "{%" #a ", %" #b ", %" #c ", %" #d ", %" #e ", %" #f ", %" #g ", %" #h "}"
#define HSAEMU_WORDS_1(c, f) c(f.word[0])
#define HSAEMU_WORDS_2(c, f) c(f.word[0]), c(f.word[1])
#define HSAEMU_WORDS_4(c, f) HSAEMU_WORDS_2(c, f), c(f.word[2]), c(f.word[3])
#define HSAEMU_WORDS_8(c, f) HSAEMU_WORDS_4(c, f), c(f.word[4]), c(f.word[5]), c(f.word[6]), c(f.word[7])
#define HSAEMU_FIRST_1 HSAEMU_AT_1(0)
#define HSAEMU_FIRST_2 HSAEMU_AT_2(0, 1)
#define HSAEMU_FIRST_4 HSAEMU_AT_4(0, 1, 2, 3)
#define HSAEMU_FIRST_8 HSAEMU_AT_8(0, 1, 2, 3, 4, 5, 6, 7)
#define HSAEMU_AFTER_1 "%1, %2"
#define HSAEMU_AFTER_2 "%2, %3"
#define HSAEMU_AFTER_4 "%4, %5"
#define HSAEMU_AFTER_8 "%8, %9"
#define HSAEMU_LATER_2 "{%2, %3}"
#define HSAEMU_LATER_4 HSAEMU_AT_4(2, 3, 4, 5)
#define HSAEMU_LATER_8 HSAEMU_AT_8(2, 3, 4, 5, 6, 7, 8, 9)

// wmma.load of one operand in one layout.
#define HSAEMU_LOAD(Use, use, m, n, k, T, type, Layout, layout, Memory, words, c) \
	HSAEMU_DEVICE void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f, const Memory *p, unsigned stride) \
	{ \
		__asm__ volatile("wmma.load." use ".sync.aligned." layout ".m" #m "n" #n "k" #k "." type " " HSAEMU_FIRST_##words ", [%" #words "], " HSAEMU_STRIDE_##words ";" \
			: HSAEMU_WORDS_##words("=" c, f) : "l"(p), "r"(stride) : "memory"); \
	}
#define HSAEMU_STRIDE_1 "%2"
#define HSAEMU_STRIDE_2 "%3"
#define HSAEMU_STRIDE_4 "%5"
#define HSAEMU_STRIDE_8 "%9"
#define HSAEMU_OPERAND(Use, use, m, n, k, T, type, Element, Word, Memory, elements, words, c) \
	template <class Layout> struct fragment<Use, m, n, k, T, Layout> : hsaemu_part<Element, Word, elements, words> {}; \
	HSAEMU_LOAD(Use, use, m, n, k, T, type, row_major, "row", Memory, words, c) \
	HSAEMU_LOAD(Use, use, m, n, k, T, type, col_major, "col", Memory, words, c)
#define HSAEMU_ACCUMULATOR(m, n, k, T, type, Word, elements, words, c) \
	template <> struct fragment<accumulator, m, n, k, T, void> : hsaemu_part<T, Word, elements, words> {}; \
	HSAEMU_LOAD(accumulator, "c", m, n, k, T, type, void, "row", T, words, c) \
	HSAEMU_DEVICE void hsaemu_load_col(fragment<accumulator, m, n, k, T, void> &f, const T *p, unsigned stride) \
	{ \
		__asm__ volatile("wmma.load.c.sync.aligned.col.m" #m "n" #n "k" #k "." type " " HSAEMU_FIRST_##words ", [%" #words "], " HSAEMU_STRIDE_##words ";" \
			: HSAEMU_WORDS_##words("=" c, f) : "l"(p), "r"(stride) : "memory"); \
	} \
	HSAEMU_DEVICE void load_matrix_sync(fragment<accumulator, m, n, k, T, void> &f, const T *p, unsigned stride, layout_t layout) \
	{ \
		if (layout == mem_row_major) \
			load_matrix_sync(f, p, stride); \
		else \
			hsaemu_load_col(f, p, stride); \
	} \
	HSAEMU_DEVICE void store_matrix_sync(T *p, const fragment<accumulator, m, n, k, T, void> &f, unsigned stride, layout_t layout) \
	{ \
		if (layout == mem_row_major) \
			__asm__ volatile("wmma.store.d.sync.aligned.row.m" #m "n" #n "k" #k "." type " [%0], " HSAEMU_LATER_##words ", %1;" \
				::"l"(p), "r"(stride), HSAEMU_WORDS_##words(c, f) : "memory"); \
		else \
			__asm__ volatile("wmma.store.d.sync.aligned.col.m" #m "n" #n "k" #k "." type " [%0], " HSAEMU_LATER_##words ", %1;" \
				::"l"(p), "r"(stride), HSAEMU_WORDS_##words(c, f) : "memory"); \
	}

// wmma.mma: d = a * b + c, for the four pairs of layouts. Operands: d, a, b, c, from %0 on, `text` lists them.
#define HSAEMU_PRODUCT(m, n, k, A, D, C, La, la, Lb, lb, types, saturate, text, dc, dw, ac, aw, bw, cc, cw) \
	HSAEMU_DEVICE void hsaemu_mma##saturate(fragment<accumulator, m, n, k, D> &d, const fragment<matrix_a, m, n, k, A, La> &a, \
		const fragment<matrix_b, m, n, k, A, Lb> &b, const fragment<accumulator, m, n, k, C> &c) \
	{ \
		__asm__ volatile("wmma.mma.sync.aligned." la "." lb ".m" #m "n" #n "k" #k types text ";" \
			: HSAEMU_WORDS_##dw("=" dc, d) : HSAEMU_WORDS_##aw(ac, a), HSAEMU_WORDS_##bw(ac, b), HSAEMU_WORDS_##cw(cc, c)); \
	}
#define HSAEMU_PRODUCTS(m, n, k, A, D, C, types, saturate, text, dc, dw, ac, aw, bw, cc, cw) \
	HSAEMU_PRODUCT(m, n, k, A, D, C, row_major, "row", row_major, "row", types, saturate, text, dc, dw, ac, aw, bw, cc, cw) \
	HSAEMU_PRODUCT(m, n, k, A, D, C, row_major, "row", col_major, "col", types, saturate, text, dc, dw, ac, aw, bw, cc, cw) \
	HSAEMU_PRODUCT(m, n, k, A, D, C, col_major, "col", row_major, "row", types, saturate, text, dc, dw, ac, aw, bw, cc, cw) \
	HSAEMU_PRODUCT(m, n, k, A, D, C, col_major, "col", col_major, "col", types, saturate, text, dc, dw, ac, aw, bw, cc, cw)

// ---- half precision: 8 pairs of each operand, whatever the shape ---------------------------------------

#define HSAEMU_4_8_8_4 " " HSAEMU_AT_4(0, 1, 2, 3) ", " HSAEMU_AT_8(4, 5, 6, 7, 8, 9, 10, 11) ", " HSAEMU_AT_8(12, 13, 14, 15, 16, 17, 18, 19) ", " HSAEMU_AT_4(20, 21, 22, 23)
#define HSAEMU_8_8_8_4 " " HSAEMU_FIRST_8 ", " HSAEMU_AT_8(8, 9, 10, 11, 12, 13, 14, 15) ", " HSAEMU_AT_8(16, 17, 18, 19, 20, 21, 22, 23) ", " HSAEMU_AT_4(24, 25, 26, 27)
#define HSAEMU_4_8_8_8 " " HSAEMU_AT_4(0, 1, 2, 3) ", " HSAEMU_AT_8(4, 5, 6, 7, 8, 9, 10, 11) ", " HSAEMU_AT_8(12, 13, 14, 15, 16, 17, 18, 19) ", " HSAEMU_AT_8(20, 21, 22, 23, 24, 25, 26, 27)
#define HSAEMU_8_8_8_8 " " HSAEMU_FIRST_8 ", " HSAEMU_AT_8(8, 9, 10, 11, 12, 13, 14, 15) ", " HSAEMU_AT_8(16, 17, 18, 19, 20, 21, 22, 23) ", " HSAEMU_AT_8(24, 25, 26, 27, 28, 29, 30, 31)
#define HSAEMU_HALVES(m, n, k) \
	HSAEMU_OPERAND(matrix_a, "a", m, n, k, __half, "f16", __half, unsigned, __half, 16, 8, "r") \
	HSAEMU_OPERAND(matrix_b, "b", m, n, k, __half, "f16", __half, unsigned, __half, 16, 8, "r") \
	HSAEMU_ACCUMULATOR(m, n, k, __half, "f16", unsigned, 8, 4, "r") \
	HSAEMU_ACCUMULATOR(m, n, k, float, "f32", float, 8, 8, "f") \
	HSAEMU_PRODUCTS(m, n, k, __half, __half, __half, ".f16.f16", , HSAEMU_4_8_8_4, "r", 4, "r", 8, 8, "r", 4) \
	HSAEMU_PRODUCTS(m, n, k, __half, float, __half, ".f32.f16", , HSAEMU_8_8_8_4, "f", 8, "r", 8, 8, "r", 4) \
	HSAEMU_PRODUCTS(m, n, k, __half, __half, float, ".f16.f32", , HSAEMU_4_8_8_8, "r", 4, "r", 8, 8, "f", 8) \
	HSAEMU_PRODUCTS(m, n, k, __half, float, float, ".f32.f32", , HSAEMU_8_8_8_8, "f", 8, "r", 8, 8, "f", 8)
HSAEMU_HALVES(16, 16, 16)
HSAEMU_HALVES(32, 8, 16)
HSAEMU_HALVES(8, 32, 16)
#undef HSAEMU_HALVES

// ---- bytes and bfloat16: operands' sizes follow the shape -----------------------------------------------

#define HSAEMU_8_2_2_8 " " HSAEMU_FIRST_8 ", " HSAEMU_AT_2(8, 9) ", " HSAEMU_AT_2(10, 11) ", " HSAEMU_AT_8(12, 13, 14, 15, 16, 17, 18, 19)
#define HSAEMU_8_4_1_8 " " HSAEMU_FIRST_8 ", " HSAEMU_AT_4(8, 9, 10, 11) ", " HSAEMU_AT_1(12) ", " HSAEMU_AT_8(13, 14, 15, 16, 17, 18, 19, 20)
#define HSAEMU_8_1_4_8 " " HSAEMU_FIRST_8 ", " HSAEMU_AT_1(8) ", " HSAEMU_AT_4(9, 10, 11, 12) ", " HSAEMU_AT_8(13, 14, 15, 16, 17, 18, 19, 20)
#define HSAEMU_8_4_4_8 " " HSAEMU_FIRST_8 ", " HSAEMU_AT_4(8, 9, 10, 11) ", " HSAEMU_AT_4(12, 13, 14, 15) ", " HSAEMU_AT_8(16, 17, 18, 19, 20, 21, 22, 23)
#define HSAEMU_8_8_2_8 " " HSAEMU_FIRST_8 ", " HSAEMU_AT_8(8, 9, 10, 11, 12, 13, 14, 15) ", " HSAEMU_AT_2(16, 17) ", " HSAEMU_AT_8(18, 19, 20, 21, 22, 23, 24, 25)
#define HSAEMU_8_2_8_8 " " HSAEMU_FIRST_8 ", " HSAEMU_AT_2(8, 9) ", " HSAEMU_AT_8(10, 11, 12, 13, 14, 15, 16, 17) ", " HSAEMU_AT_8(18, 19, 20, 21, 22, 23, 24, 25)
#define HSAEMU_BYTES(m, n, k, T, type, aw, bw) \
	HSAEMU_OPERAND(matrix_a, "a", m, n, k, T, type, T, unsigned, T, 4 * aw, aw, "r") \
	HSAEMU_OPERAND(matrix_b, "b", m, n, k, T, type, T, unsigned, T, 4 * bw, bw, "r") \
	HSAEMU_PRODUCTS(m, n, k, T, int, int, ".s32." type "." type ".s32", , HSAEMU_8_##aw##_##bw##_8, "r", 8, "r", aw, bw, "r", 8) \
	HSAEMU_PRODUCTS(m, n, k, T, int, int, ".s32." type "." type ".s32.satfinite", _finite, HSAEMU_8_##aw##_##bw##_8, "r", 8, "r", aw, bw, "r", 8)
#define HSAEMU_SHAPE(m, n, k, aw, bw, aw2, bw2) \
	HSAEMU_ACCUMULATOR(m, n, k, int, "s32", int, 8, 8, "r") \
	HSAEMU_BYTES(m, n, k, signed char, "s8", aw, bw) \
	HSAEMU_BYTES(m, n, k, unsigned char, "u8", aw, bw) \
	HSAEMU_OPERAND(matrix_a, "a", m, n, k, __nv_bfloat16, "bf16", __nv_bfloat16, unsigned, __nv_bfloat16, 2 * aw2, aw2, "r") \
	HSAEMU_OPERAND(matrix_b, "b", m, n, k, __nv_bfloat16, "bf16", __nv_bfloat16, unsigned, __nv_bfloat16, 2 * bw2, bw2, "r") \
	HSAEMU_PRODUCTS(m, n, k, __nv_bfloat16, float, float, ".f32.bf16.bf16.f32", , HSAEMU_8_##aw2##_##bw2##_8, "f", 8, "r", aw2, bw2, "f", 8)
HSAEMU_SHAPE(16, 16, 16, 2, 2, 4, 4)
HSAEMU_SHAPE(32, 8, 16, 4, 1, 8, 2)
HSAEMU_SHAPE(8, 32, 16, 1, 4, 2, 8)
#undef HSAEMU_SHAPE
#undef HSAEMU_BYTES

// ---- tf32 and double ------------------------------------------------------------------------------------

HSAEMU_OPERAND(matrix_a, "a", 16, 16, 8, precision::tf32, "tf32", float, unsigned, float, 4, 4, "r")
HSAEMU_OPERAND(matrix_b, "b", 16, 16, 8, precision::tf32, "tf32", float, unsigned, float, 4, 4, "r")
HSAEMU_ACCUMULATOR(16, 16, 8, float, "f32", float, 8, 8, "f")
HSAEMU_PRODUCTS(16, 16, 8, precision::tf32, float, float, ".f32.tf32.tf32.f32", , HSAEMU_8_4_4_8, "f", 8, "r", 4, 4, "f", 8)

#define HSAEMU_2_1_1_2 " " HSAEMU_AT_2(0, 1) ", " HSAEMU_AT_1(2) ", " HSAEMU_AT_1(3) ", " HSAEMU_AT_2(4, 5)
HSAEMU_OPERAND(matrix_a, "a", 8, 8, 4, double, "f64", double, double, double, 1, 1, "d")
HSAEMU_OPERAND(matrix_b, "b", 8, 8, 4, double, "f64", double, double, double, 1, 1, "d")
HSAEMU_ACCUMULATOR(8, 8, 4, double, "f64", double, 2, 2, "d")
HSAEMU_PRODUCTS(8, 8, 4, double, double, double, ".f64.f64.f64.f64", , HSAEMU_2_1_1_2, "d", 2, "d", 1, 1, "d", 2)

template <int m, int n, int k, class D, class A, class La, class B, class Lb, class C>
HSAEMU_DEVICE void mma_sync(fragment<accumulator, m, n, k, D> &d, const fragment<matrix_a, m, n, k, A, La> &a,
	const fragment<matrix_b, m, n, k, B, Lb> &b, const fragment<accumulator, m, n, k, C> &c, bool saturate = false)
{
	if constexpr (sizeof(a.x[0]) == 1) {
		if (saturate)
			return hsaemu_mma_finite(d, a, b, c);
	}
	hsaemu_mma(d, a, b, c);
}

}
}

#endif
