/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// OpenCL C 2.0 and later: linear ids, atomics of C11, functions of a work-group and of sub-groups.
#ifndef HSAEMU_OPENCL2_H
#define HSAEMU_OPENCL2_H

HSAEMU_LIB size_t get_global_linear_id(void)
{
	size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1);
	return ((get_global_id(2) - get_global_offset(2)) * get_global_size(1) + y) * get_global_size(0) + x;
}
HSAEMU_LIB size_t get_local_linear_id(void)
{
	return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
}
HSAEMU_LIB void work_group_barrier(cl_mem_fence_flags flags) { barrier(flags); }
HSAEMU_LIB void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) { barrier(flags); }

// PTX before 7.0 has no ctz; nor has libclc.
#define HSAEMU_CTZ(T) HSAEMU_LIB T ctz(T x) { return popcount((T)(~x & (x - (T)1))); }
#define HSAEMU_CTZS(T) HSAEMU_CTZ(T) HSAEMU_CTZ(T##2) HSAEMU_CTZ(T##3) HSAEMU_CTZ(T##4) HSAEMU_CTZ(T##8) HSAEMU_CTZ(T##16)
HSAEMU_CTZS(char)
HSAEMU_CTZS(uchar)
HSAEMU_CTZS(short)
HSAEMU_CTZS(ushort)
HSAEMU_CTZS(int)
HSAEMU_CTZS(uint)
HSAEMU_CTZS(long)
HSAEMU_CTZS(ulong)

// ---- atomics -------------------------------------------------------------------------------------

// Relaxed ones between fences: LLVM's code generator for PTX drops orders.
HSAEMU_LIB void hsaemu_fence(memory_order order)
{
	if (order != memory_order_relaxed)
		__nvvm_membar_gl();
}
HSAEMU_LIB void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope)
{
	hsaemu_fence(order);
}

// NAME, and NAME_explicit with an order, and with a scope, which is taken for that of the device.
#define HSAEMU_ATOMIC(R, name, parameters, arguments, action) \
	HSAEMU_LIB R name##_explicit(HSAEMU_PARENS parameters, memory_order order, memory_scope scope) \
	{ \
		hsaemu_fence(order); \
		action; \
	} \
	HSAEMU_LIB R name##_explicit(HSAEMU_PARENS parameters, memory_order order) { return name##_explicit(HSAEMU_PARENS arguments, order, memory_scope_device); } \
	HSAEMU_LIB R name(HSAEMU_PARENS parameters) { return name##_explicit(HSAEMU_PARENS arguments, memory_order_seq_cst, memory_scope_device); }
#define HSAEMU_FETCH(A, T, name, builtin) \
	HSAEMU_ATOMIC(T, name, (volatile A *p, T v), (p, v), \
		T old = builtin(p, v, memory_order_relaxed, memory_scope_device); hsaemu_fence(order); return old)
#define HSAEMU_EXCHANGE(A, T, name) \
	HSAEMU_LIB bool name##_explicit(volatile A *p, T *expected, T v, memory_order order, memory_order failure, memory_scope scope) \
	{ \
		hsaemu_fence(order); \
		bool done = __opencl_atomic_compare_exchange_strong(p, expected, v, memory_order_relaxed, memory_order_relaxed, memory_scope_device); \
		hsaemu_fence(done ? order : failure); \
		return done; \
	} \
	HSAEMU_LIB bool name##_explicit(volatile A *p, T *expected, T v, memory_order order, memory_order failure) { return name##_explicit(p, expected, v, order, failure, memory_scope_device); } \
	HSAEMU_LIB bool name(volatile A *p, T *expected, T v) { return name##_explicit(p, expected, v, memory_order_seq_cst, memory_order_seq_cst, memory_scope_device); }
#define HSAEMU_ATOMICS(A, T) \
	HSAEMU_LIB void atomic_init(volatile A *p, T v) { __opencl_atomic_init(p, v); } \
	HSAEMU_ATOMIC(void, atomic_store, (volatile A *p, T v), (p, v), \
		__opencl_atomic_store(p, v, memory_order_relaxed, memory_scope_device); hsaemu_fence(order)) \
	HSAEMU_ATOMIC(T, atomic_load, (volatile A *p), (p), \
		T v = __opencl_atomic_load(p, memory_order_relaxed, memory_scope_device); hsaemu_fence(order); return v) \
	HSAEMU_FETCH(A, T, atomic_exchange, __opencl_atomic_exchange) \
	HSAEMU_FETCH(A, T, atomic_fetch_add, __opencl_atomic_fetch_add) \
	HSAEMU_FETCH(A, T, atomic_fetch_sub, __opencl_atomic_fetch_sub) \
	HSAEMU_FETCH(A, T, atomic_fetch_and, __opencl_atomic_fetch_and) \
	HSAEMU_FETCH(A, T, atomic_fetch_or, __opencl_atomic_fetch_or) \
	HSAEMU_FETCH(A, T, atomic_fetch_xor, __opencl_atomic_fetch_xor) \
	HSAEMU_FETCH(A, T, atomic_fetch_min, __opencl_atomic_fetch_min) \
	HSAEMU_FETCH(A, T, atomic_fetch_max, __opencl_atomic_fetch_max) \
	HSAEMU_EXCHANGE(A, T, atomic_compare_exchange_strong) \
	HSAEMU_EXCHANGE(A, T, atomic_compare_exchange_weak)
HSAEMU_ATOMICS(atomic_int, int)
HSAEMU_ATOMICS(atomic_uint, uint)
HSAEMU_ATOMICS(atomic_long, long)
HSAEMU_ATOMICS(atomic_ulong, ulong)
HSAEMU_ATOMIC(bool, atomic_flag_test_and_set, (volatile atomic_flag *p), (p),
	bool old = __opencl_atomic_exchange((volatile atomic_int *)p, 1, memory_order_relaxed, memory_scope_device);
	hsaemu_fence(order); return old)
HSAEMU_ATOMIC(void, atomic_flag_clear, (volatile atomic_flag *p), (p),
	__opencl_atomic_store((volatile atomic_int *)p, 0, memory_order_relaxed, memory_scope_device);
	hsaemu_fence(order))

// Of float and double: bits are stored and exchanged, sums and the like tried until they fit.
#define HSAEMU_FETCH_BY(A, T, W, AW, name, next) \
	HSAEMU_ATOMIC(T, name, (volatile A *p, T v), (p, v), hsaemu_fence(order); \
		volatile AW *at = (volatile AW *)p; \
		W seen = __opencl_atomic_load(at, memory_order_relaxed, memory_scope_device); \
		T old; \
		do \
			old = as_##T(seen); \
		while (!__opencl_atomic_compare_exchange_strong(at, &seen, as_##W(next), memory_order_relaxed, memory_order_relaxed, memory_scope_device)); \
		hsaemu_fence(order); return old)
#define HSAEMU_FLOAT_ATOMICS(A, T, W, AW) \
	HSAEMU_LIB void atomic_init(volatile A *p, T v) { __opencl_atomic_init((volatile AW *)p, as_##W(v)); } \
	HSAEMU_ATOMIC(void, atomic_store, (volatile A *p, T v), (p, v), \
		__opencl_atomic_store((volatile AW *)p, as_##W(v), memory_order_relaxed, memory_scope_device); hsaemu_fence(order)) \
	HSAEMU_ATOMIC(T, atomic_load, (volatile A *p), (p), \
		W v = __opencl_atomic_load((volatile AW *)p, memory_order_relaxed, memory_scope_device); hsaemu_fence(order); return as_##T(v)) \
	HSAEMU_ATOMIC(T, atomic_exchange, (volatile A *p, T v), (p, v), \
		W old = __opencl_atomic_exchange((volatile AW *)p, as_##W(v), memory_order_relaxed, memory_scope_device); hsaemu_fence(order); return as_##T(old)) \
	HSAEMU_FETCH_BY(A, T, W, AW, atomic_fetch_add, old + v) \
	HSAEMU_FETCH_BY(A, T, W, AW, atomic_fetch_sub, old - v) \
	HSAEMU_FETCH_BY(A, T, W, AW, atomic_fetch_min, fmin(old, v)) \
	HSAEMU_FETCH_BY(A, T, W, AW, atomic_fetch_max, fmax(old, v))
HSAEMU_FLOAT_ATOMICS(atomic_float, float, int, atomic_int)
HSAEMU_FLOAT_ATOMICS(atomic_double, double, long, atomic_long)

// CLK_LOCAL_MEM_FENCE or CLK_GLOBAL_MEM_FENCE, by where a generic pointer points.
HSAEMU_LIB cl_mem_fence_flags get_fence(const void *p) { return __nvvm_isspacep_shared(p) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE; }
HSAEMU_LIB cl_mem_fence_flags get_fence(void *p) { return __nvvm_isspacep_shared(p) ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE; }

// ---- the work-group ------------------------------------------------------------------------------

HSAEMU_LIB int work_group_all(int p) { return __nvvm_bar0_and(p); }
HSAEMU_LIB int work_group_any(int p) { return __nvvm_bar0_or(p); }

// A place for each work-item, in this function's own group memory.
HSAEMU_LIB local void *hsaemu_scratch(void)
{
	local void *p;
	__asm__ volatile("{ .shared .align 8 .b8 hsaemu_scratch[8192]; mov.u64 %0, hsaemu_scratch; }" : "=l"(p));
	return p;
}

// One work-item goes through all values, which is what a CPU does fastest; `first` is what it begins with.
#define HSAEMU_GROUP_SCAN(T, name, first, op, inclusive) \
	HSAEMU_LIB T name(T v) \
	{ \
		local T *all = (local T *)hsaemu_scratch(); \
		size_t me = get_local_linear_id(), n = get_local_size(0) * get_local_size(1) * get_local_size(2); \
		all[me] = v; \
		barrier(CLK_LOCAL_MEM_FENCE); \
		if (me == 0) { \
			T sum = first; \
			for (size_t i = 0; i < n; i++) { \
				T next = op(sum, all[i]); \
				all[i] = inclusive ? next : sum; \
				sum = next; \
			} \
			all[n - 1] = inclusive == 2 ? sum : all[n - 1]; \
		} \
		barrier(CLK_LOCAL_MEM_FENCE); \
		T result = all[inclusive == 2 ? n - 1 : me]; \
		barrier(CLK_LOCAL_MEM_FENCE); \
		return result; \
	}
#define HSAEMU_PLUS(x, y) ((x) + (y))
#define HSAEMU_GROUP_OP(T, name, first, op) \
	HSAEMU_GROUP_SCAN(T, work_group_reduce_##name, first, op, 2) \
	HSAEMU_GROUP_SCAN(T, work_group_scan_inclusive_##name, first, op, 1) \
	HSAEMU_GROUP_SCAN(T, work_group_scan_exclusive_##name, first, op, 0)
#define HSAEMU_GROUP(T, least, most) \
	HSAEMU_GROUP_OP(T, add, 0, HSAEMU_PLUS) \
	HSAEMU_GROUP_OP(T, min, most, min) \
	HSAEMU_GROUP_OP(T, max, least, max) \
	HSAEMU_LIB T hsaemu_broadcast(T v, size_t from) \
	{ \
		local T *all = (local T *)hsaemu_scratch(); \
		if (get_local_linear_id() == from) \
			*all = v; \
		barrier(CLK_LOCAL_MEM_FENCE); \
		T result = *all; \
		barrier(CLK_LOCAL_MEM_FENCE); \
		return result; \
	} \
	HSAEMU_LIB T work_group_broadcast(T v, size_t x) { return hsaemu_broadcast(v, x); } \
	HSAEMU_LIB T work_group_broadcast(T v, size_t x, size_t y) { return hsaemu_broadcast(v, y * get_local_size(0) + x); } \
	HSAEMU_LIB T work_group_broadcast(T v, size_t x, size_t y, size_t z) { return hsaemu_broadcast(v, (z * get_local_size(1) + y) * get_local_size(0) + x); }
HSAEMU_GROUP(int, INT_MIN, INT_MAX)
HSAEMU_GROUP(uint, 0, UINT_MAX)
HSAEMU_GROUP(long, LONG_MIN, LONG_MAX)
HSAEMU_GROUP(ulong, 0, ULONG_MAX)
HSAEMU_GROUP(float, -INFINITY, INFINITY)
HSAEMU_GROUP(double, -INFINITY, INFINITY)
HSAEMU_GROUP(half, -INFINITY, INFINITY)

// ---- sub-groups: PTX's warps -----------------------------------------------------------------------

#ifdef cl_khr_subgroups
HSAEMU_LIB uint hsaemu_group_size(void) { return get_local_size(0) * get_local_size(1) * get_local_size(2); }
HSAEMU_LIB uint get_sub_group_local_id(void) { return get_local_linear_id() % 32; }
HSAEMU_LIB uint get_sub_group_id(void) { return get_local_linear_id() / 32; }
HSAEMU_LIB uint get_max_sub_group_size(void) { return min(hsaemu_group_size(), 32u); }
HSAEMU_LIB uint get_num_sub_groups(void) { return (hsaemu_group_size() + 31) / 32; }
HSAEMU_LIB uint get_enqueued_num_sub_groups(void)
{
	return (get_enqueued_local_size(0) * get_enqueued_local_size(1) * get_enqueued_local_size(2) + 31) / 32;
}
HSAEMU_LIB uint get_sub_group_size(void) { return min(hsaemu_group_size() - get_sub_group_id() * 32, 32u); }
HSAEMU_LIB uint hsaemu_lanes(void) { return ~0u >> (32 - get_sub_group_size()); }
HSAEMU_LIB void sub_group_barrier(cl_mem_fence_flags flags) { __nvvm_bar_warp_sync(hsaemu_lanes()); }
HSAEMU_LIB void sub_group_barrier(cl_mem_fence_flags flags, memory_scope scope) { __nvvm_bar_warp_sync(hsaemu_lanes()); }
HSAEMU_LIB int sub_group_all(int p) { return __nvvm_vote_all_sync(hsaemu_lanes(), p != 0); }
HSAEMU_LIB int sub_group_any(int p) { return __nvvm_vote_any_sync(hsaemu_lanes(), p != 0); }

#define HSAEMU_SHUFFLE_16(T) \
	HSAEMU_LIB T sub_group_broadcast(T v, uint lane) { return as_##T((ushort)__nvvm_shfl_sync_idx_i32(hsaemu_lanes(), as_ushort(v), lane, 31)); }
#define HSAEMU_SHUFFLE_32(T) \
	HSAEMU_LIB T sub_group_broadcast(T v, uint lane) { return as_##T(__nvvm_shfl_sync_idx_i32(hsaemu_lanes(), as_int(v), lane, 31)); }
#define HSAEMU_SHUFFLE_64(T) \
	HSAEMU_LIB T sub_group_broadcast(T v, uint lane) \
	{ \
		int2 w = as_int2(v); \
		return as_##T((int2)(__nvvm_shfl_sync_idx_i32(hsaemu_lanes(), w.x, lane, 31), __nvvm_shfl_sync_idx_i32(hsaemu_lanes(), w.y, lane, 31))); \
	}
#define HSAEMU_SUB_SCAN(T, name, first, op, inclusive) \
	HSAEMU_LIB T name(T v) \
	{ \
		uint me = get_sub_group_local_id(), n = get_sub_group_size(); \
		for (uint step = 1; step < n; step *= 2) { \
			T below = sub_group_broadcast(v, me < step ? me : me - step); \
			v = me < step ? v : op(below, v); \
		} \
		if (inclusive == 0) { \
			T below = sub_group_broadcast(v, me == 0 ? 0 : me - 1); \
			return me == 0 ? first : below; \
		} \
		return inclusive == 2 ? sub_group_broadcast(v, n - 1) : v; \
	}
#define HSAEMU_SUB_OP(T, name, first, op) \
	HSAEMU_SUB_SCAN(T, sub_group_reduce_##name, first, op, 2) \
	HSAEMU_SUB_SCAN(T, sub_group_scan_inclusive_##name, first, op, 1) \
	HSAEMU_SUB_SCAN(T, sub_group_scan_exclusive_##name, first, op, 0)
#define HSAEMU_SUB(T, bits, least, most) \
	HSAEMU_SHUFFLE_##bits(T) \
	HSAEMU_SUB_OP(T, add, 0, HSAEMU_PLUS) \
	HSAEMU_SUB_OP(T, min, most, min) \
	HSAEMU_SUB_OP(T, max, least, max)
// cl_khr_subgroup_shuffle and _shuffle_relative; lanes are those of sub_group_broadcast.
#define HSAEMU_SHUFFLES(T) \
	HSAEMU_LIB T sub_group_shuffle(T v, uint lane) { return sub_group_broadcast(v, lane); } \
	HSAEMU_LIB T sub_group_shuffle_xor(T v, uint mask) { return sub_group_broadcast(v, get_sub_group_local_id() ^ mask); } \
	HSAEMU_LIB T sub_group_shuffle_up(T v, uint n) { return sub_group_broadcast(v, get_sub_group_local_id() - n); } \
	HSAEMU_LIB T sub_group_shuffle_down(T v, uint n) { return sub_group_broadcast(v, get_sub_group_local_id() + n); }
HSAEMU_SUB(int, 32, INT_MIN, INT_MAX)
HSAEMU_SUB(uint, 32, 0, UINT_MAX)
HSAEMU_SUB(long, 64, LONG_MIN, LONG_MAX)
HSAEMU_SUB(ulong, 64, 0, ULONG_MAX)
HSAEMU_SUB(float, 32, -INFINITY, INFINITY)
HSAEMU_SUB(double, 64, -INFINITY, INFINITY)
HSAEMU_SUB(half, 16, -INFINITY, INFINITY)
HSAEMU_SHUFFLES(int)
HSAEMU_SHUFFLES(uint)
HSAEMU_SHUFFLES(long)
HSAEMU_SHUFFLES(ulong)
HSAEMU_SHUFFLES(float)
HSAEMU_SHUFFLES(double)
HSAEMU_SHUFFLES(half)

// cl_khr_subgroup_ballot
HSAEMU_LIB uint4 sub_group_ballot(int p) { return (uint4)(__nvvm_vote_ballot_sync(hsaemu_lanes(), p != 0), 0, 0, 0); }
HSAEMU_LIB int sub_group_inverse_ballot(uint4 b) { return b.x >> get_sub_group_local_id() & 1; }
HSAEMU_LIB int sub_group_ballot_bit_extract(uint4 b, uint lane) { return b.x >> lane & 1; }
HSAEMU_LIB uint sub_group_ballot_bit_count(uint4 b) { return popcount(b.x & hsaemu_lanes()); }
HSAEMU_LIB uint sub_group_ballot_find_lsb(uint4 b) { return ctz(b.x & hsaemu_lanes()); }
HSAEMU_LIB uint sub_group_ballot_find_msb(uint4 b) { return 31 - clz(b.x & hsaemu_lanes()); }
HSAEMU_LIB uint4 get_sub_group_eq_mask(void) { return (uint4)(1u << get_sub_group_local_id(), 0, 0, 0); }
HSAEMU_LIB uint4 get_sub_group_lt_mask(void) { return (uint4)((1u << get_sub_group_local_id()) - 1, 0, 0, 0); }
HSAEMU_LIB uint4 get_sub_group_le_mask(void) { return get_sub_group_lt_mask() | get_sub_group_eq_mask(); }
HSAEMU_LIB uint4 get_sub_group_gt_mask(void) { return (uint4)(hsaemu_lanes() & ~get_sub_group_le_mask().x, 0, 0, 0); }
HSAEMU_LIB uint4 get_sub_group_ge_mask(void) { return (uint4)(hsaemu_lanes() & ~get_sub_group_lt_mask().x, 0, 0, 0); }
HSAEMU_LIB int sub_group_elect(void) { return get_sub_group_local_id() == 0; }
#endif

#endif
