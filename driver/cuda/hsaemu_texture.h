/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// How kernels read textures and access surfaces, by objects and by references, as PTX's tex, suld and
// sust. What a handle is, ptx2hsail --help says.
#ifndef HSAEMU_TEXTURE_H
#define HSAEMU_TEXTURE_H

#include "cuda_surface_types.h"
#include "cuda_texture_types.h"
#include "hsaemu_word.h"

// ---- elements: how many components, of which type --------------------------------------------------

template <class T> struct hsaemu_element;
template <class T> struct hsaemu_element<const T> : hsaemu_element<T> {};
#define HSAEMU_ELEMENT(T, N, component, word, single) \
	template <> struct hsaemu_element<T> { \
		enum { count = N }; \
		typedef component part; \
		typedef word fetched; \
		typedef single normalized; \
	};
#define HSAEMU_ELEMENTS(name, part, word) \
	HSAEMU_ELEMENT(part, 0, part, word, float) \
	HSAEMU_ELEMENT(name##1, 1, part, word, float1) \
	HSAEMU_ELEMENT(name##2, 2, part, word, float2) \
	HSAEMU_ELEMENT(name##3, 3, part, word, float3) \
	HSAEMU_ELEMENT(name##4, 4, part, word, float4)
HSAEMU_ELEMENT(char, 0, char, int, float)
HSAEMU_ELEMENTS(char, signed char, int)
HSAEMU_ELEMENTS(uchar, unsigned char, unsigned)
HSAEMU_ELEMENTS(short, short, int)
HSAEMU_ELEMENTS(ushort, unsigned short, unsigned)
HSAEMU_ELEMENTS(int, int, int)
HSAEMU_ELEMENTS(uint, unsigned, unsigned)
HSAEMU_ELEMENTS(float, float, float)
HSAEMU_ELEMENTS(longlong, long long, unsigned)
HSAEMU_ELEMENTS(ulonglong, unsigned long long, unsigned)
HSAEMU_ELEMENTS(double, double, unsigned)
#undef HSAEMU_ELEMENTS
#undef HSAEMU_ELEMENT

template <class T, int N> struct hsaemu_make;
template <class T> struct hsaemu_make<T, 0> { template <class W> HSAEMU_DEVICE T of(const W (&r)[4]) { return (T)r[0]; } };
template <class T> struct hsaemu_make<T, 1> { template <class W> HSAEMU_DEVICE T of(const W (&r)[4]) { return {(decltype(T::x))r[0]}; } };
template <class T> struct hsaemu_make<T, 2> { template <class W> HSAEMU_DEVICE T of(const W (&r)[4]) { return {(decltype(T::x))r[0], (decltype(T::x))r[1]}; } };
template <class T> struct hsaemu_make<T, 3> { template <class W> HSAEMU_DEVICE T of(const W (&r)[4]) { return {(decltype(T::x))r[0], (decltype(T::x))r[1], (decltype(T::x))r[2]}; } };
template <class T> struct hsaemu_make<T, 4> { template <class W> HSAEMU_DEVICE T of(const W (&r)[4]) { return {(decltype(T::x))r[0], (decltype(T::x))r[1], (decltype(T::x))r[2], (decltype(T::x))r[3]}; } };
template <class T, class W> HSAEMU_DEVICE T hsaemu_texel(const W (&r)[4])
{
	return hsaemu_make<T, hsaemu_element<T>::count>::of(r);
}
template <class T, cudaTextureReadMode m> struct hsaemu_read { typedef T type; typedef typename hsaemu_element<T>::fetched fetched; };
template <class T> struct hsaemu_read<T, cudaReadModeNormalizedFloat> { typedef typename hsaemu_element<T>::normalized type; typedef float fetched; };

// ---- textures ----------------------------------------------------------------------------------------

// NAME of an object and of a reference: parameters, instruction, coordinates as the assembly has them.
#define HSAEMU_PARENS(...) __VA_ARGS__
#define HSAEMU_FETCH(name, type, letter, mnemonic, coord, place, parameters, operands) \
	template <class H> HSAEMU_DEVICE void hsaemu_##name(type (&r)[4], H t, HSAEMU_PARENS parameters) \
	{ \
		__asm__(mnemonic "." #letter "32." coord " {%0, %1, %2, %3}, [%4, " place ";" \
			: "=" HSAEMU_CLASS_##letter(r[0]), "=" HSAEMU_CLASS_##letter(r[1]), \
			  "=" HSAEMU_CLASS_##letter(r[2]), "=" HSAEMU_CLASS_##letter(r[3]) \
			: "l"(t), HSAEMU_PARENS operands); \
	}
#define HSAEMU_CLASS_f "f"
#define HSAEMU_CLASS_s "r"
#define HSAEMU_CLASS_u "r"
#define HSAEMU_TEXTURE(name, kind, mnemonic, coord, place, parameters, values, operands) \
	HSAEMU_FETCH(name, float, f, mnemonic, coord, place, parameters, operands) \
	HSAEMU_FETCH(name, int, s, mnemonic, coord, place, parameters, operands) \
	HSAEMU_FETCH(name, unsigned, u, mnemonic, coord, place, parameters, operands) \
	template <class T> HSAEMU_DEVICE T name(cudaTextureObject_t t, HSAEMU_PARENS parameters) \
	{ \
		typename hsaemu_element<T>::fetched r[4]; \
		hsaemu_##name(r, t, HSAEMU_PARENS values); \
		return hsaemu_texel<T>(r); \
	} \
	template <class T> HSAEMU_DEVICE void name(T *to, cudaTextureObject_t t, HSAEMU_PARENS parameters) \
	{ \
		*to = name<T>(t, HSAEMU_PARENS values); \
	} \
	template <class T, cudaTextureReadMode m> \
	HSAEMU_DEVICE typename hsaemu_read<T, m>::type name(texture<T, kind, m> t, HSAEMU_PARENS parameters) \
	{ \
		typename hsaemu_read<T, m>::fetched r[4]; \
		hsaemu_##name(r, t, HSAEMU_PARENS values); \
		return hsaemu_texel<typename hsaemu_read<T, m>::type>(r); \
	}

HSAEMU_TEXTURE(tex1Dfetch, cudaTextureType1D, "tex.1d.v4", "s32", "{%5}]", (int x), (x), ("r"(x)))
HSAEMU_TEXTURE(tex1D, cudaTextureType1D, "tex.1d.v4", "f32", "{%5}]", (float x), (x), ("f"(x)))
HSAEMU_TEXTURE(tex2D, cudaTextureType2D, "tex.2d.v4", "f32", "{%5, %6}]", (float x, float y), (x, y), ("f"(x), "f"(y)))
HSAEMU_TEXTURE(tex3D, cudaTextureType3D, "tex.3d.v4", "f32", "{%5, %6, %7, %7}]", (float x, float y, float z), (x, y, z), ("f"(x), "f"(y), "f"(z)))
HSAEMU_TEXTURE(tex1DLayered, cudaTextureType1DLayered, "tex.a1d.v4", "f32", "{%5, %6}]", (float x, int layer), (x, layer), ("r"(layer), "f"(x)))
HSAEMU_TEXTURE(tex2DLayered, cudaTextureType2DLayered, "tex.a2d.v4", "f32", "{%5, %6, %7, %7}]", (float x, float y, int layer), (x, y, layer), ("r"(layer), "f"(x), "f"(y)))
HSAEMU_TEXTURE(texCubemap, cudaTextureTypeCubemap, "tex.cube.v4", "f32", "{%5, %6, %7, %7}]", (float x, float y, float z), (x, y, z), ("f"(x), "f"(y), "f"(z)))
HSAEMU_TEXTURE(texCubemapLayered, cudaTextureTypeCubemapLayered, "tex.acube.v4", "f32", "{%5, %6, %7, %8}]", (float x, float y, float z, int layer), (x, y, z, layer), ("r"(layer), "f"(x), "f"(y), "f"(z)))

// Of levels of detail: one that is given, or the one that derivatives by x and y of the screen ask for.
HSAEMU_TEXTURE(tex1DLod, cudaTextureType1D, "tex.level.1d.v4", "f32", "{%5}], %6", (float x, float level), (x, level), ("f"(x), "f"(level)))
HSAEMU_TEXTURE(tex2DLod, cudaTextureType2D, "tex.level.2d.v4", "f32", "{%5, %6}], %7", (float x, float y, float level), (x, y, level), ("f"(x), "f"(y), "f"(level)))
HSAEMU_TEXTURE(tex3DLod, cudaTextureType3D, "tex.level.3d.v4", "f32", "{%5, %6, %7, %7}], %8", (float x, float y, float z, float level), (x, y, z, level), ("f"(x), "f"(y), "f"(z), "f"(level)))
HSAEMU_TEXTURE(tex1DLayeredLod, cudaTextureType1DLayered, "tex.level.a1d.v4", "f32", "{%5, %6}], %7", (float x, int layer, float level), (x, layer, level), ("r"(layer), "f"(x), "f"(level)))
HSAEMU_TEXTURE(tex2DLayeredLod, cudaTextureType2DLayered, "tex.level.a2d.v4", "f32", "{%5, %6, %7, %7}], %8", (float x, float y, int layer, float level), (x, y, layer, level), ("r"(layer), "f"(x), "f"(y), "f"(level)))
HSAEMU_TEXTURE(texCubemapLod, cudaTextureTypeCubemap, "tex.level.cube.v4", "f32", "{%5, %6, %7, %7}], %8", (float x, float y, float z, float level), (x, y, z, level), ("f"(x), "f"(y), "f"(z), "f"(level)))
HSAEMU_TEXTURE(texCubemapLayeredLod, cudaTextureTypeCubemapLayered, "tex.level.acube.v4", "f32", "{%5, %6, %7, %8}], %9", (float x, float y, float z, int layer, float level), (x, y, z, layer, level), ("r"(layer), "f"(x), "f"(y), "f"(z), "f"(level)))
HSAEMU_TEXTURE(tex1DGrad, cudaTextureType1D, "tex.grad.1d.v4", "f32", "{%5}], {%6}, {%7}", (float x, float dx, float dy), (x, dx, dy), ("f"(x), "f"(dx), "f"(dy)))
HSAEMU_TEXTURE(tex2DGrad, cudaTextureType2D, "tex.grad.2d.v4", "f32", "{%5, %6}], {%7, %8}, {%9, %10}", (float x, float y, float2 dx, float2 dy), (x, y, dx, dy), ("f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)))
HSAEMU_TEXTURE(tex3DGrad, cudaTextureType3D, "tex.grad.3d.v4", "f32", "{%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13}", (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy), ("f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z)))
HSAEMU_TEXTURE(tex1DLayeredGrad, cudaTextureType1DLayered, "tex.grad.a1d.v4", "f32", "{%5, %6}], {%7}, {%8}", (float x, int layer, float dx, float dy), (x, layer, dx, dy), ("r"(layer), "f"(x), "f"(dx), "f"(dy)))
HSAEMU_TEXTURE(tex2DLayeredGrad, cudaTextureType2DLayered, "tex.grad.a2d.v4", "f32", "{%5, %6, %7, %7}], {%8, %9}, {%10, %11}", (float x, float y, int layer, float2 dx, float2 dy), (x, y, layer, dx, dy), ("r"(layer), "f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)))
HSAEMU_TEXTURE(texCubemapGrad, cudaTextureTypeCubemap, "tex.grad.cube.v4", "f32", "{%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13}", (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy), ("f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z)))
HSAEMU_TEXTURE(texCubemapLayeredGrad, cudaTextureTypeCubemapLayered, "tex.grad.acube.v4", "f32", "{%5, %6, %7, %8}], {%9, %10, %11, %11}, {%12, %13, %14, %14}", (float x, float y, float z, int layer, float4 dx, float4 dy), (x, y, z, layer, dx, dy), ("r"(layer), "f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z)))
#undef HSAEMU_TEXTURE
#undef HSAEMU_FETCH

// ---- surfaces ----------------------------------------------------------------------------------------

// An element of T goes as 1, 2 or 4 numbers of 8 to 64 bits; hsaemu_surface.h is the code for one geometry.
template <class T> struct hsaemu_parts {
	enum { count = hsaemu_element<T>::count == 0 ? 1 : hsaemu_element<T>::count };
	typedef typename hsaemu_word<sizeof(typename hsaemu_element<T>::part)>::type word;
	word part[count];
};

#define HSAEMU_NAME(verb) surf1D##verb
#define HSAEMU_GEOMETRY "1d"
#define HSAEMU_PLACE "%[x]"
#define HSAEMU_COORDINATES [x] "r"(x)
#define HSAEMU_PARAMETERS int x
#define HSAEMU_ARGUMENTS x
#define HSAEMU_KIND cudaSurfaceType1D
#include "hsaemu_surface.h"
#define HSAEMU_NAME(verb) surf2D##verb
#define HSAEMU_GEOMETRY "2d"
#define HSAEMU_PLACE "%[x], %[y]"
#define HSAEMU_COORDINATES [x] "r"(x), [y] "r"(y)
#define HSAEMU_PARAMETERS int x, int y
#define HSAEMU_ARGUMENTS x, y
#define HSAEMU_KIND cudaSurfaceType2D
#include "hsaemu_surface.h"
#define HSAEMU_NAME(verb) surf3D##verb
#define HSAEMU_GEOMETRY "3d"
#define HSAEMU_PLACE "%[x], %[y], %[z], %[z]"
#define HSAEMU_COORDINATES [x] "r"(x), [y] "r"(y), [z] "r"(z)
#define HSAEMU_PARAMETERS int x, int y, int z
#define HSAEMU_ARGUMENTS x, y, z
#define HSAEMU_KIND cudaSurfaceType3D
#include "hsaemu_surface.h"
#define HSAEMU_NAME(verb) surf1DLayered##verb
#define HSAEMU_GEOMETRY "a1d"
#define HSAEMU_PLACE "%[layer], %[x]"
#define HSAEMU_COORDINATES [x] "r"(x), [layer] "r"(layer)
#define HSAEMU_PARAMETERS int x, int layer
#define HSAEMU_ARGUMENTS x, layer
#define HSAEMU_KIND cudaSurfaceType1DLayered
#include "hsaemu_surface.h"
#define HSAEMU_NAME(verb) surf2DLayered##verb
#define HSAEMU_GEOMETRY "a2d"
#define HSAEMU_PLACE "%[layer], %[x], %[y], %[y]"
#define HSAEMU_COORDINATES [x] "r"(x), [y] "r"(y), [layer] "r"(layer)
#define HSAEMU_PARAMETERS int x, int y, int layer
#define HSAEMU_ARGUMENTS x, y, layer
#define HSAEMU_KIND cudaSurfaceType2DLayered
#include "hsaemu_surface.h"

#endif
