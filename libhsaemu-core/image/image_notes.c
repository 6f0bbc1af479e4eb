/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
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
	if (isa->suffix[0] != 0)
		buf_append(out, isa->suffix, strlen(isa->suffix) + 1);
}

/* Checks that the text is printable and not long, so that it can be shown and split without
 * further checks. */
static bool is_word_list(const char *p, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (p[i] < 0x20 || p[i] > 0x7e)
			return false;
	return true;
}

/* Takes the text up to a zero byte or the end. */
static struct str next_string(struct str *rest)
{
	const char *nul = rest->n ? memchr(rest->p, 0, rest->n) : NULL;
	struct str s = {rest->p, nul ? (size_t)(nul - rest->p) : rest->n};

	*rest = str_skip(*rest, nul ? s.n + 1 : s.n);
	return s;
}

bool image_isa_read(const void *bytes, size_t len, struct arena *a, struct image_isa *out)
{
	struct str rest = {bytes, len}, level, features, suffix;

	if (!len || !memchr(bytes, 0, len))
		return false;
	level = next_string(&rest);
	features = next_string(&rest);
	suffix = next_string(&rest);
	if (level.n == 0 || rest.n != 0 || !is_word_list(level.p, level.n) ||
		!is_word_list(features.p, features.n) || !is_word_list(suffix.p, suffix.n) ||
		(suffix.n != 0 && suffix.p[0] != ':'))
		return false;
	out->level = arena_strndup(a, level.p, level.n);
	out->features = arena_strndup(a, features.p, features.n);
	out->suffix = arena_strndup(a, suffix.p, suffix.n);
	return true;
}

void image_isa_print(const struct image_isa *isa, struct buf *out)
{
	buf_printf(out, "  - level: %s\n    features: \"%s\"\n", isa->level, isa->features);
	if (isa->suffix[0] != 0)
		buf_printf(out, "    symbols_end_in: \"%s\"\n", isa->suffix);
}
