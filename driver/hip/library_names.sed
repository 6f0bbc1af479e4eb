# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Names of one of CUDA's libraries, a line each, to macros that are those of HIP's library.
1i\
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */\
/* Made of the names in CUDA's headers: HIP's differ in their first letters only. */
s/^cu\(.*\)/#define hip\1 &/
s/^CU\(.*\)/#define HIP\1 &/
