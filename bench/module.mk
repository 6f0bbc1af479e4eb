# hsaemu-bench: the examples against C loops (suite.h). `make bench` prints times, `make check`
# verifies the small sizes. hsaemu-measure: CPU time and memory of the tools (bench/tools).
EXAMPLES := vecadd saxpy nn kmeans fft scan reduction walsh bitonic nbody matmul gcd histogram \
            mandelbrot stencil3d

hsaemu-bench_SRCS := bench/main.c bench/run.c bench/suite.c $(EXAMPLES:%=bench/cases/%.c)
hsaemu-bench_CFLAGS := -Ibench
hsaemu-bench_LIBS := bench-native libhsaemu-core
hsaemu-bench_LDLIBS := -lm -lpthread
hsaemu-measure_SRCS := bench/measure.c
PROGRAMS += hsaemu-bench hsaemu-measure

# The yardstick is built the same in all modes: clang -O3 for this machine, gcc where there is none.
BENCH_CC := $(or $(shell command -v clang-19),gcc)
$(BUILD)/lib/bench-native.a: bench/native.c bench/native.h
	@mkdir -p $(@D) $(BUILD)/bench
	$(Q)$(BENCH_CC) -std=c11 -O3 -march=native -fno-math-errno -c -o $(BUILD)/bench/native.o $<
	$(Q)rm -f $@ && ar rcsD $@ $(BUILD)/bench/native.o

# Examples through the tools: the rules a user's makefile would have.
$(BUILD)/examples/%.brig: examples/%.hsail $(BUILD)/bin/hsail-as
	@mkdir -p $(@D)
	$(Q)$(BUILD)/bin/hsail-as $< -o $@
$(BUILD)/examples/%.o: $(BUILD)/examples/%.brig $(BUILD)/bin/hsail-fin
	$(Q)$(BUILD)/bin/hsail-fin $< -o $@
$(BUILD)/examples/%.img: $(BUILD)/examples/%.o $(BUILD)/bin/hsa-ld $(BUILD)/lib/libhsahelpers.a
	$(Q)$(BUILD)/bin/hsa-ld $< -o $@
.SECONDARY: $(EXAMPLES:%=$(BUILD)/examples/%.brig) $(EXAMPLES:%=$(BUILD)/examples/%.o)
# `make bench` is in the Makefile.
bench: examples
examples: $(EXAMPLES:%=$(BUILD)/examples/%.img)
.PHONY: examples
