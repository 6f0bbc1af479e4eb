/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Archives and their members. */
#ifndef HSAEMU_LD_ARCHIVE_IMPL_H
#define HSAEMU_LD_ARCHIVE_IMPL_H

#include "ld_impl.h"

bool ld_is_archive(const void *bytes, size_t len);
/* Lists the members of an archive and the names that they define, but adds no member to the link.
 * Returns false after a message. */
bool ld_add_archive(struct ld *ld, const char *name, const void *bytes, size_t len);
/* Adds the members that define undefined symbols that are not weak, and then the members that the
 * added ones need. Returns false after a message. */
bool ld_pull_members(struct ld *ld);
/* If `name` is a function of the device library, finds an archive member that defines another
 * version of it. Returns the member's name and sets *version; NULL when there is none. */
const char *ld_other_version(struct ld *ld, const char *name, unsigned *version);

#endif
