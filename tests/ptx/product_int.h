/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Integers, bits, predicates: what product.def computes with. A function gives the destination's
 * bits from those of the sources; false where PTX leaves the result open. */

typedef bool compute(const struct form *f, const u64 in[], u64 *out);

static const struct type *last_type(const struct form *f)
{
	return f->types[f->type_count - 1];
}

/* ---- arithmetic, on each part of a pair ------------------------------------------------------ */

static s128 arithmetic_on(const struct form *f, const struct type *t, s128 a, s128 b, s128 c)
{
	bool wide = has(f, "wide");
	s128 product = is_root(f, "mul") || is_root(f, "mad") || is_root(f, "madc") ? a * b : 0;
	if (is_root(f, "mul24") || is_root(f, "mad24")) {
		struct type part = *t;
		part.bits = 24;
		product = integer(&part, (u64)a) * integer(&part, (u64)b);
		product = has(f, "hi") ? product >> 16 : product;
	} else if (has(f, "hi")) {
		product = t->kind == 'u' ? (s128)((u128)product >> t->bits) : product >> t->bits;
	}
	if (wide || has(f, "lo") || has(f, "hi")) {
		product = is_root(f, "mul") || is_root(f, "mul24") ? product : product + c;
		return has(f, "sat") ? clamped(product, least(t), most(t)) : product;
	}
	s128 r = is_root(f, "add")   ? a + b
	         : is_root(f, "sub") ? a - b
	         : is_root(f, "neg") ? -a
	         : is_root(f, "abs") ? (a < 0 ? -a : a)
	         : is_root(f, "min") ? (a < b ? a : b)
	         : is_root(f, "max") ? (a > b ? a : b)
	         : is_root(f, "div") ? a / b
	         : is_root(f, "rem") ? a % b
	                             : (a < b ? b - a : a - b) + c; /* sad */
	if (has(f, "relu") && r < 0)
		r = 0;
	return has(f, "sat") ? clamped(r, least(t), most(t)) : r;
}

static bool int_arith(const struct form *f, const u64 in[], u64 *out)
{
	const struct type *t = part_of(f->types[0]), *third = t;
	struct type twice = *t;
	twice.bits *= 2;
	if (has(f, "wide"))
		third = &twice;
	if ((is_root(f, "div") || is_root(f, "rem")) &&
		(integer(t, in[1]) == 0 ||
			(integer(t, in[1]) == -1 && integer(t, in[0]) == least(t))))
		return false;
	*out = 0;
	for (int at = 0; at < f->types[0]->bits; at += t->bits) {
		s128 r = arithmetic_on(f, t, integer(t, in[0] >> at), integer(t, in[1] >> at),
			integer(third, in[2] >> at));
		*out |= ((u64)r & mask_of(third->bits)) << at;
	}
	return true;
}

/* With carries: bit 64 of the result goes to out[1]. A carry comes in where the last source is not
 * 0; a carry of a subtraction is a borrow. */
static bool int_carry(const struct form *f, const u64 in[], u64 *out)
{
	const struct type *t = f->types[0];
	bool mad = is_root(f, "mad") || is_root(f, "madc"),
	     minus = is_root(f, "sub") || is_root(f, "subc");
	int sources = mad ? 3 : 2;
	u64 mask = mask_of(t->bits), x = in[0] & mask, y = in[1] & mask;
	u128 carry = f->words[0][strlen(f->words[0]) - 1] == 'c' && (in[sources] & 0xffffffff) != 0;
	if (mad) {
		u128 p = (u128)(integer(t, x) * integer(t, y));
		x = (u64)(has(f, "hi") ? p >> t->bits : p) & mask;
		y = in[2] & mask;
	}
	u128 r = minus ? (u128)x - y - carry : (u128)x + y + carry;
	out[0] = (u64)r & mask;
	out[1] = has(f, "cc") ? (u64)(r >> t->bits) & 1 : (u64)carry; /* or as it was */
	return true;
}

/* ---- bits ------------------------------------------------------------------------------------ */

static u64 bit(u64 v, int at)
{
	return at < 0 || at > 63 ? 0 : v >> at & 1;
}

static bool int_count(const struct form *f, const u64 in[], u64 *out)
{
	int bits = f->types[0]->bits, n = 0;
	if (is_root(f, "popc"))
		for (int i = 0; i < bits; i++)
			n += (int)bit(in[0], i);
	else /* clz */
		while (n < bits && bit(in[0], bits - 1 - n) == 0)
			n++;
	*out = (u64)n;
	return true;
}

static bool int_brev(const struct form *f, const u64 in[], u64 *out)
{
	int bits = f->types[0]->bits;
	*out = 0;
	for (int i = 0; i < bits; i++)
		*out |= bit(in[0], i) << (bits - 1 - i);
	return true;
}

static bool int_bfind(const struct form *f, const u64 in[], u64 *out)
{
	const struct type *t = f->types[0];
	int at = t->bits - 1;
	u64 skip = t->kind == 's' ? bit(in[0], at) : 0;
	while (at >= 0 && bit(in[0], at) == skip)
		at--;
	*out = at < 0 ? 0xffffffff : (u64)(has(f, "shiftamt") ? t->bits - 1 - at : at);
	return true;
}

static bool int_bfe(const struct form *f, const u64 in[], u64 *out)
{
	const struct type *t = f->types[0];
	int pos = (int)(in[1] & 255), len = (int)(in[2] & 255), msb = t->bits - 1;
	u64 sign = t->kind == 'u' || len == 0
	                   ? 0
	                   : bit(in[0], pos + len - 1 < msb ? pos + len - 1 : msb);
	*out = 0;
	for (int i = 0; i <= msb; i++)
		*out |= (i < len && pos + i <= msb ? bit(in[0], pos + i) : sign) << i;
	return true;
}

static bool int_bfi(const struct form *f, const u64 in[], u64 *out)
{
	int pos = (int)(in[2] & 255), len = (int)(in[3] & 255), bits = f->types[0]->bits;
	*out = in[1] & mask_of(bits);
	for (int i = 0; i < len && pos + i < bits; i++)
		*out = (*out & ~((u64)1 << (pos + i))) | bit(in[0], i) << (pos + i);
	return true;
}

static u64 amount(const struct form *f, u64 v, u64 width)
{
	v &= 0xffffffff;
	return has(f, "wrap") ? v % width : v < width ? v : width;
}

static bool int_szext(const struct form *f, const u64 in[], u64 *out)
{
	const struct type *t = f->types[0];
	struct type part = *t;
	part.bits = (int)amount(f, in[1], 32);
	*out = part.bits == 0 ? 0 : (u64)integer(&part, in[0]) & 0xffffffff;
	return true;
}

static bool int_bmsk(const struct form *f, const u64 in[], u64 *out)
{
	u64 pos = amount(f, in[0], 32), len = amount(f, in[1], 32);
	*out = (u64)(((((u128)1 << len) - 1) << pos) & 0xffffffff);
	return true;
}

/* d = the n-th set bit of a, counted from base */
static bool int_fns(const struct form *f, const u64 in[], u64 *out)
{
	int base = (int)(in[1] & 31);
	s64 n = signed_of(in[2], 32), step = n < 0 ? -1 : 1;
	(void)f;
	*out = 0xffffffff;
	if ((in[1] & 0xffffffff) > 31)
		return false;
	if (n == 0) {
		if (bit(in[0], base) != 0)
			*out = (u64)base;
		return true;
	}
	n = n < 0 ? -n : n;
	for (int i = base; i >= 0 && i < 32; i += (int)step)
		if (bit(in[0], i) != 0 && --n == 0) {
			*out = (u64)i;
			break;
		}
	return true;
}

static bool int_dot(const struct form *f, const u64 in[], u64 *out)
{
	bool four = is_root(f, "dp4a");
	struct type x = *f->types[0], y = *f->types[1];
	x.bits = four ? 8 : 16;
	y.bits = 8;
	s128 r = (s128)in[2];
	for (int i = 0; i < (four ? 4 : 2); i++)
		r += integer(&x, in[0] >> (x.bits * i)) *
		     integer(&y, in[1] >> (8 * i + (has(f, "hi") ? 16 : 0)));
	*out = (u64)r & 0xffffffff;
	return true;
}

/* ---- logic and shifts ------------------------------------------------------------------------ */

static bool int_logic(const struct form *f, const u64 in[], u64 *out)
{
	u64 r = is_root(f, "and")   ? in[0] & in[1]
	        : is_root(f, "or")  ? in[0] | in[1]
	        : is_root(f, "xor") ? in[0] ^ in[1]
	        : is_root(f, "not") ? ~in[0]
	                            : (in[0] & mask_of(f->types[0]->bits)) == 0; /* cnot */
	*out = r & mask_of(f->types[0]->bits);
	return true;
}

static bool int_lop3(const struct form *f, const u64 in[], u64 *out)
{
	*out = 0;
	for (int i = 0; i < 32; i++)
		*out |= (f->imm >> (bit(in[0], i) * 4 + bit(in[1], i) * 2 + bit(in[2], i)) & 1)
		        << i;
	bool any = *out != 0, q = in[4] & 1; /* in[3] is the table */
	out[1] = has(f, "or") ? any || q : any && q;
	return true;
}

static bool int_shift(const struct form *f, const u64 in[], u64 *out)
{
	const struct type *t = f->types[0];
	u64 n = in[1] & 0xffffffff;
	s128 v = integer(t, in[0]);
	n = n < (u64)t->bits ? n : (u64)t->bits;
	*out = (u64)(is_root(f, "shl") ? (s128)((u128)v << n) : v >> n) & mask_of(t->bits);
	return true;
}

static bool int_funnel(const struct form *f, const u64 in[], u64 *out)
{
	u64 both = in[1] << 32 | (in[0] & 0xffffffff), n = amount(f, in[2], 32);
	*out = (has(f, "l") ? (u64)((u128)both << n >> 32) : both >> n) & 0xffffffff;
	return true;
}

static u64 byte_of(u64 both, u64 selector)
{
	u64 b = both >> (8 * (selector & 7)) & 255;
	return (selector & 8) == 0 ? b : b >= 0x80 ? 0xff : 0;
}

static bool int_prmt(const struct form *f, const u64 in[], u64 *out)
{
	u64 both = in[1] << 32 | (in[0] & 0xffffffff), c = in[2], s[4];
	u64 n = c & 3;
	for (u64 i = 0; i < 4; i++) {
		u64 reach = has(f, "ecl") ? (i > n ? i : n) : has(f, "ecr") ? (i < n ? i : n) : 0;
		s[i] = has(f, "f4e")                                  ? n + i
		       : has(f, "b4e")                                ? (n - i) & 7
		       : has(f, "rc8")                                ? n
		       : has(f, "rc16")                               ? (n & 1) * 2 + (i & 1)
		       : reach != 0 || has(f, "ecl") || has(f, "ecr") ? reach
		                                                      : c >> (4 * i) & 15;
	}
	*out = 0;
	for (int i = 0; i < 4; i++)
		*out |= byte_of(both, s[i]) << (8 * i);
	return true;
}

/* ---- selection ------------------------------------------------------------------------------- */

static bool select_value(const struct form *f, const u64 in[], u64 *out)
{
	*out = ((in[2] & 1) != 0 ? in[0] : in[1]) & mask_of(f->types[0]->bits);
	return true;
}

static bool move(const struct form *f, const u64 in[], u64 *out)
{
	*out = in[0] & mask_of(f->types[0]->bits);
	return true;
}
