/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Image and sampler constants: which geometries, formats and modes go together (images.def). */
#include "hsaemu/image_abi.h"
#include "hsaemu/isa.h"

/* The tables count as BRIG does. */
#define IMAGE_GEOMETRY(id, ...) \
	_Static_assert((int)HSAEMU_GEOMETRY_##id == (int)BRIG_GEOMETRY_##id, "number");
#define CHANNEL_TYPE(id, ...) \
	_Static_assert((int)HSAEMU_CHANNEL_##id == (int)BRIG_CHANNEL_TYPE_##id, "number");
#define CHANNEL_ORDER(id, ...) \
	_Static_assert((int)HSAEMU_ORDER_##id == (int)BRIG_CHANNEL_ORDER_##id, "number");
#include "hsaemu/images.def"

unsigned isa_image_sizes(unsigned geometry)
{
	const struct hsaemu_geometry_row *g;

	if (geometry >= HSAEMU_GEOMETRY_COUNT)
		return 0;
	g = hsaemu_geometry(geometry);
	return (g->coordinates > 1 ? ISA_IMAGE_HEIGHT : 0) |
	       (g->coordinates > 2 ? ISA_IMAGE_DEPTH : 0) | (g->is_array ? ISA_IMAGE_ARRAY : 0);
}

static void say_geometries(struct buf *why, unsigned family)
{
	uint64_t set = 0;
	for (unsigned g = 0; g < HSAEMU_GEOMETRY_COUNT; g++)
		if (hsaemu_geometry(g)->family == family)
			set |= UINT64_C(1) << g;
	isa_say_modifiers(why, ISA_MOD_GEOMETRY, set);
}

bool isa_image_format(unsigned geometry, unsigned order, unsigned type, struct buf *why)
{
	if (hsaemu_image_is_legal(geometry, order, type))
		return true;
	if (hsaemu_geometry(geometry)->family != hsaemu_channel_order(order)->family) {
		buf_printf(why, "channel order '%s' needs geometry ",
			isa_modifier_text(ISA_MOD_CHANNEL_ORDER, order));
		say_geometries(why, hsaemu_channel_order(order)->family);
		buf_printf(why, ", not '%s'", isa_modifier_text(ISA_MOD_GEOMETRY, geometry));
		return false;
	}
	buf_printf(why, "channel order '%s' cannot have channel type '%s'; expected ",
		isa_modifier_text(ISA_MOD_CHANNEL_ORDER, order),
		isa_modifier_text(ISA_MOD_CHANNEL_TYPE, type));
	isa_say_modifiers(why, ISA_MOD_CHANNEL_TYPE, hsaemu_channel_order(order)->types);
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
