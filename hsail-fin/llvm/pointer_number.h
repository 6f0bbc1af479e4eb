/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Maps LLVM's objects, by their addresses, to numbers. */
#ifndef HSAEMU_FIN_POINTER_NUMBER_H
#define HSAEMU_FIN_POINTER_NUMBER_H

#include <stddef.h>
#include <stdint.h>
#include "hsaemu/arena.h"

#define FIN_NO_NUMBER UINT32_MAX

struct fin_numbers {
	struct fin_numbered *at; /* the hash table */
	size_t mask;
};

/* Makes an empty map for up to `most` objects. Its memory is the arena's. */
void fin_numbers_init(struct arena *a, struct fin_numbers *n, size_t most);
void fin_number_set(struct fin_numbers *n, const void *key, uint32_t number);
/* The object's number, or FIN_NO_NUMBER if it has none. */
uint32_t fin_number_of(const struct fin_numbers *n, const void *key);

#endif
