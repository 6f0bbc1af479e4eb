# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Test programs: tests/unit/test_*.c with Criterion, tests/rt/*.c with a main() of their own (they
# run under TSan, which Criterion cannot), tests/fuzz/fuzz_*.c with a main() that replays files,
# tests/conformance/*.c, tests/diff/*.c and tests/ld/*.c, which the scripts there run.
# tests/lib/*.c are programs with the library, of which both halves are linked, as of the static one;
# tests/hsa/*.c are clients of the HSA runtime, which are linked with its archive.
# tests/opencl/*.c call the OpenCL library as the ICD loader does.
# tests/cuda/*.c call CUDA's driver, and NVRTC.
# tests/forms, tests/lib, tests/hsa, tests/opencl and tests/cuda link the finalizer with LLVM, the others do without.

UNIT_TESTS := $(wildcard tests/unit/test_*.c)
RT_TESTS := $(wildcard tests/rt/*.c)
LIB_TESTS := $(wildcard tests/lib/*.c)
HSA_TESTS := $(wildcard tests/hsa/*.c)
OPENCL_TESTS := $(wildcard tests/opencl/*.c)
CUDA_TESTS := $(wildcard tests/cuda/*.c)
FUZZ_TARGETS := $(wildcard tests/fuzz/fuzz_*.c)
HAVE_CRITERION := $(wildcard /usr/include/criterion/criterion.h)
CONFORMANCE := $(wildcard tests/conformance/*.c) $(wildcard tests/diff/*.c) $(wildcard tests/ld/*.c) \
	tests/ptx/coverage.c $(wildcard tests/gcn/*.c) $(wildcard tests/gcn/adopted/*.c)
TEST_SRCS := $(if $(and $(HAVE_CRITERION),$(filter-out tsan,$(MODE))),$(UNIT_TESTS)) \
	$(RT_TESTS) $(LIB_TESTS) $(HSA_TESTS) $(OPENCL_TESTS) $(CUDA_TESTS) $(FUZZ_TARGETS) $(CONFORMANCE)

test_program = $(patsubst %.c,$(BUILD)/%,$(1))
test_libs := $(patsubst %,$(BUILD)/lib/%.a, \
	$(filter-out libhsahelpers libhsaemu-core,$(ARCHIVES)) libhsaemu-core)
test_ldlibs = -lelf -lmd -lpthread -lm \
	$(if $(or $(findstring tests/cuda/,$(1)),$(findstring fuzz_cuda,$(1))),-llz4 -lzstd) \
	$(if $(findstring tests/unit/,$(1)),-lcriterion) \
	$(if $(findstring /fuzz/,$(1)),$(if $(filter fuzz,$(MODE)),-fsanitize=fuzzer)) \
	$(if $(or $(findstring tests/lib/,$(1)),$(findstring tests/hsa/,$(1)),$(findstring tests/opencl/,$(1)),$(findstring tests/cuda/,$(1)),$(findstring fuzz_opencl,$(1)),$(findstring fuzz_cuda,$(1)),$(findstring /adopted/,$(1))),$(LIBHSAEMU_TEST_LDLIBS)) \
	$(if $(findstring /starved,$(1)),$(addprefix -Xlinker --wrap=,malloc calloc realloc)) \
	$(if $(findstring /long_after_brief,$(1)),-Xlinker --wrap=os_cpu_count)

define test_rules
ALL_OBJS += $(BUILD)/$(1:.c=.o)
$(call test_program,$(1)): $(BUILD)/$(1:.c=.o) $(2) $(test_libs)
	@mkdir -p $$(@D)
	$$(if $$(V),,@echo "  LINK $$@")
	$$(Q)$$(CC) $$(ALL_LDFLAGS) -o $$@ $$(filter %.o,$$^) -Wl,--start-group $$(filter %.a,$$^) \
		-Wl,--end-group $(call test_ldlibs,$(1))
endef
# In MODE=fuzz the targets get libFuzzer's main(), else the one that replays files.
fuzz_main = $(if $(findstring /fuzz/,$(1)),$(if $(filter fuzz,$(MODE)),,$(BUILD)/tests/fuzz/replay.o))
$(foreach t,$(TEST_SRCS),$(eval $(call test_rules,$(t),$(call fuzz_main,$(t)))))

# A library that its test, of the same source, loads and unloads.
UNLOAD := $(BUILD)/tests/rt/unload
$(UNLOAD): $(UNLOAD).so
$(UNLOAD).so: tests/rt/unload.c $(BUILD)/lib/libhsaemu-core.a
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LINK $@")
	$(Q)$(CC) $(ALL_CFLAGS) $(LIBRARY_CFLAGS) -DUNLOAD_GUEST $(ALL_LDFLAGS) -shared -o $@ $^ -lpthread -lm

# They are clients of the libraries.
$(BUILD)/tests/gcn/adopted/library.o: MODULE_CFLAGS = -Itests/lib
$(BUILD)/tests/gcn/adopted/hsa.o: MODULE_CFLAGS = -Itests/hsa
$(BUILD)/tests/gcn/adopted/opencl.o: MODULE_CFLAGS = -Itests/opencl

$(CUDA_TESTS:%.c=$(BUILD)/%.o): MODULE_CFLAGS = $(CUDA_CFLAGS)

$(BUILD)/tests/fuzz/fuzz_cuda.o: MODULE_CFLAGS = $(CUDA_CFLAGS) -Icuda/driver

# It makes binaries, and reads what only the cache has.
$(BUILD)/tests/fuzz/fuzz_opencl.o: MODULE_CFLAGS = -Iopencl

# It calls a part of the bench, which is in no library.
$(BUILD)/tests/unit/test_bench_rank.o: MODULE_CFLAGS = -Ibench
$(BUILD)/tests/unit/test_bench_rank: $(BUILD)/bench/rank.o

# It reads ptx2hsail's own tables.
$(BUILD)/tests/ptx/coverage.o: MODULE_CFLAGS = -Iptx2hsail

# It runs out of memory as the tests of the library do.
$(BUILD)/tests/opencl/starved_programs.o $(BUILD)/tests/opencl/starved_command_buffers.o: MODULE_CFLAGS = -Itests/lib

# Its kernels run as those of tests of the runtime do.
$(BUILD)/tests/ld/imports.o: MODULE_CFLAGS = -Itests/rt

# Every form on edge values: one program of all files of its folder, with the finalizer.
FORMS_SRCS := $(wildcard tests/forms/*.c)
FORMS := $(BUILD)/tests/forms/forms_fin
ALL_OBJS += $(FORMS_SRCS:%.c=$(BUILD)/%.o)
$(FORMS_SRCS:%.c=$(BUILD)/%.o): MODULE_CFLAGS = -frounding-math -ffp-contract=off
$(FORMS): $(FORMS_SRCS:%.c=$(BUILD)/%.o) $(test_libs)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LINK $@")
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) -Wl,--start-group $(filter %.a,$^) \
		-Wl,--end-group $(hsail-fin_LDLIBS) $(test_ldlibs)

# Instructions of Southern Islands GPUs against a reference: one program of all files of its folder.
GCN_REFERENCE_SRCS := $(wildcard tests/gcn/instructions/*.c)
GCN_REFERENCE := $(BUILD)/tests/gcn/instructions/test
ALL_OBJS += $(GCN_REFERENCE_SRCS:%.c=$(BUILD)/%.o)
$(GCN_REFERENCE_SRCS:%.c=$(BUILD)/%.o): MODULE_CFLAGS = -frounding-math -ffp-contract=off
$(GCN_REFERENCE): $(GCN_REFERENCE_SRCS:%.c=$(BUILD)/%.o) $(test_libs)
	@mkdir -p $(@D)
	$(if $(V),,@echo "  LINK $@")
	$(Q)$(CC) $(ALL_LDFLAGS) -o $@ $(filter %.o,$^) -Wl,--start-group $(filter %.a,$^) \
		-Wl,--end-group $(test_ldlibs)

test-programs: $(FORMS) $(GCN_REFERENCE) $(call test_program,$(TEST_SRCS))
.PHONY: test-programs

# make fuzz: each target for FUZZ_SECONDS under libFuzzer, ASan and UBSan.
FUZZ_SECONDS ?= 60
fuzz:
	@+$(MAKE) --no-print-directory MODE=fuzz CC=clang-19 run-fuzz
run-fuzz: $(BUILD)/lib/libhsahelpers.a $(PROGRAMS:%=$(BUILD)/bin/%) $(call test_program,$(FUZZ_TARGETS))
	@BUILD=$(BUILD) FUZZ_SECONDS=$(FUZZ_SECONDS) TEST_TIMEOUT=$$(($(FUZZ_SECONDS) + 120)) tests/run -j 1 tests/fuzz/
.PHONY: fuzz run-fuzz

# make stress: ten million packets of 16 producers, and ten minutes of making and destroying objects.
stress: $(BUILD)/tests/hsa/stress $(BUILD)/tests/hsa/growth
	@time $< $(or $(PACKETS),10000000)
	@$(lastword $^) $(or $(GROWTH_SECONDS),600)
.PHONY: stress

# A million random instructions through LLVM's assembler: make gcn-words GCN_WORDS=1000000 SEED=1
gcn-words: all $(BUILD)/tests/gcn/random
	@SEED=$(or $(SEED),1) GCN_WORDS=$(or $(GCN_WORDS),1000000) TEST_TIMEOUT=86400 \
		BUILD=$(BUILD) tests/run tests/gcn/random
.PHONY: gcn-words

# Quotients in the emulator of such code: make gcn-division GCN_PAIRS=4000000 SEED=1
gcn-division: all $(BUILD)/tests/gcn/division
	@SEED=$(or $(SEED),1) GCN_PAIRS=$(or $(GCN_PAIRS),4000000) TEST_TIMEOUT=86400 \
		BUILD=$(BUILD) tests/run tests/gcn/division
.PHONY: gcn-division

# All that is compared with the reference assembler, which Debian has as hsail-tools.
conformance-as: all test-programs
	@BUILD=$(BUILD) tests/run tests/conformance/
.PHONY: conformance-as
