/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The properties of kernels and arguments, as a table. */
#include "hsaemu/kernel_info.h"
#include "hsaemu/base.h"

const char *const kernel_arg_kinds[] = {
	"by_value", "global_buffer", "dynamic_shared_pointer", "image", "sampler", NULL};
const char *const kernel_arg_spaces[] = {
	"", "private", "global", "constant", "local", "generic", NULL};
const char *const kernel_arg_accesses[] = {"", "read_only", "write_only", "read_write", NULL};

enum value { FLAG, WORD, TEXT, SIZES };

struct property {
	const char *name;
	enum value value;
	size_t off; /* of the member */
	const char *const *words;
};

static const struct property arg_properties[] = {
	{"value_kind", WORD, offsetof(struct kernel_arg_info, kind), kernel_arg_kinds},
	{"address_space", WORD, offsetof(struct kernel_arg_info, space), kernel_arg_spaces},
	{"access", WORD, offsetof(struct kernel_arg_info, access), kernel_arg_accesses},
	{"is_const", FLAG, offsetof(struct kernel_arg_info, is_const), NULL},
	{"is_volatile", FLAG, offsetof(struct kernel_arg_info, is_volatile), NULL},
	{"is_restrict", FLAG, offsetof(struct kernel_arg_info, is_restrict), NULL},
	{"type", TEXT, offsetof(struct kernel_arg_info, source_type), NULL},
	{"name", TEXT, offsetof(struct kernel_arg_info, source_name), NULL},
};
static const struct property kernel_properties[] = {
	{"vec_type_hint", TEXT, offsetof(struct kernel_info, vec_type_hint), NULL},
	{"workgroup_size_hint", SIZES, offsetof(struct kernel_info, wg_hint), NULL},
	{"uniform_work_groups", FLAG, offsetof(struct kernel_info, uniform_work_groups), NULL},
};

void kernel_arg_info_init(struct kernel_arg_info *info)
{
	*info = (struct kernel_arg_info){.source_name = "", .source_type = ""};
}

void kernel_info_init(struct kernel_info *info)
{
	*info = (struct kernel_info){.vec_type_hint = ""};
}

static const char *read_word(struct str value, const char *const *words, uint32_t *out)
{
	for (uint32_t i = 0; value.n != 0 && words[i] != NULL; i++)
		if (str_is(value, words[i])) {
			*out = i;
			return NULL;
		}
	return "has an unknown value";
}

/* Reads three positive numbers of 32 bits: "8,4,1". */
static const char *read_sizes(struct str value, uint32_t *out)
{
	for (int i = 0; i < 3; i++) {
		uint64_t n;
		if (i > 0 && !str_starts(value, STR(",")))
			return "wants three numbers";
		if (i > 0)
			value = str_skip(value, 1);
		if (!str_take_decimal(&value, &n))
			return "wants three numbers";
		if (n == 0 || n > UINT32_MAX)
			return "has a number out of range";
		out[i] = (uint32_t)n;
	}
	return value.n != 0 ? "wants three numbers" : NULL;
}

static const char *read_text(struct str value, const char **out, struct arena *a)
{
	if (value.n == 0)
		return "has no value";
	for (size_t i = 0; i < value.n; i++)
		if ((unsigned char)value.p[i] < ' ' || strchr("\"\\\x7f", value.p[i]) != NULL)
			return "has a character that is in no name and no type";
	*out = arena_strndup(a, value.p, value.n);
	return NULL;
}

static const char *read_value(const struct property *p, struct str value, void *info,
	struct arena *a)
{
	void *at = (char *)info + p->off;
	switch (p->value) {
	case FLAG:
		*(bool *)at = true;
		return NULL;
	case WORD:
		return read_word(value, p->words, at);
	case TEXT:
		return read_text(value, at, a);
	case SIZES:
		return read_sizes(value, at);
	}
	BUG("not a property's value");
}

static const char *add(const struct property *table, unsigned count, struct str property,
	void *info, uint32_t *seen, struct arena *a)
{
	const char *equals = property.n != 0 ? memchr(property.p, '=', property.n) : NULL;
	struct str name = {property.p, equals != NULL ? (size_t)(equals - property.p) : property.n};
	for (unsigned i = 0; i < count; i++) {
		const struct property *p = &table[i];
		if (!str_is(name, p->name))
			continue;
		if ((equals == NULL) != (p->value == FLAG))
			return equals == NULL ? "has no value" : "has a value";
		if ((*seen >> i & 1) != 0)
			return "is there twice";
		*seen |= UINT32_C(1) << i;
		struct str rest = equals != NULL ? str_skip(property, name.n + 1) : (struct str){0};
		return read_value(p, rest, info, a);
	}
	return "is no property that is known";
}

const char *kernel_arg_info_add(struct kernel_arg_info *info, struct str property, struct arena *a)
{
	return add(arg_properties, ARRAY_LEN(arg_properties), property, info, &info->seen, a);
}

const char *kernel_info_add(struct kernel_info *info, struct str property, struct arena *a)
{
	return add(kernel_properties, ARRAY_LEN(kernel_properties), property, info, &info->seen, a);
}
