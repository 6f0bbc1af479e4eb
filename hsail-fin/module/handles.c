/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A variable with the handles of all functions that have one. Code for a GPU finds handles in it,
 * because they are addresses of the host's descriptors, and their symbols need not be known outside
 * of the object. */
#include "ir/ir.h"
#include "module/module_passes.h"

static uint32_t number_handles(struct fin_module *m)
{
	uint32_t count = 0;

	for (size_t k = 0; k < m->function_count; k++)
		if (m->functions[k]->handle != NULL)
			m->functions[k]->handle_number = count++;
	return count;
}

static struct fin_variable *add_variable(struct fin_module *m, uint32_t count)
{
	struct fin_variable *v = ARENA_NEW(m->arena, struct fin_variable);

	*v = (struct fin_variable){.off = UINT32_MAX,
		.index = (uint32_t)m->variable_count,
		.name = STR("&hsaemu.handles"),
		.type = isa_type_find(BRIG_TYPE_U64),
		.segment = BRIG_SEGMENT_GLOBAL,
		.linkage = BRIG_LINKAGE_MODULE,
		.allocation = BRIG_ALLOCATION_PROGRAM,
		.definition = true,
		.is_const = true,
		.is_array = true,
		.module_scope = true,
		.align = FIN_ADDRESS_BYTES,
		.dim = count,
		.bytes = (uint64_t)count * FIN_ADDRESS_BYTES,
		.address_count = count};
	ARRAY_GROW(m->variables, m->variable_count, m->variable_cap);
	m->variables[m->variable_count++] = v;
	return v;
}

/* Addresses may have moved in memory. */
static void find_addresses(struct fin_module *m)
{
	for (size_t i = m->address_count; i-- > 0;)
		m->addresses[i].variable->addresses = &m->addresses[i];
}

void fin_add_handles(struct fin_module *m)
{
	uint32_t count = number_handles(m);
	struct fin_variable *v;

	if (count == 0)
		return;
	v = add_variable(m, count);
	for (size_t k = 0; k < m->function_count; k++) {
		const struct fin_function *f = m->functions[k];

		if (f->handle == NULL)
			continue;
		ARRAY_GROW(m->addresses, m->address_count, m->address_cap);
		m->addresses[m->address_count++] = (struct fin_symbolic){.variable = v,
			.offset = (uint64_t)f->handle_number * FIN_ADDRESS_BYTES,
			.off = f->off,
			.target = f->handle};
	}
	find_addresses(m);
	m->handles = v;
}
