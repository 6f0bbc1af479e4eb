# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsail-as: HSAIL text to BRIG. The archive is all of it but main.c, behind assemble.h.
as_parts := actions assemble constant emit number recover scan scan_list sema_block sema_call sema_function \
	sema_inst sema_module sema_place sema_scope sema_symbol sema_variable word

libhsail-as_SRCS := hsail-as/hsail.y hsail-as/hsail.l $(as_parts:%=hsail-as/%.c)
libhsail-as_CFLAGS := -Ihsail-as
ARCHIVES += libhsail-as

hsail-as_SRCS := hsail-as/main.c
hsail-as_LIBS := libhsail-as libhsaemu-core
PROGRAMS += hsail-as
