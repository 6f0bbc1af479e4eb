/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The table of plans. A number is given once, so that one whose plan has gone is known as wrong. */
#include <stdlib.h>
#include "plan.h"

enum { BUCKETS = 64 };

static pthread_mutex_t plans_lock = PTHREAD_MUTEX_INITIALIZER;
static struct cufft_plan *plans[BUCKETS];
static cufftHandle last_plan;

static struct cufft_plan **find(cufftHandle id)
{
	struct cufft_plan **link = &plans[(unsigned)id % BUCKETS];
	while (*link != NULL && (*link)->id != id)
		link = &(*link)->next;
	return link;
}

static void end(struct cufft_plan *p)
{
	for (size_t i = 0; i < FFT_ROUTES; i++)
		cufft_plan_free_route(p->routes[i]);
	pthread_mutex_destroy(&p->lock);
	pthread_mutex_destroy(&p->work_lock);
	free(p->work);
	free(p->lines);
	free(p);
}

void cufft_plan_free_route(struct fft_route *r)
{
	if (r == NULL)
		return;
	cufft_fftw_destroy(&r->fftw);
	for (size_t i = 0; i < ARRAY_LEN(r->lines); i++)
		cufft_fftw_destroy(&r->lines[i]);
	free(r);
}

cufftResult cufft_plan_new(cufftHandle *id)
{
	struct cufft_plan *p = mem_try_new(1, sizeof *p);
	if (p == NULL)
		return CUFFT_ALLOC_FAILED;
	pthread_mutex_init(&p->lock, NULL);
	pthread_mutex_init(&p->work_lock, NULL);
	p->uses = 1;
	p->host_threads = 1;
	pthread_mutex_lock(&plans_lock);
	*id = p->id = ++last_plan;
	*find(p->id) = p;
	pthread_mutex_unlock(&plans_lock);
	return CUFFT_SUCCESS;
}

struct cufft_plan *cufft_plan_get(cufftHandle id)
{
	pthread_mutex_lock(&plans_lock);
	struct cufft_plan *p = *find(id);
	if (p != NULL)
		p->uses++;
	pthread_mutex_unlock(&plans_lock);
	return p;
}

void cufft_plan_put(struct cufft_plan *p)
{
	pthread_mutex_lock(&plans_lock);
	bool is_last = --p->uses == 0;
	pthread_mutex_unlock(&plans_lock);
	if (is_last)
		end(p);
}

struct cufft_plan *cufft_plan_begin(cufftHandle id)
{
	struct cufft_plan *p = cufft_plan_get(id);
	if (p != NULL)
		pthread_mutex_lock(&p->lock);
	return p;
}

cufftResult cufft_plan_end(struct cufft_plan *p, cufftResult result)
{
	pthread_mutex_unlock(&p->lock);
	cufft_plan_put(p);
	return result;
}

cufftResult cufft_plan_drop(cufftHandle id)
{
	pthread_mutex_lock(&plans_lock);
	struct cufft_plan **link = find(id), *p = *link;
	if (p != NULL)
		*link = p->next;
	pthread_mutex_unlock(&plans_lock);
	if (p == NULL)
		return CUFFT_INVALID_PLAN;
	cufft_plan_put(p);
	return CUFFT_SUCCESS;
}
