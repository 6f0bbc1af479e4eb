/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the files of libhsa-runtime64 share: the state between hsa_init() and hsa_shut_down(), and
 * the handles that clients hold.
 *
 * Exported functions are those of <hsa/hsa.h> and its extensions, with the statuses that these
 * headers give. Each begins with HR_ENTER(), whose NULL is HSA_STATUS_ERROR_NOT_INITIALIZED; then
 * it checks handles, then other arguments. Functions between files begin with hr_. Nothing here
 * ends the process or prints, save the lints that HSAEMU_LINT asks for. */
#ifndef HSAEMU_HSA_IMPL_H
#define HSAEMU_HSA_IMPL_H

#include <hsa/hsa.h>
#include <pthread.h>
#include <stdatomic.h>
#include "hsaemu/environment.h"
#include "hsaemu/base.h"
#include "hsaemu/gcn_device.h"
#include "hsaemu/rt.h"

/* The header declares these without a prototype. */
hsa_status_t hsa_init(void);
hsa_status_t hsa_shut_down(void);

/* ---- handles --------------------------------------------------------------------------------- */

/* The kinds of objects behind handles. Signals, queues, images and samplers are not among them:
 * their handles are addresses that rt makes. */
enum hr_kind {
	HR_AGENT,
	HR_ISA,
	HR_CACHE,
	HR_WAVEFRONT,
	HR_REGION, /* also AMD's memory pools, which are the same regions */
	HR_SIGNAL_GROUP,
	HR_READER,
	HR_CODE_OBJECT,
	HR_CODE_SYMBOL,
	HR_EXECUTABLE,
	HR_SYMBOL, /* of an executable */
	HR_PROGRAM,
	HR_KIND_COUNT,
};

/* The first member of objects that clients destroy, maybe while other threads use them: an object
 * is freed with its last reference. */
struct hr_object {
	atomic_uint refs;
	void (*free)(struct hr_object *o);
};

/* The caller has the first reference. */
void hr_object_init(struct hr_object *o, void (*free)(struct hr_object *o));
void hr_object_drop(struct hr_object *o);

struct hr_slot {
	void *object; /* NULL: the slot is free */
	/* What the object is, or is a part of. NULL: it stays as long as the state. */
	struct hr_object *owner;
	uint32_t generation;
	enum hr_kind kind;
};

/* A table from handles to objects. A handle is a slot's index and its generation, which changes
 * with each use, so that a stale handle is told from the one that has its slot now. */
struct hr_handles {
	pthread_mutex_t lock; /* guards the members below; no other lock is taken under it */
	struct hr_slot *slots;
	size_t count, capacity;
	size_t *unused; /* indices of free slots, as many as there is room for slots */
	size_t unused_count;
};

bool hr_handles_init(struct hr_handles *h) NODISCARD;
/* Drops the objects that are left, and frees the table. */
void hr_handles_release(struct hr_handles *h);
/* Makes a handle of an object, or of a part of `owner`. The table takes over the caller's reference
 * to an object that is its own owner. Returns 0 when there is no memory; no handle is 0. */
uint64_t hr_handle_new(struct hr_handles *h, enum hr_kind kind, void *object,
	struct hr_object *owner) NODISCARD;
/* Returns the object of a handle, or NULL when the handle is none of this kind. For objects without
 * an owner, or to learn whether there is one. */
void *hr_handle_get(struct hr_handles *h, enum hr_kind kind, uint64_t handle);
/* Declares `name`: what hr_handle_get() returns, which stays until the end of the block. */
#define HR_HOLD(type, name, s, kind, handle) \
	__attribute__((cleanup(hr_hold_end))) const struct hr_hold name##_hold = \
		hr_hold(&(s)->handles, kind, handle); \
	type *const name = name##_hold.object
struct hr_hold {
	void *object;
	struct hr_object *owner; /* with a reference; may be NULL */
};
struct hr_hold hr_hold(struct hr_handles *h, enum hr_kind kind, uint64_t handle) NODISCARD;
void hr_hold_end(const struct hr_hold *hold);
/* Does what hr_handle_get() does and makes the handle invalid. The caller has the table's reference
 * to an object that is its own owner. */
void *hr_handle_take(struct hr_handles *h, enum hr_kind kind, uint64_t handle);
/* Returns the next handle of a kind, or 0. *cursor, which is 0 at first, says where to go on. */
uint64_t hr_handle_next(struct hr_handles *h, enum hr_kind kind, size_t *cursor);

/* ---- state ----------------------------------------------------------------------------------- */

/* Queues that were found to be valid, at places that follow from their addresses; NULL where there
 * is none. A queue is taken out before it is destroyed. */
enum { HR_KNOWN_QUEUES = 16 };
struct hr_known_queues {
	const hsa_queue_t *_Atomic at[HR_KNOWN_QUEUES];
};

struct hr_state {
	struct rt *rt;
	struct gcn_device *gpu; /* as which kernels run (HSAEMU_DEEP); NULL: as the host's code */
	struct hr_handles handles;
	struct rt_environment environment;
	struct hr_topology *topology;   /* agents_impl.h */
	struct hr_image_set *images;    /* image_set_impl.h */
	struct hr_amd *amd;             /* amd_impl.h */
	struct hr_finalizer *finalizer; /* finalizer_impl.h */
	struct hr_known_queues queues;
	atomic_bool images_1_1; /* the client knows version 1.1 of the image extension */
};

/* Declares `s`: the state, which stays until the end of the block that this is in, or NULL before
 * hsa_init() and after hsa_shut_down(). */
#define HR_ENTER(s) __attribute__((cleanup(hr_leave))) struct hr_state *const s = hr_enter()
struct hr_state *hr_enter(void);
void hr_leave(struct hr_state *const *s);
/* Returns the state, or NULL. Who has not entered may only look whether it is NULL. */
struct hr_state *hr_state(void);

/* For runtime.c: puts another state in the place of the one that there is, which it returns. */
struct hr_state *hr_state_exchange(struct hr_state *s);
/* Returns whether a thread may be inside. */
bool hr_users_exist(void);
/* Waits until no thread is inside. */
void hr_users_await(void);
/* Forgets the threads that were inside when the process forked: the child does not have them. The
 * one that forked may have been inside, and leaves nevertheless. */
void hr_users_forget(void);

#endif
