/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Attributes, checked arithmetic and the two ways a program of this suite may die.
 *
 * BUG() is for a broken invariant of our own code, oom() for memory exhaustion in compile-side
 * code. Both end the process, or the work of a scope (unwind.h). Input errors never come here: they
 * go to a struct diag (diag.h). */
#ifndef HSAEMU_BASE_H
#define HSAEMU_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

#define NODISCARD __attribute__((warn_unused_result))
#define PRINTF_LIKE(fmt_arg, first_arg) __attribute__((format(printf, fmt_arg, first_arg)))
#define NORETURN __attribute__((noreturn))
/* Marks functions with a constant argument that are fast only when each caller gets its own
 * copy. */
#define ALWAYS_INLINE inline __attribute__((always_inline))

#define ARRAY_LEN(a) (sizeof(a) / sizeof((a)[0]))

/* Exit statuses shared by all tools; hsa-run adds its own (its --help). */
enum exit_status {
	EXIT_DONE = 0,        /* all was done */
	EXIT_REFUSED = 1,     /* input refused, with diagnostics */
	EXIT_USAGE = 2,       /* wrong command line */
	EXIT_UNSUPPORTED = 3, /* valid input that needs something not supported yet */
	EXIT_IO = 4,          /* a file could not be read or written */
	EXIT_BUG = 70,        /* our own mistake, or no memory */
};

#define BUG(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
NORETURN void bug_at(const char *file, int line, const char *fmt, ...) PRINTF_LIKE(3, 4);
NORETURN void oom(void);

/* Allocation that never returns NULL (calls oom()); blocks are zeroed and freed with mem_free(), by
 * which scopes know that they are free. Outside of scopes, free() will do. */
void *mem_new(size_t count, size_t elem_bytes) NODISCARD;
/* Resizes a block for callers that keep no size, such as scanners. The bytes that are added are
 * undefined. */
void *mem_resize(void *block, size_t bytes) NODISCARD;
void *mem_grow(void *block, size_t *capacity, size_t need, size_t elem_bytes) NODISCARD;
/* Does what mem_grow() does, but the bytes that are added are undefined and stay untouched. */
void *mem_grow_bytes(void *block, size_t *capacity, size_t need) NODISCARD;
void mem_free(void *block); /* does nothing for NULL */
/* Does what mem_new() does, but returns NULL when there is no memory. It is for the runtime, which
 * returns a status. The block belongs to no scope, and is freed with free(). */
void *mem_try_new(size_t count, size_t elem_bytes) NODISCARD;

/* Makes room for one more element: `ptr` has `len` elements in use and room for `cap` (size_t). */
#define ARRAY_GROW(ptr, len, cap) \
	((len) < (cap) ? (void)0 \
		       : (void)((ptr) = mem_grow((ptr), &(cap), (len) + 1, sizeof *(ptr))))

static inline bool is_pow2(uint64_t v)
{
	return v != 0 && (v & (v - 1)) == 0;
}

/* Rounds up to a power-of-two alignment; the caller rules out overflow. */
static inline uint64_t align_up(uint64_t v, uint64_t align)
{
	return (v + align - 1) & ~(align - 1);
}

HSAEMU_END_DECLS

#endif
