/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builder: directives and instructions (PRM 18.5). */
#include "brig/build/build_impl.h"

/* Appends an entry of n bytes with byteCount and kind filled in. */
static uint8_t *entry(struct brig_builder *b, uint16_t kind, size_t n, uint32_t *off)
{
	*off = brig_build_next(b, BRIG_SECTION_INDEX_CODE);
	uint8_t *p = brig_build_grow(b, BRIG_SECTION_INDEX_CODE, n);
	brig_put16(p, (uint16_t)n);
	brig_put16(p + 2, kind);
	return p;
}

#define APPEND(b, kind, name, r) \
	do { \
		uint32_t off_; \
		brig_store_##name(entry((b), (kind), BRIG_BYTES_##name, &off_), (r)); \
		return off_; \
	} while (0)

uint32_t brig_build_module(struct brig_builder *b, const struct brig_directive_module *m)
{
	APPEND(b, BRIG_KIND_DIRECTIVE_MODULE, directive_module, m);
}

uint32_t brig_build_name_directive(struct brig_builder *b, uint16_t kind, struct str name)
{
	struct brig_directive_name r = {brig_build_string(b, name)};
	APPEND(b, kind, directive_name, &r);
}

uint32_t brig_build_loc(struct brig_builder *b, uint32_t file, uint32_t line, uint32_t column)
{
	struct brig_directive_loc r = {file, line, column};
	APPEND(b, BRIG_KIND_DIRECTIVE_LOC, directive_loc, &r);
}

uint32_t brig_build_pragma(struct brig_builder *b, const uint32_t *operands, uint32_t count)
{
	struct brig_directive_pragma r = {brig_build_offsets(b, operands, count)};
	APPEND(b, BRIG_KIND_DIRECTIVE_PRAGMA, directive_pragma, &r);
}

uint32_t brig_build_control(struct brig_builder *b, uint16_t control, const uint32_t *operands,
	uint32_t count)
{
	struct brig_directive_control r = {control, brig_build_offsets(b, operands, count)};
	APPEND(b, BRIG_KIND_DIRECTIVE_CONTROL, directive_control, &r);
}

uint32_t brig_build_variable(struct brig_builder *b, const struct brig_directive_variable *v)
{
	APPEND(b, BRIG_KIND_DIRECTIVE_VARIABLE, directive_variable, v);
}

uint32_t brig_build_fbarrier(struct brig_builder *b, const struct brig_directive_fbarrier *f)
{
	APPEND(b, BRIG_KIND_DIRECTIVE_FBARRIER, directive_fbarrier, f);
}

uint32_t brig_build_arg_block(struct brig_builder *b, bool start)
{
	uint32_t off;
	entry(b, start ? BRIG_KIND_DIRECTIVE_ARG_BLOCK_START : BRIG_KIND_DIRECTIVE_ARG_BLOCK_END,
		BRIG_BASE_BYTES, &off);
	return off;
}

uint32_t brig_build_inst(struct brig_builder *b, const struct isa_inst *inst, uint16_t record,
	const uint32_t *operands, uint32_t count)
{
	const struct brig_record *r = brig_record_find(record);
	uint32_t off;

	if (!r || record < BRIG_KIND_INST_BEGIN || record >= BRIG_KIND_INST_END)
		BUG("0x%x is not the kind of an instruction record", record);
	uint32_t list = brig_build_offsets(b, operands, count);
	brig_inst_store(record, entry(b, record, r->bytes, &off), inst, list);
	return off;
}

void brig_patch_variable_dim(struct brig_builder *b, uint32_t code_off, uint64_t dim)
{
	struct brig_directive_variable r;
	uint8_t *p = b->sections[BRIG_SECTION_INDEX_CODE].data + code_off;

	brig_load_directive_variable(p, &r);
	r.dim = dim;
	brig_store_directive_variable(p, &r);
}

uint32_t brig_build_code_end(const struct brig_builder *b)
{
	return brig_build_next(b, BRIG_SECTION_INDEX_CODE);
}

uint32_t brig_build_operand_end(const struct brig_builder *b)
{
	return brig_build_next(b, BRIG_SECTION_INDEX_OPERAND);
}

/* ---- executables: the marks fill in counts and offsets (PRM 18.5.1.5) ----------------------- */

uint32_t brig_build_executable_begin(struct brig_builder *b, uint16_t kind,
	const struct brig_directive_executable *x)
{
	APPEND(b, kind, directive_executable, x);
}

/* Counts the formals between two offsets, where nothing but formals may have been built. */
static uint16_t formals(uint32_t from, uint32_t to)
{
	uint32_t count = (to - from) / BRIG_BYTES_directive_variable;
	if ((to - from) % BRIG_BYTES_directive_variable != 0 || count > UINT16_MAX)
		BUG("%u bytes of formal arguments", to - from);
	return (uint16_t)count;
}

static uint8_t *executable(struct brig_builder *b, uint32_t x, struct brig_directive_executable *r)
{
	uint8_t *p = b->sections[BRIG_SECTION_INDEX_CODE].data + x;
	brig_load_directive_executable(p, r);
	return p;
}

void brig_build_executable_inputs(struct brig_builder *b, uint32_t x)
{
	struct brig_directive_executable r;
	uint8_t *p = executable(b, x, &r);

	r.first_in_arg = brig_build_code_end(b);
	r.out_arg_count = formals(x + BRIG_BYTES_directive_executable, r.first_in_arg);
	brig_store_directive_executable(p, &r);
}

void brig_build_executable_body(struct brig_builder *b, uint32_t x)
{
	struct brig_directive_executable r;
	uint8_t *p = executable(b, x, &r);

	r.first_code_block_entry = brig_build_code_end(b);
	r.in_arg_count = formals(r.first_in_arg, r.first_code_block_entry);
	brig_store_directive_executable(p, &r);
}

void brig_build_executable_end(struct brig_builder *b, uint32_t x)
{
	struct brig_directive_executable r;
	uint8_t *p = executable(b, x, &r);

	r.next_module_entry = brig_build_code_end(b);
	brig_store_directive_executable(p, &r);
}
