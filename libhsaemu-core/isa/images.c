/* Image and sampler constants: which geometries, formats and modes go together (images.def). */
#include "hsaemu/isa.h"

enum family { FAMILY_COLOR, FAMILY_DEPTH };

#define T(id) 1u << BRIG_CHANNEL_TYPE_##id
enum {
	UNORM8 = T(UNORM_INT8),
	UNORM16 = T(UNORM_INT16),
	UNORM24 = T(UNORM_INT24),
	UNORM_PACKED = T(UNORM_SHORT_555) | T(UNORM_SHORT_565) | T(UNORM_INT_101010),
	NORM8 = UNORM8 | T(SNORM_INT8),
	NORM16 = UNORM16 | T(SNORM_INT16),
	INT8 = T(SIGNED_INT8) | T(UNSIGNED_INT8),
	INT16 = T(SIGNED_INT16) | T(UNSIGNED_INT16),
	INT32 = T(SIGNED_INT32) | T(UNSIGNED_INT32),
	HALF = T(HALF_FLOAT),
	FLOAT = T(FLOAT),
	PLAIN = NORM8 | NORM16 | INT8 | INT16 | INT32 | HALF | FLOAT, /* of 8, 16, 32 bits */
};
#undef T

static const struct {
	uint8_t sizes, family;
} geometries[] = {
#define IMAGE_GEOMETRY(id, sizes, family) [BRIG_GEOMETRY_##id] = {sizes, FAMILY_##family},
#include "hsaemu/images.def"
};

static const struct {
	uint16_t types;
	uint8_t family;
} orders[] = {
#define CHANNEL_ORDER(id, family, types) [BRIG_CHANNEL_ORDER_##id] = {types, FAMILY_##family},
#include "hsaemu/images.def"
};

unsigned isa_image_sizes(unsigned geometry)
{
	return geometry < ARRAY_LEN(geometries) ? geometries[geometry].sizes : 0;
}

static void say_geometries(struct buf *why, unsigned family)
{
	uint64_t set = 0;
	for (unsigned g = 0; g < ARRAY_LEN(geometries); g++)
		if (geometries[g].family == family)
			set |= UINT64_C(1) << g;
	isa_say_modifiers(why, ISA_MOD_GEOMETRY, set);
}

bool isa_image_format(unsigned geometry, unsigned order, unsigned type, struct buf *why)
{
	if (geometries[geometry].family != orders[order].family) {
		buf_printf(why, "channel order '%s' needs geometry ",
			isa_modifier_text(ISA_MOD_CHANNEL_ORDER, order));
		say_geometries(why, orders[order].family);
		buf_printf(why, ", not '%s'", isa_modifier_text(ISA_MOD_GEOMETRY, geometry));
		return false;
	}
	if ((orders[order].types >> type & 1) != 0)
		return true;
	buf_printf(why, "channel order '%s' cannot have channel type '%s'; expected ",
		isa_modifier_text(ISA_MOD_CHANNEL_ORDER, order),
		isa_modifier_text(ISA_MOD_CHANNEL_TYPE, type));
	isa_say_modifiers(why, ISA_MOD_CHANNEL_TYPE, orders[order].types);
	return false;
}

bool isa_sampler_modes(unsigned coord, unsigned addressing, struct buf *why)
{
	if (coord != BRIG_COORD_UNNORMALIZED ||
		(addressing != BRIG_ADDRESSING_REPEAT &&
			addressing != BRIG_ADDRESSING_MIRRORED_REPEAT))
		return true;
	buf_printf(why, "addressing '%s' needs normalized coordinates, not '%s'",
		isa_modifier_text(ISA_MOD_ADDRESSING, addressing),
		isa_modifier_text(ISA_MOD_COORD, coord));
	return false;
}
