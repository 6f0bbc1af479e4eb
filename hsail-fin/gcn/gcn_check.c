/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Refuses what a GPU cannot do, before code is made. */
#include "ir/exceptions.h"
#include "gcn/gcn.h"

enum { MAX_GROUP_BYTES = 65536 }; /* of a work-group on this GPU */

struct refusal {
	const char *what, *section; /* of the PRM */
};

static struct refusal refusal_of_call(const struct fin_unit *u, const struct fin_inst *i)
{
	if (i->call == NULL || i->call->indirect || i->call->callee->definition ||
		i->call->callee->device != NULL)
		return (struct refusal){0};
	return (struct refusal){arena_printf(u->m->arena, "call of '" STR_FMT "' of another module",
					STR_ARG(i->call->callee->name)),
		"10.3"};
}

/* Why the GPU cannot do an instruction; nothing if it can. */
static struct refusal refusal_of(const struct fin_unit *u, const struct fin_inst *i)
{
	switch (i->lowering) {
	case ISA_LOWER_IMAGE:
		return (struct refusal){"image operation", "7.1"};
	case ISA_LOWER_FBARRIER:
		return (struct refusal){"fbarrier", "9.2"};
	case ISA_LOWER_EXCEPTION:
		return (struct refusal){"operation on exceptions", "11.2"};
	case ISA_LOWER_CALL:
		return refusal_of_call(u, i);
	default:
		return (struct refusal){0};
	}
}

static bool refuse(const struct fin_unit *u, uint32_t off, struct refusal r)
{
	diag_unsupported(u->m->diag, fin_place(u->m, off), "%s in code for a GPU (PRM %s)", r.what,
		r.section);
	return false;
}

static bool check_function(const struct fin_unit *u, const struct fin_function *f)
{
	if (fin_exceptions_of(f) != 0)
		return refuse(u, f->off, (struct refusal){"detection of exceptions", "12.2"});
	if (fin_gcn_group_bytes(f) > MAX_GROUP_BYTES)
		return refuse(u, f->off,
			(struct refusal){"more than 64 KiB of group memory", "4.2"});
	for (size_t k = 0; k < f->local_count; k++) {
		const struct fin_variable *v = f->locals[k].var;

		if (!v->definition && v->bytes == 0 && !fin_gcn_is_dynamic_group(v))
			return refuse(u, v->off,
				(struct refusal){"array of another module", "4.3.5"});
	}
	return true;
}

bool fin_gcn_check(const struct fin_unit *u, const struct fin_function *f)
{
	bool ok = check_function(u, f);

	for (size_t k = 0; k < f->block_count; k++)
		for (const struct fin_inst *i = f->blocks[k]->first; i != NULL; i = i->next) {
			struct refusal r = refusal_of(u, i);

			if (r.what != NULL)
				ok = refuse(u, i->off, r);
		}
	return ok;
}
