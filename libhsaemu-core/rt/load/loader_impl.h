/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A loaded image, for those files of the runtime that look into it. */
#ifndef HSAEMU_RT_LOAD_IMPL_H
#define HSAEMU_RT_LOAD_IMPL_H

#include "hsaemu/rt.h"
#include "rt/os/os_impl.h"

struct rt_image {
	struct arena arena; /* holds `image` and all its strings */
	struct image image; /* its pointers to the file's bytes are not used after loading */
	struct os_fenced memory;
	uint8_t *base;                    /* where the image's pages are mapped */
	struct jit_code_entry *announced; /* the announcement to debuggers, or NULL */
	uint64_t *addresses;              /* of image.imports, when they are bound */
	bool is_ready;                    /* there are no imports, or they are bound */
};

#endif
