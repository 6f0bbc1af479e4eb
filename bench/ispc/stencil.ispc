// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
export void ispc_stencil(const uniform float now[], uniform float next[], const uniform float speed[],
	const uniform float c[], uniform uint32 width, uniform uint32 height, uniform uint32 depth)
{
	uniform int w = width, p = width * height, rows = height, planes = depth;
	for (uniform int z = 4; z < planes - 4; z++)
		for (uniform int y = 4; y < rows - 4; y++)
			foreach (x = 4 ... w - 4) {
				int i = z * p + y * w + x;
				float sum = c[0] * now[i];
				sum += c[1] * (now[i + 1] + now[i - 1] + now[i + w] + now[i - w] + now[i + p] + now[i - p]);
				sum += c[2] * (now[i + 2] + now[i - 2] + now[i + 2 * w] + now[i - 2 * w] + now[i + 2 * p] + now[i - 2 * p]);
				sum += c[3] * (now[i + 3] + now[i - 3] + now[i + 3 * w] + now[i - 3 * w] + now[i + 3 * p] + now[i - 3 * p]);
				next[i] = 2.0f * now[i] - next[i] + speed[i] * sum;
			}
}
