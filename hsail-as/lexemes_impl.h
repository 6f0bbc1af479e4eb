/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The distinct words of a text. Each is classified once, however often it occurs. */
#ifndef HSAEMU_AS_LEXEMES_IMPL_H
#define HSAEMU_AS_LEXEMES_IMPL_H

#include "statement.h"

enum as_mnemonic_state { AS_MNEMONIC_NEW, AS_MNEMONIC_GOOD, AS_MNEMONIC_BAD };

/* A distinct word of the text. It lives as long as the assembly. A member is valid only for words
 * of the token, or for mnemonics of the state, that its comment names. */
struct as_lexeme {
	struct as_lexeme *next; /* next word in the same bucket */
	uint64_t hash;
	struct str text;
	int token;       /* the word's token in the grammar */
	uint16_t type;   /* for TYPE, VARTYPE */
	uint8_t segment; /* for VARTYPE */
	uint8_t control; /* for CONTROL */
	/* The members below are for a WORD that is used as a mnemonic. */
	enum as_mnemonic_state state;
	const struct isa_form *form;     /* first form of the mnemonic, or NULL */
	uint8_t order[ISA_MAX_OPERANDS]; /* GOOD: BRIG index of the n-th operand of the text */
	const struct isa_inst *inst;     /* GOOD: only the members before `operands` exist */
	const char *complaint;           /* BAD: what is wrong, for a message */
	struct str fault;                /* BAD: the part of `text` that is wrong */
	const char *section;             /* BAD: section of the PRM that the complaint cites */
};

struct as_lexemes {
	struct as_lexeme **buckets;
	size_t count, bucket_count;
	struct arena arena;
};

void as_lexemes_init(struct as_lexemes *w);
void as_lexemes_release(struct as_lexemes *w);
/* Returns the word with this text, which is added when it is new. `text` must outlive the words. */
struct as_lexeme *as_lexeme_get(struct as_lexemes *w, struct str text);
/* Returns whether the word is a valid mnemonic. The word is parsed on the first call only. */
bool as_lexeme_mnemonic(struct as_lexemes *w, struct as_lexeme *word,
	const struct isa_context *ctx);

#endif
