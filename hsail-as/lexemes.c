/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The words of a text. Each distinct word is classified once. Mnemonics in particular recur so
 * often that parsing one costs a single look-up per instruction. */
#include "lexemes_impl.h"
#include "hsail.tab.h"

enum { FIRST_BUCKETS = 256 };

static const struct {
	const char *text;
	int token;
} keywords[] = {
#define KEYWORD(text, token) {text, token},
#include "keywords.def"
};

void as_lexemes_init(struct as_lexemes *w)
{
	*w = (struct as_lexemes){.bucket_count = FIRST_BUCKETS};
	w->buckets = mem_new(FIRST_BUCKETS, sizeof *w->buckets);
	arena_init(&w->arena);
}

void as_lexemes_release(struct as_lexemes *w)
{
	mem_free(w->buckets);
	arena_release(&w->arena);
}

static void grow(struct as_lexemes *w)
{
	size_t n = w->bucket_count * 4;
	struct as_lexeme **buckets = mem_new(n, sizeof *buckets);
	for (size_t i = 0; i < w->bucket_count; i++) {
		struct as_lexeme *next;
		for (struct as_lexeme *x = w->buckets[i]; x != NULL; x = next) {
			next = x->next;
			x->next = buckets[x->hash & (n - 1)];
			buckets[x->hash & (n - 1)] = x;
		}
	}
	mem_free(w->buckets);
	w->buckets = buckets;
	w->bucket_count = n;
}

/* Classifies a word such as "global_u32", which is a segment, '_' and a type; returns false for
 * others. */
static bool classify_variable_type(struct as_lexeme *x)
{
	const char *bar = memchr(x->text.p, '_', x->text.n);
	unsigned segment;
	if (bar == NULL)
		return false;
	struct str before = {x->text.p, (size_t)(bar - x->text.p)};
	const struct isa_type *t = isa_type_by_name(str_skip(x->text, before.n + 1));
	if (t == NULL || t->kind == ISA_KIND_NONE ||
		!isa_modifier_value(ISA_MOD_SEGMENT, before, &segment))
		return false;
	x->token = HSAIL_VARTYPE;
	x->type = t->brig;
	x->segment = (uint8_t)segment;
	return true;
}

static void classify(struct as_lexeme *x)
{
	unsigned control;
	x->token = HSAIL_WORD;
	for (size_t i = 0; i < ARRAY_LEN(keywords); i++)
		if (str_is(x->text, keywords[i].text)) {
			x->token = keywords[i].token;
			return;
		}
	const struct isa_type *t = isa_type_by_name(x->text);
	if (t != NULL && t->kind != ISA_KIND_NONE) {
		x->token = HSAIL_TYPE;
		x->type = t->brig;
	} else if (isa_modifier_value(ISA_MOD_CONTROL, x->text, &control)) {
		x->token = HSAIL_CONTROL;
		x->control = (uint8_t)control;
	} else {
		(void)classify_variable_type(x);
	}
}

struct as_lexeme *as_lexeme_get(struct as_lexemes *w, struct str text)
{
	uint64_t hash = str_hash(text.p, text.n);
	struct as_lexeme **bucket = &w->buckets[hash & (w->bucket_count - 1)];
	for (struct as_lexeme *x = *bucket; x != NULL; x = x->next)
		if (x->hash == hash && str_eq(x->text, text))
			return x;
	if (w->count >= w->bucket_count) {
		grow(w);
		bucket = &w->buckets[hash & (w->bucket_count - 1)];
	}
	struct as_lexeme *x = ARENA_NEW(&w->arena, struct as_lexeme);
	x->text = text;
	x->hash = hash;
	x->next = *bucket;
	*bucket = x;
	w->count++;
	classify(x);
	return x;
}

bool as_lexeme_mnemonic(struct as_lexemes *w, struct as_lexeme *x, const struct isa_context *ctx)
{
	struct isa_inst inst;
	char scratch[200];
	if (x->state != AS_MNEMONIC_NEW)
		return x->state == AS_MNEMONIC_GOOD;
	memset(&inst, 0, sizeof inst);
	scratch[0] = '\0';
	if (!isa_mnemonic_parse(x->text, &inst, &x->fault, scratch)) {
		x->state = AS_MNEMONIC_BAD;
		/* The opcode is 0 when the mnemonic does not begin with a known opcode. */
		x->section = inst.opcode != 0 ? isa_opcode_section(inst.opcode) : "4.3.7";
		x->complaint = arena_strndup(&w->arena, scratch, strlen(scratch));
		return false;
	}
	void *copy = arena_alloc(&w->arena, offsetof(struct isa_inst, operands),
		_Alignof(struct isa_inst));
	memcpy(copy, &inst, offsetof(struct isa_inst, operands));
	x->inst = copy;
	x->form = isa_match_mnemonic(&inst, ctx);
	for (unsigned n = 0; n < ISA_MAX_OPERANDS; n++)
		x->order[n] = (uint8_t)(x->form != NULL ? isa_form_text_order(x->form, n) : n);
	x->state = AS_MNEMONIC_GOOD;
	return true;
}
