/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The built-in functions that a module of SPIR-V calls. The translator leaves them undefined, under
 * the names that clang gives them for SPIR; so each becomes a function of ours that calls the one
 * of our headers and of libclc, by what its name says of its parameters. */
#include "spirv_impl.h"

struct writing {
	LLVMModuleRef m;
	struct arena *arena;
	struct buf *source;
	struct diag *d;
	unsigned count;
	bool ok;
};

static struct str name_of(LLVMValueRef f)
{
	struct str name;
	name.p = LLVMGetValueName2(f, &name.n);
	return name;
}

static void refuse(struct writing *w, LLVMValueRef f)
{
	struct str name = name_of(f);
	diag_unsupported(w->d, diag_in_file("SPIR-V"), "the function '" STR_FMT "'", STR_ARG(name));
	w->ok = false;
}

static const char *next_name(struct writing *w)
{
	return arena_printf(w->arena, "hsaemu_spirv_%u", w->count++);
}

static void put_head(struct writing *w, const char *result, const char *name,
	const struct fin_spirv_call *c)
{
	buf_printf(w->source, "__attribute__((always_inline)) %s %s(", result, name);
	for (size_t i = 0; i < c->count; i++)
		buf_printf(w->source, "%s%s a%zu", i == 0 ? "" : ", ", c->types[i], i);
	buf_puts(w->source, c->count == 0 ? "void) { " : ") { ");
}

static void put_call(struct writing *w, const struct fin_spirv_call *c)
{
	buf_printf(w->source, "%s(", c->name);
	for (size_t i = 0; i < c->count; i++)
		buf_printf(w->source, "%sa%zu", i == 0 ? "" : ", ", i);
	buf_puts(w->source, ")");
}

/* ---- functions with mangled names ------------------------------------------------------------ */

/* A name does not say what the function returns. LLVM's type does, but for signs; and only events
 * are returned as pointers. */
static const char *result_of(struct writing *w, LLVMValueRef f)
{
	LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f));
	return LLVMGetTypeKind(type) == LLVMPointerTypeKind ? "event_t"
	                                                    : fin_spirv_type_of(type, w->arena);
}

static bool is_converted(const char *result)
{
	static const char *const not[] = {"event_t", "void", "bool"};
	for (size_t i = 0; i < ARRAY_LEN(not); i++)
		if (strcmp(result, not[i]) == 0)
			return false;
	return true;
}

static void put_function(struct writing *w, LLVMValueRef f)
{
	struct fin_spirv_call c;
	const char *result = result_of(w, f);
	if (result == NULL || !fin_spirv_read_name(name_of(f), w->arena, &c)) {
		refuse(w, f);
		return;
	}
	const char *name = next_name(w);
	bool converted = is_converted(result);
	put_head(w, result, name, &c);
	buf_printf(w->source, "%s%s%s", strcmp(result, "void") == 0 ? "" : "return ",
		converted ? "as_" : "", converted ? result : "");
	buf_puts(w->source, converted ? "(" : "");
	put_call(w, &c);
	buf_puts(w->source, converted ? "); }\n" : "; }\n");
	LLVMSetValueName2(f, name, strlen(name));
}

/* ---- printf ---------------------------------------------------------------------------------- */

/* Each call gets a function with its number of arguments. */
static void put_printf(struct writing *w, LLVMValueRef call, LLVMBuilderRef b)
{
	unsigned n = LLVMGetNumArgOperands(call);
	struct fin_spirv_call c = {"printf", ARENA_ARRAY(w->arena, const char *, n), n};
	LLVMTypeRef *types = ARENA_ARRAY(w->arena, LLVMTypeRef, n);
	LLVMValueRef *args = ARENA_ARRAY(w->arena, LLVMValueRef, n);
	for (unsigned i = 0; i < n; i++) {
		args[i] = LLVMGetOperand(call, i);
		types[i] = LLVMTypeOf(args[i]);
		c.types[i] = i == 0 ? "constant char *" : fin_spirv_type_of(types[i], w->arena);
		if (c.types[i] == NULL) {
			refuse(w, LLVMGetCalledValue(call));
			return;
		}
	}
	const char *name = next_name(w);
	put_head(w, "int", name, &c);
	buf_puts(w->source, "return ");
	put_call(w, &c);
	buf_puts(w->source, "; }\n");
	LLVMTypeRef type = LLVMFunctionType(LLVMTypeOf(call), types, n, false);
	LLVMPositionBuilderBefore(b, call);
	LLVMValueRef to = LLVMAddFunction(w->m, name, type);
	LLVMReplaceAllUsesWith(call, LLVMBuildCall2(b, type, to, args, n, ""));
	LLVMInstructionEraseFromParent(call);
}

static void put_printfs(struct writing *w, LLVMValueRef f)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(w->m));
	for (LLVMUseRef use = LLVMGetFirstUse(f), next; use != NULL && w->ok; use = next) {
		next = LLVMGetNextUse(use);
		LLVMValueRef user = LLVMGetUser(use);
		if (LLVMIsACallInst(user) != NULL && LLVMGetCalledValue(user) == f &&
			LLVMGetNumArgOperands(user) != 0)
			put_printf(w, user, b);
		else
			refuse(w, f);
	}
	LLVMDisposeBuilder(b);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static void put_any(struct writing *w, LLVMValueRef f)
{
	struct str name = name_of(f);
	if (LLVMGetFirstUse(f) == NULL)
		LLVMDeleteFunction(f);
	else if (str_is(name, "printf"))
		put_printfs(w, f);
	else if (str_starts(name, STR("_Z")))
		put_function(w, f);
	else if (str_starts(name, STR("__spirv_")))
		refuse(w, f);
	/* others are of another module, or have this name in our library, too */
}

bool fin_spirv_functions(LLVMModuleRef m, struct arena *a, struct buf *source, struct diag *d)
{
	struct writing w = {.m = m, .arena = a, .source = source, .d = d, .ok = true};
	buf_puts(source, "#pragma OPENCL EXTENSION all : enable\n"
			 "void hsaemu_spirv(void) { }\n");
	for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f != NULL; f = next) {
		next = LLVMGetNextFunction(f);
		if (LLVMIsDeclaration(f) && LLVMGetIntrinsicID(f) == 0)
			put_any(&w, f);
	}
	return w.ok;
}
