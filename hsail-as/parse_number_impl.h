/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Parses numbers as HSAIL spells them. */
#ifndef HSAEMU_AS_PARSE_NUMBER_IMPL_H
#define HSAEMU_AS_PARSE_NUMBER_IMPL_H

#include "statement.h"

enum as_number_fault {
	AS_NUMBER_OK,
	AS_NUMBER_OCTAL,
	AS_NUMBER_RANGE,
	AS_NUMBER_DIGITS,
	AS_NUMBER_OVERFLOW
};
enum as_number_fault as_parse_integer(struct str text, uint64_t *value);
/* Parses a floating-point constant. The character after `text` must not be part of a number. */
enum as_number_fault as_parse_float(struct str text, struct as_literal *out);

#endif
