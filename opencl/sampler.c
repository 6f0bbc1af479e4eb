/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Samplers (OpenCL 3.0 API, 5.7). */
#include <stdlib.h>
#include <string.h>
#include "image_impl.h"

/* Returns what kernels have for an addressing mode; HSAEMU_ADDRESSING_COUNT: there is none. */
static enum hsaemu_addressing addressing_of(cl_addressing_mode mode)
{
	switch (mode) {
	case CL_ADDRESS_NONE:
		return HSAEMU_ADDRESSING_UNDEFINED;
	case CL_ADDRESS_CLAMP_TO_EDGE:
		return HSAEMU_ADDRESSING_CLAMP_TO_EDGE;
	case CL_ADDRESS_CLAMP:
		return HSAEMU_ADDRESSING_CLAMP_TO_BORDER;
	case CL_ADDRESS_REPEAT:
		return HSAEMU_ADDRESSING_REPEAT;
	case CL_ADDRESS_MIRRORED_REPEAT:
		return HSAEMU_ADDRESSING_MIRRORED_REPEAT;
	default:
		return HSAEMU_ADDRESSING_COUNT;
	}
}

struct modes {
	cl_bool normalized;
	cl_addressing_mode addressing;
	cl_filter_mode filter;
};

static bool are_modes(const struct modes *m)
{
	return m->normalized <= CL_TRUE &&
	       addressing_of(m->addressing) != HSAEMU_ADDRESSING_COUNT &&
	       (m->filter == CL_FILTER_NEAREST || m->filter == CL_FILTER_LINEAR);
}

static void sampler_free(struct ocl_object *o)
{
	struct _cl_sampler *s = (struct _cl_sampler *)(void *)o;
	ocl_object_drop(&s->context->base);
	free(s->properties);
	ocl_object_forget(o);
}

static struct _cl_sampler *sampler_new(struct _cl_context *c, const struct modes *m)
{
	struct _cl_sampler *s = ocl_object_new(OCL_SAMPLER, &c->base, sizeof *s, sampler_free);
	if (s == NULL)
		return NULL;
	ocl_object_use(&c->base);
	s->context = c;
	s->normalized = m->normalized;
	s->addressing = m->addressing;
	s->filter = m->filter;
	s->handles[1] = hsaemu_sampler_handle(m->normalized, m->filter == CL_FILTER_LINEAR,
		addressing_of(m->addressing));
	return s;
}

uint64_t ocl_sampler_argument(const struct _cl_sampler *s)
{
	return (uintptr_t)s->handles;
}

cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool normalized_coords,
	cl_addressing_mode addressing_mode, cl_filter_mode filter_mode, cl_int *errcode_ret)
{
	const struct modes m = {normalized_coords, addressing_mode, filter_mode};
	if (!ocl_is_valid(OCL_CONTEXT, context))
		return ocl_fail(errcode_ret, CL_INVALID_CONTEXT);
	if (ocl_is_deep())
		return ocl_fail(errcode_ret, CL_INVALID_OPERATION);
	if (!are_modes(&m))
		return ocl_fail(errcode_ret, CL_INVALID_VALUE);
	struct _cl_sampler *s = sampler_new(context, &m);
	return s == NULL ? ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY) : ocl_done(errcode_ret, s);
}

/* ---- by properties --------------------------------------------------------------------------- */

static bool was_named(const cl_sampler_properties *from, const cl_sampler_properties *end)
{
	for (; from != end; from += 2)
		if (*from == *end)
			return true;
	return false;
}

/* False: the property or its value means nothing. */
static bool take_property(const cl_sampler_properties *p, struct modes *m)
{
	if (p[1] > UINT32_MAX)
		return false;
	switch (p[0]) {
	case CL_SAMPLER_NORMALIZED_COORDS:
		m->normalized = (cl_bool)p[1];
		return true;
	case CL_SAMPLER_ADDRESSING_MODE:
		m->addressing = (cl_addressing_mode)p[1];
		return true;
	case CL_SAMPLER_FILTER_MODE:
		m->filter = (cl_filter_mode)p[1];
		return true;
	default:
		return false;
	}
}

/* Sets *count to the number of words, with the 0 at the end; 0 when there is no list. */
static cl_int take_properties(const cl_sampler_properties *list, struct modes *m, size_t *count)
{
	*count = 0;
	if (list == NULL)
		return CL_SUCCESS;
	const cl_sampler_properties *p = list;
	for (; *p != 0; p += 2)
		if (was_named(list, p) || !take_property(p, m))
			return CL_INVALID_VALUE;
	*count = (size_t)(p - list) + 1;
	return are_modes(m) ? CL_SUCCESS : CL_INVALID_VALUE;
}

static bool keep_properties(struct _cl_sampler *s, const cl_sampler_properties *list, size_t count)
{
	if (count == 0)
		return true;
	s->properties = mem_try_new(count, sizeof *s->properties);
	if (s->properties == NULL)
		return false;
	memcpy(s->properties, list, count * sizeof *list);
	s->property_count = count;
	return true;
}

cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context,
	const cl_sampler_properties *sampler_properties, cl_int *errcode_ret)
{
	struct modes m = {CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST};
	size_t count;
	if (!ocl_is_valid(OCL_CONTEXT, context))
		return ocl_fail(errcode_ret, CL_INVALID_CONTEXT);
	if (ocl_is_deep())
		return ocl_fail(errcode_ret, CL_INVALID_OPERATION);
	cl_int error = take_properties(sampler_properties, &m, &count);
	if (error != CL_SUCCESS)
		return ocl_fail(errcode_ret, error);
	struct _cl_sampler *s = sampler_new(context, &m);
	if (s == NULL)
		return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
	if (!keep_properties(s, sampler_properties, count)) {
		ocl_object_release(&s->base);
		return ocl_fail(errcode_ret, CL_OUT_OF_HOST_MEMORY);
	}
	return ocl_done(errcode_ret, s);
}

/* ---- references and info --------------------------------------------------------------------- */

cl_int CL_API_CALL clRetainSampler(cl_sampler sampler)
{
	return ocl_retain(OCL_SAMPLER, sampler) ? CL_SUCCESS : CL_INVALID_SAMPLER;
}

cl_int CL_API_CALL clReleaseSampler(cl_sampler sampler)
{
	if (!ocl_is_valid(OCL_SAMPLER, sampler))
		return CL_INVALID_SAMPLER;
	ocl_object_release(&sampler->base);
	return CL_SUCCESS;
}

cl_int CL_API_CALL clGetSamplerInfo(cl_sampler sampler, cl_sampler_info param_name,
	size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	if (!ocl_is_valid(OCL_SAMPLER, sampler))
		return CL_INVALID_SAMPLER;
	switch (param_name) {
	case CL_SAMPLER_REFERENCE_COUNT:
		return OCL_PUT(&out, cl_uint, ocl_object_references(&sampler->base));
	case CL_SAMPLER_CONTEXT:
		return OCL_PUT(&out, cl_context, sampler->context);
	case CL_SAMPLER_NORMALIZED_COORDS:
		return OCL_PUT(&out, cl_bool, sampler->normalized);
	case CL_SAMPLER_ADDRESSING_MODE:
		return OCL_PUT(&out, cl_addressing_mode, sampler->addressing);
	case CL_SAMPLER_FILTER_MODE:
		return OCL_PUT(&out, cl_filter_mode, sampler->filter);
	case CL_SAMPLER_PROPERTIES:
		return ocl_put(&out, sampler->properties,
			sampler->property_count * sizeof *sampler->properties);
	default:
		return CL_INVALID_VALUE;
	}
}
