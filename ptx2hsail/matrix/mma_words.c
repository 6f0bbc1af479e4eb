/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file reads the words of a matrix instruction; ptx_mods.def lists them (MATRIX()). */
#include "matrix/mma_instruction.h"
#include "matrix/mma_words.h"

struct matrix_word {
	const char *text;
	enum mma_part part;
	unsigned value;
};
static const struct matrix_word matrix_words[] = {
#define MATRIX(text, part, value) {text, MMA_PART_##part, value},
#include "table/ptx_mods.def"
};

static const struct matrix_word *find_word(struct str s)
{
	for (size_t i = 0; i < ARRAY_LEN(matrix_words); i++)
		if (str_is(s, matrix_words[i].text))
			return &matrix_words[i];
	return NULL;
}

static bool read_number(struct str *s, unsigned *log)
{
	unsigned n = 0;
	size_t i = 1;
	for (; i < s->n && s->p[i] >= '0' && s->p[i] <= '9' && n < 1000; i++)
		n = n * 10 + (unsigned)(s->p[i] - '0');
	*s = str_skip(*s, i);
	*log = 0;
	while (1u << *log < n)
		++*log;
	return n != 0 && 1u << *log == n;
}

/* Reads a shape such as "m16n8k16" into m->log. Returns false when `s` is none. */
static bool read_shape(struct str s, struct mma *m)
{
	static const char order[] = "mnk";
	for (unsigned i = 0; i < 3; i++)
		if (s.n < 2 || s.p[0] != order[i] || !read_number(&s, &m->log[i]))
			return false;
	return s.n == 0;
}

static enum mma_type read_type(struct str s)
{
	unsigned t = MMA_NONE + 1;
	while (t < MMA_TYPE_COUNT && !str_is(s, mma_types[t].text))
		t++;
	return t < MMA_E2M1_PACKED ? (enum mma_type)t : MMA_NONE;
}

static bool add_order(struct mma_words *w, bool by_column)
{
	if (w->order_count == ARRAY_LEN(w->by_column))
		return false;
	w->by_column[w->order_count++] = by_column;
	return true;
}

static bool take_word(const struct matrix_word *word, struct mma_words *w, struct mma *m)
{
	bool *const flags[MMA_PART_COUNT] = {[MMA_PART_STORE] = &w->is_store,
		[MMA_PART_SATURATES] = &m->saturates,
		[MMA_PART_SPARSE] = &m->is_sparse,
		[MMA_PART_SCALED] = &w->is_scaled,
		[MMA_PART_TRANS] = &w->trans,
		[MMA_PART_POPC] = &w->popc,
		[MMA_PART_XOR] = &m->is_xor,
		[MMA_PART_UNPACKED] = &w->is_unpacked};
	unsigned *const numbers[MMA_PART_COUNT] = {
		[MMA_PART_BITS] = &w->bits, /* the last such word is about memory */
		[MMA_PART_UNPACKED] = &w->bits,
		[MMA_PART_SCALES] = &w->scales,
		[MMA_PART_REGISTERS] = &w->count};
	if (flags[word->part] != NULL)
		*flags[word->part] = true;
	if (numbers[word->part] != NULL)
		*numbers[word->part] = word->value;
	if (word->part == MMA_PART_KIND)
		m->kind = (enum mma_kind)word->value;
	if (word->part == MMA_PART_TILE)
		w->tile = (enum mma_tile)word->value;
	if (word->part == MMA_PART_SCALE)
		m->scale = (enum mma_scale)word->value;
	if (word->part == MMA_PART_MATRIX)
		w->matrix = (char)word->value;
	return word->part != MMA_PART_BY_COLUMN || add_order(w, word->value != 0);
}

/* Takes a word that is a type, a state space or a shape. Returns false when it is neither. */
static bool take_other(struct str s, struct mma_words *w, struct mma *m)
{
	enum mma_type type = read_type(s);
	if (type != MMA_NONE) {
		if (w->type_count == ARRAY_LEN(w->types))
			return false;
		w->types[w->type_count++] = type;
		return true;
	}
	if (ptx_space_by_name(s) != PTX_SPACE_NONE) {
		w->space = s;
		return true;
	}
	w->has_shape = read_shape(s, m);
	return w->has_shape;
}

bool mma_read_words(const struct ptx_inst *inst, struct mma_words *w, struct mma *m)
{
	*w = (struct mma_words){0};
	*m = (struct mma){.is_wmma = str_is(inst->root, "wmma")};
	for (unsigned i = 0; i < inst->mod_count; i++) {
		const struct matrix_word *word = find_word(inst->mods[i]);
		if (!(word != NULL ? take_word(word, w, m) : take_other(inst->mods[i], w, m)))
			return false;
	}
	return true;
}
