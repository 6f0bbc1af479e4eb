/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of a library that was loaded, in a table. */
#ifndef HSAEMU_CUDA_SYMBOLS_H
#define HSAEMU_CUDA_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

struct cuda_symbol {
	const char *name;
	size_t offset; /* of its address in the table */
};

/* Fills a table with the addresses of `count` symbols, before whose names `prefix` stands. False
 * after a line that begins with the library's name, if `from`, whose handle for dlsym() this is,
 * lacks one. */
bool cuda_bind_symbols(const char *library, const char *from, void *handle, const char *prefix,
	const struct cuda_symbol *symbols, size_t count, void *table);

#endif
