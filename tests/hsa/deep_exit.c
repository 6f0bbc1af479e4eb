/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reports of the timing model when programs end without hsa_shut_down(): the process that made the
 * device writes them, once, also while a dispatch has not ended; and a child of it does not. */
#define _DEFAULT_SOURCE /* for setenv() */
#include <sys/wait.h>
#include <unistd.h>
#include "client.h"

static const char text[] = HSAIL("deep_exit", "prog kernel &wait_memory(kernarg_u64 %p) {\n"
					      "	ld_kernarg_u64 $d0, [%p];\n"
					      "@again:\n"
					      "	atomic_ld_global_scacq_system_b32 $s0, [$d0];\n"
					      "	cmp_eq_b1_u32 $c0, $s0, 0;\n"
					      "	cbr_b1 $c0, @again;\n"
					      "};\n");

static const char summary[] = "1 dispatches, ";
static uint32_t word;
static hsa_signal_t done;

/* Returns what was written to standard error, as a string. */
static const char *report(void)
{
	static char bytes[1 << 16];
	FILE *f = fopen("report", "r");
	size_t n = f == NULL ? 0 : fread(bytes, 1, sizeof bytes - 1, f);

	bytes[n] = 0;
	if (f != NULL)
		fclose(f);
	return bytes;
}

static void start(hsa_queue_t *q, uint64_t object)
{
	hsa_kernel_dispatch_packet_t *p = q->base_address;
	uint64_t id = hsa_queue_add_write_index_relaxed(q, 1), *kernarg = NULL;
	uint32_t header = HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE |
	                  1u << 16 << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS;

	OK(hsa_memory_allocate(kernarg_region(), sizeof *kernarg, (void **)&kernarg));
	*kernarg = (uint64_t)(uintptr_t)&word;
	p += id % q->size;
	memset((char *)p + 4, 0, sizeof *p - 4);
	p->workgroup_size_x = p->workgroup_size_y = p->workgroup_size_z = 1;
	p->grid_size_x = p->grid_size_y = p->grid_size_z = 1;
	p->kernel_object = object;
	p->kernarg_address = kernarg;
	p->completion_signal = done;
	__atomic_store_n((uint32_t *)(void *)p, header, __ATOMIC_RELEASE);
	hsa_signal_store_screlease(q->doorbell_signal, (hsa_signal_value_t)id);
}

static void end_dispatch(void)
{
	__atomic_store_n(&word, 1, __ATOMIC_RELEASE);
	EXPECT(hsa_signal_wait_scacquire(done, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
		       HSA_WAIT_STATE_BLOCKED) == 0);
}

/* Runs after reports have been written, as it was registered first. */
static void after_reports(void)
{
	char *before = strdup(report());

	end_dispatch();
	if (strstr(before, summary) == NULL || strcmp(before, report()) != 0) {
		printf("reported first:\n%s\nthen:\n%s\n", before, report());
		(void)fflush(stdout);
		_exit(1);
	}
	free(before);
}

static void fork_and_exit(void)
{
	int status = 1;
	pid_t child = fork();

	if (child == 0)
		exit(0);
	EXPECT(child > 0 && waitpid(child, &status, 0) == child && status == 0);
	EXPECT(strstr(report(), summary) == NULL);
}

static pid_t process;

static void at_exit(void)
{
	if (getpid() == process)
		after_reports();
}

int main(void)
{
	char folder[4096];
	const char *build = getenv("BUILD");

	(void)snprintf(folder, sizeof folder, "%s/bin", build != NULL ? build : ".");
	/* the runtime, which is in this program, looks for the finalizer there */
	setenv("HSAEMU_BINDIR", folder, 1);
	setenv("HSAEMU_DEEP", "tahiti", 1);
	EXPECT(freopen("report", "w", stderr) != NULL);
	process = getpid();
	EXPECT(atexit(at_exit) == 0);
	OK(hsa_init());
	OK(hsa_signal_create(1, 0, NULL, &done));
	hsa_code_object_t code = code_of_text(text);
	hsa_executable_t executable = new_executable();
	OK(hsa_executable_load_code_object(executable, gpu(), code, NULL));
	OK(hsa_executable_freeze(executable, NULL));
	uint64_t object = kernel_object(executable, NULL, "&wait_memory");
	hsa_queue_t *q = new_queue();
	start(q, object);
	end_dispatch();
	fork_and_exit();
	word = 0;
	hsa_signal_store_relaxed(done, 1);
	start(q, object);
	return 0;
}
