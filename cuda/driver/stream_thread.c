/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The default streams of threads (CUDA driver API, "Per-thread default stream"). A thread has one in
 * each context that it has used one in; they end with the thread. */
#include <stdlib.h>
#include "hsaemu/base.h"
#include "stream_impl.h"

struct own {
	struct own *next;
	struct CUctx_st *context;
	unsigned long long id; /* the context's: its address may be another one's by now */
	struct CUstream_st *stream;
};

static pthread_key_t own_key;
static pthread_once_t own_once = PTHREAD_ONCE_INIT;
static bool has_key;

static void end_own(void *arg)
{
	for (struct own *o = arg; o != NULL;) {
		struct own *next = o->next;
		if (handle_is_valid(o->context, CU_CONTEXT) && o->context->id == o->id)
			cu_stream_end(o->stream);
		free(o);
		o = next;
	}
}

static void make_key(void)
{
	has_key = pthread_key_create(&own_key, end_own) == 0;
}

CUresult cu_stream_of_thread(struct CUctx_st *c, struct CUstream_st **out)
{
	pthread_once(&own_once, make_key);
	if (!has_key)
		return CUDA_ERROR_OUT_OF_MEMORY;
	struct own *first = pthread_getspecific(own_key), *o = first;
	while (o != NULL && (o->context != c || o->id != c->id))
		o = o->next;
	if (o == NULL) {
		o = mem_try_new(1, sizeof *o);
		if (o == NULL)
			return CUDA_ERROR_OUT_OF_MEMORY;
		CUresult error = cu_stream_new(c, CU_STREAM_DEFAULT, CU_LEAST_PRIORITY, &o->stream);
		if (error == CUDA_SUCCESS && pthread_setspecific(own_key, o) != 0) {
			cu_stream_end(o->stream);
			error = CUDA_ERROR_OUT_OF_MEMORY;
		}
		if (error != CUDA_SUCCESS) {
			free(o);
			return error;
		}
		o->next = first;
		o->context = c;
		o->id = c->id;
	}
	*out = o->stream;
	return CUDA_SUCCESS;
}
