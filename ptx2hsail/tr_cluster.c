/* What HSAIL 1.0 has nothing for: named when it is refused. */
#include "translate_impl.h"

void tr_fn_cluster(struct tr *t)
{
	static const struct {
		const char *root, *lacks;
	} table[] = {
		{"wgmma", "asynchronous matrix products"},
		{"tcgen05", "tensor memory"},
		{"tensormap", "tensor maps"},
		{"cp", "bulk copies"},
		{"multimem", "multicast memory"},
	};
	const char *lacks = "clusters of work-groups";
	for (size_t i = 0; i < ARRAY_LEN(table); i++)
		if (str_is(t->inst->root, table[i].root))
			lacks = table[i].lacks;
	tr_unsupported(t, t->stmt->span, "'" STR_FMT "': HSAIL 1.0 has no %s", STR_ARG(t->inst->text),
		lacks);
}
