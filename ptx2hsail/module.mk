# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# ptx2hsail: PTX text to HSAIL; everything but main.c is libptx2hsail.a
libptx2hsail_SRCS := $(addprefix ptx2hsail/,ptx.l ptx.y lex.c version.c place.c types.c expr.c actions.c \
	library.c fragment.c mma_text.c mma_sparse.c mma_memory.c tr_mma.c tr_mbarrier.c tr_cluster.c tr_policy.c tr_bulk.c tr_rs.c tr_space.c \
	hir.c proto.c cfg.c liveness.c regalloc.c spill.c \
	ops.c refusal.c template.c scope.c operand.c address.c select.c \
	tr_bits.c tr_cmp.c tr_mov.c tr_mem.c tr_atom.c tr_cvt.c tr_cvt_half.c tr_ctrl.c tr_call.c tr_special.c tr_minmax.c \
	tr_warp.c tr_sync.c tr_bf16.c tr_half.c tr_mini.c tr_image.c tr_texture.c tr_query.c tr_sured.c tr_video.c vars.c init.c prescan.c module.c function.c lines.c operand_type.c handle.c \
	emit.c survey.c translate.c system.c)
libptx2hsail_CFLAGS := -Iptx2hsail
ARCHIVES += libptx2hsail

ptx2hsail_SRCS := ptx2hsail/main.c
ptx2hsail_LIBS := libptx2hsail libhsaemu-core
PROGRAMS += ptx2hsail
