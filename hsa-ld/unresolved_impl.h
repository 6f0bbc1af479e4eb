/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Symbols that code or data use and no input defines; see unresolved.c. */
#ifndef HSAEMU_LD_UNRESOLVED_IMPL_H
#define HSAEMU_LD_UNRESOLVED_IMPL_H

#include "ld_impl.h"

/* Notes a use of an undefined symbol. Nothing is reported before ld_report_undefined(). */
void ld_note_undefined(struct ld *ld, struct ld_symbol *sym, const struct ld_section *section,
	uint64_t off);
/* Reports all undefined symbols, each with the first places that use it. */
void ld_report_undefined(struct ld *ld);
/* Returns the variable that an undefined one is unless the loader is given another one, or NULL:
 * there is none (HSAEMU_MANAGED_SUFFIX). */
struct ld_symbol *ld_managed(struct ld *ld, const struct ld_symbol *sym);
/* Returns whether the loader may be left to find the symbol. */
bool ld_is_importable(struct ld *ld, const struct ld_symbol *sym);
/* Notes a use of an import. */
void ld_note_import(struct ld *ld, struct ld_symbol *sym);
/* Says in the metadata which declarations are imports, when all uses are known. */
void ld_mark_imports(struct ld *ld);

#endif
