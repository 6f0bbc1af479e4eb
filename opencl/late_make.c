/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The code of kernels that get it late: who needs it first makes it, and others wait. */
#include <stdlib.h>
#include "context_impl.h"
#include "hsaemu/unwind.h"
#include "late_state_impl.h"
#include "make_impl.h"

/* ---- making code ----------------------------------------------------------------------------- */

struct work {
	const struct ocl_late *late;
	const char *kernel; /* NULL: all */
	struct ocl_made made;
};

static bool finalize_here(struct work *w, const struct hsaemu_compiler *half)
{
	const struct ocl_late *l = w->late;
	const struct hsaemu_brig module = {"<source>", l->module.p, l->module.n};
	struct hsaemu_program p = ocl_half_program(&module);
	struct unwind_guard inside;
	p.optimisation = l->optimisation;
	p.kernel = w->kernel;
	if (!ocl_gate_enter(&inside, &w->made.log))
		return false;
	bool ok = ocl_half_finalize(half, &p, &w->made);
	ocl_gate_leave(&inside);
	return ok;
}

static void make_code(struct work *w, const struct ocl_cached *cached)
{
	const struct hsaemu_compiler *half = hsaemu_half_open(&w->made.log);
	w->made.status = half == NULL ? HSAEMU_NO_COMPILER : HSAEMU_REFUSED;
	if (half != NULL && finalize_here(w, half))
		ocl_cached_store_kernel(cached, half, &w->made);
}

static void do_work(void *arg)
{
	struct work *w = arg;
	const struct ocl_late *l = w->late;
	struct ocl_cached cached;
	ocl_cached_begin_kernel(&cached, l->module, l->optimisation, w->kernel);
	if (ocl_cached_find_kernel(&cached, &w->made))
		w->made.status = HSAEMU_OK;
	else
		make_code(w, &cached);
	buf_u8(&w->made.log, 0);
	ocl_cached_release(&cached);
}

/* Returns whether the image has the kernel as the stubs have it: the client's arguments lie as
 * these say. */
static bool has_kernel(const struct ocl_late *l, const struct rt_image *image, uint32_t kernel)
{
	const struct image_kernel *stub = &l->meta->kernels[kernel], *k;
	return rt_image_kernel_find(image, stub->name, &k) != NULL &&
	       k->kernarg_bytes == stub->kernarg_bytes && k->arg_count == stub->arg_count;
}

static bool has_all(const struct ocl_late *l, const struct rt_image *image, uint32_t i)
{
	if (i < l->meta->kernel_count)
		return has_kernel(l, image, i);
	for (i = 0; i < l->meta->kernel_count; i++)
		if (!has_kernel(l, image, i))
			return false;
	return true;
}

static cl_int load(const struct ocl_late *l, struct work *w, uint32_t i, struct ocl_late_code *out,
	struct _cl_context *c)
{
	char *why = NULL;
	cl_int error = ocl_image_load(w->made.code.data, w->made.code.len, &out->image, &why);
	if (error == CL_SUCCESS && !has_all(l, out->image, i)) {
		rt_image_free(out->image);
		out->image = NULL;
		error = CL_INVALID_BINARY;
	}
	if (error == CL_SUCCESS) {
		out->file = w->made.code;
		w->made.code = (struct buf)BUF_INIT;
	} else if (why != NULL && c != NULL) {
		ocl_context_report(c, why);
	}
	free(why);
	return error == CL_INVALID_BINARY ? CL_OUT_OF_RESOURCES : error;
}

static cl_int error_of(enum hsaemu_status status)
{
	if (status == HSAEMU_OK)
		return CL_SUCCESS;
	return status == HSAEMU_NO_MEMORY ? CL_OUT_OF_HOST_MEMORY : CL_OUT_OF_RESOURCES;
}

static cl_int make(const struct ocl_late *l, struct _cl_context *c, uint32_t i,
	struct ocl_late_code *out)
{
	bool all = i == l->meta->kernel_count;
	struct work w = {.late = l,
		.kernel = all ? NULL : l->meta->kernels[i].name,
		.made = {.status = HSAEMU_REFUSED}};
	cl_int error = ocl_work_run(do_work, &w);
	if (error != CL_SUCCESS)
		return error; /* what it had is gone with the scope */
	error = error_of(w.made.status);
	if (error == CL_SUCCESS)
		error = load(l, &w, i, out, c);
	else if (c != NULL)
		ocl_context_report(c, (const char *)w.made.log.data);
	buf_release(&w.made.code);
	buf_release(&w.made.log);
	return error;
}

/* ---- needing code ---------------------------------------------------------------------------- */

/* Returns the code that there is for a kernel, or for all; NULL: none. The lock is held. */
static const struct ocl_late_code *find(const struct ocl_late *l, uint32_t i)
{
	const struct ocl_late_code *all = &l->codes[l->meta->kernel_count];
	if (l->codes[i].image != NULL)
		return &l->codes[i];
	return all->image != NULL ? all : NULL;
}

/* Gives kernels that have none yet the code of an image that was made. The lock is held. */
static void publish(struct ocl_late *l, const struct rt_image *image)
{
	for (uint32_t k = 0; k < l->meta->kernel_count; k++) {
		const struct hsaemu_kernel_descriptor *none = NULL,
						      *kd = rt_image_kernel_find(image,
							      l->meta->kernels[k].name, NULL);
		/* release: who finds it runs the code without the lock */
		if (kd != NULL)
			atomic_compare_exchange_strong_explicit(&l->ready[k], &none, kd,
				memory_order_release, memory_order_relaxed);
	}
}

/* Sees to it that there is the code of a kernel, or of all. */
static cl_int need(struct ocl_late *l, struct _cl_context *c, uint32_t i)
{
	struct ocl_late_code made = {.file = BUF_INIT};
	cl_int error = CL_SUCCESS;
	pthread_mutex_lock(&l->lock);
	while (l->codes[i].is_being_made)
		pthread_cond_wait(&l->moves, &l->lock);
	if (find(l, i) == NULL) {
		l->codes[i].is_being_made = true;
		pthread_mutex_unlock(&l->lock);
		error = make(l, c, i, &made);
		pthread_mutex_lock(&l->lock);
		if (error == CL_SUCCESS)
			publish(l, made.image);
		l->codes[i] = made;
		pthread_cond_broadcast(&l->moves);
	}
	pthread_mutex_unlock(&l->lock);
	return error;
}

cl_int ocl_late_code(struct ocl_late *l, struct _cl_context *c, uint32_t kernel,
	const struct hsaemu_kernel_descriptor **kd)
{
	/* acquire: pairs with publish() */
	*kd = atomic_load_explicit(&l->ready[kernel], memory_order_acquire);
	if (*kd != NULL)
		return CL_SUCCESS;
	cl_int error = need(l, c, kernel);
	*kd = atomic_load_explicit(&l->ready[kernel], memory_order_acquire);
	return error;
}

cl_int ocl_late_whole(struct ocl_late *l, struct _cl_context *c)
{
	return need(l, c, l->meta->kernel_count);
}
