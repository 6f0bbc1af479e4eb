/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fat binaries with PTX as it is and compressed in both ways; which of several is taken; damaged
 * ones; and the tables that programs ask for that nvcc has linked. */
#include <lz4.h>
#include <stddef.h>
#include <zstd.h>
#include "cuda_client.h"

enum { PLAIN = 0x11, LZ4 = 0x2011, ZSTD = 0x8011 };
enum { PTX = 1, ELF = 2 };

struct head {
	uint32_t magic;
	uint16_t version, head_bytes;
	uint64_t bytes;
};
struct member {
	uint16_t kind, version;
	uint32_t head_bytes;
	uint64_t bytes;
	uint32_t packed, options;
	uint16_t minor, major;
	uint32_t arch, name[2];
	uint64_t flags, reserved, full, last[2];
};
struct binary {
	struct head head;
	uint8_t members[1 << 14];
};

static void begin_binary(struct binary *b)
{
	memset(b, 0, sizeof *b);
	b->head = (struct head){0xba55ed50, 1, sizeof b->head, 0};
}

static void add_member(struct binary *b, unsigned kind, unsigned flags, unsigned arch,
	const char *text)
{
	size_t full = strlen(text) + 1;
	uint8_t *at = b->members + b->head.bytes;
	uint8_t *body = at + sizeof(struct member);
	size_t room = sizeof b->members - b->head.bytes - sizeof(struct member);
	size_t bytes = full;
	if (flags == LZ4)
		bytes = (size_t)LZ4_compress_default(text, (char *)body, (int)full, (int)room);
	else if (flags == ZSTD)
		bytes = ZSTD_compress(body, room, text, full, 3);
	else
		memcpy(body, text, full);
	EXPECT(bytes != 0 && bytes <= room);
	struct member m = {.kind = (uint16_t)kind,
		.version = 0x101,
		.head_bytes = sizeof m,
		.bytes = (bytes + 7) / 8 * 8,
		.packed = flags == PLAIN ? 0 : (uint32_t)bytes,
		.options = 64,
		.major = 6,
		.minor = 4,
		.arch = arch,
		.flags = flags,
		.full = flags == PLAIN ? 0 : full};
	memcpy(at, &m, sizeof m);
	b->head.bytes += sizeof m + m.bytes;
}

/* PTX with a kernel k() that stores a number. */
static const char *storing(unsigned number)
{
	static char text[600];
	snprintf(text, sizeof text,
		"\n\n.version 6.4\n.target sm_60\n.address_size 64\n"
		".visible .entry k(.param .u64 p)\n{\n"
		".reg .b32 %%r<2>; .reg .b64 %%rd<2>;\n"
		"ld.param.u64 %%rd1, [p]; mov.u32 %%r1, %u; st.global.u32 [%%rd1], %%r1; ret;\n}\n",
		number);
	return text;
}

static unsigned run(const void *bytes)
{
	CUmodule m;
	CUdeviceptr p = numbers(1);
	OK(cuModuleLoadData(&m, bytes));
	OK(launch_with(kernel(m, "k"), NULL, p));
	unsigned v = number_at(p, 0);
	OK(cuModuleUnload(m));
	OK(cuMemFree(p));
	return v;
}

static void check_packed(void)
{
	static const unsigned flags[] = {PLAIN, LZ4, ZSTD};
	struct binary b;
	for (unsigned i = 0; i < 3; i++) {
		begin_binary(&b);
		add_member(&b, PTX, flags[i], 60, storing(70 + i));
		EXPECT(run(&b) == 70 + i);
		const struct {
			uint32_t magic, version;
			const void *bytes, *other;
		} wrapper = {0x466243b1, 1, &b, NULL};
		EXPECT(run(&wrapper) == 70 + i);
	}
}

/* The newest that the device can run; of those that are too new, the oldest. */
static void check_choice(void)
{
	struct binary b;
	int major, minor;
	OK(cuDeviceComputeCapability(&major, &minor, 0));
	unsigned own = (unsigned)(10 * major + minor);
	begin_binary(&b);
	add_member(&b, ELF, PLAIN, 70, "code of a GPU");
	add_member(&b, PTX, ZSTD, 50, storing(50));
	add_member(&b, PTX, PLAIN, own, storing(1));
	add_member(&b, PTX, PLAIN, own + 20, storing(2));
	EXPECT(run(&b) == 1);
	begin_binary(&b);
	add_member(&b, PTX, PLAIN, own + 20, storing(4));
	add_member(&b, PTX, LZ4, own + 10, storing(3));
	EXPECT(run(&b) == 3);
	begin_binary(&b);
	add_member(&b, PTX, PLAIN, 60, "no PTX at all");
	add_member(&b, PTX, PLAIN, 50, storing(5));
	EXPECT(run(&b) == 5);
}

static void check_damaged(void)
{
	struct binary b;
	CUmodule m;
	uint64_t none = 0;
	begin_binary(&b);
	IS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&m, &b));
	add_member(&b, ELF, PLAIN, 70, "code of a GPU");
	IS(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadData(&m, &b));
	begin_binary(&b);
	add_member(&b, PTX, ZSTD, 60, storing(1));
	for (size_t i = 0; i < sizeof(struct member) + 40; i++) { /* each byte, wrong */
		uint8_t right = b.members[i];
		b.members[i] ^= 0x55;
		CUresult r = cuModuleLoadData(&m, &b);
		EXPECT(r == CUDA_SUCCESS || r == CUDA_ERROR_INVALID_IMAGE ||
			r == CUDA_ERROR_INVALID_PTX || r == CUDA_ERROR_NO_BINARY_FOR_GPU);
		if (r == CUDA_SUCCESS)
			OK(cuModuleUnload(m));
		b.members[i] = right;
	}
	memcpy(b.members + offsetof(struct member, full), &(uint64_t){1ull << 40}, sizeof none);
	IS(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadData(&m, &b));
}

/* ---- tables ---------------------------------------------------------------------------------- */

static int ended;

static void note_end(CUcontext c, void *key, void *value)
{
	EXPECT(c != NULL && key == &ended && value == (void *)2);
	ended++;
}

static void check_locals(void)
{
	typedef void end_function(CUcontext, void *, void *);
	static const CUuuid id = {
		{(char)0xc6, (char)0x93, 0x33, 0x6e, 0x11, 0x21, (char)0xdf, 0x11, (char)0xa8,
			(char)0xc3, 0x68, (char)0xf3, 0x55, (char)0xd8, (char)0x95, (char)0x93}};
	static const CUuuid other = {{1, 2, 3}};
	const struct {
		CUresult (*put)(CUcontext, void *, void *, end_function *);
		CUresult (*remove)(CUcontext, void *);
		CUresult (*get)(void **, CUcontext, void *);
	} *table;
	void *value;
	CUcontext c, mine;
	IS(CUDA_ERROR_INVALID_VALUE, cuGetExportTable((const void **)&table, &other));
	OK(cuGetExportTable((const void **)&table, &id));
	OK(cuCtxGetCurrent(&c));
	OK(cuCtxCreate(&mine, 0, 0));
	IS(CUDA_ERROR_INVALID_HANDLE, table->get(&value, NULL, &ended));
	OK(table->put(mine, &value, (void *)1, NULL));
	OK(table->put(NULL, &ended, (void *)2, note_end));
	OK(table->get(&value, mine, &ended));
	EXPECT(value == (void *)2);
	IS(CUDA_ERROR_INVALID_HANDLE, table->get(&value, c, &ended));
	OK(table->remove(mine, &value));
	IS(CUDA_ERROR_INVALID_HANDLE, table->remove(mine, &value));
	OK(cuCtxDestroy(mine));
	EXPECT(ended == 1);
	IS(CUDA_ERROR_INVALID_CONTEXT, table->put(mine, &ended, NULL, NULL));
	OK(cuCtxSetCurrent(c));
}

/* A name means what it meant when the program was built. */
static void check_versions(void)
{
	void *old, *new, *f;
	CUdriverProcAddressQueryResult status;
	if (cuGetProcAddress("cuInit", &f, 12000, 0, NULL) != CUDA_SUCCESS) {
		printf("no names: the driver is linked into the program\n");
		return;
	}
	OK(cuGetProcAddress("cuMemAdvise", &old, 12000, 0, NULL));
	OK(cuGetProcAddress("cuMemAdvise", &new, 12020, 0, NULL));
	EXPECT(old != NULL && new != NULL &&old != new);
	OK(cuGetProcAddress("cuStreamGetCaptureInfo", &old, 12000, 0, NULL));
	OK(cuGetProcAddress("cuStreamGetCaptureInfo", &new, 12030, 0, NULL));
	EXPECT(old != new);
	OK(cuGetProcAddress("cuStreamGetCaptureInfo", &f, 11030, 0, NULL));
	EXPECT(f == old);
	OK(cuGetProcAddress("cuCtxGetDevice", &old, 12000, 0, NULL));
	OK(cuGetProcAddress("cuCtxGetDevice", &new, 13000, 0, NULL));
	EXPECT(old != new);
	OK(cuGetProcAddress("cuGraphExecUpdate", &f, 11000, 0, &status));
	EXPECT(f == NULL && status == CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
	OK(cuGetProcAddress("cuGraphInstantiate", &f, 12000, 0, NULL));
	EXPECT(f != NULL);
	OK(cuGetProcAddress("cuNothing", &f, 12000, 0, &status));
	EXPECT(f == NULL && status == CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
	IS(CUDA_ERROR_NOT_FOUND, cuGetProcAddress("cuNothing", &f, 12000, 0, NULL));
}

int main(void)
{
	begin();
	check_packed();
	check_choice();
	check_damaged();
	check_locals();
	check_versions();
	return 0;
}
