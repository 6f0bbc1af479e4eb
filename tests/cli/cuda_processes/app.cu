// Two processes use memory, events and pools of the first; the second one is forked before CUDA is called.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#define CHECK(call) \
	do { \
		cudaError_t error = (call); \
		if (error != cudaSuccess) { \
			printf("line %d: %s\n", __LINE__, cudaGetErrorName(error)); \
			exit(1); \
		} \
	} while (0)

enum { COUNT = 1000 };
struct message {
	cudaIpcMemHandle_t memory;
	cudaIpcEventHandle_t event;
	cudaMemPoolPtrExportData pooled;
};

__global__ void add(int *p, int v)
{
	if (blockIdx.x * blockDim.x + threadIdx.x < COUNT)
		p[blockIdx.x * blockDim.x + threadIdx.x] += v;
}

static long sum(const int *p)
{
	static int host[COUNT];
	long total = 0;
	CHECK(cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
	for (int i = 0; i < COUNT; i++)
		total += host[i];
	return total;
}

static void pass(int to, int file, const message *m)
{
	iovec data = {(void *)m, sizeof *m};
	char control[CMSG_SPACE(sizeof file)] = {};
	msghdr h = {};
	h.msg_iov = &data, h.msg_iovlen = 1, h.msg_control = control, h.msg_controllen = sizeof control;
	cmsghdr *c = CMSG_FIRSTHDR(&h);
	c->cmsg_len = CMSG_LEN(sizeof file), c->cmsg_level = SOL_SOCKET, c->cmsg_type = SCM_RIGHTS;
	memcpy(CMSG_DATA(c), &file, sizeof file);
	if (sendmsg(to, &h, 0) != sizeof *m)
		exit(1);
}

static int get(int from, message *m)
{
	int file;
	iovec data = {m, sizeof *m};
	char control[CMSG_SPACE(sizeof file)];
	msghdr h = {};
	h.msg_iov = &data, h.msg_iovlen = 1, h.msg_control = control, h.msg_controllen = sizeof control;
	if (recvmsg(from, &h, 0) != sizeof *m)
		exit(1);
	memcpy(&file, CMSG_DATA(CMSG_FIRSTHDR(&h)), sizeof file);
	return file;
}

static int other(int socket)
{
	message m;
	void *p, *q;
	cudaEvent_t e;
	cudaStream_t s;
	cudaMemPool_t pool;
	int file = get(socket, &m);
	CHECK(cudaStreamCreate(&s));
	CHECK(cudaIpcOpenMemHandle(&p, m.memory, cudaIpcMemLazyEnablePeerAccess));
	CHECK(cudaIpcOpenEventHandle(&e, m.event));
	CHECK(cudaMemPoolImportFromShareableHandle(&pool, (void *)(long)file, cudaMemHandleTypePosixFileDescriptor, 0));
	CHECK(cudaMemPoolImportPointer(&q, pool, &m.pooled));
	CHECK(cudaStreamWaitEvent(s, e, 0));
	add<<<4, 256, 0, s>>>((int *)p, 10);
	add<<<4, 256, 0, s>>>((int *)q, 20);
	CHECK(cudaEventRecord(e, s));
	CHECK(cudaStreamSynchronize(s));
	printf("other: %ld %ld, %s\n", sum((int *)p), sum((int *)q), cudaGetErrorName(cudaFree(p)));
	CHECK(cudaIpcCloseMemHandle(p));
	CHECK(cudaFreeAsync(q, s));
	CHECK(cudaEventDestroy(e));
	memset(&m.memory, 1, sizeof m.memory);
	printf("other: %s\n", cudaGetErrorName(cudaIpcOpenMemHandle(&p, m.memory, cudaIpcMemLazyEnablePeerAccess)));
	fflush(stdout);
	return write(socket, "e", 1) == 1 ? 0 : 1;
}

static void external()
{
	void *p;
	cudaExternalMemory_t memory;
	int file = memfd_create("file", 0);
	if (file < 0 || ftruncate(file, 2 * COUNT * sizeof(int)) != 0)
		exit(1);
	int *host = (int *)mmap(NULL, 2 * COUNT * sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
	cudaExternalMemoryHandleDesc d = {};
	d.type = cudaExternalMemoryHandleTypeOpaqueFd, d.handle.fd = file, d.size = 2 * COUNT * sizeof(int);
	CHECK(cudaImportExternalMemory(&memory, &d));
	cudaExternalMemoryBufferDesc b = {COUNT * sizeof(int), COUNT * sizeof(int), 0};
	CHECK(cudaExternalMemoryGetMappedBuffer(&p, memory, &b));
	add<<<4, 256>>>((int *)p, 3);
	CHECK(cudaDeviceSynchronize());
	printf("external: %d %d %d\n", host[COUNT - 1], host[COUNT], host[2 * COUNT - 1]);
	CHECK(cudaFree(p));
	CHECK(cudaDestroyExternalMemory(memory));
}

int main()
{
	int ends[2], *p, *q, file;
	message m;
	char done;
	cudaEvent_t e;
	cudaMemPool_t pool;
	cudaMemPoolProps props = {};
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
		return 1;
	if (fork() == 0)
		return other(ends[1]);
	CHECK(cudaMalloc(&p, COUNT * sizeof(int)));
	CHECK(cudaMemset(p, 0, COUNT * sizeof(int)));
	props.allocType = cudaMemAllocationTypePinned, props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
	props.location.type = cudaMemLocationTypeDevice;
	CHECK(cudaMemPoolCreate(&pool, &props));
	CHECK(cudaMallocFromPoolAsync((void **)&q, COUNT * sizeof(int), pool, 0));
	CHECK(cudaMemsetAsync(q, 0, COUNT * sizeof(int), 0));
	CHECK(cudaEventCreateWithFlags(&e, cudaEventDisableTiming | cudaEventInterprocess));
	add<<<4, 256>>>(p, 1);
	add<<<4, 256>>>(q, 2);
	CHECK(cudaEventRecord(e, 0));
	CHECK(cudaIpcGetMemHandle(&m.memory, p));
	CHECK(cudaIpcGetEventHandle(&m.event, e));
	CHECK(cudaMemPoolExportToShareableHandle(&file, pool, cudaMemHandleTypePosixFileDescriptor, 0));
	CHECK(cudaMemPoolExportPointer(&m.pooled, q));
	pass(ends[0], file, &m);
	if (read(ends[0], &done, 1) != 1)
		return 1;
	CHECK(cudaEventSynchronize(e));
	printf("this: %ld %ld\n", sum(p), sum(q));
	void *own;
	printf("this: %s\n", cudaGetErrorName(cudaIpcOpenMemHandle(&own, m.memory, cudaIpcMemLazyEnablePeerAccess)));
	external();
	int status;
	wait(&status);
	return status;
}
