/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Links the code objects of an executable with each other and with the host's variables. */
#include <string.h>
#include "objects_impl.h"

struct hr_symbol *hr_definition_find(const struct hr_executable *e, const char *name)
{
	for (struct hr_symbol *sym = e->symbols; sym != NULL; sym = sym->next)
		if (sym->is_definition && hr_symbol_is_in(sym, NULL, name))
			return sym;
	return NULL;
}

/* A variable must be where its declaration says, and for the same agent. */
static bool defines(const struct hr_symbol *definition, const struct hr_symbol *use)
{
	return definition->kind == HSA_SYMBOL_KIND_VARIABLE &&
	       definition->segment == use->segment && definition->allocation == use->allocation &&
	       definition->agent.handle == use->agent.handle;
}

struct hr_symbol *hr_definition_of(const struct hr_executable *e, const struct hr_symbol *use)
{
	struct hr_symbol *found = hr_definition_find(e, use->name);
	return found != NULL && defines(found, use) ? found : NULL;
}

/* ---- freezing -------------------------------------------------------------------------------- */

struct resolver {
	const struct hr_executable *e;
	const struct hr_loaded *l;
};

/* Returns the executable's symbol for a row of the image's metadata. */
static const struct hr_symbol *symbol_of(const struct hr_loaded *l, const struct image_symbol *row)
{
	const struct image_symbol *own =
		&l->code->image.meta.symbols[row - rt_image_meta(l->image)->symbols];
	for (size_t i = 0; i < l->code->symbol_count; i++)
		if (l->symbols[i].variable == own)
			return &l->symbols[i];
	return NULL;
}

static bool resolve(void *arg, const struct image_symbol *what, uint64_t *address)
{
	const struct resolver *r = arg;
	const struct hr_symbol *use = symbol_of(r->l, what);
	const struct hr_symbol *definition = use == NULL ? NULL : hr_definition_of(r->e, use);
	if (definition != NULL)
		*address = definition->address;
	return definition != NULL;
}

static bool has_all(const struct resolver *r)
{
	uint64_t address;
	for (size_t i = 0; i < rt_image_import_count(r->l->image); i++)
		if (!resolve((void *)(uintptr_t)r, rt_image_import(r->l->image, i), &address))
			return false;
	return true;
}

static hsa_status_t bind(void *arg)
{
	struct resolver *r = arg;
	struct diag d;
	hr_diag_init(&d);
	hsa_status_t status = HSA_STATUS_SUCCESS;
	if (!rt_image_bind(r->l->image, resolve, r, &d))
		status = hr_explain("hsa_executable_freeze", &d,
			HSA_STATUS_ERROR_VARIABLE_UNDEFINED);
	diag_release(&d);
	return status;
}

/* Binds the imports of all code objects, or of those that lack a definition, which fails and says
 * what is missing. */
static hsa_status_t bind_all(const struct hr_executable *e, bool incomplete)
{
	hsa_status_t status = HSA_STATUS_SUCCESS;
	for (const struct hr_loaded *l = e->loaded; l != NULL; l = l->next) {
		struct resolver r = {e, l};
		hsa_status_t one = HSA_STATUS_SUCCESS;
		if (!incomplete || !has_all(&r))
			one = hr_protect("hsa_executable_freeze", bind, &r);
		if (one != HSA_STATUS_SUCCESS)
			status = one;
	}
	return status;
}

static hsa_status_t load_for_gpu(struct hr_state *s, const struct hr_executable *e)
{
	hsa_status_t status = HSA_STATUS_SUCCESS;
	for (struct hr_loaded *l = e->loaded; l != NULL && status == HSA_STATUS_SUCCESS;
		l = l->next)
		status = hr_loaded_for_gpu(s, l);
	return status;
}

hsa_status_t hr_executable_bind(struct hr_state *s, struct hr_executable *e)
{
	hsa_status_t status = bind_all(e, true);
	if (status == HSA_STATUS_SUCCESS)
		status = bind_all(e, false);
	if (status == HSA_STATUS_SUCCESS)
		status = load_for_gpu(s, e);
	for (struct hr_symbol *sym = e->symbols; sym != NULL; sym = sym->next) {
		const struct hr_symbol *definition =
			sym->is_definition ? NULL : hr_definition_of(e, sym);
		if (definition != NULL)
			sym->address = definition->address;
	}
	return status;
}

/* ---- validation ------------------------------------------------------------------------------ */

/* Returns whether a definition in a code object, or by the host, has the size and alignment that
 * the declaration says. Nothing is known of the host's. */
static bool agrees(const struct hr_symbol *definition, const struct hr_symbol *use)
{
	if (definition->variable == NULL)
		return definition->address % (use->align == 0 ? 1 : use->align) == 0;
	return (use->bytes == 0 || definition->bytes == use->bytes) &&
	       definition->align >= use->align && definition->is_const == use->is_const;
}

bool hr_executable_fits(const struct hr_executable *e)
{
	for (const struct hr_symbol *sym = e->symbols; sym != NULL; sym = sym->next) {
		if (sym->is_definition)
			continue;
		const struct hr_symbol *definition = hr_definition_of(e, sym);
		if (definition == NULL || !agrees(definition, sym))
			return false;
	}
	return true;
}
