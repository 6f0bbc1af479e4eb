/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// Images and samplers, which are addresses of handles, as ptx2hsail --help says. hsaemu_opencl.h includes this.
#ifndef HSAEMU_IMAGES_H
#define HSAEMU_IMAGES_H

// What all images can, whatever clang is told.
#ifndef cl_khr_depth_images
#define cl_khr_depth_images 1
#endif
#ifndef cl_khr_srgb_image_writes
#define cl_khr_srgb_image_writes 1
#endif
#ifndef cl_khr_image2d_from_buffer
#define cl_khr_image2d_from_buffer 1
#endif

// Reads of images that a kernel writes keep their places among the writes.
#if HSAEMU_OPENCL_C == 200 || defined(__opencl_c_read_write_images)
#define HSAEMU_IF_READ_WRITE(...) __VA_ARGS__
#else
#define HSAEMU_IF_READ_WRITE(...)
#endif
#define HSAEMU_PARENS(...) __VA_ARGS__
#define HSAEMU_NO_SAMPLER CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST

// ---- one function --------------------------------------------------------------------------------

// For each geometry: its coordinates, those of PTX, and the query for each extent. C is the type of the
// coordinates `at`; `place` names `operands`, which are their elements.
#define HSAEMU_TEX(type, c, coord, place, operands) \
	"tex." HSAEMU_GEOMETRY ".v4." type "." coord " {%0, %1, %2, %3}, [%4, %5, {" place "}];" \
		: "=" c(r.x), "=" c(r.y), "=" c(r.z), "=" c(r.w) : "l"(t), "l"(s), HSAEMU_PARENS operands
#define HSAEMU_READ(image, T, name, type, c, C, coord, place, operands) \
	HSAEMU_LIB T##4 name(read_only image t, sampler_t s, C at) \
	{ \
		T##4 r; \
		__asm__(HSAEMU_TEX(type, c, coord, place, operands)); \
		return r; \
	}
#define HSAEMU_LOAD(image, T, name, type, c, C, place, operands) \
	HSAEMU_LIB T##4 name(read_only image t, C at) \
	{ \
		const sampler_t s = HSAEMU_NO_SAMPLER; \
		T##4 r; \
		__asm__(HSAEMU_TEX(type, c, "s32", place, operands)); \
		return r; \
	} \
	HSAEMU_IF_READ_WRITE(HSAEMU_LIB T##4 name(read_write image t, C at) \
	{ \
		const sampler_t s = HSAEMU_NO_SAMPLER; \
		T##4 r; \
		__asm__ volatile(HSAEMU_TEX(type, c, "s32", place, operands) : "memory"); \
		return r; \
	})
#define HSAEMU_STORE(image, T, name, c, access, C, place, operands) \
	HSAEMU_LIB void name(access image t, C at, T##4 v) \
	{ \
		__asm__ volatile("sust.p." HSAEMU_GEOMETRY ".v4.b32.zero [%4, {" place "}], {%0, %1, %2, %3};" \
			::c(v.x), c(v.y), c(v.z), c(v.w), "l"(t), HSAEMU_PARENS operands : "memory"); \
	}
#define HSAEMU_WRITE(image, T, name, c, C, place, operands) \
	HSAEMU_STORE(image, T, name, c, write_only, C, place, operands) \
	HSAEMU_IF_READ_WRITE(HSAEMU_STORE(image, T, name, c, read_write, C, place, operands))
#define HSAEMU_ASK(image, T, name, access, ask, property) \
	HSAEMU_LIB T name(access image t) { uint n; __asm__(ask "." property ".b32 %0, [%1];" : "=r"(n) : "l"(t)); return (T)n; }
#define HSAEMU_QUERY(image, T, name, property) \
	HSAEMU_ASK(image, T, name, read_only, "txq", property) \
	HSAEMU_ASK(image, T, name, write_only, "suq", property) \
	HSAEMU_IF_READ_WRITE(HSAEMU_ASK(image, T, name, read_write, "suq", property))
// What other functions tell.
#define HSAEMU_TELL(image, T, name, value) \
	HSAEMU_LIB T name(read_only image t) { return value; } \
	HSAEMU_LIB T name(write_only image t) { return value; } \
	HSAEMU_IF_READ_WRITE(HSAEMU_LIB T name(read_write image t) { return value; })

// ---- those of a type of images -------------------------------------------------------------------

#ifdef cl_khr_fp16
#define HSAEMU_READ_HALF(image, C) \
	HSAEMU_LIB half4 read_imageh(read_only image t, sampler_t s, C at) { return __builtin_convertvector(read_imagef(t, s, at), half4); }
#define HSAEMU_LOAD_HALF(image, C) \
	HSAEMU_LIB half4 read_imageh(read_only image t, C at) { return __builtin_convertvector(read_imagef(t, at), half4); } \
	HSAEMU_IF_READ_WRITE(HSAEMU_LIB half4 read_imageh(read_write image t, C at) { return __builtin_convertvector(read_imagef(t, at), half4); })
#define HSAEMU_WRITE_HALF(image, C) \
	HSAEMU_LIB void write_imageh(write_only image t, C at, half4 v) { write_imagef(t, at, __builtin_convertvector(v, float4)); } \
	HSAEMU_IF_READ_WRITE(HSAEMU_LIB void write_imageh(read_write image t, C at, half4 v) { write_imagef(t, at, __builtin_convertvector(v, float4)); })
#else
#define HSAEMU_READ_HALF(image, C)
#define HSAEMU_LOAD_HALF(image, C)
#define HSAEMU_WRITE_HALF(image, C)
#endif

#define HSAEMU_READS(image, C, coord, place, operands) \
	HSAEMU_READ(image, float, read_imagef, "f32", "f", C, coord, place, operands) \
	HSAEMU_READ(image, int, read_imagei, "s32", "r", C, coord, place, operands) \
	HSAEMU_READ(image, uint, read_imageui, "u32", "r", C, coord, place, operands) \
	HSAEMU_READ_HALF(image, C)
#define HSAEMU_LOADS(image, C, place, operands) \
	HSAEMU_LOAD(image, float, read_imagef, "f32", "f", C, place, operands) \
	HSAEMU_LOAD(image, int, read_imagei, "s32", "r", C, place, operands) \
	HSAEMU_LOAD(image, uint, read_imageui, "u32", "r", C, place, operands) \
	HSAEMU_LOAD_HALF(image, C)
#define HSAEMU_WRITES(image, C, place, operands) \
	HSAEMU_WRITE(image, float, write_imagef, "f", C, place, operands) \
	HSAEMU_WRITE(image, int, write_imagei, "r", C, place, operands) \
	HSAEMU_WRITE(image, uint, write_imageui, "r", C, place, operands) \
	HSAEMU_WRITE_HALF(image, C)
#define HSAEMU_FORMAT(image) \
	HSAEMU_QUERY(image, int, get_image_channel_data_type, "channel_data_type") \
	HSAEMU_QUERY(image, int, get_image_channel_order, "channel_order")

// Images of depths are of red. The functions have one component.
#define HSAEMU_READ_DEPTH(image, C, coord, place, operands) \
	HSAEMU_LIB float read_imagef(read_only image t, sampler_t s, C at) \
	{ \
		float4 r; \
		__asm__(HSAEMU_TEX("f32", "f", coord, place, operands)); \
		return r.x; \
	}
#define HSAEMU_LOAD_DEPTH(image, C, place, operands) \
	HSAEMU_LIB float read_imagef(read_only image t, C at) { const sampler_t s = HSAEMU_NO_SAMPLER; return read_imagef(t, s, at); } \
	HSAEMU_IF_READ_WRITE(HSAEMU_LIB float read_imagef(read_write image t, C at) \
	{ \
		const sampler_t s = HSAEMU_NO_SAMPLER; \
		float4 r; \
		__asm__ volatile(HSAEMU_TEX("f32", "f", "s32", place, operands) : "memory"); \
		return r.x; \
	})
#define HSAEMU_STORE_DEPTH(image, access, C, place, operands) \
	HSAEMU_LIB void write_imagef(access image t, C at, float v) \
	{ \
		__asm__ volatile("sust.p." HSAEMU_GEOMETRY ".v4.b32.zero [%1, {" place "}], {%0, %0, %0, %0};" \
			::"f"(v), "l"(t), HSAEMU_PARENS operands : "memory"); \
	}
#define HSAEMU_WRITE_DEPTH(image, C, place, operands) \
	HSAEMU_STORE_DEPTH(image, write_only, C, place, operands) \
	HSAEMU_IF_READ_WRITE(HSAEMU_STORE_DEPTH(image, read_write, C, place, operands))
#define HSAEMU_FORMAT_DEPTH(image) \
	HSAEMU_QUERY(image, int, get_image_channel_data_type, "channel_data_type") \
	HSAEMU_TELL(image, int, get_image_channel_order, CLK_DEPTH)

// ---- images and buffers of elements --------------------------------------------------------------

#define HSAEMU_GEOMETRY "1d"
HSAEMU_READS(image1d_t, float, "f32", "%6", ("f"(at)))
HSAEMU_READS(image1d_t, int, "s32", "%6", ("r"(at)))
HSAEMU_LOADS(image1d_t, int, "%6", ("r"(at)))
HSAEMU_WRITES(image1d_t, int, "%5", ("r"(at)))
HSAEMU_QUERY(image1d_t, int, get_image_width, "width")
HSAEMU_FORMAT(image1d_t)
HSAEMU_LOADS(image1d_buffer_t, int, "%6", ("r"(at)))
HSAEMU_WRITES(image1d_buffer_t, int, "%5", ("r"(at)))
HSAEMU_QUERY(image1d_buffer_t, int, get_image_width, "width")
HSAEMU_FORMAT(image1d_buffer_t)
#undef HSAEMU_GEOMETRY

#define HSAEMU_SIZE_2D(image) \
	HSAEMU_QUERY(image, int, get_image_width, "width") \
	HSAEMU_QUERY(image, int, get_image_height, "height") \
	HSAEMU_TELL(image, int2, get_image_dim, (int2)(get_image_width(t), get_image_height(t)))

#define HSAEMU_GEOMETRY "2d"
#define HSAEMU_AT_2D ("r"(at.x), "r"(at.y))
#define HSAEMU_FLOAT_AT_2D ("f"(at.x), "f"(at.y))
HSAEMU_READS(image2d_t, float2, "f32", "%6, %7", HSAEMU_FLOAT_AT_2D)
HSAEMU_READS(image2d_t, int2, "s32", "%6, %7", HSAEMU_AT_2D)
HSAEMU_LOADS(image2d_t, int2, "%6, %7", HSAEMU_AT_2D)
HSAEMU_WRITES(image2d_t, int2, "%5, %6", HSAEMU_AT_2D)
HSAEMU_SIZE_2D(image2d_t)
HSAEMU_FORMAT(image2d_t)
HSAEMU_READ_DEPTH(image2d_depth_t, float2, "f32", "%6, %7", HSAEMU_FLOAT_AT_2D)
HSAEMU_READ_DEPTH(image2d_depth_t, int2, "s32", "%6, %7", HSAEMU_AT_2D)
HSAEMU_LOAD_DEPTH(image2d_depth_t, int2, "%6, %7", HSAEMU_AT_2D)
HSAEMU_WRITE_DEPTH(image2d_depth_t, int2, "%2, %3", HSAEMU_AT_2D)
HSAEMU_SIZE_2D(image2d_depth_t)
HSAEMU_FORMAT_DEPTH(image2d_depth_t)
#undef HSAEMU_GEOMETRY

#define HSAEMU_GEOMETRY "3d"
HSAEMU_READS(image3d_t, float4, "f32", "%6, %7, %8, %8", ("f"(at.x), "f"(at.y), "f"(at.z)))
HSAEMU_READS(image3d_t, int4, "s32", "%6, %7, %8, %8", ("r"(at.x), "r"(at.y), "r"(at.z)))
HSAEMU_LOADS(image3d_t, int4, "%6, %7, %8, %8", ("r"(at.x), "r"(at.y), "r"(at.z)))
HSAEMU_WRITES(image3d_t, int4, "%5, %6, %7, %7", ("r"(at.x), "r"(at.y), "r"(at.z)))
HSAEMU_QUERY(image3d_t, int, get_image_width, "width")
HSAEMU_QUERY(image3d_t, int, get_image_height, "height")
HSAEMU_QUERY(image3d_t, int, get_image_depth, "depth")
HSAEMU_TELL(image3d_t, int4, get_image_dim, (int4)(get_image_width(t), get_image_height(t), get_image_depth(t), 0))
HSAEMU_FORMAT(image3d_t)
#undef HSAEMU_GEOMETRY

// ---- arrays --------------------------------------------------------------------------------------

// The layer is a coordinate like the others in OpenCL, rounded, and the nearest layer is read; PTX wants it first, and
// takes it for unsigned.
HSAEMU_LIB int hsaemu_layer(int at) { return max(at, 0); }
HSAEMU_LIB int hsaemu_layer(float at) { return max(convert_int_sat_rte(at), 0); }

#define HSAEMU_GEOMETRY "a1d"
HSAEMU_READS(image1d_array_t, float2, "f32", "%6, %7", ("r"(hsaemu_layer(at.y)), "f"(at.x)))
HSAEMU_READS(image1d_array_t, int2, "s32", "%6, %7", ("r"(hsaemu_layer(at.y)), "r"(at.x)))
HSAEMU_LOADS(image1d_array_t, int2, "%6, %7", ("r"(at.y), "r"(at.x)))
HSAEMU_WRITES(image1d_array_t, int2, "%6, %5", ("r"(at.x), "r"(at.y)))
HSAEMU_QUERY(image1d_array_t, int, get_image_width, "width")
HSAEMU_QUERY(image1d_array_t, size_t, get_image_array_size, "array_size")
HSAEMU_FORMAT(image1d_array_t)
#undef HSAEMU_GEOMETRY

#define HSAEMU_GEOMETRY "a2d"
#define HSAEMU_PLACE_A2D "%6, %7, %8, %8"
#define HSAEMU_FLOAT_AT_A2D ("r"(hsaemu_layer(at.z)), "f"(at.x), "f"(at.y))
#define HSAEMU_AT_A2D ("r"(hsaemu_layer(at.z)), "r"(at.x), "r"(at.y))
HSAEMU_READS(image2d_array_t, float4, "f32", HSAEMU_PLACE_A2D, HSAEMU_FLOAT_AT_A2D)
HSAEMU_READS(image2d_array_t, int4, "s32", HSAEMU_PLACE_A2D, HSAEMU_AT_A2D)
HSAEMU_LOADS(image2d_array_t, int4, HSAEMU_PLACE_A2D, ("r"(at.z), "r"(at.x), "r"(at.y)))
HSAEMU_WRITES(image2d_array_t, int4, "%7, %5, %6, %6", ("r"(at.x), "r"(at.y), "r"(at.z)))
HSAEMU_SIZE_2D(image2d_array_t)
HSAEMU_QUERY(image2d_array_t, size_t, get_image_array_size, "array_size")
HSAEMU_FORMAT(image2d_array_t)
HSAEMU_READ_DEPTH(image2d_array_depth_t, float4, "f32", HSAEMU_PLACE_A2D, HSAEMU_FLOAT_AT_A2D)
HSAEMU_READ_DEPTH(image2d_array_depth_t, int4, "s32", HSAEMU_PLACE_A2D, HSAEMU_AT_A2D)
HSAEMU_LOAD_DEPTH(image2d_array_depth_t, int4, HSAEMU_PLACE_A2D, ("r"(at.z), "r"(at.x), "r"(at.y)))
HSAEMU_WRITE_DEPTH(image2d_array_depth_t, int4, "%4, %2, %3, %3", ("r"(at.x), "r"(at.y), "r"(at.z)))
HSAEMU_SIZE_2D(image2d_array_depth_t)
HSAEMU_QUERY(image2d_array_depth_t, size_t, get_image_array_size, "array_size")
HSAEMU_FORMAT_DEPTH(image2d_array_depth_t)
#undef HSAEMU_GEOMETRY

#endif
