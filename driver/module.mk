# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsaemu-cc, the compile driver, with its makefile, its headers and what writes its outputs. In the
# build folder they lie as they are installed: bin/hsaemu-cc, share/hsaemu and lib/hsaemu.
DRIVER_FILES := hsaemu.mk nvcc_options.sh explain.awk similar.awk hsaemu_gamma.h hsaemu_math.h hsaemu_remainder.h \
	samplers.ll $(patsubst driver/%,%,$(wildcard \
	driver/cuda/*.h driver/cuda/*.hpp driver/cuda/*/*.h driver/cuda/*/*.hpp driver/opencl/*.h driver/opencl/*.awk driver/opencl/*.cl))
# What libclc lacks, for programs that are compiled by the library; without clang-19 they do without.
CLANG_CL := $(shell command -v clang-19)
DRIVER_FILES += $(if $(CLANG_CL),opencl/library.bc)
$(BUILD)/share/hsaemu/opencl/library.bc: driver/opencl/library.cl
	@mkdir -p $(@D)
	$(Q)$(CLANG_CL) -x cl -cl-std=CL1.2 --target=nvptx64--nvidiacl --cuda-path=/dev/null -march=sm_75 \
		-Xclang -cl-ext=+cl_khr_fp16 -O1 -w -emit-llvm -c $< -o $@
DRIVER := $(BUILD)/bin/hsaemu-cc $(BUILD)/lib/hsaemu/deliver $(DRIVER_FILES:%=$(BUILD)/share/hsaemu/%)

$(BUILD)/bin/hsaemu-cc: driver/hsaemu-cc
	@mkdir -p $(@D)
	$(Q)install -m 755 $< $@
hsaemu-deliver_SRCS := driver/deliver.c
hsaemu-deliver_LIBS := libhsaemu-core
PROGRAMS += hsaemu-deliver
$(BUILD)/lib/hsaemu/deliver: $(BUILD)/bin/hsaemu-deliver
	@mkdir -p $(@D)
	$(Q)install -m 755 $< $@
$(BUILD)/share/hsaemu/%: driver/%
	@mkdir -p $(@D)
	$(Q)install -m 644 $< $@
