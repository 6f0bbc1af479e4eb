/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* These functions find the row of the table that fits an instruction. */
#ifndef HSAEMU_PTX_MATCH_ROW_H
#define HSAEMU_PTX_MATCH_ROW_H

#include "table/rows.h"

/* The modifiers of an instruction, sorted by what they are. */
struct ptx_words {
	uint64_t mods[PTX_MOD_WORDS];
	bool unknown; /* a modifier that is in no table */
	struct str unknown_text;
	enum ptx_space space;
	bool has_space;
	unsigned space_count;
	uint32_t spaces[2]; /* as written, each as a set with one member */
	enum ptx_type types[4];
	unsigned type_count;
	enum ptx_mod classes[PTX_CLASS_COUNT]; /* the member written of each class of the row */
};
static inline bool ptx_words_has(const struct ptx_words *w, enum ptx_mod m)
{
	return ptx_mods_has(w->mods, m);
}
/* Returns the member of class c that is written, or PTX_MOD_NONE. The row need not have the
 * class. */
enum ptx_mod ptx_words_of(const struct ptx_words *w, enum ptx_class c);

/* Returns the first row that fits the instruction of the module, and fills *w. If such rows exist
 * for other state spaces only, returns the first of these; else NULL. */
struct op_row *ptx_ops_match(const struct ptx_ops *o, const struct ptx_module *m,
	const struct ptx_inst *inst, struct ptx_words *w);
/* Returns whether the row allows the instruction's state space, which the row from ptx_ops_match()
 * may not. */
bool ptx_ops_has_space(const struct op_row *row, const struct ptx_words *w);

/* For an instruction that no row fits: returns whether one would fit with other operands. */
bool ptx_ops_lack_operands(const struct ptx_ops *o, const struct ptx_module *m,
	const struct ptx_inst *inst, struct ptx_words *w);
/* These tell how far a row fits the words of an instruction. */
bool ptx_row_is_in(const struct op_row *row, const struct ptx_module *m);
/* the row allows all words written */
bool ptx_row_allows(const struct op_row *row, const struct ptx_words *w);
bool ptx_row_has_types(const struct op_row *row, const struct ptx_words *w);

/* Returns a word of the row's name (op_row.name) that the instruction has at another place, or
 * PTX_MOD_NONE. */
enum ptx_mod ptx_ops_misplaced(const struct ptx_ops *o, const struct op_row *row,
	const struct ptx_inst *inst, const struct ptx_words *w);
/* Returns a modifier or state space that is written twice although `row` does not allow it twice,
 * or an empty text. When `row` is NULL, no modifier may be written twice. */
struct str ptx_ops_doubled(const struct ptx_ops *o, const struct op_row *row,
	const struct ptx_inst *inst);
/* Returns the NOT() row of ptx_ops.def whose words the instruction has together, or NULL. */
const struct op_row *ptx_ops_exclusion(const struct ptx_ops *o, const struct ptx_inst *inst,
	const struct ptx_words *w);

#endif
