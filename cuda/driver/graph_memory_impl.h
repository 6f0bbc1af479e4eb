/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of graphs (CUDA driver API, "Graph Management"). It has its address before the graph runs,
 * so it is there from the node on that allocates it, as long as anybody uses it: nodes, what can
 * be launched, and the client, from the launch that allocates it until it is freed. */
#ifndef HSAEMU_CUDA_GRAPH_MEMORY_IMPL_H
#define HSAEMU_CUDA_GRAPH_MEMORY_IMPL_H

#include "stream_impl.h"

struct cu_graph_memory;
struct CUgraph_st;

/* Allocates memory, with one use; NULL: there is not enough. */
struct cu_graph_memory *cu_graph_memory_new(struct CUctx_st *c, size_t bytes) NODISCARD;
/* Takes a use of the memory that begins there; NULL: that is no graph's. */
struct cu_graph_memory *cu_graph_memory_find(const void *base) NODISCARD;
void cu_graph_memory_use(struct cu_graph_memory *m);
void cu_graph_memory_drop(struct cu_graph_memory *m); /* may be NULL */
CUdeviceptr cu_graph_memory_address(const struct cu_graph_memory *m);
size_t cu_graph_memory_bytes(const struct cu_graph_memory *m);
/* Frees the memory for the client, behind what is in the stream; or NULL: all has ended. NOT_FOUND:
 * it is no graph's; INVALID_VALUE: it is not allocated. */
CUresult cu_graph_memory_free(const void *base, struct CUstream_st *s) NODISCARD;
/* Notes that a context ends, with its memory. */
void cu_graph_memories_end(struct CUctx_st *c);

/* What a graph allocates and frees. */
struct cu_memories {
	struct cu_memory_use *uses;
	size_t count;
};
/* Adds what the graph and its children do to an empty list. */
CUresult cu_memories_collect(const struct CUgraph_st *g, struct cu_memories *out) NODISCARD;
void cu_memories_release(struct cu_memories *m);
/* Checks that a launch may allocate and free, and notes that it does: INVALID_VALUE. */
CUresult cu_memories_check(const struct cu_memories *m, bool frees_first) NODISCARD;
void cu_memories_note(const struct cu_memories *m);

/* Allocate and free in a captured stream. */
CUresult cu_capture_allocate(struct CUstream_st *s, size_t bytes, CUdeviceptr *out) NODISCARD;
CUresult cu_capture_free(struct CUstream_st *s, CUdeviceptr at) NODISCARD;

#endif
