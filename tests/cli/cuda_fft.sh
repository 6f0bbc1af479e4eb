# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cuFFT: transforms against the definition, in C and in CUDA C++; errors, streams, graphs and threads.
. "$T/nvcc.subr"
needs_runtime
ls /usr/lib/*/libfftw3f.so.3 /usr/lib/*/libfftw3.so.3 >/dev/null 2>&1 || {
	echo "libfftw3-single3 and libfftw3-double3 are not both installed"
	exit 77
}
build() { # PROGRAM: of C
	gcc -std=c11 -O1 -Wall -Wextra -Werror -Wno-pedantic -I"$toolkit/include" "$T/cuda_fft/$1.c" -o "$1" -L"$toolkit/lib64" \
		-Wl,-rpath,"$toolkit/lib64" -lcufft -lcudart -lm
}
build transforms
./transforms >out 2>err || { cat out err; exit 1; }
grep -qx '904 transforms, 0 wrong' out
build errors
./errors >out 2>err || { cat out err; exit 1; }
printf 'libcufft: %s is not supported\n' 'cufftXtSetGPUs() with several devices' 'cufftXtSetCallback()' | diff - err

hsaemu-nvcc -std=c++14 -O1 "$T/cuda_fft/streams.cu" -o streams -lcufft
./streams >out
diff "$T/cuda_fft/streams.ref" out

# Where there is no FFTW, who makes a plan is told what is missing.
cat >plan.c <<'C'
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <cufft.h>
void *dlopen(const char *file, int flags)
{
	static void *(*next)(const char *, int);
	if (next == NULL)
		next = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
	return file != NULL && strstr(file, "fftw") != NULL ? NULL : next(file, flags);
}
int main(void)
{
	cufftHandle plan;
	printf("%d\n", cufftPlan1d(&plan, 8, CUFFT_C2C, 1));
	return 0;
}
C
gcc -D_GNU_SOURCE -I"$toolkit/include" plan.c -o plan -rdynamic -L"$toolkit/lib64" -Wl,-rpath,"$toolkit/lib64" -lcufft -lcudart
[ "$(./plan 2>err)" = 7 ]
grep -qx 'libcufft: needs one of libfftw3f.so.3, and none is installed (Debian: apt-get install libfftw3-single3)' err
