/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A PTX function or kernel, with all that its declarations, its callers and its translation need to
 * know. */
#ifndef HSAEMU_PTX_FUNC_H
#define HSAEMU_PTX_FUNC_H

#include "base/shared_pack.h"
#include "hir/hir.h"

struct func_edge { /* a direct call in a function's list of calls */
	struct func *callee;
	struct func_edge *next;
};

struct func {
	const struct ptx_func *ptx;
	struct ptx_module *module; /* the module that has it: the input, or one of the library */
	bool is_library;
	struct {
		const struct ptx_module *module;
		struct ptx_span span;
		struct str text;
		bool is_told;
	} wanted_by;           /* of a library function: the first instruction that needs it */
	bool copies_arguments; /* prescan.c: a kernel that takes arguments' addresses */
	bool exits;         /* prescan.c: it or a callee may execute `exit` and return after it */
	bool uses_barriers; /* prescan.c: it or a callee has a barrier */
	/* prescan.c: work-items must be counted at its barriers and those of functions it calls,
	 * because some barriers are of a number of threads, or of several numbers */
	bool counts;
	bool calls_any; /* prescan.c: it has indirect calls */
	/* prescan.c: bit n of `barriers`: it uses barrier n; of `reached_barriers`: it or a
	 * function that it calls does */
	uint32_t barriers, reached_barriers;
	bool votes; /* prescan.c: it has bar.red */
	/* shared_uses.c: the static shared variables of the module that it names; whether it uses
	 * memory of dynamic size, and declares static variables itself */
	struct shared_use *shared;
	bool uses_dynamic, declares_shared;
	struct shared_pack *pack;   /* shared_layout.c: where they lie, or NULL: variables */
	const struct func *visitor; /* shared_layout.c: the last kernel from which it was reached */
	struct func_edge *calls;    /* prescan.c: the direct calls in it */
	struct hir_callee callee;
	bool is_valid;          /* its parameters could be translated */
	bool is_taken;          /* prescan.c: code takes its address */
	bool is_system;         /* it is a function of the device library */
	bool is_signature;      /* it stands for the signature of indirect calls */
	struct hir_var *handle; /* the variable that holds its address; NULL: no code takes it */
	struct hir_var *ret;   /* the output, or NULL; several PTX results are parts of one array */
	uint64_t *ret_offsets; /* offset of each PTX result in `ret` */
	uint32_t ret_count;
	struct hir_var **params;
	uint32_t param_count;
	struct func *next;
};

#endif
