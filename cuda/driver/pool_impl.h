/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef HSAEMU_CUDA_POOL_IMPL_H
#define HSAEMU_CUDA_POOL_IMPL_H

#include "memory_impl.h"

/* Memory that lies idle, or does so when its mark is reached. */
struct cu_idle {
	struct cu_idle *next;
	void *base;
	size_t bytes;
	struct cu_mark *mark; /* used; NULL: it was reached */
};

struct CUmemPoolHandle_st {
	struct handle handle;
	struct CUctx_st *context;
	struct CUmemPoolHandle_st *next; /* of the context's */
	CUmemPoolProps props;
	bool is_default;
	bool is_import;       /* its memory is another process's */
	int file;             /* owned: that has its memory, for other processes; or -1 */
	pthread_mutex_t lock; /* guards what follows */
	uint64_t file_end;    /* up to where it was used */
	int reuse[3];         /* attributes that are kept and told */
	uint64_t threshold, used, used_high, reserved, reserved_high;
	struct cu_idle *idle;
};

/* ---- pool.c ---------------------------------------------------------------------------------- */

/* Makes a pool of the context's. */
CUresult cu_pool_new(struct CUctx_st *c, const CUmemPoolProps *props,
	struct CUmemPoolHandle_st **out) NODISCARD;
/* Returns whether the pool is one: INVALID_VALUE, or the error of the current context. */
CUresult cu_pool_find(CUmemoryPool pool) NODISCARD;
/* Gives back what lies idle in the context's pools, beyond what these are to keep. */
void cu_pools_trim(struct CUctx_st *c);
/* Frees memory of a pool at once; nothing uses it, and it was taken (cu_memory_take_pool()). The
 * pool may have been destroyed. */
CUresult cu_pool_forget(struct CUmemPoolHandle_st *p, struct rt *rt, void *base);
/* Frees the pools of a context, whose streams were freed. */
void cu_pools_free(struct CUctx_st *c);

/* ---- pool_file.c ----------------------------------------------------------------------------- */

/* A piece of memory in a pool's file. */
struct cu_piece {
	uint64_t number, bytes;
};

/* Returns whether other processes may have the pool's memory. */
bool cu_pool_is_shared(const struct CUmemPoolHandle_st *p);
/* Gives the pool a file, which all of its memory will be in; false: there is none. */
bool cu_pool_share(struct CUmemPoolHandle_st *p) NODISCARD;
/* The next ones do nothing where the pool has no file; they have its lock. */
/* Puts a new block into the file; false: there is no memory. */
bool cu_pool_place(struct CUmemPoolHandle_st *p, struct cu_block *b, size_t bytes) NODISCARD;
/* Begin and end that others may import the block. */
void cu_pool_announce(struct CUmemPoolHandle_st *p, const struct cu_block *b, size_t bytes);
void cu_pool_revoke(struct CUmemPoolHandle_st *p, const struct cu_block *b);
/* Takes a block out of the file, before it is freed. */
void cu_pool_release(struct CUmemPoolHandle_st *p, const struct cu_block *b, size_t bytes);
/* Return whether a file is a pool's, and a piece of it that may be imported begins there. */
bool cu_pool_file_is(int file);
bool cu_piece_find(int file, uint64_t offset, struct cu_piece *out) NODISCARD;

#endif
