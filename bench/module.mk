# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsaemu-bench: the suite's kernels against their peers (suite.h). `make bench` prints times, `make
# check` verifies the small sizes. hsaemu-measure: CPU time and memory of the tools (bench/tools).

hsaemu-bench_SRCS := bench/main.c bench/options.c bench/plan.c bench/compare.c bench/worker.c \
                     bench/prepare.c bench/command.c bench/machine.c bench/loops.c bench/engine.c \
                     bench/engine_image.c bench/engine_deferred.c bench/engine_gccbrig.c bench/table.c bench/finalize.c \
                     bench/json.c bench/json_read.c bench/saved.c \
                     bench/rows.c bench/progress.c bench/rank.c bench/versus.c bench/gains.c bench/draw.c bench/plot.c bench/curves.c bench/verify.c bench/suite.c bench/in_place.c \
                     $(sort $(wildcard bench/cases/*.c bench/rodinia/*.c bench/amd/*.c) \
                       $(filter-out bench/ispc/loops-ispc.c,$(wildcard bench/ispc/*.c)))
hsaemu-bench_CFLAGS := -Ibench
hsaemu-bench_LIBS := libgcn-sim libhsaemu-core
# Peers in libraries of their own call back.
hsaemu-bench_LDLIBS := -lm -lpthread -ldl -rdynamic
hsaemu-measure_SRCS := bench/measure.c
hsaemu-hsa-latency_SRCS := bench/hsa/latency.c
hsaemu-hsa-latency_LDLIBS := -ldl
hsaemu-opencl-costs_SRCS := bench/cl/costs.c
hsaemu-opencl-costs_LDLIBS := -ldl
hsaemu-gcn-speed_SRCS := bench/gcn/speed.c
hsaemu-gcn-speed_CFLAGS := -Itests/gcn
hsaemu-gcn-speed_LIBS := libgcn-sim libhsaemu-core
hsaemu-gcn-speed_LDLIBS := -lm
PROGRAMS += hsaemu-bench hsaemu-measure hsaemu-hsa-latency hsaemu-opencl-costs hsaemu-gcn-speed

# The yardsticks, built the same in all modes, each a library of its own. One that cannot be linked, as
# its package is missing, is left out, and tried again by `make bench` only: NAME.tried stands for both.
# Each compiler makes three of each: exact ones, ones with libmvec, whose declarations glibc shows to gcc
# where __FAST_MATH__ is defined, and ones that may reorder sums.
LOOPS_KINDS := gcc clang gcc-mvec clang-mvec gcc-assoc clang-assoc
LOOPS := $(foreach kind,$(LOOPS_KINDS),loops-$(kind) loops-$(kind)-omp)
LOOPS_CC_gcc := gcc
LOOPS_CC_clang := clang-19
loops_cc = $(LOOPS_CC_$(firstword $(subst -, ,$*)))
LOOPS_CFLAGS_gcc-mvec := -D__FAST_MATH__
LOOPS_CFLAGS_clang-mvec := -fveclib=libmvec
LOOPS_CFLAGS_gcc-assoc := -fassociative-math -fno-signed-zeros -fno-trapping-math
LOOPS_CFLAGS_clang-assoc := $(LOOPS_CFLAGS_gcc-assoc)
LOOPS_CFLAGS := -std=c11 -Ibench -O3 -march=native -fno-math-errno -fPIC -shared
LOOPS_OMP_clang := $(addprefix -L,$(dir $(wildcard /usr/lib/llvm-*/lib/libomp.so)))
LOOPS_SRCS := bench/native.c $(sort $(wildcard bench/rodinia/loops/*.c bench/amd/loops/*.c bench/ispc/loops/*.c))
LOOPS_HEADERS := bench/native.h bench/native.def bench/rodinia/loops.def bench/amd/loops.def bench/ispc/loops.def
try = rm -f $(@:.tried=.so); $(1) -o $(@:.tried=.so) $(2) 2>$(@:.tried=.log) || \
	echo "  no $(@:.tried=.so): see $(@:.tried=.log)"; touch $@
$(BUILD)/bench/loops-%.tried: $(LOOPS_SRCS) $(LOOPS_HEADERS)
	@mkdir -p $(@D)
	$(Q)$(call try,$(loops_cc) $(LOOPS_CFLAGS) $(LOOPS_CFLAGS_$*),$(LOOPS_SRCS) -lm)
$(BUILD)/bench/loops-%-omp.tried: $(LOOPS_SRCS) $(LOOPS_HEADERS)
	@mkdir -p $(@D)
	$(Q)$(call try,$(loops_cc) $(LOOPS_CFLAGS) $(LOOPS_CFLAGS_$*) -fopenmp,$(LOOPS_SRCS) -lm \
		$(if $(filter clang%,$*),$(LOOPS_OMP_clang)))
# By ispc, for the widest vectors that it has names for here: a target of its own for each set of instructions.
ISPC_SRCS := $(sort $(wildcard bench/ispc/*.ispc))
ISPC_OBJECTS = $(patsubst bench/ispc/%.ispc,$(BUILD)/bench/loops-ispc/%.o,$(ISPC_SRCS))
ISPC_TARGET ?= $(if $(shell grep -w avx512vl /proc/cpuinfo),avx512skx-x16,avx2-i32x8)
ispc_link = for f in $(ISPC_SRCS:bench/ispc/%.ispc=%); do \
	ispc -O3 --pic --woff --target=$(ISPC_TARGET) bench/ispc/$$f.ispc -o $(BUILD)/bench/loops-ispc/$$f.o || break; done; $(CC)
$(BUILD)/bench/loops-ispc.tried: bench/ispc/loops-ispc.c $(ISPC_SRCS) $(LOOPS_HEADERS)
	@mkdir -p $(@D)/loops-ispc && rm -f $(ISPC_OBJECTS)
	$(Q)$(call try,{ $(ispc_link) -std=c11 -Ibench -O2 -fPIC -shared,$< $(ISPC_OBJECTS) -lm; })
$(BUILD)/bench/engine-opencl.tried: bench/engine_opencl.c bench/engine.h bench/suite.h
	@mkdir -p $(@D)
	$(Q)$(call try,$(CC) -std=c11 -D_POSIX_C_SOURCE=200809L -O2 $(WARNINGS) -fPIC -shared,$< -lOpenCL)
BENCH_TRIED := $(patsubst %,$(BUILD)/bench/%.tried,$(LOOPS) loops-ispc engine-opencl)
$(BUILD)/bin/hsaemu-bench: | $(BENCH_TRIED)

# Times of hsail-fin over the size of kernels (bench/gen_shape), at every level.
bench-finalizer: all
	@BUILD=$(BUILD) bench/finalizer $(N) $(SHAPES)
.PHONY: bench-finalizer

# What the HSA runtime's library costs; LIBS="FILE..." names others to measure.
bench-hsa: all
	@BUILD=$(BUILD) bench/hsa/run $(LIBS)
.PHONY: bench-hsa

# All suites' kernels as machine code of a GPU: MODEL=none SIZE=small|cache|full
verify-deep: all
	@bench/verify-deep $(BUILD) $(or $(MODEL),none) $(or $(SIZE),small)
.PHONY: verify-deep

# Instructions of wavefronts per second in the emulator of Southern Islands code.
bench-gcn: all
	@BUILD=$(BUILD) bench/gcn/run
.PHONY: bench-gcn

# Where cycles of the timing model fall although a latency grows: NAME="PROGRAM..."
deep-latencies: all
	@bench/deep-latencies $(BUILD) $(NAME)
.PHONY: deep-latencies

# What the OpenCL library costs, beside PoCL; LIBS="FILE..." names others to measure.
bench-opencl: all
	@BUILD=$(BUILD) bench/cl/run $(LIBS)
.PHONY: bench-opencl

# The PTX of the kernels in OpenCL C, made anew where clang-19 and libclc-19 are there.
regen-ptx: $(BUILD)/bin/hsaemu-cc
	@BUILD=$(BUILD) bench/regen-ptx $(T)
.PHONY: regen-ptx
