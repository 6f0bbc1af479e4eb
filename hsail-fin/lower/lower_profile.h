/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Building blocks of the code of --profile (hsaemu/profile.h), for a work-item and for a wave. */
#ifndef HSAEMU_FIN_LOWER_PROFILE_H
#define HSAEMU_FIN_LOWER_PROFILE_H

#include "lower/lower.h"

/* The value of a field of struct hsaemu_profile, i64, loaded in the entry block. */
LLVMValueRef fin_profile_field(struct fin_lower *w, size_t offset);
/* Adds the integer n to a counter of the work-group's CU. */
void fin_profile_add(struct fin_lower *w, uint32_t counter, LLVMValueRef n);

/* Whether the access is without a segment, so that the memory that it reaches is known only at run
 * time. */
bool fin_profile_is_flat(const struct fin_inst *i);
/* The address or addresses, i64, of the access that the pseudo instruction `i` is about. */
LLVMValueRef fin_profile_address(struct fin_lower *w, const struct fin_inst *i);
/* Has the device library look up each of the addresses, i64, of `parts` parts. `lanes`, i32, has a
 * bit for each address that counts. Or one address, which has a segment. */
void fin_profile_look_up(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef *addresses,
	unsigned parts, LLVMValueRef lanes);
void fin_profile_look_up_one(struct fin_lower *w, const struct fin_inst *i, LLVMValueRef address);

/* The blocks where a look-up goes on: when the entry that is looked at is of another page, and when
 * all is done. */
struct fin_look_up {
	LLVMBasicBlockRef slow, after;
};
/* Looks at the entry that the access used last for the page of `address` or one that has its word.
 * `is_one`, i1, says whether all addresses are in that page; NULL: they are. The builder goes on
 * where the device library has to look. */
struct fin_look_up fin_profile_look_at_last(struct fin_lower *w, const struct fin_inst *i,
	LLVMValueRef address, LLVMValueRef is_one);
void fin_profile_look_up_end(struct fin_lower *w, struct fin_look_up l);

/* Begins and ends a function that runs a whole group of a kernel, in the entry block and where it
 * returns. */
void fin_profile_begin(struct fin_lower *w);
void fin_profile_end(struct fin_lower *w);

#endif
