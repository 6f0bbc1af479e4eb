/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory instructions, by their names: what they do to copies of memory and LDS. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "reference.h"

static uint64_t read_at(const uint8_t *p, unsigned bytes)
{
	uint64_t v = 0;
	memcpy(&v, p, bytes);
	return v;
}
static uint64_t reg64(const struct ref_state *st, unsigned reg, unsigned lane, unsigned bytes)
{
	return st->v[reg][lane] | (bytes == 8 ? (uint64_t)st->v[reg + 1][lane] << 32 : 0);
}
static void set_reg(struct ref_state *st, unsigned reg, unsigned lane, uint64_t v, unsigned bytes)
{
	st->v[reg][lane] = (uint32_t)v;
	if (bytes == 8)
		st->v[reg + 1][lane] = (uint32_t)(v >> 32);
}
static bool has(const char *text, const char *part)
{
	return strstr(text, part) != NULL;
}

static double as_number(uint64_t v, unsigned bytes)
{
	float f;
	double d;
	memcpy(&f, &v, 4);
	memcpy(&d, &v, 8);
	return bytes == 4 ? (double)f : d;
}

/* What an atomic operation makes of memory, by its name in which "_rtn" does not count. */
static uint64_t changed(const char *t, uint64_t m, uint64_t d, uint64_t more, unsigned bytes)
{
	uint64_t top = UINT64_C(1) << (bytes * 8 - 1);
	int64_t sm = (int64_t)((m ^ top) - top), sd = (int64_t)((d ^ top) - top);
	bool is_signed = has(t, "smin") || has(t, "smax") || has(t, "_i32") || has(t, "_i64");
	bool is_float = has(t, "fmin") || has(t, "fmax") || has(t, "fcmp") || has(t, "_f32") ||
	                has(t, "_f64");
	double fm = as_number(m, bytes), fd = as_number(d, bytes);

	if (has(t, "fcmpswap") || (has(t, "cmpst") && is_float))
		return fm == (has(t, "cmpst") ? fd : as_number(more, bytes))
		               ? (has(t, "cmpst") ? more : d)
		               : m;
	if (has(t, "cmpswap"))
		return m == more ? d : m;
	if (has(t, "cmpst"))
		return m == d ? more : m;
	if (has(t, "mskor"))
		return (m & ~d) | more;
	if (has(t, "swap") || has(t, "wrxchg"))
		return d;
	if (has(t, "rsub"))
		return d - m;
	if (has(t, "sub"))
		return m - d;
	if (has(t, "add"))
		return m + d;
	if (has(t, "inc"))
		return m >= d ? 0 : m + 1;
	if (has(t, "dec"))
		return m == 0 || m > d ? d : m - 1;
	if (has(t, "xor"))
		return m ^ d;
	if (has(t, "and"))
		return m & d;
	if (has(t, "min"))
		return is_float ? (fd < fm ? d : m) : is_signed ? (sd < sm ? d : m) : d < m ? d : m;
	if (has(t, "max"))
		return is_float ? (fd > fm ? d : m) : is_signed ? (sd > sm ? d : m) : d > m ? d : m;
	if (has(t, "or"))
		return m | d;
	BUG("%s", t);
}

static uint64_t exec_of(const struct ref_state *st)
{
	return st->s[126] | (uint64_t)st->s[127] << 32;
}

/* ---- LDS ------------------------------------------------------------------------------------- */

static unsigned size_in_name(const char *t)
{
	return strcmp(t + strlen(t) - 2, "64") == 0            ? 8
	       : has(t, "16")                                  ? 2
	       : has(t, "_b8") || has(t, "i8") || has(t, "u8") ? 1
	                                                       : 4;
}

static bool swizzle(const struct gcn_inst *i, struct ref_state *st)
{
	const struct ref_state old = *st;
	uint64_t e = exec_of(st);

	for (unsigned n = 0; n < 64; n++) {
		unsigned from =
			i->imm & 0x8000
				? (n / 4 * 4) + (i->imm >> n % 4 * 2 & 3)
				: n / 32 * 32 +
					  (((n % 32 & i->imm) | (i->imm >> 5)) ^ i->imm >> 10) % 32;
		if (e >> n & 1)
			st->v[i->operands[0].reg][n] =
				e >> from & 1 ? old.v[i->operands[2].reg][from] : 0;
	}
	return true;
}

static bool lds(const struct gcn_inst *i, struct ref_state *st)
{
	const char *t = i->row->text;
	const struct gcn_operand *o = i->operands;
	bool two = i->row->extra == GCN_EXTRA_OFFSETS, reads = has(t, "ds_read"),
	     writes = has(t, "ds_write");
	const struct ref_state old_state = *st;
	unsigned bytes = size_in_name(t), scale = bytes * (has(t, "st64") ? 64 : 1);

	/* all lanes write at their first address before any does at its second one */
	for (unsigned turn = 0; turn < (writes && two ? 128U : 64U); turn++) {
		unsigned n = turn % 64;
		if ((exec_of(st) >> n & 1) == 0)
			continue;
		uint32_t base = old_state.v[o[2].reg][n];
		uint64_t data[2] = {reg64(&old_state, o[3].reg, n, bytes),
			reg64(&old_state, o[4].reg, n, bytes)};
		for (unsigned k = turn / 64; k < (writes ? 1 + turn / 64 : 1U + two); k++) {
			uint8_t *p =
				st->lds + base + (two ? (i->imm >> 8 * k & 255) * scale : i->imm);
			uint64_t old = read_at(p, bytes), v;
			if (reads && (has(t, "_i8") || has(t, "_i16")))
				old = (uint64_t)((int64_t)(old << (64 - 8 * bytes)) >>
						 (64 - 8 * bytes));
			v = writes  ? data[k]
			    : reads ? old
			    : two   ? data[k]
			            : changed(t, old, data[0], data[1], bytes);
			if (!reads)
				memcpy(p, &v, bytes);
			if (o[0].file == GCN_FILE_VECTOR)
				set_reg(st, o[0].reg + k * (bytes == 8 ? 2 : 1), n, old, bytes);
		}
	}
	return true;
}

/* ---- buffers --------------------------------------------------------------------------------- */

/* Returns where a dword of a lane is in the copy; -1: beyond the buffer. */
static int64_t place(const struct gcn_inst *i, const struct ref_state *st, unsigned lane,
	unsigned dword, unsigned bytes)
{
	const uint32_t *r = &st->s[i->operands[3].reg];
	const struct gcn_operand *so = &i->operands[4];
	uint64_t soff = so->file == GCN_FILE_SCALAR ? st->s[so->reg] : (uint32_t)so->value;
	bool off = i->flags & GCN_BIT(GCN_FLAG_OFFEN), idx = i->flags & GCN_BIT(GCN_FLAG_IDXEN);
	unsigned a = i->operands[2].reg;

	if (i->flags & GCN_BIT(GCN_FLAG_ADDR64)) {
		uint64_t at = (r[0] | (uint64_t)r[1] << 32) + reg64(st, a, lane, 8) + soff + i->imm;
		return (int64_t)((at & 0xffffffffffff) - st->memory_at + 4 * dword);
	}
	uint64_t index = (idx ? st->v[a][lane] : 0) + (r[3] >> 23 & 1 ? lane : 0);
	uint64_t o = (off ? st->v[a + idx][lane] : 0) + (uint64_t)i->imm,
		 stride = r[1] >> 16 & 0x3fff, at;
	uint64_t base = (r[0] | (uint64_t)(r[1] & 0xffff) << 32) - st->memory_at;
	if (r[1] >> 31) {
		uint64_t e = 2U << (r[3] >> 19 & 3), is = 8U << (r[3] >> 21 & 3);
		o += 4 * dword;
		at = (index / is * stride + o / e * e) * is + index % is * e + o % e;
		if (stride == 0 && at - (uint64_t)4 * dword * is + soff + bytes > r[2])
			return -1;
		return (int64_t)(base + soff + at);
	}
	at = index * stride + o;
	if (stride != 0 ? index >= r[2] : at + bytes > r[2])
		return -1;
	return (int64_t)(base + soff + at + 4 * dword);
}

static bool buffer(const struct gcn_inst *i, struct ref_state *st)
{
	const char *t = i->row->text;
	unsigned d = i->operands[0].reg, dwords = i->operands[0].dwords;
	unsigned bytes = has(t, "byte") ? 1 : has(t, "short") ? 2 : 4 * dwords;
	bool loads = has(t, "_load_"), atomic = has(t, "atomic"),
	     glc = i->flags & GCN_BIT(GCN_FLAG_GLC);
	const struct ref_state old = *st;

	if (atomic)
		bytes = has(t, "x2") ? 8 : 4;
	for (unsigned n = 0; n < 64; n++) {
		if ((exec_of(st) >> n & 1) == 0)
			continue;
		int64_t at = place(i, &old, n, 0, bytes);
		if (atomic) {
			uint64_t m = at < 0 ? 0 : read_at(st->memory + at, bytes);
			uint64_t v = changed(t, m, reg64(&old, d, n, bytes),
				reg64(&old, d + bytes / 4, n, bytes), bytes);
			if (at >= 0)
				memcpy(st->memory + at, &v, bytes);
			if (glc)
				set_reg(st, d, n, m, bytes);
		} else if (bytes < 4) {
			uint64_t v = at < 0 ? 0 : read_at(st->memory + at, bytes);
			if (has(t, "sbyte") || has(t, "sshort"))
				v = (uint64_t)((int64_t)(v << (64 - 8 * bytes)) >>
					       (64 - 8 * bytes));
			if (loads)
				st->v[d][n] = (uint32_t)v;
			else if (at >= 0)
				memcpy(st->memory + at, &old.v[d][n], bytes);
		} else {
			for (unsigned k = 0; k < dwords; k++) {
				int64_t p = place(i, &old, n, k, bytes);
				if (loads)
					st->v[d + k][n] =
						at < 0 ? 0 : (uint32_t)read_at(st->memory + p, 4);
				else if (at >= 0)
					memcpy(st->memory + p, &old.v[d + k][n], 4);
			}
		}
	}
	return true;
}

static bool scalar_load(const struct gcn_inst *i, struct ref_state *st)
{
	const uint32_t *r = &st->s[i->operands[2].reg];
	uint64_t off = i->offset_is_imm ? i->imm * 4U : st->s[i->operands[3].reg] & ~3U;
	unsigned dwords = i->operands[0].dwords;
	bool bounded = has(i->row->text, "buffer");
	uint64_t base = ((r[0] | (uint64_t)(bounded ? r[1] & 0xffff : r[1]) << 32) & ~UINT64_C(3)) -
	                st->memory_at;
	uint64_t stride = r[1] >> 16 & 0x3fff,
		 size = bounded ? (stride ? stride : 1) * r[2] : UINT64_MAX;
	uint32_t values[16];

	if (dwords == 0)
		return false;
	for (unsigned k = 0; k < dwords; k++)
		values[k] = off + 4 * k + 4 > size
		                    ? 0
		                    : (uint32_t)read_at(st->memory + base + off + 4 * k, 4);
	memcpy(&st->s[i->operands[0].reg], values, 4 * dwords);
	return true;
}

bool reference_memory(const struct gcn_inst *i, struct ref_state *st)
{
	if (i->row->op == GCN_OP_DS_SWIZZLE_B32)
		return swizzle(i, st);
	if (i->encoding == GCN_ENC_DS)
		return lds(i, st);
	if (i->row->extra == GCN_EXTRA_BUFFER || i->row->extra == GCN_EXTRA_TYPED_BUFFER)
		return buffer(i, st);
	return i->row->extra == GCN_EXTRA_SCALAR_OFFSET && scalar_load(i, st);
}
