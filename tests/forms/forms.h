/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests every form of the instruction tables that computes values, loads or stores: runs it on edge
 * values and compares the results with those of an oracle. The oracle shares nothing with the
 * finalizer and its device library.
 *
 *   values.c   chooses operands: edge values of each type, in all combinations or drawn from them
 *   oracle.c   computes in plain C, by the text of the PRM, what an instruction must give: it
 *              dispatches over opcodes and packing controls; oracle_int.c and oracle_float.c
 *              compute one element
 *   text.c     writes a kernel that computes a batch of cases
 *   memory.c   has kernels and oracle of loads, stores and atomics; memory_cases.c lists the cases
 *   engine.c   assembles, finalizes, links, loads and runs a kernel
 *   forms.c    lists the cases that compute values and compares their results */
#ifndef HSAEMU_TESTS_FORMS_H
#define HSAEMU_TESTS_FORMS_H

#include "hsaemu/isa.h"

enum { ROWS = 192 };      /* rows of operands for each case; they fill six waves */
enum { MAX_SOURCES = 6 }; /* source values, counting the elements of vector operands */
enum { MAX_RESULTS = 4 };

/* A value of any type: its bits, little-endian. */
union cell {
	uint64_t u[2];
	uint8_t b[16];
};

/* An operand or an element of a vector operand. */
struct column {
	const struct isa_type *type;
	unsigned operand, element; /* where it stands in the instruction */
	bool is_constant;          /* then rows[0] holds for all rows */
	union cell rows[ROWS];
};

struct form_case {
	const struct isa_form *form;
	struct isa_inst inst;
	char name[160]; /* as text, with what is constant */
	struct column source[MAX_SOURCES];
	unsigned source_count;
	const struct isa_type *result_type;
	unsigned result_count; /* elements of a vector result */
	bool keeps_dest;       /* the result has parts of what was in the register before */
	union cell before[ROWS];
	uint32_t in_off[MAX_SOURCES], before_off,
		out_off[MAX_RESULTS]; /* columns: bytes from the start */
};

/* Returns the bytes that a value takes in a column of memory. */
unsigned column_bytes(const struct isa_type *t);

/* ---- values.c -------------------------------------------------------------------------------- */

/* Fills the rows of all sources of a case, and `before`. */
void choose_values(struct form_case *c, uint32_t seed);
/* Returns an edge value by its number. */
union cell edge_value(const struct isa_type *t, uint32_t n);
uint32_t mixed(uint32_t x); /* returns a hash of x */

/* ---- oracle.c -------------------------------------------------------------------------------- */

enum rule {
	WANT_BITS,
	WANT_ANY,    /* the PRM leaves it open */
	WANT_NAN,    /* a quiet NaN with the payload of one of `nan`, any when there is none */
	WANT_ZERO,   /* of any sign */
	WANT_EITHER, /* `bits` or `other` */
	WANT_NEAR,   /* within `tolerance` of `value` */
};

/* The requirement on one element of a result. */
struct want {
	enum rule rule;
	uint64_t bits, other, nan[3];
	unsigned nan_count;
	double value, tolerance;
};

struct wanted {
	const struct isa_type *elem;
	unsigned count; /* elements of one value */
	struct want of[MAX_RESULTS][16];
};

bool oracle_knows(const struct isa_inst *inst);
void oracle(const struct form_case *c, unsigned row, struct wanted *out);
/* Returns the first element of a result that does not fit, or -1 if all fit. */
int differs(const struct wanted *w, unsigned result, const union cell *got);

/* ---- oracle_int.c, oracle_float.c: one element ----------------------------------------------- */

/* The operation that an instruction applies to elements. */
struct operation {
	uint16_t opcode;
	const struct isa_type *type, *from; /* of the result's and the sources' elements */
	uint8_t round, compare;
	bool ftz, sat;
};

struct want want_bits(uint64_t bits);
uint64_t low_bits(uint64_t x, unsigned bits);
int64_t sign_extended(uint64_t x, unsigned bits);
struct want int_element(const struct operation *o, const uint64_t *a);
struct want float_element(const struct operation *o, const uint64_t *a);
struct want float_compare(const struct operation *o, const uint64_t *a);
struct want convert(const struct operation *o, uint64_t a);
uint64_t float_bits(double v, unsigned bits); /* takes only values that the format has */
double float_value(uint64_t x, unsigned bits);
bool is_nan_bits(uint64_t x, unsigned bits);

/* ---- text.c, engine.c ------------------------------------------------------------------------ */

/* Appends a kernel for cases[0..n). */
void say_kernel(const struct form_case *cases, unsigned n, const char *name, struct buf *out);
void say_value(const struct isa_type *t, const union cell *v, struct buf *out);

struct engine_level {
	const char *name;
	int simd; /* enum finalize_simd */
	const char *cpu;
	const char *gpu; /* the model of the GPU as which kernels run; NULL: as the host's code */
};
/* Starts the engine; `helpers` is the path of libhsahelpers.a. */
bool engine_start(const char *helpers, const struct engine_level *level);
void engine_stop(void);
/* Runs kernel `name` of a module on ROWS work-items; its arguments are `in`, `out` and, if not
 * NULL, a blob of 256 bytes. Returns false after a message on stderr. */
bool engine_run(struct buf *module, const char *name, void *in, void *out, const void *blob);

/* ---- forms.c, memory_cases.c ----------------------------------------------------------------- */

struct forms_plan {
	uint32_t share, shares; /* runs the cases whose number modulo shares is share */
	const char *prefix;     /* a prefix of the mnemonics, or NULL */
};
bool run_memory_forms(const struct forms_plan *plan);

#endif
