/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* String tables of the image. */
#include "string_table_impl.h"

uint32_t ld_strings_add(struct ld_strings *s, const char *z)
{
	uint64_t off;

	if (str_map_find(&s->offs, str_from(z), &off))
		return (uint32_t)off;
	off = s->bytes.len;
	if (off > UINT32_MAX)
		oom();
	str_map_put(&s->offs, str_from(z), off);
	buf_append(&s->bytes, z, strlen(z) + 1);
	return (uint32_t)off;
}
