/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The set of images that there are, as a tree of their handles. */
#define _GNU_SOURCE /* tdestroy() */
#include <pthread.h>
#include <search.h>
#include <stdlib.h>
#include "hsaemu/ext_image.h"
#include "image_set_impl.h"

struct hr_image_set {
	pthread_mutex_t lock;
	void *root; /* guarded by lock; keys are handles, which are addresses */
};

static int compare(const void *a, const void *b)
{
	return ((uintptr_t)a > (uintptr_t)b) - ((uintptr_t)a < (uintptr_t)b);
}

static void destroy(void *key)
{
	(void)rt_ext_image_destroy((hsa_ext_image_t){(uintptr_t)key});
}

static void *key_of(hsa_ext_image_t image)
{
	return (void *)(uintptr_t)image.handle;
}

struct hr_image_set *hr_image_set_new(void)
{
	struct hr_image_set *set = mem_try_new(1, sizeof *set);
	if (set != NULL && pthread_mutex_init(&set->lock, NULL) != 0) {
		free(set);
		return NULL;
	}
	return set;
}

void hr_image_set_free(struct hr_image_set *set)
{
	if (set == NULL)
		return;
	tdestroy(set->root, destroy);
	pthread_mutex_destroy(&set->lock);
	free(set);
}

bool hr_image_add(struct hr_image_set *set, hsa_ext_image_t image)
{
	pthread_mutex_lock(&set->lock);
	bool added = tsearch(key_of(image), &set->root, compare) != NULL;
	pthread_mutex_unlock(&set->lock);
	return added;
}

bool hr_image_has(struct hr_image_set *set, hsa_ext_image_t image)
{
	pthread_mutex_lock(&set->lock);
	bool has = tfind(key_of(image), &set->root, compare) != NULL;
	pthread_mutex_unlock(&set->lock);
	return has;
}

bool hr_image_remove(struct hr_image_set *set, hsa_ext_image_t image)
{
	pthread_mutex_lock(&set->lock);
	bool removed = tdelete(key_of(image), &set->root, compare) != NULL;
	pthread_mutex_unlock(&set->lock);
	return removed;
}
