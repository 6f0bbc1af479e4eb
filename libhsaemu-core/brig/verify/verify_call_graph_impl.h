/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which functions call which, and which properties of each function its callers must know. */
#ifndef HSAEMU_BRIG_VERIFY_CALL_GRAPH_IMPL_H
#define HSAEMU_BRIG_VERIFY_CALL_GRAPH_IMPL_H

#include "brig/verify/verify_state_impl.h"

struct brig_call_edge {
	uint32_t caller, callee; /* nodes */
	uint32_t at;             /* code offset of the call */
};

/* A property of a function's body that its callers must know: a control directive, or a use of
 * something that no indirect function may reach. */
struct brig_function_fact {
	uint32_t function, off;
	uint16_t control; /* NONE: not a directive */
};

struct brig_call_graph {
	struct brig_call_edge *edges;
	size_t edge_count, edge_cap;
	struct brig_function_fact *facts;
	size_t fact_count, fact_cap;
	struct str_map lists; /* data offset -> node */
};

void brig_call_graph_init(struct brig_verifier *vf);
void brig_call_graph_release(struct brig_verifier *vf);
/* These note that the instruction at `at`, in the code block being verified, calls a function or
 * one of the functions of a list. */
void brig_call_graph_add_call(struct brig_verifier *vf, uint32_t function_off, uint32_t at);
void brig_call_graph_add_list(struct brig_verifier *vf, uint32_t data_off, uint32_t at);
/* Notes that the entry at `off` is a control directive, or (NONE) uses something that an indirect
 * function may not reach. */
void brig_call_graph_add_fact(struct brig_verifier *vf, uint16_t control, uint32_t off);

#endif
