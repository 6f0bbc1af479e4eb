/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks for features that do not exist in the module's profile, in its machine model, or without
 * an extension. */
#include "sema_profile_impl.h"

bool as_check_type_exists(struct as_state *as, uint16_t type, struct as_loc loc)
{
	const struct isa_type *t = isa_type_find(type);
	bool large = as->context.machine_model == BRIG_MACHINE_LARGE;
	if (t->elem == BRIG_TYPE_F64 && as->context.profile == BRIG_PROFILE_BASE)
		as_err(as, loc, "16.2.1", "type '%s' does not exist in the base profile", t->text);
	else if (t->brig == (large ? BRIG_TYPE_SIG32 : BRIG_TYPE_SIG64))
		as_err(as, loc, "2.9", "type '%s' does not exist in the %s machine model", t->text,
			large ? "large" : "small");
	else
		return true;
	return false;
}

bool as_check_literal(struct as_state *as, const struct as_value *v)
{
	if (v->kind != AS_VALUE_LITERAL || v->literal.type != BRIG_TYPE_F64 ||
		as->context.profile != BRIG_PROFILE_BASE)
		return true;
	as_err(as, v->loc, "4.8.2", "double-precision constants do not exist in the base profile");
	return false;
}

bool as_need_images(struct as_state *as, struct as_loc loc)
{
	if (!as->context.image_extension && !as->image_told)
		as_err(as, loc, "13.1.2", "images and samplers need extension \"IMAGE\"");
	as->image_told = true;
	return as->context.image_extension;
}
