/* Group memory that functions of several modules share, or several kernels of one (kernel_abi.h:
 * HSAEMU_KD_LINKED_GROUP). Its sections lie one after the other from 0 on, as those of the image do,
 * but nowhere in it; kernels that may reach them get as much behind their own group memory, and say
 * to the code that they run where that begins. */
#include "ld_impl.h"

enum { GROUP_ALIGN = 16, MAX_GROUP_BYTES = 1 << 30 };

static uint64_t group_bytes(const struct ld *ld)
{
	for (size_t i = 0; i < ld->out_count; i++)
		if (ld->outs[i]->part_count > 0 && ld->outs[i]->parts[0]->is_group)
			return align_up(ld->outs[i]->size, GROUP_ALIGN);
	return 0;
}

/* The descriptor's symbol; NULL when what the object calls one does not lie in it whole. */
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

static bool is_linked(const struct ld_symbol *kd)
{
	const uint8_t *p = kd->section->bytes + kd->value;

	return le32(p) == HSAEMU_KD_MAGIC &&
	       le32(p + offsetof(struct hsaemu_kernel_descriptor, flags)) & HSAEMU_KD_LINKED_GROUP;
}

/* Versions of a kernel have the same group memory. */
static const struct ld_symbol *any_descriptor(const struct ld *ld, const struct image_kernel *k)
{
	const struct ld_symbol *kd = descriptor_of(ld, k, ld->versions[0].suffix);

	return kd != NULL ? kd : descriptor_of(ld, k, "");
}

bool ld_place_group(struct ld *ld)
{
	ld->group_bytes = group_bytes(ld);
	for (uint32_t i = 0; i < ld->meta.kernel_count; i++) {
		struct image_kernel *k = &ld->meta.kernels[i];
		const struct ld_symbol *kd = any_descriptor(ld, k);

		if (kd == NULL || !is_linked(kd))
			continue;
		if (ld->group_bytes + k->group_bytes > MAX_GROUP_BYTES) {
			diag_error(ld->diag, diag_in_file(kd->object->name),
				"kernel '%s' and the functions it may call have more than 1 GiB of "
				"group memory",
				k->name);
			return false;
		}
		k->group_bytes += (uint32_t)ld->group_bytes;
	}
	return true;
}

static void patch(const struct ld_symbol *kd, uint32_t bytes, uint8_t *image)
{
	if (kd == NULL || !is_linked(kd))
		return;
	uint8_t *p = image + kd->section->out->off + kd->section->out_off + kd->value +
	             offsetof(struct hsaemu_kernel_descriptor, group_bytes);
	for (unsigned b = 0; b < sizeof(uint32_t); b++)
		p[b] = (uint8_t)(bytes >> 8 * b);
}

void ld_patch_descriptors(const struct ld *ld, uint8_t *image)
{
	for (uint32_t i = 0; i < ld->meta.kernel_count; i++) {
		const struct image_kernel *k = &ld->meta.kernels[i];

		patch(descriptor_of(ld, k, ""), k->group_bytes, image);
		for (unsigned v = 0; v < ld->version_count; v++)
			if (ld->versions[v].suffix[0] != 0)
				patch(descriptor_of(ld, k, ld->versions[v].suffix), k->group_bytes,
					image);
	}
}
