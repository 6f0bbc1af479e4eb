/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hsail-as's parts among themselves: the state of one assembly and what each file offers.
 *
 * scan.c, word.c      what the scanner calls      sema_symbol.c    symbol table
 * recover.c           after syntax errors
 * number.c            spelling of numbers         sema_variable.c  variables, fbarriers
 * actions.c           what the grammar calls      sema_scope.c     declaring and finding names
 * constant.c          typed constants             sema_module.c    header, directives
 * emit.c              into the builder            sema_function.c  kernels, functions, signatures
 *                                                 sema_block.c     code blocks, arg blocks, labels
 *                                                 sema_inst.c, sema_place.c, sema_call.c
 * Diagnostics go to the caller's diag; functions that return bool return false after one. */
#ifndef HSAEMU_AS_IMPL_H
#define HSAEMU_AS_IMPL_H

#include "ast.h"
#include "hsaemu/assemble.h"

/* ---- words (word.c) -------------------------------------------------------------------------- */

enum as_mnemonic_state { AS_MNEMONIC_NEW, AS_MNEMONIC_GOOD, AS_MNEMONIC_BAD };

/* A distinct word of the text. Lives as long as the assembly. */
struct as_word {
	struct as_word *next; /* in its bucket */
	uint64_t hash;
	struct str text;
	int token;       /* of the grammar */
	uint16_t type;   /* TYPE, VARTYPE */
	uint8_t segment; /* VARTYPE */
	uint8_t control; /* CONTROL */
	/* WORD, when used as a mnemonic */
	enum as_mnemonic_state state;
	const struct isa_form *form;     /* first form of the mnemonic; or NULL */
	uint8_t order[ISA_MAX_OPERANDS]; /* GOOD: BRIG index of the n-th operand of the text */
	const struct isa_inst *inst;     /* GOOD: only the members before `operands` exist */
	const char *complaint;           /* BAD */
	struct str fault;                /* BAD: part of `text` */
	const char *section;             /* BAD: of the PRM */
};

struct as_words {
	struct as_word **buckets;
	size_t count, bucket_count;
	struct arena arena;
};

void as_words_init(struct as_words *w);
void as_words_release(struct as_words *w);
/* `text` must outlive the words. */
struct as_word *as_word_get(struct as_words *w, struct str text);
/* Parses the mnemonic when that was not done before. */
bool as_word_mnemonic(struct as_words *w, struct as_word *word, const struct isa_context *ctx);

/* ---- symbols (sema_symbol.c) ----------------------------------------------------------------- */

enum as_symbol_kind {
	AS_SYM_MODULE,
	AS_SYM_VARIABLE,
	AS_SYM_FBARRIER,
	AS_SYM_KERNEL,
	AS_SYM_FUNCTION,
	AS_SYM_INDIRECT,
	AS_SYM_SIGNATURE,
	AS_SYM_LABEL,
};

/* A formal argument or what must agree between a formal and its actual argument. */
struct as_shape {
	uint16_t type;
	uint8_t segment, align;
	bool is_array;
	uint64_t dim; /* 0: no array, or of open size */
};

enum as_fixup_kind { AS_FIX_REF, AS_FIX_ADDRESS, AS_FIX_LIST };
/* Place in the operands that must be set once a definition is seen. */
struct as_fixup {
	struct as_fixup *next;
	enum as_fixup_kind kind;
	uint32_t operand, index;
};

struct as_symbol {
	struct as_symbol *next; /* in its bucket */
	uint64_t hash;
	struct str name;
	enum as_symbol_kind kind;
	struct as_loc first; /* first declaration, for labels the first use */
	struct as_loc definition;
	bool declared, defined;
	uint8_t scope;           /* 0 module, 1 function, 2 argument block */
	uint32_t code_off;       /* definition, else first declaration; 0: none yet, or a bad one */
	uint32_t code_ref;       /* shared reference operand, 0: none yet */
	struct as_fixup *fixups; /* while not defined */
	uint32_t block;          /* label: arg block it is used or defined in, 0: none */
	bool is_misused;         /* label: named where none may be, which has been diagnosed */
	uint32_t uses;           /* arg variables: occurrences in the block's call */
	/* variable */
	struct as_shape shape;
	uint8_t linkage, allocation;
	bool is_const;
	bool is_output; /* formal argument */
	/* kernel, function, signature */
	struct as_shape *formals;
	uint32_t output_count, input_count;
};

struct as_symbols {
	struct as_symbol **buckets;
	size_t bucket_count;
	struct as_symbol **stack; /* live symbols, oldest first */
	size_t count, capacity;
};

void as_symbols_init(struct as_symbols *s);
void as_symbols_release(struct as_symbols *s);
struct as_symbol *as_symbol_find(const struct as_symbols *s, struct str name);
/* Adds `sym` (name set; storage is the caller's); it hides an older one of its name. */
void as_symbol_add(struct as_symbols *s, struct as_symbol *sym);
/* Scopes: remember `count` at the start, drop what came after at the end. */
void as_symbols_drop(struct as_symbols *s, size_t count);

/* ---- the assembly ---------------------------------------------------------------------------- */

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

/* Between an error and the next good statement (recover.c). */
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
	struct as_words words;
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
	struct isa_memo memo;
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

/* The code block names the register. */
static inline void as_use_register(struct as_state *as, struct as_register r)
{
	uint32_t *count = &as->exe.register_count[r.kind];
	if (r.number >= *count)
		*count = r.number + 1u;
}

struct str as_text(const struct as_state *as, struct as_loc loc);
struct diag_place as_place(const struct as_state *as, struct as_loc loc);
#define AS_BLOCK_ANY UINT32_MAX /* a label's block before it is known */

/* `section` of the PRM, NULL: none */
#define as_err(as, loc, section, ...) \
	((as)->failed = true, diag_error((as)->diag, as_place((as), (loc)), __VA_ARGS__), \
		diag_see((as)->diag, (section)))
#define as_note(as, loc, ...) diag_note((as)->diag, as_place((as), (loc)), __VA_ARGS__)

/* ---- scan.c ---------------------------------------------------------------------------------- */

enum as_scan_fault { AS_SCAN_STRING_OPEN, AS_SCAN_CHARACTER };
/* PRM 4.4: tokens that can include letters or digits need whitespace between them. */
enum { AS_TOUCHES_NEXT = 1, AS_TOUCHES_PREVIOUS = 2 };
extern const uint8_t as_touching[256]; /* by character: set of these */
static inline bool as_need_space(char before, const char *token, uint32_t n)
{
	if ((as_touching[(unsigned char)before] & AS_TOUCHES_NEXT) == 0)
		return false;
	return (as_touching[(unsigned char)token[0]] & AS_TOUCHES_PREVIOUS) != 0 ||
	       (token[0] == '.' && n > 1);
}
void as_scan_adjacent(struct as_state *as, struct as_loc loc);
/* The next token has n bytes. */
static inline void as_scan_advance(struct as_state *as, struct as_loc *loc, uint32_t n)
{
	const char *text = as->text->text + as->scan_off;
	loc->begin = as->scan_off;
	as->scan_off += n;
	loc->end = as->scan_off;
	if (loc->begin > 0 && as_need_space(text[-1], text, n))
		as_scan_adjacent(as, *loc);
}
/* What was scanned is a mark of one character and the blanks behind it, which need no token of
 * their own then: most blanks are there. */
static inline void as_scan_mark(struct as_loc *loc)
{
	loc->end = loc->begin + 1;
}
size_t as_scan_fill(struct as_state *as, char *to, size_t room);
void as_scan_comment(struct as_state *as, struct as_loc loc);
void as_scan_comment_begin(struct as_state *as, struct as_loc loc);
void as_scan_comment_end(struct as_state *as, struct as_loc loc);
void as_scan_comment_open(struct as_state *as);
void as_scan_end(struct as_state *as, struct as_loc *loc);
/* These return the token. */
int as_scan_register(struct as_state *as, struct as_loc loc, struct as_register *out);
int as_scan_dollar(struct as_state *as, struct as_loc loc, struct as_register *out);
int as_scan_word(struct as_state *as, struct as_loc loc, struct as_word **out);
int as_scan_integer(struct as_state *as, struct as_loc loc, uint64_t *out);
int as_scan_float(struct as_state *as, struct as_loc loc, struct as_literal *out);
int as_scan_geometry(struct as_state *as, struct as_loc loc, uint64_t *out);
int as_scan_error(struct as_state *as, struct as_loc loc, enum as_scan_fault fault);
/* Contents of a string token, escapes decoded; valid until the next call. */
bool as_string_decode(struct as_state *as, struct as_loc loc, struct str *out);

/* ---- scan_list.c ----------------------------------------------------------------------------- */

/* Where an element of a typed constant may begin that as_constant_takes_plain(): reads those that
 * need no care, and the commas behind them. How much of the text that was. */
uint32_t as_scan_list(struct as_state *as);

/* ---- number.c -------------------------------------------------------------------------------- */

enum as_number_fault {
	AS_NUMBER_OK,
	AS_NUMBER_OCTAL,
	AS_NUMBER_RANGE,
	AS_NUMBER_DIGITS,
	AS_NUMBER_OVERFLOW
};
enum as_number_fault as_parse_integer(struct str text, uint64_t *value);
/* `text` is followed by a character that is no part of a number. */
enum as_number_fault as_parse_float(struct str text, struct as_literal *out);

/* ---- recover.c ------------------------------------------------------------------------------- */

void as_syntax_error(struct as_state *as, struct as_loc loc, const char *const *expected,
	unsigned count);
void as_too_deep(struct as_state *as, struct as_loc loc);
void as_missing_semicolon(struct as_state *as, struct as_loc after);
/* A statement that was given up may be followed by the next one. */
void as_scan_resume(struct as_state *as);
/* At the end of a statement that was given up. False: stop. */
bool as_recover(struct as_state *as) NODISCARD;

/* ---- actions.c ------------------------------------------------------------------------------- */

/* After a statement; the other one drops what was read of a wrong one. False: stop. */
bool as_statement_end(struct as_state *as) NODISCARD;
bool as_statement_drop(struct as_state *as) NODISCARD;
void as_operand_register(struct as_state *as, struct as_register reg, struct as_loc loc);
void as_operand_value(struct as_state *as, struct as_loc loc);
void as_operand_wavesize(struct as_state *as, struct as_loc loc);
void as_operand_name(struct as_state *as, struct as_loc loc);
void as_operand_label(struct as_state *as, struct as_loc loc);
void as_operand_string(struct as_state *as, struct as_loc loc);
void as_operand_vector(struct as_state *as, struct as_loc loc);
void as_operand_arguments(struct as_state *as, struct as_loc loc);
void as_operand_targets(struct as_state *as, struct as_loc open, struct as_loc close);
void as_operand_address(struct as_state *as, struct as_loc loc, const struct as_loc *symbol);
void as_address_register(struct as_state *as, struct as_register reg, struct as_loc loc);
void as_address_offset(struct as_state *as, uint64_t offset);
void as_element_register(struct as_state *as, struct as_register reg, struct as_loc loc);
void as_element_value(struct as_state *as, struct as_loc loc);
void as_element_wavesize(struct as_state *as, struct as_loc loc);
void as_element_name(struct as_state *as, struct as_loc loc);
void as_element_label(struct as_state *as, struct as_loc loc);
void as_variable_type(struct as_state *as, const struct as_word *word, struct as_loc loc);
void as_variable_name(struct as_state *as, struct as_loc loc);
void as_variable_alloc(struct as_state *as, struct as_loc kind, struct as_loc loc);
void as_variable_align(struct as_state *as, uint64_t align, struct as_loc loc);
void as_variable_const(struct as_state *as, struct as_loc loc);
void as_variable_dim(struct as_state *as, const uint64_t *dim, struct as_loc loc);
void as_variable_init(struct as_state *as);
void as_formal_end(struct as_state *as, struct as_loc loc);
void as_formals_split(struct as_state *as);

/* ---- constant.c: the value being read is st.value -------------------------------------------- */

struct as_literal as_literal_integer(uint64_t value, bool negative);
struct as_literal as_literal_negate(struct as_literal l);
void as_value_literal(struct as_state *as, struct as_literal l, struct as_loc loc);
void as_value_integer(struct as_state *as, uint64_t value, struct as_loc loc);
void as_constant_begin(struct as_state *as, const struct as_word *type, bool array,
	struct as_loc loc);
void as_constant_literal(struct as_state *as, struct as_literal l, struct as_loc loc);
/* May the next element be a plain number? Takes it if its type is right, else says nothing. */
bool as_constant_takes_plain(const struct as_state *as);
bool as_constant_plain(struct as_state *as, struct as_literal l);
void as_constant_nested(struct as_state *as);
void as_constant_property(struct as_state *as, struct as_loc name, const uint64_t *number,
	struct as_loc value);
void as_constant_end(struct as_state *as, struct as_loc loc);
void as_aggregate_item(struct as_state *as);
void as_aggregate_align(struct as_state *as, uint64_t align, struct as_loc loc);
void as_aggregate_end(struct as_state *as, struct as_loc loc);
/* Whether profile and machine model have the type; false after a diagnostic. */
bool as_check_type_exists(struct as_state *as, uint16_t type, struct as_loc loc);
/* The same for the type of an untyped literal; true for other values. */
bool as_check_literal(struct as_state *as, const struct as_value *v);
/* Bytes that the value occupies in memory. */
uint64_t as_value_bytes(const struct as_state *as, const struct as_value *v);

/* ---- sema_module.c --------------------------------------------------------------------------- */

void as_module_header(struct as_state *as, struct as_loc loc, struct as_loc name,
	struct as_version version, struct as_loc profile, struct as_loc model, struct as_loc round);
void as_extension(struct as_state *as, struct as_loc loc, struct as_loc string);
void as_loc_directive(struct as_state *as, struct as_loc loc, uint64_t line, struct as_loc line_loc,
	const uint64_t *column, const struct as_loc *column_loc, const struct as_loc *file);
void as_pragma(struct as_state *as, struct as_loc loc);
void as_control(struct as_state *as, const struct as_word *word, struct as_loc word_loc,
	struct as_loc loc);
/* Images and samplers need extension "IMAGE"; false after the one diagnostic of that. */
bool as_need_images(struct as_state *as, struct as_loc loc);
/* Before any module-level statement but the header, annotations and extensions. */
void as_module_statement(struct as_state *as, struct as_loc loc);
/* At the end of the text: undefined symbols, missing header. */
void as_module_end(struct as_state *as);

/* ---- sema_scope.c ---------------------------------------------------------------------------- */

/* "a variable" */
const char *as_symbol_kind_text(enum as_symbol_kind kind);
/* Whether the name has the sigil of the current scope; false after a diagnostic. */
bool as_name_in_scope(struct as_state *as, struct as_loc name);
/* PRM 4.6.1 */
void as_check_reserved(struct as_state *as, struct as_loc name);
/* The symbol of a name declared or defined here: a new one (`declared` is false), an earlier one
 * that may be declared again, or NULL after a diagnostic. */
struct as_symbol *as_declare(struct as_state *as, enum as_symbol_kind kind, struct as_loc name,
	bool definition);
/* The name of a declaration that was diagnosed: its uses shall not be. */
void as_declare_bad(struct as_state *as, enum as_symbol_kind kind, struct as_loc name);
/* Reports a declaration that disagrees with earlier ones. */
void as_declarations_differ(struct as_state *as, struct as_symbol *sym, struct as_loc name,
	const char *what);
/* Its directive has been built. */
void as_define(struct as_state *as, struct as_symbol *sym, uint32_t code_off, bool definition);
/* A symbol in scope that has a directive, or NULL after a diagnostic. */
struct as_symbol *as_lookup(struct as_state *as, struct as_loc name);

/* ---- sema_variable.c ------------------------------------------------------------------------- */

void as_module_variable(struct as_state *as, unsigned linkage, struct as_loc loc);
void as_block_variable(struct as_state *as, struct as_loc loc);
void as_fbarrier(struct as_state *as, unsigned linkage, struct as_loc name, struct as_loc loc);
/* Type, alignment and array rules that hold everywhere; fills *shape. */
bool as_variable_shape(struct as_state *as, const struct as_variable *v, struct as_shape *shape);

/* What two arguments or declarations differ in, or NULL; a `first` of open size takes arrays of any
 * size. */
const char *as_shape_difference(const struct as_shape *first, const struct as_shape *second);
/* BRIG_ALLOCATION_* */
uint8_t as_variable_allocation(const struct as_variable *v);

/* ---- sema_function.c ------------------------------------------------------------------------- */

void as_executable(struct as_state *as, uint16_t kind, struct as_loc keyword, struct as_loc name);
void as_executable_bad(struct as_state *as, uint16_t kind, struct as_loc keyword);
void as_executable_linkage(struct as_state *as, unsigned linkage, struct as_loc loc);
void as_executable_declare(struct as_state *as, struct as_loc semicolon);
void as_signature(struct as_state *as, struct as_loc semicolon);
void as_body_begin(struct as_state *as, struct as_loc brace);
void as_body_end(struct as_state *as, struct as_loc brace);

/* ---- sema_block.c ---------------------------------------------------------------------------- */

/* Order within code blocks; `what` is the plural of what stands at `loc`. */
void as_block_statement(struct as_state *as, enum as_block_phase phase, struct as_loc loc,
	const char *what);
void as_arg_block_begin(struct as_state *as, struct as_loc brace);
void as_arg_block_end(struct as_state *as, struct as_loc brace);
void as_label(struct as_state *as, struct as_loc name, struct as_loc loc);
/* The label's symbol, made on first use; NULL after a diagnostic. `branch`: not in a pragma. */
struct as_symbol *as_label_use(struct as_state *as, struct as_loc loc, bool branch);
void as_labels_end(struct as_state *as);

/* ---- sema_call.c ----------------------------------------------------------------------------- */

/* A call whose operands have the right kinds: its place, and its arguments against the formals of
 * the callees and the argument block's variables. Operands are in text order. */
bool as_call_check(struct as_state *as, const struct as_operand *operands, size_t count,
	struct as_loc loc);

/* ---- sema_inst.c ----------------------------------------------------------------------------- */

void as_instruction(struct as_state *as, struct as_word *mnemonic, struct as_loc mnemonic_loc,
	struct as_loc loc);

/* The offset of an address in the segment of as->inst, cut to that segment's address size. */
uint64_t as_address_offset_bits(const struct as_state *as, uint64_t offset);

/* ---- sema_place.c ---------------------------------------------------------------------------- */

/* What remains to be checked of as->inst and its operands, which match the form. */
bool as_place_check(struct as_state *as, const struct isa_form *form, struct as_loc loc);

/* ---- emit.c --------------------------------------------------------------------------------- */

/* Before the entries of a statement: its comments; its place when places are recorded. */
void as_emit_statement(struct as_state *as, struct as_loc loc);
/* Comments that began before `end`, into the code section. */
void as_emit_comments(struct as_state *as, uint32_t end);
/* The entries to come stem from this place. */
void as_emit_place(struct as_state *as, struct as_loc loc);
/* The line of the text itself, with -g. */
void as_emit_line(struct as_state *as, struct as_loc loc);
uint32_t as_emit_register(struct as_state *as, struct as_register r);
uint32_t as_emit_wavesize(struct as_state *as);
uint32_t as_emit_code_ref(struct as_state *as, struct as_symbol *sym);
uint32_t as_emit_code_list(struct as_state *as, struct as_symbol *const *syms, uint32_t count);
uint32_t as_emit_address(struct as_state *as, struct as_symbol *sym, uint32_t reg, uint64_t offset);
/* Points all operands that refer to the symbol at its directive. */
void as_emit_fixups(struct as_state *as, struct as_symbol *sym);
/* A variable's or formal argument's directive. */
uint32_t as_emit_variable(struct as_state *as, const struct as_variable *v,
	const struct as_shape *shape, uint8_t linkage, bool definition);
/* A value of type `type`; 0 is for "its own". Legality is sema's business. */
uint32_t as_emit_value(struct as_state *as, const struct as_value *v, uint16_t type);

#endif
