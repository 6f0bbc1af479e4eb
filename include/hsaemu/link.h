/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hsa-ld as a library: relocatable objects and archives to a loadable image. */
#ifndef HSAEMU_LINK_H
#define HSAEMU_LINK_H

#include "hsaemu/buf.h"
#include "hsaemu/decls.h"
#include "hsaemu/diag.h"

HSAEMU_BEGIN_DECLS

struct link_input {
	const char *name; /* for messages; archives are recognised by content */
	const void *bytes;
	size_t len;
};

struct link_options {
	bool map;                /* fill *map_text */
	bool gc;                 /* leave out what nothing that the image offers needs */
	const char *const *keep; /* HSAIL names of all that it shall offer; implies gc */
	size_t keep_count;
};

/* Appends the image to `out`. Undefined and multiply defined symbols are reported by HSAIL name. */
bool link_image(const struct link_input *inputs, size_t count, const struct link_options *o,
	struct buf *out, struct buf *map_text, struct diag *d) NODISCARD;

HSAEMU_END_DECLS

#endif
