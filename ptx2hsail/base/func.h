/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A struct func is a PTX function or kernel as calls, declarations and its translation know it. */
#ifndef HSAEMU_PTX_FUNC_H
#define HSAEMU_PTX_FUNC_H

#include "hir/hir.h"

struct func_edge { /* a direct call */
	struct func *callee;
	struct func_edge *next;
};

struct func { /* a PTX function or kernel */
	const struct ptx_func *ptx;
	struct ptx_module *module; /* that it is in: the input, or one of the library */
	bool is_library;
	struct {
		const struct ptx_module *module;
		struct ptx_span span;
		struct str text;
		bool is_told;
	} wanted_by;           /* of a library function: the first instruction that it is for */
	bool copies_arguments; /* prescan.c: a kernel, whose arguments have generic addresses */
	bool exits;         /* prescan.c: it, or what it calls, may end the work-item and return */
	bool uses_barriers; /* prescan.c: it, or what it calls, does */
	/* prescan.c: the work-items at its barriers, and at those of what it calls, are counted:
	 * some are of a number of threads, or there are several numbers */
	bool counts;
	bool calls_any; /* prescan.c: has indirect calls */
	/* prescan.c: bit n: it uses barrier n, or what it calls does */
	uint32_t barriers, reached_barriers;
	struct func_edge *calls; /* prescan.c */
	struct hir_callee callee;
	bool is_valid;          /* its parameters are understood */
	bool is_taken;          /* prescan.c: it has its address taken */
	bool is_system;         /* the device library defines it */
	bool is_signature;      /* what an indirect call calls */
	struct hir_var *handle; /* the variable that holds its address; NULL: no code takes it */
	struct hir_var *ret;    /* formal output, or NULL; several PTX results share one array */
	uint64_t *ret_offsets;  /* of each PTX result in it */
	uint32_t ret_count;
	struct hir_var **params;
	uint32_t param_count;
	struct func *next;
};

#endif
