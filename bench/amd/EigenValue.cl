// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Eigenvalues of a symmetric tridiagonal matrix by bisection: a Sturm sequence counts those below a
// number. An interval is a pair of floats, an item of the second kernel makes the interval of one
// eigenvalue.

static uint below(global const float *diagonal, global const float *offDiagonal, uint width,
	float x)
{
	float q = diagonal[0] - x;
	uint count = q < 0;
	for (uint i = 1; i < width; i++) {
		q = diagonal[i] - x - offDiagonal[i - 1] * offDiagonal[i - 1] / q;
		count += q < 0;
	}
	return count;
}

kernel void calNumEigenValueInterval(global uint *numEigenIntervals,
	global const float *eigenIntervals, global const float *diagonal,
	global const float *offDiagonal, uint width)
{
	uint i = get_global_id(0);
	numEigenIntervals[i] = below(diagonal, offDiagonal, width, eigenIntervals[2 * i + 1]) -
		below(diagonal, offDiagonal, width, eigenIntervals[2 * i]);
}

kernel void recalculateEigenIntervals(global float *newEigenIntervals,
	global const float *eigenIntervals, global const uint *numEigenIntervals,
	global const float *diagonal, global const float *offDiagonal, uint width, float tolerance)
{
	uint item = get_global_id(0), rank = item, i = 0;
	while (i + 1 < width && rank >= numEigenIntervals[i])
		rank -= numEigenIntervals[i++];
	uint count = numEigenIntervals[i];
	float low = eigenIntervals[2 * i], high = eigenIntervals[2 * i + 1];
	if (count > 1) {
		float part = (high - low) / count;
		high = rank + 1 < count ? fma(part, (float)(rank + 1), low) : high;
		low = fma(part, (float)rank, low);
	} else if (high - low >= tolerance) {
		float middle = (low + high) / 2;
		bool left = below(diagonal, offDiagonal, width, middle) !=
			below(diagonal, offDiagonal, width, low);
		low = left ? low : middle;
		high = left ? middle : high;
	}
	newEigenIntervals[2 * item] = low;
	newEigenIntervals[2 * item + 1] = high;
}
