/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Arithmetic on numbers of 16 bits and pairs of them, for cuda_fp16.h and cuda_bf16.h, which name the types.
// HSAEMU_VALUE computes; its results are rounded to 16 bits each.

#define S HSAEMU_SMALL
#define P HSAEMU_SMALL2
#define V(x) ((x).v)
#define R(x) (S((HSAEMU_VALUE)(x)))

HSAEMU_BOTH S __hadd(S a, S b) { return R(V(a) + V(b)); }
HSAEMU_BOTH S __hsub(S a, S b) { return R(V(a) - V(b)); }
HSAEMU_BOTH S __hmul(S a, S b) { return R(V(a) * V(b)); }
HSAEMU_BOTH S __hadd_rn(S a, S b) { return R(V(a) + V(b)); }
HSAEMU_BOTH S __hsub_rn(S a, S b) { return R(V(a) - V(b)); }
HSAEMU_BOTH S __hmul_rn(S a, S b) { return R(V(a) * V(b)); }
HSAEMU_BOTH S __hdiv(S a, S b) { return R((float)V(a) / (float)V(b)); }
HSAEMU_BOTH S __hneg(S a) { return R(-V(a)); }
HSAEMU_BOTH S __habs(S a) { return R(__builtin_fabsf((float)V(a))); }
// In double the product is exact and the sum rounds far behind the 16 bits' last place.
HSAEMU_BOTH S __hfma(S a, S b, S c) { return R((float)((double)(float)V(a) * (double)(float)V(b) + (double)(float)V(c))); }
HSAEMU_DEVICE S hsaemu_saturate(S a) { return R(__nvvm_saturate_f((float)V(a))); }
HSAEMU_DEVICE S __hadd_sat(S a, S b) { return hsaemu_saturate(__hadd(a, b)); }
HSAEMU_DEVICE S __hsub_sat(S a, S b) { return hsaemu_saturate(__hsub(a, b)); }
HSAEMU_DEVICE S __hmul_sat(S a, S b) { return hsaemu_saturate(__hmul(a, b)); }
HSAEMU_DEVICE S __hfma_sat(S a, S b, S c) { return hsaemu_saturate(__hfma(a, b, c)); }
HSAEMU_BOTH S __hmax(S a, S b) { return R(__builtin_fmaxf((float)V(a), (float)V(b))); }
HSAEMU_BOTH S __hmin(S a, S b) { return R(__builtin_fminf((float)V(a), (float)V(b))); }

#define HSAEMU_COMPARE(name, op) \
	HSAEMU_BOTH bool __h##name(S a, S b) { return (float)V(a) op (float)V(b); } \
	HSAEMU_BOTH P __h##name##2(P a, P b) { return {R((float)V(a.x) op (float)V(b.x) ? 1.0f : 0.0f), R((float)V(a.y) op (float)V(b.y) ? 1.0f : 0.0f)}; } \
	HSAEMU_BOTH bool __hb##name##2(P a, P b) { return __h##name(a.x, b.x) && __h##name(a.y, b.y); }
HSAEMU_COMPARE(eq, ==)
HSAEMU_COMPARE(ne, !=)
HSAEMU_COMPARE(lt, <)
HSAEMU_COMPARE(le, <=)
HSAEMU_COMPARE(gt, >)
HSAEMU_COMPARE(ge, >=)
#undef HSAEMU_COMPARE
HSAEMU_BOTH bool __hisnan(S a) { return (float)V(a) != (float)V(a); }
HSAEMU_BOTH int __hisinf(S a) { return __builtin_fabsf((float)V(a)) == __builtin_inff() ? ((float)V(a) > 0 ? 1 : -1) : 0; }

#define HSAEMU_SMALL_MATH(name, call) \
	HSAEMU_DEVICE S h##name(S a) { return R(call((float)V(a))); } \
	HSAEMU_DEVICE P h2##name(P a) { return {h##name(a.x), h##name(a.y)}; }
HSAEMU_SMALL_MATH(exp, ::expf)
HSAEMU_SMALL_MATH(exp2, ::exp2f)
HSAEMU_SMALL_MATH(exp10, ::exp10f)
HSAEMU_SMALL_MATH(log, ::logf)
HSAEMU_SMALL_MATH(log2, ::log2f)
HSAEMU_SMALL_MATH(log10, ::log10f)
HSAEMU_SMALL_MATH(sin, ::sinf)
HSAEMU_SMALL_MATH(cos, ::cosf)
HSAEMU_SMALL_MATH(sqrt, ::sqrtf)
HSAEMU_SMALL_MATH(rsqrt, ::rsqrtf)
HSAEMU_SMALL_MATH(rcp, 1.0f / )
HSAEMU_SMALL_MATH(floor, __builtin_floorf)
HSAEMU_SMALL_MATH(ceil, __builtin_ceilf)
HSAEMU_SMALL_MATH(trunc, __builtin_truncf)
HSAEMU_SMALL_MATH(rint, __builtin_rintf)
HSAEMU_SMALL_MATH(tanh, ::tanhf)
#undef HSAEMU_SMALL_MATH

#define HSAEMU_PAIR(name) \
	HSAEMU_BOTH P __h##name##2(P a, P b) { return {__h##name(a.x, b.x), __h##name(a.y, b.y)}; }
HSAEMU_PAIR(add)
HSAEMU_PAIR(sub)
HSAEMU_PAIR(mul)
HSAEMU_PAIR(max)
HSAEMU_PAIR(min)
#undef HSAEMU_PAIR
HSAEMU_BOTH P __h2div(P a, P b) { return {__hdiv(a.x, b.x), __hdiv(a.y, b.y)}; }
HSAEMU_BOTH P __hneg2(P a) { return {__hneg(a.x), __hneg(a.y)}; }
HSAEMU_BOTH P __habs2(P a) { return {__habs(a.x), __habs(a.y)}; }
HSAEMU_BOTH P __hfma2(P a, P b, P c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; }

#define HSAEMU_OPERATOR(op, name) \
	HSAEMU_BOTH S operator op(S a, S b) { return name(a, b); } \
	HSAEMU_BOTH S &operator op##=(S &a, S b) { return a = name(a, b); } \
	HSAEMU_BOTH P operator op(P a, P b) { return {name(a.x, b.x), name(a.y, b.y)}; } \
	HSAEMU_BOTH P &operator op##=(P &a, P b) { return a = P{name(a.x, b.x), name(a.y, b.y)}; }
HSAEMU_OPERATOR(+, __hadd)
HSAEMU_OPERATOR(-, __hsub)
HSAEMU_OPERATOR(*, __hmul)
HSAEMU_OPERATOR(/, __hdiv)
#undef HSAEMU_OPERATOR
HSAEMU_BOTH S operator-(S a) { return __hneg(a); }
HSAEMU_BOTH S operator+(S a) { return a; }
HSAEMU_BOTH P operator-(P a) { return __hneg2(a); }
HSAEMU_BOTH S &operator++(S &a) { return a = __hadd(a, R(1.0f)); }
HSAEMU_BOTH S &operator--(S &a) { return a = __hsub(a, R(1.0f)); }
HSAEMU_BOTH bool operator==(S a, S b) { return __heq(a, b); }
HSAEMU_BOTH bool operator!=(S a, S b) { return __hne(a, b); }
HSAEMU_BOTH bool operator<(S a, S b) { return __hlt(a, b); }
HSAEMU_BOTH bool operator<=(S a, S b) { return __hle(a, b); }
HSAEMU_BOTH bool operator>(S a, S b) { return __hgt(a, b); }
HSAEMU_BOTH bool operator>=(S a, S b) { return __hge(a, b); }

#define HSAEMU_SHUFFLE(name, T) \
	HSAEMU_DEVICE S name(unsigned mask, S v, T n, int width = warpSize) { return __builtin_bit_cast(S, (unsigned short)::name(mask, (unsigned)__builtin_bit_cast(unsigned short, v), n, width)); } \
	HSAEMU_DEVICE P name(unsigned mask, P v, T n, int width = warpSize) { return __builtin_bit_cast(P, ::name(mask, __builtin_bit_cast(unsigned, v), n, width)); }
HSAEMU_SHUFFLE(__shfl_sync, int)
HSAEMU_SHUFFLE(__shfl_up_sync, unsigned)
HSAEMU_SHUFFLE(__shfl_down_sync, unsigned)
HSAEMU_SHUFFLE(__shfl_xor_sync, int)
#undef HSAEMU_SHUFFLE
HSAEMU_DEVICE S __ldg(const S *p) { return *p; }
HSAEMU_DEVICE P __ldg(const P *p) { return *p; }

// Names with the type in them: __low2half, __halves2half2 and the like.
HSAEMU_BOTH S HSAEMU_NAMED(__low2, )(P v) { return v.x; }
HSAEMU_BOTH S HSAEMU_NAMED(__high2, )(P v) { return v.y; }
HSAEMU_BOTH P HSAEMU_NAMED(__low2, 2)(P v) { return {v.x, v.x}; }
HSAEMU_BOTH P HSAEMU_NAMED(__high2, 2)(P v) { return {v.y, v.y}; }
HSAEMU_BOTH P HSAEMU_NAMED(make_, 2)(S a, S b) { return {a, b}; }
HSAEMU_BOTH float __low2float(P v) { return (float)V(v.x); }
HSAEMU_BOTH float __high2float(P v) { return (float)V(v.y); }
HSAEMU_BOTH P __lowhigh2highlow(P v) { return {v.y, v.x}; }
HSAEMU_BOTH P __lows2half2(P a, P b) { return {a.x, b.x}; }
HSAEMU_BOTH P __highs2half2(P a, P b) { return {a.y, b.y}; }
HSAEMU_BOTH P __halves2half2(S a, S b) { return {a, b}; }
HSAEMU_BOTH P __halves2bfloat162(S a, S b) { return {a, b}; }
HSAEMU_BOTH P __half2half2(S a) { return {a, a}; }
HSAEMU_BOTH P __bfloat162bfloat162(S a) { return {a, a}; }

#undef S
#undef P
#undef V
#undef R
#undef HSAEMU_SMALL
#undef HSAEMU_SMALL2
#undef HSAEMU_VALUE
#undef HSAEMU_NAMED
