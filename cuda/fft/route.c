/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Routes: FFTW does it where the data lie if it can. What it cannot do in place, and several
 * dimensions of what becomes real, which would cost the client its input, is computed from a copy;
 * halves are computed as floats, in such a copy. */
#include <stdlib.h>
#include "copy.h"
#include "route.h"

enum { ALIGNMENT = 16 }; /* FFTW's own */

static bool is_converted(const struct fft_shape *s)
{
	return s->kind->element == FFT_F16 || s->kind->element == FFT_BF16;
}

/* FFTW takes the copy's layout in any case: it is packed, for transforms in place. */
static bool plan_copied(struct fft_route *r, const struct fft_shape *s, int direction,
	bool is_aligned)
{
	struct fft_shape copy = *s;
	copy.is_packed = true;
	cufft_sides(&copy, true, &r->work_in, &r->work_out);
	r->is_loaded = true;
	r->is_stored = is_converted(s);
	if (r->is_stored)
		return cufft_fftw_make(&r->fftw, s, &r->work_in, &r->work_out, direction,
			FFTW_INPUT_IN_PLACE, true);
	return cufft_fftw_make(&r->fftw, s, &r->work_in, &r->out, direction, FFTW_INPUT_IS_LOST,
		is_aligned);
}

static bool plan_route(struct fft_route *r, const struct fft_shape *s, int direction, bool in_place,
	bool is_aligned)
{
	cufft_sides(s, in_place, &r->in, &r->out);
	if (!is_converted(s) &&
		cufft_fftw_make(&r->fftw, s, &r->in, &r->out, direction,
			in_place ? FFTW_INPUT_IN_PLACE : FFTW_INPUT_STAYS, is_aligned))
		return true;
	return plan_copied(r, s, direction, is_aligned);
}

/* Makes the memory for copies, which is that of float or double complex numbers. */
static bool have_work(struct cufft_plan *p, const struct fft_route *r)
{
	size_t number = p->shape.kind->element == FFT_F64 ? 2 * sizeof(double) : 2 * sizeof(float);
	const struct fft_side *complex_side = r->work_in.is_complex ? &r->work_in : &r->work_out;
	if (r->is_loaded && p->work == NULL)
		p->work = mem_try_new((size_t)(p->shape.batch * complex_side->distance), number);
	return !r->is_loaded || p->work != NULL;
}

static cufftResult make(struct cufft_plan *p, int direction, bool in_place, bool is_aligned,
	struct fft_route **made)
{
	struct fft_route *r = mem_try_new(1, sizeof *r);
	if (r == NULL)
		return CUFFT_ALLOC_FAILED;
	if (!plan_route(r, &p->shape, direction, in_place, is_aligned)) {
		free(r);
		return CUFFT_INTERNAL_ERROR;
	}
	if (!have_work(p, r)) {
		cufft_fftw_destroy(&r->fftw);
		free(r);
		return CUFFT_ALLOC_FAILED;
	}
	*made = r;
	return CUFFT_SUCCESS;
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

void cufft_route_run(struct cufft_plan *p, const struct fft_route *route, void *in, void *out)
{
	const struct fft_shape *s = &p->shape;
	if (!route->is_loaded) {
		cufft_fftw_execute(&route->fftw, in, out);
		return;
	}
	pthread_mutex_lock(&p->work_lock);
	cufft_load(s, &route->in, in, &route->work_in, p->work);
	cufft_fftw_execute(&route->fftw, p->work, route->is_stored ? p->work : out);
	if (route->is_stored)
		cufft_store(s, &route->work_out, p->work, &route->out, out);
	pthread_mutex_unlock(&p->work_lock);
}
