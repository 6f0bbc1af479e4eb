/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rodinia kmeans: one kernel transposes the points, then each of three rounds assigns the points to
 * centres and moves the centres. */
#include "native.h"
#include "suite.h"

#include <string.h>

enum { ROUNDS = 3 };

struct kmeans {
	size_t npoints, nclusters, nfeatures;
	float *feature, *swapped, *clusters, *expected_swapped, *expected_clusters;
	uint32_t *membership, *expected_membership;
};

static void *setup(enum suite_size size)
{
	struct kmeans *v = suite_alloc(sizeof *v);
	v->npoints = suite_pick(size, 1500, 10000, 426496);
	v->nclusters = 5;
	v->nfeatures = 34;
	size_t values = v->npoints * v->nfeatures;
	v->feature = suite_alloc(values * sizeof(float));
	v->swapped = suite_alloc(values * sizeof(float));
	v->expected_swapped = suite_alloc(values * sizeof(float));
	v->clusters = suite_alloc(v->nclusters * v->nfeatures * sizeof(float));
	v->expected_clusters = suite_alloc(v->nclusters * v->nfeatures * sizeof(float));
	v->membership = suite_alloc(v->npoints * sizeof(uint32_t));
	v->expected_membership = suite_alloc(v->npoints * sizeof(uint32_t));
	suite_fill_floats(v->feature, values, 0, 1, 1);
	return v;
}

static void reset(void *data)
{
	struct kmeans *v = data;
	/* The first points serve as the initial centres. */
	memcpy(v->clusters, v->feature, v->nclusters * v->nfeatures * sizeof(float));
}

static void reset_native(void *data)
{
	struct kmeans *v = data;
	memcpy(v->expected_clusters, v->feature, v->nclusters * v->nfeatures * sizeof(float));
}

static void run(struct suite_run *r, void *data)
{
	struct kmeans *v = data;
	struct {
		const float *feature;
		float *swapped;
		uint32_t npoints, nfeatures;
	} swap = {v->feature, v->swapped, (uint32_t)v->npoints, (uint32_t)v->nfeatures};
	struct {
		const float *swapped, *clusters;
		uint32_t *membership;
		uint32_t npoints, nclusters, nfeatures;
	} assign = {v->swapped, v->clusters, v->membership, (uint32_t)v->npoints,
		(uint32_t)v->nclusters, (uint32_t)v->nfeatures};
	struct {
		const float *swapped;
		float *clusters;
		const uint32_t *membership;
		uint32_t npoints, nfeatures;
	} update = {v->swapped, v->clusters, v->membership, (uint32_t)v->npoints,
		(uint32_t)v->nfeatures};
	struct suite_dim points = {(uint32_t)v->npoints, 1, 1}, group = {256, 1, 1};
	suite_launch(r, "&kmeans_swap", points, group, 0, &swap, sizeof swap);
	for (int round = 0; round < ROUNDS; round++) {
		suite_launch(r, "&kmeans_assign", points, group, 0, &assign, sizeof assign);
		suite_launch(r, "&kmeans_update",
			(struct suite_dim){(uint32_t)v->nfeatures, (uint32_t)v->nclusters, 1},
			(struct suite_dim){16, 1, 1}, 0, &update, sizeof update);
	}
}

static void native(const struct native_loops *c, void *data)
{
	struct kmeans *v = data;
	c->transpose(v->feature, v->expected_swapped, v->npoints, v->nfeatures);
	for (int round = 0; round < ROUNDS; round++) {
		c->kmeans_assign(v->expected_swapped, v->expected_clusters, v->expected_membership,
			v->npoints, v->nclusters, v->nfeatures);
		c->kmeans_update(v->expected_swapped, v->expected_clusters, v->expected_membership,
			v->npoints, v->nclusters, v->nfeatures);
	}
}

static bool verify(const void *data, FILE *message)
{
	const struct kmeans *v = data;
	return suite_close_floats("feature_swap", v->swapped, v->expected_swapped,
		       v->npoints * v->nfeatures, 0, 0, message) &&
	       suite_same_words("membership", v->membership, v->expected_membership, v->npoints,
		       message) &&
	       suite_close_floats("clusters", v->clusters, v->expected_clusters,
		       v->nclusters * v->nfeatures, 0, 0, message);
}

const struct suite_case suite_kmeans = {
	.name = "kmeans",
	.cache = "10,000 points of 34 features",
	.full = "116 MB: 426,496 points of 34 features, twice",
	.setup = setup,
	.reset = reset,
	.reset_native = reset_native,
	.run = run,
	.native = native,
	.verify = verify,
};
