/* Global and readonly variables: symbols, sections, initialisers (PRM 4.3.8, 18.6). */
#include "hsaemu/image.h"
#include "entry.h"

static void local_name(const struct fin_variable *v, struct buf *out)
{
	if (v->owner != NULL) {
		image_mangle(v->owner->name, out);
		buf_u8(out, '.');
	}
	image_mangle(v->name, out);
	buf_u8(out, 0);
}

/* Declared elsewhere: reached through a table entry, as it may be anywhere in memory. */
static LLVMValueRef declare(const struct fin_unit *u, const struct fin_variable *v)
{
	struct buf name = BUF_INIT;
	LLVMValueRef g;

	local_name(v, &name);
	g = LLVMGetNamedGlobal(u->l->mod, (const char *)name.data);
	if (g == NULL) {
		g = LLVMAddGlobal(u->l->mod, u->l->i8, (const char *)name.data);
		LLVMSetAlignment(g, v->align);
	}
	buf_release(&name);
	return g;
}

LLVMValueRef fin_global_of(const struct fin_unit *u, const struct fin_variable *v)
{
	if (u->globals[v->index] == NULL)
		u->globals[v->index] = declare(u, v);
	return u->globals[v->index];
}

/* ---- initialisers --------------------------------------------------------------------------- */

static bool append_init(const struct fin_unit *u, const struct fin_variable *v, uint32_t operand,
	struct buf *out)
{
	struct brig_operand o;
	struct brig_list l;
	struct str bytes;

	if (!brig_operand_at(u->m->view, operand, &o))
		BUG("initialiser of '" STR_FMT "' after verification", STR_ARG(v->name));
	switch (o.kind) {
	case BRIG_KIND_OPERAND_CONSTANT_BYTES:
		if (!brig_data(u->m->view, o.u.constant.bytes, &bytes))
			BUG("constant of '" STR_FMT "' after verification", STR_ARG(v->name));
		buf_str(out, bytes);
		return true;
	case BRIG_KIND_OPERAND_ALIGN:
		buf_align(out, (size_t)1 << (o.u.align.align - 1));
		return true;
	case BRIG_KIND_OPERAND_CONSTANT_OPERAND_LIST:
		if (!brig_list(u->m->view, o.u.constant_list.elements, &l))
			BUG("list of '" STR_FMT "' after verification", STR_ARG(v->name));
		for (uint32_t i = 0; i < l.count; i++)
			if (!append_init(u, v, brig_list_at(&l, i), out))
				return false;
		return true;
	default:
		diag_unsupported(u->m->diag, fin_place(u->m, v->off),
			"image or sampler initialiser of '" STR_FMT "' (PRM 7.1.7)",
			STR_ARG(v->name));
		return false;
	}
}

static bool all_zero(const struct buf *b)
{
	for (size_t i = 0; i < b->len; i++)
		if (b->data[i] != 0)
			return false;
	return true;
}

/* ---- definitions ---------------------------------------------------------------------------- */

static const char *section_of(const struct fin_variable *v, bool zero)
{
	if (v->segment == BRIG_SEGMENT_READONLY)
		return zero ? ".bss.hsa.agent" : ".rodata.hsa.agent";
	if (v->allocation == BRIG_ALLOCATION_AGENT)
		return zero ? ".bss.hsa.agent" : ".data.hsa.agent";
	return zero ? ".bss.hsa.program" : ".data.hsa.program";
}

static void define(const struct fin_unit *u, const struct fin_variable *v, const struct buf *init)
{
	LLVMTypeRef type = LLVMArrayType2(u->l->i8, v->bytes);
	struct buf name = BUF_INIT;
	bool zero = all_zero(init);
	LLVMValueRef g;

	local_name(v, &name);
	g = LLVMAddGlobal(u->l->mod, type, (const char *)name.data);
	buf_release(&name);
	LLVMSetInitializer(g, zero ? LLVMConstNull(type)
				   : LLVMConstStringInContext2(u->l->ctx, (const char *)init->data,
					     init->len, true));
	LLVMSetAlignment(g, v->align);
	LLVMSetSection(g, section_of(v, zero));
	if (v->linkage == BRIG_LINKAGE_PROGRAM)
		LLVMSetVisibility(g, LLVMHiddenVisibility);
	else
		LLVMSetLinkage(g, LLVMInternalLinkage);
	u->globals[v->index] = g;
}

bool fin_emit_globals(const struct fin_unit *u)
{
	bool ok = true;

	for (size_t i = 0; i < u->m->variable_count; i++) {
		const struct fin_variable *v = u->m->variables[i];
		struct buf init = BUF_INIT;

		if (!v->definition ||
			(v->segment != BRIG_SEGMENT_GLOBAL && v->segment != BRIG_SEGMENT_READONLY))
			continue;
		if (v->init == 0 || append_init(u, v, v->init, &init))
			define(u, v, &init);
		else
			ok = false;
		buf_release(&init);
	}
	return ok;
}
