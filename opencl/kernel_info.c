/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What kernels and their arguments are (OpenCL 3.0 API, 5.9.3: tables of kernels and of their
 * arguments). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "kernel_impl.h"

/* ---- kernels --------------------------------------------------------------------------------- */

struct attributes {
	char *text;
	size_t used, room;
};

static void add_attribute(struct attributes *a, const char *name, const char *value)
{
	int n = snprintf(a->text + a->used, a->room - a->used, "%s%s(%s)", a->used == 0 ? "" : " ",
		name, value);
	a->used += (size_t)n;
}

static void add_size(struct attributes *a, const char *name, const uint32_t size[3])
{
	enum { THREE_NUMBERS = 40 };
	char value[THREE_NUMBERS];
	if (size[0] == 0)
		return;
	snprintf(value, sizeof value, "%u,%u,%u", size[0], size[1], size[2]);
	add_attribute(a, name, value);
}

/* Puts the attributes that the source gives the kernel; neither a binary nor SPIR-V is a source. */
static cl_int put_attributes(const struct _cl_kernel *k, const struct ocl_out *out)
{
	enum { NAMES_AND_NUMBERS = 256 };
	const struct kernel_info *info = &k->meta->info;
	struct attributes a = {.room = strlen(info->vec_type_hint) + NAMES_AND_NUMBERS};
	a.text = mem_try_new(a.room, 1);
	if (a.text == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	bool has_source = k->program->origin != OCL_OF_BINARY && k->program->origin != OCL_OF_IL;
	if (has_source && info->vec_type_hint[0] != 0)
		add_attribute(&a, "vec_type_hint", info->vec_type_hint);
	if (has_source) {
		add_size(&a, "work_group_size_hint", info->wg_hint);
		add_size(&a, "reqd_work_group_size", k->meta->required_wg);
	}
	cl_int error = ocl_put_text(out, a.text);
	free(a.text);
	return error;
}

cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info param_name,
	size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	if (!ocl_is_valid(OCL_KERNEL, kernel))
		return CL_INVALID_KERNEL;
	switch (param_name) {
	case CL_KERNEL_FUNCTION_NAME:
		return ocl_put_text(&out, ocl_kernel_name(kernel));
	case CL_KERNEL_NUM_ARGS:
		return OCL_PUT(&out, cl_uint, kernel->meta->arg_count);
	case CL_KERNEL_REFERENCE_COUNT:
		return OCL_PUT(&out, cl_uint, ocl_object_references(&kernel->base));
	case CL_KERNEL_CONTEXT:
		return OCL_PUT(&out, cl_context, ocl_kernel_context(kernel));
	case CL_KERNEL_PROGRAM:
		return OCL_PUT(&out, cl_program, kernel->program);
	case CL_KERNEL_ATTRIBUTES:
		return put_attributes(kernel, &out);
	default:
		return CL_INVALID_VALUE;
	}
}

/* ---- arguments ------------------------------------------------------------------------------- */

static cl_kernel_arg_address_qualifier address_of(const struct kernel_arg_info *info)
{
	switch ((enum kernel_arg_space)info->space) {
	case KERNEL_ARG_GLOBAL:
	case KERNEL_ARG_GENERIC:
		return CL_KERNEL_ARG_ADDRESS_GLOBAL;
	case KERNEL_ARG_CONSTANT:
		return CL_KERNEL_ARG_ADDRESS_CONSTANT;
	case KERNEL_ARG_LOCAL:
		return CL_KERNEL_ARG_ADDRESS_LOCAL;
	case KERNEL_ARG_NO_SPACE:
	case KERNEL_ARG_PRIVATE:
		break;
	}
	return CL_KERNEL_ARG_ADDRESS_PRIVATE;
}

cl_kernel_arg_access_qualifier ocl_argument_access(const struct image_arg *a)
{
	static const cl_kernel_arg_access_qualifier values[] = {
		[KERNEL_ARG_NO_ACCESS] = CL_KERNEL_ARG_ACCESS_NONE,
		[KERNEL_ARG_READ_ONLY] = CL_KERNEL_ARG_ACCESS_READ_ONLY,
		[KERNEL_ARG_WRITE_ONLY] = CL_KERNEL_ARG_ACCESS_WRITE_ONLY,
		[KERNEL_ARG_READ_WRITE] = CL_KERNEL_ARG_ACCESS_READ_WRITE,
	};
	if (strcmp(a->type, "roimg") == 0)
		return CL_KERNEL_ARG_ACCESS_READ_ONLY;
	if (strcmp(a->type, "woimg") == 0)
		return CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
	if (strcmp(a->type, "rwimg") == 0)
		return CL_KERNEL_ARG_ACCESS_READ_WRITE;
	return values[a->info.access];
}

static cl_kernel_arg_type_qualifier qualifiers_of(const struct kernel_arg_info *info)
{
	/* what lies in constant memory is const, whether the source says so or not */
	bool is_const = info->is_const || info->space == KERNEL_ARG_CONSTANT;
	return (is_const ? CL_KERNEL_ARG_TYPE_CONST : 0u) |
	       (info->is_volatile ? CL_KERNEL_ARG_TYPE_VOLATILE : 0u) |
	       (info->is_restrict ? CL_KERNEL_ARG_TYPE_RESTRICT : 0u);
}

cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel kernel, cl_uint arg_index,
	cl_kernel_arg_info param_name, size_t param_value_size, void *param_value,
	size_t *param_value_size_ret)
{
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	if (!ocl_is_valid(OCL_KERNEL, kernel))
		return CL_INVALID_KERNEL;
	if (arg_index >= kernel->meta->arg_count)
		return CL_INVALID_ARG_INDEX;
	if (param_name < CL_KERNEL_ARG_ADDRESS_QUALIFIER || param_name > CL_KERNEL_ARG_NAME)
		return CL_INVALID_VALUE;
	const struct image_arg *a = &kernel->meta->args[arg_index];
	if (ocl_argument_is_unknown(a))
		return CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
	switch (param_name) {
	case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
		return OCL_PUT(&out, cl_kernel_arg_address_qualifier, address_of(&a->info));
	case CL_KERNEL_ARG_ACCESS_QUALIFIER:
		return OCL_PUT(&out, cl_kernel_arg_access_qualifier, ocl_argument_access(a));
	case CL_KERNEL_ARG_TYPE_NAME:
		return ocl_put_text(&out, a->info.source_type);
	case CL_KERNEL_ARG_TYPE_QUALIFIER:
		return OCL_PUT(&out, cl_kernel_arg_type_qualifier, qualifiers_of(&a->info));
	default: /* CL_KERNEL_ARG_NAME, which is there if the program was compiled so */
		return a->info.source_name[0] != 0 ? ocl_put_text(&out, a->info.source_name)
		                                   : CL_KERNEL_ARG_INFO_NOT_AVAILABLE;
	}
}
