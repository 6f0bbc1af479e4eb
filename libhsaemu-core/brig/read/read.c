/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Entries by offset: data, directives and instructions, operands (PRM 18.4 to 18.6).
 *
 * An offset is good when a whole entry of a known kind is there. That it is the start of an entry
 * and not the middle of one is the verifier's business. */
#include "brig/read/codec_impl.h"

bool brig_data(const struct brig_view *v, uint32_t off, struct str *out)
{
	return brig_data_at(v, off, out);
}

bool brig_list(const struct brig_view *v, uint32_t data_off, struct brig_list *out)
{
	return brig_list_of(v, data_off, out);
}

bool brig_code_at(const struct brig_view *v, uint32_t off, struct brig_entry *out)
{
	const uint8_t *p = brig_entry_at(v, BRIG_SECTION_INDEX_CODE, off, &out->kind, &out->bytes);

	out->off = off;
	if (!p)
		return false;
	if (brig_is_inst(out)) {
		brig_inst_load(out->kind, p, &out->u.inst.inst, &out->u.inst.operands);
		return true;
	}
	switch (out->kind) {
	case BRIG_KIND_DIRECTIVE_COMMENT:
	case BRIG_KIND_DIRECTIVE_EXTENSION:
	case BRIG_KIND_DIRECTIVE_LABEL:
		brig_load_directive_name(p, &out->u.label);
		return true;
	case BRIG_KIND_DIRECTIVE_CONTROL:
		brig_load_directive_control(p, &out->u.control);
		return true;
	case BRIG_KIND_DIRECTIVE_FBARRIER:
		brig_load_directive_fbarrier(p, &out->u.fbarrier);
		return true;
	case BRIG_KIND_DIRECTIVE_FUNCTION:
	case BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION:
	case BRIG_KIND_DIRECTIVE_KERNEL:
	case BRIG_KIND_DIRECTIVE_SIGNATURE:
		brig_load_directive_executable(p, &out->u.executable);
		return true;
	case BRIG_KIND_DIRECTIVE_LOC:
		brig_load_directive_loc(p, &out->u.loc);
		return true;
	case BRIG_KIND_DIRECTIVE_MODULE:
		brig_load_directive_module(p, &out->u.module);
		return true;
	case BRIG_KIND_DIRECTIVE_PRAGMA:
		brig_load_directive_pragma(p, &out->u.pragma);
		return true;
	case BRIG_KIND_DIRECTIVE_VARIABLE:
		brig_load_directive_variable(p, &out->u.variable);
		return true;
	case BRIG_KIND_DIRECTIVE_ARG_BLOCK_START:
	case BRIG_KIND_DIRECTIVE_ARG_BLOCK_END:
	case BRIG_KIND_NONE:
		return true;
	}
	return false; /* an operand kind */
}

bool brig_operand_at(const struct brig_view *v, uint32_t off, struct brig_operand *out)
{
	const uint8_t *p =
		brig_entry_at(v, BRIG_SECTION_INDEX_OPERAND, off, &out->kind, &out->bytes);

	out->off = off;
	if (!p)
		return false;
	switch (out->kind) {
	case BRIG_KIND_OPERAND_ADDRESS:
		brig_load_operand_address(p, &out->u.address);
		return true;
	case BRIG_KIND_OPERAND_ALIGN:
		brig_load_operand_align(p, &out->u.align);
		return true;
	case BRIG_KIND_OPERAND_CODE_LIST:
		brig_load_operand_list(p, &out->u.list);
		return true;
	case BRIG_KIND_OPERAND_OPERAND_LIST: {
		struct brig_operand_operand_list l;
		brig_load_operand_operand_list(p, &l);
		out->u.list.elements = l.elements;
		return true;
	}
	case BRIG_KIND_OPERAND_CODE_REF:
		brig_load_operand_code_ref(p, &out->u.code_ref);
		return true;
	case BRIG_KIND_OPERAND_CONSTANT_BYTES:
		brig_load_operand_constant_bytes(p, &out->u.constant);
		return true;
	case BRIG_KIND_OPERAND_CONSTANT_OPERAND_LIST:
		brig_load_operand_constant_list(p, &out->u.constant_list);
		return true;
	case BRIG_KIND_OPERAND_CONSTANT_IMAGE:
		brig_load_operand_constant_image(p, &out->u.image);
		return true;
	case BRIG_KIND_OPERAND_CONSTANT_SAMPLER:
		brig_load_operand_constant_sampler(p, &out->u.sampler);
		return true;
	case BRIG_KIND_OPERAND_REGISTER:
		brig_load_operand_register(p, &out->u.reg);
		return true;
	case BRIG_KIND_OPERAND_STRING:
		brig_load_operand_string(p, &out->u.string);
		return true;
	case BRIG_KIND_OPERAND_WAVESIZE:
		return true;
	}
	return false; /* a code kind */
}

uint64_t brig_constant_u64(struct str bytes)
{
	uint64_t v = 0;

	if (bytes.n >= 8)
		return le64(bytes.p);
	if (bytes.n == 4)
		return le32(bytes.p);
	for (size_t i = bytes.n; i-- > 0;)
		v = v << 8 | (uint8_t)bytes.p[i];
	return v;
}

bool brig_module(const struct brig_view *v, struct brig_directive_module *out)
{
	const struct brig_section *s = &v->sections[BRIG_SECTION_INDEX_CODE];
	struct brig_entry e;

	for (uint32_t off = s->header_len; brig_code_at(v, off, &e); off += e.bytes) {
		if (e.kind == BRIG_KIND_DIRECTIVE_MODULE) {
			*out = e.u.module;
			return true;
		}
	}
	return false;
}
