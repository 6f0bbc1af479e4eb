/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// __nv_atomic_load and the others of CUDA 12.8, which have an order and a scope. What is done to memory is atomic for
// the system, whatever the scope; fences give it its order, as clang leaves that out of PTX's atom.
#ifndef HSAEMU_ATOMIC_ORDERS_H
#define HSAEMU_ATOMIC_ORDERS_H

#include "hsaemu_word.h"

#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

template <class T> struct hsaemu_same { typedef T type; };
HSAEMU_DEVICE void hsaemu_fence_before(int order)
{
	if (order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST)
		__threadfence_system();
}
HSAEMU_DEVICE void hsaemu_fence_behind(int order)
{
	if (order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE)
		__threadfence_system();
}
HSAEMU_DEVICE void __nv_atomic_thread_fence(int order, int = __NV_THREAD_SCOPE_SYSTEM)
{
	if (order != __ATOMIC_RELAXED)
		__threadfence_system();
}

#define HSAEMU_ORDERED(order, statement) \
	hsaemu_fence_before(order); \
	statement; \
	hsaemu_fence_behind(order)
#define HSAEMU_SCOPE int = __NV_THREAD_SCOPE_SYSTEM
template <class T> HSAEMU_DEVICE void __nv_atomic_load(const volatile T *p, T *to, int order, HSAEMU_SCOPE)
{
	typedef typename hsaemu_word<sizeof(T)>::type word;
	HSAEMU_ORDERED(order, word v = __atomic_load_n((const volatile word *)p, __ATOMIC_RELAXED));
	__builtin_memcpy(to, &v, sizeof v);
}
template <class T> HSAEMU_DEVICE T __nv_atomic_load_n(const volatile T *p, int order, HSAEMU_SCOPE)
{
	T v;
	__nv_atomic_load(p, &v, order);
	return v;
}
template <class T> HSAEMU_DEVICE void __nv_atomic_store_n(volatile T *p, typename hsaemu_same<T>::type v, int order, HSAEMU_SCOPE)
{
	typedef typename hsaemu_word<sizeof(T)>::type word;
	word w;
	__builtin_memcpy(&w, &v, sizeof w);
	HSAEMU_ORDERED(order, __atomic_store_n((volatile word *)p, w, __ATOMIC_RELAXED));
}
template <class T> HSAEMU_DEVICE void __nv_atomic_store(volatile T *p, T *v, int order, HSAEMU_SCOPE) { __nv_atomic_store_n(p, *v, order); }
template <class T>
HSAEMU_DEVICE T __nv_atomic_exchange_n(volatile T *p, typename hsaemu_same<T>::type v, int order, HSAEMU_SCOPE)
{
	typedef typename hsaemu_word<sizeof(T)>::type word;
	word w;
	__builtin_memcpy(&w, &v, sizeof w);
	HSAEMU_ORDERED(order, w = __atomic_exchange_n((volatile word *)p, w, __ATOMIC_RELAXED));
	__builtin_memcpy(&v, &w, sizeof w);
	return v;
}
template <class T> HSAEMU_DEVICE void __nv_atomic_exchange(volatile T *p, T *v, T *old, int order, HSAEMU_SCOPE)
{
	*old = __nv_atomic_exchange_n(p, *v, order);
}
template <class T>
HSAEMU_DEVICE bool __nv_atomic_compare_exchange_n(volatile T *p, T *expected, typename hsaemu_same<T>::type v, bool,
	int order, int order_of_failure, HSAEMU_SCOPE)
{
	typedef typename hsaemu_word<sizeof(T)>::type word;
	word w, old;
	__builtin_memcpy(&w, &v, sizeof w);
	__builtin_memcpy(&old, expected, sizeof old);
	hsaemu_fence_before(order);
	bool done = __atomic_compare_exchange_n((volatile word *)p, &old, w, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	hsaemu_fence_behind(done ? order : order_of_failure);
	__builtin_memcpy(expected, &old, sizeof old);
	return done;
}
template <class T>
HSAEMU_DEVICE bool __nv_atomic_compare_exchange(volatile T *p, T *expected, T *v, bool weak, int order, int order_of_failure, HSAEMU_SCOPE)
{
	return __nv_atomic_compare_exchange_n(p, expected, *v, weak, order, order_of_failure);
}

#define HSAEMU_FETCH(name, done_by) \
	template <class T> \
	HSAEMU_DEVICE T __nv_atomic_fetch_##name(volatile T *p, typename hsaemu_same<T>::type v, int order, HSAEMU_SCOPE) \
	{ \
		T old; \
		HSAEMU_ORDERED(order, old = done_by(const_cast<T *>(p), v, __ATOMIC_RELAXED)); \
		return old; \
	} \
	template <class T> \
	HSAEMU_DEVICE void __nv_atomic_##name(volatile T *p, typename hsaemu_same<T>::type v, int order, HSAEMU_SCOPE) \
	{ \
		__nv_atomic_fetch_##name(p, v, order); \
	}
HSAEMU_FETCH(add, __atomic_fetch_add)
HSAEMU_FETCH(sub, __atomic_fetch_sub)
HSAEMU_FETCH(min, __atomic_fetch_min)
HSAEMU_FETCH(max, __atomic_fetch_max)
HSAEMU_FETCH(and, __atomic_fetch_and)
HSAEMU_FETCH(or, __atomic_fetch_or)
HSAEMU_FETCH(xor, __atomic_fetch_xor)
#undef HSAEMU_FETCH
#undef HSAEMU_SCOPE
#undef HSAEMU_ORDERED

#endif
