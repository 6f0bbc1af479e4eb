/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs, and what is asked of them (NVRTC, "Compilation"). */
#include <stdlib.h>
#include <string.h>
#include "hsaemu/base.h"
#include "nvrtc_impl.h"

enum { MAJOR = 12, MINOR = 0 };
static const int archs[] = {50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90};

const char *nvrtcGetErrorString(nvrtcResult result)
{
	static const char *const names[] = {"NVRTC_SUCCESS", "NVRTC_ERROR_OUT_OF_MEMORY",
		"NVRTC_ERROR_PROGRAM_CREATION_FAILURE", "NVRTC_ERROR_INVALID_INPUT",
		"NVRTC_ERROR_INVALID_PROGRAM", "NVRTC_ERROR_INVALID_OPTION",
		"NVRTC_ERROR_COMPILATION", "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
		"NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION",
		"NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION",
		"NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID", "NVRTC_ERROR_INTERNAL_ERROR",
		"NVRTC_ERROR_TIME_FILE_WRITE_FAILED"};
	return (unsigned)result < ARRAY_LEN(names) ? names[result] : "NVRTC_ERROR unknown";
}

nvrtcResult nvrtcVersion(int *major, int *minor)
{
	if (major == NULL || minor == NULL)
		return NVRTC_ERROR_INVALID_INPUT;
	*major = MAJOR;
	*minor = MINOR;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetNumSupportedArchs(int *numArchs)
{
	if (numArchs == NULL)
		return NVRTC_ERROR_INVALID_INPUT;
	*numArchs = (int)ARRAY_LEN(archs);
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetSupportedArchs(int *supportedArchs)
{
	if (supportedArchs == NULL)
		return NVRTC_ERROR_INVALID_INPUT;
	memcpy(supportedArchs, archs, sizeof archs);
	return NVRTC_SUCCESS;
}

/* ---- programs -------------------------------------------------------------------------------- */

static char *copy(const char *text)
{
	size_t bytes = strlen(text) + 1;
	char *to = mem_try_new(bytes, 1);
	return to != NULL ? memcpy(to, text, bytes) : NULL;
}

static void free_program(struct _nvrtcProgram *p)
{
	for (size_t i = 0; i < p->header_count; i++) {
		free(p->headers[i].name);
		free(p->headers[i].source);
	}
	for (size_t i = 0; i < p->name_count; i++) {
		free(p->names[i].expression);
		free(p->names[i].lowered);
	}
	free(p->headers);
	free(p->names);
	free(p->source);
	free(p->name);
	buf_release(&p->ptx);
	buf_release(&p->log);
	free(p);
}

static bool copy_headers(struct _nvrtcProgram *p, int count, const char *const *sources,
	const char *const *names)
{
	p->headers = mem_try_new((size_t)count, sizeof *p->headers);
	for (int i = 0; p->headers != NULL && i < count; i++) {
		struct nvrtc_header *h = &p->headers[p->header_count++];
		h->source = copy(sources[i]);
		h->name = copy(names[i]);
		if (h->source == NULL || h->name == NULL)
			return false;
	}
	return p->headers != NULL;
}

nvrtcResult nvrtcCreateProgram(nvrtcProgram *prog, const char *src, const char *name,
	int numHeaders, const char *const *headers, const char *const *includeNames)
{
	if (prog == NULL || src == NULL || numHeaders < 0 ||
		(numHeaders != 0 && (headers == NULL || includeNames == NULL)))
		return NVRTC_ERROR_INVALID_INPUT;
	struct _nvrtcProgram *p = mem_try_new(1, sizeof *p);
	if (p == NULL)
		return NVRTC_ERROR_OUT_OF_MEMORY;
	p->source = copy(src);
	p->name = copy(name != NULL && name[0] != '\0' ? name : "default_program");
	if (p->source == NULL || p->name == NULL ||
		!copy_headers(p, numHeaders, headers, includeNames)) {
		free_program(p);
		return NVRTC_ERROR_OUT_OF_MEMORY;
	}
	handle_enter(&p->handle, NVRTC_PROGRAM);
	*prog = p;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcDestroyProgram(nvrtcProgram *prog)
{
	if (prog == NULL || !handle_take(*prog, NVRTC_PROGRAM))
		return NVRTC_ERROR_INVALID_PROGRAM;
	free_program(*prog);
	*prog = NULL;
	return NVRTC_SUCCESS;
}

static bool is_program(nvrtcProgram p)
{
	return handle_is_valid(p, NVRTC_PROGRAM);
}

nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions, const char *const *options)
{
	if (!is_program(prog))
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (numOptions < 0 || (numOptions != 0 && options == NULL))
		return NVRTC_ERROR_INVALID_INPUT;
	buf_release(&prog->ptx);
	buf_release(&prog->log);
	prog->ptx = prog->log = (struct buf)BUF_INIT;
	prog->was_compiled = true;
	return nvrtc_compile(prog, numOptions, options);
}

/* ---- results --------------------------------------------------------------------------------- */

/* Texts end with a 0, which their sizes count. */
static nvrtcResult size_of(const struct buf *b, bool has_end, size_t *out)
{
	if (out == NULL)
		return NVRTC_ERROR_INVALID_INPUT;
	*out = b->len + !has_end;
	return NVRTC_SUCCESS;
}

static nvrtcResult give(const struct buf *b, bool has_end, char *out)
{
	if (out == NULL)
		return NVRTC_ERROR_INVALID_INPUT;
	if (b->len != 0)
		memcpy(out, b->data, b->len);
	if (!has_end)
		out[b->len] = '\0';
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetPTXSize(nvrtcProgram prog, size_t *ptxSizeRet)
{
	if (!is_program(prog))
		return NVRTC_ERROR_INVALID_PROGRAM;
	return prog->ptx.len != 0 ? size_of(&prog->ptx, true, ptxSizeRet)
	                          : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult nvrtcGetPTX(nvrtcProgram prog, char *ptx)
{
	if (!is_program(prog) || prog->ptx.len == 0)
		return NVRTC_ERROR_INVALID_PROGRAM;
	return give(&prog->ptx, true, ptx);
}

/* What cuModuleLoadData() takes is PTX as well. */
nvrtcResult nvrtcGetCUBINSize(nvrtcProgram prog, size_t *cubinSizeRet)
{
	return nvrtcGetPTXSize(prog, cubinSizeRet);
}

nvrtcResult nvrtcGetCUBIN(nvrtcProgram prog, char *cubin)
{
	return nvrtcGetPTX(prog, cubin);
}

nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram prog, size_t *logSizeRet)
{
	return is_program(prog) ? size_of(&prog->log, false, logSizeRet)
	                        : NVRTC_ERROR_INVALID_PROGRAM;
}

nvrtcResult nvrtcGetProgramLog(nvrtcProgram prog, char *log)
{
	return is_program(prog) ? give(&prog->log, false, log) : NVRTC_ERROR_INVALID_PROGRAM;
}

/* Other forms of code than PTX. */
#define NOT_MADE(name, type) \
	nvrtcResult name(nvrtcProgram prog, type out) \
	{ \
		(void)out; \
		return is_program(prog) ? NVRTC_ERROR_INVALID_INPUT : NVRTC_ERROR_INVALID_PROGRAM; \
	}
NOT_MADE(nvrtcGetNVVMSize, size_t *)
NOT_MADE(nvrtcGetNVVM, char *)
NOT_MADE(nvrtcGetLTOIRSize, size_t *)
NOT_MADE(nvrtcGetLTOIR, char *)
NOT_MADE(nvrtcGetOptiXIRSize, size_t *)
NOT_MADE(nvrtcGetOptiXIR, char *)

/* ---- names ----------------------------------------------------------------------------------- */

nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char *name_expression)
{
	if (!is_program(prog))
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (name_expression == NULL)
		return NVRTC_ERROR_INVALID_INPUT;
	if (prog->was_compiled)
		return NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
	struct nvrtc_name *names = mem_try_new(prog->name_count + 1, sizeof *names);
	char *text = copy(name_expression);
	if (names == NULL || text == NULL) {
		free(names);
		free(text);
		return NVRTC_ERROR_OUT_OF_MEMORY;
	}
	if (prog->name_count != 0)
		memcpy(names, prog->names, prog->name_count * sizeof *names);
	names[prog->name_count++].expression = text;
	free(prog->names);
	prog->names = names;
	return NVRTC_SUCCESS;
}

nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char *name_expression,
	const char **lowered_name)
{
	if (!is_program(prog))
		return NVRTC_ERROR_INVALID_PROGRAM;
	if (name_expression == NULL || lowered_name == NULL)
		return NVRTC_ERROR_INVALID_INPUT;
	if (prog->ptx.len == 0)
		return NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
	for (size_t i = 0; i < prog->name_count; i++)
		if (strcmp(prog->names[i].expression, name_expression) == 0) {
			*lowered_name = prog->names[i].lowered;
			return NVRTC_SUCCESS;
		}
	return NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}
