# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libhsaemu: hsaemu.h for programs, as a shared and as a static library. Each is two halves, of which
# the second one compiles and is loaded, or linked, only where it is needed (docs/decisions/010).
#
# libhsaemu-face.a, libhsaemu-compile.a  what is of them only; the tests link these
# and by libraries.mk
# libhsaemu.so, hsaemu/libhsaemu-fin.so  everything a program needs, exporting hsaemu_* alone
# libhsaemu.a, libhsaemu-fin.a           the same as one object each, whose other names are local
# installed/libhsaemu-core.a, -tools.a   for builders of tools: what installed headers name is global
libhsaemu-face_SRCS := $(addprefix libhsaemu/,error.c runtime.c load.c cached.c child.c driver_path.c kernel.c args.c memory.c launch.c \
	half_linked.c)
libhsaemu-face_CFLAGS := -DHSAEMU_BIN='"$(PREFIX)/bin"'
ARCHIVES += libhsaemu-face
libhsaemu-compile_SRCS := $(addprefix libhsaemu-fin/,compile.c program.c team.c helpers.c \
	opencl/clang.c opencl/child.c opencl/overlay.c opencl/log.c \
	opencl/link.c opencl/group_size.c opencl/prepare.c opencl/loads.c opencl/loops.c opencl/pairs.c opencl/vectors.c opencl/pragmas.c opencl/ptx.c \
	opencl/spirv.c opencl/spirv_translate.c opencl/spirv_functions.c opencl/spirv_types.c opencl/spirv_spaces.c \
	opencl/program.c)
libhsaemu-compile_CFLAGS := -DHELPERS='"$(BUILD)/lib/libhsahelpers.a"' \
	-Ilibhsaemu-fin $(LLVM_CFLAGS)
$(BUILD)/libhsaemu-fin/helpers.o: $(BUILD)/lib/libhsahelpers.a
ARCHIVES += libhsaemu-compile

# Of the tests: the compiling half is linked as by pkg-config --static.
LIBHSAEMU_TEST_LDLIBS = -Wl,-u,hsaemu_compiler $(LLVM_LDLIBS) -ldl
