/* Products of matrices as PTX: each lane computes its elements of D and gets what it needs of A and B
 * from the lanes that hold it (fragment.c says which), by `$permute`. A value that several elements
 * need is fetched and unpacked once. */
#include <stdio.h>
#include <stdlib.h>

#include "mma_impl.h"
#include "hsaemu/str.h"

const struct mma_type_info mma_types[MMA_TYPE_COUNT] = {
	[MMA_NONE] = {"", 0, 0, false, false},
	[MMA_F16] = {"f16", 16, 1, true, false},
	[MMA_BF16] = {"bf16", 16, 1, true, false},
	[MMA_TF32] = {"tf32", 32, 0, true, false},
	[MMA_F32] = {"f32", 32, 0, true, false},
	[MMA_F64] = {"f64", 64, 0, true, false},
	[MMA_S32] = {"s32", 32, 0, true, true},
	[MMA_S8] = {"s8", 8, 2, true, true},
	[MMA_U8] = {"u8", 8, 2, false, true},
	[MMA_S4] = {"s4", 4, 3, true, true},
	[MMA_U4] = {"u4", 4, 3, false, true},
	[MMA_B1] = {"b1", 1, 5, false, true},
};

static const char letters[MMA_MATRIX_COUNT] = {'a', 'b', 'c', 'd'};

unsigned mma_packed(const struct mma *m, enum mma_matrix x)
{
	return mma_types[m->types[x]].packed;
}

static unsigned used_registers(const struct mma *m, enum mma_matrix x)
{
	return 1u << (m->fragments[x].element_bits - mma_packed(m, x));
}

/* wmma's fragments of f16 have 8 registers for A and B of all shapes: the others are not used. */
unsigned mma_registers(const struct mma *m, enum mma_matrix x)
{
	enum { F16_REGISTERS = 8 };
	bool is_input = x == MMA_A || x == MMA_B;
	return m->is_wmma && is_input && m->types[x] == MMA_F16 ? F16_REGISTERS : used_registers(m, x);
}

const char *mma_register_type(const struct mma *m, enum mma_matrix x)
{
	return m->types[x] == MMA_F64 ? ".b64" : ".b32";
}

/* ---- values ------------------------------------------------------------------------------ */

struct value { /* register `name``number` holds this */
	struct fragment_source source;
	enum mma_matrix matrix;
	bool is_unpacked;
	unsigned number;
};

struct writer {
	const struct mma *m;
	struct buf *out;
	struct value *values;
	size_t count, capacity;
	unsigned next; /* register %t<n>, %f<n> or %g<n> */
};

static bool same_source(const struct fragment_source *a, const struct fragment_source *b)
{
	return memcmp(a, b, sizeof *a) == 0;
}

/* The register of a value that was made before, or -1. */
static int find(const struct writer *w, enum mma_matrix x, const struct fragment_source *s,
	bool is_unpacked)
{
	for (size_t i = 0; i < w->count; i++)
		if (w->values[i].matrix == x && w->values[i].is_unpacked == is_unpacked &&
			same_source(&w->values[i].source, s))
			return (int)w->values[i].number;
	return -1;
}

static unsigned remember(struct writer *w, enum mma_matrix x, const struct fragment_source *s,
	bool is_unpacked)
{
	ARRAY_GROW(w->values, w->count, w->capacity);
	w->values[w->count++] = (struct value){*s, x, is_unpacked, w->next};
	return w->next++;
}

/* Bits of the own lane's number that move by `shift` places, as a mask of where they come from. */
static unsigned own_bits(const struct fragment_source *s, int shift)
{
	unsigned mask = 0;
	for (int i = 0; i < FRAGMENT_MAX_BITS; i++) {
		int from = s->lane_from[i] & ~FRAGMENT_LANE;
		if (s->lane_from[i] != 0 && i - from == shift)
			mask |= 1u << from;
	}
	return mask;
}

/* The lane's number in %lane. */
static void write_lane(struct writer *w, const struct fragment_source *s)
{
	enum { FARTHEST = 4 };
	buf_printf(w->out, "\tmov.u32 %%lane, %u;\n", s->lane);
	for (int shift = -FARTHEST; shift <= FARTHEST; shift++) {
		unsigned mask = own_bits(s, shift);
		if (mask == 0)
			continue;
		buf_printf(w->out, "\tand.b32 %%x, %%own, %u;\n", mask);
		if (shift != 0)
			buf_printf(w->out, shift > 0 ? "\tshl.b32 %%x, %%x, %d;\n" : "\tshr.b32 %%x, %%x, %d;\n",
				abs(shift));
		buf_puts(w->out, "\tor.b32 %lane, %lane, %x;\n");
	}
}

/* Fetches register `reg` of the matrix from the source's lane into %t<number>; where bits of the
 * register's number depend on the own lane, chooses among several. */
static void write_permute(struct writer *w, enum mma_matrix x, const struct fragment_source *s,
	unsigned number)
{
	unsigned p = mma_packed(w->m, x), reg = s->element >> p, choice = FRAGMENT_MAX_BITS;
	const char *type = mma_register_type(w->m, x);
	char t = w->m->types[x] == MMA_F64 ? 'g' : 't';
	for (unsigned i = p; i < FRAGMENT_MAX_BITS; i++)
		if (s->element_from[i] != 0)
			choice = i;
	write_lane(w, s);
	buf_printf(w->out, "\t$permute%s %%%c%u, %c%u, %%lane;\n", type, t, number, letters[x], reg);
	if (choice == FRAGMENT_MAX_BITS)
		return;
	buf_printf(w->out, "\t$permute%s %%y, %c%u, %%lane;\n", type, letters[x],
		reg | 1u << (choice - p));
	buf_printf(w->out, "\tand.b32 %%x, %%own, %u;\n\tsetp.ne.u32 %%p, %%x, 0;\n",
		1u << (s->element_from[choice] & ~(unsigned)FRAGMENT_LANE));
	buf_printf(w->out, "\tselp.b32 %%t%u, %%y, %%t%u, %%p;\n", number, number);
}

/* A whole register. */
static unsigned fetched(struct writer *w, enum mma_matrix x, struct fragment_source s)
{
	unsigned p = mma_packed(w->m, x);
	s.element &= ~0u << p;
	for (unsigned i = 0; i < p; i++)
		s.element_from[i] = 0;
	int known = find(w, x, &s, false);
	if (known >= 0)
		return (unsigned)known;
	unsigned number = remember(w, x, &s, false);
	write_permute(w, x, &s, number);
	return number;
}

/* An element as f32 (%f), f64 (%g) or s32 (%t). */
static void write_unpack(struct writer *w, enum mma_matrix x, const struct fragment_source *s,
	unsigned from, unsigned number)
{
	const struct mma_type_info *type = &mma_types[w->m->types[x]];
	unsigned place = (s->element & ((1u << type->packed) - 1)) * type->bits;
	if (type->is_integer) {
		buf_printf(w->out, "\tbfe.%c32 %%t%u, %%t%u, %u, %u;\n", type->is_signed ? 's' : 'u',
			number, from, place, type->bits);
		return;
	}
	if (type->bits == 32) { /* of tf32 some bits do not count */
		buf_printf(w->out, "\tand.b32 %%f%u, %%t%u, %s;\n", number, from,
			w->m->types[x] == MMA_TF32 ? "0xffffe000" : "0xffffffff");
		return;
	}
	buf_printf(w->out, "\tmov.b32 %%x, %%t%u;\n", from);
	if (s->element_from[0] != 0) /* the upper half depends on the own lane */
		buf_printf(w->out, "\tand.b32 %%y, %%own, %u;\n\tsetp.ne.u32 %%p, %%y, 0;\n"
			"\tshr.b32 %%y, %%x, 16;\n\tselp.b32 %%x, %%y, %%x, %%p;\n",
			1u << (s->element_from[0] & ~(unsigned)FRAGMENT_LANE));
	if (w->m->types[x] == MMA_BF16)
		buf_printf(w->out, place == 0 ? "\tshl.b32 %%f%u, %%x, 16;\n"
		                              : "\tand.b32 %%f%u, %%x, 0xffff0000;\n", number);
	else
		buf_printf(w->out, "\tmov.b32 {%%h0, %%h1}, %%x;\n\tcvt.f32.f16 %%f%u, %%h%u;\n", number,
			place / 16);
}

static unsigned unpacked(struct writer *w, enum mma_matrix x, const struct fragment_source *s)
{
	unsigned from = fetched(w, x, *s);
	if (w->m->types[x] == MMA_F64)
		return from;
	int known = find(w, x, s, true);
	if (known >= 0)
		return (unsigned)known;
	unsigned number = remember(w, x, s, true);
	write_unpack(w, x, s, from, number);
	return number;
}

/* ---- sums -------------------------------------------------------------------------------- */

/* One register of A and one of B: elements inner, inner + 1, ... of both. */
static void add_registers(struct writer *w, const struct fragment_source *a,
	const struct fragment_source *b)
{
	const struct mma *m = w->m;
	unsigned x = fetched(w, MMA_A, *a), y = fetched(w, MMA_B, *b);
	if (m->types[MMA_A] == MMA_B1)
		buf_printf(w->out,
			m->is_xor ? "\txor.b32 %%x, %%t%u, %%t%u;\n\tpopc.b32 %%x, %%x;\n"
				    "\tadd.s32 %%sum, %%sum, %%x;\n"
				  : "\tand.b32 %%x, %%t%u, %%t%u;\n\tpopc.b32 %%x, %%x;\n"
				    "\tadd.s32 %%sum, %%sum, %%x;\n",
			x, y);
	else
		buf_printf(w->out, "\tdp4a.%c32.%c32 %%sum, %%t%u, %%t%u, %%sum;\n",
			mma_types[m->types[MMA_A]].is_signed ? 's' : 'u',
			mma_types[m->types[MMA_B]].is_signed ? 's' : 'u', x, y);
}

static void add_product(struct writer *w, const struct fragment_source *a,
	const struct fragment_source *b)
{
	unsigned x = unpacked(w, MMA_A, a), y = unpacked(w, MMA_B, b);
	if (mma_types[w->m->types[MMA_A]].is_integer)
		buf_printf(w->out, "\tmad.lo.s32 %%sum, %%t%u, %%t%u, %%sum;\n", x, y);
	else if (w->m->types[MMA_A] == MMA_F64)
		buf_printf(w->out, "\tfma.rn.f64 %%total, %%g%u, %%g%u, %%total;\n", x, y);
	else
		buf_printf(w->out, "\tfma.rn.f32 %%sum, %%f%u, %%f%u, %%sum;\n", x, y);
}

/* In m8n8k4 C and D of different types are in different lanes. */
static void begin_sum(struct writer *w, unsigned element)
{
	const struct fragment *c = &w->m->fragments[MMA_C], *d = &w->m->fragments[MMA_D];
	if (c->fixed_lanes != 0 && w->m->types[MMA_C] != w->m->types[MMA_D]) {
		struct fragment_source s = fragment_source_of_sum(c, d, element);
		unsigned from = unpacked(w, MMA_C, &s);
		buf_printf(w->out, "\tmov.b32 %%sum, %%f%u;\n", from);
	} else if (mma_types[w->m->types[MMA_A]].is_integer)
		buf_puts(w->out, "\tmov.b32 %sum, 0;\n"); /* C is added last, for .satfinite */
	else if (w->m->types[MMA_C] == MMA_F64)
		buf_printf(w->out, "\tmov.b64 %%total, c%u;\n", element);
	else if (w->m->types[MMA_C] == MMA_F16)
		buf_printf(w->out, "\tmov.b32 {%%h0, %%h1}, c%u;\n\tcvt.f32.f16 %%sum, %%h%u;\n",
			element / 2, element % 2);
	else
		buf_printf(w->out, "\tmov.b32 %%sum, c%u;\n", element);
}

static void end_sum(struct writer *w, unsigned element)
{
	const struct mma *m = w->m;
	if (mma_types[m->types[MMA_A]].is_integer)
		buf_printf(w->out, "\tadd%s.s32 d%u, %%sum, c%u;\n", m->saturates ? ".sat" : "", element,
			element);
	else if (m->types[MMA_D] == MMA_F64)
		buf_printf(w->out, "\tmov.b64 d%u, %%total;\n", element);
	else if (m->types[MMA_D] == MMA_F32)
		buf_printf(w->out, "\tmov.b32 d%u, %%sum;\n", element);
	else if (element % 2 == 0)
		buf_puts(w->out, "\tmov.b32 %even, %sum;\n");
	else
		buf_printf(w->out, "\tcvt.rn.f16x2.f32 d%u, %%sum, %%even;\n", element / 2);
}

static void write_element(struct writer *w, unsigned element)
{
	const struct mma *m = w->m;
	const struct fragment *d = &m->fragments[MMA_D];
	enum mma_type type = m->types[MMA_A];
	bool by_register = type == MMA_S8 || type == MMA_U8 || type == MMA_B1;
	unsigned step = by_register ? 1u << mma_types[type].packed : 1;
	begin_sum(w, element);
	for (unsigned k = 0; k < 1u << m->log[2]; k += step) {
		struct fragment_source a =
			fragment_source(&m->fragments[MMA_A], d, false, element, k);
		struct fragment_source b =
			fragment_source(&m->fragments[MMA_B], d, true, element, k);
		if (by_register)
			add_registers(w, &a, &b);
		else
			add_product(w, &a, &b);
	}
	end_sum(w, element);
}

/* ---- functions --------------------------------------------------------------------------- */

static void write_formals(const struct mma *m, enum mma_matrix x, bool more, struct buf *out)
{
	unsigned n = used_registers(m, x);
	for (unsigned i = 0; i < n; i++)
		buf_printf(out, ".reg %s %c%u%s", mma_register_type(m, x), letters[x], i,
			i + 1 < n || more ? ", " : "");
}

void mma_function(const struct mma *m, const char *name, struct buf *out)
{
	struct buf body = BUF_INIT;
	struct writer w = {.m = m, .out = &body};
	for (unsigned e = 0; e < 1u << m->fragments[MMA_D].element_bits; e++)
		write_element(&w, e);
	buf_puts(out, ".func (");
	write_formals(m, MMA_D, false, out);
	buf_printf(out, ") %s(", name);
	write_formals(m, MMA_A, true, out);
	write_formals(m, MMA_B, true, out);
	write_formals(m, MMA_C, false, out);
	buf_printf(out, ")\n{\n\t.reg .b32 %%t<%u>, %%own, %%lane, %%x, %%y;\n", w.next + 1);
	buf_printf(out, "\t.reg .b32 %%f<%u>, %%sum, %%even;\n\t.reg .b64 %%g<%u>, %%total;\n",
		w.next + 1, w.next + 1);
	buf_puts(out, "\t.reg .b16 %h<2>;\n\t.reg .pred %p;\n\tmov.u32 %own, %laneid;\n");
	struct str text = buf_slice(&body);
	buf_append(out, text.p, text.n);
	buf_puts(out, "\tret;\n}\n");
	buf_release(&body);
	free(w.values);
}

/* ---- memory ------------------------------------------------------------------------------ */

struct access {
	const struct mma *m;
	enum mma_matrix x;
	bool store;
	bool inner_is_contiguous; /* elements of a register lie side by side */
	const char *space;
	const char *address; /* type of addresses: "u32", "u64" */
	struct buf *out;
};

/* The own lane's part of a number whose bits are at `places`. */
static void write_own_part(struct access *a, const uint8_t *places, unsigned bits, const char *name)
{
	buf_printf(a->out, "\tmov.u32 %%%s, 0;\n", name);
	for (unsigned i = 0; i < bits; i++) {
		unsigned from = places[i] & ~(unsigned)FRAGMENT_LANE;
		if ((places[i] & FRAGMENT_LANE) == 0)
			continue;
		buf_printf(a->out, "\tbfe.u32 %%x, %%own, %u, 1;\n\tshl.b32 %%x, %%x, %u;\n"
			"\tor.b32 %%%s, %%%s, %%x;\n", from, i, name, name);
	}
}

static unsigned known_part(const uint8_t *places, unsigned bits, unsigned element)
{
	unsigned n = 0;
	for (unsigned i = 0; i < bits; i++)
		if ((places[i] & FRAGMENT_LANE) == 0)
			n |= (element >> places[i] & 1) << i;
	return n;
}

/* Into %at: where the element is. Numbers of elements are turned to bytes last. */
static void write_address(struct access *a, unsigned element)
{
	const struct fragment *f = &a->m->fragments[a->x];
	unsigned bits = mma_types[a->m->types[a->x]].bits;
	unsigned outer = known_part(f->outer, f->outer_bits, element);
	unsigned inner = known_part(f->inner, f->inner_bits, element);
	unsigned line = a->inner_is_contiguous ? outer : inner, place = a->inner_is_contiguous ? inner : outer;
	const char *t = a->address;
	buf_printf(a->out, "\tadd.u32 %%x, %%line, %u;\n\tmad.%s.u32 %%at, %%x, stride, %%base;\n"
		"\tadd.%s %%at, %%at, %u;\n", line, str_is(str_from(t), "u64") ? "wide" : "lo", t, place);
	if (bits >= 8)
		buf_printf(a->out, "\tmul.lo.%s %%at, %%at, %u;\n", t, bits / 8);
	else
		buf_printf(a->out, "\tshr.%s %%at, %%at, %u;\n", t, bits == 4 ? 1u : 3u);
	buf_printf(a->out, "\tadd.%s %%at, %%at, p;\n", t);
}

/* One element or, when they lie side by side, a register. */
static void write_access(struct access *a, unsigned bits, const char *value)
{
	if (a->store)
		buf_printf(a->out, "\tst%s.b%u [%%at], %s;\n", a->space, bits, value);
	else
		buf_printf(a->out, "\tld%s.b%u %s, [%%at];\n", a->space, bits, value);
}

static void write_register(struct access *a, unsigned reg)
{
	const struct mma_type_info *type = &mma_types[a->m->types[a->x]];
	unsigned count = 1u << type->packed;
	char name[16];
	snprintf(name, sizeof name, "%c%u", letters[a->x], reg);
	if (count == 1 || a->inner_is_contiguous) {
		write_address(a, reg * count);
		write_access(a, type->bits * count, name);
		return;
	}
	if (!a->store)
		buf_printf(a->out, "\tmov.b32 %s, 0;\n", name);
	for (unsigned i = 0; i < count; i++) {
		write_address(a, reg * count + i);
		if (a->store)
			buf_printf(a->out, "\tshr.b32 %%y, %s, %u;\n", name, i * type->bits);
		write_access(a, type->bits, "%y");
		if (!a->store)
			buf_printf(a->out, "\tbfi.b32 %s, %%y, %s, %u, %u;\n", name, name,
				i * type->bits, type->bits);
	}
}

void mma_access_function(const struct mma *m, enum mma_matrix x, bool store, const char *space,
	const char *address_type, const char *name, struct buf *out)
{
	const struct fragment *f = &m->fragments[x];
	/* A, C and D have columns inside, B has rows */
	struct access a = {m, x, store, m->by_column[x] == (x == MMA_B), space, address_type, out};
	buf_puts(out, ".func ");
	if (!store) {
		buf_puts(out, "(");
		write_formals(m, x, false, out);
		buf_puts(out, ") ");
	}
	buf_printf(out, "%s(.reg .%s p, .reg .u32 stride", name, address_type);
	if (store) {
		buf_puts(out, ", ");
		write_formals(m, x, false, out);
	}
	buf_printf(out, ")\n{\n\t.reg .b32 %%own, %%line, %%place, %%x, %%y;\n\t.reg .%s %%at, %%base;\n",
		address_type);
	buf_puts(out, "\tmov.u32 %own, %laneid;\n");
	write_own_part(&a, f->outer, f->outer_bits, a.inner_is_contiguous ? "line" : "place");
	write_own_part(&a, f->inner, f->inner_bits, a.inner_is_contiguous ? "place" : "line");
	buf_puts(out, str_is(str_from(address_type), "u64") ? "\tcvt.u64.u32 %base, %place;\n"
	                                                    : "\tmov.u32 %base, %place;\n");
	for (unsigned i = 0; i < used_registers(m, x); i++)
		write_register(&a, i);
	buf_puts(out, "\tret;\n}\n");
}

/* ---- ldmatrix and stmatrix: lanes 8 i to 8 i + 7 have the addresses of the rows of matrix i ---- */

static void write_row_address(const struct mma_access *a, unsigned row, const char *own_row,
	const char *own_bytes, struct buf *out)
{
	buf_printf(out, "\tadd.u32 %%x, %%%s, %u;\n\t$permute.b%s %%at, p, %%x;\n", own_row, row,
		a->address_bits);
	buf_printf(out, "\tadd.u%s %%at, %%at, %%%s;\n", a->address_bits, own_bytes);
}

static void write_along(const struct mma_access *a, unsigned i, struct buf *out)
{
	write_row_address(a, 8 * i, "group", "along", out);
	if (a->store)
		buf_printf(out, "\tst%s.b32 [%%at], r%u;\n", a->space, i);
	else
		buf_printf(out, "\tld%s.b32 r%u, [%%at];\n", a->space, i);
}

static void write_across(const struct mma_access *a, unsigned i, struct buf *out)
{
	if (!a->store)
		buf_printf(out, "\tmov.b32 r%u, 0;\n", i);
	for (unsigned half = 0; half < 2; half++) {
		write_row_address(a, 8 * i + half, "two", "across", out);
		if (a->store)
			buf_printf(out, "\tshr.b32 %%x, r%u, %u;\n\tst%s.b16 [%%at], %%x;\n", i,
				16 * half, a->space);
		else
			buf_printf(out, "\tld%s.b16 %%x, [%%at];\n\tbfi.b32 r%u, %%x, r%u, %u, 16;\n",
				a->space, i, i, 16 * half);
	}
}

void mma_matrix_function(const struct mma_access *a, const char *name, struct buf *out)
{
	const char *bits = a->address_bits;
	buf_puts(out, ".func ");
	for (unsigned i = 0; i < a->count && !a->store; i++)
		buf_printf(out, "%s.reg .b32 r%u%s", i == 0 ? "(" : "", i, i + 1 < a->count ? ", " : ") ");
	buf_printf(out, "%s(.reg .b%s p", name, bits);
	for (unsigned i = 0; i < a->count && a->store; i++)
		buf_printf(out, ", .reg .b32 r%u", i);
	buf_printf(out, ")\n{\n\t.reg .b32 %%own, %%group, %%two, %%x;\n"
		"\t.reg .b%s %%at, %%along, %%across;\n", bits);
	buf_puts(out, "\tmov.u32 %own, %laneid;\n\tshr.u32 %group, %own, 2;\n"
		"\tand.b32 %two, %own, 3;\n\tshl.b32 %two, %two, 1;\n\tshl.b32 %x, %two, 1;\n");
	buf_printf(out, "\tcvt.u%s.u32 %%along, %%x;\n\tshl.b32 %%x, %%group, 1;\n"
		"\tcvt.u%s.u32 %%across, %%x;\n", bits, bits);
	for (unsigned i = 0; i < a->count; i++) {
		if (a->trans)
			write_across(a, i, out);
		else
			write_along(a, i, out);
	}
	buf_puts(out, "\tret;\n}\n");
}
