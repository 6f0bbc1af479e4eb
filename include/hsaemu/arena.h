/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arena: memory that is freed all at once.
 *
 * Nodes and strings of one module or one pass live in an arena and are never freed singly. Blocks
 * are zeroed. Allocation never fails (oom()). Not thread-safe; an arena has one owner. */
#ifndef HSAEMU_ARENA_H
#define HSAEMU_ARENA_H

#include <stdarg.h>
#include "hsaemu/base.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

struct arena_block;
struct arena {
	struct arena_block *head;
};

void arena_init(struct arena *a);
void arena_release(struct arena *a);
/* Notes what an arena has, so that arena_back() can forget what was added since by work in a scope
 * (unwind.h) that was left: the scope has freed it. */
struct arena_mark {
	struct arena_block *head, *next;
};
struct arena_mark arena_mark(const struct arena *a);
void arena_back(struct arena *a, const struct arena_mark *m);
/* Returns zeroed memory of the arena. `align` is a power of two up to 64. `bytes` may be 0, and the
 * pointer need not be unique then. */
void *arena_alloc(struct arena *a, size_t bytes, size_t align) NODISCARD;
void *arena_alloc_array(struct arena *a, size_t count, size_t elem_bytes, size_t align) NODISCARD;
/* Both copy into the arena and end the copy with NUL. */
char *arena_strndup(struct arena *a, const char *p, size_t n) NODISCARD;
char *arena_printf(struct arena *a, const char *fmt, ...) PRINTF_LIKE(2, 3) NODISCARD;
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap) PRINTF_LIKE(2, 0) NODISCARD;

#define ARENA_NEW(a, T) ((T *)arena_alloc((a), sizeof(T), _Alignof(T)))
#define ARENA_ARRAY(a, T, n) ((T *)arena_alloc_array((a), (n), sizeof(T), _Alignof(T)))

HSAEMU_END_DECLS

#endif
