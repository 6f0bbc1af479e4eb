/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Surface functions of one geometry, which hsaemu_texture.h describes by macros and includes this for.
// Named operands, so that one text serves any number of coordinates.

#define HSAEMU_LOAD(outside, vec, names, results) \
	__asm__ volatile("suld.b." HSAEMU_GEOMETRY vec "." outside " {" names "}, [%[s], {" HSAEMU_PLACE "}];" \
		: HSAEMU_PARENS results : [s] "l"(s), HSAEMU_COORDINATES : "memory")
#define HSAEMU_STORE(outside, vec, names, values) \
	__asm__ volatile("sust.b." HSAEMU_GEOMETRY vec "." outside " [%[s], {" HSAEMU_PLACE "}], {" names "};" \
		::HSAEMU_PARENS values, [s] "l"(s), HSAEMU_COORDINATES : "memory")
#define HSAEMU_BY_MODE(access, vec, names, operands) \
	if (mode == cudaBoundaryModeTrap) \
		access("trap", vec, names, operands); \
	else if (mode == cudaBoundaryModeClamp) \
		access("clamp", vec, names, operands); \
	else \
		access("zero", vec, names, operands)
#define HSAEMU_TRANSFER(word, wide, c, bits) \
	template <class H> HSAEMU_DEVICE void HSAEMU_NAME(read_parts_)(word (&r)[1], H s, HSAEMU_PARAMETERS, cudaSurfaceBoundaryMode mode) \
	{ \
		wide a; \
		HSAEMU_BY_MODE(HSAEMU_LOAD, ".b" bits, "%[a]", ([a] "=" c(a))); \
		r[0] = (word)a; \
	} \
	template <class H> HSAEMU_DEVICE void HSAEMU_NAME(read_parts_)(word (&r)[2], H s, HSAEMU_PARAMETERS, cudaSurfaceBoundaryMode mode) \
	{ \
		wide a, b; \
		HSAEMU_BY_MODE(HSAEMU_LOAD, ".v2.b" bits, "%[a], %[b]", ([a] "=" c(a), [b] "=" c(b))); \
		r[0] = (word)a, r[1] = (word)b; \
	} \
	template <class H> HSAEMU_DEVICE void HSAEMU_NAME(write_parts_)(const word (&r)[1], H s, HSAEMU_PARAMETERS, cudaSurfaceBoundaryMode mode) \
	{ \
		HSAEMU_BY_MODE(HSAEMU_STORE, ".b" bits, "%[a]", ([a] c((wide)r[0]))); \
	} \
	template <class H> HSAEMU_DEVICE void HSAEMU_NAME(write_parts_)(const word (&r)[2], H s, HSAEMU_PARAMETERS, cudaSurfaceBoundaryMode mode) \
	{ \
		HSAEMU_BY_MODE(HSAEMU_STORE, ".v2.b" bits, "%[a], %[b]", ([a] c((wide)r[0]), [b] c((wide)r[1]))); \
	}
#define HSAEMU_TRANSFER_4(word, wide, c, bits) \
	HSAEMU_TRANSFER(word, wide, c, bits) \
	template <class H> HSAEMU_DEVICE void HSAEMU_NAME(read_parts_)(word (&r)[4], H s, HSAEMU_PARAMETERS, cudaSurfaceBoundaryMode mode) \
	{ \
		wide a, b, x3, x4; \
		HSAEMU_BY_MODE(HSAEMU_LOAD, ".v4.b" bits, "%[a], %[b], %[e], %[f]", ([a] "=" c(a), [b] "=" c(b), [e] "=" c(x3), [f] "=" c(x4))); \
		r[0] = (word)a, r[1] = (word)b, r[2] = (word)x3, r[3] = (word)x4; \
	} \
	template <class H> HSAEMU_DEVICE void HSAEMU_NAME(write_parts_)(const word (&r)[4], H s, HSAEMU_PARAMETERS, cudaSurfaceBoundaryMode mode) \
	{ \
		HSAEMU_BY_MODE(HSAEMU_STORE, ".v4.b" bits, "%[a], %[b], %[e], %[f]", ([a] c((wide)r[0]), [b] c((wide)r[1]), [e] c((wide)r[2]), [f] c((wide)r[3]))); \
	}
HSAEMU_TRANSFER_4(unsigned char, unsigned short, "h", "8")
HSAEMU_TRANSFER_4(unsigned short, unsigned short, "h", "16")
HSAEMU_TRANSFER_4(unsigned, unsigned, "r", "32")
HSAEMU_TRANSFER(unsigned long long, unsigned long long, "l", "64")

template <class T> HSAEMU_DEVICE T HSAEMU_NAME(read)(cudaSurfaceObject_t s, HSAEMU_PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
	hsaemu_parts<T> p;
	HSAEMU_NAME(read_parts_)(p.part, s, HSAEMU_ARGUMENTS, mode);
	return __builtin_bit_cast(T, p);
}
template <class T> HSAEMU_DEVICE void HSAEMU_NAME(read)(T *to, cudaSurfaceObject_t s, HSAEMU_PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
	*to = HSAEMU_NAME(read)<T>(s, HSAEMU_ARGUMENTS, mode);
}
template <class T> HSAEMU_DEVICE void HSAEMU_NAME(write)(T v, cudaSurfaceObject_t s, HSAEMU_PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
	HSAEMU_NAME(write_parts_)(__builtin_bit_cast(hsaemu_parts<T>, v).part, s, HSAEMU_ARGUMENTS, mode);
}
template <class T, class U> HSAEMU_DEVICE T HSAEMU_NAME(read)(surface<U, HSAEMU_KIND> s, HSAEMU_PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
	hsaemu_parts<T> p;
	HSAEMU_NAME(read_parts_)(p.part, s, HSAEMU_ARGUMENTS, mode);
	return __builtin_bit_cast(T, p);
}
template <class T, class U> HSAEMU_DEVICE void HSAEMU_NAME(read)(T *to, surface<U, HSAEMU_KIND> s, HSAEMU_PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
	*to = HSAEMU_NAME(read)<T>(s, HSAEMU_ARGUMENTS, mode);
}
template <class T, class U> HSAEMU_DEVICE void HSAEMU_NAME(write)(T v, surface<U, HSAEMU_KIND> s, HSAEMU_PARAMETERS, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
	HSAEMU_NAME(write_parts_)(__builtin_bit_cast(hsaemu_parts<T>, v).part, s, HSAEMU_ARGUMENTS, mode);
}

#undef HSAEMU_TRANSFER_4
#undef HSAEMU_TRANSFER
#undef HSAEMU_BY_MODE
#undef HSAEMU_STORE
#undef HSAEMU_LOAD
#undef HSAEMU_KIND
#undef HSAEMU_ARGUMENTS
#undef HSAEMU_PARAMETERS
#undef HSAEMU_COORDINATES
#undef HSAEMU_PLACE
#undef HSAEMU_GEOMETRY
#undef HSAEMU_NAME
