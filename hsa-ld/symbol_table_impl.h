/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps the symbols and resolves their names. */
#ifndef HSAEMU_LD_SYMBOL_TABLE_IMPL_H
#define HSAEMU_LD_SYMBOL_TABLE_IMPL_H

#include "ld_impl.h"

bool ld_read_symbols(struct ld *ld, struct ld_object *o, Elf_Scn *symtab);
/* Returns the global symbol of this name. If there is none, an undefined one is added, which `o` is
 * the first to mention. */
struct ld_symbol *ld_global(struct ld *ld, struct ld_object *o, const char *name);
/* Makes a section for each common symbol, which then is defined there. */
void ld_allocate_common(struct ld *ld);
void ld_choose_exports(struct ld *ld);
/* Returns the section that holds the symbol's value: the kept copy, or NULL, if its own was
 * discarded. */
struct ld_section *ld_symbol_section(const struct ld_symbol *s);
uint64_t ld_symbol_address(const struct ld_symbol *s);

#endif
