/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* SPIR-V: a module becomes an object, as if its program had been compiled from OpenCL C. */
#ifndef HSAEMU_SPIRV_IMPL_H
#define HSAEMU_SPIRV_IMPL_H

#include "cl_impl.h"

/* spirv.c: makes an object, with messages. */
void fin_spirv_compile(const struct hsaemu_cl_source *s, struct arena *a, struct diag *d,
	struct hsaemu_result *out);

/* spirv_translate.c: has the translator make bitcode for spir64. The status is OK, or there are
 * messages. */
enum hsaemu_status fin_spirv_translate(const struct hsaemu_cl_source *s, struct buf *bitcode,
	struct buf *messages);

/* spirv_functions.c: gives each built-in function that the module calls another name, and appends
 * OpenCL C that defines functions of these names. False after diagnostics. */
bool fin_spirv_functions(LLVMModuleRef m, struct arena *a, struct buf *source,
	struct diag *d) NODISCARD;

/* spirv_types.c: what OpenCL C has for types. */
struct fin_spirv_call {
	const char *name; /* of the function */
	const char **types;
	size_t count;
};
/* Reads the name that clang gives to a built-in function for SPIR (Itanium C++ ABI, 5.1). Returns
 * false if it is no such name, or has types that are no types of OpenCL C. */
bool fin_spirv_read_name(struct str mangled, struct arena *a, struct fin_spirv_call *out) NODISCARD;
/* Returns the type whose values are passed as those of LLVM's type; NULL: there is none. */
const char *fin_spirv_type_of(LLVMTypeRef type, struct arena *a);

/* spirv_spaces.c: writes the text of a module with address spaces of SPIR again, with those of
 * PTX. False after a diagnostic. */
bool fin_spirv_spaces(struct str text, const char *name, struct buf *out, struct diag *d) NODISCARD;

#endif
