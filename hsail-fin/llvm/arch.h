/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What LLVM has to know of an instruction set that code is made for. What lowerings have to know
 * of it is in lower/target_ops.h. */
#ifndef HSAEMU_FIN_ARCH_H
#define HSAEMU_FIN_ARCH_H

#include <stdbool.h>
#include <llvm-c/Core.h>

struct fin_llvm;

struct fin_arch {
	const char *triple;
	/* Adds LLVM's code generator, for fin_set_up_once(). NULL: another program makes the code
	 * of LLVM's IR, and the layout of data has to be told. */
	void (*register_generator)(void);
	bool *is_set_up;
	const char *data_layout;
	/* LLVM's number of the address space of memory that has host addresses */
	unsigned global_space;
	const char *nop; /* the instruction that does nothing */
	/* The attributes of functions that say for which processor their code is. */
	void (*processor_attributes)(struct fin_llvm *l, LLVMValueRef fn);
};
extern const struct fin_arch fin_arch_x86_64; /* arch_x86_64.c */
extern const struct fin_arch fin_arch_gcn;    /* arch_gcn.c */

#endif
