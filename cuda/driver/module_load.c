/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads modules of bytes and files, and unloads them (CUDA driver API, "Module Management"). */
#include "hsaemu/fileio.h"
#include "hsaemu/unwind.h"
#include "module_impl.h"
#include "stream_impl.h"

/* ---- loading --------------------------------------------------------------------------------- */

static CUresult load(CUmodule *module, const struct cu_bytes *b, const struct cu_managed *managed,
	unsigned numOptions, CUjit_option *options, void **optionValues)
{
	struct CUctx_st *c;
	struct cu_jit j;
	struct buf log = BUF_INIT;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (module == NULL || b->at == NULL ||
		(numOptions != 0 && (options == NULL || optionValues == NULL)))
		return CUDA_ERROR_INVALID_VALUE;
	cu_jit_read(numOptions, options, optionValues, &j);
	error = cu_module_new(c, b, j.level, managed, &log, module);
	cu_jit_give(&j, error, &log);
	buf_release(&log);
	return error;
}

CUresult CUDAAPI cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned numOptions,
	CUjit_option *options, void **optionValues)
{
	return load(module, &(struct cu_bytes){image, SIZE_MAX}, NULL, numOptions, options,
		optionValues);
}

CUresult CUDAAPI cuModuleLoadData(CUmodule *module, const void *image)
{
	return cuModuleLoadDataEx(module, image, 0, NULL, NULL);
}

CUresult CUDAAPI cuModuleLoadFatBinary(CUmodule *module, const void *fatCubin)
{
	return cuModuleLoadDataEx(module, fatCubin, 0, NULL, NULL);
}

int cu_module_load(CUmodule *module, const void *image, cuda_managed_find *find, void *arg,
	bool first)
{
	const struct cu_managed managed = {find, arg, first};
	return (int)load(module, &(struct cu_bytes){image, SIZE_MAX}, &managed, 0, NULL, NULL);
}

struct reading {
	const char *name;
	struct buf *bytes;
	bool is_there;
};

static void read_file(void *arg)
{
	static const struct diag_options quiet = {.tool = "libcuda", .error_limit = 1};
	struct reading *r = arg;
	struct file_data f;
	struct diag d;
	diag_init(&d, &quiet);
	r->is_there = file_read(&f, r->name, &d);
	if (r->is_there) {
		buf_append(r->bytes, f.bytes, f.len);
		buf_u8(r->bytes, 0);
		file_release(&f);
	}
	diag_release(&d);
}

CUresult cu_file_read(const char *name, struct buf *bytes)
{
	struct reading r = {.name = name, .bytes = bytes};
	struct unwind_report why;
	if (unwind_run(read_file, &r, &why) != UNWIND_DONE)
		return CUDA_ERROR_OUT_OF_MEMORY;
	return r.is_there ? CUDA_SUCCESS : CUDA_ERROR_FILE_NOT_FOUND;
}

CUresult CUDAAPI cuModuleLoad(CUmodule *module, const char *fname)
{
	struct buf bytes = BUF_INIT;
	if (module == NULL || fname == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_file_read(fname, &bytes);
	if (error == CUDA_SUCCESS)
		error = load(module, &(struct cu_bytes){bytes.data, bytes.len - 1}, NULL, 0, NULL,
			NULL);
	buf_release(&bytes);
	return error;
}

CUresult CUDAAPI cuModuleUnload(CUmodule hmod)
{
	struct CUctx_st *c;
	CUresult error = cu_current_any(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (!handle_take(hmod, CU_MODULE))
		return CUDA_ERROR_INVALID_HANDLE;
	c = hmod->context;
	error = cu_context_wait(c);
	pthread_mutex_lock(&c->lock);
	struct CUmod_st **link = &c->modules;
	while (*link != hmod)
		link = &(*link)->next;
	*link = hmod->next;
	pthread_mutex_unlock(&c->lock);
	cu_module_free(hmod);
	return error;
}
