/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modules of SPIR-V (SPIR-V Specification, 2.3), as words: whether they are whole, for which
 * machine, and their specialization constants. */
#include "hsaemu/opencl_c.h"

enum {
	MAGIC = 0x07230203,
	HEADER_WORDS = 5,
	PHYSICAL_64 = 2,
	SPEC_ID = 1,
	OP_MEMORY_MODEL = 14,
	OP_TYPE_INT = 21,
	OP_TYPE_FLOAT = 22,
	OP_SPEC_CONSTANT_TRUE = 48,
	OP_SPEC_CONSTANT_FALSE = 49,
	OP_SPEC_CONSTANT = 50,
	OP_DECORATE = 71,
};

struct words {
	unsigned char *bytes;
	size_t count, at; /* in words */
};

static uint32_t word(const struct words *w, size_t i)
{
	uint32_t v;
	memcpy(&v, w->bytes + 4 * i, sizeof v);
	return v;
}

static void set_word(const struct words *w, size_t i, uint32_t v)
{
	memcpy(w->bytes + 4 * i, &v, sizeof v);
}

static size_t length_at(const struct words *w)
{
	return word(w, w->at) >> 16;
}

static uint32_t opcode_at(const struct words *w)
{
	return word(w, w->at) & 0xffff;
}

/* Returns whether there is an instruction of at least so many words with this opcode. */
static bool is_at(const struct words *w, uint32_t opcode, size_t words)
{
	return opcode_at(w) == opcode && length_at(w) >= words;
}

/* Whether there is another instruction, which is whole. */
static bool is_instruction(const struct words *w)
{
	return w->at < w->count && length_at(w) != 0 && length_at(w) <= w->count - w->at;
}

static struct words first(void *bytes, size_t count)
{
	return (struct words){bytes, count / 4, HEADER_WORDS};
}

/* Only set_word() writes, for those who may. */
static struct words first_of_const(const void *bytes, size_t count)
{
	return first((void *)(uintptr_t)bytes, count);
}

bool clc_spirv_is_module(const void *bytes, size_t count)
{
	struct words w = first_of_const(bytes, count);
	if (count % 4 != 0 || w.count < HEADER_WORDS || word(&w, 0) != MAGIC)
		return false;
	while (is_instruction(&w))
		w.at += length_at(&w);
	return w.at == w.count;
}

bool clc_spirv_check(const void *bytes, size_t count, struct buf *why)
{
	if (!clc_spirv_is_module(bytes, count)) {
		buf_puts(why, "error: this is no module of SPIR-V\n");
		return false;
	}
	struct words w = first_of_const(bytes, count);
	for (; is_instruction(&w); w.at += length_at(&w)) {
		if (!is_at(&w, OP_MEMORY_MODEL, 3))
			continue;
		if (word(&w, w.at + 1) == PHYSICAL_64)
			return true;
		buf_puts(why, "error: the device needs modules of SPIR-V with the addressing model "
			      "Physical64\n");
		return false;
	}
	buf_puts(why, "error: the module of SPIR-V has no memory model\n");
	return false;
}

/* ---- specialization constants ---------------------------------------------------------------- */

static bool has_spec_id(struct words w, uint32_t result, uint32_t id)
{
	for (w.at = HEADER_WORDS; is_instruction(&w); w.at += length_at(&w))
		if (is_at(&w, OP_DECORATE, 4) && word(&w, w.at + 1) == result &&
			word(&w, w.at + 2) == SPEC_ID && word(&w, w.at + 3) == id)
			return true;
	return false;
}

/* Returns the bits of a number's type, with a sign in *is_signed; 0: it is none. */
static uint32_t bits_of(struct words w, uint32_t type, bool *is_signed)
{
	*is_signed = false;
	for (w.at = HEADER_WORDS; is_instruction(&w); w.at += length_at(&w)) {
		if (is_at(&w, OP_TYPE_INT, 4) && word(&w, w.at + 1) == type) {
			*is_signed = word(&w, w.at + 3) != 0;
			return word(&w, w.at + 2);
		}
		if (is_at(&w, OP_TYPE_FLOAT, 3) && word(&w, w.at + 1) == type)
			return word(&w, w.at + 2);
	}
	return 0;
}

static enum clc_constant set_bool(const struct words *w, const void *value, size_t bytes)
{
	if (bytes != 1)
		return CLC_CONSTANT_OTHER_SIZE;
	if (value != NULL)
		set_word(w, w->at,
			(word(w, w->at) & 0xffff0000) |
				(*(const unsigned char *)value != 0 ? OP_SPEC_CONSTANT_TRUE
								    : OP_SPEC_CONSTANT_FALSE));
	return CLC_CONSTANT_SET;
}

/* A small number lies in the low bits of a word. */
static enum clc_constant set_number(const struct words *w, const void *value, size_t bytes)
{
	bool is_signed;
	uint32_t bits = bits_of(*w, word(w, w->at + 1), &is_signed);
	size_t words = bits <= 32 ? 1 : 2;
	uint64_t v = 0;
	if (bits == 0 || bits > 64 || bytes != bits / 8 || length_at(w) != 3 + words)
		return CLC_CONSTANT_OTHER_SIZE;
	if (value == NULL)
		return CLC_CONSTANT_SET;
	memcpy(&v, value, bytes);
	if (is_signed && bits < 64 && (v >> (bits - 1) & 1) != 0)
		v |= ~(uint64_t)0 << bits;
	for (size_t i = 0; i < words; i++)
		set_word(w, w->at + 3 + i, (uint32_t)(v >> 32 * i));
	return CLC_CONSTANT_SET;
}

static bool is_constant(const struct words *w)
{
	return is_at(w, OP_SPEC_CONSTANT_TRUE, 3) || is_at(w, OP_SPEC_CONSTANT_FALSE, 3) ||
	       is_at(w, OP_SPEC_CONSTANT, 4);
}

enum clc_constant clc_spirv_specialize(void *bytes, size_t count, uint32_t id, const void *value,
	size_t value_bytes)
{
	enum clc_constant all = CLC_CONSTANT_UNKNOWN;
	struct words w = first(bytes, count);
	for (; is_instruction(&w); w.at += length_at(&w)) {
		if (!is_constant(&w) || !has_spec_id(w, word(&w, w.at + 2), id))
			continue;
		all = opcode_at(&w) == OP_SPEC_CONSTANT ? set_number(&w, value, value_bytes)
		                                        : set_bool(&w, value, value_bytes);
		if (all != CLC_CONSTANT_SET)
			return all;
	}
	return all;
}
