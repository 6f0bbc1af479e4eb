/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The statements of a run file in parsed form. hsa-run also makes them from its command line.
 *
 * All nodes and strings live in one arena; names and texts are copies. The source must outlive the
 * tree, because places refer to it. */
#ifndef HSA_RUN_STATEMENT_H
#define HSA_RUN_STATEMENT_H

#include "hsaemu/diag.h"
#include "element_types.h"

/* Exit statuses of hsa-run. With several runs the highest one counts. */
enum run_exit {
	RUN_DONE = 0,
	RUN_CHECK_FAILED = 1,
	RUN_USAGE = 2, /* mistake in the command line or the run file */
	RUN_IO = 4,
	RUN_NO_MEMORY = EXIT_BUG, /* same as in all tools */
	RUN_TIMEOUT = 124,
	RUN_FAILURE = 125,   /* the runtime, the image, a tool or the packet failed */
	RUN_FAULT = 126,     /* a fault or trap happened in a kernel */
	RUN_NOT_FOUND = 127, /* a file, kernel or variable was not found */
};

enum run_expr_kind {
	RUN_EXPR_NUMBER,
	RUN_EXPR_NAME,    /* a variable */
	RUN_EXPR_ELEMENT, /* name[lhs]: an element of a buffer or program variable */
	RUN_EXPR_UNARY,   /* op lhs: - ! ~ */
	RUN_EXPR_BINARY,  /* lhs op rhs */
};

enum run_op {
	RUN_OP_NONE,
	RUN_OP_OR,
	RUN_OP_AND, /* logical, like OR: the result is 0 or 1, and both sides are evaluated */
	RUN_OP_EQ,
	RUN_OP_NE,
	RUN_OP_LT,
	RUN_OP_LE,
	RUN_OP_GT,
	RUN_OP_GE,
	RUN_OP_BIT_OR,
	RUN_OP_BIT_XOR,
	RUN_OP_BIT_AND,
	RUN_OP_SHL,
	RUN_OP_SHR,
	RUN_OP_ADD,
	RUN_OP_SUB,
	RUN_OP_MUL,
	RUN_OP_DIV,
	RUN_OP_REM,
	RUN_OP_NEG,
	RUN_OP_NOT,
	RUN_OP_BIT_NOT,
};

struct run_expr {
	enum run_expr_kind kind;
	enum run_op op;
	struct diag_place place;
	struct run_number number;
	const char *name;
	struct run_expr *lhs, *rhs;
};

enum run_init_kind {
	RUN_INIT_ZERO,
	RUN_INIT_CONSTANT, /* EXPR */
	RUN_INIT_RAMP,     /* ramp(START [, STEP]) */
	RUN_INIT_RANDOM,   /* random(SEED [, LOW, HIGH]) */
	RUN_INIT_LIST,     /* list(EXPR, ...), repeated until all elements have a value */
	RUN_INIT_EACH,     /* each(EXPR), where `i` is the element's index */
	RUN_INIT_BINARY,   /* @FILE */
	RUN_INIT_TEXT,     /* text@FILE */
	RUN_INIT_COPY,     /* of(NAME): the elements of another buffer */
};

struct run_init {
	enum run_init_kind kind;
	struct diag_place place;
	struct run_expr **exprs;
	uint32_t expr_count;
	const char *path; /* the file of BINARY and TEXT; the buffer's name of COPY */
};

enum run_tolerance_kind {
	RUN_EXACT, /* bit for bit, but any NaN equals any NaN */
	RUN_MIXED, /* |got - want| <= limit * max(1, |want|) */
	RUN_ABS,   /* |got - want| <= limit */
	RUN_REL,   /* |got - want| <= limit * |want| */
	RUN_ULP,   /* at most `limit` representable values apart */
};

struct run_tolerance {
	enum run_tolerance_kind kind;
	double limit;
};

/* A kernel argument is a number, or the name of a buffer or program variable, whose address is
 * passed. A number is converted to the formal argument's type, or to the type before it, as in
 * "f32:2.5". */
struct run_arg {
	struct diag_place place;
	struct run_expr *expr;
	enum run_type type;    /* RUN_TYPE_COUNT: the formal's type */
	struct run_init *list; /* list(...) for an array argument, else NULL */
};

enum run_stmt_kind {
	RUN_STMT_IMAGE,    /* path, flags */
	RUN_STMT_RUN,      /* name, body */
	RUN_STMT_LET,      /* name, a */
	RUN_STMT_BUFFER,   /* name, type, a: count or NULL, init */
	RUN_STMT_SIGNAL,   /* name, a: value or NULL */
	RUN_STMT_QUEUE,    /* name, a: packets or NULL, service */
	RUN_STMT_FILL,     /* name, init */
	RUN_STMT_DISPATCH, /* name, grid, group, offset, a: dynamic bytes or NULL, args */
	RUN_STMT_REPEAT,   /* a, body */
	RUN_STMT_FOR,      /* name, a: start, b: condition, c: next, body */
	RUN_STMT_IF,       /* a, body, otherwise */
	RUN_STMT_SWAP,     /* name, path: the other name */
	RUN_STMT_CHECK,    /* name, init, tolerance */
	RUN_STMT_WRITE,    /* name, path, text */
	RUN_STMT_PRINT,    /* name, a: first or NULL, b: count or NULL */
	/* name, picture, grid: sizes, init; or path: name of the image that it shares data with */
	RUN_STMT_PICTURE,
	RUN_STMT_SAMPLER, /* name, picture */
};

/* The words of an image or a sampler statement, as rows of images.def and numbers of BRIG. */
struct run_picture {
	uint8_t access, geometry, order, type;
	uint8_t coord, filter, addressing;
};

enum run_word {
	RUN_WORD_GEOMETRY,
	RUN_WORD_ORDER,
	RUN_WORD_TYPE,
	RUN_WORD_ACCESS, /* roimg, woimg, rwimg */
	RUN_WORD_COORD,
	RUN_WORD_FILTER,
	RUN_WORD_ADDRESSING,
};
/* Sets *out to the number of one of HSAIL's words for images. Returns false when `s` is no such
 * word. */
bool run_word_find(enum run_word kind, struct str s, uint8_t *out) NODISCARD;
/* Returns the word that has the number, in the arena; NULL when the number is behind the last
 * one. */
const char *run_word_text(enum run_word kind, uint8_t number, struct arena *a);

struct run_stmt {
	enum run_stmt_kind kind;
	struct diag_place place;
	struct run_stmt *next;
	/* A buffer or variable is "x", a program variable "&x". A kernel has any of its names, or
	 * NULL if the image has only one. */
	const char *name;
	const char *path;
	struct run_expr *a, *b, *c;
	enum run_type type;
	struct run_init *init;
	struct run_tolerance tolerance;
	bool text, service;
	struct run_expr *grid[3], *group[3], *offset[3];
	uint32_t grid_dims, group_dims, offset_dims; /* 0: not given */
	struct run_arg *args;
	uint32_t arg_count;
	const char **flags;
	uint32_t flag_count;
	struct run_picture picture;
	struct run_stmt *body, *otherwise;
};

/* Parses a whole run file and sets *out to its first statement. Returns false after diagnostics; a
 * file without statements is an error. */
bool run_parse_file(struct source *s, struct arena *a, struct diag *d,
	struct run_stmt **out) NODISCARD;

/* Kinds of values of command-line options. Each is parsed into a statement or a part of one. */
enum run_option {
	RUN_OPTION_SIZES,  /* X[,Y[,Z]]: grid */
	RUN_OPTION_NUMBER, /* EXPR: a */
	/* [NAME=]ARG: an argument, or a buffer, image or sampler to make and pass */
	RUN_OPTION_ARG,
	RUN_OPTION_CHECK, /* NAME=FILE[:TOLERANCE] or NAME=INIT[:TOLERANCE] */
	RUN_OPTION_SET,   /* NAME=INIT: a fill */
	RUN_OPTION_OUT,   /* NAME=FILE: a write */
	RUN_OPTION_TEXT,  /* NAME=FILE: a write as text */
	RUN_OPTION_PRINT, /* NAME or NAME[FIRST,COUNT] */
};

/* Parses the value of an option. For ARG it fills args[0]; if the value describes a buffer, image
 * or sampler instead, it sets `kind` to RUN_STMT_BUFFER, _PICTURE or _SAMPLER, and `name` is NULL
 * when none is given. Returns false after diagnostics. */
bool run_parse_option(enum run_option option, struct source *s, struct arena *a, struct diag *d,
	struct run_stmt *out) NODISCARD;

#endif
