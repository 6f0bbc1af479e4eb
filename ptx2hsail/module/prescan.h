/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Facts about all bodies that must be known before the first is translated. */
#ifndef HSAEMU_PTX_PRESCAN_H
#define HSAEMU_PTX_PRESCAN_H

#include "base/func.h"

struct tr;

struct prescan {
	struct func *func; /* the function that the scan is at */
	bool exits;        /* a function (no kernel) executes `exit` */
	bool has_foreign;  /* functions of other files may be called */
	uint32_t counted_barriers;
	bool has_reduction;    /* bar.red */
	bool has_wide_atomics; /* atomics of 128 bits */
	bool has_images;       /* textures, surfaces or samplers */
	bool asks_arguments;   /* a function has isspacep.param */
	bool asks_spaces;      /* a function has isspacep.global or .local */
	bool copies_arguments; /* a kernel has cvta.param */
};
void tr_prescan(struct tr *t, struct prescan *p);

#endif
