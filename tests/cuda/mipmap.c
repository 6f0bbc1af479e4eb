/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Mipmapped arrays: reads of levels, by gradients and of views, against the CUDA programming
 * guide's formulas in double; queries; surfaces of levels; and what is refused. */
#include <math.h>
#include "cuda_client.h"

enum { READS = 64, INPUTS = 12, LAYER = 11 };

/* Each read has 12 numbers: coordinates, then a level or gradients, and the layer as an integer. */
#define READ_KERNEL(name, instruction, geometry, coordinates, rest) \
	".visible .entry " name "(.param .u64 t, .param .u64 in, .param .u64 out)\n" \
	"{\n" \
	"	.reg .b32 %r<3>; .reg .f32 %f<12>; .reg .f32 %g<5>; .reg .b64 %rd<6>;\n" \
	"	ld.param.u64 %rd1, [t]; ld.param.u64 %rd2, [in]; ld.param.u64 %rd3, [out];\n" \
	"	mov.u32 %r1, %tid.x;\n" \
	"	mul.wide.u32 %rd4, %r1, 48; add.u64 %rd2, %rd2, %rd4;\n" \
	"	mul.wide.u32 %rd5, %r1, 16; add.u64 %rd3, %rd3, %rd5;\n" \
	"	ld.global.f32 %f0, [%rd2]; ld.global.f32 %f1, [%rd2+4];\n" \
	"	ld.global.f32 %f2, [%rd2+8];\n" \
	"	ld.global.f32 %f3, [%rd2+12]; ld.global.f32 %f4, [%rd2+16];\n" \
	"	ld.global.f32 %f5, [%rd2+20]; ld.global.f32 %f6, [%rd2+24];\n" \
	"	ld.global.f32 %f7, [%rd2+28]; ld.global.f32 %f8, [%rd2+32];\n" \
	"	ld.global.u32 %r2, [%rd2+44];\n" \
	"	" instruction "." geometry \
	".v4.f32.f32 {%g1, %g2, %g3, %g4}, [%rd1, {" coordinates "}]" rest ";\n" \
	"	st.global.f32 [%rd3], %g1; st.global.f32 [%rd3+4], %g2;\n" \
	"	st.global.f32 [%rd3+8], %g3; st.global.f32 [%rd3+12], %g4;\n" \
	"	ret;\n" \
	"}\n"
#define GRADIENTS_1 ", {%f3}, {%f6}"
#define GRADIENTS_2 ", {%f3, %f4}, {%f6, %f7}"
#define GRADIENTS_3 ", {%f3, %f4, %f5, %f5}, {%f6, %f7, %f8, %f8}"
#define KERNELS(geometry, coordinates, gradients) \
	READ_KERNEL("plain_" geometry, "tex", geometry, coordinates, ""), \
		READ_KERNEL("level_" geometry, "tex.level", geometry, coordinates, ", %f3"), \
		READ_KERNEL("grad_" geometry, "tex.grad", geometry, coordinates, gradients)
/* pieces of one text, which is longer than C's strings must be */
static const char *const ptx[] = {".version 6.4\n.target sm_60\n.address_size 64\n",
	KERNELS("1d", "%f0", GRADIENTS_1), KERNELS("2d", "%f0, %f1", GRADIENTS_2),
	KERNELS("3d", "%f0, %f1, %f2, %f2", GRADIENTS_3), KERNELS("a1d", "%r2, %f0", GRADIENTS_1),
	KERNELS("a2d", "%r2, %f0, %f1, %f1", GRADIENTS_2),
	KERNELS("cube", "%f0, %f1, %f2, %f2", GRADIENTS_3),
	KERNELS("acube", "%r2, %f0, %f1, %f2", GRADIENTS_3),
	READ_KERNEL("moved", "tex.level", "2d", "%f0, %f1", ", %f3, {-3, 2}"),
	".visible .entry query(.param .u64 t, .param .u64 out)\n"
	"{\n"
	"	.reg .b32 %r<6>; .reg .b64 %rd<4>;\n"
	"	ld.param.u64 %rd1, [t]; ld.param.u64 %rd2, [out];\n"
	"	mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 16; add.u64 %rd2, %rd2, %rd3;\n"
	"	txq.num_mipmap_levels.b32 %r2, [%rd1];\n"
	"	txq.level.width.b32 %r3, [%rd1], %r1;\n"
	"	txq.level.height.b32 %r4, [%rd1], %r1;\n"
	"	txq.level.depth.b32 %r5, [%rd1], %r1;\n"
	"	st.global.u32 [%rd2], %r2; st.global.u32 [%rd2+4], %r3;\n"
	"	st.global.u32 [%rd2+8], %r4; st.global.u32 [%rd2+12], %r5;\n"
	"	ret;\n"
	"}\n",
	/* an element is the mean of four of the level before */
	".visible .entry halve(.param .u64 from, .param .u64 to)\n"
	"{\n"
	"	.reg .b32 %r<6>; .reg .f32 %f<5>; .reg .b64 %rd<3>;\n"
	"	ld.param.u64 %rd1, [from]; ld.param.u64 %rd2, [to];\n"
	"	mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y;\n"
	"	shl.b32 %r3, %r1, 3; shl.b32 %r4, %r2, 1; add.u32 %r5, %r4, 1;\n"
	"	suld.b.2d.b32.trap {%f1}, [%rd1, {%r3, %r4}];\n"
	"	suld.b.2d.b32.trap {%f2}, [%rd1, {%r3, %r5}];\n"
	"	add.u32 %r3, %r3, 4; add.f32 %f1, %f1, %f2;\n"
	"	suld.b.2d.b32.trap {%f2}, [%rd1, {%r3, %r4}];\n"
	"	suld.b.2d.b32.trap {%f3}, [%rd1, {%r3, %r5}];\n"
	"	add.f32 %f1, %f1, %f2; add.f32 %f1, %f1, %f3; mul.f32 %f1, %f1, 0f3E800000;\n"
	"	shl.b32 %r1, %r1, 2;\n"
	"	sust.b.2d.b32.trap [%rd2, {%r1, %r2}], {%f1};\n"
	"	ret;\n"
	"}\n"};

static uint32_t seed = 4711;

static double draw(double low, double high)
{
	seed = seed * 1664525 + 1013904223;
	return low + (seed >> 8) / 16777216.0 * (high - low);
}

/* ---- arrays ---------------------------------------------------------------------------------- */

enum shape { LINE, PLANE, BLOCK, LINES, PLANES, CUBE, CUBES, SHAPES };
static const struct {
	const char *name;
	unsigned axes, width, height, depth, flags;
} shapes[SHAPES] = {
	[LINE] = {"1d", 1, 20, 0, 0, 0},
	[PLANE] = {"2d", 2, 20, 12, 0, 0},
	[BLOCK] = {"3d", 3, 12, 10, 6, 0},
	[LINES] = {"a1d", 1, 20, 0, 3, CUDA_ARRAY3D_LAYERED},
	[PLANES] = {"a2d", 2, 16, 12, 3, CUDA_ARRAY3D_LAYERED},
	[CUBE] = {"cube", 2, 16, 16, 6, CUDA_ARRAY3D_CUBEMAP},
	[CUBES] = {"acube", 2, 16, 16, 12, CUDA_ARRAY3D_CUBEMAP | CUDA_ARRAY3D_LAYERED},
};

enum { MOST_LEVELS = 5, MOST_TEXELS = 16 * 16 * 12 };
struct level {
	int size[3], layers;
	float texels[MOST_TEXELS][4]; /* as kernels read them */
};
struct pyramid {
	enum shape shape;
	CUmipmappedArray array;
	unsigned count;
	struct level levels[MOST_LEVELS];
};

static size_t at_least_one(size_t n)
{
	return n == 0 ? 1 : n;
}

/* Fills a level with random elements: floats, or bytes that kernels read as fractions. */
static void fill(struct level *l, CUarray a, bool is_float)
{
	static uint8_t bytes[MOST_TEXELS][4];
	CUDA_ARRAY3D_DESCRIPTOR d;
	OK(cuArray3DGetDescriptor(&d, a));
	bool layered = (d.Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP)) != 0;
	size_t rows = at_least_one(d.Height), slices = at_least_one(d.Depth);
	l->size[0] = (int)d.Width;
	l->size[1] = (int)rows;
	l->size[2] = layered ? 1 : (int)slices;
	l->layers = layered ? (int)slices : 1;
	EXPECT(d.Width * rows * slices <= MOST_TEXELS);
	for (size_t i = 0; i < d.Width * rows * slices; i++)
		for (unsigned c = 0; c < 4; c++) {
			bytes[i][c] = (uint8_t)draw(0, 256);
			l->texels[i][c] = (float)(is_float ? draw(0, 1) : bytes[i][c] / 255.0);
		}
	size_t element = is_float ? 16 : 4;
	const CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
		.srcHost = is_float ? (void *)l->texels : (void *)bytes,
		.srcPitch = d.Width * element,
		.srcHeight = rows,
		.dstMemoryType = CU_MEMORYTYPE_ARRAY,
		.dstArray = a,
		.WidthInBytes = d.Width * element,
		.Height = rows,
		.Depth = slices};
	OK(cuMemcpy3D(&copy));
}

static void make(struct pyramid *p, enum shape shape, bool is_float)
{
	const CUDA_ARRAY3D_DESCRIPTOR d = {.Width = shapes[shape].width,
		.Height = shapes[shape].height,
		.Depth = shapes[shape].depth,
		.Format = is_float ? CU_AD_FORMAT_FLOAT : CU_AD_FORMAT_UNSIGNED_INT8,
		.NumChannels = 4,
		.Flags = shapes[shape].flags};
	CUarray level;
	p->shape = shape;
	p->count = 0;
	OK(cuMipmappedArrayCreate(&p->array, &d, 99));
	while (cuMipmappedArrayGetLevel(&level, p->array, p->count) == CUDA_SUCCESS) {
		EXPECT(p->count < MOST_LEVELS);
		fill(&p->levels[p->count++], level, is_float);
	}
	EXPECT(p->count == (shape == BLOCK ? 4u : 5u));
}

/* ---- the formulas ---------------------------------------------------------------------------- */

struct settings {
	CUDA_TEXTURE_DESC texture;
	CUDA_RESOURCE_VIEW_DESC view;
};

/* Returns the index of a texel, or -1: the border. */
static int address(CUaddress_mode mode, int i, int size)
{
	int tile = (i < 0 ? i - size + 1 : i) / size, in = i - tile * size;
	switch (mode) {
	case CU_TR_ADDRESS_MODE_WRAP:
		return in;
	case CU_TR_ADDRESS_MODE_MIRROR:
		return tile % 2 == 0 ? in : size - 1 - in;
	case CU_TR_ADDRESS_MODE_BORDER:
		return i < 0 || i >= size ? -1 : i;
	default:
		return i < 0 ? 0 : i >= size ? size - 1 : i;
	}
}

static double texel(const struct level *l, const int at[3], int layer, unsigned channel)
{
	if (at[0] < 0 || at[1] < 0 || at[2] < 0)
		return 0;
	size_t slice = (size_t)(l->layers > 1 ? layer : at[2]);
	return l->texels[(slice * (size_t)l->size[1] + (size_t)at[1]) * (size_t)l->size[0] +
			 (size_t)at[0]][channel];
}

static double read_level(const struct settings *s, const struct level *l, unsigned axes,
	const double x[3], int layer, unsigned channel)
{
	double sum = 0;
	bool linear = s->texture.filterMode == CU_TR_FILTER_MODE_LINEAR;
	for (unsigned corner = 0; corner < (linear ? 1u << axes : 1); corner++) {
		int at[3] = {0, 0, 0};
		double weight = 1;
		for (unsigned d = 0; d < axes; d++) {
			double place = x[d] * l->size[d] - (linear ? 0.5 : 0), whole = floor(place);
			unsigned second = corner >> d & 1;
			at[d] = address(s->texture.addressMode[d], (int)whole + (int)second,
				l->size[d]);
			if (linear)
				weight *= second ? place - whole : 1 - (place - whole);
		}
		sum += weight * texel(l, at, layer, channel);
	}
	return sum;
}

/* Returns the level in steps of 1/256. */
static double detail(const struct settings *s, double level)
{
	double last = s->view.lastMipmapLevel - s->view.firstMipmapLevel;
	level = fmin(level + s->texture.mipmapLevelBias, s->texture.maxMipmapLevelClamp);
	level = fmin(fmax(level, s->texture.minMipmapLevelClamp), last);
	return floor(level * 256 + 0.5) / 256;
}

static double expected(const struct settings *s, const struct pyramid *p, double level,
	const double x[3], int layer, unsigned channel)
{
	const struct level *l = p->levels + s->view.firstMipmapLevel;
	unsigned axes = shapes[p->shape].axes;
	level = detail(s, level);
	if (s->texture.mipmapFilterMode == CU_TR_FILTER_MODE_POINT)
		return read_level(s, l + (int)floor(level + 0.5), axes, x, layer, channel);
	int first = (int)floor(level);
	double a = read_level(s, l + first, axes, x, layer, channel), part = level - first;
	return part == 0 ? a
	                 : (1 - part) * a +
	                           part * read_level(s, l + first + 1, axes, x, layer, channel);
}

/* The face that a direction hits, and the place on it (CUDA programming guide, "Cubemap
 * Textures"). `face` is given when it is not -1. */
static int on_cube(const double v[3], int face, double x[3])
{
	double size[3] = {fabs(v[0]), fabs(v[1]), fabs(v[2])}, m, s, t;
	if (face < 0 && size[0] >= size[1] && size[0] >= size[2])
		face = v[0] >= 0 ? 0 : 1;
	else if (face < 0 && size[1] >= size[2])
		face = v[1] >= 0 ? 2 : 3;
	else if (face < 0)
		face = v[2] >= 0 ? 4 : 5;
	m = face % 2 == 0 ? v[face / 2] : -v[face / 2];
	s = face == 0 ? -v[2] : face == 1 ? v[2] : face == 5 ? -v[0] : v[0];
	t = face == 2 ? v[2] : face == 3 ? -v[2] : -v[1];
	x[0] = (s / m + 1) / 2;
	x[1] = (t / m + 1) / 2;
	x[2] = 0;
	return face;
}

/* ---- reads ----------------------------------------------------------------------------------- */

static bool is_cube(enum shape shape)
{
	return shape == CUBE || shape == CUBES;
}

/* The derivative of the place, of a cube's face by differences. */
static double length(const struct pyramid *p, const struct level *l, const float *in,
	const float *gradient)
{
	double sum = 0, d[3] = {gradient[0], gradient[1], gradient[2]};
	if (is_cube(p->shape)) {
		const double step = 1e-6;
		double v[3] = {in[0], in[1], in[2]}, a[3], b[3];
		int face = on_cube(v, -1, a);
		for (unsigned i = 0; i < 3; i++)
			v[i] += step * gradient[i];
		on_cube(v, face, b);
		for (unsigned i = 0; i < 3; i++)
			d[i] = (b[i] - a[i]) / step;
	}
	for (unsigned i = 0; i < shapes[p->shape].axes; i++)
		sum += d[i] * l->size[i] * d[i] * l->size[i];
	return sqrt(sum);
}

enum how { PLAIN, LEVEL, GRADIENT, HOWS };

static double level_of(const struct settings *s, const struct pyramid *p, enum how how,
	const float *in)
{
	const struct level *l = p->levels + s->view.firstMipmapLevel;
	if (how == LEVEL)
		return in[3];
	return how == PLAIN ? 0 : log2(fmax(length(p, l, in, in + 3), length(p, l, in, in + 6)));
}

/* Whether rounding decides what is read. */
static bool is_close(const struct settings *s, const struct pyramid *p, double level,
	const double x[3])
{
	double d = detail(s, level);
	if (s->texture.mipmapFilterMode == CU_TR_FILTER_MODE_POINT &&
		fabs(d - floor(d) - 0.5) < 1 / 128.0)
		return true;
	for (unsigned k = 0; k < p->count && s->texture.filterMode == CU_TR_FILTER_MODE_POINT; k++)
		for (unsigned i = 0; i < shapes[p->shape].axes; i++) {
			double place = x[i] * p->levels[k].size[i];
			if (fabs(place - floor(place + 0.5)) < 1e-4)
				return true;
		}
	return false;
}

static void check(const struct settings *s, const struct pyramid *p, enum how how, const float *in,
	const float *got)
{
	double x[3] = {in[0], in[1], in[2]};
	uint32_t layer;
	memcpy(&layer, in + LAYER, sizeof layer);
	layer += s->view.firstLayer;
	if (is_cube(p->shape))
		layer = layer * 6 + (unsigned)on_cube((double[]){in[0], in[1], in[2]}, -1, x);
	double level = level_of(s, p, how, in);
	if (is_close(s, p, level, x))
		return;
	/* a level that is rounded the other way changes the result by 1/256 of the difference */
	double tolerance =
		s->texture.mipmapFilterMode == CU_TR_FILTER_MODE_LINEAR ? 1.02 / 256 : 2e-5;
	for (unsigned c = 0; c < 4; c++) {
		double want = expected(s, p, level, x, (int)layer, c);
		if (fabs(got[c] - want) <= tolerance)
			continue;
		printf("%s, %d: component %u at %g %g %g, layer %u, level %g: %g, not %g\n",
			shapes[p->shape].name, how, c, in[0], in[1], in[2], layer, level, got[c],
			want);
		exit(1);
	}
}

static void draw_reads(const struct pyramid *p, float in[READS][INPUTS])
{
	for (unsigned i = 0; i < READS; i++) {
		double low = is_cube(p->shape) ? -1 : -0.5, high = is_cube(p->shape) ? 1 : 1.5;
		uint32_t layers = p->shape == CUBES ? 2 : (uint32_t)p->levels[0].layers;
		uint32_t layer = p->shape == CUBE ? 0 : (uint32_t)draw(0, layers);
		for (unsigned k = 0; k < INPUTS; k++)
			in[i][k] = (float)(k < 3 ? draw(low, high) : draw(-0.3, 0.3));
		if (i % 2 == 0) /* a level, or a gradient along one axis */
			in[i][3] = (float)draw(-1, 6);
		memcpy(&in[i][LAYER], &layer, sizeof layer);
	}
}

static CUtexObject texture(const struct settings *s, const struct pyramid *p)
{
	const CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
		.res = {.mipmap = {.hMipmappedArray = p->array}}};
	CUtexObject t;
	OK(cuTexObjectCreate(&t, &r, &s->texture, &s->view));
	return t;
}

static void launch(CUfunction f, void **args, unsigned x, unsigned y)
{
	OK(cuLaunchKernel(f, 1, 1, 1, x, y, 1, 0, NULL, args, NULL));
	OK(cuStreamSynchronize(NULL));
}

static void read_all(CUmodule m, const struct settings *s, const struct pyramid *p)
{
	static const char *const names[HOWS] = {"plain", "level", "grad"};
	float in[READS][INPUTS], out[READS][4];
	CUtexObject t = texture(s, p);
	for (enum how how = PLAIN; how < HOWS; how++) {
		char name[16];
		void *from = in, *to = out, *args[] = {&t, &from, &to};
		snprintf(name, sizeof name, "%s_%s", names[how], shapes[p->shape].name);
		draw_reads(p, in);
		launch(kernel(m, name), args, READS, 1);
		for (unsigned i = 0; i < READS; i++)
			check(s, p, how, in[i], out[i]);
	}
	OK(cuTexObjectDestroy(t));
}

static CUDA_RESOURCE_VIEW_DESC whole_view(const struct pyramid *p)
{
	bool layered = (shapes[p->shape].flags & CUDA_ARRAY3D_LAYERED) != 0;
	return (CUDA_RESOURCE_VIEW_DESC){.format = CU_RES_VIEW_FORMAT_NONE,
		.width = shapes[p->shape].width,
		.height = shapes[p->shape].height,
		.depth = shapes[p->shape].depth,
		.lastMipmapLevel = p->count - 1,
		.lastLayer = layered ? shapes[p->shape].depth - 1 : 0};
}

static void draw_settings(struct settings *s, const struct pyramid *p, unsigned number)
{
	CUaddress_mode mode = (CUaddress_mode)draw(0, 4);
	memset(s, 0, sizeof *s);
	if (is_cube(p->shape))
		mode = CU_TR_ADDRESS_MODE_CLAMP;
	for (unsigned i = 0; i < 3; i++)
		s->texture.addressMode[i] = mode;
	s->texture.filterMode = number % 2 ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
	s->texture.mipmapFilterMode =
		number / 2 % 2 ? CU_TR_FILTER_MODE_LINEAR : CU_TR_FILTER_MODE_POINT;
	s->texture.flags = CU_TRSF_NORMALIZED_COORDINATES;
	s->texture.maxMipmapLevelClamp = 15;
	s->view = whole_view(p);
	if (number < 4)
		return;
	s->texture.mipmapLevelBias = (float)draw(-2, 2);
	s->texture.minMipmapLevelClamp = (float)draw(0, 2);
	s->texture.maxMipmapLevelClamp = (float)draw(2, 5);
	s->view.firstMipmapLevel = (unsigned)draw(0, 2);
	s->view.lastMipmapLevel = (unsigned)draw(2, p->count);
}

static void check_reads(CUmodule m)
{
	static struct pyramid p;
	struct settings s;
	for (enum shape shape = LINE; shape < SHAPES; shape++) {
		make(&p, shape, shape != PLANE);
		for (unsigned number = 0; number < 8; number++) {
			draw_settings(&s, &p, number);
			read_all(m, &s, &p);
		}
		OK(cuMipmappedArrayDestroy(p.array));
	}
}

/* Offsets are elements of the level that is read. */
static void check_offsets(CUmodule m)
{
	static struct pyramid p;
	struct settings s;
	float in[READS][INPUTS], out[READS][4], moved[READS][4];
	void *from = in, *to = out;
	make(&p, PLANE, true);
	draw_settings(&s, &p, 2);
	CUtexObject t = texture(&s, &p);
	void *args[] = {&t, &from, &to};
	draw_reads(&p, in);
	for (unsigned i = 0; i < READS; i++)
		in[i][3] = (float)(i % p.count);
	launch(kernel(m, "moved"), args, READS, 1);
	memcpy(moved, out, sizeof out);
	for (unsigned i = 0; i < READS; i++) {
		in[i][0] -= 3.0f / (float)p.levels[i % p.count].size[0];
		in[i][1] += 2.0f / (float)p.levels[i % p.count].size[1];
	}
	launch(kernel(m, "level_2d"), args, READS, 1);
	EXPECT(memcmp(moved, out, sizeof out) == 0);
	OK(cuTexObjectDestroy(t));
	OK(cuMipmappedArrayDestroy(p.array));
}

/* ---- queries and views ----------------------------------------------------------------------- */

static void check_queries(CUmodule m)
{
	static struct pyramid p;
	struct settings s;
	uint32_t out[6][4];
	void *to = out;
	make(&p, BLOCK, true);
	draw_settings(&s, &p, 0);
	s.view.firstMipmapLevel = 1;
	CUtexObject t = texture(&s, &p);
	void *args[] = {&t, &to};
	launch(kernel(m, "query"), args, 6, 1);
	for (unsigned i = 0; i < 6; i++) {
		const struct level *l =
			&p.levels[i < 2 ? 1 + i : 3]; /* the last one for what is behind it */
		EXPECT(out[i][0] == 3);
		for (unsigned k = 0; k < 3; k++)
			EXPECT(out[i][1 + k] == (uint32_t)l->size[k]);
	}
	CUDA_RESOURCE_VIEW_DESC view;
	CUDA_RESOURCE_DESC resource;
	OK(cuTexObjectGetResourceViewDesc(&view, t));
	EXPECT(memcmp(&view, &s.view, sizeof view) == 0);
	OK(cuTexObjectGetResourceDesc(&resource, t));
	EXPECT(resource.resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY &&
		resource.res.mipmap.hMipmappedArray == p.array);
	IS(CUDA_ERROR_INVALID_VALUE, cuTexObjectGetResourceViewDesc(NULL, t));
	OK(cuTexObjectDestroy(t));
	resource = (CUDA_RESOURCE_DESC){.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
		.res = {.mipmap = {.hMipmappedArray = p.array}}};
	OK(cuTexObjectCreate(&t, &resource, &s.texture, NULL));
	IS(CUDA_ERROR_INVALID_VALUE, cuTexObjectGetResourceViewDesc(&view, t));
	OK(cuTexObjectDestroy(t));
	OK(cuMipmappedArrayDestroy(p.array));
}

/* A view of an array: other layers, and bytes as the parts of a float. */
static void check_views(CUmodule m)
{
	const CUDA_ARRAY3D_DESCRIPTOR d = {.Width = 4,
		.Height = 1,
		.Depth = 5,
		.Format = CU_AD_FORMAT_FLOAT,
		.NumChannels = 1,
		.Flags = CUDA_ARRAY3D_LAYERED};
	float elements[5][4], in[4][INPUTS] = {{0}};
	float out[4][4];
	void *from = in, *to = out;
	CUarray a;
	CUtexObject t;
	OK(cuArray3DCreate(&a, &d));
	for (unsigned i = 0; i < 20; i++)
		elements[i / 4][i % 4] = (float)(i + 1) * 1.37f;
	const CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
		.srcHost = elements,
		.srcPitch = 16,
		.srcHeight = 1,
		.dstMemoryType = CU_MEMORYTYPE_ARRAY,
		.dstArray = a,
		.WidthInBytes = 16,
		.Height = 1,
		.Depth = 5};
	OK(cuMemcpy3D(&copy));
	const CUDA_RESOURCE_DESC r = {
		.resType = CU_RESOURCE_TYPE_ARRAY, .res = {.array = {.hArray = a}}};
	const CUDA_TEXTURE_DESC texture = {
		.addressMode = {CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP,
			CU_TR_ADDRESS_MODE_CLAMP}};
	CUDA_RESOURCE_VIEW_DESC v = {.format = CU_RES_VIEW_FORMAT_UINT_4X8,
		.width = 4,
		.height = 1,
		.depth = 5,
		.firstLayer = 2,
		.lastLayer = 3};
	OK(cuTexObjectCreate(&t, &r, &texture, &v));
	void *args[] = {&t, &from, &to};
	for (uint32_t i = 0; i < 4; i++) {
		in[i][0] = (float)i + 0.5f;
		memcpy(&in[i][LAYER], &i, sizeof i); /* clamped to 1, the fourth layer */
	}
	launch(kernel(m, "level_a2d"), args, 4, 1);
	for (unsigned i = 0; i < 4; i++)
		for (unsigned c = 0; c < 4; c++) {
			uint8_t bytes[4];
			memcpy(bytes, &elements[i == 0 ? 2 : 3][i], sizeof bytes);
			EXPECT(fabsf(out[i][c] - (float)bytes[c] / 255) < 1e-6f);
		}
	OK(cuTexObjectDestroy(t));
	v.format = CU_RES_VIEW_FORMAT_UINT_2X8;
	IS(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&t, &r, &texture, &v));
	v.format = CU_RES_VIEW_FORMAT_UNSIGNED_BC1;
	IS(CUDA_ERROR_NOT_SUPPORTED, cuTexObjectCreate(&t, &r, &texture, &v));
	v.format = CU_RES_VIEW_FORMAT_NONE;
	v.lastLayer = 5;
	IS(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&t, &r, &texture, &v));
	v.lastLayer = 4;
	v.lastMipmapLevel = 1;
	IS(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&t, &r, &texture, &v));
	v.lastMipmapLevel = 0;
	v.width = 5;
	IS(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&t, &r, &texture, &v));
	const CUDA_RESOURCE_DESC linear = {.resType = CU_RESOURCE_TYPE_LINEAR,
		.res = {.linear = {.devPtr = numbers(4),
				.format = CU_AD_FORMAT_FLOAT,
				.numChannels = 1,
				.sizeInBytes = 16}}};
	IS(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&t, &linear, &texture, &v));
	OK(cuArrayDestroy(a));
}

/* ---- surfaces -------------------------------------------------------------------------------- */

static void check_surfaces(CUmodule m)
{
	enum { SIZE = 16, LEVELS = 5 };
	const CUDA_ARRAY3D_DESCRIPTOR d = {.Width = SIZE,
		.Height = SIZE,
		.Format = CU_AD_FORMAT_FLOAT,
		.NumChannels = 1,
		.Flags = CUDA_ARRAY3D_SURFACE_LDST};
	float numbers_of[LEVELS][SIZE * SIZE], got[SIZE * SIZE];
	CUmipmappedArray a;
	CUarray levels[LEVELS];
	CUsurfObject surfaces[LEVELS];
	OK(cuMipmappedArrayCreate(&a, &d, LEVELS));
	for (unsigned k = 0; k < LEVELS; k++) {
		CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_ARRAY};
		OK(cuMipmappedArrayGetLevel(&levels[k], a, k));
		r.res.array.hArray = levels[k];
		OK(cuSurfObjectCreate(&surfaces[k], &r));
	}
	for (unsigned i = 0; i < SIZE * SIZE; i++)
		numbers_of[0][i] = (float)draw(0, 1);
	CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST,
		.srcHost = numbers_of[0],
		.srcPitch = SIZE * sizeof(float),
		.dstMemoryType = CU_MEMORYTYPE_ARRAY,
		.dstArray = levels[0],
		.WidthInBytes = SIZE * sizeof(float),
		.Height = SIZE};
	OK(cuMemcpy2D(&copy));
	for (unsigned k = 1; k < LEVELS; k++) {
		unsigned size = SIZE >> k;
		void *args[] = {&surfaces[k - 1], &surfaces[k]};
		launch(kernel(m, "halve"), args, size, size);
		for (unsigned i = 0; i < size * size; i++) {
			const float *q = numbers_of[k - 1] + i / size * 4 * size + i % size * 2;
			numbers_of[k][i] = (q[0] + q[2 * size] + q[1] + q[2 * size + 1]) / 4;
		}
		copy = (CUDA_MEMCPY2D){.srcMemoryType = CU_MEMORYTYPE_ARRAY,
			.srcArray = levels[k],
			.dstMemoryType = CU_MEMORYTYPE_HOST,
			.dstHost = got,
			.dstPitch = size * sizeof(float),
			.WidthInBytes = size * sizeof(float),
			.Height = size};
		OK(cuMemcpy2D(&copy));
		for (unsigned i = 0; i < size * size; i++)
			EXPECT(fabsf(got[i] - numbers_of[k][i]) < 1e-6f);
	}
	for (unsigned k = 0; k < LEVELS; k++)
		OK(cuSurfObjectDestroy(surfaces[k]));
	OK(cuMipmappedArrayDestroy(a));
}

/* ---- what is wrong --------------------------------------------------------------------------- */

static void check_refusals(void)
{
	CUDA_ARRAY3D_DESCRIPTOR d = {
		.Width = 8, .Height = 8, .Format = CU_AD_FORMAT_FLOAT, .NumChannels = 1};
	CUDA_ARRAY_MEMORY_REQUIREMENTS requirements;
	CUDA_ARRAY_SPARSE_PROPERTIES sparse;
	CUmipmappedArray m;
	CUarray level, plane;
	CUtexObject t;
	IS(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayCreate(NULL, &d, 1));
	IS(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayCreate(&m, NULL, 1));
	d.NumChannels = 3;
	IS(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayCreate(&m, &d, 1));
	d.NumChannels = 1;
	d.Flags = CUDA_ARRAY3D_SPARSE;
	IS(CUDA_ERROR_NOT_SUPPORTED, cuMipmappedArrayCreate(&m, &d, 1));
	d.Flags = 0;
	OK(cuMipmappedArrayCreate(&m, &d, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetLevel(&level, m, 1));
	OK(cuMipmappedArrayDestroy(m));
	IS(CUDA_ERROR_INVALID_HANDLE, cuMipmappedArrayDestroy(m));
	IS(CUDA_ERROR_INVALID_HANDLE, cuMipmappedArrayDestroy(NULL));
	OK(cuMipmappedArrayCreate(&m, &d, 3));
	OK(cuMipmappedArrayGetLevel(&level, m, 2));
	IS(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetLevel(&level, m, 3));
	IS(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetLevel(NULL, m, 0));
	IS(CUDA_ERROR_INVALID_HANDLE, cuMipmappedArrayGetLevel(&level, NULL, 0));
	IS(CUDA_ERROR_INVALID_HANDLE, cuArrayDestroy(level));
	IS(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetMemoryRequirements(&requirements, m, 0));
	IS(CUDA_ERROR_INVALID_DEVICE, cuMipmappedArrayGetMemoryRequirements(&requirements, m, 99));
	IS(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetSparseProperties(&sparse, m));
	IS(CUDA_ERROR_INVALID_VALUE, cuArrayGetMemoryRequirements(&requirements, level, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuArrayGetSparseProperties(&sparse, level));
	IS(CUDA_ERROR_INVALID_VALUE, cuArrayGetPlane(&plane, level, 0));
	IS(CUDA_ERROR_INVALID_HANDLE, cuArrayGetPlane(&plane, NULL, 0));
	CUDA_RESOURCE_DESC r = {.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY,
		.res = {.mipmap = {.hMipmappedArray = m}}};
	CUDA_TEXTURE_DESC texture = {.flags = CU_TRSF_NORMALIZED_COORDINATES};
	OK(cuTexObjectCreate(&t, &r, &texture, NULL));
	OK(cuTexObjectDestroy(t));
	texture.flags = 0; /* coordinates that would differ from level to level */
	IS(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&t, &r, &texture, NULL));
	IS(CUDA_ERROR_INVALID_VALUE, cuSurfObjectCreate(&t, &r));
	OK(cuMipmappedArrayDestroy(m));
	texture.flags = CU_TRSF_NORMALIZED_COORDINATES;
	IS(CUDA_ERROR_INVALID_HANDLE, cuTexObjectCreate(&t, &r, &texture, NULL));
}

static CUmodule load(void)
{
	static char text[32 << 10];
	size_t used = 0;
	CUmodule m;
	for (size_t i = 0; i < sizeof ptx / sizeof *ptx; i++) {
		size_t length = strlen(ptx[i]);
		EXPECT(used + length < sizeof text);
		memcpy(text + used, ptx[i], length + 1);
		used += length;
	}
	OK(cuModuleLoadData(&m, text));
	return m;
}

int main(void)
{
	begin();
	CUmodule m = load();
	check_reads(m);
	check_offsets(m);
	check_queries(m);
	check_views(m);
	check_surfaces(m);
	check_refusals();
	OK(cuModuleUnload(m));
	OK(cuDevicePrimaryCtxRelease(0));
	return 0;
}
