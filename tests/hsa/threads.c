/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Several threads make programs, finalize, load, run and destroy at once. */
#include <pthread.h>
#include "client.h"

enum { THREADS = 4, ROUNDS = 3 };

/* *out = number of the thread + the host's variable */
static void text_for(char *to, size_t bytes, unsigned number)
{
	snprintf(to, bytes,
		"module &m%u:1:0:$full:$large:$default;\n"
		"decl prog global_u32 &base;\n"
		"prog kernel &k(kernarg_u64 %%out)\n"
		"{\n"
		"	ld_kernarg_u64 $d0, [%%out];\n"
		"	ld_global_u32 $s0, [&base];\n"
		"	add_u32 $s0, $s0, %u;\n"
		"	st_global_u32 $s0, [$d0];\n"
		"};\n",
		number, number);
}

static void round_of(unsigned number, hsa_queue_t *q)
{
	char text[512];
	uint32_t base = 100, out = 0;
	const uint64_t words[] = {(uintptr_t)&out};
	text_for(text, sizeof text, number);
	hsa_code_object_t code = code_of_text(text);
	hsa_executable_t e = new_executable();
	OK(hsa_executable_global_variable_define(e, "&base", &base));
	OK(hsa_executable_load_code_object(e, gpu(), code, NULL));
	OK(hsa_executable_freeze(e, NULL));
	run_kernel(q, kernel_object(e, NULL, "&k"), 1, words, 1);
	EXPECT(out == 100 + number);
	OK(hsa_executable_destroy(e));
	OK(hsa_code_object_destroy(code));
}

static void *work(void *arg)
{
	hsa_queue_t *q = new_queue();
	for (unsigned i = 0; i < ROUNDS; i++)
		round_of((unsigned)(uintptr_t)arg * ROUNDS + i, q);
	OK(hsa_queue_destroy(q));
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	OK(hsa_init());
	for (uintptr_t i = 0; i < THREADS; i++)
		EXPECT(pthread_create(&threads[i], NULL, work, (void *)i) == 0);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	OK(hsa_shut_down());
	return 0;
}
