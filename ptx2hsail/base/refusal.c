/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file reports why no row of ptx_ops.def fits an instruction. The report is an error when the
 * words show that the instruction is no PTX. Anything else is unsupported, because it may be PTX of
 * a version that we do not know. */
#include "base/message.h"
#include "base/refusal.h"
#include "base/tr.h"

static bool is_candidate(const struct tr *t, const struct op_row *row)
{
	return ptx_row_is_in(row, t->ptx);
}

static void complain(struct tr *t, const char *what, struct str word, const char *rest)
{
	tr_error(t, t->at.stmt->span, "'" STR_FMT "' has '." STR_FMT "', %s '" STR_FMT "' %s",
		STR_ARG(t->at.inst->text), STR_ARG(word), what, STR_ARG(t->at.inst->root), rest);
}

/* ---- words that the root never has ---------------------------------------------------------- */

static bool any_row_has_mod(struct tr *t, const struct op_row *first, enum ptx_mod m)
{
	for (const struct op_row *row = first; row != NULL; row = row->next)
		if (is_candidate(t, row) && (row->allowed[m / 64] >> (m % 64) & 1) != 0)
			return true;
	return false;
}

static bool any_row_has_type(struct tr *t, const struct op_row *first, enum ptx_type type)
{
	for (const struct op_row *row = first; row != NULL; row = row->next)
		for (unsigned i = 0; is_candidate(t, row) && i < row->type_count; i++)
			if ((row->types[i] >> type & 1) != 0)
				return true;
	return false;
}

static bool has_foreign_word(struct tr *t, const struct op_row *first)
{
	for (unsigned i = 0; i < t->at.inst->mod_count; i++) {
		struct str word = t->at.inst->mods[i];
		enum ptx_type type = ptx_type_by_name(word);
		enum ptx_mod mod = ptx_ops_mod(&t->ops, word);
		if (mod != PTX_MOD_NONE && !any_row_has_mod(t, first, mod)) {
			complain(t, "a modifier that", word, "does not have");
			return true;
		}
		if (type != PTX_NONE && !any_row_has_type(t, first, type)) {
			complain(t, "a type that", word, "does not have");
			return true;
		}
	}
	return false;
}

/* ---- two of a class -------------------------------------------------------------------------- */

static bool has_two_of(struct tr *t, enum ptx_class c)
{
	enum ptx_mod one = PTX_MOD_NONE;
	for (int m = PTX_MOD_NONE + 1; m < PTX_MOD_COUNT; m++) {
		if (!ptx_words_has(&t->at.words, (enum ptx_mod)m) ||
			!ptx_class_has(c, (enum ptx_mod)m))
			continue;
		if (one != PTX_MOD_NONE) {
			tr_error(t, t->at.stmt->span, "'" STR_FMT "' has both '.%s' and '.%s'",
				STR_ARG(t->at.inst->text), ptx_mod_text(one),
				ptx_mod_text((enum ptx_mod)m));
			return true;
		}
		one = (enum ptx_mod)m;
	}
	return false;
}

static bool has_two_of_a_class(struct tr *t, const struct op_row *first)
{
	for (const struct op_row *row = first; row != NULL; row = row->next) {
		if (!is_candidate(t, row) || !ptx_row_allows(row, &t->at.words) ||
			!ptx_row_has_types(row, &t->at.words))
			continue;
		for (unsigned c = 0; c < PTX_CLASS_COUNT; c++)
			if ((row->classes >> c & 1) != 0 && has_two_of(t, (enum ptx_class)c))
				return true;
	}
	return false;
}

/* ---- what is missing ------------------------------------------------------------------------- */

static bool has_any_of(const struct tr *t, enum ptx_class c)
{
	for (int m = PTX_MOD_NONE + 1; m < PTX_MOD_COUNT; m++)
		if (ptx_words_has(&t->at.words, (enum ptx_mod)m) &&
			ptx_class_has(c, (enum ptx_mod)m))
			return true;
	return false;
}

static void add_word(struct buf *list, enum ptx_mod m)
{
	struct buf quoted = BUF_INIT;
	buf_printf(&quoted, "'.%s'", ptx_mod_text(m));
	struct str s = buf_slice(&quoted), all = buf_slice(list);
	bool is_there = false;
	for (size_t i = 0; i + s.n <= all.n; i++)
		is_there |= memcmp(all.p + i, s.p, s.n) == 0;
	if (!is_there)
		buf_printf(list, "%s" STR_FMT, all.n == 0 ? "" : " or ", STR_ARG(s));
	buf_release(&quoted);
}

/* If the row lacks exactly one word to fit, adds to the list the words that would do. */
static void add_missing(struct tr *t, const struct op_row *row, struct buf *list)
{
	enum ptx_mod lacks = PTX_MOD_NONE;
	unsigned class = PTX_CLASS_COUNT, count = 0;
	for (int m = PTX_MOD_NONE + 1; m < PTX_MOD_COUNT; m++)
		if ((row->required[m / 64] >> (m % 64) & 1) != 0 &&
			!ptx_words_has(&t->at.words, (enum ptx_mod)m)) {
			lacks = (enum ptx_mod)m;
			count++;
		}
	for (unsigned c = 0; c < PTX_CLASS_COUNT; c++)
		if ((row->required_classes >> c & 1) != 0 && !has_any_of(t, (enum ptx_class)c)) {
			class = c;
			count++;
		}
	if (count != 1)
		return;
	if (lacks != PTX_MOD_NONE)
		add_word(list, lacks);
	for (int m = PTX_MOD_NONE + 1; class < PTX_CLASS_COUNT && m < PTX_MOD_COUNT; m++)
		if (ptx_class_has((enum ptx_class) class, (enum ptx_mod)m))
			add_word(list, (enum ptx_mod)m);
}

static bool lacks_a_word(struct tr *t, const struct op_row *first)
{
	struct buf list = BUF_INIT;
	for (const struct op_row *row = first; row != NULL; row = row->next)
		if (is_candidate(t, row) && !row->any_mods && ptx_row_allows(row, &t->at.words) &&
			ptx_row_has_types(row, &t->at.words))
			add_missing(t, row, &list);
	struct str s = buf_slice(&list);
	if (s.n != 0)
		tr_error(t, t->at.stmt->span, "'" STR_FMT "' lacks " STR_FMT,
			STR_ARG(t->at.inst->text), STR_ARG(s));
	buf_release(&list);
	return s.n != 0;
}

/* ---- words that exclude each other ----------------------------------------------------------- */

static bool is_of_exclusion(struct tr *t, const struct op_row *row, struct str word)
{
	enum ptx_mod m = ptx_ops_mod(&t->ops, word);
	if (m != PTX_MOD_NONE)
		return (row->allowed[m / 64] >> (m % 64) & 1) != 0;
	return (row->spaces[0] & ptx_space_set(word)) != 0;
}

bool tr_refuse_exclusion(struct tr *t)
{
	const struct op_row *row = ptx_ops_exclusion(&t->ops, t->at.inst, &t->at.words);
	if (row == NULL)
		return false;
	struct buf list = BUF_INIT;
	for (unsigned i = 0; i < t->at.inst->mod_count; i++)
		if (is_of_exclusion(t, row, t->at.inst->mods[i]))
			buf_printf(&list, "%s'." STR_FMT "'", list.len == 0 ? "" : " and ",
				STR_ARG(t->at.inst->mods[i]));
	struct str words = buf_slice(&list);
	tr_error(t, t->at.stmt->span, "'" STR_FMT "' has " STR_FMT ", which exclude each other",
		STR_ARG(t->at.inst->text), STR_ARG(words));
	buf_release(&list);
	return true;
}

/* ---- the whole --------------------------------------------------------------------------- */

void tr_refuse_space(struct tr *t)
{
	tr_error(t, t->at.stmt->span,
		"'" STR_FMT "' has a state space that '" STR_FMT "' cannot have",
		STR_ARG(t->at.inst->text), STR_ARG(t->at.inst->root));
}

/* Combinations that no row has are errors only up to the newest version that we know: later ones
 * may combine known words in other ways. */
void tr_no_translation(struct tr *t)
{
	struct str root = t->at.inst->root;
	if (!t->at.words.unknown && t->ptx->version <= PTX_NEWEST && ptx_ops_is_whole(root))
		tr_error(t, t->at.stmt->span,
			"'" STR_FMT "': no form of '" STR_FMT
			"' has these modifiers and types together",
			STR_ARG(t->at.inst->text), STR_ARG(root));
	else
		tr_unsupported(t, t->at.stmt->span, "'" STR_FMT "' has no translation to HSAIL",
			STR_ARG(t->at.inst->text));
}

static bool has_wrong_operands(struct tr *t)
{
	if (!ptx_ops_lack_operands(&t->ops, t->ptx, t->at.inst, &t->at.words))
		return false;
	tr_error(t, t->at.stmt->span, "'" STR_FMT "' cannot have these operands",
		STR_ARG(t->at.inst->text));
	return true;
}

void tr_refuse(struct tr *t)
{
	const struct op_row *first = ptx_ops_first(&t->ops, t->at.inst->root);
	if (has_wrong_operands(t))
		return;
	if (first == NULL || t->at.words.unknown ||
		!(has_foreign_word(t, first) || has_two_of_a_class(t, first) ||
			lacks_a_word(t, first)))
		tr_no_translation(t);
}
