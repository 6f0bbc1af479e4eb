/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The builder's inside, shared by build*.c. */
#ifndef HSAEMU_BRIG_BUILD_IMPL_H
#define HSAEMU_BRIG_BUILD_IMPL_H

#include "brig/read/codec_impl.h"

/* Entries of one section that may be shared, found by their contents: the last few of each hash. An
 * entry that is not found is built again, so that the memory and time of a look-up are bounded. */
enum { BRIG_SHARED_BUCKETS = 2048, BRIG_SHARED_WAYS = 8 };
struct brig_shared_slot {
	uint32_t off; /* 0: free */
	uint32_t hash;
};
struct brig_shared {
	struct brig_shared_slot slots[BRIG_SHARED_BUCKETS][BRIG_SHARED_WAYS]; /* newest first */
};

struct brig_builder {
	struct buf sections[BRIG_SECTION_INDEX_BEGIN_IMPLEMENTATION_DEFINED]; /* headers included */
	struct brig_shared shared_data, shared_operands;
	struct buf scratch;
};

/* Appends n zero bytes (n is a multiple of 4) to a section; the pointer is valid until the next
 * call. Ends the process through oom() when the section would outgrow the 4 GiB of its offsets. */
uint8_t *brig_build_grow(struct brig_builder *b, enum BrigSectionIndex section, size_t n);
/* Returns the offset of the next entry. */
uint32_t brig_build_next(const struct brig_builder *b, enum BrigSectionIndex section);

/* Appends a data entry that is never shared. */
uint32_t brig_build_data(struct brig_builder *b, const void *bytes, size_t n);
/* Finds or appends a data entry with these contents. */
uint32_t brig_build_shared_data(struct brig_builder *b, const void *bytes, size_t n);
/* Finds or appends an operand entry that equals the whole record `p`, in which byteCount and kind
 * are filled in first. */
uint32_t brig_build_shared_operand(struct brig_builder *b, uint16_t kind, uint8_t *p, size_t n);

#endif
