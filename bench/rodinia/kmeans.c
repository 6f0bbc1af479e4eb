/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia kmeans: kernels transpose the features and assign points, the host moves the centres. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { ROUNDS = 4, GROUP = 256 };

struct kmeans {
	size_t npoints, nclusters, nfeatures;
	float *feature, *swapped, *clusters, *expected_clusters;
	int32_t *membership, *expected_membership;
};

static void *setup(enum suite_size size)
{
	struct kmeans *v = suite_alloc(sizeof *v);
	v->npoints = suite_pick(size, 1003, 10000, 494020);
	v->nclusters = 5;
	v->nfeatures = 34;
	size_t values = v->npoints * v->nfeatures;
	v->feature = suite_alloc(values * sizeof(float));
	v->swapped = suite_alloc(values * sizeof(float));
	v->clusters = suite_alloc(v->nclusters * v->nfeatures * sizeof(float));
	v->expected_clusters = suite_alloc(v->nclusters * v->nfeatures * sizeof(float));
	v->membership = suite_alloc(v->npoints * sizeof(int32_t));
	v->expected_membership = suite_alloc(v->npoints * sizeof(int32_t));
	suite_fill_floats(v->feature, values, 0, 1, 1);
	return v;
}

/* The first points are the first centres. */
static void choose_centres(const struct kmeans *v, float *clusters)
{
	memcpy(clusters, v->feature, v->nclusters * v->nfeatures * sizeof(float));
}

static void move_centres(const struct kmeans *v, const int32_t *membership, float *clusters)
{
	size_t n = v->nfeatures;
	for (size_t c = 0; c < v->nclusters; c++) {
		double sum[64] = {0};
		size_t members = 0;
		for (size_t p = 0; p < v->npoints; p++) {
			if (membership[p] != (int32_t)c)
				continue;
			members++;
			for (size_t f = 0; f < n; f++)
				sum[f] += (double)v->feature[p * n + f];
		}
		for (size_t f = 0; f < n && members; f++)
			clusters[c * n + f] = (float)(sum[f] / (double)members);
	}
}

static void run(struct suite_run *r, void *data)
{
	struct kmeans *v = data;
	struct suite_dim grid = suite_grid(v->npoints, GROUP), group = {GROUP, 1, 1};
	struct {
		const float *feature;
		float *swapped;
		int32_t npoints, nfeatures;
	} swap = {v->feature, v->swapped, (int32_t)v->npoints, (int32_t)v->nfeatures};
	struct {
		const float *swapped, *clusters;
		int32_t *membership;
		int32_t npoints, nclusters, nfeatures, offset, size;
	} assign = {v->swapped, v->clusters, v->membership, (int32_t)v->npoints,
		(int32_t)v->nclusters, (int32_t)v->nfeatures, 0, 0};
	choose_centres(v, v->clusters);
	suite_launch(r, "&kmeans_swap", grid, group, 0, &swap, sizeof swap);
	for (int round = 0; round < ROUNDS; round++) {
		suite_launch(r, "&kmeans_kernel_c", grid, group, 0, &assign, sizeof assign);
		suite_wait(r);
		move_centres(v, v->membership, v->clusters);
	}
}

static void native(const struct native_loops *c, void *data)
{
	struct kmeans *v = data;
	choose_centres(v, v->expected_clusters);
	c->rodinia_kmeans_swap(v->feature, v->swapped, v->npoints, v->nfeatures);
	for (int round = 0; round < ROUNDS; round++) {
		c->rodinia_kmeans(v->swapped, v->expected_clusters, v->expected_membership,
			v->npoints, v->nclusters, v->nfeatures);
		suite_host_begin();
		move_centres(v, v->expected_membership, v->expected_clusters);
		suite_host_end();
	}
}

static bool verify(const void *data, FILE *message)
{
	const struct kmeans *v = data;
	return suite_same_words("membership", (const uint32_t *)v->membership,
		       (const uint32_t *)v->expected_membership, v->npoints, message) &&
	       suite_close_floats("clusters", v->clusters, v->expected_clusters,
		       v->nclusters * v->nfeatures, 0, 1e-5f, message);
}

const struct suite_case suite_rodinia_kmeans = {
	.name = "rodinia/kmeans",
	.source = SUITE_OPENCL,
	.original = {.opencl = "opencl/kmeans/kmeans.cl"},
	.cache = "10,000 points of 34 features, 4 rounds",
	.full = "128 MB: 494,020 points of 34 features, twice, 4 rounds",
	.setup = setup,
	.run = run,
	.native = native,
	.verify = verify,
};
