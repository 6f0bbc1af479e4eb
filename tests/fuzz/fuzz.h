/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the fuzz targets share. A target takes any bytes and must not crash, hang or leak; that it
 * says why it refuses them is swallowed. */
#ifndef HSAEMU_FUZZ_H
#define HSAEMU_FUZZ_H

#include "hsaemu/diag.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static inline void fuzz_diag_init(struct diag *d)
{
	const struct diag_options options = {.tool = "fuzz", .error_limit = 20};
	diag_init(d, &options);
}

/* Prints the messages to nowhere, so that their places are looked at too. */
static inline void fuzz_diag_release(struct diag *d)
{
	FILE *null = fopen("/dev/null", "w");
	if (null != NULL) {
		diag_flush(d, null);
		fclose(null);
	}
	diag_release(d);
}

#endif
