/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* PTX grammar (PTX ISA 8.x, 9.0). Its actions only call functions of tree.c and expressions.c.
 *
 * The grammar does not tell instructions apart: every opcode takes a list of general operands. So
 * it holds for all versions of PTX, and only ptx_ops.def says what an opcode needs. Directives that
 * end with their line (.loc, .file, .target) end where no further token fits. */
%define api.pure full
%define api.prefix {ptx_yy}
%define api.token.prefix {TOK_}
%define api.location.type {struct ptx_span}
%define parse.error custom
%define parse.lac full
%locations
%expect 0
%param {void *scanner}
%parse-param {struct ptx_parser *p}
%code requires {
#include "parse/expressions.h"
#include "parse/module_header.h"
#include "parse/tree.h"
}
%union {
	struct str text;
	uint64_t number;
	enum ptx_type type;
	enum ptx_space space;
	enum ptx_linkage linkage;
	struct ptx_decl decl;
	struct ptx_operand *operand;
	struct ptx_operands operands;
	struct ptx_var *var;
	struct ptx_vars vars;
	struct ptx_init *init;
	struct ptx_inits inits;
	struct ptx_stmt *stmt;
	struct ptx_stmts stmts;
	struct ptx_opcode opcode;
	struct ptx_words words;
}
%code {
#define YYMALLOC(bytes) mem_resize(NULL, bytes)
#define YYFREE mem_free
#include "ptx.lex.h"
#define YYLLOC_DEFAULT(cur, rhs, n)                                                                \
	((cur).off = (n) != 0 ? YYRHSLOC(rhs, 1).off : YYRHSLOC(rhs, 0).end,                       \
		(cur).end = YYRHSLOC(rhs, n).end)
}

%token <text> WORD "name" OPWORD "opcode" REGISTER "register" DOT "directive" STRING "string"
%token <number> INT "integer" UINT "unsigned integer" F32 "f32 constant" F64 "f64 constant"
%token <text> DECIMAL "decimal number"
%token <type> TYPE "type"
%token <space> SPACE "state space"
%token <number> VEC "vector size"
%token VERSION ".version" TARGET ".target" ADDRESS_SIZE ".address_size" ENTRY ".entry" FUNC ".func"
%token FILE ".file" LOC ".loc" SECTION ".section" PRAGMA ".pragma" ALIAS ".alias" ALIGN ".align"
%token PTR ".ptr" ATTRIBUTE ".attribute" EXTERN ".extern" VISIBLE ".visible" WEAK ".weak"
%token COMMON ".common" MAXNTID ".maxntid" REQNTID ".reqntid" TUNING ".maxnreg"
%token CLUSTER ".reqnctapercluster"
%token BRANCHTARGETS ".branchtargets" CALLTARGETS ".calltargets" CALLPROTOTYPE ".callprototype"
%token NORETURN ".noreturn"
%token SHL "<<" SHR ">>" LE "<=" GE ">=" EQ "==" NE "!=" LAND "&&" LOR "||"

%type <text> name dotted
%type <linkage> linkage
%type <decl> decl_head
%type <operand> expr operand guard address
%type <operands> operand_list operands call_list
%type <var> declarator formal bare_declarator
%type <vars> declarators params param_list formals vars
%type <init> init init_item init_leaf init_value
%type <inits> init_list
%type <stmt> stmt
%type <stmts> stmts
%type <opcode> opcode
%type <number> size attribute attribute_items attribute_item
%type <words> strings

%precedence NO_BODY
%precedence PRAGMA ';'
%right '?'
%left LOR
%left LAND
%left '|'
%left '^'
%left '&'
%left EQ NE
%left '<' '>' LE GE
%left SHL SHR
%left '+' '-'
%left '*' '/' '%'
%precedence UNARY

%start module
%%
module: %empty | module item;

item: VERSION DECIMAL { ptx_act_version(p, &@2, $2); }
	| TARGET words
	| ADDRESS_SIZE INT { ptx_act_address_size(p, &@2, $2); }
	| file_or_section
	| linkage vars { ptx_act_module_vars(p, $1, &$2); }
	| function
	| ALIAS name ',' name ';' { ptx_act_alias(p, &@$, $2, $4); }
	| ';'
	| error ';' { yyerrok; }
	| error '}' { yyerrok; };

words: name { ptx_act_target(p, &@1, $1); }
	| words ',' name { ptx_act_target(p, &@3, $3); };

name: WORD | REGISTER;
dotted: DOT;

linkage: %empty { $$ = PTX_LINK_NONE; }
	| linkage EXTERN { $$ = PTX_LINK_EXTERN; }
	| linkage VISIBLE { $$ = PTX_LINK_VISIBLE; }
	| linkage WEAK { $$ = PTX_LINK_WEAK; }
	| linkage COMMON { $$ = PTX_LINK_COMMON; };

/* ---- debugging and pragmas ---- */

file_or_section: FILE INT STRING file_tail { ptx_act_file(p, &@2, $2, $3); }
	| LOC INT INT INT loc_tail
	| SECTION section_name '{' section_lines '}'
	| PRAGMA strings ';' { ptx_act_pragma(p, &$2); };
file_tail: %empty | ',' INT ',' INT;
loc_tail: %empty
	| ',' WORD name_offset
	| ',' WORD name_offset ',' WORD INT INT INT;
name_offset: name | name '+' INT;
strings: STRING { ptx_act_word(p, &@1, &$$, NULL, $1); }
	| strings ',' STRING { ptx_act_word(p, &@3, &$$, &$1, $3); };
section_name: dotted | WORD | OPWORD;
section_lines: %empty | section_lines section_line;
section_line: name ':' | TYPE section_values | dotted section_values;
section_values: section_value | section_values ',' section_value;
section_value: INT | '-' INT | name | name '+' INT | name '-' name | dotted | dotted '+' INT;

/* ---- variables ---- */

vars: decl_head declarators ';' { $$ = $2; };
decl_head: SPACE { ptx_act_decl(&$$, $1); }
	| decl_head TYPE { $$ = $1; $$.type = $2; }
	| decl_head VEC { $$ = $1; $$.vec = (uint8_t)$2; }
	| decl_head ALIGN INT { $$ = $1; ptx_act_align(p, &@3, &$$, $3); }
	| decl_head PTR { $$ = $1; $$.has_ptr = true; }
	| decl_head SPACE { $$ = $1; $$.ptr_space = $2; }
	| decl_head attribute { $$ = $1; $$.is_managed |= $2; };
attribute: ATTRIBUTE '(' attribute_items ')' { $$ = $3; }; /* whether it has .managed */
attribute_items: attribute_item | attribute_items ',' attribute_item { $$ = $1 | $3; };
attribute_item: dotted { $$ = str_is($1, "managed"); }
	| dotted '(' attribute_values ')' { $$ = false; };
attribute_values: INT | attribute_values ',' INT;

declarators: declarator { ptx_act_declare(p, $<decl>0, &$$, NULL, $1); }
	| declarators ',' declarator { ptx_act_declare(p, $<decl>0, &$$, &$1, $3); };
declarator: bare_declarator
	| bare_declarator '=' init { $$ = $1; $$->init = $3; };
bare_declarator: name { $$ = ptx_act_var(p, &@1, $1); }
	| name '<' INT '>' { $$ = ptx_act_family(p, &@1, $1, $3); }
	| bare_declarator '[' ']' { $$ = ptx_act_dim(p, &@$, $1, 0, false); }
	| bare_declarator '[' size ']' { $$ = ptx_act_dim(p, &@$, $1, $3, true); };
size: expr { $$ = ptx_act_integer(p, $1); };

init: init_leaf
	| '{' '}' { $$ = ptx_act_init_list(p, &@$, NULL); }
	| '{' init_list '}' { $$ = ptx_act_init_list(p, &@$, &$2); }
	| '{' init_list ',' '}' { $$ = ptx_act_init_list(p, &@$, &$2); };
init_list: init_item { ptx_act_init_append(&$$, NULL, $1); }
	| init_list ',' init_item { ptx_act_init_append(&$$, &$1, $3); };
init_item: init
	| WORD '=' init_value { $$ = ptx_act_init_property($3, $1); };
init_leaf: init_value
	| INT '(' init_value ')' { $$ = ptx_act_init_mask(&@$, $1, $3); };
init_value: expr { $$ = ptx_act_init(p, &@$, $1); }
	| WORD '(' expr ')' { $$ = ptx_act_init_generic(p, &@$, $1, $3, NULL); }
	| WORD '(' expr ')' '+' expr { $$ = ptx_act_init_generic(p, &@$, $1, $3, $6); };

/* ---- functions ---- */

function: linkage ENTRY name formals { ptx_act_func(p, &@3, $1, true, $3, NULL, &$4); }
		performance body
	| linkage FUNC attributes name formals { ptx_act_func(p, &@4, $1, false, $4, NULL, &$5); }
		performance body
	| linkage FUNC attributes params attributes name formals
		{ ptx_act_func(p, &@6, $1, false, $6, &$4, &$7); }
		performance body;
attributes: %empty | attributes attribute;
formals: %empty { ptx_act_no_vars(&$$); } | params;
params: '(' ')' { ptx_act_no_vars(&$$); }
	| '(' param_list ')' { $$ = $2; }
	| '(' error ')' { ptx_act_no_vars(&$$); yyerrok; };
param_list: decl_head formal { ptx_act_declare(p, $1, &$$, NULL, $2); }
	| param_list ',' decl_head formal { ptx_act_declare(p, $3, &$$, &$1, $4); };
formal: declarator | %empty { $$ = ptx_act_var(p, &@$, STR("_")); };
performance: %empty | performance performance_item;
performance_item: MAXNTID sizes { ptx_act_ntid(p, p->func->maxntid); }
	| REQNTID sizes { ptx_act_ntid(p, p->func->reqntid); }
	| CLUSTER sizes { ptx_act_cluster(p, &@1); }
	| TUNING | TUNING tuning_sizes
	| NORETURN
	| attribute
	| PRAGMA strings ';'
	| dotted | dotted INT;
sizes: INT { ptx_act_size(p, $1, true); } | sizes ',' INT { ptx_act_size(p, $3, false); };
tuning_sizes: INT | tuning_sizes ',' INT;
body: %empty %prec NO_BODY { ptx_act_body(p, NULL); } /* PTX 1.x has no `;` after a declaration */
	| ';' { ptx_act_body(p, NULL); }
	| '{' stmts '}' { ptx_act_body(p, &$2); };

/* ---- statements ---- */

stmts: %empty { ptx_act_no_stmts(&$$); }
	| stmts stmt { $$ = $1; ptx_act_stmt(&$$, $2); };
stmt: '{' stmts '}' { $$ = ptx_act_block(p, &@$, &$2); }
	| linkage vars { $$ = ptx_act_vars(p, &@$, $1, &$2); }
	| name ':' { $$ = ptx_act_label(p, &@1, $1); }
	| BRANCHTARGETS operand_list ';' { $$ = ptx_act_targets(p, &@$, &$2); }
	| CALLTARGETS operand_list ';' { $$ = ptx_act_targets(p, &@$, &$2); }
	| CALLPROTOTYPE proto_rets name formals proto_tail ';'
		{ $$ = ptx_act_proto(p, &@$, &$<vars>2, &$4); }
	| LOC INT INT INT loc_tail { $$ = ptx_act_loc(p, &@$, $2, $3, $4); }
	| FILE INT STRING file_tail { ptx_act_file(p, &@2, $2, $3); $$ = NULL; }
	| PRAGMA strings ';' { $$ = NULL; }
	| opcode operands ';' { $$ = ptx_act_inst(p, &@$, NULL, &$1, &$2); }
	| guard opcode operands ';' { $$ = ptx_act_inst(p, &@$, $1, &$2, &$3); }
	| ';' { $$ = NULL; }
	| error ';' { $$ = NULL; yyerrok; };
proto_rets: %empty { ptx_act_no_vars(&$<vars>$); } | params { $<vars>$ = $1; };
proto_tail: %empty | proto_tail NORETURN | proto_tail dotted INT;

guard: '@' name { $$ = ptx_act_guard(p, &@2, $2, false); }
	| '@' '!' name { $$ = ptx_act_guard(p, &@3, $3, true); };
opcode: WORD { ptx_act_opcode(&$$, &@1, $1); }
	| OPWORD { ptx_act_opcode(&$$, &@1, $1); }
	| opcode dotted { $$ = $1; $$.span.end = @2.end; }
	| opcode TYPE { $$ = $1; $$.span.end = @2.end; }
	| opcode SPACE { $$ = $1; $$.span.end = @2.end; }
	| opcode VEC { $$ = $1; $$.span.end = @2.end; };

operands: %empty { ptx_act_no_operands(&$$); } | operand_list;
operand_list: operand { ptx_act_operand(p, &$$, NULL, $1); }
	| operand_list ',' operand { ptx_act_operand(p, &$$, &$1, $3); };
operand: expr
	| '{' operand_list '}' { $$ = ptx_act_group(p, &@$, PTX_OPND_VECTOR, &$2); }
	| '{' operand_list '}' '|' name { $$ = ptx_act_resident(p, &@$, &$2, $5); }
	| address
	| address dotted { $$ = $1; ptx_act_unified(p, &@2, $2); }
	| '(' ')' { $$ = ptx_act_group(p, &@$, PTX_OPND_LIST, NULL); }
	| '(' call_list ')' { $$ = ptx_act_group(p, &@$, PTX_OPND_LIST, &$2); };
call_list: expr ',' operand { ptx_act_pair(p, &$$, $1, $3); }
	| call_list ',' operand { ptx_act_operand(p, &$$, &$1, $3); };
address: '[' operand_list ']' { $$ = ptx_act_group(p, &@$, PTX_OPND_ADDRESS, &$2); };

expr: name { $$ = ptx_act_name(p, &@1, $1); }
	| OPWORD { $$ = ptx_act_name(p, &@1, $1); }
	| name '[' size ']' { $$ = ptx_act_element(p, &@$, $1, $3); }
	| INT { $$ = ptx_act_int(p, &@1, $1, false); }
	| UINT { $$ = ptx_act_int(p, &@1, $1, true); }
	| F32 { $$ = ptx_act_float(p, &@1, PTX_OPND_F32, $1); }
	| F64 { $$ = ptx_act_float(p, &@1, PTX_OPND_F64, $1); }
	| DECIMAL { $$ = ptx_act_decimal(p, &@1, $1); }
	| '(' expr ')' { $$ = ptx_act_paren(p, &@$, $2); }
	| '(' TYPE ')' expr %prec UNARY { $$ = ptx_act_cast(p, &@$, $2, $4); }
	| '-' expr %prec UNARY { $$ = ptx_act_unary(p, &@$, '-', $2); }
	| '+' expr %prec UNARY { $$ = ptx_act_unary(p, &@$, '+', $2); }
	| '~' expr %prec UNARY { $$ = ptx_act_unary(p, &@$, '~', $2); }
	| '!' expr %prec UNARY { $$ = ptx_act_unary(p, &@$, '!', $2); }
	| expr '*' expr { $$ = ptx_act_binary(p, &@$, '*', $1, $3); }
	| expr '/' expr { $$ = ptx_act_binary(p, &@$, '/', $1, $3); }
	| expr '%' expr { $$ = ptx_act_binary(p, &@$, '%', $1, $3); }
	| expr '+' expr { $$ = ptx_act_binary(p, &@$, '+', $1, $3); }
	| expr '-' expr { $$ = ptx_act_binary(p, &@$, '-', $1, $3); }
	| expr SHL expr { $$ = ptx_act_binary(p, &@$, PTX_BIN_SHL, $1, $3); }
	| expr SHR expr { $$ = ptx_act_binary(p, &@$, PTX_BIN_SHR, $1, $3); }
	| expr '<' expr { $$ = ptx_act_binary(p, &@$, '<', $1, $3); }
	| expr '>' expr { $$ = ptx_act_binary(p, &@$, '>', $1, $3); }
	| expr LE expr { $$ = ptx_act_binary(p, &@$, PTX_BIN_LE, $1, $3); }
	| expr GE expr { $$ = ptx_act_binary(p, &@$, PTX_BIN_GE, $1, $3); }
	| expr EQ expr { $$ = ptx_act_binary(p, &@$, PTX_BIN_EQ, $1, $3); }
	| expr NE expr { $$ = ptx_act_binary(p, &@$, PTX_BIN_NE, $1, $3); }
	| expr '&' expr { $$ = ptx_act_binary(p, &@$, '&', $1, $3); }
	| expr '^' expr { $$ = ptx_act_binary(p, &@$, '^', $1, $3); }
	| expr '|' expr { $$ = ptx_act_binary(p, &@$, '|', $1, $3); }
	| expr LAND expr { $$ = ptx_act_binary(p, &@$, PTX_BIN_LAND, $1, $3); }
	| expr LOR expr { $$ = ptx_act_binary(p, &@$, PTX_BIN_LOR, $1, $3); }
	| expr '?' expr ':' expr %prec '?' { $$ = ptx_act_ternary(p, &@$, $1, $3, $5); };
%%
static int yyreport_syntax_error(const yypcontext_t *ctx, void *scanner, struct ptx_parser *p)
{
	(void)scanner;
	enum { MAX_EXPECTED = 5 };
	yysymbol_kind_t kinds[MAX_EXPECTED];
	int n = yypcontext_expected_tokens(ctx, kinds, MAX_EXPECTED);
	const char *names[MAX_EXPECTED];
	for (int i = 0; i < n; i++)
		names[i] = yysymbol_name(kinds[i]);
	ptx_parse_unexpected(p, yypcontext_location(ctx), names, n > 0 ? (size_t)n : 0);
	return 0;
}

void ptx_yyerror(struct ptx_span *loc, void *scanner, struct ptx_parser *p, const char *message)
{
	(void)scanner;
	(void)message; /* the only message that comes here is "memory exhausted" */
	if (!diag_at_limit(p->diag))
		diag_error(p->diag, ptx_place(p->module, *loc), "nested too deeply");
}
