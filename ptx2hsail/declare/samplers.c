/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file makes the initial values of samplers (PTX ISA 5.3). */
#include "base/message.h"
#include "base/tr.h"
#include "declare/samplers.h"

struct sampler_property {
	const char *name, *value; /* in PTX; value NULL: any 0 or 1 */
	uint8_t mode;             /* in BRIG */
};

static const struct sampler_property sampler_properties[] = {
	{"addr_mode", "wrap", BRIG_ADDRESSING_REPEAT},
	{"addr_mode", "mirror", BRIG_ADDRESSING_MIRRORED_REPEAT},
	{"addr_mode", "clamp_to_edge", BRIG_ADDRESSING_CLAMP_TO_EDGE},
	{"addr_mode", "clamp_to_border", BRIG_ADDRESSING_CLAMP_TO_BORDER},
	{"filter_mode", "nearest", BRIG_FILTER_NEAREST},
	{"filter_mode", "linear", BRIG_FILTER_LINEAR},
	{"force_unnormalized_coords", NULL, 0},
};

static const struct sampler_property *find_property(struct str name,
	const struct ptx_operand *value)
{
	for (unsigned k = 0; k < ARRAY_LEN(sampler_properties); k++) {
		const struct sampler_property *p = &sampler_properties[k];
		if (str_is(name, p->name) &&
			(p->value == NULL ? value->kind == PTX_OPND_INT && value->value <= 1
					  : value->kind == PTX_OPND_NAME &&
						    str_is(value->name, p->value)))
			return p;
	}
	return NULL;
}

/* Sets a property of the sampler. HSAIL has one addressing mode for all directions, so the
 * addr_mode_0 to addr_mode_2 that are written must be equal. Returns false when HSAIL has no such
 * value. */
static bool set_property(struct brig_operand_constant_sampler *s, const struct ptx_init *i,
	bool *is_set)
{
	struct str name = i->property;
	bool is_direction = str_starts(name, STR("addr_mode_")) &&
	                    name.n == sizeof "addr_mode_0" - 1 && name.p[name.n - 1] >= '0' &&
	                    name.p[name.n - 1] <= '2';
	if (is_direction)
		name.n -= 2;
	const struct sampler_property *p = i->value != NULL ? find_property(name, i->value) : NULL;
	if (p == NULL || (is_direction && *is_set && s->addressing != p->mode))
		return false;
	if (p->value == NULL)
		s->coord = i->value->value != 0 ? BRIG_COORD_UNNORMALIZED : BRIG_COORD_NORMALIZED;
	else if (is_direction)
		s->addressing = p->mode;
	else
		s->filter = p->mode;
	*is_set |= is_direction;
	return true;
}

/* Translates { property = value, ... } (PTX ISA 5.3) to the second of a reference's two handles. */
void tr_initialise_sampler(struct tr *t, const struct ptx_var *v, struct hir_var *h)
{
	struct brig_operand_constant_sampler *s =
		ARENA_NEW(&t->arena, struct brig_operand_constant_sampler);
	bool is_set = false;
	struct buf why = BUF_INIT;
	*s = (struct brig_operand_constant_sampler){.type = BRIG_TYPE_SAMP,
		.coord = BRIG_COORD_NORMALIZED,
		.filter = BRIG_FILTER_NEAREST,
		.addressing = BRIG_ADDRESSING_CLAMP_TO_EDGE};
	const struct ptx_init *first = v->init->is_list ? v->init->children : v->init;
	for (const struct ptx_init *i = first; i != NULL; i = i->next)
		if (i->property.n == 0) {
			tr_error(t, i->span, "expected 'property = value'");
			return;
		} else if (!set_property(s, i, &is_set)) {
			tr_unsupported(t, i->span, "this value of property '" STR_FMT "'",
				STR_ARG(i->property));
			return;
		}
	if (!isa_sampler_modes(s->coord, s->addressing, &why))
		tr_unsupported(t, v->init->span, "sampler: " STR_FMT, STR_ARG(buf_slice(&why)));
	buf_release(&why);
	h->type = BRIG_TYPE_B8;
	h->dim = 16;
	h->sampler = s;
}
