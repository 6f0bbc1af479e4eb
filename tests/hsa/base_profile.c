/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* An agent of the base profile: kernels get addresses of memory that the runtime knows, or the
 * queue goes into its error state. */
#define _DEFAULT_SOURCE /* for setenv() */
#include <sched.h>
#include <stdatomic.h>
#include "client.h"

static const char text[] = "module &m:1:0:$base:$large:$default;\n"
			   "prog global_u64 &v;\n"
			   "prog kernel &k(kernarg_u64 %out, kernarg_u64 %number)\n"
			   "{\n"
			   "	ld_kernarg_u64 $d0, [%out];\n"
			   "	ld_kernarg_u64 $d1, [%number];\n"
			   "	st_global_u64 $d1, [$d0];\n"
			   "};\n";

struct failures {
	_Atomic int count;
	_Atomic int status;
};

static void on_error(hsa_status_t status, hsa_queue_t *q, void *data)
{
	struct failures *f = data;
	(void)q;
	atomic_store(&f->status, (int)status);
	atomic_fetch_add(&f->count, 1);
}

static hsa_executable_t load(void)
{
	const hsa_ext_control_directives_t none = {0};
	hsa_ext_module_t module = module_of(text);
	hsa_ext_program_t p;
	hsa_code_object_t code;
	hsa_executable_t e;
	OK(hsa_ext_program_create(HSA_MACHINE_MODEL_LARGE, HSA_PROFILE_BASE,
		HSA_DEFAULT_FLOAT_ROUNDING_MODE_DEFAULT, NULL, &p));
	OK(hsa_ext_program_add_module(p, module));
	OK(finalize_with(p, &none, &code));
	OK(hsa_ext_program_destroy(p));
	free(module);
	OK(hsa_executable_create(HSA_PROFILE_BASE, HSA_EXECUTABLE_STATE_UNFROZEN, NULL, &e));
	OK(hsa_executable_load_code_object(e, gpu(), code, NULL));
	OK(hsa_executable_freeze(e, NULL));
	OK(hsa_code_object_destroy(code));
	return e;
}

/* Runs the kernel, with arguments in `kernarg`; returns the status of the queue's error, or 0. */
static int run(uint64_t object, uint64_t *kernarg, void *out, uint64_t number)
{
	struct failures f = {0};
	hsa_queue_t *q;
	hsa_signal_t done;
	OK(hsa_signal_create(1, 0, NULL, &done));
	OK(hsa_queue_create(gpu(), 64, HSA_QUEUE_TYPE_SINGLE, on_error, &f, 0, 0, &q));
	kernarg[0] = (uintptr_t)out;
	kernarg[1] = number;
	hsa_kernel_dispatch_packet_t *p = q->base_address;
	p->workgroup_size_x = p->workgroup_size_y = p->workgroup_size_z = 1;
	p->grid_size_x = p->grid_size_y = p->grid_size_z = 1;
	p->private_segment_size = p->group_segment_size = 0;
	p->kernel_object = object;
	p->kernarg_address = kernarg;
	p->completion_signal = done;
	hsa_queue_store_write_index_relaxed(q, 1);
	__atomic_store_n((uint32_t *)(void *)p,
		HSA_PACKET_TYPE_KERNEL_DISPATCH | 1U << 16 |
			HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_RELEASE_FENCE_SCOPE,
		__ATOMIC_RELEASE);
	hsa_signal_store_screlease(q->doorbell_signal, 0);
	hsa_signal_value_t end = hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1,
		UINT64_MAX, HSA_WAIT_STATE_BLOCKED);
	while (end < 0 && atomic_load(&f.count) == 0)
		sched_yield(); /* the queue's end would forget the callback */
	OK(hsa_queue_destroy(q));
	OK(hsa_signal_destroy(done));
	EXPECT(atomic_load(&f.count) == (end < 0 ? 1 : 0));
	return atomic_load(&f.status);
}

static void *allocate(void)
{
	void *p;
	OK(hsa_memory_allocate(kernarg_region(), 64, &p));
	return p;
}

int main(void)
{
	const int refused = HSA_STATUS_ERROR_INVALID_ARGUMENT;
	static uint64_t somewhere, in_client[2];
	hsa_profile_t profile;
	hsa_executable_symbol_t variable;
	uint64_t *v;
	setenv("HSAEMU_PROFILE", "base", 1);
	OK(hsa_init());
	OK(hsa_agent_get_info(gpu(), HSA_AGENT_INFO_PROFILE, &profile));
	EXPECT(profile == HSA_PROFILE_BASE);
	hsa_executable_t e = load();
	uint64_t object = kernel_object(e, NULL, "&k"), *kernarg = allocate(), *out = allocate();
	EXPECT(run(object, kernarg, out, 7) == 0 && *out == 7);
	EXPECT(run(object, kernarg, out + 7, 1 << 20) == 0 && out[7] == 1 << 20);
	EXPECT(run(object, kernarg, &somewhere, 8) == refused && somewhere == 0);
	EXPECT(run(object, kernarg, out, (uintptr_t)&somewhere) == refused && *out == 7);
	EXPECT(run(object, in_client, out, 9) == refused && *out == 7);
	OK(hsa_memory_register(&somewhere, sizeof somewhere));
	EXPECT(run(object, kernarg, &somewhere, 8) == 0 && somewhere == 8);
	OK(hsa_memory_deregister(&somewhere, sizeof somewhere));
	EXPECT(run(object, kernarg, &somewhere, 9) == refused && somewhere == 8);
	OK(hsa_executable_get_symbol(e, NULL, "&v", (hsa_agent_t){0}, 0, &variable));
	OK(hsa_executable_symbol_get_info(variable, HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS,
		&v));
	EXPECT(run(object, kernarg, v, 10) == 0 && *v == 10);
	OK(hsa_executable_destroy(e));
	OK(hsa_shut_down());
	return 0;
}
