/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mov and cvt read special registers (PTX ISA 10). Each read computes the value anew; the finalizer
 * combines equal ones. */
#include "base/message.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "declare/library.h"
#include "operand/checks.h"
#include "operand/special_registers.h"

struct special {
	const char *name;
	enum ptx_type type;
	const char *expansion;
};
static const struct special specials[] = {
#define SREG(name, type, expansion) {name, PTX_##type, expansion},
#include "table/ptx_ops.def"
};

static size_t find(struct str name)
{
	size_t i = 0;
	while (i < ARRAY_LEN(specials) && !str_is(name, specials[i].name))
		i++;
	return i;
}

bool tr_is_special_vector(struct tr *t, struct str name)
{
	const char *x = arena_printf(&t->arena, STR_FMT ".x", STR_ARG(name));
	return name.n > 0 && name.p[0] == '%' && find(str_from(x)) < ARRAY_LEN(specials);
}

/* The templates of some registers have an operand A: the size of dynamic or of all group memory, or
 * OpenCL's global offset. The next functions get these values by calls of the system. */
static struct hir_op group_size(struct tr *t, bool is_dynamic)
{
	const struct hir_op which = hir_op_const(is_dynamic);
	struct hir_op size = tr_temp_op(t, BRIG_REGISTER_KIND_SINGLE);
	tr_library_call(t, TR_LIBRARY_GROUP_SIZE, "", &size, &which);
	return size;
}

static struct hir_op global_offset(struct tr *t, enum tr_library id)
{
	struct hir_op offset = tr_temp_op(t, BRIG_REGISTER_KIND_DOUBLE);
	tr_library_call(t, id, "", &offset, NULL);
	return offset;
}

static void bind_of_system(struct tr *t, struct str name, struct tr_env *e)
{
	static const struct {
		const char *name;
		enum tr_library id;
	} offsets[] = {{"%envreg3", TR_LIBRARY_OFFSET_X}, {"%envreg4", TR_LIBRARY_OFFSET_Y},
		{"%envreg5", TR_LIBRARY_OFFSET_Z}};
	bool is_dynamic = str_is(name, "%dynamic_smem_size");
	if (is_dynamic || str_is(name, "%total_smem_size") || str_is(name, "%aggr_smem_size"))
		tr_env_bind(e, 'A', group_size(t, is_dynamic), PTX_U32);
	for (size_t i = 0; i < ARRAY_LEN(offsets); i++)
		if (str_is(name, offsets[i].name))
			tr_env_bind(e, 'A', global_offset(t, offsets[i].id), PTX_U64);
}

bool tr_special_register(struct tr *t, struct str name, struct hir_op *out, enum ptx_type *type)
{
	size_t i = find(name);
	if (i == ARRAY_LEN(specials))
		return false;
	if (t->sregs == NULL)
		t->sregs = ARENA_ARRAY(&t->arena, const struct tpl *, ARRAY_LEN(specials));
	if (t->sregs[i] == NULL)
		t->sregs[i] = tpl_compile(&t->arena, specials[i].expansion);
	struct tr_env e = {.type = specials[i].type};
	*type = specials[i].type;
	*out = tr_temp_op(t, tr_kind_of(*type));
	tr_env_bind(&e, 'D', *out, specials[i].type);
	bind_of_system(t, name, &e);
	tr_expand(t, t->sregs[i], &e);
	return true;
}

/* Special registers grew from 16 to 32 bits with PTX 2.0, and %gridid to 64 with 3.0, and older
 * code reads the size it knows. Before 2.0, other instructions than mov and cvt could read them,
 * too. */
bool tr_check_special(struct tr *t, const struct ptx_operand *o, enum ptx_type have,
	enum ptx_type want)
{
	unsigned h = ptx_types[have].bits, w = ptx_types[want].bits;
	bool is_old = t->ptx->version < PTX_VERSION(2, 0),
	     is_move = str_is(t->at.inst->root, "mov");
	if (!is_old && !t->body.func->is_library &&
		((!is_move && !str_is(t->at.inst->root, "cvt")) ||
			ptx_types[want].kind == PTX_KIND_FLOAT)) {
		tr_error(t, o->span, "special register '" STR_FMT "' can only be moved",
			STR_ARG(o->name));
		return false;
	}
	if ((w == 16 && h == 32) || (w != 1 && h != 1 && (is_old || str_is(o->name, "%gridid"))))
		return true;
	return tr_check_type(t, o, have, want, TR_EXACTLY);
}
