/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of instructions and encodings, expanded, and what is looked up in them. */
#include "hsaemu/gcn.h"

static const struct gcn_row rows[GCN_OP_COUNT] = {
#define GCN_INST(id, text, encoding, opcode, vop3, dst, dst2, src0, src1, src2, extra, output, \
	reads, writes, unit, rate, counter, traits, semantics) \
	[GCN_OP_##id] = {text, GCN_OP_##id, GCN_ENC_##encoding, opcode, GCN_VOP3_##vop3, \
		{GCN_KIND_##dst, GCN_KIND_##dst2, GCN_KIND_##src0, GCN_KIND_##src1, \
			GCN_KIND_##src2}, \
		GCN_EXTRA_##extra, GCN_OUTPUT_##output, reads, writes, GCN_UNIT_##unit, \
		GCN_RATE_##rate, GCN_COUNTER_##counter, traits, semantics},
#include "hsaemu/gcn_instructions.def"
};

static const struct {
	const char *name;
	uint32_t mask, match;
	unsigned dwords;
} encodings[GCN_ENC_COUNT] = {
#define GCN_ENCODING(id, dwords, mask, match) [GCN_ENC_##id] = {#id, mask, match, dwords},
#include "hsaemu/gcn_encodings.def"
};

static const struct gcn_field_place places[GCN_ENC_COUNT][GCN_F_COUNT] = {
#define GCN_FIELD(encoding, field, low, width) [GCN_ENC_##encoding][GCN_F_##field] = {low, width},
#include "hsaemu/gcn_encodings.def"
};

static const enum gcn_field slots[GCN_ENC_COUNT][GCN_SLOTS] = {
#define GCN_SLOTS(encoding, dst, dst2, src0, src1, src2) \
	[GCN_ENC_##encoding] = { \
		GCN_F_##dst, GCN_F_##dst2, GCN_F_##src0, GCN_F_##src1, GCN_F_##src2},
#include "hsaemu/gcn_encodings.def"
};

static const char *const field_names[GCN_F_COUNT] = {
#define GCN_FIELD_NAME(id) [GCN_F_##id] = #id,
#include "hsaemu/gcn_encodings.def"
};

static const struct gcn_kind_info kinds[GCN_KIND_COUNT] = {
#define GCN_KIND(id, access, class, type) \
	[GCN_KIND_##id] = {GCN_ACCESS_##access, GCN_CLASS_##class, GCN_TYPE_##type},
#include "hsaemu/gcn_encodings.def"
};

static const struct {
	uint8_t dwords;
	bool is_float;
} types[GCN_TYPE_COUNT] = {
#define GCN_TYPE(id, dwords, is_float) [GCN_TYPE_##id] = {dwords, is_float},
#include "hsaemu/gcn_encodings.def"
};

/* Numbers to add to opcodes in VOP3, and whether an encoding has the 64-bit form at all. */
enum {
#define GCN_VOP3_BASE(encoding, n) VOP3_BASE_##encoding = n,
#include "hsaemu/gcn_encodings.def"
};
static const uint16_t vop3_bases[GCN_ENC_COUNT] = {
#define GCN_VOP3_BASE(encoding, n) [GCN_ENC_##encoding] = n,
#include "hsaemu/gcn_encodings.def"
};

/* Rows by opcode, plus 1; 0: no instruction. VOP3B is looked up as VOP3A. */
enum { OPCODES = 512 };
#define IN_VOP3_NO(id, base, opcode)
#define IN_VOP3_A(id, base, opcode) [GCN_ENC_VOP3A][base + opcode] = GCN_OP_##id + 1,
#define IN_VOP3_B(id, base, opcode) [GCN_ENC_VOP3A][base + opcode] = GCN_OP_##id + 1,
static const uint16_t by_opcode[GCN_ENC_COUNT][OPCODES] = {
#define GCN_INST(id, text, encoding, opcode, vop3, ...) \
	[GCN_ENC_##encoding][opcode] = GCN_OP_##id + 1, \
	IN_VOP3_##vop3(id, VOP3_BASE_##encoding, opcode)
#include "hsaemu/gcn_instructions.def"
};

const struct gcn_row *gcn_row_get(enum gcn_op op)
{
	return &rows[op];
}

const struct gcn_row *gcn_row_find(enum gcn_encoding encoding, unsigned opcode)
{
	if (opcode >= OPCODES)
		return NULL;
	unsigned n = by_opcode[encoding][opcode];
	if (n == 0 && encoding == GCN_ENC_VOP3A)
		n = by_opcode[GCN_ENC_VOP3B][opcode];
	return n == 0 ? NULL : &rows[n - 1];
}

unsigned gcn_row_opcode(const struct gcn_row *row, enum gcn_encoding encoding)
{
	return row->opcode + (row->encoding == encoding ? 0 : vop3_bases[row->encoding]);
}

const char *gcn_encoding_name(enum gcn_encoding encoding)
{
	return encodings[encoding].name;
}

unsigned gcn_encoding_dwords(enum gcn_encoding encoding)
{
	return encodings[encoding].dwords;
}

uint32_t gcn_encoding_match(enum gcn_encoding encoding, uint32_t *mask)
{
	*mask = encodings[encoding].mask;
	return encodings[encoding].match;
}

enum gcn_encoding gcn_encoding_of(uint32_t dword)
{
	unsigned e = 0;
	while (e < GCN_ENC_COUNT && (dword & encodings[e].mask) != encodings[e].match)
		e++;
	return (enum gcn_encoding)e;
}

struct gcn_field_place gcn_field_place(enum gcn_encoding encoding, enum gcn_field field)
{
	return places[encoding][field];
}

const char *gcn_field_name(enum gcn_field field)
{
	return field_names[field];
}

enum gcn_field gcn_slot_field(enum gcn_encoding encoding, unsigned slot)
{
	return slots[encoding][slot];
}

struct gcn_kind_info gcn_kind_info(enum gcn_kind kind)
{
	return kinds[kind];
}

unsigned gcn_type_dwords(enum gcn_type type)
{
	return types[type].dwords;
}

bool gcn_type_is_float(enum gcn_type type)
{
	return types[type].is_float;
}
