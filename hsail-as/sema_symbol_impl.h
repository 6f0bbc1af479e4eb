/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The symbol table: which names are declared, and which operands refer to symbols that are not
 * defined yet. */
#ifndef HSAEMU_AS_SEMA_SYMBOL_IMPL_H
#define HSAEMU_AS_SEMA_SYMBOL_IMPL_H

#include "statement.h"

enum as_symbol_kind {
	AS_SYM_MODULE,
	AS_SYM_VARIABLE,
	AS_SYM_FBARRIER,
	AS_SYM_KERNEL,
	AS_SYM_FUNCTION,
	AS_SYM_INDIRECT,
	AS_SYM_SIGNATURE,
	AS_SYM_LABEL,
};

/* The type of a variable or formal argument: all that must agree between two declarations, or
 * between a formal argument and its actual one. */
struct as_declared_type {
	uint16_t type;
	uint8_t segment, align;
	bool is_array;
	uint64_t dim; /* 0: not an array, or an array of open size */
};

enum as_fixup_kind { AS_FIX_REF, AS_FIX_ADDRESS, AS_FIX_LIST };
/* A place in an operand that must be set to the symbol's directive when the symbol is defined. */
struct as_fixup {
	struct as_fixup *next;
	enum as_fixup_kind kind;
	uint32_t operand, index;
};

struct as_symbol {
	struct as_symbol *next; /* next symbol in the same bucket */
	uint64_t hash;
	struct str name;
	enum as_symbol_kind kind;
	struct as_loc first; /* first declaration; for labels the first use or the definition */
	struct as_loc definition;
	bool declared, defined;
	uint8_t scope; /* 0 module, 1 function, 2 argument block */
	/* the directive of the definition or else the first declaration; 0: none, or a faulty
	 * one */
	uint32_t code_off;
	uint32_t code_ref;       /* the reference operand that all uses share; 0: none yet */
	struct as_fixup *fixups; /* operands to set when the symbol is defined */
	/* for labels: the argument block that uses or defines the label; 0: none */
	uint32_t block;
	bool is_misused; /* for labels: named where none may be, which has been diagnosed */
	uint32_t uses;   /* for arg variables: how often the block's call passes it */
	/* for variables */
	struct as_declared_type decl;
	uint8_t linkage, allocation;
	bool is_const;
	bool is_output; /* for formal arguments */
	/* for kernels, functions and signatures */
	struct as_declared_type *formals;
	uint32_t output_count, input_count;
};

struct as_symbols {
	struct as_symbol **buckets;
	size_t bucket_count;
	struct as_symbol **stack; /* live symbols, oldest first */
	size_t count, capacity;
};

void as_symbols_init(struct as_symbols *s);
void as_symbols_release(struct as_symbols *s);
struct as_symbol *as_symbol_find(const struct as_symbols *s, struct str name);
/* Adds `sym`, whose name is set and whose storage stays the caller's. The symbol hides an older one
 * of its name. */
void as_symbol_add(struct as_symbols *s, struct as_symbol *sym);
/* Ends a scope: removes the symbols that were added since the table had `count` of them. */
void as_symbols_drop(struct as_symbols *s, size_t count);

#endif
