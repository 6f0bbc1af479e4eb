/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs one image on one queue of our runtime. */
#include "engine.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "hsaemu/fileio.h"
#include "hsaemu/gcn_device.h"
#include "hsaemu/rt.h"

enum { QUEUE_PACKETS = 64, KERNARG_BYTES = 4096 };

struct image_run {
	struct suite_run run;
	struct rt *rt;
	hsa_queue_t *queue;
	hsa_signal_t done;
	struct rt_image *image;
	struct rt_profile *profile; /* NULL: nothing is counted */
	struct file_data file;
	struct gcn_device *gpu; /* NULL: the host */
	struct gcn_device_image *gpu_image;
	void *kernarg;
	struct bench_time start; /* of the first launch since the last wait, if `pending` */
	bool pending;
};

/* Loads the image; also its code for a GPU, for which the runtime is not there yet. */
static bool load(struct image_run *r, const struct engine_file *f, struct diag *d)
{
	const struct gcn_device_options gpu = {.model = f->deep};
	const struct file_data *file = &r->file;
	if (!file_read(&r->file, f->path, d) ||
		!rt_image_load(f->path, file->bytes, file->len, &r->image, d))
		return false;
	return f->deep == NULL || (gcn_device_new(&gpu, &r->gpu, d) &&
					  gcn_device_image_load(r->gpu, r->image, f->path,
						  file->bytes, file->len, &r->gpu_image, d));
}

/* Counts with hsa-run's own TLB. */
static void begin_profile(struct image_run *r)
{
	const struct rt_profile_options tlb = {.entries = 64, .ways = 4, .page_bytes = 4096};
	struct diag d;
	diag_init(&d, &(struct diag_options){.tool = "hsaemu-bench"});
	if (!rt_profile_start(r->image, rt_cu_count(r->rt), &tlb, &r->profile, &d)) {
		diag_flush(&d, stderr);
		bench_fail("the image has no counters");
	}
	diag_release(&d);
}

static struct suite_run *open_image(const struct engine_file *f)
{
	struct image_run *r = suite_alloc(sizeof *r);
	struct rt_options options = {.threads = f->threads, .scheduler = f->scheduler};
	const struct rt_queue_options queue = {
		.packets = QUEUE_PACKETS, .type = HSA_QUEUE_TYPE_SINGLE};
	struct diag d;
	r->run.engine = &engine_image;
	diag_init(&d, &(struct diag_options){.tool = "hsaemu-bench"});
	if (!load(r, f, &d)) {
		diag_flush(&d, stderr);
		bench_fail("%s cannot be loaded", f->path);
	}
	diag_release(&d);
	if (r->gpu != NULL) {
		options.inspect = gcn_device_inspect;
		options.inspect_arg = r->gpu;
	}
	r->kernarg = rt_memory_alloc(KERNARG_BYTES);
	if (!r->kernarg || rt_new(&options, &r->rt) != HSA_STATUS_SUCCESS ||
		rt_queue_create(r->rt, &queue, &r->queue) != HSA_STATUS_SUCCESS ||
		rt_signal_create(r->rt, 0, &r->done) != HSA_STATUS_SUCCESS)
		bench_fail("the runtime does not start");
	if (f->profile)
		begin_profile(r);
	return &r->run;
}

static void close_image(struct suite_run *run)
{
	struct image_run *r = (struct image_run *)run;
	rt_queue_destroy(r->queue);
	rt_signal_destroy(r->done);
	rt_free(r->rt);
	gcn_device_image_free(r->gpu_image);
	if (r->gpu != NULL)
		gcn_device_free(r->gpu);
	rt_profile_free(r->profile);
	rt_image_free(r->image);
	file_release(&r->file);
	rt_memory_free(r->kernarg, KERNARG_BYTES);
}

static void submit(struct image_run *r, const hsa_kernel_dispatch_packet_t *packet)
{
	uint64_t id = rt_queue_add_write_index(r->queue, 1);
	hsa_kernel_dispatch_packet_t *slot =
		(hsa_kernel_dispatch_packet_t *)r->queue->base_address + id % r->queue->size;
	/* Header and setup are left out here, because they are published last. */
	memcpy((char *)slot + 4, (const char *)packet + 4, sizeof *packet - 4);
	uint32_t head = packet->header | (uint32_t)packet->setup << 16;
	atomic_store_explicit((_Atomic uint32_t *)(void *)slot, head, memory_order_release);
	rt_signal_update(r->queue->doorbell_signal, RT_SIGNAL_STORE, (hsa_signal_value_t)id);
}

static const struct hsaemu_kernel_descriptor *find(const struct image_run *r,
	const struct suite_launch *l)
{
	const struct image_kernel *meta;
	const struct hsaemu_kernel_descriptor *kd =
		rt_image_kernel_find(r->image, l->kernel, &meta);
	if (!kd)
		bench_fail("the image has no kernel %s", l->kernel);
	if (r->gpu != NULL)
		kd = gcn_device_kernel(r->gpu_image, meta);
	if (l->kernarg_bytes < kd->kernarg_bytes || l->kernarg_bytes > KERNARG_BYTES)
		bench_fail("%s takes %u bytes of kernarg, not %zu", l->kernel, kd->kernarg_bytes,
			l->kernarg_bytes);
	return kd;
}

static void wait_image(struct suite_run *run)
{
	struct image_run *r = (struct image_run *)run;
	if (r->pending)
		bench_add_since(&run->time, r->start);
	r->pending = false;
}

/* Each launch is waited for. But the time of several is that from the first one's submission to the
 * last one's end, as of loops in C and of batches of peers: reading the clocks in between would be
 * as long as a short dispatch. */
static void launch_image(struct suite_run *run, const struct suite_launch *l)
{
	struct image_run *r = (struct image_run *)run;
	const struct hsaemu_kernel_descriptor *kd = find(r, l);
	unsigned dimensions = l->grid.z > 1 ? 3 : l->grid.y > 1 ? 2 : 1;
	hsa_kernel_dispatch_packet_t packet = {
		.header = HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_ACQUIRE_FENCE_SCOPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_RELEASE_FENCE_SCOPE,
		.setup = (uint16_t)(dimensions << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS),
		.workgroup_size_x = (uint16_t)l->group.x,
		.workgroup_size_y = (uint16_t)l->group.y,
		.workgroup_size_z = (uint16_t)l->group.z,
		.grid_size_x = l->grid.x,
		.grid_size_y = l->grid.y,
		.grid_size_z = l->grid.z,
		.private_segment_size = kd->private_bytes,
		.group_segment_size = kd->group_bytes + l->dynamic_group_bytes,
		.kernel_object = (uint64_t)(uintptr_t)kd,
		.kernarg_address = r->kernarg,
		.completion_signal = r->done,
	};
	if (l->kernarg_bytes)
		memcpy(r->kernarg, l->kernarg, l->kernarg_bytes);
	rt_signal_update(r->done, RT_SIGNAL_STORE, 1);

	if (!r->pending)
		r->start = bench_now();
	r->pending = true;
	submit(r, &packet);
	hsa_signal_value_t left = rt_signal_wait(r->done, HSA_SIGNAL_CONDITION_LT, 1, RT_FOREVER,
		HSA_WAIT_STATE_BLOCKED);
	if (left) {
		struct rt_report report = {.detail = "no report"};
		rt_queue_report(r->queue, &report);
		bench_fail("%s: %s%s%s", l->kernel, report.detail,
			report.figures[0] != 0 ? ": " : "", report.figures);
	}
}

const struct engine engine_image = {open_image, launch_image, wait_image, close_image};
