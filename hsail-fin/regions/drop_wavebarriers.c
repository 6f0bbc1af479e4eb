/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Removes wavebarriers, and barriers between work-items of one wave (PRM 9.1), from vector code:
 * all parts of a wave run an instruction before any runs the next one, so there is nothing to wait
 * for. */
#include "regions/regions.h"
#include "ir/cfg.h"

void fin_drop_wavebarriers(struct fin_function *f)
{
	for (size_t k = 0; k < f->block_count; k++) {
		struct fin_term *t = &f->blocks[k]->term;

		if (t->kind != FIN_TERM_BARRIER)
			continue;
		t->of_wave |= t->width == BRIG_WIDTH_WAVESIZE ||
		              (t->width != BRIG_WIDTH_NONE && t->width <= BRIG_WIDTH_32);
		if (t->of_wave)
			t->kind = FIN_TERM_BR;
	}
	fin_cfg_renumber(f);
}
