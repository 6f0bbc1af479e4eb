/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What clang says of kernels and their arguments, as pragmas of PTX (docs/kernel-abi.md), which go
 * through LLVM as module-level assembly. */
#include <llvm-c/DebugInfo.h>
#include "cl_impl.h"

enum { SPIR_KERNEL = 76 };

unsigned fin_cl_node(LLVMValueRef f, const char *key, LLVMValueRef *out, unsigned most)
{
	LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(f));
	unsigned kind = LLVMGetMDKindIDInContext(ctx, key, (unsigned)strlen(key)), n = 0;
	size_t count;
	LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(f, &count);
	for (unsigned i = 0; i < count; i++) {
		if (LLVMValueMetadataEntriesGetKind(all, i) != kind)
			continue;
		LLVMValueRef node =
			LLVMMetadataAsValue(ctx, LLVMValueMetadataEntriesGetMetadata(all, i));
		n = LLVMGetMDNodeNumOperands(node);
		if (n <= most)
			LLVMGetMDNodeOperands(node, out);
	}
	LLVMDisposeValueMetadataEntries(all);
	return n <= most ? n : 0;
}

static struct str text_of(LLVMValueRef v)
{
	unsigned n = 0;
	const char *p = v != NULL ? LLVMGetMDString(v, &n) : NULL;
	return (struct str){p, p != NULL ? n : 0};
}

static bool ends(struct str s, const char *tail)
{
	size_t n = strlen(tail);
	return s.n >= n && memcmp(s.p + s.n - n, tail, n) == 0;
}

static bool has_word(struct str s, const char *word)
{
	size_t n = strlen(word);
	for (size_t i = 0; i + n <= s.n; i++)
		if ((i == 0 || s.p[i - 1] == ' ') && (i + n == s.n || s.p[i + n] == ' ') &&
			memcmp(s.p + i, word, n) == 0)
			return true;
	return false;
}

static const char *value_kind(struct str type, uint64_t space)
{
	if (str_starts(type, STR("image")) && ends(type, "_t"))
		return "image";
	if (str_is(type, "sampler_t"))
		return "sampler";
	if (!ends(type, "*"))
		return "by_value";
	return space == 3 ? "dynamic_shared_pointer" : "global_buffer";
}

static void word(struct buf *out, const char *key, struct str value)
{
	if (value.n != 0)
		buf_printf(out, ", \"%s" STR_FMT "\"", key, STR_ARG(value));
}

static void begin(struct buf *out, const char *pragma, LLVMValueRef f)
{
	size_t n;
	const char *name = LLVMGetValueName2(f, &n);
	buf_printf(out, ".pragma \"%s\"", pragma);
	word(out, "", (struct str){name, n});
}

enum { MOST = 4096 };

static void add_arguments(LLVMValueRef f, struct arena *a, struct buf *out)
{
	static const char *const spaces[] = {"", "global", "constant", "local", "generic"};
	static const char *const keys[] = {"kernel_arg_addr_space", "kernel_arg_access_qual",
		"kernel_arg_type", "kernel_arg_base_type", "kernel_arg_type_qual",
		"kernel_arg_name"};
	LLVMValueRef *node[ARRAY_LEN(keys)];
	unsigned count[ARRAY_LEN(keys)];
	for (unsigned k = 0; k < ARRAY_LEN(keys); k++) {
		node[k] = ARENA_ARRAY(a, LLVMValueRef, MOST);
		count[k] = fin_cl_node(f, keys[k], node[k], MOST);
	}
	for (unsigned i = 0; i < count[0]; i++) {
		uint64_t space = LLVMIsAConstantInt(node[0][i]) != NULL
		                         ? LLVMConstIntGetZExtValue(node[0][i])
		                         : 0;
		struct str text[ARRAY_LEN(keys)];
		for (unsigned k = 1; k < ARRAY_LEN(keys); k++)
			text[k] = i < count[k] ? text_of(node[k][i]) : (struct str){NULL, 0};
		begin(out, KERNEL_ARG_PRAGMA, f);
		buf_printf(out, ", \"%u\"", i);
		word(out, "value_kind=", str_from(value_kind(text[3], space)));
		if (space < ARRAY_LEN(spaces))
			word(out, "address_space=", str_from(spaces[space]));
		if (!str_is(text[1], "none"))
			word(out, "access=", text[1]);
		word(out, "", has_word(text[4], "const") ? STR("is_const") : STR(""));
		word(out, "", has_word(text[4], "volatile") ? STR("is_volatile") : STR(""));
		word(out, "", has_word(text[4], "restrict") ? STR("is_restrict") : STR(""));
		word(out, "type=", text[2]);
		word(out, "name=", text[5]);
		buf_puts(out, ";\n");
	}
}

static void print_type(LLVMTypeRef type, bool is_signed, struct buf *out)
{
	LLVMTypeRef element =
		LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
	switch (LLVMGetTypeKind(element)) {
	case LLVMHalfTypeKind:
		buf_puts(out, "half");
		break;
	case LLVMFloatTypeKind:
		buf_puts(out, "float");
		break;
	case LLVMDoubleTypeKind:
		buf_puts(out, "double");
		break;
	case LLVMIntegerTypeKind: {
		unsigned bits = LLVMGetIntTypeWidth(element);
		buf_printf(out, "%s%s", is_signed ? "" : "u",
			bits == 8    ? "char"
			: bits == 16 ? "short"
			: bits == 32 ? "int"
				     : "long");
		break;
	}
	default:
		return;
	}
	if (element != type)
		buf_printf(out, "%u", LLVMGetVectorSize(type));
}

/* Returns whether grids of a kernel have to be multiples of its work-groups. */
static bool is_uniform(LLVMValueRef f)
{
	static const char name[] = "uniform-work-group-size";
	unsigned n = 0;
	LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(f,
		(LLVMAttributeIndex)LLVMAttributeFunctionIndex, name, sizeof name - 1);
	const char *value = a != NULL ? LLVMGetStringAttributeValue(a, &n) : NULL;
	return value != NULL && str_is((struct str){value, n}, "true");
}

static void add_hints(LLVMValueRef f, struct buf *out)
{
	LLVMValueRef size[3], hint[2];
	struct buf type = BUF_INIT;
	bool sized = fin_cl_node(f, "work_group_size_hint", size, 3) == 3;
	if (fin_cl_node(f, "vec_type_hint", hint, 2) == 2)
		print_type(LLVMTypeOf(hint[0]), LLVMConstIntGetZExtValue(hint[1]) != 0, &type);
	bool uniform = is_uniform(f);
	if (sized || type.len != 0 || uniform) {
		begin(out, KERNEL_PRAGMA, f);
		word(out, "vec_type_hint=", buf_slice(&type));
		if (sized)
			buf_printf(out, ", \"workgroup_size_hint=%llu,%llu,%llu\"",
				LLVMConstIntGetZExtValue(size[0]),
				LLVMConstIntGetZExtValue(size[1]),
				LLVMConstIntGetZExtValue(size[2]));
		word(out, "", uniform ? STR("uniform_work_groups") : STR(""));
		buf_puts(out, ";\n");
	}
	buf_release(&type);
}

void fin_cl_add_pragmas(LLVMModuleRef m, struct arena *a)
{
	struct buf out = BUF_INIT;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		if (LLVMIsDeclaration(f) || LLVMGetFunctionCallConv(f) != SPIR_KERNEL)
			continue;
		add_arguments(f, a, &out);
		add_hints(f, &out);
	}
	if (out.len != 0)
		LLVMAppendModuleInlineAsm(m, (const char *)out.data, out.len);
	buf_release(&out);
}
