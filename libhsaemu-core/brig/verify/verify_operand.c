/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Third pass: checks each operand by itself, without the entries that use it (PRM 18.6). */
#include "brig/verify/verify_impl.h"
#include "brig/verify/verify_operand_impl.h"

static struct str key_of(const uint32_t *off)
{
	return (struct str){(const char *)off, sizeof *off};
}

/* ---- what types need ------------------------------------------------------------------------ */

uint16_t brig_type_uses(uint16_t type)
{
	const struct isa_type *t = isa_type_find(type);
	if (t == NULL)
		return 0;
	if (t->kind == ISA_KIND_IMAGE || t->kind == ISA_KIND_SAMPLER)
		return BRIG_USES_IMAGE;
	if (t->elem == BRIG_TYPE_F64)
		return BRIG_USES_F64;
	if (t->brig == BRIG_TYPE_SIG32)
		return BRIG_USES_SIG32;
	return t->brig == BRIG_TYPE_SIG64 ? BRIG_USES_SIG64 : 0;
}

bool brig_verify_type_uses(struct brig_verifier *vf, enum BrigSectionIndex section, uint32_t off,
	uint16_t uses, const char *what)
{
	bool large = vf->ctx.machine_model == BRIG_MACHINE_LARGE;
	uint16_t lacking = vf->ctx.image_extension ? 0 : BRIG_USES_IMAGE;
	lacking |= vf->ctx.profile == BRIG_PROFILE_BASE ? BRIG_USES_F64 : 0;
	lacking |= large ? BRIG_USES_SIG32 : BRIG_USES_SIG64;
	lacking &= uses;
	if (lacking == 0 || !brig_verify_first_time(vf, BRIG_CHECKED_TYPE, lacking, 0))
		return lacking == 0;
	if (lacking & BRIG_USES_IMAGE)
		return brig_verify_fail(vf, section, off, "13.1.2",
			"%s is an image or sampler: that needs extension \"IMAGE\"", what);
	if (lacking & BRIG_USES_F64)
		return brig_verify_fail(vf, section, off, "16.2.1",
			"%s is of type f64, which the Base profile does not have", what);
	return brig_verify_fail(vf, section, off, "2.9",
		"%s is of type %s, which the %s machine model does not have", what,
		large ? "sig32" : "sig64", large ? "large" : "small");
}

/* ---- constants ------------------------------------------------------------------------------ */

static bool is_zero(struct brig_verifier *vf, uint32_t data_off)
{
	struct str s = brig_verify_data(vf, data_off);
	const struct brig_checked checked = {BRIG_CHECKED_ZERO, data_off, 0, 0};
	bool is_long = s.n > BRIG_SHORT_DATA;
	if (is_long && brig_verify_is_checked(vf, &checked))
		return true;
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != 0)
			return false;
	if (is_long)
		brig_verify_set_checked(vf, &checked);
	return true;
}

static void constant_bytes(struct brig_verifier *vf, const struct brig_operand *o)
{
	const struct isa_type *t = isa_type_find(o->u.constant.type);
	struct str bytes = brig_verify_data(vf, o->u.constant.bytes);
	bool array = (o->u.constant.type & BRIG_TYPE_ARRAY) != 0;
	if (t == NULL || t->kind == ISA_KIND_BIT || t->kind == ISA_KIND_IMAGE ||
		t->kind == ISA_KIND_SAMPLER) {
		FAIL_OPERAND(vf, o->off, "18.6.6", "constant must not be of type %s",
			t == NULL ? "none" : t->text);
		return;
	}
	size_t size = t->bits / 8u;
	if (array ? bytes.n == 0 || bytes.n % size != 0 : bytes.n != size)
		FAIL_OPERAND(vf, o->off, "18.6.6",
			"constant of type %s%s has %zu byte%s, not %s%zu", t->text,
			array ? "[]" : "", bytes.n, bytes.n == 1 ? "" : "s",
			array ? "a multiple of " : "", size);
	else if (t->kind == ISA_KIND_SIGNAL && !is_zero(vf, o->u.constant.bytes))
		FAIL_OPERAND(vf, o->off, "18.6.6", "signal constant is not 0");
}

/* Checks an image constant: its type and format, and that it has the sizes of its geometry and no
 * others (PRM 18.6.7). */
static void constant_image(struct brig_verifier *vf, const struct brig_operand *o)
{
	const struct brig_operand_constant_image *i = &o->u.image;
	const struct isa_type *t = isa_type_find(i->type);
	const char *geometry = isa_modifier_text(ISA_MOD_GEOMETRY, i->geometry);
	unsigned has = isa_image_sizes(i->geometry);
	struct buf why = BUF_INIT;
	const struct {
		const char *name;
		uint64_t value;
		bool wanted;
	} sizes[] = {
		{"width", i->width, true},
		{"height", i->height, has & ISA_IMAGE_HEIGHT},
		{"depth", i->depth, has & ISA_IMAGE_DEPTH},
		{"array", i->array, has & ISA_IMAGE_ARRAY},
	};
	if (t == NULL || t->kind != ISA_KIND_IMAGE || i->type & BRIG_TYPE_ARRAY)
		FAIL_OPERAND(vf, o->off, "18.6.7",
			"image constant must be of type roimg, woimg or rwimg");
	if (!isa_image_format(i->geometry, i->channel_order, i->channel_type, &why))
		FAIL_OPERAND(vf, o->off, "7.1.5", STR_FMT, STR_ARG(buf_slice(&why)));
	buf_release(&why);
	for (size_t n = 0; n < ARRAY_LEN(sizes); n++)
		if ((sizes[n].value != 0) != sizes[n].wanted)
			FAIL_OPERAND(vf, o->off, "18.6.7",
				"%s of an image of geometry %s must %sbe 0", sizes[n].name,
				geometry, sizes[n].wanted ? "not " : "");
}

static void constant_sampler(struct brig_verifier *vf, const struct brig_operand *o)
{
	const struct brig_operand_constant_sampler *s = &o->u.sampler;
	struct buf why = BUF_INIT;
	if (s->type != BRIG_TYPE_SAMP)
		FAIL_OPERAND(vf, o->off, "18.6.9", "sampler constant must be of type samp");
	if (!isa_sampler_modes(s->coord, s->addressing, &why))
		FAIL_OPERAND(vf, o->off, "7.1.8", STR_FMT, STR_ARG(buf_slice(&why)));
	buf_release(&why);
}

/* ---- constant lists: aggregates, arrays of images and samplers ------------------------------ */

/* Adds an element to the list's properties. False when it cannot be an element. If it is a handle,
 * *handle becomes its type. */
static bool add_element(struct brig_verifier *vf, uint32_t off, struct brig_constant_list *list,
	uint16_t *handle)
{
	struct brig_operand o = brig_verify_operand_at(vf, off);
	*handle = BRIG_TYPE_NONE;
	switch (o.kind) {
	case BRIG_KIND_OPERAND_CONSTANT_BYTES:
		list->bytes += brig_verify_data(vf, o.u.constant.bytes).n;
		list->uses |= brig_type_uses(o.u.constant.type);
		return true;
	case BRIG_KIND_OPERAND_ALIGN:
		if (o.u.align.align != BRIG_ALIGNMENT_NONE)
			list->bytes = align_up(list->bytes, UINT64_C(1) << (o.u.align.align - 1));
		return true;
	case BRIG_KIND_OPERAND_CONSTANT_IMAGE:
		*handle = o.u.image.type;
		break;
	case BRIG_KIND_OPERAND_CONSTANT_SAMPLER:
		*handle = o.u.sampler.type;
		break;
	default:
		return false;
	}
	list->bytes += 8;
	list->uses |= BRIG_USES_IMAGE;
	return true;
}

const struct brig_constant_list *brig_verify_constant_list(struct brig_verifier *vf,
	uint32_t data_off)
{
	uint64_t number;
	if (str_map_find(&vf->constant_list_numbers, key_of(&data_off), &number))
		return number == 0 ? NULL : &vf->constant_lists[number - 1];
	struct brig_list l = brig_verify_list(vf, data_off);
	struct brig_constant_list list = {0};
	bool ok = true;
	for (uint32_t i = 0; i < l.count && ok; i++) {
		uint16_t handle;
		ok = add_element(vf, brig_list_at(&l, i), &list, &handle);
		if (i == 0)
			list.handle = handle;
		else if (list.handle != handle)
			list.handle = BRIG_TYPE_NONE;
	}
	if (ok) {
		ARRAY_GROW(vf->constant_lists, vf->constant_list_count, vf->constant_list_cap);
		vf->constant_lists[vf->constant_list_count++] = list;
	}
	str_map_put(&vf->constant_list_numbers, key_of(&data_off),
		ok ? vf->constant_list_count : 0);
	return ok ? &vf->constant_lists[vf->constant_list_count - 1] : NULL;
}

bool brig_verify_constant_uses(struct brig_verifier *vf, uint32_t operand_off)
{
	struct brig_operand o = brig_verify_operand_at(vf, operand_off);
	uint16_t uses = 0;
	switch (o.kind) {
	case BRIG_KIND_OPERAND_CONSTANT_BYTES:
		uses = brig_type_uses(o.u.constant.type);
		break;
	case BRIG_KIND_OPERAND_CONSTANT_IMAGE:
	case BRIG_KIND_OPERAND_CONSTANT_SAMPLER:
		uses = BRIG_USES_IMAGE;
		break;
	case BRIG_KIND_OPERAND_CONSTANT_OPERAND_LIST:
		uses = brig_verify_constant_list(vf, o.u.constant_list.elements)->uses;
		break;
	}
	return brig_verify_type_uses(vf, BRIG_SECTION_INDEX_OPERAND, operand_off, uses, "constant");
}

static void constant_list(struct brig_verifier *vf, const struct brig_operand *o)
{
	uint16_t type = o->u.constant_list.type;
	const struct brig_constant_list *l =
		brig_verify_constant_list(vf, o->u.constant_list.elements);
	if (l == NULL)
		FAIL_OPERAND(vf, o->off, "18.6.8",
			"element of a constant list must be a constant or an alignment");
	else if (l->bytes == 0)
		FAIL_OPERAND(vf, o->off, "4.8.4", "constant list has no value");
	else if (type != BRIG_TYPE_NONE &&
		 (l->handle == BRIG_TYPE_NONE || type != (l->handle | BRIG_TYPE_ARRAY)))
		FAIL_OPERAND(vf, o->off, "18.6.8",
			"constant list must be an aggregate or an array of images or samplers of "
			"one type");
}

/* ---- other operands ------------------------------------------------------------------------- */

static void one_register(struct brig_verifier *vf, const struct brig_operand *o)
{
	unsigned limit = isa_register_limit(o->u.reg.reg_kind);
	if (o->u.reg.number >= limit)
		FAIL_OPERAND(vf, o->off, "4.7", "there is no register '$%c%u': numbers go up to %u",
			isa_register_letter(o->u.reg.reg_kind), o->u.reg.number, limit - 1);
}

static void address(struct brig_verifier *vf, const struct brig_operand *o)
{
	const struct brig_operand_address *a = &o->u.address;
	if (a->symbol != 0 && brig_verify_kind(vf, a->symbol) != BRIG_KIND_DIRECTIVE_VARIABLE &&
		brig_verify_first_time(vf, BRIG_CHECKED_SYMBOL, a->symbol, BRIG_SYMBOL_KIND))
		FAIL_OPERAND(vf, o->off, "18.6.2", "symbol of an address must be a variable");
	if (a->reg == 0)
		return;
	struct brig_operand reg = brig_verify_operand_at(vf, a->reg);
	if (reg.kind != BRIG_KIND_OPERAND_REGISTER ||
		(reg.u.reg.reg_kind != BRIG_REGISTER_KIND_SINGLE &&
			reg.u.reg.reg_kind != BRIG_REGISTER_KIND_DOUBLE))
		FAIL_OPERAND(vf, o->off, "18.6.2",
			"register of an address must be an s or d register");
}

static void vector(struct brig_verifier *vf, const struct brig_operand *o)
{
	struct brig_list l = brig_verify_list(vf, o->u.list.elements);
	if (l.count < 2 || l.count > 4) {
		FAIL_OPERAND(vf, o->off, "4.17", "vector operand has %u elements, not 2 to 4",
			l.count);
		return;
	}
	for (uint32_t i = 0; i < l.count; i++) {
		uint16_t kind = brig_verify_operand_at(vf, brig_list_at(&l, i)).kind;
		if (kind != BRIG_KIND_OPERAND_REGISTER &&
			kind != BRIG_KIND_OPERAND_CONSTANT_BYTES &&
			kind != BRIG_KIND_OPERAND_WAVESIZE)
			FAIL_OPERAND(vf, o->off, "18.6.10",
				"element of a vector operand must be a register, constant or WAVESIZE");
	}
}

static enum isa_operand_kind list_kind(uint16_t kind)
{
	switch (kind) {
	case BRIG_KIND_DIRECTIVE_VARIABLE:
		return ISA_OPND_ARGUMENTS;
	case BRIG_KIND_DIRECTIVE_LABEL:
		return ISA_OPND_LABELS;
	case BRIG_KIND_DIRECTIVE_FUNCTION:
	case BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION:
		return ISA_OPND_FUNCTIONS;
	}
	return ISA_OPND_OTHER;
}

enum isa_operand_kind brig_verify_code_list(struct brig_verifier *vf, uint32_t data_off)
{
	enum { SHORT_LIST = 8 }; /* lists with at most so many elements are not worth remembering */
	struct brig_list l = brig_verify_list(vf, data_off);
	uint64_t known;
	if (l.count > SHORT_LIST && str_map_find(&vf->list_kinds, key_of(&data_off), &known))
		return (enum isa_operand_kind)known;
	enum isa_operand_kind kind = ISA_OPND_ARGUMENTS;
	for (uint32_t i = 0; i < l.count; i++) {
		enum isa_operand_kind one = list_kind(brig_verify_kind(vf, brig_list_at(&l, i)));
		kind = i == 0 || kind == one ? one : ISA_OPND_OTHER;
	}
	if (l.count > SHORT_LIST)
		str_map_put(&vf->list_kinds, key_of(&data_off), kind);
	return kind;
}

static void code_list(struct brig_verifier *vf, const struct brig_operand *o)
{
	if (brig_verify_code_list(vf, o->u.list.elements) == ISA_OPND_OTHER)
		FAIL_OPERAND(vf, o->off, "18.6.4",
			"code list must be of arg variables, labels or functions only");
}

static void code_reference(struct brig_verifier *vf, const struct brig_operand *o)
{
	switch (brig_verify_kind(vf, o->u.code_ref.ref)) {
	case BRIG_KIND_DIRECTIVE_FBARRIER:
	case BRIG_KIND_DIRECTIVE_FUNCTION:
	case BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION:
	case BRIG_KIND_DIRECTIVE_KERNEL:
	case BRIG_KIND_DIRECTIVE_LABEL:
	case BRIG_KIND_DIRECTIVE_MODULE:
	case BRIG_KIND_DIRECTIVE_SIGNATURE:
	case BRIG_KIND_DIRECTIVE_VARIABLE:
		return;
	}
	FAIL_OPERAND(vf, o->off, "18.6.5", "reference must be to a directive that has a name");
}

/* ---- the pass ------------------------------------------------------------------------------- */

static void operand(struct brig_verifier *vf, const struct brig_operand *o)
{
	switch (o->kind) {
	case BRIG_KIND_OPERAND_ADDRESS:
		address(vf, o);
		break;
	case BRIG_KIND_OPERAND_ALIGN:
		if (o->u.align.align == BRIG_ALIGNMENT_NONE)
			FAIL_OPERAND(vf, o->off, "18.6.3",
				"alignment of an aggregate's element is none");
		break;
	case BRIG_KIND_OPERAND_CODE_LIST:
		code_list(vf, o);
		break;
	case BRIG_KIND_OPERAND_CODE_REF:
		code_reference(vf, o);
		break;
	case BRIG_KIND_OPERAND_CONSTANT_BYTES:
		constant_bytes(vf, o);
		break;
	case BRIG_KIND_OPERAND_CONSTANT_IMAGE:
		constant_image(vf, o);
		break;
	case BRIG_KIND_OPERAND_CONSTANT_OPERAND_LIST:
		constant_list(vf, o);
		break;
	case BRIG_KIND_OPERAND_CONSTANT_SAMPLER:
		constant_sampler(vf, o);
		break;
	case BRIG_KIND_OPERAND_OPERAND_LIST:
		vector(vf, o);
		break;
	case BRIG_KIND_OPERAND_REGISTER:
		one_register(vf, o);
		break;
	}
}

void brig_verify_operands(struct brig_verifier *vf)
{
	const struct brig_section *s = &vf->v->sections[BRIG_SECTION_INDEX_OPERAND];
	for (uint32_t off = s->header_len; off < s->len && !diag_at_limit(vf->d);) {
		struct brig_operand o = brig_verify_operand_at(vf, off);
		operand(vf, &o);
		off += o.bytes;
	}
}
