/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The memory of signals: slabs of AMD's blocks of 64 bytes, each with a second structure beside it
 * for what AMD's layout has no room for. */
#ifndef HSAEMU_SIGNAL_BLOCK_IMPL_H
#define HSAEMU_SIGNAL_BLOCK_IMPL_H

#include <hsa/amd_hsa_signal.h>
#include "rt/signal/signal_impl.h"

enum {
	/* size and alignment, so that the slab of a block is found by its address */
	SLAB_BYTES = 64 << 10,
	SLAB_SIGNALS = 630,
};

struct signal_side {
	atomic_uint attention; /* number of sleepers and watches */
	atomic_uint sequence;
	atomic_uint refs;
	struct rt_watch *watches;      /* guarded by the pool's lock */
	struct signal_side *next_free; /* guarded by the pool's lock */
};

struct signal_slab {
	struct rt *rt;
	struct signal_side sides[SLAB_SIGNALS];
	amd_signal_t blocks[SLAB_SIGNALS];
};
_Static_assert(sizeof(struct signal_slab) <= SLAB_BYTES, "slab size");
_Static_assert(sizeof(amd_signal_t) == 64, "AMD signal layout");
_Static_assert(offsetof(amd_signal_t, value) == 8, "kernels update handle + 8");
_Static_assert(offsetof(amd_signal_t, start_ts) == 32, "AMD signal layout");

/* The value is AMD's plain int64_t; C11 has no atomic access to a non-atomic object, so this file
 * uses the compiler's builtins for it. */
static inline volatile int64_t *value_of(hsa_signal_t s)
{
	return &((amd_signal_t *)(uintptr_t)s.handle)->value;
}

static inline struct signal_slab *slab_of(hsa_signal_t s)
{
	return (struct signal_slab *)(uintptr_t)(s.handle & ~(uint64_t)(SLAB_BYTES - 1));
}

static inline struct signal_side *side_of(hsa_signal_t s)
{
	struct signal_slab *slab = slab_of(s);
	return &slab->sides[(amd_signal_t *)(uintptr_t)s.handle - slab->blocks];
}

static inline struct signal_slab *slab_of_side(struct signal_side *side)
{
	return (struct signal_slab *)((uintptr_t)side & ~(uintptr_t)(SLAB_BYTES - 1));
}

/* These do what rt_signal_load() and rt_signal_holds() do, inline, for code that runs for every
 * dispatch. */
static inline hsa_signal_value_t signal_load(hsa_signal_t s)
{
	return __atomic_load_n(value_of(s), __ATOMIC_ACQUIRE);
}

/* Returns whether the signal was destroyed, and is there only because of references to it. */
static inline bool signal_is_gone(hsa_signal_t s)
{
	/* seq_cst: see signal_end(); on x86 it is a plain load */
	const amd_signal_t *block = (const amd_signal_t *)(uintptr_t)s.handle;
	return __atomic_load_n(&block->kind, __ATOMIC_SEQ_CST) != AMD_SIGNAL_KIND_USER;
}

static inline bool signal_value_holds(hsa_signal_value_t value, hsa_signal_condition_t condition,
	hsa_signal_value_t compare)
{
	switch (condition) {
	case HSA_SIGNAL_CONDITION_EQ:
		return value == compare;
	case HSA_SIGNAL_CONDITION_NE:
		return value != compare;
	case HSA_SIGNAL_CONDITION_LT:
		return value < compare;
	case HSA_SIGNAL_CONDITION_GTE:
		return value >= compare;
	}
	return true; /* no condition of the HSA API: there is nothing to wait for */
}

static inline bool rt_wish_holds(const struct rt_wish *w)
{
	return signal_value_holds(signal_load(w->signal), w->condition, w->compare);
}

/* Returns which of the wishes holds, and sets *value to its signal's value; returns their count
 * when none does. */
static inline size_t rt_wishes_find(const struct rt_wishes *w, hsa_signal_value_t *value)
{
	size_t i = 0;
	for (; i < w->count; i++) {
		*value = signal_load(w->signals[i]);
		if (signal_value_holds(*value, w->conditions[i], w->compare[i]))
			break;
	}
	return i;
}

static inline bool rt_any_wish_holds(const struct rt_wishes *w)
{
	hsa_signal_value_t value;
	return rt_wishes_find(w, &value) != w->count;
}

#endif
