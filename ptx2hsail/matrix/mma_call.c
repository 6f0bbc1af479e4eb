/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Helpers to call the functions for matrix instructions: they make the function's name and read the
 * operands. */
#include "base/tr.h"
#include "declare/library.h"
#include "matrix/mma_call.h"
#include "operand/elements.h"
#include "operand/registers.h"
#include "operand/sources.h"

/* Appends a word to the name, without what precedes "::": "_f8f6f4" for kind::f8f6f4. */
static void put_word(struct buf *b, struct str s)
{
	for (size_t i = 0; i + 1 < s.n; i++)
		if (s.p[i] == ':' && s.p[i + 1] == ':') {
			s = str_skip(s, i + 2);
			break;
		}
	buf_printf(b, "_" STR_FMT, STR_ARG(s));
}

const char *tr_matrix_name(struct tr *t, struct str space)
{
	struct buf b = BUF_INIT;
	buf_printf(&b, "%%" STR_FMT, STR_ARG(t->at.inst->root));
	for (unsigned i = 0; i < t->at.inst->mod_count; i++) {
		struct str s = t->at.inst->mods[i];
		if (!str_is(s, "sync") && !str_is(s, "aligned") &&
			ptx_space_by_name(s) == PTX_SPACE_NONE)
			put_word(&b, s);
	}
	if (space.n != 0)
		buf_printf(&b, "_" STR_FMT, STR_ARG(space));
	struct str name = str_dup(&t->arena, buf_slice(&b));
	buf_release(&b);
	return arena_printf(&t->arena, STR_FMT, STR_ARG(name));
}

bool tr_matrix_registers(struct tr *t, const struct ptx_operand *o, unsigned written, unsigned used,
	enum ptx_type type, bool is_dest, struct hir_op *out)
{
	struct tr_elements e;
	if (written == 1 && o->kind != PTX_OPND_VECTOR) {
		e.operands[0] = o;
		e.count = 1;
	} else if (!tr_elements(t, o, written, &e)) {
		return false;
	}
	for (unsigned i = 0; i < used; i++) {
		bool ok = is_dest ? tr_dest(t, e.operands[i], type, &out[i])
		                  : tr_source(t, e.operands[i], type, &out[i]);
		if (!ok)
			return false;
	}
	return true;
}

struct func *tr_matrix_function(struct tr *t, const char *name, const struct buf *text)
{
	struct func *f = tr_library_find(t, str_from(name));
	return f != NULL ? f : tr_library_add(t, str_from(name), buf_slice(text));
}
