/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tables of functions by identifiers (CUDA driver API, cuGetExportTable()). Nothing documents what
 * they have; these are those without which programs do not start that nvcc has linked. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "export_table_impl.h"
#include "hsaemu/base.h"
#include "module_impl.h"

/* A table begins with its size in bytes, if the identifier's has one. */
typedef union {
	size_t bytes;
	void (*function)(void);
} cu_entry;
#define FUNCTION(name) {.function = (void (*)(void))(name)}

/* Of what is not known. */
static CUresult not_known(void)
{
	fprintf(stderr, "libcuda: a function that cuGetExportTable() gives is not supported\n");
	return CUDA_ERROR_NOT_SUPPORTED;
}

/* ---- modules --------------------------------------------------------------------------------- */

/* Options are not known. */
static CUresult load_wrapped_with(CUmodule *module, const void *wrapper, const void *a,
	const void *b, unsigned c)
{
	return a != NULL || b != NULL || c != 0 ? not_known()
	                                        : cuModuleLoadFatBinary(module, wrapper);
}

static CUresult load_bare_with(const void *binary, CUmodule *module, const void *a, const void *b,
	unsigned c)
{
	return load_wrapped_with(module, binary, a, b, c);
}

static CUresult nothing(void)
{
	return CUDA_SUCCESS;
}

static const cu_entry modules[13] = {{sizeof modules}, FUNCTION(cuModuleLoadFatBinary),
	FUNCTION(cuDevicePrimaryCtxRetain), FUNCTION(not_known), FUNCTION(not_known),
	FUNCTION(not_known), FUNCTION(load_wrapped_with), FUNCTION(nothing),
	FUNCTION(load_bare_with), FUNCTION(not_known), FUNCTION(not_known), FUNCTION(not_known),
	FUNCTION(nothing)};

/* ---- hooks of profilers, of which there are none --------------------------------------------- */

static void get_hooks(void **at, size_t *count)
{
	static uint32_t hooks[1024];
	*at = hooks;
	*count = ARRAY_LEN(hooks);
}

static void get_domains(void **at, size_t *count)
{
	static uint32_t domains[14];
	*at = domains;
	*count = ARRAY_LEN(domains);
}

static const cu_entry hooks[7] = {{sizeof hooks}, FUNCTION(not_known), FUNCTION(get_hooks),
	FUNCTION(not_known), FUNCTION(not_known), FUNCTION(not_known), FUNCTION(get_domains)};
static const cu_entry thread_hooks[4] = {
	{sizeof thread_hooks}, FUNCTION(not_known), FUNCTION(not_known), FUNCTION(not_known)};

/* ---- contexts -------------------------------------------------------------------------------- */

static CUresult check_context(CUcontext ctx, unsigned *state, const void **more)
{
	(void)ctx;
	(void)more;
	*state = 0;
	return CUDA_SUCCESS;
}

static const cu_entry locals[4] = {FUNCTION(cu_local_put), FUNCTION(cu_local_delete),
	FUNCTION(cu_local_get), FUNCTION(not_known)};
static const cu_entry checks[4] = {
	{sizeof checks}, FUNCTION(not_known), FUNCTION(check_context), FUNCTION(nothing)};

/* ---- who the driver is ----------------------------------------------------------------------- */

static CUresult get_identity(unsigned version, uint64_t seconds, uint8_t answer[16]);
static const cu_entry identity[3] = {
	{sizeof identity}, FUNCTION(get_identity), FUNCTION(not_known)};

static CUresult get_identity(unsigned version, uint64_t seconds, uint8_t answer[16])
{
	int driver;
	CUresult error = cuDriverGetVersion(&driver);
	struct cu_identity i = {.driver_version = (uint32_t)driver,
		.runtime_version = version,
		.process = (uint32_t)getpid(),
		.thread = (uint32_t)pthread_self(),
		.module_table = modules,
		.identity_table = identity,
		.seconds = seconds};
	memcpy(&i.function, &identity[1], sizeof i.function);
	cu_identity_answer(&i, answer);
	return error;
}

/* ---- those of our own runtime ---------------------------------------------------------------- */

static const struct cuda_managed_table managed = {sizeof managed, cu_module_load};

/* ---- all ------------------------------------------------------------------------------------- */

CUresult CUDAAPI cuGetExportTable(const void **ppExportTable, const CUuuid *pExportTableId)
{
	static const struct {
		uint8_t id[16];
		const void *table;
	} tables[] = {
		{{0x6b, 0xd5, 0xfb, 0x6c, 0x5b, 0xf4, 0xe7, 0x4a, 0x89, 0x87, 0xd9, 0x39, 0x12,
			 0xfd, 0x9d, 0xf9},
			modules},
		{{0xa0, 0x94, 0x79, 0x8c, 0x2e, 0x74, 0x2e, 0x74, 0x93, 0xf2, 0x08, 0x00, 0x20,
			 0x0c, 0x0a, 0x66},
			hooks},
		{{0x42, 0xd8, 0x5a, 0x81, 0x23, 0xf6, 0xcb, 0x47, 0x82, 0x98, 0xf6, 0xe7, 0x8a,
			 0x3a, 0xec, 0xdc},
			thread_hooks},
		{{0xc6, 0x93, 0x33, 0x6e, 0x11, 0x21, 0xdf, 0x11, 0xa8, 0xc3, 0x68, 0xf3, 0x55,
			 0xd8, 0x95, 0x93},
			locals},
		{{0x26, 0x3e, 0x88, 0x60, 0x7c, 0xd2, 0x61, 0x43, 0x92, 0xf6, 0xbb, 0xd5, 0x00,
			 0x6d, 0xfa, 0x7e},
			checks},
		{{0xd4, 0x08, 0x20, 0x55, 0xbd, 0xe6, 0x70, 0x4b, 0x8d, 0x34, 0xba, 0x12, 0x3c,
			 0x66, 0xe1, 0xf2},
			identity},
		{CUDA_MANAGED_ID, &managed},
	};
	if (ppExportTable == NULL || pExportTableId == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	for (size_t i = 0; i < ARRAY_LEN(tables); i++)
		if (memcmp(tables[i].id, pExportTableId->bytes, sizeof tables[i].id) == 0) {
			*ppExportTable = tables[i].table;
			return CUDA_SUCCESS;
		}
	*ppExportTable = NULL;
	return CUDA_ERROR_INVALID_VALUE; /* it is asked for tables of other drivers, too */
}
