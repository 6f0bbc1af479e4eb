/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What libcudart asks libcuda for besides the functions of CUDA's driver API: modules whose managed
 * variables lie where the host program has them. cuGetExportTable() gives this table. The header is
 * not installed, because both libraries come from one release. */
#ifndef HSAEMU_CUDA_MANAGED_H
#define HSAEMU_CUDA_MANAGED_H

#include <stdbool.h>
#include <stddef.h>

struct CUmod_st; /* CUmodule */

/* Returns where the host program has a variable, by its name in the module; NULL: nowhere. */
typedef void *cuda_managed_find(void *arg, const char *name);

struct cuda_managed_table {
	size_t bytes; /* of this table */
	/* Does what cuModuleLoadData() does, and returns a CUresult, too. Those managed variables
	 * for which find() returns an address are there, and get their first values if `first` says
	 * so. */
	int (*load)(struct CUmod_st **module, const void *image, cuda_managed_find *find, void *arg,
		bool first);
};

#define CUDA_MANAGED_ID \
	{'h', 's', 'a', 'e', 'm', 'u', ' ', 'm', 'a', 'n', 'a', 'g', 'e', 'd', ' ', '1'}

#endif
