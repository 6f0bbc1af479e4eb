/* 128-bit division and multiplication under the names compilers call. */
#include "helpers_impl.h"

u128 __udivti3(u128 n, u128 d);
u128 __umodti3(u128 n, u128 d);
s128 __divti3(s128 n, s128 d);
s128 __modti3(s128 n, s128 d);
s128 __multi3(s128 a, s128 b);

/* Needs high < d, so that the quotient fits. */
static uint64_t divide_128_64(uint64_t high, uint64_t low, uint64_t d, uint64_t *rest)
{
	uint64_t q;
	__asm__("divq %4" : "=a"(q), "=d"(*rest) : "a"(low), "d"(high), "r"(d) : "cc");
	return q;
}

static int leading_zeros(u128 v)
{
	uint64_t high = (uint64_t)(v >> 64);
	return high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t)v);
}

/* Division by 0 traps in the processor, as that of shorter integers does. */
static u128 divide(u128 n, u128 d, u128 *rest)
{
	if (d >> 64 == 0) {
		uint64_t d64 = (uint64_t)d, high = (uint64_t)(n >> 64), r;
		uint64_t q_high = divide_128_64(0, high, d64, &r);
		uint64_t q_low = divide_128_64(r, (uint64_t)n, d64, &r);
		*rest = r;
		return (u128)q_high << 64 | q_low;
	}
	u128 q = 0;
	if (n >= d) /* at most 64 steps: both have bits above 2^64 */
		for (int i = leading_zeros(d) - leading_zeros(n); i >= 0; i--)
			if (n >= d << i) {
				n -= d << i;
				q |= (u128)1 << i;
			}
	*rest = n;
	return q;
}

static u128 absolute(s128 v)
{
	return v < 0 ? -(u128)v : (u128)v;
}

u128 __udivti3(u128 n, u128 d)
{
	u128 rest;
	return divide(n, d, &rest);
}

u128 __umodti3(u128 n, u128 d)
{
	u128 rest;
	divide(n, d, &rest);
	return rest;
}

s128 __divti3(s128 n, s128 d)
{
	u128 rest, q = divide(absolute(n), absolute(d), &rest);
	return (s128)((n < 0) != (d < 0) ? -q : q);
}

s128 __modti3(s128 n, s128 d)
{
	u128 rest;
	divide(absolute(n), absolute(d), &rest);
	return (s128)(n < 0 ? -rest : rest);
}

s128 __multi3(s128 a, s128 b)
{
	uint64_t a0 = (uint64_t)a, b0 = (uint64_t)b;
	uint64_t cross = (uint64_t)((u128)a >> 64) * b0 + (uint64_t)((u128)b >> 64) * a0;
	uint64_t low, high;

	__asm__("mulq %3" : "=a"(low), "=d"(high) : "a"(a0), "r"(b0) : "cc");
	return (s128)((u128)(high + cross) << 64 | low);
}
