# ptx2hsail: PTX text to HSAIL; everything but main.c is libptx2hsail.a
libptx2hsail_SRCS := $(addprefix ptx2hsail/,ptx.l ptx.y lex.c types.c expr.c actions.c)
libptx2hsail_CFLAGS := -Iptx2hsail
ARCHIVES += libptx2hsail
