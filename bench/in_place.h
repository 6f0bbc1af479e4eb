/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Data of cases that change one array of 4-byte elements in place. */
#ifndef BENCH_IN_PLACE_H
#define BENCH_IN_PLACE_H

#include <stddef.h>

struct in_place {
	size_t n;                      /* elements */
	void *input, *data, *expected; /* data and expected begin as input */
};

/* Allocates the three arrays with suite_alloc(); the caller fills them. */
struct in_place *in_place_new(size_t n);
/* Serves as reset and reset_native of a case whose data is a struct in_place. */
void in_place_reset(void *data);
void in_place_reset_native(void *data);

#endif
