/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The decoder, which turns BRIG into the finalizer's own form. */
#ifndef HSAEMU_FIN_FRONT_H
#define HSAEMU_FIN_FRONT_H

#include "ir/ir.h"

/* ---- decode.c, decode_body.c ---------------------------------------------------------------- */

/* Reads a verified module; false after diagnostics of unsupported features. */
bool fin_decode(struct fin_module *m) NODISCARD;
/* control.c: applies the directives that were given when the finalizer was invoked; false after
 * diagnostics. */
struct finalize_controls;
bool fin_apply_controls(struct fin_module *m, const struct finalize_controls *c) NODISCARD;
/* Fills in the registers, locals and blocks of a definition, whose code is at [begin, end) of the
 * code section; false after diagnostics. */
bool fin_decode_body(struct fin_function *f, uint32_t begin, uint32_t end) NODISCARD;
const struct fin_variable *fin_variable_at(const struct fin_module *m, uint32_t off);
struct fin_function *fin_function_at(const struct fin_module *m, uint32_t off);

/* pragma.c: reads those of the module's pragmas that are ours; false after diagnostics. */
bool fin_read_pragmas(struct fin_module *m) NODISCARD;

/* device.c: sets f->device; false after a diagnostic. The formals of `f` must be known. */
bool fin_find_device_function(struct fin_function *f) NODISCARD;

#endif
