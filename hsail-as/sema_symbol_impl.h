/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The symbol table: what is declared, and where its uses are to be set. */
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

/* A formal argument or what must agree between a formal and its actual argument. */
struct as_declared_type {
	uint16_t type;
	uint8_t segment, align;
	bool is_array;
	uint64_t dim; /* 0: no array, or of open size */
};

enum as_fixup_kind { AS_FIX_REF, AS_FIX_ADDRESS, AS_FIX_LIST };
/* Place in the operands that must be set once a definition is seen. */
struct as_fixup {
	struct as_fixup *next;
	enum as_fixup_kind kind;
	uint32_t operand, index;
};

struct as_symbol {
	struct as_symbol *next; /* in its bucket */
	uint64_t hash;
	struct str name;
	enum as_symbol_kind kind;
	struct as_loc first; /* first declaration, for labels the first use */
	struct as_loc definition;
	bool declared, defined;
	uint8_t scope;           /* 0 module, 1 function, 2 argument block */
	uint32_t code_off;       /* definition, else first declaration; 0: none yet, or a bad one */
	uint32_t code_ref;       /* shared reference operand, 0: none yet */
	struct as_fixup *fixups; /* while not defined */
	uint32_t block;          /* label: arg block it is used or defined in, 0: none */
	bool is_misused;         /* label: named where none may be, which has been diagnosed */
	uint32_t uses;           /* arg variables: occurrences in the block's call */
	/* variable */
	struct as_declared_type decl;
	uint8_t linkage, allocation;
	bool is_const;
	bool is_output; /* formal argument */
	/* kernel, function, signature */
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
/* Adds `sym` (name set; storage is the caller's); it hides an older one of its name. */
void as_symbol_add(struct as_symbols *s, struct as_symbol *sym);
/* Scopes: remember `count` at the start, drop what came after at the end. */
void as_symbols_drop(struct as_symbols *s, size_t count);

#endif
