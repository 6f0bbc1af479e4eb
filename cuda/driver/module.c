/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modules (CUDA driver API, "Module Management"). Of the codes that a module comes with, the first
 * one that loads is taken: an image for this processor, or else PTX. */
#include <stdlib.h>
#include <string.h>
#include "hsaemu/base.h"
#include "hsaemu/gcn_device.h"
#include "hsaemu/unwind.h"
#include "module_impl.h"
#include "stream_impl.h"

static const struct diag_options quiet = {.tool = "libcuda", .error_limit = 20};

/* ---- images ---------------------------------------------------------------------------------- */

struct loading {
	struct CUmod_st *module;
	const struct cu_code *code;
	const struct cu_managed *managed; /* or NULL */
	struct buf *log;
	bool loaded;
};

static bool load_gpu(struct CUmod_st *m, struct diag *d)
{
	struct gcn_device *gpu = cu_gpu();
	return gpu == NULL || gcn_device_image_load(gpu, m->image, "<module>", m->file.data,
				      m->file.len, &m->gpu, d);
}

/* ---- managed variables ---- */

static bool find_managed(void *arg, const struct image_symbol *what, uint64_t *address)
{
	const struct cu_managed *managed = arg;
	*address = (uintptr_t)managed->find(managed->arg, what->name + (what->name[0] == '&'));
	return *address != 0;
}

static void give_first_values(const struct rt_image *image)
{
	uint64_t bytes;
	for (size_t i = 0; i < rt_image_import_count(image); i++) {
		void *at = (void *)(uintptr_t)rt_image_import_address(image, i);
		const void *own = rt_image_managed(image, i, &bytes);
		if (own != NULL && own != at)
			memcpy(at, own, (size_t)bytes);
	}
}

static bool bind(struct CUmod_st *m, const struct cu_managed *managed, struct diag *d)
{
	if (managed == NULL)
		return rt_image_bind(m->image, NULL, NULL, d);
	struct cu_managed by = *managed;
	if (!rt_image_bind(m->image, find_managed, &by, d))
		return false;
	if (by.first)
		give_first_values(m->image);
	return true;
}

static void load(void *arg)
{
	struct loading *l = arg;
	struct CUmod_st *m = l->module;
	struct diag d;
	diag_init(&d, &quiet);
	if (l->code->kind == CU_CODE_IMAGE)
		buf_append(&m->file, l->code->bytes, l->code->count);
	l->loaded = rt_image_load("<module>", m->file.data, m->file.len, &m->image, &d) &&
	            bind(m, l->managed, &d) && load_gpu(m, &d);
	diag_take(&d, l->log);
	diag_release(&d);
}

static bool describe(struct CUmod_st *m, unsigned architecture)
{
	const struct image_meta *meta = rt_image_meta(m->image);
	m->functions = mem_try_new(meta->kernel_count + 1, sizeof *m->functions);
	if (m->functions == NULL)
		return false;
	for (uint32_t i = 0; i < meta->kernel_count; i++) {
		struct CUfunc_st *f = &m->functions[i];
		f->module = m;
		f->meta = &meta->kernels[i];
		f->kd = m->gpu != NULL ? gcn_device_kernel(m->gpu, f->meta)
		                       : rt_image_kernel_descriptor(m->image, f->meta);
		f->architecture = architecture;
		uint32_t own = f->kd->group_bytes;
		atomic_init(&f->max_dynamic_shared,
			own < CU_SHARED_BYTES ? CU_SHARED_BYTES - own : 0);
		atomic_init(&f->carveout, -1);
		handle_enter(&f->handle, CU_FUNCTION);
		m->function_count++;
	}
	return true;
}

/* Checks that the arguments lie in the kernarg segment, since metadata may be wrong. */
static bool is_sound(const struct CUmod_st *m)
{
	const struct image_meta *meta = rt_image_meta(m->image);
	for (uint32_t i = 0; i < meta->kernel_count; i++) {
		const struct image_kernel *k = &meta->kernels[i];
		if (k->kernarg_bytes > CU_KERNARG_BYTES || k->kernarg_align > 64)
			return false;
		for (uint32_t j = 0; j < k->arg_count; j++)
			if (k->args[j].offset > k->kernarg_bytes ||
				k->args[j].bytes > k->kernarg_bytes - k->args[j].offset)
				return false;
	}
	return true;
}

static void drop_image(struct CUmod_st *m)
{
	for (uint32_t i = 0; i < m->function_count; i++) {
		handle_leave(&m->functions[i].handle);
		free(m->functions[i].old);
	}
	free(m->functions);
	gcn_device_image_free(m->gpu);
	if (m->image != NULL)
		rt_image_free(m->image);
	buf_release(&m->file);
	m->functions = NULL;
	m->function_count = 0;
	m->gpu = NULL;
	m->image = NULL;
}

static CUresult try_code(struct CUmod_st *m, const struct cu_code *code, unsigned level,
	const struct cu_managed *managed, struct buf *log)
{
	struct loading l = {.module = m, .code = code, .managed = managed, .log = log};
	struct unwind_report why;
	CUresult error = CUDA_SUCCESS;
	if (code->kind == CU_CODE_PTX)
		error = cu_ptx_compile(code, level, &m->file, log);
	else if (cu_gpu() != NULL) /* it has no code for it */
		error = CUDA_ERROR_NO_BINARY_FOR_GPU;
	if (error == CUDA_SUCCESS && unwind_run(load, &l, &why) != UNWIND_DONE)
		error = CUDA_ERROR_OUT_OF_MEMORY;
	else if (error == CUDA_SUCCESS && !(l.loaded && is_sound(m)))
		error = CUDA_ERROR_INVALID_IMAGE;
	if (error == CUDA_SUCCESS && !describe(m, code->architecture))
		error = CUDA_ERROR_OUT_OF_MEMORY;
	if (error != CUDA_SUCCESS)
		drop_image(m);
	return error;
}

/* ---- modules --------------------------------------------------------------------------------- */

struct refusal {
	unsigned architecture;
	struct buf *log;
};

/* Says why code of a GPU cannot be run. */
static void say_gpu_only(void *arg)
{
	struct refusal *r = arg;
	if (r->architecture > 1)
		buf_printf(r->log, "the code is for GPUs of sm_%u, without PTX", r->architecture);
	else
		buf_puts(r->log, "the code is for GPUs, without PTX");
}

static CUresult refuse(unsigned architecture, struct buf *log)
{
	struct refusal r = {architecture, log};
	struct unwind_report why;
	return unwind_run(say_gpu_only, &r, &why) == UNWIND_DONE ? CUDA_ERROR_NO_BINARY_FOR_GPU
	                                                         : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cu_module_new(struct CUctx_st *c, const struct cu_bytes *b, unsigned level,
	const struct cu_managed *managed, struct buf *log, struct CUmod_st **out)
{
	struct cu_codes codes = {.architecture = cu_architecture()};
	CUresult error = CUDA_ERROR_INVALID_IMAGE;
	struct CUmod_st *m = mem_try_new(1, sizeof *m);
	if (m == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	cu_code_find(b, &codes);
	m->context = c;
	pthread_mutex_init(&m->references_lock, NULL);
	if (codes.count == 0 && codes.gpu_only != 0)
		error = refuse(codes.gpu_only, log);
	for (unsigned i = 0, n; i < codes.count && m->image == NULL; i += n) {
		error = try_code(m, &codes.code[i], level, managed, log);
		n = codes.code[i].files > 1 ? codes.code[i].files : 1;
	}
	if (m->image == NULL) {
		pthread_mutex_destroy(&m->references_lock);
		free(m);
		return error;
	}
	handle_enter(&m->handle, CU_MODULE);
	pthread_mutex_lock(&c->lock);
	m->next = c->modules;
	c->modules = m;
	pthread_mutex_unlock(&c->lock);
	*out = m;
	return CUDA_SUCCESS;
}

void cu_module_free(struct CUmod_st *m)
{
	const struct cu_reference_calls *calls = atomic_load(&m->reference_calls);
	if (calls != NULL)
		calls->free(m);
	drop_image(m);
	pthread_mutex_destroy(&m->references_lock);
	free(m);
}

const struct CUfunc_st *cu_function_at(const struct CUctx_st *c, uint64_t kernel_object)
{
	for (const struct CUmod_st *m = c->modules; m != NULL; m = m->next)
		for (uint32_t i = 0; i < m->function_count; i++)
			if ((uint64_t)(uintptr_t)m->functions[i].kd == kernel_object)
				return &m->functions[i];
	return NULL;
}
