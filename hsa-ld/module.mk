# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# hsa-ld
libhsa-ld_SRCS := $(addprefix hsa-ld/,link.c section_gc.c read_object.c archive.c symbol_table.c merge_metadata.c note_sections.c reloc_x86_64.c unresolved.c module_linkage.c \
	section_layout.c group_segment.c cpu_versions.c dynamic_section.c write_image.c string_table.c link_map.c)
ARCHIVES += libhsa-ld

hsa-ld_SRCS := hsa-ld/main.c hsa-ld/find_library.c
hsa-ld_CFLAGS := -DHSAEMU_PREFIX='"$(PREFIX)"'
hsa-ld_LIBS := libhsa-ld libhsaemu-core
hsa-ld_LDLIBS := -lelf
PROGRAMS += hsa-ld
