/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pragmas about kernels, for which PTX has strings only:
 *
 *     .pragma "hsaemu.kernel_arg", "kernel", "0", "value_kind=global_buffer", "name=src";
 *     .pragma "hsaemu.kernel", "kernel", "vec_type_hint=float4";
 *
 * at module scope. Properties are checked here, where there are places for messages, and passed on
 * as they are. Other pragmas have no effect (PTX ISA 11.4). */
#include "base/func.h"
#include "base/message.h"
#include "base/scope.h"
#include "base/tr.h"
#include "declare/kernel_pragmas.h"
#include "hsaemu/kernel_info.h"

/* Returns the kernel that the second word names, or NULL; after a message unless the kernel has its
 * own. */
static const struct func *kernel_of(struct tr *t, const struct ptx_word *first)
{
	const struct ptx_word *word = first->next;
	if (word == NULL || word->next == NULL) {
		tr_error(t, first->span, "pragma \"" STR_FMT "\" lacks words",
			STR_ARG(first->text));
		return NULL;
	}
	const struct symbol *s = scope_find(t, t->module.globals, word->text);
	if (s == NULL || s->kind != SYM_FUNC || !s->func->ptx->is_entry ||
		!s->func->ptx->has_body) {
		tr_error(t, word->span, "'" STR_FMT "' is no kernel that the module defines",
			STR_ARG(word->text));
		return NULL;
	}
	return s->func->is_valid && s->func->callee.code_off != 0 ? s->func : NULL;
}

static uint32_t string_operand(struct tr *t, struct str text)
{
	return brig_build_string_operand(t->module.brig, text);
}

static bool check_property(struct tr *t, const struct ptx_word *w, const char *why)
{
	if (why != NULL)
		tr_error(t, w->span, "'" STR_FMT "' %s", STR_ARG(w->text), why);
	return why == NULL;
}

/* Writes the pragma: the operands at first, then the words from `w` on. */
static void emit(struct tr *t, const uint32_t *first, uint32_t count, const struct ptx_word *w)
{
	uint32_t total = count;
	for (const struct ptx_word *p = w; p != NULL; p = p->next)
		total++;
	uint32_t *operands = ARENA_ARRAY(&t->arena, uint32_t, total);
	memcpy(operands, first, count * sizeof *operands);
	for (; w != NULL; w = w->next)
		operands[count++] = string_operand(t, w->text);
	brig_build_pragma(t->module.brig, operands, count);
}

static bool take_index(struct tr *t, const struct func *f, const struct ptx_word *w,
	uint64_t *index)
{
	struct str rest = w->text;
	if (!str_take_decimal(&rest, index) || rest.n != 0 || *index >= f->param_count) {
		tr_error(t, w->span, "kernel '" STR_FMT "' has no parameter '" STR_FMT "'",
			STR_ARG(f->ptx->name), STR_ARG(w->text));
		return false;
	}
	if (w->next == NULL)
		tr_error(t, w->span, "a parameter has no properties");
	return w->next != NULL;
}

static void emit_arg(struct tr *t, const struct ptx_word *first)
{
	const struct func *f = kernel_of(t, first);
	struct kernel_arg_info info;
	uint64_t index;
	if (f == NULL || !take_index(t, f, first->next->next, &index))
		return;
	const struct ptx_word *properties = first->next->next->next;
	kernel_arg_info_init(&info);
	for (const struct ptx_word *w = properties; w != NULL; w = w->next)
		if (!check_property(t, w, kernel_arg_info_add(&info, w->text, &t->arena)))
			return;
	uint32_t operands[] = {string_operand(t, first->text),
		brig_build_code_ref(t->module.brig, f->callee.code_off),
		brig_build_constant(t->module.brig, BRIG_TYPE_U64, &index, sizeof index)};
	emit(t, operands, ARRAY_LEN(operands), properties);
}

static void emit_kernel(struct tr *t, const struct ptx_word *first)
{
	const struct func *f = kernel_of(t, first);
	struct kernel_info info;
	if (f == NULL)
		return;
	const struct ptx_word *properties = first->next->next;
	kernel_info_init(&info);
	for (const struct ptx_word *w = properties; w != NULL; w = w->next)
		if (!check_property(t, w, kernel_info_add(&info, w->text, &t->arena)))
			return;
	uint32_t operands[] = {string_operand(t, first->text),
		brig_build_code_ref(t->module.brig, f->callee.code_off)};
	emit(t, operands, ARRAY_LEN(operands), properties);
}

void tr_emit_kernel_pragmas(struct tr *t)
{
	for (const struct ptx_pragma *p = t->ptx->pragmas; p != NULL; p = p->next) {
		if (str_is(p->first->text, KERNEL_ARG_PRAGMA))
			emit_arg(t, p->first);
		else if (str_is(p->first->text, KERNEL_PRAGMA))
			emit_kernel(t, p->first);
	}
}
