/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The grammar of HSAIL 1.0 (PRM chapter 19). Actions only call functions, which are in
 * grammar_actions.c and sema_*.c. Each statement is translated when its end is reached. Comments
 * never reach the grammar: the scanner keeps them until the statement in which they occur is
 * translated. To the grammar an instruction is a mnemonic and any operands; the instruction tables
 * know which operands the mnemonic takes. The grammar does not express the order of statements
 * (module header first, directives before definitions before statements): sema checks the order,
 * because it can give better messages. */
%code requires {
#include "grammar_actions_impl.h"
#include "typed_constant_impl.h"
#include "syntax_recovery_impl.h"
#include "sema_block_impl.h"
#include "sema_function_impl.h"
#include "sema_inst_impl.h"
#include "sema_module_impl.h"
#include "sema_variable_impl.h"
}
%code provides {
#define YY_DECL                                                                                    \
	int hsail_scan(HSAIL_STYPE *yylval_param, struct as_loc *yylloc_param,                     \
		struct as_state *as, void *yyscanner)
/* hsail_scan() returns the next token of the text. hsail_lex() returns the next token for the
 * grammar: it passes most tokens on, but not those that are skipped after a syntax error
 * (syntax_recovery.c). */
YY_DECL;
/* Makes the scanner continue at as->scan_off, which the caller has moved on by n bytes. */
void as_scan_skip(struct as_state *as, void *scanner, uint32_t n);
int hsail_lex(HSAIL_STYPE *value, struct as_loc *loc, struct as_state *as, void *scanner);
}
%code {
/* An optional part that is absent does not widen the place of its rule: the part's place is empty
 * and lies where the token before it ends. */
#define YYLLOC_DEFAULT(current, rhs, n)                                                            \
	do {                                                                                       \
		int first = 1;                                                                     \
		while (first < (n) && YYRHSLOC(rhs, first).begin == YYRHSLOC(rhs, first).end)      \
			first++;                                                                   \
		(current).begin = (n) != 0 ? YYRHSLOC(rhs, first).begin : YYRHSLOC(rhs, 0).end;    \
		(current).end = (n) != 0 ? YYRHSLOC(rhs, n).end : YYRHSLOC(rhs, 0).end;            \
	} while (0)
#define YYSTACK_USE_ALLOCA 0
#define YYMALLOC(bytes) mem_resize(NULL, bytes)
#define YYFREE mem_free

static void hsail_error(struct as_loc *loc, struct as_state *as, void *scanner, const char *text);
}

%define api.pure full
%define api.prefix {hsail_}
%define api.token.prefix {HSAIL_}
%define api.location.type {struct as_loc}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param {struct as_state *as} {void *scanner}

%union {
	uint64_t number;
	unsigned flags;
	struct as_register reg;
	struct as_literal literal;
	struct as_lexeme *word;
}

%token END 0 "the end of the file"
%token MODULE "module" EXTENSION "extension" LOC "loc" PRAGMA "pragma" DECL "decl" PROG "prog"
%token ALLOC "alloc" ALIGN "align" CONST "const" FBARRIER "fbarrier" KERNEL "kernel"
%token FUNCTION "function" INDIRECT "indirect" SIGNATURE "signature" WAVESIZE "WAVESIZE"
%token <word> WORD "a word" CONTROL "a control directive" TYPE "a type"
%token <word> VARTYPE "a segment with a type"
%token GLOBAL "a name with '&'" LOCAL "a name with '%'" LABEL "a label"
%token HEADER_WORD "a '$' word of the module header"
%token <reg> REGISTER "a register"
%token <number> INTEGER "an integer constant" GEOMETRY "an image geometry"
%token <literal> FLOAT "a floating-point constant"
%token STRING "a string"
%token SEMICOLON ";" COMMA "," COLON ":" EQUALS "=" PLUS "+" MINUS "-"
%token LPAREN "(" RPAREN ")" LBRACKET "[" RBRACKET "]" LBRACE "{" RBRACE "}"

%type <flags> linkage
%type <literal> literal

%start module

%%

/* ---- module level (PRM 4.3, 14) ------------------------------------------------------------- */

module
	: items
	;
items
	: %empty
	| items item                            { if (!as_statement_end(as)) YYABORT; }
	| items error ";"                       { yyerrok; if (!as_recover(as)) YYABORT; }
	;
item
	: MODULE GLOBAL ":" INTEGER[major] ":" INTEGER[minor] ":" HEADER_WORD[profile]
	  ":" HEADER_WORD[model] ":" HEADER_WORD[round] ";"
		{ as_module_header(as, @$, @GLOBAL,
			(struct as_version){$major, $minor, @major, @minor},
			@profile, @model, @round); }
	| EXTENSION STRING ";"                  { as_extension(as, @$, @STRING); }
	| annotation
	| linkage variable ";"                  { as_module_variable(as, $linkage, @$); }
	| linkage FBARRIER name ";"             { as_fbarrier(as, $linkage, @name, @$); }
	| linkage executable                    { as_executable_linkage(as, $linkage, @linkage); }
	  executable_end
	| linkage KERNEL error
		{ as_executable_bad(as, BRIG_KIND_DIRECTIVE_KERNEL, @2); }
	  executable_end
	| linkage FUNCTION error
		{ as_executable_bad(as, BRIG_KIND_DIRECTIVE_FUNCTION, @2); }
	  executable_end
	| linkage INDIRECT error
		{ as_executable_bad(as, BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION, @2); }
	  executable_end
	| SIGNATURE GLOBAL
		{ as_executable(as, BRIG_KIND_DIRECTIVE_SIGNATURE, @SIGNATURE, @GLOBAL); }
	  formals                               { as_formals_split(as); }
	  formals ";"                           { as_signature(as, @7); }
	;
linkage
	: %empty                                { $$ = 0; }
	| DECL                                  { $$ = AS_DECL; }
	| PROG                                  { $$ = AS_PROG; }
	| DECL PROG                             { $$ = AS_DECL | AS_PROG; }
	;
annotation
	: LOC INTEGER[line] ";"
		{ as_loc_directive(as, @$, $line, @line, NULL, NULL, NULL); }
	| LOC INTEGER[line] INTEGER[column] ";"
		{ as_loc_directive(as, @$, $line, @line, &$column, &@column, NULL); }
	| LOC INTEGER[line] STRING ";"
		{ as_loc_directive(as, @$, $line, @line, NULL, NULL, &@STRING); }
	| LOC INTEGER[line] INTEGER[column] STRING ";"
		{ as_loc_directive(as, @$, $line, @line, &$column, &@column, &@STRING); }
	| PRAGMA pragma_operands ";"            { as_pragma(as, @$); }
	;
pragma_operands
	: pragma_operand
	| pragma_operands "," pragma_operand
	;
pragma_operand
	: REGISTER                              { as_operand_register(as, $1, @1); }
	| value                                 { as_operand_value(as, @1); }
	| WAVESIZE                              { as_operand_wavesize(as, @1); }
	| name                                  { as_operand_name(as, @1); }
	| LABEL                                 { as_operand_label(as, @1); }
	| STRING                                { as_operand_string(as, @1); }
	| aggregate                             { as_operand_value(as, @1); }
	;

/* ---- variables (PRM 4.3.8, 4.3.10) ---------------------------------------------------------- */

variable
	: alloc align const VARTYPE             { as_variable_type(as, $VARTYPE, @VARTYPE); }
	  name                                  { as_variable_name(as, @name); }
	  dimension initializer
	;
alloc
	: %empty
	| ALLOC "(" WORD ")"                    { as_variable_alloc(as, @WORD, @$); }
	;
align
	: %empty
	| ALIGN "(" INTEGER ")"                 { as_variable_align(as, $INTEGER, @INTEGER); }
	;
const
	: %empty
	| CONST                                 { as_variable_const(as, @1); }
	;
dimension
	: %empty
	| "[" "]"                               { as_variable_dim(as, NULL, @$); }
	| "[" INTEGER "]"                       { as_variable_dim(as, &$INTEGER, @INTEGER); }
	;
initializer
	: %empty
	| "=" value                             { as_variable_init(as); }
	| "=" aggregate                         { as_variable_init(as); }
	;
name
	: GLOBAL
	| LOCAL
	;

/* ---- kernels, functions, signatures (PRM 4.3.2 to 4.3.4) ------------------------------------ */

executable
	: KERNEL GLOBAL           { as_executable(as, BRIG_KIND_DIRECTIVE_KERNEL, @1, @2); }
	  formals
	| FUNCTION GLOBAL         { as_executable(as, BRIG_KIND_DIRECTIVE_FUNCTION, @1, @2); }
	  formals                 { as_formals_split(as); }
	  formals
	| INDIRECT FUNCTION GLOBAL
		{ as_executable(as, BRIG_KIND_DIRECTIVE_INDIRECT_FUNCTION, @1, @3); }
	  formals                 { as_formals_split(as); }
	  formals
	;
formals
	: "(" ")"
	| "(" formal_list ")"
	;
formal_list
	: formal                                { as_formal_end(as, @1); }
	| formal_list "," formal                { as_formal_end(as, @3); }
	;
formal
	: align VARTYPE                         { as_variable_type(as, $VARTYPE, @VARTYPE); }
	  formal_name dimension
	;
formal_name
	: %empty
	| LOCAL                                 { as_variable_name(as, @1); }
	;
executable_end
	: ";"                                   { yyerrok; as_scan_resume(as);
						  as_executable_declare(as, @1); }
	| "{"                                   { yyerrok; as_scan_resume(as);
						  as_body_begin(as, @1); }
	  block "}"                             { as_body_end(as, @4); }
	  body_semicolon
	;
body_semicolon
	: ";"
	| %empty                                { as_missing_semicolon(as, @$); }
	;

/* ---- code blocks (PRM 4.3.5, 4.3.6) --------------------------------------------------------- */

block
	: statements
	| statements error                      { yyerrok; if (!as_recover(as)) YYABORT; }
	;
statements
	: %empty
	| statements statement                  { if (!as_statement_end(as)) YYABORT; }
	| statements error ";"                  { yyerrok; if (!as_recover(as)) YYABORT; }
	;
statement
	: annotation
	| CONTROL ";"                           { as_control(as, $CONTROL, @1, @$); }
	| CONTROL control_operands ";"          { as_control(as, $CONTROL, @1, @$); }
	| variable ";"                          { as_block_variable(as, @$); }
	| FBARRIER name ";"                     { as_fbarrier(as, 0, @name, @$); }
	| LABEL ":"                             { as_label(as, @1, @$); }
	| WORD ";"                              { as_instruction(as, $1, @1, @$); }
	| WORD operand_list ";"                 { as_instruction(as, $1, @1, @$); }
	| WORD targeted ";"                     { as_instruction(as, $1, @1, @$); }
	| "{"                                   { as_arg_block_begin(as, @1); }
	  block "}"                             { as_arg_block_end(as, @4); }
	;
control_operands
	: control_operand
	| control_operands "," control_operand
	;
control_operand
	: INTEGER
		{ as_value_integer(as, $1, @1); as_operand_value(as, @1); }
	| WAVESIZE                              { as_operand_wavesize(as, @1); }
	;

/* ---- operands (PRM 4.16, 4.17, 4.18, 10.2) -------------------------------------------------- */

/* An operand of a list is not a `scalar`, because most are registers and this way each of them
 * takes one reduction less. */
targeted
	: scalar arguments arguments
	| scalar arguments arguments "[" targets "]"   { as_operand_targets(as, @4, @6); }
	| scalar arguments arguments GLOBAL            { as_operand_name(as, @4); }
	| scalar "[" targets "]"                       { as_operand_targets(as, @2, @4); }
	;
operand_list
	: operand
	| operand_list "," operand
	;
operand
	: REGISTER                              { as_operand_register(as, $1, @1); }
	| value                                 { as_operand_value(as, @1); }
	| WAVESIZE                              { as_operand_wavesize(as, @1); }
	| name                                  { as_operand_name(as, @1); }
	| LABEL                                 { as_operand_label(as, @1); }
	| "(" elements ")"                      { as_operand_vector(as, @$); }
	| "[" name "]"                          { as_operand_address(as, @$, &@name); }
	| "[" name "]" "[" address "]"          { as_operand_address(as, @$, &@name); }
	| "[" address "]"                       { as_operand_address(as, @$, NULL); }
	;
scalar
	: REGISTER                              { as_operand_register(as, $1, @1); }
	| value                                 { as_operand_value(as, @1); }
	| WAVESIZE                              { as_operand_wavesize(as, @1); }
	| name                                  { as_operand_name(as, @1); }
	;
elements
	: element
	| elements "," element
	;
element
	: REGISTER                              { as_element_register(as, $1, @1); }
	| value                                 { as_element_value(as, @1); }
	| WAVESIZE                              { as_element_wavesize(as, @1); }
	;
address
	: REGISTER                              { as_address_register(as, $1, @1); }
	| REGISTER "+" INTEGER
		{ as_address_register(as, $1, @1); as_address_offset(as, $3); }
	| REGISTER "-" INTEGER
		{ as_address_register(as, $1, @1); as_address_offset(as, -$3); }
	| INTEGER                               { as_address_offset(as, $1); }
	| "+" INTEGER                           { as_address_offset(as, $2); }
	| "-" INTEGER                           { as_address_offset(as, -$2); }
	;
arguments
	: "(" ")"                               { as_operand_arguments(as, @$); }
	| "(" argument_names ")"                { as_operand_arguments(as, @$); }
	;
argument_names
	: name                                  { as_element_name(as, @1); }
	| argument_names "," name               { as_element_name(as, @3); }
	;
targets
	: labels
	| functions
	;
labels
	: LABEL                                 { as_element_label(as, @1); }
	| labels "," LABEL                      { as_element_label(as, @3); }
	;
functions
	: GLOBAL                                { as_element_name(as, @1); }
	| functions "," GLOBAL                  { as_element_name(as, @3); }
	;

/* ---- constants (PRM 4.8) -------------------------------------------------------------------- */

value
	: literal                               { as_value_literal(as, $1, @1); }
	| typed
	;
literal
	: INTEGER                               { $$ = as_literal_integer($1, false); }
	| "+" INTEGER                           { $$ = as_literal_integer($2, false); }
	| "-" INTEGER                           { $$ = as_literal_integer($2, true); }
	| FLOAT
	| "+" FLOAT                             { $$ = $2; }
	| "-" FLOAT                             { $$ = as_literal_negate($2); }
	;
typed
	: typed_begin typed_arguments ")"       { as_constant_end(as, @$); }
	;
typed_begin
	: TYPE "("                              { as_constant_begin(as, $1, false, @1); }
	| TYPE "[" "]" "("                      { as_constant_begin(as, $1, true, @1); }
	;
typed_arguments
	: typed_argument
	| typed_arguments "," typed_argument
	;
typed_argument
	: literal                               { as_constant_literal(as, $1, @1); }
	| typed                                 { as_constant_nested(as); }
	| WORD "=" WORD                         { as_constant_property(as, @1, NULL, @3); }
	| WORD "=" GEOMETRY                     { as_constant_property(as, @1, NULL, @3); }
	| WORD "=" INTEGER                      { as_constant_property(as, @1, &$3, @3); }
	;
aggregate
	: "{" aggregate_items "}"               { as_aggregate_end(as, @$); }
	;
aggregate_items
	: aggregate_item
	| aggregate_items "," aggregate_item
	;
aggregate_item
	: typed                                 { as_aggregate_item(as); }
	| ALIGN "(" INTEGER ")"                 { as_aggregate_align(as, $3, @3); }
	;

%%

static void hsail_error(struct as_loc *loc, struct as_state *as, void *scanner, const char *text)
{
	(void)scanner;
	(void)text;
	as_too_deep(as, *loc);
}

static bool is_expected(const yysymbol_kind_t *kinds, int n, yysymbol_kind_t token)
{
	for (int i = 0; i < n; i++)
		if (kinds[i] == token)
			return true;
	return false;
}

/* Finds a phrase for a large set of expected tokens. Each class below is recognised by one token,
 * and the first class whose token is expected counts. Writes the phrase to `names`, after ';' when
 * the statement may also end here, and returns the number of names written; 0 when no class
 * fits. */
static unsigned expected_classes(const yysymbol_kind_t *kinds, int n, const char *names[2])
{
	enum { LAST_STATEMENT = 2 }; /* index of the last class that stands for whole statements */
	static const struct {
		yysymbol_kind_t token;
		const char *text;
	} classes[] = {
		{YYSYMBOL_MODULE, "a declaration, definition or directive"},
		{YYSYMBOL_KERNEL, "a kernel, function, variable or fbarrier"},
		{YYSYMBOL_CONTROL, "an instruction, label, definition, directive or '}'"},
		{YYSYMBOL_STRING, "a string, constant, name or register"},
		{YYSYMBOL_LABEL, "an operand"},
		{YYSYMBOL_GLOBAL, "a register, constant or name"},
		{YYSYMBOL_WAVESIZE, "a register, constant or WAVESIZE"},
		{YYSYMBOL_FLOAT, "a constant"},
		{YYSYMBOL_REGISTER, "a register or an integer constant"},
	};
	size_t c = 0;
	unsigned count = 0;
	while (c < ARRAY_LEN(classes) && !is_expected(kinds, n, classes[c].token))
		c++;
	if (c == ARRAY_LEN(classes))
		return 0;
	if (c > LAST_STATEMENT && is_expected(kinds, n, YYSYMBOL_SEMICOLON))
		names[count++] = yysymbol_name(YYSYMBOL_SEMICOLON);
	names[count++] = classes[c].text;
	return count;
}

static int yyreport_syntax_error(const yypcontext_t *ctx, struct as_state *as, void *scanner)
{
	enum { SHOWN = 5 };
	yysymbol_kind_t kinds[YYNTOKENS];
	const char *names[SHOWN];
	(void)scanner;
	int n = yypcontext_expected_tokens(ctx, kinds, YYNTOKENS);
	for (int i = 0; i < n && n <= SHOWN; i++)
		names[i] = yysymbol_name(kinds[i]);
	if (n > SHOWN)
		n = (int)expected_classes(kinds, n, names);
	as_syntax_error(as, *yypcontext_location(ctx), names, n < 0 ? 0 : (unsigned)n);
	return 0;
}
