/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names, scopes, declarations and definitions, references (PRM 4.3.8, 4.6, 4.12, 18.5.1.1). */
#include "brig/verify/verify_function_impl.h"
#include "brig/verify/verify_symbol_impl.h"

/* ---- names ---------------------------------------------------------------------------------- */

static bool is_identifier(struct str s)
{
	if (s.n < 2 || s.p[1] == '.' || (s.p[1] >= '0' && s.p[1] <= '9'))
		return false;
	for (size_t i = 1; i < s.n; i++) {
		char c = s.p[i], lower = (char)(c | 0x20);
		if (!(lower >= 'a' && lower <= 'z') && !(c >= '0' && c <= '9') && c != '_' &&
			c != '.')
			return false;
	}
	return s.p[0] == '&' || s.p[0] == '%' || s.p[0] == '@';
}

/* Returns the name at a data offset that holds a string. Equal strings share one name. */
static struct brig_name *intern(struct brig_verifier *vf, uint32_t data_off)
{
	uint32_t *at = &vf->name_at[data_off / 4];
	uint64_t number;
	if (*at != 0)
		return &vf->names[*at - 1];
	struct str s = brig_verify_data(vf, data_off);
	if (!str_map_find(&vf->name_numbers, s, &number)) {
		ARRAY_GROW(vf->names, vf->name_count, vf->name_cap);
		vf->names[vf->name_count] =
			(struct brig_name){.sigil = is_identifier(s) ? s.p[0] : '\0'};
		number = ++vf->name_count;
		str_map_put(&vf->name_numbers, s, number);
	}
	*at = (uint32_t)number;
	return &vf->names[number - 1];
}

struct brig_name *brig_verify_name(struct brig_verifier *vf, uint32_t code_off, uint32_t data_off,
	char sigil)
{
	struct brig_name *n = intern(vf, data_off);
	struct str s = brig_verify_data(vf, data_off);
	if (n->sigil == sigil && str_starts(str_skip(s, 1), STR("__hsa"))) {
		FAIL_CODE(vf, code_off, "4.6.1",
			"names such as '%.*s' that begin with '__hsa' are reserved",
			(int)(s.n < 64 ? s.n : 64), s.p);
		return NULL;
	}
	if (n->sigil == sigil)
		return n;
	FAIL_CODE(vf, code_off, "4.6.1",
		"name '%.*s' must be '%c', then a letter or '_', then letters, digits, '_' or '.'",
		(int)(s.n < 64 ? s.n : 64), s.p, sigil);
	return NULL;
}

static uint32_t name_offset(const struct brig_entry *e)
{
	switch (e->kind) {
	case BRIG_KIND_DIRECTIVE_FBARRIER:
		return e->u.fbarrier.name;
	case BRIG_KIND_DIRECTIVE_FUNCTION:
	case BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION:
	case BRIG_KIND_DIRECTIVE_KERNEL:
	case BRIG_KIND_DIRECTIVE_SIGNATURE:
		return e->u.executable.name;
	case BRIG_KIND_DIRECTIVE_LABEL:
		return e->u.label.name;
	case BRIG_KIND_DIRECTIVE_MODULE:
		return e->u.module.name;
	case BRIG_KIND_DIRECTIVE_VARIABLE:
		return e->u.variable.name;
	}
	BUG("entry of kind 0x%x has no name", e->kind);
}

struct str brig_verify_name_of(const struct brig_verifier *vf, const struct brig_entry *e)
{
	uint32_t name = name_offset(e);
	return name == 0 ? STR("") : brig_verify_data(vf, name);
}

/* ---- module scope --------------------------------------------------------------------------- */

static bool is_definition(const struct brig_entry *e)
{
	switch (e->kind) {
	case BRIG_KIND_DIRECTIVE_FBARRIER:
		return (e->u.fbarrier.modifier & BRIG_VARIABLE_DEFINITION) != 0;
	case BRIG_KIND_DIRECTIVE_VARIABLE:
		return (e->u.variable.modifier & BRIG_VARIABLE_DEFINITION) != 0;
	case BRIG_KIND_DIRECTIVE_MODULE:
		return true;
	}
	return (e->u.executable.modifier & BRIG_EXECUTABLE_DEFINITION) != 0;
}

static uint8_t linkage_of(const struct brig_entry *e)
{
	switch (e->kind) {
	case BRIG_KIND_DIRECTIVE_FBARRIER:
		return e->u.fbarrier.linkage;
	case BRIG_KIND_DIRECTIVE_VARIABLE:
		return e->u.variable.linkage;
	case BRIG_KIND_DIRECTIVE_MODULE:
		return BRIG_LINKAGE_NONE;
	}
	return e->u.executable.linkage;
}

/* Returns in what two declarations differ, which they must not (PRM 4.3.8), or NULL when they
 * agree. */
static const char *variables_differ(const struct brig_directive_variable *a,
	const struct brig_directive_variable *b)
{
	if (a->segment != b->segment)
		return "segment";
	if (a->type != b->type)
		return "type";
	if (a->dim != b->dim && a->dim != 0 && b->dim != 0)
		return "array size";
	if (a->align != b->align)
		return "alignment";
	if ((a->modifier ^ b->modifier) & BRIG_VARIABLE_CONST)
		return "const";
	return a->allocation != b->allocation ? "allocation" : NULL;
}

static const char *symbols_differ(const struct brig_verifier *vf, const struct brig_entry *a,
	const struct brig_entry *b)
{
	if (a->kind != b->kind)
		return "kind";
	if (linkage_of(a) != linkage_of(b))
		return "linkage";
	if (a->kind == BRIG_KIND_DIRECTIVE_VARIABLE)
		return variables_differ(&a->u.variable, &b->u.variable);
	if (a->kind == BRIG_KIND_DIRECTIVE_FBARRIER)
		return NULL;
	return brig_verify_function_at(vf, a->off)->formals ==
	                       brig_verify_function_at(vf, b->off)->formals
	               ? NULL
	               : "arguments";
}

/* Returns the section of the PRM that says when declarations of this kind agree. */
static const char *declaration_section(uint16_t kind)
{
	switch (kind) {
	case BRIG_KIND_DIRECTIVE_VARIABLE:
		return "4.3.8";
	case BRIG_KIND_DIRECTIVE_FBARRIER:
		return "4.3.9";
	case BRIG_KIND_DIRECTIVE_KERNEL:
		return "4.3.2";
	}
	return "4.3.3";
}

void brig_verify_declare(struct brig_verifier *vf, const struct brig_entry *e)
{
	struct brig_name *n = brig_verify_name(vf, e->off, name_offset(e), '&');
	if (n == NULL)
		return;
	struct str text = brig_verify_name_of(vf, e);
	bool definition = is_definition(e);
	if (definition && n->definition != 0) {
		FAIL_CODE(vf, e->off, "4.6.2", "'" STR_FMT "' is defined twice", STR_ARG(text));
		diag_note(vf->d, brig_place(vf->v, BRIG_SECTION_INDEX_CODE, n->definition),
			"previous definition is here");
		return;
	}
	if (n->first != 0) {
		struct brig_entry first;
		brig_verify_code(vf, n->first, &first);
		const char *difference = symbols_differ(vf, e, &first);
		if (difference != NULL) {
			FAIL_CODE(vf, e->off, declaration_section(e->kind),
				"'" STR_FMT "' has another %s than before", STR_ARG(text),
				difference);
			diag_note(vf->d, brig_place(vf->v, BRIG_SECTION_INDEX_CODE, n->first),
				"first declaration is here");
		}
	} else {
		n->first = e->off;
	}
	if (definition)
		n->definition = e->off;
}

/* Checks that only symbols of program linkage lack a definition in this module (PRM 4.12.1). */
void brig_verify_definitions(struct brig_verifier *vf)
{
	for (size_t i = 0; i < vf->name_count; i++) {
		const struct brig_name *n = &vf->names[i];
		if (n->sigil != '&' || n->first == 0 || n->definition != 0)
			continue;
		struct brig_entry e;
		brig_verify_code(vf, n->first, &e);
		if (linkage_of(&e) == BRIG_LINKAGE_MODULE)
			FAIL_CODE(vf, e.off, "4.12.2",
				"'" STR_FMT "' has module linkage but no definition in this module",
				STR_ARG(brig_verify_name_of(vf, &e)));
	}
}

/* ---- function and argument scope ------------------------------------------------------------ */

void brig_verify_declare_local(struct brig_verifier *vf, const struct brig_entry *e,
	uint32_t data_off, char sigil)
{
	struct brig_name *n = brig_verify_name(vf, e->off, data_off, sigil);
	if (n == NULL)
		return;
	bool arg = vf->body->arg_scope != 0 && sigil == '%';
	uint32_t current = arg ? vf->body->arg_scope : vf->body->scope;
	uint32_t *scope = arg ? &n->arg_scope : &n->scope;
	uint32_t *off = arg ? &n->arg_off : &n->off;
	if (*scope == current) {
		FAIL_CODE(vf, e->off, "4.6.2", "'" STR_FMT "' is defined twice",
			STR_ARG(brig_verify_data(vf, data_off)));
		diag_note(vf->d, brig_place(vf->v, BRIG_SECTION_INDEX_CODE, *off),
			"previous definition is here");
		return;
	}
	*scope = current;
	*off = e->off;
}

/* ---- references ----------------------------------------------------------------------------- */

/* One message about each directive is enough. */
#define FAIL_REFERENCE(vf, user, target, ...) \
	(brig_verify_first_time(vf, BRIG_CHECKED_SYMBOL, target, BRIG_SYMBOL_REFERENCE) && \
		FAIL_CODE(vf, user, __VA_ARGS__))

static bool refers_to_module_scope(struct brig_verifier *vf, uint32_t user,
	const struct brig_entry *e, const struct brig_name *n)
{
	struct str text = brig_verify_name_of(vf, e);
	if (n->first == 0)
		return FAIL_REFERENCE(vf, user, e->off, "4.6.2",
			"'" STR_FMT "' is not declared at module scope", STR_ARG(text));
	if (n->first > user)
		return FAIL_REFERENCE(vf, user, e->off, "4.6.2",
			"'" STR_FMT "' is used before it is declared", STR_ARG(text));
	if (n->definition != 0 && n->definition != e->off)
		return FAIL_REFERENCE(vf, user, e->off, "18.5.1.1",
			"reference to a declaration of '" STR_FMT "', which is defined at 0x%x",
			STR_ARG(text), n->definition);
	if (n->definition == 0 && n->first != e->off)
		return FAIL_REFERENCE(vf, user, e->off, "18.5.1.1",
			"reference to a later declaration of '" STR_FMT "', not to that at 0x%x",
			STR_ARG(text), n->first);
	return true;
}

static bool refers_to_local(struct brig_verifier *vf, uint32_t user, const struct brig_entry *e,
	const struct brig_name *n)
{
	struct str text = brig_verify_name_of(vf, e);
	const struct brig_body *b = vf->body;
	if (b == NULL || e->off < b->function.off ||
		e->off >= b->function.u.executable.next_module_entry)
		return FAIL_REFERENCE(vf, user, e->off, "4.6.2",
			"'" STR_FMT "' belongs to another function", STR_ARG(text));
	if (n->sigil == '@')
		return true;
	if (e->off > user)
		return FAIL_REFERENCE(vf, user, e->off, "4.6.2",
			"'" STR_FMT "' is used before it is defined", STR_ARG(text));
	bool arg = b->arg_scope != 0 && n->arg_scope == b->arg_scope;
	if (arg ? n->arg_off != e->off : n->off != e->off || n->scope != b->scope)
		return FAIL_REFERENCE(vf, user, e->off, "4.6.2",
			"'" STR_FMT "' is not in scope here", STR_ARG(text));
	return true;
}

bool brig_verify_reference(struct brig_verifier *vf, uint32_t user, uint32_t target)
{
	struct brig_entry e;
	brig_verify_code(vf, target, &e);
	uint32_t name = name_offset(&e);
	const struct brig_name *n = name == 0 ? NULL : intern(vf, name);
	if (n == NULL || n->sigil == '\0')
		return FAIL_REFERENCE(vf, user, target, "18.6.5",
			"reference to a directive without a name");
	return n->sigil == '&' ? refers_to_module_scope(vf, user, &e, n)
	                       : refers_to_local(vf, user, &e, n);
}
