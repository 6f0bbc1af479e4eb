/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Extensions (HSA Runtime 1.1, 2.3): which there are, in which versions, and the tables of their
 * functions. A minor version has all functions of those before it, so one table serves them all. */
#include <string.h>
#include "agents_impl.h"
#include "extension_tables_impl.h"

struct extension {
	uint16_t id;
	const char *name;
	const void *table; /* NULL: the identifier is valid, but there is no such extension here */
	/* Version 1.i has the first bytes[i] bytes of the table. There is no version 2. */
	const size_t *bytes;
	uint16_t minors;
	bool of_gpu; /* what the agent can, else what the runtime can */
};

static const size_t finalizer_bytes[] = {sizeof(hsa_ext_finalizer_1_00_pfn_t)};
static const size_t images_bytes[] = {
	sizeof(hsa_ext_images_1_00_pfn_t), sizeof(hsa_ext_images_1_pfn_t)};

static const size_t loader_bytes[] = {sizeof(hsa_ven_amd_loader_1_00_pfn_t)};

static const struct extension extensions[] = {
	{HSA_EXTENSION_FINALIZER, "HSA_EXTENSION_FINALIZER", &hr_finalizer_table, finalizer_bytes,
		ARRAY_LEN(finalizer_bytes), true},
	{HSA_EXTENSION_IMAGES, "HSA_EXTENSION_IMAGES", &hr_images_table, images_bytes,
		ARRAY_LEN(images_bytes), true},
	{HSA_EXTENSION_PERFORMANCE_COUNTERS, "HSA_EXTENSION_PERFORMANCE_COUNTERS", NULL, NULL, 0,
		false},
	{HSA_EXTENSION_PROFILING_EVENTS, "HSA_EXTENSION_PROFILING_EVENTS", NULL, NULL, 0, false},
	{HSA_EXTENSION_AMD_PROFILER, "HSA_EXTENSION_AMD_PROFILER", NULL, NULL, 0, false},
	{HSA_EXTENSION_AMD_LOADER, "HSA_EXTENSION_AMD_LOADER", &hr_loader_table, loader_bytes,
		ARRAY_LEN(loader_bytes), true},
	{HSA_EXTENSION_AMD_AQLPROFILE, "HSA_EXTENSION_AMD_AQLPROFILE", NULL, NULL, 0, false},
};

static const struct extension *find(uint16_t id)
{
	for (size_t i = 0; i < ARRAY_LEN(extensions); i++)
		if (extensions[i].id == id)
			return &extensions[i];
	return NULL;
}

static bool has_version(const struct extension *e, uint16_t major, uint16_t minor)
{
	return major == 1 && minor < e->minors;
}

static bool agent_has(const struct extension *e, const struct hr_agent *a)
{
	if (a == NULL || !e->of_gpu)
		return true;
	return a->index == HR_AGENT_GPU && !(a->is_deep && e->id == HSA_EXTENSION_IMAGES);
}

/* Notes that the client knows version 1.1 of the image extension: it has asked for it, or by a
 * function that HSA 1.1 has brought together with it. */
static void note_version(struct hr_state *s, const struct extension *e, uint16_t minor)
{
	if (e->id == HSA_EXTENSION_IMAGES && minor >= 1)
		atomic_store_explicit(&s->images_1_1, true, memory_order_relaxed);
}

void hr_extensions_mask(const struct hr_agent *a, uint8_t mask[HR_LAST_EXTENSION_BYTE])
{
	memset(mask, 0, HR_LAST_EXTENSION_BYTE);
	for (size_t i = 0; i < ARRAY_LEN(extensions); i++) {
		const struct extension *e = &extensions[i];
		if (e->minors != 0 && agent_has(e, a))
			mask[e->id / 8] |= (uint8_t)(1u << e->id % 8);
	}
}

hsa_status_t hsa_extension_get_name(uint16_t extension, const char **name)
{
	if (hr_state() == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct extension *e = find(extension);
	if (e == NULL || name == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*name = e->name;
	return HSA_STATUS_SUCCESS;
}

/* ---- is it supported? ------------------------------------------------------------------------ */

static hsa_status_t supported(struct hr_state *s, const struct hr_agent *a, uint16_t extension,
	uint16_t major, uint16_t minor, bool *result)
{
	const struct extension *e = find(extension);
	if (e == NULL || result == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*result = has_version(e, major, minor) && agent_has(e, a);
	if (*result)
		note_version(s, e, minor);
	return HSA_STATUS_SUCCESS;
}

static hsa_status_t major_supported(struct hr_state *s, const struct hr_agent *a,
	uint16_t extension, uint16_t major, uint16_t *minor, bool *result)
{
	const struct extension *e = find(extension);
	if (e == NULL || minor == NULL || result == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*result = has_version(e, major, 0) && agent_has(e, a);
	*minor = *result ? e->minors - 1 : 0;
	if (*result)
		note_version(s, e, *minor);
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_system_extension_supported(uint16_t extension, uint16_t version_major,
	uint16_t version_minor, bool *result)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	return supported(s, NULL, extension, version_major, version_minor, result);
}

hsa_status_t hsa_system_major_extension_supported(uint16_t extension, uint16_t version_major,
	uint16_t *version_minor, bool *result)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	return major_supported(s, NULL, extension, version_major, version_minor, result);
}

hsa_status_t hsa_agent_extension_supported(uint16_t extension, hsa_agent_t agent,
	uint16_t version_major, uint16_t version_minor, bool *result)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_agent *a = hr_agent_find(s, agent);
	if (a == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	return supported(s, a, extension, version_major, version_minor, result);
}

hsa_status_t hsa_agent_major_extension_supported(uint16_t extension, hsa_agent_t agent,
	uint16_t version_major, uint16_t *version_minor, bool *result)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct hr_agent *a = hr_agent_find(s, agent);
	if (a == NULL)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	return major_supported(s, a, extension, version_major, version_minor, result);
}

/* ---- tables ---------------------------------------------------------------------------------- */

hsa_status_t hsa_system_get_extension_table(uint16_t extension, uint16_t version_major,
	uint16_t version_minor, void *table)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct extension *e = find(extension);
	if (e == NULL || table == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (!has_version(e, version_major, version_minor))
		return HSA_STATUS_ERROR;
	note_version(s, e, version_minor);
	memcpy(table, e->table, e->bytes[version_minor]);
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_system_get_major_extension_table(uint16_t extension, uint16_t version_major,
	size_t table_length, void *table)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	const struct extension *e = find(extension);
	if (e == NULL || table == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (!has_version(e, version_major, 0))
		return HSA_STATUS_ERROR;
	size_t all = e->bytes[e->minors - 1];
	/* functions are written whole, as far as they fit */
	size_t bytes = (table_length < all ? table_length : all) / sizeof(void *) * sizeof(void *);
	note_version(s, e, e->minors - 1);
	memcpy(table, e->table, bytes);
	return HSA_STATUS_SUCCESS;
}
