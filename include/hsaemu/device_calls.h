/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the functions do that HSAIL calls by name (device_functions.def), by the runtime's services.
 * Freestanding: they are part of kernels, and of what serves a GPU. */
#ifndef HSAEMU_DEVICE_CALLS_H
#define HSAEMU_DEVICE_CALLS_H

#include "hsaemu/kernel_abi.h"

HSAEMU_BEGIN_DECLS

/* Takes the values of the arguments, of which addresses are the host's, and returns the result. */
typedef uint64_t hsaemu_device_call(const struct hsaemu_caller *c, const uint64_t *arguments);

static inline uint64_t hsaemu_call_print(const struct hsaemu_caller *c, const uint64_t *a,
	uint32_t word_bytes)
{
	return (uint32_t)c->dispatch->services->print(c, a[0], a[1], word_bytes);
}

static inline uint64_t hsaemu_call_vprintf(const struct hsaemu_caller *c, const uint64_t *a)
{
	return hsaemu_call_print(c, a, 8);
}

static inline uint64_t hsaemu_call_vprintf_32(const struct hsaemu_caller *c, const uint64_t *a)
{
	return hsaemu_call_print(c, a, 4);
}

static inline uint64_t hsaemu_call_printf(const struct hsaemu_caller *c, const uint64_t *a)
{
	return (int32_t)hsaemu_call_print(c, a, 8) < 0 ? UINT32_MAX : 0;
}

static inline uint64_t hsaemu_call_printf_32(const struct hsaemu_caller *c, const uint64_t *a)
{
	return (int32_t)hsaemu_call_print(c, a, 4) < 0 ? UINT32_MAX : 0;
}

static inline uint64_t hsaemu_call_malloc(const struct hsaemu_caller *c, const uint64_t *a)
{
	return c->dispatch->services->allocate(c->wg, a[0], UINT64_MAX);
}

static inline uint64_t hsaemu_call_malloc_32(const struct hsaemu_caller *c, const uint64_t *a)
{
	return c->dispatch->services->allocate(c->wg, a[0], UINT32_MAX);
}

static inline uint64_t hsaemu_call_free(const struct hsaemu_caller *c, const uint64_t *a)
{
	c->dispatch->services->release(c, a[0]);
	return 0;
}

static inline uint64_t hsaemu_call_free_32(const struct hsaemu_caller *c, const uint64_t *a)
{
	return hsaemu_call_free(c, a);
}

static inline uint64_t hsaemu_call_assertfail(const struct hsaemu_caller *c, const uint64_t *a)
{
	const struct hsaemu_assertion assertion = {
		.condition = a[0], .file = a[1], .function = a[3], .line = (uint32_t)a[2]};

	c->dispatch->services->assertion(c, &assertion);
	return 0;
}

static inline uint64_t hsaemu_call_assertfail_32(const struct hsaemu_caller *c, const uint64_t *a)
{
	return hsaemu_call_assertfail(c, a);
}

static inline uint64_t hsaemu_call_groupsize(const struct hsaemu_caller *c, const uint64_t *a)
{
	enum { KERNEL_OBJECT = 32 }; /* offset of kernel_object in a dispatch packet */
	const struct hsaemu_kernel_descriptor *kernel;

	if (a[0] == 0)
		return c->dispatch->group_bytes;
	__builtin_memcpy(&kernel, (const uint8_t *)c->dispatch->packet + KERNEL_OBJECT,
		sizeof kernel);
	return c->dispatch->group_bytes - kernel->group_bytes;
}

static inline uint64_t hsaemu_call_groupsize_32(const struct hsaemu_caller *c, const uint64_t *a)
{
	return hsaemu_call_groupsize(c, a);
}

static inline uint64_t hsaemu_call_deadlock(const struct hsaemu_caller *c, const uint64_t *a)
{
	c->dispatch->services->trap(c->dispatch, c->wg, HSAEMU_TRAP_DEADLOCK, (uint32_t)a[0],
		c->flat_id, c->pc);
	return 0;
}

static inline uint64_t hsaemu_call_deadlock_32(const struct hsaemu_caller *c, const uint64_t *a)
{
	return hsaemu_call_deadlock(c, a);
}

static inline uint64_t hsaemu_call_setcondition(const struct hsaemu_caller *c, const uint64_t *a)
{
	(void)c;
	*(volatile uint32_t *)(uintptr_t)a[0] = (uint32_t)a[1];
	return 0;
}

static inline uint64_t hsaemu_call_setcondition_32(const struct hsaemu_caller *c, const uint64_t *a)
{
	return hsaemu_call_setcondition(c, a);
}

HSAEMU_END_DECLS

#endif
