/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses between vector and scalar code for a kernel: by an estimate of what vectors gain
 * (vector_cost.h), and by how long the code gets, which is found out by making it. */
#include "pipeline/choose_lanes.h"
#include "gang/vector_cost.h"
#include "ir/exceptions.h"
#include "kernel/trial.h"
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

static size_t trial_size(const struct fin_unit *u, struct fin_function *f, unsigned lanes)
{
	struct fin_unit unit = *u;
	struct fin_prepared p;
	size_t n = 0;

	unit.lanes = lanes;
	if (fin_prepare(&p, f, u->options))
		n = fin_trial_size(&unit, &p);
	fin_prepared_release(&p);
	fin_pass_done(u->m->clock, PASS_NAME);
	return n;
}

/* Whether vector code is out of proportion to what it gains. LLVM's time grows with the code, which
 * is 3 to 6 times as long where work-items hardly differ, and 20 to 50 times where each has its own
 * way or its own memory. Such code can still be several times as fast, whatever the estimate says,
 * and kernels run more often than they are compiled: only code that takes LLVM more than a few
 * seconds is too long. */
static bool is_too_long(const struct fin_unit *u, struct fin_function *f, unsigned lanes,
	double gain, uint32_t length)
{
	const double usual = 5, most = 10, most_if_large = 4.5;
	double times = usual * (gain > 1 ? gain : 1);
	size_t scalar, vector;

	if (length < FIN_LIMIT_NO_TRIAL)
		return false;
	vector = trial_size(u, f, lanes);
	if (vector < FIN_LIMIT_TRIAL_VECTOR)
		return false;
	scalar = trial_size(u, f, 1);
	if (times > most)
		times = most;
	if (scalar > FIN_LIMIT_TRIAL_SCALAR)
		times = most_if_large;
	return (double)vector > times * (double)scalar;
}

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

unsigned fin_choose_lanes(const struct fin_unit *u, struct fin_function *f, bool free,
	const char **why_scalar)
{
	unsigned lanes = free ? lanes_in_rows(f, u->lanes) : u->lanes;
	struct outlook o;

	*why_scalar = "vectors would not make it faster";
	if (fin_breaks(f))
		return 1; /* vector code would go lane by lane in any case */
	if (u->lanes == 1 || u->m->profile != NULL)
		return u->lanes;
	o = look_at(u, f, lanes);
	if (o.must)
		return o.lanes;
	if (free && is_for_one(f) && !o.alike) {
		*why_scalar = "its work-groups have one work-item";
		return 1;
	}
	if (o.gain > 0 && free && !o.on_fiber && !fin_gang_pays(o.gain))
		return 1;
	*why_scalar = "vector code would be too long";
	if (o.gain <= 0)
		return 1;
	return is_too_long(u, f, o.lanes, o.gain, o.length) ? 1 : o.lanes;
}
