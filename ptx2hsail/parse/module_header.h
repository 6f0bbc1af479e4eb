/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The directives that begin a module: its version, target and size of addresses. */
#ifndef HSAEMU_PTX_MODULE_HEADER_H
#define HSAEMU_PTX_MODULE_HEADER_H

#include "parse/parser.h"

void ptx_act_version(struct ptx_parser *p, struct ptx_span *loc, struct str version);
void ptx_act_address_size(struct ptx_parser *p, struct ptx_span *loc, uint64_t bits);
void ptx_act_target(struct ptx_parser *p, struct ptx_span *loc, struct str word);
/* At the end of the module: returns false, after a message, if it lacks its version or target. */
bool ptx_has_version(struct ptx_parser *p);

#endif
