/* The suite: every example kernel as a case with its data, its dispatches, the same computation in
 * C, and a comparison of both. Used by the tests (small sizes) and by `make bench` (sizes of the
 * literature). */
#ifndef BENCH_SUITE_H
#define BENCH_SUITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct suite_run; /* the runner: an image on a queue */

struct suite_dim {
	uint32_t x, y, z;
};

/* Dispatches one kernel and waits; failures end the program. `kernarg` is the segment's bytes. */
void suite_launch(struct suite_run *r, const char *kernel, struct suite_dim grid,
	struct suite_dim group, uint32_t dynamic_group_bytes, const void *kernarg,
	size_t kernarg_bytes);

enum suite_size {
	SUITE_SMALL, /* odd sizes, partial work-groups, fast */
	SUITE_FULL,  /* as in the literature */
};

struct suite_case {
	const char *name;                     /* examples/NAME.hsail */
	const char *what;                     /* the full size in words */
	void *(*setup)(enum suite_size size); /* deterministic inputs */
	void (*reset)(void *data);            /* before every run; NULL: nothing is overwritten */
	void (*run)(struct suite_run *r, void *data);
	void (*native)(void *data);
	/* Compares what run() and native() left; says the first difference. */
	bool (*verify)(const void *data, FILE *message);
};

extern const struct suite_case *const suite_cases[];
extern const size_t suite_case_count;

/* ---- for the cases --------------------------------------------------------------------------- */

/* Zeroed, 64-byte aligned, the suite's until suite_free_all(); ends the program on failure. */
void *suite_alloc(size_t bytes);
void suite_free_all(void);
uint64_t suite_random(uint64_t *state); /* splitmix64 */
void suite_fill_floats(float *p, size_t n, float low, float high, uint64_t seed);
/* below `limit`; 0: all 32 bits */
void suite_fill_words(uint32_t *p, size_t n, uint32_t limit, uint64_t seed);


bool suite_same_words(
	const char *what, const uint32_t *got, const uint32_t *expected, size_t n, FILE *message);
/* |got - expected| <= absolute + relative * |expected| */
bool suite_close_floats(const char *what, const float *got, const float *expected, size_t n,
	float absolute, float relative, FILE *message);

#endif
