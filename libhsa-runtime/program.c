/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs: what modules they have (hsa_ext_finalize.h). program_finalize.c makes code of them. */
#include <stdlib.h>
#include <string.h>
#include "program_impl.h"

/* ---- making and ending ----------------------------------------------------------------------- */

static void program_free(struct hr_object *o)
{
	struct hr_program *p = (struct hr_program *)o; /* its first member */
	for (size_t i = 0; i < p->count; i++)
		brig_view_close(&p->modules[i].view);
	free(p->modules);
	free(p->options);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

static struct hr_program *program_new(const char *options)
{
	struct hr_program *p = mem_try_new(1, sizeof *p);
	size_t n = options == NULL ? 0 : strlen(options) + 1;
	if (p == NULL || pthread_mutex_init(&p->lock, NULL) != 0) {
		free(p);
		return NULL;
	}
	hr_object_init(&p->object, program_free);
	if (n != 0 && (p->options = mem_try_new(1, n)) == NULL) {
		hr_object_drop(&p->object);
		return NULL;
	}
	if (n != 0)
		memcpy(p->options, options, n);
	return p;
}

hsa_status_t hsa_ext_program_create(hsa_machine_model_t machine_model, hsa_profile_t profile,
	hsa_default_float_rounding_mode_t default_float_rounding_mode, const char *options,
	hsa_ext_program_t *program)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if ((unsigned)machine_model > HSA_MACHINE_MODEL_LARGE ||
		(unsigned)profile > HSA_PROFILE_FULL ||
		(unsigned)default_float_rounding_mode > HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR ||
		program == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	struct hr_program *p = program_new(options);
	if (p == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	p->model = machine_model;
	p->profile = profile;
	p->rounding = default_float_rounding_mode;
	p->handle = hr_handle_new(&s->handles, HR_PROGRAM, p, &p->object);
	if (p->handle == 0) {
		hr_object_drop(&p->object);
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	}
	program->handle = p->handle;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_ext_program_destroy(hsa_ext_program_t program)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	struct hr_program *p = hr_handle_take(&s->handles, HR_PROGRAM, program.handle);
	if (p == NULL)
		return (hsa_status_t)HSA_EXT_STATUS_ERROR_INVALID_PROGRAM;
	hr_object_drop(&p->object);
	return HSA_STATUS_SUCCESS;
}

/* ---- modules --------------------------------------------------------------------------------- */

/* The module's own rounding may be another one than the program's, which is for modules that leave
 * it open. */
static bool is_compatible(const struct hr_program *p, const struct hr_module *m)
{
	bool large = m->header.machine_model == BRIG_MACHINE_LARGE;
	bool full = m->header.profile == BRIG_PROFILE_FULL;
	return large == (p->model == HSA_MACHINE_MODEL_LARGE) &&
	       full == (p->profile == HSA_PROFILE_FULL);
}

static bool is_included(const struct hr_program *p, const struct hr_module *m)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->modules[i].count == m->count &&
			memcmp(p->modules[i].bytes, m->bytes, m->count) == 0)
			return true;
	return false;
}

static bool make_room(struct hr_program *p)
{
	enum { FIRST = 4 };
	size_t capacity = p->capacity == 0 ? FIRST : 2 * p->capacity;
	if (p->count < p->capacity)
		return true;
	struct hr_module *modules = mem_try_new(capacity, sizeof *modules);
	if (modules == NULL)
		return false;
	if (p->count != 0)
		memcpy(modules, p->modules, p->count * sizeof *modules);
	free(p->modules);
	p->modules = modules;
	p->capacity = capacity;
	return true;
}

/* The lock is held. */
static hsa_status_t add_module(struct hr_program *p, const struct hr_module *m)
{
	if (is_included(p, m))
		return (hsa_status_t)HSA_EXT_STATUS_ERROR_MODULE_ALREADY_INCLUDED;
	if (!is_compatible(p, m))
		return (hsa_status_t)HSA_EXT_STATUS_ERROR_INCOMPATIBLE_MODULE;
	hsa_status_t status = hr_symbols_compare(p, m);
	if (status == HSA_STATUS_SUCCESS && !make_room(p))
		status = HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	if (status == HSA_STATUS_SUCCESS)
		p->modules[p->count++] = *m;
	return status;
}

hsa_status_t hsa_ext_program_add_module(hsa_ext_program_t program, hsa_ext_module_t module)
{
	HR_ENTER(s);
	struct hr_module m = {.count = 0};
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	HR_HOLD(struct hr_program, p, s, HR_PROGRAM, program.handle);
	if (p == NULL)
		return (hsa_status_t)HSA_EXT_STATUS_ERROR_INVALID_PROGRAM;
	hsa_status_t status = hr_module_open(&m, module);
	if (status != HSA_STATUS_SUCCESS)
		return status;
	pthread_mutex_lock(&p->lock);
	status = add_module(p, &m);
	pthread_mutex_unlock(&p->lock);
	if (status != HSA_STATUS_SUCCESS)
		brig_view_close(&m.view);
	return status;
}

/* Returns the module's bytes, or NULL if there are not so many modules. */
static const uint8_t *module_at(struct hr_program *p, size_t i)
{
	pthread_mutex_lock(&p->lock);
	const uint8_t *bytes = i < p->count ? p->modules[i].bytes : NULL;
	pthread_mutex_unlock(&p->lock);
	return bytes;
}

hsa_status_t hsa_ext_program_iterate_modules(hsa_ext_program_t program,
	hsa_status_t (*callback)(hsa_ext_program_t program, hsa_ext_module_t module, void *data),
	void *data)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	HR_HOLD(struct hr_program, p, s, HR_PROGRAM, program.handle);
	if (p == NULL)
		return (hsa_status_t)HSA_EXT_STATUS_ERROR_INVALID_PROGRAM;
	if (callback == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	for (size_t i = 0;; i++) {
		/* The callback may have destroyed the program, and freed the modules. */
		bool is_left = hr_handle_get(&s->handles, HR_PROGRAM, program.handle) != NULL;
		const uint8_t *bytes = is_left ? module_at(p, i) : NULL;
		if (bytes == NULL)
			return HSA_STATUS_SUCCESS;
		hsa_status_t status = callback(program, (hsa_ext_module_t)(uintptr_t)bytes, data);
		if (status != HSA_STATUS_SUCCESS)
			return status;
	}
}

hsa_status_t hsa_ext_program_get_info(hsa_ext_program_t program, hsa_ext_program_info_t attribute,
	void *value)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	HR_HOLD(const struct hr_program, p, s, HR_PROGRAM, program.handle);
	if (p == NULL)
		return (hsa_status_t)HSA_EXT_STATUS_ERROR_INVALID_PROGRAM;
	if (value == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	switch ((uint32_t)attribute) {
	case HSA_EXT_PROGRAM_INFO_MACHINE_MODEL:
		*(hsa_machine_model_t *)value = p->model;
		return HSA_STATUS_SUCCESS;
	case HSA_EXT_PROGRAM_INFO_PROFILE:
		*(hsa_profile_t *)value = p->profile;
		return HSA_STATUS_SUCCESS;
	case HSA_EXT_PROGRAM_INFO_DEFAULT_FLOAT_ROUNDING_MODE:
		*(hsa_default_float_rounding_mode_t *)value = p->rounding;
		return HSA_STATUS_SUCCESS;
	}
	return HSA_STATUS_ERROR_INVALID_ARGUMENT;
}
