/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as a module that a client of the HSA runtime adds to a program, alone and beside
 * another one. The client gives an address only, so the bytes say themselves how many they are. */
#include <hsa/hsa_ext_finalize.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"

hsa_status_t hsa_init(void);

enum { COUNT_AT = 16, LEAST = 24 };

/* A copy whose header has the right count, unless the input's is below. */
static uint64_t *copy_of(const uint8_t *bytes, size_t len)
{
	uint64_t *copy = malloc(len);
	if (copy == NULL)
		return NULL;
	memcpy(copy, bytes, len);
	if (copy[COUNT_AT / 8] > len)
		copy[COUNT_AT / 8] = len;
	return copy;
}

static hsa_status_t count(hsa_ext_program_t p, hsa_ext_module_t m, void *data)
{
	(void)p, (void)m;
	++*(unsigned *)data;
	return HSA_STATUS_SUCCESS;
}

static bool is_documented(int status)
{
	return status == HSA_STATUS_SUCCESS || status == HSA_STATUS_ERROR_OUT_OF_RESOURCES ||
	       (status > HSA_EXT_STATUS_ERROR_INVALID_PROGRAM &&
		       status <= HSA_EXT_STATUS_ERROR_SYMBOL_MISMATCH);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	static bool begun;
	hsa_ext_program_t p;
	unsigned added = 0;
	uint64_t *first = len < LEAST ? NULL : copy_of(bytes, len);
	uint64_t *second = len < LEAST ? NULL : copy_of(bytes, len);
	if (!begun)
		begun = hsa_init() == HSA_STATUS_SUCCESS;
	if (first != NULL && second != NULL &&
		hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL,
			HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &p) == HSA_STATUS_SUCCESS) {
		int one = (int)hsa_ext_program_add_module(p, (hsa_ext_module_t)(void *)first);
		if (len / 2 >= LEAST) /* the count stays within the bytes */
			((uint8_t *)second)[len / 2] ^= 1;
		int two = (int)hsa_ext_program_add_module(p, (hsa_ext_module_t)(void *)second);
		unsigned expected = (unsigned)(one == HSA_STATUS_SUCCESS) +
		                    (unsigned)(two == HSA_STATUS_SUCCESS);
		if (hsa_ext_program_iterate_modules(p, count, &added) != HSA_STATUS_SUCCESS ||
			added != expected || !is_documented(one) || !is_documented(two) ||
			hsa_ext_program_destroy(p) != HSA_STATUS_SUCCESS)
			BUG("a status that no header has: %x, %x", (unsigned)one, (unsigned)two);
	}
	free(first);
	free(second);
	return 0;
}
