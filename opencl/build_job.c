/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Jobs: one call of clBuildProgram() and the like, from its checks to its callback. */
#include <stdlib.h>
#include <string.h>
#include "hsaemu/opencl_c.h"
#include "program_impl.h"
#include "thread_impl.h"

/* ---- making jobs ----------------------------------------------------------------------------- */

void ocl_job_free(struct ocl_job *j)
{
	size_t devices = j->program->device_count;
	for (size_t i = 0; j->inputs != NULL && i < devices * j->input_count; i++)
		ocl_build_drop(j->inputs[i]);
	for (size_t i = 0; j->results != NULL && i < devices; i++)
		ocl_build_drop(j->results[i]);
	for (size_t i = 0; i < j->header_count; i++) {
		ocl_object_drop(&j->headers[i].program->base);
		free(j->headers[i].name);
	}
	ocl_build_drop(j->begun);
	ocl_build_drop(j->failed);
	free(j->headers);
	free(j->inputs);
	free(j->results);
	free(j->chosen);
	free(j->options);
	ocl_object_drop(&j->program->base);
	free(j);
}

static bool take_options(struct ocl_job *j, const char *options)
{
	size_t bytes = options == NULL ? 0 : strlen(options) + 1;
	if (bytes == 0)
		return true;
	j->options = mem_try_new(bytes, 1);
	if (j->options != NULL)
		memcpy(j->options, options, bytes);
	return j->options != NULL;
}

/* Returns whether the client names the device, or one that it is a part of: what is built for a
 * device is for its sub-devices, too. */
static bool is_chosen(const struct ocl_job_call *call, const struct _cl_device_id *d)
{
	for (; d != NULL; d = d->parent)
		for (cl_uint i = 0; i < call->device_count; i++)
			if (call->devices[i] == d)
				return true;
	return false;
}

struct ocl_job *ocl_job_new(struct _cl_program *p, enum ocl_step step,
	const struct ocl_job_call *call)
{
	struct ocl_job *j = mem_try_new(1, sizeof *j);
	if (j == NULL)
		return NULL;
	ocl_object_use(&p->base);
	j->program = p;
	j->step = step;
	j->notify = call->notify;
	j->user_data = call->user_data;
	j->chosen = mem_try_new(p->device_count, sizeof *j->chosen);
	j->results = mem_try_new(p->device_count, sizeof(struct ocl_build *));
	j->begun = ocl_build_new(CL_BUILD_IN_PROGRESS, call->options, NULL);
	j->failed = ocl_build_new(CL_BUILD_ERROR, call->options, "out of memory\n");
	if (j->chosen == NULL || j->results == NULL || j->begun == NULL || j->failed == NULL ||
		!take_options(j, call->options)) {
		ocl_job_free(j);
		return NULL;
	}
	for (cl_uint i = 0; i < p->device_count; i++)
		j->chosen[i] = call->device_count == 0 || is_chosen(call, p->devices[i]);
	for (cl_uint i = 0; i < call->device_count; i++)
		j->chosen[ocl_program_find(p, call->devices[i])] = true;
	return j;
}

bool ocl_job_inputs(struct ocl_job *j, size_t count)
{
	size_t all;
	if (__builtin_mul_overflow(count, (size_t)j->program->device_count, &all))
		return false;
	j->inputs = mem_try_new(all, sizeof(struct ocl_build *));
	j->input_count = j->inputs == NULL ? 0 : count;
	return j->inputs != NULL;
}

/* ---- the states of devices ------------------------------------------------------------------- */

/* Makes results[i] the build of each device i that was chosen and has one; the other way round, the
 * builds that were there are the results then. The lock is held. */
static void exchange(struct ocl_job *j)
{
	struct _cl_program *p = j->program;
	for (cl_uint i = 0; i < p->device_count; i++) {
		if (!j->chosen[i])
			continue;
		struct ocl_build *before = p->builds[i];
		p->builds[i] = j->results[i];
		j->results[i] = before;
	}
}

static void drop_results(struct ocl_job *j)
{
	for (cl_uint i = 0; i < j->program->device_count; i++) {
		ocl_build_drop(j->results[i]);
		j->results[i] = NULL;
	}
}

/* Gives all devices that were chosen this build, if no other one goes on and no kernel is there. */
static bool begin_with(struct ocl_job *j, struct ocl_build *b)
{
	struct _cl_program *p = j->program;
	pthread_mutex_lock(&p->lock);
	bool free_to = p->kernel_count == 0;
	for (cl_uint i = 0; i < p->device_count; i++)
		if (j->chosen[i] && p->builds[i] != NULL &&
			p->builds[i]->status == CL_BUILD_IN_PROGRESS)
			free_to = false;
	for (cl_uint i = 0; i < p->device_count && free_to; i++)
		if (j->chosen[i])
			j->results[i] = ocl_build_use(b);
	if (free_to)
		exchange(j);
	pthread_mutex_unlock(&p->lock);
	drop_results(j);
	return free_to;
}

static void end_with_results(struct ocl_job *j)
{
	pthread_mutex_lock(&j->program->lock);
	exchange(j);
	pthread_cond_broadcast(&j->program->builds_move);
	pthread_mutex_unlock(&j->program->lock);
	drop_results(j);
}

/* ---- options --------------------------------------------------------------------------------- */

struct checking {
	struct ocl_job *job;
	cl_int error;            /* the results */
	struct ocl_build *wrong; /* says why; NULL if there is no error */
};

static bool needs_compiler(const struct ocl_job *j)
{
	return j->step != OCL_STEP_LINK && j->program->source != NULL;
}

static void check(void *arg)
{
	static const cl_int errors[] = {[OCL_STEP_BUILD] = CL_INVALID_BUILD_OPTIONS,
		[OCL_STEP_COMPILE] = CL_INVALID_COMPILER_OPTIONS,
		[OCL_STEP_LINK] = CL_INVALID_LINKER_OPTIONS};
	struct checking *c = arg;
	struct ocl_job *j = c->job;
	struct buf why = BUF_INIT;
	enum clc_tool tool = j->step == OCL_STEP_LINK ? CLC_LINK : CLC_COMPILE;
	if (!clc_options_check(tool, j->options, &j->flags, &why))
		c->error = errors[j->step];
	else if (needs_compiler(j) &&
		 (!ocl_find_compiler(&why) ||
			 (j->program->origin == OCL_OF_IL && !ocl_find_translator(&why))))
		c->error = CL_COMPILER_NOT_AVAILABLE;
	while (why.len != 0 && why.data[why.len - 1] == '\n')
		why.len--;
	buf_u8(&why, 0);
	if (c->error != CL_SUCCESS)
		c->wrong = ocl_build_new(CL_BUILD_ERROR, j->options, (const char *)why.data);
	buf_release(&why);
}

/* Says what is wrong: in the log or, of a program that will not be, to the context. */
static void tell(struct ocl_job *j, struct ocl_build *wrong)
{
	if (wrong == NULL)
		return;
	if (j->step == OCL_STEP_LINK && wrong->log != NULL)
		ocl_context_report(j->program->context, wrong->log);
	else
		(void)begin_with(j, wrong);
	ocl_build_drop(wrong);
}

cl_int ocl_job_check(struct ocl_job *j)
{
	struct checking c = {.job = j, .error = CL_SUCCESS};
	cl_int error = ocl_work_run(check, &c);
	tell(j, c.wrong);
	return error != CL_SUCCESS ? error : c.error;
}

/* ---- doing jobs ------------------------------------------------------------------------------ */

/* Returns the first device that was chosen and has the same inputs, so the same result. */
static cl_uint same_inputs(const struct ocl_job *j, cl_uint i)
{
	size_t n = j->input_count;
	for (cl_uint k = 0; k < i; k++) {
		if (!j->chosen[k])
			continue;
		size_t at = 0;
		while (at < n && j->inputs[k * n + at] == j->inputs[i * n + at])
			at++;
		if (at == n)
			return k;
	}
	return i;
}

/* Returns the first error. */
static cl_int make_results(struct ocl_job *j)
{
	cl_int first = CL_SUCCESS;
	for (cl_uint i = 0; i < j->program->device_count; i++) {
		if (!j->chosen[i])
			continue;
		cl_uint same = same_inputs(j, i);
		cl_int error = CL_SUCCESS;
		if (same == i)
			error = ocl_make(j, j->inputs + i * j->input_count, &j->results[i]);
		else if ((j->results[i] = ocl_build_again(j->results[same])) == NULL)
			error = CL_OUT_OF_HOST_MEMORY;
		if (j->results[i] == NULL)
			j->results[i] = ocl_build_use(j->failed);
		if (first == CL_SUCCESS)
			first = error;
	}
	return first;
}

static cl_int do_job(struct ocl_job *j)
{
	cl_int error = make_results(j);
	end_with_results(j);
	if (j->notify != NULL)
		j->notify(j->program, j->user_data);
	ocl_job_free(j);
	return error;
}

static void *do_job_later(void *arg)
{
	(void)do_job(arg);
	return NULL;
}

cl_int ocl_job_run(struct ocl_job *j)
{
	if (!begin_with(j, j->begun)) {
		ocl_job_free(j);
		return CL_INVALID_OPERATION;
	}
	if (j->notify == NULL)
		return do_job(j);
	/* without a thread it is done at once; the function hears of its errors all the same */
	if (!ocl_thread_start(do_job_later, j))
		(void)do_job(j);
	return CL_SUCCESS;
}
