/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The valid handles of a library's objects, which are addresses in the objects. Clients may hand in
 * any number, so nothing is followed that is not in the set. All functions may be called from any
 * thread. */
#ifndef HSAEMU_HANDLE_SET_H
#define HSAEMU_HANDLE_SET_H

#include <stdbool.h>
#include "hsaemu/base.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

/* A part of each object. Its members belong to the set while the handle is in it. */
struct handle {
	struct handle *next;
	unsigned kind; /* the library's own number */
};

/* Makes the handle valid, of this kind; until handle_leave(), which may come again. */
void handle_enter(struct handle *h, unsigned kind);
void handle_leave(struct handle *h);
/* Returns whether `any`, which may be any number, is a valid handle of this kind. */
bool handle_is_valid(const void *any, unsigned kind);
/* Does the same, and makes it invalid: of several threads that do so, one gets true. */
bool handle_take(const void *any, unsigned kind) NODISCARD;
/* Returns the handle at `any` if it is a valid one of this kind, or NULL. It stays valid until
 * handle_unlock(); the caller must not come back to the set before. */
struct handle *handle_lock(const void *any, unsigned kind) NODISCARD;
void handle_unlock(const struct handle *h);

HSAEMU_END_DECLS

#endif
