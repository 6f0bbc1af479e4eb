/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses between vector and scalar code for a kernel by an estimate of what vectors gain
 * (vector_cost.h), and says how long vector code may be. */
#include "pipeline/choose_lanes.h"
#include "gang/vector_cost.h"
#include "ir/exceptions.h"
#include "pipeline/pipeline.h"
#include "regions/fiber.h"
#include "ir/limits.h"

/* The most lanes with which parts lie in rows of the required work-group, or `most` if no group is
 * required or no number of lanes fits. */
static unsigned lanes_in_rows(const struct fin_function *f, unsigned most)
{
	const uint32_t *wg = f->control.required_wg;
	unsigned lanes = most;

	if (wg[0] == 0 || (wg[1] == 1 && wg[2] == 1))
		return most;
	while (lanes >= FIN_LIMIT_FEWEST_LANES && wg[0] % lanes != 0)
		lanes /= 2;
	return lanes >= FIN_LIMIT_FEWEST_LANES ? lanes : most;
}

/* Whether work-groups have one work-item, so that one lane of vector code would work. */
static bool is_for_one(const struct fin_function *f)
{
	const uint32_t *wg = f->control.required_wg;

	return wg[0] == 1 && wg[1] == 1 && wg[2] == 1;
}

/* Whether the kernel needs operations across lanes, which cannot be done by one work-item. */
static bool must_run_as_wave(const struct fin_function *g)
{
	struct fin_callees c = fin_callees_of(g);

	return fin_needs_wave(&c);
}

static const char PASS_NAME[] = "choice of vector or scalar code";

/* What is to be expected of a kernel's vector code. */
struct outlook {
	bool must; /* the kernel must run as waves */
	/* it runs on fibers, per wave or per work-item: the estimate covers neither */
	bool on_fiber;
	bool alike;     /* groups side by side may run as one */
	unsigned lanes; /* of vector code */
	double gain;    /* result of fin_gang_gain() */
	uint32_t length;
};

static struct outlook look_at(const struct fin_unit *u, struct fin_function *f, unsigned lanes)
{
	struct fin_payoff_target t = {
		.lanes = lanes, .slow_gathers = fin_target_gathers_slowly(&u->l->target)};
	struct outlook o = {.gain = 1};
	struct fin_prepared p;

	o.must = !fin_prepare(&p, f, u->options) || must_run_as_wave(p.f);
	o.alike = p.f->alike.in[0];
	o.lanes = t.lanes = p.f->alike.in[0] ? u->lanes : lanes;
	o.length = fin_instruction_count(p.f);
	o.on_fiber = !o.must && fin_barriers_part(p.f);
	if (!o.must && !o.on_fiber) {
		fin_prepare_for(&p, FIN_ESTIMATE, o.lanes);
		o.gain = fin_gang_gain(p.f, &p.regions, p.flows,
			p.row != 0 ? &p.across_hoped : &p.hoped, &t);
	}
	fin_prepared_release(&p);
	fin_pass_done(u->m->clock, PASS_NAME);
	return o;
}

/* How many times as long as scalar code vector code may be that gains so much. */
static double times_of(double gain)
{
	const double usual = 5, most = 10;
	double times = usual * (gain > 1 ? gain : 1);

	return times < most ? times : most;
}

static struct fin_choice scalar_code(const char *why)
{
	return (struct fin_choice){.lanes = 1, .why_scalar = why};
}

struct fin_choice fin_choose_lanes(const struct fin_unit *u, struct fin_function *f, bool free)
{
	const char *too_long = "vector code would be too long";
	unsigned lanes = free ? lanes_in_rows(f, u->lanes) : u->lanes;
	struct fin_choice c;
	struct outlook o;

	if (u->lanes == 1)
		return scalar_code("--simd=off, -O0 -g, or no vectors to use");
	if (fin_breaks(f)) /* vector code would go lane by lane in any case */
		return scalar_code("vectors would not make it faster");
	if (u->m->profile != NULL)
		return (struct fin_choice){.lanes = u->lanes};
	o = look_at(u, f, lanes);
	if (o.must)
		return (struct fin_choice){.lanes = o.lanes};
	if (free && is_for_one(f) && !o.alike)
		return scalar_code("its work-groups have one work-item");
	if (o.gain > 0 && free && !o.on_fiber && !fin_gang_pays(o.gain))
		return scalar_code("vectors would not make it faster");
	if (o.gain <= 0)
		return scalar_code(too_long);
	c = (struct fin_choice){.lanes = o.lanes, .why_scalar = too_long};
	if (o.length >= FIN_LIMIT_NO_TRIAL)
		c.times = times_of(o.gain);
	return c;
}
