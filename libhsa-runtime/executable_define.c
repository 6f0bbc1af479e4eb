/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Variables of an executable that the host defines. */
#include <stdlib.h>
#include <string.h>
#include "agents_impl.h"
#include "objects_impl.h"

/* Makes a symbol with a copy of the name behind it. Names have their sigil, which is added where it
 * lacks. */
static struct hr_symbol *symbol_new(const char *name)
{
	size_t n = strlen(name), sigil = name[0] == '&' ? 0 : 1;
	struct hr_symbol *sym = mem_try_new(1, sizeof *sym + sigil + n + 1);
	if (sym == NULL)
		return NULL;
	char *copy = (char *)(sym + 1);
	copy[0] = '&';
	memcpy(copy + sigil, name, n + 1);
	sym->name = copy;
	sym->name_length = (uint32_t)(sigil + n);
	sym->module = "";
	sym->linkage = HSA_SYMBOL_LINKAGE_PROGRAM;
	sym->kind = HSA_SYMBOL_KIND_VARIABLE;
	sym->is_definition = true;
	return sym;
}

/* What is defined, beside the name. */
struct place {
	void *address;
	hsa_variable_segment_t segment;
	hsa_variable_allocation_t allocation;
	hsa_agent_t agent;
};

/* The lock is held. */
static hsa_status_t define_in(struct hr_state *s, struct hr_executable *e, const char *name,
	const struct place *p)
{
	if (e->state == HSA_EXECUTABLE_STATE_FROZEN)
		return HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
	struct hr_symbol *sym = symbol_new(name);
	if (sym == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	sym->executable = e;
	sym->address = (uintptr_t)p->address;
	sym->segment = p->segment;
	sym->allocation = p->allocation;
	sym->agent = p->agent;
	hsa_status_t status = HSA_STATUS_SUCCESS;
	if (hr_definition_find(e, sym->name) != NULL)
		status = HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED;
	else if (!hr_symbol_add(s, e, sym))
		status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	if (status != HSA_STATUS_SUCCESS)
		free(sym);
	return status;
}

static hsa_status_t define(hsa_executable_t executable, const char *name, const struct place *p)
{
	HR_ENTER(s);
	hsa_status_t status;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	struct hr_executable *e = hr_executable_lock(s, executable);
	if (e == NULL)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
	if (p->allocation == HSA_VARIABLE_ALLOCATION_AGENT && hr_agent_find(s, p->agent) == NULL)
		status = HSA_STATUS_ERROR_INVALID_AGENT;
	else if (name == NULL || p->address == NULL)
		status = HSA_STATUS_ERROR_INVALID_ARGUMENT;
	else if (name[0] == 0 || strcmp(name, "&") == 0)
		status = HSA_STATUS_ERROR_INVALID_SYMBOL_NAME;
	else
		status = define_in(s, e, name, p);
	hr_executable_unlock(e);
	return status;
}

hsa_status_t hsa_executable_global_variable_define(hsa_executable_t executable,
	const char *variable_name, void *address)
{
	const struct place p = {.address = address,
		.segment = HSA_VARIABLE_SEGMENT_GLOBAL,
		.allocation = HSA_VARIABLE_ALLOCATION_PROGRAM};
	return define(executable, variable_name, &p);
}

hsa_status_t hsa_executable_agent_global_variable_define(hsa_executable_t executable,
	hsa_agent_t agent, const char *variable_name, void *address)
{
	const struct place p = {
		address, HSA_VARIABLE_SEGMENT_GLOBAL, HSA_VARIABLE_ALLOCATION_AGENT, agent};
	return define(executable, variable_name, &p);
}

hsa_status_t hsa_executable_readonly_variable_define(hsa_executable_t executable, hsa_agent_t agent,
	const char *variable_name, void *address)
{
	const struct place p = {
		address, HSA_VARIABLE_SEGMENT_READONLY, HSA_VARIABLE_ALLOCATION_AGENT, agent};
	return define(executable, variable_name, &p);
}
