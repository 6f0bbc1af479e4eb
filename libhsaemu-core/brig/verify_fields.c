/* Second pass: every field of every entry by its role in records.def. Reserved bytes are 0, numbers
 * belong to their enumeration, offsets are starts of entries, lists are lists. */
#include "verify_impl.h"

/* One field of one entry. */
struct field {
	struct brig_verifier *vf;
	enum BrigSectionIndex section;
	uint32_t off; /* of the field in the section */
	const struct brig_record *record;
	const struct brig_field *def;
	uint64_t value;
};

static bool bad(const struct field *f, const char *must)
{
	return brig_verify_fail(f->vf, f->section, f->off, "%s of %s is 0x%llx: it must be %s",
		f->def->name, f->record->name, (unsigned long long)f->value, must);
}

/* ---- enumerations ---------------------------------------------------------------------------- */

/* Highest number of the enumerations that have no holes. */
static const uint8_t last_of[] = {
	[BRIG_ROLE_ADDRESSING] = BRIG_ADDRESSING_MIRRORED_REPEAT,
	[BRIG_ROLE_ALIGNMENT] = BRIG_ALIGNMENT_MAX,
	[BRIG_ROLE_ALLOCATION] = BRIG_ALLOCATION_AUTOMATIC,
	[BRIG_ROLE_ALU_MODIFIER] = BRIG_ALU_FTZ,
	[BRIG_ROLE_ATOMIC] = BRIG_ATOMIC_WAITTIMEOUT_GTE,
	[BRIG_ROLE_CHANNEL_ORDER] = BRIG_CHANNEL_ORDER_DEPTH_STENCIL,
	[BRIG_ROLE_CHANNEL_TYPE] = BRIG_CHANNEL_TYPE_FLOAT,
	[BRIG_ROLE_COMPARE] = BRIG_COMPARE_SGTU,
	[BRIG_ROLE_CONTROL] = BRIG_CONTROL_REQUIRENOPARTIALWORKGROUPS,
	[BRIG_ROLE_COORD] = BRIG_COORD_NORMALIZED,
	[BRIG_ROLE_EXECUTABLE_MODIFIER] = BRIG_EXECUTABLE_DEFINITION,
	[BRIG_ROLE_FILTER] = BRIG_FILTER_LINEAR,
	[BRIG_ROLE_GEOMETRY] = BRIG_GEOMETRY_2DADEPTH,
	[BRIG_ROLE_IMAGE_QUERY] = BRIG_IMAGE_QUERY_CHANNELTYPE,
	[BRIG_ROLE_LINKAGE] = BRIG_LINKAGE_ARG,
	[BRIG_ROLE_MACHINE] = BRIG_MACHINE_LARGE,
	[BRIG_ROLE_MEMORY_MODIFIER] = BRIG_MEMORY_CONST,
	[BRIG_ROLE_MEMORY_ORDER] = BRIG_MEMORY_ORDER_SC_ACQUIRE_RELEASE,
	[BRIG_ROLE_MEMORY_SCOPE] = BRIG_MEMORY_SCOPE_SYSTEM,
	[BRIG_ROLE_OPCODE] = BRIG_OPCODE_WAVEID,
	[BRIG_ROLE_PACK] = BRIG_PACK_PSAT,
	[BRIG_ROLE_PROFILE] = BRIG_PROFILE_FULL,
	[BRIG_ROLE_REGISTER_KIND] = BRIG_REGISTER_KIND_QUAD,
	[BRIG_ROLE_ROUND] = BRIG_ROUND_INTEGER_SIGNALING_MINUS_INFINITY_SAT,
	[BRIG_ROLE_SAMPLER_QUERY] = BRIG_SAMPLER_QUERY_FILTER,
	[BRIG_ROLE_SEGMENT] = BRIG_SEGMENT_ARG,
	[BRIG_ROLE_SEG_CVT_MODIFIER] = BRIG_SEG_CVT_NONULL,
	[BRIG_ROLE_VARIABLE_MODIFIER] = BRIG_VARIABLE_DEFINITION | BRIG_VARIABLE_CONST,
	[BRIG_ROLE_WIDTH] = BRIG_WIDTH_ALL,
};

static bool check_enumeration(const struct field *f)
{
	unsigned last = last_of[f->def->role];
	return f->value <= last ||
	       brig_verify_fail(f->vf, f->section, f->off,
		       "%s of %s is 0x%llx: it must be at most %u", f->def->name, f->record->name,
		       (unsigned long long)f->value, last);
}

static bool check_type(const struct field *f)
{
	uint16_t type = (uint16_t)f->value;
	if (type == BRIG_TYPE_NONE)
		return true;
	if (type >= 2 * BRIG_TYPE_ARRAY || isa_type_find(type) == NULL)
		return bad(f, "a type");
	if (type == (BRIG_TYPE_B1 | BRIG_TYPE_ARRAY))
		return bad(f, "another type: there are no arrays of b1");
	return true;
}

/* ---- offsets --------------------------------------------------------------------------------- */

/* Text has no null characters (PRM 18.4); a string that was seen before is not walked again. */
static bool check_string(const struct field *f)
{
	uint32_t off = (uint32_t)f->value;
	if (!brig_verify_is_start(f->vf, BRIG_SECTION_INDEX_DATA, off))
		return bad(f, "the offset of a data entry");
	if (brig_bit(f->vf->strings, off))
		return true;
	struct str s = brig_verify_data(f->vf, off);
	if (s.n > 0 && memchr(s.p, 0, s.n) != NULL)
		return bad(f, "a string without null characters");
	brig_set_bit(f->vf->strings, off);
	return true;
}

/* A list of offsets of entries in `section`; a list that was seen before is not walked again. */
static bool check_list(const struct field *f, enum BrigSectionIndex section, uint8_t *known)
{
	uint32_t off = (uint32_t)f->value;
	struct brig_list l;
	if (!brig_verify_is_start(f->vf, BRIG_SECTION_INDEX_DATA, off))
		return bad(f, "the offset of a data entry");
	if (brig_bit(known, off))
		return true;
	if (!brig_list(f->vf->v, off, &l))
		return bad(f, "the offset of a list: its size is not a multiple of 4");
	for (uint32_t i = 0; i < l.count; i++)
		if (!brig_verify_is_start(f->vf, section, brig_list_at(&l, i)))
			return brig_verify_fail(f->vf, BRIG_SECTION_INDEX_DATA, off + 4 + 4 * i,
				"element %u of the %s of %s is 0x%x: it must be the offset of %s",
				i, f->def->name, f->record->name, brig_list_at(&l, i),
				section == BRIG_SECTION_INDEX_CODE ? "a directive or instruction"
								   : "an operand");
	brig_set_bit(known, off);
	return true;
}

static bool optional(const struct field *f)
{
	uint16_t kind = le16(f->vf->v->sections[f->section].bytes + f->off - f->def->off + 2);
	return kind == BRIG_KIND_OPERAND_ADDRESS || kind == BRIG_KIND_DIRECTIVE_VARIABLE;
}

/* The offsets in executables may be the section's end; they are checked with the structure. */
static bool is_executable_field(const struct field *f)
{
	return f->section == BRIG_SECTION_INDEX_CODE && f->def->role == BRIG_ROLE_CODE;
}

static bool check_reference(const struct field *f, enum BrigSectionIndex section, const char *must)
{
	return (f->value == 0 && optional(f)) || is_executable_field(f) ||
	       brig_verify_is_start(f->vf, section, f->value) || bad(f, must);
}

/* ---- the pass -------------------------------------------------------------------------------- */

static bool check_field(const struct field *f)
{
	switch (f->def->role) {
	case BRIG_ROLE_RESERVED:
		return f->value == 0 || bad(f, "0");
	case BRIG_ROLE_STRING:
		return (f->value == 0 && optional(f)) || check_string(f);
	case BRIG_ROLE_BYTES:
		return check_reference(f, BRIG_SECTION_INDEX_DATA, "the offset of a data entry");
	case BRIG_ROLE_DATA_LIST:
		return check_list(f, BRIG_SECTION_INDEX_OPERAND, f->vf->operand_lists);
	case BRIG_ROLE_CODE_LIST:
		return check_list(f, BRIG_SECTION_INDEX_CODE, f->vf->code_lists);
	case BRIG_ROLE_CODE:
		return check_reference(f, BRIG_SECTION_INDEX_CODE, "the offset of a directive");
	case BRIG_ROLE_OPERAND:
		return check_reference(f, BRIG_SECTION_INDEX_OPERAND, "the offset of an operand");
	case BRIG_ROLE_TYPE:
		return check_type(f);
	case BRIG_ROLE_KIND:
	case BRIG_ROLE_NUMBER:
		return true;
	default: /* the enumerations */
		return check_enumeration(f);
	}
}

static void record_fields(struct brig_verifier *vf, enum BrigSectionIndex section)
{
	const struct brig_section *s = &vf->v->sections[section];
	for (uint32_t off = s->header_len; off < s->len && !diag_at_limit(vf->d);
		off += le16(s->bytes + off)) {
		const uint8_t *p = s->bytes + off;
		const struct brig_record *r = brig_record_find(le16(p + 2));
		for (uint16_t i = 0; i < r->field_count; i++) {
			const struct brig_field *def = &r->fields[i];
			struct field f = {
				vf, section, off + def->off, r, def, brig_field_value(p, def)};
			check_field(&f);
		}
	}
}

void brig_verify_fields(struct brig_verifier *vf)
{
	record_fields(vf, BRIG_SECTION_INDEX_CODE);
	record_fields(vf, BRIG_SECTION_INDEX_OPERAND);
}
