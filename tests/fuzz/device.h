/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For targets that load code for a GPU: a GPU, and how images are loaded for it. */
#ifndef HSAEMU_FUZZ_DEVICE_H
#define HSAEMU_FUZZ_DEVICE_H

#include <stdlib.h>
#include "hsaemu/diag.h"
#include "hsaemu/gcn_device.h"
#include "hsaemu/image.h"

/* Returns the process's GPU, without a model of time. */
static inline struct gcn_device *fuzz_device(void)
{
	static const struct diag_options quiet = {.tool = "fuzz"};
	static const struct gcn_device_options options = {.model = "none"};
	static struct gcn_device *device;
	struct diag d;
	diag_init(&d, &quiet);
	if (device == NULL && !gcn_device_new(&options, &device, &d))
		abort();
	diag_release(&d);
	return device;
}

static inline void fuzz_device_look(const struct gcn_device_image *gpu,
	const struct rt_image *image)
{
	const struct image_meta *m = rt_image_meta(image);
	for (uint32_t k = 0; k < m->kernel_count; k++)
		if (!gcn_device_image_has(gpu, gcn_device_kernel(gpu, &m->kernels[k])))
			abort();
}

/* Loads an image for it, if that is possible. */
static inline void fuzz_device_load(const uint8_t *bytes, size_t len, struct diag *d)
{
	struct rt_image *image = NULL;
	struct gcn_device_image *gpu = NULL;
	if (!rt_image_load("fuzz.img", bytes, len, &image, d))
		return;
	bool is_bound = rt_image_bind(image, NULL, NULL, d);
	if (is_bound &&
		gcn_device_image_load(fuzz_device(), image, "fuzz.img", bytes, len, &gpu, d))
		fuzz_device_look(gpu, image);
	else if (!diag_failed(d))
		abort(); /* refused without a reason */
	gcn_device_image_free(gpu);
	rt_image_free(image);
}

#endif
