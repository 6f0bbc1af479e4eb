/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state that the passes of the verifier share, with functions to query it.
 *
 * After the first two passes have found entries and their fields sound, every offset in the module
 * is the start of an entry of the right section, so that decoding cannot fail any more.
 *
 * The verifier's time is linear in the size of the module: data that many entries may share
 * (strings, lists) is looked at once, however often it is used. */
#ifndef HSAEMU_BRIG_VERIFY_STATE_IMPL_H
#define HSAEMU_BRIG_VERIFY_STATE_IMPL_H

#include "brig/read/codec_impl.h"

struct brig_call_graph;

/* A name, wherever it occurs: equal strings are one name. A module-scope name (&) has its first
 * declaration or definition, and its definition; another name has its owner in the current
 * scopes. */
struct brig_name {
	char sigil;                 /* 0: not an identifier */
	uint32_t first, definition; /* of & names: code offsets, 0: none */
	/* of % and @ names: function of the last declaration, and where that is */
	uint32_t scope, off;
	uint32_t arg_scope, arg_off; /* of % names: the same for arg blocks */
};

/* A kernel, function or signature. */
struct brig_function {
	uint32_t off;
	uint32_t formals; /* number of its list of formal arguments; equal lists have one number */
	size_t first;     /* index of its first formal in formal_offs */
};

struct brig_arg_block {
	uint32_t start, end; /* code offsets of the two directives */
};

/* The properties of the elements of a constant operand list. */
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

/* A list or long data entry that was found good, and the scope where that holds. What is good at
 * one place of a function or module stays good behind it, because names are only added. */
struct brig_checked {
	enum brig_checked_what {
		BRIG_CHECKED_COMMENT,
		BRIG_CHECKED_ZERO,
		BRIG_CHECKED_LABELS,
		BRIG_CHECKED_TARGETS,
		BRIG_CHECKED_PRAGMA,
		BRIG_CHECKED_LOCAL_PRAGMA,
		/* The keys below limit messages: one report for each is enough. */
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

/* Whether kernels may be dispatched with partial work-groups, as far as it is known from outside of
 * the module. */
enum brig_partial_groups {
	BRIG_PARTIAL_GROUPS_UNKNOWN,
	BRIG_PARTIAL_GROUPS_ALLOWED,
	BRIG_PARTIAL_GROUPS_NONE,
};

struct brig_verifier {
	const struct brig_view *v;
	struct diag *d;
	enum brig_partial_groups partial_groups;
	unsigned errors_before; /* number of errors in d before the verifier began */
	struct isa_context ctx; /* from the module directive */
	struct isa_match_cache match_cache;

	uint8_t *starts[3];     /* per section: bit off / 4 is set where an entry starts */
	uint8_t *operand_lists; /* data entries known to be lists of operands, same numbering */
	uint8_t *code_lists;
	unsigned strays; /* number of messages about offsets that lead nowhere */

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

	struct brig_call_graph *call_graph;
	struct brig_body *body; /* the code block being verified, or NULL */
};

/* The code block of the function being verified. */
struct brig_body {
	struct brig_entry function;
	uint32_t scope;     /* number of the function, for brig_name.scope */
	uint32_t arg_scope; /* number of the arg block, 0: outside */
	struct brig_arg_block arg_block;
	uint32_t arg_variables; /* of the arg block */
	uint32_t call;          /* code offset of the call in the arg block, 0: none yet */
	/* the function uses something that indirect functions may not use */
	bool reaches;
	unsigned stage;        /* control directives, definitions, statements */
	bool order_told;       /* an entry of an earlier stage has been reported */
	uint32_t registers[4]; /* by kind: highest number in use + 1 */
	uint32_t controls[BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS + 1]; /* code offsets, 0: none */
};

/* Reports an error at an offset of a section, with the section `rule` of the PRM that is broken.
 * Returns false. */
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
/* Returns whether an entry of the section starts at `off`. */
static inline bool brig_verify_is_start(const struct brig_verifier *vf,
	enum BrigSectionIndex section, uint64_t off)
{
	return off % 4 == 0 && off < vf->v->sections[section].len &&
	       brig_bit(vf->starts[section], (uint32_t)off);
}

/* These functions decode entries that the first passes have checked, so they cannot fail. */
static inline void brig_verify_code(const struct brig_verifier *vf, uint32_t off,
	struct brig_entry *e)
{
	if (!brig_code_at(vf->v, off, e))
		BUG("code entry at 0x%x was checked", off);
}
/* Returns the kind of the code entry at `off`. The function behind it returns where the next entry
 * is. */
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
/* data entries with at most so many bytes are not worth remembering */
enum { BRIG_SHORT_DATA = 64 };
bool brig_verify_is_checked(const struct brig_verifier *vf, const struct brig_checked *c);
void brig_verify_set_checked(struct brig_verifier *vf, const struct brig_checked *c);
/* Returns whether this is the first call for `what` with a and b: one message about them is
 * enough. */
bool brig_verify_first_time(struct brig_verifier *vf, enum brig_checked_what what, uint32_t a,
	uint32_t b);
/* Returns the offset of the next entry that is not a BrigDirectiveNone, or the section's end. */
uint32_t brig_verify_skip_none(const struct brig_verifier *vf, uint32_t off);
static inline uint32_t brig_verify_code_len(const struct brig_verifier *vf)
{
	return (uint32_t)vf->v->sections[BRIG_SECTION_INDEX_CODE].len;
}

#endif
