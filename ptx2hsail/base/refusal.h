/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* These functions say why an instruction has no row. */
#ifndef HSAEMU_PTX_REFUSAL_H
#define HSAEMU_PTX_REFUSAL_H

#include "hsaemu/base.h"

struct tr;

/* No row fits the current instruction: an error, or unsupported. */
void tr_refuse(struct tr *t);
/* No row has its state space. */
void tr_refuse_space(struct tr *t);
/* Tells of words that exclude each other; false when there are none. */
bool tr_refuse_exclusion(struct tr *t);
/* The current instruction has no translation: an error where that is no PTX. */
void tr_no_translation(struct tr *t);

#endif
