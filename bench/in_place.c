/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "in_place.h"

#include <stdint.h>
#include <string.h>

#include "suite.h"

struct in_place *in_place_new(size_t n)
{
	struct in_place *v = suite_alloc(sizeof *v);
	v->n = n;
	v->input = suite_alloc(n * sizeof(uint32_t));
	v->data = suite_alloc(n * sizeof(uint32_t));
	v->expected = suite_alloc(n * sizeof(uint32_t));
	return v;
}

void in_place_reset(void *data)
{
	struct in_place *v = data;
	memcpy(v->data, v->input, v->n * sizeof(uint32_t));
}

void in_place_reset_native(void *data)
{
	struct in_place *v = data;
	memcpy(v->expected, v->input, v->n * sizeof(uint32_t));
}
