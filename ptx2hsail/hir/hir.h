/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* HSAIL with virtual registers, between instruction selection and emit_brig.c, which writes it as
 * BRIG.
 *
 * A function is a flat list of entries in text order. Virtual registers are numbered from 1; each
 * has a class (BRIG_REGISTER_KIND_*) and gets a physical number in regalloc.c. Entries, operands
 * and variables live in the arena of the translation. The growing arrays belong to the function,
 * and hir_func_release() frees them. */
#ifndef HSAEMU_PTX_HIR_H
#define HSAEMU_PTX_HIR_H

#include "parse/ptx_ast.h"
#include "hsaemu/brig.h"

/* A mnemonic, parsed once. */
struct hir_proto {
	struct isa_inst inst; /* without operands */
	const struct isa_form *form;
	uint16_t record;
	uint8_t operand_count;
	uint8_t dest_mask; /* bit i: operand i is written */
};

struct hir_var {         /* variable of any segment, or a formal */
	struct str name; /* with its sigil */
	uint8_t segment;
	uint16_t type; /* BRIG element type */
	bool is_array;
	uint64_t dim;   /* number of elements; 1 for scalars */
	uint32_t align; /* bytes, at least natural */
	uint8_t linkage, allocation;
	bool is_definition;
	bool is_weak;            /* other modules may define it, too */
	bool is_constant;        /* PTX's .const */
	enum ptx_type reference; /* .texref, .samplerref, .surfref, or PTX_NONE */
	const uint8_t *init;     /* NULL, or hir_var_bytes() bytes */
	/* NULL, or the sampler whose handle is in bytes 8 to 15 */
	const struct brig_operand_constant_sampler *sampler;
	uint32_t code_off; /* offset of its directive in BRIG, once built */
};
uint64_t hir_var_bytes(const struct hir_var *v);

struct hir_callee { /* a kernel or function of the module */
	struct str name;
	uint32_t code_off;
};

enum { HIR_NO_REG = 0 };

struct hir_scalar {
	uint32_t reg; /* HIR_NO_REG: the element is the constant `value` */
	uint64_t value;
};

enum hir_op_kind {
	HIR_OP_NONE,
	HIR_OP_REG,
	HIR_OP_CONST,
	HIR_OP_VECTOR,
	HIR_OP_ADDRESS,
	HIR_OP_LABEL,
	HIR_OP_LABELS,
	HIR_OP_CALLEE,
	HIR_OP_ARGS,
};

struct hir_op {
	enum hir_op_kind kind;
	uint32_t count; /* VECTOR, LABELS, ARGS */
	union {
		uint32_t reg;
		uint64_t value;
		struct hir_scalar *elems;
		struct {
			struct hir_var *var; /* or NULL */
			uint32_t reg;        /* or HIR_NO_REG */
			int64_t offset;
		} address;
		uint32_t label;
		uint32_t *labels;
		struct hir_callee *callee;
		struct hir_var **args;
	} u;
};

enum hir_kind {
	HIR_INST,
	HIR_LABEL,
	HIR_ARGS_BEGIN, /* begins an arg block */
	HIR_ARGS_END,
	HIR_ARG_VAR, /* declares a variable of the arg block */
	HIR_LOC,
	HIR_COMMENT,
};

struct hir_entry {
	enum hir_kind kind;
	union {
		struct {
			const struct hir_proto *proto;
			struct hir_op *ops; /* proto->operand_count operands, in BRIG's order */
		} inst;
		uint32_t label;
		struct hir_var *var;
		struct {
			struct str file;
			uint32_t line, column;
		} loc;
		struct str comment;
	} u;
};

struct hir_reg {
	uint8_t kind;    /* BRIG_REGISTER_KIND_* */
	bool no_spill;   /* made by the spiller: lives for one instruction */
	uint16_t number; /* physical, after allocation */
	struct str name; /* PTX register, or empty for a temporary */
};

struct hir_label {
	struct str name; /* with '@' */
	uint32_t code_off;
	uint32_t operand_off; /* offset of the one CODE_REF operand for it; 0 until first used */
	bool is_used;
};

struct hir_func {
	struct arena *arena;
	struct hir_entry *entries;
	size_t entry_count, entry_capacity;
	struct hir_reg *regs; /* [0] is not a register */
	size_t reg_count, reg_capacity;
	struct hir_label *labels;
	size_t label_count, label_capacity;
	struct hir_var **vars; /* private, group, spill variables of the body */
	size_t var_count, var_capacity;
};

void hir_func_init(struct hir_func *f, struct arena *arena);
void hir_func_release(struct hir_func *f);
uint32_t hir_reg_new(struct hir_func *f, uint8_t kind, struct str name);
uint32_t hir_label_new(struct hir_func *f, struct str name);
struct hir_entry *hir_append(struct hir_func *f, enum hir_kind kind);
void hir_append_inst(struct hir_func *f, const struct hir_proto *proto, struct hir_op *ops);
struct hir_var *hir_var_new(struct hir_func *f, struct str name, uint8_t segment, uint16_t type);
/* Adds a variable to the body of the function. */
void hir_add_var(struct hir_func *f, struct hir_var *v);

static inline struct hir_op hir_op_reg(uint32_t reg)
{
	return (struct hir_op){.kind = HIR_OP_REG, .u.reg = reg};
}
static inline struct hir_op hir_op_const(uint64_t value)
{
	return (struct hir_op){.kind = HIR_OP_CONST, .u.value = value};
}
/* Returns the address `base` + `offset`; `base` is a register or a constant. */
static inline struct hir_op hir_op_address(struct hir_op base, int64_t offset)
{
	struct hir_op at = {.kind = HIR_OP_ADDRESS};
	if (base.kind == HIR_OP_REG)
		at.u.address.reg = base.u.reg;
	else
		offset += (int64_t)base.u.value;
	at.u.address.offset = offset;
	return at;
}

/* Calls `visit` for each register an entry reads, then for each it writes. */
enum hir_access { HIR_READ, HIR_WRITE };
typedef void hir_visit(void *context, uint32_t *reg, enum hir_access access);
void hir_visit_regs(struct hir_entry *e, hir_visit *visit, void *context);

#endif
