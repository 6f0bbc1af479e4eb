/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The syntax tree of PTX, which the grammar builds and the translator reads.
 *
 * All nodes and strings live in the arena of one struct ptx_module; strings that are slices of the
 * text point into the source. Names are resolved while translating (scope.c). Instructions keep
 * their opcode as words, to which rows.c gives meaning. */
#ifndef HSAEMU_PTX_PTX_AST_H
#define HSAEMU_PTX_PTX_AST_H

#include "hsaemu/diag.h"

enum ptx_type {
#define TYPE(id, text, bits, kind, hsail) PTX_##id,
#include "parse/ptx_types.def"
	PTX_TYPE_COUNT
};

enum ptx_kind {
	PTX_KIND_BITS,
	PTX_KIND_UNSIGNED,
	PTX_KIND_SIGNED,
	PTX_KIND_FLOAT,
	PTX_KIND_PRED,
	PTX_KIND_OPAQUE,
};

struct ptx_type_info {
	const char *text;
	uint16_t bits;
	enum ptx_kind kind;
	const char *hsail; /* "" when HSAIL has no such type */
};
extern const struct ptx_type_info ptx_types[PTX_TYPE_COUNT];
/* Returns the type with this name (without its dot), or PTX_NONE. */
enum ptx_type ptx_type_by_name(struct str name);
/* Returns whether the type is one number that fills its bits, or untyped bits. False for pairs
 * (f16x2), and for float formats that registers cannot be declared with. */
bool ptx_type_is_bits(enum ptx_type type);
/* Returns whether the type has no constants, as pairs and float formats that registers cannot be
 * declared with. */
bool ptx_type_has_no_constants(enum ptx_type type);

/* State spaces, in the order of space_texts in type_names.c. */
enum ptx_space {
	PTX_SPACE_NONE, /* generic addressing */
	PTX_SPACE_REG,
	PTX_SPACE_SREG,
	PTX_SPACE_CONST,
	PTX_SPACE_GLOBAL,
	PTX_SPACE_LOCAL,
	PTX_SPACE_PARAM,
	PTX_SPACE_SHARED,
	PTX_SPACE_TEX,
	PTX_SPACE_COUNT
};
/* Returns the state space with this name (without its dot), or PTX_SPACE_NONE. */
enum ptx_space ptx_space_by_name(struct str name);
/* Returns the same, and sets *part: 1 for shared::cta and param::entry, 2 for shared::cluster and
 * param::func, else 0. */
enum { PTX_SPACE_PARTS = 3 };
enum ptx_space ptx_space_part_by_name(struct str name, unsigned *part);

struct ptx_span { /* byte range of the source */
	uint32_t off, end;
};

/* ---- constants and operands -------------------------------------------------------------- */

enum ptx_operand_kind {
	PTX_OPND_INT,     /* value: 64-bit two's complement */
	PTX_OPND_F32,     /* value: the bits of 0fXXXXXXXX */
	PTX_OPND_F64,     /* value: the bits of 0dX or of a decimal literal */
	PTX_OPND_NAME,    /* register, variable, label, function; `offset` when written name+imm */
	PTX_OPND_SINK,    /* _ */
	PTX_OPND_VECTOR,  /* {a, b} */
	PTX_OPND_ADDRESS, /* [base+offset, more...]; elems[0] is the base */
	PTX_OPND_LIST,    /* (a, b) of a call */
	PTX_OPND_DUAL,    /* p|q */
};

struct ptx_operand {
	enum ptx_operand_kind kind;
	struct ptx_span span;
	bool negated;     /* NAME: written !p */
	bool minus;       /* NAME: written -r, which only vmad has */
	bool is_element;  /* NAME: written a[i], `value` is i */
	bool is_sum;      /* NAME: written name+imm, the `offset` may be 0 */
	bool is_unsigned; /* INT: literal with U, or too big for 63 bits */
	uint64_t value;
	struct str name;
	int64_t offset;
	struct ptx_operand **elems; /* VECTOR, ADDRESS, LIST, DUAL */
	uint32_t elem_count;
};

/* A list of operands while it grows. */
struct ptx_operands {
	struct ptx_operand **items;
	size_t count, capacity; /* of `items`, in the arena */
};

/* ---- declarations ------------------------------------------------------------------------ */

enum ptx_linkage {
	PTX_LINK_NONE,
	PTX_LINK_EXTERN,
	PTX_LINK_VISIBLE,
	PTX_LINK_WEAK,
	PTX_LINK_COMMON
};

struct ptx_init { /* an initial value: a leaf or a list */
	struct ptx_span span;
	struct ptx_operand *value; /* of a leaf */
	bool generic;              /* leaf: generic(name) */
	uint64_t mask;             /* leaf: 0xff00(name), else 0 */
	struct str property;       /* leaf: property = value, of an opaque type; else empty */
	struct ptx_init *children, *next;
	bool is_list;
};

enum { PTX_MAX_DIMS = 8 };

struct ptx_var {
	struct str name;
	struct ptx_span span;
	enum ptx_space space;
	enum ptx_linkage linkage;
	enum ptx_type type;
	uint8_t vec;     /* elements of a vector type: 1, 2, 4 */
	uint32_t align;  /* bytes; 0 when not written */
	bool is_managed; /* .attribute(.managed): host code has its address, too */
	bool is_array;
	uint8_t dim_count;
	uint64_t dims[PTX_MAX_DIMS]; /* 0: written [] */
	bool is_family;              /* %r<100> */
	uint64_t family_count;
	enum ptx_space ptr_space; /* state space of a .ptr parameter's pointee */
	struct ptx_init *init;
	struct ptx_var *next;
};

/* The part of a declaration before the first name. */
struct ptx_decl {
	enum ptx_space space;
	enum ptx_type type;
	uint8_t vec;
	uint32_t align;
	bool is_managed, has_ptr;
	enum ptx_space ptr_space;
};

/* ---- statements -------------------------------------------------------------------------- */

enum { PTX_MAX_MODIFIERS = 24 };

struct ptx_inst {
	struct str text;                    /* "add.sat.s32", from the source */
	struct str root;                    /* "add" */
	struct str mods[PTX_MAX_MODIFIERS]; /* "sat", "s32", without dots */
	uint8_t mod_count;
	struct ptx_operand *guard; /* the predicate (NAME, maybe negated), or NULL */
	struct ptx_operand **operands;
	uint32_t operand_count;
};

enum ptx_stmt_kind {
	PTX_STMT_INST,
	PTX_STMT_LABEL,
	PTX_STMT_BLOCK,
	PTX_STMT_VARS,
	PTX_STMT_LOC,
	PTX_STMT_PRAGMA,
	PTX_STMT_TARGETS, /* .branchtargets or .calltargets; its label is the statement before */
	PTX_STMT_PROTO,   /* .callprototype; its label is the statement before */
};

struct ptx_stmt {
	enum ptx_stmt_kind kind;
	struct ptx_span span;
	struct ptx_stmt *next;
	union {
		struct ptx_inst inst;
		struct str label;
		struct {
			struct ptx_stmt *first;
		} block;
		struct ptx_var *vars;
		struct {
			uint64_t file, line, column;
		} loc;
		struct {
			struct ptx_operand **names;
			uint32_t count;
		} targets;
		struct {
			struct ptx_var *rets, *params;
		} proto;
	} u;
};

/* ---- functions and modules --------------------------------------------------------------- */

struct ptx_func {
	struct str name;
	struct ptx_span span; /* place of the name */
	bool is_entry, has_body;
	enum ptx_linkage linkage;
	struct ptx_var *rets, *params;
	uint64_t maxntid[3], reqntid[3]; /* all 0 when not given */
	struct ptx_stmt *body;
	struct ptx_func *next;
};

struct ptx_file_entry {
	uint64_t number;
	struct str name;
	struct ptx_file_entry *next;
};

struct ptx_alias { /* .alias name, of; */
	struct str name, of;
	struct ptx_span span;
	struct ptx_alias *next;
};

#define PTX_VERSION(major, minor) ((major) * 1000u + (minor))
struct ptx_word { /* a string, without its quotes */
	struct str text;
	struct ptx_span span;
	struct ptx_word *next;
};

struct ptx_pragma { /* at module scope */
	struct ptx_word *first;
	struct ptx_pragma *next;
};

/* the newest PTX we know */
enum { PTX_NEWEST_MAJOR = 9, PTX_NEWEST = PTX_VERSION(PTX_NEWEST_MAJOR, 0) };

struct ptx_module {
	struct arena arena;
	struct source *source;
	struct origin *origin;  /* NULL: messages are about the PTX itself */
	uint32_t version;       /* PTX_VERSION(major, minor); 0: not given */
	struct str target;      /* first word of .target */
	uint32_t target_number; /* 90 of sm_90a */
	uint64_t address_bits;  /* 0: not given */
	bool has_lines;         /* it has .loc directives */
	struct ptx_var *vars;
	struct ptx_func *funcs;
	struct ptx_file_entry *files;
	struct ptx_alias *aliases; /* the last one first */
	struct ptx_pragma *pragmas;
};

/* Parses `text` into *m, which the caller must release in any case. Returns false after errors.
 * Constructs that are merely unsupported do not make it fail, so that the translator goes on and
 * reports them all. */
bool ptx_parse(struct ptx_module *m, struct source *text, struct origin *origin,
	struct diag *d) NODISCARD;
void ptx_module_release(struct ptx_module *m);

/* Returns the place of a message about the span: in the PTX or, with --source, where .loc says that
 * the statement comes from. */
struct diag_place ptx_place(const struct ptx_module *m, struct ptx_span s);

#endif
