/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia hybridsort: numbers into 1,024 buckets of about the same size, by a histogram, then lists
 * of four merged within the buckets. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum {
	BUCKETS = 1024,
	BUCKET_GROUP = 32,
	BAND = 128,           /* elements a work-item of bucketcount */
	HISTOGRAM_GROUP = 96, /* with a histogram of BUCKETS bins for each 32 of them */
	HISTOGRAM_GROUPS = 64,
	PREFIX_GROUP = 128,
	FIRST_GROUP = 256,
	PASS_GROUP = 208,
	PACK_GROUP = 256,
};

struct hybridsort {
	size_t n;
	uint32_t groups; /* of bucketcount */
	const float *input;
	float low, high;
	float *lists, *merged; /* buckets padded to fours, as they swap */
	float *sorted, *expected, *scratch;
	uint32_t *histogram, *prefixes, *counts, *offsets;
	int32_t *indices, *starts, *padding, *ends;
	float *pivots;
};

static void *setup(enum suite_size size)
{
	struct hybridsort *v = suite_alloc(sizeof *v);
	size_t n = v->n = suite_pick(size, 20000, 1 << 17, 1 << 22);
	size_t padded = n + 4 * BUCKETS + 8;
	float *input = suite_alloc(n * sizeof(float));
	suite_fill_floats(input, n, 0, 1, 1);
	for (size_t i = 0; i < n; i++)
		input[i] *= input[i]; /* not evenly */
	v->input = input;
	v->low = v->high = input[0];
	for (size_t i = 0; i < n; i++) {
		v->low = input[i] < v->low ? input[i] : v->low;
		v->high = input[i] > v->high ? input[i] : v->high;
	}
	v->groups = suite_group_count(n, BUCKET_GROUP * BAND);
	v->lists = suite_alloc(padded * sizeof(float));
	v->merged = suite_alloc(padded * sizeof(float));
	v->sorted = suite_alloc(n * sizeof(float));
	v->expected = suite_alloc(n * sizeof(float));
	v->scratch = suite_alloc(n * sizeof(float));
	v->histogram = suite_alloc(BUCKETS * sizeof(uint32_t));
	v->prefixes = suite_alloc(v->groups * BUCKETS * sizeof(uint32_t));
	v->counts = suite_alloc(BUCKETS * sizeof(uint32_t));
	v->offsets = suite_alloc(BUCKETS * sizeof(uint32_t));
	v->indices = suite_alloc(n * sizeof(int32_t));
	v->starts = suite_alloc((BUCKETS + 1) * sizeof(int32_t));
	v->ends = suite_alloc((BUCKETS + 1) * sizeof(int32_t));
	v->padding = suite_alloc(BUCKETS * sizeof(int32_t));
	v->pivots = suite_alloc(BUCKETS * sizeof(float));
	return v;
}

static void reset(void *data)
{
	struct hybridsort *v = data;
	memset(v->histogram, 0, BUCKETS * sizeof(uint32_t));
	memset(v->lists, 0, (v->n + 4 * BUCKETS + 8) * sizeof(float));
}

/* Pivot i is the least element of bucket i + 1, as far as the histogram tells. */
static void set_pivots(struct hybridsort *v)
{
	double width = ((double)v->high - v->low) / BUCKETS, before = 0;
	size_t bin = 0;
	for (size_t i = 0; i < BUCKETS; i++) {
		double wanted = (double)v->n * (double)(i + 1) / BUCKETS;
		while (bin + 1 < BUCKETS && before + v->histogram[bin] < wanted)
			before += v->histogram[bin++];
		double part = v->histogram[bin] ? (wanted - before) / v->histogram[bin] : 1;
		v->pivots[i] = (float)(v->low + ((double)bin + part) * width);
	}
}

/* Where buckets begin in the padded lists and in the result. */
static uint32_t set_starts(struct hybridsort *v)
{
	uint32_t largest = 0;
	for (size_t i = 0; i < BUCKETS; i++) {
		uint32_t fours = (v->counts[i] + 3) / 4;
		v->padding[i] = (int32_t)(4 * fours - v->counts[i]);
		v->offsets[i] = 4 * (uint32_t)v->starts[i];
		v->starts[i + 1] = v->starts[i] + (int32_t)fours;
		v->ends[i + 1] = v->ends[i] + (int32_t)v->counts[i];
		largest = fours > largest ? fours : largest;
	}
	return largest;
}

static void launch(struct suite_run *r, const char *kernel, uint32_t groups, uint32_t group,
	const void *args, size_t bytes)
{
	suite_launch(r, kernel, (struct suite_dim){groups * group, 1, 1},
		(struct suite_dim){group, 1, 1}, 0, args, bytes);
}

/* Returns the fours in the largest bucket. */
static uint32_t fill_buckets(struct suite_run *r, struct hybridsort *v)
{
	struct {
		uint32_t *histogram;
		const float *input;
		float low, high;
		uint32_t n;
	} histogram = {v->histogram, v->input, v->low, v->high, (uint32_t)v->n};
	struct {
		const float *input;
		int32_t *indices;
		uint32_t *prefixes;
		int32_t n;
		const float *pivots;
	} count = {v->input, v->indices, v->prefixes, (int32_t)v->n, v->pivots};
	struct {
		uint32_t *prefixes, *counts;
		int32_t groups;
	} prefix = {v->prefixes, v->counts, (int32_t)v->groups};
	struct {
		const float *input;
		const int32_t *indices;
		float *lists;
		int32_t n;
		const uint32_t *prefixes, *offsets;
	} fill = {v->input, v->indices, v->lists, (int32_t)v->n, v->prefixes, v->offsets};
	launch(r, "&histogram1024Kernel", HISTOGRAM_GROUPS, HISTOGRAM_GROUP, &histogram,
		sizeof histogram);
	suite_wait(r);
	set_pivots(v);
	launch(r, "&bucketcount", v->groups, BUCKET_GROUP, &count, sizeof count);
	launch(r, "&bucketprefixoffset", BUCKETS / PREFIX_GROUP, PREFIX_GROUP, &prefix,
		sizeof prefix);
	suite_wait(r);
	uint32_t largest = set_starts(v);
	launch(r, "&bucketsort", v->groups, BUCKET_GROUP, &fill, sizeof fill);
	return largest;
}

static void swap_lists(struct hybridsort *v)
{
	float *t = v->lists;
	v->lists = v->merged;
	v->merged = t;
}

static void merge(struct suite_run *r, struct hybridsort *v, uint32_t largest)
{
	uint32_t fours = (uint32_t)v->starts[BUCKETS];
	struct {
		const float *lists;
		float *merged;
		int32_t n;
	} first = {v->lists, v->merged, (int32_t)(4 * fours)};
	launch(r, "&mergeSortFirst", suite_group_count(fours, FIRST_GROUP), FIRST_GROUP, &first,
		sizeof first);
	swap_lists(v);
	for (uint32_t length = 2; length < 2 * largest; length *= 2) { /* of what is made */
		struct {
			const float *lists;
			float *merged;
			int32_t length, items;
			const int32_t *starts;
		} pass = {v->lists, v->merged, (int32_t)length,
			(int32_t)suite_group_count(largest, length), v->starts};
		launch(r, "&mergeSortPass",
			suite_group_count((uint32_t)pass.items * BUCKETS, PASS_GROUP), PASS_GROUP,
			&pass, sizeof pass);
		swap_lists(v);
	}
	struct {
		const float *lists;
		float *sorted;
		const int32_t *starts, *padding, *ends;
	} pack = {v->lists, v->sorted, v->starts, v->padding, v->ends};
	suite_launch(r, "&mergepack",
		(struct suite_dim){
			suite_group_count(4 * largest, PACK_GROUP) * PACK_GROUP, BUCKETS, 1},
		(struct suite_dim){PACK_GROUP, 1, 1}, 0, &pack, sizeof pack);
}

static void run(struct suite_run *r, void *data)
{
	struct hybridsort *v = data;
	uint32_t largest = fill_buckets(r, v);
	merge(r, v, largest);
}

static void native(const struct native_loops *c, void *data)
{
	struct hybridsort *v = data;
	memcpy(v->expected, v->input, v->n * sizeof(float));
	c->rodinia_hybridsort(v->expected, v->scratch, v->n);
}

static bool verify(const void *data, FILE *message)
{
	const struct hybridsort *v = data;
	return suite_close_floats("sorted", v->sorted, v->expected, v->n, 0, 0, message);
}

const struct suite_case suite_rodinia_hybridsort = {
	.name = "rodinia/hybridsort",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/hybridsort/mergesort.cl",
		.options = "-include bucketsort_kernels.cl -include histogram1024.cl"},
	.cache = "128 K numbers",
	.full = "16 MB: 4 M numbers",
	.setup = setup,
	.reset = reset,
	.run = run,
	.native = native,
	.verify = verify,
};
