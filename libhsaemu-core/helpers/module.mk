# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libhsahelpers.a: the device library, linked into images by hsa-ld; freestanding. Its code runs
# inside kernels, so the flags do not follow MODE: no sanitizers, always optimised. Addresses are those of
# kernels, also null, and what overflows wraps.
libhsahelpers_SRCS := $(addprefix libhsaemu-core/helpers/,block_memory.c fma.c fmaf.c f16.c tlb_model.c trap.c device_functions.c \
	ldimage.c rdimage.c stimage.c)
ARCHIVES += libhsahelpers

HELPER_CFLAGS = -std=c11 -ffile-prefix-map=$(CURDIR)/= -O2 -march=x86-64-v2 -mtune=generic \
	-ffreestanding -fno-builtin -fPIC -fvisibility=hidden -ffp-contract=off -fno-math-errno \
	-fno-stack-protector -fcf-protection=none -fwrapv -fno-strict-aliasing \
	-fno-delete-null-pointer-checks $(WARNINGS) -Iinclude
$(BUILD)/libhsaemu-core/helpers/%.o: ALL_CFLAGS = $(HELPER_CFLAGS)
# Code that calls these keeps its vectors in registers.
$(BUILD)/libhsaemu-core/helpers/tlb_model.o: ALL_CFLAGS = $(HELPER_CFLAGS) -mgeneral-regs-only
# Loops over lanes become vector code. The runtime clears images by the same code.
$(addprefix $(BUILD)/libhsaemu-core/helpers/,ldimage.o rdimage.o stimage.o): ALL_CFLAGS = $(HELPER_CFLAGS) -O3 -fno-trapping-math

# For the unit test: all helpers in one object under names that do not collide with the C library's.
$(BUILD)/tests/unit/helpers_prefixed.o: $(BUILD)/lib/libhsahelpers.a
	@mkdir -p $(@D)
	$(Q)ld -r --whole-archive -o $@.tmp $< && objcopy --prefix-symbols=h_ $@.tmp $@ && rm $@.tmp
$(BUILD)/tests/unit/test_helpers: $(BUILD)/tests/unit/helpers_prefixed.o
