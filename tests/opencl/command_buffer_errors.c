/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Command buffers: what can be asked of the device and of a buffer, every error that the
 * specification of cl_khr_command_buffer lists, and handles that are none. */
#include <stdbool.h>
#include "cl_command_buffer.h"

static const char source[] = "kernel void set(global int *x) { x[get_global_id(0)] = 1; }\n"
			     "kernel void image(write_only image2d_t i) {}\n"
			     "kernel __attribute__((reqd_work_group_size(4, 1, 1)))\n"
			     "void four(global int *x) { x[0] = 1; }\n";

enum { SIDE = 4, BYTES = SIDE * SIDE * sizeof(int) };

static struct run r, other;
static cl_command_buffer_khr b, final; /* one that records, and one that does not */
static cl_mem m, m2, foreign, image, image2, narrow, foreign_image;
static cl_kernel set;
static const size_t origin[3], all[3] = {SIDE, SIDE, 1}, beyond[3] = {SIDE, SIDE, 2}, none[3],
			       row[3] = {SIDE, 1, 1}, one = 1;
static const int color[4];

static cl_mem new_image(const struct run *of, cl_channel_order order, cl_channel_type type)
{
	const cl_image_format format = {order, type};
	const cl_image_desc desc = {
		.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = SIDE, .image_height = SIDE};
	cl_int error = 1;
	cl_mem i =
		cl()->clCreateImage(of->context, CL_MEM_READ_WRITE, &format, &desc, NULL, &error);
	OK(error);
	return i;
}

static void open_all(void)
{
	r = run_open(source, "");
	other = run_open(source, "");
	find_functions();
	b = command_buffer(r.queue, 0);
	final = command_buffer(r.queue, 0);
	OK(kh.clFinalizeCommandBufferKHR(final));
	m = buffer(&r, BYTES, NULL);
	m2 = buffer(&r, BYTES, NULL);
	foreign = buffer(&other, BYTES, NULL);
	image = new_image(&r, CL_R, CL_SIGNED_INT32);
	image2 = new_image(&r, CL_R, CL_SIGNED_INT32);
	narrow = new_image(&r, CL_R, CL_SIGNED_INT8);
	foreign_image = new_image(&other, CL_R, CL_SIGNED_INT32);
	set = kernel(&r, "set");
	pass_buffer(set, 0, m);
}

static void close_all(void)
{
	cl_mem memory[] = {m, m2, foreign, image, image2, narrow, foreign_image};
	OK(kh.clReleaseCommandBufferKHR(b));
	OK(kh.clReleaseCommandBufferKHR(final));
	for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
		OK(cl()->clReleaseMemObject(memory[i]));
	OK(cl()->clReleaseKernel(set));
	run_close(&r);
	run_close(&other);
}

/* ---- the device ------------------------------------------------------------------------------ */

static void device_info(void)
{
	cl_device_command_buffer_capabilities_khr c = 0;
	cl_command_queue_properties p = 99;
	static char text[2000];
	static cl_name_version list[100];
	size_t bytes = 0;
	bool found = false;
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR, sizeof c, &c,
		&bytes));
	EXPECT(bytes == sizeof c);
	EXPECT(c == (CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
			    CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR |
			    CL_COMMAND_BUFFER_CAPABILITY_OUT_OF_ORDER_KHR));
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR,
		sizeof p, &p, NULL));
	EXPECT(p == 0);
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS, sizeof text, text, NULL));
	EXPECT(strstr(text, " cl_khr_command_buffer ") != NULL);
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof list, list,
		&bytes));
	for (size_t i = 0; i < bytes / sizeof *list; i++)
		if (strcmp(list[i].name, "cl_khr_command_buffer") == 0) {
			EXPECT(list[i].version == CL_MAKE_VERSION(0, 9, 1));
			found = true;
		}
	EXPECT(found);
	EXPECT(cl()->clGetExtensionFunctionAddress("clUpdateMutableCommandsKHR") == NULL);
	EXPECT(cl()->clGetExtensionFunctionAddress("clCreateCommandBuffer") == NULL);
	EXPECT(cl()->clGetExtensionFunctionAddress("clCreateCommandBufferKHR") != NULL);
}

/* ---- buffers --------------------------------------------------------------------------------- */

static void refuse(cl_int wanted, cl_uint count, const cl_command_queue *q,
	const cl_command_buffer_properties_khr *p)
{
	cl_int error = 1;
	EXPECT(kh.clCreateCommandBufferKHR(count, q, p, &error) == NULL);
	IS(wanted, error);
	EXPECT(kh.clCreateCommandBufferKHR(count, q, p, NULL) == NULL);
}

static void creation(void)
{
	typedef cl_command_buffer_properties_khr list[];
	const cl_command_queue q[] = {r.queue, r.queue}, no_queue = NULL,
			       wrong = (cl_command_queue)(void *)m;
	refuse(CL_INVALID_VALUE, 0, q, NULL);
	refuse(CL_INVALID_VALUE, 2, q, NULL);
	refuse(CL_INVALID_VALUE, 1, NULL, NULL);
	refuse(CL_INVALID_VALUE, 0, NULL, NULL);
	refuse(CL_INVALID_COMMAND_QUEUE, 1, &no_queue, NULL);
	refuse(CL_INVALID_COMMAND_QUEUE, 1, &wrong, NULL);
	refuse(CL_INVALID_VALUE, 1, q, (list){1, 1, 0});
	refuse(CL_INVALID_VALUE, 1, q, (list){CL_COMMAND_BUFFER_FLAGS_KHR, 1 << 5, 0});
	refuse(CL_INVALID_VALUE, 1, q,
		(list){CL_COMMAND_BUFFER_FLAGS_KHR, 0, CL_COMMAND_BUFFER_FLAGS_KHR, 0, 0});
	refuse(CL_INVALID_PROPERTY, 1, q,
		(list){CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0});
	cl_int error = 1;
	cl_command_buffer_khr c = kh.clCreateCommandBufferKHR(1, q, (list){0}, &error);
	OK(error);
	OK(kh.clReleaseCommandBufferKHR(c));
}

static void info(void)
{
	const cl_command_buffer_properties_khr p[] = {
		CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
	cl_command_buffer_properties_khr got[3] = {0};
	cl_command_buffer_khr c = command_buffer(r.queue, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
	cl_command_queue q = NULL;
	cl_uint number = 99;
	size_t bytes = 99;
	OK(kh.clGetCommandBufferInfoKHR(c, CL_COMMAND_BUFFER_NUM_QUEUES_KHR, sizeof number, &number,
		&bytes));
	EXPECT(number == 1 && bytes == sizeof number);
	OK(kh.clGetCommandBufferInfoKHR(c, CL_COMMAND_BUFFER_QUEUES_KHR, sizeof q, &q, &bytes));
	EXPECT(q == r.queue && bytes == sizeof q);
	OK(kh.clRetainCommandBufferKHR(c));
	OK(kh.clGetCommandBufferInfoKHR(c, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR, sizeof number,
		&number, NULL));
	EXPECT(number == 2);
	OK(kh.clReleaseCommandBufferKHR(c));
	OK(kh.clGetCommandBufferInfoKHR(c, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, sizeof got, got,
		&bytes));
	EXPECT(bytes == sizeof p && memcmp(p, got, sizeof p) == 0);
	OK(kh.clGetCommandBufferInfoKHR(b, CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR, sizeof got, got,
		&bytes));
	EXPECT(bytes == 0);
	OK(kh.clGetCommandBufferInfoKHR(c, CL_COMMAND_BUFFER_STATE_KHR, 0, NULL, &bytes));
	EXPECT(bytes == sizeof(cl_command_buffer_state_khr));
	IS(CL_INVALID_VALUE,
		kh.clGetCommandBufferInfoKHR(c, CL_COMMAND_BUFFER_STATE_KHR, 1, got, NULL));
	IS(CL_INVALID_VALUE, kh.clGetCommandBufferInfoKHR(c, CL_QUEUE_CONTEXT, 8, got, NULL));
	OK(kh.clReleaseCommandBufferKHR(c));
	IS(CL_INVALID_COMMAND_BUFFER_KHR, kh.clRetainCommandBufferKHR(c));
}

/* ---- recording ------------------------------------------------------------------------------- */

/* What all functions that record have in common. */
struct to {
	cl_command_buffer_khr buffer;
	cl_command_queue queue;
	cl_uint count;
	const cl_sync_point_khr *list;
	cl_mutable_command_khr *handle;
};

#define TAIL t->count, t->list, NULL, t->handle

static cl_int barrier(const struct to *t)
{
	return kh.clCommandBarrierWithWaitListKHR(t->buffer, t->queue, TAIL);
}

static cl_int copy(const struct to *t)
{
	return kh.clCommandCopyBufferKHR(t->buffer, t->queue, m, m2, 0, 0, BYTES, TAIL);
}

static cl_int copy_rect(const struct to *t)
{
	return kh.clCommandCopyBufferRectKHR(t->buffer, t->queue, m, m2, origin, origin, row, 0, 0,
		0, 0, TAIL);
}

static cl_int copy_to_image(const struct to *t)
{
	return kh.clCommandCopyBufferToImageKHR(t->buffer, t->queue, m, image, 0, origin, all,
		TAIL);
}

static cl_int copy_image(const struct to *t)
{
	return kh.clCommandCopyImageKHR(t->buffer, t->queue, image, image2, origin, origin, all,
		TAIL);
}

static cl_int copy_from_image(const struct to *t)
{
	return kh.clCommandCopyImageToBufferKHR(t->buffer, t->queue, image, m, origin, all, 0,
		TAIL);
}

static cl_int fill(const struct to *t)
{
	return kh.clCommandFillBufferKHR(t->buffer, t->queue, m, color, sizeof(int), 0, BYTES,
		TAIL);
}

static cl_int fill_image(const struct to *t)
{
	return kh.clCommandFillImageKHR(t->buffer, t->queue, image, color, origin, all, TAIL);
}

static cl_int ndrange(const struct to *t)
{
	return kh.clCommandNDRangeKernelKHR(t->buffer, t->queue, NULL, set, 1, NULL, &one, NULL,
		TAIL);
}

static void common_errors(void)
{
	static cl_int (*const functions[])(const struct to *t) = {barrier, copy, copy_rect,
		copy_to_image, copy_image, copy_from_image, fill, fill_image, ndrange};
	cl_sync_point_khr point, of_other, unborn = 1000;
	cl_mutable_command_khr handle = NULL;
	cl_command_buffer_khr second = command_buffer(r.queue, 0);
	OK(kh.clCommandBarrierWithWaitListKHR(b, NULL, 0, NULL, NULL, NULL));
	OK(kh.clCommandBarrierWithWaitListKHR(b, NULL, 0, NULL, &point, NULL));
	for (int i = 0; i < 20; i++)
		OK(kh.clCommandBarrierWithWaitListKHR(second, NULL, 0, NULL, &of_other, NULL));
	const cl_sync_point_khr zero = 0, nameless = point - 1;
	const cl_sync_point_khr mixed[] = {point, unborn};
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		cl_int (*f)(const struct to *t) = functions[i];
		OK(f(&(struct to){b, NULL, 0, NULL, NULL}));
		OK(f(&(struct to){b, NULL, 1, &point, NULL}));
		IS(CL_INVALID_COMMAND_BUFFER_KHR, f(&(struct to){NULL, NULL, 0, NULL, NULL}));
		IS(CL_INVALID_COMMAND_BUFFER_KHR,
			f(&(struct to){(cl_command_buffer_khr)(void *)m, NULL, 0, NULL, NULL}));
		IS(CL_INVALID_COMMAND_QUEUE, f(&(struct to){b, r.queue, 0, NULL, NULL}));
		IS(CL_INVALID_OPERATION, f(&(struct to){final, NULL, 0, NULL, NULL}));
		IS(CL_INVALID_VALUE, f(&(struct to){b, NULL, 0, NULL, &handle}));
		IS(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, f(&(struct to){b, NULL, 1, NULL, NULL}));
		IS(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, f(&(struct to){b, NULL, 0, &point, NULL}));
		IS(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, f(&(struct to){b, NULL, 1, &zero, NULL}));
		IS(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, f(&(struct to){b, NULL, 1, &unborn, NULL}));
		IS(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR,
			f(&(struct to){b, NULL, 1, &nameless, NULL}));
		IS(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, f(&(struct to){b, NULL, 2, mixed, NULL}));
	}
	OK(kh.clReleaseCommandBufferKHR(second));
}

#define ALONE 0, NULL, NULL, NULL

static void copy_errors(void)
{
	IS(CL_INVALID_MEM_OBJECT, kh.clCommandCopyBufferKHR(b, NULL, NULL, m, 0, 0, 4, ALONE));
	IS(CL_INVALID_MEM_OBJECT, kh.clCommandCopyBufferKHR(b, NULL, m, image, 0, 0, 4, ALONE));
	IS(CL_INVALID_CONTEXT, kh.clCommandCopyBufferKHR(b, NULL, m, foreign, 0, 0, 4, ALONE));
	IS(CL_INVALID_VALUE, kh.clCommandCopyBufferKHR(b, NULL, m, m2, 1, 0, BYTES, ALONE));
	IS(CL_INVALID_VALUE, kh.clCommandCopyBufferKHR(b, NULL, m, m2, 0, BYTES, 1, ALONE));
	IS(CL_MEM_COPY_OVERLAP, kh.clCommandCopyBufferKHR(b, NULL, m, m, 0, 4, 8, ALONE));
	IS(CL_INVALID_MEM_OBJECT, kh.clCommandCopyBufferRectKHR(b, NULL, m, NULL, origin, origin,
					  row, 0, 0, 0, 0, ALONE));
	IS(CL_INVALID_CONTEXT, kh.clCommandCopyBufferRectKHR(b, NULL, foreign, m, origin, origin,
				       row, 0, 0, 0, 0, ALONE));
	IS(CL_INVALID_VALUE, kh.clCommandCopyBufferRectKHR(b, NULL, m, m2, origin, origin, none, 0,
				     0, 0, 0, ALONE));
	IS(CL_INVALID_VALUE, kh.clCommandCopyBufferRectKHR(b, NULL, m, m2, NULL, origin, row, 0, 0,
				     0, 0, ALONE));
	IS(CL_MEM_COPY_OVERLAP, kh.clCommandCopyBufferRectKHR(b, NULL, m, m, origin, origin, row, 0,
					0, 0, 0, ALONE));
	IS(CL_INVALID_MEM_OBJECT, kh.clCommandFillBufferKHR(b, NULL, image, color, 4, 0, 4, ALONE));
	IS(CL_INVALID_CONTEXT, kh.clCommandFillBufferKHR(b, NULL, foreign, color, 4, 0, 4, ALONE));
	IS(CL_INVALID_VALUE, kh.clCommandFillBufferKHR(b, NULL, m, NULL, 4, 0, 4, ALONE));
	IS(CL_INVALID_VALUE, kh.clCommandFillBufferKHR(b, NULL, m, color, 3, 0, 3, ALONE));
	IS(CL_INVALID_VALUE, kh.clCommandFillBufferKHR(b, NULL, m, color, 4, 2, 4, ALONE));
	IS(CL_INVALID_VALUE, kh.clCommandFillBufferKHR(b, NULL, m, color, 4, 0, 2 * BYTES, ALONE));
}

static void image_errors(void)
{
	IS(CL_INVALID_MEM_OBJECT,
		kh.clCommandCopyBufferToImageKHR(b, NULL, m, m2, 0, origin, all, ALONE));
	IS(CL_INVALID_MEM_OBJECT,
		kh.clCommandCopyBufferToImageKHR(b, NULL, image, image, 0, origin, all, ALONE));
	IS(CL_INVALID_CONTEXT,
		kh.clCommandCopyBufferToImageKHR(b, NULL, foreign, image, 0, origin, all, ALONE));
	IS(CL_INVALID_VALUE,
		kh.clCommandCopyBufferToImageKHR(b, NULL, m, image, 4, origin, all, ALONE));
	IS(CL_INVALID_VALUE,
		kh.clCommandCopyBufferToImageKHR(b, NULL, m, image, 0, origin, beyond, ALONE));
	IS(CL_INVALID_MEM_OBJECT,
		kh.clCommandCopyImageToBufferKHR(b, NULL, m, m2, origin, all, 0, ALONE));
	IS(CL_INVALID_CONTEXT,
		kh.clCommandCopyImageToBufferKHR(b, NULL, foreign_image, m, origin, all, 0, ALONE));
	IS(CL_INVALID_VALUE,
		kh.clCommandCopyImageToBufferKHR(b, NULL, image, m, NULL, all, 0, ALONE));
	IS(CL_INVALID_VALUE,
		kh.clCommandCopyImageToBufferKHR(b, NULL, image, m, origin, all, 1, ALONE));
	IS(CL_INVALID_MEM_OBJECT,
		kh.clCommandCopyImageKHR(b, NULL, m, image, origin, origin, all, ALONE));
	IS(CL_INVALID_CONTEXT, kh.clCommandCopyImageKHR(b, NULL, image, foreign_image, origin,
				       origin, all, ALONE));
	IS(CL_IMAGE_FORMAT_MISMATCH,
		kh.clCommandCopyImageKHR(b, NULL, image, narrow, origin, origin, all, ALONE));
	IS(CL_INVALID_VALUE,
		kh.clCommandCopyImageKHR(b, NULL, image, image2, origin, origin, none, ALONE));
	IS(CL_MEM_COPY_OVERLAP,
		kh.clCommandCopyImageKHR(b, NULL, image, image, origin, origin, all, ALONE));
	IS(CL_INVALID_MEM_OBJECT, kh.clCommandFillImageKHR(b, NULL, m, color, origin, all, ALONE));
	IS(CL_INVALID_CONTEXT,
		kh.clCommandFillImageKHR(b, NULL, foreign_image, color, origin, all, ALONE));
	IS(CL_INVALID_VALUE, kh.clCommandFillImageKHR(b, NULL, image, NULL, origin, all, ALONE));
	IS(CL_INVALID_VALUE,
		kh.clCommandFillImageKHR(b, NULL, image, color, origin, beyond, ALONE));
}

static cl_int enqueue(cl_kernel k, cl_uint dims, const size_t *global, const size_t *local)
{
	return kh.clCommandNDRangeKernelKHR(b, NULL, NULL, k, dims, NULL, global, local, ALONE);
}

static void kernel_errors(void)
{
	const cl_ndrange_kernel_command_properties_khr no_properties[] = {0}, some[] = {1, 1, 0};
	const size_t three = 3, most = SIZE_MAX, eight = 8;
	cl_kernel of_other = kernel(&other, "set"), unset = kernel(&r, "image"),
		  four = kernel(&r, "four");
	pass_buffer(of_other, 0, foreign);
	pass_buffer(four, 0, m);
	OK(kh.clCommandNDRangeKernelKHR(b, NULL, no_properties, set, 1, NULL, &one, NULL, ALONE));
	IS(CL_INVALID_VALUE,
		kh.clCommandNDRangeKernelKHR(b, NULL, some, set, 1, NULL, &one, NULL, ALONE));
	IS(CL_INVALID_KERNEL, enqueue(NULL, 1, &one, NULL));
	IS(CL_INVALID_KERNEL, enqueue((cl_kernel)(void *)m, 1, &one, NULL));
	IS(CL_INVALID_CONTEXT, enqueue(of_other, 1, &one, NULL));
	IS(CL_INVALID_KERNEL_ARGS, enqueue(unset, 1, &one, NULL));
	IS(CL_INVALID_WORK_DIMENSION, enqueue(set, 0, &one, NULL));
	IS(CL_INVALID_WORK_DIMENSION, enqueue(set, 4, &one, NULL));
	IS(CL_INVALID_GLOBAL_WORK_SIZE, enqueue(set, 1, &most, NULL));
	IS(CL_INVALID_WORK_ITEM_SIZE, enqueue(set, 1, &one, &most));
	IS(CL_INVALID_WORK_GROUP_SIZE, enqueue(four, 1, &eight, &three));
	IS(CL_INVALID_GLOBAL_OFFSET,
		kh.clCommandNDRangeKernelKHR(b, NULL, NULL, set, 1, &most, &eight, NULL, ALONE));
	OK(cl()->clReleaseKernel(of_other));
	OK(cl()->clReleaseKernel(unset));
	OK(cl()->clReleaseKernel(four));
}

/* ---- enqueueing ------------------------------------------------------------------------------ */

/* A queue of a part of the device, in a context of both. */
static void other_device(void)
{
	const cl_device_partition_property p[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	cl_device_id d[2] = {device()};
	cl_int error = 1;
	cl_uint count = 0;
	if (cl()->clCreateSubDevices(d[0], p, 0, NULL, &count) != CL_SUCCESS || count > 64)
		return;
	cl_device_id parts[64];
	OK(cl()->clCreateSubDevices(d[0], p, count, parts, NULL));
	d[1] = parts[0];
	cl_context c = cl()->clCreateContext(NULL, 2, d, NULL, NULL, &error);
	OK(error);
	cl_command_queue q[2];
	for (int i = 0; i < 2; i++) {
		q[i] = cl()->clCreateCommandQueue(c, d[i], 0, &error);
		OK(error);
	}
	cl_command_buffer_khr of_whole = command_buffer(q[0], 0);
	OK(kh.clFinalizeCommandBufferKHR(of_whole));
	IS(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR,
		kh.clEnqueueCommandBufferKHR(1, &q[1], of_whole, 0, NULL, NULL));
	OK(kh.clReleaseCommandBufferKHR(of_whole));
	for (int i = 0; i < 2; i++)
		OK(cl()->clReleaseCommandQueue(q[i]));
	for (cl_uint i = 0; i < count; i++)
		OK(cl()->clReleaseDevice(parts[i]));
	OK(cl()->clReleaseContext(c));
}

static void enqueue_errors(void)
{
	cl_int error = 1;
	cl_command_queue q[] = {r.queue, r.queue}, none_at_all = NULL;
	cl_command_queue profiled = new_queue(&r, CL_QUEUE_PROFILING_ENABLE),
			 unordered = new_queue(&r, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
	cl_event e = cl()->clCreateUserEvent(other.context, &error), no_event = NULL;
	OK(error);
	IS(CL_INVALID_COMMAND_BUFFER_KHR,
		kh.clEnqueueCommandBufferKHR(0, NULL, NULL, 0, NULL, NULL));
	IS(CL_INVALID_OPERATION, kh.clEnqueueCommandBufferKHR(0, NULL, b, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, kh.clEnqueueCommandBufferKHR(1, NULL, final, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, kh.clEnqueueCommandBufferKHR(0, q, final, 0, NULL, NULL));
	IS(CL_INVALID_VALUE, kh.clEnqueueCommandBufferKHR(2, q, final, 0, NULL, NULL));
	IS(CL_INVALID_COMMAND_QUEUE,
		kh.clEnqueueCommandBufferKHR(1, &none_at_all, final, 0, NULL, NULL));
	IS(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR,
		kh.clEnqueueCommandBufferKHR(1, &profiled, final, 0, NULL, NULL));
	IS(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR,
		kh.clEnqueueCommandBufferKHR(1, &unordered, final, 0, NULL, NULL));
	IS(CL_INVALID_CONTEXT, kh.clEnqueueCommandBufferKHR(1, &other.queue, final, 0, NULL, NULL));
	IS(CL_INVALID_CONTEXT, kh.clEnqueueCommandBufferKHR(0, NULL, final, 1, &e, NULL));
	IS(CL_INVALID_EVENT_WAIT_LIST, kh.clEnqueueCommandBufferKHR(0, NULL, final, 1, NULL, NULL));
	IS(CL_INVALID_EVENT_WAIT_LIST, kh.clEnqueueCommandBufferKHR(0, NULL, final, 0, &e, NULL));
	IS(CL_INVALID_EVENT_WAIT_LIST,
		kh.clEnqueueCommandBufferKHR(0, NULL, final, 1, &no_event, NULL));
	/* the queue is not what it was when the buffer was made */
	OK(cl()->clSetCommandQueueProperty(r.queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, NULL));
	IS(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR,
		kh.clEnqueueCommandBufferKHR(0, NULL, final, 0, NULL, NULL));
	OK(cl()->clSetCommandQueueProperty(r.queue, CL_QUEUE_PROFILING_ENABLE, CL_FALSE, NULL));
	OK(kh.clEnqueueCommandBufferKHR(0, NULL, final, 0, NULL, NULL));
	OK(cl()->clFinish(r.queue));
	OK(cl()->clReleaseEvent(e));
	OK(cl()->clReleaseCommandQueue(profiled));
	OK(cl()->clReleaseCommandQueue(unordered));
}

/* ---- handles that are none ------------------------------------------------------------------- */

static void refuse_all(void *any)
{
	cl_command_buffer_khr x = any;
	char room[64];
	IS(CL_INVALID_COMMAND_BUFFER_KHR, kh.clRetainCommandBufferKHR(x));
	IS(CL_INVALID_COMMAND_BUFFER_KHR, kh.clReleaseCommandBufferKHR(x));
	IS(CL_INVALID_COMMAND_BUFFER_KHR, kh.clFinalizeCommandBufferKHR(x));
	IS(CL_INVALID_COMMAND_BUFFER_KHR, kh.clEnqueueCommandBufferKHR(0, NULL, x, 0, NULL, NULL));
	IS(CL_INVALID_COMMAND_BUFFER_KHR,
		kh.clGetCommandBufferInfoKHR(x, CL_COMMAND_BUFFER_STATE_KHR, sizeof room, room,
			NULL));
	IS(CL_INVALID_COMMAND_BUFFER_KHR, barrier(&(struct to){.buffer = x}));
	IS(CL_INVALID_COMMAND_BUFFER_KHR, ndrange(&(struct to){.buffer = x}));
}

static void foreign_handles(void)
{
	void *objects[] = {platform(), device(), r.context, r.queue, r.program, set, m, image};
	unsigned long long state = 88172645463325252ull;
	int here = 0;
	for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
		refuse_all(objects[i]);
	refuse_all(&here);
	refuse_all((char *)(void *)b + 8);
	for (int i = 0; i < 20000; i++) { /* xorshift */
		state ^= state << 13;
		state ^= state >> 7;
		state ^= state << 17;
		if (state != (uintptr_t)b && state != (uintptr_t) final)
			refuse_all((void *)(uintptr_t)state);
	}
	/* a buffer is nothing else */
	IS(CL_INVALID_COMMAND_QUEUE, cl()->clFinish((cl_command_queue)(void *)b));
	IS(CL_INVALID_EVENT, cl()->clReleaseEvent((cl_event)(void *)b));
	IS(CL_INVALID_MEM_OBJECT, cl()->clReleaseMemObject((cl_mem)(void *)b));
}

/* Recorded commands are no events, although they may lie where events did. */
static void stale_events(void)
{
	enum { EVENTS = 100 };
	cl_event e[EVENTS];
	cl_command_buffer_khr c = command_buffer(r.queue, 0);
	for (int i = 0; i < EVENTS; i++)
		OK(cl()->clEnqueueMarkerWithWaitList(r.queue, 0, NULL, &e[i]));
	OK(cl()->clFinish(r.queue));
	for (int i = 0; i < EVENTS; i++)
		OK(cl()->clReleaseEvent(e[i]));
	for (int i = 0; i < 2 * EVENTS; i++)
		OK(kh.clCommandBarrierWithWaitListKHR(c, NULL, 0, NULL, NULL, NULL));
	for (int i = 0; i < EVENTS; i++) {
		IS(CL_INVALID_EVENT, cl()->clRetainEvent(e[i]));
		IS(CL_INVALID_EVENT, cl()->clReleaseEvent(e[i]));
		IS(CL_INVALID_EVENT, cl()->clWaitForEvents(1, &e[i]));
	}
	OK(kh.clReleaseCommandBufferKHR(c));
}

int main(void)
{
	open_all();
	device_info();
	creation();
	info();
	common_errors();
	copy_errors();
	image_errors();
	kernel_errors();
	enqueue_errors();
	other_device();
	foreign_handles();
	stale_events();
	close_all();
	return 0;
}
