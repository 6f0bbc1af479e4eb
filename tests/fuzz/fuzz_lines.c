/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Any bytes as a table of lines, asked for a few addresses. The upper half has the names, too. */
#include <string.h>
#include "fuzz.h"
#include "hsaemu/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	const char *names = (const char *)bytes + len / 2;
	const struct image_lines lines = {{(const char *)bytes, len}, {names, len - len / 2}};
	const uint64_t addresses[] = {0, 1, 0x1000, 0x1234, UINT64_MAX};
	for (size_t i = 0; i < ARRAY_LEN(addresses); i++) {
		struct image_line line;
		volatile size_t name = 0;
		if (image_line_find(&lines, addresses[i], &line))
			name += strlen(line.file);
		(void)name;
	}
	return 0;
}
