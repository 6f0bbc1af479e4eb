// Each work-group sums 2 * get_local_size(0) numbers of `in` into out[group].
kernel void reduction(global const float *in, global float *out, uint n, local float *part)
{
	uint lid = get_local_id(0), size = get_local_size(0);
	uint i = get_group_id(0) * size * 2 + lid;
	float sum = i < n ? in[i] : 0.0f;
	if (i + size < n)
		sum += in[i + size];
	part[lid] = sum;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint s = size / 2; s > 0; s /= 2) {
		if (lid < s)
			part[lid] += part[lid + s];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (lid == 0)
		out[get_group_id(0)] = part[0];
}
