/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What there is for a device of a program, and the image that it becomes. */
#include <stdlib.h>
#include <string.h>
#include "context_impl.h"
#include "hsaemu/stage.h"
#include "hsaemu/unwind.h"
#include "late_impl.h"
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
	ocl_late_free(b->late);
	gcn_device_image_free(b->gpu);
	if (b->image != NULL)
		rt_image_free(b->image);
	buf_release(&b->adopted);
	free(b->options);
	free(b->log);
	free(b->code);
	free(b);
}

/* Returns whether kernels can change variables of the build's image. */
static bool has_variables(const struct ocl_build *b)
{
	const struct image_meta *m = b->image != NULL ? rt_image_meta(b->image) : NULL;
	for (uint32_t i = 0; m != NULL && i < m->symbol_count; i++)
		if (strcmp(m->symbols[i].kind, "global") == 0 && m->symbols[i].definition &&
			!m->symbols[i].is_const)
			return true;
	return false;
}

struct ocl_build *ocl_build_again(struct ocl_build *b)
{
	/* of OCL_CODE_LATE, kernels change no variables */
	if (b->kind != OCL_CODE_IMAGE || !has_variables(b))
		return ocl_build_use(b);
	struct ocl_build *other = ocl_build_new(b->status, b->options, b->log);
	char *why = NULL;
	if (other == NULL)
		return NULL;
	other->kind = b->kind;
	other->code = mem_try_new(b->bytes, 1);
	if (other->code != NULL)
		memcpy(other->code, b->code, b->bytes);
	other->bytes = b->bytes;
	if (other->code == NULL ||
		ocl_build_load(other, other->code, other->bytes, &why) != CL_SUCCESS) {
		free(why);
		ocl_build_drop(other);
		return NULL;
	}
	memcpy(other->origin, b->origin, sizeof other->origin);
	return other;
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

struct loading {
	struct rt_image *image;    /* NULL: it could not be loaded */
	struct str bytes;          /* nothing: the code object could not be adopted */
	struct buf adopted;        /* these bytes, if they were made of a code object */
	struct gcn_device *device; /* the GPU to load it for, too; NULL: none */
	struct diag d;
	bool good;                    /* the results */
	struct gcn_device_image *gpu; /* NULL: none */
	char *text;                   /* what is wrong */
};

static void adopt(void *arg)
{
	struct loading *l = arg;
	struct str object = l->bytes;
	struct buf image = BUF_INIT;
	l->bytes = (struct str){NULL, 0};
	if (gcn_device_adopt(l->device, "program", object.p, object.n, &image, &l->d)) {
		l->adopted = image;
		l->bytes = buf_slice(&image);
	}
}

static bool load_for_gpu(struct loading *l)
{
	return l->device == NULL || gcn_device_image_load(l->device, l->image, "program",
					    l->bytes.p, l->bytes.n, &l->gpu, &l->d);
}

static void examine(void *arg)
{
	struct loading *l = arg;
	struct buf why = BUF_INIT;
	l->good = l->image != NULL && rt_image_bind(l->image, NULL, NULL, &l->d) &&
	          check_image(l->image, &why) && load_for_gpu(l);
	if (!l->good && l->d.memory_count != 0)
		oom();
	if (!l->good) {
		bool ok = true;
		diag_take(&l->d, &why);
		buf_u8(&why, 0);
		l->text = copy_text((const char *)why.data, &ok);
	}
	buf_release(&why);
}

static enum unwind_end run(void (*work)(void *arg), struct loading *l)
{
	struct unwind_report report;
	struct diag_mark mark = diag_mark(&l->d);
	enum unwind_end end = unwind_run(work, l, &report);
	if (end != UNWIND_DONE)
		diag_back(&l->d, &mark, end, &report);
	return end;
}

static cl_int load(struct loading *l, char **why)
{
	static const struct diag_options options = {.tool = "hsaemu", .error_limit = 20};
	enum unwind_end end = UNWIND_DONE;
	diag_init(&l->d, &options);
	if (stage_of(NULL, l->bytes) == STAGE_CODE_OBJECT)
		end = run(adopt, l);
	if (l->bytes.n == 0 || !rt_image_load("program", l->bytes.p, l->bytes.n, &l->image, &l->d))
		l->image = NULL;
	if (end == UNWIND_DONE)
		end = run(examine, l);
	diag_release(&l->d);
	*why = l->text;
	if (l->good)
		return CL_SUCCESS;
	if (l->image != NULL)
		rt_image_free(l->image);
	buf_release(&l->adopted);
	return end == UNWIND_DONE ? CL_INVALID_BINARY : CL_OUT_OF_HOST_MEMORY;
}

cl_int ocl_image_load(const void *bytes, size_t count, struct rt_image **out, char **why)
{
	struct loading l = {.bytes = {bytes, count}};
	cl_int error = load(&l, why);
	*out = error == CL_SUCCESS ? l.image : NULL;
	return error;
}

cl_int ocl_build_load(struct ocl_build *b, const void *bytes, size_t count, char **why)
{
	struct loading l = {.bytes = {bytes, count}, .device = ocl_gpu()};
	cl_int error = load(&l, why);
	if (error == CL_SUCCESS) {
		b->image = l.image;
		b->adopted = l.adopted;
		b->gpu = l.gpu;
	}
	return error;
}

const struct hsaemu_kernel_descriptor *ocl_build_descriptor(const struct ocl_build *b,
	const struct image_kernel *kernel)
{
	return b->gpu != NULL ? gcn_device_kernel(b->gpu, kernel)
	                      : rt_image_kernel_descriptor(b->image, kernel);
}
