# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsaemu-cc, hsaemu-nvcc and hsaemu-hipcc, the compile drivers, with a makefile, headers and programs of their own: deliver, clang-stamp,
# cuda-pack and, in libhsaemu/libraries.mk, cl2ptx. In the build folder they lie as they are installed: bin/hsaemu-cc,
# share/hsaemu and lib/hsaemu.
DRIVER_FILES := hsaemu.mk script.sh nvcc_options.sh explain.awk similar.awk unit_names.awk hsaemu_float.h hsaemu_gamma.h hsaemu_math.h hsaemu_remainder.h \
	samplers.ll $(patsubst driver/%,%,$(wildcard \
	driver/cuda/*.h driver/cuda/*.hpp driver/cuda/*/*.h driver/cuda/*/*.hpp $(filter-out driver/cuda/cuda/std,$(wildcard driver/cuda/cuda/*)) driver/cuda/cuda/std/* driver/cuda/nv/* driver/opencl/*.h driver/opencl/*.awk driver/opencl/*.cl driver/hip/*/*.h driver/hip/hipcub/*.hpp))
DRIVER_FILES += nvcc_arguments.sh nvcc_steps.sh merge_messages.awk merge_rules.awk linked_units.c # of hsaemu-nvcc
# The device's extensions as clang's -cl-ext has them: before OpenCL C 3.0, and in it. Queues and pipes parse there, so
# that it can be said that they are missing. Then what has to be defined in OpenCL C 3.0.
DRIVER_FILES += opencl/extensions
$(BUILD)/share/hsaemu/opencl/extensions: include/hsaemu/opencl_extensions.def
	@mkdir -p $(@D)
	$(Q)sed -n 's/^OCL_\(IMAGE_\)*EXTENSION("\(.*\)").*/+\2/p' $< | paste -sd, >$@.tmp
	$(Q)sed -n 's/^OCL_\(IMAGE_\)*[EF][A-Z]*("\(.*\)").*/+\2/p;$$s/.*/+__opencl_c_device_enqueue\n+__opencl_c_pipes/p' $< | \
		paste -sd, >>$@.tmp
	$(Q)sed -n 's/^OCL_HEADER_FEATURE("\(.*\)").*/-D\1=1/p' $< | paste -sd' ' >>$@.tmp && mv $@.tmp $@
# HIP's names for all that CUDA's headers name, which differ in their first letters.
DRIVER_FILES += hip/hip/hip_names.h
$(BUILD)/share/hsaemu/hip/hip/hip_names.h: driver/hip/names.sed $(wildcard driver/cuda/*.h)
	@mkdir -p $(@D)
	$(Q)grep -oh '\bcuda[A-Z][A-Za-z0-9_]*' $(filter %.h,$^) | LC_ALL=C sort -u | sed -f $< >$@.tmp && mv $@.tmp $@
# The same for HIP's libraries, of all that the preprocessor and the reader of CUDA's headers see.
HIP_LIBRARIES := blas fft rand sparse
HIP_FROM_blas := cublas_v2.h
HIP_FROM_fft := cufft.h cufftXt.h
HIP_FROM_rand := curand.h
HIP_FROM_sparse := cusparse.h
HIP_READ_rand := driver/cuda/curand_kernel.h
define hip_library
DRIVER_FILES += hip/hip$(1)/hip$(1)_names.h
$(BUILD)/share/hsaemu/hip/hip$(1)/hip$(1)_names.h: driver/hip/library_names.sed $(wildcard driver/cuda/*.h)
	@mkdir -p $$(@D)
	$$(Q){ $$(CC) -E -dD -x c -Idriver/cuda $(HIP_FROM_$(1):%=-include %) /dev/null && cat $(HIP_FROM_$(1):%=driver/cuda/%) $(HIP_READ_$(1)); } | \
		grep -oiE '\bcu$(1)[A-Z_][A-Za-z0-9_]*' | grep -E '^(cu|CU)' | LC_ALL=C sort -u | sed -f $$< >$$@.tmp && mv $$@.tmp $$@
endef
$(foreach l,$(HIP_LIBRARIES),$(eval $(call hip_library,$(l))))
# The headers that hipCUB has beside hipcub.hpp, which is all of it.
HIPCUB_PARTS := block/block_discontinuity block/block_exchange block/block_histogram block/block_load block/block_radix_sort \
	block/block_reduce block/block_scan block/block_store device/device_histogram device/device_partition \
	device/device_radix_sort device/device_reduce device/device_run_length_encode device/device_scan \
	device/device_segmented_radix_sort device/device_segmented_reduce device/device_select \
	iterator/arg_index_input_iterator iterator/constant_input_iterator iterator/counting_input_iterator \
	iterator/discard_output_iterator iterator/transform_input_iterator thread/thread_operators util_allocator \
	util_ptx util_type warp/warp_reduce warp/warp_scan
DRIVER_FILES += $(HIPCUB_PARTS:%=hip/hipcub/%.hpp)
$(HIPCUB_PARTS:%=$(BUILD)/share/hsaemu/hip/hipcub/%.hpp): driver/hip/hipcub_part.hpp
	@mkdir -p $(@D)
	$(Q)install -m 644 $< $@
# What libclc lacks. Where there is no clang-19, the library does without, and hsaemu-cc makes it when it has a clang.
CLANG_CL := $(shell command -v clang-19)
DRIVER_FILES += $(if $(CLANG_CL),opencl/library.bc)
$(BUILD)/share/hsaemu/opencl/library.bc: driver/opencl/library.cl
	@mkdir -p $(@D)
	$(Q)$(CLANG_CL) -x cl -cl-std=CL1.2 --target=nvptx64--nvidiacl --cuda-path=/dev/null -march=sm_75 \
		-Xclang -cl-ext=+cl_khr_fp16 -O1 -w -emit-llvm -c $< -o $@
# What clang makes of our headers for itself, checked against the stamp of that clang.
OPENCL_STANDARDS := CL1.2 CL2.0 CL3.0
DRIVER_FILES += $(if $(CLANG_CL),$(OPENCL_STANDARDS:%=opencl/%.pch) opencl/made)
OPENCL_HEADERS := hsaemu_float.h hsaemu_gamma.h hsaemu_math.h hsaemu_remainder.h $(patsubst driver/%,%,$(wildcard driver/opencl/*.h))
$(BUILD)/share/hsaemu/opencl/%.pch: driver/precompile $(OPENCL_HEADERS:%=$(BUILD)/share/hsaemu/%) $(BUILD)/share/hsaemu/opencl/extensions
	$(if $(V),,@echo "  CLANG $@")
	$(Q)driver/precompile $(CLANG_CL) $(BUILD)/share/hsaemu $* $@
hsaemu-clang-stamp_SRCS := driver/clang_stamp.c
hsaemu-clang-stamp_LIBS := libhsaemu-core
hsaemu-clang-stamp_LDLIBS := -lmd
PROGRAMS += hsaemu-clang-stamp
$(BUILD)/share/hsaemu/opencl/made: $(BUILD)/bin/hsaemu-clang-stamp $(OPENCL_STANDARDS:%=$(BUILD)/share/hsaemu/opencl/%.pch)
	$(Q)$< $(CLANG_CL) >$@.tmp && mv $@.tmp $@

DRIVER_PROGRAMS := deliver clang-stamp cuda-pack cl2ptx gcn-codegen
DRIVERS := hsaemu-cc hsaemu-nvcc hsaemu-hipcc
DRIVER := $(DRIVERS:%=$(BUILD)/bin/%) $(DRIVER_PROGRAMS:%=$(BUILD)/lib/hsaemu/%) $(DRIVER_FILES:%=$(BUILD)/share/hsaemu/%)

# What looks like CUDA's toolkit, for those who look for one. The links of libraries may come before the libraries.
TOOLKIT_LINKED = libcudart.a libcudart_static.a libcudadevrt.a $(foreach l,$(CUDA_LIBRARIES),$(firstword $(subst ., ,$(l))).so)
TOOLKIT_FILES = bin/nvcc include $(TOOLKIT_LINKED:%=lib64/%) $(TOOLKIT_LINKED:%=linked/%) $(CUDA_LIBRARIES:%=lib64/%) \
	lib64/stubs/libcuda.so lib64/stubs/libnvidia-ml.so
DRIVER += $(BUILD)/lib/hsaemu/cuda/lib64/libcudadevrt.a
$(BUILD)/lib/hsaemu/cuda/lib64/libcudadevrt.a: driver/toolkit libhsaemu/libraries.mk
	$(Q)driver/toolkit $(BUILD)/bin $(BUILD)/share/hsaemu/cuda $(BUILD)/lib/hsaemu $(BUILD)/lib/hsaemu/cuda \
		$(CUDA_LIBRARIES)

$(DRIVERS:%=$(BUILD)/bin/%): $(BUILD)/bin/%: driver/%
	@mkdir -p $(@D)
	$(Q)install -m 755 $< $@
hsaemu-deliver_SRCS := driver/deliver.c
hsaemu-deliver_LIBS := libhsaemu-core
PROGRAMS += hsaemu-deliver
hsaemu-cuda-pack_SRCS := driver/cuda_pack.c
hsaemu-cuda-pack_LIBS := libhsaemu-core
hsaemu-cuda-pack_LDLIBS := -lmd
PROGRAMS += hsaemu-cuda-pack
$(addprefix $(BUILD)/lib/hsaemu/,deliver clang-stamp cuda-pack): $(BUILD)/lib/hsaemu/%: $(BUILD)/bin/hsaemu-%
	@mkdir -p $(@D)
	$(Q)install -m 755 $< $@
$(BUILD)/share/hsaemu/%: driver/%
	@mkdir -p $(@D)
	$(Q)install -m 644 $< $@
