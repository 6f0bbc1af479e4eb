/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads code objects into executables. */
#include <stdlib.h>
#include <string.h>
#include "agents_impl.h"
#include "objects_impl.h"

/* ---- one code object ------------------------------------------------------------------------- */

void hr_loaded_free(struct hr_loaded *l)
{
	gcn_device_image_free(l->gpu);
	if (l->image != NULL)
		rt_image_free(l->image);
	hr_code_unref(l->code);
	free(l->symbols);
	free(l);
}

/* Maps the code. INCOMPATIBLE_ARGUMENTS: it needs another processor. */
static hsa_status_t map_image(void *arg)
{
	struct hr_loaded *l = arg;
	struct diag d;
	hsa_status_t status = HSA_STATUS_SUCCESS;
	hr_diag_init(&d);
	if (!rt_image_load("code object", l->code->bytes, l->code->count, &l->image, &d))
		status = hr_explain("a code object cannot be loaded", &d,
			d.unsupported_count != 0 ? HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS
						 : HSA_STATUS_ERROR_INVALID_CODE_OBJECT);
	diag_release(&d);
	return status;
}

/* Makes `sym`, a copy of a symbol of the code, one of the executable. The rows of the image's own
 * metadata are those of the code's, at the same places. */
static void place_symbol(struct hr_executable *e, const struct hr_loaded *l, struct hr_symbol *sym)
{
	const struct image_meta *from = &l->code->image.meta, *to = rt_image_meta(l->image);
	sym->executable = e;
	if (sym->kind != HSA_SYMBOL_KIND_VARIABLE ||
		sym->allocation == HSA_VARIABLE_ALLOCATION_AGENT)
		sym->agent = l->agent;
	if (sym->kernel != NULL)
		sym->address = (uintptr_t)rt_image_kernel_descriptor(l->image,
			&to->kernels[sym->kernel - from->kernels]);
	else if (sym->is_definition)
		sym->address = (uintptr_t)rt_image_symbol_address(l->image,
			&to->symbols[sym->variable - from->symbols], NULL);
}

struct gpu_load {
	struct hr_state *state;
	struct hr_loaded *loaded;
};

static hsa_status_t load_for_gpu(void *arg)
{
	const struct gpu_load *g = arg;
	struct hr_loaded *l = g->loaded;
	struct diag d;
	hsa_status_t status = HSA_STATUS_SUCCESS;
	hr_diag_init(&d);
	if (!gcn_device_image_load(g->state->gpu, l->image, "code object", l->code->bytes,
		    l->code->count, &l->gpu, &d))
		status = hr_explain("a code object cannot be loaded", &d,
			HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS);
	diag_release(&d);
	return status;
}

hsa_status_t hr_loaded_for_gpu(struct hr_state *s, struct hr_loaded *l)
{
	struct gpu_load g = {s, l};
	const struct image_kernel *from = l->code->image.meta.kernels;
	if (s->gpu == NULL || l->gpu != NULL)
		return HSA_STATUS_SUCCESS;
	hsa_status_t status = hr_protect("a code object", load_for_gpu, &g);
	for (size_t i = 0; status == HSA_STATUS_SUCCESS && i < l->code->symbol_count; i++) {
		struct hr_symbol *sym = &l->symbols[i];
		if (sym->kernel != NULL)
			sym->address = (uintptr_t)gcn_device_kernel(l->gpu,
				&rt_image_meta(l->image)->kernels[sym->kernel - from]);
	}
	return status;
}

static hsa_status_t loaded_new(struct hr_executable *e, struct hr_code *code, hsa_agent_t agent,
	struct hr_loaded **out)
{
	struct hr_loaded *l = mem_try_new(1, sizeof *l);
	if (l == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	l->code = hr_code_ref(code);
	l->agent = agent;
	l->symbols = mem_try_new(code->symbol_count + 1, sizeof *l->symbols);
	hsa_status_t status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	if (l->symbols != NULL)
		status = hr_protect("a code object", map_image, l);
	if (status != HSA_STATUS_SUCCESS) {
		hr_loaded_free(l);
		return status;
	}
	for (size_t i = 0; i < code->symbol_count; i++) {
		l->symbols[i] = code->symbols[i];
		place_symbol(e, l, &l->symbols[i]);
	}
	*out = l;
	return HSA_STATUS_SUCCESS;
}

/* ---- in the executable ----------------------------------------------------------------------- */

static bool fits(const struct hr_executable *e, const struct hr_code *c)
{
	bool free_rounding = c->rounding == HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT ||
	                     e->rounding == HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT;
	return c->profile == e->profile && c->model == HSA_MACHINE_MODEL_LARGE &&
	       (free_rounding || c->rounding == e->rounding);
}

/* Whether the code defines what the executable has a definition of already. */
static bool clashes(const struct hr_executable *e, const struct hr_code *c)
{
	for (const struct hr_loaded *l = e->loaded; l != NULL; l = l->next)
		if (l->code == c)
			return true;
	for (size_t i = 0; i < c->symbol_count; i++)
		if (c->symbols[i].is_definition &&
			c->symbols[i].linkage == HSA_SYMBOL_LINKAGE_PROGRAM &&
			hr_definition_find(e, c->symbols[i].name) != NULL)
			return true;
	return false;
}

/* Whether an entity of program linkage is the one that `other` stands for, too. */
static bool is_same(const struct hr_symbol *sym, const struct hr_symbol *other)
{
	return sym->linkage == HSA_SYMBOL_LINKAGE_PROGRAM &&
	       other->linkage == HSA_SYMBOL_LINKAGE_PROGRAM && strcmp(sym->name, other->name) == 0;
}

/* A variable that several code objects and the host name is one symbol to those who look: the
 * definition if there is one, or else the first declaration. A variable of the host has the size
 * that declarations give it. */
static void find_repeated(struct hr_executable *e, struct hr_symbol *added)
{
	for (struct hr_symbol *sym = e->symbols; sym != NULL; sym = sym->next) {
		if (sym == added || sym->is_repeated || !is_same(sym, added))
			continue;
		struct hr_symbol *shown = added->is_definition ? added : sym;
		struct hr_symbol *hidden = shown == sym ? added : sym;
		hidden->is_repeated = true;
		if (shown->variable == NULL && shown->kernel == NULL) {
			shown->bytes = hidden->bytes;
			shown->align = hidden->align;
			shown->is_const = hidden->is_const;
		}
		return;
	}
}

bool hr_symbol_add(struct hr_state *s, struct hr_executable *e, struct hr_symbol *sym)
{
	sym->handle = hr_handle_new(&s->handles, HR_SYMBOL, sym, &e->object);
	if (sym->handle == 0)
		return false;
	*e->last_symbol = sym;
	e->last_symbol = &sym->next;
	find_repeated(e, sym);
	return true;
}

/* Adds the code object's symbols. None is added when there is no memory. */
static bool add_symbols(struct hr_state *s, struct hr_executable *e, struct hr_loaded *l)
{
	struct hr_symbol **end = e->last_symbol;
	for (size_t i = 0; i < l->code->symbol_count; i++) {
		if (hr_symbol_add(s, e, &l->symbols[i]))
			continue;
		for (size_t k = 0; k < i; k++)
			hr_handle_take(&s->handles, HR_SYMBOL, l->symbols[k].handle);
		*end = NULL;
		e->last_symbol = end;
		return false;
	}
	return true;
}

/* The executable's lock is held. */
static hsa_status_t load(struct hr_state *s, struct hr_executable *e, struct hr_code *c,
	hsa_agent_t agent)
{
	struct hr_loaded *l;
	if (e->state == HSA_EXECUTABLE_STATE_FROZEN)
		return HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
	if (!fits(e, c))
		return HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS;
	if (clashes(e, c))
		return HSA_STATUS_ERROR_VARIABLE_ALREADY_DEFINED;
	hsa_status_t status = loaded_new(e, c, agent, &l);
	if (status != HSA_STATUS_SUCCESS)
		return status;
	if (rt_image_is_ready(l->image))
		status = hr_loaded_for_gpu(s, l);
	if (status == HSA_STATUS_SUCCESS && !add_symbols(s, e, l))
		status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	if (status != HSA_STATUS_SUCCESS) {
		hr_loaded_free(l);
		return status;
	}
	l->next = e->loaded;
	e->loaded = l;
	return HSA_STATUS_SUCCESS;
}

/* ---- functions of the standard --------------------------------------------------------------- */

/* Returns the status for an agent that code is to be loaded for. */
static hsa_status_t check_agent(struct hr_state *s, hsa_agent_t agent)
{
	const struct hr_agent *a = hr_agent_find(s, agent);
	if (a == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	return a->feature == HSA_AGENT_FEATURE_KERNEL_DISPATCH
	               ? HSA_STATUS_SUCCESS
	               : HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS;
}

hsa_status_t hsa_executable_load_code_object(hsa_executable_t executable, hsa_agent_t agent,
	hsa_code_object_t code_object, const char *options)
{
	HR_ENTER(s);
	(void)options;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	struct hr_executable *e = hr_executable_lock(s, executable);
	if (e == NULL)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
	hsa_status_t status = check_agent(s, agent);
	struct hr_code *c = hr_code_object_ref(s, code_object);
	if (status == HSA_STATUS_SUCCESS)
		status = c == NULL ? HSA_STATUS_ERROR_INVALID_CODE_OBJECT : load(s, e, c, agent);
	if (c != NULL)
		hr_code_unref(c);
	hr_executable_unlock(e);
	return status;
}

/* Loads what a reader has. The lock is held. */
static hsa_status_t load_from(struct hr_state *s, struct hr_executable *e, hsa_agent_t agent,
	hsa_code_object_reader_t reader, hsa_loaded_code_object_t *out)
{
	struct hr_code *c;
	if (!hr_reader_is_valid(s, reader))
		return HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER;
	if (e->state == HSA_EXECUTABLE_STATE_FROZEN)
		return HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
	hsa_status_t status = hr_reader_read(s, reader, &c);
	if (status != HSA_STATUS_SUCCESS)
		return status;
	status = load(s, e, c, agent);
	hr_code_unref(c);
	if (status == HSA_STATUS_SUCCESS && out != NULL)
		out->handle = (uintptr_t)e->loaded;
	return status;
}

hsa_status_t hsa_executable_load_agent_code_object(hsa_executable_t executable, hsa_agent_t agent,
	hsa_code_object_reader_t code_object_reader, const char *options,
	hsa_loaded_code_object_t *loaded_code_object)
{
	HR_ENTER(s);
	(void)options;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	struct hr_executable *e = hr_executable_lock(s, executable);
	if (e == NULL)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
	hsa_status_t status = check_agent(s, agent);
	if (status == HSA_STATUS_SUCCESS)
		status = load_from(s, e, agent, code_object_reader, loaded_code_object);
	hr_executable_unlock(e);
	return status;
}

/* Code of this runtime runs on one agent only, so what is for the whole program is the GPU's. */
hsa_status_t hsa_executable_load_program_code_object(hsa_executable_t executable,
	hsa_code_object_reader_t code_object_reader, const char *options,
	hsa_loaded_code_object_t *loaded_code_object)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	return hsa_executable_load_agent_code_object(executable,
		s->topology->agents[HR_AGENT_GPU].self, code_object_reader, options,
		loaded_code_object);
}
