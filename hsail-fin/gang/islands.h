/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Islands of scalar code in vector code (docs/design/vector-code.md, "One lane after the other"). */
#ifndef HSAEMU_FIN_ISLANDS_H
#define HSAEMU_FIN_ISLANDS_H

#include "gang/gang.h"

/* Instructions of a block that run together for one lane after the other. They are those from
 * `first` to `root` whose `island` this is. Where the root is a store at one address, the last lane
 * alone runs them. */
struct fin_island {
	const struct fin_inst *first, *root;
	bool is_of_last;
};

/* islands.c: finds islands by shapes, and notes them in the function's instructions. */
void fin_islands(struct fin_function *f, const struct fin_shapes *s);

/* gang_island.c: whether the instruction's code is that of its island; and lowers the island of
 * which `i` is the root, or nothing for its other members. */
bool fin_gang_is_in_island(const struct fin_gang *g, const struct fin_inst *i);
void fin_gang_island(struct fin_gang *g, const struct fin_inst *i);

#endif
