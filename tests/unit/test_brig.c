/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* BRIG: what the builder writes, view and reader give back, and the printer prints. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include "hsaemu/brig.h"

/* ---- a module with one of everything that the builder patches or shares ---------------------- */

struct built { /* offsets of interest */
	uint32_t table, function, kernel, formal, label, load, call, branch, address;
};

static uint32_t name(struct brig_builder *b, const char *z)
{
	return brig_build_string(b, str_from(z));
}

static uint32_t variable(struct brig_builder *b, const char *z, uint8_t segment, uint16_t type,
	uint8_t linkage)
{
	const struct isa_type *t = isa_type_find(type);
	struct brig_directive_variable v = {
		.name = name(b, z),
		.type = type,
		.segment = segment,
		.modifier = BRIG_VARIABLE_DEFINITION,
		.linkage = linkage,
		.allocation = segment == BRIG_SEGMENT_GLOBAL ? BRIG_ALLOCATION_PROGRAM
	                                                     : BRIG_ALLOCATION_AUTOMATIC,
	};
	for (v.align = 1; 1u << (v.align - 1) < isa_type_align(t); v.align++)
		;
	return brig_build_variable(b, &v);
}

static uint32_t s_register(struct brig_builder *b, uint16_t n)
{
	return brig_build_register(b, BRIG_REGISTER_KIND_SINGLE, n);
}

/* An instruction parsed from its mnemonic, so that records get what the assembler gives them. */
static uint32_t instruction(struct brig_builder *b, uint16_t record, const char *mnemonic,
	const uint32_t *operands, uint32_t count)
{
	struct isa_inst inst;
	struct str bad;
	char scratch[200];
	bool ok = isa_mnemonic_parse(str_from(mnemonic), &inst, &bad, scratch);
	cr_assert(ok, "%s", mnemonic);
	return brig_build_inst(b, &inst, record, operands, count);
}

static void build_function(struct brig_builder *b, struct built *o)
{
	struct brig_directive_executable x = {
		.name = name(b, "&twice"),
		.modifier = BRIG_EXECUTABLE_DEFINITION,
		.linkage = BRIG_LINKAGE_MODULE,
	};
	o->function = brig_build_executable_begin(b, BRIG_KIND_DIRECTIVE_FUNCTION, &x);
	variable(b, "%out", BRIG_SEGMENT_ARG, BRIG_TYPE_U32, BRIG_LINKAGE_FUNCTION);
	brig_build_executable_inputs(b, o->function);
	variable(b, "%in", BRIG_SEGMENT_ARG, BRIG_TYPE_U32, BRIG_LINKAGE_FUNCTION);
	brig_build_executable_body(b, o->function);
	instruction(b, BRIG_KIND_INST_BASIC, "ret", NULL, 0);
	brig_build_executable_end(b, o->function);
}

static void build_call(struct brig_builder *b, struct built *o)
{
	brig_build_arg_block(b, true);
	uint32_t out = variable(b, "%r", BRIG_SEGMENT_ARG, BRIG_TYPE_U32, BRIG_LINKAGE_ARG);
	uint32_t in = variable(b, "%a", BRIG_SEGMENT_ARG, BRIG_TYPE_U32, BRIG_LINKAGE_ARG);
	uint32_t store[] = {s_register(b, 1), brig_build_address(b, in, 0, 0)};
	instruction(b, BRIG_KIND_INST_MEM, "st_arg_u32", store, 2);
	uint32_t call[] = {brig_build_code_list(b, &out, 1), brig_build_code_ref(b, o->function),
		brig_build_code_list(b, &in, 1)};
	o->call = instruction(b, BRIG_KIND_INST_BR, "call", call, 3);
	uint32_t load[] = {s_register(b, 1), brig_build_address(b, out, 0, 0)};
	instruction(b, BRIG_KIND_INST_MEM, "ld_arg_u32", load, 2);
	brig_build_arg_block(b, false);
}

static void build_body(struct brig_builder *b, struct built *o)
{
	uint32_t one = brig_build_constant(b, BRIG_TYPE_U32, "\1\0\0", 4);
	brig_build_control(b, BRIG_CONTROL_REQUIREDDIM, &one, 1);
	brig_build_name_directive(b, BRIG_KIND_DIRECTIVE_COMMENT, STR("// loads, calls, loops"));
	brig_build_loc(b, name(b, "k.cl"), 7, 3);
	uint32_t id[] = {s_register(b, 0), brig_build_constant(b, BRIG_TYPE_U32, "\0\0\0", 4)};
	instruction(b, BRIG_KIND_INST_BASIC, "workitemabsid_u32", id, 2);
	uint32_t forward = brig_build_code_ref_later(b);
	uint32_t branch[] = {brig_build_register(b, BRIG_REGISTER_KIND_CONTROL, 0), forward};
	o->branch = instruction(b, BRIG_KIND_INST_BR, "cbr_b1", branch, 2);
	uint32_t d0 = brig_build_register(b, BRIG_REGISTER_KIND_DOUBLE, 0);
	o->address = brig_build_address(b, 0, d0, (uint64_t)-4);
	uint32_t load[] = {s_register(b, 1), o->address};
	o->load = instruction(b, BRIG_KIND_INST_MEM, "ld_global_align(4)_u32", load, 2);
	uint32_t add[] = {s_register(b, 2), s_register(b, 2),
		brig_build_constant(b, BRIG_TYPE_F32, "\0\0\x80\x3f", 4)};
	instruction(b, BRIG_KIND_INST_MOD, "add_ftz_f32", add, 3);
	build_call(b, o);
	o->label = brig_build_name_directive(b, BRIG_KIND_DIRECTIVE_LABEL, STR("@end"));
	brig_patch_code_ref(b, forward, o->label);
	instruction(b, BRIG_KIND_INST_BASIC, "ret", NULL, 0);
}

static void build_module(struct brig_builder *b, struct built *o)
{
	struct brig_directive_module m = {
		.name = name(b, "&m"),
		.hsail_major = 1,
		.profile = BRIG_PROFILE_FULL,
		.machine_model = BRIG_MACHINE_LARGE,
		.default_float_round = BRIG_ROUND_FLOAT_DEFAULT,
	};
	brig_build_module(b, &m);
	o->table = variable(b, "&table", BRIG_SEGMENT_GLOBAL, BRIG_TYPE_U64, BRIG_LINKAGE_PROGRAM);
	build_function(b, o);
	struct brig_directive_executable x = {
		.name = name(b, "&k"),
		.modifier = BRIG_EXECUTABLE_DEFINITION,
		.linkage = BRIG_LINKAGE_PROGRAM,
	};
	o->kernel = brig_build_executable_begin(b, BRIG_KIND_DIRECTIVE_KERNEL, &x);
	brig_build_executable_inputs(b, o->kernel);
	o->formal = variable(b, "%p", BRIG_SEGMENT_KERNARG, BRIG_TYPE_U64, BRIG_LINKAGE_FUNCTION);
	brig_build_executable_body(b, o->kernel);
	build_body(b, o);
	brig_build_executable_end(b, o->kernel);
}

static const char module_text[] = "module &m:1:0:$full:$large:$default;\n"
				  "\n"
				  "prog global_u64 &table;\n"
				  "\n"
				  "function &twice(arg_u32 %out)(arg_u32 %in)\n"
				  "{\n"
				  "\tret;\n"
				  "};\n"
				  "\n"
				  "prog kernel &k(kernarg_u64 %p)\n"
				  "{\n"
				  "\trequireddim 1;\n"
				  "\n"
				  "\t// loads, calls, loops\n"
				  "\tloc 7 3 \"k.cl\";\n"
				  "\tworkitemabsid_u32 $s0, 0;\n"
				  "\tcbr_b1 $c0, @end;\n"
				  "\tld_global_align(4)_u32 $s1, [$d0-4];\n"
				  "\tadd_ftz_f32 $s2, $s2, 1.0f;\n"
				  "\t{\n"
				  "\t\targ_u32 %r;\n"
				  "\t\targ_u32 %a;\n"
				  "\t\tst_arg_u32 $s1, [%a];\n"
				  "\t\tcall &twice (%r)(%a);\n"
				  "\t\tld_arg_u32 $s1, [%r];\n"
				  "\t}\n"
				  "@end:\n"
				  "\tret;\n"
				  "};\n";

struct fixture {
	struct built o;
	struct buf bytes;
	struct brig_view v;
	struct diag d;
};

static void open_built(struct fixture *f, struct brig_builder *b)
{
	f->bytes = (struct buf)BUF_INIT;
	brig_builder_finish(b, &f->bytes);
	brig_builder_free(b);
	diag_init(&f->d, &(struct diag_options){.tool = "test"});
	bool ok = brig_view_open(&f->v, "m.brig", f->bytes.data, f->bytes.len, &f->d);
	diag_flush(&f->d, stderr);
	cr_assert(ok);
}

static void open_module(struct fixture *f)
{
	struct brig_builder *b = brig_builder_new();
	build_module(b, &f->o);
	open_built(f, b);
}

static void close_module(struct fixture *f)
{
	brig_view_close(&f->v);
	diag_release(&f->d);
	buf_release(&f->bytes);
}

static void expect_name(const struct fixture *f, uint32_t data_off, const char *want)
{
	struct str s;
	cr_assert(brig_data(&f->v, data_off, &s));
	cr_assert(str_is(s, want), "'" STR_FMT "' is not '%s'", STR_ARG(s), want);
}

/* ---- builder, view, reader ------------------------------------------------------------------- */

Test(brig, container_has_the_standard_sections)
{
	struct fixture f;
	open_module(&f);
	cr_assert_eq(f.v.section_count, 3);
	cr_assert(str_is(f.v.sections[BRIG_SECTION_INDEX_DATA].name, "hsa_data"));
	cr_assert(str_is(f.v.sections[BRIG_SECTION_INDEX_CODE].name, "hsa_code"));
	cr_assert(str_is(f.v.sections[BRIG_SECTION_INDEX_OPERAND].name, "hsa_operand"));
	cr_assert_eq(f.bytes.len % 16, 0);
	close_module(&f);
}

Test(brig, executable_marks_set_counts_and_offsets)
{
	struct fixture f;
	struct brig_entry e;
	open_module(&f);
	cr_assert(brig_code_at(&f.v, f.o.function, &e));
	cr_assert_eq(e.kind, BRIG_KIND_DIRECTIVE_FUNCTION);
	cr_assert_eq(e.u.executable.out_arg_count, 1);
	cr_assert_eq(e.u.executable.in_arg_count, 1);
	cr_assert_eq(e.u.executable.first_in_arg, f.o.function + 28 + 28);
	cr_assert_eq(e.u.executable.first_code_block_entry, f.o.function + 28 + 2 * 28);
	cr_assert_eq(e.u.executable.next_module_entry, f.o.kernel);
	cr_assert(brig_code_at(&f.v, f.o.kernel, &e));
	cr_assert_eq(e.u.executable.first_in_arg, f.o.formal);
	cr_assert_eq(e.u.executable.next_module_entry, f.v.sections[BRIG_SECTION_INDEX_CODE].len);
	expect_name(&f, e.u.executable.name, "&k");
	close_module(&f);
}

Test(brig, declaration_ends_where_it_begins)
{
	struct fixture f;
	struct brig_entry e;
	struct brig_builder *b = brig_builder_new();
	struct brig_directive_executable x = {
		.name = name(b, "&f"), .linkage = BRIG_LINKAGE_PROGRAM};
	uint32_t off = brig_build_executable_begin(b, BRIG_KIND_DIRECTIVE_FUNCTION, &x);
	brig_build_executable_inputs(b, off);
	brig_build_executable_body(b, off);
	brig_build_executable_end(b, off);
	open_built(&f, b);
	cr_assert(brig_code_at(&f.v, off, &e));
	cr_assert_eq(e.u.executable.first_in_arg, off + 28);
	cr_assert_eq(e.u.executable.first_code_block_entry, off + 28);
	cr_assert_eq(e.u.executable.next_module_entry, off + 28);
	close_module(&f);
}

Test(brig, forward_reference_is_patched)
{
	struct fixture f;
	struct brig_entry e;
	struct isa_inst inst;
	struct brig_operand o;
	uint32_t offs[ISA_MAX_OPERANDS];
	open_module(&f);
	cr_assert(brig_code_at(&f.v, f.o.branch, &e));
	cr_assert(brig_inst_operands(&f.v, &e, &inst, offs));
	cr_assert_eq(inst.operand_count, 2);
	cr_assert_eq(inst.operands[1].kind, ISA_OPND_LABEL);
	cr_assert(brig_operand_at(&f.v, offs[1], &o));
	cr_assert_eq(o.u.code_ref.ref, f.o.label);
	close_module(&f);
}

Test(brig, operands_have_shapes)
{
	struct fixture f;
	struct brig_entry e;
	struct isa_inst inst;
	uint32_t offs[ISA_MAX_OPERANDS];
	open_module(&f);
	cr_assert(brig_code_at(&f.v, f.o.load, &e));
	cr_assert(brig_inst_operands(&f.v, &e, &inst, offs));
	cr_assert_eq(inst.opcode, BRIG_OPCODE_LD);
	cr_assert_eq(inst.align, BRIG_ALIGNMENT_4);
	cr_assert_eq(inst.width, BRIG_WIDTH_1);
	cr_assert_eq(inst.operands[0].kind, ISA_OPND_REGISTER);
	cr_assert_eq(inst.operands[0].elem[0].register_number, 1);
	cr_assert_eq(inst.operands[1].kind, ISA_OPND_ADDRESS);
	cr_assert(inst.operands[1].has_register && !inst.operands[1].has_symbol);
	cr_assert_eq(inst.operands[1].offset, (uint64_t)-4);
	cr_assert(brig_code_at(&f.v, f.o.call, &e));
	cr_assert(brig_inst_operands(&f.v, &e, &inst, offs));
	cr_assert_eq(inst.operands[0].kind, ISA_OPND_ARGUMENTS);
	cr_assert_eq(inst.operands[1].kind, ISA_OPND_FUNCTION);
	cr_assert_eq(inst.operands[2].kind, ISA_OPND_ARGUMENTS);
	close_module(&f);
}

Test(brig, equal_entries_are_shared_and_later_ones_are_not)
{
	struct brig_builder *b = brig_builder_new();
	uint32_t value = 5, list[] = {1, 2};
	cr_assert_eq(name(b, "&a"), name(b, "&a"));
	cr_assert_neq(name(b, "&a"), name(b, "&ab"));
	cr_assert_eq(s_register(b, 1), s_register(b, 1));
	cr_assert_neq(s_register(b, 1), brig_build_register(b, BRIG_REGISTER_KIND_DOUBLE, 1));
	cr_assert_eq(brig_build_constant(b, BRIG_TYPE_U32, &value, 4),
		brig_build_constant(b, BRIG_TYPE_U32, &value, 4));
	cr_assert_neq(brig_build_constant(b, BRIG_TYPE_U32, &value, 4),
		brig_build_constant(b, BRIG_TYPE_S32, &value, 4));
	cr_assert_eq(brig_build_operand_list(b, list, 2), brig_build_operand_list(b, list, 2));
	cr_assert_neq(brig_build_operand_list(b, list, 2), brig_build_code_list(b, list, 2));
	cr_assert_neq(brig_build_code_ref_later(b), brig_build_code_ref_later(b));
	cr_assert_neq(brig_build_code_list_later(b, 2), brig_build_code_list_later(b, 2));
	cr_assert_neq(brig_build_address_later(b, 0, 0), brig_build_address_later(b, 0, 0));
	brig_builder_free(b);
}

Test(brig, later_lists_and_addresses_are_patched)
{
	struct fixture f;
	struct brig_operand o;
	struct brig_list l;
	struct brig_builder *b = brig_builder_new();
	uint32_t list = brig_build_code_list_later(b, 2),
		 address = brig_build_address_later(b, 0, 8);
	uint32_t x = variable(b, "&x", BRIG_SEGMENT_GLOBAL, BRIG_TYPE_U32, BRIG_LINKAGE_MODULE);
	uint32_t y = variable(b, "&y", BRIG_SEGMENT_GLOBAL, BRIG_TYPE_U32, BRIG_LINKAGE_MODULE);
	brig_patch_code_list(b, list, 0, x);
	brig_patch_code_list(b, list, 1, y);
	brig_patch_address_symbol(b, address, y);
	brig_patch_variable_dim(b, x, 7);
	open_built(&f, b);
	cr_assert(brig_operand_at(&f.v, list, &o));
	cr_assert(brig_list(&f.v, o.u.list.elements, &l));
	cr_assert_eq(l.count, 2);
	cr_assert_eq(brig_list_at(&l, 0), x);
	cr_assert_eq(brig_list_at(&l, 1), y);
	cr_assert(brig_operand_at(&f.v, address, &o));
	cr_assert_eq(o.u.address.symbol, y);
	cr_assert_eq(o.u.address.offset, 8);
	struct brig_entry e;
	cr_assert(brig_code_at(&f.v, x, &e));
	cr_assert_eq(e.u.variable.dim, 7);
	close_module(&f);
}

Test(brig, no_operands_are_an_empty_list)
{
	struct fixture f;
	struct brig_entry e;
	struct brig_list l;
	open_module(&f);
	uint32_t off = (uint32_t)f.v.sections[BRIG_SECTION_INDEX_CODE].len - 12;
	cr_assert(brig_code_at(&f.v, off, &e));
	cr_assert_eq(e.u.inst.inst.opcode, BRIG_OPCODE_RET);
	cr_assert_neq(e.u.inst.operands, 0);
	cr_assert(brig_list(&f.v, e.u.inst.operands, &l));
	cr_assert_eq(l.count, 0);
	close_module(&f);
}

/* Distinct values in every property a record may carry. */
static const struct isa_inst every_property = {
	.opcode = 3,
	.type = 4,
	.source_type = 5,
	.image_type = 6,
	.coord_type = 7,
	.signal_type = 8,
	.segment = 9,
	.align = 10,
	.equiv = 11,
	.width = 12,
	.is_const = true,
	.ftz = true,
	.nonull = true,
	.round = 13,
	.pack = 14,
	.compare = 15,
	.memory_order = 16,
	.memory_scope = 17,
	.atomic_op = 18,
	.geometry = 19,
	.query = 20,
};

Test(brig, every_instruction_record_keeps_its_properties)
{
	static const struct {
		uint16_t record, property; /* of struct isa_inst, beside opcode and type */
		unsigned value;
	} kept[] = {
#define PROPERTY(record, name, value) \
	{BRIG_KIND_INST_##record, offsetof(struct isa_inst, name), value}
		PROPERTY(ADDR, segment, 9),
		PROPERTY(ATOMIC, memory_order, 16),
		PROPERTY(ATOMIC, memory_scope, 17),
		PROPERTY(ATOMIC, atomic_op, 18),
		PROPERTY(ATOMIC, equiv, 11),
		PROPERTY(BASIC, opcode, 3),
		PROPERTY(BR, width, 12),
		PROPERTY(CMP, compare, 15),
		PROPERTY(CMP, pack, 14),
		PROPERTY(CMP, ftz, 1),
		PROPERTY(CVT, source_type, 5),
		PROPERTY(CVT, round, 13),
		PROPERTY(IMAGE, coord_type, 7),
		PROPERTY(IMAGE, geometry, 19),
		PROPERTY(LANE, width, 12),
		PROPERTY(MEM, align, 10),
		PROPERTY(MEM, is_const, 1),
		PROPERTY(MEM_FENCE, memory_scope, 17),
		PROPERTY(MOD, round, 13),
		PROPERTY(MOD, pack, 14),
		PROPERTY(MOD, ftz, 1),
		PROPERTY(QUERY_IMAGE, query, 20),
		PROPERTY(QUERY_SAMPLER, query, 20),
		PROPERTY(QUEUE, memory_order, 16),
		PROPERTY(SEG, segment, 9),
		PROPERTY(SEG_CVT, nonull, 1),
		PROPERTY(SIGNAL, signal_type, 8),
		PROPERTY(SIGNAL, atomic_op, 18),
		PROPERTY(SOURCE_TYPE, source_type, 5),
#undef PROPERTY
	};
	struct fixture f;
	uint32_t offs[ARRAY_LEN(kept)];
	struct brig_builder *b = brig_builder_new();
	for (size_t i = 0; i < ARRAY_LEN(kept); i++)
		offs[i] = brig_build_inst(b, &every_property, kept[i].record, NULL, 0);
	open_built(&f, b);
	for (size_t i = 0; i < ARRAY_LEN(kept); i++) {
		struct brig_entry e;
		cr_assert(brig_code_at(&f.v, offs[i], &e));
		cr_assert_eq(e.kind, kept[i].record);
		cr_assert_eq(e.u.inst.inst.opcode, 3);
		cr_assert_eq(e.u.inst.inst.type, 4);
		cr_assert_eq(((const uint8_t *)&e.u.inst.inst)[kept[i].property], kept[i].value,
			"record 0x%x, property at %u", kept[i].record, kept[i].property);
	}
	close_module(&f);
}

Test(brig, bad_offsets_are_refused)
{
	struct fixture f;
	struct str s;
	struct brig_entry e;
	struct brig_operand o;
	open_module(&f);
	static const uint32_t bad[] = {0, 4, 8, 24, 25, 26, 27, 0x7ffffffc, 0xfffffffc, 0xffffffff};
	for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
		cr_assert(!brig_data(&f.v, bad[i], &s), "0x%x", bad[i]);
		cr_assert(!brig_code_at(&f.v, bad[i], &e), "0x%x", bad[i]);
		cr_assert(!brig_operand_at(&f.v, bad[i], &o), "0x%x", bad[i]);
	}
	close_module(&f);
}

/* ---- printer --------------------------------------------------------------------------------- */

static void print(const struct fixture *f, const struct brig_print_options *o, struct buf *out)
{
	struct diag d;
	diag_init(&d, &(struct diag_options){.tool = "test"});
	bool ok = brig_print(&f->v, o, out, &d);
	diag_flush(&d, stderr);
	diag_release(&d);
	cr_assert(ok);
}

static void expect_text(const struct fixture *f, const struct brig_print_options *o,
	const char *want)
{
	struct buf out = BUF_INIT;
	print(f, o, &out);
	buf_u8(&out, '\0');
	cr_assert_str_eq((const char *)out.data, want);
	buf_release(&out);
}

Test(brig, module_is_printed)
{
	struct fixture f;
	open_module(&f);
	cr_assert(brig_verify(&f.v, &f.d));
	expect_text(&f, &(struct brig_print_options){.only = NULL}, module_text);
	close_module(&f);
}

Test(brig, one_function_is_printed_with_its_needs)
{
	struct fixture f;
	open_module(&f);
	expect_text(&f, &(struct brig_print_options){.only = "&twice"},
		"module &m:1:0:$full:$large:$default;\n"
		"\n"
		"function &twice(arg_u32 %out)(arg_u32 %in)\n"
		"{\n"
		"\tret;\n"
		"};\n");
	struct buf out = BUF_INIT;
	print(&f, &(struct brig_print_options){.only = "&k"}, &out);
	buf_u8(&out, '\0');
	cr_assert(strstr((const char *)out.data, "function &twice"), "callees come with callers");
	cr_assert(!strstr((const char *)out.data, "&table"), "what is not referred to does not");
	buf_release(&out);
	close_module(&f);
}

Test(brig, unknown_kernel_is_an_error)
{
	struct fixture f;
	struct buf out = BUF_INIT;
	open_module(&f);
	cr_assert(!brig_print(&f.v, &(struct brig_print_options){.only = "&none"}, &out, &f.d));
	cr_assert_eq(diag_exit_status(&f.d), EXIT_REFUSED);
	buf_release(&out);
	close_module(&f);
}

/* The text of a global array of `count` values; the caller releases *out. */
static char *array_text(uint16_t type, const void *values, size_t bytes, size_t count,
	struct buf *out)
{
	struct fixture f;
	struct brig_builder *b = brig_builder_new();
	struct brig_directive_variable v = {
		.name = name(b, "&a"),
		.init = brig_build_constant(b, type | BRIG_TYPE_ARRAY, values, bytes),
		.type = type | BRIG_TYPE_ARRAY,
		.segment = BRIG_SEGMENT_GLOBAL,
		.align = BRIG_ALIGNMENT_8,
		.dim = count,
		.modifier = BRIG_VARIABLE_DEFINITION,
		.linkage = BRIG_LINKAGE_MODULE,
		.allocation = BRIG_ALLOCATION_PROGRAM,
	};
	brig_build_variable(b, &v);
	open_built(&f, b);
	print(&f, &(struct brig_print_options){.only = NULL}, out);
	buf_u8(out, '\0');
	close_module(&f);
	return strstr((char *)out->data, "[](") + 3;
}

Test(brig, finite_f32_reads_back)
{
	enum { COUNT = 20000 };
	static uint32_t bits[COUNT];
	uint32_t x = 1;
	struct buf out = BUF_INIT;
	for (size_t i = 0; i < COUNT; i++) {
		x = x * 1664525 + 1013904223;
		bits[i] = (x & 0x7f800000) == 0x7f800000 ? x & 0x807fffff : x;
	}
	char *p = array_text(BRIG_TYPE_F32, bits, sizeof bits, COUNT, &out);
	for (size_t i = 0; i < COUNT; i++, p += strcspn(p, "-0123456789")) {
		float v = strtof(p, &p);
		cr_assert(memcmp(&v, &bits[i], 4) == 0, "%zu: 0x%08x", i, bits[i]);
		cr_assert_eq(*p++, 'f');
	}
	buf_release(&out);
}

Test(brig, finite_f64_reads_back)
{
	static const double values[] = {0.0, -0.0, 1.0, 0.1, 1e300, 5e-324, 2.2250738585072014e-308,
		123456789012345680.0, -1.7976931348623157e308, 3.141592653589793};
	struct buf out = BUF_INIT;
	char *p = array_text(BRIG_TYPE_F64, values, sizeof values, ARRAY_LEN(values), &out);
	for (size_t i = 0; i < ARRAY_LEN(values); i++, p += strcspn(p, "-0123456789")) {
		double v = strtod(p, &p);
		cr_assert(memcmp(&v, &values[i], 8) == 0, "%zu", i);
		cr_assert_eq(*p++, 'd');
	}
	buf_release(&out);
}

Test(brig, floats_are_short_and_special_ones_are_bits)
{
	static const uint16_t halves[] = {0x3c00, 0x3555, 0x7bff, 0x0001, 0xfc00, 0x7e01, 0x8000};
	static const uint32_t singles[] = {
		0x3f800000, 0x3dcccccd, 0x7f800000, 0xff800001, 0x7f7fffff};
	struct buf out = BUF_INIT;
	cr_assert_str_eq(array_text(BRIG_TYPE_F16, halves, sizeof halves, ARRAY_LEN(halves), &out),
		"1.0h, 0.3333h, 65504.0h, 6e-08h, 0hfc00, 0h7e01, -0.0h);\n");
	buf_clear(&out);
	cr_assert_str_eq(array_text(BRIG_TYPE_F32, singles, sizeof singles, ARRAY_LEN(singles),
				 &out),
		"1.0f, 0.1f, 0f7f800000, 0fff800001, 3.4028235e+38f);\n");
	buf_release(&out);
}

/* ---- hostile input --------------------------------------------------------------------------- */

/* Everything that reads a module, on a copy of exactly its size. */
static void read_all(const uint8_t *bytes, size_t len)
{
	static const struct brig_print_options all = {.offsets = true}, one = {.only = "&k"};
	struct brig_view v;
	struct diag d;
	struct buf out = BUF_INIT;

	diag_init(&d, &(struct diag_options){.tool = "test"});
	brig_dump("m.brig", bytes, len, BRIG_DUMP_TEXT, &out, NULL);
	brig_dump("m.brig", bytes, len, BRIG_DUMP_JSON, &out, NULL);
	if (brig_view_open(&v, "m.brig", bytes, len, &d)) {
		if (brig_verify(&v, &d)) {
			bool ok = brig_print(&v, &all, &out, &d);
			ok = brig_print(&v, &one, &out, &d) && ok;
			(void)ok; /* a diagnostic is as good */
		}
		brig_view_close(&v);
	}
	diag_release(&d);
	buf_release(&out);
}

Test(brig, no_single_byte_does_harm, .timeout = 300)
{
	struct fixture f;
	open_module(&f);
	for (size_t i = 0; i < f.bytes.len; i++) {
		static const uint8_t flips[] = {0x01, 0x04, 0x80, 0xff};
		for (size_t k = 0; k < ARRAY_LEN(flips); k++) {
			f.bytes.data[i] ^= flips[k];
			read_all(f.bytes.data, f.bytes.len);
			f.bytes.data[i] ^= flips[k];
		}
	}
	close_module(&f);
}

Test(brig, no_cut_does_harm)
{
	struct fixture f;
	open_module(&f);
	for (size_t n = 0; n < f.bytes.len; n++) {
		uint8_t *copy = mem_new(n ? n : 1, 1); /* so that reading past the end is seen */
		memcpy(copy, f.bytes.data, n);
		read_all(copy, n);
		free(copy);
	}
	close_module(&f);
}

Test(brig, dump_explains_every_byte)
{
	struct fixture f;
	struct buf out = BUF_INIT;
	size_t end = 0;
	open_module(&f);
	brig_dump("m.brig", f.bytes.data, f.bytes.len, BRIG_DUMP_JSON, &out, NULL);
	buf_u8(&out, '\0');
	for (const char *p = (const char *)out.data; (p = strstr(p, ",\"hex\":\""));) {
		const char *hex = p + strlen(",\"hex\":\""), *start = p;
		while (*start != ':')
			start--;
		cr_assert_eq(strtoull(start + 1, NULL, 10), end);
		end += strcspn(hex, "\"") / 2;
		p = hex;
	}
	cr_assert_eq(end, f.bytes.len);
	buf_release(&out);
	close_module(&f);
}
