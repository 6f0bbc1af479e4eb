/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sub-devices of a device with eight CUs: sizes, info, references, errors, the extension. */
#include <CL/cl_ext.h>
#include <stdint.h>
#include "cl_client.h"

enum { CUS = 8 };

static cl_uint cus_of(cl_device_id d)
{
	cl_uint cus;
	OK(cl()->clGetDeviceInfo(d, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof cus, &cus, NULL));
	return cus;
}

static cl_uint references(cl_device_id d)
{
	cl_uint count;
	OK(cl()->clGetDeviceInfo(d, CL_DEVICE_REFERENCE_COUNT, sizeof count, &count, NULL));
	return count;
}

static void equally(void)
{
	const cl_device_partition_property p[] = {CL_DEVICE_PARTITION_EQUALLY, 3, 0};
	cl_device_partition_property type[3];
	cl_device_id sub[2], parent, inner[3];
	cl_uint count;
	size_t bytes;
	OK(cl()->clCreateSubDevices(device(), p, 0, NULL, &count));
	EXPECT(count == CUS / 3);
	IS(CL_INVALID_VALUE, cl()->clCreateSubDevices(device(), p, 1, sub, NULL));
	OK(cl()->clCreateSubDevices(device(), p, 2, sub, NULL));
	EXPECT(cus_of(sub[0]) == 3 && cus_of(sub[1]) == 3 && references(sub[1]) == 1);
	OK(cl()->clGetDeviceInfo(sub[1], CL_DEVICE_PARENT_DEVICE, sizeof parent, &parent, NULL));
	EXPECT(parent == device());
	OK(cl()->clGetDeviceInfo(sub[1], CL_DEVICE_PARTITION_TYPE, sizeof type, type, &bytes));
	EXPECT(bytes == sizeof p && memcmp(type, p, sizeof p) == 0);

	/* parts of a part, which outlives its own handle */
	const cl_device_partition_property ones[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
	OK(cl()->clCreateSubDevices(sub[1], ones, 3, inner, &count));
	EXPECT(count == 3 && cus_of(inner[2]) == 1);
	OK(cl()->clRetainDevice(sub[1]));
	EXPECT(references(sub[1]) == 2);
	OK(cl()->clReleaseDevice(sub[1]));
	OK(cl()->clReleaseDevice(sub[1]));
	IS(CL_INVALID_DEVICE, cl()->clReleaseDevice(sub[1]));
	for (int i = 0; i < 3; i++)
		OK(cl()->clReleaseDevice(inner[i]));
	OK(cl()->clReleaseDevice(sub[0]));
}

static void by_counts(void)
{
	const cl_device_partition_property p[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 5, 2,
		CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0},
					   much[] = {CL_DEVICE_PARTITION_BY_COUNTS, 4, 5,
						   CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0},
					   none[] = {CL_DEVICE_PARTITION_BY_COUNTS,
						   CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
	cl_device_partition_property type[6];
	cl_device_id sub[3];
	size_t bytes;
	OK(cl()->clCreateSubDevices(device(), p, 3, sub, NULL));
	EXPECT(cus_of(sub[0]) == 1 && cus_of(sub[1]) == 5 && cus_of(sub[2]) == 2);
	OK(cl()->clGetDeviceInfo(sub[0], CL_DEVICE_PARTITION_TYPE, sizeof type, type, &bytes));
	EXPECT(bytes == sizeof p && memcmp(type, p, sizeof p) == 0);
	for (int i = 0; i < 3; i++)
		OK(cl()->clReleaseDevice(sub[i]));
	IS(CL_INVALID_DEVICE_PARTITION_COUNT,
		cl()->clCreateSubDevices(device(), much, 3, sub, NULL));
	IS(CL_INVALID_DEVICE_PARTITION_COUNT,
		cl()->clCreateSubDevices(device(), none, 3, sub, NULL));
}

/* CUs of a number that the user gives are no CPUs, so they share nothing. */
static void by_domain(void)
{
	const cl_device_partition_property p[] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN,
		CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0};
	cl_device_affinity_domain domains;
	cl_uint count;
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof domains,
		&domains, NULL));
	cl_int error = cl()->clCreateSubDevices(device(), p, 0, NULL, &count);
	EXPECT(domains == 0 ? error == CL_DEVICE_PARTITION_FAILED
			    : error == CL_SUCCESS && count > 1);
}

static void extension(void)
{
	const cl_device_partition_property_ext p[] = {CL_DEVICE_PARTITION_BY_COUNTS_EXT, 2, 3,
		CL_PARTITION_BY_COUNTS_LIST_END_EXT, CL_PROPERTIES_LIST_END_EXT},
					       wide[] = {CL_DEVICE_PARTITION_EQUALLY_EXT, 9, 0},
					       names[] = {CL_DEVICE_PARTITION_BY_NAMES_EXT, 1,
						       CL_PARTITION_BY_NAMES_LIST_END_EXT, 0};
	cl_device_partition_property_ext types[3];
	cl_device_id sub[2];
	size_t bytes;
	clCreateSubDevicesEXT_fn create =
		(clCreateSubDevicesEXT_fn)(uintptr_t)cl()
			->clGetExtensionFunctionAddressForPlatform(platform(),
				"clCreateSubDevicesEXT");
	EXPECT(create != NULL);
	OK(create(device(), p, 2, sub, NULL));
	EXPECT(cus_of(sub[0]) == 2 && cus_of(sub[1]) == 3);
	OK(cl()->clReleaseDeviceEXT(sub[0]));
	OK(cl()->clReleaseDeviceEXT(sub[1]));
	IS(CL_DEVICE_PARTITION_FAILED_EXT, create(device(), wide, 2, sub, NULL));
	IS(CL_INVALID_VALUE, create(device(), names, 2, sub, NULL));
	OK(cl()->clGetDeviceInfo(device(), CL_DEVICE_PARTITION_TYPES_EXT, sizeof types, types,
		&bytes));
	EXPECT(bytes >= 2 * sizeof *types && types[0] == CL_DEVICE_PARTITION_EQUALLY_EXT);
}

static void wrong(void)
{
	const cl_device_partition_property zero[] = {CL_DEVICE_PARTITION_EQUALLY, 0, 0},
					   unknown[] = {4711, 1, 0},
					   wide[] = {CL_DEVICE_PARTITION_EQUALLY, 9, 0};
	cl_device_id sub[9];
	IS(CL_INVALID_DEVICE, cl()->clCreateSubDevices(NULL, wide, 9, sub, NULL));
	IS(CL_INVALID_VALUE, cl()->clCreateSubDevices(device(), NULL, 9, sub, NULL));
	IS(CL_INVALID_VALUE, cl()->clCreateSubDevices(device(), zero, 9, sub, NULL));
	IS(CL_INVALID_VALUE, cl()->clCreateSubDevices(device(), unknown, 9, sub, NULL));
	IS(CL_DEVICE_PARTITION_FAILED, cl()->clCreateSubDevices(device(), wide, 9, sub, NULL));
}

int main(void)
{
	setenv("HSAEMU_CUS", "8", 1);
	EXPECT(cus_of(device()) == CUS);
	equally();
	by_counts();
	by_domain();
	extension();
	wrong();
	return 0;
}
