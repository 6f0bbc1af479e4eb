/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vectors and dim3. Sizes and alignments are part of the ABI. */
#ifndef HSAEMU_VECTOR_TYPES_H
#define HSAEMU_VECTOR_TYPES_H
#define __VECTOR_TYPES_H__

#include "host_defines.h"

#define HSAEMU_VECTORS(name, type, align2, align4) \
	struct name##1 { type x; }; \
	struct __attribute__((aligned(align2))) name##2 { type x, y; }; \
	struct name##3 { type x, y, z; }; \
	struct __attribute__((aligned(align4))) name##4 { type x, y, z, w; }; \
	typedef struct name##1 name##1; \
	typedef struct name##2 name##2; \
	typedef struct name##3 name##3; \
	typedef struct name##4 name##4;
HSAEMU_VECTORS(char, signed char, 2, 4)
HSAEMU_VECTORS(uchar, unsigned char, 2, 4)
HSAEMU_VECTORS(short, short, 4, 8)
HSAEMU_VECTORS(ushort, unsigned short, 4, 8)
HSAEMU_VECTORS(int, int, 8, 16)
HSAEMU_VECTORS(uint, unsigned, 8, 16)
HSAEMU_VECTORS(long, long, 16, 16)
HSAEMU_VECTORS(ulong, unsigned long, 16, 16)
HSAEMU_VECTORS(longlong, long long, 16, 16)
HSAEMU_VECTORS(ulonglong, unsigned long long, 16, 16)
HSAEMU_VECTORS(float, float, 8, 16)
HSAEMU_VECTORS(double, double, 16, 16)
#undef HSAEMU_VECTORS

struct dim3 {
	unsigned x, y, z;
#ifdef __cplusplus
	__host__ __device__ constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1)
		: x(vx), y(vy), z(vz) {}
	__host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
	__host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
};
typedef struct dim3 dim3;

#endif
