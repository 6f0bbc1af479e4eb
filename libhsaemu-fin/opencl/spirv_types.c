/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Types of OpenCL C: of the parameters in a function's mangled name, and of what LLVM IR has. */
#include "spirv_impl.h"

enum { MOST_TYPES = 64, MOST_DEPTH = 16 };

struct type {
	const char *text; /* NULL: it is none */
	bool has_space;   /* that it is in, as what a pointer points to */
};

struct reader {
	struct str rest;
	struct arena *arena;
	struct type seen[MOST_TYPES]; /* which later ones may refer to */
	size_t count;
	unsigned depth;
};

static const struct type none = {NULL, false};

static bool take_char(struct reader *r, char c)
{
	bool is = r->rest.n != 0 && *r->rest.p == c;
	r->rest = str_skip(r->rest, is);
	return is;
}

static bool take_text(struct reader *r, const char *text)
{
	bool is = str_starts(r->rest, str_from(text));
	r->rest = str_skip(r->rest, is ? strlen(text) : 0);
	return is;
}

static struct type remember(struct reader *r, struct type t)
{
	if (t.text == NULL || r->count == MOST_TYPES)
		return none;
	r->seen[r->count++] = t;
	return t;
}

/* ---- one kind after the other ---------------------------------------------------------------- */

static const char *scalar_of(char c)
{
	static const struct {
		char letter;
		const char *text;
	} all[] = {{'v', "void"}, {'b', "bool"}, {'c', "char"}, {'a', "char"}, {'h', "uchar"},
		{'s', "short"}, {'t', "ushort"}, {'i', "int"}, {'j', "uint"}, {'l', "long"},
		{'m', "ulong"}, {'f', "float"}, {'d', "double"}};
	for (size_t i = 0; i < ARRAY_LEN(all); i++)
		if (all[i].letter == c)
			return all[i].text;
	return NULL;
}

static struct type scalar(struct reader *r)
{
	struct type t = {r->rest.n != 0 ? scalar_of(*r->rest.p) : NULL, false};
	if (take_text(r, "Dh"))
		return (struct type){"half", false};
	r->rest = str_skip(r->rest, t.text != NULL);
	return t;
}

static struct type vector(struct reader *r)
{
	uint64_t n = 0;
	if (!str_take_decimal(&r->rest, &n) || !take_char(r, '_'))
		return none;
	struct type element = scalar(r);
	if (element.text == NULL)
		return none;
	element.text = arena_printf(r->arena, "%s%u", element.text, (unsigned)n);
	return remember(r, element);
}

static const char *image_type(struct str name, struct arena *a)
{
	static const char *const accesses[][2] = {
		{"_ro", "read_only"}, {"_wo", "write_only"}, {"_rw", "read_write"}};
	for (size_t i = 0; i < ARRAY_LEN(accesses) && name.n > 3; i++)
		if (memcmp(name.p + name.n - 3, accesses[i][0], 3) == 0)
			return arena_printf(a, "%s %.*s_t", accesses[i][1], (int)name.n - 3,
				name.p);
	return NULL;
}

static struct type named(struct reader *r)
{
	static const char *const known[][2] = {{"ocl_sampler", "sampler_t"},
		{"ocl_event", "event_t"}, {"memory_order", "memory_order"},
		{"memory_scope", "memory_scope"}};
	uint64_t n = 0;
	if (!str_take_decimal(&r->rest, &n) || n > r->rest.n)
		return none;
	struct str name = {r->rest.p, (size_t)n};
	struct type t = none;
	r->rest = str_skip(r->rest, (size_t)n);
	for (size_t i = 0; i < ARRAY_LEN(known); i++)
		if (str_is(name, known[i][0]))
			t.text = known[i][1];
	if (str_starts(name, STR("ocl_image")))
		t.text = image_type(str_skip(name, 4), r->arena);
	return remember(r, t);
}

static struct type read_type(struct reader *r);

static struct type atomic(struct reader *r)
{
	struct type t = scalar(r);
	if (t.text == NULL)
		return none;
	t.text = arena_printf(r->arena, "atomic_%s", t.text);
	return remember(r, t);
}

static struct type pointer(struct reader *r)
{
	struct type t = read_type(r);
	if (t.text == NULL)
		return none;
	t.text = arena_printf(r->arena, "%s%s *", t.text, t.has_space ? "" : " private");
	t.has_space = false;
	return remember(r, t);
}

/* "AS" and one digit. */
static const char *space(struct reader *r)
{
	static const char *const spaces[] = {
		" private", " global", " constant", " local", " generic"};
	for (size_t i = 0; i < ARRAY_LEN(spaces); i++)
		if (take_char(r, (char)('0' + i)))
			return spaces[i];
	return NULL;
}

static struct type qualified(struct reader *r)
{
	const char *in = take_text(r, "U3AS") ? space(r) : "";
	(void)take_char(r, 'r'); /* says nothing of the type's form */
	const char *changes = take_char(r, 'V') ? " volatile" : "";
	const char *is_const = take_char(r, 'K') ? " const" : "";
	struct type t = read_type(r);
	if (t.text == NULL || in == NULL)
		return none;
	t.has_space = *in != 0;
	t.text = arena_printf(r->arena, "%s%s%s%s", t.text, in, is_const, changes);
	return remember(r, t);
}

/* "S_" is the first one, "S0_" the second. */
static struct type seen_before(struct reader *r)
{
	size_t i = 0;
	if (take_char(r, '_'))
		return r->count != 0 ? r->seen[0] : none;
	for (; r->rest.n != 0 && i < MOST_TYPES; r->rest = str_skip(r->rest, 1)) {
		char c = *r->rest.p;
		if (c >= '0' && c <= '9')
			i = i * 36 + (size_t)(c - '0');
		else if (c >= 'A' && c <= 'Z')
			i = i * 36 + (size_t)(c - 'A') + 10;
		else
			break;
	}
	return take_char(r, '_') && i + 1 < r->count ? r->seen[i + 1] : none;
}

static struct type any_type(struct reader *r)
{
	char c = r->rest.n != 0 ? *r->rest.p : 0;
	if (take_text(r, "U7_Atomic"))
		return atomic(r);
	if (str_starts(r->rest, STR("U3AS")) || c == 'r' || c == 'V' || c == 'K')
		return qualified(r);
	if (take_text(r, "Dv"))
		return vector(r);
	if (take_char(r, 'P'))
		return pointer(r);
	if (take_char(r, 'S'))
		return seen_before(r);
	return c >= '0' && c <= '9' ? named(r) : scalar(r);
}

static struct type read_type(struct reader *r)
{
	struct type t = none;
	if (++r->depth <= MOST_DEPTH)
		t = any_type(r);
	r->depth--;
	return t;
}

/* ---- names ----------------------------------------------------------------------------------- */

static bool is_identifier(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!((s.p[i] >= 'a' && s.p[i] <= 'z') || (s.p[i] >= 'A' && s.p[i] <= 'Z') ||
			    s.p[i] == '_' || (i != 0 && s.p[i] >= '0' && s.p[i] <= '9')))
			return false;
	return s.n != 0;
}

bool fin_spirv_read_name(struct str mangled, struct arena *a, struct fin_spirv_call *out)
{
	struct reader r = {.rest = str_skip(mangled, 2), .arena = a};
	uint64_t n = 0;
	if (!str_starts(mangled, STR("_Z")) || !str_take_decimal(&r.rest, &n) || n > r.rest.n ||
		!is_identifier((struct str){r.rest.p, (size_t)n}))
		return false;
	out->name = arena_strndup(a, r.rest.p, (size_t)n);
	out->types = ARENA_ARRAY(a, const char *, mangled.n);
	out->count = 0;
	r.rest = str_skip(r.rest, (size_t)n);
	if (str_is(r.rest, "v"))
		return true;
	while (r.rest.n != 0) {
		struct type t = read_type(&r);
		if (t.text == NULL)
			return false;
		out->types[out->count++] = t.text;
	}
	return true;
}

/* ---- types of LLVM --------------------------------------------------------------------------- */

static const char *number_type(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMVoidTypeKind:
		return "void";
	case LLVMHalfTypeKind:
		return "half";
	case LLVMFloatTypeKind:
		return "float";
	case LLVMDoubleTypeKind:
		return "double";
	case LLVMIntegerTypeKind:
		switch (LLVMGetIntTypeWidth(type)) {
		case 1:
			return "bool";
		case 8:
			return "char";
		case 16:
			return "short";
		case 32:
			return "int";
		case 64:
			return "long";
		}
		return NULL;
	default:
		return NULL;
	}
}

static const char *pointer_type(LLVMTypeRef type)
{
	static const char *const spaces[] = {"private void *", "global void *", "constant void *",
		"local void *", "generic void *"};
	unsigned in = LLVMGetPointerAddressSpace(type);
	return in < ARRAY_LEN(spaces) ? spaces[in] : NULL;
}

const char *fin_spirv_type_of(LLVMTypeRef type, struct arena *a)
{
	if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
		return pointer_type(type);
	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
		return number_type(type);
	const char *element = number_type(LLVMGetElementType(type));
	return element == NULL || strcmp(element, "bool") == 0
	               ? NULL
	               : arena_printf(a, "%s%u", element, LLVMGetVectorSize(type));
}
