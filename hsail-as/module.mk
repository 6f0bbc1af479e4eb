# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsail-as: HSAIL text to BRIG. The archive is all of it but main.c, behind assemble.h.
as_parts := assemble scan scan_list lexemes parse_number grammar_actions syntax_recovery typed_constant \
	sema_symbol sema_scope sema_profile sema_module sema_variable sema_function sema_block sema_inst \
	sema_inst_place sema_call emit_brig

libhsail-as_SRCS := hsail-as/hsail.y hsail-as/hsail.l $(as_parts:%=hsail-as/%.c)
libhsail-as_CFLAGS := -Ihsail-as
ARCHIVES += libhsail-as

hsail-as_SRCS := hsail-as/main.c
hsail-as_LIBS := libhsail-as libhsaemu-core
PROGRAMS += hsail-as
