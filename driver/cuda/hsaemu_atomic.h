/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// atomicAdd and the others, for the device, a block (_block) and the system (_system).
#ifndef HSAEMU_ATOMIC_H
#define HSAEMU_ATOMIC_H

#define HSAEMU_ATOMICS(scope) \
	HSAEMU_DEVICE int atomicAdd##scope(int *p, int v) { return __iAtomicAdd##scope(p, v); } \
	HSAEMU_DEVICE unsigned atomicAdd##scope(unsigned *p, unsigned v) { return __uAtomicAdd##scope(p, v); } \
	HSAEMU_DEVICE unsigned long long atomicAdd##scope(unsigned long long *p, unsigned long long v) { return __ullAtomicAdd##scope(p, v); } \
	HSAEMU_DEVICE float atomicAdd##scope(float *p, float v) { return __fAtomicAdd##scope(p, v); } \
	HSAEMU_DEVICE double atomicAdd##scope(double *p, double v) { return __dAtomicAdd##scope(p, v); } \
	HSAEMU_DEVICE int atomicSub##scope(int *p, int v) { return __iAtomicAdd##scope(p, (int)(0u - (unsigned)v)); } \
	HSAEMU_DEVICE unsigned atomicSub##scope(unsigned *p, unsigned v) { return __uAtomicAdd##scope(p, 0u - v); } \
	HSAEMU_DEVICE int atomicExch##scope(int *p, int v) { return __iAtomicExch##scope(p, v); } \
	HSAEMU_DEVICE unsigned atomicExch##scope(unsigned *p, unsigned v) { return __uAtomicExch##scope(p, v); } \
	HSAEMU_DEVICE unsigned long long atomicExch##scope(unsigned long long *p, unsigned long long v) { return __ullAtomicExch##scope(p, v); } \
	HSAEMU_DEVICE float atomicExch##scope(float *p, float v) { return __fAtomicExch##scope(p, v); } \
	HSAEMU_DEVICE int atomicMin##scope(int *p, int v) { return __iAtomicMin##scope(p, v); } \
	HSAEMU_DEVICE unsigned atomicMin##scope(unsigned *p, unsigned v) { return __uAtomicMin##scope(p, v); } \
	HSAEMU_DEVICE long long atomicMin##scope(long long *p, long long v) { return __illAtomicMin##scope(p, v); } \
	HSAEMU_DEVICE unsigned long long atomicMin##scope(unsigned long long *p, unsigned long long v) { return __ullAtomicMin##scope(p, v); } \
	HSAEMU_DEVICE int atomicMax##scope(int *p, int v) { return __iAtomicMax##scope(p, v); } \
	HSAEMU_DEVICE unsigned atomicMax##scope(unsigned *p, unsigned v) { return __uAtomicMax##scope(p, v); } \
	HSAEMU_DEVICE long long atomicMax##scope(long long *p, long long v) { return __illAtomicMax##scope(p, v); } \
	HSAEMU_DEVICE unsigned long long atomicMax##scope(unsigned long long *p, unsigned long long v) { return __ullAtomicMax##scope(p, v); } \
	HSAEMU_DEVICE unsigned atomicInc##scope(unsigned *p, unsigned v) { return __uAtomicInc##scope(p, v); } \
	HSAEMU_DEVICE unsigned atomicDec##scope(unsigned *p, unsigned v) { return __uAtomicDec##scope(p, v); } \
	HSAEMU_DEVICE int atomicAnd##scope(int *p, int v) { return __iAtomicAnd##scope(p, v); } \
	HSAEMU_DEVICE unsigned atomicAnd##scope(unsigned *p, unsigned v) { return __uAtomicAnd##scope(p, v); } \
	HSAEMU_DEVICE unsigned long long atomicAnd##scope(unsigned long long *p, unsigned long long v) { return __ullAtomicAnd##scope(p, v); } \
	HSAEMU_DEVICE int atomicOr##scope(int *p, int v) { return __iAtomicOr##scope(p, v); } \
	HSAEMU_DEVICE unsigned atomicOr##scope(unsigned *p, unsigned v) { return __uAtomicOr##scope(p, v); } \
	HSAEMU_DEVICE unsigned long long atomicOr##scope(unsigned long long *p, unsigned long long v) { return __ullAtomicOr##scope(p, v); } \
	HSAEMU_DEVICE int atomicXor##scope(int *p, int v) { return __iAtomicXor##scope(p, v); } \
	HSAEMU_DEVICE unsigned atomicXor##scope(unsigned *p, unsigned v) { return __uAtomicXor##scope(p, v); } \
	HSAEMU_DEVICE unsigned long long atomicXor##scope(unsigned long long *p, unsigned long long v) { return __ullAtomicXor##scope(p, v); } \
	HSAEMU_DEVICE int atomicCAS##scope(int *p, int c, int v) { return __iAtomicCAS##scope(p, c, v); } \
	HSAEMU_DEVICE unsigned atomicCAS##scope(unsigned *p, unsigned c, unsigned v) { return __uAtomicCAS##scope(p, c, v); } \
	HSAEMU_DEVICE unsigned long long atomicCAS##scope(unsigned long long *p, unsigned long long c, unsigned long long v) { return __ullAtomicCAS##scope(p, c, v); }

HSAEMU_ATOMICS()
HSAEMU_ATOMICS(_block)
HSAEMU_ATOMICS(_system)
#undef HSAEMU_ATOMICS

HSAEMU_DEVICE unsigned short atomicCAS(unsigned short *p, unsigned short c, unsigned short v)
{
	unsigned short old;
	__asm__ volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(p), "h"(c), "h"(v) : "memory");
	return old;
}

// Of a vector each element is added atomically, not all together.
#define HSAEMU_ATOMICS(scope) \
	HSAEMU_DEVICE float2 atomicAdd##scope(float2 *p, float2 v) { return {atomicAdd##scope(&p->x, v.x), atomicAdd##scope(&p->y, v.y)}; } \
	HSAEMU_DEVICE float4 atomicAdd##scope(float4 *p, float4 v) \
	{ \
		return {atomicAdd##scope(&p->x, v.x), atomicAdd##scope(&p->y, v.y), atomicAdd##scope(&p->z, v.z), atomicAdd##scope(&p->w, v.w)}; \
	}
HSAEMU_ATOMICS()
HSAEMU_ATOMICS(_block)
HSAEMU_ATOMICS(_system)
#undef HSAEMU_ATOMICS

#endif
