/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* PTX names may have characters that HSAIL's may not, and different blocks of one body may use the
 * same name. This file makes HSAIL names for them. */
#include "base/hsail_names.h"
#include "base/tr.h"

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* HSAIL names have no '$' and '%', which are written .24 and .25; no PTX name has a dot, so that
 * names stay distinct. A name that begins with one of them, or with HSAIL's reserved __hsa, gets
 * "_." in front. */
struct str tr_hsail_name(struct tr *t, char sigil, struct str ptx_name)
{
	struct buf b = BUF_INIT;
	buf_u8(&b, (uint8_t)sigil);
	if (!is_letter(ptx_name.p[0]) || str_starts(ptx_name, STR("__hsa")))
		buf_puts(&b, "_.");
	for (size_t i = 0; i < ptx_name.n; i++) {
		char c = ptx_name.p[i];
		if (is_letter(c) || (c >= '0' && c <= '9'))
			buf_u8(&b, (uint8_t)c);
		else
			buf_printf(&b, ".%02x", (unsigned)(unsigned char)c);
	}
	struct str name = str_dup(&t->arena, buf_slice(&b));
	buf_release(&b);
	return name;
}

/* A number keeps apart labels or variables that have the same name in different blocks of a body.
 * It follows a dot, which no PTX name has. */
struct str tr_unique_name(struct tr *t, struct str name)
{
	uint64_t uses = 0;
	bool known = str_map_find(&t->body.names, name, &uses);
	str_map_put(&t->body.names, name, uses + 1);
	return known ? str_from(arena_printf(&t->arena, STR_FMT ".%llu", STR_ARG(name),
			       (unsigned long long)uses))
	             : name;
}
