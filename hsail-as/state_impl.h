/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state of one assembly, and its diagnostics. Diagnostics go to the caller's diag. A function
 * that returns bool returns false after it has made a diagnostic. */
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
	uint16_t kind;    /* a BRIG_KIND_DIRECTIVE_* */
	bool bad;         /* the header of the executable has been diagnosed */
	unsigned linkage; /* set of as_linkage_flags */
	struct as_loc loc, name_loc;
	struct str name;
	struct as_symbol *symbol;
	bool scope_open; /* names declared now belong to the executable's scope */
	bool in_body;
	/* names_lost: a definition could not be read; labels_lost: any statement could not be
	 * read */
	bool names_lost, labels_lost;
	enum as_block_phase phase;
	uint32_t code_off;
	size_t scope;               /* number of symbols that are older than the executable's own */
	uint32_t register_count[4]; /* highest number used + 1, by register kind */
};

struct as_arg_block {
	bool open;
	unsigned nested; /* blocks open inside this one, which are diagnosed and skipped */
	uint32_t number; /* 1, 2, ... in the function; labels refer to it */
	uint32_t last_number;
	struct as_loc loc; /* place of the '{' */
	size_t scope;
	bool has_statements;
	bool bad;           /* something in it has been diagnosed */
	struct as_loc call; /* place of the block's call; end is 0 when there is none yet */
};

/* The state between an error and the next good statement (syntax_recovery.c). */
struct as_recovery {
	/* the last malformed token; a token that touches it counts as part of it */
	struct as_loc fault;
	bool quiet; /* a statement is being given up and has been diagnosed */
	/* braces and what stands in them belong to the statement being given up */
	bool skip_braces;
	unsigned depth; /* number of braces open in the text being skipped */
	/* how many parentheses, and braces of aggregates, are open in the statement */
	unsigned parens, braces;
	bool in_header;   /* true after 'kernel' or 'function': the next '{' begins a code block */
	int last_token;   /* the last token that the grammar got */
	int token_before; /* the token before last_token */
	bool misplaced;   /* the last statement stood at module level but belongs in a code block */
	int kept_token;   /* token to deliver after those that close a code block; 0: none */
	struct as_loc kept_loc;
	unsigned closing;  /* how many closing tokens are still to be delivered */
	bool closed_early; /* '};' was supplied for a code block, whose own '}' may still come */
	bool header_begun; /* the module header has begun */
	bool hopeless;     /* the rest of the text cannot be judged */
};

struct as_state {
	struct source *text;
	const struct assemble_options *options;
	struct diag *diag;
	bool failed; /* the text has an error */
	struct brig_builder *builder;
	/* scanner */
	uint32_t scan_off;     /* end of the last token */
	uint32_t fill_off;     /* end of the text that flex has been given */
	struct as_loc comment; /* the block comment that is open, if any */
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
	/* a module-level statement could not be read, so missing names are not reported */
	bool names_lost;
	struct isa_context context;
	struct isa_match_cache match_cache;
	bool core_extension, other_extension;
	bool image_told; /* the missing "IMAGE" extension has been reported */
	struct as_executable exe;
	struct as_arg_block block;
	/* data offset of the file name in the last loc directive that has one, or 0 */
	uint32_t loc_file;
	bool loc_seen;
	uint32_t line; /* line of the last loc directive made for -g */
	struct isa_inst inst;
	/* emit */
	uint32_t registers[4][ISA_REGISTER_SLOTS]; /* operand offsets, 0: not built yet */
	uint32_t wavesize;
	struct buf decoded; /* contents of the last string decoded */
	bool record;        /* record the places of statements, for the verifier's messages */
	struct brig_text_place *places;
	size_t place_count, place_capacity;
};

struct str as_text(const struct as_state *as, struct as_loc loc);
struct diag_place as_place(const struct as_state *as, struct as_loc loc);

/* Reports an error. `section` is the section of the PRM to cite, or NULL. */
#define as_err(as, loc, section, ...) \
	((as)->failed = true, diag_error((as)->diag, as_place((as), (loc)), __VA_ARGS__), \
		diag_see((as)->diag, (section)))
#define as_note(as, loc, ...) diag_note((as)->diag, as_place((as), (loc)), __VA_ARGS__)

#endif
