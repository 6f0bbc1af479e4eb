/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* HSAIL variables for PTX variables of all state spaces but registers. */
#ifndef HSAEMU_PTX_VARIABLES_H
#define HSAEMU_PTX_VARIABLES_H

#include "hir/hir.h"

struct tr;
struct func;

/* Makes the HSAIL variable for a PTX one, without adding it anywhere. Returns NULL after a
 * message. */
struct hir_var *tr_variable(struct tr *t, const struct ptx_var *v, uint8_t segment,
	struct str name);
/* Returns whether the type is .texref, .samplerref or .surfref. */
bool tr_is_reference(const struct ptx_var *v);
uint64_t tr_var_bytes(const struct ptx_var *v);
bool tr_is_unsized(const struct ptx_var *v);
/* Returns the offset of a static shared variable in the array of them all, after `used` bytes. */
uint64_t tr_shared_offset(const struct ptx_var *v, uint64_t used);

/* Adds the variable to the module. */
void tr_add_module_var(struct tr *t, struct hir_var *v);
/* Makes and adds a module variable for our own use, an array of 32-bit words. */
struct hir_var *tr_own_variable(struct tr *t, const char *name, uint8_t segment, uint64_t words);

struct symbolic { /* the address of a target in the initial value of `var` */
	const struct hir_var *var, *target; /* target NULL: `function` is the target */
	struct func *function;
	uint64_t offset, addend;
	struct symbolic *next;
};
void tr_add_symbolic(struct tr *t, struct symbolic value);

#endif
