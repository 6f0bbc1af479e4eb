/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions with code: kernels, run by work-group, and out-of-line functions, run by work-item. */
#ifndef HSAEMU_FIN_ENTRY_H
#define HSAEMU_FIN_ENTRY_H

#include "hsaemu/kernel_abi.h"
#include "lower/lower.h"

/* What all functions of a module share. */
struct fin_unit {
	const struct fin_module *m;
	struct fin_llvm *l;
	LLVMValueRef *globals;   /* by fin_variable.index */
	struct fin_debug *debug; /* NULL without -g */
	const struct finalize_options *options;
	/* Of symbols for the processor that needs least. Handles are of these, as every machine
	 * that runs the image can run it. */
	const char *least_suffix;
	unsigned lanes;         /* of a part of a wave; 1: scalar code */
	unsigned most_lanes;    /* that the processor has */
	const char *why_scalar; /* for a remark */
};

/* For scalar code until something else is said. */
static inline struct fin_lower fin_lower_of(const struct fin_unit *u, struct fin_function *f,
	struct fin_made *made)
{
	return (struct fin_lower){.l = u->l,
		.diag = u->m->diag,
		.m = u->m,
		.f = f,
		.unit = u,
		.lanes = 1,
		.ops = &fin_item_ops,
		.made = made,
		.debug = u->debug};
}

/* globals.c */
/* A global or readonly variable of module linkage, at module scope: its ELF name has the
 * module's. */
bool fin_is_static(const struct fin_variable *v);
/* Appends the variable's ELF name, with a zero. */
void fin_variable_symbol(const struct fin_unit *u, const struct fin_variable *v, struct buf *out);
LLVMValueRef fin_global_of(const struct fin_unit *u, const struct fin_variable *v);
/* How many bytes of private variables hsa-ld places: a constant, i32. */
LLVMValueRef fin_linked_private_bytes(const struct fin_unit *u);
/* Where hsa-ld puts a group or private variable, behind those of the kernel: a constant, i32. */
LLVMValueRef fin_linked_word(const struct fin_unit *u, const struct fin_variable *v);
/* Definitions of all global and readonly variables. False after a diagnostic. */
bool fin_emit_globals(const struct fin_unit *u) NODISCARD;
/* Puts into their initial values the addresses that pragmas ask for; after all functions. */
void fin_emit_addresses(const struct fin_unit *u);

#endif
