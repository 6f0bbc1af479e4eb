/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How many parts the gangs of each body have. */
#include "gang/pressure.h"
#include "ir/limits.h"
#include "kernel/gang_kernel.h"

bool fin_has_long_code(const struct fin_function *f)
{
	return fin_instruction_count(f) > FIN_LIMIT_TWO_PARTS;
}

static struct fin_pressure pressure_of(const struct fin_gang_kernel *k, enum fin_body body)
{
	return fin_pressure_of(k->s.w.f, &k->shapes[body], k->flows, k->s.rs->count);
}

/* Two parts keep the processor busy while one of them waits, where its registers hold most values
 * of both. The other bodies have one part, as they run the few work-items at a group's end and odd
 * shapes of groups. A kernel that goes through diagonals, mostly one work-item after the other, has
 * one in any case, since a group of it is often a single part. */
static bool wants_two_parts(const struct fin_gang_kernel *k, enum fin_body body)
{
	struct fin_pressure p;

	if ((body != FIN_BODY_IN_ROWS && body != FIN_BODY_ACROSS) || k->has_far ||
		fin_has_long_code(k->s.w.f) || fin_is_in_pieces(&k->s.pieces))
		return false;
	p = pressure_of(k, body);
	return p.vectors <= FIN_LIMIT_PART_VECTORS &&
	       (p.masks <= FIN_LIMIT_PART_MASKS || !fin_target_has(&k->s.w.l->target, "avx512vl"));
}

unsigned fin_part_number(const struct fin_gang_kernel *k, bool in_step, enum fin_body body,
	unsigned lanes)
{
	if (body == FIN_BODY_FEW || body == FIN_BODY_LEVELS)
		return 1;
	if (in_step)
		return HSAEMU_WAVESIZE / lanes;
	if (body == FIN_BODY_ACROSS && k->stacked != 0)
		return k->stacked;
	return wants_two_parts(k, body) ? 2 : 1;
}
