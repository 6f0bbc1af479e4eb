/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clang-stamp CLANG: prints what says that a file was made by this clang (opencl_c.h), for
 * opencl/made in share/hsaemu and for hsaemu-cc. */
#include <stdio.h>
#include "hsaemu/opencl_c.h"

int main(int argc, char **argv)
{
	struct buf stamp = BUF_INIT;
	if (argc != 2)
		return EXIT_USAGE;
	clc_stamp(argv[1], &stamp);
	printf(STR_FMT "\n", STR_ARG(buf_slice(&stamp)));
	buf_release(&stamp);
	return fclose(stdout) == 0 ? EXIT_DONE : EXIT_IO;
}
