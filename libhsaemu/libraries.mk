# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The libraries that are installed, made of the objects of many folders; see module.mk.
LIBHSAEMU_ABI := 0
LIB := $(BUILD)/lib
LIBHSAEMU_DIR := $(BUILD)/libhsaemu
FACE_OBJS = $(libhsaemu-face_OBJS)
FACE_SHARED_OBJS = $(filter-out %/half_linked.o,$(FACE_OBJS)) $(LIBHSAEMU_DIR)/half_shared.o
FIN_OBJS = $(libhsaemu-compile_OBJS)
FIN_PARTS := libhsail-as libptx2hsail libhsail-fin libhsa-ld libhsaemu-core
FIN_ARCHIVES := $(FIN_PARTS:%=$(LIB)/%.a)
FIN_LDLIBS = $(LLVM_LINKED) -lelf -lmd -lpthread -lm

$(LIBHSAEMU_DIR)/half_shared.o: MODULE_CFLAGS = $(LIBRARY_CFLAGS) -DHSAEMU_PARTS='"$(LIBDIR)/hsaemu"'
ALL_OBJS += $(LIBHSAEMU_DIR)/half_shared.o

comma := ,
# The runtime's threads and handlers may outlive any dlclose().
SHARED_FLAGS = -shared -Wl,-z,defs -Wl,-z,nodelete -Wl,--as-needed
LIBHSAEMU_SO := $(LIB)/libhsaemu.so.$(LIBHSAEMU_ABI)
$(LIBHSAEMU_SO): $(FACE_SHARED_OBJS) $(LIB)/libgcn-sim.a $(LIB)/libhsaemu-core.a libhsaemu/hsaemu.map
	$(if $(V),,@echo "  LINK $@")
	$(Q)$(CC) $(ALL_LDFLAGS) $(SHARED_FLAGS) -Wl,-soname,$(@F) -Wl,--version-script=$(filter %.map,$^) \
		-o $@ $(filter %.o %.a,$^) -lmd -lpthread -lm -ldl
$(LIB)/libhsaemu.so: $(LIBHSAEMU_SO)
	$(Q)ln -sf $(<F) $@
$(LIB)/hsaemu/libhsaemu-fin.so: $(FIN_OBJS) $(FIN_ARCHIVES) libhsaemu-fin/fin.map
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LINK $@")
	$(Q)$(CC) $(ALL_LDFLAGS) $(SHARED_FLAGS) -Wl,-soname,$(@F) -Wl,--version-script=$(filter %.map,$^) \
		-o $@ $(filter %.o,$^) -Wl,--start-group $(filter %.a,$^) -Wl,--end-group $(FIN_LDLIBS)

# The names that it exports are the loader's, too, and must mean its own functions inside of it.
OPENCL_SO := $(LIB)/hsaemu/libhsaemu-opencl.so
$(OPENCL_SO): $(libhsaemu-opencl_OBJS) $(LIBHSAEMU_DIR)/half_shared.o $(LIB)/libgcn-sim.a $(LIB)/libhsaemu-core.a \
		opencl/opencl.map
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LINK $@")
	$(Q)$(CC) $(ALL_LDFLAGS) $(SHARED_FLAGS) -Wl,-Bsymbolic -Wl,-soname,$(@F) -Wl,--version-script=$(filter %.map,$^) \
		-o $@ $(filter %.o %.a,$^) -lmd -lpthread -lm -ldl

# The HSA runtime may be unloaded again: it keeps itself loaded between hsa_init() and hsa_shut_down().
HSA_RUNTIME_SO := $(LIB)/hsaemu/hsa/libhsa-runtime64.so.1
$(HSA_RUNTIME_SO): $(libhsa-runtime_OBJS) $(LIBHSAEMU_DIR)/half_shared.o $(LIB)/libgcn-sim.a \
		$(LIB)/libhsaemu-core.a libhsa-runtime/hsa.map
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LINK $@")
	$(Q)$(CC) $(ALL_LDFLAGS) $(filter-out -Wl$(comma)-z$(comma)nodelete,$(SHARED_FLAGS)) -Wl,-soname,$(@F) \
		-Wl,--version-script=$(filter %.map,$^) -o $@ $(filter %.o %.a,$^) -lmd -lpthread -lm -ldl
$(LIB)/hsaemu/hsa/libhsa-runtime64.so: $(HSA_RUNTIME_SO)
	$(Q)ln -sf $(<F) $@
$(LIB)/hsaemu/hsa/driver_checks.so: $(BUILD)/libhsa-runtime/driver_checks.o
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LINK $@")
	$(Q)$(CC) $(ALL_LDFLAGS) -shared -Wl,-z,defs -o $@ $< -ldl
$(BUILD)/libhsa-runtime/driver_checks.o: MODULE_CFLAGS = $(LIBRARY_CFLAGS)
ALL_OBJS += $(BUILD)/libhsa-runtime/driver_checks.o

# CUDA's driver, the runtime, which finds the driver beside it, and the compiler that programs call.
# Above the driver are libraries of one folder of cuda/ each: FOLDER/SONAME, of the archive
# libhsaemu-NAME, with FOLDER/libNAME.map beside the sources.
CUDA_ABOVE := blas/libcublas.so.12 blas/libcublasLt.so.12 fft/libcufft.so.11 nvml/libnvidia-ml.so.1 rand/libcurand.so.10 \
	sparse/libcusparse.so.12
CUDA_LIBRARIES := libcuda.so.1 libcudart.so.12 libnvrtc.so.12 $(notdir $(CUDA_ABOVE))
CUDA_SOS := $(CUDA_LIBRARIES:%=$(LIB)/hsaemu/%)
CUDA_FILES := $(CUDA_SOS) $(LIB)/hsaemu/libcudart_static.a
CUDA_INSTALLED = $(if $(SHARED_LIBRARIES),$(call placed,$(LIBDIR)/hsaemu,$(CUDA_FILES)))
# A library that is loaded takes 0.1 ms and more at the start of all programs, and these are for few: they come from
# archives where there are some. The map keeps their names inside.
archive_of = $(or $(filter /%,$(shell $(CC) -print-file-name=lib$(1).a)),-l$(1))
CUDA_DRIVER_LDLIBS := $(call archive_of,lz4) $(call archive_of,zstd) $(call archive_of,md)
CUDA_HALF := $(LIBHSAEMU_DIR)/half_shared.o
$(LIB)/hsaemu/libcuda.so.1: $(libhsaemu-cuda_OBJS) $(CUDA_HALF) $(LIB)/libgcn-sim.a cuda/driver/libcuda.map
$(LIB)/hsaemu/libcudart.so.12: $(libhsaemu-cudart_OBJS) cuda/runtime/libcudart.map
$(LIB)/hsaemu/libnvrtc.so.12: $(libhsaemu-nvrtc_OBJS) $(CUDA_HALF) $(LIBHSAEMU_DIR)/driver_path.o cuda/nvrtc/libnvrtc.map
library_name = $(firstword $(subst ., ,$(notdir $(1))))
define cuda_above
$(LIB)/hsaemu/$(notdir $(1)): $$(libhsaemu-$(patsubst lib%,%,$(library_name))_OBJS) cuda/$(dir $(1))$(library_name).map
endef
$(foreach l,$(CUDA_ABOVE),$(eval $(call cuda_above,$(l))))
$(addprefix $(LIB)/hsaemu/,libcublas.so.12 libcublasLt.so.12): $(libhsaemu-blas_OBJS)
$(filter-out %/libcuda.so.1 %/libnvrtc.so.12,$(CUDA_SOS)): $(LIB)/libhsaemu-culib.a
$(CUDA_SOS): $(LIB)/libhsaemu-core.a
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LINK $@")
	$(Q)$(CC) $(ALL_LDFLAGS) $(SHARED_FLAGS) -Wl,-Bsymbolic -Wl,-soname,$(@F) -Wl,--version-script=$(filter %.map,$^) \
		-Wl,-rpath,'$$ORIGIN' -o $@ $(filter %.o,$^) $(filter %gcn-sim.a %culib.a,$^) $(filter %core.a,$^) $(if $(filter %libcuda.so.1,$@),$(CUDA_DRIVER_LDLIBS),-lmd) -lpthread -lm -ldl
$(LIB)/hsaemu/libcudart_static.a: $(libhsaemu-cudart_OBJS) $(LIB)/libhsaemu-culib.a $(LIB)/libhsaemu-core.a
	$(call one_object,$(filter %.o,$^),$(filter %.a,$^))

# What hsaemu-cc makes PTX of OpenCL C with: it loads the compiling half, which is in it where there
# are no shared libraries.
CL2PTX := $(LIB)/hsaemu/cl2ptx
CL2PTX_OBJ := $(BUILD)/driver/cl2ptx.o
ALL_OBJS += $(CL2PTX_OBJ)
ifneq ($(filter release debug,$(MODE)),)
$(CL2PTX): $(CL2PTX_OBJ) $(LIBHSAEMU_DIR)/half_shared.o $(LIB)/libhsaemu-core.a
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LINK $@")
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $^ -lmd -ldl
else
$(CL2PTX): $(CL2PTX_OBJ) $(BUILD)/libhsaemu/half_linked.o $(FIN_OBJS) $(FIN_ARCHIVES)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LINK $@")
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) -Wl,--start-group $(filter %.a,$^) -Wl,--end-group \
		$(FIN_LDLIBS) -ldl
endif

# One object, so that names that were hidden can be made local.
define one_object
	@mkdir -p $(@D)
	$(if $(V),,@echo "  AR   $@")
	$(Q)rm -f $@ $(@:.a=.o) && ld -r -o $(@:.a=.o) $(1) --start-group $(2) --end-group && \
		objcopy --localize-hidden $(@:.a=.o) && ar rcsD $@ $(@:.a=.o) && rm $(@:.a=.o)
endef
$(LIB)/libhsaemu.a: $(FACE_OBJS) $(LIB)/libgcn-sim.a $(LIB)/libhsaemu-core.a
	$(call one_object,$(filter %.o,$^),$(filter %.a,$^))
$(LIB)/libhsaemu-fin.a: $(FIN_OBJS) $(FIN_ARCHIVES)
	$(call one_object,$(filter %.o,$^),$(filter %.a,$^))

# compiler.h is between the halves of the library, as child.h is of what they do, runfile.h between hsa-run and its tests,
# environment.def between the HSA runtime and hsa-run.
# What builders of tools link: names that installed headers have are global, all others local.
INSTALLED_HEADERS := $(filter-out %/compiler.h %/child.h %/opencl_c.h %/runfile.h %/environment.h %/machine.h %/environment.def %/cuda_errors.def %/cuda_container.h $(wildcard include/hsaemu/gcn*.h include/hsaemu/gcn_*.def),$(wildcard include/hsaemu/*.h include/hsaemu/*.def))
define documented_object
	@mkdir -p $(@D)
	$(if $(V),,@echo "  AR   $@")
	$(Q)ld -r -o $(@:.a=.o) --whole-archive $(1) && \
		nm -g --defined-only $(@:.a=.o) | libhsaemu/documented $(INSTALLED_HEADERS) >$(@:.a=.names) && \
		objcopy --keep-global-symbols=$(@:.a=.names) $(@:.a=.o) && \
		rm -f $@ && ar rcsD $@ $(@:.a=.o) && rm $(@:.a=.o) $(@:.a=.names)
endef
$(LIB)/installed/libhsaemu-core.a: $(LIB)/libhsaemu-core.a $(INSTALLED_HEADERS) libhsaemu/documented
	$(call documented_object,$(filter %.a,$^))
# libhsaemu-core's child.o is in both, as no installed header names what it has.
$(LIB)/installed/libhsaemu-tools.a: $(filter-out %-core.a,$(FIN_ARCHIVES)) $(BUILD)/libhsaemu-core/support/child.o \
		$(INSTALLED_HEADERS) libhsaemu/documented
	$(call documented_object,$(filter %.a %.o,$^))

# With sanitizers a shared library needs theirs in the program that loads it, before all others; the
# tests of the library are linked with the archives there.
STATIC_LIBRARIES := $(addprefix $(LIB)/,libhsaemu.a libhsaemu-fin.a installed/libhsaemu-core.a \
	installed/libhsaemu-tools.a)
SHARED_LIBRARIES := $(if $(filter release debug,$(MODE)),$(addprefix $(LIB)/,libhsaemu.so hsaemu/libhsaemu-fin.so \
	hsaemu/hsa/libhsa-runtime64.so hsaemu/hsa/driver_checks.so hsaemu/libhsaemu-opencl.so \
	$(addprefix hsaemu/,$(CUDA_LIBRARIES) libcudart_static.a)))
LIBRARIES := $(STATIC_LIBRARIES) $(SHARED_LIBRARIES)

# For OpenCL's loader: OCL_ICD_VENDORS=$PWD/build ./program
build/hsaemu.icd: $(OPENCL_SO)
	$(Q)echo $(abspath $<) >$@
all: $(if $(SHARED_LIBRARIES),build/hsaemu.icd)
