/* The notes of owner "HSAEMU": metadata and required processor. */
#include "hsaemu/image.h"

bool image_meta_of(const struct elf_view *v, struct arena *a, struct image_meta *out,
	struct diag *d)
{
	const struct elf_note *n = elf_note_find(v, HSAEMU_NOTE_METADATA);

	if (!n) {
		diag_error(d, diag_in_file(v->file),
			"no HSAEmu metadata: not made by hsail-fin or hsa-ld");
		return false;
	}
	return image_meta_read(n->desc, n->len, v->file, a, out, d);
}

void image_isa_write(const struct image_isa *isa, struct buf *out)
{
	buf_append(out, isa->level, strlen(isa->level) + 1);
	buf_append(out, isa->features, strlen(isa->features) + 1);
}

/* Printable and bounded, so that it can be shown and split without further checks. */
static bool is_word_list(const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i] < 0x20 || p[i] > 0x7e)
			return false;
	return true;
}

bool image_isa_read(const void *bytes, size_t len, struct arena *a, struct image_isa *out)
{
	const char *p = bytes, *nul = len ? memchr(p, 0, len) : NULL;

	if (!nul)
		return false;
	size_t level_len = (size_t)(nul - p), rest = len - level_len - 1;
	if (rest > 0 && nul[rest] == 0)
		rest--;
	if (level_len == 0 || !is_word_list(p, level_len) || !is_word_list(nul + 1, rest))
		return false;
	out->level = arena_strndup(a, p, level_len);
	out->features = arena_strndup(a, nul + 1, rest);
	return true;
}
