/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state of one assembly, and its diagnostics.
 *
 * Diagnostics go to the caller's diag; functions that return bool return false after one. */
#ifndef HSAEMU_AS_STATE_IMPL_H
#define HSAEMU_AS_STATE_IMPL_H

#include "hsaemu/assemble.h"
#include "lexemes_impl.h"
#include "sema_symbol_impl.h"
#include "statement.h"

struct as_version {
	uint64_t major, minor;
	struct as_loc major_loc, minor_loc;
};

enum as_module_phase { AS_MODULE_START, AS_MODULE_EXTENSIONS, AS_MODULE_BODY };
enum as_block_phase { AS_BLOCK_CONTROL, AS_BLOCK_DEFINITIONS, AS_BLOCK_STATEMENTS };

/* The kernel, function or signature that is being read. */
struct as_executable {
	uint16_t kind;    /* BRIG_KIND_DIRECTIVE_* */
	bool bad;         /* its header has been diagnosed */
	unsigned linkage; /* as_linkage_flags */
	struct as_loc loc, name_loc;
	struct str name;
	struct as_symbol *symbol;
	bool scope_open; /* its own names are being declared or used */
	bool in_body;
	bool names_lost, labels_lost; /* a definition, or anything, could not be read */
	enum as_block_phase phase;
	uint32_t code_off;
	size_t scope;               /* symbols older than its own */
	uint32_t register_count[4]; /* highest number used + 1, by register kind */
};

struct as_arg_block {
	bool open;
	unsigned nested; /* blocks inside it, which are diagnosed and skipped */
	uint32_t number; /* 1, 2, ... in the function; labels carry it */
	uint32_t last_number;
	struct as_loc loc; /* of the '{' */
	size_t scope;
	bool has_statements;
	bool bad;           /* something in it has been diagnosed */
	struct as_loc call; /* of the call, end 0: none yet */
};

/* What is known between an error and the next good statement (syntax_recovery.c). */
struct as_recovery {
	struct as_loc fault;     /* the last malformed token; neighbours of it are part of it */
	bool quiet;              /* the statement being given up has been diagnosed */
	bool skip_braces;        /* what stands in braces belongs to that statement */
	unsigned depth;          /* braces open in what is skipped */
	unsigned parens, braces; /* open in the statement: parentheses; braces of aggregates */
	bool in_header;   /* since 'kernel' or 'function': the next '{' is the code block's */
	int last_token;   /* that the grammar got */
	int token_before; /* the one before it */
	bool misplaced;   /* the last statement, which cannot be at module level */
	int kept_token;   /* to follow the tokens that close a code block, 0: none */
	struct as_loc kept_loc;
	unsigned closing;  /* how many of those are left */
	bool closed_early; /* a code block; its '}' may still come */
	bool header_begun; /* the module's */
	bool hopeless;     /* what follows cannot be judged */
};

struct as_state {
	struct source *text;
	const struct assemble_options *options;
	struct diag *diag;
	bool failed; /* there is an error in the text */
	struct brig_builder *builder;
	/* scanner */
	uint32_t scan_off;     /* end of the last token */
	uint32_t fill_off;     /* what flex has been given */
	struct as_loc comment; /* the block comment that is open */
	struct as_loc *comments;
	size_t comment_count, comment_capacity;
	struct as_lexemes lexemes;
	/* parser */
	struct as_statement st;
	struct as_recovery recovery;
	/* sema */
	struct as_symbols symbols, labels;
	struct arena module_arena, function_arena;
	enum as_module_phase phase;
	bool header_seen;
	bool names_lost; /* a module-level statement could not be read: names are not missed */
	struct isa_context context;
	struct isa_match_cache match_cache;
	bool core_extension, other_extension;
	bool image_told; /* the missing extension has been reported */
	struct as_executable exe;
	struct as_arg_block block;
	uint32_t loc_file; /* data offset: of the last loc directive that named one, or 0 */
	bool loc_seen;
	uint32_t line; /* of the last loc made for -g */
	struct isa_inst inst;
	/* emit */
	uint32_t registers[4][ISA_REGISTER_SLOTS]; /* operand offsets, 0: not built yet */
	uint32_t wavesize;
	struct buf decoded; /* of the last string */
	bool record;        /* the statements' places, for the verifier's messages */
	struct brig_text_place *places;
	size_t place_count, place_capacity;
};

struct str as_text(const struct as_state *as, struct as_loc loc);
struct diag_place as_place(const struct as_state *as, struct as_loc loc);

/* `section` of the PRM, NULL: none */
#define as_err(as, loc, section, ...) \
	((as)->failed = true, diag_error((as)->diag, as_place((as), (loc)), __VA_ARGS__), \
		diag_see((as)->diag, (section)))
#define as_note(as, loc, ...) diag_note((as)->diag, as_place((as), (loc)), __VA_ARGS__)

#endif
