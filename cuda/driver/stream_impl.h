/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Streams and what is done in them (CUDA driver API, "Stream Management"). A stream has a queue of
 * the runtime. Each operation is a packet with the barrier bit, so they run one after the other.
 *
 * Packets count: they subtract 1 from the stream's signal when they end, and those of the same
 * stream end in order. So what has ended is known by a comparison. Marks do not count; they have
 * signals of their own, for which others can wait. */
#ifndef HSAEMU_CUDA_STREAM_IMPL_H
#define HSAEMU_CUDA_STREAM_IMPL_H

#include "context_impl.h"

struct CUfunc_st;

/* ---- operations ------------------------------------------------------------------------------ */

/* Bytes in rows and slices, from one place to another; all sizes in bytes, but for the numbers of
 * rows and slices. Places may not overlap. */
struct cu_copy {
	uint8_t *to;
	const uint8_t *from;
	size_t width, height, depth;
	size_t to_pitch, to_slice, from_pitch, from_slice;
};

/* Rows of equal elements. */
struct cu_fill {
	uint8_t *to;
	size_t pitch, width, height; /* width in elements */
	uint32_t value, element_bytes;
};

struct cu_host_call {
	CUhostFn function;
	CUstreamCallback callback; /* if `function` is NULL */
	void *data;
	struct CUstream_st *stream;
};

struct cu_launch {
	struct CUfunc_st *function;
	uint32_t grid[3], block[3];
	uint32_t shared_bytes;  /* dynamic ones */
	const uint8_t *kernarg; /* borrowed until the operation is in the stream */
};

/* A number that is stored at once, for who looks at it meanwhile. */
struct cu_write {
	void *to;
	uint64_t value;
	uint32_t bytes; /* 4 or 8 */
};

/* What decides on a conditional node: a branch of it begins, or NULL: it goes on (control.c). */
struct cu_turn {
	struct cu_control *control;
	const struct cu_branch *branch;
};

enum cu_op_kind {
	CU_OP_LAUNCH,
	CU_OP_COPY,
	CU_OP_FILL,
	CU_OP_HOST,
	CU_OP_WRITE,
	CU_OP_MARK,
	CU_OP_WAIT,
	CU_OP_CONTROL,
	CU_OP_KINDS,
};

struct cu_op {
	enum cu_op_kind kind;
	bool joins; /* waits for the operations before it */
	/* how many operations behind it do not join, so that they may end before it */
	uint32_t ahead;
	union {
		struct cu_launch launch;
		struct cu_copy copy;
		struct cu_fill fill;
		struct cu_host_call host;
		struct cu_write write;
		struct cu_turn control;
	};
	/* MARK: reached by it, and used; WAIT: waited for; CONTROL: reached at the branch's end */
	struct cu_mark *mark;
};

/* ---- marks ----------------------------------------------------------------------------------- */

/* A place in a stream. Its signal is 1 until what was before it has ended, then 0; negative: the
 * stream has failed. */
struct cu_mark {
	hsa_signal_t signal;
	struct CUctx_st *context;
	const struct CUstream_st *stream; /* only to be compared */
	atomic_uint uses;
	struct cu_mark *next; /* of the context's free ones */
};

/* Takes a mark, with one use. NULL: there is no memory. */
struct cu_mark *cu_mark_new(struct CUctx_st *c) NODISCARD;
void cu_mark_use(struct cu_mark *m);
void cu_mark_drop(struct cu_mark *m); /* may be NULL */
/* Returns whether it was reached; the context has the error if what was before it has failed. */
bool cu_mark_is_reached(const struct cu_mark *m);
void cu_mark_wait(const struct cu_mark *m);
/* Frees the context's marks, when no stream is left. */
void cu_marks_free(struct CUctx_st *c);

/* ---- streams --------------------------------------------------------------------------------- */

enum {
	CU_STREAM_PACKETS = 1024, /* a power of two */
	CU_STREAM_KERNARG_BYTES = 256 << 10,
	CU_KERNARG_BYTES = 32768, /* of one kernel at most, and what an operation of ours has */
};

/* What a packet in the ring has of the stream. */
struct cu_slot {
	uint64_t number;      /* of packets that count up to it, itself too, and those ahead */
	uint64_t kernarg_end; /* what the ring of arguments has up to it */
	struct cu_mark *mark; /* used: what it reaches or waits for; or NULL */
	bool is_mark;
};

struct CUstream_st {
	struct handle handle;
	struct CUctx_st *context;
	struct CUstream_st *next; /* of the context's */
	unsigned flags;
	int priority;
	unsigned long long id;
	bool is_legacy;
	/* guarded by the context's lock: the client has destroyed it; who looks at it */
	bool is_dying;
	unsigned pins;
	bool is_inner; /* a graph's own (control.c) */
	/* used: where others wait for an inner one; NULL: nobody does */
	struct cu_mark *_Atomic end;
	/* what is captured of it (capture.c); NULL: nothing. Changed by one thread at a time. */
	struct cu_capture *capture;
	struct CUgraphNode_st **front; /* of a capture: what the next node is behind */
	CUgraphEdgeData *front_data;   /* of the edges from there; in the same block */
	size_t front_count;
	/* the signal starts at CU_COUNT_START, and is negative when an operation has failed */
	hsa_signal_t signal;
	pthread_mutex_t lock;     /* guards what follows */
	_Atomic uint64_t counted; /* packets that count, so far; read without the lock */
	/* used: the last packet's, if that is a mark's; NULL is read without the lock */
	struct cu_mark *_Atomic tail;
	hsa_queue_t *queue; /* NULL until there is something to do */
	uint64_t collected; /* number of packets whose slots are free again */
	uint8_t *kernarg;
	uint64_t kernarg_begin, kernarg_end; /* in use, counted from the stream's beginning */
	struct cu_slot slots[CU_STREAM_PACKETS];
};
#define CU_COUNT_START INT64_MAX

CUresult cu_stream_new(struct CUctx_st *c, unsigned flags, int priority,
	struct CUstream_st **out) NODISCARD;
/* Ends the stream when what it has to do is done; its handle was taken out of the valid ones. */
void cu_stream_end(struct CUstream_st *s);
/* Frees streams that were ended and have nothing left to do. */
void cu_streams_collect(struct CUctx_st *c);
/* Frees all streams of a context; what they do is stopped. */
void cu_streams_free(struct CUctx_st *c);

/* Returns whether the default stream is the calling thread's own: within functions of
 * per_thread.def, which begin and end that. */
bool cu_wants_own_stream(void);
void cu_own_stream_begin(void);
void cu_own_stream_end(void);
/* Gets the stream that a handle means on this thread, and its context: INVALID_HANDLE,
 * INVALID_CONTEXT, or the error of the context. The default one is the legacy stream. */
CUresult cu_stream_get(CUstream handle, struct CUstream_st **out) NODISCARD;
/* Gets the calling thread's own default stream. */
CUresult cu_stream_of_thread(struct CUctx_st *c, struct CUstream_st **out) NODISCARD;
/* Does an operation in the stream: behind what is in it, and behind what the default stream's rules
 * say. OUT_OF_MEMORY, or the context's error. */
CUresult cu_stream_do(struct CUstream_st *s, const struct cu_op *op) NODISCARD;
/* Begin to put several operations into a stream that is not captured, and put one. */
CUresult cu_stream_begin(struct CUstream_st *s) NODISCARD;
CUresult cu_stream_add(struct CUstream_st *s, const struct cu_op *op) NODISCARD;
/* Of an inner stream, let those go on who wait for its end, or fail them. An error becomes the
 * context's, unless that has one. */
void cu_stream_reach_end(struct CUstream_st *s);
void cu_stream_end_failed(struct CUstream_st *s, CUresult error);
/* Returns whether all that was put into the stream has ended. */
bool cu_stream_is_idle(struct CUstream_st *s);
/* Has the stream wait for what the others of its context have now. Neither this nor the next one is
 * for captures, which go wrong. */
CUresult cu_stream_join_all(struct CUstream_st *s) NODISCARD;
/* Has all streams of the context wait for a mark, also those that are made later. */
CUresult cu_streams_hold(struct CUctx_st *c, struct cu_mark *m) NODISCARD;
/* Waits until what the stream has now has ended; and returns the context's error. */
CUresult cu_stream_wait(struct CUstream_st *s) NODISCARD;
/* Waits for all that comes before a synchronous call in the stream: with the default stream, for
 * other streams, too. */
CUresult cu_stream_wait_before(struct CUstream_st *s) NODISCARD;
/* Waits for all streams of the context. */
CUresult cu_context_wait(struct CUctx_st *c) NODISCARD;

/* ---- work.c: operations that the driver does itself, as kernels in C ------------------------- */

struct cu_work {
	const struct hsaemu_kernel_descriptor *kernel;
	uint32_t groups;
};
/* Writes what the kernel of a copy, fill or call of the host gets as arguments, at most
 * CU_WORK_BYTES. */
enum { CU_WORK_BYTES = 128 };
void cu_work_of(const struct cu_op *op, struct cu_work *out, uint8_t *kernarg);
/* Decides on a conditional node; outside of the kernel (control.c). `end` may be NULL. */
void cu_control_turn(const struct cu_turn *t, struct cu_mark *end);
/* Returns what the kernel does, for messages; NULL: it is none of the driver's own. */
const char *cu_work_name(uint64_t kernel_object);
/* Returns whether the thread runs a client's host function, in which no function of the driver may
 * be called. */
bool cu_is_in_host_function(void);

/* ---- failure.c ------------------------------------------------------------------------------- */

/* Notes in the context why its queue has failed, and says so on standard error. */
void cu_stream_failed(struct CUstream_st *s, hsa_queue_t *queue);

#endif
