/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vectors with the operators that HIP has for them. A program's own operators are preferred,
 * because these are templates. */
#ifndef HSAEMU_HIP_VECTOR_TYPES_H
#define HSAEMU_HIP_VECTOR_TYPES_H

#include <vector_functions.h>

#ifdef __cplusplus
#include <type_traits>

template <class V> struct hsaemu_vector {}; // `type`, that of a number; `count`, how many
#define HSAEMU_VECTOR(V, T, n) \
	template <> struct hsaemu_vector<V##n> { \
		typedef T type; \
		enum { count = n }; \
	};
#define HSAEMU_VECTORS(V, T) HSAEMU_VECTOR(V, T, 1) HSAEMU_VECTOR(V, T, 2) HSAEMU_VECTOR(V, T, 3) HSAEMU_VECTOR(V, T, 4)
HSAEMU_VECTORS(char, signed char)
HSAEMU_VECTORS(uchar, unsigned char)
HSAEMU_VECTORS(short, short)
HSAEMU_VECTORS(ushort, unsigned short)
HSAEMU_VECTORS(int, int)
HSAEMU_VECTORS(uint, unsigned)
HSAEMU_VECTORS(long, long)
HSAEMU_VECTORS(ulong, unsigned long)
HSAEMU_VECTORS(longlong, long long)
HSAEMU_VECTORS(ulonglong, unsigned long long)
HSAEMU_VECTORS(float, float)
HSAEMU_VECTORS(double, double)
#undef HSAEMU_VECTORS
#undef HSAEMU_VECTOR

// Calls f on each number of vectors.
template <class V, class F> HSAEMU_MEMBER V hsaemu_each(V a, const V &b, F f)
{
	typedef typename hsaemu_vector<V>::type T;
	T *p = (T *)&a;
	const T *q = (const T *)&b;
	for (int i = 0; i < hsaemu_vector<V>::count; i++)
		p[i] = (T)f(p[i], q[i]);
	return a;
}
template <class V> HSAEMU_MEMBER V hsaemu_splat(typename hsaemu_vector<V>::type x)
{
	V v;
	for (int i = 0; i < hsaemu_vector<V>::count; i++)
		((typename hsaemu_vector<V>::type *)&v)[i] = x;
	return v;
}
#define HSAEMU_FUNCTION(name, text) \
	struct hsaemu_##name { \
		template <class T> HSAEMU_MEMBER auto operator()(T a, T b) const -> decltype(text) { return text; } \
	};
#define HSAEMU_OPERATOR(op, name) \
	HSAEMU_FUNCTION(name, a op b) \
	template <class V> HSAEMU_MEMBER typename std::enable_if<(hsaemu_vector<V>::count > 0), V>::type operator op(const V &a, const V &b) { return hsaemu_each(a, b, hsaemu_##name()); } \
	template <class V> HSAEMU_MEMBER V operator op(const V &a, typename hsaemu_vector<V>::type b) { return hsaemu_each(a, hsaemu_splat<V>(b), hsaemu_##name()); } \
	template <class V> HSAEMU_MEMBER V operator op(typename hsaemu_vector<V>::type a, const V &b) { return hsaemu_each(hsaemu_splat<V>(a), b, hsaemu_##name()); } \
	template <class V> HSAEMU_MEMBER typename std::enable_if<(hsaemu_vector<V>::count > 0), V>::type &operator op##=(V &a, const V &b) { return a = hsaemu_each(a, b, hsaemu_##name()); } \
	template <class V> HSAEMU_MEMBER typename std::enable_if<(hsaemu_vector<V>::count > 0), V>::type &operator op##=(V &a, typename hsaemu_vector<V>::type b) { return a = hsaemu_each(a, hsaemu_splat<V>(b), hsaemu_##name()); }
HSAEMU_OPERATOR(+, plus)
HSAEMU_OPERATOR(-, minus)
HSAEMU_OPERATOR(*, times)
HSAEMU_OPERATOR(/, over)
HSAEMU_OPERATOR(%, modulo)
HSAEMU_OPERATOR(&, and)
HSAEMU_OPERATOR(|, or)
HSAEMU_OPERATOR(^, xor)
#undef HSAEMU_OPERATOR
#undef HSAEMU_FUNCTION
struct hsaemu_negative {
	template <class T> HSAEMU_MEMBER T operator()(T a, T) const { return (T)-a; }
};
template <class V> HSAEMU_MEMBER typename std::enable_if<(hsaemu_vector<V>::count > 0), V>::type operator-(const V &a) { return hsaemu_each(a, a, hsaemu_negative()); }
template <class V> HSAEMU_MEMBER typename std::enable_if<(hsaemu_vector<V>::count > 0), bool>::type operator==(const V &a, const V &b)
{
	typedef typename hsaemu_vector<V>::type T;
	bool equal = true;
	for (int i = 0; i < hsaemu_vector<V>::count; i++)
		equal = equal && ((const T *)&a)[i] == ((const T *)&b)[i];
	return equal;
}
template <class V> HSAEMU_MEMBER typename std::enable_if<(hsaemu_vector<V>::count > 0), bool>::type operator!=(const V &a, const V &b) { return !(a == b); }
#endif

#endif
