/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the functions of hsa_ext_amd.h remember. */
#ifndef HSAEMU_HSA_AMD_IMPL_H
#define HSAEMU_HSA_AMD_IMPL_H

#include <hsa/hsa_ext_amd.h>
#include "memory_impl.h"

struct hr_amd_job;      /* work that waits for signals: amd_async.c */
struct hr_amd_notifier; /* who wants to know when memory is freed: amd_notify.c */
struct hr_amd_mask;     /* compute units of a queue: amd_queues.c */
struct hr_amd_errors;   /* who is told of a queue's errors: amd_events.c */

struct hr_amd {
	pthread_mutex_t lock; /* guards the members below; no other lock is taken under it */
	struct hr_amd_job *jobs;
	struct hr_amd_notifier *notifiers;
	struct hr_amd_mask *masks;
	struct hr_amd_errors *errors;
	hsa_amd_system_event_callback_t event_callback; /* NULL: none is registered */
	void *event_data;
};

struct hr_amd *hr_amd_new(void) NODISCARD; /* NULL: there is no memory */
/* `amd` may be NULL. rt has ended. */
void hr_amd_free(struct hr_amd *amd);

/* These free what hr_amd has of their kind. */
void hr_amd_jobs_free(struct hr_amd *amd);
void hr_amd_notifiers_free(struct hr_amd *amd);
void hr_amd_masks_free(struct hr_amd *amd);
void hr_amd_errors_free(struct hr_amd *amd);

/* ---- asynchronous work ----------------------------------------------------------------------- */

/* Lines of memory to copy; y and z count lines and slices. */
struct hr_amd_copy {
	uint8_t *to;
	const uint8_t *from;
	size_t to_pitch, to_slice, from_pitch, from_slice;
	size_t bytes; /* of a line; 0: there is nothing to copy */
	uint32_t lines, slices;
};

/* Copies when each of the signals has been seen at 0, then decrements `done`, which may be 0, and
 * which gets the times. Without such signals, and when all of them are 0, the calling thread
 * copies, else the thread that calls handlers does. The signals are valid. */
hsa_status_t hr_amd_copy_after(struct hr_state *s, const struct hr_amd_copy *copy,
	uint32_t signal_count, const hsa_signal_t *signals, hsa_signal_t done) NODISCARD;
/* Checks signals to wait for and the one to decrement. */
hsa_status_t hr_amd_check_signals(struct hr_state *s, uint32_t signal_count,
	const hsa_signal_t *signals, hsa_signal_t done) NODISCARD;

/* ---- errors of queues ------------------------------------------------------------------------ */

/* Creates a queue with rt_queue_create(), and tells of a fault of a kernel, before the queue's own
 * callback is called, who has registered for events of the system. */
hsa_status_t hr_amd_queue_create(struct hr_state *s, const struct rt_queue_options *options,
	hsa_queue_t **queue) NODISCARD;
/* Destroys a queue that hr_amd_queue_create() or rt has created. */
void hr_amd_queue_destroy(struct hr_state *s, hsa_queue_t *queue);

/* Forgets the compute units of a queue, which is given by its id. */
void hr_amd_mask_drop(struct hr_amd *amd, uint64_t queue);

/* Calls those who want to know that the block at `base` will be freed. */
void hr_amd_notify(struct hr_state *s, void *base);

#endif
