/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as an image that has code for a GPU, or as a code object of which an image is made:
 * they are loaded, and their kernels looked at. */
#include <stdlib.h>
#include "device.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct buf image = BUF_INIT;
	struct diag d;
	fuzz_diag_init(&d);
	if (gcn_device_adopt(fuzz_device(), "fuzz.o", bytes, len, &image, &d))
		fuzz_device_load(image.data, image.len, &d);
	else
		fuzz_device_load(bytes, len, &d);
	buf_release(&image);
	fuzz_diag_release(&d);
	return 0;
}
