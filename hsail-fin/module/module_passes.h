/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Passes over all functions of a module: they find out facts about the call graph, and put
 * functions in place of their calls. */
#ifndef HSAEMU_FIN_MODULE_PASSES_H
#define HSAEMU_FIN_MODULE_PASSES_H

#include "ir/ir.h"

struct finalize_options;

/* promote_calls.c: puts direct calls of the functions that an indirect call may mean before it,
 * with comparisons of handles. */
void fin_promote_calls(struct fin_module *m);
/* handles.c: adds a variable with the handles of all functions that have one, `handles` of the
 * module; after fin_promote_calls(). */
void fin_add_handles(struct fin_module *m);
/* recursion.c: sets `recursive` and `number` of all functions, and the module's callees_first. */
void fin_find_recursion(struct fin_module *m);
/* budget.c: sets `stays`, `callee_bytes` and `inlined_size` of all functions, after
 * fin_find_recursion(). */
void fin_choose_inlined(struct fin_module *m);
/* linked_segments.c: sets `is_linked` of the group variables, and of the module's private
 * variables, that code of several functions or modules may share; after fin_choose_inlined(). */
void fin_find_linked(struct fin_module *m);
/* Whether hsa-ld chooses the variable's place in `f`; after fin_inline(). */
bool fin_is_linked_in(const struct fin_function *f, const struct fin_variable *v);
/* Whether `f` calls functions that are not the device library's. */
bool fin_calls_others(const struct fin_function *f);
/* Whether `f` is a definition that code elsewhere may call, by its name or by its handle. */
bool fin_is_public(const struct fin_function *f);
/* Whether `f` is a definition that has code even if all calls of it that can be are replaced by its
 * body; after fin_choose_inlined(). */
bool fin_has_own_code(const struct fin_function *f);
/* parts.c: sets `part` of all kernels; after fin_choose_inlined(). */
void fin_divide(struct fin_module *m, unsigned parts);
/* exception_policies.c: gives functions the policies of their callers and callees. All of them also
 * get those of the finalizer's options. */
void fin_spread_exceptions(struct fin_module *m, const struct finalize_options *o);
/* inline.c: returns a copy of `f` in which the definitions that it calls are put in place of the
 * calls, but for those that stay. The caller releases the copy. */
struct fin_function *fin_inline(struct fin_function *f);

#endif
