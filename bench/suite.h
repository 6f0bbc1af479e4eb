/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The suite: every kernel is a case with its data, its dispatches, the same computation in C, and a
 * comparison of both results. An engine (engine.h) runs the dispatches. The tests use the suite
 * with small sizes, `make bench` with large ones. */
#ifndef BENCH_SUITE_H
#define BENCH_SUITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct suite_run; /* a kernel file in an engine */
struct native_loops;
struct suite_block; /* of suite_alloc() */

struct suite_dim {
	uint32_t x, y, z;
};

/* Dispatches one kernel, behind those before; a failure ends the program. `kernarg` points to the
 * bytes of the segment; all pointers in these must come from suite_alloc(). Some engines only note
 * what is to be run: before a case's run() reads what kernels have left, or writes what they read,
 * it calls suite_wait(). Its caller does so at the end. */
void suite_launch(struct suite_run *r, const char *kernel, struct suite_dim grid,
	struct suite_dim group, uint32_t dynamic_group_bytes, const void *kernarg,
	size_t kernarg_bytes);

void suite_wait(struct suite_run *r);

enum suite_size {
	SUITE_SMALL, /* odd sizes, partial work-groups, fast */
	SUITE_CACHE, /* data that stay in the caches */
	SUITE_FULL,  /* as in the literature */
	SUITE_SIZE_COUNT,
};

/* The language of a kernel's source. */
enum suite_source {
	SUITE_HSAIL, /* FILE.hsail in examples or bench/kernels, FILE.cl in bench/opencl */
	/* bench/FILE.cl, and FILE.ptx made of it. Segments are C structs of the parameters; a
	 * pointer to local memory is a 64-bit offset into the dynamic group memory. Grids are whole
	 * groups. */
	SUITE_OPENCL,
};

/* Where the benchmark from which the case was taken has its kernels, for users who have it. */
struct suite_original {
	const char *opencl;  /* path of the .cl below its folder, or NULL */
	const char *options; /* what its host program compiles it with, or NULL */
	const char *cuda;    /* path of a .cu whose kernels have the same parameters, or NULL */
	/* pairs of a kernel's name here and there, both with &, up to a NULL */
	const char *const (*cuda_names)[2];
};

/* What a run of a case's kernels has to do at least: bytes that are read once and written once, and
 * operations on floats, a fused one counted as two. */
struct suite_work {
	double bytes, flops;
};

/* A type of a parameter that OpenCL C does not have. */
struct suite_type {
	const char *name; /* as the kernel names it; NULL ends a list */
	size_t bytes, align;
};

struct suite_case {
	const char *name;
	const char *file; /* NULL: name */
	enum suite_source source;
	const struct suite_type *types; /* or NULL */
	struct suite_original original;
	const char *cache, *full; /* these sizes in words */
	/* empty kernels: the unit in which a run's milliseconds give the time of one dispatch or
	 * group */
	const char *unit;
	void *(*setup)(enum suite_size size); /* deterministic inputs */
	/* runs before every run(); NULL: run() overwrites no input */
	void (*reset)(void *data);
	void (*run)(struct suite_run *r, void *data);
	void (*reset_native)(void *data); /* runs before every native(), or NULL */
	void (*native)(const struct native_loops *c, void *data); /* NULL: nothing to compute */
	struct suite_work (*work)(const void *data);              /* NULL: not known */
	/* Compares what run() and native() left; returns false after saying the first
	 * difference. */
	bool (*verify)(const void *data, FILE *message);
};

enum suite_set {
	SUITE_PAPERS = 1 << 0, /* the kernels of the papers on HSA emulation */
	SUITE_DESIGN = 1 << 1, /* those by which the code generator was designed */
	SUITE_OTHERS = 1 << 2,
	SUITE_EMPTY = 1 << 3, /* cases without native() */
	SUITE_RODINIA = 1 << 4,
	SUITE_AMD = 1 << 5,  /* the samples of AMD's SDK that the papers on GPU simulators use */
	SUITE_ISPC = 1 << 6, /* public examples of the compiler ispc */
	SUITE_ALL =
		SUITE_PAPERS | SUITE_DESIGN | SUITE_OTHERS | SUITE_RODINIA | SUITE_AMD | SUITE_ISPC,
};
/* A name and the sets that it stands for; a NULL name ends the list. */
struct suite_set_name {
	const char *name;
	unsigned sets;
};
extern const struct suite_set_name suite_set_names[];

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
/* The number of groups of `group` that hold n items, and a one-dimensional grid of so many whole
 * groups. */
uint32_t suite_group_count(size_t n, size_t group);
struct suite_dim suite_grid(size_t n, size_t group);
/* native()'s time leaves out what runs between these two calls, as run()'s time counts only its
 * dispatches. */
void suite_host_begin(void);
void suite_host_end(void);
/* Returns zeroed, 64-byte aligned memory, valid until suite_free_all(); a failure ends the
 * program. */
void *suite_alloc(size_t bytes);
void suite_free_all(void);
/* Returns the last block of suite_alloc(); NULL: there is none. */
const struct suite_block *suite_last_block(void);
/* Counts the words of 64 bits by which the blocks from `a` back to `a_before`, which is not one of
 * them, differ from those from `b` back: blocks that two calls of setup() have made. Addresses in
 * them of the same place are no difference. */
struct suite_difference {
	size_t words, of;
};
struct suite_difference suite_compare_blocks(const struct suite_block *a,
	const struct suite_block *a_before, const struct suite_block *b,
	const struct suite_block *b_before);
uint64_t suite_random(uint64_t *state); /* splitmix64 */
void suite_fill_floats(float *p, size_t n, float low, float high, uint64_t seed);
/* Fills p with random words below `limit`, or with any words if `limit` is 0. */
void suite_fill_words(uint32_t *p, size_t n, uint32_t limit, uint64_t seed);

bool suite_same_words(const char *what, const uint32_t *got, const uint32_t *expected, size_t n,
	FILE *message);
/* Checks |got - expected| <= absolute + relative * |expected| for all elements. */
bool suite_close_floats(const char *what, const float *got, const float *expected, size_t n,
	float absolute, float relative, FILE *message);
/* Checks that no two bytes are farther apart than `tolerance`. */
bool suite_close_bytes(const char *what, const uint8_t *got, const uint8_t *expected, size_t n,
	int tolerance, FILE *message);

#endif
