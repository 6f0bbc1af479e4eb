/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* BRIG to the finalizer's own form. */
#ifndef HSAEMU_FIN_FRONT_H
#define HSAEMU_FIN_FRONT_H

#include "ir/ir.h"

/* ---- decode.c, decode_body.c ---------------------------------------------------------------- */

/* Reads a verified module. False after diagnostics (unsupported features). */
bool fin_decode(struct fin_module *m) NODISCARD;
/* control.c: directives that were given when the finalizer was invoked. */
struct finalize_controls;
bool fin_apply_controls(struct fin_module *m, const struct finalize_controls *c) NODISCARD;
/* Registers, locals and blocks of a definition. */
bool fin_decode_body(struct fin_function *f, uint32_t begin, uint32_t end) NODISCARD;
const struct fin_variable *fin_variable_at(const struct fin_module *m, uint32_t off);
struct fin_function *fin_function_at(const struct fin_module *m, uint32_t off);

/* pragma.c: the module's pragmas that are ours; false after diagnostics. */
bool fin_read_pragmas(struct fin_module *m) NODISCARD;

/* device.c: sets `device`; false after a diagnostic. Formals are known. */
bool fin_find_device_function(struct fin_function *f) NODISCARD;

#endif
