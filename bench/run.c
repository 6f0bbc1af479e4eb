#include "run.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "hsaemu/fileio.h"

enum { QUEUE_PACKETS = 64 };

static _Noreturn void fail(const char *fmt, ...) PRINTF_LIKE(1, 2);

static void fail(const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	fputs("hsaemu-bench: ", stderr);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
	va_end(ap);
	exit(EXIT_FAILURE);
}

static struct rt_image *load(const char *path)
{
	struct diag d;
	struct file_data file;
	struct rt_image *image;
	diag_init(&d, &(struct diag_options){.tool = "hsaemu-bench"});
	if (!file_read(&file, path, &d) || !rt_image_load(path, file.bytes, file.len, &image, &d)) {
		diag_flush(&d, stderr);
		exit(EXIT_FAILURE);
	}
	file_release(&file);
	diag_release(&d);
	return image;
}

void suite_run_open(struct suite_run *r, const struct rt_options *options, const char *image_path)
{
	memset(r, 0, sizeof *r);
	r->image = load(image_path);
	if (rt_new(options, &r->rt) != HSA_STATUS_SUCCESS ||
		rt_queue_create(r->rt, QUEUE_PACKETS, HSA_QUEUE_TYPE_SINGLE, NULL, NULL,
			&r->queue) != HSA_STATUS_SUCCESS ||
		rt_signal_create(r->rt, 0, &r->done) != HSA_STATUS_SUCCESS)
		fail("the runtime does not start");
}

void suite_run_close(struct suite_run *r)
{
	rt_queue_destroy(r->queue);
	rt_signal_destroy(r->done);
	rt_free(r->rt);
	rt_image_free(r->image);
}

static void submit(struct suite_run *r, const hsa_kernel_dispatch_packet_t *packet)
{
	uint64_t id = rt_queue_add_write_index(r->queue, 1);
	hsa_kernel_dispatch_packet_t *slot =
		(hsa_kernel_dispatch_packet_t *)r->queue->base_address + id % r->queue->size;
	/* all but header and setup, which are published last */
	memcpy((char *)slot + 4, (const char *)packet + 4, sizeof *packet - 4);
	uint32_t head = packet->header | (uint32_t)packet->setup << 16;
	atomic_store_explicit((_Atomic uint32_t *)(void *)slot, head, memory_order_release);
	rt_signal_update(r->queue->doorbell_signal, RT_SIGNAL_STORE, (hsa_signal_value_t)id);
}

void suite_launch(struct suite_run *r, const char *kernel, struct suite_dim grid,
	struct suite_dim group, uint32_t dynamic_group_bytes, const void *kernarg,
	size_t kernarg_bytes)
{
	const struct image_kernel *meta;
	const struct hsaemu_kernel_descriptor *kd = rt_image_kernel_find(r->image, kernel, &meta);
	if (!kd)
		fail("the image has no kernel %s", kernel);
	if (kernarg_bytes < kd->kernarg_bytes)
		fail("%s takes %u bytes of kernarg, not %zu", kernel, kd->kernarg_bytes,
			kernarg_bytes);
	size_t segment_bytes = (kernarg_bytes + 63) / 64 * 64;
	void *segment = rt_memory_alloc(segment_bytes);
	if (!segment)
		fail("out of memory");
	memcpy(segment, kernarg, kernarg_bytes);

	unsigned dimensions = grid.z > 1 ? 3 : grid.y > 1 ? 2 : 1;
	rt_signal_update(r->done, RT_SIGNAL_STORE, 1);
	submit(r,
		&(hsa_kernel_dispatch_packet_t){
			.header = HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE |
				  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_ACQUIRE_FENCE_SCOPE |
				  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_RELEASE_FENCE_SCOPE,
			.setup = (uint16_t)(dimensions
					    << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS),
			.workgroup_size_x = (uint16_t)group.x,
			.workgroup_size_y = (uint16_t)group.y,
			.workgroup_size_z = (uint16_t)group.z,
			.grid_size_x = grid.x,
			.grid_size_y = grid.y,
			.grid_size_z = grid.z,
			.private_segment_size = kd->private_bytes,
			.group_segment_size = kd->group_bytes + dynamic_group_bytes,
			.kernel_object = (uint64_t)(uintptr_t)kd,
			.kernarg_address = segment,
			.completion_signal = r->done,
		});
	if (rt_signal_wait(
		    r->done, HSA_SIGNAL_CONDITION_LT, 1, RT_FOREVER, HSA_WAIT_STATE_BLOCKED)) {
		struct rt_report report = {.detail = "no report"};
		rt_queue_report(r->queue, &report);
		fail("%s: %s", kernel, report.detail);
	}
	uint64_t start, end;
	rt_signal_times(r->done, &start, &end);
	r->dispatch_ns += end - start;
	rt_memory_free(segment, segment_bytes);
}
