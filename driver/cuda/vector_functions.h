/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How vectors are made of numbers. */
#ifndef HSAEMU_VECTOR_FUNCTIONS_H
#define HSAEMU_VECTOR_FUNCTIONS_H
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#define HSAEMU_MAKE(name, type) \
	HSAEMU_BOTH name##1 make_##name##1(type x) { name##1 v = {x}; return v; } \
	HSAEMU_BOTH name##2 make_##name##2(type x, type y) { name##2 v = {x, y}; return v; } \
	HSAEMU_BOTH name##3 make_##name##3(type x, type y, type z) { name##3 v = {x, y, z}; return v; } \
	HSAEMU_BOTH name##4 make_##name##4(type x, type y, type z, type w) { name##4 v = {x, y, z, w}; return v; }
HSAEMU_MAKE(char, signed char)
HSAEMU_MAKE(uchar, unsigned char)
HSAEMU_MAKE(short, short)
HSAEMU_MAKE(ushort, unsigned short)
HSAEMU_MAKE(int, int)
HSAEMU_MAKE(uint, unsigned)
HSAEMU_MAKE(long, long)
HSAEMU_MAKE(ulong, unsigned long)
HSAEMU_MAKE(longlong, long long)
HSAEMU_MAKE(ulonglong, unsigned long long)
HSAEMU_MAKE(float, float)
HSAEMU_MAKE(double, double)
#undef HSAEMU_MAKE

#endif
