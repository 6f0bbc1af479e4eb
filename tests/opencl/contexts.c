/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Contexts: properties, errors, attributes, references, destructor callbacks. */
#include "cl_client.h"

static char order[4];
static char names[][2] = {"a", "b", "c"};

static void CL_CALLBACK note(cl_context context, void *user_data)
{
	(void)context;
	strncat(order, user_data, sizeof order - strlen(order) - 1);
}

static void CL_CALLBACK notify(const char *info, const void *data, size_t bytes, void *user_data)
{
	(void)info, (void)data, (void)bytes, (void)user_data;
}

static cl_context make(const cl_context_properties *p, cl_uint count, const cl_device_id *d,
	cl_int expected)
{
	cl_int error = 1;
	cl_context c = cl()->clCreateContext(p, count, d, NULL, NULL, &error);
	IS(expected, error);
	EXPECT((c != NULL) == (error == CL_SUCCESS));
	return c;
}

static void wrong(void)
{
	const cl_device_id d = device(), none[2] = {d, (cl_device_id)(void *)platform()};
	const cl_context_properties unknown[] = {4711, 1, 0},
				    no_platform[] = {CL_CONTEXT_PLATFORM, 0, 0},
				    twice[] = {CL_CONTEXT_PLATFORM,
					    (cl_context_properties)platform(), CL_CONTEXT_PLATFORM,
					    (cl_context_properties)platform(), 0};
	cl_int error;
	make(NULL, 0, &d, CL_INVALID_VALUE);
	make(NULL, 1, NULL, CL_INVALID_VALUE);
	make(NULL, 2, none, CL_INVALID_DEVICE);
	make(unknown, 1, &d, CL_INVALID_PROPERTY);
	make(twice, 1, &d, CL_INVALID_PROPERTY);
	make(no_platform, 1, &d, CL_INVALID_PLATFORM);
	EXPECT(cl()->clCreateContext(NULL, 1, &d, NULL, &error, &error) == NULL);
	IS(CL_INVALID_VALUE, error);
	EXPECT(cl()->clCreateContextFromType(NULL, CL_DEVICE_TYPE_GPU, NULL, NULL, &error) == NULL);
	IS(CL_DEVICE_NOT_FOUND, error);
	EXPECT(cl()->clCreateContextFromType(NULL, 0, NULL, NULL, &error) == NULL);
	IS(CL_INVALID_DEVICE_TYPE, error);
	IS(CL_INVALID_CONTEXT, cl()->clRetainContext(NULL));
	IS(CL_INVALID_CONTEXT, cl()->clReleaseContext((cl_context)(void *)d));
}

static void asked(void)
{
	const cl_device_id d = device(), pair[2] = {d, d};
	const cl_context_properties given[] = {CL_CONTEXT_PLATFORM,
		(cl_context_properties)platform(), CL_CONTEXT_INTEROP_USER_SYNC, CL_FALSE, 0};
	cl_context_properties got[5];
	cl_device_id list[2];
	cl_uint number;
	size_t bytes;
	const cl_icd_dispatch *f = cl();
	cl_context c = make(given, 2, pair, CL_SUCCESS);
	OK(f->clGetContextInfo(c, CL_CONTEXT_NUM_DEVICES, sizeof number, &number, NULL));
	EXPECT(number == 1);
	OK(f->clGetContextInfo(c, CL_CONTEXT_DEVICES, sizeof list, list, &bytes));
	EXPECT(bytes == sizeof d && list[0] == d);
	OK(f->clGetContextInfo(c, CL_CONTEXT_PROPERTIES, sizeof got, got, &bytes));
	EXPECT(bytes == sizeof given && memcmp(got, given, bytes) == 0);
	OK(f->clRetainContext(c));
	OK(f->clGetContextInfo(c, CL_CONTEXT_REFERENCE_COUNT, sizeof number, &number, NULL));
	EXPECT(number == 2);
	IS(CL_INVALID_VALUE, f->clGetContextInfo(c, CL_CONTEXT_DEVICES, 1, list, NULL));
	OK(f->clReleaseContext(c));
	OK(f->clReleaseContext(c));
	IS(CL_INVALID_CONTEXT, f->clReleaseContext(c));
	IS(CL_INVALID_CONTEXT,
		f->clGetContextInfo(c, CL_CONTEXT_NUM_DEVICES, sizeof number, &number, NULL));
}

static void ends(void)
{
	const cl_icd_dispatch *f = cl();
	cl_int error = 1;
	cl_context c = f->clCreateContextFromType(NULL, CL_DEVICE_TYPE_CPU, notify, order, &error);
	OK(error);
	IS(CL_INVALID_VALUE, f->clSetContextDestructorCallback(c, NULL, NULL));
	OK(f->clSetContextDestructorCallback(c, note, names[0]));
	OK(f->clSetContextDestructorCallback(c, note, names[1]));
	OK(f->clSetContextDestructorCallback(c, note, names[2]));
	OK(f->clReleaseContext(c));
	EXPECT(strcmp(order, "cba") == 0);
}

/* The client asks a queue for the context that it has released, and takes it back. */
static void released_and_asked_for(void)
{
	const cl_icd_dispatch *f = cl();
	const cl_device_id d = device();
	cl_int error = 1;
	cl_context c = f->clCreateContext(NULL, 1, &d, NULL, NULL, &error), same = NULL;
	OK(error);
	cl_command_queue q = f->clCreateCommandQueueWithProperties(c, d, NULL, &error);
	OK(error);
	OK(f->clReleaseContext(c));
	IS(CL_INVALID_CONTEXT, f->clReleaseContext(c));
	OK(f->clGetCommandQueueInfo(q, CL_QUEUE_CONTEXT, sizeof same, &same, NULL));
	EXPECT(same == c);
	OK(f->clRetainContext(same));
	OK(f->clRetainContext(same));
	OK(f->clReleaseCommandQueue(q));
	IS(CL_INVALID_COMMAND_QUEUE, f->clRetainCommandQueue(q));
	q = f->clCreateCommandQueueWithProperties(same, d, NULL, &error);
	OK(error);
	OK(f->clReleaseCommandQueue(q));
	OK(f->clReleaseContext(same));
	OK(f->clReleaseContext(same));
	IS(CL_INVALID_CONTEXT, f->clRetainContext(same));
}

int main(void)
{
	wrong();
	asked();
	released_and_asked_for();
	ends();
	return 0;
}
