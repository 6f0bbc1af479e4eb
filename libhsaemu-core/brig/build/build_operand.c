/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Builder: operand entries (PRM 18.6). */
#include "brig/build/build_impl.h"

/* Encodes a record and shares it. */
#define SHARE(b, kind, name, r) \
	do { \
		uint8_t bytes_[BRIG_BYTES_##name] = {0}; \
		brig_store_##name(bytes_, (r)); \
		return brig_build_shared_operand((b), (kind), bytes_, sizeof bytes_); \
	} while (0)

uint32_t brig_build_register(struct brig_builder *b, uint16_t kind, uint16_t number)
{
	struct brig_operand_register r = {kind, number};
	SHARE(b, BRIG_KIND_OPERAND_REGISTER, operand_register, &r);
}

uint32_t brig_build_constant(struct brig_builder *b, uint16_t type, const void *bytes, size_t n)
{
	struct brig_operand_constant_bytes r = {type, brig_build_shared_data(b, bytes, n)};
	SHARE(b, BRIG_KIND_OPERAND_CONSTANT_BYTES, operand_constant_bytes, &r);
}

uint32_t brig_build_wavesize(struct brig_builder *b)
{
	uint8_t bytes[BRIG_BYTES_operand_wavesize] = {0};
	return brig_build_shared_operand(b, BRIG_KIND_OPERAND_WAVESIZE, bytes, sizeof bytes);
}

uint32_t brig_build_string_operand(struct brig_builder *b, struct str s)
{
	struct brig_operand_string r = {brig_build_string(b, s)};
	SHARE(b, BRIG_KIND_OPERAND_STRING, operand_string, &r);
}

uint32_t brig_build_align_operand(struct brig_builder *b, uint8_t align)
{
	struct brig_operand_align r = {align};
	SHARE(b, BRIG_KIND_OPERAND_ALIGN, operand_align, &r);
}

uint32_t brig_build_address(struct brig_builder *b, uint32_t symbol, uint32_t reg, uint64_t offset)
{
	struct brig_operand_address r = {symbol, reg, offset};
	SHARE(b, BRIG_KIND_OPERAND_ADDRESS, operand_address, &r);
}

uint32_t brig_build_code_ref(struct brig_builder *b, uint32_t code_off)
{
	struct brig_operand_code_ref r = {code_off};
	SHARE(b, BRIG_KIND_OPERAND_CODE_REF, operand_code_ref, &r);
}

uint32_t brig_build_code_list(struct brig_builder *b, const uint32_t *code_offs, uint32_t count)
{
	struct brig_operand_list r = {brig_build_offsets(b, code_offs, count)};
	SHARE(b, BRIG_KIND_OPERAND_CODE_LIST, operand_list, &r);
}

uint32_t brig_build_operand_list(struct brig_builder *b, const uint32_t *offs, uint32_t count)
{
	struct brig_operand_operand_list r = {brig_build_offsets(b, offs, count)};
	SHARE(b, BRIG_KIND_OPERAND_OPERAND_LIST, operand_operand_list, &r);
}

uint32_t brig_build_constant_list(struct brig_builder *b, uint16_t type, const uint32_t *offs,
	uint32_t count)
{
	struct brig_operand_constant_list r = {type, brig_build_offsets(b, offs, count)};
	SHARE(b, BRIG_KIND_OPERAND_CONSTANT_OPERAND_LIST, operand_constant_list, &r);
}

uint32_t brig_build_image(struct brig_builder *b, const struct brig_operand_constant_image *i)
{
	SHARE(b, BRIG_KIND_OPERAND_CONSTANT_IMAGE, operand_constant_image, i);
}

uint32_t brig_build_sampler(struct brig_builder *b, const struct brig_operand_constant_sampler *s)
{
	SHARE(b, BRIG_KIND_OPERAND_CONSTANT_SAMPLER, operand_constant_sampler, s);
}

/* ---- operands whose target comes later: never shared ---------------------------------------- */

static uint8_t *later(struct brig_builder *b, uint16_t kind, size_t n, uint32_t *off)
{
	*off = brig_build_next(b, BRIG_SECTION_INDEX_OPERAND);
	uint8_t *p = brig_build_grow(b, BRIG_SECTION_INDEX_OPERAND, n);
	brig_put16(p, (uint16_t)n);
	brig_put16(p + 2, kind);
	return p;
}

/* Returns the unshared operand at `off`, whose kind must be `kind`. */
static uint8_t *patchable(struct brig_builder *b, uint32_t off, uint16_t kind)
{
	uint8_t *p = b->sections[BRIG_SECTION_INDEX_OPERAND].data + off;
	if (le16(p + 2) != kind)
		BUG("operand 0x%x is of kind 0x%x, not 0x%x", off, le16(p + 2), kind);
	return p;
}

uint32_t brig_build_code_ref_later(struct brig_builder *b)
{
	uint32_t off;
	later(b, BRIG_KIND_OPERAND_CODE_REF, BRIG_BYTES_operand_code_ref, &off);
	return off;
}

void brig_patch_code_ref(struct brig_builder *b, uint32_t operand_off, uint32_t code_off)
{
	struct brig_operand_code_ref r = {code_off};
	brig_store_operand_code_ref(patchable(b, operand_off, BRIG_KIND_OPERAND_CODE_REF), &r);
}

uint32_t brig_build_code_list_later(struct brig_builder *b, uint32_t count)
{
	uint32_t off, data = brig_build_next(b, BRIG_SECTION_INDEX_DATA);
	brig_put32(brig_build_grow(b, BRIG_SECTION_INDEX_DATA, 4 + 4 * (size_t)count), 4 * count);

	struct brig_operand_list r = {data};
	uint8_t *p = later(b, BRIG_KIND_OPERAND_CODE_LIST, BRIG_BYTES_operand_list, &off);
	brig_store_operand_list(p, &r);
	return off;
}

void brig_patch_code_list(struct brig_builder *b, uint32_t operand_off, uint32_t index,
	uint32_t code_off)
{
	struct brig_operand_list r;
	brig_load_operand_list(patchable(b, operand_off, BRIG_KIND_OPERAND_CODE_LIST), &r);
	buf_patch_u32(&b->sections[BRIG_SECTION_INDEX_DATA], r.elements + 4 + 4 * (size_t)index,
		code_off);
}

uint32_t brig_build_address_later(struct brig_builder *b, uint32_t reg, uint64_t offset)
{
	uint32_t off;
	struct brig_operand_address r = {0, reg, offset};
	uint8_t *p = later(b, BRIG_KIND_OPERAND_ADDRESS, BRIG_BYTES_operand_address, &off);
	brig_store_operand_address(p, &r);
	return off;
}

void brig_patch_address_symbol(struct brig_builder *b, uint32_t operand_off, uint32_t code_off)
{
	struct brig_operand_address r;
	uint8_t *p = patchable(b, operand_off, BRIG_KIND_OPERAND_ADDRESS);
	brig_load_operand_address(p, &r);
	r.symbol = code_off;
	brig_store_operand_address(p, &r);
}
