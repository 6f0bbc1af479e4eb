/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Southern Islands instructions: what the decoder makes of operands, beyond their text. */
#include <criterion/criterion.h>
#include "hsaemu/gcn.h"

static struct gcn_inst decode(uint32_t first, uint32_t second)
{
	struct gcn_refusal why;
	struct gcn_inst i;
	struct buf b = BUF_INIT;

	buf_u32(&b, first);
	buf_u32(&b, second);
	cr_assert(gcn_decode(b.data, b.len, &i, &why), "%s", why.what);
	buf_release(&b);
	return i;
}

static uint64_t value(uint32_t first, uint32_t second, unsigned slot)
{
	struct gcn_inst i = decode(first, second);
	return i.operands[slot].value;
}

Test(gcn, every_row_has_its_opcodes)
{
	for (unsigned op = 0; op < GCN_OP_COUNT; op++) {
		const struct gcn_row *r = gcn_row_get((enum gcn_op)op);
		cr_assert_eq(r->op, op);
		cr_assert_eq(gcn_row_find(r->encoding, r->opcode), r, "%s", r->text);
		if (r->vop3 != GCN_VOP3_NO)
			cr_assert_eq(gcn_row_find(GCN_ENC_VOP3A, gcn_row_opcode(r, GCN_ENC_VOP3A)),
				r, "%s", r->text);
	}
	cr_assert_null(gcn_row_find(GCN_ENC_SOP2, 12));
	cr_assert_null(gcn_row_find(GCN_ENC_SOP2, 100000));
}

Test(gcn, fields_of_an_encoding_are_disjoint_and_operands_lie_in_them)
{
	for (unsigned e = 0; e < GCN_ENC_COUNT; e++) {
		uint32_t mask;
		(void)gcn_encoding_match((enum gcn_encoding)e, &mask);
		uint64_t used = mask;
		for (unsigned f = GCN_F_NONE + 1; f < GCN_F_COUNT; f++) {
			struct gcn_field_place p =
				gcn_field_place((enum gcn_encoding)e, (enum gcn_field)f);
			uint64_t bits = ((UINT64_C(1) << p.width) - 1) << p.low;
			cr_assert_eq(used & bits, 0, "%s %s",
				gcn_encoding_name((enum gcn_encoding)e),
				gcn_field_name((enum gcn_field)f));
			used |= bits;
		}
		if (gcn_encoding_dwords((enum gcn_encoding)e) == 1)
			cr_assert_eq(used >> 32, 0);
		for (unsigned slot = 0; slot < GCN_SLOTS; slot++) {
			enum gcn_field f = gcn_slot_field((enum gcn_encoding)e, slot);
			cr_assert(f == GCN_F_NONE ||
				  gcn_field_place((enum gcn_encoding)e, f).width != 0);
		}
	}
}

Test(gcn, constants_are_what_the_type_reads)
{
	/* s_mov_b32 s0, -16; s_mov_b64 s[0:1], -1; s_mov_b64 s[0:1], 1.0 */
	cr_assert_eq(value(0xbe8003d0, 0, GCN_SRC0), (uint64_t)-16);
	cr_assert_eq(value(0xbe8004c1, 0, GCN_SRC0), UINT64_MAX);
	cr_assert_eq(value(0xbe8004f2, 0, GCN_SRC0), 0x3ff0000000000000);
	/* v_add_f32_e32 v0, -4.0, v1; v_cmp_lt_f64_e32 vcc, 0.5, v[0:1], with 1 in place of 0.5 */
	cr_assert_eq(value(0x060002f7, 0, GCN_SRC0), 0xc0800000);
	cr_assert_eq(value(0x7c4200f0, 0, GCN_SRC0), 0x3fe0000000000000);
	cr_assert_eq(value(0x7c420081, 0, GCN_SRC0), 1);
	/* v_cvt_f32_f16_e32 v0, 1.0 */
	cr_assert_eq(value(0x7e0016f2, 0, GCN_SRC0), 0x3c00);
}

Test(gcn, literals_are_what_the_type_reads)
{
	struct gcn_inst i = decode(0x7c4200ff, 0x3ff80000); /* v_cmp_lt_f64_e32 */
	cr_assert_eq(i.bytes, 8);
	cr_assert_eq(i.operands[GCN_SRC0].file, GCN_FILE_LITERAL);
	cr_assert_eq(i.operands[GCN_SRC0].value, 0x3ff8000000000000);
	cr_assert(i.assembles);
	cr_assert_eq(value(0xbe8004ff, 0x80000000, GCN_SRC0), 0x80000000);         /* s_mov_b64 */
	cr_assert_eq(value(0x918080ff, 0x80000000, GCN_SRC0), 0xffffffff80000000); /* s_ashr_i64 */
	i = decode(0xbe8003ff, 64); /* s_mov_b32, of what has a code */
	cr_assert_not(i.assembles);
	cr_assert_eq(i.operands[GCN_SRC0].value, 64);
}

Test(gcn, masks_are_operands)
{
	struct gcn_inst i = decode(0x500a0702, 0); /* v_addc_u32_e32 v5, vcc, v2, v3, vcc */
	cr_assert_eq(i.row->op, GCN_OP_V_ADDC_U32);
	cr_assert_eq(i.operands[GCN_DST2].reg, GCN_CODE_VCC);
	cr_assert_eq(i.operands[GCN_DST2].access, GCN_ACCESS_WRITE);
	cr_assert_eq(i.operands[GCN_SRC2].reg, GCN_CODE_VCC);
	i = decode(0xd2500802, 0x00120703); /* v_addc_u32_e64 v2, s[8:9], v3, v3, s[4:5] */
	cr_assert_eq(i.encoding, GCN_ENC_VOP3B);
	cr_assert_eq(i.operands[GCN_DST2].reg, 8);
	cr_assert_eq(i.operands[GCN_SRC2].reg, 4);
	cr_assert_eq(i.operands[GCN_SRC2].dwords, 2);
	i = decode(0x7d040501, 0); /* v_cmp_eq_i32_e32 vcc, v1, v2 */
	cr_assert_eq(i.operands[GCN_DST].reg, GCN_CODE_VCC);
	cr_assert_eq(i.row->writes, 0);
}

Test(gcn, memory_operands_follow_modifiers)
{
	struct gcn_inst i = decode(0xe0308000, 0x80020200); /* buffer_load_dword .. addr64 */
	cr_assert_eq(i.operands[GCN_SRC0].dwords, 2);
	cr_assert_eq(i.operands[GCN_SRC1].reg, 8);
	cr_assert_eq(i.operands[GCN_SRC2].file, GCN_FILE_CONSTANT);
	i = decode(0xe0300004, 0x80020200); /* off */
	cr_assert_eq(i.operands[GCN_SRC0].file, GCN_FILE_OFF);
	cr_assert_eq(i.imm, 4);
	i = decode(0xe0c88000, 0x80020200); /* buffer_atomic_add, without and with glc */
	cr_assert_eq(i.operands[GCN_DST].access, GCN_ACCESS_READ);
	i = decode(0xe0c8c000, 0x80020200);
	cr_assert_eq(i.operands[GCN_DST].access, GCN_ACCESS_UPDATE);
	i = decode(0xf0000700, 0x00020100); /* image_load dmask:0x7 */
	cr_assert_eq(i.operands[GCN_DST].dwords, 3);
	i = decode(0xc0420504, 0); /* s_load_dwordx2 s[4:5], s[4:5], 0x4 */
	cr_assert(i.offset_is_imm);
	cr_assert_eq(i.imm, 4);
	cr_assert_eq(i.operands[GCN_SRC1].file, GCN_FILE_NONE);
}

Test(gcn, branches_count_from_the_next_instruction)
{
	struct gcn_inst i = decode(0xbf82fffe, 0);
	uint64_t to;
	cr_assert(gcn_branch_target(&i, 0x100, &to));
	cr_assert_eq(to, 0xfc);
	i = decode(0xbf810000, 0);
	cr_assert_not(gcn_branch_target(&i, 0x100, &to));
}
