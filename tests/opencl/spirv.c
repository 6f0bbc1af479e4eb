/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs of SPIR-V that spirv-as makes: what can be asked of them, specialization constants,
 * compiling and linking, modules that are refused or damaged. */
#include <stdbool.h>
#include "cl_spirv.h"

/* to[i] = max(from[i] * scale + add, 0) + (flag ? 1000 : 0) */
static const char text[] = "OpCapability Addresses\n"
			   "OpCapability Kernel\n"
			   "OpCapability Int64\n"
			   "OpCapability Linkage\n"
			   "%std = OpExtInstImport \"OpenCL.std\"\n"
			   "OpMemoryModel Physical64 OpenCL\n"
			   "OpEntryPoint Kernel %sum \"sum\" %ids\n"
			   "OpExecutionMode %sum LocalSize 4 1 1\n"
			   "OpName %to \"to\"\n"
			   "OpName %from \"from\"\n"
			   "OpName %add \"add\"\n"
			   "OpDecorate %ids BuiltIn GlobalInvocationId\n"
			   "OpDecorate %ids Constant\n"
			   "OpDecorate %from FuncParamAttr NoWrite\n"
			   "OpDecorate %scale SpecId 7\n"
			   "OpDecorate %flag SpecId 8\n"
			   "%void = OpTypeVoid\n"
			   "%bool = OpTypeBool\n"
			   "%uint = OpTypeInt 32 0\n"
			   "%ulong = OpTypeInt 64 0\n"
			   "%three = OpTypeVector %ulong 3\n"
			   "%input = OpTypePointer Input %three\n"
			   "%buffer = OpTypePointer CrossWorkgroup %uint\n"
			   "%zero = OpConstant %uint 0\n"
			   "%thousand = OpConstant %uint 1000\n"
			   "%scale = OpSpecConstant %uint 3\n"
			   "%flag = OpSpecConstantFalse %bool\n"
			   "%type = OpTypeFunction %void %buffer %buffer %uint\n"
			   "%ids = OpVariable %input Input\n"
			   "%sum = OpFunction %void None %type\n"
			   "%to = OpFunctionParameter %buffer\n"
			   "%from = OpFunctionParameter %buffer\n"
			   "%add = OpFunctionParameter %uint\n"
			   "%begin = OpLabel\n"
			   "%all = OpLoad %three %ids Aligned 32\n"
			   "%i = OpCompositeExtract %ulong %all 0\n"
			   "%at = OpInBoundsPtrAccessChain %buffer %from %i\n"
			   "%v = OpLoad %uint %at Aligned 4\n"
			   "%scaled = OpIMul %uint %v %scale\n"
			   "%added = OpIAdd %uint %scaled %add\n"
			   "%most = OpExtInst %uint %std s_max %added %zero\n"
			   "%more = OpSelect %uint %flag %thousand %zero\n"
			   "%result = OpIAdd %uint %most %more\n"
			   "%place = OpInBoundsPtrAccessChain %buffer %to %i\n"
			   "OpStore %place %result Aligned 4\n"
			   "OpReturn\n"
			   "OpFunctionEnd\n";

enum { ITEMS = 16 };

static void expect_sum(cl_context c, cl_program p, int scale, int more)
{
	const cl_icd_dispatch *f = cl();
	int from[ITEMS], to[ITEMS], add = -5;
	const size_t items = ITEMS;
	for (int i = 0; i < ITEMS; i++)
		from[i] = i * i - 20;
	cl_int error;
	cl_kernel k = f->clCreateKernel(p, "sum", &error);
	OK(error);
	cl_command_queue q = f->clCreateCommandQueueWithProperties(c, device(), NULL, &error);
	OK(error);
	cl_mem a = f->clCreateBuffer(c, CL_MEM_USE_HOST_PTR, sizeof from, from, &error);
	OK(error);
	cl_mem b = f->clCreateBuffer(c, CL_MEM_READ_WRITE, sizeof to, NULL, &error);
	OK(error);
	OK(f->clSetKernelArg(k, 0, sizeof b, &b));
	OK(f->clSetKernelArg(k, 1, sizeof a, &a));
	OK(f->clSetKernelArg(k, 2, sizeof add, &add));
	OK(f->clEnqueueNDRangeKernel(q, k, 1, NULL, &items, NULL, 0, NULL, NULL));
	OK(f->clEnqueueReadBuffer(q, b, CL_TRUE, 0, sizeof to, to, 0, NULL, NULL));
	for (int i = 0; i < ITEMS; i++) {
		int sum = (i * i - 20) * scale + add;
		EXPECT(to[i] == (sum > 0 ? sum : 0) + more);
	}
	OK(f->clReleaseMemObject(a));
	OK(f->clReleaseMemObject(b));
	OK(f->clReleaseCommandQueue(q));
	OK(f->clReleaseKernel(k));
}

/* ---- what can be asked ----------------------------------------------------------------------- */

static void expect_argument(cl_kernel k, cl_uint i, const char *type, const char *name,
	cl_kernel_arg_address_qualifier space)
{
	char got[64];
	cl_kernel_arg_address_qualifier in;
	OK(cl()->clGetKernelArgInfo(k, i, CL_KERNEL_ARG_TYPE_NAME, sizeof got, got, NULL));
	EXPECT(strcmp(got, type) == 0);
	OK(cl()->clGetKernelArgInfo(k, i, CL_KERNEL_ARG_NAME, sizeof got, got, NULL));
	EXPECT(strcmp(got, name) == 0);
	OK(cl()->clGetKernelArgInfo(k, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof in, &in, NULL));
	EXPECT(in == space);
}

static void questions(cl_context c, const struct module *m)
{
	const cl_icd_dispatch *f = cl();
	static unsigned char il[sizeof m->bytes];
	size_t bytes, group[3];
	char source[8], attributes[8];
	cl_int error;
	cl_program p = of_il(c, m);
	OK(f->clGetProgramInfo(p, CL_PROGRAM_IL, sizeof il, il, &bytes));
	EXPECT(bytes == m->count && memcmp(il, m->bytes, bytes) == 0);
	OK(f->clGetProgramInfo(p, CL_PROGRAM_SOURCE, sizeof source, source, NULL));
	EXPECT(source[0] == 0);
	build(p, "-cl-kernel-arg-info");
	expect_kernels(p, 1, "sum");
	cl_kernel k = f->clCreateKernel(p, "sum", &error);
	OK(error);
	expect_argument(k, 0, "int*", "to", CL_KERNEL_ARG_ADDRESS_GLOBAL);
	expect_argument(k, 1, "int*", "from", CL_KERNEL_ARG_ADDRESS_GLOBAL);
	expect_argument(k, 2, "int", "add", CL_KERNEL_ARG_ADDRESS_PRIVATE);
	OK(f->clGetKernelWorkGroupInfo(k, device(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof group,
		group, NULL));
	EXPECT(group[0] == 4 && group[1] == 1 && group[2] == 1);
	OK(f->clGetKernelInfo(k, CL_KERNEL_ATTRIBUTES, sizeof attributes, attributes, NULL));
	EXPECT(attributes[0] == 0);
	OK(f->clReleaseKernel(k));
	OK(f->clReleaseProgram(p));
}

/* ---- specialization constants ---------------------------------------------------------------- */

static void constants(cl_context c, const struct module *m)
{
	const cl_icd_dispatch *f = cl();
	const int seven = 7;
	const unsigned char yes = 1, no = 0;
	unsigned char *il = malloc(m->count);
	cl_program p = of_il(c, m);
	build(p, NULL);
	expect_sum(c, p, 3, 0);
	IS(CL_INVALID_SPEC_ID, f->clSetProgramSpecializationConstant(p, 9, sizeof seven, &seven));
	IS(CL_INVALID_VALUE, f->clSetProgramSpecializationConstant(p, 7, 1, &yes));
	IS(CL_INVALID_VALUE, f->clSetProgramSpecializationConstant(p, 7, sizeof seven, NULL));
	OK(f->clSetProgramSpecializationConstant(p, 7, sizeof seven, &seven));
	build(p, NULL);
	expect_sum(c, p, 7, 0);
	IS(CL_INVALID_VALUE, f->clSetProgramSpecializationConstant(p, 8, sizeof seven, &seven));
	OK(f->clSetProgramSpecializationConstant(p, 8, 1, &yes));
	build(p, NULL);
	expect_sum(c, p, 7, 1000);
	OK(f->clSetProgramSpecializationConstant(p, 8, 1, &no));
	build(p, NULL);
	expect_sum(c, p, 7, 0);
	EXPECT(il != NULL);
	OK(f->clGetProgramInfo(p, CL_PROGRAM_IL, m->count, il, NULL));
	EXPECT(memcmp(il, m->bytes, m->count) == 0);
	free(il);
	OK(f->clReleaseProgram(p));
}

/* ---- objects and binaries -------------------------------------------------------------------- */

static void objects(cl_context c, const struct module *m)
{
	const cl_icd_dispatch *f = cl();
	cl_int error;
	cl_program object = of_il(c, m);
	cl_program other = of_source(c, "kernel void twice(global int *o) { o[0] *= 2; }");
	OK(f->clCompileProgram(object, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
	EXPECT(type_of(object) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
	OK(f->clCompileProgram(other, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
	const cl_program both[] = {object, other};
	cl_program p = f->clLinkProgram(c, 0, NULL, NULL, 2, both, NULL, NULL, &error);
	OK(error);
	expect_kernels(p, 2, "sum;twice");
	expect_sum(c, p, 3, 0);
	OK(f->clReleaseProgram(p));
	OK(f->clReleaseProgram(object));
	OK(f->clReleaseProgram(other));
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void refuse(cl_context c, const void *il, size_t bytes, cl_int wanted)
{
	cl_int error = 1;
	EXPECT(cl()->clCreateProgramWithIL(c, il, bytes, &error) == NULL);
	IS(wanted, error);
}

static void wrong_bytes(cl_context c, const struct module *m)
{
	struct module other = *m;
	refuse(NULL, m->bytes, m->count, CL_INVALID_CONTEXT);
	refuse(c, NULL, m->count, CL_INVALID_VALUE);
	refuse(c, m->bytes, 0, CL_INVALID_VALUE);
	refuse(c, m->bytes, m->count - 1, CL_INVALID_VALUE);
	refuse(c, m->bytes, m->count - 12, CL_INVALID_VALUE);
	refuse(c, text, sizeof text / 4 * 4, CL_INVALID_VALUE);
	memset(other.bytes + 20, 0, 4);
	refuse(c, other.bytes, other.count, CL_INVALID_VALUE);
}

/* Only 64-bit kernels can address what there is. */
static void other_machine(cl_context c)
{
	static const char smaller[] = "sed 's/Physical64/Physical32/' sum.spvasm >32.spvasm && "
				      "spirv-as --target-env spv1.0 32.spvasm -o 32.spv";
	static struct module m;
	EXPECT(system(smaller) == 0);
	read_module("32.spv", &m);
	cl_program p = of_il(c, &m);
	IS(CL_BUILD_PROGRAM_FAILURE, cl()->clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	expect_log(p, "Physical64");
	OK(cl()->clReleaseProgram(p));
}

/* Bytes of instructions change, but not their lengths. */
static void damage(cl_context c, const struct module *m)
{
	static struct module other;
	unsigned state = 1;
	for (int turn = 0; turn < 12; turn++) {
		cl_int error = 1;
		other = *m;
		for (int i = 0; i < 3; i++) {
			state = state * 1103515245 + 12345;
			other.bytes[20 + (state >> 8) % (m->count - 20)] = (unsigned char)turn;
		}
		cl_program p = cl()->clCreateProgramWithIL(c, other.bytes, other.count, &error);
		if (p == NULL) {
			IS(CL_INVALID_VALUE, error);
			continue;
		}
		error = cl()->clBuildProgram(p, 0, NULL, NULL, NULL, NULL);
		if (error != CL_SUCCESS) {
			IS(CL_BUILD_PROGRAM_FAILURE, error);
			expect_log(p, "error");
		}
		OK(cl()->clReleaseProgram(p));
	}
}

/* ---- with a translator, and without ---------------------------------------------------------- */

static void expect_it(bool there)
{
	static char extensions[1 << 13];
	char versions[256];
	cl_name_version all[64];
	size_t bytes;
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS, sizeof extensions, extensions,
		NULL));
	EXPECT((strstr(extensions, "cl_khr_il_program") != NULL) == there);
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_IL_VERSION, sizeof versions, versions, NULL));
	EXPECT((strstr(versions, "SPIR-V_1.0") != NULL) == there);
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_ILS_WITH_VERSION, sizeof all, all, &bytes));
	EXPECT((bytes != 0) == there && (!there || strcmp(all[0].name, "SPIR-V") == 0));
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_EXTENSIONS_WITH_VERSION, sizeof all, all,
		&bytes));
	bool found = false;
	for (size_t i = 0; i < bytes / sizeof all[0]; i++)
		found = found || strcmp(all[i].name, "cl_khr_il_program") == 0;
	EXPECT(found == there);
}

static void without(cl_context c, const struct module *m)
{
	cl_program p = of_il(c, m);
	EXPECT(setenv("HSAEMU_LLVM_SPIRV", "/no/translator", 1) == 0);
	expect_it(false);
	refuse(c, m->bytes, m->count, CL_INVALID_OPERATION);
	IS(CL_COMPILER_NOT_AVAILABLE, cl()->clBuildProgram(p, 0, NULL, NULL, NULL, NULL));
	expect_log(p, "/no/translator");
	OK(cl()->clReleaseProgram(p));
}

int main(void)
{
	static struct module m;
	need_translator();
	need_program("spirv-as");
	write_text("sum.spvasm", text);
	EXPECT(system("spirv-as --target-env spv1.0 sum.spvasm -o sum.spv") == 0);
	read_module("sum.spv", &m);
	cl_context c = new_context();
	expect_it(true);
	questions(c, &m);
	constants(c, &m);
	objects(c, &m);
	wrong_bytes(c, &m);
	other_machine(c);
	damage(c, &m);
	without(c, &m);
	OK(cl()->clReleaseContext(c));
	return 0;
}
