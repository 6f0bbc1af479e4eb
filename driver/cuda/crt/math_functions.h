/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// hsaemu-cc has included all that CUDA has here.
