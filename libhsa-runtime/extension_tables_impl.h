/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of functions that extensions.c hands out. */
#ifndef HSAEMU_HSA_EXTENSION_TABLES_IMPL_H
#define HSAEMU_HSA_EXTENSION_TABLES_IMPL_H

#include <hsa/hsa.h>
#include <hsa/hsa_ext_finalize.h>
#include <hsa/hsa_ext_image.h>
#include <hsa/hsa_ven_amd_loader.h>

extern const hsa_ext_finalizer_1_00_pfn_t hr_finalizer_table;
extern const hsa_ext_images_1_pfn_t hr_images_table;
extern const hsa_ven_amd_loader_1_00_pfn_t hr_loader_table;

#endif
