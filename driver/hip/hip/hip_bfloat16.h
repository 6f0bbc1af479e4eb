/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* HIP's older bfloat16, which is a number in 16 bits, computed as a float. */
#ifndef HSAEMU_HIP_BFLOAT16_H
#define HSAEMU_HIP_BFLOAT16_H

#include "hip_bf16.h"

struct hip_bfloat16 {
	unsigned short data;
	enum truncate_t { truncate };
	hip_bfloat16() = default;
	HSAEMU_MEMBER explicit hip_bfloat16(float x) : data(__bfloat16_as_ushort(__float2bfloat16(x))) {}
	HSAEMU_MEMBER hip_bfloat16(float x, truncate_t) : data((unsigned short)(__builtin_bit_cast(unsigned, x) >> 16)) {}
	static HSAEMU_MEMBER hip_bfloat16 round_to_bfloat16(float x) { return hip_bfloat16(x); }
	HSAEMU_MEMBER operator float() const { return __builtin_bit_cast(float, (unsigned)data << 16); }
	HSAEMU_MEMBER hip_bfloat16 &operator=(float x) { return *this = hip_bfloat16(x); }
};
#define HSAEMU_OPERATOR(op) \
	HSAEMU_BOTH hip_bfloat16 operator op(hip_bfloat16 a, hip_bfloat16 b) { return hip_bfloat16((float)a op (float)b); } \
	HSAEMU_BOTH hip_bfloat16 &operator op##=(hip_bfloat16 &a, hip_bfloat16 b) { return a = a op b; }
HSAEMU_OPERATOR(+)
HSAEMU_OPERATOR(-)
HSAEMU_OPERATOR(*)
HSAEMU_OPERATOR(/)
#undef HSAEMU_OPERATOR
HSAEMU_BOTH hip_bfloat16 operator-(hip_bfloat16 a) { return hip_bfloat16(-(float)a); }
HSAEMU_BOTH bool operator==(hip_bfloat16 a, hip_bfloat16 b) { return (float)a == (float)b; }
HSAEMU_BOTH bool operator!=(hip_bfloat16 a, hip_bfloat16 b) { return (float)a != (float)b; }
HSAEMU_BOTH bool operator<(hip_bfloat16 a, hip_bfloat16 b) { return (float)a < (float)b; }
HSAEMU_BOTH bool operator<=(hip_bfloat16 a, hip_bfloat16 b) { return (float)a <= (float)b; }
HSAEMU_BOTH bool operator>(hip_bfloat16 a, hip_bfloat16 b) { return (float)a > (float)b; }
HSAEMU_BOTH bool operator>=(hip_bfloat16 a, hip_bfloat16 b) { return (float)a >= (float)b; }

#endif
