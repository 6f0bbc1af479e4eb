/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The types of buffer elements, and the numbers that elements hold. */
#ifndef HSA_RUN_ELEMENT_TYPES_H
#define HSA_RUN_ELEMENT_TYPES_H

#include "hsaemu/buf.h"

enum run_class { RUN_UNSIGNED, RUN_SIGNED, RUN_BITS, RUN_FLOAT };

/* RUN_TYPE(id, name as in HSAIL, bytes, class) */
#define RUN_TYPES(RUN_TYPE) \
	RUN_TYPE(U8, "u8", 1, RUN_UNSIGNED) \
	RUN_TYPE(U16, "u16", 2, RUN_UNSIGNED) \
	RUN_TYPE(U32, "u32", 4, RUN_UNSIGNED) \
	RUN_TYPE(U64, "u64", 8, RUN_UNSIGNED) \
	RUN_TYPE(S8, "s8", 1, RUN_SIGNED) \
	RUN_TYPE(S16, "s16", 2, RUN_SIGNED) \
	RUN_TYPE(S32, "s32", 4, RUN_SIGNED) \
	RUN_TYPE(S64, "s64", 8, RUN_SIGNED) \
	RUN_TYPE(B8, "b8", 1, RUN_BITS) \
	RUN_TYPE(B16, "b16", 2, RUN_BITS) \
	RUN_TYPE(B32, "b32", 4, RUN_BITS) \
	RUN_TYPE(B64, "b64", 8, RUN_BITS) \
	RUN_TYPE(F16, "f16", 2, RUN_FLOAT) \
	RUN_TYPE(F32, "f32", 4, RUN_FLOAT) \
	RUN_TYPE(F64, "f64", 8, RUN_FLOAT)

enum run_type {
#define RUN_TYPE_ENUM(id, name, bytes, class) RUN_TYPE_##id,
	RUN_TYPES(RUN_TYPE_ENUM)
#undef RUN_TYPE_ENUM
		RUN_TYPE_COUNT,
};

struct run_type_info {
	const char *name;
	uint32_t bytes;
	enum run_class class;
};
extern const struct run_type_info run_types[RUN_TYPE_COUNT];
extern const char *const run_type_names[RUN_TYPE_COUNT + 1]; /* ends in NULL */
/* Returns the type that languages of C's family call `name`; RUN_TYPE_COUNT when there is none. */
enum run_type run_type_of_c(struct str name);

/* Returns the type that HSAIL calls `name`; RUN_TYPE_COUNT when there is none. */
enum run_type run_type_find(struct str name);

/* A number is an integer modulo 2^64, or a double. */
struct run_number {
	bool is_float;
	uint64_t i;
	double f;
};
static inline struct run_number run_int(uint64_t i)
{
	return (struct run_number){.i = i};
}
static inline struct run_number run_float(double f)
{
	return (struct run_number){.is_float = true, .f = f};
}
double run_to_double(struct run_number n); /* takes integers as signed */

/* Stores the number in one element; a float is rounded to nearest. Returns false when an integer
 * element cannot hold the number: it is a fraction, or is beyond both the signed and the unsigned
 * range. */
bool run_store(void *element, enum run_type t, struct run_number n) NODISCARD;
struct run_number run_load(const void *element, enum run_type t);
/* Appends the element's text. Integers are decimal, and bits are hexadecimal. A whole float
 * below 1e15 has all its digits; another has the fewest that read back as the same float. */
void run_format(const void *element, enum run_type t, struct buf *out);
/* Reads a number with an optional sign: decimal, hexadecimal with 0x, a float in C's decimal or
 * hexadecimal form, inf or nan. Returns false when `s` is not exactly one number. */
bool run_parse_number(struct str s, struct run_number *out) NODISCARD;

uint16_t run_f16_from_double(double v);
double run_f16_to_double(uint16_t h);

#endif
