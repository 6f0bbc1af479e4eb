/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For the tests of libhsa-runtime64: expectations, modules from HSAIL text, and the steps that each
 * client of the HSA runtime takes. */
#ifndef TESTS_HSA_CLIENT_H
#define TESTS_HSA_CLIENT_H

#include <hsa/hsa.h>
#include <hsa/hsa_ext_finalize.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hsaemu/assemble.h"

#define EXPECT(cond) \
	((cond) ? (void)0 \
		: (fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #cond), exit(1)))

/* The call returns the status, which is named without its prefix. */
#define EXPECT_STATUS(status, call) expect_status(__LINE__, #call, (int)(call), HSA_##status)
#define OK(call) EXPECT_STATUS(STATUS_SUCCESS, call)

static inline void expect_status(int line, const char *call, int got, int wanted)
{
	if (got == wanted)
		return;
	fprintf(stderr, "line %d: %s returned 0x%x, not 0x%x\n", line, call, (unsigned)got,
		(unsigned)wanted);
	exit(1);
}

/* ---- agents and memory ----------------------------------------------------------------------- */

struct by_feature {
	uint32_t feature;
	hsa_agent_t agent;
};

static inline hsa_status_t take_agent(hsa_agent_t agent, void *data)
{
	struct by_feature *to = data;
	uint32_t feature;
	OK(hsa_agent_get_info(agent, HSA_AGENT_INFO_FEATURE, &feature));
	if (feature == to->feature)
		to->agent = agent;
	return HSA_STATUS_SUCCESS;
}

static inline hsa_agent_t agent_with(uint32_t feature)
{
	struct by_feature by = {feature, {0}};
	OK(hsa_iterate_agents(take_agent, &by));
	EXPECT(by.agent.handle != 0);
	return by.agent;
}

static inline hsa_agent_t gpu(void)
{
	return agent_with(HSA_AGENT_FEATURE_KERNEL_DISPATCH);
}

static inline hsa_agent_t cpu(void)
{
	return agent_with(HSA_AGENT_FEATURE_AGENT_DISPATCH);
}

static inline hsa_isa_t isa(void)
{
	hsa_isa_t found = {0};
	OK(hsa_agent_get_info(gpu(), HSA_AGENT_INFO_ISA, &found));
	return found;
}

static inline hsa_status_t take_kernarg(hsa_region_t region, void *data)
{
	hsa_region_segment_t segment;
	uint32_t flags = 0;
	OK(hsa_region_get_info(region, HSA_REGION_INFO_SEGMENT, &segment));
	if (segment != HSA_REGION_SEGMENT_GLOBAL)
		return HSA_STATUS_SUCCESS;
	OK(hsa_region_get_info(region, HSA_REGION_INFO_GLOBAL_FLAGS, &flags));
	if ((flags & HSA_REGION_GLOBAL_FLAG_KERNARG) != 0)
		*(hsa_region_t *)data = region;
	return HSA_STATUS_SUCCESS;
}

static inline hsa_region_t kernarg_region(void)
{
	hsa_region_t region = {0};
	OK(hsa_agent_iterate_regions(gpu(), take_kernarg, &region));
	EXPECT(region.handle != 0);
	return region;
}

/* ---- modules and programs -------------------------------------------------------------------- */

#define HSAIL(name, body) "module &" name ":1:0:$full:$large:$default;\n" body

/* Returns the module of a text, in a block of its own. */
static inline hsa_ext_module_t module_of(const char *text)
{
	static const struct diag_options diag_options = {.tool = "test"};
	static const struct assemble_options options = {.debug_lines = false};
	struct buf out = BUF_INIT;
	struct source source;
	struct diag d;
	diag_init(&d, &diag_options);
	source_borrow(&source, "test.hsail", text, strlen(text));
	bool ok = assemble(&source, &options, &out, &d);
	diag_flush(&d, stderr);
	EXPECT(ok);
	void *module = malloc(out.len);
	EXPECT(module != NULL);
	memcpy(module, out.data, out.len);
	diag_release(&d);
	source_release(&source);
	buf_release(&out);
	return module;
}

static inline hsa_ext_program_t new_program(void)
{
	hsa_ext_program_t p;
	OK(hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_FULL,
		HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &p));
	return p;
}

static inline hsa_status_t finalize_with(hsa_ext_program_t p,
	const hsa_ext_control_directives_t *directives, hsa_code_object_t *out)
{
	return hsa_ext_program_finalize(p, isa(), HSA_EXT_FINALIZER_CALL_CONVENTION_AUTO,
		*directives, NULL, HSA_CODE_OBJECT_TYPE_PROGRAM, out);
}

/* Returns the code of a program that has these modules. */
static inline hsa_code_object_t code_of(const hsa_ext_module_t *modules, size_t count)
{
	const hsa_ext_control_directives_t none = {0};
	hsa_ext_program_t p = new_program();
	hsa_code_object_t code;
	for (size_t i = 0; i < count; i++)
		OK(hsa_ext_program_add_module(p, modules[i]));
	OK(finalize_with(p, &none, &code));
	OK(hsa_ext_program_destroy(p));
	return code;
}

static inline hsa_code_object_t code_of_text(const char *text)
{
	hsa_ext_module_t m = module_of(text);
	hsa_code_object_t code = code_of(&m, 1);
	free(m);
	return code;
}

static inline hsa_executable_t new_executable(void)
{
	hsa_executable_t e;
	OK(hsa_executable_create(HSA_PROFILE_FULL, HSA_EXECUTABLE_STATE_UNFROZEN, NULL, &e));
	return e;
}

/* ---- kernels --------------------------------------------------------------------------------- */

static inline uint64_t kernel_object(hsa_executable_t e, const char *module, const char *name)
{
	hsa_executable_symbol_t symbol;
	uint64_t object = 0;
	OK(hsa_executable_get_symbol(e, module, name, gpu(), 0, &symbol));
	OK(hsa_executable_symbol_get_info(symbol, HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT,
		&object));
	EXPECT(object != 0);
	return object;
}

static inline hsa_queue_t *new_queue(void)
{
	hsa_queue_t *q;
	OK(hsa_queue_create(gpu(), 64, HSA_QUEUE_TYPE_MULTI, NULL, NULL, UINT32_MAX, UINT32_MAX,
		&q));
	return q;
}

struct segments {
	uint32_t group_bytes, private_bytes;
};

/* Runs `items` work-items of a kernel with these segments and with a kernarg segment of `count`
 * words of 64 bits. */
static inline void run_with(hsa_queue_t *q, uint64_t object, uint32_t items,
	struct segments segments, const uint64_t *words, size_t count)
{
	hsa_signal_t done;
	void *kernarg = NULL;
	OK(hsa_signal_create(1, 0, NULL, &done));
	OK(hsa_memory_allocate(kernarg_region(), 16 + count * sizeof *words, &kernarg));
	if (count != 0)
		memcpy(kernarg, words, count * sizeof *words);
	uint64_t id = hsa_queue_add_write_index_relaxed(q, 1);
	hsa_kernel_dispatch_packet_t *p = q->base_address;
	p += id % q->size;
	memset((char *)p + 4, 0, sizeof *p - 4);
	p->workgroup_size_x = (uint16_t)(items < 64 ? items : 64);
	p->workgroup_size_y = p->workgroup_size_z = 1;
	p->grid_size_x = items;
	p->grid_size_y = p->grid_size_z = 1;
	p->group_segment_size = segments.group_bytes;
	p->private_segment_size = segments.private_bytes;
	p->kernel_object = object;
	p->kernarg_address = kernarg;
	p->completion_signal = done;
	uint32_t header = HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_ACQUIRE_FENCE_SCOPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_RELEASE_FENCE_SCOPE |
	                  1u << 16 << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS;
	__atomic_store_n((uint32_t *)(void *)p, header, __ATOMIC_RELEASE);
	hsa_signal_store_screlease(q->doorbell_signal, (hsa_signal_value_t)id);
	EXPECT(hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
		       HSA_WAIT_STATE_BLOCKED) == 0);
	OK(hsa_memory_free(kernarg));
	OK(hsa_signal_destroy(done));
}

static inline void run_kernel(hsa_queue_t *q, uint64_t object, uint32_t items,
	const uint64_t *words, size_t count)
{
	run_with(q, object, items, (struct segments){0, 0}, words, count);
}

#endif
