/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Special registers. */
#ifndef HSAEMU_PTX_SPECIAL_REGISTERS_H
#define HSAEMU_PTX_SPECIAL_REGISTERS_H

#include "hir/hir.h"

struct tr;

/* If `name` is a special register, reads it into *out and returns true. */
bool tr_special_register(struct tr *t, struct str name, struct hir_op *out, enum ptx_type *type);
/* Returns whether the current instruction may read a special register as an operand of type `want`;
 * if not, reports it. */
bool tr_check_special(struct tr *t, const struct ptx_operand *o, enum ptx_type have,
	enum ptx_type want);
/* Returns whether `name` is a special vector such as %tid, with elements x, y, z and w. */
bool tr_is_special_vector(struct tr *t, struct str name);

#endif
