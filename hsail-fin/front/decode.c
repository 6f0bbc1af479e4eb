/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Turns a BRIG module into the own IR: variables, kernels and functions (PRM 18.5.1).
 *
 * The module has passed brig_verify(), so a look-up fails with BUG() where the verifier guarantees
 * that it succeeds. References to a symbol point to its definition, or to its first declaration
 * when there is none; the IR has one variable or function for each directive that references can
 * point to. */
#include "hsaemu/kernel_abi.h"
#include "ir/ir.h"
#include "front/front.h"

static struct str data_str(const struct fin_module *m, uint32_t off)
{
	struct str s;

	if (!brig_data(m->view, off, &s))
		BUG("string at data+0x%x after verification", off);
	return s;
}

static struct brig_entry entry_at(const struct fin_module *m, uint32_t off)
{
	struct brig_entry e;

	if (!brig_code_at(m->view, off, &e))
		BUG("entry at code+0x%x after verification", off);
	return e;
}

static bool add_variable(struct fin_module *m, const struct brig_entry *e,
	const struct fin_function *owner)
{
	const struct brig_directive_variable *b = &e->u.variable;
	struct fin_variable *v = ARENA_NEW(m->arena, struct fin_variable);

	v->off = e->off;
	v->index = (uint32_t)m->variable_count;
	v->name = data_str(m, b->name);
	v->type = isa_type_find(b->type);
	v->segment = b->segment;
	v->linkage = b->linkage;
	v->allocation = b->allocation;
	v->definition = b->modifier & BRIG_VARIABLE_DEFINITION;
	v->is_const = b->modifier & BRIG_VARIABLE_CONST;
	v->is_array = b->type & BRIG_TYPE_ARRAY;
	v->module_scope = owner == NULL;
	v->align = 1u << (b->align - 1);
	v->dim = b->dim;
	if (v->dim > FIN_MAX_BYTES / (v->type->bits / 8)) {
		diag_error(m->diag, fin_place(m, v->off),
			"variable '" STR_FMT "' has more than 1 GiB", STR_ARG(v->name));
		return false;
	}
	v->bytes = v->type->bits / 8 * (v->is_array ? v->dim : 1);
	v->init = b->init;
	v->owner = owner;
	ARRAY_GROW(m->variables, m->variable_count, m->variable_cap);
	m->variables[m->variable_count++] = v;
	return true;
}

/* An fbarrier becomes a group variable, because the runtime keeps its state in group memory. */
static void add_fbarrier(struct fin_module *m, const struct brig_entry *e,
	const struct fin_function *owner)
{
	const struct brig_directive_fbarrier *b = &e->u.fbarrier;
	struct fin_variable *v = ARENA_NEW(m->arena, struct fin_variable);

	v->off = e->off;
	v->index = (uint32_t)m->variable_count;
	v->name = data_str(m, b->name);
	v->type = isa_type_find(BRIG_TYPE_B32);
	v->segment = BRIG_SEGMENT_GROUP;
	v->linkage = b->linkage;
	v->allocation = BRIG_ALLOCATION_AUTOMATIC;
	v->definition = b->modifier & BRIG_VARIABLE_DEFINITION;
	v->is_array = v->is_fbarrier = true;
	v->module_scope = owner == NULL;
	v->align = HSAEMU_FBARRIER_ALIGN;
	v->bytes = HSAEMU_FBARRIER_BYTES;
	v->dim = v->bytes / (v->type->bits / 8);
	v->owner = owner;
	ARRAY_GROW(m->variables, m->variable_count, m->variable_cap);
	m->variables[m->variable_count++] = v;
}

const struct fin_variable *fin_variable_at(const struct fin_module *m, uint32_t off)
{
	size_t lo = 0, hi = m->variable_count;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (m->variables[mid]->off < off)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == m->variable_count || m->variables[lo]->off != off)
		BUG("no variable at code+0x%x", off);
	return m->variables[lo];
}

struct fin_function *fin_function_at(const struct fin_module *m, uint32_t off)
{
	size_t lo = 0, hi = m->function_count;

	while (lo < hi) { /* they are in the order of the code section */
		size_t mid = lo + (hi - lo) / 2;
		if (m->functions[mid]->off < off)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == m->function_count || m->functions[lo]->off != off)
		BUG("no function at code+0x%x", off);
	return m->functions[lo];
}

static void add_function(struct fin_module *m, const struct brig_entry *e)
{
	const struct brig_directive_executable *x = &e->u.executable;
	struct fin_function *f = fin_function_new(m);

	f->name = data_str(m, x->name);
	f->off = e->off;
	f->is_kernel = e->kind == BRIG_KIND_DIRECTIVE_KERNEL;
	f->is_indirect = e->kind == BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION;
	f->is_signature = e->kind == BRIG_KIND_DIRECTIVE_SIGNATURE;
	f->definition = (x->modifier & BRIG_EXECUTABLE_DEFINITION) != 0 && !f->is_signature;
	f->program_linkage = x->linkage == BRIG_LINKAGE_PROGRAM;
	f->in_count = x->in_arg_count;
	f->out_count = x->out_arg_count;
	ARRAY_GROW(m->functions, m->function_count, m->function_cap);
	m->functions[m->function_count++] = f;
}

/* Adds all variables in [begin, end) of the code section, in order. */
static bool add_variables(struct fin_module *m, uint32_t begin, uint32_t end,
	const struct fin_function *owner)
{
	bool ok = true;

	for (uint32_t off = begin; off < end;) {
		struct brig_entry e = entry_at(m, off);

		if (e.kind == BRIG_KIND_DIRECTIVE_VARIABLE)
			ok = add_variable(m, &e, owner) && ok;
		else if (e.kind == BRIG_KIND_DIRECTIVE_FBARRIER)
			add_fbarrier(m, &e, owner);
		off += e.bytes;
	}
	return ok;
}

static uint32_t code_begin(const struct fin_module *m)
{
	return m->view->sections[BRIG_SECTION_INDEX_CODE].header_len;
}

static uint32_t code_end(const struct fin_module *m)
{
	return (uint32_t)m->view->sections[BRIG_SECTION_INDEX_CODE].len;
}

static bool is_executable(const struct brig_entry *e)
{
	return e->kind == BRIG_KIND_DIRECTIVE_KERNEL || e->kind == BRIG_KIND_DIRECTIVE_FUNCTION ||
	       e->kind == BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION ||
	       e->kind == BRIG_KIND_DIRECTIVE_SIGNATURE;
}

/* Collects the formals, which follow the directive of `f`: outputs first, then inputs. */
static void collect_formals(struct fin_function *f)
{
	const struct fin_module *m = f->module;
	struct brig_entry e = entry_at(m, f->off);
	uint32_t off = f->off + e.bytes;

	f->in = ARENA_ARRAY(m->arena, const struct fin_variable *, f->in_count);
	f->out = ARENA_ARRAY(m->arena, const struct fin_variable *, f->out_count);
	for (uint32_t i = 0; i < f->out_count + f->in_count;) {
		struct brig_entry v = entry_at(m, off);

		if (v.kind == BRIG_KIND_DIRECTIVE_VARIABLE) {
			const struct fin_variable *var = fin_variable_at(m, off);

			if (i < f->out_count)
				f->out[i] = var;
			else
				f->in[i - f->out_count] = var;
			i++;
		}
		off += v.bytes;
	}
}

/* Collects all symbols before any body is decoded, so that bodies can refer to what comes later. */
static bool collect_symbols(struct fin_module *m)
{
	bool ok = true;

	for (uint32_t off = code_begin(m); off < code_end(m);) {
		struct brig_entry e = entry_at(m, off);

		off += e.bytes;
		if (e.kind == BRIG_KIND_DIRECTIVE_VARIABLE) {
			ok = add_variable(m, &e, NULL) && ok;
		} else if (e.kind == BRIG_KIND_DIRECTIVE_FBARRIER) {
			add_fbarrier(m, &e, NULL);
		} else if (is_executable(&e)) {
			add_function(m, &e);
			ok = add_variables(m, off, e.u.executable.next_module_entry,
				     m->functions[m->function_count - 1]) &&
			     ok;
			off = e.u.executable.next_module_entry;
		}
	}
	for (size_t i = 0; ok && i < m->function_count; i++)
		collect_formals(m->functions[i]);
	return ok;
}

static bool is_wanted(const struct fin_module *m, const struct fin_function *f)
{
	return m->kernel == NULL || !f->is_kernel || str_is(f->name, m->kernel);
}

/* Kernels that nobody wants are declared only. */
static bool decode_bodies(struct fin_module *m)
{
	bool ok = true;

	for (size_t i = 0; i < m->function_count; i++) {
		struct fin_function *f = m->functions[i];
		struct brig_entry e = entry_at(m, f->off);

		f->definition = f->definition && is_wanted(m, f);
		ok = fin_find_device_function(f) && ok;
		if (f->definition)
			ok = fin_decode_body(f, e.u.executable.first_code_block_entry,
				     e.u.executable.next_module_entry) &&
			     ok;
	}
	return ok;
}

bool fin_decode(struct fin_module *m)
{
	if (!brig_module(m->view, &m->header))
		BUG("no module directive after verification");
	m->name = data_str(m, m->header.name);
	m->large = m->header.machine_model == BRIG_MACHINE_LARGE;
	m->float_round = m->header.default_float_round;
	if (m->float_round == BRIG_ROUND_FLOAT_DEFAULT)
		m->float_round = m->program_round;
	return collect_symbols(m) && fin_read_pragmas(m) && decode_bodies(m);
}
