/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images of several levels of detail: the blocks of all levels in one allocation. */
#include <stdlib.h>
#include "hsaemu/ext_image.h"
#include "hsaemu/image_abi.h"

/* Returns a level in units of HSAEMU_LEVEL_ONE, within bounds; NaN becomes the lower one. */
static int units(float level, int low, int high)
{
	float x = level * HSAEMU_LEVEL_ONE + 0.5f;

	if (!(x > (float)low))
		return low;
	if (x >= (float)high)
		return high;
	int whole = (int)x;
	return (float)whole > x ? whole - 1 : whole;
}

static hsa_status_t make_level(const struct rt_ext_image_level *l, struct hsaemu_image *out)
{
	bool has_slices = l->image.depth != 0 || l->image.array_size != 0;
	hsa_ext_image_t level;
	hsa_status_t status = rt_ext_image_create_with_layout(&l->image, l->data,
		HSA_ACCESS_PERMISSION_RO, HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR, l->row_pitch,
		has_slices ? l->slice_pitch : 0, &level);

	if (status != HSA_STATUS_SUCCESS)
		return status;
	*out = *(const struct hsaemu_image *)(uintptr_t)level.handle;
	return rt_ext_image_destroy(level);
}

hsa_status_t rt_ext_image_create_levels(const struct rt_ext_image_level *levels, unsigned count,
	const struct rt_ext_image_choice *choice, hsa_ext_image_t *out)
{
	const int most = HSAEMU_MAX_LEVELS * HSAEMU_LEVEL_ONE;
	struct hsaemu_image *blocks;

	if (count == 0 || count > HSAEMU_MAX_LEVELS)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	blocks = mem_try_new(count, sizeof *blocks);
	if (blocks == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	for (unsigned k = 0; k < count; k++) {
		hsa_status_t status = make_level(&levels[k], &blocks[k]);

		if (status != HSA_STATUS_SUCCESS) {
			free(blocks);
			return status;
		}
	}
	blocks->levels = (uint8_t)count;
	blocks->level_filter = choice->is_linear;
	blocks->level_bias = (int16_t)units(choice->bias, -most, most);
	blocks->level_low = (uint16_t)units(choice->low, 0, most);
	blocks->level_high = (uint16_t)units(choice->high, 0, most);
	out->handle = (uint64_t)(uintptr_t)blocks;
	return HSA_STATUS_SUCCESS;
}
