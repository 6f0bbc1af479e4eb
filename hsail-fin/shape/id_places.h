/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Addresses in group memory of which each work-item has its own: a number of bytes for each id,
 * from one place for all. */
#ifndef HSAEMU_FIN_ID_PLACES_H
#define HSAEMU_FIN_ID_PLACES_H

#include "ir/ir.h"

enum { FIN_MAX_ID_STRIDE = 4096 };

/* A variable and a register, which may be FIN_NOWHERE, + at + the sum of stride[d] * id d, in
 * bytes. */
struct fin_id_place {
	bool known;
	uint32_t local, base;
	int64_t at, stride[3];
};

/* `def` has, by register, its only definition, or NULL. */
struct fin_id_place fin_id_place_of(struct fin_inst *const *def, const struct fin_value *v);
/* Whether strides are no larger than FIN_MAX_ID_STRIDE, and not negative. */
bool fin_is_near_place(const struct fin_id_place *p);
/* That of the address of a load or store, which is known only if that is so. */
struct fin_id_place fin_id_place_of_access(struct fin_inst *const *def, const struct fin_inst *i);

#endif
