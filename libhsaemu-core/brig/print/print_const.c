/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Constants: literals, typed constants, arrays, aggregates, images, samplers (PRM 4.8, 18.6.1). */
#include "brig/print/print_impl.h"

/* Array constants longer than this many elements are broken into lines of as many. */
enum { ELEMENTS_PER_LINE = 12 };

static void print_integer(struct brig_printer *p, const struct isa_type *t, uint64_t value)
{
	if (t->kind == ISA_KIND_SIGNED) {
		unsigned unused = 64 - t->bits;
		int64_t v = (int64_t)(value << unused) >> unused;
		if (v < 0)
			buf_u8(p->out, '-');
		buf_decimal(p->out, v < 0 ? -(uint64_t)v : (uint64_t)v);
	} else if (value < 0x10000) {
		buf_decimal(p->out, value);
	} else {
		buf_printf(p->out, "0x%llx", (unsigned long long)value);
	}
}

/* Prints a number without its type: an element of a packed constant, or a plain number. */
static void print_number(struct brig_printer *p, const struct isa_type *t, struct str bytes)
{
	uint64_t value = brig_constant_u64(bytes);

	if (t->kind == ISA_KIND_FLOAT)
		brig_print_float(p->out, t->bits, value);
	else
		print_integer(p, t, value);
}

/* Packed elements are written from the most significant one, which is last in memory (PRM
 * 4.14.2). */
static void print_packed(struct brig_printer *p, const struct isa_type *t, struct str bytes)
{
	const struct isa_type *elem = isa_type_find(t->elem);
	size_t n = elem->bits / 8;

	buf_puts(p->out, t->text);
	buf_puts(p->out, "(");
	for (unsigned i = t->count; i-- > 0;) {
		print_number(p, elem, (struct str){bytes.p + i * n, n});
		buf_puts(p->out, i > 0 ? ", " : ")");
	}
}

static bool is_number(const struct isa_type *t)
{
	return t->kind == ISA_KIND_SIGNED || t->kind == ISA_KIND_UNSIGNED ||
	       t->kind == ISA_KIND_FLOAT;
}

static void print_scalar(struct brig_printer *p, const struct isa_type *t, struct str bytes,
	bool typed)
{
	if (t->kind == ISA_KIND_SIGNAL) {
		buf_printf(p->out, "%s(%llu)", t->text,
			(unsigned long long)brig_constant_u64(bytes));
	} else if (t->count > 1) {
		print_packed(p, t, bytes);
	} else if (typed) {
		buf_puts(p->out, t->text);
		buf_puts(p->out, "(");
		print_number(p, t, bytes);
		buf_puts(p->out, ")");
	} else {
		print_number(p, t, bytes);
	}
}

/* Prints the separator between two numbers of a list of `count`. */
static void print_separator(struct brig_printer *p, size_t next, size_t count)
{
	if (count > ELEMENTS_PER_LINE && next % ELEMENTS_PER_LINE == 0)
		buf_puts(p->out, ",\n\t\t");
	else
		buf_puts(p->out, ", ");
}

static void print_bytes(struct brig_printer *p, uint16_t type, struct str bytes, bool typed)
{
	const struct isa_type *t = isa_type_find(type);

	if (!t || t->bits < 8 || bytes.n == 0 || bytes.n % (t->bits / 8) != 0 ||
		(!is_number(t) && t->count == 1 && t->kind != ISA_KIND_SIGNAL)) {
		brig_print_fail(p, 0, "constant has no such type");
		return;
	}
	size_t size = t->bits / 8, count = bytes.n / size;
	if (!(type & BRIG_TYPE_ARRAY)) {
		print_scalar(p, t, bytes, typed);
		return;
	}
	buf_printf(p->out, "%s[](", t->text);
	for (size_t i = 0; i < count && !p->failed; i++) {
		if (i > 0)
			print_separator(p, i, count);
		print_scalar(p, t, (struct str){bytes.p + i * size, size}, false);
		brig_print_pause(p);
	}
	buf_puts(p->out, ")");
}

void brig_print_constant(struct brig_printer *p, uint16_t type, struct str bytes)
{
	print_bytes(p, type, bytes, false);
}

static const char *value_text(struct brig_printer *p, enum isa_modifier m, unsigned value)
{
	const char *text = isa_modifier_text(m, value);

	if (!text) {
		brig_print_fail(p, 0, "image or sampler property has no such value");
		return "";
	}
	return text;
}

static void print_image(struct brig_printer *p, const struct brig_operand_constant_image *i)
{
	const struct isa_type *t = isa_type_find(i->type);
	const struct {
		const char *name;
		uint64_t value;
	} sizes[] = {{"width", i->width}, {"height", i->height}, {"depth", i->depth},
		{"array", i->array}};

	buf_printf(p->out, "%s(geometry = %s", t ? t->text : "",
		value_text(p, ISA_MOD_GEOMETRY, i->geometry));
	for (unsigned k = 0; k < ARRAY_LEN(sizes); k++) {
		if (sizes[k].value != 0)
			buf_printf(p->out, ", %s = %llu", sizes[k].name,
				(unsigned long long)sizes[k].value);
	}
	buf_printf(p->out, ", channel_type = %s, channel_order = %s)",
		value_text(p, ISA_MOD_CHANNEL_TYPE, i->channel_type),
		value_text(p, ISA_MOD_CHANNEL_ORDER, i->channel_order));
}

static void print_sampler(struct brig_printer *p, const struct brig_operand_constant_sampler *s)
{
	buf_printf(p->out, "samp(coord = %s, filter = %s, addressing = %s)",
		value_text(p, ISA_MOD_COORD, s->coord), value_text(p, ISA_MOD_FILTER, s->filter),
		value_text(p, ISA_MOD_ADDRESSING, s->addressing));
}

/* Prints an aggregate, or an array of images or samplers. */
static void print_constant_list(struct brig_printer *p, uint32_t code_off,
	const struct brig_operand_constant_list *c)
{
	const struct isa_type *t = isa_type_find(c->type);
	bool aggregate = c->type == BRIG_TYPE_NONE;
	struct brig_list l;
	struct brig_operand o;

	if (!brig_list(p->v, c->elements, &l) || (!aggregate && !t)) {
		brig_print_fail(p, code_off, "constant's list of elements is damaged");
		return;
	}
	if (aggregate)
		buf_puts(p->out, "{");
	else
		buf_printf(p->out, "%s[](", t->text);
	for (uint32_t i = 0; i < l.count && !p->failed; i++) {
		if (!aggregate) /* images and samplers are long, so each has a line of its own */
			buf_puts(p->out, i > 0 ? ",\n\t\t" : "\n\t\t");
		else if (i > 0)
			print_separator(p, i, l.count);
		/* lists do not nest, so recursion ends here whatever the module holds */
		if (brig_operand_at(p->v, brig_list_at(&l, i), &o) &&
			o.kind != BRIG_KIND_OPERAND_CONSTANT_OPERAND_LIST)
			brig_print_initializer(p, code_off, brig_list_at(&l, i), aggregate);
		else
			brig_print_fail(p, code_off, "constant's element is damaged");
		brig_print_pause(p);
	}
	buf_puts(p->out, aggregate ? "}" : ")");
}

void brig_print_initializer(struct brig_printer *p, uint32_t code_off, uint32_t operand_off,
	bool typed)
{
	struct brig_operand o;

	if (!brig_operand_at(p->v, operand_off, &o))
		o.kind = BRIG_KIND_NONE;
	switch (o.kind) {
	case BRIG_KIND_OPERAND_CONSTANT_BYTES:
		print_bytes(p, o.u.constant.type, brig_print_data(p, code_off, o.u.constant.bytes),
			typed);
		return;
	case BRIG_KIND_OPERAND_CONSTANT_OPERAND_LIST:
		print_constant_list(p, code_off, &o.u.constant_list);
		return;
	case BRIG_KIND_OPERAND_CONSTANT_IMAGE:
		print_image(p, &o.u.image);
		return;
	case BRIG_KIND_OPERAND_CONSTANT_SAMPLER:
		print_sampler(p, &o.u.sampler);
		return;
	case BRIG_KIND_OPERAND_ALIGN:
		brig_print_align(p, o.u.align.align);
		return;
	}
	brig_print_fail(p, code_off, "initializer is no constant");
}

/* In text an array of a bit type takes only aggregates, but BRIG may hold its value as one array
 * constant. */
void brig_print_variable_initializer(struct brig_printer *p, uint32_t code_off,
	const struct brig_directive_variable *var)
{
	const struct isa_type *t = isa_type_find(var->type);
	struct brig_operand o;
	bool braces = t && t->kind == ISA_KIND_BIT && var->type & BRIG_TYPE_ARRAY &&
	              brig_operand_at(p->v, var->init, &o) &&
	              o.kind == BRIG_KIND_OPERAND_CONSTANT_BYTES;

	if (braces)
		buf_puts(p->out, "{");
	brig_print_initializer(p, code_off, var->init, braces);
	if (braces)
		buf_puts(p->out, "}");
}
