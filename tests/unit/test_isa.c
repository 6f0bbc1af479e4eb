/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The instruction tables: look-ups, and every row through printing, parsing and matching. */
#include <criterion/criterion.h>

#include "hsaemu/isa.h"

static const struct isa_context large = {BRIG_PROFILE_FULL, BRIG_MACHINE_LARGE, true};
static const struct isa_context small = {BRIG_PROFILE_FULL, BRIG_MACHINE_SMALL, true};

static bool parse(const char *text, struct isa_inst *inst)
{
	struct str bad;
	char message[200];
	return isa_mnemonic_parse(str_from(text), inst, &bad, message);
}

/* ---- look-ups ------------------------------------------------------------------------------- */

Test(isa, types_by_number_and_name)
{
	unsigned found = 0;
	for (unsigned n = 0; n < BRIG_TYPE_ARRAY; n++) {
		const struct isa_type *t = isa_type_find((uint16_t)n);
		if (t == NULL)
			continue;
		found++;
		cr_assert_eq(t->brig, n);
		cr_assert_eq(isa_type_find((uint16_t)(n | BRIG_TYPE_ARRAY)), t);
		cr_assert_eq(isa_type_by_name(str_from(t->text)), t);
		cr_assert_eq(t->bits % t->count, 0);
		cr_assert(isa_type_find(t->elem) != NULL);
	}
	cr_assert_eq(found, ISA_TYPE_COUNT - 1);
	cr_assert_eq(isa_type_find(BRIG_TYPE_NONE), NULL);
	cr_assert_eq(isa_type_find(0x100), NULL);
	cr_assert_eq(isa_type_by_name(STR("u33")), NULL);
	cr_assert_eq(isa_type_by_name(STR("")), NULL);
	cr_assert_eq(isa_type_align(isa_type_by_name(STR("u8x16"))), 16);
	cr_assert_eq(isa_type_align(isa_type_by_name(STR("sig32"))), 8);
}

Test(isa, opcodes_by_number_and_name)
{
	unsigned found = 0;
	for (unsigned n = 0; n <= BRIG_OPCODE_WAVEID; n++, found++) {
		const struct isa_opcode *op = isa_opcode_find((uint16_t)n);
		cr_assert(op != NULL && op->text != NULL && op->brig == n, "opcode %u", n);
		cr_assert_eq(isa_opcode_by_name(str_from(op->text)), op, "%s", op->text);
	}
	cr_assert_eq(isa_opcode_find(BRIG_OPCODE_WAVEID + 1), NULL);
	cr_assert_eq(isa_opcode_by_name(STR("adds")), NULL);
	cr_assert_eq(isa_opcode_by_name(STR("")), NULL);
}

Test(isa, registers)
{
	const struct {
		const char *type;
		char letter;
	} cases[] = {{"b1", 'c'}, {"u8", 's'}, {"f16", 's'}, {"u8x4", 's'}, {"sig32", 'd'},
		{"roimg", 'd'}, {"f64", 'd'}, {"b128", 'q'}, {"f32x4", 'q'}};
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		const struct isa_type *t = isa_type_by_name(str_from(cases[i].type));
		cr_assert_eq(isa_register_letter(isa_type_register_kind(t)), cases[i].letter);
	}
}

Test(isa, modifier_texts_and_values)
{
	unsigned value;
	for (unsigned m = 0; m < ISA_MOD_COUNT; m++)
		for (unsigned v = 0; v < 256; v++) {
			const char *text = isa_modifier_text((enum isa_modifier)m, v);
			if (text == NULL)
				continue;
			cr_assert(isa_modifier_value((enum isa_modifier)m, str_from(text), &value));
			cr_assert_eq(value, v, "%s", text);
		}
	cr_assert_str_eq(isa_modifier_text(ISA_MOD_SAMPLER_QUERY, 0), "addressing");
	cr_assert_not(isa_modifier_value(ISA_MOD_SEGMENT, STR("flat"), &value));
}

/* Binary search needs this. */
Test(isa, forms_are_in_order_of_opcodes)
{
	for (size_t i = 1; i < isa_form_count(); i++)
		cr_assert_leq(isa_form_opcode(isa_form_at(i - 1))->brig,
			isa_form_opcode(isa_form_at(i))->brig, "row %zu", i);
}

/* ---- every row ------------------------------------------------------------------------------ */

static bool same_mnemonic(const struct isa_inst *a, const struct isa_inst *b)
{
	return a->opcode == b->opcode && a->type == b->type && a->source_type == b->source_type &&
	       a->image_type == b->image_type && a->coord_type == b->coord_type &&
	       a->signal_type == b->signal_type && a->segment == b->segment &&
	       a->align == b->align && a->equiv == b->equiv && a->width == b->width &&
	       a->is_const == b->is_const && a->ftz == b->ftz && a->nonull == b->nonull &&
	       a->round == b->round && a->pack == b->pack && a->compare == b->compare &&
	       a->memory_order == b->memory_order && a->memory_scope == b->memory_scope &&
	       a->atomic_op == b->atomic_op && a->geometry == b->geometry && a->query == b->query &&
	       a->vec == b->vec;
}

static void round_trip(const struct isa_form *f, const struct isa_inst *inst)
{
	struct buf text = BUF_INIT;
	struct isa_inst again;
	struct str bad;
	char message[200];
	isa_mnemonic_print(f, inst, &text);
	bool parsed = isa_mnemonic_parse(buf_slice(&text), &again, &bad, message);
	cr_assert(parsed, "%.*s: %s", STR_ARG(buf_slice(&text)), message);
	cr_assert(same_mnemonic(inst, &again), "%.*s", STR_ARG(buf_slice(&text)));
	buf_release(&text);
}

/* The sample matches its row and no other, in text and in BRIG. */
static void matches(const struct isa_form *f, const struct isa_inst *inst)
{
	struct isa_mismatch why;
	const struct isa_context *ctx = &large;
	struct isa_inst decoded = *inst;
	if (isa_match(inst, 0, ctx, &why) == NULL)
		ctx = &small;
	if (isa_match(inst, 0, &small, &why) != f)
		ctx = &large;
	/* Addresses have another size in the other model. */
	const struct isa_form *found = isa_match(inst, 0, ctx, &why);
	cr_assert_eq(found, f, "%s: %s", isa_form_opcode(f)->text,
		found == NULL ? why.message : "other row");
	uint16_t record = isa_encoding_record(f, inst);
	decoded.vec = 0;
	if (record == BRIG_KIND_INST_BASIC)
		decoded.round = 0;
	found = isa_match(&decoded, record, ctx, &why);
	cr_assert_eq(found, f, "%s: %s", isa_form_opcode(f)->text,
		found == NULL ? why.message : "other row");
	cr_assert_neq(isa_match_mnemonic(inst, ctx), NULL);
}

Test(isa, every_row_prints_parses_and_matches)
{
	size_t samples = 0;
	for (size_t i = 0; i < isa_form_count(); i++) {
		const struct isa_form *f = isa_form_at(i);
		struct isa_samples it;
		struct isa_inst inst;
		size_t before = samples;
		isa_samples_init(&it, f);
		while (isa_samples_next(&it, &inst)) {
			round_trip(f, &inst);
			matches(f, &inst);
			samples++;
		}
		cr_assert_gt(samples, before, "row %zu has no samples", i);
	}
	cr_assert_gt(samples, 5000);
}

/* ---- mnemonics ------------------------------------------------------------------------------ */

Test(isa, defaults_of_absent_modifiers)
{
	struct isa_inst i;
	cr_assert(parse("ld_u32", &i));
	cr_assert(i.segment == BRIG_SEGMENT_FLAT && i.align == BRIG_ALIGNMENT_1 &&
		  i.width == BRIG_WIDTH_1);
	cr_assert(parse("st_u32", &i) && i.width == BRIG_WIDTH_NONE);
	cr_assert(parse("barrier", &i) && i.width == BRIG_WIDTH_ALL);
	cr_assert(parse("wavebarrier", &i) && i.width == BRIG_WIDTH_WAVESIZE);
	cr_assert(parse("waitfbar", &i) && i.width == BRIG_WIDTH_WAVESIZE);
	cr_assert(parse("br", &i) && i.width == BRIG_WIDTH_ALL && i.type == BRIG_TYPE_NONE);
	cr_assert(parse("alloca_u32", &i) && i.segment == BRIG_SEGMENT_PRIVATE && i.width == 0);
	cr_assert(parse("add_f32", &i) && i.round == BRIG_ROUND_FLOAT_DEFAULT);
	cr_assert(parse("add_pp_f32x2", &i) && i.round == BRIG_ROUND_FLOAT_DEFAULT);
	cr_assert(parse("max_ftz_f32", &i) && i.round == BRIG_ROUND_NONE && i.ftz);
	cr_assert(parse("cvt_u32_f32", &i) && i.round == BRIG_ROUND_INTEGER_ZERO);
	cr_assert(parse("cvt_f32_f64", &i) && i.round == BRIG_ROUND_FLOAT_DEFAULT);
	cr_assert(parse("cvt_f64_f32", &i) && i.round == BRIG_ROUND_NONE);
	cr_assert(parse("cvt_f32_u8", &i) && i.round == BRIG_ROUND_FLOAT_DEFAULT);
	cr_assert(parse("nullptr_u64", &i) && i.segment == BRIG_SEGMENT_FLAT);
}

Test(isa, arguments_of_modifiers)
{
	struct isa_inst i;
	cr_assert(parse("ld_v4_global_align( 0x10 )_const_equiv(\t017)_width( all )_f32", &i));
	cr_assert(i.vec == 4 && i.align == BRIG_ALIGNMENT_16 && i.is_const && i.equiv == 15);
	cr_assert(parse("cbr_width(WAVESIZE)_b1", &i) && i.width == BRIG_WIDTH_WAVESIZE);
	cr_assert(parse("cbr_width(2147483648)_b1", &i) && i.width == BRIG_WIDTH_2147483648);
}

Test(isa, wrong_mnemonics_say_why)
{
	const struct {
		const char *text, *bad, *message;
	} cases[] = {
		{"ad_u32", "ad", "there is no instruction 'ad'; did you mean 'add'?"},
		{"add_b32", "b32",
			"'add' does not take type b32, but u32, u64, s32, s64, f16, f32, f64 or "
			"a packed type"},
		{"sadhi_u32_u8x4", "u32", "'sadhi' does not take type u32, but u16x2"},
		{"sadhi_u16x2_u32", "u32", "'sadhi_u16x2' does not take source type u32, but u8x4"},
		{"pack_f32x2_u32", "u32", "'pack_f32x2' does not take source type u32, but f32"},
		{"signal_ld_rlx_b32_sig64", "sig64",
			"'signal_ld_b32' does not take signal type sig64, but sig32"},
		{"add", "add",
			"'add' lacks a type: u32, u64, s32, s64, f16, f32, f64 or a packed type"},
		{"firstbit_u32", "firstbit_u32",
			"'firstbit' lacks a source type: u32, u64, s32 or s64"},
		{"add_pp_u32", "pp", "'add_u32' takes no packing control"},
		{"add_u8x4", "add_u8x4",
			"'add_u8x4' needs a packing control: pp, ps, sp, ss, pp_sat, ps_sat, "
			"sp_sat or ss_sat"},
		{"add_up_ftz_f32", "ftz", "'ftz' must stand before 'up'"},
		{"add_up_up_f32", "up", "'add' has its rounding already: 'up'"},
		{"segmentp_group_b1_nonull_u64", "nonull", "'nonull' must stand before 'b1'"},
		{"memfence_fglobal", "fglobal",
			"'memfence' needs a memory order here, not 'fglobal': scacq, screl or "
			"scar"},
		{"ld_v5_u32", "v5", "'v5' is no vector size of 'ld': v2, v3 or v4"},
		{"ld_globl_u32", "globl",
			"'globl' is no modifier or type that 'ld' takes; did you mean 'global'?"},
		{"waitfbar_now", "now", "'now' is no modifier that 'waitfbar' takes"},
		{"ret_u32", "u32", "'ret' takes no type"},
		{"activelaneid_u32_u32", "u32", "'activelaneid' takes 1 type only"},
		{"ceil_near_f32", "near", "'ceil' takes no rounding"},
		{"br_width(all)", "width(all)", "'br' takes no width"},
		{"ld_width(3)_u32", "width(3)",
			"'width' takes all, WAVESIZE or a power of two from 1 to "
			"2147483648, not '3'"},
		{"ld_align_u32", "align",
			"'align' needs an argument in parentheses: a power of two from 1 to "
			"256"},
		{"ld_equiv(256)_u32", "equiv(256)",
			"'equiv' takes an integer from 0 to 255, not '256'"},
		{"ld_spill_roimg", "spill",
			"'ld_roimg' does not take segment 'spill', but global, readonly, "
			"kernarg, group, private, arg or none"},
		{"atomic_add_group_rlx_agent_u32", "agent",
			"'atomic_add_u32' does not take memory scope "
			"'agent', but wave or wg"},
		{"atomic_wrapinc_rlx_wg_s32", "s32",
			"'atomic_wrapinc' does not take type s32, but u32 or u64"},
		{"atomic_add_u32", "atomic_add_u32",
			"'atomic_add_u32' needs a memory order: rlx, scacq, screl "
			"or scar"},
		{"atomic_st_rlx_wg_b32", "st",
			"'atomic' does not take atomic operation 'st', but add, and, cas, exch, "
			"ld, max, min, or, sub, wrapdec, wrapinc or xor"},
		{"queryimage_1d_depth_u32_roimg", "1d",
			"'queryimage_depth_u32' does not take image geometry '1d', "
			"but 3d"},
		{"cmp_lt_b1_b32", "lt", "'cmp_b1' does not take comparison 'lt', but eq or ne"},
		{"cvt_f32_f32", "f32",
			"'cvt_f32' does not take source type f32, but u8, u16, u32, u64, s8, s16, "
			"s32, s64, f16, f64 or b1"},
		{"nullptr_global_u64", "global",
			"'nullptr_u64' does not take segment 'global', but kernarg or none"},
		{"combine_b64_b32", "combine_b64_b32", "'combine_b64' needs a vector size: v2"},
		{"ld_u32_", "_", "a modifier or type is missing behind '_'"},
		{"ld__u32", "__u32", "a modifier or type is missing behind '_'"},
	};
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct isa_inst inst;
		struct str bad;
		char message[200];
		cr_assert_not(isa_mnemonic_parse(str_from(cases[i].text), &inst, &bad, message));
		cr_assert_str_eq(message, cases[i].message);
		cr_assert(str_is(bad, cases[i].bad), "%s: '%.*s'", cases[i].text, STR_ARG(bad));
	}
}

/* ---- operands ------------------------------------------------------------------------------- */

static struct isa_operand reg(char letter, unsigned number)
{
	struct isa_operand o = {.kind = ISA_OPND_REGISTER};
	o.elem[0] = (struct isa_element){.kind = ISA_OPND_REGISTER,
		.register_kind = (uint8_t)(strchr("csdq", letter) - "csdq"),
		.register_number = (uint16_t)number};
	return o;
}

static struct isa_operand constant(enum isa_constant_kind kind, uint16_t type, uint64_t value)
{
	struct isa_operand o = {.kind = ISA_OPND_CONSTANT};
	o.elem[0] = (struct isa_element){
		.kind = ISA_OPND_CONSTANT, .constant = kind, .type = type, .value = value};
	return o;
}

static struct isa_operand integer(uint64_t value)
{
	return constant(ISA_CONST_INTEGER, 0, value);
}

static struct isa_operand wavesize(void)
{
	struct isa_operand o = {.kind = ISA_OPND_WAVESIZE};
	o.elem[0].kind = ISA_OPND_WAVESIZE;
	return o;
}

static struct isa_operand pair(struct isa_operand a, struct isa_operand b)
{
	struct isa_operand o = {.kind = ISA_OPND_VECTOR, .count = 2};
	o.elem[0] = a.elem[0];
	o.elem[1] = b.elem[0];
	return o;
}

static struct isa_operand address(char letter, uint8_t symbol_segment, uint16_t symbol_type)
{
	struct isa_operand o = {.kind = ISA_OPND_ADDRESS};
	if (letter != 0) {
		o.has_register = true;
		o.register_kind = (uint8_t)(strchr("csdq", letter) - "csdq");
	}
	o.has_symbol = symbol_segment != 0;
	o.symbol_segment = symbol_segment;
	o.symbol_type = symbol_type;
	return o;
}

/* NULL when it matches, else the message, which the next call overwrites. */
static const char *try(const char *mnemonic, const struct isa_context *ctx, unsigned count,
	const struct isa_operand operands[])
{
	static struct isa_mismatch why;
	struct isa_inst inst;
	cr_assert(parse(mnemonic, &inst), "%s", mnemonic);
	inst.operand_count = (uint8_t)count;
	memcpy(inst.operands, operands, count * sizeof operands[0]);
	return isa_match(&inst, 0, ctx, &why) != NULL ? NULL : why.message;
}
#define TRY(mnemonic, ctx, ...) \
	try(mnemonic, ctx, ARRAY_LEN(((struct isa_operand[]){__VA_ARGS__})), \
		(struct isa_operand[]){__VA_ARGS__})
#define ACCEPT(...) cr_assert_eq(TRY(__VA_ARGS__), NULL, "%s", TRY(__VA_ARGS__))
#define REFUSE(text, ...) cr_assert_str_eq(TRY(__VA_ARGS__), text)

Test(isa, operand_kinds)
{
	REFUSE("src0 of 'add_u32' must be an s register, an integer constant or WAVESIZE, not '$d2'",
		"add_u32", &large, reg('s', 1), reg('d', 2), reg('s', 3));
	REFUSE("dest of 'add_u32' must be an s register, not 1", "add_u32", &large, integer(1),
		reg('s', 2), reg('s', 3));
	REFUSE("'add_u32' takes 3 operands (dest, src0, src1), not 2", "add_u32", &large,
		reg('s', 1), reg('s', 2));
	ACCEPT("add_u32", &large, reg('s', 1), wavesize(), integer(7));
	REFUSE("src1 of 'add_f32' must be an s register or a constant of type f32, not WAVESIZE",
		"add_f32", &large, reg('s', 1), reg('s', 1), wavesize());
	ACCEPT("workitemid_u32", &large, reg('s', 1), integer(2));
	REFUSE("src0 of 'workitemid_u32' must be a constant from 0 to 2, not 3", "workitemid_u32",
		&large, reg('s', 1), integer(3));
	ACCEPT("shl_u64", &large, reg('d', 1), reg('d', 1), reg('s', 1));
	REFUSE("src1 of 'shl_u64' must be an s register, an integer constant or WAVESIZE, not '$d1'",
		"shl_u64", &large, reg('d', 1), reg('d', 1), reg('d', 1));
	ACCEPT("cmov_s8x4", &large, reg('s', 1), constant(ISA_CONST_TYPED, BRIG_TYPE_U8X4, 1),
		reg('s', 1), reg('s', 1));
	cr_assert(TRY("class_b1_f32", &large, reg('c', 1), reg('s', 1), wavesize()) != NULL);
}

/* PRM table 4-1. */
Test(isa, constants_by_expected_type)
{
	struct isa_operand d = reg('d', 0), s = reg('s', 0), q = reg('q', 0), c = reg('c', 0);
	struct isa_operand f32 = constant(ISA_CONST_FLOAT, BRIG_TYPE_F32, 0);
	struct isa_operand f64 = constant(ISA_CONST_FLOAT, BRIG_TYPE_F64, 0);
	struct isa_operand u32 = constant(ISA_CONST_TYPED, BRIG_TYPE_U32, 0);
	struct isa_operand u8x4 = constant(ISA_CONST_TYPED, BRIG_TYPE_U8X4, 0);
	struct isa_operand s8x16 = constant(ISA_CONST_TYPED, BRIG_TYPE_S8X16, 0);
	struct isa_operand sig = constant(ISA_CONST_TYPED, BRIG_TYPE_SIG64, 0);
	ACCEPT("mov_b32", &large, s, f32);
	ACCEPT("mov_b32", &large, s, u32);
	ACCEPT("mov_b32", &large, s, u8x4);
	ACCEPT("mov_b64", &large, d, f64);
	ACCEPT("mov_b128", &large, q, s8x16);
	ACCEPT("mov_b1", &large, c, integer(1));
	ACCEPT("mov_f32", &large, s, f32);
	ACCEPT("mov_u32", &large, s, u32);
	ACCEPT("st_global_sig64", &large, sig, address('d', 0, 0));
	cr_assert(TRY("mov_b32", &large, s, f64) != NULL);
	cr_assert(TRY("mov_b128", &large, q, integer(1)) != NULL);
	cr_assert(TRY("mov_b1", &large, c, u32) != NULL);
	cr_assert(TRY("mov_s32", &large, s, u32) != NULL);
	cr_assert(TRY("mov_u32", &large, s, f32) != NULL);
	cr_assert(TRY("mov_f32", &large, s, integer(1)) != NULL);
	cr_assert(TRY("mov_f32", &large, s, f64) != NULL);
	cr_assert(TRY("mov_sig64", &large, d, sig) != NULL);
	cr_assert(TRY("add_pp_u8x4", &large, s, s, integer(1)) != NULL);
	cr_assert(TRY("st_global_u64", &large, sig, address('d', 0, 0)) != NULL);
}

Test(isa, vectors)
{
	struct isa_operand two = pair(reg('s', 1), reg('s', 2)),
			   same = pair(reg('s', 1), reg('s', 1));
	ACCEPT("ld_v2_global_u32", &large, two, address('d', 0, 0));
	REFUSE("dest of 'ld_v2_global_u32' has '$s1' twice", "ld_v2_global_u32", &large, same,
		address('d', 0, 0));
	ACCEPT("st_v2_global_u32", &large, same, address('d', 0, 0));
	REFUSE("dest of 'ld_v3_global_u32' must be a vector of 3, not a vector of 2",
		"ld_v3_global_u32", &large, two, address('d', 0, 0));
	REFUSE("dest of 'ld_global_u32' must be an s register, not a vector of 2", "ld_global_u32",
		&large, two, address('d', 0, 0));
	REFUSE("element 1 of src0 of 'st_v2_global_u32' must be an s register, an integer constant or "
	       "WAVESIZE, not '$d1'",
		"st_v2_global_u32", &large, pair(reg('s', 1), reg('d', 1)), address('d', 0, 0));
}

Test(isa, addresses)
{
	struct isa_operand s = reg('s', 0);
	ACCEPT("ld_group_u32", &large, s, address('s', BRIG_SEGMENT_GROUP, BRIG_TYPE_U32));
	ACCEPT("ld_global_u32", &small, s, address('s', 0, 0));
	REFUSE("the address of 'ld_global_u32' has 64 bits and needs a d register", "ld_global_u32",
		&large, s, address('s', 0, 0));
	REFUSE("the address of 'ld_u32' is flat: it cannot name a variable", "ld_u32", &large, s,
		address(0, BRIG_SEGMENT_GLOBAL, BRIG_TYPE_U32));
	REFUSE("the address of 'ld_group_u32' names a variable in the global segment, not in group",
		"ld_group_u32", &large, s, address(0, BRIG_SEGMENT_GLOBAL, BRIG_TYPE_U32));
	REFUSE("the address of 'ld_arg_u32' must name a variable in the arg segment", "ld_arg_u32",
		&large, s, address('s', 0, 0));
	REFUSE("the address of 'ld_global_u64' names a variable of type roimg, not u64",
		"ld_global_u64", &large, reg('d', 0),
		address(0, BRIG_SEGMENT_GLOBAL, BRIG_TYPE_ROIMG));
	ACCEPT("lda_global_u64", &large, reg('d', 0),
		address(0, BRIG_SEGMENT_GLOBAL, BRIG_TYPE_ROIMG));
}

/* ---- profile, model, extensions -------------------------------------------------------------- */

Test(isa, context)
{
	const struct isa_context base = {BRIG_PROFILE_BASE, BRIG_MACHINE_LARGE, true};
	const struct isa_context core = {BRIG_PROFILE_FULL, BRIG_MACHINE_LARGE, false};
	struct isa_operand s = reg('s', 0), d = reg('d', 0);
	ACCEPT("add_ftz_f32", &base, s, s, s);
	REFUSE("'add_f32' must have '_ftz' in the Base profile", "add_f32", &base, s, s, s);
	REFUSE("'add_ftz_up_f32' must not have a rounding modifier in the Base profile",
		"add_ftz_up_f32", &base, s, s, s);
	REFUSE("'add_ftz_f64' needs the Full profile: Base has no f64", "add_ftz_f64", &base, d, d,
		d);
	REFUSE("'mov_b64' needs the Full profile: Base has no f64", "mov_b64", &base, d,
		constant(ISA_CONST_FLOAT, BRIG_TYPE_F64, 0));
	ACCEPT("cvt_ftz_szeroi_sat_u32_f32", &base, s, s);
	REFUSE("'cvt_ftz_upi_u32_f32' may only round with zeroi, zeroi_sat, szeroi or szeroi_sat in the "
	       "Base profile",
		"cvt_ftz_upi_u32_f32", &base, s, s);
	ACCEPT("mov_f32", &base, s, s);
	REFUSE("'kernargbaseptr_u64' needs the large machine model", "kernargbaseptr_u64", &small,
		d);
	REFUSE("'mov_sig32' needs the small machine model", "mov_sig32", &large, d, d);
	REFUSE("'atomic_ld_global_rlx_wg_b64' needs the large machine model",
		"atomic_ld_global_rlx_wg_b64", &small, d, address('s', 0, 0));
	REFUSE("'mov_roimg' needs extension \"IMAGE\"", "mov_roimg", &core, d, d);
	REFUSE("'querysampler_coord_u32' needs extension \"IMAGE\"", "querysampler_coord_u32",
		&core, s, d);
}

/* ---- BRIG's side ----------------------------------------------------------------------------- */

Test(isa, encoding_records)
{
	const struct {
		const char *text;
		uint16_t record;
	} cases[] = {{"add_f32", BRIG_KIND_INST_BASIC}, {"add_ftz_f32", BRIG_KIND_INST_MOD},
		{"add_up_f32", BRIG_KIND_INST_MOD}, {"add_pp_u8x4", BRIG_KIND_INST_MOD},
		{"abs_p_f32x2", BRIG_KIND_INST_MOD}, {"shl_u8x4", BRIG_KIND_INST_BASIC},
		{"fract_f32", BRIG_KIND_INST_BASIC}, {"call", BRIG_KIND_INST_BR}};
	for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
		struct isa_inst inst;
		cr_assert(parse(cases[i].text, &inst));
		cr_assert_eq(isa_encoding_record(isa_match_mnemonic(&inst, &large), &inst),
			cases[i].record, "%s", cases[i].text);
	}
}

Test(isa, constants_in_brig_have_the_operands_type)
{
	struct isa_mismatch why;
	struct isa_inst inst;
	cr_assert(parse("mov_b64", &inst));
	inst.operand_count = 2;
	inst.operands[0] = reg('d', 0);
	inst.operands[1] = constant(ISA_CONST_TYPED, BRIG_TYPE_U64, 0);
	cr_assert(isa_match(&inst, BRIG_KIND_INST_BASIC, &large, &why) != NULL);
	inst.operands[1].elem[0].type = BRIG_TYPE_F64;
	cr_assert_eq(isa_match(&inst, BRIG_KIND_INST_BASIC, &large, &why), NULL);
	cr_assert_str_eq(why.message,
		"src0 of 'mov_b64' must be a d register, a constant of type u64 or "
		"WAVESIZE, not a constant of type f64");
	cr_assert_eq(isa_match(&inst, BRIG_KIND_INST_MEM, &large, &why), NULL);
	cr_assert_str_eq(why.message, "'mov' is not encoded in a record of kind 0x2008");
}

Test(isa, operand_types_and_text_order)
{
	struct isa_inst inst;
	cr_assert(parse("cmov_s16x4", &inst));
	cr_assert_eq(isa_form_operand_type(isa_match_mnemonic(&inst, &large), &inst, 1),
		BRIG_TYPE_U16X4);
	cr_assert(parse("rdimage_v4_2d_f32_roimg_s32", &inst));
	const struct isa_form *f = isa_match_mnemonic(&inst, &large);
	cr_assert_eq(isa_form_operand_type(f, &inst, 2), BRIG_TYPE_SAMP);
	cr_assert_eq(isa_form_operand_type(f, &inst, 3), BRIG_TYPE_S32);
	cr_assert(isa_form_operand_is_dest(f, 0) && !isa_form_operand_is_dest(f, 1));
	cr_assert(parse("scall_u32", &inst));
	f = isa_match_mnemonic(&inst, &large);
	cr_assert_eq(isa_form_operand_type(f, &inst, 0), BRIG_TYPE_NONE);
	cr_assert_eq(isa_form_text_order(f, 0), 1);
	cr_assert_eq(isa_form_text_order(f, 1), 0);
	cr_assert_eq(isa_form_text_order(f, 3), 3);
}

/* ---- images --------------------------------------------------------------------------------- */

/* PRM table 7-4, line by line: legal channel types of the orders. */
static const char *const formats[][2] = {
	{"a r rx rg rgx ra rgba",
		"unorm_int8 snorm_int8 unsigned_int8 signed_int8 unorm_int16 snorm_int16 unsigned_int16 "
		"signed_int16 half_float unsigned_int32 signed_int32 float"},
	{"rgb rgbx", "unorm_short_565 unorm_short_555 unorm_int_101010"},
	{"bgra argb abgr", "unorm_int8 snorm_int8 unsigned_int8 signed_int8"},
	{"srgb srgbx srgba sbgra", "unorm_int8"},
	{"intensity luminance", "unorm_int8 snorm_int8 unorm_int16 snorm_int16 half_float float"},
	{"depth", "unorm_int16 unorm_int24 float"},
	{"depth_stencil", "unorm_int24 float"},
};

static bool has_word(const char *list, const char *word)
{
	size_t n = strlen(word);
	for (const char *p = strstr(list, word); p != NULL; p = strstr(p + 1, word))
		if ((p == list || p[-1] == ' ') && (p[n] == ' ' || p[n] == '\0'))
			return true;
	return false;
}

static bool legal_format(const char *geometry, const char *order, const char *type)
{
	bool depth = strstr(geometry, "depth") != NULL,
	     depth_order = strstr(order, "depth") != NULL;
	for (size_t i = 0; i < ARRAY_LEN(formats); i++)
		if (has_word(formats[i][0], order))
			return depth == depth_order && has_word(formats[i][1], type);
	return false;
}

Test(isa, image_formats)
{
	unsigned legal = 0;
	for (unsigned g = 0; g <= BRIG_GEOMETRY_2DADEPTH; g++)
		for (unsigned o = 0; o <= BRIG_CHANNEL_ORDER_DEPTH_STENCIL; o++)
			for (unsigned t = 0; t <= BRIG_CHANNEL_TYPE_FLOAT; t++) {
				struct buf why = BUF_INIT;
				const char *order = isa_modifier_text(ISA_MOD_CHANNEL_ORDER, o);
				bool good = isa_image_format(g, o, t, &why);
				cr_assert_eq(good,
					legal_format(isa_modifier_text(ISA_MOD_GEOMETRY, g), order,
						isa_modifier_text(ISA_MOD_CHANNEL_TYPE, t)),
					"%u %s %u", g, order, t);
				cr_assert_eq(good, why.len == 0);
				legal += good;
				buf_release(&why);
			}
	cr_assert_eq(legal, 6 * (7 * 12 + 2 * 3 + 3 * 4 + 4 + 2 * 6) + 2 * (3 + 2));
}
