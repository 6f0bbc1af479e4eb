/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Every instruction that the emulator executes, against the reference: instructions SEED [NAME]
 * [COUNT]. Operands are random, many of them special; EXEC is full, empty or in between; MODE is
 * any. All registers, LDS and memory are compared. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "hsaemu/gcn_emu.h"
#include "reference.h"

enum { TRIES = 20000, VECTOR_TIMES = 40, SCALAR_TIMES = 1200, SPAN = 1024 };

static uint64_t state;
static struct gcn_wave *wave;
static struct ref_state ref, before;
static _Alignas(64) uint8_t memory[REF_MEMORY], lds[REF_LDS];

static uint32_t rnd(void)
{
	state ^= state >> 12;
	state ^= state << 25;
	state ^= state >> 27;
	return (uint32_t)((state * UINT64_C(0x2545f4914f6cdd1d)) >> 32);
}
static bool one_in(uint32_t n)
{
	return rnd() % n == 0;
}

/* ---- values ---------------------------------------------------------------------------------- */

static uint32_t any32(void)
{
	static const uint32_t special[] = {0, 0x80000000, 1, 0x80000001, 0x7fffff, 0x807fffff,
		0x800000, 0x80800000, 0x3f800000, 0xbf800000, 0x3f000000, 0x3effffff, 0x40000000,
		0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001,
		0xffbfffff, 0x4b000000, 0x4b7fffff, 0x4f000000, 0xcf000000, 0x4f800000, 0x4effffff,
		0x7fffffff, 0xffffffff, 0x43800000, 0xc3800001, 0x477ff000, 0x477fefff, 0x38800000,
		0x387fe000, 0x33000000, 0x5f000000, 0x3fffffff};
	float f;
	uint32_t u;

	switch (rnd() % 8) {
	case 0:
		return special[rnd() % ARRAY_LEN(special)];
	case 1:
		return rnd() % 130 - 65;
	case 2:
		return (rnd() & 0x80000000) | (rnd() % 20 + 117) << 23 | (rnd() & 0x7fffff);
	case 3:
		return rnd() & 0x807fffff;
	case 4:
		f = (float)((int32_t)rnd() >> rnd() % 31) / 2;
		memcpy(&u, &f, 4);
		return u;
	case 5:
		return UINT32_C(1) << rnd() % 32;
	default:
		return rnd();
	}
}
static uint64_t any64(void)
{
	static const uint16_t high[] = {0, 0x8000, 0x7ff0, 0xfff0, 0x7ff8, 0xfff8, 0x3ff0, 0xbff0,
		0x7fe0, 0x10, 0x8010, 0x3fe0, 0x4330, 0xc1e0, 0x41e0, 0x41f0, 0x7fd0, 0x20, 0x8000};
	uint64_t low = rnd() | (uint64_t)rnd() << 32;
	double d;

	switch (rnd() % 8) {
	case 0:
		return (uint64_t)high[rnd() % ARRAY_LEN(high)] << 48;
	case 1:
		return (uint64_t)high[rnd() % ARRAY_LEN(high)] << 48 | low >> 16 >> rnd() % 47;
	case 2:
		return (uint64_t)(int64_t)(int32_t)(rnd() % 130 - 65);
	case 3:
		return (low & UINT64_C(0x800fffffffffffff)) | (uint64_t)(rnd() % 20 + 1013) << 52;
	case 4:
		return low & UINT64_C(0x800fffffffffffff);
	case 5:
		d = (double)((int64_t)low >> rnd() % 63) / 2;
		memcpy(&low, &d, 8);
		return low;
	default:
		return low;
	}
}

/* Both halves of pairs are of one number where the instruction has such. */
static void fill(uint32_t *p, size_t stride, size_t count, bool wide)
{
	for (size_t n = 0; n + 1 < count; n += 2) {
		uint64_t v = wide ? any64() : any32() | (uint64_t)any32() << 32;
		p[n * stride] = (uint32_t)v;
		p[(n + 1) * stride] = (uint32_t)(v >> 32);
	}
}

static bool is_wide(const struct gcn_row *row)
{
	for (unsigned n = 0; n < GCN_SLOTS; n++)
		if (gcn_type_dwords(gcn_kind_info(row->kinds[n]).type) == 2)
			return true;
	return false;
}

/* ---- instructions ---------------------------------------------------------------------------- */

static uint32_t any_source(bool wide, unsigned width)
{
	static const uint8_t others[] = {106, 107, 124, 126, 127, 251, 252, 253, 255, 255};
	uint32_t scalar = rnd() % 100, vector = rnd() % 28;

	switch (rnd() % 8) {
	case 0:
		return 128 + rnd() % 81;
	case 1:
		return 240 + rnd() % 8;
	case 2:
		return others[rnd() % ARRAY_LEN(others)];
	case 3:
		return scalar & ~1U;
	case 4:
		return scalar;
	default:
		return width == 9 ? 256 + (wide ? vector & ~1U : vector) : scalar;
	}
}

static uint32_t any_field(const struct gcn_row *row, enum gcn_field f, unsigned width)
{
	bool wide = is_wide(row);

	switch (f) {
	case GCN_F_SRC0:
	case GCN_F_SRC1:
	case GCN_F_SRC2:
		if (width == 8 && row->unit == GCN_UNIT_VALU)
			return one_in(6) ? rnd() % 100 : rnd() % 14 * 2;
		return one_in(10) ? 0 : any_source(wide, width);
	case GCN_F_SOFFSET:
		return one_in(2) ? 128 + rnd() % 8 * 8 : rnd() % 40;
	case GCN_F_SDST:
		return one_in(5) ? 106 : rnd() % 104;
	case GCN_F_VDST:
	case GCN_F_ADDR:
	case GCN_F_DATA0:
	case GCN_F_DATA1:
		return rnd() % 28;
	case GCN_F_SRSRC:
		return 10 + rnd() % 6;
	case GCN_F_SBASE:
		return 20 + rnd() % 8 * 2;
	case GCN_F_OFFSET:
		if (row->extra == GCN_EXTRA_OFFSETS)
			return strstr(row->text, "st64") ? rnd() & 0x0303 : rnd() & 0x3f3f;
		return row->op == GCN_OP_DS_SWIZZLE_B32        ? rnd()
		       : row->extra == GCN_EXTRA_SCALAR_OFFSET ? rnd() % 100
		                                               : rnd() % 128 * 8;
	case GCN_F_IMM:
		return row->extra == GCN_EXTRA_HWREG || row->extra == GCN_EXTRA_HWREG_FIRST ||
		                       row->extra == GCN_EXTRA_HWREG_LITERAL
		               ? 1 | rnd() % 12 << 6 | rnd() % 32 << 11
		               : any32();
	case GCN_F_OP:
		return 0;
	case GCN_F_ABS:
	case GCN_F_NEG:
		return one_in(2) ? 0 : rnd();
	case GCN_F_OMOD:
		return one_in(3) ? rnd() : 0;
	case GCN_F_FORMAT:
		return rnd();
	default:
		return one_in(4);
	}
}

static void put_field(uint64_t *word, enum gcn_encoding e, enum gcn_field f, uint32_t value)
{
	struct gcn_field_place p = gcn_field_place(e, f);
	uint64_t mask = ((UINT64_C(1) << p.width) - 1) << p.low;

	if (p.width != 0)
		*word = (*word & ~mask) | ((uint64_t)value << p.low & mask);
}

static bool fits(const struct gcn_inst *i)
{
	bool moves = strncmp(i->row->text, "v_movrel", 8) == 0 ||
	             strncmp(i->row->text, "s_movrel", 8) == 0;
	unsigned most = REF_VGPRS - (moves ? 4 : 0);

	for (unsigned n = 0; n < GCN_SLOTS; n++) {
		const struct gcn_operand *o = &i->operands[n];
		if (o->file == GCN_FILE_VECTOR && o->reg + o->dwords > (int)most)
			return false;
		if (moves && o->file == GCN_FILE_SCALAR && i->encoding == GCN_ENC_SOP1 &&
			o->reg + o->dwords > 100)
			return false;
	}
	const struct gcn_operand *off = &i->operands[GCN_SRC2];
	if (i->row->unit == GCN_UNIT_VMEM && off->file == GCN_FILE_CONSTANT)
		return off->value <= 64 && off->value % 8 == 0;
	if (i->row->unit == GCN_UNIT_VMEM)
		return off->file == GCN_FILE_SCALAR && off->reg < 40;
	return i->row->unit != GCN_UNIT_SMEM || i->operands[GCN_DST].file == GCN_FILE_NONE ||
	       i->offset_is_imm || i->operands[GCN_SRC1].reg < 40;
}

/* Makes an instruction of a row. Returns its bytes. */
static unsigned make(const struct gcn_row *row, uint32_t out[3], struct gcn_inst *i)
{
	struct gcn_refusal why;
	uint32_t mask;

	for (unsigned n = 0; n < TRIES; n++) {
		enum gcn_encoding e = row->encoding;
		if (row->vop3 != GCN_VOP3_NO && one_in(2))
			e = row->vop3 == GCN_VOP3_A ? GCN_ENC_VOP3A : GCN_ENC_VOP3B;
		uint64_t word = gcn_encoding_match(e, &mask);
		for (unsigned f = GCN_F_NONE + 1; f < GCN_F_COUNT; f++)
			if (f != GCN_F_OP)
				put_field(&word, e, (enum gcn_field)f,
					any_field(row, (enum gcn_field)f,
						gcn_field_place(e, (enum gcn_field)f).width));
		put_field(&word, e, GCN_F_OP,
			gcn_row_opcode(row, e == GCN_ENC_VOP3B ? GCN_ENC_VOP3A : e));
		if (row->encoding == GCN_ENC_VOP3B)
			put_field(&word, e, GCN_F_OP, row->opcode);
		out[0] = (uint32_t)word;
		out[1] = gcn_encoding_dwords(e) == 2 ? (uint32_t)(word >> 32) : any32();
		if (gcn_decode((const uint8_t *)out, 8, i, &why) && i->row == row &&
			gcn_missing(i) == NULL && fits(i))
			return i->bytes;
	}
	return 0;
}

/* ---- state ----------------------------------------------------------------------------------- */

static void set_pair(uint32_t *s, uint64_t v)
{
	s[0] = (uint32_t)v;
	s[1] = (uint32_t)(v >> 32);
}

static void set_exec(void)
{
	uint64_t any = rnd() | (uint64_t)rnd() << 32;

	switch (rnd() % 5) {
	case 0:
		set_pair(&ref.s[126], 0);
		break;
	case 1:
		set_pair(&ref.s[126], any);
		break;
	case 2:
		set_pair(&ref.s[126], UINT64_C(1) << any % 64);
		break;
	default:
		set_pair(&ref.s[126], UINT64_MAX);
	}
}

/* A buffer: four kinds of addresses. All are in the middle of memory. */
static void set_buffer(const struct gcn_inst *i)
{
	uint64_t at = ref.memory_at + SPAN, wide;
	uint32_t *r = &ref.s[i->operands[GCN_SRC1].reg];
	unsigned a = i->operands[GCN_SRC0].reg;
	bool idx = i->flags & GCN_BIT(GCN_FLAG_IDXEN), off = i->flags & GCN_BIT(GCN_FLAG_OFFEN);
	bool in_vector = one_in(2),
	     scratch = one_in(3) && !idx && strstr(i->row->text, "atomic") == NULL;

	if (i->operands[GCN_SRC2].file == GCN_FILE_SCALAR)
		ref.s[i->operands[GCN_SRC2].reg] = rnd() % 64 * 8;
	r[2] = one_in(2) ? 2 * SPAN : rnd() % SPAN;
	r[3] = UINT32_C(0x0100f000) & ~(UINT32_C(1) << 23);
	set_pair(r, at);
	if (i->flags & GCN_BIT(GCN_FLAG_ADDR64)) {
		set_pair(r, in_vector ? (uint64_t)-8 : at);
		for (unsigned n = 0; n < 64; n++) {
			wide = (in_vector ? at : 0) + rnd() % 128 * 8;
			ref.v[a][n] = (uint32_t)wide;
			ref.v[a + 1][n] = (uint32_t)(wide >> 32);
		}
		return;
	}
	if (scratch) {
		r[1] |= UINT32_C(1) << 31;
		r[2] = one_in(2) ? 64 * 64 : 64 * 20;
		r[3] = UINT32_C(1) << 23 | UINT32_C(3) << 21 | UINT32_C(1) << 19;
	} else if (idx) {
		r[1] |= 16U << 16;
		r[2] = 1 + rnd() % 100;
	}
	for (unsigned n = 0; n < 64; n++) {
		if (idx)
			ref.v[a][n] = rnd() % 64;
		if (off)
			ref.v[a + idx][n] = scratch ? rnd() % 4 * 4 : rnd() % 64 * 8;
	}
}

static void set_state(const struct gcn_inst *i, const struct gcn_row *row)
{
	bool wide = is_wide(row);

	for (unsigned n = 0; n < 64; n++)
		fill(&ref.v[0][n], 64, REF_VGPRS, wide);
	fill(ref.s, 1, 128, wide);
	ref.scc = rnd() & 1;
	ref.mode = one_in(3) ? 0x3c0 : one_in(2) ? 0x3f0 : rnd() & 0x3ff;
	if (one_in(4)) /* quotients whose last step is to be scaled */
		set_pair(&ref.s[106], UINT64_MAX);
	set_exec();
	ref.memory_at = (uint64_t)(uintptr_t)memory;
	for (unsigned n = 0; n < REF_MEMORY / 4; n++)
		((uint32_t *)(void *)ref.memory)[n] = any32();
	for (unsigned n = 0; n < REF_LDS / 4; n++)
		((uint32_t *)(void *)ref.lds)[n] = any32();
	if (strstr(row->text, "_movrel") != NULL)
		ref.s[124] = rnd() % 4;
	if (row->unit == GCN_UNIT_LDS) {
		bool same = one_in(4);
		ref.s[124] = UINT32_MAX;
		for (unsigned n = 0; n < 64 && row->op != GCN_OP_DS_SWIZZLE_B32; n++)
			ref.v[i->operands[GCN_SRC0].reg][n] =
				same && n ? ref.v[i->operands[GCN_SRC0].reg][0] : rnd() % 128 * 8;
	}
	if (row->unit == GCN_UNIT_VMEM && row->extra != GCN_EXTRA_NONE)
		set_buffer(i);
	if (row->unit == GCN_UNIT_SMEM) {
		uint32_t *r = &ref.s[i->operands[GCN_SRC0].reg];
		set_pair(r, ref.memory_at + SPAN);
		if (strstr(row->text, "buffer") != NULL) {
			r[1] |= one_in(2) ? 16U << 16 : 0;
			r[2] = rnd() % 100;
		}
		if (!i->offset_is_imm)
			ref.s[i->operands[GCN_SRC1].reg] = rnd() % 400;
	}
}

/* ---- comparison ------------------------------------------------------------------------------ */

static bool near(uint32_t low, uint32_t high, uint32_t want_low, uint32_t want_high)
{
	uint64_t g = ref.is_f64 ? low | (uint64_t)high << 32 : low,
		 e = ref.is_f64 ? want_low | (uint64_t)want_high << 32 : want_low;
	unsigned bits = ref.is_f64 ? 64 : 32, mantissa = ref.is_f64 ? 52 : 23;
	uint64_t sign = UINT64_C(1) << (bits - 1), inf = (sign - 1) >> mantissa << mantissa;
	bool nan = (g & ~sign) > inf, want_nan = (e & ~sign) > inf;

	if (g == e || (ref.ulps != 0 && ((g | e) & ~sign) == 0))
		return true;
	if (nan || want_nan)
		return nan && want_nan && ((g ^ e) >> (mantissa - 1) & 1) == 0;
	uint64_t far = (g & ~sign) > (e & ~sign) ? g - e : e - g;
	return (g & sign) == (e & sign) && far <= ref.ulps;
}

static const char *difference(const struct gcn_inst *i)
{
	static char text[200];
	unsigned d = i->operands[0].reg;
	bool is_float = ref.is_f32 || ref.is_f64;

	for (unsigned n = 0; n < 64; n++)
		for (unsigned r = 0; r < REF_VGPRS; r++) {
			uint32_t g = wave->v[r][n], e = ref.v[r][n];
			if (g == e || (is_float && r == d + ref.is_f64 && r != d))
				continue;
			if (is_float && r == d &&
				near(g, wave->v[r + 1][n], e, ref.v[(r + 1) % REF_VGPRS][n]))
				continue;
			snprintf(text, sizeof(text), "v%u of lane %u is %08x, expected %08x", r, n,
				g, e);
			return text;
		}
	if (ref.is_f64)
		for (unsigned n = 0; n < 64; n++)
			if (!near(wave->v[d][n], wave->v[d + 1][n], ref.v[d][n], ref.v[d + 1][n])) {
				snprintf(text, sizeof(text),
					"lane %u is %08x%08x, expected %08x%08x", n,
					wave->v[d + 1][n], wave->v[d][n], ref.v[d + 1][n],
					ref.v[d][n]);
				return text;
			}
	for (unsigned r = 0; r < 128; r++)
		if (wave->s[r] != ref.s[r]) {
			snprintf(text, sizeof(text), "s%u is %08x, expected %08x", r, wave->s[r],
				ref.s[r]);
			return text;
		}
	if (wave->scc != ref.scc || wave->mode != ref.mode)
		return "SCC or MODE is wrong";
	if (memcmp(lds, ref.lds, sizeof(lds)) != 0)
		return "LDS is wrong";
	for (unsigned n = 0; n < REF_MEMORY; n++)
		if (memory[n] != ref.memory[n]) {
			snprintf(text, sizeof(text), "byte %u of memory is %02x, expected %02x", n,
				memory[n], ref.memory[n]);
			return text;
		}
	return NULL;
}

static void begin_wave(const struct gcn_program *p)
{
	memcpy(wave->v, ref.v, sizeof(ref.v));
	memcpy(wave->s, ref.s, sizeof(ref.s));
	memcpy(memory, ref.memory, sizeof(memory));
	memcpy(lds, ref.lds, sizeof(lds));
	wave->scc = ref.scc;
	wave->vgprs = REF_VGPRS;
	wave->sgprs = 104;
	wave->lds = lds;
	wave->lds_bytes = sizeof(lds);
	wave->program = p;
	wave->at = p->regions[0].code;
	gcn_wave_set_mode(wave, ref.mode);
}

static void explain(const struct gcn_inst *i, const char *what, unsigned lane)
{
	struct buf text = BUF_INIT;

	gcn_print(i, NULL, &text);
	printf("%.*s: %s (MODE %03x, EXEC %08x%08x, VCC %08x%08x)\n", (int)text.len,
		(char *)text.data, what, before.mode, before.s[127], before.s[126], before.s[107],
		before.s[106]);
	for (unsigned n = 0; n < 3; n++) {
		const struct gcn_operand *o = &i->operands[GCN_SRC0 + n];
		if (o->file == GCN_FILE_VECTOR)
			printf("  source %u: %08x %08x\n", n, before.v[o->reg][lane],
				before.v[(o->reg + 1) % REF_VGPRS][lane]);
		else if (o->file == GCN_FILE_SCALAR)
			printf("  source %u: %08x %08x\n", n, before.s[o->reg],
				before.s[o->reg + 1]);
	}
	buf_release(&text);
}

static bool try_one(const struct gcn_row *row, bool *has_reference)
{
	uint32_t words[3] = {0};
	struct gcn_program p;
	struct gcn_inst i;
	struct gcn_step did;
	unsigned bytes = make(row, words, &i);

	if (bytes == 0) {
		printf("%s: no valid instruction was found\n", row->text);
		return false;
	}
	gcn_program_of_code(&p, words, bytes);
	set_state(&i, row);
	ref.next_pc = p.regions[0].address + bytes;
	before = ref;
	begin_wave(&p);
	*has_reference = reference_execute(&i, &ref);
	const char *wrong = NULL;
	if (*has_reference) {
		enum gcn_outcome outcome = gcn_wave_step(wave, &did);
		wrong = outcome != GCN_RUNNING             ? gcn_outcome_text(outcome)
		        : wave->at != did.code + bytes / 4 ? "the next instruction is another"
		                                           : difference(&i);
	}
	if (wrong != NULL) {
		const char *lane = strstr(wrong, "lane ");
		explain(&i, wrong, lane == NULL ? 0 : (unsigned)atoi(lane + 5));
	}
	gcn_program_release(&p);
	return wrong == NULL;
}

/* ---- branches -------------------------------------------------------------------------------- */

static bool is_taken(const char *text)
{
	uint64_t vcc = ref.s[106] | (uint64_t)ref.s[107] << 32,
		 exec = ref.s[126] | (uint64_t)ref.s[127] << 32;

	if (strstr(text, "scc") != NULL)
		return ref.scc == (uint32_t)(strstr(text, "scc1") != NULL);
	if (strstr(text, "vccz") != NULL || strstr(text, "execz") != NULL)
		return (strstr(text, "vcc") != NULL ? vcc : exec) == 0;
	if (strstr(text, "vccnz") != NULL || strstr(text, "execnz") != NULL)
		return (strstr(text, "vcc") != NULL ? vcc : exec) != 0;
	return strcmp(text, "s_branch") == 0; /* the others ask for a debugger */
}

static bool try_branch(const struct gcn_row *row)
{
	uint32_t mask, match = gcn_encoding_match(row->encoding, &mask), nop = 0xbf800000;
	uint32_t words[] = {nop, nop, match | (uint32_t)row->opcode << 16, nop, nop};
	int16_t by = (int16_t)(rnd() % 4) - 3 + one_in(2);
	struct gcn_program p;
	struct gcn_step did;
	struct gcn_inst none = {.row = row};

	words[2] |= (uint16_t)by;
	gcn_program_of_code(&p, words, sizeof(words));
	set_state(&none, row);
	if (one_in(2))
		set_pair(&ref.s[106], 0);
	begin_wave(&p);
	wave->at += 2;
	bool taken = is_taken(row->text);
	enum gcn_outcome outcome = gcn_wave_step(wave, &did);
	bool good = outcome == GCN_RUNNING &&
	            wave->at == p.regions[0].code + 3 + (taken ? by : 0) &&
	            did.taken == (taken && by != 0) && difference(&none) == NULL;
	if (!good)
		printf("%s: taken %d, expected %d\n", row->text, did.taken, taken);
	gcn_program_release(&p);
	return good;
}

int main(int argc, char **argv)
{
	unsigned tested = 0, implemented = 0, failed = 0;
	const char *only = argc > 2 ? argv[2] : NULL;

	state = argc > 1 ? strtoull(argv[1], NULL, 0) * 2 + 1 : 1;
	wave = aligned_alloc(64, (sizeof(*wave) + 63) / 64 * 64);
	memset(wave, 0, sizeof(*wave));
	for (unsigned op = 0; op < GCN_OP_COUNT; op++) {
		const struct gcn_row *row = gcn_row_get((enum gcn_op)op);
		bool scalar = row->unit == GCN_UNIT_SALU || row->unit == GCN_UNIT_SMEM ||
		              row->op == GCN_OP_V_READLANE_B32;
		unsigned times = argc > 3 ? (unsigned)atoi(argv[3])
		                 : scalar ? SCALAR_TIMES
		                          : VECTOR_TIMES;
		bool has_reference = true, good = true;
		implemented += gcn_is_implemented(row->op);
		if (gcn_is_implemented(row->op) && row->extra == GCN_EXTRA_BRANCH &&
			(only == NULL || *only == 0)) {
			for (unsigned n = 0; n < times && good; n++)
				good = try_branch(row);
			failed += !good;
			tested++;
			continue;
		}
		if (row->unit == GCN_UNIT_BRANCH || row->op == GCN_OP_S_MEMTIME)
			continue;
		if (!gcn_is_implemented(row->op) ||
			(only != NULL && *only != 0 && strcmp(row->text, only) != 0) ||
			(row->kinds[0] == GCN_KIND_NONE && row->kinds[2] == GCN_KIND_NONE &&
				row->extra != GCN_EXTRA_HWREG_LITERAL))
			continue;
		for (unsigned n = 0; n < times && good && has_reference; n++)
			good = try_one(row, &has_reference);
		if (!has_reference)
			printf("%s: there is no reference\n", row->text);
		failed += !good || !has_reference;
		tested++;
	}
	printf("%u of %u rows are implemented, %u tested here, %u failed\n", implemented,
		(unsigned)GCN_OP_COUNT, tested, failed);
	free(wave);
	return failed != 0;
}
