/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Metadata of code objects for AMD's GPUs ("Code Object V3 Metadata" in LLVM's AMDGPUUsage, and what
 * V4 and V5 add): what kernels take, and where. */
#include "metadata_impl.h"

static const struct meta_field arg_fields[] = {
	META_FIELD(image_gpu_arg, ".name", STR, OPTIONAL, name),
	META_FIELD(image_gpu_arg, ".type_name", STR, OPTIONAL, type_name),
	META_FIELD(image_gpu_arg, ".offset", U32, REQUIRED, offset),
	META_FIELD(image_gpu_arg, ".size", U32, REQUIRED, bytes),
	META_FIELD(image_gpu_arg, ".value_kind", STR, REQUIRED, value_kind),
	META_FIELD(image_gpu_arg, ".address_space", STR, OPTIONAL, address_space),
	META_FIELD(image_gpu_arg, ".is_const", BOOL, OPTIONAL, is_const),
	META_FIELD(image_gpu_arg, ".is_volatile", BOOL, OPTIONAL, is_volatile),
	META_FIELD(image_gpu_arg, ".is_restrict", BOOL, OPTIONAL, is_restrict),
};
static const struct meta_map arg_map = {
	"argument", arg_fields, ARRAY_LEN(arg_fields), sizeof(struct image_gpu_arg), 24};

static const struct meta_field kernel_fields[] = {
	META_FIELD(image_gpu_kernel, ".name", STR, REQUIRED, name),
	META_FIELD(image_gpu_kernel, ".symbol", KD_SYMBOL, REQUIRED, symbol),
	META_FIELD(image_gpu_kernel, ".kernarg_segment_size", U32, REQUIRED, kernarg_bytes),
	META_FIELD(image_gpu_kernel, ".kernarg_segment_align", U32, REQUIRED, kernarg_align),
	META_FIELD(image_gpu_kernel, ".group_segment_fixed_size", U32, REQUIRED, group_bytes),
	META_FIELD(image_gpu_kernel, ".private_segment_fixed_size", U32, REQUIRED, private_bytes),
	META_FIELD(image_gpu_kernel, ".max_flat_workgroup_size", U32, OPTIONAL, max_flat_wg),
	META_FIELD(image_gpu_kernel, ".reqd_workgroup_size", XYZ, OPTIONAL, required_wg),
	META_FIELD(image_gpu_kernel, ".workgroup_size_hint", XYZ, OPTIONAL, wg_hint),
	META_FIELD(image_gpu_kernel, ".vec_type_hint", STR, OPTIONAL, vec_type_hint),
	META_FIELD(image_gpu_kernel, ".uniform_work_group_size", U32, OPTIONAL,
		uniform_work_groups),
	META_ITEMS(image_gpu_kernel, ".args", LIST, OPTIONAL, args, arg_count, &arg_map),
};
static const struct meta_map kernel_map = {
	"kernel", kernel_fields, ARRAY_LEN(kernel_fields), sizeof(struct image_gpu_kernel), 64};

static const struct meta_field root_fields[] = {
	{"amdhsa.version", META_VERSION, META_REQUIRED, 0, 0, NULL, NULL},
	META_ITEMS(image_gpu_meta, "amdhsa.kernels", LIST, OPTIONAL, kernels, kernel_count,
		&kernel_map),
};
static const struct meta_map root = {
	"metadata", root_fields, ARRAY_LEN(root_fields), sizeof(struct image_gpu_meta), 16};

bool image_gpu_meta_of(const struct elf_view *v, struct arena *a, struct image_gpu_meta *out,
	struct diag *d)
{
	enum { NOTE_METADATA = 32 };

	*out = (struct image_gpu_meta){0};
	for (uint32_t n = 0; n < v->note_count; n++) {
		const struct elf_note *note = &v->notes[n];
		if (note->type == NOTE_METADATA && strcmp(note->owner, "AMDGPU") == 0)
			return meta_read(&root, note->desc, note->len, v->file, a, out, d);
	}
	return true;
}
