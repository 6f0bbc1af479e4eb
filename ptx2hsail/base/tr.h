/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The translator's state and the services its parts share.
 *
 * One struct tr lives for one translate_ptx(). Everything it makes is in its arena, except the
 * maps and the current function's arrays, which tr_release() and hir_func_release() free. */
#ifndef HSAEMU_PTX_TR_H
#define HSAEMU_PTX_TR_H

#include "hir/hir.h"
#include "table/match_row.h"
#include "hsaemu/translate.h"

struct tr;
enum tr_seq {
#define SEQ(id, expansion) SEQ_##id,
#include "table/ptx_ops.def"
	SEQ_COUNT
};

/* ---- expansions (template.c) ------------------------------------------------------------- */

/* What an expansion's names stand for. */
struct tr_env {
	struct hir_op bind[26]; /* by letter */
	enum ptx_type types[26];
	enum ptx_type type, source; /* T and S; PTX_NONE: not given */
	struct {
		const char *name;
		const char *text;
	} texts[16];
	unsigned text_count;
};
void tr_env_text(struct tr_env *e, const char *name, const char *text);
void tr_env_bind(struct tr_env *e, char letter, struct hir_op op, enum ptx_type type);

const struct tpl *tpl_compile(struct arena *arena, const char *text);
void tr_expand(struct tr *t, const struct tpl *tpl, const struct tr_env *e);
void tr_seq(struct tr *t, enum tr_seq seq, const struct tr_env *e);
const char *tr_seq_text(enum tr_seq seq);
/* The parsed mnemonic of a sequence that is one mnemonic without operands. */
const struct hir_proto *tr_seq_proto(struct tr *t, enum tr_seq seq);

/* ---- names (scope.c) --------------------------------------------------------------------- */

enum sym_kind { SYM_REG, SYM_VAR, SYM_DYNAMIC, SYM_PARAM, SYM_FUNC, SYM_LABEL, SYM_TABLE };

struct param_piece { /* part of a call's parameter that code accesses */
	uint64_t offset;
	enum ptx_type type;
	uint32_t reg;
	struct param_piece *next;
};

struct symbol {
	enum sym_kind kind;
	struct str name;
	struct ptx_span span;
	enum ptx_type type;
	uint8_t vec;
	uint32_t reg;                 /* REG: first of `vec` registers */
	enum ptx_space space;         /* VAR */
	struct hir_var *var;          /* VAR */
	uint64_t offset;              /* VAR: within var */
	const struct ptx_var *decl;   /* VAR, PARAM */
	struct param_piece *pieces;   /* PARAM */
	struct func *func;            /* FUNC */
	uint32_t label;               /* LABEL */
	struct symbol *next;          /* of its scope */
	const struct ptx_stmt *table; /* TABLE: .branchtargets, .calltargets, .callprototype */
};

struct scope;
struct scope *scope_push(struct tr *t, struct scope *parent);
struct scope *scope_pop(struct scope *s); /* returns the parent */
/* Reports a second definition in the same scope. */
struct symbol *scope_add(struct tr *t, struct scope *s, enum sym_kind kind, struct str name,
	struct ptx_span span);
void scope_add_family(struct tr *t, struct scope *s, const struct ptx_var *v);
/* NULL when there is none. Registers of families come into being here. */
struct symbol *scope_find(struct tr *t, struct scope *s, struct str name);

/* ---- translation ------------------------------------------------------------------------- */

struct func_edge { /* a direct call */
	struct func *callee;
	struct func_edge *next;
};

struct func { /* a PTX function or kernel */
	const struct ptx_func *ptx;
	struct ptx_module *module; /* that it is in: the input, or one of the library */
	bool is_library;
	struct {
		const struct ptx_module *module;
		struct ptx_span span;
		struct str text;
		bool is_told;
	} wanted_by;           /* of a library function: the first instruction that it is for */
	bool copies_arguments; /* prescan.c: a kernel, whose arguments have generic addresses */
	bool exits;         /* prescan.c: it, or what it calls, may end the work-item and return */
	bool uses_barriers; /* prescan.c: it, or what it calls, does */
	/* prescan.c: the work-items at its barriers, and at those of what it calls, are counted:
	 * some are of a number of threads, or there are several numbers */
	bool counts;
	bool calls_any; /* prescan.c: has indirect calls */
	/* prescan.c: bit n: it uses barrier n, or what it calls does */
	uint32_t barriers, reached_barriers;
	struct func_edge *calls; /* prescan.c */
	struct hir_callee callee;
	bool is_valid;          /* its parameters are understood */
	bool is_taken;          /* prescan.c: it has its address taken */
	bool is_system;         /* the device library defines it */
	bool is_signature;      /* what an indirect call calls */
	struct hir_var *handle; /* the variable that holds its address; NULL: no code takes it */
	struct hir_var *ret;    /* formal output, or NULL; several PTX results share one array */
	uint64_t *ret_offsets;  /* of each PTX result in it */
	uint32_t ret_count;
	struct hir_var **params;
	uint32_t param_count;
	struct func *next;
};

struct arg_copy {
	struct hir_var *arg, *copy;
	struct arg_copy *next;
};

struct argument {             /* of a call */
	struct symbol *param; /* NULL: `value` */
	struct hir_op value;
	struct hir_op more[7]; /* of a vector: what follows `value` */
	unsigned more_count;
	enum ptx_type type;  /* of `value` */
	struct hir_var *var; /* in the arg block */
	uint64_t offset;     /* within `var` */
};

struct call_site {
	size_t before;        /* entries before this index come first */
	struct func *callee;  /* of an indirect call its signature */
	struct hir_op handle; /* indirect */
	struct argument *ins;
	uint32_t in_count;
	struct hir_var *out; /* NULL: no results */
	struct argument *outs;
	uint32_t out_count;
	struct call_site *next;
};

/* References that BRIG wants set later. */
struct label_list {
	const struct hir_op *op;
	uint32_t operand_off;
	struct label_list *next;
};
struct symbolic {                           /* an address in a variable's initial value */
	const struct hir_var *var, *target; /* target NULL: */
	struct func *function;
	uint64_t offset, addend;
	struct symbolic *next;
};
struct callee_ref {
	const struct hir_callee *callee;
	uint32_t operand_off;
	struct callee_ref *next;
};

/* What a module uses and has no translation, counted (survey.c). */
struct survey {
	struct arena arena;
	struct str_map by_text; /* to struct finding */
	struct finding *first;
	size_t count; /* of findings */
};
void survey_init(struct survey *s);
void survey_release(struct survey *s);
void survey_add(struct survey *s, struct str text);
void survey_print(const struct survey *s, const char *file, struct buf *out);

/* What lives as long as the module that is translated. */
struct tr_module {
	struct brig_builder *brig;
	struct scope *globals;
	struct func *funcs, **next_func;
	struct func *signatures; /* function_address.c */
	struct hir_var **vars;   /* module scope */
	size_t var_count, var_capacity;
	/* all static .shared of a module with dynamic .shared, or NULL */
	struct hir_var *shared_pack;
	struct hir_var *dynamic_shared; /* what is behind that of all modules, or NULL */
	uint64_t shared_bytes;          /* of the pack, given to variables so far */
	struct callee_ref *callee_refs;
	struct symbolic *symbolics, **next_symbolic;
	bool has_images;
	struct hir_var *wide_lock; /* of atomics of 128 bits, or NULL */
	struct hir_var *reduction; /* .shared counter of bar.red, or NULL */
	uint64_t reduction_offset;
	uint32_t counted_barriers; /* bit n: barrier n has a number of threads somewhere */
	/* private: the kernel's copies of arguments, and bytes; or NULL */
	struct hir_var *arguments;
	bool has_foreign;       /* it declares functions that other files define */
	struct hir_var *exited; /* private: the work-item has ended, callers return; or NULL */
	struct library_module *libraries;
};

/* What lives as long as the function that is translated. */
struct tr_body {
	struct func *func;
	struct hir_func hir;
	struct scope *scope;
	uint32_t carry;              /* register of CC.CF */
	uint32_t leave;              /* label: the end of a kernel whose end is counted */
	uint32_t label_count;        /* of our own labels */
	uint32_t line;               /* the last one that a loc names, where the file has no .loc */
	struct str_map names;        /* HSAIL names of labels and variables, to their uses */
	struct arg_copy *arg_copies; /* a function's arguments whose address is taken */
	struct hir_var *params_copy; /* kernel arguments copied to private memory, or NULL */
	struct call_site *calls, **next_call;
	struct label_list *label_lists;
};

/* The instruction that is translated. */
struct tr_at {
	const struct ptx_stmt *stmt;
	const struct ptx_inst *inst;
	const struct op_row *row;
	struct ptx_words words;
	struct tr_env env;
	/* the last one that needs atomics of 64 bits and cannot have them */
	const struct ptx_stmt *too_wide;
};

struct tr {
	const struct translate_options *options;
	struct diag *diag;
	struct survey *survey; /* NULL, or where unsupported constructs are counted */
	struct arena arena;
	struct ptx_ops ops;
	struct hir_protos protos;
	const struct tpl *seqs[SEQ_COUNT];
	const struct tpl **sregs; /* compiled expansions of special registers */
	struct ptx_module *ptx;   /* of the function that is translated, else the input */
	bool is_small;            /* addresses have 32 bits: the small machine model (PRM 2.9) */
	struct tr_module module;
	struct tr_body body;
	struct tr_at at;
};

/* Messages about the current statement or one of its operands. */
void tr_error(struct tr *t, struct ptx_span span, const char *fmt, ...) PRINTF_LIKE(3, 4);
void tr_unsupported(struct tr *t, struct ptx_span span, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* No row fits the current instruction: an error, or unsupported (refusal.c). */
void tr_refuse(struct tr *t);
void tr_refuse_space(struct tr *t);
/* Tells of words that exclude each other; false when there are none. */
bool tr_refuse_exclusion(struct tr *t);
/* The current instruction has no translation: an error where that is no PTX (refusal.c). */
void tr_no_translation(struct tr *t);

/* Registers (BRIG_REGISTER_KIND_*) for PTX types. */
uint8_t tr_kind_of(enum ptx_type type);
uint32_t tr_temp(struct tr *t, uint8_t kind);
struct hir_op tr_temp_op(struct tr *t, uint8_t kind);

/* What a type takes (operand_type.c): whether a register's type fits, else a message; whether there
 * are constants at all, which formats that registers cannot be declared of and pairs have not; and
 * whether an integer constant fits. */
enum tr_width { TR_EXACTLY, TR_AT_LEAST };
bool tr_check_type(struct tr *t, const struct ptx_operand *o, enum ptx_type have,
	enum ptx_type want, enum tr_width width);
bool tr_fits_bits(const struct ptx_operand *o, unsigned bits);

/* Operands (operand.c). All report what is wrong and then return false. */
bool tr_operand_count(struct tr *t, uint32_t least, uint32_t most);
/* So many operands, and a cache policy behind them where .L2::cache_hint says so (tr_memory.c). */
bool tr_hinted_count(struct tr *t, uint32_t count);
bool tr_dest(struct tr *t, const struct ptx_operand *o, enum ptx_type type, struct hir_op *out);
/* Register for the type, or constant of it; !p and special registers too. */
bool tr_source(struct tr *t, const struct ptx_operand *o, enum ptx_type type, struct hir_op *out);
/* The same for instructions whose registers may be wider than their types (PTX ISA 9.4.1). The
 * class of a destination is *kind; a source is made one of the type's class. */
bool tr_dest_wide(struct tr *t, const struct ptx_operand *o, enum ptx_type type, struct hir_op *out,
	uint8_t *kind);
bool tr_source_wide(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	struct hir_op *out);
/* Any register, also a special one, and the type that it is declared with. */
bool tr_register(struct tr *t, const struct ptx_operand *o, struct hir_op *out,
	enum ptx_type *type);
bool tr_constant(struct tr *t, const struct ptx_operand *o, enum ptx_type type, uint64_t *value);
/* Converts between s and d registers; 64 to 32 takes the low bits. */
struct hir_op tr_resize(struct tr *t, struct hir_op op, uint8_t from, uint8_t to, bool is_signed);
struct symbol *tr_symbol(struct tr *t, const struct ptx_operand *o);

enum { TR_MAX_ELEMENTS = 8 };
struct tr_elements { /* of a vector operand: {a, b}, or a vector register */
	const struct ptx_operand *operands[TR_MAX_ELEMENTS];
	unsigned count;
};
bool tr_elements(struct tr *t, const struct ptx_operand *o, unsigned count, struct tr_elements *e);
/* Registers that may be wider than the type must all be of one size. */
bool tr_one_size(struct tr *t, const struct tr_elements *e);
/* Registers and constants as one vector operand; one alone stays what it is. */
struct hir_op tr_vector_of(struct tr *t, const struct hir_op *ops, unsigned count);
/* 1, 2, 4 or 8 by the current instruction's .vN */
unsigned tr_vector_size(const struct tr *t);

/* Addresses of functions (function_address.c). Before code: its address is taken, by code or only
 * in an initial value. */
void tr_take_address(struct tr *t, struct func *f, bool in_code);
/* False after a diagnostic: it is none that can be called by its address. */
bool tr_has_address(struct tr *t, const struct func *f, struct ptx_span span);
/* A d register with it. */
struct hir_op tr_function_address(struct tr *t, const struct func *f);
/* What the functions of .callprototype or .calltargets have in common; NULL after a diagnostic. */
struct func *tr_signature(struct tr *t, const struct ptx_stmt *table);

/* Addresses (address.c). */
/* The class of registers with addresses in a segment. */
uint8_t tr_address_kind(const struct tr *t, uint8_t segment);
/* The type of flat ones. */
static inline enum ptx_type tr_flat_type(const struct tr *t)
{
	return t->is_small ? PTX_U32 : PTX_U64;
}
struct tr_address {
	uint8_t segment;
	struct hir_op op;          /* ADDRESS */
	struct symbol *call_param; /* st.param / ld.param of a call's parameter */
	uint64_t call_offset;
};
/* `bytes` are what the instruction accesses there. */
bool tr_address(struct tr *t, const struct ptx_operand *o, enum ptx_space space, uint64_t bytes,
	struct tr_address *out);
/* The address as a value, in a register of its segment's width. False after a message. */
bool tr_address_value(struct tr *t, const struct tr_address *a, struct hir_op *out);
const char *tr_segment_text(uint8_t segment); /* "_group", "" for flat */
uint8_t tr_space_segment(enum ptx_space space);
/* Memory scope of the current instruction for a segment; `absent` when it names none. */
const char *tr_scope_text(const struct tr *t, uint8_t segment, const char *absent);

/* Tells functions where the kernel's copies of its arguments are (tr_space.c). */
void tr_tell_arguments(struct tr *t);

/* The name of a kernel's argument of type .texref and the like, whose value is the address of
 * handles of an image and a sampler (tr_space.c). */
bool tr_is_reference_argument(struct tr *t, const struct ptx_operand *o);
struct hir_op tr_reference_argument(struct tr *t, const struct ptx_operand *o);

/* Whether it is a name of something other than a register (tr_move.c). */
bool tr_names_memory(struct tr *t, const struct ptx_operand *o);
/* A register of the type, or the address of a variable as one (tr_move.c). */
bool tr_address_source(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	struct hir_op *out);

/* An address of shared memory, given in that space or as a generic one, in an s register
 * (tr_mbarrier.c). */
bool tr_group_address(struct tr *t, const struct ptx_operand *o, enum ptx_space space,
	struct hir_op *out);

/* An f16 or bf16 as f32, of a pair the low or the high one (tr_half.c). */
struct hir_op tr_half_to_f32(struct tr *t, struct hir_op a, enum ptx_type type, bool high);

/* Labels and branches. */
uint32_t tr_label(struct tr *t);
void tr_place_label(struct tr *t, uint32_t label);
void tr_branch(struct tr *t, uint32_t label);
void tr_branch_if(struct tr *t, struct hir_op condition, bool invert, uint32_t label);
/* The predicate of the current instruction. */
bool tr_guard(struct tr *t, struct hir_op *condition, bool *is_negated);

/* Calls and parameters (tr_call.c). */
void tr_return(struct tr *t);
/* Whether this work-item has executed `exit` in a function. */
void tr_set_exited(struct tr *t, uint64_t value);
void tr_load_reg_params(struct tr *t);
void tr_finish_calls(struct tr *t);
/* The part of a call's parameter that an access of the type at the offset means. */
struct param_piece *tr_param_piece(struct tr *t, struct symbol *param, uint64_t offset,
	enum ptx_type type);

/* A sequence of A, B and C, words, to a new one (tr_bits.c). */
struct hir_op tr_word_step(struct tr *t, enum tr_seq seq, struct hir_op a, struct hir_op b,
	struct hir_op c);

/* The current instruction's min or max, with its modifiers (tr_minmax.c). */
struct hir_op tr_minmax(struct tr *t, struct hir_op a, struct hir_op b, enum ptx_type type);

/* Of bf16 or bf16x2: a + b; the current instruction's min or max (tr_bf16.c). */
struct hir_op tr_bf16_sum(struct tr *t, struct hir_op a, struct hir_op b, enum ptx_type type);
struct hir_op tr_bf16_pick(struct tr *t, struct hir_op a, struct hir_op b, enum ptx_type type);

/* Variables (variables.c). */
struct str tr_hsail_name(struct tr *t, char sigil, struct str ptx_name);
/* NULL after a message. */
struct hir_var *tr_variable(struct tr *t, const struct ptx_var *v, uint8_t segment,
	struct str name);
void tr_declare_module_var(struct tr *t, const struct ptx_var *v);
void tr_declare_global(struct tr *t, struct scope *s, const struct ptx_var *v, struct str name);
void tr_declare_shared(struct tr *t, struct scope *s, const struct ptx_var *v, bool in_function);
void tr_add_module_var(struct tr *t, struct hir_var *v);
uint64_t tr_var_bytes(const struct ptx_var *v);
bool tr_is_unsized(const struct ptx_var *v);
/* Where a static shared variable lies in the array of them all, after `used` bytes. */
uint64_t tr_shared_offset(const struct ptx_var *v, uint64_t used);
/* HSAIL's type for memory of a PTX type: bits are read as unsigned, f16 stays a bit pattern. */
const char *tr_memory_type(enum ptx_type type);

/* The variable's initial value (initial_values.c). */
struct str tr_unique_name(struct tr *t, struct str name); /* within the function at hand */
void tr_initialise(struct tr *t, const struct ptx_var *v, struct hir_var *h);
/* An initial value that is an address. */
void tr_add_symbolic(struct tr *t, struct symbolic value);
void tr_initialise_sampler(struct tr *t, const struct ptx_var *v, struct hir_var *h);

/* What must be known of all bodies before the first is translated (prescan.c). */
struct prescan {
	struct func *func; /* being looked at */
	bool exits;        /* `exit` in a function */
	bool has_foreign;  /* functions of other files are declared */
	uint32_t counted_barriers;
	uint64_t shared_bytes; /* of all static .shared variables of bodies, after those given */
	bool has_reduction;    /* bar.red */
	bool has_wide_atomics; /* of 128 bits */
	bool has_images;       /* textures or surfaces */
	bool asks_arguments;   /* isspacep.param in a function, */
	bool asks_spaces;      /* .global or .local */
	bool copies_arguments; /* cvta.param in a kernel */
};
void tr_prescan(struct tr *t, struct prescan *p);

/* Functions of the system (system_functions.c). A declaration of one gets the name that it has in
 * HSAIL; false after a message. */
bool tr_system_function(struct tr *t, struct func *f);
bool tr_is_device_runtime(struct str name);

/* Module level (module_build.c). */
/* Formals as HSAIL variables; false after a diagnostic. */
bool tr_add_formals(struct tr *t, struct func *f);
void tr_declare_function(struct tr *t, struct ptx_module *m, const struct ptx_func *p);
/* Whether addresses have 32 bits. */
bool tr_is_small(const struct ptx_module *m);
void tr_module_symbols(struct tr *t);
void tr_module_build(struct tr *t);

/* One function: selection, allocation (function_body.c), output (emit_brig.c). */
void tr_function_translate(struct tr *t, struct func *f);
/* Lines of code, with -g (code_lines.c): of the function's name, of a statement, of a .loc. */
void tr_line_of_function(struct tr *t);
void tr_line_of_statement(struct tr *t, const struct ptx_stmt *s);
void tr_line_directive(struct tr *t, const struct ptx_stmt *s);
/* Private copy of all kernel arguments, made at the entry of the current kernel. */
struct hir_var *tr_params_copy(struct tr *t);
/* Private copy of one argument of the current function, made at its entry: PTX lets code move such
 * an argument's address to a register, and then it lies in the local space (PTX ISA 5.1.6.4). */
struct hir_var *tr_arg_copy(struct tr *t, struct hir_var *arg);
void tr_emit_function(struct tr *t);
void tr_emit_variable(struct tr *t, struct hir_var *v);
/* Sets the references to functions; after all functions. */
void tr_emit_finish(struct tr *t);
void tr_instruction(struct tr *t, const struct ptx_stmt *s);

/* Address of dynamic shared memory (a register of class s). */
struct hir_op tr_dynamic_shared(struct tr *t);

/* Special registers (special_registers.c): true when `name` is one; emits its value. */
bool tr_special_register(struct tr *t, struct str name, struct hir_op *out, enum ptx_type *type);
/* Whether the current instruction may read one as an operand of that type, else a message. */
bool tr_check_special(struct tr *t, const struct ptx_operand *o, enum ptx_type have,
	enum ptx_type want);
/* %tid and the like, which have elements x, y, z and w */
bool tr_is_special_vector(struct tr *t, struct str name);

/* Functions of ptx_ops.def. */
#define OP(root, mods, types, operands, expansion)
#define FN(root, mods, types, operands, function) tr_function tr_fn_##function;
#include "table/ptx_ops.def"

#include "declare/library.h"

extern const struct op_row_text ptx_instructions[];
extern const size_t ptx_instruction_count;
struct hir_op tr_vector_of(struct tr *t, const struct hir_op *ops, unsigned count);
void tr_move(struct tr *t, struct hir_op d, struct hir_op a, enum ptx_type type);
void tr_transfer(struct tr *t, bool load, struct hir_var *var, uint64_t offset, enum ptx_type type,
	struct hir_op value);
void tr_return_if_exited(struct tr *t);
void tr_declare_alias(struct tr *t, const struct ptx_alias *a);
void tr_call_begin(struct tr *t, struct call_site *site);
void tr_call_end(struct tr *t, struct call_site *site);
bool tr_is_reference(const struct ptx_var *v);
struct hir_var *tr_own_variable(struct tr *t, const char *name, uint8_t segment, uint64_t words);
bool tr_is_open(const struct tr *t);
void tr_layout_shared(struct tr *t, const struct prescan *p);
uint64_t tr_shared_bytes_of_module(const struct tr *t);
struct symbol *tr_find_register(struct tr *t, const struct ptx_operand *o, unsigned *element);
bool tr_refuse_quad(struct tr *t, const struct ptx_operand *o, enum ptx_type have,
	enum ptx_type type);
bool tr_address_of(struct tr *t, const struct ptx_operand *o, struct hir_op *out, uint8_t *kind,
	uint8_t *segment);
struct hir_op tr_argument_value(struct tr *t, struct hir_var *v);
void tr_copy_arguments(struct tr *t);

#endif
