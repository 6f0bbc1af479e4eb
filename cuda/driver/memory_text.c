/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Says in words what memory an address is of, or next to, for messages about kernels that have
 * touched what they must not. */
#include "hsaemu/failure.h"
#include "memory_impl.h"

bool cu_memory_describe(struct rt *rt, const void *address, struct buf *out)
{
	static const char *const kinds[] = {
		[CU_MEMORY_DEVICE] = "device memory",
		[CU_MEMORY_HOST] = "host memory of the driver's",
		[CU_MEMORY_REGISTERED] = "registered host memory",
		[CU_MEMORY_MANAGED] = "managed memory",
		[CU_MEMORY_ARRAY] = "an array",
	};
	struct rt_allocation a;
	if (!rt_allocation_find_near(rt, address, &a) || a.kind >= ARRAY_LEN(kinds) ||
		kinds[a.kind] == NULL)
		return false;
	rt_address_text(&a, address, out);
	buf_printf(out, "%s of %zu bytes, allocation %ju", kinds[a.kind], a.bytes,
		(uintmax_t)a.maker);
	if ((uintptr_t)address >= (uintptr_t)a.base + a.bytes && a.kind != CU_MEMORY_REGISTERED &&
		cu_environment()->guard != 0)
		buf_puts(out, " (HSAEMU_GUARD=0 leaves room behind it)");
	return true;
}
