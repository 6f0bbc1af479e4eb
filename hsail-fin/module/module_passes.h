/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is found out about all functions of a module, and put in place of calls. */
#ifndef HSAEMU_FIN_MODULE_PASSES_H
#define HSAEMU_FIN_MODULE_PASSES_H

#include "ir/ir.h"

struct finalize_options;

/* promote_calls.c: before indirect calls, calls of the functions in the module that they may
 * mean. */
void fin_guess_targets(struct fin_module *m);
/* recursion.c: sets `recursive` and `number` of all functions, and the module's callees_first. */
void fin_find_recursion(struct fin_module *m);
/* budget.c: sets `stays` of all functions, after fin_find_recursion(). */
void fin_choose_inlined(struct fin_module *m);
/* linked_segments.c: sets `is_linked` of group variables, and private ones of the module, that code
 * of several functions or modules may share: after fin_choose_inlined(). */
void fin_find_linked(struct fin_module *m);
/* Whether hsa-ld places the variable for `f`, after fin_inline(). */
bool fin_is_linked_in(const struct fin_function *f, const struct fin_variable *v);
/* Whether it calls functions that are not the device library's. */
bool fin_calls_others(const struct fin_function *f);
/* A definition that code elsewhere may call, by its name or by its handle. */
bool fin_is_public(const struct fin_function *f);
/* exception_policies.c: functions get the policies of what calls them, and all those of the
 * finalizer's options. */
void fin_spread_exceptions(struct fin_module *m, const struct finalize_options *o);
/* inline.c: a copy of `f` with the definitions that it calls put in place, but for those that stay.
 * The copy is the caller's to release. */
struct fin_function *fin_inline(struct fin_function *f);

#endif
