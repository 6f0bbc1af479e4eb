/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests that a fault of a kernel is told to who has registered for AMD's events, and to the queue's
 * callback, which may destroy the queue. */
#include <hsa/hsa_ext_amd.h>
#include "client.h"

static const char text[] = HSAIL("m", "prog kernel &k(kernarg_u64 %out)\n{\n"
				      "	ld_kernarg_u64 $d0, [%out];\n"
				      "	st_global_u32 7, [$d0];\n"
				      "};\n");
enum { NOWHERE = 0x1234560 };

static hsa_amd_event_t last;
static hsa_signal_t told; /* counts down */

static hsa_status_t on_event(const hsa_amd_event_t *event, void *data)
{
	EXPECT(data == &last);
	last = *event;
	hsa_signal_subtract_screlease(told, 1);
	return HSA_STATUS_SUCCESS;
}

static void on_error(hsa_status_t status, hsa_queue_t *queue, void *data)
{
	EXPECT(status == HSA_STATUS_ERROR_EXCEPTION && data == &told);
	OK(hsa_queue_destroy(queue));
	hsa_signal_subtract_screlease(told, 1);
}

static void store_nowhere(hsa_queue_t *q, uint64_t object)
{
	uint64_t *kernarg, id = hsa_queue_add_write_index_relaxed(q, 1);
	OK(hsa_memory_allocate(kernarg_region(), 16, (void **)&kernarg));
	*kernarg = NOWHERE;
	hsa_kernel_dispatch_packet_t *p = q->base_address;
	p += id % q->size;
	memset((char *)p + 4, 0, sizeof *p - 4);
	p->workgroup_size_x = 1;
	p->grid_size_x = 1;
	p->kernel_object = object;
	p->kernarg_address = kernarg;
	uint32_t header = HSA_PACKET_TYPE_KERNEL_DISPATCH |
	                  1u << 16 << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS;
	__atomic_store_n((uint32_t *)(void *)p, header, __ATOMIC_RELEASE);
	hsa_signal_store_screlease(q->doorbell_signal, (hsa_signal_value_t)id);
	EXPECT(hsa_signal_wait_scacquire(told, HSA_SIGNAL_CONDITION_EQ, 0, UINT64_MAX,
		       HSA_WAIT_STATE_BLOCKED) == 0);
}

int main(void)
{
	hsa_queue_t *q;
	OK(hsa_init());
	hsa_executable_t e = new_executable();
	hsa_code_object_t code = code_of_text(text);
	OK(hsa_executable_load_code_object(e, gpu(), code, NULL));
	OK(hsa_executable_freeze(e, NULL));
	OK(hsa_amd_register_system_event_handler(on_event, &last));
	for (int i = 0; i < 3; i++) {
		OK(hsa_signal_create(i < 2 ? 2 : 1, 0, NULL, &told));
		OK(hsa_queue_create(gpu(), 64, HSA_QUEUE_TYPE_MULTI, i < 2 ? on_error : NULL, &told,
			0, 0, &q));
		memset(&last, 0, sizeof last);
		store_nowhere(q, kernel_object(e, NULL, "&k"));
		EXPECT(last.event_type == HSA_AMD_GPU_MEMORY_FAULT_EVENT &&
			last.memory_fault.agent.handle == gpu().handle &&
			last.memory_fault.virtual_address == NOWHERE &&
			last.memory_fault.fault_reason_mask ==
				HSA_AMD_MEMORY_FAULT_PAGE_NOT_PRESENT);
		OK(hsa_signal_destroy(told));
	}
	OK(hsa_shut_down());
	return 0;
}
