__device__ int factor = 3;
extern "C" __global__ void scale(int *p) { p[threadIdx.x] *= factor; }
extern "C" __global__ void raise(int *p, int by)
{
	extern __shared__ int s[];
	s[threadIdx.x] = p[threadIdx.x] + by;
	p[threadIdx.x] = s[threadIdx.x];
}
