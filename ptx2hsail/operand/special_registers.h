/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Special registers are read as values. */
#ifndef HSAEMU_PTX_SPECIAL_REGISTERS_H
#define HSAEMU_PTX_SPECIAL_REGISTERS_H

#include "hir/hir.h"

struct tr;

/* True when `name` is one; emits its value. */
bool tr_special_register(struct tr *t, struct str name, struct hir_op *out, enum ptx_type *type);
/* Whether the current instruction may read one as an operand of that type, else a message. */
bool tr_check_special(struct tr *t, const struct ptx_operand *o, enum ptx_type have,
	enum ptx_type want);
/* %tid and the like, which have elements x, y, z and w */
bool tr_is_special_vector(struct tr *t, struct str name);

#endif
