/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The device library against the C library and the compiler. Its symbols carry the prefix h_ here
 * (libhsaemu-core/helpers/module.mk), so the code under test is the code of the archive. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "hsaemu/image_abi.h"

__extension__ typedef _Float16 f16;

void *h_memcpy(void *restrict dst, const void *restrict src, size_t n);
void *h_memmove(void *dst, const void *src, size_t n);
void *h_memset(void *dst, int c, size_t n);
int h_memcmp(const void *a, const void *b, size_t n);
double h_fma(double x, double y, double z);
float h_fmaf(float x, float y, float z);
float h___extendhfsf2(f16 v);
f16 h___truncsfhf2(float v);
f16 h___truncdfhf2(double v);
float h___gnu_h2f_ieee(uint16_t h);
uint16_t h___gnu_f2h_ieee(float v);
void h_hsa_rdimage(const struct hsaemu_image *image, uint64_t sampler, const uint32_t *coords,
	uint32_t *texels, uint32_t active,
	uint32_t form) __asm__("h_" HSAEMU_HELPER("hsa_rdimage"));
void h_hsa_ldimage(const struct hsaemu_image *image, const uint32_t *coords, uint32_t *texels,
	uint32_t active, uint32_t form) __asm__("h_" HSAEMU_HELPER("hsa_ldimage"));
void h_hsa_stimage(const struct hsaemu_image *image, const uint32_t *coords, const uint32_t *texels,
	uint32_t active, uint32_t form) __asm__("h_" HSAEMU_HELPER("hsa_stimage"));

/* xorshift64*: the same numbers in every run */
static uint64_t random_state = 0x9e3779b97f4a7c15;
static uint64_t next_random(void)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return random_state * 0x2545f4914f6cdd1d;
}

#define BITS_TO(name, from, to) \
	static to name(from bits) \
	{ \
		to v; \
		memcpy(&v, &bits, sizeof v); \
		return v; \
	}
BITS_TO(double_of, uint64_t, double)
BITS_TO(float_of, uint32_t, float)
BITS_TO(half_of, uint16_t, f16)
BITS_TO(bits_of_double, double, uint64_t)
BITS_TO(bits_of_float, float, uint32_t)
BITS_TO(bits_of_half, f16, uint16_t)

Test(helpers, fma_rounds_once)
{
	static const uint64_t special[] = {0, 1, 2, 0xfffffffffffff, 0x10000000000000,
		0x3fefffffffffffff, 0x3ff0000000000000, 0x3ff0000000000001, 0x3ca0000000000000,
		0x7fefffffffffffff, 0x7ff0000000000000, 0x7ff8000000000000, 0x1ff0000000000000,
		0x4340000000000000, 0x0360000000000001};

	for (unsigned i = 0; i < 2000000; i++) {
		uint64_t b[3];
		for (int k = 0; k < 3; k++) {
			uint64_t r = next_random();
			b[k] = r % 8 == 0 ? special[r / 8 % 15] ^ (r & UINT64_C(1) << 63) : r;
		}
		if (i % 2) { /* an addend near the product, of either sign */
			double p = double_of(b[0]) * double_of(b[1]);
			b[2] = bits_of_double(-p) + b[2] % 64 - 32 + ((b[2] & 0x7c0) << 47);
		}
		double x = double_of(b[0]), y = double_of(b[1]), z = double_of(b[2]);
		double want = fma(x, y, z), got = h_fma(x, y, z);
		cr_assert(isnan(want) ? isnan(got) : bits_of_double(want) == bits_of_double(got),
			"fma(%a, %a, %a) is %a, not %a", x, y, z, want, got);
	}
}

Test(helpers, fmaf_rounds_once)
{
	for (unsigned i = 0; i < 4000000; i++) {
		uint64_t r = next_random(), s = next_random();
		float x = float_of((uint32_t)r), y = float_of((uint32_t)(r >> 32));
		float z = float_of((uint32_t)s);
		if (i % 2)
			z = float_of(bits_of_float(-x * y) + (uint32_t)(s >> 59) +
				     ((uint32_t)(s >> 56 & 7) << 22));
		float want = fmaf(x, y, z), got = h_fmaf(x, y, z);
		cr_assert(isnan(want) ? isnan(got) : bits_of_float(want) == bits_of_float(got),
			"fmaf(%a, %a, %a) is %a, not %a", x, y, z, want, got);
	}
	cr_assert_eq(h_fmaf(0x1p-149f, 0.5f, 0x1p-149f), 0x1p-148f); /* a tie, to even */
}

Test(helpers, halves_extend_exactly)
{
	for (uint32_t h = 0; h < 0x10000; h++) {
		float got = h___extendhfsf2(half_of((uint16_t)h)),
		      want = (float)half_of((uint16_t)h);
		cr_assert_eq(bits_of_float(got), bits_of_float(h___gnu_h2f_ieee((uint16_t)h)));
		cr_assert(isnan(want) ? isnan(got) : bits_of_float(got) == bits_of_float(want),
			"%x", h);
		cr_assert(isnan(got) || h___gnu_f2h_ieee(got) == h);
		cr_assert(isnan(got) || bits_of_half(h___truncdfhf2(got)) == h);
	}
}

/* Between two neighbouring halves: just below, at and just above the middle. */
Test(helpers, halves_round_to_nearest_even)
{
	for (uint16_t h = 0; h < 0x7bff; h++) {
		double low = (double)half_of(h), high = (double)half_of((uint16_t)(h + 1));
		double middle = (low + high) / 2;
		uint16_t even = h & 1 ? (uint16_t)(h + 1) : h;
		cr_assert_eq(bits_of_half(h___truncdfhf2(middle)), even);
		cr_assert_eq(bits_of_half(h___truncdfhf2(nextafter(middle, 0))), h);
		cr_assert_eq(bits_of_half(h___truncdfhf2(nextafter(middle, high))), h + 1);
		cr_assert_eq(bits_of_half(h___truncdfhf2(-middle)), even | 0x8000);
		cr_assert_eq(h___gnu_f2h_ieee((float)middle), even);
		cr_assert_eq(bits_of_half(h___truncsfhf2(nextafterf((float)middle, 0))), h);
	}
	cr_assert_eq(h___gnu_f2h_ieee(65519.996f), 0x7bff);
	cr_assert_eq(h___gnu_f2h_ieee(65520.0f), 0x7c00);
	cr_assert_eq(h___gnu_f2h_ieee(-INFINITY), 0xfc00);
	cr_assert_eq(h___gnu_f2h_ieee(0x1p-26f), 0);
	cr_assert_eq(h___gnu_f2h_ieee(float_of(0x7f802000)), 0x7e01); /* NaN: quiet, with payload */
	cr_assert_eq(bits_of_half(h___truncdfhf2(0x1.0000000000001p-25)), 1);
}

Test(helpers, blocks)
{
	static uint8_t a[300], b[300], ref[300];

	for (unsigned round = 0; round < 20000; round++) {
		size_t n = next_random() % 100, from = next_random() % 100,
		       to = next_random() % 100;
		for (size_t i = 0; i < sizeof a; i++)
			a[i] = b[i] = ref[i] = (uint8_t)next_random();
		memmove(ref + to, ref + from, n);
		h_memmove(a + to, a + from, n);
		cr_assert_eq(memcmp(a, ref, sizeof a), 0);
		h_memcpy(a + to, b + from, n);
		cr_assert_eq(memcmp(a + to, b + from, n), 0);
		h_memset(a + to, (int)round, n);
		memset(ref + to, (int)round, n);
		cr_assert_eq(memcmp(a + to, ref + to, n), 0);
		cr_assert_eq(h_memcmp(a + to, ref + to, n), 0);
		if (n > 0) {
			ref[to + n / 2] ^= 0x80;
			cr_assert_eq(h_memcmp(a + to, ref + to, n) < 0,
				memcmp(a + to, ref + to, n) < 0);
		}
	}
}

/* ---- images: what tests/diff/images.c samples, exhaustively ---------------------------------- */

static double to_linear(double v)
{
	return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

/* One row of bytes; the alpha is the fourth. */
static struct hsaemu_image row_of(void *data, unsigned order, unsigned type, uint32_t width)
{
	struct hsaemu_image im = {.data = data,
		.geometry = HSAEMU_GEOMETRY_1D,
		.channel_order = (uint8_t)order,
		.channel_type = (uint8_t)type,
		.access = HSAEMU_IMAGE_RW,
		.width = width};
	cr_assert(hsaemu_image_lay_out(&im));
	return im;
}

Test(helpers, srgb_is_a_table)
{
	uint8_t bytes[256 * 4];
	struct hsaemu_image im = row_of(bytes, HSAEMU_ORDER_SRGBA, HSAEMU_CHANNEL_UNORM_INT8, 256);

	for (uint32_t v = 0; v < 256; v++)
		memset(bytes + 4 * v, (int)v, 4);
	for (uint32_t v = 0; v < 256; v++) {
		uint32_t texel[4];
		double step = to_linear((v + 0.5) / 255);
		float half = (float)step;

		h_hsa_ldimage(&im, &v, texel, 1, 1);
		cr_assert_eq(float_of(texel[1]), (float)to_linear(v / 255.0), "%u", v);
		cr_assert_eq(float_of(texel[3]), (float)(v / 255.0), "%u", v);
		/* either side of the middle between two values */
		for (int k = 0; k < 2 && v < 255; k++) {
			float side = k == 0 ? nextafterf(half, 0) : nextafterf(half, 2);
			uint32_t in[4] = {bits_of_float(side), 0, 0, 0}, at = 0;

			h_hsa_stimage(&im, &at, in, 1, 1);
			cr_assert_eq(bytes[0], v + (unsigned)k, "%u %.9g", v, (double)side);
		}
		memset(bytes, 0, 4);
	}
}

Test(helpers, images_convert_all_halves)
{
	uint16_t half = 0;
	struct hsaemu_image im = row_of(&half, HSAEMU_ORDER_R, HSAEMU_CHANNEL_HALF_FLOAT, 1);
	uint32_t at = 0, texel[4];

	for (uint32_t h = 0; h < 65536; h++) {
		half = (uint16_t)h;
		h_hsa_ldimage(&im, &at, texel, 1, 1);
		cr_assert_eq(texel[0], bits_of_float(h___gnu_h2f_ieee((uint16_t)h)), "%x", h);
	}
	for (unsigned i = 0; i < 1000000; i++) {
		uint32_t bits = (uint32_t)next_random();

		if (i % 2)
			bits = (bits & 0x8fffffff) | 0x30000000 | (bits >> 3 & 0x10000000);
		texel[0] = bits;
		h_hsa_stimage(&im, &at, texel, 1, 1);
		cr_assert_eq(half, h___gnu_f2h_ieee(float_of(bits)), "%x", bits);
	}
}

Test(helpers, images_of_no_lane_are_not_touched)
{
	uint32_t at = 0, texel[4] = {1, 2, 3, 4};

	h_hsa_rdimage(NULL, 0, &at, texel, 0, 1);
	h_hsa_ldimage(NULL, &at, texel, 0, 1);
	h_hsa_stimage(NULL, &at, texel, 0, 1);
	cr_assert_eq(texel[0], 1);
}
