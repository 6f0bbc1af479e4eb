/* The suite: every kernel as a case with its data, its dispatches, the same computation in C, and a
 * comparison of both. What runs a case's dispatches is an engine (engine.h). Used by the tests
 * (small sizes) and by `make bench`. */
#ifndef BENCH_SUITE_H
#define BENCH_SUITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct suite_run; /* a kernel file in an engine */
struct native_loops;

struct suite_dim {
	uint32_t x, y, z;
};

/* Dispatches one kernel and waits; failures end the program. `kernarg` is the segment's bytes; all
 * pointers in it are of suite_alloc(). */
void suite_launch(struct suite_run *r, const char *kernel, struct suite_dim grid,
	struct suite_dim group, uint32_t dynamic_group_bytes, const void *kernarg,
	size_t kernarg_bytes);

enum suite_size {
	SUITE_SMALL, /* odd sizes, partial work-groups, fast */
	SUITE_CACHE, /* data that stay in the caches */
	SUITE_FULL,  /* as in the literature */
	SUITE_SIZE_COUNT,
};

struct suite_case {
	const char *name;
	const char *file;         /* FILE.hsail in examples or bench/kernels; NULL: name */
	const char *cache, *full; /* these sizes in words */
	const char *unit;         /* empty kernels: of a run\'s ms divided by its number */
	void *(*setup)(enum suite_size size); /* deterministic inputs */
	void (*reset)(void *data);            /* before every run(); NULL: overwrites nothing */
	void (*run)(struct suite_run *r, void *data);
	void (*reset_native)(void *data); /* before every native() or NULL */
	void (*native)(const struct native_loops *c, void *data); /* NULL: nothing to compute */
	/* Compares what run() and native() left; says the first difference. */
	bool (*verify)(const void *data, FILE *message);
};

enum suite_set {
	SUITE_PAPERS = 1 << 0, /* the kernels of the papers on HSA emulation */
	SUITE_DESIGN = 1 << 1, /* those by which the code generator was designed */
	SUITE_OTHERS = 1 << 2,
	SUITE_ALL = SUITE_PAPERS | SUITE_DESIGN | SUITE_OTHERS,
	SUITE_EMPTY = 1 << 3, /* no native() */
};

struct suite_entry {
	const struct suite_case *c;
	unsigned sets;
};
extern const struct suite_entry suite_cases[];
extern const size_t suite_case_count;
const char *suite_file(const struct suite_case *c);
const char *suite_size_name(enum suite_size size);
const char *suite_size_words(const struct suite_case *c, enum suite_size size);

/* ---- for the cases --------------------------------------------------------------------------- */

size_t suite_pick(enum suite_size size, size_t small, size_t cache, size_t full);
/* Zeroed, 64-byte aligned, the suite's until suite_free_all(); ends the program on failure. */
void *suite_alloc(size_t bytes);
void suite_free_all(void);
uint64_t suite_random(uint64_t *state); /* splitmix64 */
void suite_fill_floats(float *p, size_t n, float low, float high, uint64_t seed);
/* below `limit`; 0: all 32 bits */
void suite_fill_words(uint32_t *p, size_t n, uint32_t limit, uint64_t seed);

bool suite_same_words(const char *what, const uint32_t *got, const uint32_t *expected, size_t n,
	FILE *message);
/* |got - expected| <= absolute + relative * |expected| */
bool suite_close_floats(const char *what, const float *got, const float *expected, size_t n,
	float absolute, float relative, FILE *message);

#endif
