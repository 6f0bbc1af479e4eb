/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests the image functions of the HSA runtime: their answers, their refusals, and regions. */
#include "fake_kernel.h"
#include "hsaemu/ext_image.h"

#define OK HSA_STATUS_SUCCESS
#define INVALID HSA_STATUS_ERROR_INVALID_ARGUMENT
#define BAD(what) ((hsa_status_t)HSA_EXT_STATUS_ERROR_##what##_UNSUPPORTED)
#define G(id) HSA_EXT_IMAGE_GEOMETRY_##id
#define O(id) HSA_EXT_IMAGE_CHANNEL_ORDER_##id
#define T(id) HSA_EXT_IMAGE_CHANNEL_TYPE_##id
#define RW HSA_ACCESS_PERMISSION_RW
#define LINEAR HSA_EXT_IMAGE_DATA_LAYOUT_LINEAR
#define OPAQUE HSA_EXT_IMAGE_DATA_LAYOUT_OPAQUE

static hsa_ext_image_descriptor_t describe(hsa_ext_image_geometry_t g, unsigned order,
	unsigned type, size_t width, size_t height, size_t depth, size_t layers)
{
	return (hsa_ext_image_descriptor_t){g, width, height, depth, layers, {type, order}};
}

/* Checks that the limits are at least those of PRM appendix A. */
static void has_limits(void)
{
	static const struct {
		uint32_t attribute;
		size_t least[3];
	} limits[] = {{HSA_EXT_AGENT_INFO_IMAGE_1D_MAX_ELEMENTS, {16384, 0, 0}},
		{HSA_EXT_AGENT_INFO_IMAGE_1DA_MAX_ELEMENTS, {16384, 0, 0}},
		{HSA_EXT_AGENT_INFO_IMAGE_1DB_MAX_ELEMENTS, {65536, 0, 0}},
		{HSA_EXT_AGENT_INFO_IMAGE_2D_MAX_ELEMENTS, {16384, 16384, 0}},
		{HSA_EXT_AGENT_INFO_IMAGE_2DA_MAX_ELEMENTS, {16384, 16384, 0}},
		{HSA_EXT_AGENT_INFO_IMAGE_2DDEPTH_MAX_ELEMENTS, {16384, 16384, 0}},
		{HSA_EXT_AGENT_INFO_IMAGE_2DADEPTH_MAX_ELEMENTS, {16384, 16384, 0}},
		{HSA_EXT_AGENT_INFO_IMAGE_3D_MAX_ELEMENTS, {2048, 2048, 2048}},
		{HSA_EXT_AGENT_INFO_IMAGE_ARRAY_MAX_LAYERS, {2048, 0, 0}},
		{HSA_EXT_AGENT_INFO_MAX_IMAGE_RD_HANDLES, {128, 0, 0}},
		{HSA_EXT_AGENT_INFO_MAX_IMAGE_RORW_HANDLES, {64, 0, 0}},
		{HSA_EXT_AGENT_INFO_MAX_SAMPLER_HANDLERS, {16, 0, 0}},
		{HSA_EXT_AGENT_INFO_IMAGE_LINEAR_ROW_PITCH_ALIGNMENT, {1, 0, 0}}};

	for (size_t i = 0; i < ARRAY_LEN(limits); i++) {
		size_t value[4] = {9, 9, 9, 9};

		EXPECT(rt_ext_image_agent_info(limits[i].attribute, value) == OK);
		for (unsigned k = 0; k < 3; k++)
			EXPECT(limits[i].least[k] != 0 ? value[k] >= limits[i].least[k]
						       : value[k] == 9);
	}
	EXPECT(rt_ext_image_agent_info(0x2fff, &(size_t){0}) == INVALID);
	EXPECT(rt_ext_image_agent_info(HSA_EXT_AGENT_INFO_IMAGE_1D_MAX_ELEMENTS, NULL) == INVALID);
}

static void knows_formats(void)
{
	const hsa_ext_image_format_t good = {T(UNORM_INT8), O(RGBA)}, bad = {T(UNORM_INT8), O(RGB)};
	const uint32_t all = HSA_EXT_IMAGE_CAPABILITY_READ_ONLY |
	                     HSA_EXT_IMAGE_CAPABILITY_WRITE_ONLY |
	                     HSA_EXT_IMAGE_CAPABILITY_READ_WRITE |
	                     HSA_EXT_IMAGE_CAPABILITY_ACCESS_INVARIANT_DATA_LAYOUT;
	uint32_t mask;

	EXPECT(rt_ext_image_get_capability(G(2D), &good, &mask) == OK && mask == all);
	EXPECT(rt_ext_image_get_capability(G(2DDEPTH), &good, &mask) == OK && mask == 0);
	EXPECT(rt_ext_image_get_capability(G(2D), &bad, &mask) == OK && mask == 0);
	EXPECT(rt_ext_image_get_capability((hsa_ext_image_geometry_t)8, &good, &mask) == OK &&
		mask == 0);
	EXPECT(rt_ext_image_get_capability(G(2D), NULL, &mask) == INVALID);
	EXPECT(rt_ext_image_get_capability(G(2D), &good, NULL) == INVALID);
	EXPECT(rt_ext_image_get_capability_with_layout(G(2D), &good, LINEAR, &mask) == OK &&
		mask == all);
	EXPECT(rt_ext_image_get_capability_with_layout(G(2D), &good, OPAQUE, &mask) == INVALID);
}

static hsa_status_t size_of(hsa_ext_image_descriptor_t d, size_t *size)
{
	hsa_ext_image_data_info_t info;
	hsa_status_t status = rt_ext_image_data_get_info(&d, RW, &info);

	if (status == OK)
		*size = info.size;
	return status;
}

static void knows_sizes(void)
{
	size_t n = 0;
	hsa_ext_image_data_info_t info;
	hsa_ext_image_descriptor_t d = describe(G(2D), O(R), T(FLOAT), 4, 4, 0, 0);

	EXPECT(size_of(describe(G(1D), O(RGBA), T(FLOAT), 5, 0, 0, 0), &n) == OK && n == 80);
	EXPECT(size_of(describe(G(1D), O(RGBA), T(FLOAT), 5, 1, 1, 1), &n) == OK && n == 80);
	EXPECT(size_of(describe(G(2DA), O(SRGB), T(UNORM_INT8), 5, 2, 0, 3), &n) == OK && n == 90);
	EXPECT(size_of(describe(G(2DDEPTH), O(DEPTH), T(UNORM_INT24), 3, 3, 0, 0), &n) == OK &&
		n == 27);
	EXPECT(size_of(describe(G(2DDEPTH), O(DEPTH_STENCIL), T(FLOAT), 3, 3, 0, 0), &n) == OK &&
		n == 72);
	EXPECT(size_of(describe(G(1DB), O(R), T(UNSIGNED_INT8), 65536, 0, 0, 0), &n) == OK &&
		n == 65536);
	EXPECT(size_of(describe(G(3D), O(R), T(UNSIGNED_INT8), 2048, 2048, 2048, 0), &n) == OK &&
		n == (size_t)1 << 33);
	EXPECT(size_of(describe(G(1D), O(R), T(FLOAT), 0, 0, 0, 0), &n) == BAD(IMAGE_SIZE));
	EXPECT(size_of(describe(G(1D), O(R), T(FLOAT), (size_t)1 << 40, 0, 0, 0), &n) ==
		BAD(IMAGE_SIZE));
	EXPECT(size_of(describe(G(1D), O(R), T(FLOAT), 16384, 0, 0, 0), &n) == OK);
	EXPECT(size_of(describe(G(1D), O(R), T(FLOAT), 16385, 0, 0, 0), &n) == BAD(IMAGE_SIZE));
	EXPECT(size_of(describe(G(2D), O(R), T(FLOAT), 16384, 16384, 0, 0), &n) == OK);
	EXPECT(size_of(describe(G(2D), O(R), T(FLOAT), 16385, 1, 0, 0), &n) == BAD(IMAGE_SIZE));
	EXPECT(size_of(describe(G(2D), O(R), T(FLOAT), 1, 16385, 0, 0), &n) == BAD(IMAGE_SIZE));
	EXPECT(size_of(describe(G(3D), O(R), T(FLOAT), 1, 1, 2049, 0), &n) == BAD(IMAGE_SIZE));
	EXPECT(size_of(describe(G(1D), O(R), T(FLOAT), 4, 2, 0, 0), &n) == BAD(IMAGE_SIZE));
	EXPECT(size_of(describe(G(2D), O(R), T(FLOAT), 4, 0, 0, 0), &n) == BAD(IMAGE_SIZE));
	EXPECT(size_of(describe(G(1DA), O(R), T(FLOAT), 4, 0, 0, 0), &n) == BAD(IMAGE_SIZE));
	EXPECT(size_of(describe(G(1D), O(RGB), T(FLOAT), 4, 0, 0, 0), &n) == BAD(IMAGE_FORMAT));
	EXPECT(rt_ext_image_data_get_info(NULL, RW, &info) == INVALID);
	EXPECT(rt_ext_image_data_get_info(&d, RW, NULL) == INVALID);
	EXPECT(rt_ext_image_data_get_info(&d, (hsa_access_permission_t)0, &info) == INVALID);
}

static hsa_status_t pitched(hsa_ext_image_descriptor_t d, size_t row, size_t slice, size_t *size)
{
	hsa_ext_image_data_info_t info = {0, 0};
	hsa_status_t status =
		rt_ext_image_data_get_info_with_layout(&d, RW, LINEAR, row, slice, &info);

	*size = info.size;
	return status;
}

static void knows_pitches(void)
{
	const hsa_ext_image_descriptor_t flat = describe(G(2D), O(RG), T(FLOAT), 3, 4, 0, 0),
					 deep = describe(G(3D), O(RG), T(FLOAT), 3, 4, 5, 0),
					 array = describe(G(1DA), O(RG), T(FLOAT), 3, 0, 0, 6);
	hsa_ext_image_data_info_t info;
	size_t n;

	EXPECT(pitched(flat, 0, 0, &n) == OK && n == 96);
	EXPECT(pitched(flat, 40, 0, &n) == OK && n == 160);
	EXPECT(pitched(flat, 16, 0, &n) == BAD(IMAGE_PITCH)); /* less than a row */
	EXPECT(pitched(flat, 28, 0, &n) == BAD(IMAGE_PITCH)); /* not a whole number of elements */
	EXPECT(pitched(flat, 0, 96, &n) == BAD(IMAGE_PITCH)); /* a plane has no slices */
	EXPECT(pitched(deep, 40, 0, &n) == OK && n == 800);
	EXPECT(pitched(deep, 40, 200, &n) == OK && n == 1000);
	EXPECT(pitched(deep, 40, 120, &n) == BAD(IMAGE_PITCH));
	EXPECT(pitched(deep, 40, 180, &n) == BAD(IMAGE_PITCH)); /* not a multiple of the row */
	EXPECT(pitched(array, 0, 48, &n) == OK && n == 288);
	EXPECT(pitched(array, 0, 12, &n) == BAD(IMAGE_PITCH));
	EXPECT(rt_ext_image_data_get_info_with_layout(&flat, RW, OPAQUE, 0, 0, &info) == INVALID);
}

static void refuses_to_create(void)
{
	hsa_ext_image_descriptor_t d = describe(G(2D), O(R), T(FLOAT), 4, 4, 0, 0);
	_Alignas(16) float data[20];
	hsa_ext_image_t a, b;

	EXPECT(rt_ext_image_create(&d, NULL, RW, &a) == INVALID);
	EXPECT(rt_ext_image_create(&d, data, RW, NULL) == INVALID);
	EXPECT(rt_ext_image_create(NULL, data, RW, &a) == INVALID);
	/* `data + 1` is not aligned */
	EXPECT(rt_ext_image_create(&d, data + 1, RW, &a) == INVALID);
	EXPECT(rt_ext_image_create_with_layout(&d, data + 1, RW, LINEAR, 0, 0, &a) == OK);
	EXPECT(rt_ext_image_create_with_layout(&d, data, RW, OPAQUE, 0, 0, &b) == INVALID);
	EXPECT(rt_ext_image_create_with_layout(&d, data, RW, LINEAR, 3, 0, &b) == BAD(IMAGE_PITCH));
	EXPECT(rt_ext_image_create(&d, data, HSA_ACCESS_PERMISSION_RO, &b) == OK);
	EXPECT(a.handle != b.handle && a.handle != 0 && b.handle != 0);
	EXPECT(rt_ext_image_destroy(a) == OK && rt_ext_image_destroy(b) == OK);
}

static void makes_samplers(void)
{
	unsigned made = 0;

	for (uint32_t coord = 0; coord < 3; coord++)
		for (uint32_t filter = 0; filter < 3; filter++)
			for (uint32_t mode = 0; mode < 6; mode++) {
				const hsa_ext_sampler_descriptor_t d = {coord, filter, mode};
				bool good = coord < 2 && filter < 2 && mode < (coord ? 5 : 3);
				hsa_ext_sampler_t s = {0};

				EXPECT(rt_ext_sampler_create(&d, &s) ==
					(good ? OK : BAD(SAMPLER_DESCRIPTOR)));
				EXPECT(good == (s.handle != 0));
				EXPECT(rt_ext_sampler_destroy(s) == OK);
				made += good;
			}
	EXPECT(made == 16);
	EXPECT(rt_ext_sampler_create(NULL, &(hsa_ext_sampler_t){0}) == INVALID);
	EXPECT(rt_ext_sampler_create(&(hsa_ext_sampler_descriptor_t){0, 0, 0}, NULL) == INVALID);
}

/* ---- regions --------------------------------------------------------------------------------- */

static hsa_ext_image_t make(hsa_ext_image_descriptor_t d, void *data, size_t row, size_t slice)
{
	hsa_ext_image_t image;

	EXPECT(rt_ext_image_create_with_layout(&d, data, RW, LINEAR, row, slice, &image) == OK);
	return image;
}

static hsa_ext_image_region_t region(uint32_t x, uint32_t y, uint32_t z, uint32_t w, uint32_t h,
	uint32_t d)
{
	return (hsa_ext_image_region_t){{x, y, z}, {w, h, d}};
}

/* Moves a box of 2 x 2 x 2 in a volume of 4 x 3 x 3, with rows of 6 and slices of 24 bytes. */
static void moves_boxes(void)
{
	uint8_t volume[72] = {0}, in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8], wide[24];
	hsa_ext_image_t v =
		make(describe(G(3D), O(R), T(UNSIGNED_INT8), 4, 3, 3, 0), volume, 6, 24);
	const hsa_ext_image_region_t box = region(1, 1, 1, 2, 2, 2),
				     none = region(3, 0, 0, 2, 1, 1);

	EXPECT(rt_ext_image_import(in, 0, 0, v, &box) == OK);
	EXPECT(volume[24 + 6 + 1] == 1 && volume[24 + 6 + 2] == 2 && volume[24 + 12 + 1] == 3 &&
		volume[48 + 12 + 2] == 8 && volume[24 + 6 + 3] == 0);
	EXPECT(rt_ext_image_export(v, out, 0, 0, &box) == OK && memcmp(in, out, 8) == 0);
	memset(wide, 9, sizeof wide);
	EXPECT(rt_ext_image_export(v, wide, 4, 12, &box) == OK);
	EXPECT(wide[0] == 1 && wide[1] == 2 && wide[2] == 9 && wide[4] == 3 && wide[12] == 5 &&
		wide[17] == 8);
	EXPECT(rt_ext_image_import(in, 0, 0, v, &none) == INVALID);
	EXPECT(rt_ext_image_export(v, out, 0, 0, &none) == INVALID);
	EXPECT(rt_ext_image_import(NULL, 0, 0, v, &box) == INVALID);
	EXPECT(rt_ext_image_import(in, 0, 0, v, NULL) == INVALID);
	EXPECT(rt_ext_image_export(v, NULL, 0, 0, &box) == INVALID);
	EXPECT(rt_ext_image_export((hsa_ext_image_t){0}, out, 0, 0, &box) == INVALID);
	rt_ext_image_destroy(v);
}

/* Moves layers of a 1DA image: each is a row of the region, and the slice pitch spaces them. */
static void moves_layers(void)
{
	uint8_t data[12] = {0}, in[8] = {1, 2, 0, 0, 3, 4, 0, 0};
	hsa_ext_image_t a = make(describe(G(1DA), O(R), T(UNSIGNED_INT8), 3, 0, 0, 4), data, 0, 0);
	const hsa_ext_image_region_t two = region(1, 2, 0, 2, 2, 1),
				     beyond = region(0, 3, 0, 1, 2, 1);

	EXPECT(rt_ext_image_import(in, 0, 4, a, &two) == OK);
	EXPECT(memcmp(data, (uint8_t[]){0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 3, 4}, 12) == 0);
	EXPECT(rt_ext_image_import(in, 0, 4, a, &beyond) == INVALID);
	rt_ext_image_destroy(a);
}

static void copies(void)
{
	uint8_t plane[4 * 3 * 4], volume[2 * 2 * 3 * 4] = {0};
	hsa_ext_image_t p = make(describe(G(2D), O(SRGBA), T(UNORM_INT8), 4, 3, 0, 0), plane, 0, 0);
	hsa_ext_image_t v = make(describe(G(3D), O(RGBA), T(UNORM_INT8), 2, 2, 3, 0), volume, 0, 0);
	hsa_ext_image_t other =
		make(describe(G(2D), O(BGRA), T(UNORM_INT8), 4, 3, 0, 0), plane, 0, 0);
	const hsa_dim3_t from = {1, 1, 0}, to = {0, 0, 2}, range = {2, 2, 1}, far = {1, 0, 2};

	for (unsigned i = 0; i < sizeof plane; i++)
		plane[i] = (uint8_t)i;
	EXPECT(rt_ext_image_copy(p, &from, v, &to, &range) == OK);
	EXPECT(memcmp(volume + 32, plane + 20, 8) == 0 && memcmp(volume + 40, plane + 36, 8) == 0 &&
		volume[31] == 0);
	EXPECT(rt_ext_image_copy(p, &from, other, &from, &range) == INVALID);
	EXPECT(rt_ext_image_copy(p, &from, v, &far, &range) == INVALID);
	EXPECT(rt_ext_image_copy(p, NULL, v, &to, &range) == INVALID);
	EXPECT(rt_ext_image_copy(p, &from, v, NULL, &range) == INVALID);
	EXPECT(rt_ext_image_copy(p, &from, v, &to, NULL) == INVALID);
	rt_ext_image_destroy(p);
	rt_ext_image_destroy(v);
	rt_ext_image_destroy(other);
}

/* Checks that clearing converts the value as a store does and keeps a stencil. */
static void clears(void)
{
	static uint8_t plane[100 * 2 * 2], depth[3 * 4];
	const float color[4] = {1, 0.5f, 0, 1}, d = 0.5f;
	hsa_ext_image_t p = make(describe(G(2D), O(RA), T(UNORM_INT8), 100, 2, 0, 0), plane, 0, 0);
	hsa_ext_image_t s = make(describe(G(2DDEPTH), O(DEPTH_STENCIL), T(UNORM_INT24), 3, 1, 0, 0),
		depth, 0, 0);
	const hsa_ext_image_region_t most = region(1, 1, 0, 98, 1, 0),
				     all = region(0, 0, 0, 3, 1, 1);

	EXPECT(rt_ext_image_clear(p, color, &most) == OK);
	for (unsigned i = 0; i < sizeof plane; i++)
		EXPECT(plane[i] == (i >= 202 && i < 398 ? 255 : 0));
	memset(depth, 0x77, sizeof depth);
	EXPECT(rt_ext_image_clear(s, &d, &all) == OK);
	EXPECT(memcmp(depth, (uint8_t[]){0, 0, 0x80, 0x77, 0, 0, 0x80, 0x77, 0, 0, 0x80, 0x77},
		       12) == 0);
	EXPECT(rt_ext_image_clear(p, NULL, &most) == INVALID);
	EXPECT(rt_ext_image_clear(p, color, NULL) == INVALID);
	EXPECT(rt_ext_image_clear(s, &d, &most) == INVALID);
	rt_ext_image_destroy(p);
	rt_ext_image_destroy(s);
}

/* Clears a box inside of a volume, whose rows and slices are padded: nothing beside it changes. */
static void clears_a_box(void)
{
	enum { WIDE = 7, HIGH = 5, DEEP = 4, ROW = 64, SLICE = ROW * HIGH + 128 };
	static uint8_t volume[SLICE * DEEP];
	const uint32_t texel[4] = {1, 2, 3, 4};
	hsa_ext_image_t v = make(describe(G(3D), O(RGBA), T(UNSIGNED_INT8), WIDE, HIGH, DEEP, 0),
		volume, ROW, SLICE);
	const hsa_ext_image_region_t box = region(1, 2, 1, 5, 2, 2),
				     nothing = region(0, 0, 0, 0, 0, 0);

	memset(volume, 9, sizeof volume);
	EXPECT(rt_ext_image_clear(v, texel, &nothing) == OK);
	EXPECT(rt_ext_image_clear(v, texel, &box) == OK);
	for (unsigned i = 0; i < sizeof volume; i++) {
		unsigned z = i / SLICE, y = i % SLICE / ROW, x = i % SLICE % ROW / 4;
		bool inside = z >= 1 && z < 3 && y >= 2 && y < 4 && x >= 1 && x < 6;

		EXPECT(volume[i] == (inside ? i % 4 + 1 : 9));
	}
	rt_ext_image_destroy(v);
}

int main(void)
{
	has_limits();
	knows_formats();
	knows_sizes();
	knows_pitches();
	refuses_to_create();
	makes_samplers();
	moves_boxes();
	moves_layers();
	copies();
	clears();
	clears_a_box();
	return 0;
}
