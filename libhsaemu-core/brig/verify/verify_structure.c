/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fourth pass: checks which entries stand where at module scope (PRM 4.3, 13.1, 14.1, 18.5.1), and
 * declares the module-scope symbols. */
#include "brig/verify/verify_function_impl.h"
#include "brig/verify/verify_impl.h"
#include "brig/verify/verify_symbol_impl.h"
#include "brig/verify/verify_variable_impl.h"

enum stage { BEFORE_MODULE, EXTENSIONS, STATEMENTS };

struct extensions {
	bool core, other;
};

/* The state of the walk over module scope. */
struct progress {
	enum stage stage;
	struct extensions extensions;
	bool strayed; /* the last entries belong in a code block, which has been reported */
};

static bool is_annotation(uint16_t kind)
{
	return kind == BRIG_KIND_DIRECTIVE_COMMENT || kind == BRIG_KIND_DIRECTIVE_LOC ||
	       kind == BRIG_KIND_DIRECTIVE_PRAGMA;
}

/* ---- the head of a module ------------------------------------------------------------------- */

static void module_directive(struct brig_verifier *vf, const struct brig_entry *e)
{
	const struct brig_directive_module *m = &e->u.module;
	if (m->hsail_major != BRIG_VERSION_HSAIL_MAJOR || m->hsail_minor > BRIG_VERSION_HSAIL_MINOR)
		FAIL_CODE(vf, e->off, "14.1", "HSAIL version %u:%u is not supported, only %d:%d",
			m->hsail_major, m->hsail_minor, BRIG_VERSION_HSAIL_MAJOR,
			BRIG_VERSION_HSAIL_MINOR);
	if (isa_modifier_text(ISA_MOD_DEFAULT_ROUND, m->default_float_round) == NULL)
		FAIL_CODE(vf, e->off, "18.5.1.10",
			"default rounding of a module must be default, zero or near, not %u",
			m->default_float_round);
	vf->ctx.profile = m->profile;
	vf->ctx.machine_model = m->machine_model;
	brig_verify_declare(vf, e);
}

static void extension(struct brig_verifier *vf, const struct brig_entry *e, struct extensions *x)
{
	struct str name = brig_verify_data(vf, e->u.extension.name);
	if (str_is(name, "CORE"))
		x->core = true;
	else if (name.n > 0)
		x->other = true;
	if (str_is(name, "IMAGE"))
		vf->ctx.image_extension = true;
	if (x->core && x->other)
		FAIL_CODE(vf, e->off, "13.1.1", "extension \"CORE\" excludes all others");
}

/* ---- module scope --------------------------------------------------------------------------- */

/* True for an entry that may stand only in code blocks or among formals. */
static bool is_local(const struct brig_entry *e)
{
	switch (e->kind) {
	case BRIG_KIND_DIRECTIVE_VARIABLE:
		return e->u.variable.linkage != BRIG_LINKAGE_PROGRAM &&
		       e->u.variable.linkage != BRIG_LINKAGE_MODULE;
	case BRIG_KIND_DIRECTIVE_FBARRIER:
		return e->u.fbarrier.linkage != BRIG_LINKAGE_PROGRAM &&
		       e->u.fbarrier.linkage != BRIG_LINKAGE_MODULE;
	case BRIG_KIND_DIRECTIVE_FUNCTION:
	case BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION:
	case BRIG_KIND_DIRECTIVE_KERNEL:
	case BRIG_KIND_DIRECTIVE_SIGNATURE:
		return false;
	}
	return true;
}

/* Checks a statement at module scope and returns where the next one is. *strayed is set after an
 * entry that belongs in a code block. */
static uint32_t module_statement(struct brig_verifier *vf, const struct brig_entry *e,
	bool *strayed)
{
	uint32_t end = e->off + e->bytes;
	bool told = *strayed;
	*strayed = is_local(e);
	if (*strayed && told)
		return end;
	switch (e->kind) {
	case BRIG_KIND_DIRECTIVE_VARIABLE:
		brig_verify_variable(vf, e, BRIG_PLACE_MODULE, false);
		break;
	case BRIG_KIND_DIRECTIVE_FBARRIER:
		brig_verify_fbarrier(vf, e, false);
		break;
	case BRIG_KIND_DIRECTIVE_FUNCTION:
	case BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION:
	case BRIG_KIND_DIRECTIVE_KERNEL:
	case BRIG_KIND_DIRECTIVE_SIGNATURE:
		end = brig_verify_executable(vf, e);
		break;
	default:
		FAIL_CODE(vf, e->off, "18.5", "%s may not stand at module scope",
			brig_record_find(e->kind)->name);
		return end;
	}
	if (e->kind == BRIG_KIND_DIRECTIVE_VARIABLE && e->u.variable.name == 0)
		FAIL_CODE(vf, e->off, "18.5.1.13", "variable has no name");
	else
		brig_verify_declare(vf, e);
	return end;
}

static uint32_t module_entry(struct brig_verifier *vf, const struct brig_entry *e,
	struct progress *p)
{
	uint32_t end = e->off + e->bytes;
	if (e->kind == BRIG_KIND_NONE || is_annotation(e->kind))
		return end;
	if (e->kind == BRIG_KIND_DIRECTIVE_MODULE) {
		if (p->stage != BEFORE_MODULE)
			FAIL_CODE(vf, e->off, "18.5.1.10",
				"module directive stands twice or not first");
		else
			module_directive(vf, e);
		p->stage = EXTENSIONS;
		return end;
	}
	if (p->stage == BEFORE_MODULE) {
		FAIL_CODE(vf, e->off, "18.5.1.10", "%s stands before the module directive",
			brig_record_find(e->kind)->name);
		return brig_verify_code_len(vf);
	}
	if (e->kind == BRIG_KIND_DIRECTIVE_EXTENSION) {
		if (p->stage != EXTENSIONS)
			FAIL_CODE(vf, e->off, "13.1",
				"extension must directly follow the module directive");
		extension(vf, e, &p->extensions);
		return end;
	}
	p->stage = STATEMENTS;
	return module_statement(vf, e, &p->strayed);
}

void brig_verify_structure(struct brig_verifier *vf)
{
	uint32_t len = brig_verify_code_len(vf);
	struct progress p = {.stage = BEFORE_MODULE};
	for (uint32_t off = vf->v->sections[BRIG_SECTION_INDEX_CODE].header_len;
		off < len && !diag_at_limit(vf->d);) {
		struct brig_entry e;
		brig_verify_code(vf, off, &e);
		off = module_entry(vf, &e, &p);
	}
	if (p.stage == BEFORE_MODULE && !brig_verify_failed(vf))
		FAIL_CODE(vf, 0, "18.5.1.10", "there is no module directive");
	if (!brig_verify_failed(vf))
		brig_verify_definitions(vf);
}
