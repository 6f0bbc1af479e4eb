/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The GPU as a device of the runtime: what it is, and what it can run (gcn_device.h). */
#include <stdlib.h>
#include <string.h>
#include "device_impl.h"
#include "hsaemu/source.h"
#include "reports_impl.h"

HSAEMU_STATIC_ASSERT((int)GCN_DEVICE_PRIVATE_BYTES <= (int)GCN_PRIVATE_MAX &&
			     (int)GCN_DEVICE_GROUP_BYTES <= (int)GCN_LDS_MAX,
	"the emulator has less");

static const struct diag_place nowhere = {.kind = DIAG_NOWHERE};

/* ---- models ---------------------------------------------------------------------------------- */

/* Returns an option, or what the environment has for it. */
static const char *option(const char *given, const char *variable)
{
	const char *value = given != NULL ? given : getenv(variable);

	return value == NULL || value[0] == '\0' ? NULL : value;
}

/* Messages show lines of the text until they are written, so it lives as long as they do. */
static bool read_file(struct gcn_model *m, const char *path, struct diag *d)
{
	struct source file;

	if (!source_load(&file, path, d))
		return false;
	const char *text = arena_strndup(&d->arena, file.text, file.len);
	struct source *copy = source_in_arena(&d->arena, file.name, text, file.len);
	source_release(&file);
	return gcn_model_read(m, copy, d);
}

static bool apply_settings(struct gcn_model *m, const char *settings, struct diag *d)
{
	bool ok = true;
	size_t n;

	for (const char *at = settings; *at != '\0'; at += n + (at[n] == ',')) {
		n = strcspn(at, ",");
		char *one = mem_new(n + 1, 1);
		memcpy(one, at, n);
		ok = gcn_model_set(m, one, d) && ok;
		mem_free(one);
	}
	return ok;
}

static bool make_model(struct gcn_device *device, const struct gcn_device_options *o,
	struct diag *d)
{
	const char *file = option(o->model_file, "HSAEMU_DEEP_MODEL");
	const char *settings = option(o->settings, "HSAEMU_DEEP_SET");

	if (strcmp(o->model, "none") == 0)
		return true;
	device->is_timed = true;
	if (!gcn_model_find(&device->timing, o->model)) {
		diag_error(d, nowhere, "'%s' is no model of a GPU", o->model);
		return false;
	}
	return (file == NULL || read_file(&device->timing, file, d)) &&
	       (settings == NULL || apply_settings(&device->timing, settings, d)) &&
	       gcn_model_check(&device->timing, d);
}

/* ---- devices --------------------------------------------------------------------------------- */

static bool start(struct gcn_device *device, const struct gcn_device_options *options,
	struct diag *d)
{
	struct gcn_device_options o = *options;

	o.report = option(o.report, "HSAEMU_DEEP_REPORT");
	o.trace = option(o.trace, "HSAEMU_DEEP_TRACE");
	device->reports = device->is_timed ? gcn_reports_new(&o, &device->timing) : NULL;
	if ((device->reports != NULL || !device->is_timed) && gcn_threads_begin())
		return true;
	diag_no_memory(d, nowhere, "out of memory: the emulator of a GPU");
	return false;
}

bool gcn_device_new(const struct gcn_device_options *options, struct gcn_device **out,
	struct diag *d)
{
	struct gcn_device *device = mem_try_new(1, sizeof *device);

	if (device == NULL) {
		diag_no_memory(d, nowhere, "out of memory: the emulator of a GPU");
		return false;
	}
	if (make_model(device, options, d) && start(device, options, d)) {
		*out = device;
		return true;
	}
	gcn_reports_drop(device->reports);
	mem_free(device);
	return false;
}

void gcn_device_set_threads(const char *model, struct rt_options *o)
{
	if (model != NULL && strcmp(model, "none") == 0 && o->threads == 0)
		o->threads = o->cus != 0 ? o->cus : GCN_DEVICE_CUS;
}

const struct gcn_model *gcn_device_model(const struct gcn_device *device)
{
	return device->is_timed ? &device->timing : NULL;
}

void gcn_device_take_totals(struct gcn_device *device, struct gcn_totals *sum)
{
	if (device->is_timed)
		gcn_reports_take_totals(device->reports, sum);
}

bool gcn_device_finish(struct gcn_device *device, struct diag *d)
{
	return gcn_reports_write(device->reports, d);
}

void gcn_device_free(struct gcn_device *device)
{
	gcn_threads_end(device);
	gcn_reports_free(device->reports);
	mem_free(device);
}

/* ---- packets --------------------------------------------------------------------------------- */

static bool is_of(const struct gcn_device *device, const struct device_kernel *k)
{
	const struct hsaemu_kernel_descriptor *kd = &k->kd;

	return (uintptr_t)kd + (uint64_t)kd->entry_offset == (uintptr_t)gcn_run_group &&
	       k->device == device;
}

const char *gcn_device_inspect(void *device, const hsa_kernel_dispatch_packet_t *packet,
	uint64_t *number)
{
	const char *wrong = NULL;

	if (!is_of(device, (const struct device_kernel *)(uintptr_t)packet->kernel_object)) {
		*number = packet->kernel_object;
		wrong = "kernel object is code of the host, not of the GPU";
	} else if (packet->group_segment_size > GCN_DEVICE_GROUP_BYTES) {
		*number = packet->group_segment_size;
		wrong = "group segment is larger than the LDS of the GPU, 64 KiB";
	} else if (packet->private_segment_size > GCN_DEVICE_PRIVATE_BYTES) {
		*number = packet->private_segment_size;
		wrong = "private segment is larger than the GPU's for a work-item, 1 MiB";
	}
	return wrong;
}
