# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libhsa-runtime64.so.1: the HSA runtime for programs written against <hsa/hsa.h>. It lies in a folder
# of its own, because a system may have another one. The archive is for the tests.
libhsa-runtime_SRCS := $(addprefix libhsa-runtime/,runtime.c handles.c)
libhsa-runtime_CFLAGS := -DHSA_EXPORT -DHSA_EXPORT_FINALIZER -DHSA_EXPORT_IMAGES
ARCHIVES += libhsa-runtime
