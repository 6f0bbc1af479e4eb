/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cuRAND's host interface. A generator is its options, which calls set at once, and a sequence,
 * which work in its stream makes anew where options were set, and takes numbers from. */
#ifndef HSAEMU_CUDA_RAND_IMPL_H
#define HSAEMU_CUDA_RAND_IMPL_H

#pragma GCC visibility push(default)
#include <curand.h>
#pragma GCC visibility pop
#include <pthread.h>
#include "cuda/library/library.h"
#include "hsaemu/handle_set.h"

#define HSAEMU_RANDOM static inline
#include <hsaemu_random.h>

enum { RAND_GENERATOR = 1, RAND_DISTRIBUTION }; /* kinds of handles */

struct curand_options {
	unsigned long long seed, offset;
	curandOrdering_t ordering;
	unsigned dimensions;
};

/* What numbers are made of words, and how many of each belong together; numbers.c. */
enum curand_kind {
	CURAND_WORDS,
	CURAND_LONG_WORDS,
	CURAND_UNIFORM,
	CURAND_UNIFORM_DOUBLE,
	CURAND_NORMAL,
	CURAND_NORMAL_DOUBLE,
	CURAND_POISSON_NUMBERS,
	CURAND_KIND_COUNT
};
struct curand_request {
	enum curand_kind kind;
	bool is_logarithm; /* of a number that is normal */
	void *out;
	size_t count;
	double mean, deviation; /* mean: also Poisson's lambda */
	const struct curand_poisson *poisson;
};

/* A way to make numbers: n units of words become n * `numbers` numbers. Word k of unit i is
 * w[k * stride + i], or has 64 bits where the sequence has. */
struct curand_maker {
	unsigned words, numbers;
	void (*make)(const struct curand_request *r, const void *w, size_t n, size_t stride,
		void *out);
};
extern const struct curand_maker curand_of_pairs[CURAND_KIND_COUNT];      /* Box's and Muller's */
extern const struct curand_maker curand_of_mrg[CURAND_KIND_COUNT];        /* from 1 to a modulus */
extern const struct curand_maker curand_of_words[CURAND_KIND_COUNT];      /* by the inverse */
extern const struct curand_maker curand_of_sobol[CURAND_KIND_COUNT];      /* by the inverse */
extern const struct curand_maker curand_of_long_words[CURAND_KIND_COUNT]; /* by the inverse */
/* Returns the number whose normal distribution is u, above 0 and below 1; normal.c. */
double curand_normal_of(double u);
size_t curand_number_bytes(const struct curand_request *r);

#define CURAND_LARGEST_LAMBDA 400000.0
/* Poisson's numbers; poisson.c. Of u, above 0 up to 1, by the inverse of the distribution. */
struct curand_poisson {
	double lambda;
	unsigned first, count;
	double *sums; /* of the probabilities of `first` and what follows */
};
/* Changes the lambda; false: there is no memory. */
bool curand_poisson_set(struct curand_poisson *p, double lambda) NODISCARD;
unsigned curand_poisson_of(const struct curand_poisson *p, double u);

static inline size_t curand_least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* A kind of generator. */
struct curand_sequence {
	curandRngType_t type;
	const struct curand_maker *makers;
	unsigned orderings; /* a bit for each, from CURAND_ORDERING_PSEUDO_BEST on */
	bool is_quasi, has_offset, needs_pairs;
	unsigned turn; /* how many numbers are one of the offset; 0: a unit is */
	size_t bytes;  /* of the state, which is zeroed first */
	/* Begins the sequence that the options tell; false: there is no memory. */
	bool (*start)(void *state, const struct curand_options *o);
	void (*take)(void *state, const struct curand_request *r);
	void (*release)(void *state); /* or NULL */
};
extern const struct curand_sequence curand_xorwow, curand_mrg, curand_philox, curand_mt19937,
	curand_sobol32, curand_scrambled_sobol32, curand_sobol64, curand_scrambled_sobol64;

struct curandGenerator_st {
	struct handle handle;
	const struct curand_sequence *sequence;
	bool is_host;
	CUstream stream;
	struct curand_options options;
	bool is_changed;         /* options that no work has taken */
	unsigned long long done; /* how far numbers have gone since, in units of the offset */
	unsigned users;          /* by atomic operations: the handle, and work that is to come */
	pthread_mutex_t lock;    /* of what follows */
	void *state;
	bool is_started;
	struct curand_poisson poisson;
};
bool curand_is_generator(curandGenerator_t g);
/* Frees the generator when the last one leaves. */
void curand_leave(struct curandGenerator_st *g);

/* Direction vectors; vectors.c: those of a dimension, from 0 on. */
enum { CURAND_DIMENSIONS = 20000 };
void curand_vectors32(unsigned dimension, bool is_scrambled, unsigned *v);
void curand_vectors64(unsigned dimension, bool is_scrambled, unsigned long long *v);
unsigned long long curand_scramble(unsigned dimension, unsigned bits);

#endif
