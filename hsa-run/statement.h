/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Run files: the parsed form of what hsa-run shall do, also made from its command line.
 *
 * All nodes and strings live in one arena; names and texts are copies. The source must outlive the
 * tree, places refer to it. */
#ifndef HSA_RUN_STATEMENT_H
#define HSA_RUN_STATEMENT_H

#include "hsaemu/diag.h"
#include "element_types.h"

/* Exit statuses of hsa-run; with several runs, the highest. */
enum run_exit {
	RUN_DONE = 0,
	RUN_CHECK_FAILED = 1,
	RUN_USAGE = 2, /* command line or run file */
	RUN_IO = 4,
	RUN_NO_MEMORY = EXIT_BUG, /* as all tools */
	RUN_TIMEOUT = 124,
	RUN_FAILURE = 125,   /* the runtime, the image, a tool or the packet */
	RUN_FAULT = 126,     /* fault or trap in a kernel */
	RUN_NOT_FOUND = 127, /* file, kernel or variable */
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
	RUN_OP_AND, /* logical: 0 or 1; both sides are evaluated */
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
	RUN_INIT_LIST,     /* list(EXPR, ...): repeats */
	RUN_INIT_EACH,     /* each(EXPR): `i` is the index */
	RUN_INIT_BINARY,   /* @FILE */
	RUN_INIT_TEXT,     /* text@FILE */
	RUN_INIT_COPY,     /* of(NAME): another buffer's elements */
};

struct run_init {
	enum run_init_kind kind;
	struct diag_place place;
	struct run_expr **exprs;
	uint32_t expr_count;
	const char *path; /* BINARY, TEXT; COPY: the name */
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

/* A kernel argument: a number, or a buffer or program variable by its name, which gives its
 * address. "f32:2.5" says in which type the number's bits are made; else the formal argument's type
 * does. */
struct run_arg {
	struct diag_place place;
	struct run_expr *expr;
	enum run_type type;    /* RUN_TYPE_COUNT: the formal's */
	struct run_init *list; /* list(...) for array arguments, else NULL */
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
	RUN_STMT_PICTURE,  /* name, picture, grid: sizes, init; or path: name of the one it is of */
	RUN_STMT_SAMPLER,  /* name, picture */
};

/* What an image or a sampler statement says, as rows of images.def and numbers of BRIG. */
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
/* The number of one of HSAIL's words for images. */
bool run_word_find(enum run_word kind, struct str s, uint8_t *out) NODISCARD;
/* The word that has a number, in the arena; NULL when the number is behind the last one. */
const char *run_word_text(enum run_word kind, uint8_t number, struct arena *a);

struct run_stmt {
	enum run_stmt_kind kind;
	struct diag_place place;
	struct run_stmt *next;
	const char *name; /* buffers and variables: "x"; program variables: "&x"; kernels: any of
	                   * their names, NULL for the only one */
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

/* Parses a whole run file; the first statement, NULL for an empty one. False after diagnostics. */
bool run_parse_file(struct source *s, struct arena *a, struct diag *d,
	struct run_stmt **out) NODISCARD;

/* Kinds of values of command-line options, which become the same nodes. */
enum run_option {
	RUN_OPTION_SIZES,  /* X[,Y[,Z]]: grid */
	RUN_OPTION_NUMBER, /* EXPR: a */
	RUN_OPTION_ARG,    /* [NAME=]ARG, or what a statement before it has made */
	RUN_OPTION_CHECK,  /* NAME=FILE[:TOLERANCE] or NAME=INIT[:TOLERANCE] */
	RUN_OPTION_SET,    /* NAME=INIT: a fill */
	RUN_OPTION_OUT,    /* NAME=FILE: a write */
	RUN_OPTION_TEXT,   /* the same as text */
	RUN_OPTION_PRINT,  /* NAME or NAME[FIRST,COUNT] */
};

/* ARG fills args[0], and sets `kind` to RUN_STMT_BUFFER, _PICTURE or _SAMPLER when it describes one
 * (`name` NULL: none was given). False after diagnostics. */
bool run_parse_option(enum run_option option, struct source *s, struct arena *a, struct diag *d,
	struct run_stmt *out) NODISCARD;

#endif
