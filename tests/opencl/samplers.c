/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Samplers: made in both ways, what they say of themselves, and each error of their functions. */
#include "cl_client.h"

static cl_context context;

static cl_sampler make(cl_bool normalized, cl_addressing_mode a, cl_filter_mode f)
{
	cl_int error;
	cl_sampler s = cl()->clCreateSampler(context, normalized, a, f, &error);
	OK(error);
	return s;
}

static cl_uint get(cl_sampler s, cl_sampler_info name)
{
	cl_uint value = 77;
	size_t size;
	OK(cl()->clGetSamplerInfo(s, name, sizeof value, &value, &size));
	EXPECT(size == sizeof value);
	return value;
}

static void expect_modes(cl_sampler s, cl_bool normalized, cl_addressing_mode a, cl_filter_mode f)
{
	EXPECT(get(s, CL_SAMPLER_NORMALIZED_COORDS) == normalized);
	EXPECT(get(s, CL_SAMPLER_ADDRESSING_MODE) == a);
	EXPECT(get(s, CL_SAMPLER_FILTER_MODE) == f);
}

static void all_modes(void)
{
	for (cl_bool n = CL_FALSE; n <= CL_TRUE; n++)
		for (cl_addressing_mode a = CL_ADDRESS_NONE; a <= CL_ADDRESS_MIRRORED_REPEAT; a++)
			for (cl_filter_mode f = CL_FILTER_NEAREST; f <= CL_FILTER_LINEAR; f++) {
				cl_sampler s = make(n, a, f);
				expect_modes(s, n, a, f);
				OK(cl()->clReleaseSampler(s));
			}
}

static void wrong_modes(void)
{
	const cl_uint wrong[][3] = {
		{2, CL_ADDRESS_NONE, CL_FILTER_NEAREST},
		{CL_TRUE, 0, CL_FILTER_NEAREST},
		{CL_TRUE, CL_ADDRESS_NONE - 1, CL_FILTER_NEAREST},
		{CL_TRUE, CL_ADDRESS_MIRRORED_REPEAT + 1, CL_FILTER_NEAREST},
		{CL_TRUE, CL_ADDRESS_NONE, 0},
		{CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_LINEAR + 1},
	};
	cl_int error;
	for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
		EXPECT(cl()->clCreateSampler(context, wrong[k][0], wrong[k][1], wrong[k][2],
			       &error) == NULL);
		IS(CL_INVALID_VALUE, error);
		EXPECT(cl()->clCreateSampler(context, wrong[k][0], wrong[k][1], wrong[k][2],
			       NULL) == NULL);
	}
	EXPECT(cl()->clCreateSampler(NULL, CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &error) ==
		NULL);
	IS(CL_INVALID_CONTEXT, error);
}

/* ---- properties ------------------------------------------------------------------------------ */

static cl_sampler by_list(const cl_sampler_properties *list)
{
	cl_int error;
	cl_sampler s = cl()->clCreateSamplerWithProperties(context, list, &error);
	OK(error);
	return s;
}

static void expect_list(cl_sampler s, const cl_sampler_properties *list, size_t bytes)
{
	cl_sampler_properties got[8];
	size_t size;
	OK(cl()->clGetSamplerInfo(s, CL_SAMPLER_PROPERTIES, sizeof got, got, &size));
	EXPECT(size == bytes && (bytes == 0 || memcmp(got, list, bytes) == 0));
	OK(cl()->clReleaseSampler(s));
}

static void lists(void)
{
	const cl_sampler_properties none[] = {0},
				    some[] = {CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0},
				    all[] = {CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT,
					    CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE,
					    CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, 0};
	cl_sampler s = by_list(NULL);
	expect_modes(s, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
	expect_list(s, NULL, 0);
	s = by_list(none);
	expect_modes(s, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST);
	expect_list(s, none, sizeof none);
	s = by_list(some);
	expect_modes(s, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR);
	expect_list(s, some, sizeof some);
	s = by_list(all);
	expect_modes(s, CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR);
	expect_list(s, all, sizeof all);
	expect_list(make(CL_TRUE, CL_ADDRESS_NONE, CL_FILTER_LINEAR), NULL, 0);
}

static void wrong_lists(void)
{
	const cl_sampler_properties wrong[][5] = {
		{1, 1, 0},
		{CL_SAMPLER_CONTEXT, 0, 0},
		{CL_SAMPLER_NORMALIZED_COORDS, 2, 0},
		{CL_SAMPLER_NORMALIZED_COORDS, (cl_sampler_properties)1 << 32, 0},
		{CL_SAMPLER_ADDRESSING_MODE, CL_FILTER_LINEAR, 0},
		{CL_SAMPLER_FILTER_MODE, CL_ADDRESS_CLAMP, 0},
		{CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR, CL_SAMPLER_FILTER_MODE, CL_FILTER_LINEAR,
			0},
	};
	cl_int error;
	for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
		EXPECT(cl()->clCreateSamplerWithProperties(context, wrong[k], &error) == NULL);
		IS(CL_INVALID_VALUE, error);
	}
	EXPECT(cl()->clCreateSamplerWithProperties((cl_context)device(), NULL, &error) == NULL);
	IS(CL_INVALID_CONTEXT, error);
}

/* ---- info and references --------------------------------------------------------------------- */

static void info(void)
{
	cl_sampler s = make(CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR);
	cl_context c;
	cl_uint n;
	size_t size;
	OK(cl()->clGetSamplerInfo(s, CL_SAMPLER_CONTEXT, sizeof c, &c, NULL));
	EXPECT(c == context);
	EXPECT(get(s, CL_SAMPLER_REFERENCE_COUNT) == 1);
	OK(cl()->clRetainSampler(s));
	EXPECT(get(s, CL_SAMPLER_REFERENCE_COUNT) == 2);
	OK(cl()->clGetSamplerInfo(s, CL_SAMPLER_FILTER_MODE, 0, NULL, &size));
	EXPECT(size == sizeof(cl_filter_mode));
	IS(CL_INVALID_VALUE, cl()->clGetSamplerInfo(s, CL_SAMPLER_FILTER_MODE, 3, &n, NULL));
	IS(CL_INVALID_VALUE, cl()->clGetSamplerInfo(s, CL_CONTEXT_DEVICES, 4, &n, NULL));
	OK(cl()->clReleaseSampler(s));
	OK(cl()->clReleaseSampler(s));
	IS(CL_INVALID_SAMPLER, cl()->clReleaseSampler(s));
	IS(CL_INVALID_SAMPLER, cl()->clRetainSampler(s));
	IS(CL_INVALID_SAMPLER, cl()->clGetSamplerInfo(s, CL_SAMPLER_CONTEXT, 8, &c, NULL));
	IS(CL_INVALID_SAMPLER, cl()->clRetainSampler((cl_sampler)context));
	IS(CL_INVALID_SAMPLER, cl()->clReleaseSampler(NULL));
}

int main(void)
{
	cl_int error;
	cl_device_id d = device();
	context = cl()->clCreateContext(NULL, 1, &d, NULL, NULL, &error);
	OK(error);
	all_modes();
	wrong_modes();
	lists();
	wrong_lists();
	info();
	/* a sampler outlives the client's reference to its context */
	cl_sampler s = make(CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR);
	OK(cl()->clReleaseContext(context));
	expect_modes(s, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR);
	OK(cl()->clReleaseSampler(s));
	return 0;
}
