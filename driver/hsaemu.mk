# Pattern rules from GPU kernels to loadable images, for makefiles:
#
#   include $(shell hsaemu-cc --rules)
#   all: saxpy.img
#
# saxpy.img is made from saxpy.cl (OpenCL C), saxpy.cu (CUDA C), saxpy.ptx, saxpy.hsail, saxpy.brig or
# saxpy.o, whichever there is; every step is a rule of its own, and its result is kept. What a .cl or
# .cu includes is in x.ptx.d, as gcc's -MMD does it. man hsaemu-cc says what the variables are.

HSAEMU_BIN := $(dir $(lastword $(MAKEFILE_LIST)))../../bin
HSAEMU_BIN := $(if $(wildcard $(HSAEMU_BIN)/hsaemu-cc),$(abspath $(HSAEMU_BIN))/)

HSAEMU_CC ?= $(HSAEMU_BIN)hsaemu-cc
HSAIL_AS ?= $(HSAEMU_BIN)hsail-as
HSAIL_FIN ?= $(HSAEMU_BIN)hsail-fin
HSA_LD ?= $(HSAEMU_BIN)hsa-ld

CUDA_COMPILER ?= clang
CLFLAGS ?=
CUFLAGS ?=
PTX2HSAILFLAGS ?=
HSAIL_ASFLAGS ?=
FINFLAGS ?= -O2
HSA_LDFLAGS ?=

# Another suffix for objects of kernels, where x.o is already that of x.c: HSAEMU_OBJ = .kernel.o
HSAEMU_OBJ ?= .o

%.ptx: %.cl
	$(HSAEMU_CC) --emit=ptx -MMD -MF $@.d $(CLFLAGS) $< -o $@
%.ptx: %.cu
	$(HSAEMU_CC) --emit=ptx -MMD -MF $@.d --cuda-compiler=$(CUDA_COMPILER) $(CUFLAGS) $< -o $@
%.hsail: %.ptx
	$(HSAEMU_CC) --emit=hsail $(PTX2HSAILFLAGS:%=-Xptx2hsail %) $< -o $@
%.brig: %.hsail
	$(HSAIL_AS) $(HSAIL_ASFLAGS) $< -o $@
%$(HSAEMU_OBJ): %.brig
	$(HSAIL_FIN) $(FINFLAGS) $< -o $@
%.img: %$(HSAEMU_OBJ)
	$(HSA_LD) $(HSA_LDFLAGS) $< -o $@

.PRECIOUS: %.ptx %.hsail %.brig %$(HSAEMU_OBJ)

# No target of those is what a plain `make` makes.
HSAEMU_GOAL := $(.DEFAULT_GOAL)
-include $(wildcard *.ptx.d)
.DEFAULT_GOAL := $(HSAEMU_GOAL)
