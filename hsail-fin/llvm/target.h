/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* -mcpu and -mattr: what the code may use and what it is tuned for (target.def). */
#ifndef HSAEMU_FIN_TARGET_H
#define HSAEMU_FIN_TARGET_H

#include "hsaemu/diag.h"

struct fin_target {
	const char *cpu;      /* "x86-64-v3": the level the code is made for */
	const char *tune;     /* LLVM name of the processor it is tuned for */
	const char *attrs;    /* LLVM feature string beyond the level and for tuning, or "" */
	const char *required; /* features of the ISA note beyond the level, space separated */
	uint64_t features;    /* bit i: row i of target.def's FEATUREs */
};

/* Code for several processors in one object: symbols of each end in its suffix. */
struct fin_version {
	struct fin_target target;
	const char *suffix; /* ":x86-64-v3"; "" when it is the only one */
};

/* The processors of a list like "x86-64-v2,x86-64-v4", those with fewer features first. Arrays and
 * strings live in `a`. False after a diagnostic: an unknown processor or feature. */
bool fin_versions_of(const char *names, const char *attrs, struct arena *a, struct diag *d,
	struct fin_version **versions, unsigned *count) NODISCARD;
/* Gathers of this processor take as long as their loads one by one. */
bool fin_target_gathers_slowly(const struct fin_target *t);
bool fin_target_has(const struct fin_target *t, const char *feature);
/* Lanes of 32 bits in the widest vector: 16, 8 or 4. */
unsigned fin_target_vector_bits(const struct fin_target *t);

#endif
