/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Gives LLVM IR of OpenCL C, as clang makes it before any pass, the form that LLVM's code generator
 * for PTX can do with.
 *
 * - A kernel's reqd_work_group_size becomes an annotation that the generator knows, so that it
 *   becomes .reqntid.
 * - Functions are inlined, as compilers for GPUs do: a call takes its arguments through memory, and
 *   costs more than most functions do. Left alone are those that the program says are noinline,
 *   that call themselves, or that are large and called in several places. Kernels that kernels
 *   call are always inlined: PTX cannot call them.
 * - The value of a global of type half is written as its 16 bits: the generator prints it as a
 *   double.
 * - Queues of a device and pipes are refused. */
#include "cl_impl.h"
#include "hsaemu/unwind.h"

/* Instructions: of a function that is inlined in several places, of what makes LLVM's passes take
 * minutes, and of a function of the library that is called there in place of being inlined. */
enum { SPIR_KERNEL = 76, LARGE = 20000, HUGE_BODY = 60000, WORTH_A_CALL = 400 };

/* ---- what is not supported ------------------------------------------------------------------- */

static bool is_one_of(struct str name, const char *const *names)
{
	for (; *names != NULL; names++)
		if (str_is(name, *names))
			return true;
	return false;
}

/* Tells whether it is a name as read_pipe or __read_pipe_2. */
static bool is_of_pipes(struct str name)
{
	static const char tail[] = "_pipe";
	size_t n = sizeof tail - 1;
	for (size_t i = 0; i + n <= name.n; i++)
		if (memcmp(name.p + i, tail, n) == 0 && (i + n == name.n || name.p[i + n] == '_'))
			return true;
	return str_starts(name, STR("get_pipe_")) || str_is(name, "is_valid_reserve_id");
}

static const char *unsupported(struct str name)
{
	static const char *const queues[] = {"get_default_queue", "ndrange_1D", "ndrange_2D",
		"ndrange_3D", "enqueue_marker", "create_user_event", "retain_event",
		"release_event", "is_valid_event", "set_user_event_status",
		"capture_event_profiling_info", NULL};
	if (str_starts(name, STR("enqueue_kernel")) || str_starts(name, STR("get_kernel_")))
		return "enqueue_kernel and queries of blocks";
	if (is_one_of(name, queues))
		return "queues of the device";
	return is_of_pipes(name) ? "pipes" : NULL;
}

/* The name that the source has for a function that clang calls. */
static struct str plain_name(LLVMValueRef f)
{
	struct str name, rest;
	uint64_t n;
	name.p = LLVMGetValueName2(f, &name.n);
	rest = name;
	if (str_starts(name, STR("_Z"))) {
		rest = str_skip(name, 2);
		if (str_take_decimal(&rest, &n) && n <= rest.n)
			return (struct str){rest.p, (size_t)n};
	}
	while (str_starts(name, STR("_")))
		name = str_skip(name, 1);
	return name;
}

static bool check_functions(LLVMModuleRef m, const char *name, struct diag *d)
{
	bool ok = true;
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		struct str function = plain_name(f);
		const char *what = LLVMIsDeclaration(f) ? unsupported(function) : NULL;
		if (what == NULL)
			continue;
		diag_unsupported(d, diag_in_file(name), "%s (" STR_FMT ") of OpenCL C", what,
			STR_ARG(function));
		ok = false;
	}
	return ok;
}

/* C++ for OpenCL may have variables that are to be computed before the first kernel runs. */
static bool check_constructors(LLVMModuleRef m, const char *name, struct diag *d)
{
	if (LLVMGetNamedGlobal(m, "llvm.global_ctors") == NULL &&
		LLVMGetNamedGlobal(m, "llvm.global_dtors") == NULL)
		return true;
	diag_unsupported(d, diag_in_file(name),
		"constructors and destructors of a program's variables in C++ for OpenCL");
	return false;
}

/* ---- what is inlined ------------------------------------------------------------------------- */

enum state { UNKNOWN, OPEN, KNOWN };

struct function {
	LLVMValueRef f;
	uint64_t total;    /* with what choose_inlined() has inlined */
	uint64_t expanded; /* with all that is inlined, also of libraries */
	unsigned lines, callers;
	enum state state;
	bool recursive, vanishes, inlined;
	struct function **calls;
	size_t call_count, call_cap;
};

struct graph {
	struct function *all;
	size_t count, cap;
	struct str_map index;
	bool inlines;
};

static struct function *function_of(struct graph *g, LLVMValueRef f)
{
	struct str name;
	uint64_t i;
	name.p = LLVMGetValueName2(f, &name.n);
	return str_map_find(&g->index, name, &i) ? &g->all[i] : NULL;
}

static void read_body(struct graph *g, struct function *f)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->f); b != NULL;
		b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL;
			i = LLVMGetNextInstruction(i)) {
			f->lines++;
			LLVMValueRef to = LLVMIsACallInst(i) != NULL ? LLVMGetCalledValue(i) : NULL;
			if (to == NULL || LLVMIsAFunction(to) == NULL)
				continue;
			struct function *callee = function_of(g, to);
			if (callee == NULL)
				continue;
			callee->callers++;
			ARRAY_GROW(f->calls, f->call_count, f->call_cap);
			f->calls[f->call_count++] = callee;
		}
}

static bool is_inlined(const struct graph *g, const struct function *f)
{
	if (f->callers == 0 || f->recursive || f->vanishes)
		return false;
	if (LLVMGetFunctionCallConv(f->f) == SPIR_KERNEL)
		return true;
	return g->inlines && !fin_cl_has_attribute(f->f, "noinline") &&
	       (f->total <= LARGE || f->callers == 1);
}

/* Instructions of a function with those of the functions that are inlined into it; also finds
 * these. */
static void measure(const struct graph *g, struct function *f)
{
	if (f->state != UNKNOWN) {
		f->recursive |= f->state == OPEN;
		return;
	}
	f->state = OPEN;
	f->total = f->expanded = f->lines;
	for (size_t i = 0; i < f->call_count; i++) {
		struct function *to = f->calls[i];
		measure(g, to);
		if (to->state == OPEN)
			f->recursive = true; /* all of a cycle, from where it was entered */
		else if (to->inlined)
			f->total += to->total;
		if (to->state != OPEN && (to->inlined || to->vanishes))
			f->expanded += to->expanded;
	}
	f->state = KNOWN;
	f->inlined = is_inlined(g, f);
}

static void set_call(LLVMContextRef ctx, struct function *f)
{
	LLVMRemoveEnumAttributeAtIndex(f->f, LLVMAttributeFunctionIndex,
		LLVMGetEnumAttributeKindForName("alwaysinline", 12));
	LLVMAddAttributeAtIndex(f->f, LLVMAttributeFunctionIndex,
		LLVMCreateEnumAttribute(ctx, LLVMGetEnumAttributeKindForName("noinline", 8), 0));
	f->vanishes = false;
}

/* Makes calls of the large functions of the library in what would become huge otherwise, as a
 * kernel that calls hundreds of them with vectors. */
static void keep_calls(LLVMContextRef ctx, const struct function *f)
{
	for (size_t i = 0; i < f->call_count; i++) {
		struct function *to = f->calls[i];
		if (to->vanishes && to->expanded > WORTH_A_CALL)
			set_call(ctx, to);
		else if (to->inlined)
			keep_calls(ctx, to);
	}
}

static void set_inline(LLVMContextRef ctx, LLVMValueRef f)
{
	static const char *const not[] = {"noinline", "optnone"};
	for (unsigned i = 0; i < ARRAY_LEN(not); i++)
		LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex,
			LLVMGetEnumAttributeKindForName(not[i], strlen(not[i])));
	LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
		LLVMCreateEnumAttribute(ctx, LLVMGetEnumAttributeKindForName("alwaysinline", 12),
			0));
}

static void choose_inlined(LLVMModuleRef m, bool inlines)
{
	LLVMContextRef ctx = LLVMGetModuleContext(m);
	struct graph g = {.inlines = inlines};
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f)) {
		struct str name;
		if (LLVMIsDeclaration(f))
			continue;
		name.p = LLVMGetValueName2(f, &name.n);
		ARRAY_GROW(g.all, g.count, g.cap);
		str_map_put(&g.index, name, g.count);
		g.all[g.count++] = (struct function){
			.f = f, .vanishes = fin_cl_has_attribute(f, "alwaysinline")};
	}
	for (size_t i = 0; i < g.count; i++)
		read_body(&g, &g.all[i]);
	for (size_t i = 0; i < g.count; i++)
		measure(&g, &g.all[i]);
	for (size_t i = 0; i < g.count; i++)
		if (!g.all[i].inlined && !g.all[i].vanishes && g.all[i].expanded > HUGE_BODY)
			keep_calls(ctx, &g.all[i]);
	for (size_t i = 0; i < g.count; i++) {
		if (g.all[i].inlined)
			set_inline(ctx, g.all[i].f);
		mem_free(g.all[i].calls);
	}
	str_map_release(&g.index);
	mem_free(g.all);
}

/* ---- sizes and halves ------------------------------------------------------------------------ */

static void annotate_size(LLVMModuleRef m, LLVMValueRef f)
{
	static const char *const keys[] = {"reqntidx", "reqntidy", "reqntidz"};
	LLVMContextRef ctx = LLVMGetModuleContext(m);
	LLVMValueRef size[3];
	LLVMMetadataRef parts[7] = {LLVMValueAsMetadata(f)};
	if (fin_cl_node(f, "reqd_work_group_size", size, 3) != 3)
		return;
	for (unsigned i = 0; i < 3; i++) {
		parts[1 + 2 * i] = LLVMMDStringInContext2(ctx, keys[i], strlen(keys[i]));
		parts[2 + 2 * i] = LLVMValueAsMetadata(size[i]);
	}
	LLVMAddNamedMetadataOperand(m, "nvvm.annotations",
		LLVMMetadataAsValue(ctx, LLVMMDNodeInContext2(ctx, parts, ARRAY_LEN(parts))));
}

/* The generator prints a half as a double. */
static void write_as_bits(LLVMModuleRef m, LLVMValueRef g)
{
	LLVMTypeRef i16 = LLVMInt16TypeInContext(LLVMGetModuleContext(m));
	LLVMTypeRef ptr = LLVMTypeOf(g);
	size_t n;
	const char *name = LLVMGetValueName2(g, &n);
	LLVMValueRef bits =
		LLVMAddGlobalInAddressSpace(m, i16, "", LLVMGetPointerAddressSpace(ptr));
	LLVMSetInitializer(bits, LLVMConstBitCast(LLVMGetInitializer(g), i16));
	LLVMSetLinkage(bits, LLVMGetLinkage(g));
	LLVMSetGlobalConstant(bits, LLVMIsGlobalConstant(g));
	LLVMSetAlignment(bits, LLVMGetAlignment(g));
	struct buf copy = BUF_INIT;
	buf_append(&copy, name, n);
	LLVMReplaceAllUsesWith(g, bits);
	LLVMDeleteGlobal(g);
	LLVMSetValueName2(bits, (const char *)copy.data, copy.len);
	buf_release(&copy);
}

static void write_halves(LLVMModuleRef m)
{
	for (LLVMValueRef g = LLVMGetFirstGlobal(m), next; g != NULL; g = next) {
		next = LLVMGetNextGlobal(g);
		if (LLVMGetTypeKind(LLVMGlobalGetValueType(g)) == LLVMHalfTypeKind &&
			LLVMGetInitializer(g) != NULL && LLVMIsAConstantFP(LLVMGetInitializer(g)))
			write_as_bits(m, g);
	}
}

bool fin_cl_prepare(LLVMModuleRef m, const struct fin_cl_program *p, struct arena *a,
	struct diag *d)
{
	if (!check_functions(m, p->name, d) || !check_constructors(m, p->name, d))
		return false;
	fin_cl_add_pragmas(m, a);
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && LLVMGetFunctionCallConv(f) == SPIR_KERNEL)
			annotate_size(m, f);
	choose_inlined(m, p->optimisation != 1);
	fin_cl_pass_pairs(m);
	write_halves(m);
	return true;
}
