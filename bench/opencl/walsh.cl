// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// examples/walsh.hsail in OpenCL C; parameters in the order of its kernarg segments.
kernel void walsh_pass(global float *data, uint step)
{
	uint i = get_global_id(0), first = i / step * step * 2 + i % step;
	float a = data[first], b = data[first + step];
	data[first] = a + b;
	data[first + step] = a - b;
}
