/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file finds the row of the table that fits an instruction: it sorts the words of the
 * instruction by what they are, then compares them with the rows of its root, in the order of the
 * table. */
#include "table/match_row.h"

enum ptx_mod ptx_words_of(const struct ptx_words *w, enum ptx_class c)
{
	for (size_t i = 0; i < ptx_member_count; i++)
		if (ptx_members[i].class == c && ptx_words_has(w, ptx_members[i].mod))
			return ptx_members[i].mod;
	return PTX_MOD_NONE;
}

static void sort_words(const struct ptx_ops *o, const struct ptx_inst *inst, struct ptx_words *w)
{
	*w = (struct ptx_words){0};
	for (unsigned i = 0; i < inst->mod_count; i++) {
		struct str word = inst->mods[i];
		uint64_t mod = 0;
		enum ptx_type type = ptx_type_by_name(word);
		unsigned part = 0;
		enum ptx_space space = ptx_space_part_by_name(word, &part);
		if (type != PTX_NONE) {
			if (w->type_count < ARRAY_LEN(w->types))
				w->types[w->type_count] = type;
			w->type_count++;
		} else if (space != PTX_SPACE_NONE) {
			if (w->space_count < ARRAY_LEN(w->spaces))
				w->spaces[w->space_count] = ptx_space_bit(space, part);
			w->space = space;
			w->has_space = true;
			w->space_count++;
		} else if (str_map_find(&o->mods, word, &mod)) {
			ptx_mods_add(w->mods, (enum ptx_mod)mod);
		} else {
			w->unknown = true;
			w->unknown_text = word;
		}
	}
}

bool ptx_row_is_in(const struct op_row *row, const struct ptx_module *m)
{
	bool is_older = row->below_version == 0 || m->version < row->below_version;
	bool is_lesser = row->below_target == 0 || m->target_number < row->below_target;
	return row->below_either ? is_older || is_lesser : is_older && is_lesser;
}

bool ptx_row_allows(const struct op_row *row, const struct ptx_words *w)
{
	if (row->any_mods)
		return true;
	if (w->unknown || w->space_count > (row->two_spaces ? 2u : 1u) ||
		(w->has_space && row->spaces[0] == 0))
		return false;
	for (int i = 0; i < 4; i++)
		if ((w->mods[i] & ~row->allowed[i]) != 0)
			return false;
	return true;
}

static bool mods_fit(const struct op_row *row, const struct ptx_words *w)
{
	if (!ptx_row_allows(row, w) ||
		(row->space_required && w->space_count != (row->two_spaces ? 2u : 1u)))
		return false;
	for (int i = 0; i < 4; i++)
		if ((row->required[i] & ~w->mods[i]) != 0)
			return false;
	return true;
}

static bool classes_fit(const struct op_row *row, struct ptx_words *w)
{
	memset(w->classes, 0, sizeof w->classes);
	for (size_t i = 0; i < ptx_member_count; i++) {
		const struct ptx_member *m = &ptx_members[i];
		if ((row->classes >> m->class & 1) == 0 || !ptx_mods_has(w->mods, m->mod) ||
			ptx_mods_has(row->required, m->mod))
			continue;
		if (w->classes[m->class] != PTX_MOD_NONE)
			return false;
		w->classes[m->class] = m->mod;
	}
	for (unsigned c = 0; c < PTX_CLASS_COUNT; c++)
		if ((row->required_classes >> c & 1) != 0 && w->classes[c] == PTX_MOD_NONE)
			return false;
	return true;
}

bool ptx_row_has_types(const struct op_row *row, const struct ptx_words *w)
{
	if (row->any_mods && row->type_count == 0)
		return true;
	if (row->type_count != w->type_count)
		return false;
	for (unsigned i = 0; i < row->type_count; i++)
		if ((row->types[i] & ptx_type_bit(w->types[i])) == 0)
			return false;
	return true;
}

static bool operands_fit(const struct op_row *row, const struct ptx_inst *inst)
{
	if (row->any_operands)
		return true;
	if (row->operand_count != inst->operand_count)
		return false;
	for (unsigned i = 0; i < row->operand_count; i++) {
		const struct op_operand *want = &row->operands[i];
		const struct ptx_operand *have = inst->operands[i];
		if (!want->is_immediate)
			continue;
		if (have->kind != PTX_OPND_INT ||
			(want->below != 0 && have->value >= want->below) ||
			(want->only != 0 && have->value != want->only))
			return false;
	}
	return true;
}

bool ptx_ops_has_space(const struct op_row *row, const struct ptx_words *w)
{
	if (row->any_mods || !w->has_space)
		return true;
	return (row->spaces[0] & w->spaces[0]) != 0 &&
	       (!row->two_spaces || (row->spaces[1] & w->spaces[1]) != 0);
}

enum ptx_mod ptx_ops_misplaced(const struct ptx_ops *o, const struct op_row *row,
	const struct ptx_inst *inst, const struct ptx_words *w)
{
	unsigned at = 0;
	for (unsigned i = 0; i < row->name_count; i++) {
		if (!ptx_mods_has(w->mods, row->name[i]))
			continue;
		if (ptx_ops_mod(o, inst->mods[at]) != row->name[i])
			return row->name[i];
		at++;
	}
	return PTX_MOD_NONE;
}

static bool may_repeat(const struct ptx_ops *o, const struct op_row *row, struct str word)
{
	enum ptx_mod mod = ptx_ops_mod(o, word);
	if (mod == PTX_MOD_NONE)
		return ptx_space_set(word) == 0;
	return row != NULL && ptx_mods_has(row->repeated, mod);
}

struct str ptx_ops_doubled(const struct ptx_ops *o, const struct op_row *row,
	const struct ptx_inst *inst)
{
	for (unsigned i = 0; i < inst->mod_count && (row == NULL || !row->any_mods); i++)
		for (unsigned k = 0; k < i; k++)
			if (str_eq(inst->mods[k], inst->mods[i]) &&
				!may_repeat(o, row, inst->mods[i]))
				return inst->mods[i];
	return STR("");
}

static bool has_all_of(const struct op_row *row, const struct ptx_words *w)
{
	for (int i = 0; i < 4; i++)
		if ((row->required[i] & ~w->mods[i]) != 0)
			return false;
	for (unsigned c = 0; c < PTX_CLASS_COUNT; c++)
		if ((row->classes >> c & 1) != 0 &&
			ptx_words_of(w, (enum ptx_class)c) == PTX_MOD_NONE)
			return false;
	return row->spaces[0] == 0 || (row->spaces[0] & w->spaces[0]) != 0;
}

const struct op_row *ptx_ops_exclusion(const struct ptx_ops *o, const struct ptx_inst *inst,
	const struct ptx_words *w)
{
	for (size_t i = 0; i < o->exclusion_count; i++)
		if (str_eq(o->exclusions[i].root, inst->root) && has_all_of(&o->exclusions[i], w))
			return &o->exclusions[i];
	return NULL;
}

bool ptx_ops_lack_operands(const struct ptx_ops *o, const struct ptx_module *m,
	const struct ptx_inst *inst, struct ptx_words *w)
{
	for (struct op_row *row = ptx_ops_first(o, inst->root); row != NULL; row = row->next)
		if (ptx_row_is_in(row, m) && mods_fit(row, w) && ptx_row_has_types(row, w) &&
			classes_fit(row, w) && ptx_ops_has_space(row, w))
			return true;
	return false;
}

struct op_row *ptx_ops_match(const struct ptx_ops *o, const struct ptx_module *m,
	const struct ptx_inst *inst, struct ptx_words *w)
{
	sort_words(o, inst, w);
	struct op_row *of_other_space = NULL;
	for (struct op_row *row = ptx_ops_first(o, inst->root); row != NULL; row = row->next) {
		if (!ptx_row_is_in(row, m) || !mods_fit(row, w) || !ptx_row_has_types(row, w) ||
			!operands_fit(row, inst) || !classes_fit(row, w))
			continue;
		if (ptx_ops_has_space(row, w))
			return row;
		if (of_other_space == NULL)
			of_other_space = row;
	}
	return of_other_space;
}
