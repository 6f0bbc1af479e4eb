/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a source language says of kernels (docs/kernel-abi.md):
 *
 *     pragma "hsaemu.kernel_arg", &kernel, INDEX, "value_kind=global_buffer", "name=src", ...;
 *     pragma "hsaemu.kernel", &kernel, "vec_type_hint=float4", ...;
 *
 * at module scope. It changes no code: it is for the metadata. */
#include "front/pragma.h"

static struct fin_function *kernel_of(const struct pragma_reader *r)
{
	struct fin_function *f = r->operands.count > 1 ? fin_pragma_executable(r, 1) : NULL;

	if (f != NULL && f->is_kernel && f->definition)
		return f;
	fin_pragma_refuse(r, "wants a kernel that the module defines");
	return NULL;
}

static bool property(const struct pragma_reader *r, uint32_t i, struct str *text)
{
	struct brig_operand o = fin_pragma_operand(r, i);

	return (o.kind == BRIG_KIND_OPERAND_STRING &&
		       brig_data(r->m->view, o.u.string.string, text)) ||
	       fin_pragma_refuse(r, "properties are strings");
}

static bool refuse_property(const struct pragma_reader *r, struct str text, const char *why)
{
	return fin_pragma_refuse(r,
		arena_printf(r->m->arena, "'" STR_FMT "' %s", STR_ARG(text), why));
}

static struct kernel_arg_info *new_infos(struct fin_function *f)
{
	struct kernel_arg_info *infos =
		ARENA_ARRAY(f->module->arena, struct kernel_arg_info, f->in_count);

	for (uint32_t i = 0; i < f->in_count; i++)
		kernel_arg_info_init(&infos[i]);
	return infos;
}

/* What stands for a buffer, an image or a sampler is an address or a handle. */
static bool fits(const struct fin_module *m, const struct fin_variable *v,
	const struct kernel_arg_info *info)
{
	return info->kind == KERNEL_ARG_BY_VALUE || v->bytes == 8 || (v->bytes == 4 && !m->large);
}

bool fin_read_kernel_arg_pragma(const struct pragma_reader *r)
{
	struct fin_function *f = kernel_of(r);
	struct kernel_arg_info *info;
	uint64_t index;
	struct str text;

	if (f == NULL)
		return false;
	if (r->operands.count < 4)
		return fin_pragma_refuse(r, "wants a kernel, a number and properties");
	if (!fin_pragma_number(r, 2, &index))
		return false;
	if (index >= f->in_count)
		return fin_pragma_refuse(r, "the kernel has no argument of this number");
	if (f->arg_infos == NULL)
		f->arg_infos = new_infos(f);
	info = &f->arg_infos[index];
	if (info->seen != 0)
		return fin_pragma_refuse(r, "there is another one for this argument");
	for (uint32_t i = 3; i < r->operands.count; i++) {
		const char *why = NULL;
		if (!property(r, i, &text))
			return false;
		why = kernel_arg_info_add(info, text, r->m->arena);
		if (why != NULL)
			return refuse_property(r, text, why);
	}
	return fits(r->m, f->in[index], info) ||
	       fin_pragma_refuse(r, "the argument's size is not that of its value_kind");
}

bool fin_read_kernel_pragma(const struct pragma_reader *r)
{
	struct fin_function *f = kernel_of(r);
	struct str text;

	if (f == NULL)
		return false;
	if (r->operands.count < 3)
		return fin_pragma_refuse(r, "wants a kernel and properties");
	if (f->info != NULL)
		return fin_pragma_refuse(r, "there is another one for this kernel");
	f->info = ARENA_NEW(r->m->arena, struct kernel_info);
	kernel_info_init(f->info);
	for (uint32_t i = 2; i < r->operands.count; i++) {
		const char *why = NULL;
		if (!property(r, i, &text))
			return false;
		why = kernel_info_add(f->info, text, r->m->arena);
		if (why != NULL)
			return refuse_property(r, text, why);
	}
	return true;
}
