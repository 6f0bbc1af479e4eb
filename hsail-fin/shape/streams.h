/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Stores of which a large dispatch fills more memory than the caches hold
 * (docs/design/vector-code.md, "Streaming stores"). */
#ifndef HSAEMU_FIN_STREAMS_H
#define HSAEMU_FIN_STREAMS_H

#include "shape/shapes.h"

/* How many bytes a work-item stores side by side with its neighbours' and does not load before; 0:
 * none, or it does not pay to find out. `s` are the shapes in rows. */
uint32_t fin_streamed_bytes(const struct fin_function *f, const struct fin_shapes *s);
/* Whether a store is of that kind, by its address. */
bool fin_is_streamed(const struct fin_function *f, const struct fin_inst *store);

#endif
