/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file compiles the rows of ptx_ops.def, once per translation. */
#include "table/rows.h"

static const struct op_row_text exclusions[] = {
#define NOT(root, mods) {root, mods, "", "", NULL, NULL, OP_PLAIN},
#include "table/ptx_ops.def"
};

static const char *const whole_roots[] = {
#define WHOLE(root) root,
#include "table/ptx_ops.def"
};

bool ptx_ops_is_whole(struct str root)
{
	for (size_t i = 0; i < ARRAY_LEN(whole_roots); i++)
		if (str_is(root, whole_roots[i]))
			return true;
	return false;
}

enum ptx_mod ptx_ops_mod(const struct ptx_ops *o, struct str word)
{
	uint64_t mod = PTX_MOD_NONE;
	str_map_find(&o->mods, word, &mod);
	return (enum ptx_mod)mod;
}

/* ---- compiling a row --------------------------------------------------------------------- */

static struct str next_word(struct str *s, char separator)
{
	while (s->n != 0 && s->p[0] == separator)
		*s = str_skip(*s, 1);
	size_t n = 0;
	while (n < s->n && s->p[n] != separator)
		n++;
	struct str word = {s->p, n};
	*s = str_skip(*s, n);
	return word;
}

static void compile_class(struct op_row *row, struct str name, bool optional)
{
	unsigned c = 0;
	while (c < PTX_CLASS_COUNT && !str_is(name, ptx_class_name((enum ptx_class)c)))
		c++;
	if (c == PTX_CLASS_COUNT)
		BUG("ptx_ops.def: no class <" STR_FMT ">", STR_ARG(name));
	row->classes |= UINT64_C(1) << c;
	if (!optional)
		row->required_classes |= UINT64_C(1) << c;
	for (size_t i = 0; i < ptx_member_count; i++)
		if (ptx_members[i].class == c)
			ptx_mods_add(row->allowed, ptx_members[i].mod);
}

uint32_t ptx_space_set(struct str name)
{
	unsigned part = 0;
	enum ptx_space space = ptx_space_part_by_name(name, &part);
	return space == PTX_SPACE_NONE ? 0 : ptx_space_bit(space, part);
}

/* Returns the set for a state space; "shared::*" stands for all parts of shared. */
static uint32_t compile_space(struct str word)
{
	const struct str all = STR("::*");
	bool is_whole = word.n > all.n && str_eq(str_skip(word, word.n - all.n), all);
	if (is_whole)
		word.n -= all.n;
	uint32_t set = ptx_space_set(word), all_parts = (1u << PTX_SPACE_PARTS) - 1;
	if (set == 0)
		BUG("ptx_ops.def: no state space '" STR_FMT "'", STR_ARG(word));
	return is_whole ? set * all_parts : set;
}

static uint32_t compile_space_list(struct str list)
{
	uint32_t spaces = 0;
	while (list.n != 0)
		spaces |= compile_space(next_word(&list, '|'));
	return spaces;
}

/* Compiles what follows "space": "=global|shared" lists the spaces allowed, nothing allows all of
 * memory, and "s=global>shared" allows two spaces, one after the other. */
static void compile_spaces(struct op_row *row, struct str list, bool optional)
{
	row->two_spaces = list.n != 0 && list.p[0] == 's';
	row->space_required = !optional;
	list = str_skip(list, list.n == 0 ? 0 : row->two_spaces ? 2 : 1);
	row->spaces[0] =
		compile_space_list(list.n == 0 ? STR("const|global|local|param::*|shared::*")
					       : next_word(&list, '>'));
	if (row->two_spaces)
		row->spaces[1] = compile_space_list(next_word(&list, '>'));
}

static uint32_t take_number(struct str *s)
{
	uint64_t n = 0;
	if (!str_take_decimal(s, &n))
		BUG("ptx_ops.def: no number in '" STR_FMT "'", STR_ARG(*s));
	return (uint32_t)n;
}

/* Compiles "ptx<1.4", "sm<20" or "ptx<6.4|sm<70". Returns false for any other word. */
static bool compile_age(struct op_row *row, struct str word)
{
	if (str_starts(word, STR("ptx<"))) {
		word = str_skip(word, strlen("ptx<"));
		uint32_t major = take_number(&word);
		word = str_skip(word, 1); /* . */
		row->below_version = PTX_VERSION(major, take_number(&word));
		if (word.n == 0)
			return true;
		row->below_either = true;
		word = str_skip(word, 1); /* | */
	}
	if (!str_starts(word, STR("sm<")))
		return false;
	word = str_skip(word, strlen("sm<"));
	row->below_target = take_number(&word);
	return true;
}

/* Compiles "_", "_|" or "|_", which say what part of the result may be `_`. Returns false for any
 * other word. */
static bool compile_discard(struct op_row *row, struct str word)
{
	static const char *const words[] = {"_", "_|", "|_"};
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		if (str_is(word, words[i]))
			return row->may_discard[i] = true;
	return false;
}

static void compile_mod(const struct ptx_ops *o, struct op_row *row, struct str word)
{
	bool optional = false, repeated = false;
	if (str_is(word, "*")) {
		row->any_mods = true;
		return;
	}
	if (compile_age(row, word) || compile_discard(row, word))
		return;
	bool in_name = word.p[0] == '.', is_class = word.p[0] == '<';
	if (in_name)
		word = str_skip(word, 1);
	if (is_class)
		word = (struct str){word.p + 1, word.n - 2};
	for (; word.p[word.n - 1] == '?'; word.n--) {
		repeated = optional;
		optional = true;
	}
	if (is_class) {
		compile_class(row, word, optional);
		return;
	}
	if (str_starts(word, STR("space"))) {
		compile_spaces(row, str_skip(word, strlen("space")), optional);
		return;
	}
	uint64_t mod = 0;
	if (!str_map_find(&o->mods, word, &mod))
		BUG("ptx_ops.def: no modifier '" STR_FMT "'", STR_ARG(word));
	ptx_mods_add(row->allowed, (enum ptx_mod)mod);
	if (!optional)
		ptx_mods_add(row->required, (enum ptx_mod)mod);
	if (repeated)
		ptx_mods_add(row->repeated, (enum ptx_mod)mod);
	if (in_name)
		row->name[row->name_count++] = (enum ptx_mod)mod;
}

static uint64_t compile_type(struct str word)
{
	static const struct {
		const char *name;
		enum ptx_type a, b;
	} pairs[] = {{"i8", PTX_S8, PTX_U8}, {"i16", PTX_S16, PTX_U16}, {"i32", PTX_S32, PTX_U32},
		{"i64", PTX_S64, PTX_U64}};
	for (size_t i = 0; i < ARRAY_LEN(pairs); i++)
		if (str_is(word, pairs[i].name))
			return ptx_type_bit(pairs[i].a) | ptx_type_bit(pairs[i].b);
	enum ptx_type t = ptx_type_by_name(word);
	if (t == PTX_NONE)
		BUG("ptx_ops.def: no type '" STR_FMT "'", STR_ARG(word));
	return ptx_type_bit(t);
}

static uint64_t compile_types(struct str alternatives)
{
	uint64_t set = 0;
	while (alternatives.n != 0)
		set |= compile_type(next_word(&alternatives, '|'));
	return set;
}

static struct op_operand compile_operand(struct str word)
{
	struct op_operand o = {.relative = 'T'};
	if (word.p[0] == '[')
		return (struct op_operand){.letter = word.p[1], .is_address = true};
	if (word.p[0] == '#') {
		o.is_immediate = true;
		word = str_skip(word, 1);
	}
	o.letter = word.p[0];
	o.is_dest = o.letter == 'D' || o.letter == 'Q';
	word = str_skip(word, 1);
	struct str bound = word;
	while (bound.n != 0 && bound.p[0] != '<' && bound.p[0] != '=')
		bound = str_skip(bound, 1);
	struct str type = {word.p, word.n - bound.n};
	if (type.n != 0) {
		type = str_skip(type, 1); /* : */
		bool relative = type.n == 1 && strchr("TSW", type.p[0]) != NULL;
		o.relative = relative ? type.p[0] : 0;
		o.type = relative ? PTX_NONE : ptx_type_by_name(type);
	}
	if (bound.n == 0)
		return o;
	struct str number = str_skip(bound, 1);
	*(bound.p[0] == '<' ? &o.below : &o.only) = take_number(&number);
	return o;
}

static void compile_row(const struct ptx_ops *o, struct op_row *row, const struct op_row_text *text)
{
	row->root = str_from(text->root);
	row->expansion = text->expansion;
	row->function = text->function;
	row->kind = text->kind;
	struct str mods = str_from(text->mods), types = str_from(text->types),
		   operands = str_from(text->operands);
	while (mods.n != 0)
		compile_mod(o, row, next_word(&mods, ' '));
	while (types.n != 0)
		row->types[row->type_count++] = compile_types(next_word(&types, ' '));
	if (str_is(operands, "*")) {
		row->any_operands = true;
		return;
	}
	while (operands.n != 0)
		row->operands[row->operand_count++] = compile_operand(next_word(&operands, ' '));
}

void ptx_ops_init(struct ptx_ops *o, struct arena *arena, const struct op_row_text *rows,
	size_t count)
{
	o->arena = arena;
	str_map_init(&o->roots);
	str_map_init(&o->mods);
	for (int m = PTX_MOD_NONE + 1; m < PTX_MOD_COUNT; m++)
		str_map_put(&o->mods, str_from(ptx_mod_text((enum ptx_mod)m)), (uint64_t)m);
	o->exclusions = ARENA_ARRAY(arena, struct op_row, ARRAY_LEN(exclusions));
	o->exclusion_count = ARRAY_LEN(exclusions);
	for (size_t i = 0; i < o->exclusion_count; i++)
		compile_row(o, &o->exclusions[i], &exclusions[i]);
	struct op_row *all = ARENA_ARRAY(arena, struct op_row, count);
	o->rows = all;
	for (size_t i = count; i-- > 0;) {
		compile_row(o, &all[i], &rows[i]);
		uint64_t first = 0;
		if (str_map_find(&o->roots, all[i].root, &first))
			all[i].next = (struct op_row *)(uintptr_t)first;
		str_map_put(&o->roots, all[i].root, (uint64_t)(uintptr_t)&all[i]);
	}
}

void ptx_ops_release(struct ptx_ops *o)
{
	str_map_release(&o->roots);
	str_map_release(&o->mods);
}

struct op_row *ptx_ops_first(const struct ptx_ops *o, struct str root)
{
	uint64_t first = 0;
	return str_map_find(&o->roots, root, &first) ? (struct op_row *)(uintptr_t)first : NULL;
}
