/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What can be launched: the operations of a graph, in an order in which a stream can do them. Those
 * that do not depend on each other go in batches, of which only the first one joins what is before
 * it. */
#ifndef HSAEMU_CUDA_GRAPH_EXEC_IMPL_H
#define HSAEMU_CUDA_GRAPH_EXEC_IMPL_H

#include "graph_impl.h"
#include "graph_memory_impl.h"

struct cu_step {
	CUgraphNodeType type;
	const struct CUgraphNode_st *node; /* only to be compared */
	bool is_enabled;
	bool begins; /* a batch */
	struct cu_op op;
	uint8_t *kernarg; /* of a launch: owned */
	CUevent event;
	struct cu_branch *branch; /* CONDITIONAL: owned */
};

/* The steps of a child graph; those of its own children are among them. */
struct cu_part {
	const struct CUgraphNode_st *node; /* only to be compared */
	size_t first, count;
};

struct cu_program {
	struct cu_step *steps;
	size_t count;
	struct cu_part *parts;
	size_t part_count;
};

/* What a conditional node may run. */
struct cu_branch {
	CUgraphConditionalNodeType type;
	struct cu_condition *condition; /* used */
	size_t count;
	struct cu_program bodies[];
};

struct CUgraphExec_st {
	struct handle handle;
	struct cu_survivor survivor;
	struct CUctx_st *context;
	struct cu_program program;
	struct cu_control *control; /* NULL: there is no conditional node */
	struct cu_memories memories;
	unsigned long long flags;
	struct cu_mark *last; /* where the last launch ends; NULL: there was none */
	const struct CUstream_st *last_stream;
	struct cu_user_object *objects; /* of the graph that it was made of, or last updated by */
};

/* Makes what does the graph's operations: INVALID_VALUE, OUT_OF_MEMORY. */
CUresult cu_program_make(struct CUgraph_st *g, struct cu_program *out) NODISCARD;
void cu_program_release(struct cu_program *p);
/* Makes a step's operation this one; of a launch, it copies the arguments. */
CUresult cu_step_set(struct cu_step *s, const struct cu_op *op) NODISCARD;
/* Sets which of the enabled steps join what is before them, and how many of its batch are behind
 * each. */
void cu_program_settle(struct cu_program *p);

/* ---- control.c ------------------------------------------------------------------------------- */

/* Makes what runs the program's branches, if there are any. */
CUresult cu_control_new(struct CUctx_st *c, const struct cu_program *p,
	struct cu_control **out) NODISCARD;
/* Ends it; nothing runs. May be NULL. */
void cu_control_free(struct cu_control *c);
/* Notes that its stream has ended with the context. */
void cu_control_leave(struct cu_control *c);
/* Puts a branch into a stream, in which nothing follows before the branch has ended. */
CUresult cu_control_launch(struct cu_control *c, const struct cu_branch *b,
	struct CUstream_st *s) NODISCARD;

/* ---- graph_exec.c ---------------------------------------------------------------------------- */

/* Waits for the last launch if that reads the program as it goes. */
void cu_exec_settle(struct CUgraphExec_st *e);
/* Frees what was never launched, or is not launched any more. */
void cu_exec_free(struct CUgraphExec_st *e);
/* Drops its objects, which what the last launch has not done yet may need. */
void cu_exec_drop_objects(struct CUgraphExec_st *e);
/* Drops its uses of graphs' memory, likewise. */
void cu_exec_drop_memories(struct CUgraphExec_st *e);

#endif
