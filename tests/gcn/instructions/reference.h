/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What instructions do, written once more from the table's text: lane by lane, with the C library's
 * arithmetic. It shares the decoder with the emulator, and nothing else. */
#ifndef HSAEMU_TESTS_GCN_REFERENCE_H
#define HSAEMU_TESTS_GCN_REFERENCE_H

#include "hsaemu/gcn.h"

enum { REF_VGPRS = 32, REF_LDS = 4096, REF_MEMORY = 8192 };

struct ref_state {
	uint32_t v[REF_VGPRS][64], s[128], scc, mode;
	uint64_t next_pc, memory_at;
	uint8_t lds[REF_LDS], memory[REF_MEMORY];
	/* how far results of floats may be from this one: 0 for most; of NaNs, which one does
	 * not matter */
	unsigned ulps;
	bool is_f32, is_f64; /* the vector result is such a float */
};

/* Executes an instruction. False when there is no reference for it. */
bool reference_execute(const struct gcn_inst *i, struct ref_state *st);
bool reference_scalar(const struct gcn_inst *i, struct ref_state *st);
bool reference_memory(const struct gcn_inst *i, struct ref_state *st);
/* The result of a lane of a vector instruction: its sources and the old result are x[0] to x[3]. */
struct ref_lane {
	uint64_t x[4], result, carry; /* carry: the bit for a mask */
	unsigned lane, dwords;
	uint32_t mode;
	bool vcc, has_mask, sets_exec;
	unsigned ulps;
};
bool reference_integer(const struct gcn_inst *i, struct ref_lane *l);
bool reference_float(const struct gcn_inst *i, struct ref_lane *l);
bool reference_comparison(const struct gcn_inst *i, struct ref_lane *l);

#endif
