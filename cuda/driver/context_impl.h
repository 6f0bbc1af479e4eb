/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The driver, its devices and contexts (CUDA driver API, "Initialization" to "Context Management").
 *
 * Locks: that of a context's failure and that of a module's references before that of the context,
 * that before that of a stream, that before that of a context's marks, and all before those of
 * rt.h; that of records (record_marks.c) is before that of marks, and taken with none of the
 * others. No lock is held while a client's function runs. */
#ifndef HSAEMU_CUDA_CONTEXT_IMPL_H
#define HSAEMU_CUDA_CONTEXT_IMPL_H

#pragma GCC visibility push(default)
#include <cuda.h>
#pragma GCC visibility pop
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include "hsaemu/environment.h"
#include "hsaemu/handle_set.h"
#include "hsaemu/rt.h"

enum cu_kind {
	CU_CONTEXT = 1,
	CU_MODULE,
	CU_FUNCTION,
	CU_STREAM,
	CU_EVENT,
	CU_ARRAY,
	CU_MIPMAPPED_ARRAY,
	CU_TEXTURE,
	CU_SURFACE,
	CU_TEXTURE_REFERENCE,
	CU_SURFACE_REFERENCE,
	CU_POOL,
	CU_GRAPH,
	CU_GRAPH_NODE,
	CU_GRAPH_EXEC,
	CU_USER_OBJECT,
	CU_LIBRARY,
	CU_MEMORY_HANDLE,
	CU_LINK,
	CU_EXTERNAL_MEMORY,
	CU_CONDITION,
	CU_GRAPH_LEFT, /* graphs, and what was made of them, of contexts that have ended */
	CU_GRAPH_EXEC_LEFT,
};

enum {
	CU_MAX_DEVICES = 16,
	CU_MAX_CONTEXTS = 64,       /* that a thread has pushed */
	CU_MAX_GROUP_ITEMS = 1024,  /* threads of a block */
	CU_MAX_GROUP_DEPTH = 64,    /* of them, in z */
	CU_SHARED_BYTES = 48 << 10, /* shared memory of a block, unless it asks for more */
	CU_SHARED_OPTIN_BYTES = 163 << 10,
	CU_SHARED_SM_BYTES = 164 << 10,
	CU_RESERVED_SHARED_BYTES = 1 << 10,
	CU_CONSTANT_BYTES = 64 << 10,
	CU_WARP_ITEMS = 32,
	CU_SM_ITEMS = 2048, /* threads of a multiprocessor */
	CU_SM_GROUPS = 32,
	CU_REGISTERS = 65536,
	CU_TEXTURE_LINEAR = 1 << 27, /* elements of a texture of linear memory */
	CU_ALIGN_BYTES = 512,        /* of allocations and pitches */
	CU_LEAST_PRIORITY = 0,       /* of streams; kept and told, and of no effect */
	CU_GREATEST_PRIORITY = -5,
};

struct cu_device {
	CUdevice ordinal;         /* among those that the process sees */
	unsigned number;          /* among all, by which it has its UUID and its bus */
	struct CUctx_st *primary; /* guarded by the driver's lock, as are the next two */
	unsigned primary_uses;
	unsigned primary_flags;
	uint64_t graph_bytes, graph_bytes_high; /* of memory of graphs; guarded likewise */
};

struct CUctx_st {
	struct handle handle;
	struct cu_device *device;
	struct rt *rt;
	unsigned flags;
	bool is_primary;
	atomic_uint attached; /* uses of cuCtxAttach(), beyond the one who has made it */
	unsigned long long id;
	/* The first error of a kernel, which all calls return from then on; else CUDA_SUCCESS. It
	 * is set when all has been said about it, since a client may then unload the module and
	 * exit. */
	_Atomic CUresult error;
	pthread_mutex_t failure_lock; /* held while it is set */
	pthread_mutex_t marks_lock;
	struct cu_mark *free_marks;  /* guarded by it */
	pthread_mutex_t lock;        /* guards what follows */
	struct CUstream_st *streams; /* also those that the client has destroyed and that run */
	struct CUstream_st *legacy;  /* the default stream */
	struct CUstream_st *_Atomic gate; /* what new streams wait for; NULL: nothing */
	struct CUmod_st *modules;
	struct cu_block *blocks; /* of memory */
	struct CUmemPoolHandle_st *pools;
	struct cu_local *locals; /* values of a runtime's */
	/* NULL: not made; NULL: the default one. They are set by one thread at a time. */
	struct CUmemPoolHandle_st *default_pool, *current_pool;
	size_t limits[CU_LIMIT_MAX];
	_Atomic uint32_t peers; /* set of devices whose memory was asked for */
	CUfunc_cache cache_config;
	CUsharedconfig shared_config;
};

/* ---- driver.c -------------------------------------------------------------------------------- */

/* Returns what users ask for by environment variables. */
const struct rt_environment *cu_environment(void);
/* Returns the runtime of all devices, which is started if need be; NULL: no memory, or no threads,
 * or no such GPU to emulate (HSAEMU_DEEP). */
struct rt *cu_runtime(void);
/* Returns the GPU that is emulated, once there is a runtime; NULL: none. */
struct gcn_device *cu_gpu(void);
/* Guards the members of devices that say so. */
void cu_lock(void);
void cu_unlock(void);
/* Returns how many devices there are; 0 before cuInit(). */
unsigned cu_device_count(void);
/* Returns the device, or NULL: there is none of this ordinal, or cuInit() was not called; *error
 * says which. */
struct cu_device *cu_device_find(CUdevice ordinal, CUresult *error);

/* ---- refused.c ------------------------------------------------------------------------------- */

/* Says on standard error that something is not supported, and returns NOT_SUPPORTED. */
CUresult cu_refuse(const char *what);

/* ---- local.c --------------------------------------------------------------------------------- */

/* Tells those who have values of a context that it ends. */
void cu_locals_end(struct CUctx_st *c);

/* ---- device.c -------------------------------------------------------------------------------- */

unsigned cu_compute_units(void);
/* Returns the virtual GPU that the device says it is, as 80 for compute capability 8.0. */
unsigned cu_architecture(void);

/* ---- visible.c ------------------------------------------------------------------------------- */

enum { CU_UUID_TEXT = 41 }; /* GPU-, 32 digits, 4 hyphens and the 0 */
/* Writes the UUID of a device by its number. */
void cu_device_uuid(unsigned number, CUuuid *uuid);
/* Fills `devices`, which has room for `count`, with the numbers of those that a list as in
 * CUDA_VISIBLE_DEVICES names, and returns how many they are. NULL names all. */
unsigned cu_visible_devices(const char *list, unsigned count, unsigned *devices);

/* ---- context.c ------------------------------------------------------------------------------- */

/* Gets the calling thread's context: INVALID_CONTEXT, NOT_INITIALIZED, or what a kernel of it has
 * failed with. */
CUresult cu_current(struct CUctx_st **out) NODISCARD;
/* Does the same, also for a context that has failed. */
CUresult cu_current_any(struct CUctx_st **out) NODISCARD;
/* Begins a call about a handle of this kind: cu_current()'s errors, or INVALID_HANDLE. */
CUresult cu_check(const void *handle, enum cu_kind kind) NODISCARD;
/* Returns the calling thread's context, or NULL. It may have ended. */
struct CUctx_st *cu_top(void);
/* Makes a context; the driver's lock may be held. */
CUresult cu_context_new(struct cu_device *device, unsigned flags, bool is_primary,
	struct CUctx_st **out) NODISCARD;
/* Returns whether these are flags of contexts. */
bool cu_context_are_flags(unsigned flags);
/* Ends it, with all that it has. Its handle was taken out of the valid ones. */
void cu_context_free(struct CUctx_st *c);

#endif
