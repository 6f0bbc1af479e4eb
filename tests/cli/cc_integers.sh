# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CUDA C's integer intrinsics: sums with maxima (DPX) against their definition in C, and others as nvcc has them.
. "$T/compile.subr"
cat >i.cu <<'C'
typedef short s16;
typedef unsigned short u16;
template <class T> __device__ T most(T a, T b) { return a < b ? b : a; }
template <class T> __device__ T least(T a, T b) { return b < a ? b : a; }
template <class T> __device__ T low(unsigned v) { return (T)v; }
template <class T> __device__ T high(unsigned v) { return (T)(v >> 16); }
__device__ unsigned both(unsigned h, unsigned l) { return h << 16 | (l & 0xffff); }

// what differs is counted, by test
#define WORDS(n, name, T, expression) \
	{ \
		T a = (T)x, b = (T)y, c = (T)z; \
		(void)c; \
		bad[n] += name != (T)(expression); \
	}
#define HALF(T, part, expression) ([](T a, T b, T c) { return (T)(expression); }(part<T>(x), part<T>(y), part<T>(z)))
#define HALVES(n, name, T, expression) bad[n] += name != both(HALF(T, high, expression), HALF(T, low, expression));
extern "C" __global__ void i(int *bad, unsigned *known)
{
	unsigned s = 12345;
	for (int k = 0; k < 500; k++) {
		unsigned x = s = s * 1664525 + 1013904223, y = s = s * 1664525 + 1013904223, z = s = s * 1664525 + 1013904223;
		if (k % 5 == 0)
			y = x;
		if (k % 7 == 0)
			z = k % 2 ? 0x80007fff : 0x7fff8000;
		bool p, q;
		WORDS(0, __viaddmax_s32(x, y, z), int, most((int)((unsigned)a + (unsigned)b), c))
		WORDS(1, __viaddmin_u32(x, y, z), unsigned, least(a + b, c))
		WORDS(2, __viaddmin_s32_relu(x, y, z), int, most(0, least((int)((unsigned)a + (unsigned)b), c)))
		WORDS(3, __vimax3_u32(x, y, z), unsigned, most(a, most(b, c)))
		WORDS(4, __vimin3_s32_relu(x, y, z), int, most(0, least(a, least(b, c))))
		WORDS(5, __vimax_s32_relu(x, y), int, most(0, most(a, b)))
		WORDS(6, __vibmin_s32(x, y, &p), int, least(a, b))
		bad[6] += p != ((int)x <= (int)y);
		WORDS(7, __vibmax_u32(x, y, &p), unsigned, most(a, b))
		bad[7] += p != (x >= y);
		HALVES(8, __viaddmax_s16x2(x, y, z), s16, most((s16)(a + b), c))
		HALVES(9, __viaddmax_u16x2(x, y, z), u16, most((u16)(a + b), c))
		HALVES(10, __viaddmin_s16x2_relu(x, y, z), s16, most((s16)0, least((s16)(a + b), c)))
		HALVES(11, __vimin3_u16x2(x, y, z), u16, least(a, least(b, c)))
		HALVES(12, __vimax3_s16x2_relu(x, y, z), s16, most((s16)0, most(a, most(b, c))))
		HALVES(13, __vimin_s16x2_relu(x, y), s16, most((s16)0, least(a, b)))
		HALVES(14, __vibmax_s16x2(x, y, &p, &q), s16, most(a, b))
		bad[14] += p != ((s16)(x >> 16) >= (s16)(y >> 16)) || q != ((s16)x >= (s16)y);
		HALVES(15, __vadd2(x, y), u16, a + b)
	}
	unsigned x = 0x89abcdef, y = 0x01234567, z = 0x0000f7a4;
	known[0] = __byte_perm(x, y, z); // the fourth bit of a selector says nothing
	known[1] = __vabsdiffs4(x, y), known[2] = __vsads2(x, y), known[3] = __vcmpgtu4(x, y), known[4] = __vsubss2(x, y);
	known[5] = __funnelshift_lc(x, y, 40), known[6] = __funnelshift_r(x, y, 40);
	known[7] = __dp4a((int)x, (int)y, 5), known[8] = __dp4a(x, y, 5u), known[9] = __fns(x, 3, 2);
	known[10] = __rhadd((int)x, (int)y), known[11] = __usad(x, y, 1);
	__stcg(known + 12, __ldcg(known) + 1);
}
C
hsaemu-cc i.cu -o i.img
runs i.img <<'R'
buffer bad s32[16]
buffer known u32[13]
dispatch &i grid(1) group(1) args(bad, known)
check bad: 0
check known: list(16886631, 2021161080, 61168, 4294967295, 2290649224, 2309737967, 1737075661, 4294958937, 44889, 5, 3311897003, 2290649225, 16886632)
R
