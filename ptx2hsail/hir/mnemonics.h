/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A cache of parsed mnemonics, so that each is parsed once per translation. */
#ifndef HSAEMU_PTX_MNEMONICS_H
#define HSAEMU_PTX_MNEMONICS_H

#include "hir/hir.h"

struct hir_protos {
	struct arena *arena;
	uint8_t machine_model;
	struct str_map by_text;
};
void hir_protos_init(struct hir_protos *p, struct arena *arena, uint8_t machine_model);
void hir_protos_release(struct hir_protos *p);
/* Returns the parsed mnemonic. A wrong one is our own mistake: BUG(). */
const struct hir_proto *hir_proto_get(struct hir_protos *p, struct str mnemonic);

#endif
