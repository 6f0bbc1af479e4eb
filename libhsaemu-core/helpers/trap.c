/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ends the dispatch by the runtime's service for traps, which does not return. */
#include "hsaemu/kernel_abi.h"

_Noreturn void hsa_trap(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t trap,
	uint32_t value, uint32_t flat_id) __asm__(HSAEMU_HELPER("hsa_trap"));

void hsa_trap(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t trap, uint32_t value,
	uint32_t flat_id)
{
	d->services->trap(d, wg, trap, value, flat_id,
		(const uint8_t *)__builtin_return_address(0) - 1);
	__builtin_trap();
}
