/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* images IMAGE: compares image instructions with chapter 7 of the PRM, which is written down here a
 * second time: element by element, in double, from the tables' text. This program shares nothing
 * with the device library or images.def. IMAGE has the kernels of images.sh.
 *
 * Where the PRM leaves the result open (coordinates outside with mode `undefined`, NaN), nothing is
 * compared; where it gives a tolerance, that tolerance is used. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hsaemu/ext_image.h"
#include "hsaemu/fileio.h"
#include "hsaemu/rt.h"

#define EXPECT(cond) \
	((cond) ? (void)0 \
		: (fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #cond), exit(1)))

/* ---- tables 7-1 to 7-4, as text -------------------------------------------------------------- */

static const char *const geometries[] = {
	"1d", "2d", "3d", "1da", "2da", "1db", "2ddepth", "2dadepth"};

static const struct order {
	const char *name, *memory, *access; /* memory components; access components, 0 and 1 */
	double border_alpha;
	const char *types;
} orders[] = {
#define ALL "s8 s16 u8 u16 i8 i16 i32 n8 n16 n32 h f"
	{"a", "a", "000a", 0, ALL},
	{"r", "r", "r001", 1, ALL},
	{"rx", "r", "r001", 0, ALL},
	{"rg", "rg", "rg01", 1, ALL},
	{"rgx", "rg", "rg01", 0, ALL},
	{"ra", "ra", "r00a", 0, ALL},
	{"rgb", "rgb", "rgb1", 1, "555 565 101010"},
	{"rgbx", "rgb", "rgb1", 0, "555 565 101010"},
	{"rgba", "rgba", "rgba", 0, ALL},
	{"bgra", "bgra", "rgba", 0, "u8 s8 i8 n8"},
	{"argb", "argb", "rgba", 0, "u8 s8 i8 n8"},
	{"abgr", "abgr", "rgba", 0, "u8 s8 i8 n8"},
	{"srgb", "rgb", "rgb1", 1, "u8"},
	{"srgbx", "rgb", "rgb1", 0, "u8"},
	{"srgba", "rgba", "rgba", 0, "u8"},
	{"sbgra", "bgra", "rgba", 0, "u8"},
	{"intensity", "i", "iiii", 0, "u8 u16 s8 s16 h f"},
	{"luminance", "l", "lll1", 1, "u8 u16 s8 s16 h f"},
	{"depth", "d", "d", 0, "u16 u24 f"},
	{"depth_stencil", "dt", "d", 0, "u24 f"},
};

static const struct type {
	const char *name;
	char kind; /* u: unorm, s: snorm, i: signed, n: unsigned, h, f */
	unsigned bits;
} types[] = {{"s8", 's', 8}, {"s16", 's', 16}, {"u8", 'u', 8}, {"u16", 'u', 16}, {"u24", 'u', 24},
	{"555", 'u', 5}, {"565", 'u', 0}, {"101010", 'u', 10}, {"i8", 'i', 8}, {"i16", 'i', 16},
	{"i32", 'i', 32}, {"n8", 'n', 8}, {"n16", 'n', 16}, {"n32", 'n', 32}, {"h", 'h', 16},
	{"f", 'f', 32}};

static bool has_word(const char *words, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = words; (p = strstr(p, word)) != NULL; p += n)
		if ((p == words || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0'))
			return true;
	return false;
}

/* ---- an image -------------------------------------------------------------------------------- */

struct picture {
	unsigned g, o, t;
	const struct order *order;
	const struct type *type;
	int size[3];          /* by coordinate */
	unsigned dims, layer; /* layer: the coordinate of the array, or 3 */
	unsigned bytes;       /* of an element: bpp / 8 */
	uint8_t *data;
	size_t data_bytes;
	bool srgb, is_float;
};

static unsigned bits_of(const struct picture *p, unsigned c)
{
	if (strcmp(p->type->name, "565") == 0)
		return c == 1 ? 6 : 5;
	return p->type->bits;
}

static unsigned element_bytes(const struct picture *p)
{
	unsigned n = (unsigned)strlen(p->order->memory);

	if (strcmp(p->type->name, "555") == 0 || strcmp(p->type->name, "565") == 0)
		return 2;
	if (strcmp(p->type->name, "101010") == 0)
		return 4;
	if (strcmp(p->order->name, "depth_stencil") == 0)
		return p->type->kind == 'f' ? 8 : 4;
	return n * p->type->bits / 8;
}

static void shape(struct picture *p)
{
	static const unsigned dims[] = {1, 2, 3, 2, 3, 1, 2, 3},
			      layers[] = {3, 3, 3, 1, 2, 3, 3, 2};

	p->dims = dims[p->g];
	p->layer = layers[p->g];
	p->bytes = element_bytes(p);
	p->srgb = p->order->name[0] == 's';
	p->is_float = strchr("ushf", p->type->kind) != NULL;
}

static uint8_t *element(const struct picture *p, const int *at)
{
	size_t n = 0;

	for (unsigned d = p->dims; d-- > 0;)
		n = n * (size_t)p->size[d] + (size_t)at[d];
	return p->data + n * p->bytes;
}

/* Returns the bits of memory component c. */
static uint32_t raw(const struct picture *p, const uint8_t *e, unsigned c)
{
	unsigned at = c * p->type->bits, bits = bits_of(p, c);
	uint32_t v = 0;

	if (strcmp(p->type->name, "555") == 0)
		at = 10 - 5 * c;
	else if (strcmp(p->type->name, "101010") == 0)
		at = 20 - 10 * c;
	else if (strcmp(p->type->name, "565") == 0)
		at = (const unsigned[]){11, 5, 0}[c];
	for (unsigned b = 0; b < bits; b++)
		v |= (uint32_t)(e[(at + b) / 8] >> (at + b) % 8 & 1) << b;
	return v;
}

static double half(uint32_t h)
{
	int e = (int)(h >> 10 & 31);
	double m = h & 1023, v = e == 31  ? (m != 0 ? NAN : INFINITY)
	                         : e == 0 ? ldexp(m, -24)
	                                  : ldexp(m + 1024, e - 25);

	return h >> 15 ? -v : v;
}

static double to_linear(double v)
{
	return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double to_srgb(double v)
{
	if (isnan(v) || v < 0)
		return 0;
	return v > 1 ? 1 : v < 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055;
}

/* Returns the access value of memory component c (table 7-3). */
static double component(const struct picture *p, const uint8_t *e, unsigned c)
{
	uint32_t v = raw(p, e, c);
	unsigned bits = bits_of(p, c);
	double s = v >> (bits - 1) & 1 ? (double)v - ldexp(1, (int)bits) : v;
	float f;

	switch (p->type->kind) {
	case 'u':
		s = v / (ldexp(1, (int)bits) - 1);
		return p->srgb && p->order->memory[c] != 'a' ? to_linear(s) : s;
	case 's':
		return fmax(s / (ldexp(1, (int)bits - 1) - 1), -1);
	case 'i':
		return s;
	case 'n':
		return v;
	case 'h':
		return half(v);
	default:
		memcpy(&f, &v, sizeof f);
		return f;
	}
}

/* Does load_texel of PRM 7.1.6.3; an index of -1 stands for the border. */
static void load_texel(const struct picture *p, const int *at, double *out)
{
	const char *access = p->order->access;
	bool border = false;

	for (unsigned d = 0; d < p->dims; d++)
		border |= at[d] < 0;
	for (unsigned k = 0; access[k] != '\0'; k++) {
		const char *from = strchr(p->order->memory, access[k]);

		if (border)
			out[k] = k == 3 ? p->order->border_alpha : 0;
		else if (access[k] == '0' || access[k] == '1')
			out[k] = access[k] - '0';
		else
			out[k] = component(p, element(p, at), (unsigned)(from - p->order->memory));
	}
}

/* ---- samplers (7.1.6) ------------------------------------------------------------------------ */

enum { NEAREST, LINEAR };
enum { UNDEFINED, EDGE, BORDER, REPEAT, MIRRORED };
struct mode {
	unsigned normalized, filter, addressing;
};

/* Returns an element's index, -1 for the border, or -2 if the PRM leaves it undefined. */
static int address(const struct picture *p, struct mode m, unsigned d, double coord)
{
	double i = floor(coord), n = p->size[d];

	if (d == p->layer)
		return (int)fmin(fmax(nearbyint(coord), 0), n - 1);
	if (i >= 0 && i < n)
		return (int)i;
	switch (m.addressing) {
	case UNDEFINED:
		return -2;
	case EDGE:
		return (int)fmin(fmax(i, 0), n - 1);
	case BORDER:
		return -1;
	case REPEAT:
		return (int)(i - floor(i / n) * n);
	default: /* of two neighbouring tiles, one is a reflection */
		i = i - floor(i / (2 * n)) * 2 * n;
		return (int)(i < n ? i : 2 * n - 1 - i);
	}
}

/* Moves a normalized coordinate into the image, or its mirror image, before it is multiplied: with
 * real numbers this changes nothing, but products of large coordinates are rounded to other
 * elements. OpenCL asks for it, and the PRM for no order. */
static float folded(struct mode m, float f)
{
	if (m.addressing == REPEAT)
		return (float)(f - floor(f));
	if (m.addressing == MIRRORED)
		return (float)fabs(f - 2 * nearbyint(0.5 * f));
	return f;
}

/* Returns a coordinate in elements, NAN if undefined. The product is rounded to f32, as the
 * PRM's. */
static double unnormalize(const struct picture *p, struct mode m, unsigned d, uint32_t bits,
	bool is_s32)
{
	float f;

	memcpy(&f, &bits, sizeof f);
	if (is_s32)
		return (int32_t)bits;
	if (!isfinite(f))
		return NAN;
	if (!m.normalized || d == p->layer)
		return f;
	return (double)(folded(m, f) * (float)p->size[d]);
}

/* Computes one sample; returns false if it is undefined. *scale becomes the largest magnitude among
 * the texels used, grown for large coordinates. */
static bool sample(const struct picture *p, struct mode m, const uint32_t *coords, bool is_s32,
	double *out, double *scale)
{
	double u[3], weight[3] = {0, 0, 0};
	double sum[4] = {0, 0, 0, 0};
	unsigned corners = 1;
	int at[3] = {0, 0, 0};

	*scale = 0;
	for (unsigned d = 0; d < p->dims; d++) {
		u[d] = unnormalize(p, m, d, coords[d], is_s32);
		if (isnan(u[d]))
			return false;
		if (m.filter == LINEAR && d != p->layer) {
			u[d] -= 0.5;
			weight[d] = u[d] - floor(u[d]);
			corners *= 2;
		}
	}
	for (unsigned c = 0; c < corners; c++) {
		double texel[4] = {0, 0, 0, 0}, w = 1;
		unsigned bit = 1;

		for (unsigned d = 0; d < p->dims; d++) {
			bool linear = m.filter == LINEAR && d != p->layer;
			bool second = linear && (c & bit) != 0;

			if (linear) {
				w *= second ? weight[d] : 1 - weight[d];
				bit *= 2;
			}
			at[d] = address(p, m, d, u[d] + second);
			if (at[d] == -2)
				return false;
		}
		load_texel(p, at, texel);
		for (unsigned k = 0; k < 4; k++) {
			*scale = fmax(*scale, fabs(texel[k]));
			sum[k] += w * texel[k];
		}
	}
	memcpy(out, sum, sizeof sum);
	for (unsigned d = 0; d < p->dims && m.filter == LINEAR; d++)
		*scale *= 1 + fabs(u[d]); /* f32 coordinates have fewer digits behind the point */
	return true;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static uint64_t random_state = 1;

static uint32_t random_bits(void)
{
	random_state = random_state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(random_state >> 32);
}

static uint32_t bits_of_float(double v)
{
	float f = (float)v;
	uint32_t b;

	memcpy(&b, &f, sizeof b);
	return b;
}

static bool is_near(const struct picture *p, double want, uint32_t got, double tolerance)
{
	float f;

	if (!p->is_float)
		return got == (uint32_t)(int64_t)want;
	memcpy(&f, &got, sizeof f);
	if (isnan(want) || isnan(f))
		return isnan(want) && isnan(f);
	return f == (float)want || fabs(f - want) <= tolerance;
}

/* Returns 1.5 ULP of v as f32. */
static double ulps(double v)
{
	return v == 0 ? 0 : 1.5 * ldexp(1, (int)fmax(ilogb(v), -126) - 23);
}

/* ---- dispatches ------------------------------------------------------------------------------ */

enum { ITEMS = 300 };

struct bench {
	struct rt *rt;
	struct rt_image *kernels;
	hsa_queue_t *queue;
	hsa_signal_t done;
	uint64_t *kernarg;
	uint32_t (*coords)[4], (*texels)[4], (*before)[4];
	unsigned long checked, failed;
};

static void run(struct bench *b, const char *name, const uint64_t *handles, unsigned n)
{
	const struct hsaemu_kernel_descriptor *kd = rt_image_kernel_find(b->kernels, name, NULL);
	hsa_kernel_dispatch_packet_t p = {.setup = 1,
		.workgroup_size_x = 64,
		.workgroup_size_y = 1,
		.workgroup_size_z = 1,
		.grid_size_x = ITEMS,
		.grid_size_y = 1,
		.grid_size_z = 1,
		.kernarg_address = b->kernarg,
		.completion_signal = b->done};
	uint64_t id = rt_queue_add_write_index(b->queue, 1);
	uint8_t *slot = (uint8_t *)b->queue->base_address + (id & (b->queue->size - 1)) * 64;
	uint16_t header = HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE;

	EXPECT(kd != NULL);
	memcpy(b->before, b->texels, ITEMS * sizeof *b->texels);
	memcpy(b->kernarg, handles, n * sizeof *handles);
	b->kernarg[n] = (uint64_t)(uintptr_t)b->coords;
	b->kernarg[n + 1] = (uint64_t)(uintptr_t)b->texels;
	p.kernel_object = (uint64_t)(uintptr_t)kd;
	p.private_segment_size = kd->private_bytes;
	p.group_segment_size = kd->group_bytes;
	rt_signal_update(b->done, RT_SIGNAL_STORE, 1);
	memcpy(slot + 2, (const uint8_t *)&p + 2, 62);
	__atomic_store_n((uint16_t *)(void *)slot, header, __ATOMIC_RELEASE);
	rt_signal_update(b->queue->doorbell_signal, RT_SIGNAL_STORE, (int64_t)id);
	EXPECT(rt_signal_wait(b->done, HSA_SIGNAL_CONDITION_LT, 1, RT_FOREVER,
		       HSA_WAIT_STATE_BLOCKED) == 0);
}

static const char *access_text(const struct picture *p)
{
	return p->is_float ? "f32" : p->type->kind == 'i' ? "s32" : "u32";
}

static void describe(const struct picture *p, hsa_ext_image_descriptor_t *d)
{
	size_t *sizes[3] = {&d->width, &d->height, &d->depth};

	*d = (hsa_ext_image_descriptor_t){
		.geometry = (hsa_ext_image_geometry_t)p->g, .format = {.channel_order = p->o}};
	/* These names stand in the order of the standard header's constants. */
	static const char *const names[] = {"s8", "s16", "u8", "u16", "u24", "555", "565", "101010",
		"i8", "i16", "i32", "n8", "n16", "n32", "h", "f"};
	while (strcmp(names[d->format.channel_type], p->type->name) != 0)
		d->format.channel_type++;
	for (unsigned k = 0; k < p->dims; k++)
		*(k == p->layer ? &d->array_size : sizes[k]) = (size_t)p->size[k];
}

static hsa_ext_image_t create(const struct picture *p, hsa_access_permission_t access)
{
	hsa_ext_image_descriptor_t d;
	hsa_ext_image_data_info_t info;
	hsa_ext_image_t image;

	describe(p, &d);
	EXPECT(rt_ext_image_data_get_info(&d, access, &info) == HSA_STATUS_SUCCESS);
	EXPECT(info.size == p->data_bytes);
	EXPECT(rt_ext_image_create(&d, p->data, access, &image) == HSA_STATUS_SUCCESS);
	return image;
}

static void fail(struct bench *b, const struct picture *p, const char *what, unsigned i, unsigned k,
	double want)
{
	float f;

	memcpy(&f, &b->texels[i][k], sizeof f);
	if (b->failed++ < 20)
		fprintf(stderr,
			"%s %s %s %s: at %08x %08x %08x component %u: %08x (%.9g) for %.9g\n", what,
			geometries[p->g], p->order->name, p->type->name, b->coords[i][0],
			b->coords[i][1], b->coords[i][2], k, b->texels[i][k], (double)f, want);
}

/* ---- rdimage --------------------------------------------------------------------------------- */

static uint32_t integer_coordinate(const struct picture *p, unsigned d)
{
	static const uint32_t far[] = {INT32_MAX, (uint32_t)INT32_MIN, 0x1000000, UINT32_MAX};
	uint32_t r = random_bits();

	if (r % 16 == 0)
		return far[r / 16 % 4];
	return (uint32_t)((int)(r / 16 % (unsigned)(p->size[d] + 8)) - 4);
}

static uint32_t float_coordinate(const struct picture *p, unsigned d, bool normalized)
{
	static const double odd[] = {
		NAN, INFINITY, -INFINITY, 1e9, -1e9, 0x1p24, -0.0, 1e-30, -1e-9};
	uint32_t r = random_bits();
	double size = p->size[d], v;

	if (r % 32 == 0)
		return bits_of_float(odd[r / 32 % 9]);
	v = (double)(r / 64 % 4096) / 4095 * (3 * size + 4) - size - 2;
	if (r % 64 < 40)
		v = floor(v) + (double)(r % 5) / 4; /* centres, edges, quarters */
	if (normalized && d != p->layer)
		v /= size;
	return bits_of_float(v);
}

/* Whether a coordinate is so far away that f32 has no digits behind the point there and cannot tell
 * neighbours apart. */
static bool is_distant(const struct picture *p, struct mode m, const uint32_t *coords)
{
	for (unsigned d = 0; d < p->dims; d++) {
		double u = unnormalize(p, m, d, coords[d], false);

		if (d != p->layer && fabs(u) > 0x1p20)
			return true;
	}
	return false;
}

static void check_reads(struct bench *b, const struct picture *p, struct mode m, bool is_s32)
{
	bool is_norm = p->type->kind == 'u' || p->type->kind == 's';

	for (unsigned i = 0; i < ITEMS; i++) {
		double want[4], scale;
		bool wraps = m.addressing >= REPEAT || m.filter == LINEAR;

		if (b->coords[i][3] == 0) {
			EXPECT(memcmp(b->texels[i], b->before[i], sizeof b->texels[i]) == 0);
			continue;
		}
		if (!sample(p, m, b->coords[i], is_s32, want, &scale) ||
			(wraps && !is_s32 && is_distant(p, m, b->coords[i])))
			continue;
		for (unsigned k = 0; p->order->access[k] != '\0'; k++) {
			double tolerance =
				m.filter == LINEAR ? scale * 0x1p-20 + 1e-37 : ulps(want[k]);
			float f;

			memcpy(&f, &b->texels[i][k], sizeof f);
			b->checked++;
			if (!is_near(p, want[k], b->texels[i][k], tolerance) ||
				(is_norm && (f > 1 || f < -1)))
				fail(b, p, "rdimage", i, k, want[k]);
		}
	}
}

static void fill_randomly(const struct picture *p, bool finite)
{
	for (size_t i = 0; i < p->data_bytes; i++)
		p->data[i] = (uint8_t)(random_bits() >> 7);
	if (!finite)
		return;
	/* leaves out large numbers, NaN and infinity */
	for (size_t i = 0; i < p->data_bytes; i += 2) {
		if (p->type->kind == 'h')
			p->data[i + 1] = (p->data[i + 1] & 0x80) | (p->data[i + 1] & 0x7f) % 0x50;
		if (p->type->kind == 'f' && i % 4 == 2)
			p->data[i + 1] = (p->data[i + 1] & 0x80) | (uint8_t)(0x3e + p->data[i] % 3);
	}
}

static void read_by(struct bench *b, const struct picture *p, struct mode m, bool is_s32)
{
	const hsa_ext_sampler_descriptor_t d = {m.normalized, m.filter, m.addressing};
	hsa_ext_image_t image = create(p, HSA_ACCESS_PERMISSION_RO);
	hsa_ext_sampler_t sampler;
	char name[40];

	EXPECT(rt_ext_sampler_create(&d, &sampler) == HSA_STATUS_SUCCESS);
	for (unsigned i = 0; i < ITEMS; i++) {
		for (unsigned k = 0; k < 3; k++) {
			unsigned axis = k < p->dims ? k : 0;

			b->coords[i][k] = is_s32 ? integer_coordinate(p, axis)
			                         : float_coordinate(p, axis, m.normalized);
		}
		b->coords[i][3] = random_bits() % 8;
		memset(b->texels[i], 0x55, sizeof b->texels[i]);
	}
	snprintf(name, sizeof name, "&rd_%s_%s_%s", geometries[p->g], access_text(p),
		is_s32 ? "s32" : "f32");
	run(b, name, (const uint64_t[]){image.handle, sampler.handle}, 2);
	check_reads(b, p, m, is_s32);
	rt_ext_sampler_destroy(sampler);
	rt_ext_image_destroy(image);
}

/* Tests all rows of table 7-6. */
static void read_all(struct bench *b, const struct picture *p)
{
	fill_randomly(p, false);
	for (unsigned a = UNDEFINED; a <= MIRRORED; a++) {
		if (a <= BORDER) {
			read_by(b, p, (struct mode){0, NEAREST, a}, true);
			read_by(b, p, (struct mode){0, NEAREST, a}, false);
		}
		read_by(b, p, (struct mode){1, NEAREST, a}, false);
	}
	fill_randomly(p, true);
	for (unsigned a = UNDEFINED; a <= MIRRORED && p->is_float; a++) {
		if (a <= BORDER)
			read_by(b, p, (struct mode){0, LINEAR, a}, false);
		read_by(b, p, (struct mode){1, LINEAR, a}, false);
	}
}

/* ---- ldimage, stimage ------------------------------------------------------------------------ */

static void inside_coordinates(struct bench *b, const struct picture *p, unsigned i)
{
	b->coords[i][1] = b->coords[i][2] = 0xdead;
	for (unsigned d = 0; d < p->dims; d++)
		b->coords[i][d] = random_bits() % (unsigned)p->size[d];
	b->coords[i][3] = random_bits() % 8;
}

static void load_all(struct bench *b, const struct picture *p)
{
	hsa_ext_image_t image = create(p, HSA_ACCESS_PERMISSION_RW);
	char name[40];

	fill_randomly(p, false);
	for (unsigned i = 0; i < ITEMS; i++)
		inside_coordinates(b, p, i);
	snprintf(name, sizeof name, "&ld_%s_%s", geometries[p->g], access_text(p));
	run(b, name, &image.handle, 1);
	for (unsigned i = 0; i < ITEMS; i++) {
		double want[4];
		int at[3];

		for (unsigned d = 0; d < 3; d++)
			at[d] = (int)b->coords[i][d];
		load_texel(p, at, want);
		for (unsigned k = 0; b->coords[i][3] != 0 && p->order->access[k] != '\0';
			k++, b->checked++)
			if (!is_near(p, want[k], b->texels[i][k], ulps(want[k])))
				fail(b, p, "ldimage", i, k, want[k]);
	}
	rt_ext_image_destroy(image);
}

/* Returns a value to store: an edge of the range, a half between two numbers, or any value. */
static uint32_t value(const struct picture *p, unsigned c)
{
	static const double edges[] = {0, -0.0, 1, -1, 0.5, 2, -2, 1.0001, -1.0001, NAN, INFINITY,
		-INFINITY, 1e-40, 65504, 65519, 65520, -7e-8, 3e-8, 0.0031308, 1e30};
	static const uint32_t words[] = {0, 1, 127, 128, 255, 256, 32767, 32768, 65535, 65536,
		INT32_MAX, (uint32_t)INT32_MIN, UINT32_MAX, (uint32_t)-128, (uint32_t)-129,
		(uint32_t)-32769};
	uint32_t r = random_bits();
	double scale = ldexp(1, (int)bits_of(p, c)) - 1;

	if (!p->is_float)
		return r % 2 ? words[r / 2 % 16] : random_bits() >> r % 32;
	if (r % 4 == 0)
		return bits_of_float(edges[r / 4 % 20]);
	if (r % 4 == 1)
		return bits_of_float((r / 4 % 512 - 256.0 + 0.5) / scale);
	return bits_of_float(((double)random_bits() - 0x1p31) * (r % 4 == 2 ? 0x1p-31 : 0x1p-14));
}

/* Whether `got` is `want` rounded to the nearest f16. Either neighbour may result halfway between
 * two numbers; 65520 and above become infinity. */
static bool half_may_be(uint32_t got, double want)
{
	double h = half(got), size = fmin(fabs(want), 65536);
	double unit = size < ldexp(1, -14) ? ldexp(1, -24) : ldexp(1, ilogb(size) - 10);

	if (isnan(want) || isnan(h))
		return isnan(want) && isnan(h);
	if (isinf(h))
		return fabs(want) >= 65520 && signbit(h) == signbit(want);
	return fabs(want) < 65520 && fabs(h - want) <= unit / 2;
}

/* Whether memory component c may hold `got` after a store of the value `bits` (table 7-3). */
static bool may_be(const struct picture *p, unsigned c, uint32_t got, uint32_t bits)
{
	double top = ldexp(1, (int)bits_of(p, c)) - 1, bottom = 0, want;
	double have = got;
	float f;

	memcpy(&f, &bits, sizeof f);
	if (p->type->kind == 's' || p->type->kind == 'i') {
		top = floor(top / 2);
		bottom = -top - 1;
		have = got > top ? have - 2 * top - 2 : have;
	}
	switch (p->type->kind) {
	case 'i':
		return have == fmin(fmax((int32_t)bits, bottom), top);
	case 'n':
		return have == fmin(bits, top);
	case 'h':
		return half_may_be(got, f);
	case 'f':
		return isnan(f) ? (got & 0x7fffffff) > 0x7f800000 : got == bits;
	}
	want = isnan(f) ? 0 : f;
	if (p->srgb && p->order->memory[c] != 'a')
		want = to_srgb(want);
	return fabs(have - fmin(fmax(want * top, bottom), top)) <= 0.6;
}

static void check_element(struct bench *b, const struct picture *p, const uint8_t *before,
	unsigned i)
{
	int at[3] = {(int)b->coords[i][0], (int)b->coords[i][1], (int)b->coords[i][2]};
	uint8_t *e = element(p, at);
	const uint8_t *old = before + (e - p->data);

	for (unsigned c = 0; c < strlen(p->order->memory); c++) {
		const char *access = strchr(p->order->access, p->order->memory[c]);

		unsigned k = access == NULL ? 0 : (unsigned)(access - p->order->access);
		unsigned depth = p->type->bits / 8;
		/* a component that stores do not reach is a stencil, and is kept */
		bool right = access == NULL ? memcmp(e + depth, old + depth, p->bytes - depth) == 0
		                            : may_be(p, c, raw(p, e, c), b->texels[i][k]);

		b->checked++;
		if (!right)
			fail(b, p, "stimage", i, k, raw(p, e, c));
	}
	memcpy(e, old, p->bytes); /* all other bytes must be as before */
}

/* Stores from each work-item to an element that no other one stores to. */
static void store_all(struct bench *b, const struct picture *p)
{
	hsa_ext_image_t image = create(p, HSA_ACCESS_PERMISSION_WO);
	size_t elements = p->data_bytes / p->bytes;
	uint8_t *before = malloc(p->data_bytes);
	char name[40];

	EXPECT(before != NULL);
	fill_randomly(p, false);
	memcpy(before, p->data, p->data_bytes);
	for (unsigned i = 0; i < ITEMS; i++) {
		size_t n = i * 7919u % elements;

		b->coords[i][3] = i < elements && random_bits() % 8 != 0;
		for (unsigned d = 0; d < 3; d++) {
			b->coords[i][d] = d < p->dims ? (uint32_t)(n % (size_t)p->size[d]) : 0xdead;
			n /= d < p->dims ? (size_t)p->size[d] : 1;
		}
		for (unsigned k = 0; k < 4; k++)
			b->texels[i][k] = value(p, k % (unsigned)strlen(p->order->memory));
	}
	snprintf(name, sizeof name, "&st_%s_%s", geometries[p->g], access_text(p));
	run(b, name, &image.handle, 1);
	for (unsigned i = 0; i < ITEMS; i++)
		if (b->coords[i][3] != 0)
			check_element(b, p, before, i);
	EXPECT(memcmp(before, p->data, p->data_bytes) == 0);
	free(before);
	rt_ext_image_destroy(image);
}

/* ---- all ------------------------------------------------------------------------------------- */

static void open_bench(struct bench *b, const char *file)
{
	struct rt_options o = {.threads = 1};
	const struct rt_queue_options queue = {.packets = 16, .type = HSA_QUEUE_TYPE_SINGLE};
	struct file_data f;
	struct diag d;

	diag_init(&d, &(struct diag_options){0});
	EXPECT(rt_new(&o, &b->rt) == HSA_STATUS_SUCCESS);
	EXPECT(file_read(&f, file, &d));
	EXPECT(rt_image_load(file, f.bytes, f.len, &b->kernels, &d));
	file_release(&f);
	diag_release(&d);
	EXPECT(rt_queue_create(b->rt, &queue, &b->queue) == HSA_STATUS_SUCCESS);
	EXPECT(rt_signal_create(b->rt, 1, &b->done) == HSA_STATUS_SUCCESS);
	b->kernarg = rt_memory_alloc(64);
	b->coords = rt_memory_alloc(ITEMS * sizeof *b->coords);
	b->texels = rt_memory_alloc(ITEMS * sizeof *b->texels);
	b->before = rt_memory_alloc(ITEMS * sizeof *b->before);
}

static void close_bench(struct bench *b)
{
	rt_memory_free(b->before, ITEMS * sizeof *b->before);
	rt_memory_free(b->texels, ITEMS * sizeof *b->texels);
	rt_memory_free(b->coords, ITEMS * sizeof *b->coords);
	rt_memory_free(b->kernarg, 64);
	rt_free(b->rt);
	rt_image_free(b->kernels);
}

static void check_format(struct bench *b, struct picture *p)
{
	static const int sizes[][3] = {{37, 1, 1}, {13, 5, 1}, {7, 5, 3}, {11, 4, 1}, {6, 5, 3},
		{301, 1, 1}, {12, 5, 1}, {5, 6, 4}};

	shape(p);
	memcpy(p->size, sizes[p->g], sizeof p->size);
	p->data_bytes = p->bytes;
	for (unsigned d = 0; d < p->dims; d++)
		p->data_bytes *= (size_t)p->size[d];
	/* The data start at the block's start, and at least 16 spare bytes follow them. */
	uint8_t *block = aligned_alloc(16, (p->data_bytes + 31) / 16 * 16);
	EXPECT(block != NULL);
	p->data = block;
	if (p->g != 5)
		read_all(b, p);
	load_all(b, p);
	store_all(b, p);
	free(block);
}

int main(int argc, char **argv)
{
	struct bench b = {0};
	unsigned formats = 0;

	EXPECT(argc == 2);
	open_bench(&b, argv[1]);
	for (unsigned g = 0; g < 8; g++)
		for (unsigned o = 0; o < 20; o++)
			for (unsigned t = 0; t < 16; t++) {
				struct picture p = {.g = g,
					.o = o,
					.t = t,
					.order = &orders[o],
					.type = &types[t]};
				bool depth = strchr(orders[o].memory, 'd') != NULL;

				if (depth != (g >= 6) || !has_word(orders[o].types, types[t].name))
					continue;
				check_format(&b, &p);
				formats++;
			}
	close_bench(&b);
	printf("%u formats, %lu components, %lu wrong\n", formats, b.checked, b.failed);
	return b.failed != 0;
}
