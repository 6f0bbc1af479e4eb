/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executables (HSA Runtime 1.1, 2.10): from creation to freezing. */
#include <stdlib.h>
#include "objects_impl.h"

/* ---- making and ending ----------------------------------------------------------------------- */

static void executable_free(struct hr_object *o)
{
	struct hr_executable *e = (struct hr_executable *)o; /* its first member */
	struct hr_loaded *next;
	for (struct hr_symbol *sym = e->symbols, *after; sym != NULL; sym = after) {
		after = sym->next;
		/* Others are parts of their code object's array. */
		if (sym->variable == NULL && sym->kernel == NULL)
			free(sym);
	}
	for (struct hr_loaded *l = e->loaded; l != NULL; l = next) {
		next = l->next;
		hr_loaded_free(l);
	}
	pthread_mutex_destroy(&e->lock);
	free(e);
}

static bool profile_is_valid(hsa_profile_t profile)
{
	return profile == HSA_PROFILE_BASE || profile == HSA_PROFILE_FULL;
}

static hsa_status_t executable_new(struct hr_state *s, hsa_profile_t profile,
	hsa_executable_state_t state, hsa_default_float_rounding_mode_t rounding,
	hsa_executable_t *out)
{
	struct hr_executable *e = mem_try_new(1, sizeof *e);
	if (e == NULL || pthread_mutex_init(&e->lock, NULL) != 0) {
		free(e);
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	}
	e->profile = profile;
	e->state = state;
	e->rounding = rounding;
	e->last_symbol = &e->symbols;
	hr_object_init(&e->object, executable_free);
	e->handle = hr_handle_new(&s->handles, HR_EXECUTABLE, e, &e->object);
	if (e->handle == 0) {
		hr_object_drop(&e->object);
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	}
	out->handle = e->handle;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_executable_create(hsa_profile_t profile, hsa_executable_state_t executable_state,
	const char *options, hsa_executable_t *executable)
{
	HR_ENTER(s);
	(void)options; /* There are none, and unknown ones are ignored. */
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!profile_is_valid(profile) || executable == NULL ||
		(unsigned)executable_state > HSA_EXECUTABLE_STATE_FROZEN)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return executable_new(s, profile, executable_state, HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT,
		executable);
}

hsa_status_t hsa_executable_create_alt(hsa_profile_t profile,
	hsa_default_float_rounding_mode_t default_float_rounding_mode, const char *options,
	hsa_executable_t *executable)
{
	HR_ENTER(s);
	(void)options;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	/* The header says that the default is not allowed, but clients of ROCr give it. */
	if (!profile_is_valid(profile) || executable == NULL ||
		(unsigned)default_float_rounding_mode > HSA_DEFAULT_FLOAT_ROUNDING_MODE_NEAR)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return executable_new(s, profile, HSA_EXECUTABLE_STATE_UNFROZEN,
		default_float_rounding_mode, executable);
}

hsa_status_t hsa_executable_destroy(hsa_executable_t executable)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	struct hr_executable *e = hr_handle_take(&s->handles, HR_EXECUTABLE, executable.handle);
	if (e == NULL)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
	pthread_mutex_lock(&e->lock);
	e->is_destroyed = true;
	for (const struct hr_symbol *sym = e->symbols; sym != NULL; sym = sym->next)
		hr_handle_take(&s->handles, HR_SYMBOL, sym->handle);
	hr_executable_unlock(e);
	return HSA_STATUS_SUCCESS;
}

struct hr_executable *hr_executable_lock(struct hr_state *s, hsa_executable_t executable)
{
	const struct hr_hold hold = hr_hold(&s->handles, HR_EXECUTABLE, executable.handle);
	struct hr_executable *e = hold.object;
	if (e == NULL)
		return NULL;
	pthread_mutex_lock(&e->lock);
	if (!e->is_destroyed)
		return e;
	hr_executable_unlock(e); /* meanwhile, before the lock was free */
	return NULL;
}

void hr_executable_unlock(struct hr_executable *e)
{
	pthread_mutex_unlock(&e->lock);
	hr_object_drop(&e->object);
}

/* ---- freezing -------------------------------------------------------------------------------- */

hsa_status_t hsa_executable_freeze(hsa_executable_t executable, const char *options)
{
	HR_ENTER(s);
	hsa_status_t status = HSA_STATUS_ERROR_FROZEN_EXECUTABLE;
	(void)options;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	struct hr_executable *e = hr_executable_lock(s, executable);
	if (e == NULL)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
	if (e->state == HSA_EXECUTABLE_STATE_UNFROZEN) {
		status = hr_executable_bind(s, e);
		if (status == HSA_STATUS_SUCCESS)
			e->state = HSA_EXECUTABLE_STATE_FROZEN;
	}
	hr_executable_unlock(e);
	return status;
}

hsa_status_t hsa_executable_validate_alt(hsa_executable_t executable, const char *options,
	uint32_t *result)
{
	HR_ENTER(s);
	(void)options;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	struct hr_executable *e = hr_executable_lock(s, executable);
	if (e == NULL)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
	if (result != NULL)
		*result = hr_executable_fits(e) ? 0 : 1;
	hr_executable_unlock(e);
	return result == NULL ? HSA_STATUS_ERROR_INVALID_ARGUMENT : HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_executable_validate(hsa_executable_t executable, uint32_t *result)
{
	return hsa_executable_validate_alt(executable, NULL, result);
}

hsa_status_t hsa_executable_get_info(hsa_executable_t executable, hsa_executable_info_t attribute,
	void *value)
{
	HR_ENTER(s);
	hsa_status_t status = HSA_STATUS_SUCCESS;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	struct hr_executable *e = hr_executable_lock(s, executable);
	if (e == NULL)
		return HSA_STATUS_ERROR_INVALID_EXECUTABLE;
	if (value == NULL)
		status = HSA_STATUS_ERROR_INVALID_ARGUMENT;
	else if (attribute == HSA_EXECUTABLE_INFO_PROFILE)
		*(hsa_profile_t *)value = e->profile;
	else if (attribute == HSA_EXECUTABLE_INFO_STATE)
		*(hsa_executable_state_t *)value = e->state;
	else if (attribute == HSA_EXECUTABLE_INFO_DEFAULT_FLOAT_ROUNDING_MODE)
		*(hsa_default_float_rounding_mode_t *)value = e->rounding;
	else
		status = HSA_STATUS_ERROR_INVALID_ARGUMENT;
	hr_executable_unlock(e);
	return status;
}
