/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lowerings of instructions that a wave does in another way than by the result's shape
 * (gang_inst.c). */
#ifndef HSAEMU_FIN_GANG_LOWERINGS_H
#define HSAEMU_FIN_GANG_LOWERINGS_H

#include "gang/gang.h"

void fin_gang_load(struct fin_gang *g, const struct fin_inst *i);     /* gang_mem.c */
void fin_gang_store(struct fin_gang *g, const struct fin_inst *i);    /* gang_mem.c */
void fin_gang_cross(struct fin_gang *g, const struct fin_inst *i);    /* gang_cross.c */
void fin_gang_fbarrier(struct fin_gang *g, const struct fin_inst *i); /* gang_fbarrier.c */
void fin_gang_image(struct fin_gang *g, const struct fin_inst *i);    /* gang_image.c */
void fin_gang_profile(struct fin_gang *g, const struct fin_inst *i);  /* gang_profile.c */
/* gang_reduce.c: whether `i` is an atomic whose lanes can be combined before the memory is updated;
 * and its lowering. */
bool fin_gang_reduces(const struct fin_gang *g, const struct fin_inst *i);
void fin_gang_reduce(struct fin_gang *g, const struct fin_inst *i);
/* Whether `i` is an atomic without a result that makes one of two values, in any order; the value
 * of so many bits with which it changes nothing; and what it makes of two, where a difference is
 * the sum of what is taken away. */
bool fin_gang_combines(const struct fin_inst *i);
uint64_t fin_gang_neutral(const struct fin_inst *i, unsigned bits);
LLVMValueRef fin_gang_combine(struct fin_gang *g, const struct fin_inst *i, LLVMValueRef x,
	LLVMValueRef y);
/* gang_wide_atomic.c: whether `i` is such an atomic on elements beside each other; and its
 * lowering. */
bool fin_gang_updates_row(const struct fin_gang *g, const struct fin_inst *i);
void fin_gang_update_row(struct fin_gang *g, const struct fin_inst *i);
/* gang_divide.c: whether `i` is a quotient or remainder of ids, which is linear in most parts; and
 * its lowering for a part. */
bool fin_gang_divides_row(const struct fin_gang *g, const struct fin_inst *i);
void fin_gang_divide_row(struct fin_gang *g, const struct fin_inst *i, unsigned part);

/* gang_line.c: what lanes that run a loop in line ask of each other. */
void fin_gang_line(struct fin_gang *g, const struct fin_inst *i);

/* gang_quad.c: whether the store is one of four that are made together; and makes them, where `i`
 * is the last one. */
bool fin_is_in_quad(const struct fin_gang *g, const struct fin_inst *i);
void fin_gang_store_quad(struct fin_gang *g, const struct fin_inst *i);

/* gang_twin.c: whether the load is one of two that are made together; and makes them, where `i` is
 * the first one. */
bool fin_is_twin(struct fin_gang *g, const struct fin_inst *i);
void fin_gang_load_twins(struct fin_gang *g, const struct fin_inst *i);

/* gang_pair.c: whether the access is one of two that are made together; and makes them, where `i`
 * is the second one. */
bool fin_is_in_pair(struct fin_gang *g, const struct fin_inst *i);
void fin_gang_pair(struct fin_gang *g, const struct fin_inst *i);

#endif
