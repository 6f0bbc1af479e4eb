/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How modules become code, with the cache and the compiling half behind it. */
#ifndef HSAEMU_HSA_FINALIZER_IMPL_H
#define HSAEMU_HSA_FINALIZER_IMPL_H

#include "hsaemu/compiler.h"
#include "objects_impl.h"

/* Returns NULL when there is no memory. Nothing is loaded or written yet. */
struct hr_finalizer *hr_finalizer_new(void);
void hr_finalizer_free(struct hr_finalizer *f);
/* Makes code of a program, or takes it from the cache. The caller has one reference to it.
 * FINALIZATION_FAILED: the program was refused, or the compiling half is not installed. */
hsa_status_t hr_finalize(struct hr_finalizer *f, const struct hsaemu_program *job,
	struct hr_code **out) NODISCARD;
/* Applies options as text, which may be NULL. */
void hr_finalize_options(const char *options, struct hsaemu_program *p);

#endif
