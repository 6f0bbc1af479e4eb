/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names and attributes of symbols. Those of code objects (hsa_code_symbol_info_t) have the numbers
 * of those of executables (hsa_executable_symbol_info_t), which are some more. */
#include <string.h>
#include "objects_impl.h"

_Static_assert((int)HSA_CODE_SYMBOL_INFO_TYPE == (int)HSA_EXECUTABLE_SYMBOL_INFO_TYPE &&
		       (int)HSA_CODE_SYMBOL_INFO_IS_DEFINITION ==
			       (int)HSA_EXECUTABLE_SYMBOL_INFO_IS_DEFINITION &&
		       (int)HSA_CODE_SYMBOL_INFO_KERNEL_CALL_CONVENTION ==
			       (int)HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_CALL_CONVENTION,
	"both have the same numbers");

/* ---- names ----------------------------------------------------------------------------------- */

bool hr_symbol_is_in(const struct hr_symbol *sym, const char *module, const char *name)
{
	if (strcmp(sym->name, name) != 0)
		return false;
	return module == NULL ? sym->linkage == HSA_SYMBOL_LINKAGE_PROGRAM
	                      : sym->linkage == HSA_SYMBOL_LINKAGE_MODULE &&
	                                strcmp(sym->module, module) == 0;
}

bool hr_symbol_has_name(const struct hr_symbol *sym, const char *name)
{
	if (sym->linkage == HSA_SYMBOL_LINKAGE_PROGRAM)
		return strcmp(sym->name, name) == 0;
	size_t n = strlen(sym->module);
	return strncmp(name, sym->module, n) == 0 && strncmp(name + n, "::", 2) == 0 &&
	       strcmp(name + n + 2, sym->name) == 0;
}

/* ---- attributes ------------------------------------------------------------------------------ */

/* Where an attribute is, and which symbols have it; the others have 0. */
enum { ANY = 1 << 3 };
#define OF(kind) (1 << HSA_SYMBOL_KIND_##kind)
#define FIELD(attribute, owners, member) \
	{HSA_EXECUTABLE_SYMBOL_INFO_##attribute, owners, offsetof(struct hr_symbol, member), \
		sizeof(((struct hr_symbol *)NULL)->member)}
static const struct field {
	uint32_t attribute;
	unsigned owners; /* ANY, or a set of OF() */
	size_t off, bytes;
} fields[] = {
	FIELD(TYPE, ANY, kind),
	FIELD(NAME_LENGTH, ANY, name_length),
	FIELD(MODULE_NAME_LENGTH, ANY, module_length),
	FIELD(LINKAGE, ANY, linkage),
	FIELD(IS_DEFINITION, ANY, is_definition),
	FIELD(AGENT, ANY, agent),
	FIELD(VARIABLE_ALLOCATION, OF(VARIABLE), allocation),
	FIELD(VARIABLE_SEGMENT, OF(VARIABLE), segment),
	FIELD(VARIABLE_ALIGNMENT, OF(VARIABLE), align),
	FIELD(VARIABLE_SIZE, OF(VARIABLE), bytes),
	FIELD(VARIABLE_IS_CONST, OF(VARIABLE), is_const),
	FIELD(KERNEL_KERNARG_SEGMENT_SIZE, OF(KERNEL), kernarg_bytes),
	FIELD(KERNEL_KERNARG_SEGMENT_ALIGNMENT, OF(KERNEL), kernarg_align),
	FIELD(KERNEL_GROUP_SEGMENT_SIZE, OF(KERNEL), group_bytes),
	FIELD(KERNEL_PRIVATE_SEGMENT_SIZE, OF(KERNEL), private_bytes),
};

/* These are the same for all symbols. rt gives call stacks their room itself, and there is one
 * calling convention. */
static size_t bytes_of_constant(uint32_t attribute)
{
	switch (attribute) {
	case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_DYNAMIC_CALLSTACK:
		return sizeof(bool);
	case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_CALL_CONVENTION:
	case HSA_EXECUTABLE_SYMBOL_INFO_INDIRECT_FUNCTION_CALL_CONVENTION:
		return sizeof(uint32_t);
	}
	return 0;
}

/* Returns the kind of symbol that has this address as its attribute, or -1. */
static int kind_with_address(uint32_t attribute)
{
	switch (attribute) {
	case HSA_EXECUTABLE_SYMBOL_INFO_VARIABLE_ADDRESS:
		return HSA_SYMBOL_KIND_VARIABLE;
	case HSA_EXECUTABLE_SYMBOL_INFO_KERNEL_OBJECT:
		return HSA_SYMBOL_KIND_KERNEL;
	case HSA_EXECUTABLE_SYMBOL_INFO_INDIRECT_FUNCTION_OBJECT:
		return HSA_SYMBOL_KIND_INDIRECT_FUNCTION;
	}
	return -1;
}

/* Addresses are 0 until the executable is frozen. */
static void put_address(const struct hr_symbol *sym, uint32_t attribute, void *value)
{
	bool narrow =
		sym->is_small && attribute == HSA_EXECUTABLE_SYMBOL_INFO_INDIRECT_FUNCTION_OBJECT;
	uint64_t address = 0;
	if ((int)sym->kind == kind_with_address(attribute)) {
		pthread_mutex_lock(&sym->executable->lock);
		if (sym->executable->state == HSA_EXECUTABLE_STATE_FROZEN)
			address = sym->address;
		pthread_mutex_unlock(&sym->executable->lock);
	}
	if (narrow)
		memcpy(value, &(uint32_t){(uint32_t)address}, sizeof(uint32_t));
	else
		memcpy(value, &address, sizeof address);
}

hsa_status_t hr_symbol_info(const struct hr_symbol *sym, uint32_t attribute, void *value)
{
	if (value == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (attribute == HSA_EXECUTABLE_SYMBOL_INFO_NAME) {
		memcpy(value, sym->name, sym->name_length);
		return HSA_STATUS_SUCCESS;
	}
	if (attribute == HSA_EXECUTABLE_SYMBOL_INFO_MODULE_NAME) {
		memcpy(value, sym->module, sym->module_length);
		return HSA_STATUS_SUCCESS;
	}
	if (sym->executable != NULL && kind_with_address(attribute) >= 0) {
		put_address(sym, attribute, value);
		return HSA_STATUS_SUCCESS;
	}
	for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
		const struct field *f = &fields[i];
		if (f->attribute != attribute)
			continue;
		if (f->owners == ANY || (f->owners >> sym->kind & 1) != 0)
			memcpy(value, (const char *)sym + f->off, f->bytes);
		else
			memset(value, 0, f->bytes);
		return HSA_STATUS_SUCCESS;
	}
	size_t zeros = bytes_of_constant(attribute);
	if (zeros == 0)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	memset(value, 0, zeros);
	return HSA_STATUS_SUCCESS;
}
