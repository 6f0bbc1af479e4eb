/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Executing plans: a call checks what can be checked, and puts the work into the plan's stream. */
#include "exec.h"
#include "route.h"

struct work {
	struct cufft_plan *plan;
	const struct fft_route *route;
	void *in, *out;
	bool stays; /* in a graph, which may be launched again */
};

static void run(void *arguments)
{
	const struct work *w = arguments;
	cufft_route_run(w->plan, w->route, w->in, w->out);
	if (!w->stays)
		cufft_plan_put(w->plan);
}

cufftResult cufft_error(CUresult error)
{
	if (error == CUDA_SUCCESS)
		return CUFFT_SUCCESS;
	return error == CUDA_ERROR_OUT_OF_MEMORY ? CUFFT_ALLOC_FAILED : CUFFT_EXEC_FAILED;
}

/* A plan that was captured once is never freed, as nobody tells when the last graph with it is. */
static cufftResult enqueue(struct work *w, cudaStream_t stream)
{
	w->stays = culib_is_captured(stream);
	return cufft_error(culib_do(stream, run, w, sizeof *w));
}

static bool has_arrays(const struct work *w)
{
	const struct fft_shape *s = &w->plan->shape;
	return culib_is_memory(w->in, cufft_side_bytes(s, &w->route->in)) &&
	       culib_is_memory(w->out, cufft_side_bytes(s, &w->route->out));
}

static cufftResult check(const struct cufft_plan *p, unsigned type, int *direction)
{
	static const int fixed[] = {[FFT_R2C] = CUFFT_FORWARD, [FFT_C2R] = CUFFT_INVERSE};
	if (!p->is_made)
		return CUFFT_INVALID_PLAN;
	if (type != 0 && p->shape.kind->type != type)
		return CUFFT_INVALID_TYPE;
	if (p->shape.kind->form != FFT_C2C)
		*direction = fixed[p->shape.kind->form];
	bool is_known = *direction == CUFFT_FORWARD || *direction == CUFFT_INVERSE;
	return is_known ? CUFFT_SUCCESS : CUFFT_INVALID_VALUE;
}

/* Called with the plan's lock. */
static cufftResult execute(struct work *w, unsigned type, int direction)
{
	struct cufft_plan *p = w->plan;
	cufftResult error = check(p, type, &direction);
	if (error == CUFFT_SUCCESS && (w->in == NULL || w->out == NULL))
		error = CUFFT_INVALID_VALUE;
	if (error == CUFFT_SUCCESS)
		error = cufft_route_get(p, w->in, w->out, direction, &w->route);
	if (error == CUFFT_SUCCESS && !has_arrays(w))
		error = CUFFT_INVALID_VALUE;
	return error == CUFFT_SUCCESS ? enqueue(w, p->stream) : error;
}

cufftResult cufft_execute(cufftHandle plan, unsigned type, void *in, void *out, int direction)
{
	struct work w = {.plan = cufft_plan_get(plan), .in = in, .out = out};
	if (w.plan == NULL)
		return CUFFT_INVALID_PLAN;
	cufftResult error = CUFFT_SETUP_FAILED;
	if (culib_enter(CUFFT_NAME) == CUDA_SUCCESS) {
		pthread_mutex_lock(&w.plan->lock);
		error = execute(&w, type, direction);
		pthread_mutex_unlock(&w.plan->lock);
	}
	if (error != CUFFT_SUCCESS)
		cufft_plan_put(w.plan);
	return error;
}

/* ---- the functions --------------------------------------------------------------------------- */

#define BOTH_WAYS(name, In, Out) \
	cufftResult cufftExec##name(cufftHandle plan, In *idata, Out *odata, int direction) \
	{ \
		return cufft_execute(plan, CUFFT_##name, idata, odata, direction); \
	}
#define ONE_WAY(name, In, Out) \
	cufftResult cufftExec##name(cufftHandle plan, In *idata, Out *odata) \
	{ \
		return cufft_execute(plan, CUFFT_##name, idata, odata, 0); \
	}
BOTH_WAYS(C2C, cufftComplex, cufftComplex)
ONE_WAY(R2C, cufftReal, cufftComplex)
ONE_WAY(C2R, cufftComplex, cufftReal)
BOTH_WAYS(Z2Z, cufftDoubleComplex, cufftDoubleComplex)
ONE_WAY(D2Z, cufftDoubleReal, cufftDoubleComplex)
ONE_WAY(Z2D, cufftDoubleComplex, cufftDoubleReal)

cufftResult cufftXtExec(cufftHandle plan, void *input, void *output, int direction)
{
	return cufft_execute(plan, 0, input, output, direction);
}
