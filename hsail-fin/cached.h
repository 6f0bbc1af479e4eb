/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hsail-fin --cache: objects that were made before come from the cache. */
#ifndef HSAIL_FIN_CACHED_H
#define HSAIL_FIN_CACHED_H

#include "hsaemu/finalize.h"

/* finalize() through the cache. */
bool fin_finalize_cached(const char *file, struct str brig, const struct finalize_options *o,
	struct buf *out, struct diag *d) NODISCARD;

#endif
