# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsa-ld
libhsa-ld_SRCS := $(addprefix hsa-ld/,link.c gc.c input.c archive.c symbol.c merge.c notes.c reloc_x86_64.c \
	layout.c group.c version.c dynamic.c output.c map.c)
ARCHIVES += libhsa-ld

hsa-ld_SRCS := hsa-ld/main.c hsa-ld/libs.c
hsa-ld_CFLAGS := -DHSAEMU_PREFIX='"$(PREFIX)"'
hsa-ld_LIBS := libhsa-ld libhsaemu-core
hsa-ld_LDLIBS := -lelf
PROGRAMS += hsa-ld
