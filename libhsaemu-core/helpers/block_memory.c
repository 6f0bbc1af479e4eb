/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that LLVM calls for copies and fills of aggregates: memcpy, memmove, memset. */
#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) && !defined(__clang__)
/* keeps GCC from turning these loops into calls of memcpy and memset, that is of themselves */
#pragma GCC optimize("no-tree-loop-distribute-patterns")
#endif

void *memcpy(void *restrict dst, const void *restrict src, size_t n);
void *memmove(void *dst, const void *src, size_t n);
void *memset(void *dst, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);

static __m128i load16(const uint8_t *p)
{
	return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static void store16(uint8_t *p, __m128i v)
{
	_mm_storeu_si128((__m128i *)(void *)p, v);
}

static void copy_up(uint8_t *d, const uint8_t *s, size_t n)
{
	for (; n >= 16; n -= 16, d += 16, s += 16)
		store16(d, load16(s));
	for (; n > 0; n--)
		*d++ = *s++;
}

static void copy_down(uint8_t *d, const uint8_t *s, size_t n)
{
	for (; n >= 16; n -= 16)
		store16(d + n - 16, load16(s + n - 16));
	for (; n > 0; n--)
		d[n - 1] = s[n - 1];
}

void *memcpy(void *restrict dst, const void *restrict src, size_t n)
{
	copy_up(dst, src, n);
	return dst;
}

/* An upward copy reads 16 bytes before it writes them, so the source may overlap the destination
 * from above. */
void *memmove(void *dst, const void *src, size_t n)
{
	if ((uintptr_t)dst - (uintptr_t)src >= n)
		copy_up(dst, src, n);
	else
		copy_down(dst, src, n);
	return dst;
}

void *memset(void *dst, int c, size_t n)
{
	uint8_t *d = dst;
	__m128i v = _mm_set1_epi8((char)c);

	for (; n >= 16; n -= 16, d += 16)
		store16(d, v);
	for (; n > 0; n--)
		*d++ = (uint8_t)c;
	return dst;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const uint8_t *x = a, *y = b;

	for (; n > 0; n--, x++, y++)
		if (*x != *y)
			return *x < *y ? -1 : 1;
	return 0;
}
