/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hsa-run -- PROGRAM: a program written for the HSA runtime runs with ours. */
#ifndef HSA_RUN_HOST_PROGRAM_H
#define HSA_RUN_HOST_PROGRAM_H

/* Becomes the program argv[0], with the folder of libhsa-runtime64.so.1 before all others where
 * the loader looks. Returns an exit status, after a line on standard error, only when that is not
 * possible. */
int run_host_program(char **argv);

#endif
