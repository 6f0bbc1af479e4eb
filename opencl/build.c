/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What there is for a device of a program, and the image that it becomes. */
#include <stdlib.h>
#include <string.h>
#include "hsaemu/unwind.h"
#include "program_impl.h"

static char *copy_text(const char *text, bool *ok)
{
	if (text == NULL || *text == '\0')
		return NULL;
	size_t bytes = strlen(text) + 1;
	char *copy = mem_try_new(bytes, 1);
	*ok = *ok && copy != NULL;
	if (copy != NULL)
		memcpy(copy, text, bytes);
	return copy;
}

struct ocl_build *ocl_build_new(cl_build_status status, const char *options, const char *log)
{
	struct ocl_build *b = mem_try_new(1, sizeof *b);
	bool ok = true;
	if (b == NULL)
		return NULL;
	atomic_init(&b->uses, 1);
	b->status = status;
	b->options = copy_text(options, &ok);
	b->log = copy_text(log, &ok);
	if (ok)
		return b;
	ocl_build_drop(b);
	return NULL;
}

struct ocl_build *ocl_build_use(struct ocl_build *b)
{
	/* relaxed: whoever calls this has a use already */
	atomic_fetch_add_explicit(&b->uses, 1, memory_order_relaxed);
	return b;
}

void ocl_build_drop(struct ocl_build *b)
{
	/* acq_rel: all uses come before the end */
	if (b == NULL || atomic_fetch_sub_explicit(&b->uses, 1, memory_order_acq_rel) != 1)
		return;
	if (b->image != NULL)
		rt_image_free(b->image);
	free(b->options);
	free(b->log);
	free(b->code);
	free(b);
}

cl_int ocl_work_run(void (*work)(void *arg), void *arg)
{
	struct unwind_report why;
	return unwind_run(work, arg, &why) == UNWIND_DONE ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

/* ---- images ---------------------------------------------------------------------------------- */

/* The metadata of an image may be wrong: arguments must lie in the kernarg segment. */
static bool check_kernel(const struct rt_image *image, const struct image_kernel *k,
	struct buf *why)
{
	const struct hsaemu_kernel_descriptor *d = rt_image_kernel_descriptor(image, k);
	for (uint32_t i = 0; i < k->arg_count; i++) {
		const struct image_arg *a = &k->args[i];
		if (a->offset <= d->kernarg_bytes && a->bytes <= d->kernarg_bytes - a->offset)
			continue;
		buf_printf(why,
			"argument %u of '%s' lies beyond the kernarg segment, of %u bytes\n", i,
			k->name, d->kernarg_bytes);
		return false;
	}
	return true;
}

static bool check_image(const struct rt_image *image, struct buf *why)
{
	const struct image_meta *meta = rt_image_meta(image);
	if (rt_image_is_small(image)) {
		buf_puts(why, "the image is of the small machine model, whose kernels cannot "
			      "address buffers\n");
		return false;
	}
	for (uint32_t i = 0; i < meta->kernel_count; i++)
		if (!check_kernel(image, &meta->kernels[i], why))
			return false;
	return true;
}

static void release_diag(void *arg)
{
	diag_release(arg);
}

static bool load(const void *bytes, size_t count, struct rt_image **out, struct diag *d,
	struct buf *why)
{
	if (!rt_image_load("program", bytes, count, out, d))
		return false;
	if (rt_image_bind(*out, NULL, NULL, d) && check_image(*out, why))
		return true;
	rt_image_free(*out);
	*out = NULL;
	return false;
}

bool ocl_image_load(const void *bytes, size_t count, struct rt_image **out, struct buf *why)
{
	static const struct diag_options options = {.tool = "hsaemu", .error_limit = 20};
	struct diag d;
	struct unwind_guard guard = {.release = release_diag, .arg = &d};
	diag_init(&d, &options);
	unwind_guard_begin(&guard);
	bool ok = load(bytes, count, out, &d, why);
	if (!ok)
		diag_take(&d, why);
	unwind_guard_end(&guard);
	diag_release(&d);
	return ok;
}
