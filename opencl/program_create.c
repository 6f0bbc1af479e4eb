/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes programs of sources and of binaries (OpenCL 3.0 API, 5.8.1). */
#include <stdlib.h>
#include <string.h>
#include "context_impl.h"
#include "program_impl.h"

/* ---- sources --------------------------------------------------------------------------------- */

static size_t length_of(const char *const *strings, const size_t *lengths, cl_uint i)
{
	return lengths == NULL || lengths[i] == 0 ? strlen(strings[i]) : lengths[i];
}

/* Joins the strings. Returns false without memory. */
static bool take_source(struct _cl_program *p, cl_uint count, const char *const *strings,
	const size_t *lengths)
{
	size_t bytes = 1;
	for (cl_uint i = 0; i < count; i++)
		if (__builtin_add_overflow(bytes, length_of(strings, lengths, i), &bytes))
			return false;
	p->source = mem_try_new(bytes, 1);
	if (p->source == NULL)
		return false;
	for (cl_uint i = 0; i < count; i++) {
		size_t n = length_of(strings, lengths, i);
		memcpy(p->source + p->source_bytes, strings[i], n);
		p->source_bytes += n;
	}
	return true;
}

cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count,
	const char **strings, const size_t *lengths, cl_int *errcode_ret)
{
	if (!ocl_is_valid(OCL_CONTEXT, context))
		return ocl_fail(errcode_ret, CL_INVALID_CONTEXT);
	if (count == 0 || strings == NULL)
		return ocl_fail(errcode_ret, CL_INVALID_VALUE);
	for (cl_uint i = 0; i < count; i++)
		if (strings[i] == NULL)
			return ocl_fail(errcode_ret, CL_INVALID_VALUE);
	struct _cl_program *p =
		ocl_program_new(context, OCL_OF_SOURCE, context->device_count, context->devices);
	if (p == NULL)
		return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
	if (take_source(p, count, strings, lengths))
		return ocl_done(errcode_ret, p);
	ocl_object_release(&p->base);
	return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
}

/* ---- binaries -------------------------------------------------------------------------------- */

struct reading {
	struct _cl_context *context; /* is told why a binary cannot be loaded */
	const unsigned char *bytes;
	size_t count;
	struct ocl_build *out; /* its code stays NULL if the binary is refused */
};

static void read_binary(void *arg)
{
	const struct reading *r = arg;
	struct ocl_build found = {.kind = OCL_CODE_NONE}, *out = r->out;
	if (!ocl_binary_open(r->bytes, r->count, &found))
		return;
	out->code = mem_try_new(found.bytes, 1);
	if (out->code == NULL)
		oom();
	memcpy(out->code, found.code, found.bytes);
	out->bytes = found.bytes;
	out->kind = found.kind;
	memcpy(out->origin, found.origin, sizeof found.origin);
}

/* The code that is checked is a copy, which nobody else can change. */
static cl_int make_binary(const struct reading *r)
{
	struct reading copy = *r;
	char *why = NULL;
	cl_int error = ocl_work_run(read_binary, &copy);
	if (error != CL_SUCCESS)
		return error;
	error = r->out->code == NULL ? CL_INVALID_BINARY : ocl_binary_check(r->out, &why);
	if (why != NULL)
		ocl_context_report(r->context, why);
	free(why);
	return error;
}

/* Sets *out to what the binary is. */
static cl_int take_binary(struct _cl_context *c, const unsigned char *bytes, size_t count,
	struct ocl_build **out)
{
	const struct reading r = {c, bytes, count, ocl_build_new(CL_BUILD_NONE, NULL, NULL)};
	cl_int error = r.out == NULL ? CL_OUT_OF_HOST_MEMORY : make_binary(&r);
	if (error == CL_SUCCESS)
		*out = r.out;
	else
		ocl_build_drop(r.out);
	return error;
}

struct binaries {
	cl_uint count;
	const cl_device_id *devices;
	const size_t *lengths;
	const unsigned char **bytes;
	cl_int *status; /* may be NULL */
};

/* Devices with equal binaries share one. Returns the entry before `i` whose binary is the same, or
 * `i`. */
static cl_uint same_binary(const struct binaries *b, cl_uint i)
{
	cl_uint k = 0;
	while (k < i && (b->lengths[k] != b->lengths[i] ||
				(b->bytes[k] != b->bytes[i] &&
					memcmp(b->bytes[k], b->bytes[i], b->lengths[i]) != 0)))
		k++;
	return k;
}

static cl_int take_entry(struct _cl_program *p, const struct binaries *b, cl_uint i)
{
	cl_uint k = same_binary(b, i);
	if (k == i || p->given[k] == NULL)
		return take_binary(p->context, b->bytes[i], b->lengths[i], &p->given[i]);
	p->given[i] = ocl_build_use(p->given[k]);
	return CL_SUCCESS;
}

static cl_int take_binaries(struct _cl_program *p, const struct binaries *b)
{
	cl_int worst = CL_SUCCESS;
	for (cl_uint i = 0; i < b->count; i++) {
		cl_int error = take_entry(p, b, i);
		if (b->status != NULL)
			b->status[i] = error;
		if (error != CL_SUCCESS && worst != CL_OUT_OF_HOST_MEMORY)
			worst = error;
	}
	return worst;
}

static bool is_named_before(const struct binaries *b, cl_uint i)
{
	cl_uint k = 0;
	while (b->devices[k] != b->devices[i])
		k++;
	return k < i;
}

static cl_int check_binaries(const struct _cl_context *c, const struct binaries *b)
{
	if (b->devices == NULL || b->count == 0 || b->lengths == NULL || b->bytes == NULL)
		return CL_INVALID_VALUE;
	/* a device that has two binaries has none */
	for (cl_uint i = 0; i < b->count; i++)
		if (!ocl_context_has(c, b->devices[i]) || is_named_before(b, i))
			return CL_INVALID_DEVICE;
	cl_int error = CL_SUCCESS;
	for (cl_uint i = 0; i < b->count; i++) {
		bool there = b->lengths[i] != 0 && b->bytes[i] != NULL;
		if (b->status != NULL)
			b->status[i] = there ? CL_SUCCESS : CL_INVALID_VALUE;
		if (!there)
			error = CL_INVALID_VALUE;
	}
	return error;
}

cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint num_devices,
	const cl_device_id *device_list, const size_t *lengths, const unsigned char **binaries,
	cl_int *binary_status, cl_int *errcode_ret)
{
	const struct binaries b = {num_devices, device_list, lengths, binaries, binary_status};
	if (!ocl_is_valid(OCL_CONTEXT, context))
		return ocl_fail(errcode_ret, CL_INVALID_CONTEXT);
	cl_int error = check_binaries(context, &b);
	if (error != CL_SUCCESS)
		return ocl_fail(errcode_ret, error);
	struct _cl_program *p = ocl_program_new(context, OCL_OF_BINARY, num_devices, device_list);
	if (p == NULL)
		return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
	error = take_binaries(p, &b);
	if (error == CL_SUCCESS)
		return ocl_done(errcode_ret, p);
	ocl_object_release(&p->base);
	return ocl_fail(errcode_ret, error);
}

/* ---- what no device has ---------------------------------------------------------------------- */

cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(cl_context context, cl_uint num_devices,
	const cl_device_id *device_list, const char *kernel_names, cl_int *errcode_ret)
{
	(void)kernel_names;
	if (!ocl_is_valid(OCL_CONTEXT, context))
		return ocl_fail(errcode_ret, CL_INVALID_CONTEXT);
	if (device_list == NULL || num_devices == 0)
		return ocl_fail(errcode_ret, CL_INVALID_VALUE);
	for (cl_uint i = 0; i < num_devices; i++)
		if (!ocl_context_has(context, device_list[i]))
			return ocl_fail(errcode_ret, CL_INVALID_DEVICE);
	return ocl_fail(errcode_ret, CL_INVALID_VALUE); /* there is no such kernel */
}
