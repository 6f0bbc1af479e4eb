/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* With HSAEMU_PROFILE=base the agent is one of the base profile, whose kernels reach only what
 * hsa_memory_allocate() and hsa_memory_register() know, and variables. Here any address works all
 * the same, so arguments are looked at before a dispatch begins: one of 64 bits that is the address
 * of something else is refused. Addresses that kernels load from memory are not seen. */
#include <string.h>
#include "base_profile_impl.h"
#include "hsaemu/mapped.h"
#include "objects_impl.h"

static bool has_bytes(struct rt *rt, uint64_t address, uint64_t bytes)
{
	struct rt_allocation a;
	if (!rt_allocation_find(rt, (const void *)(uintptr_t)address, &a))
		return false;
	uint64_t offset = address - (uint64_t)(uintptr_t)a.base;
	return bytes <= a.bytes && offset <= a.bytes - bytes;
}

/* What is looked for among the executables. */
struct search {
	uint64_t kernel_object, address;
	const struct image_kernel *kernel; /* the kernel with this object */
	bool is_variable;                  /* an executable has the address in its memory */
};

static void search_executable(const struct hr_executable *e, struct search *s)
{
	uint64_t ignored;
	for (const struct hr_symbol *sym = e->symbols; sym != NULL; sym = sym->next) {
		if (sym->kernel != NULL && sym->address == s->kernel_object)
			s->kernel = sym->kernel;
		else if (sym->kernel == NULL && sym->address == s->address)
			s->is_variable = true;
	}
	for (const struct hr_loaded *l = e->loaded; l != NULL; l = l->next)
		if (rt_image_address(l->image, s->address, &ignored))
			s->is_variable = true;
}

static void search_all(struct hr_state *state, struct search *s)
{
	size_t cursor = 0;
	uint64_t handle;
	while ((handle = hr_handle_next(&state->handles, HR_EXECUTABLE, &cursor)) != 0) {
		struct hr_executable *e = hr_executable_lock(state, (hsa_executable_t){handle});
		if (e == NULL)
			continue;
		search_executable(e, s);
		hr_executable_unlock(e);
	}
}

static bool is_allowed(struct hr_state *state, uint64_t address)
{
	struct search s = {.address = address};
	if (!mem_is_mapped((const void *)(uintptr_t)address, 1) ||
		has_bytes(state->rt, address, 1) ||
		rt_queue_is_valid(state->rt, (const hsa_queue_t *)(uintptr_t)address) ||
		rt_signal_is_valid(state->rt, (hsa_signal_t){address}))
		return true;
	search_all(state, &s);
	return s.is_variable;
}

const char *hr_base_profile_inspect(void *arg, const hsa_kernel_dispatch_packet_t *p,
	uint64_t *number)
{
	struct hr_state *state = arg;
	struct search s = {.kernel_object = p->kernel_object};
	const uint8_t *kernarg = p->kernarg_address;
	search_all(state, &s);
	if (s.kernel == NULL || s.kernel->kernarg_bytes == 0)
		return NULL;
	*number = (uint64_t)(uintptr_t)kernarg;
	if (!has_bytes(state->rt, *number, s.kernel->kernarg_bytes))
		return "in the base profile, arguments must lie in memory that was allocated for "
		       "them";
	for (uint32_t i = 0; i < s.kernel->arg_count; i++) {
		const struct image_arg *a = &s.kernel->args[i];
		uint64_t count = a->dim == 0 ? 1 : a->dim;
		if (a->offset + count * sizeof *number > s.kernel->kernarg_bytes)
			continue;
		for (uint64_t k = 0; k < count && strcmp(a->type, "u64") == 0; k++) {
			memcpy(number, kernarg + a->offset + k * sizeof *number, sizeof *number);
			if (!is_allowed(state, *number))
				return "in the base profile, an argument is the address of memory "
				       "that is neither allocated by the runtime nor registered";
		}
	}
	return NULL;
}
