/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests the image extension's functions: what they do is tested with rt's, here it is agents,
 * handles, and the attributes, whose types depend on the version that the client knows. */
#include "expect.h"

enum { WIDTH = 16, HEIGHT = 4 };
#define BAD_AGENT HSA_STATUS_ERROR_INVALID_AGENT

static const hsa_ext_image_descriptor_t flat = {
	.geometry = HSA_EXT_IMAGE_GEOMETRY_2D,
	.width = WIDTH,
	.height = HEIGHT,
	.format = {HSA_EXT_IMAGE_CHANNEL_TYPE_UNSIGNED_INT32, HSA_EXT_IMAGE_CHANNEL_ORDER_R},
};
static _Alignas(64) uint32_t data[HEIGHT][WIDTH];

/* The attributes as version 1.0 has them, and as 1.1 has them. */
static void attributes(struct agents a)
{
	uint32_t small[8];
	size_t large[4];
	hsa_agent_info_t size_of_3d = (hsa_agent_info_t)HSA_EXT_AGENT_INFO_IMAGE_3D_MAX_ELEMENTS;
	hsa_agent_info_t layers = (hsa_agent_info_t)HSA_EXT_AGENT_INFO_IMAGE_ARRAY_MAX_LAYERS;
	hsa_agent_info_t buffer = (hsa_agent_info_t)HSA_EXT_AGENT_INFO_IMAGE_1DB_MAX_ELEMENTS;
	bool supported;
	for (uint32_t i = HSA_EXT_AGENT_INFO_IMAGE_1D_MAX_ELEMENTS;
		i <= HSA_EXT_AGENT_INFO_MAX_SAMPLER_HANDLERS; i++) {
		memset(small, 0xff, sizeof small);
		OK(hsa_agent_get_info(a.gpu, (hsa_agent_info_t)i, small));
		EXPECT(small[0] >= 16 && small[3] == UINT32_MAX);
	}
	memset(small, 0xff, sizeof small);
	OK(hsa_agent_get_info(a.gpu, size_of_3d, small));
	EXPECT(small[0] == 2048 && small[2] == 2048 && small[3] == UINT32_MAX);
	OK(hsa_agent_get_info(a.gpu, layers, small));
	EXPECT(small[0] == 2048); /* 1.0 allows no more, as here: */
	OK(hsa_agent_get_info(a.gpu, buffer, small));
	EXPECT(small[0] == 65536);
	OK(hsa_amd_image_get_info_max_dim(a.gpu, size_of_3d, small));
	EXPECT(small[1] == 2048);
	IS(NULL_ARGUMENT, hsa_amd_image_get_info_max_dim(a.gpu, HSA_AGENT_INFO_NAME, small));
	OK(hsa_system_extension_supported(HSA_EXTENSION_IMAGES, 1, 1, &supported));
	memset(large, 0xff, sizeof large);
	OK(hsa_agent_get_info(a.gpu, size_of_3d, large));
	EXPECT(large[0] == 2048 && large[2] == 2048 && large[3] == SIZE_MAX);
	OK(hsa_agent_get_info(a.gpu, layers, large));
	EXPECT(large[0] >= 2048 && large[1] == 2048);
	OK(hsa_agent_get_info(a.cpu, size_of_3d, large));
	EXPECT(large[0] == 0);
	OK(hsa_agent_get_info(a.gpu,
		(hsa_agent_info_t)HSA_EXT_AGENT_INFO_IMAGE_LINEAR_ROW_PITCH_ALIGNMENT, large));
	EXPECT(large[0] == 1);
	IS(NULL_ARGUMENT, hsa_agent_get_info(a.gpu, (hsa_agent_info_t)0x300d, large));
}

static void use(struct agents a)
{
	const hsa_ext_image_region_t all = {{0, 0, 0}, {WIDTH, HEIGHT, 1}};
	const hsa_dim3_t zero = {0, 0, 0}, range = {WIDTH, HEIGHT, 1};
	hsa_ext_image_data_info_t info;
	hsa_ext_image_t from, to;
	uint32_t in[HEIGHT][WIDTH], out[HEIGHT][WIDTH], mask;
	static _Alignas(64) uint32_t other[HEIGHT][WIDTH];
	for (uint32_t i = 0; i < WIDTH * HEIGHT; i++)
		((uint32_t *)in)[i] = i * 3;
	OK(hsa_ext_image_get_capability(a.gpu, flat.geometry, &flat.format, &mask));
	EXPECT((mask & HSA_EXT_IMAGE_CAPABILITY_READ_WRITE) != 0);
	OK(hsa_ext_image_data_get_info(a.gpu, &flat, HSA_ACCESS_PERMISSION_RW, &info));
	EXPECT(info.size == sizeof data);
	OK(hsa_ext_image_create(a.gpu, &flat, data, HSA_ACCESS_PERMISSION_RW, &from));
	OK(hsa_ext_image_create_with_layout(a.gpu, &flat, other, HSA_ACCESS_PERMISSION_RW,
		HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR, 0, 0, &to));
	OK(hsa_ext_image_import(a.gpu, in, 0, 0, from, &all));
	OK(hsa_ext_image_copy(a.gpu, from, &zero, to, &zero, &range));
	OK(hsa_ext_image_export(a.gpu, to, out, 0, 0, &all));
	EXPECT(memcmp(in, out, sizeof in) == 0);
	OK(hsa_ext_image_clear(a.gpu, to, (uint32_t[4]){7, 0, 0, 0}, &all));
	EXPECT(other[3][15] == 7);
	OK(hsa_ext_image_destroy(a.gpu, to));
	IS(NULL_ARGUMENT, hsa_ext_image_destroy(a.gpu, to));
	IS(NULL_ARGUMENT, hsa_ext_image_copy(a.gpu, from, &zero, to, &zero, &range));
	OK(hsa_ext_image_destroy(a.gpu, from));
	IS(NULL_ARGUMENT, hsa_ext_image_get_capability(a.gpu, flat.geometry, NULL, &mask));
	IS(NULL_ARGUMENT, hsa_ext_image_create(a.gpu, &flat, data, HSA_ACCESS_PERMISSION_RW, NULL));
}

/* Handles of images that there are not, and agents that have none; `wanted` as for hsa_init() not
 * called, or 0. */
static void refusals(hsa_agent_t agent, uint64_t handle, hsa_status_t wanted)
{
	const hsa_ext_image_region_t all = {{0, 0, 0}, {1, 1, 1}};
	const hsa_dim3_t one = {1, 1, 1};
	const hsa_ext_image_t image = {handle};
	uint32_t word[4] = {0};
	hsa_ext_image_t made;
	hsa_ext_sampler_t sampler = {handle};
	hsa_ext_sampler_descriptor_t how = {HSA_EXT_SAMPLER_COORDINATE_MODE_NORMALIZED,
		HSA_EXT_SAMPLER_FILTER_MODE_LINEAR, HSA_EXT_SAMPLER_ADDRESSING_MODE_REPEAT};
	IS(wanted, hsa_ext_image_destroy(agent, image));
	IS(wanted, hsa_ext_image_copy(agent, image, &one, image, &one, &one));
	IS(wanted, hsa_ext_image_import(agent, word, 0, 0, image, &all));
	IS(wanted, hsa_ext_image_export(agent, image, word, 0, 0, &all));
	IS(wanted, hsa_ext_image_clear(agent, image, word, &all));
	IS(wanted, hsa_ext_sampler_destroy(agent, sampler));
	if (wanted == NULL_ARGUMENT)
		return;
	IS(wanted, hsa_ext_sampler_create(agent, &how, &sampler));
	IS(wanted, hsa_ext_image_get_capability(agent, flat.geometry, &flat.format, word));
	IS(wanted, hsa_ext_image_get_capability_with_layout(agent, flat.geometry, &flat.format,
			   HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR, word));
	IS(wanted, hsa_ext_image_create(agent, &flat, data, HSA_ACCESS_PERMISSION_RO, &made));
	IS(wanted, hsa_ext_image_create_with_layout(agent, &flat, data, HSA_ACCESS_PERMISSION_RO,
			   HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR, 0, 0, &made));
	IS(wanted, hsa_amd_image_create(agent, &flat, NULL, data, HSA_ACCESS_PERMISSION_RO, &made));
}

int main(void)
{
	hsa_ext_image_t left;
	hsa_ext_sampler_t sampler;
	hsa_ext_sampler_descriptor_t how = {HSA_EXT_SAMPLER_COORDINATE_MODE_NORMALIZED,
		HSA_EXT_SAMPLER_FILTER_MODE_LINEAR, HSA_EXT_SAMPLER_ADDRESSING_MODE_REPEAT};
	refusals((hsa_agent_t){0}, 0, NO_INIT);
	OK(hsa_init());
	struct agents a = find_agents();
	attributes(a);
	use(a);
	refusals((hsa_agent_t){0}, 0, BAD_AGENT);
	refusals((hsa_agent_t){1234}, 4321, BAD_AGENT);
	refusals(a.gpu, 0, NULL_ARGUMENT);
	refusals(a.gpu, UINT64_MAX, NULL_ARGUMENT);
	refusals(a.gpu, (uintptr_t)data, NULL_ARGUMENT);
	IS(NULL_ARGUMENT,
		hsa_amd_image_create(a.gpu, &flat, NULL, data, HSA_ACCESS_PERMISSION_RO, &left));
	OK(hsa_ext_sampler_create(a.gpu, &how, &sampler));
	OK(hsa_ext_sampler_destroy(a.gpu, sampler));
	/* left to hsa_shut_down() */
	OK(hsa_ext_image_create(a.gpu, &flat, data, HSA_ACCESS_PERMISSION_RO, &left));
	OK(hsa_shut_down());
	return 0;
}
