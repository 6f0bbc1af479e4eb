/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Lays out the group memory, and the private memory of modules, that functions of several modules
 * or several kernels of one module share (kernel_abi.h: HSAEMU_KD_LINKED_GROUP and
 * HSAEMU_KD_LINKED_PRIVATE). The sections of such memory get addresses from 0 on and take no room
 * in the image. A kernel whose code may use shared memory gets that many bytes behind its own
 * memory, and tells the code that it runs where those bytes begin. */
#include "group_segment_impl.h"

enum { SEGMENT_ALIGN = 16, MAX_BYTES = 1 << 30 };

static uint64_t segment_bytes(const struct ld *ld, const char *section)
{
	for (size_t i = 0; i < ld->out_count; i++)
		if (ld->outs[i]->part_count > 0 && ld->outs[i]->parts[0]->is_segment &&
			strcmp(ld->outs[i]->name, section) == 0)
			return align_up(ld->outs[i]->size, SEGMENT_ALIGN);
	return 0;
}

/* Returns the global symbol of this name, or NULL when no object mentions it. */
static struct ld_symbol *find(const struct ld *ld, struct str name)
{
	uint64_t idx;

	return str_map_find(&ld->global_idx, name, &idx) ? ld->globals[idx] : NULL;
}

static void define(struct ld_symbol *s)
{
	if (s != NULL && s->state == LD_UNDEFINED)
		/* an absolute symbol, whose value is set in ld_place_group() */
		s->state = LD_DEFINED;
}

void ld_define_sizes(struct ld *ld)
{
	define(find(ld, STR(HSAEMU_LINKED_PRIVATE_SYMBOL)));
	define(find(ld, STR(HSAEMU_DYNAMIC_GROUP_SYMBOL)));
}

static bool is_ours(const struct ld_symbol *s)
{
	return s != NULL && s->state == LD_DEFINED && s->section == NULL;
}

/* Returns the symbol of a kernel's descriptor for the version with this suffix. Returns NULL when
 * the symbol is undefined or has no room for a descriptor in its section. */
static const struct ld_symbol *descriptor_of(const struct ld *ld, const struct image_kernel *k,
	const char *suffix)
{
	struct buf name = BUF_INIT;
	const struct ld_symbol *s = NULL;
	uint64_t idx;

	buf_printf(&name, "%s.kd%s", k->symbol, suffix);
	if (str_map_find(&ld->global_idx, buf_slice(&name), &idx))
		s = ld->globals[idx];
	buf_release(&name);
	if (s == NULL || s->state != LD_DEFINED || !s->section || !s->section->bytes ||
		s->section->discarded || s->section->size < HSAEMU_KD_BYTES ||
		s->value > s->section->size - HSAEMU_KD_BYTES)
		return NULL;
	return s;
}

/* Returns the flags that say which kinds of shared memory the kernel uses; 0 when the bytes are not
 * a descriptor. */
static uint32_t linked_flags(const struct ld_symbol *kd)
{
	const uint8_t *p = kd->section->bytes + kd->value;

	if (le32(p) != HSAEMU_KD_MAGIC)
		return 0;
	return le32(p + offsetof(struct hsaemu_kernel_descriptor, flags)) &
	       (HSAEMU_KD_LINKED_GROUP | HSAEMU_KD_LINKED_PRIVATE);
}

/* Returns the descriptor of one version of the kernel, or NULL. Any version serves, because all
 * have the same group memory. */
static const struct ld_symbol *any_descriptor(const struct ld *ld, const struct image_kernel *k)
{
	const struct ld_symbol *kd = descriptor_of(ld, k, ld->versions[0].suffix);

	return kd != NULL ? kd : descriptor_of(ld, k, "");
}

static bool enlarge(struct ld *ld, const struct ld_symbol *kd, const char *kernel, const char *what,
	uint32_t *bytes, uint64_t more)
{
	if (more + *bytes > MAX_BYTES) {
		diag_error(ld->diag, diag_in_file(kd->object->name),
			"kernel '%s' and the functions it may call have more than 1 GiB of %s memory",
			kernel, what);
		return false;
	}
	*bytes += (uint32_t)more;
	return true;
}

bool ld_place_group(struct ld *ld)
{
	struct ld_symbol *size = find(ld, STR(HSAEMU_LINKED_PRIVATE_SYMBOL));
	struct ld_symbol *end = find(ld, STR(HSAEMU_DYNAMIC_GROUP_SYMBOL));
	bool ok = true;

	ld->group_bytes = segment_bytes(ld, ".bss.hsa.group");
	if (is_ours(end)) /* dynamic group memory begins at its value */
		end->value = ld->group_bytes = align_up(ld->group_bytes, HSAEMU_SEGMENT_ALIGN);
	/* The size is rounded up so that the blocks of memory of successive work-items stay
	 * aligned. */
	ld->private_bytes = align_up(segment_bytes(ld, ".bss.hsa.private"), HSAEMU_SEGMENT_ALIGN);
	if (is_ours(size))
		size->value = ld->private_bytes;
	for (uint32_t i = 0; ok && i < ld->meta.kernel_count; i++) {
		struct image_kernel *k = &ld->meta.kernels[i];
		const struct ld_symbol *kd = any_descriptor(ld, k);
		uint32_t flags = kd != NULL ? linked_flags(kd) : 0;

		if (flags & HSAEMU_KD_LINKED_GROUP)
			ok = enlarge(ld, kd, k->name, "group", &k->group_bytes, ld->group_bytes);
		if (ok && flags & HSAEMU_KD_LINKED_PRIVATE)
			ok = enlarge(ld, kd, k->name, "private", &k->private_bytes,
				ld->private_bytes);
	}
	return ok;
}

static void put_u32(uint8_t *p, uint32_t v)
{
	for (unsigned b = 0; b < sizeof v; b++)
		p[b] = (uint8_t)(v >> 8 * b);
}

static void patch(const struct ld_symbol *kd, const struct image_kernel *k, uint8_t *image)
{
	if (kd == NULL || linked_flags(kd) == 0)
		return;
	uint8_t *p = image + kd->section->out->off + kd->section->out_off + kd->value;
	put_u32(p + offsetof(struct hsaemu_kernel_descriptor, group_bytes), k->group_bytes);
	put_u32(p + offsetof(struct hsaemu_kernel_descriptor, private_bytes), k->private_bytes);
}

void ld_patch_descriptors(const struct ld *ld, uint8_t *image)
{
	for (uint32_t i = 0; i < ld->meta.kernel_count; i++) {
		const struct image_kernel *k = &ld->meta.kernels[i];

		patch(descriptor_of(ld, k, ""), k, image);
		for (unsigned v = 0; v < ld->version_count; v++)
			if (ld->versions[v].suffix[0] != 0)
				patch(descriptor_of(ld, k, ld->versions[v].suffix), k, image);
	}
}
