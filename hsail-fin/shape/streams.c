/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds stores that fill memory from one end to the other (streams.h).
 *
 * Such a store need not read the line that it overwrites, if it goes past the caches. A line that
 * the kernel has loaded is there already. And stores past the caches are ordered by a fence at the
 * end only, so a kernel that tells others of what it has stored has none of them. */
#include "shape/streams.h"
#include "hsaemu/kernel_abi.h"
#include "ir/cfg.h"
#include "ir/limits.h"
#include "ir/lowering.h"

static bool is_in_memory(const struct fin_inst *i)
{
	return fin_is_access(i) &&
	       (i->isa->segment == BRIG_SEGMENT_GLOBAL || i->isa->segment == BRIG_SEGMENT_FLAT);
}

static bool has_same_address(const struct fin_operand *a, const struct fin_operand *b)
{
	return a->has_reg && b->has_reg && a->reg == b->reg && a->global == b->global &&
	       a->local == b->local;
}

bool fin_is_streamed(const struct fin_function *f, const struct fin_inst *store)
{
	if (store->lowering != ISA_LOWER_STORE || !is_in_memory(store))
		return false;
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (i->lowering == ISA_LOWER_LOAD && is_in_memory(i) &&
				has_same_address(&i->operands[1], &store->operands[1]))
				return false;
	return true;
}

/* Whether the kernel orders its stores for others, or takes so long that memory does not matter. */
static bool is_ruled_out(const struct fin_function *f)
{
	if (!fin_groups_are_alike(f) || fin_instruction_count(f) > FIN_LIMIT_STREAM ||
		fin_has_loop(f))
		return true;
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next)
			if (i->lowering == ISA_LOWER_ATOMIC || i->lowering == ISA_LOWER_FENCE ||
				i->lowering == ISA_LOWER_IMAGE)
				return true;
	return false;
}

uint32_t fin_streamed_bytes(const struct fin_function *f, const struct fin_shapes *s)
{
	uint32_t sum = 0;

	if (is_ruled_out(f))
		return 0;
	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next) {
			struct fin_lane_shape a;
			uint32_t bytes;

			if (i->lowering != ISA_LOWER_STORE || !fin_is_streamed(f, i))
				continue;
			a = fin_address_shape(f, s, i, 1);
			bytes = isa_type_find(i->isa->type)->bits / 8 * i->operands[0].count;
			if (a.kind == FIN_SHAPE_LINEAR && a.stride == (int64_t)bytes)
				sum += bytes;
		}
	return sum;
}
