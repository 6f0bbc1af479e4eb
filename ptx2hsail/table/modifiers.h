/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modifiers, and the classes that they form; ptx_mods.def lists both. */
#ifndef HSAEMU_PTX_MODIFIERS_H
#define HSAEMU_PTX_MODIFIERS_H

#include "hsaemu/base.h"

enum ptx_mod {
	PTX_MOD_NONE,
#define MOD(id, text) PTX_MOD_##id,
#include "table/ptx_mods.def"
	PTX_MOD_COUNT
};
enum ptx_class {
#define CLASS(id, name) PTX_CLASS_##id,
#include "table/ptx_mods.def"
	PTX_CLASS_COUNT
};

/* A set of modifiers is a bit mask of PTX_MOD_WORDS words. */
enum { PTX_MOD_WORDS = 4 };
static inline void ptx_mods_add(uint64_t set[PTX_MOD_WORDS], enum ptx_mod m)
{
	set[m / 64] |= UINT64_C(1) << (m % 64);
}
static inline bool ptx_mods_has(const uint64_t set[PTX_MOD_WORDS], enum ptx_mod m)
{
	return (set[m / 64] >> (m % 64) & 1) != 0;
}
_Static_assert(PTX_MOD_COUNT <= 64 * PTX_MOD_WORDS, "a set of modifiers is four words");
_Static_assert(PTX_CLASS_COUNT <= 64, "a set of classes is one word");

struct ptx_member { /* a modifier as a member of a class, with its text in HSAIL */
	enum ptx_class class;
	enum ptx_mod mod;
	const char *hsail;
};
extern const struct ptx_member ptx_members[];
extern const size_t ptx_member_count;

const char *ptx_mod_text(enum ptx_mod m);
const char *ptx_class_name(enum ptx_class c);
bool ptx_class_has(enum ptx_class c, enum ptx_mod m);
/* Returns the HSAIL text of a member of the class; "" when `m` is not a member. */
const char *ptx_class_text(enum ptx_class c, enum ptx_mod m);

#endif
