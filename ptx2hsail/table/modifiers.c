/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file has the texts of the modifiers of ptx_mods.def, and the classes that they form. */
#include "parse/ptx_ast.h"
#include "table/modifiers.h"

struct mod_text {
	const char *text;
};

static const struct mod_text mod_texts[PTX_MOD_COUNT] = {
	[PTX_MOD_NONE] = {""},
#define MOD(id, text) [PTX_MOD_##id] = {text},
#include "table/ptx_mods.def"
};

static const char *const class_names[PTX_CLASS_COUNT] = {
#define CLASS(id, name) [PTX_CLASS_##id] = name,
#include "table/ptx_mods.def"
};

const struct ptx_member ptx_members[] = {
#define IN(class, mod, hsail) {PTX_CLASS_##class, PTX_MOD_##mod, hsail},
#include "table/ptx_mods.def"
};
const size_t ptx_member_count = ARRAY_LEN(ptx_members);

const char *ptx_mod_text(enum ptx_mod m)
{
	return mod_texts[m].text;
}

const char *ptx_class_text(enum ptx_class c, enum ptx_mod m)
{
	for (size_t i = 0; i < ptx_member_count; i++)
		if (ptx_members[i].class == c && ptx_members[i].mod == m)
			return ptx_members[i].hsail;
	return "";
}

bool ptx_class_has(enum ptx_class c, enum ptx_mod m)
{
	for (size_t i = 0; i < ptx_member_count; i++)
		if (ptx_members[i].class == c && ptx_members[i].mod == m)
			return true;
	return false;
}

const char *ptx_class_name(enum ptx_class c)
{
	return class_names[c];
}
