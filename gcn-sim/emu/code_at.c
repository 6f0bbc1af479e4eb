/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds code by its address. */
#include "functions_impl.h"

struct gcn_code *gcn_program_dword(const struct gcn_program *p, uint64_t address)
{
	for (uint32_t n = 0; n < p->region_count; n++) {
		const struct gcn_region *r = &p->regions[n];
		if (address - r->address < r->bytes && address % 4 == 0)
			return &r->code[(address - r->address) / 4];
	}
	return NULL;
}

const struct gcn_code *gcn_program_at(const struct gcn_program *p, uint64_t address)
{
	const struct gcn_code *code = gcn_program_dword(p, address);

	return code == NULL || code->row == NULL ? NULL : code;
}
