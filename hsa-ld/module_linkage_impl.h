/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of kernels and indirect functions of module linkage; see module_linkage.c. */
#ifndef HSAEMU_LD_MODULE_LINKAGE_IMPL_H
#define HSAEMU_LD_MODULE_LINKAGE_IMPL_H

#include "ld_impl.h"

/* Gives what only its module can name a name of the module, in the object's metadata. Call it
 * before the object's symbols are read. */
void ld_rename_own(struct ld *ld, struct ld_object *o);
/* Returns the name by which a global symbol of the object is resolved. */
const char *ld_own_name(struct ld *ld, const struct ld_object *o, const char *name);
/* Gives back plain names where there is but one of a name; when all objects have been read. */
void ld_shorten_names(struct ld *ld);

#endif
