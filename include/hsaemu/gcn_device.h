/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A GPU under the runtime: kernels of an image whose work-groups are run by the emulator, in place
 * of the host's code. Queues, packets, signals, memory and faults stay the runtime's. */
#ifndef HSAEMU_GCN_DEVICE_H
#define HSAEMU_GCN_DEVICE_H

#include <stdio.h>
#include "hsaemu/decls.h"
#include "hsaemu/rt.h"

HSAEMU_BEGIN_DECLS

struct gcn_device;
struct gcn_device_image;
struct gcn_model;
struct gcn_totals;
struct rt_environment;

enum {
	GCN_DEVICE_GROUP_BYTES = 65536,     /* group memory of a work-group: the LDS of a CU */
	GCN_DEVICE_PRIVATE_BYTES = 1 << 20, /* private memory of a work-item */
	GCN_DEVICE_CUS = 32,                /* compute units, where the user does not say */
};

/* NULL stands for what the environment says (HSAEMU_DEEP_MODEL, _SET, _REPORT, _TRACE), or else for
 * nothing. */
struct gcn_device_options {
	const char *model;      /* of time: one of gcn_models.h */
	const char *model_file; /* changes the model (gcn_model_read()) */
	const char *settings;   /* likewise: NAME=VALUE, with commas between several */
	const char *report;     /* a file: JSON if its name ends in .json, else text */
	const char *trace;      /* a file of events for a viewer of traces */
	/* where to, without `report`, text on each dispatch goes; NULL: a summary goes to standard
	 * error at the end */
	FILE *stream;
};

/* Makes a device. False after a diagnostic: there is no such model, it is not possible, or no
 * memory. */
bool gcn_device_new(const struct gcn_device_options *options, struct gcn_device **out,
	struct diag *d) NODISCARD;
/* Work-groups that wait for each other run side by side: by a device of a model of time they do;
 * without ("none"), each needs a thread, so a runtime whose threads the user has not counted gets one
 * for each compute unit. `model` may be NULL, for no device. */
void gcn_device_set_threads(const char *model, struct rt_options *o);
/* Starts a library's runtime as the environment asks, with a device if there is to be one and *gpu
 * has none yet. What is said of packets begins with `library`, which outlives the runtime, and
 * diagnostics with `tool`; both go to standard error. NULL: there is no such device, no memory, or
 * there are no threads. */
struct rt *gcn_device_start(const struct rt_environment *e, const char *library, const char *tool,
	struct gcn_device **gpu) NODISCARD;
/* Returns the timing model; NULL: there is none. */
const struct gcn_model *gcn_device_model(const struct gcn_device *device);
/* Adds what was done since the last call to *sum. */
void gcn_device_take_totals(struct gcn_device *device, struct gcn_totals *sum);
/* Writes the reports, after the last dispatch. False after a diagnostic. */
bool gcn_device_finish(struct gcn_device *device, struct diag *d) NODISCARD;
/* May be called when the device has no images any more. Reports that were not written are: what is
 * wrong with them goes to standard error. The end of the process does so, too. */
void gcn_device_free(struct gcn_device *device);

/* Makes an image of a code object that another compiler has made for gfx600, such as clang for
 * tahiti. Its kernels run on the GPU only; without a device (NULL) it is refused. False after a
 * diagnostic, also for what kernels may take and this GPU does not have. */
bool gcn_device_adopt(const struct gcn_device *device, const char *file, const void *bytes,
	size_t len, struct buf *image, struct diag *d) NODISCARD;

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

struct hsaemu_dispatch;
struct hsaemu_wg;
struct gcn_group;
struct gcn_wave;
/* Does what a wavefront asks the runtime for, which stands behind the trap by which it does so.
 * Sets its outcome to GCN_SLEEP where it waits for something and others should run first, else to
 * GCN_RUNNING. Its clock is `ticks`; NULL: that of the runtime. False when its trap is none for a
 * service. */
bool gcn_device_serve(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, struct gcn_group *g,
	struct gcn_wave *w, const uint64_t *ticks);

HSAEMU_END_DECLS

#endif
