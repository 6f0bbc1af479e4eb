/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Passes the parts of statements to the BRIG builder (PRM chapter 18): operands, references,
 * comments. Operands that recur often, such as registers, are built once and their offsets are
 * remembered here, so that the builder need not look them up. */
#include "emit_brig_impl.h"

/* ---- comments and lines --------------------------------------------------------------------- */

static void emit_comment(struct as_state *as, struct str line)
{
	brig_build_name_directive(as->builder, BRIG_KIND_DIRECTIVE_COMMENT, line);
}

static struct str without_return(struct str s)
{
	if (s.n > 0 && s.p[s.n - 1] == '\r')
		s.n--;
	return s;
}

/* Adds one comment directive for each line of a block comment, because BRIG only has comments that
 * end with their line. */
static void emit_block_comment(struct as_state *as, struct str s)
{
	s = (struct str){s.p + 2, s.n - 4};
	while (s.n > 0) {
		const char *newline = memchr(s.p, '\n', s.n);
		struct str line = {s.p, newline != NULL ? (size_t)(newline - s.p) : s.n};
		buf_clear(&as->decoded);
		buf_puts(&as->decoded, "//");
		buf_str(&as->decoded, without_return(line));
		emit_comment(as, buf_slice(&as->decoded));
		s = str_skip(s, line.n + (newline != NULL));
		if (newline != NULL && s.n == 0)
			emit_comment(as, STR("//"));
	}
}

void as_emit_comments(struct as_state *as, uint32_t end)
{
	size_t i = 0;
	for (; i < as->comment_count && as->comments[i].begin < end; i++) {
		struct str s = as_text(as, as->comments[i]);
		if (s.p[1] == '*')
			emit_block_comment(as, s);
		else
			emit_comment(as, without_return(s));
	}
	if (i == 0)
		return;
	as->comment_count -= i;
	memmove(as->comments, as->comments + i, as->comment_count * sizeof *as->comments);
}

void as_emit_place(struct as_state *as, struct as_loc loc)
{
	if (!as->record)
		return;
	ARRAY_GROW(as->places, as->place_count, as->place_capacity);
	as->places[as->place_count++] = (struct brig_text_place){brig_build_code_end(as->builder),
		brig_build_operand_end(as->builder), loc.begin, loc.end - loc.begin};
}

void as_emit_statement(struct as_state *as, struct as_loc loc)
{
	as_emit_comments(as, loc.end);
	as_emit_place(as, loc);
}

void as_emit_line(struct as_state *as, struct as_loc loc)
{
	uint32_t line, column;
	if (!as->options->debug_lines || as->loc_seen)
		return;
	source_position(as->text, loc.begin, &line, &column);
	if (line == as->line)
		return;
	as->line = line;
	brig_build_loc(as->builder, brig_build_string(as->builder, str_from(as->text->name)), line,
		column);
}

/* ---- operands ------------------------------------------------------------------------------- */

uint32_t as_emit_register(struct as_state *as, struct as_register r)
{
	uint32_t *off = &as->registers[r.kind][r.number];
	if (*off == 0)
		*off = brig_build_register(as->builder, r.kind, r.number);
	return *off;
}

uint32_t as_emit_wavesize(struct as_state *as)
{
	if (as->wavesize == 0)
		as->wavesize = brig_build_wavesize(as->builder);
	return as->wavesize;
}

static void add_fixup(struct as_state *as, struct as_symbol *sym, enum as_fixup_kind kind,
	uint32_t operand, uint32_t index)
{
	struct arena *arena = sym->kind == AS_SYM_LABEL ? &as->function_arena : &as->module_arena;
	struct as_fixup *f = ARENA_NEW(arena, struct as_fixup);
	*f = (struct as_fixup){sym->fixups, kind, operand, index};
	sym->fixups = f;
}

uint32_t as_emit_code_ref(struct as_state *as, struct as_symbol *sym)
{
	if (sym->code_ref != 0)
		return sym->code_ref;
	if (sym->defined) {
		sym->code_ref = brig_build_code_ref(as->builder, sym->code_off);
	} else {
		sym->code_ref = brig_build_code_ref_later(as->builder);
		add_fixup(as, sym, AS_FIX_REF, sym->code_ref, 0);
	}
	return sym->code_ref;
}

uint32_t as_emit_address(struct as_state *as, struct as_symbol *sym, uint32_t reg, uint64_t offset)
{
	if (sym == NULL || sym->defined)
		return brig_build_address(as->builder, sym != NULL ? sym->code_off : 0, reg,
			offset);
	uint32_t operand = brig_build_address_later(as->builder, reg, offset);
	add_fixup(as, sym, AS_FIX_ADDRESS, operand, 0);
	return operand;
}

uint32_t as_emit_code_list(struct as_state *as, struct as_symbol *const *syms, uint32_t count)
{
	bool defined = true;
	for (uint32_t i = 0; i < count; i++)
		defined &= syms[i]->defined;
	uint32_t operand;
	if (defined) {
		uint32_t *offs = mem_new(count, sizeof *offs);
		for (uint32_t i = 0; i < count; i++)
			offs[i] = syms[i]->code_off;
		operand = brig_build_code_list(as->builder, offs, count);
		mem_free(offs);
		return operand;
	}
	operand = brig_build_code_list_later(as->builder, count);
	for (uint32_t i = 0; i < count; i++) {
		if (syms[i]->defined)
			brig_patch_code_list(as->builder, operand, i, syms[i]->code_off);
		else
			add_fixup(as, syms[i], AS_FIX_LIST, operand, i);
	}
	return operand;
}

void as_emit_fixups(struct as_state *as, struct as_symbol *sym)
{
	for (const struct as_fixup *f = sym->fixups; f != NULL; f = f->next)
		switch (f->kind) {
		case AS_FIX_REF:
			brig_patch_code_ref(as->builder, f->operand, sym->code_off);
			break;
		case AS_FIX_ADDRESS:
			brig_patch_address_symbol(as->builder, f->operand, sym->code_off);
			break;
		case AS_FIX_LIST:
			brig_patch_code_list(as->builder, f->operand, f->index, sym->code_off);
			break;
		}
	sym->fixups = NULL;
}

/* ---- constants (PRM 4.8.5, 18.6.1) ---------------------------------------------------------- */

/* Returns the type that BRIG gives to a constant where `type` is expected: a bit type becomes an
 * unsigned type of the same size. */
static uint16_t stored_type(uint16_t type)
{
	switch (type) {
	case BRIG_TYPE_B1:
	case BRIG_TYPE_B8:
		return BRIG_TYPE_U8;
	case BRIG_TYPE_B16:
		return BRIG_TYPE_U16;
	case BRIG_TYPE_B32:
		return BRIG_TYPE_U32;
	case BRIG_TYPE_B64:
		return BRIG_TYPE_U64;
	case BRIG_TYPE_B128:
		return BRIG_TYPE_U8X16;
	}
	return type;
}

static uint32_t emit_literal(struct as_state *as, const struct as_literal *l, uint16_t type)
{
	uint8_t bytes[8];
	uint64_t bits = l->bits;
	if (type == 0)
		type = l->type != BRIG_TYPE_NONE ? l->type : BRIG_TYPE_U64;
	if (type == BRIG_TYPE_B1)
		bits &= 1;
	for (unsigned i = 0; i < sizeof bytes; i++)
		bytes[i] = (uint8_t)(bits >> 8 * i);
	type = stored_type(type);
	return brig_build_constant(as->builder, type, bytes, isa_type_find(type)->bits / 8);
}

static uint32_t emit_handle(struct as_state *as, const struct as_handle *h)
{
	if (isa_type_find(h->type)->kind == ISA_KIND_SAMPLER)
		return brig_build_sampler(as->builder, &h->u.sampler);
	return brig_build_image(as->builder, &h->u.image);
}

struct offset_list {
	uint32_t *offs;
	size_t count, capacity;
};

static void push(struct offset_list *l, uint32_t off)
{
	ARRAY_GROW(l->offs, l->count, l->capacity);
	l->offs[l->count++] = off;
}

static void push_handles(struct as_state *as, struct offset_list *l, const struct as_value *v)
{
	for (uint32_t i = 0; i < v->count; i++)
		push(l, emit_handle(as, &as->st.handles[v->first + i]));
}

static void push_item(struct as_state *as, struct offset_list *l, const struct as_value *v)
{
	if (v->kind == AS_VALUE_HANDLES)
		push_handles(as, l, v);
	else if (v->kind == AS_VALUE_ALIGN)
		push(l, brig_build_align_operand(as->builder,
				(uint8_t)(__builtin_ctz(v->count) + BRIG_ALIGNMENT_1)));
	else
		push(l, as_emit_value(as, v, 0));
}

static uint32_t emit_list(struct as_state *as, const struct as_value *v)
{
	struct offset_list l = {NULL, 0, 0};
	uint16_t type = BRIG_TYPE_NONE;
	if (v->kind == AS_VALUE_HANDLES) {
		type = v->type;
		push_handles(as, &l, v);
	} else {
		for (uint32_t i = 0; i < v->count; i++)
			push_item(as, &l, &as->st.items[v->first + i]);
	}
	uint32_t operand = brig_build_constant_list(as->builder, type, l.offs, (uint32_t)l.count);
	mem_free(l.offs);
	return operand;
}

uint32_t as_emit_value(struct as_state *as, const struct as_value *v, uint16_t type)
{
	switch (v->kind) {
	case AS_VALUE_LITERAL:
		return emit_literal(as, &v->literal, type);
	case AS_VALUE_BYTES:
		return brig_build_constant(as->builder, type != 0 ? stored_type(type) : v->type,
			as->st.pool.data + v->first, v->count);
	case AS_VALUE_HANDLES:
		if ((v->type & BRIG_TYPE_ARRAY) == 0)
			return emit_handle(as, &as->st.handles[v->first]);
		return emit_list(as, v);
	case AS_VALUE_AGGREGATE:
		return emit_list(as, v);
	case AS_VALUE_ALIGN:
	case AS_VALUE_BAD:
		break;
	}
	BUG("constant kind %d cannot be emitted", v->kind);
}

/* ---- variables ------------------------------------------------------------------------------ */

uint8_t as_variable_allocation(const struct as_variable *v)
{
	if (v->segment == BRIG_SEGMENT_READONLY)
		return BRIG_ALLOCATION_AGENT;
	if (v->segment == BRIG_SEGMENT_GLOBAL)
		return v->agent ? BRIG_ALLOCATION_AGENT : BRIG_ALLOCATION_PROGRAM;
	return BRIG_ALLOCATION_AUTOMATIC;
}

uint32_t as_emit_variable(struct as_state *as, const struct as_variable *v,
	const struct as_declared_type *decl, uint8_t linkage, bool definition)
{
	struct brig_directive_variable d = {
		.name = brig_build_string(as->builder, v->named ? as_text(as, v->name) : STR("")),
		.init = v->has_init ? as_emit_value(as, &v->init, v->is_array ? 0 : v->type) : 0,
		.type = (uint16_t)(v->type | (v->is_array ? BRIG_TYPE_ARRAY : 0)),
		.segment = v->segment,
		.align = decl->align,
		.dim = decl->dim,
		.modifier = (uint8_t)((definition ? BRIG_VARIABLE_DEFINITION : 0) |
				      (v->is_const ? BRIG_VARIABLE_CONST : 0)),
		.linkage = linkage,
		.allocation = as_variable_allocation(v),
	};
	return brig_build_variable(as->builder, &d);
}
