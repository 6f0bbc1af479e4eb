/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Random instructions: random SEED COUNT CODE writes to the file CODE the bytes of valid
 * instructions, and their text, a line for each, to standard output. The words are made of the
 * table's fields with random contents; each row is in turn, in each of its encodings, and has to
 * get through. */
#include <stdio.h>
#include <stdlib.h>
#include "hsaemu/gcn.h"

enum { TRIES = 100000 };

static uint64_t state;

static uint32_t rnd(void)
{
	/* xorshift64* */
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (uint32_t)((state * UINT64_C(0x2545f4914f6cdd1d)) >> 32);
}

static bool one_in(uint32_t n)
{
	return rnd() % n == 0;
}

static uint32_t random_source(unsigned width)
{
	static const uint8_t special[] = {
		106, 107, 108, 110, 112, 116, 120, 123, 124, 126, 127, 251, 252, 253, 254, 255};
	switch (rnd() % 9) {
	case 8:
		return GCN_CODE_LITERAL;
	case 0:
		return 128 + rnd() % 81;
	case 1:
		return 240 + rnd() % 8;
	case 2:
		return special[rnd() % ARRAY_LEN(special)];
	case 3:
		return rnd() % 26 * 4;
	case 4:
		return rnd() % 104;
	default:
		return width == 9 ? 256 + rnd() % 256 : rnd();
	}
}

static uint32_t random_field(enum gcn_field f, unsigned width)
{
	switch (f) {
	case GCN_F_SRC0:
	case GCN_F_SRC1:
	case GCN_F_SRC2:
	case GCN_F_SOFFSET:
		return one_in(8) ? 0 : random_source(width);
	case GCN_F_SDST:
	case GCN_F_OFFSET:
	case GCN_F_IMM:
	case GCN_F_VDST:
	case GCN_F_FORMAT:
	case GCN_F_ADDR:
		return one_in(4) ? 0 : one_in(3) ? random_source(width) : rnd();
	case GCN_F_NEG:
	case GCN_F_ABS:
		return one_in(2) ? 1U << rnd() % 3 : one_in(4) ? rnd() : 0;
	default:
		return one_in(width == 1 ? 4 : 2) ? rnd() : 0;
	}
}

static uint32_t random_literal(void)
{
	switch (rnd() % 16) {
	case 0:
		return rnd() % 100;
	case 1:
		return 0U - rnd() % 20;
	case 2:
		return (0x3f00 + 0x40 * (rnd() % 10)) << 16 | (one_in(2) ? 0x80000000 : 0);
	case 3:
		return (0x3fe0 + 0x10 * (rnd() % 8)) << 16 | (one_in(2) ? 0x80000000 : 0);
	case 4:
		return rnd() & 0xffff;
	default:
		return rnd();
	}
}

/* Whether a field has a meaning in the instruction: else it is zero, as a rule. */
static bool is_used(const struct gcn_row *row, enum gcn_encoding e, enum gcn_field f)
{
	bool floats = false, used = true;

	for (unsigned slot = 0; slot < GCN_SLOTS; slot++) {
		floats |= gcn_type_is_float(gcn_kind_info(row->kinds[slot]).type);
		if (gcn_slot_field(e, slot) == f && row->kinds[slot] == GCN_KIND_NONE)
			used = row->extra == GCN_EXTRA_ATTRIBUTE_POINT;
	}
	if (f == GCN_F_OMOD || f == GCN_F_CLAMP)
		return row->output != GCN_OUTPUT_NONE;
	return used && (floats || (f != GCN_F_NEG && f != GCN_F_ABS));
}

static void random_words(const struct gcn_row *row, enum gcn_encoding e, uint32_t words[2])
{
	uint32_t mask;
	uint64_t w = gcn_encoding_match(e, &mask);

	for (unsigned f = GCN_F_NONE + 1; f < GCN_F_COUNT; f++) {
		struct gcn_field_place p = gcn_field_place(e, (enum gcn_field)f);
		uint64_t v = f == GCN_F_OP ? gcn_row_opcode(row, e)
		             : one_in(64)  ? rnd()
		             : !is_used(row, e, (enum gcn_field)f)
		                     ? 0
		                     : random_field((enum gcn_field)f, p.width);
		w |= (v & ((UINT64_C(1) << p.width) - 1)) << p.low;
	}
	words[0] = (uint32_t)w;
	words[1] = gcn_encoding_dwords(e) == 2 ? (uint32_t)(w >> 32) : random_literal();
}

static uint64_t refused, numbers;

/* Makes one valid instruction; returns its length, 0 when none was found. */
static size_t one(const struct gcn_row *row, enum gcn_encoding e, uint8_t *bytes, struct buf *text)
{
	for (unsigned n = 0; n < TRIES; n++) {
		struct gcn_refusal why;
		struct gcn_inst i;
		uint32_t w[2];
		random_words(row, e, w);
		for (unsigned b = 0; b < 8; b++)
			bytes[b] = (uint8_t)(w[b / 4] >> 8 * (b % 4));
		if (!gcn_decode(bytes, 8, &i, &why)) {
			refused++;
			continue;
		}
		if (i.row != row || (i.encoding != e && e != GCN_ENC_VOP3A))
			BUG("another instruction than was encoded");
		if (!i.assembles) {
			numbers++;
			buf_printf(text,
				i.bytes == 8 ? "\t.long 0x%x, 0x%x // " : "\t.long 0x%x // ",
				i.dwords[0], i.dwords[1]);
		}
		gcn_print(&i, NULL, text);
		buf_puts(text, "\n");
		return i.bytes;
	}
	fprintf(stderr, "no valid %s in %s\n", row->text, gcn_encoding_name(e));
	return 0;
}

int main(int argc, char **argv)
{
	struct buf text = BUF_INIT;
	uint64_t made = 0;

	if (argc != 4)
		return EXIT_USAGE;
	uint64_t count = strtoull(argv[2], NULL, 0);
	state = strtoull(argv[1], NULL, 0) * UINT64_C(0x9e3779b97f4a7c15) + 1;
	FILE *code = fopen(argv[3], "wb");
	while (code != NULL && made < count) {
		for (unsigned op = 0; op < GCN_OP_COUNT; op++) {
			const struct gcn_row *row = gcn_row_get((enum gcn_op)op);
			unsigned forms = row->vop3 != GCN_VOP3_NO ? 2 : 1;
			for (unsigned form = 0; form < forms; form++, made++) {
				uint8_t bytes[8];
				size_t n = one(row, form == 0 ? row->encoding : GCN_ENC_VOP3A,
					bytes, &text);
				if (n == 0 || fwrite(bytes, 1, n, code) != n)
					return 1;
			}
		}
		if (fwrite(text.data, 1, text.len, stdout) != text.len)
			return 1;
		buf_clear(&text);
	}
	buf_release(&text);
	fprintf(stderr,
		"seed %s: %llu instructions, %llu of them as numbers; %llu words were refused\n",
		argv[1], (unsigned long long)made, (unsigned long long)numbers,
		(unsigned long long)refused);
	return code == NULL || fclose(code) != 0 || fflush(stdout) != 0;
}
