# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libhsaemu-opencl.so: OpenCL for programs, as an installable client driver. The archive is for the
# tests.
libhsaemu-opencl_SRCS := $(addprefix opencl/,object.c info.c icd.c platform.c device.c device_info.c compiler.c \
	runtime.c context.c)
ARCHIVES += libhsaemu-opencl
