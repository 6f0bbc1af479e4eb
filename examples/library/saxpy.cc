// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// y = a x + y by a kernel of PTX: c++ saxpy.cc $(pkg-config --cflags --libs hsaemu)
#include <hsaemu/hsaemu.h>
#include <iostream>
#include <memory>
#include <vector>

int main(int argc, char **argv)
{
	std::vector<float> x(1000), y(1000, 1);
	for (size_t i = 0; i < x.size(); i++)
		x[i] = static_cast<float>(i);
	std::unique_ptr<hsaemu_runtime, decltype(&hsaemu_close)> rt(hsaemu_open(nullptr), hsaemu_close);
	hsaemu_module *m = hsaemu_load_file(rt.get(), argc > 1 ? argv[1] : "saxpy.ptx");
	hsaemu_kernel *k = hsaemu_kernel_find(m, "saxpy");
	const hsaemu_arg args[] = {
		hsaemu_u32(1000), hsaemu_f32(0.5f), hsaemu_pointer(x.data()), hsaemu_pointer(y.data())};
	const hsaemu_launch launch = hsaemu_grid(1024, 1, 1);
	const hsaemu_status status = hsaemu_run(k, &launch, args, 4);
	if (status != HSAEMU_OK)
		std::cerr << hsaemu_error() << '\n';
	else
		std::cout << "y[10] = " << y[10] << ", y[999] = " << y[999] << '\n';
	return status;
}
