/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The verifier's inside, shared by verify*.c.
 *
 * Passes run in the order of brig_verify(); each may rely on what those before it have checked.
 * After the entries and their fields are known to be sound, every offset in the module is the start
 * of an entry of the right section, so that decoding cannot fail any more.
 *
 * Time is linear in the size of the module: what many entries may share (strings, lists) is looked
 * at once, however often it is used. */
#ifndef HSAEMU_BRIG_VERIFY_IMPL_H
#define HSAEMU_BRIG_VERIFY_IMPL_H

#include "codec_impl.h"

/* A name, wherever it occurs: equal strings are one name. Module-scope names (&) have their first
 * declaration or definition and their definition; others their owner in the current scopes. */
struct brig_name {
	char sigil;                  /* 0: not an identifier */
	uint32_t first, definition;  /* & : code offsets, 0: none */
	uint32_t scope, off;         /* % @ : function in which it was declared last, and where */
	uint32_t arg_scope, arg_off; /* % : the same for arg blocks */
};

/* A kernel, function or signature. */
struct brig_function {
	uint32_t off;
	uint32_t formals; /* number of its list of formal arguments: equal lists are one */
	size_t first;     /* of its formals in formal_offs */
};

struct brig_arg_block {
	uint32_t start, end; /* code offsets of the two directives */
};

/* What the elements of a constant operand list are. */
struct brig_constant_list {
	uint64_t bytes;  /* size of the value */
	uint16_t handle; /* type of all elements if they are images or samplers, else NONE */
	uint16_t uses;   /* set of enum brig_constant_use */
};
enum brig_constant_use {
	BRIG_USES_IMAGE = 1,
	BRIG_USES_F64 = 2,
	BRIG_USES_SIG32 = 4,
	BRIG_USES_SIG64 = 8,
};

/* A list or long data entry that was found good, and where that holds. What is good at one place of
 * a function or module stays good behind it: names are only added. */
struct brig_checked {
	enum brig_checked_what {
		BRIG_CHECKED_COMMENT,
		BRIG_CHECKED_ZERO,
		BRIG_CHECKED_LABELS,
		BRIG_CHECKED_TARGETS,
		BRIG_CHECKED_PRAGMA,
		BRIG_CHECKED_LOCAL_PRAGMA,
		/* Reported, once is enough: */
		BRIG_CHECKED_CONTROLS, /* code offsets of two directives that disagree */
		BRIG_CHECKED_OFFSET,   /* an offset that leads nowhere, and its role */
		BRIG_CHECKED_OPERAND,  /* operand that is wrong for an instruction */
		BRIG_CHECKED_SYMBOL, /* directive that is referred to, and enum brig_symbol_fault */
		BRIG_CHECKED_CONTEXT, /* opcode that the profile, model or extensions lack */
		BRIG_CHECKED_TYPE,    /* set of enum brig_constant_use that they lack */
	} what;
	uint32_t list;             /* data offset */
	uint32_t scope, arg_scope; /* 0: anywhere */
};

enum brig_symbol_fault {
	BRIG_SYMBOL_REFERENCE,
	BRIG_SYMBOL_KIND,
	BRIG_SYMBOL_ADDRESS,
	BRIG_SYMBOL_BOUNDS,
};

/* Whether kernels may be dispatched with partial work-groups, as far as is known besides the
 * module. */
enum brig_partial_groups {
	BRIG_PARTIAL_GROUPS_UNKNOWN,
	BRIG_PARTIAL_GROUPS_ALLOWED,
	BRIG_PARTIAL_GROUPS_NONE,
};

struct brig_verifier {
	const struct brig_view *v;
	struct diag *d;
	enum brig_partial_groups partial_groups;
	unsigned errors_before; /* of d */
	struct isa_context ctx; /* from the module directive */
	struct isa_memo memo;

	uint8_t *starts[3];     /* per section: bit off / 4 is set where an entry starts */
	uint8_t *operand_lists; /* data entries known to be lists of operands, same numbering */
	uint8_t *code_lists;
	unsigned strays; /* messages about offsets that lead nowhere */

	uint32_t *name_at; /* by data offset / 4: index + 1 into names, 0: not known yet */
	struct str_map name_numbers;
	struct brig_name *names;
	size_t name_count, name_cap;

	struct str_map formals; /* types of a list of formals -> number */
	uint32_t *formal_offs;  /* code offsets, function by function */
	size_t formal_count, formal_cap;
	struct brig_function *functions; /* in order of offset */
	size_t function_count, function_cap;
	struct brig_arg_block *arg_blocks; /* in order of offset */
	size_t arg_block_count, arg_block_cap;

	struct str_map list_kinds; /* data offset of a code list -> enum isa_operand_kind */
	struct str_map constant_list_numbers; /* data offset of a list -> its number, or 0 */
	struct brig_constant_list *constant_lists;
	size_t constant_list_count, constant_list_cap;
	struct str_map checked; /* struct brig_checked of lists known to be good -> anything */

	struct brig_reach *reach;
	struct brig_body *body; /* the code block being verified, or NULL */
};

/* The code block of the function being verified. */
struct brig_body {
	struct brig_entry function;
	uint32_t scope;     /* number of the function, for brig_name.scope */
	uint32_t arg_scope; /* number of the arg block, 0: outside */
	struct brig_arg_block arg_block;
	uint32_t arg_variables; /* of the arg block */
	uint32_t call;          /* code offset of the arg block's call, 0: none yet */
	bool reaches;           /* something that indirect functions may not */
	unsigned stage;         /* control directives, definitions, statements */
	bool order_told;        /* an entry of an earlier stage has been reported */
	uint32_t registers[4];  /* by kind: highest number in use + 1 */
	uint32_t controls[BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS + 1]; /* code offsets, 0: none */
};

/* Reports an error at an offset of a section, and the section `rule` of the PRM that is broken;
 * returns false. */
bool brig_verify_fail(struct brig_verifier *vf, enum BrigSectionIndex section, uint32_t off,
	const char *rule, const char *fmt, ...) PRINTF_LIKE(5, 6);
#define FAIL_CODE(vf, off, ...) brig_verify_fail(vf, BRIG_SECTION_INDEX_CODE, off, __VA_ARGS__)
#define FAIL_OPERAND(vf, off, ...) \
	brig_verify_fail(vf, BRIG_SECTION_INDEX_OPERAND, off, __VA_ARGS__)
bool brig_verify_failed(const struct brig_verifier *vf);

/* Sets of data offsets (multiples of 4), as bits. */
static inline bool brig_bit(const uint8_t *set, uint32_t off)
{
	return set[off / 32] >> (off / 4 % 8) & 1;
}
static inline void brig_set_bit(uint8_t *set, uint32_t off)
{
	set[off / 32] |= (uint8_t)(1u << (off / 4 % 8));
}
/* Does an entry of the section start at `off`? */
static inline bool brig_verify_is_start(const struct brig_verifier *vf,
	enum BrigSectionIndex section, uint64_t off)
{
	return off % 4 == 0 && off < vf->v->sections[section].len &&
	       brig_bit(vf->starts[section], (uint32_t)off);
}

/* Decoding what the first passes have checked. */
static inline void brig_verify_code(const struct brig_verifier *vf, uint32_t off,
	struct brig_entry *e)
{
	if (!brig_code_at(vf->v, off, e))
		BUG("code entry at 0x%x was checked", off);
}
/* Of a code entry: its kind, and where the next one is. */
static inline uint16_t brig_verify_kind(const struct brig_verifier *vf, uint32_t off)
{
	const uint8_t *p = brig_section_at(vf->v, BRIG_SECTION_INDEX_CODE, off, BRIG_BASE_BYTES);
	if (p == NULL)
		BUG("code entry at 0x%x was checked", off);
	return le16(p + 2);
}
static inline uint32_t brig_verify_next(const struct brig_verifier *vf, uint32_t off)
{
	const uint8_t *p = brig_section_at(vf->v, BRIG_SECTION_INDEX_CODE, off, BRIG_BASE_BYTES);
	if (p == NULL)
		BUG("code entry at 0x%x was checked", off);
	return off + le16(p);
}
static inline struct brig_operand brig_verify_operand_at(const struct brig_verifier *vf,
	uint32_t off)
{
	struct brig_operand o;
	if (!brig_operand_at(vf->v, off, &o))
		BUG("operand entry at 0x%x was checked", off);
	return o;
}
static inline struct str brig_verify_data(const struct brig_verifier *vf, uint32_t off)
{
	struct str s;
	if (!brig_data_at(vf->v, off, &s))
		BUG("data entry at 0x%x was checked", off);
	return s;
}
static inline struct brig_list brig_verify_list(const struct brig_verifier *vf, uint32_t data_off)
{
	struct brig_list l;
	if (!brig_list_of(vf->v, data_off, &l))
		BUG("list at 0x%x was checked", data_off);
	return l;
}
enum { BRIG_SHORT_DATA = 64 }; /* bytes: not worth remembering */
bool brig_verify_is_checked(const struct brig_verifier *vf, const struct brig_checked *c);
void brig_verify_set_checked(struct brig_verifier *vf, const struct brig_checked *c);
/* Whether a and b were not asked about before: one message about them is enough. */
bool brig_verify_first_time(struct brig_verifier *vf, enum brig_checked_what what, uint32_t a,
	uint32_t b);
/* The next entry that is not a BrigDirectiveNone, or the section's end. */
uint32_t brig_verify_skip_none(const struct brig_verifier *vf, uint32_t off);
static inline uint32_t brig_verify_code_len(const struct brig_verifier *vf)
{
	return (uint32_t)vf->v->sections[BRIG_SECTION_INDEX_CODE].len;
}

/* ---- passes ---------------------------------------------------------------------------------- */

void brig_verify_entries(struct brig_verifier *vf);   /* sections are made of entries */
void brig_verify_fields(struct brig_verifier *vf);    /* numbers and offsets in entries */
void brig_verify_operands(struct brig_verifier *vf);  /* operands for themselves */
void brig_verify_structure(struct brig_verifier *vf); /* order of entries; module-scope symbols */
void brig_verify_bodies(struct brig_verifier *vf);    /* code blocks */
void brig_verify_reach(struct brig_verifier *vf);     /* what functions reach by calls */

/* ---- names and scopes (verify_symbol.c) ------------------------------------------------------ */

/* The identifier at a data offset; NULL after an error at `code_off` when it is none or has another
 * sigil. */
struct brig_name *brig_verify_name(struct brig_verifier *vf, uint32_t code_off, uint32_t data_off,
	char sigil);
/* Declares a module-scope variable, fbarrier or executable. */
void brig_verify_declare(struct brig_verifier *vf, const struct brig_entry *e);
/* Declares a name of the current function or arg block. */
void brig_verify_declare_local(struct brig_verifier *vf, const struct brig_entry *e,
	uint32_t data_off, char sigil);
/* Module-linkage declarations have a definition. */
void brig_verify_definitions(struct brig_verifier *vf);
/* May the entry at `user` refer to the directive at `target`? */
bool brig_verify_reference(struct brig_verifier *vf, uint32_t user, uint32_t target);
/* Of a directive with a name field; empty for the formals of signatures that have none. */
struct str brig_verify_name_of(const struct brig_verifier *vf, const struct brig_entry *e);

/* ---- functions (verify_function.c) ----------------------------------------------------------- */

/* Checks an executable with its formals and returns where it ends; records it. */
uint32_t brig_verify_executable(struct brig_verifier *vf, const struct brig_entry *e);
const struct brig_function *brig_verify_function_at(const struct brig_verifier *vf, uint32_t off);

/* ---- variables (verify_variable.c) ----------------------------------------------------------- */

enum brig_variable_place {
	BRIG_PLACE_MODULE,
	BRIG_PLACE_BODY,
	BRIG_PLACE_ARG_BLOCK,
	BRIG_PLACE_KERNARG,
	BRIG_PLACE_ARG, /* formals of definitions */
	BRIG_PLACE_DECLARED_KERNARG,
	BRIG_PLACE_DECLARED_ARG, /* of declarations and signatures */
};
/* `unsized` allows an array without a size. */
void brig_verify_variable(struct brig_verifier *vf, const struct brig_entry *e,
	enum brig_variable_place place, bool unsized);
void brig_verify_fbarrier(struct brig_verifier *vf, const struct brig_entry *e, bool local);
/* Size in bytes of a variable; 0 for an array without a size and for a wrong type. */
uint64_t brig_variable_bytes(const struct brig_directive_variable *var);
/* The same for a constant and all its elements. */
bool brig_verify_constant_uses(struct brig_verifier *vf, uint32_t operand_off);
/* What a type or constant needs of profile, machine model and extensions; `what` names its
 * owner. */
bool brig_verify_type_uses(struct brig_verifier *vf, enum BrigSectionIndex section, uint32_t off,
	uint16_t uses, const char *what);
uint16_t brig_type_uses(uint16_t type);

/* ---- operands -------------------------------------------------------------------------------- */

const struct brig_constant_list *brig_verify_constant_list(struct brig_verifier *vf,
	uint32_t data_off);
/* What the elements of a code list are: ARGUMENTS, LABELS, FUNCTIONS, or OTHER when they differ. */
enum isa_operand_kind brig_verify_code_list(struct brig_verifier *vf, uint32_t data_off);

/* ---- code blocks ----------------------------------------------------------------------------- */

/* The entry at `off` uses or defines what is closed to indirect functions: name is a data
 * offset. */
void brig_verify_use_restricted(struct brig_verifier *vf, uint32_t off, uint32_t name);
/* The code block names the register. */
void brig_verify_use_register(struct brig_verifier *vf, unsigned kind, unsigned number);
void brig_verify_inst(struct brig_verifier *vf, const struct brig_entry *e);
void brig_verify_call(struct brig_verifier *vf, const struct brig_entry *e,
	const struct isa_inst *inst, const struct brig_operand operands[]);
void brig_verify_control(struct brig_verifier *vf, const struct brig_entry *e);
/* Do directives, given by kind as code offsets or 0, agree with each other? */
void brig_verify_controls_agree(struct brig_verifier *vf, const uint32_t offs[]);
/* Are two directives of one kind, found good, the same; or different for all values of WAVESIZE? */
bool brig_verify_same_control(struct brig_verifier *vf, uint32_t a, uint32_t b);
bool brig_verify_controls_differ(struct brig_verifier *vf, uint32_t a, uint32_t b);
/* Must all directives of the kind that a kernel executes be the same? */
bool brig_verify_control_must_agree(uint16_t control);
void brig_verify_pragma(struct brig_verifier *vf, const struct brig_entry *e);

/* ---- calls of the module (verify_reach.c) ---------------------------------------------------- */

void brig_reach_init(struct brig_verifier *vf);
void brig_reach_release(struct brig_verifier *vf);
/* Of the current body: the instruction at `at` calls a function or one of a list. */
void brig_reach_call(struct brig_verifier *vf, uint32_t function_off, uint32_t at);
void brig_reach_list(struct brig_verifier *vf, uint32_t data_off, uint32_t at);
/* The entry at `off` is a control directive, or (NONE) something an indirect function may not
 * reach. */
void brig_reach_fact(struct brig_verifier *vf, uint16_t control, uint32_t off);

#endif
