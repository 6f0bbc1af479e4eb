/* tex, txq, suld, sust, suq (PTX ISA 9.7.10, 9.7.11) as image instructions.
 *
 * A texture, sampler or surface, whether a reference (.texref) or an object (a 64-bit number), is the
 * address of two handles: of an image, and at offset 8 of a sampler. A texture that is given alone has
 * both. So a reference is a variable of 16 bytes, and its address is an object. */
#include "translate_impl.h"

enum { OBJECT_BYTES = 16, SAMPLER_OFFSET = 8, MOST_COORDS = 3 };

/* ---- handles ---------------------------------------------------------------------------------- */

/* Element k of [texture, sampler, coordinates] as the address of the handles. */
static bool object(struct tr *t, const struct ptx_operand *o, unsigned k, struct hir_op *out)
{
	struct ptx_operand address = *o;
	struct tr_address a;

	address.elems = &o->elems[k];
	address.elem_count = 1;
	return tr_address(t, &address, PTX_SPACE_GLOBAL, OBJECT_BYTES, &a) &&
	       tr_address_value(t, &a, out);
}

static struct hir_op handle(struct tr *t, struct hir_op object, int64_t offset, const char *type)
{
	struct hir_op result = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
	struct hir_op at = {.kind = HIR_OP_ADDRESS};
	struct tr_env e = {0};

	at.u.address.reg = object.u.reg;
	at.u.address.offset = offset;
	tr_env_bind(&e, 'D', result, PTX_NONE);
	tr_env_bind(&e, 'M', at, PTX_NONE);
	tr_env_text(&e, "type", type);
	tr_seq(t, SEQ_HANDLE, &e);
	return result;
}

/* ---- coordinates ------------------------------------------------------------------------------ */

struct coords {
	struct hir_op at[MOST_COORDS]; /* in HSAIL's order: the layer comes last */
	unsigned count;
	bool is_array;
	const char *geometry;
};

static void describe(const struct tr *t, struct coords *c)
{
	enum ptx_mod g = t->words.classes[PTX_CLASS_GEOM];

	c->is_array = g == PTX_MOD_A1D || g == PTX_MOD_A2D;
	c->count = g == PTX_MOD_1D ? 1 : g == PTX_MOD_2D || g == PTX_MOD_A1D ? 2 : 3;
	c->geometry = ptx_class_text(PTX_CLASS_GEOM, g);
}

/* {x}, {x, y}, {x, y, z, -}, {layer, x}, {layer, x, y, -}; those of one are also written without
 * braces. PTX 1.x writes four elements always; what is too many has no meaning (9.7.9.3). */
static bool take_coords(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	struct coords *c)
{
	unsigned written = c->count == 3 ? 4 : c->count;
	struct tr_elements e;

	if (o->kind == PTX_OPND_VECTOR && o->elem_count == 4)
		written = 4;
	if (!tr_elements(t, o, written, &e))
		return false;
	for (unsigned k = 0; k < c->count; k++) {
		bool is_layer = c->is_array && k == 0;
		unsigned to = !c->is_array ? k : is_layer ? c->count - 1 : k - 1;

		if (!tr_source(t, e.operands[k], is_layer ? PTX_U32 : type, &c->at[to]))
			return false;
	}
	return true;
}

static struct hir_op vector(struct tr *t, const struct coords *c)
{
	return tr_vector_of(t, c->at, c->count);
}

/* Size of the image in the direction of coordinate k. */
static const char *size_name(const struct coords *c, unsigned k)
{
	static const char *const names[] = {"width", "height", "depth"};

	return c->is_array && k == c->count - 1 ? "array" : names[k];
}

/* ---- tex -------------------------------------------------------------------------------------- */

/* The layer is an unsigned integer; HSAIL wants all coordinates of one type, and clamps it. */
static void convert_layer(struct tr *t, struct coords *c, bool is_float)
{
	struct hir_op result = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	struct tr_env e = {0};

	tr_env_bind(&e, 'D', result, PTX_NONE);
	tr_env_bind(&e, 'A', c->at[c->count - 1], PTX_U32);
	tr_seq(t, is_float ? SEQ_LAYER_FLOAT : SEQ_LAYER_INT, &e);
	c->at[c->count - 1] = result;
}

static bool destinations(struct tr *t, const struct ptx_operand *o, unsigned count,
	enum ptx_type type, struct hir_op *out)
{
	struct tr_elements e;

	if (!tr_elements(t, o, count, &e))
		return false;
	for (unsigned k = 0; k < count; k++) {
		if (e.operands[k]->kind == PTX_OPND_SINK)
			out[k] = tr_temp_op(t, tr_kind_of(type));
		else if (!tr_dest(t, e.operands[k], type, &out[k]))
			return false;
	}
	return true;
}

static bool is_object_list(struct tr *t, const struct ptx_operand *o, unsigned least, unsigned most)
{
	if (o->kind == PTX_OPND_ADDRESS && o->elem_count >= least && o->elem_count <= most)
		return true;
	tr_error(t, o->span, "expected an image%s in brackets",
		most == 1 ? "" : " and coordinates");
	return false;
}

static void sample(struct tr *t)
{
	enum ptx_type type = t->words.types[0], coord = t->words.types[1];
	const struct ptx_operand *from;
	struct hir_op texture, sampler, d[4];
	struct coords c;
	struct tr_env e = {.type = type, .source = coord};

	if (!destinations(t, t->inst->operands[0], 4, type, d))
		return;
	from = t->inst->operands[1];
	describe(t, &c);
	if (!is_object_list(t, from, 2, 3) || !object(t, from, 0, &texture) ||
		!take_coords(t, from->elems[from->elem_count - 1], coord, &c))
		return;
	sampler = texture;
	if (from->elem_count == 3 && !object(t, from, 1, &sampler))
		return;
	if (c.is_array)
		convert_layer(t, &c, coord == PTX_F32);
	tr_env_bind(&e, 'A', handle(t, texture, 0, "roimg"), PTX_NONE);
	tr_env_bind(&e, 'B', handle(t, sampler, SAMPLER_OFFSET, "samp"), PTX_NONE);
	tr_env_bind(&e, 'C', vector(t, &c), coord);
	tr_env_bind(&e, 'D', tr_vector_of(t, d, 4), type);
	tr_env_text(&e, "geom", c.geometry);
	tr_seq(t, SEQ_TEX, &e);
}

void tr_fn_tex(struct tr *t)
{
	if (tr_operand_count(t, 2, 2))
		sample(t);
}

/* HSAIL's images have one level, to which each other one is clamped. */
void tr_fn_tex_level(struct tr *t)
{
	if (tr_operand_count(t, 3, 3))
		sample(t);
}

/* ---- queries ---------------------------------------------------------------------------------- */

static void query(struct tr *t, const char *image)
{
	const struct ptx_operand *o;
	struct hir_op of, d;
	struct tr_env e = {0};

	if (!tr_operand_count(t, 2, 2) || !tr_dest(t, t->inst->operands[0], PTX_B32, &d))
		return;
	o = t->inst->operands[1];
	if (!is_object_list(t, o, 1, 1) || !object(t, o, 0, &of))
		return;
	tr_env_bind(&e, 'D', d, PTX_B32);
	tr_env_bind(&e, 'A', handle(t, of, 0, image), PTX_NONE);
	tr_env_text(&e, "image", image);
	tr_env_text(&e, "property",
		ptx_class_text(PTX_CLASS_PROPERTY, t->words.classes[PTX_CLASS_PROPERTY]));
	tr_seq(t, SEQ_IMAGE_QUERY, &e);
}

void tr_fn_txq(struct tr *t)
{
	query(t, "roimg");
}

void tr_fn_suq(struct tr *t)
{
	query(t, "rwimg");
}

/* ---- surfaces --------------------------------------------------------------------------------- */

/* Elements of a surface are `vec` numbers of the instruction's type, as an image of integers of up to
 * 32 bits, or of floats, has them; one of 64 bits is two of 32. */
struct surface {
	struct hir_op image;
	struct coords c;
	unsigned vec, bits;   /* of a number */
	bool raw;             /* .b: x counts bytes */
	struct hir_op inside; /* .zero: whether there is an access */
	uint32_t skip;        /* label behind it */
};

static void bind_coordinate(const struct surface *s, unsigned k, struct tr_env *e)
{
	tr_env_bind(e, 'A', s->image, PTX_NONE);
	tr_env_bind(e, 'B', s->c.at[k], PTX_U32);
	tr_env_text(e, "geom", s->c.geometry);
	tr_env_text(e, "property", size_name(&s->c, k));
}

/* x in elements; a negative one stays negative. */
static void count_elements(struct tr *t, struct surface *s)
{
	unsigned bytes = s->vec * s->bits / 8;
	struct hir_op x = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	struct tr_env e = {0};

	if (bytes == 1 || !s->raw)
		return;
	tr_env_bind(&e, 'D', x, PTX_NONE);
	tr_env_bind(&e, 'A', s->c.at[0], PTX_S32);
	tr_env_bind(&e, 'B', hir_op_const((uint64_t)__builtin_ctz(bytes)), PTX_U32);
	tr_seq(t, SEQ_SURFACE_X, &e);
	s->c.at[0] = x;
}

static void clamp(struct tr *t, struct surface *s)
{
	for (unsigned k = 0; k < s->c.count; k++) {
		struct hir_op inside = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
		struct tr_env e = {0};

		bind_coordinate(s, k, &e);
		tr_env_bind(&e, 'D', inside, PTX_NONE);
		tr_seq(t, SEQ_SURFACE_CLAMP, &e);
		s->c.at[k] = inside;
	}
}

/* A predicate: all coordinates are in the image. */
static struct hir_op is_inside(struct tr *t, struct surface *s)
{
	struct hir_op all = tr_temp_op(t, BRIG_REGISTER_KIND_CONTROL);

	for (unsigned k = 0; k < s->c.count; k++) {
		struct tr_env e = {0};

		bind_coordinate(s, k, &e);
		tr_env_bind(&e, 'D', all, PTX_NONE);
		tr_seq(t, k == 0 ? SEQ_SURFACE_INSIDE : SEQ_SURFACE_INSIDE_TOO, &e);
	}
	return all;
}

static void trap_outside(struct tr *t, struct surface *s)
{
	uint32_t go_on = tr_label(t);
	struct tr_env e = {0};

	tr_branch_if(t, is_inside(t, s), false, go_on);
	tr_seq(t, SEQ_TRAP, &e);
	tr_place_label(t, go_on);
}

/* Image and coordinates, by what the instruction says of places outside. */
static bool take_surface(struct tr *t, const struct ptx_operand *o, struct surface *s)
{
	enum ptx_mod outside = t->words.classes[PTX_CLASS_OUTSIDE];
	struct hir_op where;

	s->vec = tr_vector_size(t);
	s->bits = ptx_types[t->words.types[0]].bits;
	describe(t, &s->c);
	if (s->vec * s->bits > 128) {
		tr_no_translation(t);
		return false;
	}
	if (!is_object_list(t, o, 2, 2) || !object(t, o, 0, &where) ||
		!take_coords(t, o->elems[1], PTX_S32, &s->c))
		return false;
	s->image = handle(t, where, 0, "rwimg");
	count_elements(t, s);
	if (outside == PTX_MOD_CLAMP)
		clamp(t, s);
	else if (outside == PTX_MOD_ZERO)
		s->inside = is_inside(t, s);
	else
		trap_outside(t, s);
	return true;
}

static bool skips_outside(const struct tr *t)
{
	return t->words.classes[PTX_CLASS_OUTSIDE] == PTX_MOD_ZERO;
}

/* Between these two is the access. */
static void begin_access(struct tr *t, struct surface *s)
{
	if (!skips_outside(t))
		return;
	s->skip = tr_label(t);
	tr_branch_if(t, s->inside, true, s->skip);
}

static void end_access(struct tr *t, const struct surface *s)
{
	if (skips_outside(t))
		tr_place_label(t, s->skip);
}

static void bind_access(struct tr *t, const struct surface *s, struct tr_env *e)
{
	tr_env_bind(e, 'A', s->image, PTX_NONE);
	tr_env_bind(e, 'C', vector(t, &s->c), PTX_U32);
	tr_env_text(e, "geom", s->c.geometry);
}

static void set(struct tr *t, struct hir_op d, struct hir_op value, enum ptx_type type)
{
	struct tr_env e = {.type = type};

	tr_env_bind(&e, 'D', d, type);
	tr_env_bind(&e, 'A', value, type);
	tr_seq(t, SEQ_MOV, &e);
}

/* Number k of an element from the components that were loaded. */
static void take_number(struct tr *t, const struct surface *s, const struct hir_op *loaded,
	unsigned k, struct hir_op d)
{
	struct tr_env e = {0};

	tr_env_bind(&e, 'D', d, PTX_NONE);
	if (s->bits == 64) {
		tr_env_bind(&e, 'A', loaded[2 * k], PTX_NONE);
		tr_env_bind(&e, 'B', loaded[2 * k + 1], PTX_NONE);
		tr_seq(t, SEQ_SURFACE_JOIN, &e);
		return;
	}
	tr_env_bind(&e, 'A', loaded[k], PTX_NONE);
	tr_env_bind(&e, 'B', hir_op_const(s->bits), PTX_U32);
	tr_seq(t, s->bits == 32 ? SEQ_SURFACE_WORD : SEQ_SURFACE_PART, &e);
}

void tr_fn_suld(struct tr *t)
{
	enum ptx_type type = t->words.types[0];
	struct surface s = {.raw = true};
	struct hir_op d[4], loaded[4];
	struct tr_env e = {0};

	if (!tr_operand_count(t, 2, 2) ||
		!destinations(t, t->inst->operands[0], tr_vector_size(t), type, d) ||
		!take_surface(t, t->inst->operands[1], &s))
		return;
	for (unsigned k = 0; k < 4; k++) {
		loaded[k] = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
		if (skips_outside(t))
			set(t, loaded[k], hir_op_const(0), PTX_B32);
	}
	begin_access(t, &s);
	bind_access(t, &s, &e);
	tr_env_bind(&e, 'D', tr_vector_of(t, loaded, 4), PTX_NONE);
	tr_seq(t, SEQ_SURFACE_LOAD, &e);
	end_access(t, &s);
	for (unsigned k = 0; k < s.vec; k++)
		take_number(t, &s, loaded, k, d[k]);
}

/* Components from number k of the element. */
static void put_number(struct tr *t, const struct surface *s, struct hir_op value, unsigned k,
	struct hir_op *out)
{
	struct tr_env e = {0};

	tr_env_bind(&e, 'B', value, PTX_NONE);
	if (s->bits == 64) {
		tr_env_bind(&e, 'D', out[2 * k] = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE),
			PTX_NONE);
		tr_env_bind(&e, 'Q', out[2 * k + 1] = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE),
			PTX_NONE);
		tr_seq(t, SEQ_SURFACE_SPLIT, &e);
	} else if (s->bits < 32) {
		tr_env_bind(&e, 'D', out[k] = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE), PTX_NONE);
		tr_env_bind(&e, 'A', s->image, PTX_NONE);
		tr_env_bind(&e, 'C', hir_op_const(s->bits), PTX_U32);
		tr_env_text(&e, "geom", s->c.geometry);
		tr_seq(t, SEQ_SURFACE_NARROW, &e);
	} else {
		out[k] = value;
	}
}

static void store(struct tr *t, struct surface *s)
{
	enum ptx_type type = t->words.types[0];
	struct hir_op values[4], out[4];
	struct tr_elements from;
	struct tr_env e = {0};

	if (!tr_operand_count(t, 2, 2) ||
		!tr_elements(t, t->inst->operands[1], tr_vector_size(t), &from))
		return;
	for (unsigned k = 0; k < from.count && k < 4; k++)
		if (!tr_source(t, from.operands[k], type, &values[k]))
			return;
	if (!take_surface(t, t->inst->operands[0], s))
		return;
	for (unsigned k = 0; k < 4; k++)
		out[k] = hir_op_const(0);
	begin_access(t, s);
	for (unsigned k = 0; k < s->vec; k++)
		put_number(t, s, values[k], k, out);
	bind_access(t, s, &e);
	tr_env_bind(&e, 'B', tr_vector_of(t, out, 4), PTX_NONE);
	tr_seq(t, SEQ_SURFACE_STORE, &e);
	end_access(t, s);
}

void tr_fn_sust(struct tr *t)
{
	struct surface s = {.raw = true};

	store(t, &s);
}

/* Formatted: the image converts. */
void tr_fn_sust_formatted(struct tr *t)
{
	struct surface s = {.raw = false};

	store(t, &s);
}
