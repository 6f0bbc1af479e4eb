/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* All forms of product.def on edge values. "product make SHARE" writes product.ptx, product.run and
 * in.bin, "product check SHARE" compares what the kernels wrote with what C computes. SHARE is
 * "first/step". */
#include "product.h"

#ifndef FORMS /* and the directives that these are for */
#define FORMS "product.def"
#define DIRECTIVES ".version 8.6\n.target sm_100a\n.address_size 64\n"
#endif

#include "product_int.h"

#include "product_float.h"

enum {
	ITEMS = 2048,
	CORE = 32,
	FORMS_A_KERNEL = 24,
	KINDS = TYPES + 1,
	MOST_FORMS = 16384,
	AMOUNT = TYPES
};

/* ---- forms ----------------------------------------------------------------------------------- */

struct operand {
	char kind; /* r register, p predicate, # constant, c carry */
	bool negated;
	int input; /* kind of its values */
	int bits;  /* of the register */
};

struct case_of {
	struct form f;
	compute *compute;
	bool near;
	char written; /* d; P, Q (p|q), | (d|p), + (d and carry) */
	const struct type *to;
	int to_bits; /* of the register */
	struct operand sources[MOST_SOURCES];
	int source_count;
	char signature[80];
};

static struct case_of *cases;
static int case_count;

static int index_of(const struct type *t)
{
	return (int)(t - types);
}

static int register_bits(int bits)
{
	return bits < 16 ? 16 : bits;
}

static const struct type *wide_of(const struct type *t)
{
	char name[8];
	snprintf(name, sizeof name, "%c%d", t->kind, t->bits * 2);
	return type_named(name);
}

static const struct type *bits_of(const struct type *t)
{
	char name[8];
	snprintf(name, sizeof name, "b%d", t->bits);
	return type_named(name);
}

static const struct type *operand_type(const struct form *f, const char *word, int *bits)
{
	char name[16] = "";
	const struct type *t = NULL;
	sscanf(word, "%15[^@]", name);
	t = strcmp(name, "T") == 0   ? f->types[0]
	    : strcmp(name, "S") == 0 ? f->types[1]
	    : strcmp(name, "W") == 0 ? wide_of(f->types[0])
	    : strcmp(name, "B") == 0 ? bits_of(f->types[0])
	                             : type_named(name);
	if (t == NULL) {
		fprintf(stderr, "product.def: %s: no type '%s'\n", f->text, name);
		exit(1);
	}
	*bits = strchr(word, '@') != NULL ? atoi(strchr(word, '@') + 1) : register_bits(t->bits);
	return t;
}

static void set_written(struct case_of *c, const char *word)
{
	char name[16];
	snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "|+"), word);
	c->written = strchr(word, '|') != NULL   ? '|'
	             : strchr(word, '+') != NULL ? '+'
	             : word[0] == 'P'            ? (word[1] == 'Q' ? 'Q' : 'P')
	                                         : 'd';
	if (c->written == 'P' || c->written == 'Q')
		c->to = type_named("u32"), c->to_bits = 32;
	else
		c->to = operand_type(&c->f, name, &c->to_bits);
}

static void add_source(struct case_of *c, const char *word)
{
	struct operand *o = &c->sources[c->source_count++];
	if (strcmp(word, "p") == 0 || strcmp(word, "!p") == 0)
		*o = (struct operand){'p', word[0] == '!', index_of(type_named("pred")), 32};
	else if (strcmp(word, "n") == 0)
		*o = (struct operand){'r', false, AMOUNT, 32};
	else if (strcmp(word, "c") == 0)
		*o = (struct operand){'c', false, index_of(type_named("u32")), 32};
	else if (word[0] == '#')
		*o = (struct operand){'#', false, AMOUNT, 32};
	else {
		o->kind = 'r';
		o->input = index_of(operand_type(&c->f, word, &o->bits));
	}
}

static void split_words(struct form *f)
{
	const char *p = f->text;
	while (*p != 0) {
		char *word = f->words[f->word_count++];
		size_t n = strcspn(p, ".");
		snprintf(word, sizeof f->words[0], "%.*s", (int)n, p);
		const struct type *t = type_named(word);
		if (t != NULL && f->word_count > 1)
			f->types[f->type_count++] = t;
		p += n + (p[n] == '.');
	}
}

static void add_case(const char *text, const char *operands, u64 imm, compute *function, bool near)
{
	struct case_of *c = &cases[case_count++];
	if (case_count > MOST_FORMS)
		abort();
	*c = (struct case_of){.compute = function, .near = near};
	snprintf(c->f.text, sizeof c->f.text, "%s", text);
	c->f.imm = imm;
	split_words(&c->f);
	char copy[128], *save = NULL;
	snprintf(copy, sizeof copy, "%s", operands);
	set_written(c, strtok_r(copy, ": ", &save));
	for (char *w; (w = strtok_r(NULL, " ", &save)) != NULL;)
		add_source(c, w);
	for (int i = 0; i < c->source_count; i++) {
		const struct operand *o = &c->sources[i];
		snprintf(c->signature + strlen(c->signature), 16, "%c%d.%d ",
			o->kind == 'c' ? 'r' : o->kind, o->kind == '#' ? 0 : o->input, o->bits);
	}
}

/* A case for each constant of "#1,2,3" or "#0-255". */
static void add_constants(const char *text, const char *operands, compute *function, bool near)
{
	const char *list = strchr(operands, '#');
	char *end;
	if (list == NULL) {
		add_case(text, operands, 0, function, near);
		return;
	}
	for (const char *p = list + 1;; p = end + 1) {
		s64 v = strtoll(p, &end, 0), last = v;
		if (*end == '-')
			last = strtoll(end + 1, &end, 0);
		for (; v <= last; v++)
			add_case(text, operands, (u64)v & 0xffffffff, function, near);
		if (*end != ',')
			break;
	}
}

static void expand(const char *syntax, const char *so_far, const char *operands, compute *function,
	bool near)
{
	size_t n = strcspn(syntax, "({");
	char text[160];
	if (syntax[n] == 0) {
		snprintf(text, sizeof text, "%s%s", so_far, syntax);
		add_constants(text, operands, function, near);
		return;
	}
	const char *end = syntax + strcspn(syntax, ")}"), *p = syntax + n + 1;
	if (syntax[n] == '{') {
		snprintf(text, sizeof text, "%s%.*s", so_far, (int)n, syntax);
		expand(end + 1, text, operands, function, near);
	}
	for (;; p++) {
		size_t len = strcspn(p, "|)}");
		snprintf(text, sizeof text, "%s%.*s%.*s", so_far, (int)n, syntax, (int)len, p);
		expand(end + 1, text, operands, function, near);
		p += len;
		if (*p != '|')
			break;
	}
}

static int by_signature(const void *a, const void *b)
{
	const struct case_of *x = a, *y = b;
	int r = strcmp(x->signature, y->signature);
	return r != 0                 ? r
	       : x->f.imm != y->f.imm ? (x->f.imm < y->f.imm ? -1 : 1)
	                              : strcmp(x->f.text, y->f.text);
}

static void make_cases(int first, int step)
{
	cases = calloc(MOST_FORMS, sizeof *cases);
#define FORM(syntax, operands, function) expand(syntax, "", operands, function, false);
#define NEAR(syntax, operands, function) expand(syntax, "", operands, function, true);
#include FORMS
	int kept = 0;
	for (int i = first; i < case_count; i += step)
		cases[kept++] = cases[i];
	case_count = kept;
	qsort(cases, (size_t)case_count, sizeof *cases, by_signature);
}

/* Cases that one kernel executes. */
static int kernel_end(int first)
{
	int end = first + 1;
	while (end < case_count && end - first < FORMS_A_KERNEL &&
		strcmp(cases[first].signature, cases[end].signature) == 0)
		end++;
	return end;
}

/* ---- values ---------------------------------------------------------------------------------- */

static u64 inputs[KINDS][MOST_SOURCES][ITEMS];

static u64 random_state = 88172645463325252u;
static u64 next_random(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state;
}

struct list {
	u64 items[256];
	int count;
};

static void add(struct list *l, u64 v)
{
	l->items[l->count++] = v;
}

static void integer_edges(struct list *l, int bits)
{
	u64 top = (u64)1 << (bits - 1);
	const u64 core[] = {0, 1, 2, 3, 7, 8, 10, 15, 16, 31, 32, 33, 63, 64, 100, 0x7f, 0x80, 0xff,
		0x100, top, top - 1, top + 1, ~(u64)0, ~(u64)1, ~(u64)6, top - 2, top >> 1,
		~(u64)0x7f, ~(u64)0x80, (u64)1 << bits / 2, ((u64)1 << bits / 2) - 1,
		0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 0x7fff, 0x8000, 0xffff, 0x10000, 0x7fffffff,
		0x80000000, 0xffffffff, 0x100000000, 0x7fffff, 0x800000, 0xffffff, 0x1000001,
		0x3f800000, 0x7fc00000, 0x7fffffffffffffff, 0x8000000000000000, 0x20000000000001,
		0x40000000000001, 65504, 65519, 65520, 65521, 0xffffff7fffffffff,
		0xfffffffffffffbff, 0xfffffffffffffc00, 2047, 2049, 4097};
	for (size_t i = 0; i < sizeof core / sizeof core[0]; i++)
		add(l, core[i] & mask_of(bits));
}

static void float_edges(struct list *l, const struct type *t)
{
	u64 inf = exponent_all(t), one = (u64)t->bias << t->fraction,
	    normal = (u64)1 << t->fraction, sign = sign_bit(t);
	const u64 core[] = {0, sign, one, sign | one, inf, sign | inf, inf | normal >> 1,
		sign | inf | normal >> 1 | 1, 1, sign | 1, normal - 1, sign | (normal - 1), normal,
		normal + 1, sign | normal, inf - 1, sign | (inf - 1), one + 1, one - 1, inf | 1};
	static const double more[] = {0.5, -0.5, 1.5, 2, -2, 2.5, -2.5, 3, 0.75, 0.1, 7,
		-0.25, /* the core's end */
		127, 127.5, 128, -128, -128.5, -129, 255, 255.5, 256, 32767, 32767.5, 32768,
		-32768.5, 65504, 65519.99, 65520, 65535, 65535.5, 65536, -65520, 2147483520,
		2147483647, 2147483647.5, 2147483648.0, -2147483648.0, -2147483649.0, 4294967040.0,
		4294967295.0, 4294967295.5, 4294967296.0, 0x1.fffffep62, 0x1.fffffffffffffp62,
		0x1p63, -0x1p63, -0x1.0000000000001p63, 0x1.fffffep63, 0x1.fffffffffffffp63, 0x1p64,
		0x1p-14, 0x1.ffcp-15, 0x1p-24, 0x1p-25, 0x1.8p-25, 0x1.002p-25, 0x1.004p0,
		0x1.001p0, 0x1.003p0, 0x1.0008p0, 0x1.01p0, 0x1.03p0, 0x1.018p0,
		0x1.0000010000001p0, 0x1.000001p0, 0x1.000003p0, 0x1.fffffep127,
		0x1.fffffefffffffp127, 0x1.ffffffp127, 0x1p128, 0x1.fep127, 0x1.ffp127, 0x1p-126,
		0x1.fffffcp-127, 0x1p-127, 0x1p-133, 0x1p-134, 0x1.8p-134, 0x1p-149, 0x1p-150,
		0x1.8p-150, 0x1.0000000000001p-150, 1e-30, 1e30, 3.4e20, 12345.678, -0.9999999,
		8388608.5, 16777217};
	for (size_t i = 0; i < sizeof core / sizeof core[0]; i++)
		add(l, core[i]);
	for (size_t i = 0; i < sizeof more / sizeof more[0]; i++)
		add(l, rounded(t, (quad)more[i], 'n'));
}

static u64 random_of(const struct type *t)
{
	u64 r = next_random();
	if (t->kind != 'f')
		return (r >> next_random() % (u64)t->bits) & mask_of(t->bits);
	if (next_random() % 2 != 0)
		return r & mask_of(t->bits);
	quad scale = quad_of((u128)(16383 - 20 + (int)(r >> 32) % 40) << 112);
	return rounded(t, scale * (quad)(s64)(int32_t)r / (quad)0x1p31, 'n');
}

static void edges_of(struct list *l, const struct type *t)
{
	l->count = 0;
	if (t->kind == 'f')
		float_edges(l, t);
	else
		integer_edges(l, t->bits);
}

static u64 pick(const struct list *l, const struct type *t, int at, int item, int operand)
{
	if (item < CORE * CORE && operand < 2) {
		int i = operand == 0 ? item / CORE : item % CORE;
		return l->items[at == 0 ? i : (i * 7 + item / 5) % CORE];
	}
	if (operand == 0 && at == 0 && item % 2 == 0)
		return l->items[item / 2 % l->count];
	return next_random() % 2 != 0 ? l->items[next_random() % (u64)l->count] : random_of(t);
}

static u64 value_for(int kind, const struct list *l, int item, int operand)
{
	static const u64 amounts[CORE] = {0, 1, 2, 3, 5, 7, 8, 15, 16, 17, 24, 31, 32, 33, 34, 47,
		48, 63, 64, 65, 127, 128, 255, 256, 257, 287, 0x10000, 0x80000000, 0xffffffff,
		0xffffffe1, 0x101, 30};
	const struct type *t = kind == AMOUNT ? NULL : &types[kind];
	if (t == NULL && item < CORE * CORE)
		return amounts[operand == 0   ? (u64)item / CORE
			       : operand == 1 ? (u64)item % CORE
					      : next_random() % CORE];
	if (t == NULL)
		return next_random() % 4 == 0 ? amounts[next_random() % CORE] : next_random() % 70;
	if (t->kind == 'p')
		return next_random();
	u64 r = 0;
	const struct type *part = part_of(t);
	for (int at = 0; at < t->bits; at += part->bits)
		r |= pick(l, part, at, item, operand) << at;
	return t->bits < 64 ? r | (next_random() << t->bits) : r; /* what is above does not count */
}

static void make_inputs(void)
{
	struct list l = {0};
	for (int kind = 0; kind < KINDS; kind++) {
		if (kind != AMOUNT && types[kind].kind != 'p')
			edges_of(&l, part_of(&types[kind]));
		for (int k = 0; k < MOST_SOURCES; k++)
			for (int i = 0; i < ITEMS; i++)
				inputs[kind][k][i] = value_for(kind, &l, i, k);
	}
}

/* ---- PTX ------------------------------------------------------------------------------------- */

static void write_loads(FILE *ptx, const struct case_of *c)
{
	for (int k = 0; k < c->source_count; k++) {
		const struct operand *o = &c->sources[k];
		size_t at = (size_t)((char *)inputs[o->input][k] - (char *)inputs);
		if (o->kind == '#')
			continue;
		fprintf(ptx, "\t.reg .b%d %%s%d;\n\tld.global.b%d %%s%d, [%%x1+%zu];\n", o->bits, k,
			o->bits, k, at);
		if (o->kind == 'p')
			fprintf(ptx,
				"\t.reg .pred %%p%d;\n\tand.b32 %%s%d, %%s%d, 1;\n\tsetp.ne.b32 %%p%d, %%s%d, 0;\n",
				k, k, k, k, k);
	}
}

static void write_sources(FILE *ptx, const struct case_of *c)
{
	for (int k = 0; k < c->source_count; k++) {
		const struct operand *o = &c->sources[k];
		if (o->kind == '#')
			fprintf(ptx, ", %d", (int)(int32_t)(uint32_t)c->f.imm);
		else if (o->kind != 'c')
			fprintf(ptx, ", %s%%%c%d", o->negated ? "!" : "",
				o->kind == 'p' ? 'p' : 's', k);
	}
	fprintf(ptx, ";\n");
}

static bool is_minus_carry(const struct case_of *c)
{
	return strncmp(c->f.text, "sub", 3) == 0;
}

static void write_case(FILE *ptx, const struct case_of *c, int slot)
{
	size_t at = (size_t)slot * ITEMS * sizeof(u64), next = at + ITEMS * sizeof(u64);
	fprintf(ptx, "\t{\n\t.reg .b%d %%o;\n\t.reg .b32 %%w;\n\t.reg .pred %%y, %%z;\n",
		c->to_bits);
	for (int k = 0; k < c->source_count; k++)
		if (c->sources[k].kind == 'c')
			fprintf(ptx,
				is_minus_carry(c) ? "\tsub.cc.u32 %%w, 0, %%s%d;\n"
						  : "\tadd.cc.u32 %%w, %%s%d, -1;\n",
				k);
	fprintf(ptx, "\t%s %s", c->f.text,
		c->written == 'P'   ? "%y"
		: c->written == 'Q' ? "%y|%z"
		: c->written == '|' ? "%o|%y"
				    : "%o");
	write_sources(ptx, c);
	if (c->written == 'P' || c->written == 'Q')
		fprintf(ptx, "\tselp.b32 %%o, 1, 0, %%y;\n");
	if (c->written == 'Q')
		fprintf(ptx, "\tselp.b32 %%w, 2, 0, %%z;\n\tor.b32 %%o, %%o, %%w;\n");
	if (c->written == '+')
		fprintf(ptx, "\t%s.u32 %%w, 0, 0;\n\tand.b32 %%w, %%w, 1;\n",
			is_minus_carry(c) ? "subc" : "addc");
	if (c->written == '|')
		fprintf(ptx, "\tselp.b32 %%w, 1, 0, %%y;\n");
	fprintf(ptx, "\tst.global.b%d [%%x2+%zu], %%o;\n", c->to_bits, at);
	if (c->written == '+' || c->written == '|')
		fprintf(ptx, "\tst.global.b32 [%%x2+%zu], %%w;\n", next);
	fprintf(ptx, "\t}\n");
}

static int slots_of(const struct case_of *c)
{
	return c->written == '+' || c->written == '|' ? 2 : 1;
}

static int slots_between(int first, int end)
{
	int n = 0;
	for (int i = first; i < end; i++)
		n += slots_of(&cases[i]);
	return n;
}

static void write_kernel(FILE *ptx, int first, int end)
{
	int slot = 0;
	fprintf(ptx,
		".visible .entry k%d(.param .u64 in, .param .u64 out) .reqntid 256\n{\n"
		"\t.reg .b32 %%r<4>;\n\t.reg .b64 %%x<4>;\n\tmov.u32 %%r1, %%tid.x;\n\tmov.u32 %%r2, %%ctaid.x;\n"
		"\tmad.lo.u32 %%r1, %%r2, 256, %%r1;\n\tld.param.u64 %%x1, [in];\n\tld.param.u64 %%x2, [out];\n"
		"\tmad.wide.u32 %%x1, %%r1, 8, %%x1;\n\tmad.wide.u32 %%x2, %%r1, 8, %%x2;\n",
		first);
	write_loads(ptx, &cases[first]);
	for (int i = first; i < end; i++) {
		write_case(ptx, &cases[i], slot);
		slot += slots_of(&cases[i]);
	}
	fprintf(ptx, "\tret;\n}\n");
}

static FILE *open_file(const char *name, const char *mode)
{
	FILE *f = fopen(name, mode);
	if (f == NULL) {
		perror(name);
		exit(1);
	}
	return f;
}

static int make(void)
{
	FILE *ptx = open_file("product.ptx", "w"), *run = open_file("product.run", "w"),
	     *in = open_file("in.bin", "wb");
	fprintf(ptx, DIRECTIVES);
	fprintf(run, "run product {\n\timage \"product.img\"\n\tbuffer in u64[]: @\"in.bin\"\n");
	for (int i = 0, end; i < case_count; i = end) {
		end = kernel_end(i);
		write_kernel(ptx, i, end);
		fprintf(run,
			"\tbuffer o%d u64[%d]\n\tdispatch &k%d grid(%d) group(256) args(in, o%d)\n"
			"\twrite o%d \"k%d.out\"\n",
			i, slots_between(i, end) * ITEMS, i, ITEMS, i, i, i);
	}
	fprintf(run, "}\n");
	bool ok = fwrite(inputs, sizeof inputs, 1, in) == 1;
	return !ok || fclose(ptx) != 0 || fclose(run) != 0 || fclose(in) != 0;
}

/* ---- comparison ------------------------------------------------------------------------------ */

/* Within two units in the last place. */
static bool is_near(const struct type *t, u64 got, u64 want)
{
	quad x = value(t, got), y = value(t, want), error = x > y ? x - y : y - x,
	     size = y < 0 ? -y : y;
	if (is_nan(x) || is_nan(y) || is_inf(y))
		return (is_nan(x) && is_nan(y)) || got == want;
	return error <= size * (quad)0x1p-22 || error <= (quad)0x1p-148;
}

static bool is_same(const struct case_of *c, u64 got, u64 want)
{
	const struct type *part = part_of(c->to);
	u64 mask = mask_of(c->to_bits > 32 ? 64 : c->to_bits);
	if (c->near)
		return is_near(c->to, got & mask, want);
	if (part->kind == 's' && c->to_bits > c->to->bits) /* extended to the register */
		want = (u64)signed_of(want, c->to->bits);
	if (((got ^ want) & mask) == 0)
		return true;
	if (part->kind != 'f')
		return false;
	for (int at = 0; at < c->to->bits; at += part->bits) {
		u64 x = got >> at & mask_of(part->bits), y = want >> at & mask_of(part->bits);
		if (x != y && !(is_nan_of(part, x) && is_nan_of(part, y)))
			return false;
	}
	return true;
}

static void complain(const struct case_of *c, const u64 in[], int item, u64 got, u64 want)
{
	printf("%s", c->f.text);
	for (int k = 0; k < c->source_count; k++)
		printf("%s 0x%llx", k == 0 ? "" : ",", (unsigned long long)in[k]);
	printf(" (item %d) is 0x%llx, not 0x%llx\n", item, (unsigned long long)got,
		(unsigned long long)want);
}

static u64 source_value(const struct case_of *c, int k, int item)
{
	const struct operand *o = &c->sources[k];
	u64 v = inputs[o->input][k][item];
	if (o->kind == '#')
		return c->f.imm;
	if (o->kind == 'p')
		return (v ^ (u64)o->negated) & 1;
	return v & mask_of(o->bits);
}

/* The number of items that differ; the first two are told. */
static int check_case(const struct case_of *c, const u64 *out)
{
	int wrong = 0;
	for (int i = 0; i < ITEMS; i++) {
		u64 in[MOST_SOURCES + 1] = {0}, want[2] = {0};
		for (int k = 0; k < c->source_count; k++)
			in[k] = source_value(c, k, i);
		if (!c->compute(&c->f, in, want))
			continue;
		u64 got = out[i];
		if (c->written == 'P')
			want[0] &= 1;
		bool same = is_same(c, got, want[0]);
		if (slots_of(c) == 2 && out[ITEMS + i] != want[1]) {
			same = false;
			got = out[ITEMS + i], want[0] = want[1];
		}
		if (!same && wrong++ < 2)
			complain(c, in, i, got, want[0]);
	}
	return wrong;
}

static int check(void)
{
	static u64 out[FORMS_A_KERNEL * 2 * ITEMS];
	int bad = 0;
	for (int i = 0, end; i < case_count; i = end) {
		char name[32];
		size_t slot = 0;
		end = kernel_end(i);
		snprintf(name, sizeof name, "k%d.out", i);
		FILE *f = open_file(name, "rb");
		size_t n = (size_t)slots_between(i, end) * ITEMS;
		if (fread(out, sizeof out[0], n, f) != n || fclose(f) != 0)
			return 1;
		for (int k = i; k < end; k++) {
			bad += check_case(&cases[k], out + slot * ITEMS) != 0;
			slot += (size_t)slots_of(&cases[k]);
		}
	}
	printf("%d forms, %d wrong\n", case_count, bad);
	return bad != 0;
}

int main(int argc, char **argv)
{
	int first = 0, step = 1;
	if (argc < 2 || (argc > 2 && sscanf(argv[2], "%d/%d", &first, &step) != 2))
		return 2;
	make_inputs();
	make_cases(first, step);
	return strcmp(argv[1], "check") == 0 ? check() : make();
}
