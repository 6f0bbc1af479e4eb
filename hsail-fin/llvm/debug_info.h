/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Line information from loc directives (PRM 13.2), for -g. Without -g the functions that take a
 * fin_lower do nothing. */
#ifndef HSAEMU_FIN_DEBUG_INFO_H
#define HSAEMU_FIN_DEBUG_INFO_H

#include "lower/lower.h"

struct fin_debug;
struct fin_debug *fin_debug_new(struct fin_llvm *l, const struct fin_module *m, const char *file);
/* To be called after the last function. */
void fin_debug_finish(struct fin_debug *d);
void fin_debug_free(struct fin_debug *d); /* NULL is allowed */

/* Describes the function being made; `loc` is its first loc directive. */
void fin_debug_function(struct fin_lower *w, const struct fin_loc *loc);
/* Code from here on comes from `loc`; NULL: from no line in particular. */
void fin_debug_location(struct fin_lower *w, const struct fin_loc *loc);

#endif
