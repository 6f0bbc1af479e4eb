/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Vector instructions that are about single lanes, and those whose registers are numbered by M0. */
#include "exec_impl.h"

static unsigned lane_of(const struct gcn_wave *w, const struct gcn_source *s)
{
	return gcn_scalar32(w, s) & (GCN_LANES - 1);
}

FUNCTION(V_READLANE_B32)
{
	w->s[in->dst] = w->v[in->src[0].reg][lane_of(w, &in->src[1])];
	return gcn_next(in);
}

FUNCTION(V_WRITELANE_B32)
{
	w->v[in->dst][lane_of(w, &in->src[1])] = gcn_scalar32(w, &in->src[0]);
	return gcn_next(in);
}

FUNCTION(V_READFIRSTLANE_B32)
{
	uint64_t exec = gcn_exec_mask(w);

	w->s[in->dst] = w->v[in->src[0].reg][exec == 0 ? 0 : __builtin_ctzll(exec)];
	return gcn_next(in);
}

/* Adds M0 to the number of a register. False, with the outcome, when it is not the wavefront's. */
static bool indexed(struct gcn_wave *w, unsigned reg, unsigned *out)
{
	uint64_t n = (uint64_t)reg + w->s[GCN_CODE_M0];

	*out = (unsigned)n;
	if (n < w->vgprs)
		return true;
	gcn_fail(w, GCN_BAD_REGISTER);
	return false;
}

static const struct gcn_code *move(struct gcn_wave *w, const struct gcn_code *in, unsigned to,
	const uint32_t *from)
{
	struct gcn_lanes r;

	memcpy(r.v, from, ALL_LANES_BYTES);
	gcn_put(w, to, &r);
	return gcn_next(in);
}

FUNCTION(V_MOVRELD_B32)
{
	struct gcn_lanes t;
	unsigned to;

	if (!indexed(w, in->dst, &to))
		return NULL;
	return move(w, in, to, gcn_lanes_of(w, &in->src[0], 0, &t));
}

FUNCTION(V_MOVRELS_B32)
{
	unsigned from;

	if (!indexed(w, in->src[0].reg, &from))
		return NULL;
	return move(w, in, in->dst, w->v[from]);
}

FUNCTION(V_MOVRELSD_B32)
{
	unsigned from, to;

	if (!indexed(w, in->src[0].reg, &from) || !indexed(w, in->dst, &to))
		return NULL;
	return move(w, in, to, w->v[from]);
}

#define SINGLE(id) [GCN_OP_##id] = {exec_##id, 0},

/* clang-format off */
const gcn_functions gcn_lane_functions = {
	SINGLE(V_READLANE_B32) SINGLE(V_WRITELANE_B32) SINGLE(V_READFIRSTLANE_B32)
	SINGLE(V_MOVRELD_B32) SINGLE(V_MOVRELS_B32) SINGLE(V_MOVRELSD_B32)
};
/* clang-format on */
