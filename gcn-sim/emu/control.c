/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Branches, calls, barriers and messages, and registers of the hardware. What needs no work without
 * timing, such as s_waitcnt, does nothing. */
#include "exec_impl.h"

static const struct gcn_code *jump(struct gcn_wave *w, const struct gcn_code *target)
{
	return target != NULL ? target : gcn_fail(w, GCN_BAD_TARGET);
}

/* X(id, whether the branch is taken) */
#define BRANCHES(X) \
	X(S_BRANCH, true) \
	X(S_CBRANCH_SCC0, w->scc == 0) \
	X(S_CBRANCH_SCC1, w->scc != 0) \
	X(S_CBRANCH_VCCZ, gcn_pair(w, GCN_CODE_VCC) == 0) \
	X(S_CBRANCH_VCCNZ, gcn_pair(w, GCN_CODE_VCC) != 0) \
	X(S_CBRANCH_EXECZ, gcn_exec_mask(w) == 0) \
	X(S_CBRANCH_EXECNZ, gcn_exec_mask(w) != 0) \
	/* there is no debugger */ \
	X(S_CBRANCH_CDBGSYS, ((void)w, false)) \
	X(S_CBRANCH_CDBGUSER, ((void)w, false)) \
	X(S_CBRANCH_CDBGSYS_OR_USER, ((void)w, false)) \
	X(S_CBRANCH_CDBGSYS_AND_USER, ((void)w, false))

#define DEFINE_BRANCH(id, taken) \
	FUNCTION(id) \
	{ \
		return (taken) ? jump(w, in->target) : gcn_next(in); \
	}
BRANCHES(DEFINE_BRANCH)

/* X(id): nothing happens that can be seen without timing */
#define IDLE(X) \
	X(S_NOP) \
	X(S_WAITCNT) \
	X(S_SETPRIO) \
	X(S_ICACHE_INV) \
	X(S_INCPERFLEVEL) \
	X(S_DECPERFLEVEL) \
	X(S_TTRACEDATA) \
	X(S_DCACHE_INV)

#define DEFINE_IDLE(id) \
	FUNCTION(id) \
	{ \
		(void)w; \
		return gcn_next(in); \
	}
IDLE(DEFINE_IDLE)

/* Code invalidates the cache where it acquires what others have written. On the host only loads may
 * come before stores that were earlier, which a fence prevents. */
#define FENCES(X) \
	X(BUFFER_WBINVL1) \
	X(BUFFER_WBINVL1_SC)
#define DEFINE_FENCE(id) \
	FUNCTION(id) \
	{ \
		(void)w; \
		__atomic_thread_fence(__ATOMIC_SEQ_CST); \
		return gcn_next(in); \
	}
FENCES(DEFINE_FENCE)

/* ---- calls ----------------------------------------------------------------------------------- */

FUNCTION(S_GETPC_B64)
{
	gcn_set_pair(w, in->dst, gcn_next(in)->pc);
	return gcn_next(in);
}

FUNCTION(S_SETPC_B64)
{
	return jump(w, gcn_program_at(w->program, gcn_pair(w, in->src[0].reg)));
}

FUNCTION(S_SWAPPC_B64)
{
	const struct gcn_code *target = gcn_program_at(w->program, gcn_scalar64(w, &in->src[0]));

	if (target == NULL)
		return gcn_fail(w, GCN_BAD_TARGET);
	gcn_set_pair(w, in->dst, gcn_next(in)->pc);
	return target;
}

/* ---- what the driver is told ----------------------------------------------------------------- */

FUNCTION(S_ENDPGM)
{
	(void)in;
	return gcn_fail(w, GCN_ENDED);
}

FUNCTION(S_SETKILL)
{
	return in->imm != 0 ? gcn_fail(w, GCN_ENDED) : gcn_next(in);
}

FUNCTION(S_BARRIER)
{
	return gcn_stop(w, in, GCN_BARRIER);
}

FUNCTION(S_SLEEP)
{
	return gcn_stop(w, in, GCN_SLEEP);
}

FUNCTION(S_SETHALT)
{
	return (in->imm & 1) != 0 ? gcn_stop(w, in, GCN_HALTED) : gcn_next(in);
}

FUNCTION(S_TRAP)
{
	w->detail = in->imm;
	return gcn_stop(w, in, GCN_TRAP);
}

FUNCTION(S_SENDMSG)
{
	w->detail = in->imm;
	return gcn_stop(w, in, GCN_MESSAGE);
}

FUNCTION(S_SENDMSGHALT)
{
	w->detail = in->imm;
	return gcn_stop(w, in, GCN_HALTED);
}

/* ---- registers of the hardware --------------------------------------------------------------- */

/* A part of MODE, which is the only register that programs use: [5:0] register, [10:6] lowest bit,
 * [15:11] width - 1. */
static uint32_t part_mask(const struct gcn_code *in)
{
	unsigned low = in->imm >> 6 & 31, width = (in->imm >> 11 & 31) + 1U;
	uint64_t mask = ((UINT64_C(1) << width) - 1) << low;

	return (uint32_t)mask;
}

static void set_part(struct gcn_wave *w, const struct gcn_code *in, uint32_t value)
{
	uint32_t mask = part_mask(in);

	gcn_wave_set_mode(w, (w->mode & ~mask) | (value << (in->imm >> 6 & 31) & mask));
}

FUNCTION(S_GETREG_B32)
{
	w->s[in->dst] = (w->mode & part_mask(in)) >> (in->imm >> 6 & 31);
	return gcn_next(in);
}

FUNCTION(S_SETREG_B32)
{
	set_part(w, in, w->s[in->dst]);
	return gcn_next(in);
}

FUNCTION(S_SETREG_IMM32_B32)
{
	set_part(w, in, (uint32_t)in->src[0].value);
	return gcn_next(in);
}

FUNCTION(S_MEMTIME)
{
	gcn_set_pair(w, in->dst, w->clock);
	return gcn_next(in);
}

#define ROW(id, taken) [GCN_OP_##id] = {exec_##id, 0},
#define SINGLE(id) [GCN_OP_##id] = {exec_##id, 0},

/* clang-format off */
const gcn_functions gcn_control_functions = {
	BRANCHES(ROW) IDLE(SINGLE) FENCES(SINGLE)
	SINGLE(S_GETPC_B64) SINGLE(S_SETPC_B64) SINGLE(S_SWAPPC_B64) SINGLE(S_ENDPGM)
	SINGLE(S_SETKILL) SINGLE(S_BARRIER) SINGLE(S_SLEEP) SINGLE(S_SETHALT) SINGLE(S_TRAP)
	SINGLE(S_SENDMSG) SINGLE(S_SENDMSGHALT)
	SINGLE(S_GETREG_B32) SINGLE(S_SETREG_B32) SINGLE(S_SETREG_IMM32_B32) SINGLE(S_MEMTIME)
};
/* clang-format on */
