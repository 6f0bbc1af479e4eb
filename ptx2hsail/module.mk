# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ptx2hsail: PTX text to HSAIL. The archive is all of it but main.c, behind translate.h.
ptx_parse := ptx.l ptx.y expressions.c module_header.c parse_module.c source_place.c tokens.c \
	tree.c type_names.c
ptx_table := match_row modifiers rows
ptx_hir := blocks hir live_registers mnemonics private_accesses regalloc spill
ptx_base := constant_bits hsail_names message refusal scope segments steps survey template \
	temporaries transfer
ptx_declare := call_site formals function_address functions initial_values kernel_pragmas library samplers \
	system_functions variable_spaces variables
ptx_operand := address address_value argument_copies checks elements param_pieces registers \
	returns sources special_registers
ptx_inst := tr_async_copy tr_atom tr_barrier tr_bf16 tr_bits tr_bulk tr_call tr_cluster tr_compare \
	tr_control tr_convert tr_convert_half tr_convert_random tr_convert_small tr_half tr_image \
	tr_image_query tr_lanes tr_mbarrier tr_memory tr_minmax tr_move tr_policy tr_shuffle tr_space \
	tr_surface tr_surface_reduce tr_texture tr_texture_level tr_video tr_video_values tr_vmad
ptx_matrix := fragment mma_call mma_fetch mma_memory mma_registers mma_shapes mma_sparse mma_text \
	mma_words tr_matrix_memory tr_mma
ptx_module := address_size arg_blocks code_lines emit_brig function_body instructions module_build \
	prescan select_row shared_layout shared_uses
ptx_folders := table hir base declare operand inst matrix module

libptx2hsail_SRCS := ptx2hsail/translate.c $(ptx_parse:%=ptx2hsail/parse/%) \
	$(foreach d,$(ptx_folders),$(ptx_$(d):%=ptx2hsail/$(d)/%.c))
libptx2hsail_CFLAGS := -Iptx2hsail
ARCHIVES += libptx2hsail

ptx2hsail_SRCS := ptx2hsail/main.c
ptx2hsail_LIBS := libptx2hsail libhsaemu-core
PROGRAMS += ptx2hsail
