/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code for several processors. */
#ifndef HSAEMU_LD_CPU_VERSIONS_IMPL_H
#define HSAEMU_LD_CPU_VERSIONS_IMPL_H

#include "ld_impl.h"

/* Joins the versions of all objects to those of the image. */
bool ld_merge_versions(struct ld *ld);
/* The name that a symbol of one version can stand for: NAME for NAME:VERSION; NULL for a symbol of
 * no version. */
const char *ld_plain_name(struct ld *ld, const char *name);
/* Binds what a version of some code needs of objects that have only one version, and the other way
 * round. */
void ld_bind_versions(struct ld *ld);

#endif
