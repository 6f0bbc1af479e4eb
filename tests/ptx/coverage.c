/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* coverage FILE...: which rows of ptx_ops.def the PTX files use, with which types and modifiers.
 * The files are those that tests execute and whose results they compare, so that what is not used
 * is not tested: an error, unless coverage.def says why (then what it says must be needed).
 *
 * Of each row there must be instructions of each combination of types, with each modifier and,
 * where it may be left out, without. All combinations of these are the matter of product.def. */
#include <stdlib.h>

#include "module/instructions.h"
#include "table/match_row.h"

struct row_text {
	const char *root, *mods, *types;
};
static const struct row_text texts[] = {
#define OP(root, mods, types, operands, expansion) {root, mods, types},
#define FN(root, mods, types, operands, function) {root, mods, types},
#include "table/ptx_ops.def"
};
enum { ROWS = ARRAY_LEN(texts) };

static const struct {
	const char *gap, *reason;
} known[] = {
#define GAP(gap, reason) {gap, reason},
#include "coverage.def"
};
static bool is_needed[ARRAY_LEN(known)];

struct use { /* of a row */
	uint64_t count;
	uint64_t with[4], without[4]; /* sets of modifiers: of classes too */
	uint64_t no_class;            /* classes that an instruction was without */
	uint32_t spaces;              /* 1 << enum ptx_space */
};
static struct use uses[ROWS];
static struct str_map tuples; /* "row types" of all instructions */
static struct ptx_ops ops;
static struct arena memory;

/* ---- what is used ---------------------------------------------------------------------------- */

static const char *tuple_text(size_t row, const enum ptx_type *types, unsigned count)
{
	char *s = arena_printf(&memory, "%zu", row);
	for (unsigned i = 0; i < count; i++)
		s = arena_printf(&memory, "%s.%s", s, ptx_types[types[i]].text);
	return s;
}

static void note_instruction(const struct ptx_module *m, const struct ptx_inst *inst)
{
	struct ptx_words w;
	struct op_row *row = ptx_ops_match(&ops, m, inst, &w);
	if (row == NULL)
		return;
	struct use *u = &uses[row - ops.rows];
	u->count++;
	for (int i = 0; i < 4; i++) {
		u->with[i] |= w.mods[i];
		u->without[i] |= ~w.mods[i];
	}
	for (unsigned c = 0; c < PTX_CLASS_COUNT; c++)
		if (w.classes[c] == PTX_MOD_NONE)
			u->no_class |= UINT64_C(1) << c;
	u->spaces |= UINT32_C(1) << (w.has_space ? w.space : PTX_SPACE_NONE);
	if (w.type_count <= ARRAY_LEN(w.types))
		str_map_put(&tuples,
			str_from(tuple_text((size_t)(row - ops.rows), w.types, w.type_count)), 1);
}

static void note_statements(const struct ptx_module *m, const struct ptx_stmt *s)
{
	for (; s != NULL; s = s->next) {
		if (s->kind == PTX_STMT_INST)
			note_instruction(m, &s->u.inst);
		else if (s->kind == PTX_STMT_BLOCK)
			note_statements(m, s->u.block.first);
	}
}

static bool read_file(const char *name, struct diag *d)
{
	struct source ptx;
	struct ptx_module m;
	if (!source_load(&ptx, name, d))
		return false;
	bool ok = ptx_parse(&m, &ptx, NULL, d);
	for (const struct ptx_func *f = m.funcs; ok && f != NULL; f = f->next)
		note_statements(&m, f->body);
	diag_flush(d, stderr);
	ptx_module_release(&m);
	source_release(&ptx);
	return ok;
}

/* ---- what is missing ------------------------------------------------------------------------- */

static int gaps;

/* "...: *" is all that may be missing of a row */
static bool is_whole_row(const char *pattern, const char *gap)
{
	size_t n = strlen(pattern) - 1;
	return pattern[n] == '*' && pattern[n - 1] == ' ' && strncmp(pattern, gap, n) == 0;
}

static void report(size_t row, const char *what, const char *detail)
{
	const struct row_text *t = &texts[row];
	const char *gap = arena_printf(&memory, "%s \"%s\" \"%s\": %s%s", t->root, t->mods,
		t->types, what, detail);
	bool is_known = false;
	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		if (str_is(str_from(gap), known[i].gap) || is_whole_row(known[i].gap, gap))
			is_known = is_needed[i] = true;
	if (is_known)
		return;
	printf("%s\n", gap);
	gaps++;
}

static void check_types(size_t row, enum ptx_type *types, unsigned at)
{
	const struct op_row *r = &ops.rows[row];
	uint64_t ignored = 0;
	if (at == r->type_count) {
		const char *tuple = tuple_text(row, types, at);
		if (!str_map_find(&tuples, str_from(tuple), &ignored))
			report(row, "types ", strchr(tuple, '.'));
		return;
	}
	for (int t = 0; t < PTX_TYPE_COUNT; t++)
		if ((r->types[at] >> t & 1) != 0) {
			types[at] = (enum ptx_type)t;
			check_types(row, types, at + 1);
		}
}

static bool in_set(const uint64_t set[4], int mod)
{
	return (set[mod / 64] >> (mod % 64) & 1) != 0;
}

static bool is_of_class(const struct op_row *r, enum ptx_mod mod)
{
	static const struct {
		enum ptx_class class;
		enum ptx_mod mod;
	} members[] = {
#define IN(class, mod, hsail) {PTX_CLASS_##class, PTX_MOD_##mod},
#include "table/ptx_mods.def"
	};
	for (size_t i = 0; i < ARRAY_LEN(members); i++)
		if (members[i].mod == mod && (r->classes >> members[i].class & 1) != 0)
			return true;
	return false;
}

static const char *mod_text(int mod)
{
	static const char *const all[] = {
		"",
#define MOD(id, text) text,
#include "table/ptx_mods.def"
	};
	return all[mod];
}

static void check_modifiers(size_t row)
{
	const struct op_row *r = &ops.rows[row];
	const struct use *u = &uses[row];
	for (int m = PTX_MOD_NONE + 1; m < PTX_MOD_COUNT; m++) {
		if (!in_set(r->allowed, m))
			continue;
		if (!in_set(u->with, m))
			report(row, "with ", mod_text(m));
		if (!in_set(r->required, m) && !is_of_class(r, (enum ptx_mod)m) &&
			!in_set(u->without, m))
			report(row, "without ", mod_text(m));
	}
	for (unsigned c = 0; c < PTX_CLASS_COUNT; c++)
		if ((r->classes & ~r->required_classes) >> c & 1 && (u->no_class >> c & 1) == 0)
			report(row, "without ", ptx_class_name((enum ptx_class)c));
	if (r->spaces[0] != 0 && !r->space_required && (u->spaces & 1) == 0)
		report(row, "without ", "space");
}

static void check_row(size_t row)
{
	enum ptx_type types[MAX_ROW_TYPES];
	if (uses[row].count == 0) {
		report(row, "never", "");
		return;
	}
	if (ops.rows[row].any_mods)
		return;
	check_types(row, types, 0);
	check_modifiers(row);
}

int main(int argc, char **argv)
{
	const struct diag_options options = {.tool = "coverage", .error_limit = 20};
	struct diag d;
	bool ok = argc > 1;
	diag_init(&d, &options);
	arena_init(&memory);
	str_map_init(&tuples);
	ptx_ops_init(&ops, &memory, ptx_instructions, ptx_instruction_count);
	for (int i = 1; i < argc; i++)
		ok = read_file(argv[i], &d) && ok;
	for (size_t row = 0; row < ROWS; row++)
		check_row(row);
	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		if (!is_needed[i]) {
			printf("coverage.def: %s: is tested\n", known[i].gap);
			gaps++;
		}
	printf("%d rows, %d gaps, %zu known\n", (int)ROWS, gaps, ARRAY_LEN(known));
	ptx_ops_release(&ops);
	str_map_release(&tuples);
	arena_release(&memory);
	diag_release(&d);
	return ok && gaps == 0 ? EXIT_DONE : EXIT_REFUSED;
}
