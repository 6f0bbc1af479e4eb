/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What kernels print. */
#ifndef HSAEMU_PRINT_IMPL_H
#define HSAEMU_PRINT_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text in the making. The worker keeps its memory, because a fault may end a call in the
 * middle. */
struct rt_text {
	char *bytes;
	size_t len, capacity;
	bool failed; /* no memory */
};
void rt_text_release(struct rt_text *t);

/* Appends what the C format at `format` says. `args`: packed values at their natural alignment; a
 * long and a pointer have `word_bytes`. Values are read where the kernel says they are, so this may
 * fault; strings that cannot be read are printed as bad addresses. How many values the format took;
 * -1, and
 * *wrong is what is no conversion in it, else it stays as it is. */
int32_t rt_format(struct rt_text *t, const char *format, const uint8_t *args, uint32_t word_bytes,
	const char **wrong);
/* Appends as printf() does; a piece has at most some hundred bytes. */
void rt_text_printf(struct rt_text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void rt_text_string(struct rt_text *t, const char *s, size_t most);

#endif
