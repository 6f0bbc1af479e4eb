/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The cases of loads, stores and atomics; see memory.c and memory_cases.c. */
#ifndef HSAEMU_TESTS_MEMORY_H
#define HSAEMU_TESTS_MEMORY_H

#include "forms.h"

enum { MAX_SLOT = 64 };

enum shape { SHAPE_CONSECUTIVE, SHAPE_PERMUTED, SHAPE_REVERSED, SHAPE_SAME, SHAPE_COUNT };

struct memory_case {
	const struct isa_form *form;
	struct isa_inst inst;
	const struct isa_type *type;
	unsigned count; /* values that a load or store moves, 1 for atomics */
	unsigned atomic_sources;
	unsigned value_count; /* registers that are set before the instruction */
	unsigned slot_bytes;
	enum shape shape;
	bool divergent;
	union cell value[4][ROWS];
	uint32_t slots_off, slots_out, value_off[4], result_off[4];
	char name[120];
};

void say_memory_module(const struct memory_case *cases, unsigned n, struct buf *out);
/* Returns the first row whose registers or slot are wrong, or -1. */
int memory_differs(const struct memory_case *c, const uint8_t *in, const uint8_t *out);
uint8_t blob_byte(unsigned k); /* a byte of the readonly variable and of the last kernel argument */

#endif
