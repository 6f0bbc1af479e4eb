/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This finds the row of the table that an instruction is. */
#ifndef HSAEMU_PTX_MATCH_ROW_H
#define HSAEMU_PTX_MATCH_ROW_H

#include "table/rows.h"

/* An instruction's modifiers sorted out. */
struct ptx_words {
	uint64_t mods[PTX_MOD_WORDS];
	bool unknown; /* a modifier that is in no table */
	struct str unknown_text;
	enum ptx_space space;
	bool has_space;
	unsigned space_count;
	uint32_t spaces[2]; /* as written: sets of one, as a row's */
	enum ptx_type types[4];
	unsigned type_count;
	enum ptx_mod classes[PTX_CLASS_COUNT]; /* of the row's classes */
};
static inline bool ptx_words_has(const struct ptx_words *w, enum ptx_mod m)
{
	return ptx_mods_has(w->mods, m);
}
/* The member of a class that is written, be the class the row's or not; or PTX_MOD_NONE. */
enum ptx_mod ptx_words_of(const struct ptx_words *w, enum ptx_class c);

/* The first row that fits an instruction of the module, or NULL; fills *w. */
struct op_row *ptx_ops_match(const struct ptx_ops *o, const struct ptx_module *m,
	const struct ptx_inst *inst, struct ptx_words *w);
/* Whether the row has the instruction's state space; ptx_ops_match() leaves that open. */
bool ptx_ops_has_space(const struct op_row *row, const struct ptx_words *w);

/* Of an instruction without a row: whether there is one for other operands. */
bool ptx_ops_lack_operands(const struct ptx_ops *o, const struct ptx_module *m,
	const struct ptx_inst *inst, struct ptx_words *w);
/* How far a row fits the words of an instruction. */
bool ptx_row_is_in(const struct op_row *row, const struct ptx_module *m);
bool ptx_row_allows(const struct op_row *row, const struct ptx_words *w); /* all that is written */
bool ptx_row_has_types(const struct op_row *row, const struct ptx_words *w);

/* A word of the row's name that the instruction has elsewhere, or PTX_MOD_NONE. */
enum ptx_mod ptx_ops_misplaced(const struct ptx_ops *o, const struct op_row *row,
	const struct ptx_inst *inst, const struct ptx_words *w);
/* A modifier or state space that is written twice and may not, in `row` or, when that is NULL, in
 * any; or empty. */
struct str ptx_ops_doubled(const struct ptx_ops *o, const struct op_row *row,
	const struct ptx_inst *inst);
/* The words of an instruction that exclude each other, or NULL. */
const struct op_row *ptx_ops_exclusion(const struct ptx_ops *o, const struct ptx_inst *inst,
	const struct ptx_words *w);

#endif
