/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code objects by their handles, as version 1.0 has them: serialization, attributes, symbols. */
#include <stdlib.h>
#include <string.h>
#include "agents_impl.h"
#include "objects_impl.h"

#define CODE_OBJECT_VERSION "1.0"

/* ---- handles --------------------------------------------------------------------------------- */

struct hr_code_object {
	struct hr_object object;
	uint64_t handle;
	struct hr_code *code; /* whose symbols have handles, too */
};

static void code_object_free(struct hr_object *object)
{
	struct hr_code_object *o = (struct hr_code_object *)object; /* its first member */
	hr_code_unref(o->code);
	free(o);
}

static void drop_symbols(struct hr_state *s, struct hr_code *c)
{
	for (size_t i = 0; i < c->symbol_count; i++)
		hr_handle_take(&s->handles, HR_CODE_SYMBOL, c->symbols[i].handle);
}

/* Returns false when there is no memory for the handles. */
static bool make_handles(struct hr_state *s, struct hr_code_object *o)
{
	struct hr_code *c = o->code;
	bool ok = true;
	for (size_t i = 0; i < c->symbol_count && ok; i++) {
		struct hr_symbol *sym = &c->symbols[i];
		sym->handle = hr_handle_new(&s->handles, HR_CODE_SYMBOL, sym, &o->object);
		ok = sym->handle != 0;
	}
	if (ok)
		o->handle = hr_handle_new(&s->handles, HR_CODE_OBJECT, o, &o->object);
	if (o->handle == 0)
		drop_symbols(s, c);
	return o->handle != 0;
}

hsa_status_t hr_code_object_new(struct hr_state *s, struct hr_code *c, hsa_code_object_t *out)
{
	struct hr_code_object *o = mem_try_new(1, sizeof *o);
	if (o != NULL) {
		hr_object_init(&o->object, code_object_free);
		o->code = c;
	}
	if (o == NULL || !make_handles(s, o)) {
		free(o);
		hr_code_unref(c);
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	}
	out->handle = o->handle;
	return HSA_STATUS_SUCCESS;
}

struct hr_code *hr_code_object_ref(struct hr_state *s, hsa_code_object_t object)
{
	HR_HOLD(const struct hr_code_object, o, s, HR_CODE_OBJECT, object.handle);
	return o == NULL ? NULL : hr_code_ref(o->code);
}

hsa_status_t hsa_code_object_destroy(hsa_code_object_t code_object)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	struct hr_code_object *o = hr_handle_take(&s->handles, HR_CODE_OBJECT, code_object.handle);
	if (o == NULL)
		return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
	drop_symbols(s, o->code);
	hr_object_drop(&o->object);
	return HSA_STATUS_SUCCESS;
}

/* ---- as bytes -------------------------------------------------------------------------------- */

hsa_status_t hsa_code_object_serialize(hsa_code_object_t code_object,
	hsa_status_t (*alloc_callback)(size_t size, hsa_callback_data_t data, void **address),
	hsa_callback_data_t callback_data, const char *options, void **serialized_code_object,
	size_t *serialized_code_object_size)
{
	HR_ENTER(s);
	(void)options; /* There are none, and unknown ones are ignored. */
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	HR_HOLD(const struct hr_code_object, o, s, HR_CODE_OBJECT, code_object.handle);
	if (o == NULL)
		return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
	const struct hr_code *c = o->code;
	if (alloc_callback == NULL || serialized_code_object == NULL ||
		serialized_code_object_size == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	void *to = NULL;
	hsa_status_t status = alloc_callback(c->given_count, callback_data, &to);
	if (status != HSA_STATUS_SUCCESS)
		return status;
	if (to == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	memcpy(to, c->given, c->given_count);
	*serialized_code_object = to;
	*serialized_code_object_size = c->given_count;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_code_object_deserialize(void *serialized_code_object,
	size_t serialized_code_object_size, const char *options, hsa_code_object_t *code_object)
{
	HR_ENTER(s);
	struct hr_code *c;
	(void)options;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (serialized_code_object == NULL || serialized_code_object_size == 0 ||
		code_object == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	hsa_status_t status =
		hr_code_new(s->gpu, serialized_code_object, serialized_code_object_size, &c);
	return status != HSA_STATUS_SUCCESS ? status : hr_code_object_new(s, c, code_object);
}

/* ---- attributes ------------------------------------------------------------------------------ */

hsa_status_t hsa_code_object_get_info(hsa_code_object_t code_object,
	hsa_code_object_info_t attribute, void *value)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	HR_HOLD(const struct hr_code_object, o, s, HR_CODE_OBJECT, code_object.handle);
	if (o == NULL)
		return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
	const struct hr_code *c = o->code;
	if (value == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	switch ((uint32_t)attribute) {
	case HSA_CODE_OBJECT_INFO_VERSION:
		return hr_put_name(value, CODE_OBJECT_VERSION, HR_NAME_BYTES);
	case HSA_CODE_OBJECT_INFO_TYPE:
		return HR_PUT(value, hsa_code_object_type_t, HSA_CODE_OBJECT_TYPE_PROGRAM);
	case HSA_CODE_OBJECT_INFO_ISA:
		return hr_put(value, &s->topology->isa, sizeof s->topology->isa);
	case HSA_CODE_OBJECT_INFO_MACHINE_MODEL:
		return hr_put(value, &c->model, sizeof c->model);
	case HSA_CODE_OBJECT_INFO_PROFILE:
		return hr_put(value, &c->profile, sizeof c->profile);
	case HSA_CODE_OBJECT_INFO_DEFAULT_FLOAT_ROUNDING_MODE:
		return hr_put(value, &c->rounding, sizeof c->rounding);
	}
	return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

/* ---- symbols --------------------------------------------------------------------------------- */

static hsa_status_t find_symbol(hsa_code_object_t code_object, const char *module_name,
	const char *symbol_name, hsa_code_symbol_t *symbol)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	HR_HOLD(const struct hr_code_object, o, s, HR_CODE_OBJECT, code_object.handle);
	if (o == NULL)
		return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
	const struct hr_code *c = o->code;
	if (symbol_name == NULL || symbol == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	for (size_t i = 0; i < c->symbol_count; i++) {
		const struct hr_symbol *sym = &c->symbols[i];
		if (module_name != NULL ? !hr_symbol_is_in(sym, module_name, symbol_name)
					: !hr_symbol_has_name(sym, symbol_name))
			continue;
		symbol->handle = sym->handle;
		return HSA_STATUS_SUCCESS;
	}
	return HSA_STATUS_ERROR_INVALID_SYMBOL_NAME;
}

hsa_status_t hsa_code_object_get_symbol(hsa_code_object_t code_object, const char *symbol_name,
	hsa_code_symbol_t *symbol)
{
	return find_symbol(code_object, NULL, symbol_name, symbol);
}

hsa_status_t hsa_code_object_get_symbol_from_name(hsa_code_object_t code_object,
	const char *module_name, const char *symbol_name, hsa_code_symbol_t *symbol)
{
	return find_symbol(code_object, module_name, symbol_name, symbol);
}

hsa_status_t hsa_code_symbol_get_info(hsa_code_symbol_t code_symbol,
	hsa_code_symbol_info_t attribute, void *value)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	HR_HOLD(const struct hr_symbol, sym, s, HR_CODE_SYMBOL, code_symbol.handle);
	if (sym == NULL)
		return HSA_STATUS_ERROR_INVALID_CODE_SYMBOL;
	/* It belongs to no agent. */
	if ((uint32_t)attribute == HSA_EXECUTABLE_SYMBOL_INFO_AGENT)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return hr_symbol_info(sym, attribute, value);
}

hsa_status_t hsa_code_object_iterate_symbols(hsa_code_object_t code_object,
	hsa_status_t (*callback)(hsa_code_object_t code_object, hsa_code_symbol_t symbol,
		void *data),
	void *data)
{
	HR_ENTER(s);
	hsa_status_t status = HSA_STATUS_SUCCESS;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	HR_HOLD(const struct hr_code_object, o, s, HR_CODE_OBJECT, code_object.handle);
	if (o == NULL)
		return HSA_STATUS_ERROR_INVALID_CODE_OBJECT;
	const struct hr_code *c = o->code;
	if (callback == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	for (size_t i = 0; i < c->symbol_count && status == HSA_STATUS_SUCCESS; i++)
		status = callback(code_object, (hsa_code_symbol_t){c->symbols[i].handle}, data);
	return status;
}
