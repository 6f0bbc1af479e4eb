/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Merges the metadata of all objects. */
#ifndef HSAEMU_LD_MERGE_METADATA_IMPL_H
#define HSAEMU_LD_MERGE_METADATA_IMPL_H

#include "ld_impl.h"

/* Enters the HSAIL names of the symbols that the object's metadata lists. */
void ld_name_symbols(struct ld *ld, const struct ld_object *o);
/* Returns the HSAIL name of a symbol, or NULL when the symbol does not come from HSAIL. */
struct ld_hsail_name *ld_hsail_name(struct ld *ld, const struct ld_symbol *s);
/* Returns what messages call the symbol, such as "function '&f'" or "symbol 'memcpy'". */
const char *ld_describe(struct ld *ld, const struct ld_symbol *s);
/* Returns the version at the end of a name that HSAEMU_HELPER() makes, or NULL for other names. */
const char *ld_helper_version(const char *name);
/* Merges the metadata and the versions of all objects. Returns false after a message. */
bool ld_merge_metadata(struct ld *ld);

#endif
