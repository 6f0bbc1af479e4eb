# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libhsaemu-opencl.so: OpenCL for programs, as an installable client driver. The archive is for the
# tests.
libhsaemu-opencl_SRCS := $(addprefix opencl/, \
	binary.c \
	build.c \
	build_cache.c \
	build_functions.c \
	build_gate.c \
	build_job.c \
	build_make.c \
	callback.c \
	command.c \
	compiler.c \
	context.c \
	device.c \
	device_info.c \
	dispatch.c \
	event.c \
	host_work.c \
	icd.c \
	info.c \
	marker.c \
	native.c \
	object.c \
	platform.c \
	program.c \
	program_create.c \
	program_info.c \
	queue.c \
	runtime.c \
	turn.c \
	wait.c)
ARCHIVES += libhsaemu-opencl
