/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* How align_copy.c makes instructions and branches. */
#ifndef HSAEMU_FIN_ALIGN_MAKER_H
#define HSAEMU_FIN_ALIGN_MAKER_H

#include "shape/align.h"

struct fin_maker {
	struct fin_function *f;
	const struct fin_aligned_loop *l;
	const struct fin_inst *like; /* an instruction that tells a place in the source */
	struct fin_block *b;         /* to which instructions are appended */
	struct fin_block *late, *apart, *start, *head, *turn, *wait, *back, *done;
	enum fin_pseudo question; /* that tells whether lanes are in line */
	/* of the copy for rounds (align_begin.c), else NULL */
	struct fin_block *enter, *round, *split, *again, *next;
	uint32_t round_number;
	/* whether all that was tested so far is in line; FIN_NOWHERE: nothing was */
	uint32_t is_line;
	uint32_t turns;    /* how many iterations later each lane begins */
	uint32_t *from;    /* by phi in line: what lanes would begin with if none were late */
	uint32_t *running; /* and the register that has it in the copy */
	uint32_t turn_number;
	/* where loops are counted: iterations of each lane, whether they are known, and how many
	 * turns there are */
	uint32_t count, is_countable, until;
	/* of the turns in which all lanes take part (align_copy.c), else NULL */
	struct fin_block *full, *part, *check;
	struct fin_value full_from;
	uint32_t full_count, full_end;
	uint32_t *map; /* by register: its name in the copy */
};

static inline struct fin_value reg_value(uint32_t reg)
{
	return (struct fin_value){.kind = FIN_VALUE_REG, .reg = reg};
}

static inline struct fin_value number(uint64_t n)
{
	return (struct fin_value){.kind = FIN_VALUE_IMM, .lo = n};
}

/* The unsigned type of so many bits. */
uint16_t fin_unsigned_of(unsigned bits);
/* A new register. */
uint32_t fin_maker_reg(struct fin_maker *m, unsigned bits);
/* Appends an instruction with two sources, or one for cvt, that sets `to`. */
void fin_maker_append(struct fin_maker *m, uint32_t to, enum isa_lowering lowering,
	struct isa_inst isa, struct fin_value a, struct fin_value b);
/* The next six append an instruction and return the register of its result. */
uint32_t fin_maker_compute(struct fin_maker *m, uint16_t opcode, unsigned bits, struct fin_value a,
	struct fin_value b);
uint32_t fin_maker_and(struct fin_maker *m, uint32_t a, struct fin_value b);
uint32_t fin_maker_or(struct fin_maker *m, uint32_t a, uint32_t b);
uint32_t fin_maker_not(struct fin_maker *m, uint32_t bit);
uint32_t fin_maker_shift(struct fin_maker *m, uint32_t a, unsigned n);
uint32_t fin_maker_compare(struct fin_maker *m, uint8_t how, uint32_t a, struct fin_value b);
/* Appends a question to the lanes of the gang; returns the register of the answer, a bit where it
 * is yes or no. */
uint32_t fin_maker_ask(struct fin_maker *m, enum fin_pseudo what, uint32_t reg, int64_t stride);
/* Append a move from register to register, and of a number to one. */
void fin_maker_move(struct fin_maker *m, uint32_t from, uint32_t to);
void fin_maker_set(struct fin_maker *m, uint32_t to, uint64_t n);
/* End the block: by a condition, or in any case. */
void fin_maker_end_by(struct fin_maker *m, uint32_t condition, struct fin_block *yes,
	struct fin_block *no);
void fin_maker_end(struct fin_maker *m, struct fin_block *to);

#endif
