/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernel descriptors, field by field as kernel_abi.def lists them. */
#include <inttypes.h>
#include "hsaemu/image.h"

#define KD_FIELD(ctype, name, off, meaning) \
	_Static_assert(offsetof(struct hsaemu_kernel_descriptor, name) == (off), #name);
#include "hsaemu/kernel_abi.def"

enum {
	KD_KNOWN_FLAGS = HSAEMU_KD_DYNAMIC_CALLSTACK | HSAEMU_KD_BARRIERS | HSAEMU_KD_IMAGES |
	                 HSAEMU_KD_FULL_PROFILE | HSAEMU_KD_LARGE_MODEL | HSAEMU_KD_ROUND_ZERO |
	                 HSAEMU_KD_NO_PARTIAL_GROUPS | HSAEMU_KD_FIBERS | HSAEMU_KD_LINKED_GROUP |
	                 HSAEMU_KD_LINKED_PRIVATE | HSAEMU_KD_ALIKE_ALL,
	KD_EXCEPTIONS = 0x1f, /* five exceptions, PRM 12.2 */
};

void image_kd_write(const struct hsaemu_kernel_descriptor *kd, struct buf *out)
{
	size_t start = out->len;
#define KD_FIELD(ctype, name, off, meaning) \
	for (size_t i = 0; i < sizeof(ctype); i++) \
		buf_u8(out, (uint8_t)((uint64_t)kd->name >> (8 * i)));
#include "hsaemu/kernel_abi.def"
	if (out->len - start != HSAEMU_KD_BYTES)
		BUG("descriptor of %zu bytes", out->len - start);
}

static uint64_t load_le(const uint8_t *p, size_t n)
{
	uint64_t v = 0;
	while (n-- > 0)
		v = v << 8 | p[n];
	return v;
}

static bool check_magic(const struct hsaemu_kernel_descriptor *kd, struct diag_place place,
	const char *name, struct diag *d)
{
	if (kd->magic == HSAEMU_KD_MAGIC)
		return true;
	if ((kd->magic & 0xffffff) == (HSAEMU_KD_MAGIC & 0xffffff))
		diag_error(d, place, "kernel '%s' was finalized for kernel ABI version %u, not %d",
			name, kd->magic >> 24, HSAEMU_ABI_VERSION);
	else
		diag_error(d, place,
			"kernel '%s' has no descriptor: its magic is 0x%08x, not 0x%08x", name,
			kd->magic, (unsigned)HSAEMU_KD_MAGIC);
	return false;
}

static const char *bad_field(const struct hsaemu_kernel_descriptor *kd)
{
	if (kd->flags & ~(uint32_t)KD_KNOWN_FLAGS)
		return "flags";
	if (!is_pow2(kd->kernarg_align) || kd->kernarg_align < 16 ||
		kd->kernarg_align > HSAEMU_SEGMENT_ALIGN)
		return "kernarg_align";
	if (kd->wavefront_size != HSAEMU_WAVESIZE)
		return "wavefront_size";
	if (kd->context_bytes > HSAEMU_MAX_CONTEXT_BYTES)
		return "context_bytes";
	uint64_t wg = (uint64_t)kd->required_wg_x * kd->required_wg_y;
	if (wg > HSAEMU_MAX_WORKGROUP || wg * kd->required_wg_z > HSAEMU_MAX_WORKGROUP)
		return "required_wg";
	if ((kd->required_wg_x == 0) != (kd->required_wg_y == 0) ||
		(kd->required_wg_x == 0) != (kd->required_wg_z == 0))
		return "required_wg";
	if (kd->detect_mask & ~KD_EXCEPTIONS)
		return "detect_mask";
	if (kd->break_mask & ~KD_EXCEPTIONS)
		return "break_mask";
	if (kd->required_dim > 3)
		return "required_dim";
	bool fibers = (kd->flags & HSAEMU_KD_FIBERS) != 0;
	if (fibers ? kd->fiber_items != 1 && kd->fiber_items != HSAEMU_WAVESIZE
		   : kd->fiber_items != 0)
		return "fiber_items";
	if (kd->shape != 1 && kd->shape != 4 && kd->shape != 8 && kd->shape != 16)
		return "shape";
	return NULL;
}

bool image_kd_read(const uint8_t *bytes, struct diag_place place, const char *name,
	struct hsaemu_kernel_descriptor *kd, struct diag *d)
{
	*kd = (struct hsaemu_kernel_descriptor){0};
#define KD_FIELD(ctype, name, off, meaning) kd->name = (ctype)load_le(bytes + (off), sizeof(ctype));
#include "hsaemu/kernel_abi.def"
	if (!check_magic(kd, place, name, d))
		return false;
	const char *field = bad_field(kd);
	if (field)
		diag_error(d, place, "the descriptor of kernel '%s' has an invalid value in '%s'",
			name, field);
	return !field;
}

void image_kd_print(const struct hsaemu_kernel_descriptor *kd, struct buf *out)
{
#define KD_FIELD(ctype, name, off, meaning) \
	buf_printf(out, "  %-24s 0x%0*" PRIx64 "\n", #name, (int)sizeof(ctype) * 2, \
		(uint64_t)kd->name & (UINT64_MAX >> (64 - 8 * sizeof(ctype))));
#include "hsaemu/kernel_abi.def"
}
