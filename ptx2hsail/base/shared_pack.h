/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The shared memory of kernels that have some of dynamic size: see module/shared_layout.c. */
#ifndef HSAEMU_PTX_SHARED_PACK_H
#define HSAEMU_PTX_SHARED_PACK_H

#include "hir/hir.h"

struct func;

/* One array for all static shared variables that can be in use together with dynamic memory, which
 * begins right behind it. */
struct shared_pack {
	struct shared_pack *joined; /* the pack that this one is a part of, or NULL */
	uint64_t bytes, align;      /* of the array */
	uint64_t used;              /* bytes that variables have so far */
	struct hir_var *var;        /* the array; NULL when it would be empty */
};

/* A shared variable of module scope. */
struct shared_var {
	const struct ptx_var *ptx;
	bool is_dynamic;
	const struct func *user;  /* shared_uses.c: the last function that was seen to name it */
	struct shared_pack *pack; /* NULL: it is a variable of its own */
};

struct shared_use { /* an element of a function's list of static shared variables */
	struct shared_var *var;
	struct shared_use *next;
};

/* Returns the pack that `p` is a part of, or NULL for NULL. */
static inline struct shared_pack *shared_pack_whole(struct shared_pack *p)
{
	while (p != NULL && p->joined != NULL)
		p = p->joined;
	return p;
}

#endif
