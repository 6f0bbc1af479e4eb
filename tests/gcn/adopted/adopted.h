/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For the programs that have the host's libraries run what clang makes of kernels.cl: their files,
 * and what kernel mix stores. */
#ifndef HSAEMU_TESTS_GCN_ADOPTED_H
#define HSAEMU_TESTS_GCN_ADOPTED_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { ITEMS = 192, GROUP = 64, N = -5 };

static int32_t table[4] = {1000, 2000, 3000, 4000};
static const float vector[4] = {10, 20, 30, 40};

/* What work-item i stores. */
static inline int32_t mixed(uint32_t i)
{
	return (int32_t)(GROUP - 1 - i % GROUP) * 3 + table[i & 3] + N + 50;
}

static inline void check_mixed(const int32_t *out)
{
	for (uint32_t i = 0; i < ITEMS; i++) {
		if (out[i] == mixed(i))
			continue;
		fprintf(stderr, "[%u] is %d, not %d\n", i, (int)out[i], (int)mixed(i));
		exit(1);
	}
}

/* Returns the bytes of a file, in a block of its own. */
static inline void *bytes_of(const char *path, size_t *count)
{
	FILE *f = fopen(path, "rb");
	enum { ROOM = 1 << 20 };
	void *bytes = malloc(ROOM);
	if (f == NULL || bytes == NULL)
		exit(1);
	*count = fread(bytes, 1, ROOM, f);
	fclose(f);
	return bytes;
}

#endif
