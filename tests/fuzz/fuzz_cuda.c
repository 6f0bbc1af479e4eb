/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What programs of CUDA hand to cuModuleLoadData(). The first byte says as what the others are
 * taken: bytes as they are, or a container whose sum is right. What is found must lie in the bytes;
 * texts are unpacked. Images and PTX have targets of their own. */
#include <sha2.h>
#include <stdlib.h>
#include <string.h>
#include "fuzz.h"
#include "hsaemu/cuda_container.h"
#include "module_impl.h"

enum { TAKEN_RAW = 'r', TAKEN_CONTAINER = 'c' };

static uint64_t sum;

static void seal(uint8_t *bytes, size_t len)
{
	struct cuda_container h;
	SHA2_CTX c;
	if (len < sizeof h)
		return;
	memcpy(&h, bytes, sizeof h);
	if (h.bytes < sizeof h || h.bytes > len)
		h.bytes = len;
	SHA256Init(&c);
	SHA256Update(&c, bytes + sizeof h, (size_t)h.bytes - sizeof h);
	SHA256Final(h.sum, &c);
	memcpy(bytes, &h, sizeof h);
}

static void look_at(const struct cu_code *code, const uint8_t *bytes, size_t len)
{
	char *text;
	size_t count;
	if (code->bytes < bytes || code->count > (size_t)(bytes + len - code->bytes))
		abort();
	for (size_t i = 0; i < code->count; i++)
		sum += code->bytes[i];
	if (code->kind != CU_CODE_PTX || cu_code_text(code, &text, &count) != CUDA_SUCCESS)
		return;
	sum += text[0] + text[count];
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	if (len == 0)
		return 0;
	/* the driver puts a 0 behind what it reads from files */
	uint8_t *copy = malloc(len);
	if (copy == NULL)
		return 0;
	memcpy(copy, bytes + 1, len - 1);
	copy[len - 1] = 0;
	if (bytes[0] == TAKEN_CONTAINER)
		seal(copy, len - 1);
	const struct cu_bytes all = {.at = (const char *)copy, .count = len - 1};
	struct cu_codes codes = {.architecture = 90};
	cu_code_find(&all, &codes);
	for (unsigned i = 0; i < codes.count; i++)
		look_at(&codes.code[i], copy, len - 1);
	free(copy);
	return 0;
}
