# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
	$(HSAEMU_CC) --emit=ptx -MMD -MF '$@.d' $(CLFLAGS) '$<' -o '$@'
%.ptx: %.cu
	$(HSAEMU_CC) --emit=ptx -MMD -MF '$@.d' --cuda-compiler=$(CUDA_COMPILER) $(CUFLAGS) '$<' -o '$@'
%.hsail: %.ptx
	$(HSAEMU_CC) --emit=hsail $(PTX2HSAILFLAGS:%=-Xptx2hsail %) '$<' -o '$@'
%.brig: %.hsail
	$(HSAIL_AS) $(HSAIL_ASFLAGS) '$<' -o '$@'
%$(HSAEMU_OBJ): %.brig
	$(HSAIL_FIN) $(FINFLAGS) '$<' -o '$@'
%.img: %$(HSAEMU_OBJ)
	$(HSAEMU_LINK)

# An image of x.o and more: x.img: y.o. One of others only: all.img: x.o y.o; $(HSAEMU_LINK)
HSAEMU_LINK = $(HSA_LD) $(HSA_LDFLAGS) $(foreach file,$^,'$(file)') -o '$@'

# Out of the tree: HSAEMU_BUILD = build has build/x.img made of x.cl and so on, folders and all; only of
# files that are there, which is what the two colons say.
ifneq ($(HSAEMU_BUILD),)
$(HSAEMU_BUILD)/%.ptx:: %.cl
	@mkdir -p '$(@D)'
	$(HSAEMU_CC) --emit=ptx -MMD -MF '$@.d' $(CLFLAGS) '$<' -o '$@'
$(HSAEMU_BUILD)/%.ptx:: %.cu
	@mkdir -p '$(@D)'
	$(HSAEMU_CC) --emit=ptx -MMD -MF '$@.d' --cuda-compiler=$(CUDA_COMPILER) $(CUFLAGS) '$<' -o '$@'
$(HSAEMU_BUILD)/%.hsail:: %.ptx
	@mkdir -p '$(@D)'
	$(HSAEMU_CC) --emit=hsail $(PTX2HSAILFLAGS:%=-Xptx2hsail %) '$<' -o '$@'
$(HSAEMU_BUILD)/%.brig:: %.hsail
	@mkdir -p '$(@D)'
	$(HSAIL_AS) $(HSAIL_ASFLAGS) '$<' -o '$@'
.PRECIOUS: $(HSAEMU_BUILD)/%.ptx $(HSAEMU_BUILD)/%.hsail $(HSAEMU_BUILD)/%.brig
endif

.PRECIOUS: %.ptx %.hsail %.brig %$(HSAEMU_OBJ)

# No target of those is what a plain `make` makes.
HSAEMU_GOAL := $(.DEFAULT_GOAL)
-include $(wildcard $(foreach in,. $(HSAEMU_BUILD),$(addprefix $(in)/,*.ptx.d */*.ptx.d */*/*.ptx.d)))
.DEFAULT_GOAL := $(HSAEMU_GOAL)
