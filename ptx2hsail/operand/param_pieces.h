/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code accesses parts of calls' parameters, which are a register each. */
#ifndef HSAEMU_PTX_PARAM_PIECES_H
#define HSAEMU_PTX_PARAM_PIECES_H

#include "base/scope.h"

struct param_piece { /* part of a call's parameter that code accesses */
	uint64_t offset;
	enum ptx_type type;
	uint32_t reg;
	struct param_piece *next;
};
/* The one that an access of the type at the offset means; NULL after a message. */
struct param_piece *tr_param_piece(struct tr *t, struct symbol *param, uint64_t offset,
	enum ptx_type type);

#endif
