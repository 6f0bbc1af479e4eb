/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Vector types, dim3, and how they are made. Sizes and alignments are part of the ABI.
#ifndef HSAEMU_TYPES_H
#define HSAEMU_TYPES_H

#define HSAEMU_BOTH static __inline__ __attribute__((always_inline)) __host__ __device__

#define HSAEMU_VECTORS(name, type, align2, align4) \
	struct name##1 { type x; }; \
	struct __attribute__((aligned(align2))) name##2 { type x, y; }; \
	struct name##3 { type x, y, z; }; \
	struct __attribute__((aligned(align4))) name##4 { type x, y, z, w; }; \
	HSAEMU_BOTH name##1 make_##name##1(type x) { return {x}; } \
	HSAEMU_BOTH name##2 make_##name##2(type x, type y) { return {x, y}; } \
	HSAEMU_BOTH name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; } \
	HSAEMU_BOTH name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }

#define HSAEMU_MEMBER __inline__ __attribute__((always_inline)) __host__ __device__
#define HSAEMU_MEMBER_DEVICE __inline__ __attribute__((always_inline)) __device__

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
	__host__ __device__ constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1)
		: x(vx), y(vy), z(vz) {}
	__host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
	__host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
};

#endif
