/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parts of calls' parameters that code accesses; each is a register. */
#ifndef HSAEMU_PTX_PARAM_PIECES_H
#define HSAEMU_PTX_PARAM_PIECES_H

#include "base/scope.h"

struct param_piece { /* a part of a call's parameter */
	uint64_t offset;
	enum ptx_type type;
	uint32_t reg;
	struct param_piece *next;
};
/* Returns the piece that an access of this type at this offset means, or NULL after a message. */
struct param_piece *tr_param_piece(struct tr *t, struct symbol *param, uint64_t offset,
	enum ptx_type type);

#endif
