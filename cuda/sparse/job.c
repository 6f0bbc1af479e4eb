/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls, and the work that they put into the handle's stream. */
#include <complex.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "sparse_impl.h"

static cusparseStatus_t status_of(CUresult error)
{
	switch ((int)error) {
	case CUDA_SUCCESS:
		return CUSPARSE_STATUS_SUCCESS;
	case CUDA_ERROR_OUT_OF_MEMORY:
		return CUSPARSE_STATUS_ALLOC_FAILED;
	case CUDA_ERROR_NOT_INITIALIZED:
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	case CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED:
		return CUSPARSE_STATUS_NOT_SUPPORTED;
	default:
		return CUSPARSE_STATUS_EXECUTION_FAILED;
	}
}

cusparseStatus_t cusparse_enter(cusparseHandle_t context, const char *name)
{
	if (!handle_is_valid(context, CUSPARSE_CONTEXT))
		return CUSPARSE_STATUS_NOT_INITIALIZED;
	cusparse_log(CUSPARSE_LOG_API, name, "called");
	int failure = atomic_exchange(&context->failure, CUSPARSE_STATUS_SUCCESS);
	if (failure != CUSPARSE_STATUS_SUCCESS)
		return (cusparseStatus_t)failure;
	return status_of(culib_enter("libcusparse"));
}

/* The handle may have ended meanwhile: then nobody asks. */
static void run(void *arguments)
{
	const struct cusparse_job *j = arguments;
	cusparseStatus_t status = j->function(j);
	if (status == CUSPARSE_STATUS_SUCCESS)
		return;
	struct handle *h = handle_lock(j->context, CUSPARSE_CONTEXT);
	if (h == NULL)
		return;
	atomic_store(&j->context->failure, (int)status);
	handle_unlock(h);
}

cusparseStatus_t cusparse_do(const struct cusparse_job *job, size_t bytes)
{
	return status_of(culib_do(job->context->stream, run, job, bytes));
}

struct now {
	const struct cusparse_job *job;
	cusparseStatus_t status;
};

static void run_now(void *arguments)
{
	struct now *n = arguments;
	n->status = n->job->function(n->job);
}

static CUresult do_now(const struct cusparse_job *job, cusparseStatus_t *status)
{
	struct now n = {job, CUSPARSE_STATUS_INTERNAL_ERROR};
	CUresult error = culib_do_now(job->context->stream, run_now, &n);
	*status = error == CUDA_SUCCESS ? n.status : status_of(error);
	return error;
}

cusparseStatus_t cusparse_do_now(const struct cusparse_job *job)
{
	cusparseStatus_t status;
	do_now(job, &status);
	return status;
}

/* A graph writes to the host's memory whenever it runs. */
cusparseStatus_t cusparse_do_for_host(const struct cusparse_job *job, size_t bytes)
{
	cusparseStatus_t status;
	if (job->context->mode == CUSPARSE_POINTER_MODE_HOST &&
		do_now(job, &status) != CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED)
		return status;
	return cusparse_do(job, bytes);
}

/* ---- errors ---------------------------------------------------------------------------------- */

static void say(const char *name, const char *message)
{
	fprintf(stderr, "libcusparse: %s(): %s\n", name, message);
	cusparse_log(CUSPARSE_LOG_ERROR, name, message);
}

cusparseStatus_t cusparse_fail(const struct cusparse_job *job, const char *fmt, ...)
{
	char message[256];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(message, sizeof message, fmt, ap);
	va_end(ap);
	say(job->name, message);
	return CUSPARSE_STATUS_EXECUTION_FAILED;
}

cusparseStatus_t cusparse_no_memory(const struct cusparse_job *job)
{
	say(job->name, "out of memory");
	return CUSPARSE_STATUS_ALLOC_FAILED;
}

cusparseStatus_t cusparse_refuse(const char *name, const char *what)
{
	char message[256];
	snprintf(message, sizeof message, "%s not supported", what);
	say(name, message);
	return CUSPARSE_STATUS_NOT_SUPPORTED;
}

cusparseStatus_t cusparse_check_memory(const struct cusparse_job *job, const char *what,
	const void *p, int64_t count, size_t bytes)
{
	size_t all;
	if (__builtin_mul_overflow((size_t)count, bytes, &all) || !culib_is_memory(p, all))
		return cusparse_fail(job, "%s: there is no memory for %lld of them at %p", what,
			(long long)count, p);
	return CUSPARSE_STATUS_SUCCESS;
}

/* ---- factors --------------------------------------------------------------------------------- */

cusparseStatus_t cusparse_scalar_take(struct cusparse_scalar *s, cusparseHandle_t context,
	const void *p, cudaDataType type)
{
	CUSPARSE_NEEDS(p != NULL);
	s->type = type;
	s->device = context->mode == CUSPARSE_POINTER_MODE_DEVICE ? p : NULL;
	if (s->device == NULL)
		memcpy(s->host, p, cusparse_type_bytes(type));
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparse_scalar_get(const struct cusparse_scalar *s,
	const struct cusparse_job *job, double _Complex *value)
{
	if (s->device != NULL)
		CUSPARSE_TRY(cusparse_check_memory(job, "factor", s->device, 1,
			cusparse_type_bytes(s->type)));
	*value = cusparse_load(s->device != NULL ? s->device : s->host, s->type, 0);
	return CUSPARSE_STATUS_SUCCESS;
}
