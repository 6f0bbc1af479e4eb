/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory of another process: both compute with it; handles that are wrong, of memory that was
 * freed, and of processes that have ended. */
#include "two_processes.h"

enum { NUMBERS = 3 * 1024 + 25 }; /* which end inside of a page */

static CUfunction add_f;

static CUipcMemHandle handle_of(CUdeviceptr p)
{
	CUipcMemHandle h;
	OK(cuIpcGetMemHandle(&h, p));
	return h;
}

static CUdeviceptr opened(CUipcMemHandle h)
{
	CUdeviceptr p;
	OK(cuIpcOpenMemHandle(&p, h, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
	return p;
}

static CUresult open_error(CUipcMemHandle h)
{
	CUdeviceptr p;
	return cuIpcOpenMemHandle(&p, h, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS);
}

static void start_up(void)
{
	begin();
	add_f = kernel(module(), "add");
}

/* ---- the other process ----------------------------------------------------------------------- */

static void check_import(CUdeviceptr p)
{
	CUipcMemHandle h;
	CUdeviceptr base;
	size_t bytes;
	unsigned capable;
	IS(CUDA_ERROR_INVALID_VALUE, cuMemFree(p));
	IS(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(p, NULL));
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(&h, p));
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcCloseMemHandle(p + 4));
	OK(cuMemGetAddressRange(&base, &bytes, p + 400));
	EXPECT(base == p && bytes == 4 * NUMBERS);
	OK(cuPointerGetAttribute(&capable, CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, p));
	EXPECT(capable == 0);
}

static void check_wrong_bytes(CUipcMemHandle h)
{
	CUdeviceptr p;
	CUipcMemHandle none = {{0}};
	IS(CUDA_ERROR_INVALID_HANDLE, open_error(none));
	for (size_t i = 0; i < sizeof h.reserved; i++) {
		CUipcMemHandle wrong = h;
		wrong.reserved[i] = (char)(wrong.reserved[i] ^ 0x40);
		IS(CUDA_ERROR_INVALID_HANDLE, open_error(wrong));
	}
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcOpenMemHandle(&p, h, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcOpenMemHandle(&p, h, 3));
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcOpenMemHandle(NULL, h, 1));
}

static int use_memory(int parent)
{
	CUipcMemHandle h;
	start_up();
	hear(parent, &h, sizeof h);
	check_wrong_bytes(h);
	CUdeviceptr p = opened(h);
	EXPECT(number_at(p, 0) == 7 && number_at(p, NUMBERS - 1) == 7);
	OK(add(add_f, NULL, p, 100, 64 * 48));
	OK(cuCtxSynchronize());
	meet(parent); /* which adds now */
	meet(parent);
	EXPECT(number_at(p, 5) == 1107 && number_at(p, NUMBERS - 1) == 7);
	EXPECT(opened(h) == p);
	check_import(p);
	OK(cuIpcCloseMemHandle(p));
	EXPECT(number_at(p, 5) == 1107); /* it is open once more */
	meet(parent);                    /* which frees it now */
	meet(parent);
	EXPECT(number_at(p, 5) == 1107);
	OK(cuIpcCloseMemHandle(p));
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcCloseMemHandle(p));
	IS(CUDA_ERROR_INVALID_HANDLE, open_error(h));
	meet(parent);
	return 0;
}

/* Has memory and ends, with and without having it freed. */
static int make_memory(int parent)
{
	start_up();
	CUdeviceptr p = numbers(NUMBERS), q = numbers(1);
	OK(add(add_f, NULL, p, 3, 64));
	CUipcMemHandle h = handle_of(p), g = handle_of(q);
	OK(cuMemFree(q));
	tell(parent, &h, sizeof h);
	tell(parent, &g, sizeof g);
	meet(parent);
	return 0;
}

/* ---- this one -------------------------------------------------------------------------------- */

static bool can_be_read(CUdeviceptr p)
{
	int ends[2];
	EXPECT(pipe(ends) == 0);
	bool can = write(ends[1], (const void *)(uintptr_t)p, 1) == 1;
	close(ends[0]);
	close(ends[1]);
	return can;
}

static void check_both(struct peer other)
{
	CUdeviceptr p = numbers(NUMBERS);
	unsigned capable;
	OK(cuMemsetD32Async(p, 7, NUMBERS, NULL)); /* ends before there is a handle */
	CUipcMemHandle h = handle_of(p), inner = handle_of(p + 8), again = handle_of(p);
	EXPECT(memcmp(&h, &inner, sizeof h) == 0 && memcmp(&h, &again, sizeof h) == 0);
	EXPECT(can_be_read(p + 4 * NUMBERS - 1) && !can_be_read(p - 1));
	EXPECT(can_be_read(p + 4 * 4096 - 1) && !can_be_read(p + 4 * 4096));
	OK(cuPointerGetAttribute(&capable, CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE, p));
	EXPECT(capable == 1);
	IS(CUDA_ERROR_INVALID_CONTEXT, open_error(h));
	tell(other.socket, &h, sizeof h);
	meet(other.socket);
	EXPECT(number_at(p, 0) == 107 && number_at(p, NUMBERS - 1) == 7);
	OK(add(add_f, NULL, p, 1000, 64));
	OK(cuCtxSynchronize());
	meet(other.socket);
	meet(other.socket);
	OK(cuMemFree(p));
	meet(other.socket);
	meet(other.socket);
	end(other);
}

static void check_ended(void)
{
	CUipcMemHandle h, freed;
	struct peer maker = start("make");
	hear(maker.socket, &h, sizeof h);
	hear(maker.socket, &freed, sizeof freed);
	IS(CUDA_ERROR_INVALID_HANDLE, open_error(freed));
	CUdeviceptr p = opened(h);
	meet(maker.socket);
	end(maker);
	EXPECT(number_at(p, 0) == 3 && number_at(p, 64) == 0);
	EXPECT(opened(h) == p); /* it is here */
	OK(cuIpcCloseMemHandle(p));
	OK(cuIpcCloseMemHandle(p));
	IS(CUDA_ERROR_INVALID_HANDLE, open_error(h));
}

static void check_refused(void)
{
	CUipcMemHandle h;
	CUdeviceptr p;
	void *host;
	OK(cuMemAllocManaged(&p, 64, CU_MEM_ATTACH_GLOBAL));
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(&h, p));
	OK(cuMemFree(p));
	OK(cuMemAllocAsync(&p, 64, NULL));
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(&h, p));
	OK(cuMemFreeAsync(p, NULL));
	OK(cuMemHostAlloc(&host, 64, 0));
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(&h, (CUdeviceptr)(uintptr_t)host));
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcCloseMemHandle((CUdeviceptr)(uintptr_t)host));
	OK(cuMemFreeHost(host));
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(&h, (CUdeviceptr)(uintptr_t)&h));
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcCloseMemHandle(0));
	p = numbers(1);
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(NULL, p));
	IS(CUDA_ERROR_INVALID_VALUE, cuIpcCloseMemHandle(p));
	OK(cuMemFree(p));
}

int main(int argc, char **argv)
{
	if (argc == 3 && strcmp(argv[1], "make") == 0)
		return make_memory(atoi(argv[2]));
	if (argc == 3)
		return use_memory(atoi(argv[2]));
	struct peer copy = fork_peer(use_memory);
	start_up();
	check_both(copy);
	check_both(start("use"));
	check_ended();
	check_refused();
	return 0;
}
