/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What setting wavefronts up is made of. */
#ifndef HSAEMU_GCN_DISPATCH_IMPL_H
#define HSAEMU_GCN_DISPATCH_IMPL_H

#include "hsaemu/gcn_emu.h"

enum { GCN_FIRST_SGPRS_MAX = 40 };
/* Returns how many scalar registers wavefronts may begin with, more than GCN_FIRST_SGPRS_MAX
 * when the descriptor contradicts itself. */
unsigned gcn_first_registers(const struct gcn_entry *e);
/* Sets up a wavefront of a work-group that has `size` work-items. w->number, lds and clock are the
 * caller's. */
void gcn_wave_begin(struct gcn_wave *w, const struct gcn_dispatch *dispatch, const uint32_t id[3],
	const uint32_t size[3], uint32_t waves, uint8_t *scratch);

#endif
