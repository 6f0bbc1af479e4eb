# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# brig-dis: a thin shell over brig/ and image/.
brig-dis_SRCS := brig-dis/main.c
brig-dis_LIBS := libhsaemu-core
PROGRAMS += brig-dis
