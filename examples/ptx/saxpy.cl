// y[i] = a * x[i] + y[i]
kernel void saxpy(uint n, float a, global const float *x, global float *y)
{
	size_t i = get_global_id(0);
	if (i < n)
		y[i] = fma(a, x[i], y[i]);
}
