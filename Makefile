# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# HSAEmu: one non-recursive Makefile; every folder's module.mk lists its sources.
#
#   make            all tools, libraries and the helper archive into build/$(MODE)
#   make demo       install missing packages, build, run kernels through all tools, verify
#   make check      the same set-up, then all tests        (MODE=asan, MODE=tsan; T="word ...")
#   make conformance-as         against the reference assembler
#   make bench      against C loops, PoCL and gccbrig        (QUICK=1, BENCH="options")
#   make install uninstall      (DESTDIR= PREFIX=/usr/local LIBDIR= INCLUDEDIR= MANDIR=)
#                               HSA_SYSTEM=1: libhsa-runtime64 where all programs find it
#   make dist       build/hsaemu-VERSION.tar.gz of what is committed
#   make help       print this
#   make lint man regold forms fuzz fuzz-simd stress-programs regen-ptx clean
#
# MODE=release|debug|asan|tsan|fuzz, CC=gcc|clang-19, V=1 shows commands, DESTDIR and PREFIX as usual.
# LLVM_LINK=static|shared: whether what compiles has LLVM in itself (where there are its archives) or
# loads libLLVM.

MODE ?= release
CC := $(if $(filter default,$(origin CC)),gcc,$(CC))
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR ?= $(PREFIX)/share/man
BUILD ?= build/$(MODE)
# Relative, so that the dependency files name the same objects however BUILD was given.
override BUILD := $(BUILD:$(CURDIR)/%=%)
LLVM_CONFIG ?= llvm-config-19

Q := $(if $(V),,@)

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wvla -Wundef -Wstrict-prototypes \
            -Wmissing-prototypes -Wwrite-strings -Wcast-qual -Wformat=2 $(if $(WERROR),-Werror)
CFLAGS_release := -O2 -g
CFLAGS_debug := -O0 -g
CFLAGS_asan := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_tsan := -O1 -g -fsanitize=thread
CFLAGS_fuzz := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
# The cache tells compilers apart by their build IDs.
BUILD_ID := -Wl,--build-id
LDFLAGS_asan := -fsanitize=address,undefined
LDFLAGS_tsan := -fsanitize=thread
LDFLAGS_fuzz := -fsanitize=address,undefined
CFLAGS ?=
ALL_CFLAGS = -std=c11 -D_POSIX_C_SOURCE=200809L -ffile-prefix-map=$(CURDIR)/= $(CFLAGS_$(MODE)) \
             $(WARNINGS) -Iinclude $(CFLAGS)
ALL_LDFLAGS = $(BUILD_ID) $(LDFLAGS_$(MODE)) $(LDFLAGS)
# What is in archives goes into shared libraries, too. A signal handler looks at the threads' variables,
# which therefore must be there without a call that makes them.
LIBRARY_CFLAGS := -fPIC -fvisibility=hidden -ftls-model=initial-exec

all:

help:
	@sed -n '/^#/!q;/SPDX/d;s/^# \{0,1\}//p' Makefile

# ---- modules ------------------------------------------------------------------------------------
# A module.mk sets, for an archive or a program NAME:
#   NAME_SRCS    C sources, by path from the top; .l and .y are run through flex and bison
#   NAME_CFLAGS  extra flags; NAME_LIBS archives it needs; NAME_LDLIBS system libraries
# and adds NAME to ARCHIVES or PROGRAMS.

ARCHIVES :=
PROGRAMS :=
include libhsaemu-core/module.mk
include hsail-as/module.mk brig-dis/module.mk hsail-fin/module.mk hsa-ld/module.mk \
        hsa-run/module.mk ptx2hsail/module.mk gcn-sim/module.mk gcn-dis/module.mk
include libhsaemu/module.mk libhsa-runtime/install.mk libhsa-runtime/module.mk opencl/module.mk opencl/install.mk cuda/module.mk driver/module.mk tests/module.mk
-include bench/module.mk

# Generated parser x.y -> $(BUILD)/x.tab.c and .h, scanner x.l -> $(BUILD)/x.lex.c and .h.
gen_c = $(patsubst %.y,$(BUILD)/%.tab.c,$(filter %.y,$(1))) \
        $(patsubst %.l,$(BUILD)/%.lex.c,$(filter %.l,$(1)))
objects = $(patsubst %.c,$(BUILD)/%.o,$(filter %.c,$(1))) \
          $(patsubst %.c,%.o,$(call gen_c,$(1)))

define module_rules
$(1)_OBJS := $$(call objects,$$($(1)_SRCS))
$$($(1)_OBJS): MODULE_CFLAGS = $$($(1)_CFLAGS)
$$(filter-out $$(call gen_c,$$($(1)_SRCS)),$$($(1)_OBJS)): | $$(call gen_c,$$($(1)_SRCS))
ALL_OBJS += $$($(1)_OBJS)
ALL_GEN += $$(call gen_c,$$($(1)_SRCS))
endef
define archive_rules
$(call module_rules,$(1))
$$($(1)_OBJS): MODULE_CFLAGS = $(LIBRARY_CFLAGS) $$($(1)_CFLAGS)
$(BUILD)/lib/$(1).a: $$($(1)_OBJS)
	@mkdir -p $$(@D)
	$(if $(V),,@echo "  AR   $$@")
	$(Q)rm -f $$@ && ar rcsD $$@ $$^
endef
define program_rules
$(call module_rules,$(1))
$(BUILD)/bin/$(1): $$($(1)_OBJS) $$(patsubst %,$(BUILD)/lib/%.a,$$($(1)_LIBS))
	@mkdir -p $$(@D)
	$(if $(V),,@echo "  LINK $$@")
	$(Q)$(CC) $$(ALL_LDFLAGS) -o $$@ $$^ $$($(1)_LDLIBS)
endef
$(foreach a,$(ARCHIVES),$(eval $(call archive_rules,$(a))))
$(foreach p,$(PROGRAMS),$(eval $(call program_rules,$(p))))
$(foreach a,$(ARCHIVES),$(eval $(a): $(BUILD)/lib/$(a).a))
$(foreach p,$(PROGRAMS),$(eval $(p): $(BUILD)/bin/$(p)))
.PHONY: $(ARCHIVES) $(PROGRAMS)
include libhsaemu/libraries.mk

# What is compiled with other flags, or by another compiler, is compiled again.
FLAGS := $(strip $(CC) $(ALL_CFLAGS) $(LIBRARY_CFLAGS) $(LLVM_CFLAGS) $(LLVM_LINK))
ifneq ($(FLAGS),$(strip $(file <$(BUILD)/flags)))
$(BUILD)/flags: FORCE
endif
$(BUILD)/flags:
	@mkdir -p $(@D)
	@echo '$(subst ','\'',$(FLAGS))' >$@
$(ALL_OBJS): $(BUILD)/flags
FORCE:

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(if $(V),,@echo "  CC   $<")
	$(Q)$(CC) $(ALL_CFLAGS) $(MODULE_CFLAGS) -I$(BUILD)/$(dir $<) -MMD -MP -c -o $@ $<
# Generated C is compiled without our warnings.
$(BUILD)/%.o: $(BUILD)/%.c
	$(if $(V),,@echo "  CC   $<")
	$(Q)$(CC) $(filter-out $(WARNINGS),$(ALL_CFLAGS)) -w $(MODULE_CFLAGS) -I$(dir $*) -I$(dir $(patsubst $(BUILD)/%,%,$@)) -MMD -MP -c -o $@ $<
$(BUILD)/%.tab.c: %.y
	@mkdir -p $(@D)
	$(if $(V),,@echo "  BISON $<")
	$(Q)bison -Wall -Wcounterexamples -Werror --header=$(BUILD)/$*.tab.h -o $@ $<
$(BUILD)/%.lex.c: %.l
	@mkdir -p $(@D)
	$(if $(V),,@echo "  FLEX $<")
	$(Q)flex --header-file=$(BUILD)/$*.lex.h -o $@ $<
.SECONDARY: $(ALL_GEN)

all: $(foreach a,$(ARCHIVES),$(BUILD)/lib/$(a).a) $(foreach p,$(PROGRAMS),$(BUILD)/bin/$(p)) $(DRIVER) $(LIBRARIES)

clean:
	rm -rf build

# ---- the rest: each is a script --------------------------------------------------------------------

# Packages are looked after before anything is built, hence the second make; it uses all cores unless
# -j says how many.
ALL_CORES = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell nproc))
deps:
	@.ci/deps.sh
demo check: deps
	@+$(MAKE) --no-print-directory $(ALL_CORES) run-$@ MODE=$(MODE)

# A plain make installs nothing, but names what is missing, once.
$(BUILD)/checked: .ci/deps.sh
	@mkdir -p $(@D)
	@CC="$(CC)" LLVM_CONFIG="$(LLVM_CONFIG)" .ci/deps.sh --check
	@touch $@
$(ALL_OBJS) $(ALL_GEN) $(BENCH_TRIED): | $(BUILD)/checked

run-demo: all
	@BUILD=$(BUILD) examples/demo
# TSan runs what has threads.
CHECK_tsan := tests/rt/ tests/lib/ tests/hsa/ tests/opencl/ tests/cuda/ tests/exec/ examples/
run-check: all test-programs man
	@BUILD=$(BUILD) tests/run $(or $(T),$(CHECK_$(MODE)))
regold: all
	@BUILD=$(BUILD) tests/run --regold $(T)
lint: all
	@BUILD=$(BUILD) CC="$(CC)" tests/lint/run
# make bench QUICK=1; BENCH="--case=nbody --simd=off,avx2"; BENCH="--suite=rodinia";
# BENCH_SRC=DIR takes the kernels from the original benchmarks
bench:
	@for t in $(BENCH_TRIED); do [ -e $${t%.tried}.so ] || rm -f $$t; done
	@+$(MAKE) --no-print-directory $(ALL_CORES) all MODE=$(MODE)
	@BUILD=$(BUILD) bench/run $(if $(QUICK),--quick) $(BENCH)
# Random kernels, scalar against vector code: make fuzz-simd SEED=1 SEEDS=10000
fuzz-simd: all test-programs
	@SEED=$(or $(SEED),1) SEEDS=$(or $(SEEDS),10000) TEST_TIMEOUT=86400 \
		BUILD=$(BUILD) tests/run tests/diff/

# A thousand programs of OpenCL C that eight processes build: make stress-programs COUNT=1000 PROCESSES=8
stress-programs: all test-programs
	@PROGRAMS=$(or $(COUNT),1000) PROCESSES=$(or $(PROCESSES),8) TEST_TIMEOUT=86400 \
		BUILD=$(BUILD) tests/run tests/opencl/program_stress

# Every form that computes values, loads or stores, at every level. Vectors of packed values take long.
# make check runs shares of the forms in these tests.
SHARED_TESTS := exec/exceptions.sh exec/amd_simd.sh exec/level_ ptx/forms.sh ptx/memory.sh ptx/mma.sh ptx/numeric.sh ptx/product.sh \
	ptx/tensor.sh gcn/deep.sh gcn/device.sh gcn/finalize.sh gcn/host_libraries.sh
forms: all test-programs
	@FORMS_SHARE=0/1 TEST_TIMEOUT=86400 BUILD=$(BUILD) tests/run tests/forms/ $(SHARED_TESTS:%=tests/%)

# ---- manual pages, completions, installation -------------------------------------------------------

TOOLS := $(filter-out hsaemu-bench hsaemu-measure hsaemu-hsa-latency hsaemu-opencl-costs hsaemu-deliver hsaemu-clang-stamp \
	hsaemu-cuda-pack hsaemu-gcn-codegen hsaemu-gcn-speed,$(PROGRAMS))
MAN_PAGES := $(TOOLS:%=$(BUILD)/man/%.1)
COMPLETIONS := $(TOOLS:%=$(BUILD)/completions/%)
VERSION = $(shell sed -n 's/.*hsaemu_version\[\] = "\(.*\)".*/\1/p' libhsaemu-core/support/version.c)

$(BUILD)/man/%.1: $(BUILD)/bin/%
	@mkdir -p $(@D)
	$(Q)$< --help=man >$@.tmp && mv $@.tmp $@
$(BUILD)/completions/%: $(BUILD)/bin/%
	@mkdir -p $(@D)
	$(Q)$< --help=completion >$@.tmp && mv $@.tmp $@
man: $(MAN_PAGES) $(COMPLETIONS)

# The folders that the tools look into, beside the one they are in, are below PREFIX whatever LIBDIR is.
TOOL_LIB := $(PREFIX)/lib/hsaemu
SHARE := $(PREFIX)/share
fill_pc = sed -e 's|@PREFIX@|$(PREFIX)|;s|@LIBDIR@|$(LIBDIR)|;s|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	-e 's|@VERSION@|$(VERSION)|;s|@LLVM@|$(LLVM_LDLIBS)|'
into = install -d $(DESTDIR)$(1) && install -m $(2) $(3) $(DESTDIR)$(1)
placed = $(addprefix $(1)/,$(notdir $(2)))
HEADERS := $(INSTALLED_HEADERS)
PC_FILES := hsaemu hsaemu-shared hsaemu-core hsaemu-tools
LIBRARY_EXAMPLES := $(wildcard examples/library/* examples/hsa/*.c examples/hsa/*.hsail examples/cuda/*.c*) examples/ptx/saxpy.ptx
# For those who link it: names in LIBDIR, and what the library loads itself.
INSTALLED_LIBRARIES := $(STATIC_LIBRARIES) $(filter %/libhsaemu.so,$(SHARED_LIBRARIES))
INSTALLED = $(call placed,$(PREFIX)/bin,$(TOOLS) $(DRIVERS)) $(TOOLKIT_FILES:%=$(TOOL_LIB)/cuda/%) \
	$(call placed,$(LIBDIR),$(INSTALLED_LIBRARIES) $(LIBHSAEMU_SO)) $(LIBDIR)/hsaemu/libhsaemu-fin.so \
	$(call placed,$(TOOL_LIB),libhsahelpers.a $(DRIVER_PROGRAMS)) $(call placed,$(INCLUDEDIR)/hsaemu,$(HEADERS)) \
	$(DRIVER_FILES:%=$(SHARE)/hsaemu/%) $(call placed,$(MANDIR)/man1,$(MAN_PAGES) $(wildcard man/*.1)) \
	$(call placed,$(MANDIR)/man5,$(wildcard man/*.5)) \
	$(call placed,$(SHARE)/bash-completion/completions,$(COMPLETIONS)) \
	$(call placed,$(MANDIR)/man3,$(wildcard man/*.3)) $(PC_FILES:%=$(LIBDIR)/pkgconfig/%.pc) \
	$(call placed,$(SHARE)/doc/hsaemu/examples,$(LIBRARY_EXAMPLES)) $(SHARE)/doc/hsaemu/LICENSE \
	$(HSA_INSTALLED) $(OCL_INSTALLED) $(CUDA_INSTALLED)

install: all man
	$(call into,$(PREFIX)/bin,755,$(addprefix $(BUILD)/bin/,$(TOOLS) $(DRIVERS)))
	$(call into,$(LIBDIR),644,$(filter %.a,$(INSTALLED_LIBRARIES)))
	$(if $(SHARED_LIBRARIES),$(call into,$(LIBDIR),644,$(LIBHSAEMU_SO)) && \
		ln -sf $(notdir $(LIBHSAEMU_SO)) $(DESTDIR)$(LIBDIR)/libhsaemu.so)
	$(if $(SHARED_LIBRARIES),$(call into,$(LIBDIR)/hsaemu,644,$(LIB)/hsaemu/libhsaemu-fin.so))
	$(call into,$(TOOL_LIB),644,$(BUILD)/lib/libhsahelpers.a)
	$(call into,$(TOOL_LIB),755,$(DRIVER_PROGRAMS:%=$(BUILD)/lib/hsaemu/%))
	$(call into,$(INCLUDEDIR)/hsaemu,644,$(HEADERS))
	for f in $(DRIVER_FILES); do \
		install -D -m 644 $(BUILD)/share/hsaemu/$$f $(DESTDIR)$(SHARE)/hsaemu/$$f || exit 1; done
	driver/toolkit $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(SHARE)/hsaemu/cuda $(DESTDIR)$(LIBDIR)/hsaemu $(DESTDIR)$(TOOL_LIB)/cuda \
		$(CUDA_LIBRARIES)
	$(call into,$(MANDIR)/man1,644,$(MAN_PAGES) man/*.1)
	$(call into,$(MANDIR)/man3,644,man/*.3)
	$(call into,$(MANDIR)/man5,644,man/*.5)
	$(call into,$(SHARE)/bash-completion/completions,644,$(COMPLETIONS))
	$(call into,$(SHARE)/doc/hsaemu,644,LICENSE)
	$(call into,$(SHARE)/doc/hsaemu/examples,644,$(LIBRARY_EXAMPLES))
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig
	for f in $(PC_FILES); do $(fill_pc) libhsaemu/$$f.pc.in >$(DESTDIR)$(LIBDIR)/pkgconfig/$$f.pc || exit 1; done
	$(if $(SHARED_LIBRARIES),$(install_hsa))
	$(if $(SHARED_LIBRARIES),$(install_ocl))
	$(if $(SHARED_LIBRARIES),$(call into,$(LIBDIR)/hsaemu,644,$(CUDA_FILES)))
uninstall:
	rm -f $(INSTALLED:%=$(DESTDIR)%)
	for d in $(TOOL_LIB) $(LIBDIR)/hsaemu $(SHARE)/hsaemu $(SHARE)/doc/hsaemu $(INCLUDEDIR)/hsaemu; do \
		[ ! -d $(DESTDIR)$$d ] || find $(DESTDIR)$$d -depth -type d -empty -delete; done

# The picture of README.md, by graphviz; both files are committed.
docs/suite.svg: docs/suite.dot
	dot -Tsvg $< -o $@

DIST = hsaemu-$(VERSION)
dist:
	@mkdir -p build
	git archive --prefix=$(DIST)/ HEAD | gzip -9n >build/$(DIST).tar.gz

.PHONY: all help clean deps demo check run-demo run-check regold lint bench stress-programs forms man install \
	uninstall dist FORCE
-include $(ALL_OBJS:.o=.d)
