/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Sub-devices (OpenCL 3.0 API, 4.3; cl_ext_device_fission): neighbouring CUs of their device. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include "device_impl.h"
#include "hsaemu/machine.h"
#include "sub_device_impl.h"

/* ---- domains --------------------------------------------------------------------------------- */

/* What CUs have in common, the widest one first. */
static const struct {
	cl_device_affinity_domain domain;
	unsigned level; /* of rt_machine_domain() */
} domains[] = {
	{CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0},
	{CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, 4},
	{CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, 3},
	{CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, 2},
	{CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, 1},
};

/* Fills `cpus` with the CPU for which each CU of the device stands. Returns false when CUs are not
 * CPUs, because the user has said how many there are. */
static bool cpus_of(const struct _cl_device_id *d, unsigned *cpus)
{
	cpu_set_t allowed;
	const struct _cl_device_id *root = d;
	while (root->parent != NULL)
		root = root->parent;
	cl_uint cu = 0, all = root->compute_units;
	if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 ||
		(cl_uint)CPU_COUNT(&allowed) != all)
		return false;
	for (unsigned cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (!CPU_ISSET(cpu, &allowed))
			continue;
		if (cu >= d->first_cu && cu - d->first_cu < d->compute_units)
			cpus[cu - d->first_cu] = cpu;
		cu++;
	}
	return true;
}

/* Sets *count to the number of runs of CUs that have a cache or a node in common, and `sizes` to
 * how many CUs each has; 0 when they do not lie beside each other. */
static void split(unsigned level, const unsigned *cpus, cl_uint cus, cl_uint *sizes, cl_uint *count)
{
	*count = 0;
	for (cl_uint i = 0; i < cus; i++) {
		uint32_t here = rt_machine_domain(level, cpus[i]);
		if (here != RT_MACHINE_NO_DOMAIN && i != 0 &&
			here == rt_machine_domain(level, cpus[i - 1])) {
			sizes[*count - 1]++;
			continue;
		}
		for (cl_uint k = 0; k < i; k++)
			if (here == RT_MACHINE_NO_DOMAIN ||
				rt_machine_domain(level, cpus[k]) == here) {
				*count = 0;
				return;
			}
		sizes[(*count)++] = 1;
	}
}

/* Splits by the first of `wanted` that gives more than one part; *count is 0 if none does. Returns
 * the domain. */
static cl_device_affinity_domain split_by(const struct _cl_device_id *d,
	cl_device_affinity_domain wanted, cl_uint *sizes, cl_uint *count)
{
	unsigned *cpus = mem_try_new(d->compute_units, sizeof *cpus);
	cl_device_affinity_domain found = 0;
	*count = 0;
	if (cpus != NULL && cpus_of(d, cpus))
		for (size_t i = 0; i < ARRAY_LEN(domains) && found == 0; i++) {
			if ((wanted & domains[i].domain) == 0)
				continue;
			split(domains[i].level, cpus, d->compute_units, sizes, count);
			if (*count > 1)
				found = domains[i].domain;
		}
	if (found == 0)
		*count = 0;
	free(cpus);
	return found;
}

static const cl_device_affinity_domain all_domains =
	CL_DEVICE_AFFINITY_DOMAIN_NUMA | CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE |
	CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE | CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE |
	CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE;

cl_device_affinity_domain ocl_affinity_domains(const struct _cl_device_id *d)
{
	cl_device_affinity_domain found = 0;
	cl_uint *sizes = mem_try_new(d->compute_units, sizeof *sizes), count;
	for (size_t i = 0; i < ARRAY_LEN(domains) && sizes != NULL; i++)
		found |= split_by(d, domains[i].domain, sizes, &count);
	free(sizes);
	return found == 0 ? 0 : found | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
}

cl_int ocl_put_partition_properties(const struct ocl_out *out, const struct _cl_device_id *d)
{
	cl_device_partition_property all[3];
	size_t count = 0;
	if (d->compute_units > 1) {
		all[count++] = CL_DEVICE_PARTITION_EQUALLY;
		all[count++] = CL_DEVICE_PARTITION_BY_COUNTS;
	}
	if (ocl_affinity_domains(d) != 0)
		all[count++] = CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;
	if (count == 0)
		all[count++] = 0;
	return ocl_put(out, all, count * sizeof *all);
}

/* ---- plans ----------------------------------------------------------------------------------- */

enum { MAX_WORDS = 4 }; /* of a list other than one of counts */

/* How a device is to be partitioned. */
struct plan {
	cl_uint count;                      /* of sub-devices */
	cl_uint *sizes;                     /* CUs of each; as many entries as the device has CUs */
	cl_device_partition_property *type; /* what CL_DEVICE_PARTITION_TYPE says */
	size_t type_words;
};

static cl_int plan_equally(const struct _cl_device_id *d, const cl_device_partition_property *p,
	struct plan *plan)
{
	if (p[1] <= 0 || p[2] != 0)
		return CL_INVALID_VALUE;
	if (p[1] > d->compute_units)
		return CL_DEVICE_PARTITION_FAILED;
	plan->count = d->compute_units / (cl_uint)p[1];
	for (cl_uint i = 0; i < plan->count; i++)
		plan->sizes[i] = (cl_uint)p[1];
	plan->type_words = 3;
	return CL_SUCCESS;
}

static cl_int plan_counts(const struct _cl_device_id *d, const cl_device_partition_property *p,
	struct plan *plan)
{
	size_t i = 1;
	cl_uint left = d->compute_units;
	for (; p[i] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; i++) {
		if (p[i] < 0 || p[i] > left)
			return CL_INVALID_DEVICE_PARTITION_COUNT;
		plan->sizes[plan->count++] = (cl_uint)p[i];
		left -= (cl_uint)p[i];
	}
	if (plan->count == 0)
		return CL_INVALID_DEVICE_PARTITION_COUNT;
	/* The list's end is that of the properties, too, if it is not written again. */
	plan->type_words = i + 2;
	return CL_SUCCESS;
}

static cl_int plan_domain(const struct _cl_device_id *d, const cl_device_partition_property *p,
	struct plan *plan, cl_device_affinity_domain *domain)
{
	cl_device_affinity_domain wanted = (cl_device_affinity_domain)p[1];
	if ((wanted & (all_domains | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE)) == 0 ||
		(wanted & (wanted - 1)) != 0 || p[2] != 0)
		return CL_INVALID_VALUE;
	if (wanted == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE)
		wanted = all_domains;
	*domain = split_by(d, wanted, plan->sizes, &plan->count);
	plan->type_words = 3;
	return *domain == 0 ? CL_DEVICE_PARTITION_FAILED : CL_SUCCESS;
}

static cl_int make_plan(const struct _cl_device_id *d, const cl_device_partition_property *p,
	struct plan *plan)
{
	cl_device_affinity_domain domain = 0;
	cl_int error;
	plan->sizes = mem_try_new(d->compute_units, sizeof *plan->sizes);
	if (plan->sizes == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	switch (p[0]) {
	case CL_DEVICE_PARTITION_EQUALLY:
		error = plan_equally(d, p, plan);
		break;
	case CL_DEVICE_PARTITION_BY_COUNTS:
		error = plan_counts(d, p, plan);
		break;
	case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN:
		error = plan_domain(d, p, plan, &domain);
		break;
	default:
		error = CL_INVALID_VALUE;
	}
	if (error != CL_SUCCESS)
		return error;
	plan->type = mem_try_new(plan->type_words, sizeof *plan->type);
	if (plan->type == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	/* the last word is 0 already */
	memcpy(plan->type, p, (plan->type_words - 1) * sizeof *plan->type);
	if (domain != 0)
		plan->type[1] = (cl_device_partition_property)domain;
	return CL_SUCCESS;
}

/* ---- sub-devices ----------------------------------------------------------------------------- */

static void sub_device_free(struct ocl_object *o)
{
	struct _cl_device_id *d = (struct _cl_device_id *)(void *)o;
	ocl_object_drop(&d->parent->base);
	free(d->partition);
	ocl_object_forget(o);
}

static struct _cl_device_id *sub_device_new(struct _cl_device_id *parent, cl_uint first_cu,
	cl_uint cus, const struct plan *plan)
{
	struct _cl_device_id *d =
		ocl_object_new(OCL_DEVICE, &parent->base, sizeof *d, sub_device_free);
	if (d == NULL)
		return NULL;
	ocl_device_describe(d, parent);
	ocl_object_use(&parent->base);
	d->parent = parent;
	d->first_cu = first_cu;
	d->compute_units = cus;
	d->partition = mem_try_new(plan->type_words, sizeof *d->partition);
	if (d->partition == NULL) {
		ocl_object_release(&d->base);
		return NULL;
	}
	memcpy(d->partition, plan->type, plan->type_words * sizeof *plan->type);
	d->partition_words = plan->type_words;
	return d;
}

static cl_int make_all(struct _cl_device_id *parent, const struct plan *plan, cl_device_id *out)
{
	cl_uint cu = parent->first_cu;
	for (cl_uint i = 0; i < plan->count; i++) {
		out[i] = sub_device_new(parent, cu, plan->sizes[i], plan);
		if (out[i] == NULL) {
			while (i-- != 0)
				ocl_object_release(&out[i]->base);
			return CL_OUT_OF_HOST_MEMORY;
		}
		cu += plan->sizes[i];
	}
	return CL_SUCCESS;
}

static cl_int partition(struct _cl_device_id *d, const cl_device_partition_property *properties,
	cl_uint num_devices, cl_device_id *out_devices, cl_uint *num_devices_ret)
{
	struct plan plan = {0};
	cl_int error = make_plan(d, properties, &plan);
	if (error == CL_SUCCESS && out_devices != NULL && num_devices < plan.count)
		error = CL_INVALID_VALUE;
	if (error == CL_SUCCESS && out_devices != NULL)
		error = make_all(d, &plan, out_devices);
	if (error == CL_SUCCESS && num_devices_ret != NULL)
		*num_devices_ret = plan.count;
	free(plan.sizes);
	free(plan.type);
	return error;
}

cl_int CL_API_CALL clCreateSubDevices(cl_device_id in_device,
	const cl_device_partition_property *properties, cl_uint num_devices,
	cl_device_id *out_devices, cl_uint *num_devices_ret)
{
	if (!ocl_is_valid(OCL_DEVICE, in_device))
		return CL_INVALID_DEVICE;
	if (properties == NULL)
		return CL_INVALID_VALUE;
	return partition(in_device, properties, num_devices, out_devices, num_devices_ret);
}

/* ---- cl_ext_device_fission ------------------------------------------------------------------- */

/* The ways and domains of the extension, and those that OpenCL has for them. */
static const struct {
	cl_device_partition_property_ext ext;
	cl_device_partition_property property;
} ext_ways[] =
	{
		{CL_DEVICE_PARTITION_EQUALLY_EXT, CL_DEVICE_PARTITION_EQUALLY},
		{CL_DEVICE_PARTITION_BY_COUNTS_EXT, CL_DEVICE_PARTITION_BY_COUNTS},
		{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN_EXT,
			CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN},
},
  ext_domains[] = {
	  {CL_AFFINITY_DOMAIN_L1_CACHE_EXT, CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE},
	  {CL_AFFINITY_DOMAIN_L2_CACHE_EXT, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE},
	  {CL_AFFINITY_DOMAIN_L3_CACHE_EXT, CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE},
	  {CL_AFFINITY_DOMAIN_L4_CACHE_EXT, CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE},
	  {CL_AFFINITY_DOMAIN_NUMA_EXT, CL_DEVICE_AFFINITY_DOMAIN_NUMA},
	  {CL_AFFINITY_DOMAIN_NEXT_FISSIONABLE_EXT, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE},
};

/* Both return 0 for what there is not; of the names of CUs there are none. */
static cl_device_partition_property way_of_ext(cl_device_partition_property_ext way)
{
	for (size_t i = 0; i < ARRAY_LEN(ext_ways); i++)
		if (ext_ways[i].ext == way)
			return ext_ways[i].property;
	return 0;
}

static cl_device_partition_property domain_of_ext(cl_device_partition_property_ext domain)
{
	for (size_t i = 0; i < ARRAY_LEN(ext_domains); i++)
		if (ext_domains[i].ext == domain)
			return ext_domains[i].property;
	return 0;
}

cl_int ocl_put_partition_types_ext(const struct ocl_out *out, const struct _cl_device_id *d)
{
	cl_device_partition_property_ext all[ARRAY_LEN(ext_ways)];
	size_t count = d->compute_units <= 1 ? 0 : ocl_affinity_domains(d) == 0 ? 2 : 3;
	for (size_t i = 0; i < count; i++)
		all[i] = ext_ways[i].ext;
	return ocl_put(out, all, count * sizeof *all);
}

cl_int ocl_put_domains_ext(const struct ocl_out *out, const struct _cl_device_id *d)
{
	cl_device_partition_property_ext all[ARRAY_LEN(ext_domains)];
	cl_device_affinity_domain found = ocl_affinity_domains(d);
	size_t count = 0;
	for (size_t i = 0; i < ARRAY_LEN(ext_domains); i++)
		if ((found & (cl_device_affinity_domain)ext_domains[i].property) != 0)
			all[count++] = ext_domains[i].ext;
	return ocl_put(out, all, count * sizeof *all);
}

static cl_int error_of_ext(cl_int error)
{
	switch (error) {
	case CL_DEVICE_PARTITION_FAILED:
		return CL_DEVICE_PARTITION_FAILED_EXT;
	case CL_INVALID_DEVICE_PARTITION_COUNT:
		return CL_INVALID_PARTITION_COUNT_EXT;
	default:
		return error;
	}
}

cl_int CL_API_CALL clCreateSubDevicesEXT(cl_device_id in_device,
	const cl_device_partition_property_ext *properties, cl_uint num_entries,
	cl_device_id *out_devices, cl_uint *num_devices)
{
	cl_device_partition_property *p;
	size_t words = 1;
	if (!ocl_is_valid(OCL_DEVICE, in_device))
		return CL_INVALID_DEVICE;
	if (properties == NULL || way_of_ext(properties[0]) == 0)
		return CL_INVALID_VALUE;
	while (properties[words] != CL_PROPERTIES_LIST_END_EXT)
		words++;
	p = mem_try_new(words + MAX_WORDS, sizeof *p);
	if (p == NULL)
		return CL_OUT_OF_HOST_MEMORY;
	p[0] = way_of_ext(properties[0]);
	for (size_t i = 1; i < words; i++)
		p[i] = (cl_device_partition_property)properties[i];
	if (p[0] == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN)
		p[1] = domain_of_ext(properties[1]);
	cl_int error = partition(in_device, p, num_entries, out_devices, num_devices);
	free(p);
	return error_of_ext(error);
}
