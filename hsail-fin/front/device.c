/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions that the device library defines (device_functions.def). A declaration with the name of
 * one must agree with its formals. These functions wait for nobody and use no segment of the
 * kernel, so a call of one changes nothing about how its caller is compiled. Functions that return
 * a field of the dispatch record are not called at all: the field is read in place. */
#include "hsaemu/device_functions.h"
#include "hsaemu/kernel_abi.h"
#include "front/front.h"
#include "ir/ir.h"

static const struct fin_device_function functions[] = {
#define DEVICE_FUNCTION(name, result, arguments) \
	{HSAEMU_DEVICE_PREFIX #name, HSAEMU_DEVICE_ITEM(#name), HSAEMU_DEVICE_WAVE(#name), result, \
		arguments, false, 0, HSAEMU_GPU_SERVICE_##name},
#define DISPATCH_FUNCTION(name, result, field) \
	{HSAEMU_DEVICE_PREFIX #name, HSAEMU_DEVICE_ITEM(#name), HSAEMU_DEVICE_WAVE(#name), result, \
		"", true, offsetof(struct hsaemu_dispatch, field), HSAEMU_GPU_SERVICE_##name},
#include "hsaemu/device_functions.def"
};

static bool is_integer(const struct fin_variable *v, uint32_t bytes)
{
	return !v->is_array && v->bytes == bytes && v->type->kind == ISA_KIND_UNSIGNED;
}

static bool agrees(const struct fin_function *f, const struct fin_device_function *d)
{
	if (f->in_count != strlen(d->arguments) || f->out_count != (d->result != 0))
		return false;
	for (uint32_t i = 0; i < f->in_count; i++)
		if (!is_integer(f->in[i], (uint32_t)(d->arguments[i] - '0')))
			return false;
	return d->result == 0 || is_integer(f->out[0], d->result);
}

bool fin_find_device_function(struct fin_function *f)
{
	const struct fin_module *m = f->module;

	if (f->definition || f->is_indirect || f->is_signature ||
		!str_starts(f->name, STR(HSAEMU_DEVICE_PREFIX)))
		return true;
	for (size_t i = 0; i < ARRAY_LEN(functions); i++)
		if (str_is(f->name, functions[i].name))
			f->device = &functions[i];
	if (f->device != NULL && f->handle != NULL) {
		diag_unsupported(m->diag, fin_place(m, f->off),
			"address of '" STR_FMT "' of the device library", STR_ARG(f->name));
		return false;
	}
	if (f->device != NULL && agrees(f, f->device))
		return true;
	diag_error(m->diag, fin_place(m, f->off),
		f->device == NULL ? "the device library has no function '" STR_FMT "'"
				  : "'" STR_FMT "' has other arguments in the device library",
		STR_ARG(f->name));
	return false;
}
