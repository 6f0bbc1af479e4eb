/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The verifier: modules built whole, then wrong in one point each. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "hsaemu/brig.h"

/* ---- building ------------------------------------------------------------------------------- */

static struct brig_builder *b;
static struct {
	enum BrigSectionIndex section;
	uint32_t off, bytes, value;
} patches[4];
static size_t patch_count;
static const uint32_t *no_operands;

static void patch(enum BrigSectionIndex section, uint32_t off, uint32_t bytes, uint32_t value)
{
	patches[patch_count].section = section;
	patches[patch_count].off = off;
	patches[patch_count].bytes = bytes;
	patches[patch_count++].value = value;
}
#define PATCH_CODE(...) patch(BRIG_SECTION_INDEX_CODE, __VA_ARGS__)
#define PATCH_OPERAND(...) patch(BRIG_SECTION_INDEX_OPERAND, __VA_ARGS__)

static uint32_t string(const char *z)
{
	return brig_build_string(b, str_from(z));
}

static uint32_t module(uint8_t profile, uint8_t model)
{
	struct brig_directive_module m = {.name = string("&m"),
		.hsail_major = 1,
		.profile = profile,
		.machine_model = model,
		.default_float_round = BRIG_ROUND_FLOAT_DEFAULT};
	return brig_build_module(b, &m);
}

static void extension(const char *name)
{
	brig_build_name_directive(b, BRIG_KIND_DIRECTIVE_EXTENSION, str_from(name));
}

static void start(void)
{
	b = brig_builder_new();
	patch_count = 0;
}

static void full(void)
{
	start();
	module(BRIG_PROFILE_FULL, BRIG_MACHINE_LARGE);
}

/* A definition with the properties its segment asks for. */
static struct brig_directive_variable variable(const char *name, uint16_t type, uint8_t segment)
{
	struct brig_directive_variable v = {.name = string(name),
		.type = type,
		.segment = segment,
		.modifier = BRIG_VARIABLE_DEFINITION,
		.allocation = BRIG_ALLOCATION_AUTOMATIC};
	unsigned natural = isa_type_align(isa_type_find(type));
	for (v.align = BRIG_ALIGNMENT_1; natural > 1; natural /= 2)
		v.align++;
	if (segment == BRIG_SEGMENT_GLOBAL)
		v.allocation = BRIG_ALLOCATION_PROGRAM;
	else if (segment == BRIG_SEGMENT_READONLY)
		v.allocation = BRIG_ALLOCATION_AGENT;
	v.linkage = name[0] == '&' ? BRIG_LINKAGE_MODULE : BRIG_LINKAGE_FUNCTION;
	return v;
}

static uint32_t declare(const char *name, uint16_t type, uint8_t segment)
{
	struct brig_directive_variable v = variable(name, type, segment);
	return brig_build_variable(b, &v);
}

static uint32_t argument(const char *name, uint16_t type)
{
	struct brig_directive_variable v = variable(name, type, BRIG_SEGMENT_ARG);
	v.linkage = BRIG_LINKAGE_ARG;
	return brig_build_variable(b, &v);
}

static uint32_t executable(uint16_t kind, const char *name)
{
	struct brig_directive_executable x = {.name = string(name),
		.modifier = BRIG_EXECUTABLE_DEFINITION,
		.linkage = kind == BRIG_KIND_DIRECTIVE_SIGNATURE ? BRIG_LINKAGE_NONE
	                                                         : BRIG_LINKAGE_MODULE};
	return brig_build_executable_begin(b, kind, &x);
}

static uint32_t function(const char *name, uint16_t out, uint16_t in)
{
	uint32_t x = executable(BRIG_KIND_DIRECTIVE_FUNCTION, name);
	if (out != 0)
		declare("%o", out, BRIG_SEGMENT_ARG);
	brig_build_executable_inputs(b, x);
	if (in != 0)
		declare("%i", in, BRIG_SEGMENT_ARG);
	brig_build_executable_body(b, x);
	return x;
}

static uint32_t kernel(void)
{
	uint32_t x = executable(BRIG_KIND_DIRECTIVE_KERNEL, "&k");
	brig_build_executable_inputs(b, x);
	brig_build_executable_body(b, x);
	return x;
}

static void end(uint32_t x)
{
	brig_build_executable_end(b, x);
}

static uint32_t r(char letter, uint16_t number)
{
	return brig_build_register(b, (uint16_t)(strchr("csdq", letter) - "csdq"), number);
}

static uint32_t constant(uint16_t type, uint64_t value, size_t bytes)
{
	return brig_build_constant(b, type, &value, bytes);
}
static uint32_t u32(uint32_t value)
{
	return constant(BRIG_TYPE_U32, value, 4);
}

static uint32_t label(const char *name)
{
	return brig_build_name_directive(b, BRIG_KIND_DIRECTIVE_LABEL, str_from(name));
}

static uint32_t ref(uint32_t code)
{
	return brig_build_code_ref(b, code);
}
static uint32_t code_list(uint32_t count, const uint32_t *offs)
{
	return brig_build_code_list(b, offs, count);
}
#define LIST(...) code_list(ARRAY_LEN(((uint32_t[]){__VA_ARGS__})), (uint32_t[]){__VA_ARGS__})
#define EMPTY_LIST code_list(0, no_operands)

static uint32_t inst(const char *mnemonic, uint32_t count, const uint32_t *operands)
{
	const struct isa_context ctx = {BRIG_PROFILE_FULL, BRIG_MACHINE_LARGE, true};
	struct isa_inst i;
	struct str bad;
	char message[200];
	bool ok = isa_mnemonic_parse(str_from(mnemonic), &i, &bad, message);
	cr_assert(ok, "%s: %s", mnemonic, message);
	return brig_build_inst(b, &i, isa_encoding_record(isa_match_mnemonic(&i, &ctx), &i),
		operands, count);
}
#define INST(mnemonic, ...) \
	inst(mnemonic, ARRAY_LEN(((uint32_t[]){__VA_ARGS__})), (uint32_t[]){__VA_ARGS__})

/* ---- expecting ------------------------------------------------------------------------------ */

static void apply_patches(const struct brig_view *v, struct buf *bytes)
{
	for (size_t i = 0; i < patch_count; i++)
		for (uint32_t k = 0; k < patches[i].bytes; k++) {
			size_t at = (size_t)(v->sections[patches[i].section].bytes - v->bytes);
			bytes->data[at + patches[i].off + k] =
				(unsigned char)(patches[i].value >> (8 * k));
		}
}

/* The messages of the module built since start(), without places; the caller frees them. */
static char *verify(void)
{
	struct buf bytes = BUF_INIT;
	struct diag d;
	struct brig_view v;
	char *text = NULL;
	size_t n;
	diag_init(&d, &(struct diag_options){.tool = "test"});
	brig_builder_finish(b, &bytes);
	brig_builder_free(b);
	cr_assert(brig_view_open(&v, "x", bytes.data, bytes.len, &d));
	apply_patches(&v, &bytes);
	bool ok = brig_verify(&v, &d);
	cr_assert_eq(ok, d.error_count == 0);
	FILE *f = open_memstream(&text, &n);
	diag_flush(&d, f);
	fclose(f);
	brig_view_close(&v);
	diag_release(&d);
	buf_release(&bytes);
	return text;
}

static void expect(const char *message)
{
	char *text = verify();
	if (message == NULL)
		cr_expect_str_empty(text);
	else
		cr_expect(strstr(text, message) != NULL, "expected: %s\nfound: %s", message, text);
	free(text);
}

#define CASE(message, ...) \
	do { \
		full(); \
		__VA_ARGS__; \
		expect(message); \
	} while (0)
#define IN_KERNEL(message, ...) \
	do { \
		full(); \
		uint32_t k_ = kernel(); \
		__VA_ARGS__; \
		end(k_); \
		expect(message); \
	} while (0)

/* ---- entries and fields ---------------------------------------------------------------------- */

enum { FIRST = 16 + 8 }; /* an offset in every section's header: never an entry */

Test(verify, entries)
{
	uint32_t i = 0;
	IN_KERNEL(NULL, inst("ret", 0, no_operands));
	IN_KERNEL("entry has kind 0x2012, which is none of this section",
		i = INST("mov_b32", r('s', 0), r('s', 1));
		PATCH_CODE(i + 2, 2, 0x2012));
	IN_KERNEL("entry has kind 0x300a, which is none of this section",
		i = INST("mov_b32", r('s', 0), r('s', 1));
		PATCH_CODE(i + 2, 2, 0x300a));
	IN_KERNEL("size 14 of an entry is not a multiple of 4 inside the section",
		i = INST("mov_b32", r('s', 0), r('s', 1));
		PATCH_CODE(i, 2, 14));
	IN_KERNEL("INST_BASIC entry has 8 bytes, not at least 12",
		i = INST("mov_b32", r('s', 0), r('s', 1));
		PATCH_CODE(i, 2, 8));
	IN_KERNEL("entry has kind 0x3005, which is none of this section", i = r('s', 0);
		PATCH_OPERAND(i + 2, 2, 0x3005));
	IN_KERNEL("filler entry is not 0", i = INST("mov_b32", r('s', 0), r('s', 1));
		PATCH_CODE(i + 2, 2, 0));
	IN_KERNEL("data entry of 4096 bytes reaches beyond the section", i = string("abc");
		patch(BRIG_SECTION_INDEX_DATA, i, 4, 4096));
	IN_KERNEL("padding of a data entry is not 0", i = string("abc");
		patch(BRIG_SECTION_INDEX_DATA, i + 7, 1, 1));
}

Test(verify, fields)
{
	uint32_t i = 0;
	IN_KERNEL("reserved of INST_MEM is 0x1: it must be 0",
		i = INST("ld_u32", r('s', 0), brig_build_address(b, 0, r('d', 0), 0));
		PATCH_CODE(i + 17, 1, 1));
	IN_KERNEL("of INST_MEM is 0x2: it must be at most 1",
		i = INST("ld_u32", r('s', 0), brig_build_address(b, 0, r('d', 0), 0));
		PATCH_CODE(i + 16, 1, 2));
	IN_KERNEL("operands of INST_BASIC is 0x18: it must be the offset of a data entry",
		i = INST("mov_b32", r('s', 0), r('s', 1));
		PATCH_CODE(i + 8, 4, FIRST));
	IN_KERNEL("type of INST_BASIC is 0x3f: it must be a type",
		i = INST("mov_b32", r('s', 0), r('s', 1));
		PATCH_CODE(i + 6, 2, 0x3f));
	IN_KERNEL("opcode of INST_BASIC is 0x89: it must be at most 136",
		i = INST("mov_b32", r('s', 0), r('s', 1));
		PATCH_CODE(i + 4, 2, 137));
	IN_KERNEL("reg_kind of OPERAND_REGISTER is 0x4: it must be at most 3", i = r('s', 0);
		PATCH_OPERAND(i + 4, 2, 4));
	IN_KERNEL("reg of OPERAND_ADDRESS is 0x18: it must be the offset of an operand",
		i = brig_build_address(b, 0, r('d', 0), 0);
		PATCH_OPERAND(i + 8, 4, FIRST));
	IN_KERNEL("ref of OPERAND_CODE_REF is 0x18: it must be the offset of a directive",
		i = ref(label("@a"));
		PATCH_OPERAND(i + 4, 4, FIRST));
	IN_KERNEL("is 0x18: it must be the offset of an operand",
		INST("mov_b32", r('s', 0), FIRST));
	CASE(NULL, brig_build_loc(b, brig_build_string(b, (struct str){"\0", 1}), 1, 1));
	CASE("type of DIRECTIVE_VARIABLE is 0x8c: it must be another type: there are no arrays of b1",
		i = declare("&x", BRIG_TYPE_U8, BRIG_SEGMENT_GLOBAL);
		PATCH_CODE(i + 12, 2, 0x8c));
}

/* ---- operands ------------------------------------------------------------------------------- */

Test(verify, constants)
{
	CASE(NULL, constant(BRIG_TYPE_U8X4, 1, 4));
	CASE("constant of type u32 has 2 bytes, not 4", constant(BRIG_TYPE_U32, 1, 2));
	CASE("constant of type u32[] has 6 bytes, not a multiple of 4",
		constant(BRIG_TYPE_U32_ARRAY, 1, 6));
	CASE("constant must not be of type b32", constant(BRIG_TYPE_B32, 1, 4));
	CASE("constant must not be of type roimg", constant(BRIG_TYPE_ROIMG, 1, 8));
	CASE("signal constant is not 0", constant(BRIG_TYPE_SIG64, 1, 8));
	CASE("element of a constant list must be a constant or an alignment",
		brig_build_constant_list(b, 0, (uint32_t[]){r('s', 0)}, 1));
	CASE("constant list has no value",
		brig_build_constant_list(b, 0, (uint32_t[]){brig_build_align_operand(b, 3)}, 1));
	CASE("constant list must be an aggregate or an array of images or samplers of one type",
		brig_build_constant_list(b, BRIG_TYPE_ROIMG_ARRAY, (uint32_t[]){u32(1)}, 1));
	CASE("code list must be of arg variables, labels or functions only", LIST(module(1, 1)));
	CASE("vector operand has 1 elements, not 2 to 4",
		brig_build_operand_list(b, (uint32_t[]){r('s', 0)}, 1));
	CASE("element of a vector operand must be a register, constant or WAVESIZE",
		brig_build_operand_list(b, (uint32_t[]){r('s', 0), ref(declare("&x", 1, 2))}, 2));
	CASE("register of an address must be an s or d register",
		brig_build_address(b, 0, r('q', 0), 0));
	CASE("symbol of an address must be a variable", brig_build_address(b, label("@x"), 0, 0));
}

Test(verify, images_and_samplers)
{
	struct brig_operand_constant_image i = {.type = BRIG_TYPE_ROIMG,
		.geometry = BRIG_GEOMETRY_2D,
		.channel_order = BRIG_CHANNEL_ORDER_R,
		.width = 1,
		.height = 1};
	struct brig_operand_constant_sampler s = {.type = BRIG_TYPE_SAMP};
	CASE(NULL, brig_build_image(b, &i));
	i.height = 0;
	CASE("height of an image of geometry 2d must not be 0", brig_build_image(b, &i));
	i.height = 1;
	i.array = 1;
	CASE("array of an image of geometry 2d must be 0", brig_build_image(b, &i));
	i.array = 0;
	i.channel_order = BRIG_CHANNEL_ORDER_DEPTH;
	CASE("channel order 'depth' needs geometry 2ddepth or 2dadepth, not '2d'",
		brig_build_image(b, &i));
	i.channel_order = BRIG_CHANNEL_ORDER_RGB;
	CASE("channel order 'rgb' cannot have channel type 'snorm_int8'; expected unorm_short_555, "
	     "unorm_short_565 or unorm_int_101010",
		brig_build_image(b, &i));
	i.type = BRIG_TYPE_SAMP;
	CASE("image constant must be of type roimg, woimg or rwimg", brig_build_image(b, &i));
	CASE(NULL, brig_build_sampler(b, &s));
	s.addressing = BRIG_ADDRESSING_REPEAT;
	CASE("addressing 'repeat' needs normalized coordinates, not 'unnormalized'",
		brig_build_sampler(b, &s));
}

/* ---- module scope ---------------------------------------------------------------------------- */

Test(verify, head_of_a_module)
{
	uint32_t m = 0;
	start();
	expect("there is no module directive");
	start();
	extension("IMAGE");
	module(1, 1);
	expect("DIRECTIVE_EXTENSION stands before the module directive");
	CASE("module directive stands twice or not first", module(1, 1));
	CASE("extension must directly follow the module directive",
		declare("&x", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL);
		extension("IMAGE"));
	CASE("extension \"CORE\" excludes all others", extension("CORE"); extension("IMAGE"));
	CASE(NULL, extension(""); extension("CORE"));
	start();
	m = module(1, 1);
	PATCH_CODE(m + 8, 4, 2);
	expect("HSAIL version 2:0 is not supported, only 1:0");
	start();
	m = module(1, 1);
	PATCH_CODE(m + 18, 1, BRIG_ROUND_FLOAT_PLUS_INFINITY);
	expect("default rounding of a module must be default, zero or near, not 4");
	CASE("DIRECTIVE_LABEL may not stand at module scope", label("@a"));
}

Test(verify, names)
{
	CASE("name '&' must be '&', then a letter",
		declare("&", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL));
	CASE("name '&1' must be '&', then a letter",
		declare("&1", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL));
	CASE("name '&a-b' must be '&', then a letter",
		declare("&a-b", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL));
	CASE("name '&.a' must be '&', then a letter",
		declare("&.a", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL));
	CASE(NULL, declare("&_a.9", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL));
	IN_KERNEL("name '&x' must be '%'", struct brig_directive_variable v = variable("&x",
						   BRIG_TYPE_U32, BRIG_SEGMENT_PRIVATE);
		v.linkage = BRIG_LINKAGE_FUNCTION; brig_build_variable(b, &v));
	IN_KERNEL("name '%a' must be '@'", label("%a"));
	IN_KERNEL("'@a' is defined twice", label("@a"); label("@a"));
	IN_KERNEL("'%a' is defined twice", declare("%a", BRIG_TYPE_U32, BRIG_SEGMENT_PRIVATE);
		declare("%a", BRIG_TYPE_U32, BRIG_SEGMENT_GROUP));
	CASE("'&x' is defined twice", declare("&x", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL);
		declare("&x", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL));
	CASE("'&m' is defined twice", declare("&m", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL));
}

/* A declaration, then a definition that differs. */
static void redeclare(struct brig_directive_variable first, struct brig_directive_variable second)
{
	first.modifier &= (uint8_t)~BRIG_VARIABLE_DEFINITION;
	brig_build_variable(b, &first);
	brig_build_variable(b, &second);
}

Test(verify, declarations)
{
	struct brig_directive_variable x, y;
#define X (x = y = variable("&x", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL))
	CASE(NULL, X; redeclare(x, y));
	CASE("'&x' has another alignment than before", X; y.align++; redeclare(x, y));
	CASE("'&x' has another type than before", X; y.type = BRIG_TYPE_S32; redeclare(x, y));
	CASE("'&x' has another linkage than before", X; y.linkage = BRIG_LINKAGE_PROGRAM;
		redeclare(x, y));
	CASE("'&x' has another allocation than before", X; y.allocation = BRIG_ALLOCATION_AGENT;
		redeclare(x, y));
	CASE("'&x' has another segment than before", X; y.segment = BRIG_SEGMENT_GROUP;
		y.allocation = BRIG_ALLOCATION_AUTOMATIC; redeclare(x, y));
	CASE("'&x' has another array size than before", X; x.type = y.type = BRIG_TYPE_U32_ARRAY;
		x.dim = 2; y.dim = 3; redeclare(x, y));
	CASE(NULL, X; x.type = y.type = BRIG_TYPE_U32_ARRAY; y.dim = 3; redeclare(x, y));
	CASE("'&x' has module linkage but no definition in this module", X; x.modifier = 0;
		brig_build_variable(b, &x));
	CASE(NULL, X; x.modifier = 0; x.linkage = BRIG_LINKAGE_PROGRAM; brig_build_variable(b, &x));
	CASE("'&k' has another kind than before", declare("&k", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL);
		struct brig_directive_executable e = {.name = string("&k"),
			.linkage = BRIG_LINKAGE_MODULE};
		uint32_t f = brig_build_executable_begin(b, BRIG_KIND_DIRECTIVE_KERNEL, &e);
		brig_build_executable_inputs(b, f); brig_build_executable_body(b, f); end(f));
#undef X
}

/* ---- variables ------------------------------------------------------------------------------- */

Test(verify, variables)
{
	struct brig_directive_variable x;
#define X(type, segment) x = variable("&x", BRIG_TYPE_##type, BRIG_SEGMENT_##segment)
#define DONE brig_build_variable(b, &x)
	CASE("variable '&x' of the spill segment may not stand at module scope", X(U32, SPILL);
		DONE);
	CASE("variable '&x' must not be of type b1", X(B1, GLOBAL); DONE);
	CASE("variable '&x' must be aligned to at least 8, the natural alignment of u64",
		X(U64, GLOBAL);
		x.align = BRIG_ALIGNMENT_4; DONE);
	CASE("variable '&x' may be const only in the global and readonly segments", X(U32, GROUP);
		x.modifier |= BRIG_VARIABLE_CONST; DONE);
	CASE("variable '&x' is const and must have an initialiser", X(U32, GLOBAL);
		x.modifier |= BRIG_VARIABLE_CONST; DONE);
	CASE("variable '&x' of the readonly segment must have agent allocation", X(U32, READONLY);
		x.allocation = BRIG_ALLOCATION_PROGRAM; DONE);
	CASE("variable '&x' must have automatic allocation", X(U32, GROUP);
		x.allocation = BRIG_ALLOCATION_PROGRAM; DONE);
	CASE("variable '&x' has linkage 3, which it cannot have at module scope", X(U32, GROUP);
		x.linkage = BRIG_LINKAGE_FUNCTION; DONE);
	CASE("variable '&x' is an array without a size", X(U32_ARRAY, GLOBAL); DONE);
	CASE("variable '&x' is not an array, but has a size", X(U32, GLOBAL); x.dim = 1; DONE);
	CASE("variable '&x' is larger than any segment", X(U64_ARRAY, GLOBAL);
		x.dim = UINT64_MAX / 4; DONE);
	CASE("variable is an image or sampler: that needs extension \"IMAGE\"", X(ROIMG, GLOBAL);
		DONE);
	CASE("variable '&x' is an image or sampler and may not be in the group segment",
		extension("IMAGE");
		X(ROIMG, GROUP); DONE);
	CASE("variable is of type sig32, which the large machine model does not have",
		X(SIG32, GLOBAL);
		DONE);
	start();
	module(BRIG_PROFILE_BASE, BRIG_MACHINE_LARGE);
	X(F64X2, GLOBAL);
	DONE;
	expect("variable is of type f64, which the Base profile does not have");
}

Test(verify, initialisers)
{
	struct brig_directive_variable x;
	CASE(NULL, X(B32, GLOBAL); x.init = u32(1); DONE);
	CASE("variable '&x' has an initialiser of type u32, not s32", X(S32, GLOBAL);
		x.init = u32(1); DONE);
	CASE("variable '&x' may have an initialiser only as a definition in the global or readonly segment",
		X(U32, GROUP);
		x.init = u32(1); DONE);
	CASE("variable '&x' must have a constant as its initialiser", X(U32, GLOBAL);
		x.init = r('s', 0); DONE);
	CASE("variable '&x' and its initialiser differ in size: 12 and 8 bytes",
		X(U32_ARRAY, GLOBAL);
		x.dim = 3; x.init = constant(BRIG_TYPE_U32_ARRAY, 1, 8); DONE);
	CASE("variable '&x' is an array of b8: its initialiser must be an aggregate",
		X(B8_ARRAY, GLOBAL);
		x.dim = 4; x.init = u32(1); DONE);
	CASE("variable '&x' and its initialiser differ in size: 5 and 4 bytes", X(B8_ARRAY, GLOBAL);
		x.dim = 5; x.init = brig_build_constant_list(b, 0, (uint32_t[]){u32(1)}, 1); DONE);
	CASE("variable '&x' may not have this list as its initialiser", X(U32_ARRAY, GLOBAL);
		x.dim = 1; x.init = brig_build_constant_list(b, 0, (uint32_t[]){u32(1)}, 1); DONE);
	struct brig_operand_constant_sampler s = {.type = BRIG_TYPE_SAMP};
	CASE("variable '&x' is an image or sampler with an initialiser and must have agent allocation",
		extension("IMAGE");
		X(SAMP, GLOBAL); x.init = brig_build_sampler(b, &s); DONE);
	CASE(NULL, extension("IMAGE"); X(SAMP, READONLY); x.init = brig_build_sampler(b, &s); DONE);
#undef X
#undef DONE
}

/* ---- functions ------------------------------------------------------------------------------- */

Test(verify, executables)
{
	uint32_t f = 0;
	CASE(NULL, end(function("&f", BRIG_TYPE_U32, BRIG_TYPE_U32)));
	CASE("kernel has 1 output arguments, not at most 0", f = kernel(); end(f);
		PATCH_CODE(f + 8, 2, 1));
	CASE("function has fewer formal arguments than it says", f = kernel(); end(f);
		PATCH_CODE(f + 10, 2, 1));
	CASE("first_in_arg is 0x18: it must be", f = kernel(); end(f);
		PATCH_CODE(f + 12, 4, FIRST));
	CASE("first_code_block_entry is 0x18: it must be", f = kernel(); end(f);
		PATCH_CODE(f + 16, 4, FIRST));
	CASE("next_module_entry is 0x18: it must be the offset of an entry", f = kernel(); end(f);
		PATCH_CODE(f + 20, 4, FIRST));
	CASE("linkage of a function must be program or module", f = kernel(); end(f);
		PATCH_CODE(f + 25, 1, BRIG_LINKAGE_NONE));
	CASE("signature must be a definition", f = executable(BRIG_KIND_DIRECTIVE_SIGNATURE, "&s");
		brig_build_executable_inputs(b, f); brig_build_executable_body(b, f); end(f);
		PATCH_CODE(f + 24, 1, 0));
	CASE("variable '%i' of the private segment may not stand as a function's argument",
		f = executable(BRIG_KIND_DIRECTIVE_FUNCTION, "&f");
		brig_build_executable_inputs(b, f);
		declare("%i", BRIG_TYPE_U32, BRIG_SEGMENT_PRIVATE);
		brig_build_executable_body(b, f); end(f));
	CASE("'%i' is defined twice", f = executable(BRIG_KIND_DIRECTIVE_FUNCTION, "&f");
		brig_build_executable_inputs(b, f); declare("%i", BRIG_TYPE_U32, BRIG_SEGMENT_ARG);
		declare("%i", BRIG_TYPE_U32, BRIG_SEGMENT_ARG); brig_build_executable_body(b, f);
		end(f));
	CASE("indirect function may not use '%g': it is a group variable",
		f = executable(BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION, "&f");
		brig_build_executable_inputs(b, f); brig_build_executable_body(b, f);
		declare("%g", BRIG_TYPE_U32, BRIG_SEGMENT_GROUP); end(f));
}

/* Formals of signatures need no name (PRM 18.5.1.5). */
static uint32_t nameless_formal(void)
{
	uint32_t s = executable(BRIG_KIND_DIRECTIVE_SIGNATURE, "&s");
	brig_build_executable_inputs(b, s);
	struct brig_directive_variable v = variable("%i", BRIG_TYPE_U32, BRIG_SEGMENT_ARG);
	v.linkage = BRIG_LINKAGE_NONE;
	v.name = 0;
	uint32_t formal = brig_build_variable(b, &v);
	brig_build_executable_body(b, s);
	end(s);
	return formal;
}

Test(verify, code_blocks)
{
	IN_KERNEL("DIRECTIVE_VARIABLE must stand before the statements of its block", label("@a");
		declare("%x", BRIG_TYPE_U32, BRIG_SEGMENT_PRIVATE));
	IN_KERNEL("DIRECTIVE_CONTROL must stand before the definitions of its block",
		declare("%x", BRIG_TYPE_U32, BRIG_SEGMENT_PRIVATE);
		brig_build_control(b, BRIG_CONTROL_REQUIREDDIM, (uint32_t[]){u32(1)}, 1));
	IN_KERNEL("DIRECTIVE_MODULE may not stand in a code block", module(1, 1));
	IN_KERNEL("arg block has no end", brig_build_arg_block(b, true));
	IN_KERNEL("end of an arg block without its start", brig_build_arg_block(b, false));
	IN_KERNEL("arg block stands in another arg block", brig_build_arg_block(b, true);
		brig_build_arg_block(b, true));
	IN_KERNEL("arg block has no call", brig_build_arg_block(b, true);
		brig_build_arg_block(b, false));
	IN_KERNEL("comment must be one line that begins with '//'",
		brig_build_name_directive(b, BRIG_KIND_DIRECTIVE_COMMENT, STR("//a\nret;")));
	IN_KERNEL("does not end with a carriage return",
		brig_build_name_directive(b, BRIG_KIND_DIRECTIVE_COMMENT, STR("//a\r")));
	IN_KERNEL(NULL, brig_build_name_directive(b, BRIG_KIND_DIRECTIVE_COMMENT, STR("//a\rb")));
	CASE("names such as '&__hsa_f' that begin with '__hsa' are reserved",
		declare("&__hsa_f", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL));
	IN_KERNEL("line and column of a loc directive begin at 1",
		brig_build_loc(b, brig_build_string(b, STR("f")), 0, 1));
	CASE("pragma names a register outside a code block",
		brig_build_pragma(b, (uint32_t[]){r('s', 0)}, 1));
	CASE("reference to a directive without a name", uint32_t f = nameless_formal();
		brig_build_pragma(b, (uint32_t[]){ref(f)}, 1));
	IN_KERNEL(NULL, uint32_t a = label("@a"); uint32_t p[] = {ref(a), r('s', 0)};
		brig_build_pragma(b, p, 2); brig_build_pragma(b, p, 2));
	IN_KERNEL("pragma has no operands", brig_build_pragma(b, no_operands, 0));
	IN_KERNEL("operand of a pragma must be",
		brig_build_pragma(b, (uint32_t[]){brig_build_address(b, 0, r('d', 0), 0)}, 1));
}

Test(verify, control_directives)
{
#define CONTROL(which, ...) \
	brig_build_control(b, BRIG_CONTROL_##which, (uint32_t[]){__VA_ARGS__}, \
		ARRAY_LEN(((uint32_t[]){__VA_ARGS__})))
	uint32_t w = 0;
	IN_KERNEL(NULL, w = brig_build_wavesize(b); CONTROL(REQUIREDDIM, u32(2));
		CONTROL(REQUIREDWORKGROUPSIZE, w, u32(2), u32(1));
		CONTROL(MAXFLATWORKGROUPSIZE, w));
	IN_KERNEL("'requireddim' has 2 operands, not 1", CONTROL(REQUIREDDIM, u32(1), u32(1)));
	IN_KERNEL("operand 0 of 'requireddim' must be 1, 2 or 3", CONTROL(REQUIREDDIM, u32(4)));
	IN_KERNEL("operand 0 of 'requireddim' must not be 0", CONTROL(REQUIREDDIM, u32(0)));
	IN_KERNEL("operand 0 of 'requireddim' may not be WAVESIZE",
		CONTROL(REQUIREDDIM, brig_build_wavesize(b)));
	IN_KERNEL("operand 0 of 'maxflatgridsize' must be a constant of type u64 or WAVESIZE",
		CONTROL(MAXFLATGRIDSIZE, u32(1)));
	IN_KERNEL("'requireddim' has other values than before in the same code block",
		CONTROL(REQUIREDDIM, u32(1));
		CONTROL(REQUIREDDIM, u32(2)));
	IN_KERNEL("'requiredworkgroupsize' is larger than 'maxflatworkgroupsize' allows",
		CONTROL(REQUIREDWORKGROUPSIZE, u32(2), u32(2), u32(2));
		CONTROL(MAXFLATWORKGROUPSIZE, u32(7)));
	IN_KERNEL("'requiredworkgroupsize' has more dimensions than 'requireddim'",
		CONTROL(REQUIREDDIM, u32(1));
		CONTROL(REQUIREDWORKGROUPSIZE, u32(2), u32(2), u32(1)));
	IN_KERNEL(NULL, CONTROL(ENABLEDETECTEXCEPTIONS, u32(1));
		CONTROL(ENABLEDETECTEXCEPTIONS, u32(2)));
	IN_KERNEL("control directive of no kind", CONTROL(NONE, u32(1)));
#undef CONTROL
}

/* ---- instructions ---------------------------------------------------------------------------- */

Test(verify, forms)
{
	uint32_t i = 0;
	IN_KERNEL(
		"src0 of 'add_u32' must be an s register, a constant of type u32 or WAVESIZE, not '$d1'",
		INST("add_u32", r('s', 0), r('d', 1), u32(1)));
	IN_KERNEL(
		"src1 of 'add_u32' must be an s register, a constant of type u32 or WAVESIZE, not a "
		"constant of type s32",
		INST("add_u32", r('s', 0), r('s', 1), constant(BRIG_TYPE_S32, 1, 4)));
	IN_KERNEL("'add_u32' takes 3 operands (dest, src0, src1), not 2",
		INST("add_u32", r('s', 0), r('s', 1)));
	IN_KERNEL("'add' does not take type u8x4", /* packed needs MOD */
		i = INST("add_u32", r('s', 0), r('s', 1), r('s', 2));
		PATCH_CODE(i + 6, 2, BRIG_TYPE_U8X4));
	IN_KERNEL("instruction has 7 operands, not at most 6",
		INST("nop", r('s', 0), r('s', 0), r('s', 0), r('s', 0), r('s', 0), r('s', 0),
			r('s', 0)));
	IN_KERNEL(
		"memory fence must have equal scopes for global and group memory, and none for images",
		i = inst("memfence_scar_wg", 0, no_operands);
		PATCH_CODE(i + 14, 1, BRIG_MEMORY_SCOPE_AGENT));
	IN_KERNEL(
		"src0 of 'mov_b1' must be a c register, a constant of type u8 and value 0 or 1 or "
		"WAVESIZE, not a constant of type u8",
		INST("mov_b1", r('c', 0), constant(BRIG_TYPE_U8, 2, 1)));
	IN_KERNEL("see PRM section 5.2", INST("add_u32", r('s', 0), r('s', 1)));
}

Test(verify, registers)
{
	IN_KERNEL(NULL, INST("mov_b32", r('s', 2047), u32(1)));
	IN_KERNEL("function uses 2048 s, 1 d and 0 q registers: s + 2 d + 4 q must be at most 2048",
		INST("mov_b32", r('s', 2047), u32(1));
		INST("mov_u64", r('d', 0), r('d', 0)));
	IN_KERNEL("function uses 2 s, 1024 d and 0 q registers",
		INST("expand_v2_b32_b64",
			brig_build_operand_list(b, (uint32_t[]){r('s', 0), r('s', 1)}, 2),
			r('d', 1023)));
	IN_KERNEL("function uses 1 s, 1024 d and 0 q registers",
		INST("ld_u32", r('s', 0), brig_build_address(b, 0, r('d', 1023), 0)));
	uint32_t list[2] = {0, 0}; /* shared by both functions */
	IN_KERNEL("function uses 2048 s, 1 d and 0 q registers", list[0] = r('s', 2047);
		brig_build_pragma(b, list, 1); list[1] = r('d', 0); brig_build_pragma(b, list, 2));
	CASE("function uses 2048 s, 1 d and 0 q registers", list[0] = r('s', 2047);
		uint32_t f = function("&f", 0, 0); brig_build_pragma(b, list, 1); end(f);
		uint32_t k = kernel(); brig_build_pragma(b, list, 1);
		INST("mov_u64", r('d', 0), r('d', 0)); end(k));
	IN_KERNEL("there is no register '$c128': numbers go up to 127", r('c', 128));
	IN_KERNEL("there is no register '$s2048': numbers go up to 2047", r('s', 2048));
	IN_KERNEL("there is no register '$d1024': numbers go up to 1023", r('d', 1024));
	IN_KERNEL("there is no register '$q512': numbers go up to 511", r('q', 512));
}

Test(verify, references)
{
	uint32_t x = 0, f = 0, a = 0;
	struct brig_directive_variable v;
	CASE(NULL, x = declare("&x", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL); f = kernel();
		INST("ld_global_u32", r('s', 0), brig_build_address(b, x, 0, 0)); end(f));
	CASE("access of 4 bytes at offset 1 is outside variable '&x', which has 4",
		x = declare("&x", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL);
		f = kernel(); INST("ld_global_u32", r('s', 0), brig_build_address(b, x, 0, 1));
		end(f));
	CASE("'&x' is used before it is declared", f = kernel();
		a = brig_build_address_later(b, 0, 0); INST("ld_global_u32", r('s', 0), a); end(f);
		x = declare("&x", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL);
		brig_patch_address_symbol(b, a, x));
	CASE("reference to a declaration of '&x', which is defined at",
		v = variable("&x", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL);
		v.modifier = 0; x = brig_build_variable(b, &v);
		v.modifier = BRIG_VARIABLE_DEFINITION; brig_build_variable(b, &v); f = kernel();
		INST("ld_global_u32", r('s', 0), brig_build_address(b, x, 0, 0)); end(f));
	CASE("'%p' belongs to another function", f = function("&f", 0, 0);
		x = declare("%p", BRIG_TYPE_U32, BRIG_SEGMENT_PRIVATE); end(f); f = kernel();
		INST("ld_private_u32", r('s', 0), brig_build_address(b, x, 0, 0)); end(f));
	CASE("'@a' belongs to another function", f = function("&f", 0, 0); x = label("@a"); end(f);
		f = kernel(); INST("br", ref(x)); end(f));
	CASE("input argument '%i' may only be loaded", f = function("&f", 0, BRIG_TYPE_U32);
		INST("st_arg_u32", r('s', 0), brig_build_address(b, f + 28, 0, 0)); end(f));
	CASE("output argument '%o' may only be stored", f = function("&f", BRIG_TYPE_U32, 0);
		INST("ld_arg_u32", r('s', 0), brig_build_address(b, f + 28, 0, 0)); end(f));
	CASE("indirect function may not use '&g'",
		x = declare("&g", BRIG_TYPE_U32, BRIG_SEGMENT_GROUP);
		f = executable(BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION, "&f");
		brig_build_executable_inputs(b, f); brig_build_executable_body(b, f);
		INST("ld_group_u32", r('s', 0), brig_build_address(b, x, 0, 0)); end(f));
}

/* ---- arg blocks and calls -------------------------------------------------------------------- */

static uint32_t callee, other;

static void with_callee(void)
{
	callee = function("&f", BRIG_TYPE_U32, BRIG_TYPE_U32);
	end(callee);
	other = function("&g", 0, BRIG_TYPE_U32);
	end(other);
}

#define ARG_BLOCK(...) \
	with_callee(); \
	uint32_t k_ = kernel(); \
	brig_build_arg_block(b, true); \
	uint32_t o_ = argument("%o", BRIG_TYPE_U32), i_ = argument("%i", BRIG_TYPE_U32); \
	__VA_ARGS__; \
	brig_build_arg_block(b, false); \
	end(k_)

Test(verify, calls)
{
	uint32_t x = 0;
	CASE(NULL, ARG_BLOCK(INST("call", LIST(o_), ref(callee), LIST(i_))));
	CASE("arg block has a second call", ARG_BLOCK(INST("call", LIST(o_), ref(callee), LIST(i_));
						    INST("call", LIST(o_), ref(callee), LIST(i_))));
	CASE("call has 1 arguments, but its arg block 2 variables",
		ARG_BLOCK(INST("call", EMPTY_LIST, ref(other), LIST(i_)); (void)o_));
	CASE("argument '%o' of a call occurs twice",
		ARG_BLOCK(INST("call", LIST(o_), ref(callee), LIST(o_)); (void)i_));
	CASE("'&g' takes 0 output and 1 input arguments, not 1 and 1",
		ARG_BLOCK(INST("call", LIST(o_), ref(other), LIST(i_))));
	CASE("is no variable of its arg block",
		x = declare("&x", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL);
		ARG_BLOCK(INST("call", LIST(o_), ref(callee), LIST(x)); (void)i_));
	CASE("argument '' of a call is no variable of its arg block", x = nameless_formal();
		ARG_BLOCK(INST("call", LIST(o_), ref(callee), LIST(x)); (void)i_));
	CASE("argument '%s' does not have the type, size and alignment of input 0 of '&g'",
		with_callee();
		x = kernel(); brig_build_arg_block(b, true);
		uint32_t s = argument("%s", BRIG_TYPE_S32);
		INST("call", EMPTY_LIST, ref(other), LIST(s)); brig_build_arg_block(b, false);
		end(x));
	CASE("functions of a switch call have different arguments",
		ARG_BLOCK(INST("scall_u32", LIST(o_), r('s', 0), LIST(i_), LIST(callee, other))));
	CASE("'ret' may not stand in an arg block",
		ARG_BLOCK(INST("call", LIST(o_), ref(callee), LIST(i_));
			inst("ret", 0, no_operands)));
	CASE("branch to '@a' leads out of an arg block", with_callee(); x = kernel();
		uint32_t a = label("@a"); brig_build_arg_block(b, true); INST("br", ref(a));
		brig_build_arg_block(b, false); end(x));
	CASE("branch to '@a' leads into an arg block", with_callee(); x = kernel();
		brig_build_arg_block(b, true); uint32_t a = label("@a");
		brig_build_arg_block(b, false); INST("sbr_u32", r('s', 0), LIST(a)); end(x));
	CASE("'call' must stand in an arg block", with_callee(); x = kernel();
		INST("call", EMPTY_LIST, ref(other), EMPTY_LIST); end(x));
}

/* A name of the function is hidden by one of the arg block; after the block it is back. */
Test(verify, hidden_names)
{
	uint32_t x = 0, k = 0;
	CASE("'%o' is not in scope here", with_callee(); k = kernel();
		x = declare("%o", BRIG_TYPE_U32, BRIG_SEGMENT_PRIVATE);
		brig_build_arg_block(b, true); uint32_t o = argument("%o", BRIG_TYPE_U32);
		uint32_t i = argument("%i", BRIG_TYPE_U32);
		INST("ld_private_u32", r('s', 0), brig_build_address(b, x, 0, 0));
		INST("call", LIST(o), ref(callee), LIST(i)); brig_build_arg_block(b, false);
		end(k));
	CASE("'%i' is not in scope here",
		ARG_BLOCK(INST("call", LIST(o_), ref(callee), LIST(i_));
			brig_build_arg_block(b, false); brig_build_arg_block(b, true);
			INST("ld_arg_u32", r('s', 0), brig_build_address(b, i_, 0, 0))));
}

/* ---- one cause, one message ------------------------------------------------------------------ */

static void expect_once(const char *message)
{
	char *text = verify(), *first = strstr(text, message);
	cr_expect(first != NULL, "expected: %s\nfound: %s", message, text);
	first = strstr(text, "error: ");
	cr_expect(first != NULL && strstr(first + 1, "error: ") == NULL, "more than once: %s",
		text);
	free(text);
}
#define ONCE(message, ...) \
	do { \
		full(); \
		uint32_t k_ = kernel(); \
		__VA_ARGS__; \
		end(k_); \
		expect_once(message); \
	} while (0)
#define TWICE(...) \
	for (int n_ = 0; n_ < 2; n_++) \
	__VA_ARGS__

Test(verify, one_message_for_one_cause)
{
	uint32_t a = 0, i = 0;
	ONCE("src0 of 'add_u32' must be an s register", a = r('d', 9);
		TWICE(INST("add_u32", r('s', 0), a, r('s', 1))));
	ONCE("element 1 of src0 of 'st_v2_u32' must be an s register", a = r('d', 9);
		TWICE(INST("st_v2_u32",
			brig_build_operand_list(b, (uint32_t[]){r('s', (uint16_t)n_), a}, 2),
			brig_build_address(b, 0, r('d', 1), 0))));
	ONCE("names a variable in the group segment",
		a = declare("%g", BRIG_TYPE_U32, BRIG_SEGMENT_GROUP);
		TWICE(INST("ld_global_u32", r('s', 0), brig_build_address(b, a, 0, (uint64_t)n_))));
	ONCE("access of 4 bytes at offset 8 is outside variable '%x'",
		a = declare("%x", BRIG_TYPE_U32, BRIG_SEGMENT_PRIVATE);
		TWICE(INST("ld_private_u32", r('s', 0),
			brig_build_address(b, a, 0, 8 + (uint64_t)n_))));
	ONCE("symbol of an address must be a variable", a = label("@l");
		TWICE(INST("ld_private_u32", r('s', 0),
			brig_build_address(b, a, 0, (uint64_t)n_))));
	ONCE("'mov_sig32' needs the small machine model",
		TWICE(INST("mov_sig32", r('d', 0), r('d', (uint16_t)n_))));
	ONCE("needs extension \"IMAGE\"",
		TWICE(declare(n_ == 0 ? "%i" : "%j", BRIG_TYPE_ROIMG, BRIG_SEGMENT_GLOBAL)));
	ONCE("INST_BASIC may not stand at module scope",
		TWICE(INST("mov_b32", r('s', 0), r('s', 1)));
		PATCH_CODE(k_ + 20, 4, k_ + 28));
	ONCE("DIRECTIVE_VARIABLE must stand before the statements",
		INST("mov_b32", r('s', 0), r('s', 1));
		TWICE(declare(n_ == 0 ? "%i" : "%j", BRIG_TYPE_U32, BRIG_SEGMENT_PRIVATE)));
	ONCE("variable of program or module linkage may not stand in a code block",
		TWICE(declare(n_ == 0 ? "&i" : "&j", BRIG_TYPE_U32, BRIG_SEGMENT_GLOBAL)));
	ONCE("operands of INST_BASIC is 0x18: it must be the offset of a data entry",
		TWICE(i = INST("mov_b32", r('s', 0), r('s', 1)));
		PATCH_CODE(i + 8, 4, FIRST); PATCH_CODE(i - 4, 4, FIRST));
}

/* ---- every row of the instruction tables ----------------------------------------------------- */

/* Operands that refer to nothing, as the sample has them. */
static bool sample_operand(const struct isa_operand *o, uint32_t *off)
{
	uint32_t elements[4];
	unsigned count = o->kind == ISA_OPND_VECTOR ? o->count : 1;
	if (o->kind == ISA_OPND_ADDRESS) {
		*off = brig_build_address(b, 0, 0, o->offset);
		return !o->has_symbol;
	}
	for (unsigned i = 0; i < count; i++) {
		const struct isa_element *e = &o->elem[i];
		if (e->kind == ISA_OPND_REGISTER)
			elements[i] = brig_build_register(b, e->register_kind, e->register_number);
		else if (e->kind == ISA_OPND_CONSTANT)
			elements[i] = brig_build_constant(b, e->type, &e->value,
				isa_type_find(e->type)->bits / 8u);
		else
			return false;
	}
	*off = o->kind == ISA_OPND_VECTOR ? brig_build_operand_list(b, elements, count)
	                                  : elements[0];
	return true;
}

static void add_samples(const struct isa_form *f, uint8_t model, size_t *built)
{
	const struct isa_context ctx = {BRIG_PROFILE_FULL, model, true};
	struct isa_samples it;
	struct isa_inst i;
	struct isa_mismatch why;
	isa_samples_init(&it, f);
	while (isa_samples_next(&it, &i)) {
		uint32_t operands[ISA_MAX_OPERANDS];
		bool ok = isa_match(&i, 0, &ctx, &why) == f;
		for (unsigned n = 0; n < i.operand_count && ok; n++)
			ok = sample_operand(&i.operands[n], &operands[n]);
		if (!ok)
			continue;
		brig_build_inst(b, &i, isa_encoding_record(f, &i), operands, i.operand_count);
		++*built;
	}
}

Test(verify, every_row_is_accepted)
{
	for (uint8_t model = BRIG_MACHINE_SMALL; model <= BRIG_MACHINE_LARGE; model++) {
		size_t built = 0;
		start();
		module(BRIG_PROFILE_FULL, model);
		extension("IMAGE");
		uint32_t k = kernel();
		for (size_t i = 0; i < isa_form_count(); i++)
			add_samples(isa_form_at(i), model, &built);
		end(k);
		expect(NULL);
		cr_assert_gt(built, 3000);
	}
}
