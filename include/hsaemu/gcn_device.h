/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A GPU under the runtime: kernels of an image whose work-groups are run by the emulator, in place
 * of the host's code. Queues, packets, signals, memory and faults stay the runtime's. */
#ifndef HSAEMU_GCN_DEVICE_H
#define HSAEMU_GCN_DEVICE_H

#include "hsaemu/decls.h"
#include "hsaemu/rt.h"

HSAEMU_BEGIN_DECLS

struct gcn_device;
struct gcn_device_image;

enum {
	GCN_DEVICE_GROUP_BYTES = 65536,     /* group memory of a work-group: the LDS of a CU */
	GCN_DEVICE_PRIVATE_BYTES = 1 << 20, /* private memory of a work-item */
};

struct gcn_device_options {
	const char *model; /* of time: one of gcn_models.h */
};

/* Makes a device. False after a diagnostic: there is no such model, or no memory. */
bool gcn_device_new(const struct gcn_device_options *options, struct gcn_device **out,
	struct diag *d) NODISCARD;
/* May be called when the device has no images any more. */
void gcn_device_free(struct gcn_device *device);

/* Loads the code objects that an image has as notes (HSAEMU_NOTE_CODE_OBJECT). `image` was made of
 * these bytes and has its imports bound; device, image and bytes outlive the result. Each kernel is
 * checked: false after diagnostics if one is missing, or uses what the emulator has not. May be
 * called from any thread. */
bool gcn_device_image_load(struct gcn_device *device, const struct rt_image *image,
	const char *file, const void *bytes, size_t len, struct gcn_device_image **out,
	struct diag *d) NODISCARD;
/* May be called when no dispatch of the image's kernels runs any more. Does nothing for NULL. */
void gcn_device_image_free(struct gcn_device_image *i);
/* Returns the descriptor by which packets name the kernel, a row of the image's metadata, on the
 * GPU. */
const struct hsaemu_kernel_descriptor *gcn_device_kernel(const struct gcn_device_image *i,
	const struct image_kernel *kernel);
/* Returns whether an address is in one of these descriptors; false for no image. */
bool gcn_device_image_has(const struct gcn_device_image *i, const void *address);
/* For rt_options.inspect, with the device: refuses packets that name code of the host, or ask the
 * GPU for more than it has. */
rt_inspect gcn_device_inspect;

HSAEMU_END_DECLS

#endif
