# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libhsaemu-opencl.so: OpenCL for programs, as an installable client driver. The archive is for the
# tests.
libhsaemu-opencl_SRCS := $(addprefix opencl/, \
	allocation.c \
	buffer.c \
	buffer_rect.c \
	buffer_transfer.c \
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
	image.c \
	image_fill.c \
	image_formats.c \
	image_info.c \
	image_map.c \
	image_regions.c \
	image_transfer.c \
	info.c \
	kernel.c \
	kernel_argument.c \
	kernel_group.c \
	kernel_info.c \
	map.c \
	marker.c \
	memory.c \
	memory_info.c \
	native.c \
	ndrange.c \
	ndrange_failure.c \
	ndrange_grid.c \
	ndrange_group.c \
	object.c \
	platform.c \
	queue.c \
	runtime.c \
	sampler.c \
	sub_device.c \
	svm.c \
	svm_commands.c \
	transfer.c \
	turn.c \
	wait.c)
ARCHIVES += libhsaemu-opencl
