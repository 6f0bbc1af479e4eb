# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsail-fin: BRIG to objects through LLVM-C. The archive is all of it but main.c, behind finalize.h.
fin_ir := ir bits graph lowering message_place print_ir cfg profile pass_clock
fin_front := decode decode_body control pragma kernel_pragma device
fin_module := apart exception_policies promote_calls handles recursion budget linked_segments parts inline
fin_opt := branch_width promote_variables split_webs constants liveness uniform remat ssa copies clamps whole_squares float_ranges tuples counters layout
fin_regions := regions next_waits split_kernel wait_loops wait_loop_values merge_wavebarriers drop_wavebarriers reconverge fiber
fin_shape := flow flow_graph flow_nest flow_simplify divergence live_mask from_memory shapes result_shape index_query index_terms ors narrow bounds count_once split_number register_set alike gang_progress id_steps id_sums whole_rows quiet few_items few_leave levels level_way sink_loads reach known_at_start alike_groups streams id_places skip_barriers align align_begin align_copy align_counted align_maker block_origins unroll_rows together together_copy
fin_llvm := llvm_ctx attributes llvm_cut masked_logic mask_sums half_selects scalar_extremes negated_splats overlap interleaved interleaved_make interleaved_tuple llvm_failure llvm_size llvm_value target arch_x86_64 arch_gcn alias slots pointer_number \
	sections debug_info profile_map
fin_lower := lower lower_address lower_arith lower_atomic lower_bits lower_call lower_cmp \
	lower_ctrl lower_cvt lower_divide lower_except except_arith except_signal \
	lower_fbarrier lower_float lower_image lower_mem lower_move lower_native lower_operand \
	lower_packed lower_profile lower_queue lower_round lower_service lower_special lower_wait item_ops globals
fin_x86 := x86_ops x86_runtime x86_directed
fin_gcn := gcn_ops gcn_dispatch gcn_sync gcn_scope gcn_directed gcn_lane gcn_check gcn_flat gcn_loops gcn_moves gcn_linked gcn_handle gcn_service gcn_function gcn_kernel gcn_module gcn_child
fin_gang := gang_value gang_view gang_mask gang_ids gang_inst gang_line gang_choice gang_lanes gang_cross \
	gang_risk gang_divide gang_pattern gang_image gang_fbarrier gang_profile gang_flow gang_dispatch dispatch_order gang_edge gang_heavy gang_chain \
	gang_halves gang_mem gang_order gang_ways gang_pair gang_quad gang_twin gang_members gang_linear gang_private gang_scatter gang_step gang_shared gang_tuple gang_window gang_reduce gang_wide_atomic gang_call \
	gang_rows islands gang_island outline_call outline_define outline_name outline_worth block_local pressure lockstep exchange group_variables \
	vector_limits loop_turns vector_cost remarks
fin_kernel := emit_kernel gang_parts stub kernel_function skeleton scalar_kernel item_loop item_kernel \
	item_function gang_kernel gang_bodies gang_one gang_loops gang_rows_loop gang_masked_rows gang_few gang_levels level_values gang_sums gang_reach gang_context gang_function pieces trial
fin_pipeline := pipeline print_prepared choose_lanes choose_row choose_stack choose_few
fin_emit := object
fin_folders := ir front module opt regions shape llvm lower x86 gcn gang kernel pipeline emit

LLVM_CFLAGS := -isystem $(shell $(LLVM_CONFIG) --includedir 2>/dev/null)
LLVM_LDLIBS := $(shell $(LLVM_CONFIG) --ldflags --libs 2>/dev/null)
# What compiles has the part of LLVM that it uses in itself: it is there after 4 ms, and libLLVM, of which
# the loader relocates every processor's tables, after 19. Where the archives are missing, and under the
# sanitizers, which tell LLVM's races by its file, it is libLLVM.
LLVM_LINK ?= $(if $(filter release debug,$(MODE)),$(if $(wildcard \
	$(shell $(LLVM_CONFIG) --libdir 2>/dev/null)/libLLVMX86CodeGen.a),static,shared),shared)
LLVM_static = $(shell $(LLVM_CONFIG) --link-static --ldflags --libs x86 nvptx passes irreader linker bitwriter) -Wl,--as-needed \
	$(shell $(LLVM_CONFIG) --link-static --system-libs) -lstdc++ -Wl,--gc-sections
LLVM_shared = $(LLVM_LDLIBS) -lm
LLVM_LINKED := $(LLVM_$(LLVM_LINK))
# Programs with LLVM in them stand at fixed addresses, and have the C++ library in them: the 96,000 places of
# LLVM's tables that would be relocated, and the search for symbols, took 3 of 5 ms, when all else is in the cache.
comma := ,
as_program_shared = $(1)
as_program_static = -no-pie -static-libgcc $(subst -lstdc++,-Wl$(comma)-Bstatic -lstdc++ -Wl$(comma)-Bdynamic,$(1))
as_program = $(call as_program_$(LLVM_LINK),$(1))

libhsail-fin_SRCS := hsail-fin/finalize.c \
	$(foreach d,$(fin_folders),$(fin_$(d):%=hsail-fin/$(d)/%.c))
libhsail-fin_CFLAGS := -Ihsail-fin $(LLVM_CFLAGS) -DHSAEMU_PREFIX='"$(PREFIX)"'
ARCHIVES += libhsail-fin

hsail-fin_SRCS := hsail-fin/main.c hsail-fin/cached.c
hsail-fin_LIBS := libhsail-fin libhsaemu-core
hsail-fin_LDLIBS := $(call as_program,$(LLVM_LINKED)) -lmd
PROGRAMS += hsail-fin

# What makes code for GPUs, a program of its own, has another part of LLVM in it.
hsaemu-gcn-codegen_SRCS := hsail-fin/gcn_codegen.c hsail-fin/gcn_mistakes.c
hsaemu-gcn-codegen_CFLAGS := $(LLVM_CFLAGS)
hsaemu-gcn-codegen_LIBS := libhsaemu-core
GCN_static = $(shell $(LLVM_CONFIG) --link-static --ldflags --libs amdgpu passes bitreader) -Wl,--as-needed \
	$(shell $(LLVM_CONFIG) --link-static --system-libs) -lstdc++ -Wl,--gc-sections
GCN_shared = $(LLVM_LDLIBS)
hsaemu-gcn-codegen_LDLIBS := $(call as_program,$(GCN_$(LLVM_LINK)))
PROGRAMS += hsaemu-gcn-codegen
# The finalizer has the build ID of that program in it, and so another one itself with each: by it the cache tells
# finalizers apart.
GCN_CODEGEN_ID := $(BUILD)/hsail-fin/gcn/codegen_id.h
$(GCN_CODEGEN_ID): $(BUILD)/bin/hsaemu-gcn-codegen
	@mkdir -p $(@D)
	$(Q)readelf -n $< | sed -n 's/.*Build ID: *\(.*\)/#define GCN_CODEGEN_ID "\1"/p' >$@.tmp && mv $@.tmp $@
$(BUILD)/hsail-fin/gcn/gcn_child.o: $(GCN_CODEGEN_ID)
$(BUILD)/lib/hsaemu/gcn-codegen: $(BUILD)/bin/hsaemu-gcn-codegen
	@mkdir -p $(@D)
	$(Q)ln -f $< $@
