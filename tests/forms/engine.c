/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs the suite's tools as libraries, and its runtime. */
#include <stdio.h>
#include <string.h>
#include "forms.h"
#include "hsaemu/assemble.h"
#include "hsaemu/fileio.h"
#include "hsaemu/finalize.h"
#include "hsaemu/gcn_device.h"
#include "hsaemu/link.h"
#include "hsaemu/rt.h"

static struct {
	const struct engine_level *level;
	struct rt *rt;
	struct gcn_device *gpu; /* NULL: kernels run as the host's code */
	hsa_queue_t *queue;
	struct buf helpers;
} engine;

bool engine_start(const char *helpers, const struct engine_level *level)
{
	const struct gcn_device_options gpu = {.model = level->gpu};
	struct rt_options options = {.threads = 1, .cus = 1};
	const struct rt_queue_options queue = {.packets = 16, .type = HSA_QUEUE_TYPE_SINGLE};
	FILE *f = fopen(helpers, "rb");
	size_t n;

	engine.level = level;
	if (f == NULL)
		return false;
	do {
		n = fread(buf_reserve(&engine.helpers, 65536), 1, 65536, f);
		engine.helpers.len += n;
	} while (n > 0);
	(void)fclose(f);
	if (gpu.model != NULL) {
		struct diag d;
		diag_init(&d, &(struct diag_options){.tool = "forms"});
		if (!gcn_device_new(&gpu, &engine.gpu, &d))
			return false;
		options.inspect = gcn_device_inspect;
		options.inspect_arg = engine.gpu;
		diag_release(&d);
	}
	return rt_new(&options, &engine.rt) == HSA_STATUS_SUCCESS &&
	       rt_queue_create(engine.rt, &queue, &engine.queue) == HSA_STATUS_SUCCESS;
}

void engine_stop(void)
{
	rt_free(engine.rt);
	if (engine.gpu != NULL)
		gcn_device_free(engine.gpu);
	buf_release(&engine.helpers);
}

/* Turns text into a loadable image; returns false, with diagnostics, when a tool fails. */
static bool build(struct buf *text, struct buf *image, struct diag *d)
{
	static const struct assemble_options assembling;
	static const struct link_options linking;
	const struct finalize_options finalizing = {.opt_level = 1,
		.cpu = engine.level->cpu,
		.emit = FINALIZE_OBJ,
		.simd = (enum finalize_simd)engine.level->simd,
		.verify_each = true};
	struct source source;
	struct buf brig = BUF_INIT, object = BUF_INIT, map = BUF_INIT;
	bool ok;

	source_borrow(&source, "forms.hsail", (const char *)text->data, text->len);
	ok = assemble(&source, &assembling, &brig, d) &&
	     finalize("forms.brig", brig.data, brig.len, &finalizing, &object, d);
	if (ok) {
		const struct link_input inputs[] = {{"forms.o", object.data, object.len},
			{"libhsahelpers.a", engine.helpers.data, engine.helpers.len}};

		ok = link_image(inputs, ARRAY_LEN(inputs), &linking, image, &map, d);
	}
	diag_flush(d, stderr); /* the diagnostics refer to the source, which is still there */
	buf_release(&brig);
	buf_release(&object);
	buf_release(&map);
	source_release(&source);
	return ok;
}

static bool dispatch(const struct hsaemu_kernel_descriptor *kd, const struct image_kernel *kernel,
	void *in, void *out, const void *blob)
{
	hsa_queue_t *q = engine.queue;
	uint64_t at = rt_queue_add_write_index(q, 1), done;
	hsa_kernel_dispatch_packet_t *p =
		(hsa_kernel_dispatch_packet_t *)q->base_address + at % q->size;
	_Alignas(64) struct {
		void *in, *out;
		uint8_t blob[256];
	} args = {.in = in, .out = out};
	struct rt_report report;
	hsa_signal_t signal;

	if (blob != NULL)
		memcpy(args.blob, blob, sizeof args.blob);
	if (rt_signal_create(engine.rt, 1, &signal) != HSA_STATUS_SUCCESS)
		return false;
	*p = (hsa_kernel_dispatch_packet_t){.header = HSA_PACKET_TYPE_INVALID,
		.setup = 1,
		.workgroup_size_x = 64,
		.workgroup_size_y = 1,
		.workgroup_size_z = 1,
		.grid_size_x = ROWS,
		.grid_size_y = 1,
		.grid_size_z = 1,
		.private_segment_size = kernel->private_bytes,
		.group_segment_size = kernel->group_bytes,
		.kernel_object = (uint64_t)(uintptr_t)kd,
		.kernarg_address = &args,
		.completion_signal = signal};
	__atomic_store_n(&p->header, HSA_PACKET_TYPE_KERNEL_DISPATCH, __ATOMIC_RELEASE);
	(void)rt_signal_update(q->doorbell_signal, RT_SIGNAL_STORE, (hsa_signal_value_t)at);
	done = (uint64_t)rt_signal_wait(signal, HSA_SIGNAL_CONDITION_LT, 1, RT_FOREVER,
		HSA_WAIT_STATE_BLOCKED);
	rt_signal_destroy(signal);
	if (done != 0 && rt_queue_report(q, &report))
		fprintf(stderr, "dispatch failed: %s\n", report.detail);
	return done == 0;
}

bool engine_run(struct buf *module, const char *name, void *in, void *out, const void *blob)
{
	static const struct diag_options options = {.tool = "forms", .error_limit = 5};
	struct rt_image *loaded = NULL;
	struct gcn_device_image *on_gpu = NULL;
	struct buf image = BUF_INIT;
	struct diag d;
	bool ok;

	diag_init(&d, &options);
	ok = build(module, &image, &d) &&
	     rt_image_load("forms", image.data, image.len, &loaded, &d) &&
	     (engine.gpu == NULL || gcn_device_image_load(engine.gpu, loaded, "forms", image.data,
					    image.len, &on_gpu, &d));
	diag_flush(&d, stderr);
	if (ok) {
		const struct image_kernel *kernel;
		const struct hsaemu_kernel_descriptor *kd =
			rt_image_kernel_find(loaded, name, &kernel);

		if (kd != NULL && on_gpu != NULL)
			kd = gcn_device_kernel(on_gpu, kernel);
		ok = kd != NULL && dispatch(kd, kernel, in, out, blob);
	}
	gcn_device_image_free(on_gpu);
	if (loaded != NULL)
		rt_image_free(loaded);
	buf_release(&image);
	diag_release(&d);
	return ok;
}
