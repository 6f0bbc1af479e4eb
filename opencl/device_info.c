/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The attributes of devices (OpenCL 3.0 API, table 5). */
#include "device_impl.h"
#include "hsaemu/cli.h"
#include "hsaemu/ext_image.h"
#include "hsaemu/image_abi.h"
#include "hsaemu/kernel_abi.h"
#include "hsaemu/machine.h"
#include "sub_device_impl.h"
#include <CL/cl_ext.h>

#define ATOMIC_CAPABILITIES \
	(CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | \
		CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | \
		CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES)

/* Returns a limit of images, which is 0 where there are none. */
static size_t of_images(size_t limit)
{
	return ocl_is_deep() ? 0 : limit;
}

/* Returns the limit of an image's width, height or depth. */
static size_t image_size(unsigned geometry, unsigned axis)
{
	return of_images(hsaemu_geometry(geometry)->max[axis]);
}

static cl_int put_features(const struct ocl_out *out)
{
	static const struct {
		cl_name_version what;
		bool of_images;
	} rows[] = {
#define OCL_EXTENSION(name)
#define OCL_HOST_EXTENSION(name, major, minor, patch)
#define OCL_FEATURE(name) {{CL_MAKE_VERSION(3, 0, 0), name}, false},
#define OCL_HEADER_FEATURE(name) OCL_FEATURE(name)
#define OCL_IMAGE_EXTENSION(name)
#define OCL_IMAGE_FEATURE(name) {{CL_MAKE_VERSION(3, 0, 0), name}, true},
#include "hsaemu/opencl_extensions.def"
#undef OCL_EXTENSION
#undef OCL_HOST_EXTENSION
#undef OCL_FEATURE
#undef OCL_HEADER_FEATURE
	};
	cl_name_version all[ARRAY_LEN(rows)];
	size_t count = 0;
	for (size_t i = 0; i < ARRAY_LEN(rows); i++)
		if (!(rows[i].of_images && ocl_is_deep()))
			all[count++] = rows[i].what;
	return ocl_put(out, all, count * sizeof *all);
}

/* What the translator reads. */
static const char il_versions[] = "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4";

static cl_int put_ils(const struct ocl_out *out)
{
	static const cl_name_version all[] = {
		{CL_MAKE_VERSION(1, 0, 0), "SPIR-V"},
		{CL_MAKE_VERSION(1, 1, 0), "SPIR-V"},
		{CL_MAKE_VERSION(1, 2, 0), "SPIR-V"},
		{CL_MAKE_VERSION(1, 3, 0), "SPIR-V"},
		{CL_MAKE_VERSION(1, 4, 0), "SPIR-V"},
	};
	return ocl_put(out, all, ocl_has_translator() ? sizeof all : 0);
}

/* Puts what is more than one value. */
static cl_int put_list(const struct _cl_device_id *d, cl_device_info what,
	const struct ocl_out *out)
{
	static const cl_name_version languages[] = {
		{CL_MAKE_VERSION(1, 0, 0), "OpenCL C"},
		{CL_MAKE_VERSION(1, 1, 0), "OpenCL C"},
		{CL_MAKE_VERSION(1, 2, 0), "OpenCL C"},
		{CL_MAKE_VERSION(3, 0, 0), "OpenCL C"},
	};
	switch (what) {
	case CL_DEVICE_MAX_WORK_ITEM_SIZES:
		return OCL_PUT_ARRAY(out, size_t, OCL_MAX_GROUP_ITEMS, OCL_MAX_GROUP_ITEMS,
			OCL_MAX_GROUP_ITEMS);
	case CL_DEVICE_VERSION:
		return ocl_put_version(out);
	case CL_DEVICE_EXTENSIONS:
		return ocl_put_extensions_text(out);
	case CL_DEVICE_EXTENSIONS_WITH_VERSION:
		return ocl_put_extensions(out);
	case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
		return ocl_put(out, languages, sizeof languages);
	case CL_DEVICE_OPENCL_C_FEATURES:
		return put_features(out);
	case CL_DEVICE_PARTITION_PROPERTIES:
		return ocl_put_partition_properties(out, d);
	case CL_DEVICE_PARTITION_TYPE:
		return ocl_put(out, d->partition, d->partition_words * sizeof *d->partition);
	case CL_DEVICE_PARTITION_TYPES_EXT:
		return ocl_put_partition_types_ext(out, d);
	case CL_DEVICE_AFFINITY_DOMAINS_EXT:
		return ocl_put_domains_ext(out, d);
	case CL_DEVICE_ILS_WITH_VERSION:
		return put_ils(out);
	case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
		return ocl_put(out, NULL, 0);
	default:
		return CL_INVALID_VALUE;
	}
}

static cl_int put(const struct _cl_device_id *d, cl_device_info what, const struct ocl_out *out)
{
	switch (what) {
#define OCL_DEVICE_VALUE(attribute, type, v) \
	case attribute: \
		return OCL_PUT(out, type, v);
#define OCL_DEVICE_TEXT(attribute, text) \
	case attribute: \
		return ocl_put_text(out, text);
#include "device_info.def"
#undef OCL_DEVICE_VALUE
#undef OCL_DEVICE_TEXT
	default:
		return put_list(d, what, out);
	}
}

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info param_name,
	size_t param_value_size, void *param_value, size_t *param_value_size_ret)
{
	const struct ocl_out out = {param_value_size, param_value, param_value_size_ret};
	if (!ocl_is_valid(OCL_DEVICE, device))
		return CL_INVALID_DEVICE;
	return put(device, param_name, &out);
}
