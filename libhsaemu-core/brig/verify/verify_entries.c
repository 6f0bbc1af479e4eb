/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* First pass: the sections are entries back to back, of known kinds and sufficient size (PRM 18.2,
 * 18.4 to 18.6). Remembers where entries start. */
#include "brig/verify/verify_impl.h"
#include "brig/verify/verify_state_impl.h"

static bool all_zero(const uint8_t *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i] != 0)
			return false;
	return true;
}

static void data_entries(struct brig_verifier *vf)
{
	const struct brig_section *s = &vf->v->sections[BRIG_SECTION_INDEX_DATA];
	for (uint64_t off = s->header_len; off < s->len;) {
		uint64_t n = le32(s->bytes + off), end = off + 4 + n;
		if (align_up(end, 4) > s->len) {
			brig_verify_fail(vf, BRIG_SECTION_INDEX_DATA, (uint32_t)off, "18.4",
				"data entry of %llu bytes reaches beyond the section",
				(unsigned long long)n);
			return;
		}
		if (!all_zero(s->bytes + end, (size_t)(align_up(end, 4) - end)))
			brig_verify_fail(vf, BRIG_SECTION_INDEX_DATA, (uint32_t)end, "18.4",
				"padding of a data entry is not 0");
		brig_set_bit(vf->starts[BRIG_SECTION_INDEX_DATA], (uint32_t)off);
		off = align_up(end, 4);
	}
}

static bool kind_belongs(enum BrigSectionIndex section, uint16_t kind)
{
	bool operand = kind >= BRIG_KIND_OPERAND_BEGIN && kind < BRIG_KIND_OPERAND_END;
	return operand == (section == BRIG_SECTION_INDEX_OPERAND) && brig_record_find(kind) != NULL;
}

static bool entry_is_sound(struct brig_verifier *vf, enum BrigSectionIndex section, uint32_t off,
	uint64_t room)
{
	const uint8_t *p = vf->v->sections[section].bytes + off;
	if (room < BRIG_BASE_BYTES)
		return brig_verify_fail(vf, section, off, "18.3.6",
			"section ends in the middle of an entry");
	uint16_t bytes = le16(p), kind = le16(p + 2);
	if (bytes < BRIG_BASE_BYTES || bytes % 4 != 0 || bytes > room)
		return brig_verify_fail(vf, section, off, "18.3.6",
			"size %u of an entry is not a multiple of 4 inside the section", bytes);
	if (!kind_belongs(section, kind))
		return brig_verify_fail(vf, section, off + 2, "18.3.15",
			"entry has kind 0x%04x, which is none of this section", kind);
	const struct brig_record *r = brig_record_find(kind);
	if (bytes < r->bytes)
		return brig_verify_fail(vf, section, off, "18.5",
			"%s entry has %u bytes, not at least %u", r->name, bytes, r->bytes);
	if (kind == BRIG_KIND_NONE &&
		!all_zero(p + BRIG_BASE_BYTES, bytes - (size_t)BRIG_BASE_BYTES))
		return brig_verify_fail(vf, section, off, "18.5.1.11", "filler entry is not 0");
	return true;
}

/* The loop ends at an unsound entry, because the next one cannot be found then. */
static void record_entries(struct brig_verifier *vf, enum BrigSectionIndex section)
{
	const struct brig_section *s = &vf->v->sections[section];
	for (uint32_t off = s->header_len; off < s->len; off += le16(s->bytes + off)) {
		if (!entry_is_sound(vf, section, off, s->len - off))
			return;
		brig_set_bit(vf->starts[section], off);
	}
}

void brig_verify_entries(struct brig_verifier *vf)
{
	data_entries(vf);
	record_entries(vf, BRIG_SECTION_INDEX_CODE);
	record_entries(vf, BRIG_SECTION_INDEX_OPERAND);
}
