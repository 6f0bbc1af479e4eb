# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsa-run
libhsa-run_SRCS := $(addprefix hsa-run/,value.c lex.c parse_expr.c parse.c eval.c fill.c check.c \
	session.c exec.c launch.c failure.c interrupt.c output.c objects.c names.c image.c picture.c \
	parse_picture.c build.c report.c profile.c \
	args.c runfile.c)
ARCHIVES += libhsa-run

hsa-run_SRCS := hsa-run/main.c
hsa-run_LIBS := libhsa-run libhsaemu-core
hsa-run_LDLIBS := -lpthread -lm
PROGRAMS += hsa-run
