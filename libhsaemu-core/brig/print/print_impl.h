/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Declarations that the files print*.c share.
 *
 * Modules are verified before they are printed, so nothing here should fail. A failure is reported
 * once, through brig_print_fail(), and the printer goes on with empty values. */
#ifndef HSAEMU_BRIG_PRINT_IMPL_H
#define HSAEMU_BRIG_PRINT_IMPL_H

#include "brig/read/read_impl.h"

/* The text of a mnemonic, with the properties of the instruction on which it depends as the key
 * (print_mnemonic.c). */
enum { BRIG_MNEMONIC_KEY_BYTES = 40, BRIG_MNEMONICS = 256 };
struct brig_mnemonic {
	unsigned char key[BRIG_MNEMONIC_KEY_BYTES];
	uint8_t length; /* 0: a free slot */
	char text[87];
};

struct brig_printer {
	const struct brig_view *v;
	const struct brig_print_options *o;
	struct buf *out;
	struct diag *d;
	struct isa_context ctx;
	struct isa_match_cache match_cache;
	struct brig_mnemonic mnemonics[BRIG_MNEMONICS];
	unsigned indent;      /* tabs before a statement */
	uint32_t loc_file;    /* data offset of the last loc's file name; 0: none yet */
	uint32_t statement;   /* code offset of what is being printed */
	uint64_t handed_over; /* number of bytes that the sink has taken */
	uint64_t limit;       /* the most bytes that the whole text may have */
	bool failed;
};

/* Called between statements, and between elements of lists that may be long. Hands text over to the
 * sink, and stops the printer when the text exceeds the limit. */
void brig_print_pause(struct brig_printer *p);

void brig_print_fail(struct brig_printer *p, uint32_t code_off, const char *what);
struct str brig_print_data(struct brig_printer *p, uint32_t code_off, uint32_t data_off);
/* A quoted string with escapes (PRM 4.5). */
void brig_print_string(struct brig_printer *p, struct str s);
/* The name of the directive at code offset `target`. */
void brig_print_symbol(struct brig_printer *p, uint32_t code_off, uint32_t target);
/* "align(8)" for a BrigAlignment. */
void brig_print_align(struct brig_printer *p, uint8_t alignment);
void brig_print_register(struct brig_printer *p, uint16_t kind, uint16_t number);

/* print_directive.c: a directive of the kind that the name says */
void brig_print_loc(struct brig_printer *p, const struct brig_entry *e);
void brig_print_pragma(struct brig_printer *p, const struct brig_entry *e);
void brig_print_control(struct brig_printer *p, const struct brig_entry *e);
void brig_print_fbarrier(struct brig_printer *p, const struct brig_entry *e); /* without the `;` */
/* Prints no `;`. `formal` says that the variable is in a list of formal arguments. */
void brig_print_variable(struct brig_printer *p, const struct brig_entry *e, bool formal);
/* A kernel, function or signature up to its formals. */
void brig_print_executable_header(struct brig_printer *p, const struct brig_entry *e);

/* print_mnemonic.c */
void brig_print_mnemonic(struct brig_printer *p, const struct isa_form *form,
	const struct isa_inst *inst);

/* print_inst.c */
void brig_print_inst(struct brig_printer *p, const struct brig_entry *e);

/* print_const.c */
/* A constant as a plain literal where its type allows one, else as a typed constant. */
void brig_print_constant(struct brig_printer *p, uint16_t type, struct str bytes);
/* An initialiser or a pragma's operand: any kind of constant; `typed` wants typed constants even
 * for plain numbers, as aggregates do. */
void brig_print_initializer(struct brig_printer *p, uint32_t code_off, uint32_t operand_off,
	bool typed);
/* Prints the initialiser of a variable, typed where the variable's type asks for that. */
void brig_print_variable_initializer(struct brig_printer *p, uint32_t code_off,
	const struct brig_directive_variable *var);

/* print_float.c: shortest decimal text that reads back as the same value, with the suffix of its
 * size (16, 32 or 64 bits); NaN and infinity as bit patterns. */
void brig_print_float(struct buf *out, unsigned bits, uint64_t value);

/* print_only.c */
/* Code offsets of the module-level directives that `name` needs, itself included, as a set of
 * offsets / 4; NULL after a diagnostic when there is no such kernel or function. */
uint8_t *brig_print_needed(const struct brig_view *v, struct str name, struct diag *d) NODISCARD;

#endif
