/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The tables of the extensions' functions, in the order of their headers. */
#include "extension_tables_impl.h"

const hsa_ext_finalizer_1_00_pfn_t hr_finalizer_table = {
	hsa_ext_program_create,
	hsa_ext_program_destroy,
	hsa_ext_program_add_module,
	hsa_ext_program_iterate_modules,
	hsa_ext_program_get_info,
	hsa_ext_program_finalize,
};

const hsa_ext_images_1_pfn_t hr_images_table = {
	hsa_ext_image_get_capability,
	hsa_ext_image_data_get_info,
	hsa_ext_image_create,
	hsa_ext_image_destroy,
	hsa_ext_image_copy,
	hsa_ext_image_import,
	hsa_ext_image_export,
	hsa_ext_image_clear,
	hsa_ext_sampler_create,
	hsa_ext_sampler_destroy,
	hsa_ext_image_get_capability_with_layout,
	hsa_ext_image_data_get_info_with_layout,
	hsa_ext_image_create_with_layout,
};
