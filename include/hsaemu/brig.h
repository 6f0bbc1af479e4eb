/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* BRIG 1.0 (PRM chapter 18): reading, building, verifying, printing, dumping.
 *
 * A struct brig_view gives bounds-checked access to the bytes of a module, which stay the
 * caller's and must outlive the view. Nothing outside brig/ casts a pointer into BRIG bytes.
 * Offsets are from the start of their section, header included, as BRIG counts them; 0 is "none".
 * Records are decoded by value into the structs that records.def describes. */
#ifndef HSAEMU_BRIG_H
#define HSAEMU_BRIG_H

#include "hsaemu/brig_format.h"
#include "hsaemu/decls.h"
#include "hsaemu/diag.h"
#include "hsaemu/isa.h"
#include "hsaemu/sink.h"

HSAEMU_BEGIN_DECLS

/* ---- records: one struct per record, generated from records.def ----------------------------- */

/* struct brig_directive_variable { uint32_t name; uint32_t init; uint16_t type; ... }; etc. Base
 * fields (byteCount, kind) are in struct brig_entry. 64-bit fields are uint64_t. */
#define RECORD(id, name, bytes) struct brig_##name {
#define RECORD_EMPTY(id, name, bytes)
#define FIELD(ctype, name, off, role) ctype name;
#define FIELD_RESERVED(bytes, off)
#define RECORD_END(id) \
	} \
	;
#include "hsaemu/records.def"

/* ---- views ---------------------------------------------------------------------------------- */

struct brig_section {
	const uint8_t *bytes; /* `bytes` begins with the section header */
	uint64_t len;
	uint32_t header_len; /* offset of the first entry */
	struct str name;
};

/* A statement of the text that a module was assembled from, so that diagnostics can point there.
 * Statements are in order, and each one owns the entries and operands up to those of the next. */
struct brig_text_place {
	uint32_t code_off, operand_off;
	uint32_t begin, len; /* in the source */
};
struct brig_text_map {
	struct source *source;
	const struct brig_text_place *places;
	size_t count;
};

struct brig_view {
	const char *file; /* for diagnostics */
	const uint8_t *bytes;
	size_t len;
	struct brig_section *sections; /* [0] data, [1] code, [2] operand, then other sections */
	uint32_t section_count;
	/* the caller may set it after brig_view_open(), which sets NULL */
	const struct brig_text_map *text;
};

/* Opens a view of a module's bytes after checking the container: header, section index, section
 * headers (PRM 18.2). False after a diagnostic. `file` names the module in diagnostics. */
bool brig_view_open(struct brig_view *v, const char *file, const void *bytes, size_t len,
	struct diag *d) NODISCARD;
void brig_view_close(struct brig_view *v);
struct diag_place brig_place(const struct brig_view *v, uint32_t section, uint32_t off);

/* Gets the contents of a data entry. False when no entry lies at the offset, or its size is bad. */
bool brig_data(const struct brig_view *v, uint32_t off, struct str *out) NODISCARD;
/* A data entry that is a list of offsets. */
struct brig_list {
	const uint8_t *bytes;
	uint32_t count;
};
bool brig_list(const struct brig_view *v, uint32_t data_off, struct brig_list *out) NODISCARD;
static inline uint32_t brig_list_at(const struct brig_list *l, uint32_t i) /* i < count */
{
	return le32(l->bytes + 4 * (size_t)i);
}

/* A decoded code-section entry. */
struct brig_entry {
	uint32_t off, bytes;
	uint16_t kind; /* BRIG_KIND_* */
	union {
		struct brig_directive_name label, comment, extension; /* name: data offset */
		struct brig_directive_control control;
		struct brig_directive_fbarrier fbarrier;
		struct brig_directive_executable executable; /* kernel, function, signature */
		struct brig_directive_loc loc;
		struct brig_directive_module module;
		struct brig_directive_pragma pragma;
		struct brig_directive_variable variable;
		struct {
			/* only its modifiers are set before brig_inst_operands() */
			struct isa_inst inst;
			uint32_t operands; /* data offset of the operand list */
		} inst;
	} u;
};
/* Decodes the entry at `off`. False when there is no whole entry of a known kind. */
bool brig_code_at(const struct brig_view *v, uint32_t off, struct brig_entry *out) NODISCARD;
static inline bool brig_is_inst(const struct brig_entry *e)
{
	return e->kind >= BRIG_KIND_INST_BEGIN && e->kind < BRIG_KIND_INST_END;
}

/* A decoded operand-section entry. */
struct brig_operand {
	uint32_t off, bytes;
	uint16_t kind;
	union {
		struct brig_operand_address address;
		struct brig_operand_align align;
		struct brig_operand_list list; /* code list, operand list */
		struct brig_operand_code_ref code_ref;
		struct brig_operand_constant_bytes constant;
		struct brig_operand_constant_list constant_list;
		struct brig_operand_constant_image image;
		struct brig_operand_constant_sampler sampler;
		struct brig_operand_register reg;
		struct brig_operand_string string;
	} u;
};
bool brig_operand_at(const struct brig_view *v, uint32_t off, struct brig_operand *out) NODISCARD;
/* Fills inst->operand_count and inst->operands[] (shapes) from the operand list; the operands'
 * offsets go to offs[ISA_MAX_OPERANDS]. False when the list or an operand is bad. */
bool brig_inst_operands(const struct brig_view *v, const struct brig_entry *e,
	struct isa_inst *inst, uint32_t offs[ISA_MAX_OPERANDS]) NODISCARD;

/* Returns the low 8 bytes of a constant, or all if there are fewer, as an integer. */
uint64_t brig_constant_u64(struct str bytes);

/* Gets the module directive. brig_verify() checks that there is one. */
bool brig_module(const struct brig_view *v, struct brig_directive_module *out) NODISCARD;

/* ---- verification ---------------------------------------------------------------------------- */

/* Checks everything that PRM 1.0 demands of a module (entries, references, scopes, symbols,
 * instruction forms, register limits). False after diagnostics. All readers of BRIG that do more
 * than dump it call this first. */
bool brig_verify(const struct brig_view *v, struct diag *d) NODISCARD;
/* Verifies for a finalizer. `whole_groups` says that no kernel is dispatched with partial work-
 * groups. If it is false, a function that requires whole groups may only be called by kernels that
 * require them, too (PRM 13.4), and others are an error; brig_verify() warns of them. */
bool brig_verify_final(const struct brig_view *v, bool whole_groups, struct diag *d) NODISCARD;

/* ---- building -------------------------------------------------------------------------------- */

/* Accumulates the three standard sections. Strings, data lists and operands that are equal are
 * shared where the builder remembers them. Functions return section offsets. A section that
 * outgrows BRIG's 4 GiB ends the process through oom(). */
struct brig_builder;
struct brig_builder *brig_builder_new(void) NODISCARD;
void brig_builder_free(struct brig_builder *b);

uint32_t brig_build_string(struct brig_builder *b, struct str s); /* data entry */
uint32_t brig_build_offsets(struct brig_builder *b, const uint32_t *offs, uint32_t count);

uint32_t brig_build_register(struct brig_builder *b, uint16_t kind, uint16_t number);
uint32_t brig_build_constant(struct brig_builder *b, uint16_t type, const void *bytes, size_t n);
uint32_t brig_build_wavesize(struct brig_builder *b);
uint32_t brig_build_string_operand(struct brig_builder *b, struct str s);
uint32_t brig_build_align_operand(struct brig_builder *b, uint8_t align);
uint32_t brig_build_address(struct brig_builder *b, uint32_t symbol, uint32_t reg, uint64_t offset);
uint32_t brig_build_code_ref(struct brig_builder *b, uint32_t code_off);
uint32_t brig_build_code_list(struct brig_builder *b, const uint32_t *code_offs, uint32_t count);
uint32_t brig_build_operand_list(struct brig_builder *b, const uint32_t *offs, uint32_t count);
uint32_t brig_build_constant_list(struct brig_builder *b, uint16_t type, const uint32_t *offs,
	uint32_t count);
uint32_t brig_build_image(struct brig_builder *b, const struct brig_operand_constant_image *i);
uint32_t brig_build_sampler(struct brig_builder *b, const struct brig_operand_constant_sampler *s);
/* These make references to code that is not built yet (labels, definitions after their use). Such
 * operands are never shared; brig_patch_* sets their target later. */
uint32_t brig_build_code_ref_later(struct brig_builder *b);
void brig_patch_code_ref(struct brig_builder *b, uint32_t operand_off, uint32_t code_off);
uint32_t brig_build_code_list_later(struct brig_builder *b, uint32_t count);
void brig_patch_code_list(struct brig_builder *b, uint32_t operand_off, uint32_t index,
	uint32_t code_off);
void brig_patch_address_symbol(struct brig_builder *b, uint32_t operand_off, uint32_t code_off);
uint32_t brig_build_address_later(struct brig_builder *b, uint32_t reg, uint64_t offset);

uint32_t brig_build_module(struct brig_builder *b, const struct brig_directive_module *m);
uint32_t brig_build_name_directive(struct brig_builder *b, uint16_t kind, struct str name);
/* comment, extension, label */
/* `file` from brig_build_string() */
uint32_t brig_build_loc(struct brig_builder *b, uint32_t file, uint32_t line, uint32_t column);
uint32_t brig_build_pragma(struct brig_builder *b, const uint32_t *operands, uint32_t count);
uint32_t brig_build_control(struct brig_builder *b, uint16_t control, const uint32_t *operands,
	uint32_t count);
uint32_t brig_build_variable(struct brig_builder *b, const struct brig_directive_variable *v);
uint32_t brig_build_fbarrier(struct brig_builder *b, const struct brig_directive_fbarrier *f);
/* To build a kernel, function, indirect function or signature, call all of _begin, then build
 * output formals, _inputs, input formals, _body, entries, _end. These calls set the counts and
 * offsets of *x (outArgCount, firstInArg ...). The caller makes sure that there are at most 65535
 * formals. */
uint32_t brig_build_executable_begin(struct brig_builder *b, uint16_t kind,
	const struct brig_directive_executable *x);
void brig_build_executable_inputs(struct brig_builder *b, uint32_t x);
void brig_build_executable_body(struct brig_builder *b, uint32_t x);
void brig_build_executable_end(struct brig_builder *b, uint32_t x);
uint32_t brig_build_arg_block(struct brig_builder *b, bool start);
/* Appends an instruction. `record` comes from isa_encoding_record(); the operand shapes in *inst
 * are ignored. */
uint32_t brig_build_inst(struct brig_builder *b, const struct isa_inst *inst, uint16_t record,
	const uint32_t *operands, uint32_t count);
void brig_patch_variable_dim(struct brig_builder *b, uint32_t code_off, uint64_t dim);
/* returns the offset of the next code entry */
uint32_t brig_build_code_end(const struct brig_builder *b);
uint32_t brig_build_operand_end(const struct brig_builder *b);

/* Appends the finished module, which depends only on the calls made, to *out, at a multiple of 16
 * bytes. Afterwards the builder may only be freed. */
void brig_builder_finish(struct brig_builder *b, struct buf *out);

/* ---- text ------------------------------------------------------------------------------------ */

struct brig_print_options {
	bool offsets;      /* comment every statement with its BRIG offsets */
	const char *only;  /* print only this kernel or function and what it needs; NULL: all */
	struct sink *sink; /* takes the text in pieces; NULL: the text stays in *out */
};
/* Prints a module as HSAIL text that assembles to the same module. The view must have passed
 * brig_verify(). False after a diagnostic, or when the sink wants no more. Lists and names that a
 * module shares are written out for each use, so a hostile module could give a huge text: if a text
 * exceeds BRIG_PRINT_RATIO times the module's size by more than BRIG_PRINT_ALWAYS bytes, it is
 * refused. */
enum { BRIG_PRINT_RATIO = 64, BRIG_PRINT_ALWAYS = 64 << 20 };
bool brig_print(const struct brig_view *v, const struct brig_print_options *o, struct buf *out,
	struct diag *d) NODISCARD;

enum brig_dump_format { BRIG_DUMP_TEXT, BRIG_DUMP_JSON };
/* Prints every byte with an explanation. The module may be damaged. `sink` as for brig_print();
 * false when the sink wants no more. */
bool brig_dump(const char *file, const void *bytes, size_t len, enum brig_dump_format format,
	struct buf *out, struct sink *sink);

HSAEMU_END_DECLS

#endif
