/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of ptx_ops.def and ptx_mods.def: compiled once per translation, then matched. */
#include "base/tr.h"

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

struct member {
	enum ptx_class class;
	enum ptx_mod mod;
	const char *hsail;
};
static const struct member members[] = {
#define IN(class, mod, hsail) {PTX_CLASS_##class, PTX_MOD_##mod, hsail},
#include "table/ptx_mods.def"
};

struct row_text {
	const char *root, *mods, *types, *operands, *expansion;
	tr_function *function;
};
static const struct row_text rows[] = {
#define OP(root, mods, types, operands, expansion) {root, mods, types, operands, expansion, NULL},
#define FN(root, mods, types, operands, function) \
	{root, mods, types, operands, NULL, tr_fn_##function},
#include "table/ptx_ops.def"
};

static const struct row_text exclusions[] = {
#define NOT(root, mods) {root, mods, "", "", NULL, NULL},
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

const char *ptx_mod_text(enum ptx_mod m)
{
	return mod_texts[m].text;
}

const char *ptx_class_text(enum ptx_class c, enum ptx_mod m)
{
	for (size_t i = 0; i < ARRAY_LEN(members); i++)
		if (members[i].class == c && members[i].mod == m)
			return members[i].hsail;
	return "";
}

bool ptx_class_has(enum ptx_class c, enum ptx_mod m)
{
	for (size_t i = 0; i < ARRAY_LEN(members); i++)
		if (members[i].class == c && members[i].mod == m)
			return true;
	return false;
}

enum ptx_mod ptx_words_of(const struct ptx_words *w, enum ptx_class c)
{
	for (size_t i = 0; i < ARRAY_LEN(members); i++)
		if (members[i].class == c && ptx_words_has(w, members[i].mod))
			return members[i].mod;
	return PTX_MOD_NONE;
}

enum ptx_mod ptx_ops_mod(const struct ptx_ops *o, struct str word)
{
	uint64_t mod = PTX_MOD_NONE;
	str_map_find(&o->mods, word, &mod);
	return (enum ptx_mod)mod;
}

const char *ptx_class_name(enum ptx_class c)
{
	return class_names[c];
}

/* ---- compiling a row --------------------------------------------------------------------- */

static void set_add(uint64_t set[4], enum ptx_mod m)
{
	set[m / 64] |= UINT64_C(1) << (m % 64);
}

static bool set_has(const uint64_t set[4], enum ptx_mod m)
{
	return (set[m / 64] >> (m % 64) & 1) != 0;
}

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
	while (c < PTX_CLASS_COUNT && !str_is(name, class_names[c]))
		c++;
	if (c == PTX_CLASS_COUNT)
		BUG("ptx_ops.def: no class <" STR_FMT ">", STR_ARG(name));
	row->classes |= UINT64_C(1) << c;
	if (!optional)
		row->required_classes |= UINT64_C(1) << c;
	for (size_t i = 0; i < ARRAY_LEN(members); i++)
		if (members[i].class == c)
			set_add(row->allowed, members[i].mod);
}

static uint32_t space_bit(enum ptx_space space, unsigned part)
{
	return UINT32_C(1) << (space * PTX_SPACE_PARTS + part);
}

uint32_t ptx_space_set(struct str name)
{
	unsigned part = 0;
	enum ptx_space space = ptx_space_part_by_name(name, &part);
	return space == PTX_SPACE_NONE ? 0 : space_bit(space, part);
}

/* "shared::*" stands for all parts of it. */
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

/* "=global|shared" behind "space", all of memory when it is not written; "s=global>shared": two */
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

/* "ptx<1.4", "sm<20" and "ptx<6.4|sm<70"; false for any other word */
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

/* "_", "_|" and "|_": what of the result may be `_` */
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
	set_add(row->allowed, (enum ptx_mod)mod);
	if (!optional)
		set_add(row->required, (enum ptx_mod)mod);
	if (repeated)
		set_add(row->repeated, (enum ptx_mod)mod);
	if (in_name)
		row->name[row->name_count++] = (enum ptx_mod)mod;
}

static uint64_t type_bit(enum ptx_type t)
{
	return UINT64_C(1) << t;
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
			return type_bit(pairs[i].a) | type_bit(pairs[i].b);
	enum ptx_type t = ptx_type_by_name(word);
	if (t == PTX_NONE)
		BUG("ptx_ops.def: no type '" STR_FMT "'", STR_ARG(word));
	return type_bit(t);
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

static void compile_row(const struct ptx_ops *o, struct op_row *row, const struct row_text *text)
{
	row->root = str_from(text->root);
	row->expansion = text->expansion;
	row->function = text->function;
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

void ptx_ops_init(struct ptx_ops *o, struct arena *arena)
{
	o->arena = arena;
	str_map_init(&o->roots);
	str_map_init(&o->mods);
	for (int m = PTX_MOD_NONE + 1; m < PTX_MOD_COUNT; m++)
		str_map_put(&o->mods, str_from(mod_texts[m].text), (uint64_t)m);
	o->exclusions = ARENA_ARRAY(arena, struct op_row, ARRAY_LEN(exclusions));
	o->exclusion_count = ARRAY_LEN(exclusions);
	for (size_t i = 0; i < o->exclusion_count; i++)
		compile_row(o, &o->exclusions[i], &exclusions[i]);
	struct op_row *all = ARENA_ARRAY(arena, struct op_row, ARRAY_LEN(rows));
	o->rows = all;
	for (size_t i = ARRAY_LEN(rows); i-- > 0;) {
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

/* ---- matching ---------------------------------------------------------------------------- */

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
				w->spaces[w->space_count] = space_bit(space, part);
			w->space = space;
			w->has_space = true;
			w->space_count++;
		} else if (str_map_find(&o->mods, word, &mod)) {
			set_add(w->mods, (enum ptx_mod)mod);
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
	for (size_t i = 0; i < ARRAY_LEN(members); i++) {
		const struct member *m = &members[i];
		if ((row->classes >> m->class & 1) == 0 || !set_has(w->mods, m->mod) ||
			set_has(row->required, m->mod))
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
		if ((row->types[i] & type_bit(w->types[i])) == 0)
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
		if (!set_has(w->mods, row->name[i]))
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
	return row != NULL && set_has(row->repeated, mod);
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

static struct op_row *first_row(const struct ptx_ops *o, struct str root)
{
	uint64_t first = 0;
	return str_map_find(&o->roots, root, &first) ? (struct op_row *)(uintptr_t)first : NULL;
}

const struct op_row *ptx_ops_first(const struct ptx_ops *o, struct str root)
{
	return first_row(o, root);
}

bool ptx_ops_lack_operands(const struct ptx_ops *o, const struct ptx_module *m,
	const struct ptx_inst *inst, struct ptx_words *w)
{
	for (struct op_row *row = first_row(o, inst->root); row != NULL; row = row->next)
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
	for (struct op_row *row = first_row(o, inst->root); row != NULL; row = row->next) {
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
