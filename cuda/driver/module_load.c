/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads modules of bytes and files, and unloads them (CUDA driver API, "Module Management"). */
#include <stdio.h>
#include <string.h>
#include "hsaemu/fileio.h"
#include "hsaemu/unwind.h"
#include "module_impl.h"
#include "stream_impl.h"

/* ---- loading --------------------------------------------------------------------------------- */

struct jit {
	unsigned level;
	char *info, *errors; /* NULL: not asked for */
	size_t info_bytes, error_bytes;
	size_t info_option, error_option; /* where their lengths go; SIZE_MAX: not asked for */
};

static void read_options(unsigned count, const CUjit_option *options, void *const *values,
	struct jit *j)
{
	*j = (struct jit){.level = 4, .info_option = SIZE_MAX, .error_option = SIZE_MAX};
	for (unsigned i = 0; i < count; i++) {
		size_t number = (size_t)(uintptr_t)values[i];
		switch ((int)options[i]) {
		case CU_JIT_OPTIMIZATION_LEVEL:
			j->level = (unsigned)number;
			break;
		case CU_JIT_INFO_LOG_BUFFER:
			j->info = values[i];
			break;
		case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
			j->info_bytes = (uint32_t)number;
			j->info_option = i;
			break;
		case CU_JIT_ERROR_LOG_BUFFER:
			j->errors = values[i];
			break;
		case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
			j->error_bytes = (uint32_t)number;
			j->error_option = i;
			break;
		default: /* what is about a GPU's registers, caches or targets means nothing here */
			break;
		}
	}
}

static size_t give_log(char *to, size_t room, const struct buf *log)
{
	if (to == NULL || room == 0)
		return 0;
	size_t count = log->len < room - 1 ? log->len : room - 1;
	if (count != 0)
		memcpy(to, log->data, count);
	to[count] = '\0';
	return count;
}

static void give_logs(const struct jit *j, bool failed, const struct buf *log, void **values)
{
	static const struct buf none;
	size_t info = give_log(j->info, j->info_bytes, failed ? &none : log);
	size_t errors = give_log(j->errors, j->error_bytes, failed ? log : &none);
	if (j->info_option != SIZE_MAX)
		values[j->info_option] = (void *)(uintptr_t)info;
	if (j->error_option != SIZE_MAX)
		values[j->error_option] = (void *)(uintptr_t)errors;
}

/* Why a module cannot be had is said where nobody asks for a log. */
static void say(const struct buf *log)
{
	if (log->len != 0)
		fprintf(stderr, "libcuda: %.*s%s", (int)log->len, (const char *)log->data,
			log->data[log->len - 1] == '\n' ? "" : "\n");
}

static CUresult load(CUmodule *module, const struct cu_bytes *b, const struct cu_managed *managed,
	unsigned numOptions, CUjit_option *options, void **optionValues)
{
	struct CUctx_st *c;
	struct jit j;
	struct buf log = BUF_INIT;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (module == NULL || b->at == NULL ||
		(numOptions != 0 && (options == NULL || optionValues == NULL)))
		return CUDA_ERROR_INVALID_VALUE;
	read_options(numOptions, options, optionValues, &j);
	error = cu_module_new(c, b, j.level, managed, &log, module);
	give_logs(&j, error != CUDA_SUCCESS, &log, optionValues);
	if (error != CUDA_SUCCESS && j.errors == NULL)
		say(&log);
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
	struct buf bytes; /* with a 0 behind them, for PTX */
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
		buf_append(&r->bytes, f.bytes, f.len);
		buf_u8(&r->bytes, 0);
		file_release(&f);
	}
	diag_release(&d);
}

CUresult CUDAAPI cuModuleLoad(CUmodule *module, const char *fname)
{
	struct reading r = {.name = fname, .bytes = BUF_INIT};
	struct unwind_report why;
	if (module == NULL || fname == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	if (unwind_run(read_file, &r, &why) != UNWIND_DONE)
		return CUDA_ERROR_OUT_OF_MEMORY;
	if (!r.is_there)
		return CUDA_ERROR_FILE_NOT_FOUND;
	CUresult error = load(module, &(struct cu_bytes){r.bytes.data, r.bytes.len - 1}, NULL, 0,
		NULL, NULL);
	buf_release(&r.bytes);
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
