/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The parts of one statement, as the grammar collects them. Statements are translated one by one:
 * the grammar's actions fill a struct as_statement, the end of the statement hands it to sema and
 * emit, and the same storage serves the next statement. Names are slices of the source text, so
 * nothing is copied. Indices, not pointers, tie the parts together, because the vectors grow. */
#ifndef HSAEMU_AS_STATEMENT_H
#define HSAEMU_AS_STATEMENT_H

#include "hsaemu/brig.h"
#include "hsaemu/buf.h"

/* A range of bytes of the source, used as the location type by scanner and parser. */
struct as_loc {
	uint32_t begin, end;
};

/* A numeric literal with its sign applied. */
struct as_literal {
	uint16_t type; /* BRIG_TYPE_F16, F32, F64; BRIG_TYPE_NONE for an integer */
	uint64_t bits; /* 64-bit two's complement, or the IEEE bits */
};

enum as_value_kind {
	AS_VALUE_LITERAL,   /* untyped: its place determines its type (PRM table 4-1) */
	AS_VALUE_BYTES,     /* typed constant or array: `count` bytes of the pool from `first` */
	AS_VALUE_HANDLES,   /* image or sampler constants: `count` of `handles` from `first` */
	AS_VALUE_ALIGN,     /* align(n) in an aggregate: `count` is n */
	AS_VALUE_AGGREGATE, /* `count` of `items` from `first` */
	AS_VALUE_BAD,       /* has been diagnosed */
};

struct as_value {
	enum as_value_kind kind;
	uint16_t type; /* for BYTES, HANDLES: BRIG type, with the array bit for arrays */
	uint32_t first, count;
	struct as_literal literal;
	struct as_loc loc;
};

/* An image or sampler constant (PRM 7.1.7, 7.1.8). */
struct as_handle {
	uint16_t type;
	union {
		struct brig_operand_constant_image image;
		struct brig_operand_constant_sampler sampler;
	} u;
};

enum as_operand_kind {
	AS_OPND_REGISTER,
	AS_OPND_VALUE,
	AS_OPND_WAVESIZE,
	AS_OPND_NAME,   /* &x, %x */
	AS_OPND_LABEL,  /* @x */
	AS_OPND_STRING, /* "x": `count` bytes of the pool from `first` */
	AS_OPND_ADDRESS,
	AS_OPND_VECTOR,    /* (a, b): `count` of `elements` from `first` */
	AS_OPND_ARGUMENTS, /* (a, b) in a call: names, stored like a VECTOR */
	AS_OPND_TARGETS,   /* [@a, @b] or [&f, &g]: stored like a VECTOR */
};

struct as_register {
	uint16_t kind, number;
};

struct as_operand {
	enum as_operand_kind kind;
	struct as_loc loc;
	struct as_register reg; /* for REGISTER, ADDRESS */
	uint32_t first, count;
	struct as_symbol *target; /* for NAME, LABEL, ADDRESS: set by sema */
	/* for ADDRESS */
	bool has_symbol, has_register;
	struct as_loc symbol;
	struct as_loc reg_loc;
	uint64_t offset;
	/* for VALUE */
	struct as_value value;
};

/* A variable of module, function or arg-block scope, or a formal argument, but not an fbarrier. */
struct as_variable {
	struct as_loc name, loc; /* loc: place of the whole declaration */
	bool named;
	uint16_t type;
	uint8_t segment;
	struct as_loc type_loc;
	bool has_align, is_const, agent;
	uint64_t align;
	struct as_loc align_loc, const_loc, alloc_loc;
	bool is_array, has_dim;
	uint64_t dim;
	struct as_loc dim_loc;
	bool has_init;
	struct as_value init;
};

enum as_linkage_flags { AS_DECL = 1, AS_PROG = 2 };

/* A typed constant that is being read. */
struct as_constant_frame {
	uint16_t type;
	bool array;
	struct as_loc loc; /* place of the type */
	uint32_t first;    /* pool offset or handle index where its data begins */
	uint32_t count;    /* elements so far */
	bool bad;
	uint32_t properties; /* set of the properties given, by index into the property table */
	struct as_handle handle;
};

struct as_statement {
	struct as_operand *operands;
	size_t operand_count, operand_capacity;
	struct as_operand *elements;
	size_t element_count, element_capacity;
	struct as_value *items;
	size_t item_count, item_capacity;
	struct as_handle *handles;
	size_t handle_count, handle_capacity;
	struct as_constant_frame *frames;
	size_t frame_count, frame_capacity;
	struct as_variable *formals;
	size_t formal_count, formal_capacity;
	/* how many of the formals, from the first on, are outputs */
	size_t output_count;
	struct buf pool;       /* bytes of constants and strings */
	struct as_value value; /* the last value completed */
	/* where the list being read begins in `elements`, in `items` */
	size_t element_mark, item_mark;
	struct as_operand address;
	struct as_variable variable;
};

#endif
