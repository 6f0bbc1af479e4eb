// bench/kernels/empty.hsail in OpenCL C.
kernel void empty(void)
{
}
