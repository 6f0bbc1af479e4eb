/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Second pass: every field of every entry by its role in records.def. Reserved bytes are 0, numbers
 * belong to their enumeration, offsets are starts of entries, lists are lists. */
#include "brig/verify/verify_impl.h"
#include "brig/verify/verify_state_impl.h"

/* ---- enumerations --------------------------------------------------------------------------- */

/* The highest number of each enumeration without holes. */
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

static bool is_array_of_b1(uint64_t value)
{
	return value == (BRIG_TYPE_B1 | BRIG_TYPE_ARRAY);
}

static bool is_type(uint64_t value)
{
	return value == BRIG_TYPE_NONE ||
	       (value < 2 * BRIG_TYPE_ARRAY && isa_type_find((uint16_t)value) != NULL &&
		       !is_array_of_b1(value));
}

/* ---- offsets -------------------------------------------------------------------------------- */

static bool is_data(const struct brig_verifier *vf, uint64_t value)
{
	return brig_verify_is_start(vf, BRIG_SECTION_INDEX_DATA, value);
}

/* Returns the index of the first element that is not the start of an entry of `section`, or the
 * length of the list. */
static uint32_t first_stray(const struct brig_verifier *vf, const struct brig_list *l,
	enum BrigSectionIndex section)
{
	uint32_t i = 0;
	while (i < l->count && brig_verify_is_start(vf, section, brig_list_at(l, i)))
		i++;
	return i;
}

/* Checks a list of offsets of entries in `section`. A list that was seen before is not walked
 * again. */
static bool is_list(const struct brig_verifier *vf, uint64_t value, enum BrigSectionIndex section,
	uint8_t *known)
{
	uint32_t off = (uint32_t)value;
	struct brig_list l;
	if (!is_data(vf, value))
		return false;
	if (brig_bit(known, off))
		return true;
	bool good = brig_list(vf->v, off, &l) && first_stray(vf, &l, section) == l.count;
	if (good)
		brig_set_bit(known, off);
	return good;
}

static bool may_be_absent(uint16_t kind)
{
	return kind == BRIG_KIND_OPERAND_ADDRESS || kind == BRIG_KIND_DIRECTIVE_VARIABLE;
}

/* The offsets in executables may be the section's end; they are checked with the structure. */
static bool is_executable_offset(uint16_t kind)
{
	return kind < BRIG_KIND_OPERAND_BEGIN;
}

/* ---- one field ------------------------------------------------------------------------------ */

static bool all_zero(const uint8_t *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i] != 0)
			return false;
	return true;
}

/* `kind` is that of the entry to which the field belongs. */
static ALWAYS_INLINE bool is_good(struct brig_verifier *vf, uint16_t kind, enum brig_role role,
	uint64_t value)
{
	switch (role) {
	case BRIG_ROLE_RESERVED:
		return value == 0;
	case BRIG_ROLE_STRING:
		return (value == 0 && may_be_absent(kind)) || is_data(vf, value);
	case BRIG_ROLE_BYTES:
		return (value == 0 && may_be_absent(kind)) || is_data(vf, value);
	case BRIG_ROLE_DATA_LIST:
		return is_list(vf, value, BRIG_SECTION_INDEX_OPERAND, vf->operand_lists);
	case BRIG_ROLE_CODE_LIST:
		return is_list(vf, value, BRIG_SECTION_INDEX_CODE, vf->code_lists);
	case BRIG_ROLE_CODE:
		return (value == 0 && may_be_absent(kind)) || is_executable_offset(kind) ||
		       brig_verify_is_start(vf, BRIG_SECTION_INDEX_CODE, value);
	case BRIG_ROLE_OPERAND:
		return (value == 0 && may_be_absent(kind)) ||
		       brig_verify_is_start(vf, BRIG_SECTION_INDEX_OPERAND, value);
	case BRIG_ROLE_TYPE:
		return is_type(value);
	case BRIG_ROLE_KIND:
	case BRIG_ROLE_NUMBER:
		return true;
	default: /* the enumerations */
		return value <= last_of[role];
	}
}

/* Checks all fields of a record. Each record has a function of its own, so that a field costs one
 * comparison. */
typedef bool record_check(struct brig_verifier *vf, uint16_t kind, const uint8_t *p);

#define RECORD(id, name, bytes) \
	static bool name##_is_good(struct brig_verifier *vf, uint16_t kind, const uint8_t *p) \
	{ \
		bool good = true;
#define RECORD_EMPTY(id, name, bytes)
#define FIELD(ctype, name, off, role) \
	good = good && is_good(vf, kind, BRIG_ROLE_##role, BRIG_LOAD_##ctype(p + (off)));
#define FIELD_RESERVED(bytes, off) good = good && all_zero(p + (off), (bytes));
#define RECORD_END(id) \
	return good; \
	}
#include "hsaemu/records.def"

static bool has_no_fields(struct brig_verifier *vf, uint16_t kind, const uint8_t *p)
{
	(void)vf;
	(void)kind;
	(void)p;
	return true;
}

static record_check *const checks[BRIG_RECORD_SLOTS] = {
#define RECORD(id, name, bytes) [BRIG_RECORD_SLOT(BRIG_KIND_##id)] = name##_is_good,
#define RECORD_EMPTY(id, name, bytes) [BRIG_RECORD_SLOT(BRIG_KIND_##id)] = has_no_fields,
#define FIELD(ctype, name, off, role)
#define FIELD_RESERVED(bytes, off)
#define RECORD_END(id)
#define ALIAS(id, name) [BRIG_RECORD_SLOT(BRIG_KIND_##id)] = name##_is_good,
#define ALIAS_EMPTY(id, name) [BRIG_RECORD_SLOT(BRIG_KIND_##id)] = has_no_fields,
#include "hsaemu/records.def"
};

/* Says what is wrong with a field. */
struct fault {
	struct brig_verifier *vf;
	enum BrigSectionIndex section;
	uint32_t off; /* of the field in the section */
	const struct brig_record *record;
	const struct brig_field *field;
	uint64_t value;
};

/* Returns the section of the PRM that describes the field. */
static const char *field_section(const struct fault *f)
{
	switch (f->section) {
	case BRIG_SECTION_INDEX_CODE:
		return f->record->name[0] == 'D' ? "18.5.1" : "18.5.2";
	case BRIG_SECTION_INDEX_OPERAND:
		return "18.6";
	default:
		return "18.4";
	}
}

static void must_be(const struct fault *f, const char *must)
{
	brig_verify_fail(f->vf, f->section, f->off, field_section(f),
		"%s of %s is 0x%llx: it must be %s", f->field->name, f->record->name,
		(unsigned long long)f->value, must);
}

static void explain_list(const struct fault *f, enum BrigSectionIndex section)
{
	struct brig_list l;
	if (!is_data(f->vf, f->value)) {
		must_be(f, "the offset of a data entry");
		return;
	}
	uint32_t off = (uint32_t)f->value;
	if (!brig_list(f->vf->v, off, &l)) {
		must_be(f, "the offset of a list: its size is not a multiple of 4");
		return;
	}
	uint32_t i = first_stray(f->vf, &l, section);
	brig_verify_fail(f->vf, BRIG_SECTION_INDEX_DATA, off + 4 + 4 * i, "18.3.1",
		"element %u of the %s of %s is 0x%x: it must be the offset of %s", i,
		f->field->name, f->record->name, brig_list_at(&l, i),
		section == BRIG_SECTION_INDEX_CODE ? "a directive or instruction" : "an operand");
}

static bool is_offset(enum brig_role role)
{
	return role == BRIG_ROLE_STRING || role == BRIG_ROLE_BYTES || role == BRIG_ROLE_DATA_LIST ||
	       role == BRIG_ROLE_CODE_LIST || role == BRIG_ROLE_CODE || role == BRIG_ROLE_OPERAND;
}

static void explain(const struct fault *f)
{
	/* more messages than this have one cause: a section is out of step */
	enum { MAX_STRAYS = 10 };
	struct brig_verifier *vf = f->vf;
	if (is_offset(f->field->role) && (!brig_verify_first_time(vf, BRIG_CHECKED_OFFSET,
						  (uint32_t)f->value, f->field->role) ||
						 vf->strays++ >= MAX_STRAYS))
		return;
	switch (f->field->role) {
	case BRIG_ROLE_RESERVED:
		must_be(f, "0");
		break;
	case BRIG_ROLE_STRING:
	case BRIG_ROLE_BYTES:
		must_be(f, "the offset of a data entry");
		break;
	case BRIG_ROLE_DATA_LIST:
		explain_list(f, BRIG_SECTION_INDEX_OPERAND);
		break;
	case BRIG_ROLE_CODE_LIST:
		explain_list(f, BRIG_SECTION_INDEX_CODE);
		break;
	case BRIG_ROLE_CODE:
		must_be(f, "the offset of a directive");
		break;
	case BRIG_ROLE_OPERAND:
		must_be(f, "the offset of an operand");
		break;
	case BRIG_ROLE_TYPE:
		must_be(f, is_array_of_b1(f->value) ? "another type: there are no arrays of b1"
						    : "a type");
		break;
	default: /* the enumerations */
		brig_verify_fail(f->vf, f->section, f->off, field_section(f),
			"%s of %s is 0x%llx: it must be at most %u", f->field->name,
			f->record->name, (unsigned long long)f->value, last_of[f->field->role]);
	}
}

/* ---- the pass ------------------------------------------------------------------------------- */

static void explain_record(struct brig_verifier *vf, enum BrigSectionIndex section, uint32_t off,
	uint16_t kind)
{
	const uint8_t *p = vf->v->sections[section].bytes + off;
	const struct brig_record *r = brig_record_find(kind);
	for (uint16_t i = 0; i < r->field_count; i++) {
		const struct brig_field *f = &r->fields[i];
		uint64_t value = brig_field_value(p, f);
		if (!is_good(vf, kind, f->role, value))
			explain(&(struct fault){vf, section, off + f->off, r, f, value});
	}
}

static void record_fields(struct brig_verifier *vf, enum BrigSectionIndex section)
{
	const struct brig_section *s = &vf->v->sections[section];
	for (uint32_t off = s->header_len; off < s->len && !diag_at_limit(vf->d);
		off += le16(s->bytes + off)) {
		uint16_t kind = le16(s->bytes + off + 2);
		if (!checks[BRIG_RECORD_SLOT(kind)](vf, kind, s->bytes + off))
			explain_record(vf, section, off, kind);
	}
}

void brig_verify_fields(struct brig_verifier *vf)
{
	record_fields(vf, BRIG_SECTION_INDEX_CODE);
	record_fields(vf, BRIG_SECTION_INDEX_OPERAND);
}
