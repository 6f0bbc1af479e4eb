/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What atomic operations make of the old value and the data, for both sizes. Floats are compared
 * as numbers without flushing; a NaN is no new minimum or maximum. */
#ifndef HSAEMU_GCN_ATOMIC_IMPL_H
#define HSAEMU_GCN_ATOMIC_IMPL_H

#include "exec_impl.h"

#define OPERATION(name, suffix, type, expr) \
	static inline type name##_##suffix(type old, type data) \
	{ \
		(void)old, (void)data; \
		return expr; \
	}
#define OPERATIONS(suffix, type, stype, as) \
	OPERATION(swapped, suffix, type, data) \
	OPERATION(sum, suffix, type, old + data) \
	OPERATION(difference, suffix, type, old - data) \
	OPERATION(reverse_difference, suffix, type, data - old) \
	OPERATION(signed_min, suffix, type, (stype)data < (stype)old ? data : old) \
	OPERATION(unsigned_min, suffix, type, data < old ? data : old) \
	OPERATION(signed_max, suffix, type, (stype)data > (stype)old ? data : old) \
	OPERATION(unsigned_max, suffix, type, data > old ? data : old) \
	OPERATION(conjunction, suffix, type, old &data) \
	OPERATION(disjunction, suffix, type, old | data) \
	OPERATION(exclusive, suffix, type, old ^ data) \
	OPERATION(incremented, suffix, type, old >= data ? 0 : old + 1) \
	OPERATION(decremented, suffix, type, old == 0 || old > data ? data : old - 1) \
	OPERATION(float_min, suffix, type, as(data) < as(old) ? data : old) \
	OPERATION(float_max, suffix, type, as(data) > as(old) ? data : old) \
	static inline bool float_equal_##suffix(type a, type b) \
	{ \
		return as(a) == as(b); \
	}

OPERATIONS(u32, uint32_t, int32_t, as_f32)
OPERATIONS(u64, uint64_t, int64_t, as_f64)

#endif
