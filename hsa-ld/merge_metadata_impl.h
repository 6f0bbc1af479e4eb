/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The metadata of all objects. */
#ifndef HSAEMU_LD_MERGE_METADATA_IMPL_H
#define HSAEMU_LD_MERGE_METADATA_IMPL_H

#include "ld_impl.h"

void ld_name_symbols(struct ld *ld, const struct ld_object *o);
struct ld_hsail_name *ld_hsail_name(struct ld *ld, const struct ld_symbol *s); /* may be NULL */
/* The symbol as messages have it: "function '&f'", "symbol 'memcpy'". */
const char *ld_describe(struct ld *ld, const struct ld_symbol *s);
/* The digits at the end of a name that HSAEMU_HELPER() makes, or NULL. */
const char *ld_helper_version(const char *name);
bool ld_merge_metadata(struct ld *ld);

#endif
