/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* AMD's events of the system: a kernel has accessed memory that it may not access. rt tells of it
 * as of any error of a queue, so the callback of each queue is ours, which calls the client's. */
#include <stdlib.h>
#include "amd_impl.h"

struct hr_amd_errors {
	struct hr_amd_errors *next;
	const hsa_queue_t *queue; /* NULL while it is being created */
	struct hr_state *state;
	rt_queue_callback *callback; /* the client's, or NULL */
	void *data;
};

hsa_status_t hsa_amd_register_system_event_handler(hsa_amd_system_event_callback_t callback,
	void *data)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (callback == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	pthread_mutex_lock(&s->amd->lock);
	bool first = s->amd->event_callback == NULL;
	if (first) {
		s->amd->event_callback = callback;
		s->amd->event_data = data;
	}
	pthread_mutex_unlock(&s->amd->lock);
	return first ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR;
}

/* Tells of a fault. The processor does not say whether it was a load or a store. */
static void tell(struct hr_state *s, const struct rt_report *report)
{
	pthread_mutex_lock(&s->amd->lock);
	hsa_amd_system_event_callback_t callback = s->amd->event_callback;
	void *data = s->amd->event_data;
	pthread_mutex_unlock(&s->amd->lock);
	if (callback == NULL)
		return;
	bool known = report->fault == RT_FAULT_ADDRESS;
	const hsa_amd_event_t event = {
		.event_type = HSA_AMD_GPU_MEMORY_FAULT_EVENT,
		.memory_fault =
			{
				.agent = s->topology->agents[HR_AGENT_GPU].self,
				.virtual_address = known ? report->address : 0,
				.fault_reason_mask = known ? HSA_AMD_MEMORY_FAULT_PAGE_NOT_PRESENT
	                                                   : HSA_AMD_MEMORY_FAULT_IMPRECISE,
			},
	};
	(void)callback(&event, data);
}

static void on_error(hsa_status_t status, hsa_queue_t *queue, void *arg)
{
	/* the client's callback may destroy the queue, and this with it */
	const struct hr_amd_errors e = *(struct hr_amd_errors *)arg;
	struct rt_report report;
	if (rt_queue_report(queue, &report) && report.cause == RT_CAUSE_FAULT &&
		(report.fault == RT_FAULT_ADDRESS || report.fault == RT_FAULT_NO_ADDRESS))
		tell(e.state, &report);
	if (e.callback != NULL)
		e.callback(status, queue, e.data);
}

/* Takes out of the list what belongs to a queue, or, with NULL, `which`. */
static struct hr_amd_errors *take(struct hr_amd *amd, const hsa_queue_t *queue,
	const struct hr_amd_errors *which)
{
	pthread_mutex_lock(&amd->lock);
	struct hr_amd_errors **link = &amd->errors, *e;
	while ((e = *link) != NULL && (queue != NULL ? e->queue != queue : e != which))
		link = &e->next;
	if (e != NULL)
		*link = e->next;
	pthread_mutex_unlock(&amd->lock);
	return e;
}

hsa_status_t hr_amd_queue_create(struct hr_state *s, const struct rt_queue_options *options,
	hsa_queue_t **queue)
{
	struct rt_queue_options ours = *options;
	struct hr_amd_errors *e = mem_try_new(1, sizeof *e);
	if (e == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	*e = (struct hr_amd_errors){
		.state = s, .callback = options->callback, .data = options->data};
	ours.callback = on_error;
	ours.data = e;
	pthread_mutex_lock(&s->amd->lock);
	e->next = s->amd->errors;
	s->amd->errors = e;
	pthread_mutex_unlock(&s->amd->lock);
	hsa_status_t status = rt_queue_create(s->rt, &ours, queue);
	if (status != HSA_STATUS_SUCCESS) {
		free(take(s->amd, NULL, e));
		return status;
	}
	pthread_mutex_lock(&s->amd->lock);
	e->queue = *queue;
	pthread_mutex_unlock(&s->amd->lock);
	return HSA_STATUS_SUCCESS;
}

void hr_amd_queue_destroy(struct hr_state *s, hsa_queue_t *queue)
{
	/* once it is destroyed another queue may have its address */
	struct hr_amd_errors *e = take(s->amd, queue, NULL);
	hr_amd_mask_drop(s->amd, queue->id);
	rt_queue_destroy(queue);
	free(e);
}

void hr_amd_errors_free(struct hr_amd *amd)
{
	for (struct hr_amd_errors *e = amd->errors, *next; e != NULL; e = next) {
		next = e->next;
		free(e);
	}
}
