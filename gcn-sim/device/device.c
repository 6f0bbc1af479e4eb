/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The GPU as a device of the runtime: what it is, and what it can run (gcn_device.h). */
#include <string.h>
#include "device_impl.h"
#include "hsaemu/gcn_models.h"

HSAEMU_STATIC_ASSERT((int)GCN_DEVICE_PRIVATE_BYTES <= (int)GCN_PRIVATE_MAX &&
			     (int)GCN_DEVICE_GROUP_BYTES <= (int)GCN_LDS_MAX,
	"the emulator has less");

static const char *const models[] = {GCN_MODELS(GCN_MODEL_NAME)};

static const char *find_model(const char *name)
{
	for (size_t k = 0; k < ARRAY_LEN(models); k++)
		if (strcmp(models[k], name) == 0)
			return models[k];
	return NULL;
}

bool gcn_device_new(const struct gcn_device_options *options, struct gcn_device **out,
	struct diag *d)
{
	const char *model = find_model(options->model);
	const struct diag_place nowhere = {.kind = DIAG_NOWHERE};
	struct gcn_device *device;

	if (model == NULL) {
		diag_error(d, nowhere, "'%s' is no model of a GPU", options->model);
		return false;
	}
	device = mem_try_new(1, sizeof *device);
	if (device == NULL || !gcn_threads_begin()) {
		mem_free(device);
		diag_no_memory(d, nowhere, "out of memory: the emulator of a GPU");
		return false;
	}
	device->model = model;
	*out = device;
	return true;
}

void gcn_device_free(struct gcn_device *device)
{
	gcn_threads_end(device);
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
