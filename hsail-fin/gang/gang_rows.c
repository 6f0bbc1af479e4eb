/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Arguments of a wave: rows in memory, with an element for each lane (kernel_abi.h: fw.NAME). */
#include "gang/gang_rows.h"

static uint64_t row_align(const struct fin_variable *v)
{
	return v->align > FIN_ROW_ALIGN ? v->align : FIN_ROW_ALIGN;
}

struct fin_row *fin_rows_of(struct arena *a, const struct fin_variable *const *formals,
	uint32_t count, uint64_t *bytes)
{
	struct fin_row *rows = ARENA_ARRAY(a, struct fin_row, count);

	*bytes = 0;
	for (uint32_t k = 0; k < count; k++) {
		const struct fin_variable *v = formals[k];
		struct fin_row *r = &rows[k];

		r->is_open = v->is_array && v->dim == 0;
		r->stride = align_up(v->bytes, v->align);
		r->offset = align_up(*bytes, row_align(v));
		if (r->is_open) /* `offset` is that of the elements; the header is before them */
			r->offset += row_align(v);
		*bytes = r->offset + HSAEMU_WAVESIZE * r->stride;
	}
	return rows;
}

static LLVMValueRef i64_of(struct fin_lower *w, uint64_t v)
{
	return LLVMConstInt(w->l->i64, v, false);
}

/* The bytes from lane to lane in a row, i64. */
static LLVMValueRef stride_of(struct fin_lower *w, LLVMValueRef base, const struct fin_row *r)
{
	if (!r->is_open)
		return i64_of(w, r->stride);
	return LLVMBuildLoad2(w->l->b, w->l->i64,
		fin_byte_offset(w, base, r->offset - FIN_ROW_HEADER), "");
}

static LLVMValueRef lane_number(struct fin_view *v)
{
	struct fin_lower *w = &v->w;
	uint64_t first = (uint64_t)v->part * v->g->lanes;

	if (v->kind == FIN_VIEW_LANE)
		return fin_resize(w->l, v->lane, 64, false);
	if (v->kind != FIN_VIEW_VECTORS)
		return i64_of(w, first);
	return LLVMBuildAdd(w->l->b, fin_gang_iota(v->g, w->l->i64, 1),
		fin_splat(w->l, i64_of(w, first), v->g->lanes), "");
}

LLVMValueRef fin_row_element(struct fin_view *v, LLVMValueRef base, const struct fin_row *r)
{
	struct fin_lower *w = &v->w;
	LLVMValueRef at = lane_number(v), stride = stride_of(w, base, r);

	if (v->kind == FIN_VIEW_VECTORS)
		stride = fin_splat(w->l, stride, v->g->lanes);
	at = LLVMBuildMul(w->l->b, at, stride, "");
	return LLVMBuildGEP2(w->l->b, w->l->i8, fin_byte_offset(w, base, r->offset), &at, 1, "");
}

static const struct fin_row *row_of_formal(const struct fin_gang *g, const struct fin_variable *v)
{
	const struct fin_function *f = g->w->f;

	for (uint32_t k = 0; k < f->in_count; k++)
		if (f->in[k] == v)
			return &g->in_rows[k];
	for (uint32_t k = 0; k < f->out_count; k++)
		if (f->out[k] == v)
			return &g->out_rows[k];
	BUG("variable '" STR_FMT "' is no formal", STR_ARG(v->name));
}

LLVMValueRef fin_view_formal(struct fin_lower *w, const struct fin_local *l, uint64_t *offset)
{
	struct fin_view *v = (struct fin_view *)w;

	*offset = 0;
	return fin_row_element(v, l->home == FIN_HOME_IN ? w->in : w->out,
		row_of_formal(v->g, l->var));
}

/* The address of a part of a row, or NULL where the elements do not lie side by side. */
static LLVMValueRef part_of_row(struct fin_gang *g, LLVMValueRef base, const struct fin_row *r,
	unsigned part, LLVMTypeRef type)
{
	unsigned bytes = LLVMGetIntTypeWidth(LLVMGetElementType(type)) / 8;

	if (r->stride != bytes)
		return NULL;
	return fin_byte_offset(g->w, base, r->offset + (uint64_t)part * g->lanes * bytes);
}

static unsigned part_align(const struct fin_gang *g, const struct fin_row *r)
{
	uint64_t bytes = r->stride * g->lanes;

	return bytes < FIN_ROW_ALIGN ? (unsigned)bytes : FIN_ROW_ALIGN;
}

void fin_row_put(struct fin_gang *g, LLVMValueRef base, const struct fin_row *r, unsigned part,
	LLVMValueRef v)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef at = part_of_row(g, base, r, part, LLVMTypeOf(v));

	if (at != NULL) {
		LLVMSetAlignment(LLVMBuildStore(b, v, at), part_align(g, r));
		return;
	}
	for (unsigned k = 0; k < g->lanes; k++)
		LLVMBuildStore(b,
			LLVMBuildExtractElement(b, v, LLVMConstInt(g->w->l->i32, k, false), ""),
			fin_byte_offset(g->w, base, r->offset + (part * g->lanes + k) * r->stride));
}

LLVMValueRef fin_row_get(struct fin_gang *g, LLVMValueRef base, const struct fin_row *r,
	unsigned part, LLVMTypeRef type)
{
	LLVMBuilderRef b = g->w->l->b;
	LLVMValueRef at = part_of_row(g, base, r, part, type), v;

	if (at != NULL) {
		v = LLVMBuildLoad2(b, type, at, "");
		LLVMSetAlignment(v, part_align(g, r));
		return v;
	}
	v = LLVMConstNull(type);
	for (unsigned k = 0; k < g->lanes; k++)
		v = LLVMBuildInsertElement(b, v,
			LLVMBuildLoad2(b, LLVMGetElementType(type),
				fin_byte_offset(g->w, base,
					r->offset + (part * g->lanes + k) * r->stride),
				""),
			LLVMConstInt(g->w->l->i32, k, false), "");
	return v;
}
