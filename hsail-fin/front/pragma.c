/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Pragmas of ours (PRM 13.3; others are for other tools):
 *
 *     pragma "hsaemu.address", &var, OFFSET, &target, ADDEND;
 *
 * at module scope: the 8 bytes of `var` at OFFSET initially hold the flat address of the variable
 * `target`, or the handle of the function `target`, plus ADDEND. Functions that are not indirect
 * ones get handles by this.
 *
 *     pragma "hsaemu.weak", &symbol;
 *
 * at module scope: another module may define it, too. docs/kernel-abi.md. kernel_pragma.c has those
 * about kernels. */
#include <stdlib.h>

#include "ir/ir.h"
#include "front/front.h"
#include "front/pragma.h"

static const char address_pragma[] = "hsaemu.address", weak_pragma[] = "hsaemu.weak";
enum { ADDRESS_OPERANDS = 5, WEAK_OPERANDS = 2 };

bool fin_pragma_refuse(const struct pragma_reader *r, const char *why)
{
	diag_error(r->m->diag, fin_place(r->m, r->off), "pragma \"%s\": %s", r->name, why);
	return false;
}

struct brig_operand fin_pragma_operand(const struct pragma_reader *r, uint32_t i)
{
	struct brig_operand o;

	if (!brig_operand_at(r->m->view, brig_list_at(&r->operands, i), &o))
		BUG("operand of a pragma after verification");
	return o;
}

static bool is_named(const struct pragma_reader *r, const char *text)
{
	struct brig_operand o = fin_pragma_operand(r, 0);
	struct str name;

	return o.kind == BRIG_KIND_OPERAND_STRING &&
	       brig_data(r->m->view, o.u.string.string, &name) && str_is(name, text);
}

bool fin_pragma_number(const struct pragma_reader *r, uint32_t i, uint64_t *value)
{
	struct brig_operand o = fin_pragma_operand(r, i);
	struct str bytes;

	if (o.kind != BRIG_KIND_OPERAND_CONSTANT_BYTES || o.u.constant.type != BRIG_TYPE_U64 ||
		!brig_data(r->m->view, o.u.constant.bytes, &bytes) || bytes.n != sizeof *value)
		return fin_pragma_refuse(r, "numbers are integer constants");
	*value = le64((const uint8_t *)bytes.p);
	return true;
}

static bool has_address(const struct fin_variable *v)
{
	return v->segment == BRIG_SEGMENT_GLOBAL || v->segment == BRIG_SEGMENT_READONLY;
}

/* The variable that operand `i` names, or NULL. */
static struct fin_variable *any_variable(const struct pragma_reader *r, uint32_t i)
{
	struct brig_operand o = fin_pragma_operand(r, i);
	struct brig_entry e;

	if (o.kind != BRIG_KIND_OPERAND_CODE_REF ||
		!brig_code_at(r->m->view, o.u.code_ref.ref, &e) ||
		e.kind != BRIG_KIND_DIRECTIVE_VARIABLE)
		return NULL;
	return r->m->variables[fin_variable_at(r->m, e.off)->index];
}

/* The global or readonly variable that operand `i` names, or NULL. Only these have an address. */
static struct fin_variable *variable(const struct pragma_reader *r, uint32_t i)
{
	struct fin_variable *v = any_variable(r, i);

	return v != NULL && has_address(v) ? v : NULL;
}

struct fin_function *fin_pragma_executable(const struct pragma_reader *r, uint32_t i)
{
	struct brig_operand o = fin_pragma_operand(r, i);
	struct brig_entry e;

	if (o.kind != BRIG_KIND_OPERAND_CODE_REF ||
		!brig_code_at(r->m->view, o.u.code_ref.ref, &e) ||
		(e.kind != BRIG_KIND_DIRECTIVE_KERNEL && e.kind != BRIG_KIND_DIRECTIVE_FUNCTION &&
			e.kind != BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION))
		return NULL;
	return fin_function_at(r->m, e.off);
}

static bool read_address(const struct pragma_reader *r)
{
	struct fin_symbolic a = {.off = r->off};
	struct fin_function *f;

	if (!r->m->large) {
		diag_unsupported(r->m->diag, fin_place(r->m, r->off),
			"pragma \"%s\" in the small machine model", address_pragma);
		return false;
	}
	if (r->operands.count != ADDRESS_OPERANDS)
		return fin_pragma_refuse(r,
			"wants a variable, an offset, what is meant, and an addend");
	a.variable = variable(r, 1);
	if (a.variable == NULL || !a.variable->definition)
		return fin_pragma_refuse(r,
			"only global and readonly variables that the module defines have "
			"initial values");
	if (!fin_pragma_number(r, 2, &a.offset) || !fin_pragma_number(r, 4, &a.addend))
		return false;
	a.target = variable(r, 3);
	f = fin_pragma_executable(r, 3);
	if (f != NULL && !f->is_kernel)
		a.target = fin_handle_variable(r->m, f);
	if (a.target == NULL)
		return fin_pragma_refuse(r,
			"only global and readonly variables and functions have addresses");
	if (a.variable->bytes < FIN_ADDRESS_BYTES ||
		a.offset > a.variable->bytes - FIN_ADDRESS_BYTES)
		return fin_pragma_refuse(r, "the address is not within the variable");
	ARRAY_GROW(r->m->addresses, r->m->address_count, r->m->address_cap);
	r->m->addresses[r->m->address_count++] = a;
	return true;
}

static bool read_weak(const struct pragma_reader *r)
{
	struct fin_variable *v = r->operands.count == WEAK_OPERANDS ? any_variable(r, 1) : NULL;
	struct fin_function *f =
		r->operands.count == WEAK_OPERANDS ? fin_pragma_executable(r, 1) : NULL;

	if (v != NULL && v->definition && v->linkage == BRIG_LINKAGE_PROGRAM)
		return v->is_weak = true;
	if (f != NULL && f->definition && f->program_linkage)
		return f->is_weak = true;
	return fin_pragma_refuse(r,
		"wants one variable, kernel or function that the module defines, with program "
		"linkage");
}

static const struct {
	const char *name;
	bool (*read)(const struct pragma_reader *r);
} pragmas[] = {
	{address_pragma, read_address},
	{weak_pragma, read_weak},
	{KERNEL_ARG_PRAGMA, fin_read_kernel_arg_pragma},
	{KERNEL_PRAGMA, fin_read_kernel_pragma},
};

static bool read_pragma(struct fin_module *m, const struct brig_entry *e)
{
	struct pragma_reader r = {.m = m, .off = e->off};

	if (!brig_list(m->view, e->u.pragma.operands, &r.operands))
		BUG("list of a pragma after verification");
	for (size_t i = 0; i < ARRAY_LEN(pragmas); i++) {
		r.name = pragmas[i].name;
		if (is_named(&r, r.name))
			return pragmas[i].read(&r);
	}
	return true;
}

static int by_place(const void *a, const void *b)
{
	const struct fin_symbolic *x = a, *y = b;

	if (x->variable != y->variable)
		return x->variable->index < y->variable->index ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Sorts the addresses, and gives each variable those in its initial value. */
static bool distribute(struct fin_module *m)
{
	if (m->address_count != 0)
		qsort(m->addresses, m->address_count, sizeof *m->addresses, by_place);
	for (size_t i = 0; i < m->address_count; i++) {
		struct fin_symbolic *a = &m->addresses[i];
		struct fin_variable *v = a->variable;

		if (v->address_count++ == 0)
			v->addresses = a;
		else if (a->offset - a[-1].offset < FIN_ADDRESS_BYTES)
			return fin_pragma_refuse(&(struct pragma_reader){.m = m,
							 .name = address_pragma,
							 .off = a->off},
				"another address is in the same place");
	}
	return true;
}

bool fin_read_pragmas(struct fin_module *m)
{
	const struct brig_view *v = m->view;
	uint32_t off = v->sections[BRIG_SECTION_INDEX_CODE].header_len;
	uint32_t end = (uint32_t)v->sections[BRIG_SECTION_INDEX_CODE].len;
	struct brig_entry e;
	bool ok = true;

	while (off < end) {
		if (!brig_code_at(v, off, &e))
			BUG("entry at code+0x%x after verification", off);
		switch (e.kind) {
		case BRIG_KIND_DIRECTIVE_PRAGMA:
			ok = read_pragma(m, &e) && ok;
			break;
		case BRIG_KIND_DIRECTIVE_KERNEL:
		case BRIG_KIND_DIRECTIVE_FUNCTION:
		case BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION:
		case BRIG_KIND_DIRECTIVE_SIGNATURE:
			off = e.u.executable.next_module_entry;
			continue;
		}
		off += e.bytes;
	}
	return ok && distribute(m);
}
