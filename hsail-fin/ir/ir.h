/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The finalizer's own form of a BRIG module: variables, functions, blocks, instructions.
 *
 * Registers of HSAIL are untyped bits, so a virtual register is only a width: 1, 32, 64 or 128
 * bits. Control flow is explicit: a block ends in a terminator, and a barrier is a terminator, so
 * that regions (code between barriers) are sets of whole blocks. An instruction keeps the neutral
 * description it was decoded to (struct isa_inst) and has its operands resolved.
 *
 * Everything lives in the module's arena except the growable arrays of a struct fin_function,
 * which fin_function_release() frees. */
#ifndef HSAEMU_FIN_IR_H
#define HSAEMU_FIN_IR_H

#include <stdlib.h>
#include "hsaemu/brig.h"
#include "hsaemu/buf.h"
#include "hsaemu/kernel_info.h"
#include "ir/pass_clock.h"

#define FIN_NOWHERE UINT32_MAX /* no position, number or register */

struct fin_function;
struct fin_variable;

/* An address of 64 bits that a pragma of ours puts into the initial value of a variable
 * (pragma.c). */
struct fin_symbolic {
	struct fin_variable *variable;
	uint64_t offset; /* of the address, in the variable */
	uint32_t off;    /* of the pragma in the code section */
	/* a global or readonly variable, or a function's handle */
	const struct fin_variable *target;
	uint64_t addend;
};
enum { FIN_ADDRESS_BYTES = 8 };

/* A BRIG variable directive. */
struct fin_variable {
	uint32_t off;                /* of the directive in the code section */
	uint32_t index;              /* in fin_module.variables */
	struct str name;             /* with its sigil */
	const struct isa_type *type; /* of one element */
	uint8_t segment, linkage, allocation;
	bool definition, is_const, is_array, module_scope, is_fbarrier;
	bool is_linked; /* linked_segments.c: hsa-ld chooses the place */
	bool is_weak;   /* pragma.c: another module may also define the variable */
	uint32_t align;
	uint64_t dim;   /* number of elements; 0: no array, or an array without a size */
	uint64_t bytes; /* 0 for an array without a size */
	uint32_t init;  /* offset of the operand with the initial value, or 0 */
	const struct fin_symbolic *addresses; /* sorted by offset; they do not overlap */
	size_t address_count;
	const struct fin_function *owner; /* NULL at module scope */
	/* NULL: this is a variable of HSAIL; else it is a stand-in, whose address is the function's
	 * handle */
	const struct fin_function *handle_of;
};

/* Where a function keeps a variable that is not a global or readonly one. */
enum fin_home {
	FIN_HOME_NONE,      /* not placed yet, or never used */
	FIN_HOME_REGISTERS, /* promoted: every access names registers */
	FIN_HOME_GROUP,     /* offset in the group segment */
	FIN_HOME_LINKED,    /* in the group segment, at a place that hsa-ld chooses */
	FIN_HOME_PRIVATE,   /* offset in the work-item's private frame */
	/* in the work-item's private block, at a place that hsa-ld chooses */
	FIN_HOME_LINKED_PRIVATE,
	FIN_HOME_KERNARG, /* offset in the kernarg segment */
	FIN_HOME_IN,
	FIN_HOME_OUT, /* offset in an out-of-line function's argument blocks */
};

/* A function's instance of a variable; each inlined copy of a function has instances of its own. */
struct fin_local {
	const struct fin_variable *var;
	enum fin_home home;
	uint64_t offset;
};

enum fin_value_kind { FIN_VALUE_REG, FIN_VALUE_IMM };

/* A register or a constant. Its type is that of the operand. */
struct fin_value {
	enum fin_value_kind kind;
	uint32_t reg;
	uint64_t lo, hi;
};

enum fin_operand_kind {
	FIN_OPND_NONE,   /* labels, functions and lists: resolved elsewhere */
	FIN_OPND_VALUES, /* 1 to 4 values */
	FIN_OPND_ADDRESS,
	FIN_OPND_PROMOTED, /* a load or store of a promoted variable names its registers here */
};

#define FIN_NO_LOCAL UINT32_MAX

/* The most bytes of one variable, and of all variables in a function's group, private or kernarg
 * segment. With this limit offsets, and sums of offsets, stay far from the limits of 32-bit signed
 * numbers. */
enum { FIN_MAX_BYTES = 1 << 30 };

struct fin_operand {
	enum fin_operand_kind kind;
	uint16_t type; /* BRIG type that the instruction's form gives the operand */
	bool is_dest;
	uint8_t count;  /* number of values */
	bool is_vector; /* written as a vector operand */
	struct fin_value v[4];
	/* the other members are those of an ADDRESS */
	const struct fin_variable *global; /* global or readonly symbol, or NULL */
	uint32_t local;                    /* any other symbol, or FIN_NO_LOCAL */
	bool has_reg;
	uint32_t reg;
	uint64_t offset;
};

/* The place in the source that a piece of code came from, by the last loc directive before it. */
struct fin_loc {
	struct str file;
	uint32_t line, column; /* line 0: unknown */
	/* inline.c, with -g: the inlined call whose body this code is from, or NULL */
	const struct fin_site *site;
};

struct fin_site {
	const struct fin_function *callee;
	const struct fin_loc *call; /* NULL: unknown */
};

/* An argument of a call. */
struct fin_arg {
	uint32_t local;
	/* promote_variables.c: index of the operand that is the argument's register. FIN_IN_MEMORY:
	 * the argument stays a variable in the private frame. */
	uint32_t operand;
};

#define FIN_IN_MEMORY UINT32_MAX

struct fin_call {
	struct fin_function *callee; /* for an indirect call: the signature */
	bool indirect;               /* operand 0 is the handle of the function that is called */
	/* promote_calls.c: comparisons with handles of the module's functions come before this
	 * call */
	bool is_last;
	struct fin_arg *in, *out;
	uint32_t in_count, out_count;
};

/* Pseudo instructions, which the finalizer adds and HSAIL does not have. */
enum fin_pseudo {
	FIN_PSEUDO_NONE,          /* an HSAIL instruction */
	FIN_PSEUDO_STACK_SAVE,    /* operand 0: register that gets the private stack pointer */
	FIN_PSEUDO_STACK_RESTORE, /* operand 0: register that holds the stack pointer to restore */
	FIN_PSEUDO_NOP,           /* code that does nothing, for a debugger to stop at */
	/* The next three are for --profile (profile.h). Their lowering is NOP. */
	FIN_PSEUDO_COUNT, /* counts that the block runs */
	/* counts divergent branches; operand 0: the value that the branch depends on */
	FIN_PSEUDO_BRANCH,
	FIN_PSEUDO_PAGE,   /* looks a page up; operand 0: the address of an access */
	FIN_PSEUDO_ENTER,  /* operand 0: register that gets input formal number operand 1 */
	FIN_PSEUDO_RETURN, /* operand 0: value of output formal number operand 1 */
	FIN_PSEUDO_FIELD,  /* operand 0: register that gets a field of the dispatch record,
	                               at offset operand 1 */
	/* The next seven are for loops that lanes run in line (shape/align.h). Operand 1 is a
	 * number of each lane, operand 2 of the last four a stride. Operand 0 gets, of the lanes
	 * that are on, the least number, as signed; the greatest, as unsigned; how many have a bit
	 * that is set; whether the numbers of each part go up by the stride; whether a lane's
	 * number is where the stride leads to from the first one of its part; whether the next
	 * lane's number is where it leads to from this one, or that lane is off; and lane 0's
	 * number, if they go up. */
	FIN_PSEUDO_LEAST,
	FIN_PSEUDO_MOST,
	FIN_PSEUDO_HOW_MANY,
	FIN_PSEUDO_IS_LINE,
	FIN_PSEUDO_ON_LINE,
	FIN_PSEUDO_LEADS_ON,
	FIN_PSEUDO_LINE,
	/* operand 0: whether the bit of operand 1 is operand 2 in all lanes that are on
	 * (shape/together.h) */
	FIN_PSEUDO_ALL,
};

/* What an instruction of lowering BARRIER waits for. In code for fibers (fiber.h) barriers are
 * instructions, not terminators. */
enum fin_wait {
	FIN_WAIT_BARRIER,
	FIN_WAIT_WAVE_BARRIER,
	FIN_WAIT_YIELD, /* a waiting loop goes around: other fibers run */
	/* the same of a loop that changes memory each time around: others may get on by it */
	FIN_WAIT_BUSY,
	FIN_WAIT_PASSED, /* a waiting loop is left: the runtime learns that the group gets on */
	/* a loop that may wait by plain loads goes around: other fibers run when this one has run
	 * for long */
	FIN_WAIT_TIME,
	/* the same where lanes have to stay together, as they have operations across lanes */
	FIN_WAIT_TIME_TOGETHER,
};

struct fin_inst {
	struct fin_inst *next;
	const struct isa_inst *isa; /* NULL for a pseudo instruction */
	enum isa_lowering lowering;
	enum fin_pseudo pseudo;
	enum fin_wait wait; /* with lowering BARRIER */
	bool is_tuple;      /* tuples.c made it of accesses to elements beside each other */
	bool is_counter;    /* counters.c, with lowering LOAD or STORE: to what is stored again */
	bool fits;          /* float_ranges.c, with lowering CVT: the result is in range */
	bool patient;       /* fiber.c, with lowering SIGNAL: this wait is outside of all loops */
	uint32_t off;       /* in the code section, of the HSAIL instruction */
	const struct fin_loc *loc;
	uint8_t operand_count;
	struct fin_operand *operands;
	struct fin_call *call; /* with lowering CALL */
	/* gang_quad.c: the four stores that this is one of, in their order, or NULL */
	struct fin_inst **quad;
	/* gang_pair.c: the two loads or stores that this is one of, in their order, or NULL */
	struct fin_inst **pair;
	/* gang_twin.c: the two loads that this is one of, in order of their elements, or NULL */
	struct fin_inst **twin;
	uint32_t counter; /* number of the counter of COUNT, BRANCH and PAGE */
	/* islands.c: the instructions with which this one runs for one lane after the other */
	const struct fin_island *island;
};

enum fin_term_kind {
	FIN_TERM_NONE,    /* while the block is being built */
	FIN_TERM_BR,      /* succ[0] */
	FIN_TERM_CBR,     /* value ? succ[0] : succ[1] */
	FIN_TERM_SWITCH,  /* succ[value] */
	FIN_TERM_BARRIER, /* succ[0] after the barrier */
	FIN_TERM_RET,
};

struct fin_block;
struct fin_term {
	enum fin_term_kind kind;
	struct fin_value value;
	uint16_t value_bits;
	struct fin_block **succ;
	uint32_t succ_count;
	bool of_wave;    /* with BARRIER: this is a wavebarrier */
	bool asks_lines; /* with CBR: to succ[0] if lanes are in line (shape/align.h) */
	bool asks_all;   /* with CBR: to succ[0], where waves may be whole (shape/together.h) */
	/* BRIG width: how many work-items go the same way at a branch, or meet at a barrier */
	uint8_t width;
	uint32_t off;
	const struct fin_loc *loc;
};

/* Whether control may go to succ[k]. It may not if the branch is on a constant: reconverge.c adds
 * edges that are never taken. */
static inline bool fin_may_take(const struct fin_term *t, uint32_t k)
{
	return t->kind != FIN_TERM_CBR || t->value.kind != FIN_VALUE_IMM || k == (t->value.lo == 0);
}

/* ssa.c makes phis: `reg` gets from[p] on the edge from preds[p]. */
struct fin_phi {
	uint32_t reg, *from;
};

struct fin_block {
	uint32_t index; /* in fin_function.blocks */
	struct fin_phi *phis;
	uint32_t phi_count;
	struct fin_inst *first, *last;
	struct fin_term term;
	/* cfg.c fills in the next three */
	struct fin_block **preds;
	uint32_t pred_count;
	/* NULL: only the exit of the function post-dominates the block, or no ret can be reached */
	struct fin_block *ipdom;
	struct fin_block *copy; /* inline.c: the copy of the block that is being made */
	/* what the block does, until its counters are placed; see profile.c */
	struct fin_block_counts *counts;
};

struct fin_reg {
	uint8_t bits;
	char letter; /* of the HSAIL register; 'v' if the finalizer made it */
	uint16_t number;
};

/* Values of the control directives (PRM 13.4) of a kernel or function. */
struct fin_control {
	uint32_t break_mask, detect_mask;
	bool has_dynamic_group;
	uint32_t max_dynamic_group;
	uint32_t max_flat_wg, required_dim;
	uint32_t required_wg[3];
	uint64_t max_flat_grid, required_grid[3];
	bool no_partial_groups;
};

/* A row of device_functions.def. */
struct fin_device_function {
	const char *name;        /* in HSAIL */
	const char *item, *wave; /* in ELF, for a work-item and for a wave */
	uint32_t result;         /* bytes of the result, or 0 */
	const char *arguments;   /* bytes of each argument, as a digit */
	bool is_field;           /* it returns a field of the dispatch record, */
	uint32_t field;          /* which is at this offset */
	uint32_t service;        /* enum hsaemu_gpu_service */
};

/* What the runtime may do with the groups of a kernel that cannot tell them apart
 * (shape/alike_groups.h): it may run several as one, side by side in these dimensions. */
struct fin_alike {
	bool in[3];
	/* by dimension: only where groups have this size; 0: where they have any */
	uint32_t size[3];
	uint32_t items; /* so many are best run as one group */
	bool along_y;   /* they are best along y */
};

struct fin_function {
	struct fin_module *module;
	struct str name; /* with its sigil */
	uint32_t off;    /* of its directive in the code section, to which references point */
	bool is_kernel, is_indirect, is_signature, program_linkage;
	bool definition; /* it has a body */
	bool is_weak;    /* pragma.c: another module may also define it */
	/* the device library's function of this name, if this is a declaration of one, or NULL */
	const struct fin_device_function *device;
	/* the stand-in whose address is the function's handle; NULL: nothing in the module needs
	 * it */
	const struct fin_variable *handle;
	uint32_t handle_number;                /* handles.c: which of fin_module.handles it is */
	const struct fin_variable **in, **out; /* formals */
	uint32_t in_count, out_count;
	struct fin_control control;
	const struct fin_loc *loc;
	/* kernel_pragma.c: of a kernel, what the source says of each of `in`, and of itself; NULL:
	 * nothing */
	struct kernel_arg_info *arg_infos;
	struct kernel_info *info;

	struct fin_reg *regs;
	size_t reg_count, reg_cap;
	struct fin_local *locals;
	size_t local_count, local_cap;
	struct fin_block **blocks; /* [0] is the entry */
	size_t block_count, block_cap;

	/* set by recursion.c */
	uint32_t number; /* in fin_module.functions */
	bool recursive;  /* a chain of calls leads from the function back to it */
	/* set by budget.c */
	bool stays; /* calls of the function are not replaced by its body */
	/* private memory that its callees take at most, without recursive ones */
	uint64_t callee_bytes;
	double inlined_size; /* instructions, with the bodies that are put into it */
	/* set by parts.c, of a kernel: which part of the module has its code */
	unsigned part;
	/* call.h: whether something calls its code for a work-item, for a wave */
	bool wants_item, wants_wave;
	/* set by the decoder; inline.c adds what inlined bodies have */
	bool has_barrier, has_alloca;
	/* set by fiber.c */
	bool yields; /* some loop waits for other work-items; see fiber.c */
	/* skip_barriers.c: the work-items of a region run in order of their ids, or in step, in
	 * groups of one row; other groups have other code */
	bool in_order;
	struct fin_alike alike; /* set by alike_groups.c, of a kernel */

	/* set by layout.c */
	bool dynamic_stack; /* the private frame starts with struct fin_stack */
	/* of the private frame of a work-item, or of a function's activation */
	uint64_t frame_bytes, frame_align;
	/* of a kernel: how much of the frame its variables take */
	uint64_t static_frame_bytes;
	uint64_t in_bytes, out_bytes;
	uint64_t group_bytes;
	bool links_group;   /* group variables that hsa-ld places lie behind group_bytes */
	bool links_private; /* private ones that hsa-ld places lie behind static_frame_bytes */
	uint32_t kernarg_align;
};

struct fin_profile;

struct fin_module {
	struct arena *arena;
	const struct brig_view *view;
	/* the source that messages point into; NULL: they point into the BRIG */
	struct origin *origin;
	struct diag *diag;
	struct fin_pass_clock *clock;
	struct brig_directive_module header;
	struct str name;
	uint8_t float_round;   /* BRIG_ROUND_FLOAT_NEAR_EVEN or _ZERO */
	uint8_t program_round; /* likewise, for modules that leave it to the program */
	bool large;
	/* set of the equivalence classes that memory operations of the module name (PRM 6.1.4) */
	uint64_t classes[4];
	struct fin_profile *profile; /* NULL without --profile */
	bool debug_info;             /* -g */
	const char *kernel;          /* the only one that is wanted; NULL: all are */
	/* -O0 -g: each HSAIL instruction has code of its own, once, for a debugger to stop at */
	bool step_by_step;
	struct fin_variable **variables; /* sorted by `off` */
	size_t variable_count, variable_cap;
	struct fin_function **functions; /* kernels and functions, one per name */
	size_t function_count, function_cap;
	/* recursion.c: numbers of all functions, each callee before its callers but for
	 * recursion */
	uint32_t *callees_first;
	/* handles.c: a variable that has the handles; NULL: there is none */
	const struct fin_variable *handles;
	struct fin_symbolic *addresses; /* sorted by variable and offset */
	size_t address_count, address_cap;
};

/* ---- ir.c ----------------------------------------------------------------------------------- */

void fin_module_release(struct fin_module *m);
struct fin_function *fin_function_new(struct fin_module *m);
void fin_function_release(struct fin_function *f);
uint32_t fin_reg_new(struct fin_function *f, struct fin_reg r);
/* The function's instance of a variable, which is made if there is none yet. */
uint32_t fin_local_of(struct fin_function *f, const struct fin_variable *v);
uint32_t fin_local_new(struct fin_function *f, const struct fin_variable *v);
/* The variable whose address is the handle of `f`; it is made if there is none yet (call.h). */
const struct fin_variable *fin_handle_variable(struct fin_module *m, struct fin_function *f);
struct fin_block *fin_block_new(struct fin_function *f);
void fin_block_append(struct fin_block *b, struct fin_inst *i);
void fin_term_set(struct fin_module *m, struct fin_block *b, enum fin_term_kind kind,
	uint32_t succ_count);
/* Makes an instruction that HSAIL has, too, with copies of the operands. Its place in the source is
 * that of `like`. */
struct fin_inst *fin_inst_new(struct fin_module *m, const struct fin_inst *like,
	enum isa_lowering lowering, struct isa_inst isa, const struct fin_operand *operands,
	uint8_t count);
struct fin_operand fin_reg_operand(uint32_t reg, uint16_t type, bool is_dest);
/* Makes a move from register `from` to register `to`, likewise. */
struct fin_inst *fin_move_new(struct fin_function *f, const struct fin_inst *like, uint32_t from,
	uint32_t to);

enum { FIN_MAX_REGS = 32 };
/* The registers that an instruction reads or writes, with repetitions; at most FIN_MAX_REGS
 * each. */
unsigned fin_inst_uses(const struct fin_inst *i, uint32_t regs[FIN_MAX_REGS]);
unsigned fin_inst_defs(const struct fin_inst *i, uint32_t regs[FIN_MAX_REGS]);
/* The number that an immediate float of 32 or 64 bits is. */
double fin_float_immediate(const struct fin_value *v, unsigned bits);
/* The instructions of a block, for those that go from the last one to the first; the caller frees
 * the array. */
const struct fin_inst **fin_list_insts(const struct fin_block *b, size_t *count);
/* By register, how often it is read; in the module's arena. */
uint32_t *fin_count_uses(const struct fin_function *f);
/* Sets def[r], which are NULL, to the only instruction that defines register r, if there is one. */
void fin_only_definitions(const struct fin_function *f, struct fin_inst **def);
/* Whether the destination's old value is an input, as with the packed controls s and ss (PRM
 * 4.14). */
bool fin_inst_keeps_dest(const struct fin_inst *i);
/* Replaces every register r of the instruction by map[r]. */
void fin_inst_rename(struct fin_inst *i, const uint32_t *map);
/* Renames the operands that are destinations, or those that are not. */
void fin_inst_rename_only(struct fin_inst *i, bool dest, const uint32_t *map);

static inline bool fin_groups_are_alike(const struct fin_function *f)
{
	return f->alike.in[0] || f->alike.in[1] || f->alike.in[2];
}

struct diag_place fin_place(const struct fin_module *m, uint32_t off);

/* Counts the instructions of the blocks as they are now. */
uint32_t fin_instruction_count(const struct fin_function *f);
/* Whether the body of `f` itself, without its callees, has an instruction with this lowering. */
bool fin_has_lowering(const struct fin_function *f, enum isa_lowering lowering);
/* Whether a whole wave lies in one slice of this BRIG width (PRM 2.12.1). Then the active lanes of
 * a wave go the same way at a branch, and load the same values. */
bool fin_width_has_wave(uint8_t width);

#endif
