/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The module that is being made, for the code of its kernels and functions, and its variables. */
#ifndef HSAEMU_FIN_ENTRY_H
#define HSAEMU_FIN_ENTRY_H

#include "hsaemu/kernel_abi.h"
#include "lower/lower.h"

/* The module, its LLVM objects and options, which all of its functions share while they are
 * made. */
struct fin_unit {
	const struct fin_module *m;
	struct fin_llvm *l;
	const struct fin_target_ops *target;
	LLVMValueRef *globals;   /* by fin_variable.index */
	struct fin_debug *debug; /* NULL without -g */
	const struct finalize_options *options;
	/* The suffix of symbols of the code for the least processor. Handles point to that code,
	 * since every machine that runs the image can run it. */
	const char *least_suffix;
	unsigned lanes;         /* lanes of a part; 1: scalar code */
	unsigned most_lanes;    /* lanes of the widest part that the processor's vectors allow */
	struct str code_object; /* for a GPU, which becomes a note; empty: none */
	/* what runs groups of several rows, of a kernel whose code is for those of one; or NULL */
	LLVMValueRef for_rows;
	const char *why_scalar; /* why the code is scalar, for a remark */
};

/* Returns what lowerings of scalar code get. Vector code changes the number of lanes and the
 * operations. */
static inline struct fin_lower fin_lower_of(const struct fin_unit *u, struct fin_function *f,
	struct fin_made *made)
{
	return (struct fin_lower){.l = u->l,
		.diag = u->m->diag,
		.m = u->m,
		.f = f,
		.unit = u,
		.lanes = 1,
		.target = u->target,
		.ops = &fin_item_ops,
		.made = made,
		.debug = u->debug};
}

/* Whether the object that is made is one of several of the module: one of its parts (parts.c), or
 * that of the host or the GPU. Names of what the module has once then serve between objects, and
 * need to be the module's own. */
static inline bool fin_is_split(const struct fin_unit *u)
{
	return u->options->parts > 1 || u->options->is_embedded || u->code_object.n > 0;
}

/* Whether the object that is made is to have what the module has once. */
static inline bool fin_is_first_part(const struct fin_unit *u)
{
	return u->options->part == 0;
}

/* ---- globals.c */
/* Whether the variable is a global or readonly one of module linkage at module scope. The name of
 * the module is then part of its ELF name. */
bool fin_is_static(const struct fin_variable *v);
/* Appends the variable's ELF name and a terminating zero. */
void fin_variable_symbol(const struct fin_unit *u, const struct fin_variable *v, struct buf *out);
LLVMValueRef fin_global_of(const struct fin_unit *u, const struct fin_variable *v);
/* The address of a constant, i32: how many bytes of private variables hsa-ld places. */
LLVMValueRef fin_linked_private_bytes(const struct fin_unit *u);
/* The address of a constant, i32: the offset that hsa-ld gives a group or private variable among
 * those that it places. */
LLVMValueRef fin_linked_word(const struct fin_unit *u, const struct fin_variable *v);
/* Defines all global and readonly variables. Returns false after a diagnostic. */
bool fin_emit_globals(const struct fin_unit *u) NODISCARD;
/* Puts the addresses that pragmas ask for into the initial values of variables. All functions must
 * have been made, as the addresses may be theirs. */
void fin_emit_addresses(const struct fin_unit *u);

#endif
