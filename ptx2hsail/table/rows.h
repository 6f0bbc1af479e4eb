/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows of ptx_ops.def, parsed: each says what words, types and operands a form of an instruction
 * takes, and what it becomes. */
#ifndef HSAEMU_PTX_ROWS_H
#define HSAEMU_PTX_ROWS_H

#include "parse/ptx_ast.h"
#include "table/modifiers.h"

struct tr;
typedef void tr_function(struct tr *t);

/* The kind of an instruction, for code that must know of it besides the row's own function. */
enum op_kind {
	OP_PLAIN,
	OP_BARRIER_SYNC,
	OP_BARRIER_ARRIVE,
	OP_BARRIER_VOTE, /* bar.red: has the result and a predicate besides the barrier */
	OP_WIDE_ATOMIC,  /* atomic of 128 bits, which takes a lock */
	OP_IMAGE,        /* needs the extension IMAGE */
	OP_SPACE_TEST,
	OP_TO_GENERIC,
	OP_CALL,
	OP_EXIT,
	OP_MOVE,   /* may take the address of a function */
	OP_BRANCH, /* uses its guard itself, so no branch around it is needed */
};

enum { MAX_ROW_OPERANDS = 6, MAX_ROW_TYPES = 3, MAX_ROW_NAME = 4 };

struct op_row_text { /* a row as ptx_ops.def has it */
	const char *root, *mods, *types, *operands, *expansion;
	tr_function *function;
	enum op_kind kind;
};

struct op_operand {
	char letter; /* 'A' and so on; 0 ends the list */
	bool is_dest, is_immediate, is_address;
	char relative; /* 'T', 'S' or 'W': the type depends on the instruction's; 0: it is `type` */
	enum ptx_type type;
	/* of an immediate: exclusive upper bound, and the only value allowed; 0: no such limit */
	uint64_t below, only;
};

struct op_row {
	struct str root;
	struct op_row *next; /* next row with the same root, in the order of the table */
	bool any_mods, any_operands;
	bool space_required, two_spaces;
	/* `_` may stand for the result, for the first of a pair and for the second */
	bool may_discard[3];
	uint32_t spaces[2]; /* the spaces allowed: sets of parts */
	uint64_t required[PTX_MOD_WORDS], allowed[PTX_MOD_WORDS];
	uint64_t repeated[PTX_MOD_WORDS];   /* modifiers that may be written twice */
	uint64_t required_classes, classes; /* sets of enum ptx_class */
	enum ptx_mod name[MAX_ROW_NAME];    /* modifiers that must follow the root, in order */
	unsigned name_count;
	unsigned type_count;
	uint64_t types[MAX_ROW_TYPES]; /* allowed types, as sets */
	/* exclusive bounds of PTX_VERSION() and of the number of sm_; 0: no bound */
	uint32_t below_version, below_target;
	bool below_either; /* one of the two bounds suffices; else both must hold */
	struct op_operand operands[MAX_ROW_OPERANDS];
	unsigned operand_count;
	const char *expansion; /* the HSAIL text; NULL: `function` makes the HSAIL */
	const struct tpl *compiled;
	tr_function *function;
	enum op_kind kind;
};
_Static_assert(PTX_TYPE_COUNT <= 64, "a set of types is one word");
_Static_assert((int)PTX_SPACE_COUNT *(int)PTX_SPACE_PARTS <= 32,
	"a set of parts of spaces is half a word");

static inline uint64_t ptx_type_bit(enum ptx_type t)
{
	return UINT64_C(1) << t;
}
static inline uint32_t ptx_space_bit(enum ptx_space space, unsigned part)
{
	return UINT32_C(1) << (space * PTX_SPACE_PARTS + part);
}

struct ptx_ops {
	struct arena *arena;
	struct op_row *rows; /* all rows, in the order of ptx_ops.def */
	struct op_row *exclusions;
	size_t exclusion_count;
	struct str_map roots; /* maps a root to its first struct op_row */
	struct str_map mods;  /* maps a word to its enum ptx_mod */
};
void ptx_ops_init(struct ptx_ops *o, struct arena *arena, const struct op_row_text *rows,
	size_t count);
void ptx_ops_release(struct ptx_ops *o);

/* Returns the first row with that root, or NULL; `next` leads to the others. */
struct op_row *ptx_ops_first(const struct ptx_ops *o, struct str root);
/* Returns whether the table has all forms of the root that PTX has up to version PTX_NEWEST. */
bool ptx_ops_is_whole(struct str root);
/* Returns the modifier that a word of an opcode is, or PTX_MOD_NONE when the table has no such
 * modifier. */
enum ptx_mod ptx_ops_mod(const struct ptx_ops *o, struct str word);
/* Returns the set (ptx_space_bit()) that holds the named state space, or part of one such as
 * shared::cta; 0 when the name is none. */
uint32_t ptx_space_set(struct str name);

#endif
