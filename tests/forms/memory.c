/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests loads, stores and atomics: every form with registers as operands, in every segment whose
 * memory can be reached without a call. The addresses are consecutive, permuted, reversed, or the
 * same for a whole group; all work-items execute the instruction, or only some. Each work-item has
 * a slot of its own. PRM 6.3, 6.4, 6.6 and 6.7 tell what memory and registers must hold afterwards.
 *
 * A case has a column of slots in `in`, in the order of work-items. Group, private and spill memory
 * get a copy of the column first and are copied back; global memory is the same column in `out`. */
#include <stdio.h>
#include <string.h>
#include "memory.h"

enum { GROUP = 64, BLOB_BYTES = 256, BLOB_SLOTS = 4 };

/* ---- what a case is -------------------------------------------------------------------------- */

static bool writes(const struct memory_case *c)
{
	return c->inst.opcode != BRIG_OPCODE_LD;
}

static bool is_atomic(const struct memory_case *c)
{
	return c->inst.opcode == BRIG_OPCODE_ATOMIC || c->inst.opcode == BRIG_OPCODE_ATOMICNORET;
}

static bool has_result(const struct memory_case *c)
{
	return c->inst.opcode == BRIG_OPCODE_LD || c->inst.opcode == BRIG_OPCODE_ATOMIC;
}

static bool is_shared(uint8_t segment) /* whether other work-items' slots can be reached */
{
	return segment == BRIG_SEGMENT_GLOBAL || segment == BRIG_SEGMENT_FLAT ||
	       segment == BRIG_SEGMENT_GROUP;
}

static bool is_constant_memory(uint8_t segment)
{
	return segment == BRIG_SEGMENT_KERNARG || segment == BRIG_SEGMENT_READONLY;
}

static bool is_host_memory(uint8_t segment)
{
	return segment == BRIG_SEGMENT_GLOBAL || segment == BRIG_SEGMENT_FLAT;
}

/* Returns the number of the slot that a work-item of a group uses. */
static unsigned slot_of(const struct memory_case *c, unsigned item)
{
	if (is_constant_memory(c->inst.segment))
		return item % BLOB_SLOTS;
	if (!is_shared(c->inst.segment))
		return item;
	switch (c->shape) {
	case SHAPE_CONSECUTIVE:
		return item;
	case SHAPE_PERMUTED:
		return (item * 5 + 3) % GROUP;
	case SHAPE_REVERSED:
		return GROUP - 1 - item;
	default:
		return 0;
	}
}

static bool takes_part(const struct memory_case *c, unsigned row)
{
	return !c->divergent || row % 3 != 0;
}

uint8_t blob_byte(unsigned k)
{
	return (uint8_t)(mixed(k + 5) >> 8);
}

static uint8_t *slot_at(const struct memory_case *c, uint8_t *column, unsigned row)
{
	return column + (row - row % GROUP + slot_of(c, row % GROUP)) * c->slot_bytes;
}

/* ---- the oracle ------------------------------------------------------------------------------ */

static uint64_t atomic_result(const struct memory_case *c, uint64_t old, uint64_t x, uint64_t y)
{
	unsigned bits = c->type->bits;
	bool is_signed = c->type->kind == ISA_KIND_SIGNED;
	bool less = is_signed ? sign_extended(old, bits) < sign_extended(x, bits) : old < x;

	switch (c->inst.atomic_op) {
	case BRIG_ATOMIC_ADD:
		return low_bits(old + x, bits);
	case BRIG_ATOMIC_SUB:
		return low_bits(old - x, bits);
	case BRIG_ATOMIC_AND:
		return old & x;
	case BRIG_ATOMIC_OR:
		return old | x;
	case BRIG_ATOMIC_XOR:
		return old ^ x;
	case BRIG_ATOMIC_MAX:
		return less ? x : old;
	case BRIG_ATOMIC_MIN:
		return less ? old : x;
	case BRIG_ATOMIC_WRAPINC:
		return old >= x ? 0 : old + 1;
	case BRIG_ATOMIC_WRAPDEC:
		return old == 0 || old > x ? x : old - 1;
	case BRIG_ATOMIC_CAS:
		return old == x ? y : old;
	case BRIG_ATOMIC_LD:
		return old;
	default: /* st, exch */
		return x;
	}
}

/* Returns what a register holds after a load. */
static union cell loaded(const struct isa_type *t, const uint8_t *at)
{
	union cell v = {{0, 0}};

	memcpy(v.b, at, t->bits / 8);
	if (t->kind == ISA_KIND_SIGNED && t->bits < 32)
		v.u[0] = (uint32_t)sign_extended(v.u[0], t->bits);
	return v;
}

static bool registers_differ(const struct memory_case *c, unsigned row, const uint8_t *at,
	const uint8_t *out)
{
	unsigned bytes = column_bytes(c->type),
		 shown = c->type->kind == ISA_KIND_FLOAT ? c->type->bits / 8 : bytes;

	for (unsigned e = 0; e < c->count; e++) {
		const uint8_t *got = out + c->result_off[e] + row * bytes;
		union cell want = takes_part(c, row) ? loaded(c->type, at + e * c->type->bits / 8)
		                                     : c->value[e][row];

		if (memcmp(got, want.b, shown) != 0)
			return true;
	}
	return false;
}

static void change_memory(const struct memory_case *c, unsigned row, uint8_t *at)
{
	unsigned bytes = c->type->bits / 8;
	uint64_t old = 0, r;

	if (!is_atomic(c)) {
		for (unsigned e = 0; e < c->count; e++)
			memcpy(at + e * bytes, c->value[e][row].b, bytes);
		return;
	}
	memcpy(&old, at, bytes);
	r = atomic_result(c, old, c->value[0][row].u[0], c->value[1][row].u[0]);
	memcpy(at, &r, bytes);
}

int memory_differs(const struct memory_case *c, const uint8_t *in, const uint8_t *out)
{
	uint8_t memory[ROWS * MAX_SLOT], blob[BLOB_BYTES];

	memcpy(memory, in + c->slots_off, ROWS * c->slot_bytes);
	for (unsigned k = 0; k < BLOB_BYTES; k++)
		blob[k] = blob_byte(k);
	for (unsigned row = 0; row < ROWS; row++) {
		uint8_t *at = is_constant_memory(c->inst.segment)
		                      ? blob + slot_of(c, row % GROUP) * c->slot_bytes
		                      : slot_at(c, memory, row);

		if (has_result(c) && registers_differ(c, row, at, out))
			return (int)row;
		if (writes(c) && takes_part(c, row))
			change_memory(c, row, at);
	}
	for (unsigned row = 0; writes(c) && row < ROWS; row++)
		if (memcmp(memory + row * c->slot_bytes, out + c->slots_out + row * c->slot_bytes,
			    c->slot_bytes) != 0)
			return (int)row;
	return -1;
}

/* ---- text ------------------------------------------------------------------------------------ */

static const char *segment_name(uint8_t segment)
{
	return segment == BRIG_SEGMENT_FLAT ? "global"
	                                    : isa_modifier_text(ISA_MOD_SEGMENT, segment);
}

/* Copies the work-item's own slot in pieces, with a load and a store of u32 or u8 for each.
 * `from_at` and `to_at` are the text of the addresses up to the offset. */
static void copy_slot(const struct memory_case *c, const char *from, const char *from_at,
	const char *to, const char *to_at, uint32_t from_off, uint32_t to_off, struct buf *out)
{
	unsigned piece = c->slot_bytes % 4 == 0 ? 4 : 1;

	for (unsigned k = 0; k < c->slot_bytes; k += piece)
		buf_printf(out, "\tld_%s_u%u $s40, %s%u];\n\tst_%s_u%u $s40, %s%u];\n", from,
			piece * 8, from_at, from_off + k, to, piece * 8, to_at, to_off + k);
}

/* Computes the byte offset of the slot used: $s20 in its group's slots, $d20 in the column. $s21
 * and $d21 are the same offsets of the work-item's own slot. */
static void say_offsets(const struct memory_case *c, struct buf *out)
{
	bool constant = is_constant_memory(c->inst.segment);
	bool own = !constant && !is_shared(c->inst.segment);

	buf_printf(out,
		"\tmul_u32 $s20, $s%u, %u;\n\tmul_u32 $s21, $s%u, %u;\n\tmul_u32 $s22, $s%u, %u;\n"
		"\tcvt_u64_u32 $d20, $s22;\n\tmul_u32 $s22, $s1, %u;\n\tcvt_u64_u32 $d21, $s22;\n"
		"\tadd_u64 $d22, $d1, $d21;\n\tadd_u64 $d23, $d2, $d21;\n",
		constant ? 9
		: own    ? 8
			 : 10 + c->shape,
		c->slot_bytes, own ? 8 : 2, c->slot_bytes, constant ? 9 : 14 + c->shape,
		c->slot_bytes, c->slot_bytes);
	if (is_host_memory(c->inst.segment))
		buf_printf(out, "\tadd_u64 $d24, $d%u, $d20;\n", writes(c) ? 2 : 1);
}

static void say_address(const struct memory_case *c, struct buf *out)
{
	switch (c->inst.segment) {
	case BRIG_SEGMENT_GROUP:
		buf_puts(out, "[%group][$s20]");
		break;
	case BRIG_SEGMENT_PRIVATE:
		buf_puts(out, "[%private][$s20]");
		break;
	case BRIG_SEGMENT_SPILL:
		buf_puts(out, "[%spill]");
		break;
	case BRIG_SEGMENT_KERNARG:
		buf_puts(out, "[%blob][$d20]");
		break;
	case BRIG_SEGMENT_READONLY:
		buf_puts(out, "[&blob][$d20]");
		break;
	default:
		buf_printf(out, "[$d24+%u]", writes(c) ? c->slots_out : c->slots_off);
		break;
	}
}

static void say_registers(const struct memory_case *c, struct buf *out)
{
	char letter = isa_register_letter(isa_type_register_kind(c->type));

	buf_puts(out, c->count > 1 ? "(" : "");
	for (unsigned e = 0; e < c->count; e++)
		buf_printf(out, "%s$%c%u", e > 0 ? ", " : "", letter, 50 + e);
	buf_puts(out, c->count > 1 ? ")" : "");
}

/* Loads registers from their columns, or stores them there, at base + row * bytes. */
static void move_registers(const struct memory_case *c, bool load, struct buf *out)
{
	unsigned bytes = column_bytes(c->type),
		 base = (load ? 33 : 43) + (bytes == 4 ? 0 : bytes / 8);
	const char *type = bytes == 4 ? "u32" : bytes == 8 ? "u64" : "b128";
	char letter = isa_register_letter(isa_type_register_kind(c->type));
	unsigned n = load ? c->value_count : c->count;

	for (unsigned e = 0; e < n; e++)
		buf_printf(out, "\t%s_global_%s $%c%u, [$d%u+%u];\n", load ? "ld" : "st", type,
			letter, 50 + e, base, load ? c->value_off[e] : c->result_off[e]);
}

static void say_instruction(const struct memory_case *c, unsigned number, struct buf *out)
{
	char letter = isa_register_letter(isa_type_register_kind(c->type));

	if (c->divergent)
		buf_printf(out, "\tcbr_b1 $c1, @after%u;\n", number);
	buf_puts(out, "\t");
	isa_mnemonic_print(c->form, &c->inst, out);
	buf_puts(out, " ");
	if (c->inst.opcode == BRIG_OPCODE_LD || c->inst.opcode == BRIG_OPCODE_ST) {
		say_registers(c, out);
		buf_puts(out, ", ");
		say_address(c, out);
	} else {
		if (c->inst.opcode == BRIG_OPCODE_ATOMIC)
			buf_printf(out, "$%c52, ", letter);
		say_address(c, out);
		for (unsigned k = 0; k < c->atomic_sources; k++)
			buf_printf(out, ", $%c%u", letter, 50 + k);
	}
	buf_puts(out, ";\n");
	if (c->divergent)
		buf_printf(out, "@after%u:\n", number);
}

static void say_memory_case(const struct memory_case *c, unsigned number, struct buf *out)
{
	const char *segment = segment_name(c->inst.segment);
	bool copies = c->inst.segment == BRIG_SEGMENT_GROUP ||
	              c->inst.segment == BRIG_SEGMENT_PRIVATE ||
	              c->inst.segment == BRIG_SEGMENT_SPILL;
	char at[32];

	(void)snprintf(at, sizeof at, "[%%%s]%s", segment,
		c->inst.segment == BRIG_SEGMENT_SPILL ? "[" : "[$s21+");
	say_offsets(c, out);
	if (copies)
		copy_slot(c, "global", "[$d22+", segment, at, c->slots_off, 0, out);
	move_registers(c, true, out);
	if (c->inst.opcode == BRIG_OPCODE_ATOMIC) /* the destination holds this before the atomic */
		buf_printf(out, "\tmov_b%u $%c52, $%c50;\n", c->type->bits,
			isa_register_letter(isa_type_register_kind(c->type)),
			isa_register_letter(isa_type_register_kind(c->type)));
	buf_puts(out, c->inst.segment == BRIG_SEGMENT_GROUP ? "\tbarrier;\n" : "");
	say_instruction(c, number, out);
	buf_puts(out, c->inst.segment == BRIG_SEGMENT_GROUP ? "\tbarrier;\n" : "");
	if (c->inst.opcode == BRIG_OPCODE_ATOMIC)
		buf_printf(out, "\tmov_b%u $%c50, $%c52;\n", c->type->bits,
			isa_register_letter(isa_type_register_kind(c->type)),
			isa_register_letter(isa_type_register_kind(c->type)));
	if (has_result(c))
		move_registers(c, false, out);
	if (copies && writes(c))
		copy_slot(c, segment, at, "global", "[$d23+", 0, c->slots_out, out);
	buf_puts(out, c->inst.segment == BRIG_SEGMENT_GROUP ? "\tbarrier;\n" : "");
}

void say_memory_module(const struct memory_case *cases, unsigned n, struct buf *out)
{
	buf_puts(out, "module &forms:1:0:$full:$large:$near;\n"
		      "align(16) readonly_u8 &blob[256] = u8[](");
	for (unsigned k = 0; k < BLOB_BYTES; k++)
		buf_printf(out, "%s%u", k > 0 ? "," : "", blob_byte(k));
	buf_puts(out,
		");\nprog kernel &k(kernarg_u64 %in, kernarg_u64 %out, align(16) kernarg_u8 %blob[256])\n{\n"
		"\talign(16) group_u8 %group[4096];\n\talign(16) private_u8 %private[128];\n"
		"\talign(16) spill_u8 %spill[64];\n"
		"\tworkitemabsid_u32 $s1, 0;\n\tand_b32 $s2, $s1, 63;\n\tsub_u32 $s3, $s1, $s2;\n"
		"\trem_u32 $s4, $s1, 3;\n\tcmp_eq_b1_u32 $c1, $s4, 0;\n"
		"\tand_b32 $s8, $s1, 1;\n\tand_b32 $s9, $s1, 3;\n"
		"\tmov_b32 $s10, $s2;\n\tmad_u32 $s11, $s2, 5, 3;\n\tand_b32 $s11, $s11, 63;\n"
		"\tsub_u32 $s12, 63, $s2;\n\tmov_b32 $s13, 0;\n"
		"\tadd_u32 $s14, $s3, $s10;\n\tadd_u32 $s15, $s3, $s11;\n\tadd_u32 $s16, $s3, $s12;\n"
		"\tmov_b32 $s17, $s3;\n"
		"\tld_kernarg_u64 $d1, [%in];\n\tld_kernarg_u64 $d2, [%out];\n\tcvt_u64_u32 $d3, $s1;\n");
	for (unsigned k = 0; k < 3; k++)
		buf_printf(out, "\tmad_u64 $d%u, $d3, %u, $d1;\n\tmad_u64 $d%u, $d3, %u, $d2;\n",
			33 + k, 4u << k, 43 + k, 4u << k);
	for (unsigned k = 0; k < n; k++)
		say_memory_case(&cases[k], k, out);
	buf_puts(out, "};\n");
}
