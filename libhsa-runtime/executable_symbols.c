/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The symbols of executables: by name, one after the other, and their attributes. */
#include "agents_impl.h"
#include "objects_impl.h"

/* ---- by name --------------------------------------------------------------------------------- */

/* What is looked for. A module says that the name is one of module linkage. */
struct wanted {
	const char *module, *name;
	bool is_qualified; /* the name may be "&module::&name" */
	/* A symbol of an agent must be this one's; NULL: any agent's. */
	const hsa_agent_t *agent;
};

static bool is_wanted(const struct hr_symbol *sym, const struct wanted *w)
{
	if (sym->is_repeated)
		return false;
	if (w->is_qualified ? !hr_symbol_has_name(sym, w->name)
			    : !hr_symbol_is_in(sym, w->module, w->name))
		return false;
	return sym->agent.handle == 0 || w->agent == NULL || sym->agent.handle == w->agent->handle;
}

static hsa_status_t find(hsa_executable_t executable, const struct wanted *w,
	hsa_executable_symbol_t *symbol)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	struct hr_executable *e = hr_executable_lock(s, executable);
	if (e == NULL)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
	hsa_status_t status = HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (w->name != NULL && symbol != NULL) {
		const struct hr_symbol *sym = e->symbols;
		while (sym != NULL && !is_wanted(sym, w))
			sym = sym->next;
		if (sym != NULL)
			symbol->handle = sym->handle;
		status = sym != NULL ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_SYMBOL_NAME;
	}
	hr_executable_unlock(e);
	return status;
}

hsa_status_t hsa_executable_get_symbol(hsa_executable_t executable, const char *module_name,
	const char *symbol_name, hsa_agent_t agent, int32_t call_convention,
	hsa_executable_symbol_t *symbol)
{
	const struct wanted w = {.module = module_name, .name = symbol_name, .agent = &agent};
	(void)call_convention; /* There is one. */
	return find(executable, &w, symbol);
}

hsa_status_t hsa_executable_get_symbol_by_name(hsa_executable_t executable, const char *symbol_name,
	const hsa_agent_t *agent, hsa_executable_symbol_t *symbol)
{
	const struct wanted w = {.name = symbol_name, .is_qualified = true, .agent = agent};
	return find(executable, &w, symbol);
}

hsa_status_t hsa_executable_symbol_get_info(hsa_executable_symbol_t executable_symbol,
	hsa_executable_symbol_info_t attribute, void *value)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	HR_HOLD(const struct hr_symbol, sym, s, HR_SYMBOL, executable_symbol.handle);
	if (sym == NULL)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE_SYMBOL;
	return hr_symbol_info(sym, attribute, value);
}

/* ---- one after the other --------------------------------------------------------------------- */

/* Which symbols are iterated over, and the function that is called with each: the one of the three
 * that is not NULL. */
struct iteration {
	hsa_executable_t executable;
	hsa_agent_t agent;
	hsa_status_t (*any)(hsa_executable_t, hsa_executable_symbol_t, void *);
	hsa_status_t (*of_agent)(hsa_executable_t, hsa_agent_t, hsa_executable_symbol_t, void *);
	hsa_status_t (*of_program)(hsa_executable_t, hsa_executable_symbol_t, void *);
	void *data;
};

static bool is_visited(const struct hr_symbol *sym, const struct iteration *it)
{
	if (sym->is_repeated)
		return false;
	if (it->of_agent != NULL)
		return sym->agent.handle == it->agent.handle;
	return it->any != NULL || sym->agent.handle == 0;
}

static hsa_status_t visit(const struct hr_symbol *sym, const struct iteration *it)
{
	const hsa_executable_symbol_t handle = {sym->handle};
	if (it->of_agent != NULL)
		return it->of_agent(it->executable, it->agent, handle, it->data);
	return (it->any != NULL ? it->any : it->of_program)(it->executable, handle, it->data);
}

/* Returns the symbol behind another one, or NULL, also when the executable was destroyed. */
static const struct hr_symbol *next_symbol(struct hr_state *s, hsa_executable_t executable,
	const struct hr_symbol *sym)
{
	struct hr_executable *e = hr_executable_lock(s, executable);
	if (e == NULL)
		return NULL;
	sym = sym->next;
	hr_executable_unlock(e);
	return sym;
}

/* Callbacks are called without the lock, so that they may use the executable, or destroy it. It
 * stays in memory until the end. */
static hsa_status_t iterate(const struct iteration *it)
{
	HR_ENTER(s);
	hsa_status_t status = HSA_STATUS_SUCCESS;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	struct hr_executable *e = hr_executable_lock(s, it->executable);
	if (e == NULL)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
	const struct hr_symbol *sym = e->symbols;
	pthread_mutex_unlock(&e->lock);
	if (it->any == NULL && it->of_agent == NULL && it->of_program == NULL)
		status = HSA_STATUS_ERROR_INVALID_ARGUMENT;
	while (sym != NULL && status == HSA_STATUS_SUCCESS) {
		if (is_visited(sym, it))
			status = visit(sym, it);
		if (status == HSA_STATUS_SUCCESS)
			sym = next_symbol(s, it->executable, sym);
	}
	hr_object_drop(&e->object);
	return status;
}

hsa_status_t hsa_executable_iterate_symbols(hsa_executable_t executable,
	hsa_status_t (*callback)(hsa_executable_t exec, hsa_executable_symbol_t symbol, void *data),
	void *data)
{
	const struct iteration it = {.executable = executable, .any = callback, .data = data};
	return iterate(&it);
}

hsa_status_t hsa_executable_iterate_program_symbols(hsa_executable_t executable,
	hsa_status_t (*callback)(hsa_executable_t exec, hsa_executable_symbol_t symbol, void *data),
	void *data)
{
	const struct iteration it = {
		.executable = executable, .of_program = callback, .data = data};
	return iterate(&it);
}

hsa_status_t hsa_executable_iterate_agent_symbols(hsa_executable_t executable, hsa_agent_t agent,
	hsa_status_t (*callback)(hsa_executable_t exec, hsa_agent_t agent,
		hsa_executable_symbol_t symbol, void *data),
	void *data)
{
	HR_ENTER(s);
	const struct iteration it = {
		.executable = executable, .agent = agent, .of_agent = callback, .data = data};
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (hr_handle_get(&s->handles, HR_EXECUTABLE, executable.handle) == NULL)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
	if (hr_agent_find(s, agent) == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	return iterate(&it);
}
