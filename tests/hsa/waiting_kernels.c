/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests kernels that wait for what kernels of other packets do: for signals, for memory, and for
 * each other in turn; in another queue, and with an argument behind them in the same one. */
#include "client.h"

/* clang-format off */
static const char text[] = HSAIL("waiting_kernels",
	"prog kernel &wait_signal(kernarg_u64 %p, kernarg_sig64 %s) {\n"
	"	ld_kernarg_sig64 $d0, [%s];\n"
	"	ld_kernarg_u64 $d1, [%p];\n"
	"@again:\n"
	"	signal_wait_lt_scacq_s64_sig64 $d2, $d0, 1;\n"
	"	cmp_ge_b1_s64 $c0, $d2, 1;\n"
	"	cbr_b1 $c0, @again;\n"
	"	atomic_ld_global_rlx_system_b32 $s0, [$d1];\n"
	"	st_global_u32 $s0, [$d1+4];\n"
	"};\n"
	"prog kernel &set_signal(kernarg_u64 %p, kernarg_sig64 %s) {\n"
	"	ld_kernarg_sig64 $d0, [%s];\n"
	"	ld_kernarg_u64 $d1, [%p];\n"
	"	st_global_u32 7, [$d1];\n"
	"	signalnoret_st_screl_b64_sig64 $d0, 0;\n"
	"};\n"
	"prog kernel &wait_memory(kernarg_u64 %p, kernarg_sig64 %s) {\n"
	"	ld_kernarg_u64 $d1, [%p];\n"
	"@again:\n"
	"	atomic_ld_global_scacq_system_b32 $s0, [$d1];\n"
	"	cmp_eq_b1_u32 $c0, $s0, 0;\n"
	"	cbr_b1 $c0, @again;\n"
	"	st_global_u32 $s0, [$d1+4];\n"
	"};\n"
	"prog kernel &set_memory(kernarg_u64 %p, kernarg_sig64 %s) {\n"
	"	ld_kernarg_u64 $d1, [%p];\n"
	"	atomicnoret_st_global_screl_system_b32 [$d1], 7;\n"
	"};\n"
	/* waits for each even number, or each odd one, and makes the next one of it */
	"function &turns(arg_u32 %last)(arg_u64 %p, arg_u32 %first) {\n"
	"	ld_arg_u64 $d1, [%p];\n"
	"	ld_arg_u32 $s0, [%first];\n"
	"@again:\n"
	"	atomic_ld_global_scacq_system_b32 $s1, [$d1];\n"
	"	cmp_ne_b1_u32 $c0, $s1, $s0;\n"
	"	cbr_b1 $c0, @again;\n"
	"	add_u32 $s1, $s0, 1;\n"
	"	atomicnoret_st_global_screl_system_b32 [$d1], $s1;\n"
	"	add_u32 $s0, $s0, 2;\n"
	"	cmp_lt_b1_u32 $c0, $s0, 10;\n"
	"	cbr_b1 $c0, @again;\n"
	"	st_arg_u32 7, [%last];\n"
	"};\n"
	"prog kernel &even(kernarg_u64 %p, kernarg_sig64 %s) {\n"
	"	ld_kernarg_u64 $d1, [%p];\n"
	"	{ arg_u64 %q; arg_u32 %f; arg_u32 %l;\n"
	"	st_arg_u64 $d1, [%q];\n"
	"	st_arg_u32 0, [%f];\n"
	"	call &turns(%l)(%q, %f);\n"
	"	ld_arg_u32 $s0, [%l]; }\n"
	"	st_global_u32 $s0, [$d1+4];\n"
	"};\n"
	"prog kernel &odd(kernarg_u64 %p, kernarg_sig64 %s) {\n"
	"	ld_kernarg_u64 $d1, [%p];\n"
	"	{ arg_u64 %q; arg_u32 %f; arg_u32 %l;\n"
	"	st_arg_u64 $d1, [%q];\n"
	"	st_arg_u32 1, [%f];\n"
	"	call &turns(%l)(%q, %f);\n"
	"	ld_arg_u32 $s0, [%l]; }\n"
	"};\n");
/* clang-format on */

static hsa_executable_t executable;

/* The packet lets later ones of its queue run beside it. */
static void dispatch(hsa_queue_t *q, const char *kernel, void *kernarg, hsa_signal_t done)
{
	uint64_t id = hsa_queue_add_write_index_relaxed(q, 1);
	hsa_kernel_dispatch_packet_t *p = q->base_address;
	uint32_t header = HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_ACQUIRE_FENCE_SCOPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_RELEASE_FENCE_SCOPE |
	                  1u << 16 << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS;
	hsa_executable_symbol_t symbol;

	p += id % q->size;
	memset((char *)p + 4, 0, sizeof *p - 4);
	p->workgroup_size_x = p->workgroup_size_y = p->workgroup_size_z = 1;
	p->grid_size_x = p->grid_size_y = p->grid_size_z = 1;
	OK(hsa_executable_get_symbol(executable, NULL, kernel, gpu(), 0, &symbol));
	OK(hsa_executable_symbol_get_info(symbol,
		HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_PRIVATE_SEGMENT_SIZE, &p->private_segment_size));
	p->kernel_object = kernel_object(executable, NULL, kernel);
	p->kernarg_address = kernarg;
	p->completion_signal = done;
	__atomic_store_n((uint32_t *)(void *)p, header, __ATOMIC_RELEASE);
	hsa_signal_store_screlease(q->doorbell_signal, (hsa_signal_value_t)id);
}

static void run(hsa_queue_t *first, hsa_queue_t *second, const char *waits, const char *sets)
{
	struct {
		uint64_t p;
		hsa_signal_t s;
	} *kernarg = NULL;
	volatile uint32_t words[2] = {0, 0};
	hsa_signal_t done;

	OK(hsa_signal_create(2, 0, NULL, &done));
	OK(hsa_memory_allocate(kernarg_region(), sizeof *kernarg, (void **)&kernarg));
	OK(hsa_signal_create(1, 0, NULL, &kernarg->s));
	kernarg->p = (uint64_t)(uintptr_t)words;
	dispatch(first, waits, kernarg, done);
	dispatch(second, sets, kernarg, done);
	EXPECT(hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
		       HSA_WAIT_STATE_BLOCKED) == 0);
	EXPECT(words[1] == 7);
	OK(hsa_signal_destroy(kernarg->s));
	OK(hsa_memory_free(kernarg));
	OK(hsa_signal_destroy(done));
}

int main(int argc, char **argv)
{
	static const char *const pairs[][2] = {{"&wait_signal", "&set_signal"},
		{"&wait_memory", "&set_memory"}, {"&even", "&odd"}, {"&odd", "&even"}};
	hsa_queue_t *a, *b;

	(void)argv;
	OK(hsa_init());
	hsa_code_object_t code = code_of_text(text);
	executable = new_executable();
	OK(hsa_executable_load_code_object(executable, gpu(), code, NULL));
	OK(hsa_executable_freeze(executable, NULL));
	a = new_queue();
	b = new_queue();
	for (size_t n = 0; n < ARRAY_LEN(pairs); n++) {
		run(a, b, pairs[n][0], pairs[n][1]);
		if (argc > 1)
			run(a, a, pairs[n][0], pairs[n][1]);
	}
	OK(hsa_queue_destroy(a));
	OK(hsa_queue_destroy(b));
	OK(hsa_executable_destroy(executable));
	OK(hsa_code_object_destroy(code));
	OK(hsa_shut_down());
	return 0;
}
