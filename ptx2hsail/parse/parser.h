/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state that scanner, grammar and actions share. */
#ifndef HSAEMU_PTX_PARSER_H
#define HSAEMU_PTX_PARSER_H

#include "parse/ptx_ast.h"

/* Lists under construction, passed by value through the parser's stack. */
struct ptx_vars {
	struct ptx_var *first, *last;
};
struct ptx_inits {
	struct ptx_init *first, *last;
};
struct ptx_stmts {
	struct ptx_stmt *first, *last;
};
struct ptx_words {
	struct ptx_word *first, *last;
};
struct ptx_opcode {
	struct ptx_span span;
};

struct ptx_parser {
	struct ptx_module *module;
	struct diag *diag;
	uint32_t pos;          /* position of the scanner in the text */
	struct ptx_func *func; /* the function being parsed */
	struct ptx_func **next_func;
	struct ptx_var **next_var;
	struct ptx_file_entry **next_file;
	struct ptx_pragma **next_pragma;
	uint64_t sizes[3]; /* numbers of the current .maxntid or .reqntid */
	unsigned size_count;
};

#endif
