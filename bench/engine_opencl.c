/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs OpenCL C kernels on PoCL. It is a library of its own because some machines have no OpenCL.
 * The arguments are taken from the kernarg segment. Pointers are passed as they are, since on a CPU
 * device all memory is shared. Pointers to local memory are offsets in the segment; here these are
 * turned into sizes. */
#define CL_TARGET_OPENCL_VERSION 200
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include <CL/cl.h>

enum { MOST_KERNELS = 32, MOST_PLATFORMS = 16, MOST_PARAMETERS = 64, TEXT = 256, OPTIONS = 8192 };
#define PLATFORM "Portable Computing Language"

struct parameter {
	size_t at, bytes; /* in the segment */
	bool local;
};

struct kernel {
	cl_kernel kernel;
	const char *name; /* NULL: this one and those behind are free */
	struct parameter parameters[MOST_PARAMETERS];
	cl_uint count;
};

struct opencl_run {
	struct suite_run run;
	const struct suite_case *c;
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	cl_program program;
	struct kernel kernels[MOST_KERNELS];
	bool batched, pending;   /* there are launches that nobody has waited for */
	struct bench_time start; /* of the first one of these */
};

extern const struct engine engine_opencl;

static void check(cl_int status, const char *what)
{
	if (status != CL_SUCCESS)
		bench_fail("%s: OpenCL error %d", what, (int)status);
}

static cl_device_id find_device(void)
{
	cl_platform_id platforms[MOST_PLATFORMS];
	cl_uint count = 0;
	clGetPlatformIDs(MOST_PLATFORMS, platforms, &count);
	for (cl_uint i = 0; i < count && i < MOST_PLATFORMS; i++) {
		char name[TEXT] = "";
		cl_device_id device;
		clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL);
		if (strcmp(name, PLATFORM) == 0 && clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU,
							   1, &device, NULL) == CL_SUCCESS)
			return device;
	}
	bench_fail("OpenCL has no platform '%s'", PLATFORM);
}

static char *read_source(const char *path)
{
	FILE *f = fopen(path, "rb");
	long bytes = f && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
	if (bytes < 0 || fseek(f, 0, SEEK_SET) != 0)
		bench_fail("%s cannot be read", path);
	char *text = suite_alloc((size_t)bytes + 1);
	if (fread(text, 1, (size_t)bytes, f) != (size_t)bytes)
		bench_fail("%s cannot be read", path);
	fclose(f);
	return text;
}

static void build(struct opencl_run *r, const struct engine_file *f)
{
	const char *source = read_source(f->path);
	char options[OPTIONS];
	cl_int status;
	r->program = clCreateProgramWithSource(r->context, 1, &source, NULL, &status);
	check(status, "clCreateProgramWithSource");
	if (snprintf(options, sizeof options, "-cl-mad-enable -cl-kernel-arg-info %s",
		    f->options ? f->options : "") >= (int)sizeof options)
		bench_fail("%s has too long options", f->path);
	if (clBuildProgram(r->program, 1, &r->device, options, NULL, NULL) != CL_SUCCESS) {
		char log[TEXT] = "";
		clGetProgramBuildInfo(r->program, r->device, CL_PROGRAM_BUILD_LOG, sizeof log - 1,
			log, NULL);
		bench_fail("%s does not compile: %s", f->path, log);
	}
}

static struct suite_run *open_opencl(const struct engine_file *f)
{
	struct opencl_run *r = suite_alloc(sizeof *r);
	cl_int status;
	r->run.engine = &engine_opencl;
	r->c = f->c;
	r->batched = f->batched;
	r->device = find_device();
	r->context = clCreateContext(NULL, 1, &r->device, NULL, NULL, &status);
	check(status, "clCreateContext");
	r->queue = clCreateCommandQueue(r->context, r->device, 0, &status);
	check(status, "clCreateCommandQueue");
	build(r, f);
	return &r->run;
}

static void close_opencl(struct suite_run *run)
{
	struct opencl_run *r = (struct opencl_run *)run;
	for (size_t i = 0; i < MOST_KERNELS && r->kernels[i].name; i++)
		clReleaseKernel(r->kernels[i].kernel);
	clReleaseProgram(r->program);
	clReleaseCommandQueue(r->queue);
	clReleaseContext(r->context);
}

/* Finds a type by its name: one of OpenCL C, such as "uint4", or one of the case's own. */
static struct suite_type find_type(const struct suite_case *c, const char *name)
{
	static const struct suite_type scalars[] = {{"char", 1, 1}, {"uchar", 1, 1},
		{"short", 2, 2}, {"ushort", 2, 2}, {"int", 4, 4}, {"uint", 4, 4}, {"long", 8, 8},
		{"ulong", 8, 8}, {"size_t", 8, 8}, {"float", 4, 4}, {"double", 8, 8}};
	for (const struct suite_type *t = c->types; t && t->name; t++)
		if (strcmp(t->name, name) == 0)
			return *t;
	size_t len = strcspn(name, "0123456789");
	size_t lanes = name[len] ? strtoul(name + len, NULL, 10) : 1;
	lanes = lanes == 3 ? 4 : lanes;
	for (size_t i = 0; i < sizeof scalars / sizeof scalars[0]; i++)
		if (strlen(scalars[i].name) == len && strncmp(scalars[i].name, name, len) == 0)
			return (struct suite_type){
				name, scalars[i].bytes * lanes, scalars[i].bytes * lanes};
	bench_fail("a parameter is of an unknown type, '%s'", name);
}

/* Finds where parameter i is in the segment, at *at or, for its alignment, a little later. Then
 * moves *at behind the parameter. */
static struct parameter place(const struct opencl_run *r, cl_kernel kernel, cl_uint i,
	const struct suite_launch *l, size_t *at)
{
	cl_kernel_arg_address_qualifier segment;
	struct suite_type type = {"pointer", sizeof(void *), sizeof(void *)};
	char name[TEXT] = "";
	check(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof segment,
		      &segment, NULL),
		"clGetKernelArgInfo");
	check(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof name, name, NULL),
		"clGetKernelArgInfo");
	if (segment == CL_KERNEL_ARG_ADDRESS_PRIVATE)
		type = find_type(r->c, name);
	size_t from = (*at + type.align - 1) / type.align * type.align;
	*at = from + type.bytes;
	if (*at > l->kernarg_bytes)
		bench_fail("%s has more parameters than the segment", l->kernel);
	return (struct parameter){
		.at = from,
		.bytes = segment == CL_KERNEL_ARG_ADDRESS_PRIVATE ? type.bytes : 0,
		.local = segment == CL_KERNEL_ARG_ADDRESS_LOCAL,
	};
}

static uint64_t word_at(const struct suite_launch *l, size_t at)
{
	uint64_t word;
	memcpy(&word, (const char *)l->kernarg + at, sizeof word);
	return word;
}

/* Returns the size of the local memory from a parameter's offset to the next one's, or to the
 * end. */
static size_t local_bytes(const struct suite_launch *l, const struct parameter *p, cl_uint count,
	cl_uint i)
{
	uint64_t from = word_at(l, p[i].at), to = l->dynamic_group_bytes;
	for (cl_uint k = 0; k < count; k++) {
		uint64_t other = p[k].local ? word_at(l, p[k].at) : 0;
		if (other > from && other < to)
			to = other;
	}
	return to - from;
}

/* Asks for the places of all parameters, once for each kernel. */
static void find_parameters(const struct opencl_run *r, struct kernel *k,
	const struct suite_launch *l)
{
	size_t at = 0;
	check(clGetKernelInfo(k->kernel, CL_KERNEL_NUM_ARGS, sizeof k->count, &k->count, NULL),
		"clGetKernelInfo");
	if (k->count > MOST_PARAMETERS)
		bench_fail("%s has more than %d parameters", l->kernel, MOST_PARAMETERS);
	for (cl_uint i = 0; i < k->count; i++)
		k->parameters[i] = place(r, k->kernel, i, l, &at);
}

static const struct kernel *find_kernel(struct opencl_run *r, const struct suite_launch *l)
{
	cl_int status;
	for (size_t i = 0; i < MOST_KERNELS; i++) {
		struct kernel *k = &r->kernels[i];
		if (!k->name) {
			k->kernel = clCreateKernel(r->program, l->kernel + 1, &status);
			check(status, l->kernel);
			find_parameters(r, k, l);
			k->name = l->kernel;
		}
		if (strcmp(k->name, l->kernel) == 0)
			return k;
	}
	bench_fail("more than %d kernels", MOST_KERNELS);
}

static void set_arguments(const struct kernel *k, const struct suite_launch *l)
{
	const struct parameter *p = k->parameters;
	for (cl_uint i = 0; i < k->count; i++) {
		const char *value = (const char *)l->kernarg + p[i].at;
		if (p[i].local)
			check(clSetKernelArg(k->kernel, i, local_bytes(l, p, k->count, i), NULL),
				"local argument");
		else if (p[i].bytes)
			check(clSetKernelArg(k->kernel, i, p[i].bytes, value), "argument");
		else
			check(clSetKernelArgSVMPointer(k->kernel, i,
				      (const void *)(uintptr_t)word_at(l, p[i].at)),
				"pointer argument");
	}
}

static void wait_opencl(struct suite_run *run)
{
	struct opencl_run *r = (struct opencl_run *)run;
	if (!r->pending)
		return;
	cl_int end = clFinish(r->queue);
	bench_add_since(&run->time, r->start);
	r->pending = false;
	check(end, "clFinish");
}

/* The time of a launch is that from its enqueueing to its end; that of a batch from the first
 * enqueueing to the last end, with the arguments of later launches, which are set meanwhile. */
static void launch_opencl(struct suite_run *run, const struct suite_launch *l)
{
	struct opencl_run *r = (struct opencl_run *)run;
	const struct kernel *k = find_kernel(r, l);
	cl_uint dimensions = l->grid.z > 1 ? 3 : l->grid.y > 1 ? 2 : 1;
	set_arguments(k, l);
	const uint32_t of[3] = {l->group.x, l->group.y, l->group.z};
	const uint32_t all[3] = {l->grid.x, l->grid.y, l->grid.z};
	size_t group[3], grid[3]; /* whole groups only; kernels test their bounds */
	for (int i = 0; i < 3; i++) {
		group[i] = of[i];
		grid[i] = (all[i] + group[i] - 1) / group[i] * group[i];
	}
	if (!r->pending)
		r->start = bench_now();
	r->pending = true;
	cl_int status = clEnqueueNDRangeKernel(r->queue, k->kernel, dimensions, NULL, grid, group,
		0, NULL, NULL);
	check(status, "clEnqueueNDRangeKernel");
	if (!r->batched)
		wait_opencl(run);
}

const struct engine engine_opencl = {open_opencl, launch_opencl, wait_opencl, close_opencl};
