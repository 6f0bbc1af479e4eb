/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Callbacks for memory that is freed. */
#include <stdlib.h>
#include "amd_impl.h"

struct hr_amd_notifier {
	struct hr_amd_notifier *next;
	void *base; /* of the block */
	void *ptr;  /* in it, as the client has given it */
	hsa_amd_deallocation_callback_t callback;
	void *user_data;
};

hsa_status_t hsa_amd_register_deallocation_callback(void *ptr,
	hsa_amd_deallocation_callback_t callback, void *user_data)
{
	HR_ENTER(s);
	struct rt_allocation block;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (ptr == NULL || callback == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (!rt_allocation_find(s->rt, ptr, &block))
		return HSA_STATUS_ERROR_INVALID_ALLOCATION;
	struct hr_amd_notifier *n = mem_try_new(1, sizeof *n);
	if (n == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	*n = (struct hr_amd_notifier){NULL, block.base, ptr, callback, user_data};
	pthread_mutex_lock(&s->amd->lock);
	n->next = s->amd->notifiers;
	s->amd->notifiers = n;
	pthread_mutex_unlock(&s->amd->lock);
	return HSA_STATUS_SUCCESS;
}

/* Takes the first notifier of a block out of the list; with a callback, only one for `ptr` that has
 * this callback. */
static struct hr_amd_notifier *take(struct hr_amd *amd, const void *ptr,
	hsa_amd_deallocation_callback_t callback)
{
	pthread_mutex_lock(&amd->lock);
	struct hr_amd_notifier **link = &amd->notifiers, *n;
	for (; (n = *link) != NULL; link = &n->next)
		if (callback == NULL ? n->base == ptr : n->ptr == ptr && n->callback == callback)
			break;
	if (n != NULL)
		*link = n->next;
	pthread_mutex_unlock(&amd->lock);
	return n;
}

hsa_status_t hsa_amd_deregister_deallocation_callback(void *ptr,
	hsa_amd_deallocation_callback_t callback)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (ptr == NULL || callback == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	struct hr_amd_notifier *n = take(s->amd, ptr, callback);
	if (n == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	free(n);
	return HSA_STATUS_SUCCESS;
}

void hr_amd_notify(struct hr_state *s, void *base)
{
	struct hr_amd_notifier *n;
	while ((n = take(s->amd, base, NULL)) != NULL) {
		n->callback(n->ptr, n->user_data);
		free(n);
	}
}

void hr_amd_notifiers_free(struct hr_amd *amd)
{
	for (struct hr_amd_notifier *n = amd->notifiers, *next; n != NULL; n = next) {
		next = n->next;
		free(n);
	}
}
