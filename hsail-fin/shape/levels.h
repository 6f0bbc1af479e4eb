/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Levels of a tree of which several follow each other in one vector (docs/design/vector-code.md,
 * "Levels in registers"): a region behind a barrier that leads back to itself, in which the first
 * work-items of the group combine elements whose distance doubles or halves. */
#ifndef HSAEMU_FIN_LEVELS_H
#define HSAEMU_FIN_LEVELS_H

#include "shape/few_items.h"

enum { FIN_MAX_LEVEL_ACCESSES = 8, FIN_MAX_LEVEL_TESTS = 4 };

/* A load or store of the element `constant + factor * step`, counted from the work-item's first
 * one. */
struct fin_level_access {
	const struct fin_inst *inst;
	int32_t constant, factor;
};

/* A condition of the way from the region's start back to it, and where it is read. */
struct fin_level_test {
	uint32_t reg, at;
	bool holds;
	bool before; /* it decides whether the level runs at all */
};

struct fin_levels {
	bool some;
	uint32_t reg, at; /* the step: one for the group; where it is read */
	/* a work-item's first element is that of its id times `spread` times the step; 0: of its
	 * id, and then those below the step run */
	uint32_t spread;
	/* an element has so many words, which are computed alike; 1 where there is a spread */
	unsigned words;
	bool only_first_stored; /* work-items store nothing but their first element */
	bool doubles;           /* the step doubles from level to level, else it halves */
	/* positions: of what a level does, of what follows the branch for those that are not in the
	 * bound, and of the barrier that leads back */
	uint32_t busy, otherwise, barrier;
	unsigned test_count;
	struct fin_level_test test[FIN_MAX_LEVEL_TESTS];
	/* the first element of all: the variable of any access, a register or FIN_NOWHERE, and
	 * bytes */
	uint32_t base;
	unsigned access_count;
	struct fin_level_access access[FIN_MAX_LEVEL_ACCESSES];
	struct fin_bits valued; /* registers that a level computes from what it has loaded */
};

/* Finds the levels of a region whose code may run for one work-item after the other. */
struct fin_levels fin_levels_of(const struct fin_few_view *v, const struct fin_few_items *few,
	uint32_t region);
/* level_way.c: finds l->barrier and l->test, and whether nothing is done on the way but the level,
 * and all that the group keeps can be told for the next level where one starts. */
bool fin_level_way(const struct fin_few_view *v, uint32_t region, struct fin_levels *l,
	uint32_t branch);
/* level_way.c: the register whose value, read at the region's barrier, becomes that of `reg` in the
 * context. */
uint32_t fin_level_source(const struct fin_few_view *v, uint32_t region, const struct fin_levels *l,
	uint32_t reg);
/* The access that an instruction of a level is, or NULL. */
const struct fin_level_access *fin_level_access_of(const struct fin_levels *l,
	const struct fin_inst *i);
/* Whether a level computes an instruction from what it has loaded. */
bool fin_is_of_level(const struct fin_levels *l, const struct fin_inst *i);

#endif
