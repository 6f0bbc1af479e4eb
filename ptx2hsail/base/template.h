/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The HSAIL texts of ptx_ops.def are templates: each is parsed once, then expanded with the
 * operands of an instruction. */
#ifndef HSAEMU_PTX_TEMPLATE_H
#define HSAEMU_PTX_TEMPLATE_H

#include "hir/hir.h"

struct tr;
struct tpl;

enum tr_seq {
#define SEQ(id, expansion) SEQ_##id,
#include "table/ptx_ops.def"
	SEQ_COUNT
};

/* What the names in a template stand for. */
struct tr_env {
	struct hir_op bind[26]; /* operands, by letter */
	enum ptx_type types[26];
	enum ptx_type type, source; /* T and S; PTX_NONE when not given */
	struct {
		const char *name;
		const char *text;
	} texts[16];
	unsigned text_count;
};
void tr_env_text(struct tr_env *e, const char *name, const char *text);
void tr_env_bind(struct tr_env *e, char letter, struct hir_op op, enum ptx_type type);

const struct tpl *tpl_compile(struct arena *arena, const char *text);
void tr_expand(struct tr *t, const struct tpl *tpl, const struct tr_env *e);
void tr_seq(struct tr *t, enum tr_seq seq, const struct tr_env *e);
const char *tr_seq_text(enum tr_seq seq);
/* Returns the parsed mnemonic of a sequence that consists of a mnemonic alone, without operands. */
const struct hir_proto *tr_seq_proto(struct tr *t, enum tr_seq seq);

#endif
