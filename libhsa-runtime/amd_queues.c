/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* AMD's hints for queues. Work-groups go to the compute unit that is free, whatever the mask and
 * the priority: the mask is kept for those who ask for it. */
#include <stdlib.h>
#include <string.h>
#include "amd_impl.h"

enum { WORD_BITS = 32, WORDS = RT_MAX_CUS / WORD_BITS };

struct hr_amd_mask {
	struct hr_amd_mask *next;
	uint64_t queue; /* its id, which no other queue will have */
	uint32_t words[WORDS];
};

/* Returns the queue's mask, or NULL when none was set. The lock is held. */
static struct hr_amd_mask *find_mask(struct hr_amd *amd, uint64_t queue)
{
	struct hr_amd_mask *m = amd->masks;
	while (m != NULL && m->queue != queue)
		m = m->next;
	return m;
}

/* Fills in the mask that has all compute units. */
static void all_units(struct hr_state *s, uint32_t words[WORDS])
{
	memset(words, 0, WORDS * sizeof *words);
	for (uint32_t i = 0; i < rt_cu_count(s->rt); i++)
		words[i / WORD_BITS] |= UINT32_C(1) << i % WORD_BITS;
}

/* Keeps the mask of `count` words, or all units when it is 0. */
static hsa_status_t keep(struct hr_state *s, uint64_t queue, uint32_t count, const uint32_t *words)
{
	struct hr_amd_mask *spare = mem_try_new(1, sizeof *spare);
	if (spare == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	pthread_mutex_lock(&s->amd->lock);
	struct hr_amd_mask *m = find_mask(s->amd, queue);
	if (m == NULL) {
		m = spare;
		spare = NULL;
		m->queue = queue;
		m->next = s->amd->masks;
		s->amd->masks = m;
	}
	all_units(s, m->words);
	for (uint32_t i = 0; count != 0 && i < WORDS; i++)
		m->words[i] &= i < count ? words[i] : 0;
	pthread_mutex_unlock(&s->amd->lock);
	free(spare);
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_queue_cu_set_mask(const hsa_queue_t *queue, uint32_t num_cu_mask_count,
	const uint32_t *cu_mask)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!rt_queue_is_valid(s->rt, queue))
		return HSA_STATUS_ERROR_INVALID_QUEUE;
	if (num_cu_mask_count % WORD_BITS != 0 || (num_cu_mask_count != 0 && cu_mask == NULL))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return keep(s, queue->id, num_cu_mask_count / WORD_BITS, cu_mask);
}

hsa_status_t hsa_amd_queue_cu_get_mask(const hsa_queue_t *queue, uint32_t num_cu_mask_count,
	uint32_t *cu_mask)
{
	HR_ENTER(s);
	uint32_t words[WORDS];
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!rt_queue_is_valid(s->rt, queue))
		return HSA_STATUS_ERROR_INVALID_QUEUE;
	if (num_cu_mask_count == 0 || num_cu_mask_count % WORD_BITS != 0 || cu_mask == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	all_units(s, words);
	pthread_mutex_lock(&s->amd->lock);
	const struct hr_amd_mask *m = find_mask(s->amd, queue->id);
	if (m != NULL)
		memcpy(words, m->words, sizeof words);
	pthread_mutex_unlock(&s->amd->lock);
	for (uint32_t i = 0; i < num_cu_mask_count / WORD_BITS; i++)
		cu_mask[i] = i < WORDS ? words[i] : 0;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_queue_set_priority(hsa_queue_t *queue, hsa_amd_queue_priority_t priority)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!rt_queue_is_valid(s->rt, queue))
		return HSA_STATUS_ERROR_INVALID_QUEUE;
	if ((unsigned)priority > HSA_AMD_QUEUE_PRIORITY_HIGH)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return HSA_STATUS_SUCCESS;
}

void hr_amd_mask_drop(struct hr_amd *amd, uint64_t queue)
{
	pthread_mutex_lock(&amd->lock);
	struct hr_amd_mask **link = &amd->masks, *m;
	while ((m = *link) != NULL && m->queue != queue)
		link = &m->next;
	if (m != NULL)
		*link = m->next;
	pthread_mutex_unlock(&amd->lock);
	free(m);
}

void hr_amd_masks_free(struct hr_amd *amd)
{
	for (struct hr_amd_mask *m = amd->masks, *next; m != NULL; m = next) {
		next = m->next;
		free(m);
	}
}
