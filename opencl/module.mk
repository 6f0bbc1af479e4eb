# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libhsaemu-opencl.so: OpenCL for programs, as an installable client driver. The archive is for the
# tests.
libhsaemu-opencl_SRCS := $(addprefix opencl/, \
	allocation.c \
	buffer.c \
	compiler.c \
	context.c \
	device.c \
	device_info.c \
	icd.c \
	info.c \
	memory.c \
	memory_info.c \
	object.c \
	platform.c \
	runtime.c \
	svm.c)
ARCHIVES += libhsaemu-opencl
