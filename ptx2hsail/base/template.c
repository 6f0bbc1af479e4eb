/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Rows of ptx_ops.def have their HSAIL as text. This file parses a text once into statements, then
 * expands it for each instruction with the instruction's operands. The top of ptx_ops.def describes
 * the language. */
#include <stdlib.h>

#include "base/message.h"
#include "base/temporaries.h"
#include "base/tr.h"
#include "parse/float_bits.h"

enum { MAX_OPERANDS = 6, MAX_TEMPS = 10, MAX_LABELS = 4, MAX_MNEMONIC = 96 };

enum tpl_kind {
	TPL_LETTER,   /* A */
	TPL_NARROWED, /* A.n */
	TPL_WIDENED,  /* A.w */
	TPL_TEMP,     /* s0 */
	TPL_NUMBER,
	TPL_REAL,    /* 1.0 */
	TPL_TEXT,    /* {Tm} */
	TPL_ADDRESS, /* [M] */
	TPL_VECTOR,  /* (A, B) */
	TPL_LABEL,   /* @0 */
};

struct tpl_operand {
	enum tpl_kind kind;
	char letter;    /* LETTER, NARROWED, WIDENED, ADDRESS; TEMP: class s d c q w */
	unsigned index; /* TEMP, LABEL */
	uint64_t value; /* NUMBER */
	double real;
	struct str text; /* TEXT: the name between braces */
	struct tpl_operand *elems;
	unsigned count;
};

struct tpl_stmt {
	struct str mnemonic; /* empty: the statement places label `index` */
	unsigned index;
	struct tpl_operand operands[MAX_OPERANDS];
	unsigned count;
};

struct tpl {
	struct tpl_stmt *stmts;
	unsigned count;
};

/* ---- parsing ----------------------------------------------------------------------------- */

struct reader {
	struct arena *arena;
	const char *p;
	const char *all;
};

static void skip_blanks(struct reader *r)
{
	while (*r->p == ' ')
		r->p++;
}

static bool is_end(char c)
{
	return c == 0 || c == ';' || c == ',' || c == ' ' || c == ')' || c == ']';
}

static struct str read_token(struct reader *r)
{
	skip_blanks(r);
	const char *start = r->p;
	while (!is_end(*r->p))
		r->p++;
	return (struct str){start, (size_t)(r->p - start)};
}

/* Unlike an operand, a mnemonic may have parentheses: align(8). */
static struct str read_mnemonic(struct reader *r)
{
	const char *start = r->p;
	while (*r->p != 0 && *r->p != ';' && *r->p != ' ')
		r->p++;
	return (struct str){start, (size_t)(r->p - start)};
}

static struct tpl_operand parse_number(struct str s)
{
	bool real = memchr(s.p, '.', s.n) != NULL;
	if (real)
		return (struct tpl_operand){.kind = TPL_REAL, .real = strtod(s.p, NULL)};
	bool minus = s.p[0] == '-';
	uint64_t v = strtoull(s.p + (minus ? 1 : 0), NULL, 0);
	return (struct tpl_operand){.kind = TPL_NUMBER, .value = minus ? 0 - v : v};
}

static struct tpl_operand parse_operand(struct reader *r);

static struct tpl_operand parse_vector(struct reader *r)
{
	struct tpl_operand o = {
		.kind = TPL_VECTOR, .elems = ARENA_ARRAY(r->arena, struct tpl_operand, 4)};
	do {
		r->p++; /* ( or , */
		if (o.count == 4)
			BUG("vector in '%s'", r->all);
		o.elems[o.count++] = parse_operand(r);
		skip_blanks(r);
	} while (*r->p == ',');
	r->p++;
	return o;
}

static struct tpl_operand parse_operand(struct reader *r)
{
	skip_blanks(r);
	if (*r->p == '(')
		return parse_vector(r);
	if (*r->p == '[') {
		struct tpl_operand o = {.kind = TPL_ADDRESS, .letter = r->p[1]};
		r->p += 3;
		return o;
	}
	struct str s = read_token(r);
	if (s.n == 0)
		BUG("operand in '%s'", r->all);
	char c = s.p[0];
	if (c == '{')
		return (struct tpl_operand){.kind = TPL_TEXT, .text = {s.p + 1, s.n - 2}};
	if (c == '@')
		return (struct tpl_operand){.kind = TPL_LABEL, .index = (unsigned)(s.p[1] - '0')};
	if ((c >= '0' && c <= '9') || c == '-')
		return parse_number(s);
	if (c >= 'A' && c <= 'Z') {
		enum tpl_kind kind = s.n == 1        ? TPL_LETTER
		                     : s.p[2] == 'n' ? TPL_NARROWED
		                                     : TPL_WIDENED;
		return (struct tpl_operand){.kind = kind, .letter = c};
	}
	if (strchr("sdcqw", c) == NULL || s.n != 2)
		BUG("operand '" STR_FMT "' in '%s'", STR_ARG(s), r->all);
	return (struct tpl_operand){
		.kind = TPL_TEMP, .letter = c, .index = (unsigned)(s.p[1] - '0')};
}

static struct tpl_stmt parse_stmt(struct reader *r)
{
	struct tpl_stmt s = {0};
	struct str word = read_mnemonic(r);
	if (word.p[0] == '@') {
		s.index = (unsigned)(word.p[1] - '0');
		return s;
	}
	s.mnemonic = word;
	skip_blanks(r);
	while (*r->p != 0 && *r->p != ';') {
		if (s.count == MAX_OPERANDS)
			BUG("operands in '%s'", r->all);
		s.operands[s.count++] = parse_operand(r);
		skip_blanks(r);
		if (*r->p == ',')
			r->p++;
	}
	return s;
}

const struct tpl *tpl_compile(struct arena *arena, const char *text)
{
	struct reader r = {.arena = arena, .p = text, .all = text};
	unsigned most = 1;
	for (const char *p = text; *p != 0; p++)
		most += *p == ';';
	struct tpl *t = ARENA_NEW(arena, struct tpl);
	t->stmts = ARENA_ARRAY(arena, struct tpl_stmt, most);
	for (;;) {
		skip_blanks(&r);
		if (*r.p == 0)
			return t;
		t->stmts[t->count++] = parse_stmt(&r);
		skip_blanks(&r);
		if (*r.p == ';')
			r.p++;
	}
}

/* ---- names ------------------------------------------------------------------------------- */

void tr_env_text(struct tr_env *e, const char *name, const char *text)
{
	for (unsigned i = 0; i < e->text_count; i++)
		if (strcmp(e->texts[i].name, name) == 0) {
			e->texts[i].text = text;
			return;
		}
	if (e->text_count == ARRAY_LEN(e->texts))
		BUG("too many texts");
	e->texts[e->text_count].name = name;
	e->texts[e->text_count++].text = text;
}

void tr_env_bind(struct tr_env *e, char letter, struct hir_op op, enum ptx_type type)
{
	e->bind[letter - 'A'] = op;
	e->types[letter - 'A'] = type;
}

static unsigned widened_bits(enum ptx_type type)
{
	return ptx_types[type].bits < 32 ? 32 : ptx_types[type].bits;
}

/* Appends {T} or a variant of it; ptx_ops.def lists the variants. */
static void put_type(struct buf *out, enum ptx_type type, char variant)
{
	const struct ptx_type_info *t = &ptx_types[type];
	unsigned bits = widened_bits(type);
	bool is_float = t->kind == PTX_KIND_FLOAT;
	switch (variant) {
	case 0:
		buf_puts(out, t->hsail);
		return;
	case 'n':
	case 'm':
		buf_printf(out, "%u", (unsigned)t->bits - (variant == 'm' ? 1 : 0));
		return;
	case 'b':
		buf_printf(out, "b%u", t->kind == PTX_KIND_PRED ? 1 : bits);
		return;
	case 'u':
	case 's':
		buf_printf(out, "%c%u", variant, bits);
		return;
	case 'x':
		buf_printf(out, "%c%u", t->kind == PTX_KIND_SIGNED ? 's' : 'u', t->bits * 2u);
		return;
	case 'w':
	case 'c':
		if (is_float)
			buf_puts(out, t->hsail);
		else
			buf_printf(out, "%c%u",
				t->kind == PTX_KIND_SIGNED                       ? 's'
				: t->kind == PTX_KIND_UNSIGNED || variant == 'c' ? 'u'
										 : 'b',
				bits);
		return;
	}
	BUG("type variant '%c'", variant);
}

static void put_name(struct buf *out, struct str name, const struct tr_env *e)
{
	if ((name.p[0] == 'T' || name.p[0] == 'S') && name.n <= 2) {
		put_type(out, name.p[0] == 'T' ? e->type : e->source, name.n == 2 ? name.p[1] : 0);
		return;
	}
	for (unsigned i = 0; i < e->text_count; i++)
		if (str_is(name, e->texts[i].name)) {
			buf_puts(out, e->texts[i].text);
			return;
		}
	BUG("no text for {" STR_FMT "}", STR_ARG(name));
}

static void put_mnemonic(struct buf *out, struct str s, const struct tr_env *e)
{
	while (s.n != 0) {
		const char *open = memchr(s.p, '{', s.n);
		size_t n = open != NULL ? (size_t)(open - s.p) : s.n;
		buf_append(out, s.p, n);
		s = str_skip(s, n);
		if (s.n == 0)
			return;
		const char *close = memchr(s.p, '}', s.n);
		put_name(out, (struct str){s.p + 1, (size_t)(close - s.p) - 1}, e);
		s = str_skip(s, (size_t)(close - s.p) + 1);
	}
}

/* ---- writing out ------------------------------------------------------------------------- */

struct expansion {
	struct tr *t;
	const struct tr_env *env;
	uint32_t temps[5][MAX_TEMPS];
	uint32_t labels[MAX_LABELS]; /* the label + 1; 0: not made yet */
	struct buf text;
};

static uint32_t temp_of(struct expansion *x, char letter, unsigned index)
{
	static const char letters[] = "csdqw";
	unsigned class = (unsigned)(strchr(letters, letter) - letters);
	uint32_t *reg = &x->temps[class][index];
	if (*reg == HIR_NO_REG)
		*reg = tr_temp(x->t, letter == 'w' ? tr_kind_of(x->env->type) : (uint8_t)class);
	return *reg;
}

static uint32_t label_of(struct expansion *x, unsigned index)
{
	if (x->labels[index] == 0)
		x->labels[index] = tr_label(x->t) + 1;
	return x->labels[index] - 1;
}

static uint64_t extend(uint64_t value, const struct ptx_type_info *from)
{
	if (from->bits >= 64)
		return value;
	uint64_t mask = (UINT64_C(1) << from->bits) - 1;
	value &= mask;
	bool negative = from->kind == PTX_KIND_SIGNED && (value >> (from->bits - 1) & 1) != 0;
	return negative ? value | ~mask : value;
}

/* Returns the operand for A.n (bits = 32) or A.w (bits = 64): its type's bits, sign- or
 * zero-extended to `bits`. */
static struct hir_op extended(struct expansion *x, char letter, unsigned bits)
{
	struct hir_op op = x->env->bind[letter - 'A'];
	enum ptx_type type = x->env->types[letter - 'A'];
	const struct ptx_type_info *info = &ptx_types[type];
	if (info->bits >= bits || info->kind == PTX_KIND_FLOAT)
		return op;
	if (op.kind == HIR_OP_CONST)
		return hir_op_const(extend(op.u.value, info));
	bool is_signed = info->kind == PTX_KIND_SIGNED;
	char to[16], from[16];
	snprintf(to, sizeof to, "%c%u", is_signed ? 's' : 'u', bits);
	snprintf(from, sizeof from, "%c%u", is_signed ? 's' : 'u', (unsigned)info->bits);
	struct tr_env e = {0};
	tr_env_text(&e, "to", to);
	tr_env_text(&e, "from", from);
	struct hir_op result = tr_temp_op(x->t,
		bits == 64 ? BRIG_REGISTER_KIND_DOUBLE : BRIG_REGISTER_KIND_SINGLE);
	tr_env_bind(&e, 'D', result, type);
	tr_env_bind(&e, 'A', op, type);
	tr_seq(x->t, SEQ_NARROW, &e);
	return result;
}

/* Returns a number such as 1.0 as bits of the operand's type. As f16, templates only have 0 and
 * 1. */
static uint64_t real_bits(double v, unsigned bits)
{
	if (bits == 16)
		return v == 0 ? 0 : 0x3c00;
	return bits == 32 ? ptx_f32_bits((float)v) : ptx_f64_bits(v);
}

static uint64_t text_number(struct expansion *x, struct str name)
{
	buf_clear(&x->text);
	put_name(&x->text, name, x->env);
	buf_u8(&x->text, 0);
	return strtoull((const char *)x->text.data, NULL, 0);
}

static struct hir_op operand_op(struct expansion *x, const struct tpl_operand *o, unsigned bits);

static struct hir_op vector_op(struct expansion *x, const struct tpl_operand *o, unsigned bits)
{
	struct hir_op v = {.kind = HIR_OP_VECTOR, .count = o->count};
	v.u.elems = ARENA_ARRAY(x->t->body.hir.arena, struct hir_scalar, o->count);
	for (unsigned i = 0; i < o->count; i++) {
		struct hir_op e = operand_op(x, &o->elems[i], bits);
		v.u.elems[i] = e.kind == HIR_OP_REG ? (struct hir_scalar){.reg = e.u.reg}
		                                    : (struct hir_scalar){.value = e.u.value};
	}
	return v;
}

static struct hir_op operand_op(struct expansion *x, const struct tpl_operand *o, unsigned bits)
{
	switch (o->kind) {
	case TPL_LETTER:
	case TPL_ADDRESS:
		if (o->letter == 'K' && x->env->bind['K' - 'A'].kind == HIR_OP_NONE) {
			if (x->t->body.carry == HIR_NO_REG)
				x->t->body.carry = tr_temp(x->t, BRIG_REGISTER_KIND_SINGLE);
			return hir_op_reg(x->t->body.carry);
		}
		return x->env->bind[o->letter - 'A'];
	case TPL_NARROWED:
		return extended(x, o->letter, 32);
	case TPL_WIDENED:
		return extended(x, o->letter, 64);
	case TPL_TEMP:
		return hir_op_reg(temp_of(x, o->letter, o->index));
	case TPL_NUMBER:
		return hir_op_const(o->value);
	case TPL_REAL:
		return hir_op_const(real_bits(o->real, bits));
	case TPL_TEXT:
		return hir_op_const(text_number(x, o->text));
	case TPL_VECTOR:
		return vector_op(x, o, bits);
	case TPL_LABEL:
		return (struct hir_op){.kind = HIR_OP_LABEL, .u.label = label_of(x, o->index)};
	}
	BUG("operand kind %d", (int)o->kind);
}

static void expand_stmt(struct expansion *x, const struct tpl_stmt *s)
{
	if (s->mnemonic.n == 0) {
		tr_place_label(x->t, label_of(x, s->index));
		return;
	}
	buf_clear(&x->text);
	put_mnemonic(&x->text, s->mnemonic, x->env);
	const struct hir_proto *p = hir_proto_get(&x->t->protos, buf_slice(&x->text));
	if (x->t->is_small && p->record == BRIG_KIND_INST_ATOMIC &&
		isa_type_find(p->inst.type)->bits == 64) {
		if (x->t->at.too_wide != x->t->at.stmt)
			tr_unsupported(x->t, x->t->at.stmt->span,
				"'" STR_FMT "' with '.address_size 32'",
				STR_ARG(x->t->at.inst->text));
		x->t->at.too_wide = x->t->at.stmt;
		return;
	}
	if (p->operand_count != s->count)
		BUG("'" STR_FMT "' takes %u operands", STR_ARG(s->mnemonic), p->operand_count);
	struct hir_op *ops = ARENA_ARRAY(x->t->body.hir.arena, struct hir_op, s->count);
	for (unsigned i = 0; i < s->count; i++) {
		unsigned k = isa_form_text_order(p->form, i);
		const struct isa_type *type =
			isa_type_find(isa_form_operand_type(p->form, &p->inst, k));
		ops[k] = operand_op(x, &s->operands[i], type != NULL ? type->bits : 0);
		if (ops[k].kind == HIR_OP_NONE)
			BUG("operand %u of '" STR_FMT "' is not bound", i, STR_ARG(s->mnemonic));
	}
	hir_append_inst(&x->t->body.hir, p, ops);
}

void tr_expand(struct tr *t, const struct tpl *tpl, const struct tr_env *e)
{
	struct expansion x = {.t = t, .env = e};
	for (unsigned i = 0; i < tpl->count; i++)
		expand_stmt(&x, &tpl->stmts[i]);
	buf_release(&x.text);
}

static const char *const seq_texts[SEQ_COUNT] = {
#define SEQ(id, expansion) [SEQ_##id] = expansion,
#include "table/ptx_ops.def"
};

void tr_seq(struct tr *t, enum tr_seq seq, const struct tr_env *e)
{
	if (t->seqs[seq] == NULL)
		t->seqs[seq] = tpl_compile(&t->arena, seq_texts[seq]);
	tr_expand(t, t->seqs[seq], e);
}

const char *tr_seq_text(enum tr_seq seq)
{
	return seq_texts[seq];
}

const struct hir_proto *tr_seq_proto(struct tr *t, enum tr_seq seq)
{
	return hir_proto_get(&t->protos, str_from(seq_texts[seq]));
}
