# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# libgcn-sim.a: machine code of Southern Islands GPUs, and its emulator.
gcn-sim_EMU := functions resolve code_at code_lines decoded load program place scalar control lane memory atomic lds \
               lds_atomic vector_base vector_avx2 wave dispatch group
gcn-sim_TIMING := model cache lines counter wave_cycles units access issue groups memory_side make_run run phase \
                  figures hot_lines report_text report_json
gcn-sim_DEVICE := device threads run_group service run_timed reports places image hidden adopt image_file start
libgcn-sim_SRCS := $(patsubst %,gcn-sim/%.c,table decode literal operand rules print print_operand descriptor object lines listing) \
                   $(patsubst %,gcn-sim/emu/%.c,$(gcn-sim_EMU)) \
                   $(patsubst %,gcn-sim/timing/%.c,$(gcn-sim_TIMING)) \
                   $(patsubst %,gcn-sim/device/%.c,$(gcn-sim_DEVICE))
# Loops over lanes become vectors; rounding is what the host's control says, and exceptions are masked.
libgcn-sim_CFLAGS = $(if $(findstring gcn-sim/emu/,$@),-O3 -frounding-math -fno-trapping-math -fno-math-errno -ffp-contract=off) \
                    $(if $(findstring _avx2,$@),-mavx2 -mfma)
ARCHIVES += libgcn-sim
