# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libgcn-sim.a: machine code of Southern Islands GPUs.
libgcn-sim_SRCS := $(patsubst %,gcn-sim/%.c,table decode literal operand rules print print_operand descriptor object lines listing)
ARCHIVES += libgcn-sim
