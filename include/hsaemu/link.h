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
	bool map; /* fill *map_text with the map of the image */
	/* leave out code and data that nothing needs of what the image offers */
	bool gc;
	const char *const *keep; /* HSAIL names of all that the image shall offer; implies gc */
	size_t keep_count;
	/* leave global and readonly variables that no input defines to the loader
	 * (rt_image_bind()), instead of an error */
	bool imports;
};

/* Links the inputs and appends the image to `out`. False after diagnostics, which name undefined
 * and multiply defined symbols as HSAIL does. */
bool link_image(const struct link_input *inputs, size_t count, const struct link_options *o,
	struct buf *out, struct buf *map_text, struct diag *d) NODISCARD;

HSAEMU_END_DECLS

#endif
