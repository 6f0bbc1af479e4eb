/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Mnemonics are parsed once per translation. */
#ifndef HSAEMU_PTX_MNEMONICS_H
#define HSAEMU_PTX_MNEMONICS_H

#include "hir/hir.h"

/* Cache of parsed mnemonics. */
struct hir_protos {
	struct arena *arena;
	uint8_t machine_model;
	struct str_map by_text;
};
void hir_protos_init(struct hir_protos *p, struct arena *arena, uint8_t machine_model);
void hir_protos_release(struct hir_protos *p);
/* A wrong mnemonic is our own mistake: BUG(). */
const struct hir_proto *hir_proto_get(struct hir_protos *p, struct str mnemonic);

#endif
