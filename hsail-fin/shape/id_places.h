/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Addresses in group memory of which each work-item has its own: a number of bytes for each id of
 * dimension 0, from one place for all. */
#ifndef HSAEMU_FIN_ID_PLACES_H
#define HSAEMU_FIN_ID_PLACES_H

#include "ir/ir.h"

enum { FIN_MAX_ID_STRIDE = 4096 };

/* A variable and a register, which may be FIN_NOWHERE, + at + stride * id, in bytes. */
struct fin_id_place {
	bool known;
	uint32_t local, base;
	int64_t at, stride;
};

/* `def` has, by register, its only definition, or NULL. */
struct fin_id_place fin_id_place_of(struct fin_inst *const *def, const struct fin_value *v);
/* That of the address of a load or store. */
struct fin_id_place fin_id_place_of_access(struct fin_inst *const *def, const struct fin_inst *i);

#endif
