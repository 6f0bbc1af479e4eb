/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Fat binaries, as nvcc makes them: a head, and members behind it that have heads of their own. A
 * member is PTX or code of a GPU, as it is or compressed. What the heads say is checked against the
 * size of the whole. */
#include <lz4.h>
#include <string.h>
#include <zstd.h>
#include "hsaemu/base.h"
#include "module_impl.h"

enum { FAT_VERSION = 1, MEMBER_VERSION = 0x101 };
enum { MEMBER_PTX = 1, MEMBER_ELF = 2 };
enum { FLAG_LZ4 = 1 << 13, FLAG_ZSTD = 1 << 15 };
enum { MAX_UNPACKED = 1 << 28 }; /* bytes of one member */

struct fat_head {
	uint32_t magic;
	uint16_t version, head_bytes;
	uint64_t bytes; /* of the members */
};

struct fat_member {
	uint16_t kind, version;
	uint32_t head_bytes;
	uint64_t bytes; /* behind the head, which the next member follows */
	uint32_t packed_bytes, unused;
	uint16_t minor, major; /* of PTX */
	uint32_t architecture; /* 75: sm_75 */
	uint32_t name[2];
	uint64_t flags, unused2;
	uint64_t full_bytes; /* of what is compressed */
};
_Static_assert(sizeof(struct fat_member) == 64, "as in the file");

bool cu_fat_binary_is(const uint8_t *bytes)
{
	static const uint8_t magic[4] = {0x50, 0xed, 0x55, 0xba};
	return memcmp(bytes, magic, sizeof magic) == 0;
}

static bool take_ptx(const struct fat_member *m, const uint8_t *bytes, struct cu_code *code)
{
	*code = (struct cu_code){.kind = CU_CODE_PTX,
		.bytes = bytes,
		.count = (size_t)m->bytes,
		.architecture = m->architecture};
	if ((m->flags & (FLAG_LZ4 | FLAG_ZSTD)) == 0)
		return true;
	code->packing = (m->flags & FLAG_LZ4) != 0 ? CU_PACKED_LZ4 : CU_PACKED_ZSTD;
	code->count = m->packed_bytes;
	code->full_count = (size_t)m->full_bytes;
	return m->packed_bytes <= m->bytes && m->full_bytes <= MAX_UNPACKED;
}

/* What the device could run is better, of that what is for newer ones. */
static bool is_better(const struct cu_code *a, const struct cu_code *b, unsigned device)
{
	bool fits = a->architecture <= device;
	if (fits != (b->architecture <= device))
		return fits;
	return fits ? a->architecture > b->architecture : a->architecture < b->architecture;
}

static void insert(struct cu_codes *to, const struct cu_code *code)
{
	unsigned at = to->count;
	if (to->count == CU_MAX_CODES)
		return;
	for (; at > 0 && is_better(code, &to->code[at - 1], to->architecture); at--)
		to->code[at] = to->code[at - 1];
	to->code[at] = *code;
	to->count++;
}

void cu_fat_binary_find(const uint8_t *bytes, size_t count, struct cu_codes *to)
{
	struct fat_head h;
	struct fat_member m;
	if (count < sizeof h)
		return;
	memcpy(&h, bytes, sizeof h);
	if (h.version != FAT_VERSION || h.head_bytes < sizeof h || h.head_bytes > count ||
		h.bytes > count - h.head_bytes)
		return;
	for (uint64_t at = h.head_bytes, end = at + h.bytes; end - at >= sizeof m;) {
		struct cu_code code;
		memcpy(&m, bytes + at, sizeof m);
		if (m.version != MEMBER_VERSION || m.head_bytes < sizeof m ||
			m.head_bytes > end - at || m.bytes > end - at - m.head_bytes)
			return;
		if (m.kind == MEMBER_ELF)
			to->gpu_only = m.architecture;
		else if (m.kind == MEMBER_PTX && take_ptx(&m, bytes + at + m.head_bytes, &code))
			insert(to, &code);
		at += m.head_bytes + m.bytes;
	}
}

/* ---- texts ----------------------------------------------------------------------------------- */

static bool unpack(const struct cu_code *code, char *to)
{
	if (code->packing == CU_PACKED_LZ4)
		return LZ4_decompress_safe((const char *)code->bytes, to, (int)code->count,
			       (int)code->full_count) == (int)code->full_count;
	return ZSTD_decompress(to, code->full_count, code->bytes, code->count) == code->full_count;
}

CUresult cu_code_text(const struct cu_code *code, char **text, size_t *count)
{
	*count = code->packing == CU_PACKED_NOT ? code->count : code->full_count;
	*text = mem_try_new(*count + 1, 1);
	if (*text == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	if (code->packing != CU_PACKED_NOT && !unpack(code, *text)) {
		free(*text);
		return CUDA_ERROR_INVALID_IMAGE;
	}
	if (code->packing == CU_PACKED_NOT && code->count != 0)
		memcpy(*text, code->bytes, code->count);
	*count = strlen(*text); /* blanks and zeros stand around it in fat binaries */
	return CUDA_SUCCESS;
}
