/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Generators and their options. */
#include <stdio.h>
#include <stdlib.h>
#include "rand_impl.h"

static const struct curand_sequence *const sequences[] = {&curand_xorwow, &curand_mrg,
	&curand_philox, &curand_mt19937, &curand_sobol32, &curand_scrambled_sobol32,
	&curand_sobol64, &curand_scrambled_sobol64};

static const struct curand_sequence *find(curandRngType_t type)
{
	if (type == CURAND_RNG_TEST || type == CURAND_RNG_PSEUDO_DEFAULT)
		type = CURAND_RNG_PSEUDO_XORWOW;
	else if (type == CURAND_RNG_QUASI_DEFAULT)
		type = CURAND_RNG_QUASI_SOBOL32;
	for (size_t i = 0; i < ARRAY_LEN(sequences); i++)
		if (sequences[i]->type == type)
			return sequences[i];
	if (type == CURAND_RNG_PSEUDO_MTGP32)
		fputs("libcurand: CURAND_RNG_PSEUDO_MTGP32 is not supported\n", stderr);
	return NULL;
}

static curandStatus_t create(curandGenerator_t *out, curandRngType_t type, bool is_host)
{
	const struct curand_sequence *s = find(type);
	if (out == NULL)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (s == NULL)
		return CURAND_STATUS_TYPE_ERROR;
	struct curandGenerator_st *g = mem_try_new(1, sizeof *g);
	void *state = mem_try_new(1, s->bytes);
	if (g == NULL || state == NULL) {
		free(g);
		free(state);
		return CURAND_STATUS_ALLOCATION_FAILED;
	}
	g->sequence = s;
	g->is_host = is_host;
	g->options.ordering =
		s->is_quasi ? CURAND_ORDERING_QUASI_DEFAULT : CURAND_ORDERING_PSEUDO_DEFAULT;
	g->options.dimensions = 1;
	g->is_changed = true;
	g->users = 1;
	g->state = state;
	pthread_mutex_init(&g->lock, NULL);
	handle_enter(&g->handle, RAND_GENERATOR);
	*out = g;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t CURANDAPI curandCreateGenerator(curandGenerator_t *generator,
	curandRngType_t rng_type)
{
	if (culib_enter("libcurand") != CUDA_SUCCESS)
		return CURAND_STATUS_INITIALIZATION_FAILED;
	return create(generator, rng_type, false);
}

curandStatus_t CURANDAPI curandCreateGeneratorHost(curandGenerator_t *generator,
	curandRngType_t rng_type)
{
	return create(generator, rng_type, true);
}

void curand_leave(struct curandGenerator_st *g)
{
	if (__atomic_sub_fetch(&g->users, 1, __ATOMIC_ACQ_REL) != 0)
		return;
	if (g->sequence->release != NULL)
		g->sequence->release(g->state);
	pthread_mutex_destroy(&g->lock);
	free(g->poisson.sums);
	free(g->state);
	free(g);
}

curandStatus_t CURANDAPI curandDestroyGenerator(curandGenerator_t generator)
{
	if (!handle_take(generator, RAND_GENERATOR))
		return CURAND_STATUS_NOT_INITIALIZED;
	curand_leave(generator);
	return CURAND_STATUS_SUCCESS;
}

bool curand_is_generator(curandGenerator_t g)
{
	return handle_is_valid(g, RAND_GENERATOR);
}

curandStatus_t CURANDAPI curandSetStream(curandGenerator_t generator, cudaStream_t stream)
{
	if (!curand_is_generator(generator))
		return CURAND_STATUS_NOT_INITIALIZED;
	generator->stream = stream;
	return CURAND_STATUS_SUCCESS;
}

/* The seed that a generator has begins nothing anew, as in NVIDIA's library. */
curandStatus_t CURANDAPI curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
	unsigned long long seed)
{
	if (!curand_is_generator(generator))
		return CURAND_STATUS_NOT_INITIALIZED;
	if (generator->sequence->is_quasi)
		return CURAND_STATUS_TYPE_ERROR;
	generator->is_changed |= generator->options.seed != seed;
	generator->options.seed = seed;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t CURANDAPI curandSetGeneratorOffset(curandGenerator_t generator,
	unsigned long long offset)
{
	if (!curand_is_generator(generator))
		return CURAND_STATUS_NOT_INITIALIZED;
	if (!generator->sequence->has_offset)
		return CURAND_STATUS_TYPE_ERROR;
	generator->options.offset = offset;
	generator->done = 0;
	generator->is_changed = true;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t CURANDAPI curandSetGeneratorOrdering(curandGenerator_t generator,
	curandOrdering_t order)
{
	if (!curand_is_generator(generator))
		return CURAND_STATUS_NOT_INITIALIZED;
	unsigned bit = (unsigned)order - CURAND_ORDERING_PSEUDO_BEST;
	if (generator->sequence->is_quasi
			? order != CURAND_ORDERING_QUASI_DEFAULT
			: bit >= 32 || !(generator->sequence->orderings >> bit & 1))
		return CURAND_STATUS_OUT_OF_RANGE;
	generator->is_changed |= generator->options.ordering != order;
	generator->options.ordering = order;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t CURANDAPI curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
	unsigned num_dimensions)
{
	if (!curand_is_generator(generator))
		return CURAND_STATUS_NOT_INITIALIZED;
	if (!generator->sequence->is_quasi)
		return CURAND_STATUS_TYPE_ERROR;
	if (num_dimensions == 0 || num_dimensions > CURAND_DIMENSIONS)
		return CURAND_STATUS_OUT_OF_RANGE;
	generator->options.dimensions = num_dimensions;
	generator->is_changed = true;
	return CURAND_STATUS_SUCCESS;
}
