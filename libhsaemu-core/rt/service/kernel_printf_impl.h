/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Formats the text that kernels print. */
#ifndef HSAEMU_PRINT_IMPL_H
#define HSAEMU_PRINT_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A text under construction. It belongs to the worker and not to the call, because a fault may end
 * a call in the middle. */
struct rt_text {
	char *bytes;
	size_t len, capacity;
	bool failed; /* there was no memory for all of the text */
};
void rt_text_release(struct rt_text *t);
void rt_text_clear(struct rt_text *t); /* the memory stays */
void rt_text_append(struct rt_text *t, const char *s, size_t n);

/* Appends the text that the C format at `format` makes of the values at `args`, which lie at their
 * natural alignment; a long and a pointer have `word_bytes`. Values are read from where the kernel
 * says they are, so this may fault; for strings that cannot be read, the text says that the address
 * is bad. Returns how many values the format took. If a part of the format is no conversion,
 * returns -1 and sets *wrong to that part; otherwise *wrong is left alone. */
int32_t rt_format(struct rt_text *t, const char *format, const uint8_t *args, uint32_t word_bytes,
	const char **wrong);
/* Appends text as printf() does; one call appends some hundred bytes at most. */
void rt_text_printf(struct rt_text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void rt_text_string(struct rt_text *t, const char *s, size_t most);

#endif
