/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "cuda/library/symbols.h"
#include "hsaemu/base.h"

bool cuda_bind_symbols(const char *library, const char *from, void *handle, const char *prefix,
	const struct cuda_symbol *symbols, size_t count, void *table)
{
	for (size_t i = 0; i < count; i++) {
		char name[64];
		snprintf(name, sizeof name, "%s%s", prefix, symbols[i].name);
		void *address = dlsym(handle, name);
		if (address == NULL) {
			fprintf(stderr, "%s: %s has no %s()\n", library, from, name);
			return false;
		}
		memcpy((uint8_t *)table + symbols[i].offset, &address, sizeof address);
	}
	return true;
}
