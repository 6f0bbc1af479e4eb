/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The translator's state, by how long it lives.
 *
 * One struct tr lives for one translate_ptx(). Everything it makes is in its arena, except the
 * maps and the current function's arrays, which tr_release() and hir_func_release() free. */
#ifndef HSAEMU_PTX_TR_H
#define HSAEMU_PTX_TR_H

#include "base/template.h"
#include "hir/mnemonics.h"
#include "table/match_row.h"
#include "hsaemu/translate.h"

/* State of the module that is translated. */
struct tr_module {
	struct brig_builder *brig;
	struct scope *globals;
	struct func *funcs, **next_func;
	struct func *signatures; /* of indirect calls: function_address.c */
	struct hir_var **vars;   /* variables of module scope */
	size_t var_count, var_capacity;
	struct shared_var *shared_vars; /* of a module with packs: shared_layout.c */
	size_t shared_var_count;
	struct str_map shared_names;    /* maps names to shared_vars */
	struct hir_var *dynamic_shared; /* marks where dynamic .shared begins, or NULL */
	struct callee_ref *callee_refs;
	struct symbolic *symbolics, **next_symbolic;
	bool has_images;
	struct hir_var *wide_lock; /* the lock of 128-bit atomics, or NULL */
	struct hir_var *reduction; /* .shared counter of bar.red, or NULL */
	uint64_t reduction_offset;
	uint32_t counted_barriers; /* bit n: some barrier n must count work-items */
	/* private: points to the kernel's copies of its arguments, and has their size; or NULL */
	struct hir_var *arguments;
	bool has_foreign; /* functions of other files may be called */
	/* private: whether the work-item executed `exit`; or NULL */
	struct hir_var *exited;
	struct library_module *libraries;
};

/* State of the function that is translated. */
struct tr_body {
	struct func *func;
	struct hir_func hir;
	struct scope *scope;
	uint32_t carry;              /* the register that holds CC.CF */
	uint32_t leave;              /* label of the end of a kernel that counts work-items */
	uint32_t label_count;        /* number of labels made for templates */
	uint32_t line;               /* line of the last `loc`, if the PTX has no .loc */
	struct str_map names;        /* maps HSAIL names of the body to how often they are used */
	struct arg_copy *arg_copies; /* copies of a function's arguments whose address is taken */
	struct hir_var *params_copy; /* kernel arguments copied to private memory, or NULL */
	struct call_site *calls, **next_call;
	struct label_list *label_lists;
};

/* State of the instruction that is translated. */
struct tr_at {
	const struct ptx_stmt *stmt;
	const struct ptx_inst *inst;
	const struct op_row *row;
	struct ptx_words words;
	struct tr_env env;
	/* the last statement refused because it needs 64-bit atomics in the small model */
	const struct ptx_stmt *too_wide;
};

struct tr {
	const struct translate_options *options;
	struct diag *diag;
	struct survey *survey; /* NULL, or where unsupported constructs are counted */
	struct arena arena;
	struct ptx_ops ops;
	struct hir_protos protos;
	const struct tpl *seqs[SEQ_COUNT];
	const struct tpl **sregs; /* compiled expansions of special registers */
	/* the module of the current function, or the input when there is none */
	struct ptx_module *ptx;
	bool is_small; /* addresses have 32 bits: the small machine model (PRM 2.9) */
	struct tr_module module;
	struct tr_body body;
	struct tr_at at;
};

#endif
