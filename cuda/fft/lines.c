/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Some lines that lie beside each other are copied to memory where each is in one piece,
 * transformed there, and copied back. */
#include "lines.h"

enum {
	LINES = 16, /* of float, they fill two lines of a cache */
	GAP = 8     /* elements between lines, which would else be in one set of the cache */
};

struct complex_float {
	float x, y;
};

struct complex_double {
	double x, y;
};

static struct fft_shape shape_of(const struct fft_shape *s, int dimension)
{
	bool is_double = s->kind->element == FFT_F64;
	long long n = s->n[dimension];
	const struct fft_storage storage = {.stride = 1, .distance = n + GAP};
	return (struct fft_shape){.kind = cufft_kind_find(is_double ? CUFFT_Z2Z : CUFFT_C2C),
		.rank = 1,
		.has_sizes = true,
		.n = {n},
		.batch = LINES,
		.in = storage,
		.out = storage};
}

bool cufft_lines_make(struct fftw_plan *p, const struct fft_shape *s, int dimension, int direction)
{
	struct fft_shape lines = shape_of(s, dimension);
	struct fft_side in, out;
	cufft_sides(&lines, true, &in, &out);
	const struct fftw_way way = {FFTW_INPUT_IN_PLACE, direction, 1, true};
	return cufft_fftw_make(p, &lines, &in, &out, &way);
}

size_t cufft_lines_bytes(const struct fft_shape *s)
{
	long long most = 0;
	for (int i = 0; i == 0 || i < s->rank - 1; i++)
		most = s->n[i] > most ? s->n[i] : most;
	return (size_t)(LINES * (most + GAP)) * sizeof(struct complex_double);
}

/* Where lines that lie beside each other are, or go: steps from element to element, and from line
 * to line. */
struct place {
	void *at;
	long long stride, next;
};

struct block {
	struct place from, to;
	long long n, count; /* elements of each line, lines */
	void *memory;
};

#define BLOCK(T) \
	static void run_##T(const struct fftw_plan *p, const struct block *b) \
	{ \
		const struct T *from = b->from.at; \
		struct T *to = b->to.at, *memory = b->memory; \
		for (long long i = 0; i < b->n; i++) \
			for (long long j = 0; j < b->count; j++) \
				memory[j * (b->n + GAP) + i] = \
					from[i * b->from.stride + j * b->from.next]; \
		cufft_fftw_execute(p, memory, memory); \
		for (long long i = 0; i < b->n; i++) \
			for (long long j = 0; j < b->count; j++) \
				to[i * b->to.stride + j * b->to.next] = \
					memory[j * (b->n + GAP) + i]; \
	}
BLOCK(complex_float)
BLOCK(complex_double)

static void *move(void *at, long long elements, bool is_double)
{
	size_t bytes = is_double ? sizeof(struct complex_double) : sizeof(struct complex_float);
	return (uint8_t *)at + (size_t)elements * bytes;
}

static void run_row(const struct fftw_plan *p, struct block row, long long count)
{
	for (long long i = 0; i < count; i += LINES) {
		struct block b = row;
		b.count = count - i < LINES ? count - i : LINES;
		b.from.at = move(row.from.at, i * row.from.next, p->is_double);
		b.to.at = move(row.to.at, i * row.to.next, p->is_double);
		if (p->is_double)
			run_complex_double(p, &b);
		else
			run_complex_float(p, &b);
	}
}

/* Returns where a row of lines is: that of a batch and an index of the third dimension, if any.
 * With one dimension, all batches are a row. */
static struct place place_of(const struct fftw_plan *p, const struct fft_shape *s,
	const struct fft_array *a, int dimension, long long batch, long long index)
{
	const struct fft_side *side = a->side;
	long long at = batch * side->distance;
	if (s->rank == 3)
		at += index * side->stride[1 - dimension];
	return (struct place){move(a->data, at, p->is_double), side->stride[dimension],
		s->rank == 1 ? side->distance : side->stride[s->rank - 1]};
}

void cufft_lines_run(const struct fftw_plan *p, const struct fft_shape *s, int dimension,
	const struct fft_array *from, const struct fft_array *to, void *memory)
{
	long long batches = s->rank == 1 ? 1 : s->batch;
	long long rows = s->rank == 3 ? from->side->count[1 - dimension] : 1;
	long long count = s->rank == 1 ? s->batch : from->side->count[s->rank - 1];
	for (long long i = 0; i < batches; i++)
		for (long long j = 0; j < rows; j++) {
			const struct block row = {place_of(p, s, from, dimension, i, j),
				place_of(p, s, to, dimension, i, j), s->n[dimension], 0, memory};
			run_row(p, row, count);
		}
}
