/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Links code while a program runs (CUDA driver API, cuLink...()). Whatever the inputs are, their
 * PTX is taken, and compiled when they are all there. */
#define _GNU_SOURCE /* memmem() */
#include <stdlib.h>
#include <string.h>
#include "hsaemu/base.h"
#include "hsaemu/cuda_container.h"
#include "module_impl.h"

struct CUlinkState_st {
	struct handle handle;
	struct cu_jit jit;
	struct cu_code inputs[CU_MAX_CODES]; /* PTX; text and name are ours */
	unsigned count;
	struct buf image; /* empty: it has not been made */
};

/* ---- inputs ---------------------------------------------------------------------------------- */

static CUresult add_text(struct CUlinkState_st *s, const struct cu_code *code, const char *name)
{
	struct cu_code *to = &s->inputs[s->count];
	char *text;
	if (s->count == CU_MAX_CODES)
		return CUDA_ERROR_OUT_OF_MEMORY;
	*to = (struct cu_code){.kind = CU_CODE_PTX, .architecture = code->architecture};
	CUresult error = cu_code_text(code, &text, &to->count);
	if (error != CUDA_SUCCESS)
		return error;
	to->bytes = (uint8_t *)text;
	if (name != NULL && (to->name = strdup(name)) == NULL) {
		free(text);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	s->count++;
	return CUDA_SUCCESS;
}

/* Adds the first PTX of what there is, with all files of its program. */
static CUresult add_codes(struct CUlinkState_st *s, const struct cu_codes *codes, const char *name)
{
	CUresult error = CUDA_SUCCESS;
	unsigned i = 0;
	while (i < codes->count && codes->code[i].kind != CU_CODE_PTX)
		i++;
	if (i == codes->count)
		return codes->count != 0 || codes->gpu_only != 0 ? CUDA_ERROR_NO_BINARY_FOR_GPU
		                                                 : CUDA_ERROR_INVALID_IMAGE;
	unsigned end = i + (codes->code[i].files > 1 ? codes->code[i].files : 1);
	for (; i < end && error == CUDA_SUCCESS; i++)
		error = add_text(s, &codes->code[i], name);
	return error;
}

static CUresult add_found(struct CUlinkState_st *s, const struct cu_bytes *b, const char *name)
{
	struct cu_codes codes = {.architecture = cu_architecture()};
	cu_code_find(b, &codes);
	return add_codes(s, &codes, name);
}

/* Adds what lies in objects of the host's, or in an archive of them: containers, wherever they
 * are. */
static CUresult add_embedded(struct CUlinkState_st *s, const struct cu_bytes *b, const char *name)
{
	const uint8_t *p = b->at, *end = p + b->count;
	CUresult error = CUDA_SUCCESS;
	unsigned before = s->count;
	while (error == CUDA_SUCCESS && (p = memmem(p, (size_t)(end - p), CUDA_CONTAINER_MAGIC,
						 sizeof CUDA_CONTAINER_MAGIC)) != NULL) {
		struct cu_codes codes = {.architecture = cu_architecture()};
		cu_code_find(&(struct cu_bytes){p, (size_t)(end - p)}, &codes);
		if (codes.count != 0)
			error = add_codes(s, &codes, name);
		p++;
	}
	return error == CUDA_SUCCESS && s->count == before ? CUDA_ERROR_INVALID_IMAGE : error;
}

static CUresult add(struct CUlinkState_st *s, CUjitInputType type, const struct cu_bytes *b,
	const char *name)
{
	struct cu_code text = {.kind = CU_CODE_PTX, .bytes = b->at, .count = b->count};
	switch (type) {
	case CU_JIT_INPUT_PTX:
		text.count = strnlen(b->at, b->count);
		return add_text(s, &text, name);
	case CU_JIT_INPUT_CUBIN:
	case CU_JIT_INPUT_FATBINARY:
		return add_found(s, b, name);
	case CU_JIT_INPUT_OBJECT:
	case CU_JIT_INPUT_LIBRARY:
		return add_embedded(s, b, name);
	default: /* LLVM's code */
		return CUDA_ERROR_NOT_SUPPORTED;
	}
}

/* ---- the interface --------------------------------------------------------------------------- */

CUresult CUDAAPI cuLinkCreate(unsigned numOptions, CUjit_option *options, void **optionValues,
	CUlinkState *stateOut)
{
	struct CUctx_st *c;
	CUresult error = cu_current(&c);
	if (error != CUDA_SUCCESS)
		return error;
	if (stateOut == NULL || (numOptions != 0 && (options == NULL || optionValues == NULL)))
		return CUDA_ERROR_INVALID_VALUE;
	struct CUlinkState_st *s = mem_try_new(1, sizeof *s);
	if (s == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	s->image = (struct buf)BUF_INIT;
	cu_jit_read(numOptions, options, optionValues, &s->jit);
	handle_enter(&s->handle, CU_LINK);
	*stateOut = s;
	return CUDA_SUCCESS;
}

/* Options of one input are those of a GPU's compiler. */
CUresult CUDAAPI cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size,
	const char *name, unsigned numOptions, CUjit_option *options, void **optionValues)
{
	(void)numOptions, (void)options, (void)optionValues;
	if (!handle_is_valid(state, CU_LINK))
		return CUDA_ERROR_INVALID_HANDLE;
	if (data == NULL || size == 0 || state->image.len != 0)
		return CUDA_ERROR_INVALID_VALUE;
	return add(state, type, &(struct cu_bytes){data, size}, name);
}

CUresult CUDAAPI cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path,
	unsigned numOptions, CUjit_option *options, void **optionValues)
{
	struct buf bytes = BUF_INIT;
	if (path == NULL)
		return CUDA_ERROR_INVALID_VALUE;
	CUresult error = cu_file_read(path, &bytes);
	if (error == CUDA_SUCCESS)
		error = cuLinkAddData(state, type, bytes.data, bytes.len - 1, path, numOptions,
			options, optionValues);
	buf_release(&bytes);
	return error;
}

/* The result is an image, which is the state's. */
CUresult CUDAAPI cuLinkComplete(CUlinkState state, void **cubinOut, size_t *sizeOut)
{
	struct buf log = BUF_INIT;
	CUresult error = CUDA_SUCCESS;
	if (!handle_is_valid(state, CU_LINK))
		return CUDA_ERROR_INVALID_HANDLE;
	if (cubinOut == NULL || state->count == 0)
		return CUDA_ERROR_INVALID_VALUE;
	if (state->image.len == 0) {
		state->inputs[0].files = state->count;
		error = cu_ptx_compile(state->inputs, state->jit.level, &state->image, &log);
		cu_jit_give(&state->jit, error, &log);
		buf_release(&log);
	}
	if (error != CUDA_SUCCESS)
		return error;
	*cubinOut = state->image.data;
	if (sizeOut != NULL)
		*sizeOut = state->image.len;
	return CUDA_SUCCESS;
}

CUresult CUDAAPI cuLinkDestroy(CUlinkState state)
{
	if (!handle_take(state, CU_LINK))
		return CUDA_ERROR_INVALID_HANDLE;
	for (unsigned i = 0; i < state->count; i++) {
		free((void *)(uintptr_t)state->inputs[i].bytes);
		free((void *)(uintptr_t)state->inputs[i].name);
	}
	buf_release(&state->image);
	free(state);
	return CUDA_SUCCESS;
}
