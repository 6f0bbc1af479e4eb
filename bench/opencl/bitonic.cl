// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// examples/bitonic.hsail in OpenCL C; parameters in the order of its kernarg segments.
kernel void bitonic_pass(global uint *data, uint stage, uint pass, uint ascending)
{
	uint i = get_global_id(0), log = stage - pass, d = 1u << log;
	uint left = (i >> log << (log + 1)) + (i & (d - 1)), right = left + d;
	uint a = data[left], b = data[right], small = min(a, b), large = max(a, b);
	bool up = ((i >> stage & 1) ^ ascending) == 1;
	data[left] = up ? small : large;
	data[right] = up ? large : small;
}
