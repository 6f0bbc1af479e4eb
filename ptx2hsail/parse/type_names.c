/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file has the tables of PTX types and state spaces. */
#include "parse/ptx_ast.h"

const struct ptx_type_info ptx_types[PTX_TYPE_COUNT] = {
#define TYPE(id, text, bits, kind, hsail) {text, bits, PTX_KIND_##kind, hsail},
#include "parse/ptx_types.def"
};

static const char *const space_texts[PTX_SPACE_COUNT] = {
	[PTX_SPACE_NONE] = "",
	[PTX_SPACE_REG] = "reg",
	[PTX_SPACE_SREG] = "sreg",
	[PTX_SPACE_CONST] = "const",
	[PTX_SPACE_GLOBAL] = "global",
	[PTX_SPACE_LOCAL] = "local",
	[PTX_SPACE_PARAM] = "param",
	[PTX_SPACE_SHARED] = "shared",
	[PTX_SPACE_TEX] = "tex",
};

enum ptx_type ptx_type_by_name(struct str name)
{
	for (int i = PTX_NONE + 1; i < PTX_TYPE_COUNT; i++)
		if (str_is(name, ptx_types[i].text))
			return (enum ptx_type)i;
	return PTX_NONE;
}

/* suffixes of the parts of state spaces; a cluster has one CTA here */
static const char *const parts[PTX_SPACE_COUNT][PTX_SPACE_PARTS] = {
	[PTX_SPACE_PARAM] = {"", "::entry", "::func"},
	[PTX_SPACE_SHARED] = {"", "::cta", "::cluster"},
};

enum ptx_space ptx_space_part_by_name(struct str name, unsigned *part)
{
	size_t n = 0;
	while (n < name.n && name.p[n] != ':')
		n++;
	struct str suffix = str_skip(name, n);
	for (int i = PTX_SPACE_NONE + 1; i < PTX_SPACE_COUNT; i++) {
		if (!str_is((struct str){name.p, n}, space_texts[i]))
			continue;
		for (*part = 0; *part < PTX_SPACE_PARTS; ++*part)
			if (parts[i][*part] != NULL ? str_is(suffix, parts[i][*part])
						    : suffix.n == 0)
				return (enum ptx_space)i;
	}
	return PTX_SPACE_NONE;
}

enum ptx_space ptx_space_by_name(struct str name)
{
	unsigned part = 0;
	return ptx_space_part_by_name(name, &part);
}

bool ptx_type_is_bits(enum ptx_type type)
{
	return type == PTX_B8 || type == PTX_B16 || type == PTX_B32 || type == PTX_B64 ||
	       type == PTX_B128;
}

bool ptx_type_has_no_constants(enum ptx_type type)
{
	return ptx_types[type].kind == PTX_KIND_BITS && !ptx_type_is_bits(type);
}
