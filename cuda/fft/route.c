/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Routes: FFTW does it where the data lie if it can. What it cannot do in place, and several
 * dimensions of what becomes real, which would cost the client its input, is computed from a copy;
 * halves are computed as floats, in such a copy. Of larger transforms of several dimensions, FFTW
 * does one at a time, and some lines at a time where these are columns of a matrix. */
#include "copy.h"
#include "lines.h"
#include "route.h"

enum {
	ALIGNMENT = 16,           /* FFTW's own */
	LEAST_OF_LINES = 1 << 12, /* elements; fewer are in the cache in any case */
	LONGEST_LINE = 1 << 16
};

static bool is_converted(const struct fft_shape *s)
{
	return s->kind->element == FFT_F16 || s->kind->element == FFT_BF16;
}

static bool has_lines(const struct fft_shape *s)
{
	long long elements = 1;
	for (int i = 0; i < s->rank; i++)
		elements *= s->n[i];
	for (int i = 0; i < s->rank - 1; i++)
		if (s->n[i] > LONGEST_LINE)
			return false;
	return s->rank > 1 && elements >= LEAST_OF_LINES;
}

static bool is_columns(const struct fft_storage *m)
{
	return m->distance < m->stride;
}

/* Returns whether lines do it all: columns, which in place come back to where they were. */
static bool is_lines(const struct fft_shape *s, bool in_place)
{
	bool is_same = s->in.stride == s->out.stride && s->in.distance == s->out.distance;
	return s->rank == 1 && !s->is_packed && s->kind->form == FFT_C2C && !is_converted(s) &&
	       (is_columns(&s->in) || is_columns(&s->out)) && (is_same || !in_place) &&
	       s->n[0] <= LONGEST_LINE && s->n[0] * s->batch >= LEAST_OF_LINES;
}

/* FFTW takes the copy's layout in any case: it is packed, for transforms in place. */
static bool plan_copied(struct fft_route *r, const struct fft_shape *s, struct fftw_way way)
{
	struct fft_shape copy = *s;
	copy.is_packed = true;
	cufft_sides(&copy, true, &r->work_in, &r->work_out);
	r->is_loaded = true;
	r->is_stored = is_converted(s);
	way.input = r->is_stored ? FFTW_INPUT_IN_PLACE : FFTW_INPUT_IS_LOST;
	way.is_aligned |= r->is_stored;
	return cufft_fftw_make(&r->fftw, s, &r->work_in, r->is_stored ? &r->work_out : &r->out,
		&way);
}

static bool plan_lines(struct fft_route *r, const struct fft_shape *s, int direction)
{
	bool is_made = true;
	for (int i = 0; r->has_lines && is_made && i < s->rank - 1; i++)
		is_made = cufft_lines_make(&r->lines[i], s, i, direction);
	return is_made;
}

static bool plan_route(struct fft_route *r, const struct fft_shape *s, int direction, bool in_place,
	bool is_aligned)
{
	if (is_lines(s, in_place)) {
		r->has_lines = true;
		cufft_sides(s, in_place, &r->in, &r->out);
		return cufft_lines_make(&r->lines[0], s, 0, direction);
	}
	r->has_lines = has_lines(s);
	struct fftw_way way = {in_place ? FFTW_INPUT_IN_PLACE : FFTW_INPUT_STAYS, direction,
		r->has_lines ? 1 : s->rank, is_aligned};
	/* lines come first then, and change what they are of */
	bool is_lost = r->has_lines && !in_place && s->kind->form == FFT_C2R;
	cufft_sides(s, in_place, &r->in, &r->out);
	bool is_direct =
		!is_converted(s) && !is_lost && cufft_fftw_make(&r->fftw, s, &r->in, &r->out, &way);
	return (is_direct || plan_copied(r, s, way)) && plan_lines(r, s, direction);
}

/* Makes the memory for copies, which is that of float or double complex numbers, and for lines. */
static bool have_work(struct cufft_plan *p, const struct fft_route *r)
{
	size_t number = p->shape.kind->element == FFT_F64 ? 2 * sizeof(double) : 2 * sizeof(float);
	const struct fft_side *complex_side = r->work_in.is_complex ? &r->work_in : &r->work_out;
	if (r->is_loaded && p->work == NULL)
		p->work = mem_try_new((size_t)(p->shape.batch * complex_side->distance), number);
	if (r->has_lines && p->lines == NULL)
		p->lines = mem_try_new(1, cufft_lines_bytes(&p->shape));
	return !(r->is_loaded && p->work == NULL) && !(r->has_lines && p->lines == NULL);
}

static cufftResult make(struct cufft_plan *p, int direction, bool in_place, bool is_aligned,
	struct fft_route **made)
{
	struct fft_route *r = mem_try_new(1, sizeof *r);
	cufftResult error = CUFFT_SUCCESS;
	if (r == NULL)
		return CUFFT_ALLOC_FAILED;
	if (!plan_route(r, &p->shape, direction, in_place, is_aligned))
		error = CUFFT_INTERNAL_ERROR;
	else if (!have_work(p, r))
		error = CUFFT_ALLOC_FAILED;
	if (error == CUFFT_SUCCESS)
		*made = r;
	else
		cufft_plan_free_route(r);
	return error;
}

cufftResult cufft_route_get(struct cufft_plan *p, const void *in, const void *out, int direction,
	const struct fft_route **route)
{
	bool in_place = in == out;
	bool is_aligned = (((uintptr_t)in | (uintptr_t)out) & (ALIGNMENT - 1)) == 0;
	struct fft_route **place = &p->routes[(direction == CUFFT_INVERSE ? 4 : 0) +
					      (in_place ? 2 : 0) + (is_aligned ? 1 : 0)];
	cufftResult error = CUFFT_SUCCESS;
	if (*place == NULL)
		error = make(p, direction, in_place, is_aligned, place);
	*route = *place;
	return error;
}

static void run_lines(struct cufft_plan *p, const struct fft_route *r, const struct fft_side *side,
	void *data)
{
	const struct fft_array a = {side, data};
	for (int i = p->shape.rank - 2; r->has_lines && i >= 0; i--)
		cufft_lines_run(&r->lines[i], &p->shape, i, &a, &a, p->lines);
}

/* Numbers are complex behind the last dimension's transform, or before it. */
static void run(struct cufft_plan *p, const struct fft_route *r, void *in, void *out)
{
	bool is_to_real = p->shape.kind->form == FFT_C2R;
	if (r->fftw.plan == NULL) {
		const struct fft_array from = {&r->in, in}, to = {&r->out, out};
		cufft_lines_run(&r->lines[0], &p->shape, 0, &from, &to, p->lines);
		return;
	}
	if (is_to_real)
		run_lines(p, r, r->is_loaded ? &r->work_in : &r->in, in);
	cufft_fftw_execute(&r->fftw, in, out);
	if (!is_to_real)
		run_lines(p, r, r->is_stored ? &r->work_out : &r->out, out);
}

void cufft_route_run(struct cufft_plan *p, const struct fft_route *route, void *in, void *out)
{
	const struct fft_shape *s = &p->shape;
	bool needs_memory = route->is_loaded || route->has_lines;
	if (needs_memory)
		pthread_mutex_lock(&p->work_lock);
	if (route->is_loaded)
		cufft_load(s, &route->in, in, &route->work_in, p->work);
	run(p, route, route->is_loaded ? p->work : in, route->is_stored ? p->work : out);
	if (route->is_stored)
		cufft_store(s, &route->work_out, p->work, &route->out, out);
	if (needs_memory)
		pthread_mutex_unlock(&p->work_lock);
}
