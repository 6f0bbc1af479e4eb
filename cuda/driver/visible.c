/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Which devices a process sees, by CUDA_VISIBLE_DEVICES: numbers or beginnings of UUIDs, with
 * commas in between. The list ends at the first that is none, and sees nothing if it names a device
 * twice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "context_impl.h"

void cu_device_uuid(unsigned number, CUuuid *uuid)
{
	memcpy(uuid->bytes, "HSAEmu CUDA dev", 15);
	uuid->bytes[15] = (char)number;
}

/* Writes GPU-, and the bytes as UUIDs are written. */
static void write_uuid(unsigned device, char text[CU_UUID_TEXT])
{
	CUuuid uuid;
	cu_device_uuid(device, &uuid);
	char *to = text + sprintf(text, "GPU-");
	for (unsigned i = 0; i < sizeof uuid.bytes; i++)
		to += sprintf(to, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
			(uint8_t)uuid.bytes[i]);
}

/* Returns the device that the `len` bytes name, or `count`. */
static unsigned device_of(const char *name, size_t len, unsigned count)
{
	enum { LEAST = 4 }; /* of a UUID: GPU- */
	char uuid[CU_UUID_TEXT], *end;
	if (len != 0 && name[0] >= '0' && name[0] <= '9') {
		unsigned long n = strtoul(name, &end, 10);
		return (size_t)(end - name) == len && n < count ? (unsigned)n : count;
	}
	for (unsigned i = 0; i < count && len > LEAST; i++) {
		write_uuid(i, uuid);
		if (len < sizeof uuid && strncmp(name, uuid, len) == 0)
			return i;
	}
	return count;
}

unsigned cu_visible_devices(const char *list, unsigned count, unsigned *devices)
{
	unsigned seen = 0, visible = 0;
	for (unsigned i = 0; list == NULL && i < count; i++)
		devices[visible++] = i;
	while (list != NULL) {
		list += strspn(list, " \t");
		size_t len = strcspn(list, ", \t");
		unsigned d = device_of(list, len, count);
		if (d == count)
			break;
		if ((seen & 1u << d) != 0)
			return 0;
		seen |= 1u << d;
		devices[visible++] = d;
		list += len;
		list += strspn(list, " \t");
		list = list[0] == ',' ? list + 1 : NULL;
	}
	return visible;
}
