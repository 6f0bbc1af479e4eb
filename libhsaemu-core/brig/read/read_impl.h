/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Declarations that the parts of brig/ share: the record table, field codecs and bounds-checked
 * access. */
#ifndef HSAEMU_BRIG_IMPL_H
#define HSAEMU_BRIG_IMPL_H

#include "hsaemu/brig.h"

/* ---- records.def as a table (records.c) ----------------------------------------------------- */

/* Roles of records.def, RESERVED for bytes that must be 0, and KIND for an entry's kind. */
enum brig_role {
	BRIG_ROLE_RESERVED,
	BRIG_ROLE_KIND,
	/* offsets */
	BRIG_ROLE_STRING,
	BRIG_ROLE_DATA_LIST,
	BRIG_ROLE_CODE_LIST,
	BRIG_ROLE_BYTES,
	BRIG_ROLE_CODE,
	BRIG_ROLE_OPERAND,
	BRIG_ROLE_NUMBER,
	/* enumerations */
	BRIG_ROLE_ADDRESSING,
	BRIG_ROLE_ALIGNMENT,
	BRIG_ROLE_ALLOCATION,
	BRIG_ROLE_ALU_MODIFIER,
	BRIG_ROLE_ATOMIC,
	BRIG_ROLE_CHANNEL_ORDER,
	BRIG_ROLE_CHANNEL_TYPE,
	BRIG_ROLE_COMPARE,
	BRIG_ROLE_CONTROL,
	BRIG_ROLE_COORD,
	BRIG_ROLE_EXECUTABLE_MODIFIER,
	BRIG_ROLE_FILTER,
	BRIG_ROLE_GEOMETRY,
	BRIG_ROLE_IMAGE_QUERY,
	BRIG_ROLE_LINKAGE,
	BRIG_ROLE_MACHINE,
	BRIG_ROLE_MEMORY_MODIFIER,
	BRIG_ROLE_MEMORY_ORDER,
	BRIG_ROLE_MEMORY_SCOPE,
	BRIG_ROLE_OPCODE,
	BRIG_ROLE_PACK,
	BRIG_ROLE_PROFILE,
	BRIG_ROLE_REGISTER_KIND,
	BRIG_ROLE_ROUND,
	BRIG_ROLE_SAMPLER_QUERY,
	BRIG_ROLE_SEGMENT,
	BRIG_ROLE_SEG_CVT_MODIFIER,
	BRIG_ROLE_TYPE,
	BRIG_ROLE_VARIABLE_MODIFIER,
	BRIG_ROLE_WIDTH,
};

struct brig_field {
	const char *name;
	uint8_t off, bytes;
	enum brig_role role;
};

struct brig_record {
	const char *name; /* "DIRECTIVE_KERNEL" */
	uint16_t bytes;   /* size of the published record; entries may be longer */
	uint16_t field_count;
	const struct brig_field *fields; /* in order of offset, after byteCount and kind */
};

/* Kinds are 0 and three dense ranges at 0x1000, 0x2000, 0x3000. */
enum { BRIG_RECORD_RANGE = 32, BRIG_RECORD_SLOTS = 4 * BRIG_RECORD_RANGE };
#define BRIG_RECORD_SLOT(kind) ((kind) / 0x1000 * BRIG_RECORD_RANGE + (kind) % 0x1000)
/* a slot with `bytes` 0 has no kind */
extern const struct brig_record brig_records[BRIG_RECORD_SLOTS];

/* NULL when there is no such kind. */
static inline const struct brig_record *brig_record_find(uint16_t kind)
{
	if (kind % 0x1000 >= BRIG_RECORD_RANGE || kind >= 0x4000)
		return NULL;
	const struct brig_record *r = &brig_records[BRIG_RECORD_SLOT(kind)];
	return r->bytes != 0 ? r : NULL;
}
/* Returns the field's value in a whole record at `p`. Fields have 1 to 8 bytes. */
static inline uint64_t brig_field_value(const uint8_t *p, const struct brig_field *f)
{
	switch (f->bytes) {
	case 1:
		return p[f->off];
	case 2:
		return le16(p + f->off);
	case 4:
		return le32(p + f->off);
	case 8:
		return le64(p + f->off);
	}
	uint64_t v = 0; /* reserved bytes */
	for (unsigned i = f->bytes; i-- > 0;)
		v = v << 8 | p[f->off + i];
	return v;
}

/* ---- sections ------------------------------------------------------------------------------- */

/* Returns the bytes [off, off + n) of a section. NULL when they are not inside of the section, or
 * `off` is not a multiple of 4. */
static inline const uint8_t *brig_section_at(const struct brig_view *v, uint32_t section,
	uint64_t off, uint64_t n)
{
	const struct brig_section *s = &v->sections[section];

	if (off < s->header_len || off > s->len || n > s->len - off || off % 4 != 0)
		return NULL;
	return s->bytes + off;
}
/* Returns a whole entry of a known kind in the code or operand section, or NULL when none is at
 * `off`. */
static inline const uint8_t *brig_entry_at(const struct brig_view *v, uint32_t section,
	uint32_t off, uint16_t *kind, uint32_t *bytes)
{
	const uint8_t *p = brig_section_at(v, section, off, BRIG_BASE_BYTES);

	if (!p)
		return NULL;
	*bytes = le16(p);
	*kind = le16(p + 2);
	const struct brig_record *r = brig_record_find(*kind);
	if (!r || *bytes < r->bytes || *bytes % 4 != 0 || *bytes > v->sections[section].len - off)
		return NULL;
	return p;
}
/* Do what brig_data() and brig_list() do, inline, because they are needed for every instruction. */
static inline bool brig_data_at(const struct brig_view *v, uint32_t off, struct str *out)
{
	const uint8_t *p = brig_section_at(v, BRIG_SECTION_INDEX_DATA, off, 4);

	if (!p || le32(p) > v->sections[BRIG_SECTION_INDEX_DATA].len - off - 4)
		return false;
	*out = (struct str){(const char *)p + 4, le32(p)};
	return true;
}
static inline bool brig_list_of(const struct brig_view *v, uint32_t data_off, struct brig_list *out)
{
	struct str s;

	if (!brig_data_at(v, data_off, &s) || s.n % 4 != 0)
		return false;
	*out = (struct brig_list){(const uint8_t *)s.p, (uint32_t)(s.n / 4)};
	return true;
}

/* ---- operands as the instruction tables see them (operand_decode.c) ------------------------- */

/* Decodes an operand and describes it for the instruction tables. For a code list, the caller has
 * to find out the kind of its elements. False when there is no good operand at `off`. */
bool brig_operand_decode(const struct brig_view *v, uint32_t off, struct brig_operand *o,
	struct isa_operand *out);
/* Does what brig_inst_operands() does, and gives the decoded operands, too. */
bool brig_inst_decode(const struct brig_view *v, const struct brig_entry *e, struct isa_inst *inst,
	struct brig_operand operands[ISA_MAX_OPERANDS]);

/* ---- instruction records <-> struct isa_inst (inst_record.c) -------------------------------- */

/* Sets all fields of *inst before `operands` from a whole record of `kind` at `p`; *operands gets
 * the data offset of the operand list. */
void brig_inst_load(uint16_t kind, const uint8_t *p, struct isa_inst *inst, uint32_t *operands);
/* Writes the fields of a record of `kind` at `p`; reserved bytes are left alone. */
void brig_inst_store(uint16_t kind, uint8_t *p, const struct isa_inst *inst, uint32_t operands);

#endif
