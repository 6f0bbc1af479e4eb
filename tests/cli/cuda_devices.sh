# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CUDA_VISIBLE_DEVICES chooses and orders devices, which keep their UUIDs and buses; old names of the driver's functions.
. "$T/nvcc.subr"
needs_runtime
cat >app.c <<'C'
#include <cuda_runtime_api.h>
#include <stdio.h>
int main(void)
{
	struct cudaDeviceProp p;
	int count = -1;
	cudaError_t error = cudaGetDeviceCount(&count);
	printf("%d %d:", error, count);
	for (int i = 0; error == cudaSuccess && i < count; i++) {
		char bus[20];
		int same = -1;
		cudaGetDeviceProperties(&p, i);
		cudaDeviceGetPCIBusId(bus, sizeof bus, i);
		cudaDeviceGetByPCIBusId(&same, bus);
		printf(" %d%s", (unsigned char)p.uuid.bytes[15], same == i && p.pciBusID == p.uuid.bytes[15] + 1 ? "" : "?");
	}
	puts("");
	return 0;
}
C
hsaemu-nvcc app.c -o app
export HSAEMU_CUDA_DEVICES=4
sees() { # WANTED
	./app >out
	echo "$1" | diff - out || { echo "CUDA_VISIBLE_DEVICES=${CUDA_VISIBLE_DEVICES-}"; exit 1; }
}
sees '0 4: 0 1 2 3'
uuid=GPU-48534145-6d75-2043-5544-41206465
for case in '2|0 1: 2' '3,1|0 2: 3 1' ' 3 , 1 ,9,0|0 2: 3 1' '0,-1,2|0 1: 0' '|100 0:' '-1|100 0:' 'none|100 0:' '1,1|100 0:' \
	"$uuid|0 1: 0" "${uuid}7602,0|0 2: 2 0" '4294967296|100 0:' 'GPU-|100 0:' '1x|100 0:'; do
	CUDA_VISIBLE_DEVICES=${case%|*}
	export CUDA_VISIBLE_DEVICES
	sees "${case#*|}"
done
unset CUDA_VISIBLE_DEVICES

cat >old.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
typedef int function();
int main(void)
{
	void *l = dlopen("libcuda.so.1", RTLD_NOW), *context = 0, *event = 0, *stream = 0;
	function *f[] = {dlsym(l, "cuInit"), dlsym(l, "cuCtxCreate_v2"), dlsym(l, "cuCtxPopCurrent"), dlsym(l, "cuCtxPushCurrent"),
		dlsym(l, "cuEventCreate"), dlsym(l, "cuEventDestroy"), dlsym(l, "cuStreamCreate"), dlsym(l, "cuStreamDestroy"),
		dlsym(l, "cuProfilerStart"), dlsym(l, "cuCtxDestroy")};
	int results[] = {f[0](0), f[1](&context, 0, 0), f[2](&context), f[3](context), f[4](&event, 0), f[5](event),
		f[6](&stream, 0), f[7](stream), f[8](), f[9](context), f[5](event)};
	for (int i = 0; i < 11; i++)
		printf(i == 10 ? "%d\n" : "%d ", results[i]);
	return 0;
}
C
gcc -w old.c -o old -ldl
LD_LIBRARY_PATH=$toolkit/lib64 ./old >out
echo '0 0 0 0 0 0 0 0 0 0 201' | diff - out
