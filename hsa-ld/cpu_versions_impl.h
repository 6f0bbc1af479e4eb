/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Links code for several processors. */
#ifndef HSAEMU_LD_CPU_VERSIONS_IMPL_H
#define HSAEMU_LD_CPU_VERSIONS_IMPL_H

#include "ld_impl.h"

/* Joins the versions of all objects into those of the image. Returns false after a message when
 * objects have different versions. */
bool ld_merge_versions(struct ld *ld);
/* Returns NAME for a name of the form NAME:VERSION, and any other name unchanged. */
const char *ld_plain_name(struct ld *ld, const char *name);
/* Binds undefined symbols across versions: a versioned name to the plain one that an object with
 * one version only defines, and a plain name to the first of its versions. */
void ld_bind_versions(struct ld *ld);

#endif
