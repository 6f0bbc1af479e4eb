/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* -mcpu and -mattr: which features code may use, and which processor it is tuned for
 * (target.def). */
#ifndef HSAEMU_FIN_TARGET_H
#define HSAEMU_FIN_TARGET_H

#include "hsaemu/diag.h"
#include "llvm/arch.h"

struct fin_target {
	const struct fin_arch *arch;
	const char *cpu;   /* "x86-64-v3": the level that the code is made for */
	const char *tune;  /* LLVM's name of the processor that the code is tuned for */
	const char *attrs; /* LLVM's features beyond the level, and some for tuning; or "" */
	/* names for the ISA note of features beyond the level, separated by spaces */
	const char *required;
	unsigned vector_bits; /* of the widest vector: 512, 256 or 128 */
	uint64_t features;    /* bit i is set for row i of target.def's FEATUREs */
};

/* One of the processors that an object has code for. All symbols of its code end in `suffix`. */
struct fin_version {
	struct fin_target target;
	const char *suffix; /* ":x86-64-v3"; "" when there is only one processor */
};

/* What code is made for: processors that run it themselves, those with fewer features first, and a
 * GPU. */
struct fin_targets {
	struct fin_version *versions;
	unsigned count;
	struct fin_version *gpu; /* NULL: none */
};

/* Finds the processors of a list like "x86-64-v2,x86-64-v4,gfx600". Arrays and strings live in `a`.
 * False after a diagnostic: a processor or feature is unknown. */
bool fin_targets_of(const char *names, const char *attrs, struct arena *a, struct diag *d,
	struct fin_targets *out) NODISCARD;
/* Whether a gather takes this processor as long as loads one by one. */
bool fin_target_gathers_slowly(const struct fin_target *t);
bool fin_target_has(const struct fin_target *t, const char *feature);

#endif
