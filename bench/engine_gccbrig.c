/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs kernels that GCC's BRIG front end compiled to a library, on libhsail-rt. A kernel's symbol
 * is its launcher, which runs the whole grid of a dispatch packet on the calling thread; where
 * there are barriers, it runs a fiber per work-item. */
#include "engine.h"

#include <dlfcn.h>
#include <string.h>

#include <hsa/hsa.h>

enum { GROUP_BYTES = 64 << 10, PRIVATE_BYTES = 256, KERNARG_BYTES = 4096 };

/* libhsail-rt's launch data: the caller sets `dp` and `kernarg`, the library the rest. */
struct launch_data {
	const hsa_kernel_dispatch_packet_t *dp;
	size_t packet_id;
	void *kernel;
	size_t first_group[3], end_group[3];
	void *barriers[3];
	size_t group_segment;
	void *kernarg;
};
typedef void launcher(struct launch_data *data, void *group_segment);

struct gccbrig_run {
	struct suite_run run;
	void *library, *group, *kernarg;
};

static struct suite_run *open_gccbrig(const struct engine_file *f)
{
	struct gccbrig_run *r = suite_alloc(sizeof *r);
	r->run.engine = &engine_gccbrig;
	r->library = dlopen(f->path, RTLD_NOW | RTLD_LOCAL);
	if (!r->library)
		bench_fail("%s", dlerror());
	r->group = suite_alloc(GROUP_BYTES);
	r->kernarg = suite_alloc(KERNARG_BYTES);
	return &r->run;
}

static void close_gccbrig(struct suite_run *run)
{
	dlclose(((struct gccbrig_run *)run)->library);
}

static void launch_gccbrig(struct suite_run *run, const struct suite_launch *l)
{
	struct gccbrig_run *r = (struct gccbrig_run *)run;
	void *symbol = dlsym(r->library, l->kernel + 1);
	launcher *launch;
	if (!symbol || l->kernarg_bytes > KERNARG_BYTES)
		bench_fail("%s has no launcher or too many arguments", l->kernel);
	memcpy(&launch, &symbol, sizeof launch);
	hsa_kernel_dispatch_packet_t packet = {
		.setup = l->grid.z > 1   ? 3
	                 : l->grid.y > 1 ? 2
	                                 : 1,
		.workgroup_size_x = (uint16_t)l->group.x,
		.workgroup_size_y = (uint16_t)l->group.y,
		.workgroup_size_z = (uint16_t)l->group.z,
		.grid_size_x = l->grid.x,
		.grid_size_y = l->grid.y,
		.grid_size_z = l->grid.z,
		.private_segment_size = PRIVATE_BYTES,
		.group_segment_size = GROUP_BYTES,
		.kernarg_address = r->kernarg,
	};
	struct launch_data data = {.dp = &packet, .kernarg = r->kernarg};
	if (l->kernarg_bytes)
		memcpy(r->kernarg, l->kernarg, l->kernarg_bytes);
	struct bench_time start = bench_now();
	launch(&data, r->group);
	bench_add_since(&run->time, start);
}

const struct engine engine_gccbrig = {open_gccbrig, launch_gccbrig, NULL, close_gccbrig};
