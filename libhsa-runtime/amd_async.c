/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies that wait for signals. A job looks at its signals one after the other, for each may change
 * again once it has been seen at 0; the thread that calls handlers goes on with it. */
#include <hsa/amd_hsa_signal.h>
#include <stdlib.h>
#include <string.h>
#include "amd_impl.h"

struct hr_amd_job {
	struct hr_amd_job *next, **link; /* guarded by the lock of hr_amd */
	struct hr_state *state;
	struct hr_amd_copy copy;
	hsa_signal_t done;
	uint32_t count, seen; /* of the signals, how many were 0 */
	hsa_signal_t signals[];
};

hsa_status_t hr_amd_check_signals(struct hr_state *s, uint32_t signal_count,
	const hsa_signal_t *signals, hsa_signal_t done)
{
	if (signal_count != 0 && signals == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	for (uint32_t i = 0; i < signal_count; i++)
		if (!rt_signal_is_valid(s->rt, signals[i]))
			return HSA_STATUS_ERROR_INVALID_SIGNAL;
	if (done.handle != 0 && !rt_signal_is_valid(s->rt, done))
		return HSA_STATUS_ERROR_INVALID_SIGNAL;
	return HSA_STATUS_SUCCESS;
}

static void copy_now(const struct hr_amd_copy *c, hsa_signal_t done)
{
	uint64_t start = rt_clock_ns();
	for (uint32_t z = 0; c->bytes != 0 && z < c->slices; z++)
		for (uint32_t y = 0; y < c->lines; y++)
			memmove(c->to + z * c->to_slice + y * c->to_pitch,
				c->from + z * c->from_slice + y * c->from_pitch, c->bytes);
	if (done.handle == 0)
		return;
	amd_signal_t *block = (amd_signal_t *)(uintptr_t)done.handle;
	block->start_ts = start;
	block->end_ts = rt_clock_ns();
	rt_signal_update(done, RT_SIGNAL_SUBTRACT, 1);
}

static void job_enter(struct hr_amd *amd, struct hr_amd_job *j)
{
	pthread_mutex_lock(&amd->lock);
	j->next = amd->jobs;
	j->link = &amd->jobs;
	if (j->next != NULL)
		j->next->link = &j->next;
	amd->jobs = j;
	pthread_mutex_unlock(&amd->lock);
}

static void job_remove(struct hr_amd *amd, struct hr_amd_job *j)
{
	pthread_mutex_lock(&amd->lock);
	*j->link = j->next;
	if (j->next != NULL)
		j->next->link = j->link;
	pthread_mutex_unlock(&amd->lock);
	free(j);
}

/* The client may have destroyed the signal since it was checked. */
static hsa_signal_t done_of(const struct hr_amd_job *j)
{
	bool is_left = rt_signal_is_valid(j->state->rt, j->done);
	return is_left ? j->done : (hsa_signal_t){0};
}

static bool go_on(hsa_signal_value_t value, void *arg);

/* Copies, or has go_on() called when the next signal is 0. */
static hsa_status_t job_step(struct hr_amd_job *j)
{
	while (j->seen < j->count && rt_signal_load(j->signals[j->seen]) == 0)
		j->seen++;
	if (j->seen < j->count)
		return rt_signal_watch(j->state->rt, j->signals[j->seen], HSA_SIGNAL_CONDITION_EQ,
			0, go_on, j);
	copy_now(&j->copy, done_of(j));
	job_remove(j->state->amd, j);
	return HSA_STATUS_SUCCESS;
}

static bool go_on(hsa_signal_value_t value, void *arg)
{
	(void)value;
	struct hr_amd_job *j = arg;
	j->seen++;
	if (job_step(j) != HSA_STATUS_SUCCESS) {
		/* as the standard wants an error that comes too late for a status */
		hsa_signal_t done = done_of(j);
		if (done.handle != 0)
			rt_signal_update(done, RT_SIGNAL_STORE, -1);
		job_remove(j->state->amd, j);
	}
	return false;
}

hsa_status_t hr_amd_copy_after(struct hr_state *s, const struct hr_amd_copy *copy,
	uint32_t signal_count, const hsa_signal_t *signals, hsa_signal_t done)
{
	uint32_t seen = 0;
	while (seen < signal_count && rt_signal_load(signals[seen]) == 0)
		seen++;
	if (seen == signal_count) {
		copy_now(copy, done);
		return HSA_STATUS_SUCCESS;
	}
	size_t left = signal_count - seen;
	struct hr_amd_job *j = mem_try_new(1, sizeof *j + left * sizeof *signals);
	if (j == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	j->state = s;
	j->copy = *copy;
	j->done = done;
	j->count = (uint32_t)left;
	memcpy(j->signals, signals + seen, left * sizeof *signals);
	job_enter(s->amd, j);
	hsa_status_t status = job_step(j);
	if (status != HSA_STATUS_SUCCESS)
		job_remove(s->amd, j);
	return status;
}

void hr_amd_jobs_free(struct hr_amd *amd)
{
	for (struct hr_amd_job *j = amd->jobs, *next; j != NULL; j = next) {
		next = j->next;
		free(j);
	}
}
