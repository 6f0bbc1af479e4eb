/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels, functions and signatures: the chain of their entries and their formal arguments (PRM
 * 4.3.2 to 4.3.4, 18.5.1.5). */
#include "brig/verify/verify_function_impl.h"
#include "brig/verify/verify_variable_impl.h"

/* Appends the properties that make two lists of formals equal, so that a list is the key of a
 * map. */
static void add_formal(struct buf *key, const struct brig_directive_variable *var)
{
	buf_u16(key, var->type);
	buf_u8(key, var->align);
	buf_u64(key, var->dim);
}

static bool is_signature(const struct brig_entry *e)
{
	return e->kind == BRIG_KIND_DIRECTIVE_SIGNATURE;
}

static bool check_executable(struct brig_verifier *vf, const struct brig_entry *e)
{
	const struct brig_directive_executable *x = &e->u.executable;
	bool kernel = e->kind == BRIG_KIND_DIRECTIVE_KERNEL;
	if (x->out_arg_count > (kernel ? 0 : 1))
		return FAIL_CODE(vf, e->off, "10.2", "%s has %u output arguments, not at most %d",
			kernel ? "kernel" : "function", x->out_arg_count, kernel ? 0 : 1);
	if (is_signature(e) && x->modifier != BRIG_EXECUTABLE_DEFINITION)
		return FAIL_CODE(vf, e->off, "18.5.1.5", "signature must be a definition");
	if (is_signature(e)
			? x->linkage != BRIG_LINKAGE_NONE
			: x->linkage != BRIG_LINKAGE_PROGRAM && x->linkage != BRIG_LINKAGE_MODULE)
		return FAIL_CODE(vf, e->off, "18.5.1.5", "linkage of a %s must be %s",
			is_signature(e) ? "signature" : "function",
			is_signature(e) ? "none" : "program or module");
	return true;
}

/* Checks `count` formals from `off` on. Returns where they end, or 0 after an error. */
static uint32_t formals(struct brig_verifier *vf, const struct brig_entry *e, uint32_t off,
	unsigned count, bool may_be_unsized, struct buf *key)
{
	bool named = e->u.executable.modifier & BRIG_EXECUTABLE_DEFINITION && !is_signature(e);
	bool kernel = e->kind == BRIG_KIND_DIRECTIVE_KERNEL;
	enum brig_variable_place place =
		kernel ? (named ? BRIG_PLACE_KERNARG : BRIG_PLACE_DECLARED_KERNARG)
		       : (named ? BRIG_PLACE_ARG : BRIG_PLACE_DECLARED_ARG);
	for (unsigned i = 0; i < count; i++) {
		off = brig_verify_skip_none(vf, off);
		if (off >= brig_verify_code_len(vf) ||
			brig_verify_kind(vf, off) != BRIG_KIND_DIRECTIVE_VARIABLE) {
			FAIL_CODE(vf, e->off, "18.5.1.5",
				"function has fewer formal arguments than it says");
			return 0;
		}
		struct brig_entry f;
		brig_verify_code(vf, off, &f);
		brig_verify_variable(vf, &f, place, may_be_unsized && i + 1 == count);
		if (f.u.variable.name == 0 && !is_signature(e))
			FAIL_CODE(vf, off, "4.3.3", "formal argument has no name");
		add_formal(key, &f.u.variable);
		ARRAY_GROW(vf->formal_offs, vf->formal_count, vf->formal_cap);
		vf->formal_offs[vf->formal_count++] = off;
		off += f.bytes;
	}
	return off;
}

static void add_function(struct brig_verifier *vf, uint32_t off, size_t first,
	const struct buf *key)
{
	uint64_t number = vf->formals.count;
	if (!str_map_find(&vf->formals, buf_slice(key), &number))
		str_map_put(&vf->formals, buf_slice(key), number);
	ARRAY_GROW(vf->functions, vf->function_count, vf->function_cap);
	vf->functions[vf->function_count++] = (struct brig_function){off, (uint32_t)number, first};
}

static uint32_t wrong_offset(struct brig_verifier *vf, const struct brig_entry *e,
	const char *field, uint32_t value, uint32_t must)
{
	FAIL_CODE(vf, e->off, "18.5.1.5", "%s is 0x%x: it must be 0x%x", field, value, must);
	return brig_verify_code_len(vf);
}

/* Checks the offsets in the record against the places of the entries. Returns where the executable
 * ends. */
static uint32_t check_chain(struct brig_verifier *vf, const struct brig_entry *e, uint32_t inputs,
	uint32_t body)
{
	const struct brig_directive_executable *x = &e->u.executable;
	bool has_code = x->modifier & BRIG_EXECUTABLE_DEFINITION && !is_signature(e);
	uint32_t next = x->next_module_entry, len = brig_verify_code_len(vf);
	if (next != len && !brig_verify_is_start(vf, BRIG_SECTION_INDEX_CODE, next))
		FAIL_CODE(vf, e->off, "18.5.1.5",
			"next_module_entry is 0x%x: it must be the offset of an entry or the "
			"section's end",
			next);
	else if (next < body)
		FAIL_CODE(vf, e->off, "18.5.1.5",
			"next_module_entry is 0x%x: the function's entries reach to 0x%x", next,
			body);
	else if (x->first_code_block_entry != body)
		return wrong_offset(vf, e, "first_code_block_entry", x->first_code_block_entry,
			body);
	else if (x->first_in_arg != (x->in_arg_count == 0 ? body : inputs))
		return wrong_offset(vf, e, "first_in_arg", x->first_in_arg,
			x->in_arg_count == 0 ? body : inputs);
	else if (!has_code && next != body)
		return wrong_offset(vf, e, "next_module_entry", next, body);
	else
		return next;
	return len;
}

uint32_t brig_verify_executable(struct brig_verifier *vf, const struct brig_entry *e)
{
	const struct brig_directive_executable *x = &e->u.executable;
	struct buf key = BUF_INIT;
	bool variadic = e->kind != BRIG_KIND_DIRECTIVE_KERNEL;
	size_t first = vf->formal_count;
	uint32_t inputs = 0, end = 0;
	if (check_executable(vf, e)) {
		buf_u16(&key, x->out_arg_count);
		inputs = formals(vf, e, e->off + e->bytes, x->out_arg_count, false, &key);
		end = inputs == 0 ? 0 : formals(vf, e, inputs, x->in_arg_count, variadic, &key);
	}
	add_function(vf, e->off, first, &key);
	buf_release(&key);
	if (end == 0)
		return brig_verify_code_len(vf);
	/* Filler before the first formal or body entry belongs to neither. */
	inputs = brig_verify_skip_none(vf, inputs);
	if (x->first_code_block_entry != end)
		end = brig_verify_skip_none(vf, end);
	return check_chain(vf, e, inputs, end);
}

const struct brig_function *brig_verify_function_at(const struct brig_verifier *vf, uint32_t off)
{
	size_t low = 0, high = vf->function_count;
	while (low < high) {
		size_t mid = (low + high) / 2;
		if (vf->functions[mid].off < off)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == vf->function_count || vf->functions[low].off != off)
		BUG("no function at 0x%x", off);
	return &vf->functions[low];
}
