// Memory and an event of another process, and values that streams wait for, by HIP's names.
#include <hip/hip_runtime.h>
#include <cstdio>
#include <sys/socket.h>
#include <unistd.h>

__global__ void set(int *p, int v) { *p += v; }

int main()
{
	struct { hipIpcMemHandle_t memory; hipIpcEventHandle_t event; } m;
	int ends[2], *p, host[2];
	hipEvent_t e;
	hipStream_t s;
	char done;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
		return 1;
	if (fork() == 0) {
		if (read(ends[1], &m, sizeof m) != sizeof m)
			return 1;
		hipError_t error = hipIpcOpenMemHandle((void **)&p, m.memory, hipIpcMemLazyEnablePeerAccess);
		hipIpcOpenEventHandle(&e, m.event);
		hipEventSynchronize(e);
		hipMemcpy(host, p, sizeof(int), hipMemcpyDeviceToHost);
		printf("other: %d %d\n", host[0], error);
		fflush(stdout);
		set<<<1, 1>>>(p, 100);
		hipDeviceSynchronize();
		return write(ends[1], "e", 1) == 1 ? 0 : 1;
	}
	hipMalloc(&p, 2 * sizeof(int));
	hipMemset(p, 0, 2 * sizeof(int));
	hipEventCreateWithFlags(&e, hipEventDisableTiming | hipEventInterprocess);
	set<<<1, 1>>>(p, 5);
	hipEventRecord(e, 0);
	hipIpcGetMemHandle(&m.memory, p);
	hipIpcGetEventHandle(&m.event, e);
	if (write(ends[0], &m, sizeof m) != sizeof m || read(ends[0], &done, 1) != 1)
		return 1;
	hipStreamCreateWithFlags(&s, hipStreamNonBlocking);
	hipStreamWaitValue32(s, p + 1, 2, hipStreamWaitValueGte);
	hipStreamWriteValue32(s, p + 1, 3);
	hipStreamWriteValue32(0, p + 1, 2);
	hipError_t error = hipStreamSynchronize(s);
	hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost);
	printf("this: %d %d %d %d\n", host[0], host[1], error, hipStreamWaitValue32(s, p, 2, hipStreamWaitValueEq, 1));
}
