/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where the state is found, and how many threads are inside of functions that use it. A client's
 * thread may shut down while others are inside, or from a callback of a function that is itself
 * inside; the state must stay until all of them have left.
 *
 * Each thread counts in a place of its own, or shared with few, because all functions count. One
 * number serves all states, of which there is one at a time, save that an old one may wait for its
 * last users: so whoever is inside of any state keeps all of them. */
#include "hsa_impl.h"

enum { PLACES = 16, LINE_BYTES = 64, PAGE_BITS = 12 };

static struct hr_state *_Atomic current_state;
static struct {
	_Alignas(LINE_BYTES) atomic_long users;
} user_places[PLACES];
static atomic_uint end_waiters; /* threads in hr_users_await() */
static pthread_mutex_t users_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t user_left = PTHREAD_COND_INITIALIZER; /* signalled when a thread has left */

struct hr_state *hr_state(void)
{
	return atomic_load_explicit(&current_state, memory_order_acquire);
}

struct hr_state *hr_state_exchange(struct hr_state *s)
{
	return atomic_exchange(&current_state, s);
}

/* ---- inside ---------------------------------------------------------------------------------- */

/* A thread's descriptor lies in pages of its own. */
static atomic_long *own_place(void)
{
	uintptr_t self = (uintptr_t)pthread_self() >> PAGE_BITS;
	return &user_places[(self ^ self >> PAGE_BITS) % PLACES].users;
}

static void leave(void)
{
	/* seq_cst: either this sees the waiter, or the waiter sees that the thread has left */
	atomic_fetch_sub(own_place(), 1);
	if (atomic_load(&end_waiters) == 0)
		return;
	pthread_mutex_lock(&users_lock);
	pthread_cond_broadcast(&user_left);
	pthread_mutex_unlock(&users_lock);
}

struct hr_state *hr_enter(void)
{
	/* seq_cst: either this sees that the state was taken away, or who took it sees the user */
	atomic_fetch_add(own_place(), 1);
	struct hr_state *s = atomic_load(&current_state);
	if (s == NULL)
		leave();
	return s;
}

void hr_leave(struct hr_state *const *s)
{
	if (*s != NULL)
		leave();
}

/* ---- all users ------------------------------------------------------------------------------- */

bool hr_users_exist(void)
{
	long count = 0;
	for (size_t i = 0; i < PLACES; i++)
		count += atomic_load(&user_places[i].users);
	return count > 0; /* see hr_users_forget() */
}

void hr_users_await(void)
{
	atomic_fetch_add(&end_waiters, 1);
	pthread_mutex_lock(&users_lock);
	while (hr_users_exist())
		pthread_cond_wait(&user_left, &users_lock);
	pthread_mutex_unlock(&users_lock);
	atomic_fetch_sub(&end_waiters, 1);
}

void hr_users_forget(void)
{
	for (size_t i = 0; i < PLACES; i++)
		atomic_store(&user_places[i].users, 0);
	atomic_store(&end_waiters, 0);
}
