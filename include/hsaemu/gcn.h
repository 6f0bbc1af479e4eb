/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Machine code of AMD's Southern Islands GPUs (GCN 1, LLVM's gfx600): the table of instructions,
 * the decoder, the text in the syntax of LLVM's assembler, and the code objects that hold it.
 *
 * The instruction set is in gcn_instructions.def, the encodings are in gcn_encodings.def. Nothing
 * here needs LLVM. Bytes come from files and are not trusted: what is in no table, or breaks a rule
 * of the GPU, is refused with the place. All functions may be called by several threads at a
 * time. */
#ifndef HSAEMU_GCN_H
#define HSAEMU_GCN_H

#include "hsaemu/buf.h"
#include "hsaemu/decls.h"
#include "hsaemu/diag.h"
#include "hsaemu/image.h"

HSAEMU_BEGIN_DECLS

/* ---- the table of instructions --------------------------------------------------------------- */

enum gcn_op {
#define GCN_INST(id, ...) GCN_OP_##id,
#include "hsaemu/gcn_instructions.def"
	GCN_OP_COUNT
};

enum gcn_encoding {
#define GCN_ENCODING(id, dwords, mask, match) GCN_ENC_##id,
#include "hsaemu/gcn_encodings.def"
	GCN_ENC_COUNT
};

enum gcn_field {
#define GCN_FIELD_NAME(id) GCN_F_##id,
#include "hsaemu/gcn_encodings.def"
	GCN_F_COUNT
};

enum gcn_type {
#define GCN_TYPE(id, dwords, is_float) GCN_TYPE_##id,
#include "hsaemu/gcn_encodings.def"
	GCN_TYPE_COUNT
};

enum gcn_kind {
#define GCN_KIND(id, access, class, type) GCN_KIND_##id,
#include "hsaemu/gcn_encodings.def"
	GCN_KIND_COUNT
};

enum gcn_extra {
#define GCN_EXTRA(id) GCN_EXTRA_##id,
#include "hsaemu/gcn_encodings.def"
	GCN_EXTRA_COUNT
};

/* Numbers of flags, for GCN_BIT(). */
enum gcn_flag {
#define GCN_FLAG(id, text) GCN_FLAG_##id,
#include "hsaemu/gcn_encodings.def"
	GCN_FLAG_COUNT
};
#define GCN_BIT(flag) (1U << (flag))

enum gcn_trait_number {
#define GCN_TRAIT(id) GCN_TRAIT_NUMBER_##id,
#include "hsaemu/gcn_encodings.def"
	GCN_TRAIT_COUNT
};
enum gcn_trait {
#define GCN_TRAIT(id) GCN_TRAIT_##id = 1 << GCN_TRAIT_NUMBER_##id,
#include "hsaemu/gcn_encodings.def"
};

enum gcn_rate {
#define GCN_RATE(id) GCN_RATE_##id,
#include "hsaemu/gcn_encodings.def"
	GCN_RATE_COUNT
};

enum gcn_access { GCN_ACCESS_NONE, GCN_ACCESS_READ, GCN_ACCESS_WRITE, GCN_ACCESS_UPDATE };
enum gcn_class {
	GCN_CLASS_NONE,
	GCN_CLASS_SCALAR,
	GCN_CLASS_SCALAR_SOURCE,
	GCN_CLASS_SCALAR_OR_CONSTANT,
	GCN_CLASS_VECTOR,
	GCN_CLASS_VECTOR_SOURCE,
	GCN_CLASS_VECTOR_OR_LDS,
	GCN_CLASS_MASK,
};
/* Whether a row has a 64-bit form besides its own, and which. */
enum gcn_vop3 { GCN_VOP3_NO, GCN_VOP3_A, GCN_VOP3_B };
enum gcn_output { GCN_OUTPUT_NONE, GCN_OUTPUT_OMOD, GCN_OUTPUT_BOTH };
/* State that instructions read and write without naming it: bits. */
enum gcn_state { GCN_SCC = 1, GCN_VCC = 2, GCN_EXEC = 4, GCN_M0 = 8, GCN_MODE = 16 };
enum gcn_unit {
	GCN_UNIT_SALU,
	GCN_UNIT_VALU,
	GCN_UNIT_BRANCH,
	GCN_UNIT_LDS,
	GCN_UNIT_VMEM,
	GCN_UNIT_SMEM,
	GCN_UNIT_EXP,
	GCN_UNIT_SYNC, /* barriers, waits, messages */
	GCN_UNIT_COUNT
};
enum gcn_counter { GCN_COUNTER_NONE, GCN_COUNTER_LGKM, GCN_COUNTER_VM_EXP, GCN_COUNTER_EXP };

/* Places of operands, in the order of the text. */
enum { GCN_DST, GCN_DST2, GCN_SRC0, GCN_SRC1, GCN_SRC2, GCN_SLOTS };

struct gcn_row {
	const char *text; /* without _e32 or _e64 */
	enum gcn_op op;
	enum gcn_encoding encoding; /* the shorter one, if there are two */
	uint16_t opcode;
	enum gcn_vop3 vop3;
	enum gcn_kind kinds[GCN_SLOTS];
	enum gcn_extra extra;
	enum gcn_output output;
	uint8_t reads, writes; /* enum gcn_state */
	enum gcn_unit unit;
	enum gcn_rate rate;
	enum gcn_counter counter;
	uint8_t traits; /* enum gcn_trait */
	const char *semantics;
};

struct gcn_kind_info {
	enum gcn_access access;
	enum gcn_class class_;
	enum gcn_type type;
};

struct gcn_field_place {
	uint8_t low, width; /* in bits through both dwords; width 0: the encoding lacks it */
};

const struct gcn_row *gcn_row_get(enum gcn_op op);
/* Finds the row that has this opcode in an encoding; NULL when there is none. */
const struct gcn_row *gcn_row_find(enum gcn_encoding encoding, unsigned opcode);
/* Returns the opcode of a row in an encoding, its own or its VOP3 form. */
unsigned gcn_row_opcode(const struct gcn_row *row, enum gcn_encoding encoding);
const char *gcn_encoding_name(enum gcn_encoding encoding);
unsigned gcn_encoding_dwords(enum gcn_encoding encoding);
/* Returns the bits by which an encoding is known, and their mask. */
uint32_t gcn_encoding_match(enum gcn_encoding encoding, uint32_t *mask);
/* Finds the encoding of a first dword; GCN_ENC_COUNT when there is none. VOP3B is not told from
 * VOP3A, which depends on the row. */
enum gcn_encoding gcn_encoding_of(uint32_t dword);
struct gcn_field_place gcn_field_place(enum gcn_encoding encoding, enum gcn_field field);
const char *gcn_field_name(enum gcn_field field);
/* Returns the field that names the operand of a slot; GCN_F_NONE when none does. */
enum gcn_field gcn_slot_field(enum gcn_encoding encoding, unsigned slot);
struct gcn_kind_info gcn_kind_info(enum gcn_kind kind);
unsigned gcn_type_dwords(enum gcn_type type);
bool gcn_type_is_float(enum gcn_type type);

/* ---- a decoded instruction ------------------------------------------------------------------- */

enum gcn_file {
	GCN_FILE_NONE,
	GCN_FILE_SCALAR,     /* `reg` is a code below 128: SGPR, VCC, TBA, TMA, TTMP, M0, EXEC */
	GCN_FILE_VECTOR,     /* `reg` is the number of a VGPR */
	GCN_FILE_CONSTANT,   /* `value` */
	GCN_FILE_LITERAL,    /* `value`, made of the instruction's literal */
	GCN_FILE_STATUS,     /* a bit: `reg` is GCN_CODE_VCCZ, EXECZ or SCC */
	GCN_FILE_LDS_DIRECT, /* a dword of LDS at M0 */
	GCN_FILE_OFF,        /* no address register (MUBUF, MTBUF), or nothing exported */
};

/* Codes of operands. */
enum {
	GCN_CODE_SGPRS = 104,
	GCN_CODE_VCC = 106,
	GCN_CODE_TBA = 108,
	GCN_CODE_TMA = 110,
	GCN_CODE_TTMP = 112,
	GCN_CODE_M0 = 124,
	GCN_CODE_EXEC = 126,
	GCN_CODE_ZERO = 128,
	GCN_CODE_MINUS = 192,
	GCN_CODE_FLOAT = 240,
	GCN_CODE_FLOAT_END = 248,
	GCN_CODE_VCCZ = 251,
	GCN_CODE_EXECZ = 252,
	GCN_CODE_SCC = 253,
	GCN_CODE_LDS_DIRECT = 254,
	GCN_CODE_LITERAL = 255,
	GCN_CODE_VGPR = 256,
};

struct gcn_operand {
	enum gcn_file file;
	enum gcn_access access;
	enum gcn_type type;
	uint8_t dwords; /* may be more or less than the type's for memory: TFE, DMASK, ADDR64 */
	bool neg, abs;
	uint16_t reg, code; /* code: as encoded */
	/* what a constant is for the type: integers with their sign extended to 64 bits (literals:
	 * where the instruction takes signed numbers of 64 bits, else with zeros), floats as
	 * bits of F16, F32 or F64; a literal of F64 is the upper half of the number */
	uint64_t value;
};

struct gcn_inst {
	const struct gcn_row *row;
	enum gcn_encoding encoding;
	uint8_t bytes; /* 4 or 8 */
	struct gcn_operand operands[GCN_SLOTS];
	uint32_t dwords[2]; /* as encoded; the second one is 0 in instructions of 4 bytes */
	uint32_t literal;   /* the second dword, where it is one */
	bool has_literal;
	bool clamp;
	uint8_t omod;   /* 1: times 2, 2: times 4, 3: divided by 2 */
	uint16_t flags; /* GCN_BIT(enum gcn_flag) */
	uint16_t imm;   /* simm16; offset of DS (both of OFFSETS), MUBUF and MTBUF */
	/* SMRD: the offset is the constant `imm`, in dwords, in place of the register SRC1 */
	bool offset_is_imm;
	uint8_t dmask, format; /* MIMG; MTBUF: number format in [6:4], data format in [3:0] */
	uint8_t attribute, channel, point; /* VINTRP */
	uint8_t target, enabled;           /* EXP */
	/* whether LLVM's assembler makes these bytes of the text: else it takes a shorter encoding,
	 * or has no text for it */
	bool assembles;
};

/* Why bytes are no instruction. */
struct gcn_refusal {
	unsigned byte_off; /* of the dword with what is wrong */
	const char *what;
	enum gcn_field field; /* GCN_F_NONE: none that has a name */
	uint32_t value;       /* of the field, or of the dword */
};

/* Decodes the instruction at the beginning of the bytes. Returns false, with the reason in *why,
 * when it is cut off or not valid; inst->bytes is its length even then, 0 if that is not known. */
bool gcn_decode(const uint8_t *bytes, size_t len, struct gcn_inst *inst,
	struct gcn_refusal *why) NODISCARD;
/* Reports a refusal of bytes that are at `off` of a section (NULL: of the file). */
void gcn_refuse(const struct gcn_refusal *why, const char *file, const char *section, uint64_t off,
	struct diag *d);
/* Whether the instruction is a branch by its simm16, and where to, if it is at address `pc`. */
bool gcn_branch_target(const struct gcn_inst *inst, uint64_t pc, uint64_t *target) NODISCARD;

/* Appends the text of an instruction, as LLVM's assembler reads it. `symbol` is written in place of
 * a branch's number or of the literal; NULL: the number is. */
void gcn_print(const struct gcn_inst *inst, const char *symbol, struct buf *out);

/* ---- code objects ---------------------------------------------------------------------------- */

/* The kernel descriptor of amdhsa, 64 bytes (gcn_descriptor.def). */
struct gcn_descriptor {
#define GCN_DESCRIPTOR_FIELD(id, type, off, text) type id;
#include "hsaemu/gcn_descriptor.def"
};
/* In `properties`: nobody knows how much stack the functions take that the kernel calls. */
enum { GCN_DYNAMIC_STACK = 1 << 11 };
enum { GCN_DESCRIPTOR_BYTES = 64 };

struct gcn_kernel {
	const char *name;
	const struct elf_section *code, *descriptor_section;
	uint64_t code_off, code_bytes, descriptor_off; /* in their sections */
	struct gcn_descriptor descriptor;
};

/* What a linker or loader is to add to code: `symbol` (one of the object, or a section's name) and
 * `addend`, in the way that `type` (R_AMDGPU_*) says. */
struct gcn_relocation {
	const struct elf_section *section;
	uint64_t off;
	uint32_t type;
	const char *symbol;
	const struct elf_section *target; /* NULL: the symbol is no section */
	int64_t addend;
};

/* Relocations, with the names that LLVM's "AMDGPUUsage" gives them. */
enum gcn_relocation_type {
#define GCN_RELOCATION(id, number, bytes, text) GCN_R_##id = number,
#include "hsaemu/gcn_relocations.def"
};

/* An object or a linked code object for gfx600. It points into the bytes of the file, which must
 * outlive it, and into an arena. */
struct gcn_object {
	struct elf_view elf;
	struct gcn_kernel *kernels;         /* in the order of the symbols */
	struct gcn_relocation *relocations; /* of code */
	uint32_t kernel_count, relocation_count;
};

bool gcn_object_open(struct gcn_object *o, const char *file, const void *bytes, size_t len,
	struct arena *a, struct diag *d) NODISCARD;
/* Returns how a relocation is written behind its symbol, NULL for a type that code has not; *bytes
 * (may be NULL) becomes the size of what it changes. */
const char *gcn_relocation_text(uint32_t type, unsigned *bytes);
/* Finds the object's line tables, of which relocations make a copy in the arena; without bytes when
 * there are none. Addresses in it are those of a linked object, and in a relocatable one those that
 * `sections` has for where each section begins. False after a diagnostic. */
bool gcn_object_lines(const struct gcn_object *o, const uint64_t *sections, struct arena *a,
	struct image_lines *out, struct diag *d) NODISCARD;
bool gcn_descriptor_read(const uint8_t *bytes, struct diag_place place, const char *name,
	struct gcn_descriptor *out, struct diag *d) NODISCARD;
/* Appends the descriptor as comments of assembly text, field by field. */
void gcn_descriptor_print(const struct gcn_descriptor *k, struct buf *out);

struct gcn_list_options {
	const char *kernel; /* only this one; NULL: all */
	bool no_bytes;      /* no address and bytes behind each instruction */
	bool lines;         /* lines of source between instructions */
};

/* Appends a listing of all code of an object, which is assembly text: the assembler makes the same
 * .text of it. False after a diagnostic, also when there is no such kernel. */
bool gcn_list_object(const struct gcn_object *o, const struct gcn_list_options *options,
	struct buf *out, struct diag *d) NODISCARD;
/* Appends a listing of bare code. */
bool gcn_list_code(const char *file, const uint8_t *bytes, size_t len,
	const struct gcn_list_options *options, struct buf *out, struct diag *d) NODISCARD;

HSAEMU_END_DECLS

#endif
