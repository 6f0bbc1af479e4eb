/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tells LLVM what cannot overlap, by its scoped alias metadata: segments (PRM 2.8) and equivalence
 * classes (PRM 6.1.4), each in a domain of their own. Class 0 overlaps with all others, and flat
 * memory with all segments that flat addresses can name. */
#include "llvm/llvm_ctx.h"

static LLVMMetadataRef domain_of(struct fin_llvm *l, const char *what)
{
	LLVMMetadataRef name = fin_md_string(l, what);

	return LLVMMDNodeInContext2(l->ctx, &name, 1);
}

static LLVMMetadataRef scope_of(struct fin_llvm *l, LLVMMetadataRef domain, const char *name)
{
	LLVMMetadataRef parts[] = {fin_md_string(l, name), domain};

	return LLVMMDNodeInContext2(l->ctx, parts, 2);
}

void fin_alias_init(struct fin_llvm *l, const uint64_t classes[FIN_CLASS_WORDS])
{
	static const char *const names[] = {"global", "group", "private", "local"};
	LLVMMetadataRef domain = domain_of(l, "hsail segments");
	struct fin_alias_scopes *s = &l->alias;

	for (unsigned i = 0; i < FIN_ALIAS_SEGMENTS; i++)
		s->segment[i] = scope_of(l, domain, names[i]);
	domain = domain_of(l, "hsail equivalence classes");
	for (unsigned c = 1; c < FIN_CLASSES; c++) {
		char name[16];

		if (!(classes[c / 64] >> c % 64 & 1))
			continue;
		snprintf(name, sizeof name, "class %u", c);
		s->class[c] = scope_of(l, domain, name);
		s->used[s->used_count++] = (uint8_t)c;
	}
	s->md_scope = fin_md_kind(l, "alias.scope");
	s->md_noalias = fin_md_kind(l, "noalias");
}

static void set_list(struct fin_llvm *l, LLVMValueRef access, unsigned kind, LLVMMetadataRef *nodes,
	size_t n)
{
	if (n > 0)
		LLVMSetMetadata(access, kind, fin_md_list(l, nodes, n));
}

void fin_alias_mark(struct fin_llvm *l, LLVMValueRef access, enum fin_alias alias, unsigned class)
{
	const struct fin_alias_scopes *s = &l->alias;
	LLVMMetadataRef own[2], others[FIN_ALIAS_SEGMENTS + FIN_CLASSES];
	size_t own_count = 0, count = 0;

	for (unsigned i = 0; i < FIN_ALIAS_SEGMENTS; i++) {
		if (i == (unsigned)alias)
			own[own_count++] = s->segment[i];
		else if (alias != FIN_ALIAS_FLAT || i == FIN_ALIAS_LOCAL)
			others[count++] = s->segment[i];
	}
	if (s->class[class] != NULL) {
		own[own_count++] = s->class[class];
		for (unsigned k = 0; k < s->used_count; k++)
			if (s->used[k] != class)
				others[count++] = s->class[s->used[k]];
	}
	set_list(l, access, s->md_scope, own, own_count);
	set_list(l, access, s->md_noalias, others, count);
}
