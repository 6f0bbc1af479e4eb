/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes y = a x + y with a PTX kernel. Build: cc saxpy.c $(pkg-config --cflags --libs hsaemu) */
#include <hsaemu/hsaemu.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	float x[1000], y[1000];
	for (int i = 0; i < 1000; i++) {
		x[i] = (float)i;
		y[i] = 1;
	}
	struct hsaemu_runtime *rt = hsaemu_open(NULL);
	struct hsaemu_module *m = hsaemu_load_file(rt, argc > 1 ? argv[1] : "saxpy.ptx");
	struct hsaemu_kernel *k = hsaemu_kernel_find(m, "saxpy");
	struct hsaemu_arg args[] = {
		hsaemu_u32(1000), hsaemu_f32(0.5f), hsaemu_pointer(x), hsaemu_pointer(y)};
	struct hsaemu_launch launch = hsaemu_grid(1024, 1, 1);
	enum hsaemu_status status = hsaemu_run(k, &launch, args, 4);
	if (status != HSAEMU_OK)
		fprintf(stderr, "%s\n", hsaemu_error());
	else
		printf("y[10] = %g, y[999] = %g\n", y[10], y[999]);
	hsaemu_close(rt);
	return (int)status;
}
