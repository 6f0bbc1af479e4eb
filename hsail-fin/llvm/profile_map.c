/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Puts the counters of --profile, and the map that says what they count, into the module as data:
 * see profile_map.h. */
#include "llvm/profile_map.h"
#include "hsaemu/image.h"

LLVMValueRef fin_profile_counters(const struct fin_profile *p, struct fin_llvm *l)
{
	static const char name[] = "hsa_profile_counters";
	LLVMValueRef g = LLVMGetNamedGlobal(l->mod, name);

	if (g == NULL) {
		/* one more counter, so that a module without code has an array, too */
		LLVMTypeRef type = LLVMArrayType2(l->i64, p->counter_count + 1);

		g = LLVMAddGlobal(l->mod, type, name);
		LLVMSetLinkage(g, LLVMInternalLinkage);
		LLVMSetInitializer(g, LLVMConstNull(type));
		LLVMSetAlignment(g, 64);
	}
	return g;
}

LLVMValueRef fin_profile_control(struct fin_llvm *l)
{
	LLVMValueRef g = LLVMGetNamedGlobal(l->mod, HSAEMU_PROFILE_CONTROL);

	if (g == NULL) {
		g = LLVMAddGlobal(l->mod, l->i8, HSAEMU_PROFILE_CONTROL);
		LLVMSetVisibility(g, LLVMHiddenVisibility);
	}
	return g;
}

static LLVMValueRef distance(struct fin_llvm *l, LLVMValueRef to, LLVMValueRef from)
{
	return LLVMConstSub(LLVMConstPtrToInt(to, l->i64), LLVMConstPtrToInt(from, l->i64));
}

static void put_map(const struct fin_profile *p, struct buf *out)
{
	for (size_t k = 0; k < p->function_count; k++) {
		const struct hsaemu_profile_function *f = &p->functions[k];

		buf_u32(out, f->name);
		buf_u32(out, f->is_kernel);
		buf_u32(out, f->first_entry);
		buf_u32(out, f->entry_count);
	}
	for (size_t k = 0; k < p->entry_count; k++) {
		const struct hsaemu_profile_entry *e = &p->entries[k];

		buf_u32(out, e->counter);
		buf_u32(out, e->kind);
		buf_u32(out, e->count);
		buf_u32(out, e->bytes);
	}
	buf_append(out, p->names.data, p->names.len);
}

void fin_profile_emit_map(const struct fin_module *m, struct fin_llvm *l)
{
	const struct fin_profile *p = m->profile;
	LLVMTypeRef word_type = LLVMArrayType2(l->i32, 6), parts[4];
	struct buf rest = BUF_INIT, name = BUF_INIT;
	uint32_t header[] = {HSAEMU_PROFILE_MAGIC, (uint32_t)p->function_count,
		p->counter_count + 1, (uint32_t)p->entry_count, (uint32_t)p->names.len, 0};
	LLVMValueRef words[ARRAY_LEN(header)], values[4], map;

	put_map(p, &rest);
	buf_puts(&name, HSAEMU_PROFILE_MAP);
	image_mangle(m->name, &name);
	buf_u8(&name, 0);
	for (size_t k = 0; k < ARRAY_LEN(header); k++)
		words[k] = LLVMConstInt(l->i32, header[k], false);
	parts[0] = word_type;
	parts[1] = parts[2] = l->i64;
	parts[3] = LLVMArrayType2(l->i8, rest.len);
	map = LLVMAddGlobal(l->mod, LLVMStructTypeInContext(l->ctx, parts, 4, true),
		(const char *)name.data);
	values[0] = LLVMConstArray2(l->i32, words, ARRAY_LEN(header));
	values[1] = distance(l, fin_profile_counters(p, l), map);
	values[2] = distance(l, fin_profile_control(l), map);
	values[3] = LLVMConstStringInContext2(l->ctx, (const char *)rest.data, rest.len, true);
	LLVMSetInitializer(map, LLVMConstStructInContext(l->ctx, values, 4, true));
	LLVMSetGlobalConstant(map, true);
	LLVMSetSection(map, ".rodata.hsa.profile");
	LLVMSetAlignment(map, 8);
	buf_release(&rest);
	buf_release(&name);
}
