/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Scanner, grammar and actions share the state of the parser. */
#ifndef HSAEMU_PTX_PARSER_H
#define HSAEMU_PTX_PARSER_H

#include "parse/ptx_ast.h"

/* Lists in construction; passed by value through the parser's stack. */
struct ptx_vars {
	struct ptx_var *first, *last;
};
struct ptx_inits {
	struct ptx_init *first, *last;
};
struct ptx_stmts {
	struct ptx_stmt *first, *last;
};
struct ptx_opcode {
	struct ptx_span span;
};

struct ptx_parser {
	struct ptx_module *module;
	struct diag *diag;
	uint32_t pos;          /* of the scanner */
	struct ptx_func *func; /* whose directives or body are being parsed */
	struct ptx_func **next_func;
	struct ptx_var **next_var;
	struct ptx_file_entry **next_file;
	uint64_t sizes[3]; /* of .maxntid and .reqntid */
	unsigned size_count;
};

#endif
