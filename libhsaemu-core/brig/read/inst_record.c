/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instruction records <-> struct isa_inst: the one place that knows which record field holds which
 * property of an instruction. */
#include "brig/read/codec_impl.h"

/* Record field -> property. The two scopes beside a memory fence's global scope are not
 * properties: group scope repeats the global one and image scope is NONE (PRM 18.7.4). */
#define PROP_opcode inst->opcode
#define PROP_type inst->type
#define PROP_operands *operands
#define PROP_source_type inst->source_type
#define PROP_image_type inst->image_type
#define PROP_coord_type inst->coord_type
#define PROP_signal_type inst->signal_type
#define PROP_segment inst->segment
#define PROP_align inst->align
#define PROP_equiv inst->equiv
#define PROP_width inst->width
#define PROP_memory_modifier inst->is_const
#define PROP_alu_modifier inst->ftz
#define PROP_seg_cvt_modifier inst->nonull
#define PROP_round inst->round
#define PROP_pack inst->pack
#define PROP_compare inst->compare
#define PROP_memory_order inst->memory_order
#define PROP_memory_scope inst->memory_scope
#define PROP_global_scope inst->memory_scope
#define PROP_group_scope group_scope
#define PROP_image_scope image_scope
#define PROP_atomic_op inst->atomic_op
#define PROP_signal_operation inst->atomic_op
#define PROP_geometry inst->geometry
#define PROP_query inst->query

void brig_inst_load(uint16_t kind, const uint8_t *p, struct isa_inst *inst, uint32_t *operands)
{
	uint8_t group_scope, image_scope;

	memset(inst, 0, offsetof(struct isa_inst, operands));
	*operands = 0;
	switch (kind) {
#define RECORDS_INST_ONLY
#define RECORD(kind, name, bytes) case BRIG_KIND_##kind:
#define FIELD(ctype, name, off, role) PROP_##name = BRIG_LOAD_##ctype(p + (off));
#define FIELD_RESERVED(bytes, off)
#define RECORD_END(kind) break;
#include "hsaemu/records.def"
	}
	(void)group_scope; /* the verifier compares them with the global scope */
	(void)image_scope;
}

void brig_inst_store(uint16_t kind, uint8_t *p, const struct isa_inst *inst, uint32_t list)
{
	const uint8_t group_scope = inst->memory_scope, image_scope = BRIG_MEMORY_SCOPE_NONE;
	const uint32_t *operands = &list;

	switch (kind) {
#define RECORDS_INST_ONLY
#define RECORD(kind, name, bytes) case BRIG_KIND_##kind:
#define FIELD(ctype, name, off, role) BRIG_STORE_##ctype(p + (off), PROP_##name);
#define FIELD_RESERVED(bytes, off)
#define RECORD_END(kind) break;
#include "hsaemu/records.def"
	}
}
