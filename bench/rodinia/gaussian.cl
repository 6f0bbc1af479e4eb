// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gaussian elimination without pivoting, column t: the factors of the rows below, then their rest.
kernel void Fan1(global float *m, global float *a, global float *b, const int size, const int t)
{
	int row = t + 1 + get_global_id(0);
	if (row < size)
		m[row * size + t] = a[row * size + t] / a[t * size + t];
}

kernel void Fan2(global float *m, global float *a, global float *b, const int size, const int t)
{
	int row = t + 1 + get_global_id(0), column = t + get_global_id(1);
	if (row >= size || column >= size)
		return;
	float factor = m[row * size + t];
	a[row * size + column] -= factor * a[t * size + column];
	if (column == t)
		b[row] -= factor * b[t];
}
