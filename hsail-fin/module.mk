# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsail-fin: BRIG to objects through LLVM-C. The archive is all of it but main.c, behind finalize.h.
fin_ir := ir place decode decode_body control pragma device guess recursion budget linked inline cfg width promote webs constants liveness uniform remat \
	regions waiting cut layout ssa flow_graph flow_simplify flow_nest flow divergence shapes
fin_lower := lower lower_operand lower_arith lower_divide lower_float lower_round lower_directed \
	lower_bits lower_move lower_cmp lower_cvt lower_packed lower_native lower_address \
	lower_image lower_mem lower_atomic lower_queue lower_except lower_call lower_special \
	lower_ctrl lower_shape lower_lane
fin_gang := gang_value gang_inst gang_mem gang_scatter gang_shared gang_form form_name form_worth gang_tuple gang_window gang_reduce gang_chain gang_edge gang_flow gang_dispatch \
	gang_ids gang_call \
	gang_function gang_kernel local \
	join lockstep payoff bulk remarks
fin_fiber := spin fiber meet lower_wait item_kernel
fin_parts := $(fin_ir) $(fin_lower) $(fin_gang) $(fin_fiber) finalize target llvm_ctx llvm_size llvm_cut llvm_memory alias sections slots pointer_number llvm_value \
	kernel_entry item_loop trial pieces function_entry profile lower_profile globals object debug_info pass_clock print_ir

LLVM_CFLAGS := -isystem $(shell $(LLVM_CONFIG) --includedir 2>/dev/null)
LLVM_LDLIBS := $(shell $(LLVM_CONFIG) --ldflags --libs 2>/dev/null)

libhsail-fin_SRCS := $(fin_parts:%=hsail-fin/%.c)
libhsail-fin_CFLAGS := -Ihsail-fin $(LLVM_CFLAGS)
ARCHIVES += libhsail-fin

hsail-fin_SRCS := hsail-fin/main.c
hsail-fin_LIBS := libhsail-fin libhsaemu-core
hsail-fin_LDLIBS := $(LLVM_LDLIBS)
PROGRAMS += hsail-fin
