# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsa-run
run_text := runfile_lex parse parse_parts parse_expr parse_option parse_picture picture_words element_types command_line runfile
run_state := session results buffers targets evaluate initial_values
run_work := execute load_image run_tools picture signals_queues kernel_names dispatch_statement completion queue_work \
	failure interrupt compare write_elements result_report profile_report level_report host_program

libhsa-run_SRCS := $(patsubst %,hsa-run/%.c,$(run_text) $(run_state) $(run_work))
libhsa-run_CFLAGS = -DHSA_RUNTIME_DIR='"$(HSA_DIR)"'
ARCHIVES += libhsa-run

hsa-run_SRCS := hsa-run/main.c
hsa-run_LIBS := libhsa-run libgcn-sim libhsaemu-core
hsa-run_LDLIBS := -lpthread -lm
PROGRAMS += hsa-run
