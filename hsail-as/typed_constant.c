/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Typed constants and aggregates (PRM 4.8.3, 4.8.4). The bytes of a constant are appended to the
 * statement's pool as they are read, so that a large initialiser takes no more memory than its
 * bytes. A nested constant appends to the same pool, and so its bytes are already in the right
 * place in the array around it. */
#include "sema_profile_impl.h"
#include "typed_constant_impl.h"

/* ---- literals ------------------------------------------------------------------------------- */

struct as_literal as_literal_integer(uint64_t value, bool negative)
{
	return (struct as_literal){BRIG_TYPE_NONE, negative ? -value : value};
}

struct as_literal as_literal_negate(struct as_literal l)
{
	l.bits ^= UINT64_C(1) << (isa_type_find(l.type)->bits - 1);
	return l;
}

void as_value_literal(struct as_state *as, struct as_literal l, struct as_loc loc)
{
	as->st.value = (struct as_value){.kind = AS_VALUE_LITERAL, .literal = l, .loc = loc};
}

void as_value_integer(struct as_state *as, uint64_t value, struct as_loc loc)
{
	as_value_literal(as, as_literal_integer(value, false), loc);
}

/* ---- properties of image and sampler constants (PRM 7.1.7, 7.1.8) --------------------------- */

enum property {
	GEOMETRY,
	CHANNEL_ORDER,
	CHANNEL_TYPE,
	WIDTH,
	HEIGHT,
	DEPTH,
	ARRAY,
	COORD,
	FILTER,
	ADDRESSING,
	PROPERTY_COUNT
};
enum {
	SAMPLER_PROPERTIES = 1u << COORD | 1u << FILTER | 1u << ADDRESSING,
	ALWAYS = 1u << GEOMETRY | 1u << CHANNEL_ORDER | 1u << CHANNEL_TYPE | 1u << WIDTH,
};

static const struct {
	const char *name;
	bool number; /* takes an integer; the others take a word of the list `words` */
	enum isa_modifier words;
} properties[PROPERTY_COUNT] = {
	[GEOMETRY] = {"geometry", false, ISA_MOD_GEOMETRY},
	[CHANNEL_ORDER] = {"channel_order", false, ISA_MOD_CHANNEL_ORDER},
	[CHANNEL_TYPE] = {"channel_type", false, ISA_MOD_CHANNEL_TYPE},
	[WIDTH] = {.name = "width", .number = true},
	[HEIGHT] = {.name = "height", .number = true},
	[DEPTH] = {.name = "depth", .number = true},
	[ARRAY] = {.name = "array", .number = true},
	[COORD] = {"coord", false, ISA_MOD_COORD},
	[FILTER] = {"filter", false, ISA_MOD_FILTER},
	[ADDRESSING] = {"addressing", false, ISA_MOD_ADDRESSING},
};

static void set_property(struct as_handle *h, enum property p, uint64_t value)
{
	struct brig_operand_constant_image *i = &h->u.image;
	struct brig_operand_constant_sampler *s = &h->u.sampler;
	switch (p) {
	case GEOMETRY:
		i->geometry = (uint8_t)value;
		break;
	case CHANNEL_ORDER:
		i->channel_order = (uint8_t)value;
		break;
	case CHANNEL_TYPE:
		i->channel_type = (uint8_t)value;
		break;
	case WIDTH:
		i->width = value;
		break;
	case HEIGHT:
		i->height = value;
		break;
	case DEPTH:
		i->depth = value;
		break;
	case ARRAY:
		i->array = value;
		break;
	case COORD:
		s->coord = (uint8_t)value;
		break;
	case FILTER:
		s->filter = (uint8_t)value;
		break;
	case ADDRESSING:
		s->addressing = (uint8_t)value;
		break;
	case PROPERTY_COUNT:
		break;
	}
}

static bool is_handle(uint16_t type)
{
	const struct isa_type *t = isa_type_find(type);
	return t->kind == ISA_KIND_IMAGE || t->kind == ISA_KIND_SAMPLER;
}

static const char *handle_section(uint16_t type)
{
	return isa_type_find(type)->kind == ISA_KIND_SAMPLER ? "7.1.8" : "7.1.7";
}

static const char *element_section(const struct isa_type *t)
{
	return t->count > 1 ? "4.14.2" : "4.8.3";
}

static struct as_constant_frame *top(struct as_state *as)
{
	return &as->st.frames[as->st.frame_count - 1];
}

#define frame_error(as, f, loc, ...) ((f)->bad = true, as_err((as), (loc), __VA_ARGS__))

/* Sets *out to the value of property `p`, given as *number or, when that is NULL, as the word at
 * `loc`. Returns false after a diagnostic. */
static bool property_value(struct as_state *as, enum property p, const uint64_t *number,
	struct as_loc loc, uint64_t *out)
{
	unsigned word;
	struct str s = as_text(as, loc);
	if (properties[p].number) {
		*out = number != NULL ? *number : 0;
		if (*out == 0)
			as_err(as, loc, "7.1.7",
				"'%s' takes an integer greater than 0, not '" STR_FMT "'",
				properties[p].name, STR_ARG(s));
		return *out != 0;
	}
	if (number != NULL || !isa_modifier_value(properties[p].words, s, &word)) {
		struct buf allowed = BUF_INIT;
		isa_say_modifiers(&allowed, properties[p].words, UINT64_MAX);
		as_err(as, loc, p >= COORD ? "7.1.8" : "7.1.7",
			"'" STR_FMT "' is no value of '%s'; expected " STR_FMT, STR_ARG(s),
			properties[p].name, STR_ARG(buf_slice(&allowed)));
		buf_release(&allowed);
		return false;
	}
	*out = word;
	return true;
}

void as_constant_property(struct as_state *as, struct as_loc name, const uint64_t *number,
	struct as_loc value)
{
	struct as_constant_frame *f = top(as);
	struct str s = as_text(as, name);
	uint64_t v;
	unsigned p = 0;
	bool sampler = isa_type_find(f->type)->kind == ISA_KIND_SAMPLER;
	while (p < PROPERTY_COUNT && !str_is(s, properties[p].name))
		p++;
	if (f->array || !is_handle(f->type) || p == PROPERTY_COUNT ||
		sampler != ((SAMPLER_PROPERTIES >> p & 1) != 0)) {
		frame_error(as, f, name, handle_section(f->type),
			"'%s%s' has no property '" STR_FMT "'", isa_type_find(f->type)->text,
			f->array ? "[]" : "", STR_ARG(s));
		return;
	}
	if ((f->properties >> p & 1) != 0) {
		frame_error(as, f, name, handle_section(f->type), "property '%s' is given twice",
			properties[p].name);
		return;
	}
	f->properties |= 1u << p;
	if (property_value(as, (enum property)p, number, value, &v))
		set_property(&f->handle, (enum property)p, v);
	else
		f->bad = true;
}

static unsigned size_properties(unsigned geometry)
{
	unsigned sizes = isa_image_sizes(geometry);
	return (sizes & ISA_IMAGE_HEIGHT ? 1u << HEIGHT : 0) |
	       (sizes & ISA_IMAGE_DEPTH ? 1u << DEPTH : 0) |
	       (sizes & ISA_IMAGE_ARRAY ? 1u << ARRAY : 0);
}

/* Checks whether properties that are valid one by one are valid together; reports when not. */
static void check_handle(struct as_state *as, struct as_constant_frame *f, struct as_loc loc)
{
	const struct brig_operand_constant_image *i = &f->handle.u.image;
	const struct brig_operand_constant_sampler *s = &f->handle.u.sampler;
	struct buf why = BUF_INIT;
	bool sampler = isa_type_find(f->type)->kind == ISA_KIND_SAMPLER;
	if (sampler ? !isa_sampler_modes(s->coord, s->addressing, &why)
		    : !isa_image_format(i->geometry, i->channel_order, i->channel_type, &why))
		frame_error(as, f, loc, sampler ? "7.1.8" : "7.1.5", STR_FMT,
			STR_ARG(buf_slice(&why)));
	buf_release(&why);
}

static void check_properties(struct as_state *as, struct as_constant_frame *f, struct as_loc loc)
{
	unsigned want = SAMPLER_PROPERTIES;
	const char *whose = isa_type_find(f->type)->text;
	if (isa_type_find(f->type)->kind == ISA_KIND_IMAGE) {
		want = ALWAYS | size_properties(f->handle.u.image.geometry);
		if ((f->properties & 1u << GEOMETRY) == 0)
			want = f->properties | 1u << GEOMETRY;
		else
			whose = isa_modifier_text(ISA_MOD_GEOMETRY, f->handle.u.image.geometry);
	}
	for (unsigned p = 0; p < PROPERTY_COUNT && !f->bad; p++) {
		if ((want & ~f->properties) >> p & 1)
			frame_error(as, f, loc, handle_section(f->type),
				"property '%s' of '%s' is missing", properties[p].name, whose);
		else if ((f->properties & ~want) >> p & 1)
			frame_error(as, f, loc, "7.1.7", "geometry '%s' has no property '%s'",
				whose, properties[p].name);
	}
	if (!f->bad)
		check_handle(as, f, loc);
}

/* ---- elements ------------------------------------------------------------------------------- */

void as_constant_begin(struct as_state *as, const struct as_lexeme *type, bool array,
	struct as_loc loc)
{
	struct as_statement *st = &as->st;
	ARRAY_GROW(st->frames, st->frame_count, st->frame_capacity);
	struct as_constant_frame *f = &st->frames[st->frame_count++];
	*f = (struct as_constant_frame){.type = type->type, .array = array, .loc = loc};
	f->handle.type = type->type;
	f->first = is_handle(type->type) ? (uint32_t)st->handle_count : (uint32_t)st->pool.len;
	if (isa_type_find(type->type)->kind == ISA_KIND_BIT)
		frame_error(as, f, loc, "4.8.3", "a typed constant cannot have bit type '%s'",
			isa_type_find(type->type)->text);
	else if (is_handle(type->type))
		f->bad = !as_need_images(as, loc);
	else
		f->bad = !as_check_type_exists(as, type->type, loc);
}

static void put_bits(struct buf *pool, unsigned bits, uint64_t value)
{
	switch (bits) {
	case 8:
		buf_u8(pool, (uint8_t)value);
		break;
	case 16:
		buf_u16(pool, (uint16_t)value);
		break;
	case 32:
		buf_u32(pool, (uint32_t)value);
		break;
	case 64:
		buf_u64(pool, value);
		break;
	}
}

/* Returns whether a literal may stand for one element of the constant (PRM 4.8.3, 4.14.2); false
 * after a diagnostic. */
static bool element_fits(struct as_state *as, struct as_constant_frame *f, struct as_literal l,
	struct as_loc loc)
{
	const struct isa_type *t = isa_type_find(f->type), *e = isa_type_find(t->elem);
	if (is_handle(f->type) && !f->array) {
		frame_error(as, f, loc, handle_section(f->type),
			"'%s' takes properties such as '%s = ...'", t->text,
			t->kind == ISA_KIND_IMAGE ? "geometry" : "coord");
	} else if (f->array && (t->count > 1 || is_handle(f->type) || t->kind == ISA_KIND_SIGNAL)) {
		frame_error(as, f, loc, "4.8.3",
			"an element of '%s[]' must be written as '%s(...)'", t->text, t->text);
	} else if (e->kind == ISA_KIND_FLOAT) {
		if (l.type != e->brig)
			frame_error(as, f, loc, element_section(t),
				"expected an %s constant, not '" STR_FMT "'", e->text,
				STR_ARG(as_text(as, loc)));
	} else if (l.type != BRIG_TYPE_NONE) {
		frame_error(as, f, loc, element_section(t),
			"expected an integer constant, not '" STR_FMT "'",
			STR_ARG(as_text(as, loc)));
	} else if (t->kind == ISA_KIND_SIGNAL && l.bits != 0) {
		frame_error(as, f, loc, "4.8.3", "the only signal constant is '%s(0)'", t->text);
	}
	return !f->bad;
}

void as_constant_literal(struct as_state *as, struct as_literal l, struct as_loc loc)
{
	struct as_constant_frame *f = top(as);
	const struct isa_type *t = isa_type_find(f->type);
	f->count++;
	if (!f->bad && element_fits(as, f, l, loc))
		put_bits(&as->st.pool, isa_type_find(t->elem)->bits, l.bits);
}

bool as_constant_takes_plain(const struct as_state *as)
{
	if (as->st.frame_count == 0)
		return false;
	const struct as_constant_frame *f = &as->st.frames[as->st.frame_count - 1];
	const struct isa_type *t = isa_type_find(f->type);
	return !f->bad && (f->array ? t->elem == t->brig && t->bits != 1 : t->count > 1) &&
	       t->kind != ISA_KIND_SIGNAL && !is_handle(f->type);
}

bool as_constant_plain(struct as_state *as, struct as_literal l)
{
	struct as_constant_frame *f = top(as);
	const struct isa_type *e = isa_type_find(isa_type_find(f->type)->elem);
	if (l.type != (e->kind == ISA_KIND_FLOAT ? e->brig : BRIG_TYPE_NONE))
		return false;
	f->count++;
	put_bits(&as->st.pool, e->bits, l.bits);
	return true;
}

void as_constant_nested(struct as_state *as)
{
	struct as_constant_frame *f = top(as);
	const struct as_value *v = &as->st.value;
	f->count++;
	if (v->kind == AS_VALUE_BAD)
		f->bad = true;
	else if (!f->bad && (!f->array || v->type != f->type))
		frame_error(as, f, v->loc, "4.8.3",
			"a constant of type '%s%s' cannot be %s of '%s%s'",
			isa_type_find(v->type)->text, v->type & BRIG_TYPE_ARRAY ? "[]" : "",
			f->array ? "an element" : "the value", isa_type_find(f->type)->text,
			f->array ? "[]" : "");
}

/* Reverses the elements of a packed constant, because HSAIL writes the most significant element
 * first and memory has the least significant one first. */
static void reverse_elements(uint8_t *p, unsigned count, unsigned bytes)
{
	for (unsigned i = 0; i < count / 2; i++)
		for (unsigned k = 0; k < bytes; k++) {
			uint8_t *a = p + i * bytes + k, *b = p + (count - 1 - i) * bytes + k;
			uint8_t t = *a;
			*a = *b;
			*b = t;
		}
}

static void finish_handle(struct as_state *as, struct as_constant_frame *f, struct as_loc loc)
{
	struct as_statement *st = &as->st;
	if (!f->bad)
		check_properties(as, f, loc);
	if (f->bad)
		return;
	f->handle.u.image.type = f->type;
	if (isa_type_find(f->type)->kind == ISA_KIND_SAMPLER)
		f->handle.u.sampler.type = f->type;
	ARRAY_GROW(st->handles, st->handle_count, st->handle_capacity);
	st->handles[st->handle_count++] = f->handle;
}

void as_constant_end(struct as_state *as, struct as_loc loc)
{
	struct as_statement *st = &as->st;
	struct as_constant_frame f = *top(as);
	const struct isa_type *t = isa_type_find(f.type);
	st->frame_count--;
	if (is_handle(f.type) && !f.array) {
		finish_handle(as, &f, loc);
	} else if (!f.bad && !f.array && f.count != t->count) {
		frame_error(as, &f, loc, element_section(t), "'%s' takes %u value%s, not %u",
			t->text, t->count, t->count == 1 ? "" : "s", f.count);
	} else if (!f.bad && !f.array && t->count > 1) {
		reverse_elements(st->pool.data + f.first, t->count, t->bits / 8u / t->count);
	}
	st->value = (struct as_value){.loc = loc,
		.first = f.first,
		.type = (uint16_t)(f.type | (f.array ? BRIG_TYPE_ARRAY : 0))};
	if (f.bad) {
		st->value.kind = AS_VALUE_BAD;
	} else if (is_handle(f.type)) {
		st->value.kind = AS_VALUE_HANDLES;
		st->value.count = (uint32_t)st->handle_count - f.first;
	} else {
		st->value.kind = AS_VALUE_BYTES;
		st->value.count = (uint32_t)st->pool.len - f.first;
	}
}

/* ---- aggregates ----------------------------------------------------------------------------- */

void as_aggregate_item(struct as_state *as)
{
	struct as_statement *st = &as->st;
	ARRAY_GROW(st->items, st->item_count, st->item_capacity);
	st->items[st->item_count++] = st->value;
}

void as_aggregate_align(struct as_state *as, uint64_t align, struct as_loc loc)
{
	bool good = is_pow2(align) && align <= 256;
	if (!good)
		as_err(as, loc, "4.8.4", "alignment must be a power of two from 1 to 256");
	as->st.value = (struct as_value){
		.kind = good ? AS_VALUE_ALIGN : AS_VALUE_BAD, .count = (uint32_t)align, .loc = loc};
	as_aggregate_item(as);
}

void as_aggregate_end(struct as_state *as, struct as_loc loc)
{
	struct as_statement *st = &as->st;
	struct as_value v = {.kind = AS_VALUE_AGGREGATE,
		.loc = loc,
		.first = (uint32_t)st->item_mark,
		.count = (uint32_t)(st->item_count - st->item_mark)};
	bool bad = false, data = false;
	for (size_t i = st->item_mark; i < st->item_count; i++) {
		bad |= st->items[i].kind == AS_VALUE_BAD;
		data |= st->items[i].kind != AS_VALUE_ALIGN;
	}
	if (!bad && !data)
		as_err(as, loc, "4.8.4", "an aggregate needs a value beside its 'align' items");
	if (bad || !data)
		v.kind = AS_VALUE_BAD;
	st->item_mark = st->item_count;
	st->value = v;
}

uint64_t as_value_bytes(const struct as_state *as, const struct as_value *v)
{
	uint64_t n = 0;
	switch (v->kind) {
	case AS_VALUE_LITERAL:
	case AS_VALUE_ALIGN:
	case AS_VALUE_BAD:
		break;
	case AS_VALUE_BYTES:
		return v->count;
	case AS_VALUE_HANDLES:
		return (uint64_t)v->count * 8;
	case AS_VALUE_AGGREGATE:
		for (uint32_t i = 0; i < v->count; i++) {
			const struct as_value *item = &as->st.items[v->first + i];
			if (item->kind == AS_VALUE_ALIGN)
				n = align_up(n, item->count);
			else
				n += as_value_bytes(as, item);
		}
		break;
	}
	return n;
}
