# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# gcn-dis: a thin shell over gcn-sim/.
gcn-dis_SRCS := gcn-dis/main.c
gcn-dis_LIBS := libgcn-sim libhsaemu-core
PROGRAMS += gcn-dis
