// Each block sums 2 * blockDim.x numbers of `in` into out[block].
extern "C" __global__ void reduction(const float *in, float *out, unsigned n)
{
	extern __shared__ float part[];
	unsigned lid = threadIdx.x, size = blockDim.x;
	unsigned i = blockIdx.x * size * 2 + lid;
	float sum = i < n ? in[i] : 0.0f;
	if (i + size < n)
		sum += in[i + size];
	part[lid] = sum;
	__syncthreads();
	for (unsigned s = size / 2; s > 0; s /= 2) {
		if (lid < s)
			part[lid] += part[lid + s];
		__syncthreads();
	}
	if (lid == 0)
		out[blockIdx.x] = part[0];
}
