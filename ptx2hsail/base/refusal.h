/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* These functions report why an instruction cannot be translated. */
#ifndef HSAEMU_PTX_REFUSAL_H
#define HSAEMU_PTX_REFUSAL_H

#include "hsaemu/base.h"

struct tr;

/* Reports that no row fits the current instruction, as an error or as unsupported. */
void tr_refuse(struct tr *t);
/* Reports that no row allows the instruction's state space. */
void tr_refuse_space(struct tr *t);
/* Reports words of the instruction that exclude each other. Returns false when it has none. */
bool tr_refuse_exclusion(struct tr *t);
/* Reports that the current instruction has no translation: as an error where it certainly is no
 * PTX, else as unsupported. */
void tr_no_translation(struct tr *t);

#endif
