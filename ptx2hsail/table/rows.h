/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows of ptx_ops.def say what words, types and operands each takes. */
#ifndef HSAEMU_PTX_ROWS_H
#define HSAEMU_PTX_ROWS_H

#include "parse/ptx_ast.h"
#include "table/modifiers.h"

struct tr;
typedef void tr_function(struct tr *t);

/* By what others than its function know an instruction. */
enum op_kind {
	OP_PLAIN,
	OP_BARRIER_SYNC,
	OP_BARRIER_ARRIVE,
	OP_BARRIER_VOTE, /* bar.red: its operands are others */
	OP_WIDE_ATOMIC,  /* of 128 bits, which takes a lock */
	OP_IMAGE,        /* needs the extension IMAGE */
	OP_SPACE_TEST,   /* isspacep */
	OP_TO_GENERIC,   /* cvta */
	OP_CALL,
	OP_EXIT,
	OP_MOVE,   /* may take the address of a function */
	OP_BRANCH, /* has no code around it that its guard skips */
};

enum { MAX_ROW_OPERANDS = 6, MAX_ROW_TYPES = 3, MAX_ROW_NAME = 4 };

struct op_row_text { /* as it is written */
	const char *root, *mods, *types, *operands, *expansion;
	tr_function *function;
	enum op_kind kind;
};

struct op_operand {
	char letter; /* 0 ends */
	bool is_dest, is_immediate, is_address;
	char relative; /* 'T', 'S', 'W', or 0: `type` */
	enum ptx_type type;
	/* immediate: exclusive bound, and the one that it must be; 0 for none */
	uint64_t below, only;
};

struct op_row {
	struct str root;
	struct op_row *next; /* same root, in order of the table */
	bool any_mods, any_operands;
	bool space_required, two_spaces;
	bool may_discard[3]; /* `_` as the result, as the first and as the second of a pair */
	uint32_t spaces[2];  /* allowed ones, of the first and second: sets of their parts */
	uint64_t required[PTX_MOD_WORDS], allowed[PTX_MOD_WORDS];
	uint64_t repeated[PTX_MOD_WORDS];   /* of those that may be written twice */
	uint64_t required_classes, classes; /* sets of enum ptx_class */
	enum ptx_mod name[MAX_ROW_NAME];    /* what stands behind the root, in this order */
	unsigned name_count;
	unsigned type_count;
	uint64_t types[MAX_ROW_TYPES]; /* sets of enum ptx_type */
	/* PTX_VERSION() and number of sm_: exclusive bounds, 0 for none */
	uint32_t below_version, below_target;
	bool below_either; /* of the two */
	struct op_operand operands[MAX_ROW_OPERANDS];
	unsigned operand_count;
	const char *expansion; /* NULL: `function` */
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
	struct op_row *rows; /* in the order of ptx_ops.def */
	struct op_row *exclusions;
	size_t exclusion_count;
	struct str_map roots; /* to the first struct op_row */
	struct str_map mods;  /* to enum ptx_mod */
};
void ptx_ops_init(struct ptx_ops *o, struct arena *arena, const struct op_row_text *rows,
	size_t count);
void ptx_ops_release(struct ptx_ops *o);

/* The first row with that root, whose `next` are the others; or NULL. */
struct op_row *ptx_ops_first(const struct ptx_ops *o, struct str root);
/* Whether no version of PTX up to PTX_NEWEST has more of a root than the table. */
bool ptx_ops_is_whole(struct str root);
/* Words of an opcode: PTX_MOD_NONE for what is no modifier of the table. */
enum ptx_mod ptx_ops_mod(const struct ptx_ops *o, struct str word);
/* The set of one part of a state space, or of none. */
uint32_t ptx_space_set(struct str name);

#endif
