# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Our CUDA headers have the ABI of CUDA 12: layouts and values, and the names that functions have in libraries, with
# one default stream for all threads and with one for each (cuda_abi.names: in source, the one, the other).
command -v gcc >/dev/null || {
	echo "gcc is not installed"
	exit 77
}
cc="gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -I$BUILD/share/hsaemu/cuda"
$cc -fsyntax-only "$T/cuda_abi.c"

{
	printf '#include <cuda.h>\n#include <cuda_runtime_api.h>\ntypedef void (*function)(void);\nextern const function all[];\n'
	printf 'const function all[] = {\n'
	sed 's/\([^ ]*\) .*/(function)\1,/' "$T/cuda_abi.names"
	printf '};\n'
} >names.c
names_are() { # COLUMN OPTION...
	column=$1
	shift
	$cc -Wno-cast-function-type "$@" -c names.c -o names.o
	nm -u names.o | sed 's/.* //' | sort >found
	cut -d' ' -f"$column" "$T/cuda_abi.names" | sort -u | diff - found
}
names_are 2
names_are 3 -DCUDA_API_PER_THREAD_DEFAULT_STREAM
names_are 3 -D__CUDA_API_PER_THREAD_DEFAULT_STREAM
