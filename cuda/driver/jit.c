/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Options of those who load and link modules, and the logs that they ask for (CUDA driver API,
 * CUjit_option). */
#include <stdio.h>
#include <string.h>
#include "module_impl.h"

void cu_jit_read(unsigned count, const CUjit_option *options, void **values, struct cu_jit *j)
{
	*j = (struct cu_jit){
		.level = 4, .values = values, .info_option = SIZE_MAX, .error_option = SIZE_MAX};
	for (unsigned i = 0; i < count; i++) {
		size_t number = (size_t)(uintptr_t)values[i];
		switch ((int)options[i]) {
		case CU_JIT_OPTIMIZATION_LEVEL:
			j->level = (unsigned)number;
			break;
		case CU_JIT_INFO_LOG_BUFFER:
			j->info = values[i];
			break;
		case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
			j->info_bytes = (uint32_t)number;
			j->info_option = i;
			break;
		case CU_JIT_ERROR_LOG_BUFFER:
			j->errors = values[i];
			break;
		case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
			j->error_bytes = (uint32_t)number;
			j->error_option = i;
			break;
		default: /* what is about a GPU's registers, caches or targets means nothing here */
			break;
		}
	}
}

static size_t give_log(char *to, size_t room, const struct buf *log)
{
	if (to == NULL || room == 0)
		return 0;
	size_t count = log->len < room - 1 ? log->len : room - 1;
	if (count != 0)
		memcpy(to, log->data, count);
	to[count] = '\0';
	return count;
}

/* Why there is no result is said where nobody asks for a log. */
static void say(const struct buf *log)
{
	if (log->len != 0)
		fprintf(stderr, "libcuda: %.*s%s", (int)log->len, (const char *)log->data,
			log->data[log->len - 1] == '\n' ? "" : "\n");
}

void cu_jit_give(const struct cu_jit *j, CUresult error, const struct buf *log)
{
	static const struct buf none;
	bool failed = error != CUDA_SUCCESS;
	size_t info = give_log(j->info, j->info_bytes, failed ? &none : log);
	size_t errors = give_log(j->errors, j->error_bytes, failed ? log : &none);
	if (j->info_option != SIZE_MAX)
		j->values[j->info_option] = (void *)(uintptr_t)info;
	if (j->error_option != SIZE_MAX)
		j->values[j->error_option] = (void *)(uintptr_t)errors;
	if (failed && j->errors == NULL)
		say(log);
}
