/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that HSAIL calls by name (device_functions.def), in the two forms that functions
 * have (docs/kernel-abi.md): one for a work-item, and one for the lanes of a wave. Both take their
 * arguments from memory and call `hsaemu_call_NAME` for each work-item. */
#include "hsaemu/device_calls.h"

enum { MAX_ARGUMENTS = 5 };

/* ---- the two forms -------------------------------------------------------------------------- */

struct function {
	uint64_t (*run)(const struct hsaemu_caller *c, const uint64_t *arguments);
	uint32_t result;       /* bytes */
	const char *arguments; /* size in bytes of each argument, a digit for each */
};

static uint64_t load(const uint8_t *p, uint32_t bytes)
{
	uint64_t wide;
	uint32_t narrow;

	if (bytes == sizeof wide) {
		__builtin_memcpy(&wide, p, sizeof wide);
		return wide;
	}
	__builtin_memcpy(&narrow, p, sizeof narrow);
	return narrow;
}

/* Calls the function for one lane. In the wave's form, each argument is a row of `lanes` elements;
 * a work-item's arguments lie as in a kernarg segment. */
static void call(const struct function *f, const struct hsaemu_caller *c, uint32_t lane,
	uint32_t lanes, uint8_t *out, const uint8_t *in)
{
	uint64_t arguments[MAX_ARGUMENTS] = {0}, at = 0, result;

	for (uint32_t k = 0; f->arguments[k] != 0; k++) {
		uint32_t bytes = (uint32_t)(f->arguments[k] - '0');

		at = (at + bytes - 1) & ~((uint64_t)bytes - 1);
		arguments[k] = load(in + at + (uint64_t)lane * bytes, bytes);
		at += (uint64_t)lanes * bytes;
	}
	result = f->run(c, arguments);
	if (f->result == sizeof(uint32_t))
		__builtin_memcpy(out + (uint64_t)lane * f->result, &result, sizeof(uint32_t));
	else if (f->result == sizeof(uint64_t))
		__builtin_memcpy(out + (uint64_t)lane * f->result, &result, sizeof(uint64_t));
}

static void call_lanes(const struct function *f, struct hsaemu_caller *c, uint32_t first,
	uint32_t lanes, uint8_t *out, const uint8_t *in)
{
	for (; lanes != 0; lanes &= lanes - 1) {
		uint32_t lane = (uint32_t)__builtin_ctz(lanes);

		c->flat_id = first + lane;
		call(f, c, lane, HSAEMU_WAVESIZE, out, in);
	}
}

#define DEVICE_FUNCTION(name, result, arguments) \
	void hsa_item_##name(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t x, \
		uint32_t y, uint32_t z, void *block, void *out, \
		const void *in) __asm__(HSAEMU_DEVICE_ITEM(#name)); \
	void hsa_wave_##name(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, \
		uint32_t first, uint32_t lanes, void *out, const void *in, void *blocks, \
		uint64_t block_bytes, uint32_t top) __asm__(HSAEMU_DEVICE_WAVE(#name)); \
	static const struct function name##_function = {hsaemu_call_##name, result, arguments}; \
	void hsa_item_##name(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t x, \
		uint32_t y, uint32_t z, void *block, void *out, const void *in) \
	{ \
		const struct hsaemu_caller c = {d, wg, \
			(const uint8_t *)__builtin_return_address(0) - 1, \
			(z * wg->size_y + y) * wg->size_x + x}; \
\
		(void)block; \
		call(&name##_function, &c, 0, 1, out, in); \
	} \
	void hsa_wave_##name(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, \
		uint32_t first, uint32_t lanes, void *out, const void *in, void *blocks, \
		uint64_t block_bytes, uint32_t top) \
	{ \
		struct hsaemu_caller c = { \
			d, wg, (const uint8_t *)__builtin_return_address(0) - 1, 0}; \
\
		(void)blocks, (void)block_bytes, (void)top; \
		call_lanes(&name##_function, &c, first, lanes, out, in); \
	}
#define DISPATCH_FUNCTION(name, result, field) \
	static uint64_t hsaemu_call_##name(const struct hsaemu_caller *c, const uint64_t *a) \
	{ \
		(void)a; \
		return c->dispatch->field; \
	} \
	DEVICE_FUNCTION(name, result, "")
#include "hsaemu/device_functions.def"
