/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What loading a program is made of. */
#ifndef HSAEMU_GCN_FUNCTIONS_IMPL_H
#define HSAEMU_GCN_FUNCTIONS_IMPL_H

#include "exec_impl.h"

/* Returns what executes a row on this processor; without a function when nothing does. */
struct gcn_function gcn_function_of(enum gcn_op op);

/* Constants, once for each lane. The same ones share memory as long as they are remembered. */
struct gcn_constants {
	struct arena *arena;
	struct gcn_lanes *known[256];
};
/* Resolves the operands of an instruction. */
void gcn_resolve(const struct gcn_inst *i, struct gcn_constants *constants, struct gcn_code *out);

/* Lays an object out in memory and applies its relocations. False after a diagnostic. */
bool gcn_program_place_sections(struct gcn_program *p, struct diag *d) NODISCARD;
bool gcn_program_relocate(struct gcn_program *p, struct gcn_resolver *resolver,
	struct diag *d) NODISCARD;
/* Gives code its lines of source. False after a diagnostic. */
bool gcn_program_take_lines(struct gcn_program *p, struct diag *d) NODISCARD;
/* Decodes all code that can be reached from kernels and functions. */
void gcn_program_decode(struct gcn_program *p);

/* ---- walks over code ------------------------------------------------------------------------- */

/* Code that is still to be looked at. */
struct gcn_worklist {
	const struct gcn_code **items;
	size_t count, capacity;
};
void gcn_worklist_add(struct gcn_worklist *l, const struct gcn_code *code);
/* Returns the address that s_getpc_b64 and the two additions behind it make: a function's, if it
 * is one of code; 0 when they are not there. */
uint64_t gcn_made_address(const struct gcn_code *in);
/* Finds the dword at an address, whether or not there is an instruction. */
struct gcn_code *gcn_program_dword(const struct gcn_program *p, uint64_t address);
/* Whether what follows is executed after the instruction. */
bool gcn_falls_through(const struct gcn_code *in);

#endif
