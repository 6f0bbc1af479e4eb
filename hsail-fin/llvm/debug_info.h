/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Line information from loc directives (PRM 13.2), for -g. All functions accept a fin_lower without
 * debug information and do nothing. */
#ifndef HSAEMU_FIN_DEBUG_INFO_H
#define HSAEMU_FIN_DEBUG_INFO_H

#include "lower/lower.h"

struct fin_debug;
struct fin_debug *fin_debug_new(struct fin_llvm *l, const struct fin_module *m, const char *file);
/* After the last function. */
void fin_debug_finish(struct fin_debug *d);
void fin_debug_free(struct fin_debug *d); /* NULL is allowed */

/* The function being made, at its first loc. */
void fin_debug_function(struct fin_lower *w, const struct fin_loc *loc);
/* Code from here on is of `loc`, NULL: of no line in particular. */
void fin_debug_location(struct fin_lower *w, const struct fin_loc *loc);

#endif
