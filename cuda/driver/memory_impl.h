/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory (CUDA driver API, "Memory Management"). All is memory of the process; the runtime's table
 * of blocks says what a pointer is. */
#ifndef HSAEMU_CUDA_MEMORY_IMPL_H
#define HSAEMU_CUDA_MEMORY_IMPL_H

#include "shared_pages_impl.h"
#include "stream_impl.h"

/* `kind` of blocks in the runtime's table; `maker` is the number of the block. */
enum cu_memory {
	CU_MEMORY_NONE,
	CU_MEMORY_DEVICE,
	CU_MEMORY_HOST,       /* cuMemHostAlloc() */
	CU_MEMORY_REGISTERED, /* cuMemHostRegister() */
	CU_MEMORY_MANAGED,
	CU_MEMORY_ARRAY,
};

/* What a block is that another process has made. */
struct cu_import {
	struct cu_place place;
	unsigned uses; /* how often it was opened; guarded by ipc_memory.c */
};

/* What the runtime's table has as `user` of a block that the driver has made. */
struct cu_block {
	struct cu_block *next, **link; /* of the context's, guarded by its lock */
	struct CUctx_st *context;
	void *base;
	/* of memory of a pool: the pool while it is used */
	struct CUmemPoolHandle_st *_Atomic pool;
	bool is_pooled;
	uint64_t offset; /* of memory of a pool that has a file: where it is there */
	uint8_t *mapped; /* owned: pages of a file that are not the runtime's; or NULL */
	size_t mapped_bytes;
	int file;                 /* owned: that has the pages, for other processes; or -1 */
	struct cu_import *import; /* owned; NULL: the memory is this process's own */
};

/* Allocates memory, which is the context's. NULL: there is none, or the size is 0. */
void *cu_allocate(struct CUctx_st *c, enum cu_memory kind, size_t bytes) NODISCARD;
/* Does so with a part of a file, which stays the caller's. NULL: it cannot be mapped. */
void *cu_map_file(struct CUctx_st *c, int file, uint64_t offset, size_t bytes) NODISCARD;
/* Returns whether cuMemAlloc() has made the block, which other processes may open. */
bool cu_block_may_open(const struct cu_block *b);
/* Returns what begins there, or NULL. */
struct cu_block *cu_block_of(struct rt *rt, const void *base);
/* Frees what begins there. False if nothing does that cu_allocate() has made. */
bool cu_deallocate(struct rt *rt, void *base);
/* Note and take the pool that memory is of, which is freed in the order of a stream; NULL: it is of
 * none, or is idle: it was taken already. */
void cu_memory_set_pool(struct rt *rt, void *base, struct CUmemPoolHandle_st *pool);
struct CUmemPoolHandle_st *cu_memory_take_pool(struct rt *rt, void *base);
bool cu_memory_is_idle(struct rt *rt, void *base);
/* Appends what is at the address, or next to it, such as "16 bytes behind device memory of 400 bytes,
 * allocation 3". False: nothing that is known. */
bool cu_memory_describe(struct rt *rt, const void *address, struct buf *out);
/* Frees all memory of a context. */
void cu_memory_free_all(struct CUctx_st *c);

/* How an address in a copy is used. */
enum cu_side { CU_SIDE_HOST, CU_SIDE_DEVICE, CU_SIDE_ANY };
/* Returns whether `rows` rows of `width` bytes, `pitch` bytes apart, are memory that may be copied
 * from or to: they are within an allocation of the device's, or at least mapped. */
bool cu_memory_is_there(struct rt *rt, enum cu_side side, const void *at, size_t width,
	size_t pitch, size_t rows);

/* Does a copy or fill at once where that is quick, else in the stream, and waits for it. */
CUresult cu_do_now(struct CUstream_st *s, const struct cu_op *op) NODISCARD;

#endif
