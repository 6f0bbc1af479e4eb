/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Chooses the places and addresses of sections. */
#ifndef HSAEMU_LD_SECTION_LAYOUT_IMPL_H
#define HSAEMU_LD_SECTION_LAYOUT_IMPL_H

#include "ld_impl.h"

/* Puts each input section into a section of the image. Returns false after a message. */
bool ld_assign_sections(struct ld *ld);
/* Chooses the order, addresses and file offsets of all sections of the image. Returns false after a
 * message. */
bool ld_layout(struct ld *ld);
struct ld_out *ld_out_new(struct ld *ld, const char *name, uint32_t type, uint64_t flags,
	enum ld_class class, unsigned rank);

#endif
