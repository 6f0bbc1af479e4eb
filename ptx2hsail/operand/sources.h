/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Instructions read these. Functions that return false have reported why. */
#ifndef HSAEMU_PTX_SOURCES_H
#define HSAEMU_PTX_SOURCES_H

#include "hir/hir.h"

struct tr;

/* Register for the type, or constant of it; !p and special registers too. */
bool tr_source(struct tr *t, const struct ptx_operand *o, enum ptx_type type, struct hir_op *out);
/* The same of a register that may be wider than the type; it is made one of the type's class. */
bool tr_source_wide(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	struct hir_op *out);
/* A register of the type, or the address of a variable as one. */
bool tr_address_source(struct tr *t, const struct ptx_operand *o, enum ptx_type type,
	struct hir_op *out);
/* The predicate of the current instruction. */
bool tr_guard(struct tr *t, struct hir_op *condition, bool *is_negated);

#endif
