/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file belongs to the static library. The compiling half is present if the program was linked
 * with libhsaemu-fin.a; otherwise the address of the weak symbol is NULL. */
#include <unistd.h>
#include "hsaemu/cache.h"
#include "hsaemu/compiler.h"

#pragma weak hsaemu_compiler

void hsaemu_half_folder(struct buf *out)
{
	enum { PATH_BYTES = 4096 };
	ssize_t n = readlink("/proc/self/exe", (char *)buf_reserve(out, PATH_BYTES), PATH_BYTES);
	while (n > 0 && out->data[n - 1] != '/')
		n--;
	out->len = n > 0 ? (size_t)n : 0;
}

bool hsaemu_half_identity(struct buf *out)
{
	return &hsaemu_compiler != NULL && cache_identity_of_loaded(&hsaemu_compiler, out);
}

const struct hsaemu_compiler *hsaemu_half_open(struct buf *why)
{
	if (&hsaemu_compiler != NULL)
		return &hsaemu_compiler;
	buf_puts(why, "the program was linked without libhsaemu-fin.a, which compiles; images of "
		      "hsa-ld can be loaded without it");
	return NULL;
}
