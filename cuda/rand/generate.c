/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Numbers of a generator: at once where it is the host's, or else in its stream. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "rand_impl.h"

struct work {
	struct curandGenerator_st *generator;
	bool is_user; /* of the generator; what graphs have is not, and asks whether it is there */
	bool is_start;
	struct curand_options options;
	struct curand_request request;
};

static void generate(struct curandGenerator_st *g, const struct work *w)
{
	struct curand_request r = w->request;
	r.poisson = &g->poisson;
	pthread_mutex_lock(&g->lock);
	if (w->is_start)
		g->is_started = g->sequence->start(g->state, &w->options);
	if (g->is_started &&
		(r.kind != CURAND_POISSON_NUMBERS || curand_poisson_set(&g->poisson, r.mean)))
		g->sequence->take(g->state, &r);
	else
		fputs("libcurand: out of memory\n", stderr);
	pthread_mutex_unlock(&g->lock);
}

static struct curandGenerator_st *use(struct curandGenerator_st *g)
{
	struct handle *h = handle_lock(g, RAND_GENERATOR);
	if (h == NULL)
		return NULL;
	__atomic_add_fetch(&g->users, 1, __ATOMIC_RELAXED);
	handle_unlock(h);
	return g;
}

static void do_work(void *arguments)
{
	const struct work *w = arguments;
	struct curandGenerator_st *g = w->is_user ? w->generator : use(w->generator);
	if (g == NULL) {
		fputs("libcurand: a graph generates numbers of a generator that was destroyed\n",
			stderr);
		return;
	}
	generate(g, w);
	curand_leave(g);
}

static curandStatus_t enqueue(struct curandGenerator_st *g, struct work *w)
{
	if (culib_enter("libcurand") != CUDA_SUCCESS)
		return CURAND_STATUS_PREEXISTING_FAILURE;
	w->is_user = !culib_is_captured(g->stream) && use(g) != NULL;
	if (culib_do(g->stream, do_work, w, sizeof *w) == CUDA_SUCCESS)
		return CURAND_STATUS_SUCCESS;
	if (w->is_user)
		curand_leave(g);
	return CURAND_STATUS_LAUNCH_FAILURE;
}

/* A sequence that begins anew goes on where it was: options do not take back what was generated.
 * Philox's goes on too early, as that of NVIDIA's library does. */
static void restart(struct curandGenerator_st *g)
{
	unsigned turn = g->sequence->turn != 0 ? g->sequence->turn : 1;
	if (g->sequence->has_offset)
		g->options.offset += g->done / turn;
	g->done = 0;
}

static size_t turns_of(const struct curandGenerator_st *g, const struct curand_request *r)
{
	if (g->sequence->turn != 0)
		return r->count;
	return r->count / g->sequence->makers[r->kind].numbers / g->options.dimensions;
}

static curandStatus_t begin(struct curandGenerator_st *g, const struct curand_request *r)
{
	if (g->is_changed)
		restart(g);
	struct work w = {g, false, g->is_changed, g->options, *r};
	curandStatus_t status = CURAND_STATUS_SUCCESS;
	if (r->count != 0 && !culib_is_memory(r->out, r->count * curand_number_bytes(r)))
		return CURAND_STATUS_LAUNCH_FAILURE;
	if (g->is_host)
		generate(g, &w);
	else
		status = enqueue(g, &w);
	if (status == CURAND_STATUS_SUCCESS) {
		g->is_changed = false;
		g->done += turns_of(g, r);
	}
	return status;
}

static bool is_normal(enum curand_kind kind)
{
	return kind == CURAND_NORMAL || kind == CURAND_NORMAL_DOUBLE;
}

static curandStatus_t numbers(curandGenerator_t g, struct curand_request r)
{
	if (!curand_is_generator(g))
		return CURAND_STATUS_NOT_INITIALIZED;
	const struct curand_sequence *s = g->sequence;
	if (s->makers[r.kind].make == NULL)
		return CURAND_STATUS_TYPE_ERROR;
	if ((is_normal(r.kind) && s->needs_pairs && r.count % 2 != 0) ||
		(s->is_quasi && r.count % g->options.dimensions != 0))
		return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
	if (r.count > SIZE_MAX / curand_number_bytes(&r))
		return CURAND_STATUS_LAUNCH_FAILURE;
	return begin(g, &r);
}

curandStatus_t CURANDAPI curandGenerateSeeds(curandGenerator_t generator)
{
	if (!curand_is_generator(generator))
		return CURAND_STATUS_NOT_INITIALIZED;
	generator->is_changed = true;
	return begin(generator, &(struct curand_request){.kind = CURAND_UNIFORM});
}

#define PLAIN(name, kind, T) \
	curandStatus_t CURANDAPI name(curandGenerator_t generator, T *out, size_t n) \
	{ \
		return numbers(generator, \
			(struct curand_request){kind, false, out, n, 0, 1, NULL}); \
	}
PLAIN(curandGenerate, CURAND_WORDS, unsigned)
PLAIN(curandGenerateLongLong, CURAND_LONG_WORDS, unsigned long long)
PLAIN(curandGenerateUniform, CURAND_UNIFORM, float)
PLAIN(curandGenerateUniformDouble, CURAND_UNIFORM_DOUBLE, double)

#define NORMAL(name, kind, T, is_logarithm) \
	curandStatus_t CURANDAPI name(curandGenerator_t generator, T *out, size_t n, T mean, \
		T stddev) \
	{ \
		return numbers(generator, \
			(struct curand_request){kind, is_logarithm, out, n, mean, stddev, NULL}); \
	}
NORMAL(curandGenerateNormal, CURAND_NORMAL, float, false)
NORMAL(curandGenerateNormalDouble, CURAND_NORMAL_DOUBLE, double, false)
NORMAL(curandGenerateLogNormal, CURAND_NORMAL, float, true)
NORMAL(curandGenerateLogNormalDouble, CURAND_NORMAL_DOUBLE, double, true)

curandStatus_t CURANDAPI curandGeneratePoisson(curandGenerator_t generator, unsigned *out, size_t n,
	double lambda)
{
	if (!curand_is_generator(generator))
		return CURAND_STATUS_NOT_INITIALIZED;
	if (!(lambda > 0 && lambda <= CURAND_LARGEST_LAMBDA))
		return CURAND_STATUS_OUT_OF_RANGE;
	return numbers(generator,
		(struct curand_request){CURAND_POISSON_NUMBERS, false, out, n, lambda, 1, NULL});
}

/* NVIDIA's library has it for itself. */
curandStatus_t CURANDAPI curandGeneratePoissonMethod(curandGenerator_t generator, unsigned *out,
	size_t n, double lambda, curandMethod_t method)
{
	static bool was_said;
	(void)out, (void)n, (void)lambda, (void)method;
	if (!curand_is_generator(generator))
		return CURAND_STATUS_NOT_INITIALIZED;
	if (!__atomic_exchange_n(&was_said, true, __ATOMIC_RELAXED))
		fputs("libcurand: curandGeneratePoissonMethod is not supported\n", stderr);
	return CURAND_STATUS_INTERNAL_ERROR;
}
