/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* In which order the dispatcher (gang_dispatch.c) takes the blocks of a region that have lanes. */
#ifndef HSAEMU_FIN_DISPATCH_ORDER_H
#define HSAEMU_FIN_DISPATCH_ORDER_H

#include "shape/flow.h"

/* A turn of a waiting loop, in which all its lanes that go around do so. */
struct fin_dispatch_turn {
	uint32_t rank;
	uint32_t first, last; /* positions of the loop */
	uint32_t places;      /* number of blocks in which lanes go around */
	bool is_rare;         /* only a few times around are turns */
};

/* Of the blocks and turns that have lanes, the one with the lowest rank comes next. */
struct fin_dispatch_order {
	uint32_t *rank; /* by position, and for the end of the region, which comes last */
	uint32_t ranks; /* number of ranks */
	/* by position: index in `turns` of a block in which lanes go around, else FIN_NOWHERE */
	uint32_t *turn;
	struct fin_dispatch_turn *turns;
	uint32_t turn_count;
};

struct fin_dispatch_order fin_dispatch_order(const struct fin_flow *f);
void fin_dispatch_order_release(struct fin_dispatch_order *o);

#endif
