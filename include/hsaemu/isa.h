/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The HSAIL 1.0 instruction set, as data (PRM chapters 4 to 11, 18).
 *
 * All knowledge that tools have of types, mnemonics, modifiers, operands and their legality comes
 * from five tables: types.def, modifiers.def, opcodes.def, forms.def, images.def. This header gives
 * them names and look-ups. struct isa_inst is one neutral description of an instruction: the
 * assembler parses into it, the BRIG reader decodes to it, the verifier matches it, the printer
 * prints it, and the finalizer lowers it. All values are BRIG's own numbers (brig_format.h), so
 * that reading and writing a field is a copy.
 *
 * All tables are constant; all functions are thread-safe and keep no memory. */
#ifndef HSAEMU_ISA_H
#define HSAEMU_ISA_H

#include "hsaemu/brig_format.h"
#include "hsaemu/buf.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

/* ---- types (types.def) ---------------------------------------------------------------------- */

/* Dense index of a non-array BRIG type; fits a 64-bit set. */
enum isa_type_index {
#define TYPE(id, text, brig, bits, kind, elem, count) ISA_TYPE_##id,
#include "hsaemu/types.def"
	ISA_TYPE_COUNT
};
HSAEMU_STATIC_ASSERT(ISA_TYPE_COUNT <= 64, "a set of types is one 64-bit word");

enum isa_type_kind {
	ISA_KIND_NONE,
	ISA_KIND_BIT, /* b1 b8 b16 b32 b64 b128 */
	ISA_KIND_SIGNED,
	ISA_KIND_UNSIGNED,
	ISA_KIND_FLOAT,
	ISA_KIND_PACKED_SIGNED,
	ISA_KIND_PACKED_UNSIGNED,
	ISA_KIND_PACKED_FLOAT,
	ISA_KIND_IMAGE, /* roimg woimg rwimg */
	ISA_KIND_SAMPLER,
	ISA_KIND_SIGNAL, /* sig32 sig64 */
};

struct isa_type {
	const char *text; /* "u32" */
	uint16_t brig;    /* BRIG_TYPE_* without the array bit */
	uint16_t bits;    /* bits of a value; handles have 64 */
	enum isa_type_kind kind;
	uint16_t elem; /* packed: BRIG type of an element, else the type itself */
	uint8_t count; /* packed: number of elements, else 1 */
};

extern const struct isa_type isa_types[ISA_TYPE_COUNT];
/* maps a BRIG number to enum isa_type_index; numbers without a type to NONE */
extern const uint8_t isa_type_of_number[BRIG_TYPE_ARRAY];
/* Returns the type with this BRIG number, whose array bit is ignored. Returns NULL for
 * BRIG_TYPE_NONE and for a number that is no type. */
static inline const struct isa_type *isa_type_find(uint16_t brig_type)
{
	unsigned number = brig_type & ~(unsigned)BRIG_TYPE_ARRAY;
	if (number >= BRIG_TYPE_ARRAY || isa_type_of_number[number] == ISA_TYPE_NONE)
		return NULL;
	return &isa_types[isa_type_of_number[number]];
}
const struct isa_type *isa_type_by_name(struct str name);
/* Returns the index of a type that isa_type_find() has returned. */
enum isa_type_index isa_type_idx(const struct isa_type *t);
/* Returns the type that a BRIG constant has for an operand or variable of this type: bit types
 * become unsigned, b128 becomes u8x16 (PRM 18.6.1). */
uint16_t isa_type_of_constant(uint16_t brig_type);
/* Returns the natural alignment in bytes of a variable of this type (PRM 4.3.10): its size, at most
 * 16. */
unsigned isa_type_align(const struct isa_type *t);

/* ---- registers ------------------------------------------------------------------------------ */

/* Returns the register class (BRIG_REGISTER_KIND_*) that holds a value of the type (PRM 4.15,
 * 4.16). */
uint16_t isa_type_register_kind(const struct isa_type *t);
unsigned isa_register_bits(uint16_t register_kind); /* returns 1, 32, 64 or 128 */
/* The limits of PRM appendix A: on s + 2 d + 4 q in a function, where each class counts by its
 * highest register's number; and on the number of a single register. */
enum { ISA_REGISTER_SLOTS = 2048 };
unsigned isa_register_limit(uint16_t register_kind);
static inline char isa_register_letter(uint16_t register_kind) /* returns c, s, d or q */
{
	return register_kind < 4 ? "csdq"[register_kind] : '?';
}

/* ---- modifiers and opcodes ------------------------------------------------------------------ */

/* Lists of named values: BRIG number <-> text, from modifiers.def. */
enum isa_modifier {
#define MODIFIER(id, text) ISA_MOD_##id,
#define MODIFIER_VALUE(id, text, value)
#include "hsaemu/modifiers.def"
	ISA_MOD_COUNT
};
/* returns NULL when there is no such value */
const char *isa_modifier_text(enum isa_modifier m, unsigned value);
bool isa_modifier_value(enum isa_modifier m, struct str text, unsigned *value);
/* appends the names of a set of values, as "a, b or c" */
void isa_say_modifiers(struct buf *out, enum isa_modifier m, uint64_t set);

/* The kinds of lowering in the finalizer: the `lowering` column of opcodes.def. */
enum isa_lowering {
#define LOWERING(id) ISA_LOWER_##id,
#include "hsaemu/opcodes.def"
	ISA_LOWER_COUNT
};

struct isa_opcode {
	uint16_t brig;    /* BRIG_OPCODE_* */
	const char *text; /* "add"; sub-operations such as atomic_add are modifiers */
	enum isa_lowering lowering;
	bool communicates; /* PRM 2.12: must not be cloned, hoisted or made conditional */
};
const struct isa_opcode *isa_opcode_find(uint16_t brig_opcode);
const struct isa_opcode *isa_opcode_by_name(struct str name);

/* ---- instructions --------------------------------------------------------------------------- */

enum { ISA_MAX_OPERANDS = 6 };

enum isa_operand_kind {
	ISA_OPND_NONE,
	ISA_OPND_REGISTER,
	ISA_OPND_CONSTANT,
	ISA_OPND_WAVESIZE,
	ISA_OPND_VECTOR, /* of registers, constants, WAVESIZE */
	ISA_OPND_ADDRESS,
	ISA_OPND_LABEL,
	ISA_OPND_LABELS,
	ISA_OPND_FUNCTION, /* function or indirect function */
	ISA_OPND_FUNCTIONS,
	ISA_OPND_SIGNATURE,
	ISA_OPND_ARGUMENTS, /* list of arg-segment variables */
	ISA_OPND_FBARRIER,
	ISA_OPND_VARIABLE, /* ISA_OPND_VARIABLE and the kinds below occur in no instruction */
	ISA_OPND_KERNEL,
	ISA_OPND_OTHER,
};

/* How a constant's type is known before that of its operand. Constants in text are untyped literals
 * (table 4-1); in BRIG they are typed bytes. */
enum isa_constant_kind {
	ISA_CONST_TYPED,   /* `type` is the constant's BRIG type (typed literal, or from BRIG) */
	ISA_CONST_INTEGER, /* integer literal */
	ISA_CONST_FLOAT,   /* float literal; `type` is F16, F32 or F64 */
};

struct isa_element {                /* a scalar operand, or one element of a vector operand */
	enum isa_operand_kind kind; /* REGISTER, CONSTANT or WAVESIZE */
	uint8_t register_kind;
	uint16_t register_number;
	enum isa_constant_kind constant;
	uint16_t type;  /* CONSTANT: see isa_constant_kind */
	uint64_t value; /* CONSTANT: low 64 bits, for {0..2}-style ranges */
};

/* The shape of an operand: all that legality depends on. */
struct isa_operand {
	enum isa_operand_kind kind;
	uint8_t count; /* VECTOR: elements used */
	/* a scalar operand uses elem[0]; a vector of more than 4 has kind OTHER */
	struct isa_element elem[4];
	/* for ADDRESS, as are the members below */
	bool has_symbol, has_register;
	uint8_t symbol_segment;
	uint16_t symbol_type;  /* BRIG type, with the array bit */
	uint8_t register_kind; /* class of the address register */
	uint64_t offset;
};

/* An instruction without its record layout. Fields that a form does not have are 0. */
struct isa_inst {
	uint16_t opcode, type;
	uint16_t source_type; /* type of the source, if it has one of its own */
	uint16_t image_type, coord_type, signal_type;
	uint8_t segment, align, equiv, width;
	bool is_const, ftz, nonull;
	uint8_t round, pack, compare;
	uint8_t memory_order, memory_scope, atomic_op;
	uint8_t geometry, query;
	uint8_t vec; /* 2, 3, 4 when the mnemonic has _vN, else 0; not in BRIG */
	uint8_t operand_count;
	struct isa_operand operands[ISA_MAX_OPERANDS]; /* in BRIG order */
};

/* ---- images and samplers of constants (images.def) ------------------------------------------ */

enum isa_image_size { ISA_IMAGE_HEIGHT = 1, ISA_IMAGE_DEPTH = 2, ISA_IMAGE_ARRAY = 4 };
/* Returns the set of sizes that images of a geometry have besides their width. */
unsigned isa_image_sizes(unsigned geometry);
/* Returns whether an image may have this geometry, channel order and channel type (PRM table 7-4).
 * All are numbers that the modifiers have. If not, appends to `why` the reason and what is
 * allowed. */
bool isa_image_format(unsigned geometry, unsigned order, unsigned type, struct buf *why);
/* Does the same for the modes of a sampler (PRM 7.1.8). */
bool isa_sampler_modes(unsigned coord, unsigned addressing, struct buf *why);

/* ---- forms (forms.def): the legal shapes ---------------------------------------------------- */

struct isa_form; /* an opaque row of the table, for the functions below */
size_t isa_form_count(void);
const struct isa_form *isa_form_at(size_t i);
const char *isa_form_section(const struct isa_form *f); /* PRM section, "6.3" */
const char *isa_opcode_section(uint16_t opcode);        /* PRM section of the opcode's first form */
const struct isa_opcode *isa_form_opcode(const struct isa_form *f);
/* returns BRIG_KIND_INST_*; BASIC when BASIC and MOD both fit */
uint16_t isa_form_record(const struct isa_form *f);
unsigned isa_form_operand_count(const struct isa_form *f);
bool isa_form_operand_is_dest(const struct isa_form *f, unsigned i);
/* Returns the type of operand i in an instruction that matches the form; register size, constant
 * encoding and printing follow from it. Returns 0 when the operand has no type (labels, lists). */
uint16_t isa_form_operand_type(const struct isa_form *f, const struct isa_inst *inst, unsigned i);
/* Returns the BRIG index of the operand that is written n-th in text. */
unsigned isa_form_text_order(const struct isa_form *f, unsigned n);

/* Generates instructions that cover a form, for tests: every tuple of types, with every value of
 * every modifier, where one modifier at a time is off its default. Operands are registers where the
 * form takes them; addresses in other segments than flat name a variable. */
struct isa_samples {
	const struct isa_form *form;
	uint8_t type[5], slot, current;
	uint16_t value;
	bool first, base;
};
void isa_samples_init(struct isa_samples *it, const struct isa_form *f);
/* false when there are no more */
bool isa_samples_next(struct isa_samples *it, struct isa_inst *inst);

struct isa_context {
	uint8_t profile, machine_model;
	bool image_extension;
};

enum isa_mismatch_kind {
	ISA_MISMATCH_OPCODE, /* no form of the opcode has this record kind or modifier set */
	ISA_MISMATCH_TYPE,
	ISA_MISMATCH_MODIFIER,
	ISA_MISMATCH_OPERAND_COUNT,
	ISA_MISMATCH_OPERAND,
	ISA_MISMATCH_PROFILE,   /* legal in the other profile */
	ISA_MISMATCH_MODEL,     /* legal in the other machine model */
	ISA_MISMATCH_EXTENSION, /* needs extension "IMAGE" */
};
struct isa_mismatch {
	enum isa_mismatch_kind kind;
	unsigned operand; /* OPERAND: BRIG index */
	/* 1 + index of the vector element at fault; 0: the whole operand */
	unsigned element;
	const struct isa_form *nearest; /* the form that matched furthest, may be NULL */
	char message[200]; /* what was found and what is allowed, ready for a diagnostic */
};

/* Returns the one form that an instruction matches, or NULL with *why filled. `record` is the BRIG
 * kind of the instruction's record, or 0 for text (then `vec` is checked as well). */
const struct isa_form *isa_match(const struct isa_inst *inst, uint16_t record,
	const struct isa_context *ctx, struct isa_mismatch *why);
/* A cache for a reader of many instructions. It remembers which form the parts before the operands
 * fit, and which plain operands that form takes. It must be all zero at first. */
enum { ISA_MATCH_CACHE_KEY_BYTES = 32, ISA_MATCH_CACHE_SLOTS = 256 };
struct isa_match_cache {
	struct isa_match_cache_entry {
		/* the parts before the operands, the record and the context */
		unsigned char key[ISA_MATCH_CACHE_KEY_BYTES];
		/* the first form that fits; NULL: none fits, or the slot is free */
		const struct isa_form *form;
		/* whether the operands fit depends on the context, too */
		bool context_matters;
		struct isa_plain_operand {
			/* registers of this class fit, whatever their number; 0xff: none */
			uint8_t register_kind;
			bool integer; /* any integer literal fits */
			/* constants of this type fit, whatever their value; 0: none */
			uint16_t constant_type;
		} plain[ISA_MAX_OPERANDS];
	} slots[ISA_MATCH_CACHE_SLOTS][2];
};
const struct isa_form *isa_match_cached(struct isa_match_cache *cache, const struct isa_inst *inst,
	uint16_t record, const struct isa_context *ctx, struct isa_mismatch *why);
/* Matches without looking at operands. Returns the first form whose mnemonic part matches; a form
 * that profile, model and extensions allow is preferred. NULL when there is none. */
const struct isa_form *isa_match_mnemonic(const struct isa_inst *inst,
	const struct isa_context *ctx);

/* ---- mnemonics ------------------------------------------------------------------------------ */

/* Parses a whole mnemonic such as "ld_v4_global_align(16)_width(all)_f32" or
 * "atomic_add_group_rlx_wg_u32". Every field of *inst except operands is set; absent modifiers get
 * their BRIG defaults (PRM 18.3, 18.5.2). Mnemonics of all forms are accepted, whatever the profile
 * and machine model. Blanks inside the parentheses are allowed. On failure it returns false, *bad
 * is the part of `text` at fault, and `message` says why. */
bool isa_mnemonic_parse(struct str text, struct isa_inst *inst, struct str *bad,
	char message[200]) NODISCARD;
/* Appends the mnemonic of an instruction that matches `f`; modifiers at their defaults are left
 * out. Parsing it gives the same fields. _vN comes from inst->vec or, when that is 0 (BRIG), from
 * the operands. */
void isa_mnemonic_print(const struct isa_form *f, const struct isa_inst *inst, struct buf *out);
/* Returns the record that an encoder uses: BASIC instead of MOD when ftz, round and pack are at
 * their defaults (PRM 18.7.1). */
uint16_t isa_encoding_record(const struct isa_form *f, const struct isa_inst *inst);

HSAEMU_END_DECLS

#endif
