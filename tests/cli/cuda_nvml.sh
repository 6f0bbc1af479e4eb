# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# NVML tells of devices what the driver does; what it refuses it says once. Programs are linked with the stub, too.
. "$T/nvcc.subr"
needs_runtime
for folder in lib64 lib64/stubs; do
	gcc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -Wno-pedantic -I"$toolkit/include" "$T/cuda_nvml/nvml.c" -o nvml \
		-L"$toolkit/$folder" -Wl,-rpath,"$toolkit/lib64" -lnvidia-ml -lcuda
	HSAEMU_CUDA_DEVICES=2 HSAEMU_CUDA_ARCH=80 ./nvml >out 2>err || { cat out err; exit 1; }
	printf 'libnvidia-ml: %s() is not supported\n' nvmlDeviceGetTemperature nvmlDeviceGetPowerUsage \
		nvmlDeviceGetTotalEnergyConsumption | diff - err
done

cat >app.cu <<'C'
#include <cstdio>
#include <string>
#include <nvml.h>
__global__ void k(int *p) { *p = 5; }
int main()
{
	nvmlDevice_t device;
	char name[NVML_DEVICE_NAME_V2_BUFFER_SIZE];
	cudaDeviceProp p;
	int *managed;
	if (nvmlInit() || nvmlDeviceGetHandleByIndex(0, &device) || nvmlDeviceGetName(device, name, sizeof name) ||
		cudaGetDeviceProperties(&p, 0) || cudaMallocManaged(&managed, 4))
		return 1;
	k<<<1, 1>>>(managed);
	cudaDeviceSynchronize();
	printf("%d %d\n", std::string(name) == p.name, *managed);
	return nvmlShutdown();
}
C
hsaemu-nvcc app.cu -o app -lnvidia-ml
[ "$(./app)" = '1 5' ]
