/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* PTX declares and calls functions of the system (CUDA C++ Programming Guide; PTX Writer's Guide).
 * The device library has some of them under its own names (docs/kernel-abi.md). This file gives
 * declarations those names. */
#include "base/message.h"
#include "base/tr.h"
#include "declare/system_functions.h"

struct device_function { /* a row of device_functions.def */
	const char *name;
	unsigned result;       /* bytes of the result; 0: none */
	const char *arguments; /* bytes of each argument, as digits */
	bool for_all_models;   /* there is no second form, named _32, for 32-bit addresses */
};

static const struct device_function functions[] = {
#define DEVICE_FUNCTION(name, result, arguments) {#name, result, arguments, false},
#define DISPATCH_FUNCTION(name, result, field) {#name, result, "", true},
#include "hsaemu/device_functions.def"
};

static const struct {
	const char *ptx, *device;
} names[] = {
	{"vprintf", "vprintf"},
	{"printf", "printf"}, /* called by OpenCL C */
	{"malloc", "malloc"},
	{"free", "free"},
	{"__assertfail", "assertfail"},
	{"cudaGraphSetConditional", "setcondition"}, /* of code that was compiled elsewhere */
	{"%groupsize", "groupsize"},                 /* for special registers */
	{"%deadlock", "deadlock"},                   /* for barriers */
	{"__hsaemu_global_offset_x", "offset_x"},    /* for OpenCL C, where PTX has no register */
	{"__hsaemu_global_offset_y", "offset_y"},
	{"__hsaemu_global_offset_z", "offset_z"},
	{"__hsaemu_global_size_x", "grid_x"},
	{"__hsaemu_global_size_y", "grid_y"},
	{"__hsaemu_global_size_z", "grid_z"},
	{"__hsaemu_work_dim", "workdim"},
};

static const struct device_function *find(const struct tr *t, struct str ptx_name)
{
	for (size_t i = 0; i < ARRAY_LEN(names); i++) {
		if (!str_is(ptx_name, names[i].ptx))
			continue;
		const char *suffix = t->is_small ? "_32" : "";
		for (size_t k = 0; k < ARRAY_LEN(functions); k++) {
			struct str name = str_from(functions[k].name);
			size_t n = strlen(names[i].device);
			if (str_starts(name, str_from(names[i].device)) &&
				str_is(str_skip(name, n),
					functions[k].for_all_models ? "" : suffix))
				return &functions[k];
		}
	}
	return NULL;
}

static bool fits(const struct ptx_var *v, unsigned bytes)
{
	return !v->is_array && v->vec == 1 && ptx_types[v->type].bits == 8 * bytes;
}

static bool agrees(const struct ptx_func *p, const struct device_function *d)
{
	const char *bytes = d->arguments;
	const struct ptx_var *v = p->params;
	for (; v != NULL && *bytes != 0; v = v->next, bytes++)
		if (!fits(v, (unsigned)(*bytes - '0')))
			return false;
	if (v != NULL || *bytes != 0)
		return false;
	return d->result == 0
	               ? p->rets == NULL
	               : p->rets != NULL && p->rets->next == NULL && fits(p->rets, d->result);
}

static void make_unsigned(struct hir_var *v)
{
	if (v != NULL)
		v->type = isa_type_find(v->type)->bits == 64 ? BRIG_TYPE_U64 : BRIG_TYPE_U32;
}

bool tr_system_function(struct tr *t, struct func *f)
{
	const struct device_function *d = find(t, f->ptx->name);
	if (f->ptx->has_body || d == NULL)
		return true;
	if (!agrees(f->ptx, d)) {
		tr_error(t, f->ptx->span, "'" STR_FMT "' has other parameters in the system",
			STR_ARG(f->ptx->name));
		return false;
	}
	f->is_system = true;
	f->callee.name = str_from(arena_printf(&t->arena, "&hsaemu.%s", d->name));
	make_unsigned(f->ret);
	for (uint32_t i = 0; i < f->param_count; i++)
		make_unsigned(f->params[i]);
	return true;
}

/* Calls of these functions are refused: no kernel can launch kernels here. */
bool tr_is_device_runtime(struct str name)
{
	const struct str prefix = STR("cuda");
	bool is_api = str_starts(name, prefix) && name.n > prefix.n && name.p[prefix.n] >= 'A' &&
	              name.p[prefix.n] <= 'Z';
	return is_api || str_starts(name, STR("__cudaCDP"));
}
