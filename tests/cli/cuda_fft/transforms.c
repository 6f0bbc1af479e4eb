/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Transforms of all kinds, types, ranks and layouts, against the definition. What lies between
 * elements stays as it was, and so does the input unless it is the output. */
#include <stdint.h>
#include <string.h>
#include <cuda_runtime_api.h>
#include <cufftXt.h>
#include "dft.h"

enum { ROOM = 110000, SMALL = 4000 };
enum form { C2C, R2C, C2R };
/* DIFFERENT: strides of input and output differ; COLUMNS: batches lie beside each other */
enum layout { PACKED, EMBEDDED, DIFFERENT, COLUMNS };

struct type {
	const char *name;
	cudaDataType real, complex;
	int type[3]; /* of C2C, R2C, C2R, or 0 */
	size_t bytes;
	double error;
};
static const struct type types[] = {
	{"float", CUDA_R_32F, CUDA_C_32F, {CUFFT_C2C, CUFFT_R2C, CUFFT_C2R}, 4, 3e-7},
	{"double", CUDA_R_64F, CUDA_C_64F, {CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D}, 8, 2e-15},
	{"half", CUDA_R_16F, CUDA_C_16F, {0}, 2, 1e-3},
	{"bf16", CUDA_R_16BF, CUDA_C_16BF, {0}, 2, 8e-3},
};

struct side {
	int is_complex, count, embed[3], stride, distance;
};

struct run {
	const struct type *type;
	enum form form;
	int rank, n[3], batch, in_place, direction;
	enum layout layout;
	struct side in, out;
};

static double get(const struct type *t, const unsigned char *p, size_t i)
{
	float f;
	double d;
	p += i * t->bytes;
	if (t->real == CUDA_R_64F)
		return memcpy(&d, p, 8), d;
	if (t->real == CUDA_R_32F)
		return memcpy(&f, p, 4), f;
	uint16_t u;
	memcpy(&u, p, 2);
	if (t->real == CUDA_R_16F) {
		__extension__ _Float16 h;
		return memcpy(&h, &u, 2), (double)h;
	}
	uint32_t bits = (uint32_t)u << 16;
	return memcpy(&f, &bits, 4), f;
}

static void put(const struct type *t, unsigned char *p, size_t i, double d)
{
	float f = (float)d;
	p += i * t->bytes;
	if (t->real == CUDA_R_64F)
		memcpy(p, &d, 8);
	else if (t->real == CUDA_R_32F)
		memcpy(p, &f, 4);
	else if (t->real == CUDA_R_16F) {
		__extension__ _Float16 h = (_Float16)d;
		memcpy(p, &h, 2);
	} else {
		uint32_t bits;
		memcpy(&bits, &f, 4);
		bits = (bits + 0x8000) >> 16;
		memcpy(p, &bits, 2);
	}
}

/* Returns where the element of three indices is, in numbers (a complex one has two). */
static size_t place(const struct run *r, const struct side *s, int batch, int i)
{
	int k = i % r->n[2], j = i / r->n[2] % r->n[1], h = i / r->n[2] / r->n[1];
	int last = r->rank - 1;
	int row = s->embed[last], slice = r->rank > 1 ? s->embed[last - 1] * row : row;
	size_t at = (size_t)(batch * s->distance + (h * slice + j * row + k) * s->stride);
	return at * (s->is_complex ? 2 : 1);
}

static void lay_out(struct run *r, struct side *s, int is_output)
{
	int last = r->rank - 1, wide = r->layout != PACKED;
	s->is_complex = r->form == C2C || is_output == (r->form == R2C);
	s->count = s->is_complex && r->form != C2C ? r->n[2] / 2 + 1 : r->n[2];
	for (int i = 0; i < r->rank; i++)
		s->embed[i] = r->n[3 - r->rank + i] + wide;
	s->embed[last] = s->count + (wide ? 3 : 0);
	if (!s->is_complex && r->in_place) /* rows are as long as those of what they become */
		s->embed[last] = 2 * (r->n[2] / 2 + 1 + (wide ? 3 : 0));
	s->stride = r->layout == PACKED ? 1 : r->layout == DIFFERENT && is_output ? 3 : 2;
	if (r->layout == EMBEDDED && r->form != C2C && r->in_place)
		s->stride = 1;
	s->distance = s->stride;
	for (int i = 0; i < r->rank; i++)
		s->distance *= s->embed[i];
	if (wide && !(r->in_place && r->form != C2C))
		s->distance += r->layout == DIFFERENT && is_output ? 7 : 5;
	if (r->layout == COLUMNS) {
		s->stride = r->batch + (is_output && !r->in_place ? 2 : 1);
		s->distance = 1;
	}
}

static struct complex_number value[8][MOST], transform[8][MOST];

/* Marks in `touched` which numbers may change. */
static void fill(const struct run *r, unsigned char *in, char *touched)
{
	int total = r->n[0] * r->n[1] * r->n[2];
	int backward = r->form == C2R || (r->form == C2C && r->direction == CUFFT_INVERSE);
	for (int b = 0; b < r->batch; b++) {
		for (int i = 0; i < total; i++) {
			value[b][i].x = next_random();
			value[b][i].y = r->form == C2C ? next_random() : 0;
		}
		dft(r->n, value[b], transform[b], -1);
		for (int i = 0; i < total; i++) {
			if (i % r->n[2] >= r->in.count)
				continue;
			struct complex_number v = backward ? transform[b][i] : value[b][i];
			size_t at = place(r, &r->in, b, i);
			put(r->type, in, at, v.x);
			touched[at] = (char)r->in_place;
			if (r->in.is_complex) {
				put(r->type, in, at + 1, v.y);
				touched[at + 1] = (char)r->in_place;
			}
		}
	}
}

static int differs(const struct run *r, const unsigned char *out, size_t at, double expected)
{
	int total = r->n[0] * r->n[1] * r->n[2];
	int backward = r->form == C2R || (r->form == C2C && r->direction == CUFFT_INVERSE);
	double got = get(r->type, out, at),
	       size = backward ? 2.0 * total * sqrt(total) : 2.0 * total;
	return !(fabs(got - expected) <= r->type->error * size);
}

static int compare(const struct run *r, const unsigned char *out, char *touched)
{
	int total = r->n[0] * r->n[1] * r->n[2], wrong = 0;
	int backward = r->form == C2R || (r->form == C2C && r->direction == CUFFT_INVERSE);
	for (int b = 0; b < r->batch; b++)
		for (int i = 0; i < total; i++) {
			if (i % r->n[2] >= r->out.count)
				continue;
			size_t at = place(r, &r->out, b, i);
			double x = backward ? total * value[b][i].x : transform[b][i].x;
			double y = backward ? total * value[b][i].y : transform[b][i].y;
			wrong += differs(r, out, at, x);
			touched[at] = 1;
			if (r->out.is_complex) {
				wrong += differs(r, out, at + 1, y);
				touched[at + 1] = 1;
			}
		}
	return wrong;
}

static void make(const struct run *r, cufftHandle plan)
{
	const struct type *t = r->type;
	int n[3], in_embed[3], out_embed[3];
	long long n64[3], in64[3], out64[3];
	size_t bytes = 99;
	for (int i = 0; i < r->rank; i++) {
		n64[i] = n[i] = r->n[3 - r->rank + i];
		in64[i] = in_embed[i] = r->in.embed[i];
		out64[i] = out_embed[i] = r->out.embed[i];
	}
	int packed = r->layout == PACKED;
	if (t->type[r->form] != 0 && r->batch % 2 == 0)
		CHECK(cufftMakePlanMany(plan, r->rank, n, packed ? NULL : in_embed, r->in.stride,
			r->in.distance, packed ? NULL : out_embed, r->out.stride, r->out.distance,
			(cufftType)t->type[r->form], r->batch, &bytes));
	else if (t->type[r->form] != 0 && r->rank == 2)
		CHECK(cufftMakePlanMany64(plan, r->rank, n64, packed ? NULL : in64, r->in.stride,
			r->in.distance, packed ? NULL : out64, r->out.stride, r->out.distance,
			(cufftType)t->type[r->form], r->batch, &bytes));
	else
		CHECK(cufftXtMakePlanMany(plan, r->rank, n64, packed ? NULL : in64, r->in.stride,
			r->in.distance, r->in.is_complex ? t->complex : t->real,
			packed ? NULL : out64, r->out.stride, r->out.distance,
			r->out.is_complex ? t->complex : t->real, r->batch, &bytes, t->complex));
	CHECK(bytes == 99);
}

static void execute(const struct run *r, cufftHandle plan, void *in, void *out)
{
	switch (r->batch % 2 == 0 ? r->type->type[r->form] : 0) {
	case CUFFT_C2C:
		CHECK(cufftExecC2C(plan, in, out, r->direction));
		break;
	case CUFFT_R2C:
		CHECK(cufftExecR2C(plan, in, out));
		break;
	case CUFFT_C2R:
		CHECK(cufftExecC2R(plan, in, out));
		break;
	case CUFFT_Z2Z:
		CHECK(cufftExecZ2Z(plan, in, out, r->direction));
		break;
	case CUFFT_D2Z:
		CHECK(cufftExecD2Z(plan, in, out));
		break;
	case CUFFT_Z2D:
		CHECK(cufftExecZ2D(plan, in, out));
		break;
	default:
		CHECK(cufftXtExec(plan, in, out, r->direction));
	}
}

static int test(struct run r, unsigned char *device_in, unsigned char *device_out)
{
	static unsigned char before[ROOM * 8], after[ROOM * 8], out[ROOM * 8];
	static char touched[ROOM];
	int total = r.n[0] * r.n[1] * r.n[2];
	size_t room = total * r.batch > 1000 ? ROOM : SMALL, bytes = room * 8;
	cufftHandle plan;
	size_t shift = r.rank == 3 ? r.type->bytes * 2 : 0; /* so that memory is not aligned */
	lay_out(&r, &r.in, 0);
	lay_out(&r, &r.out, 1);
	memset(before, 0x33, bytes);
	memset(touched, 0, room);
	fill(&r, before, touched);
	CHECK(cudaMemcpy(device_in + shift, before, bytes, cudaMemcpyHostToDevice));
	CHECK(cudaMemset(device_out, 0x33, bytes + 64));
	CHECK(cufftCreate(&plan));
	make(&r, plan);
	unsigned char *to = r.in_place ? device_in : device_out;
	execute(&r, plan, device_in + shift, to + shift);
	CHECK(cudaMemcpy(after, device_in + shift, bytes, cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(out, to + shift, bytes, cudaMemcpyDeviceToHost));
	CHECK(cufftDestroy(plan));
	int wrong = compare(&r, out, touched), lost = 0;
	if (!r.in_place)
		lost = memcmp(before, after, bytes) != 0;
	for (size_t i = 0; i < room; i++)
		lost += !touched[i] &&
		        memcmp(out + i * r.type->bytes, before + bytes - 8, r.type->bytes) != 0;
	if (wrong || lost)
		printf("%s form %d, %d x %d x %d, batch %d, layout %d, %s, direction %d: %d wrong, %d lost\n",
			r.type->name, r.form, r.n[0], r.n[1], r.n[2], r.batch, r.layout,
			r.in_place ? "in place" : "out of place", r.direction, wrong, lost);
	return wrong || lost;
}

static int columns(unsigned char *device_in, unsigned char *device_out, int *count)
{
	int failed = 0;
	for (size_t t = 0; t < sizeof types / sizeof *types; t++)
		for (int variant = 0; variant < 3 * 2 * 2; variant++) {
			struct run r = {.type = &types[t],
				.form = (enum form)(variant % 3),
				.rank = 1,
				.n = {1, 1, 600},
				.layout = COLUMNS,
				.batch = 7 + variant / 6,
				.in_place = variant / 3 % 2,
				.direction = variant / 6 ? CUFFT_INVERSE : CUFFT_FORWARD};
			if (r.form != C2C && (r.direction == CUFFT_INVERSE || r.in_place))
				continue;
			failed += test(r, device_in, device_out);
			++*count;
		}
	return failed;
}

int main(void)
{
	static const int sizes[][4] = {{1, 1, 1, 16}, {1, 1, 1, 15}, {1, 1, 1, 1}, {1, 1, 1, 97},
		{2, 1, 8, 6}, {2, 1, 5, 7}, {3, 4, 3, 6}, {3, 3, 2, 5}, {2, 1, 64, 65},
		{3, 16, 17, 16}};
	int failed = 0, count = 0;
	unsigned char *device_in, *device_out;
	CHECK(cudaMalloc((void **)&device_in, ROOM * 8 + 64));
	CHECK(cudaMalloc((void **)&device_out, ROOM * 8 + 64));
	for (size_t t = 0; t < sizeof types / sizeof *types; t++)
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
			for (int variant = 0; variant < 3 * 3 * 2 * 2; variant++) {
				struct run r = {.type = &types[t],
					.form = (enum form)(variant % 3),
					.rank = sizes[i][0],
					.n = {sizes[i][1], sizes[i][2], sizes[i][3]},
					.layout = (enum layout)(variant / 3 % 3),
					.batch = 2 + (variant + (int)i) % 2,
					.in_place = variant / 9 % 2,
					.direction = variant / 18 ? CUFFT_INVERSE : CUFFT_FORWARD};
				if (r.form != C2C && (r.direction == CUFFT_INVERSE ||
							     (r.in_place && r.layout == DIFFERENT)))
					continue;
				failed += test(r, device_in, device_out);
				count++;
			}
	failed += columns(device_in, device_out, &count);
	printf("%d transforms, %d wrong\n", count, failed);
	return failed != 0;
}
