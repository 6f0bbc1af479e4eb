/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A GPU under the runtime: kernels of an image whose work-groups are run by the emulator, in place
 * of the host's code. Queues, packets, signals, memory and faults stay the runtime's. */
#ifndef HSAEMU_GCN_DEVICE_H
#define HSAEMU_GCN_DEVICE_H

#include "hsaemu/decls.h"
#include "hsaemu/rt.h"

HSAEMU_BEGIN_DECLS

struct gcn_device_image;

/* Loads the code objects that an image has as notes (HSAEMU_NOTE_CODE_OBJECT). `image` was made of
 * these bytes; both outlive the result. Each kernel is checked: false after diagnostics if one is
 * missing, or uses what the emulator has not. */
bool gcn_device_image_load(const struct rt_image *image, const char *file, const void *bytes,
	size_t len, struct gcn_device_image **out, struct diag *d) NODISCARD;
/* May be called when no dispatch of the image's kernels runs any more. */
void gcn_device_image_free(struct gcn_device_image *i);
/* Returns the descriptor by which packets name the kernel on the GPU. */
const struct hsaemu_kernel_descriptor *gcn_device_kernel(const struct gcn_device_image *i,
	const struct image_kernel *kernel);

struct hsaemu_dispatch;
struct hsaemu_wg;
struct gcn_group;
struct gcn_wave;
/* Does what a wavefront asks the runtime for, which stands behind the trap by which it does so.
 * Sets its outcome to GCN_SLEEP where it waits for something and others should run first, else to
 * GCN_RUNNING. False when its trap is none for a service. */
bool gcn_device_serve(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, struct gcn_group *g,
	struct gcn_wave *w);

HSAEMU_END_DECLS

#endif
