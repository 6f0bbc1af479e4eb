/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Some things must be known of all bodies before the first is translated. */
#ifndef HSAEMU_PTX_PRESCAN_H
#define HSAEMU_PTX_PRESCAN_H

#include "base/func.h"

struct tr;

struct prescan {
	struct func *func; /* being looked at */
	bool exits;        /* `exit` in a function */
	bool has_foreign;  /* functions of other files are declared */
	uint32_t counted_barriers;
	uint64_t shared_bytes; /* of all static .shared variables of bodies, after those given */
	bool has_reduction;    /* bar.red */
	bool has_wide_atomics; /* of 128 bits */
	bool has_images;       /* textures or surfaces */
	bool asks_arguments;   /* isspacep.param in a function, */
	bool asks_spaces;      /* .global or .local */
	bool copies_arguments; /* cvta.param in a kernel */
};
void tr_prescan(struct tr *t, struct prescan *p);

#endif
