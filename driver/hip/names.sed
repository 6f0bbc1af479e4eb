# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# CUDA's names, a line each, to macros that are HIP's names.
1i\
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */\
/* Made of the names in CUDA's headers: HIP's differ in their first letters only. */
/^cudaDeviceProp$/d
s/^cudaDevAttr\(.*\)/#define hipDeviceAttribute\1 &/
s/^cuda\(.*\)/#define hip\1 &/
