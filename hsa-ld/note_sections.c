/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads the notes of an object into its metadata, and writes the notes of the image into
 * sections. */
#include <gelf.h>
#include "note_sections_impl.h"

enum { BUILD_ID_BYTES = 16 };

static bool refuse(struct ld *ld, const struct ld_object *o, const char *what)
{
	diag_error(ld->diag, diag_at_section(o->name, ".note.hsaemu", 0), "%s", what);
	return false;
}

static bool take_version(struct ld *ld, struct ld_object *o, const uint8_t *desc, size_t len)
{
	struct image_isa *v;

	if (o->versions == NULL)
		o->versions = ARENA_ARRAY(&ld->arena, struct image_isa, IMAGE_MAX_VERSIONS);
	if (o->version_count == IMAGE_MAX_VERSIONS)
		return refuse(ld, o, "too many versions of the code");
	v = &o->versions[o->version_count++];
	if (!image_isa_read(desc, len, &ld->arena, v))
		return refuse(ld, o, "ill-formed note about the processor");
	if (o->version_count > 1 && (v->suffix[0] == 0 || o->versions[0].suffix[0] == 0))
		return refuse(ld, o, "versions of the code that cannot be told apart");
	return true;
}

static bool take_note(struct ld *ld, struct ld_object *o, uint32_t type, const uint8_t *desc,
	size_t len)
{
	switch (type) {
	case HSAEMU_NOTE_METADATA:
		if (o->has_meta)
			return refuse(ld, o, "more than one metadata note");
		o->has_meta = true;
		return image_meta_read(desc, len, o->name, &ld->arena, &o->meta, ld->diag);
	case HSAEMU_NOTE_ISA:
		return take_version(ld, o, desc, len);
	case HSAEMU_NOTE_TOOL:
	case HSAEMU_NOTE_BRIG:
	case HSAEMU_NOTE_CODE_OBJECT:
		for (size_t i = 0; i < ld->note_count; i++)
			if (ld->notes[i].type == type && ld->notes[i].len == len &&
				memcmp(ld->notes[i].desc, desc, len) == 0)
				return true;
		ARRAY_GROW(ld->notes, ld->note_count, ld->note_cap);
		ld->notes[ld->note_count++] = (struct ld_note){type, desc, len};
		return true;
	}
	return refuse(ld, o, "note of an unknown type");
}

bool ld_read_notes(struct ld *ld, struct ld_object *o, Elf_Scn *scn)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	size_t off = 0, name_off, desc_off;
	GElf_Nhdr h;

	if (!data ||
		(data->d_size > 0 && data->d_type != ELF_T_NHDR && data->d_type != ELF_T_NHDR8))
		return refuse(ld, o, "damaged notes");
	while (off < data->d_size) {
		size_t next = gelf_getnote(data, off, &h, &name_off, &desc_off);
		if (next == 0)
			return refuse(ld, o, "damaged notes");
		const char *bytes = data->d_buf;
		if (h.n_namesz != sizeof HSAEMU_NOTE_OWNER ||
			memcmp(bytes + name_off, HSAEMU_NOTE_OWNER, h.n_namesz) != 0)
			return refuse(ld, o, "note of an unknown owner");
		if (!take_note(ld, o, h.n_type, (const uint8_t *)bytes + desc_off, h.n_descsz))
			return false;
		off = next;
	}
	return true;
}

static void add_note(struct buf *b, const char *owner, uint32_t type, const void *desc, size_t len)
{
	buf_u32(b, (uint32_t)strlen(owner) + 1);
	buf_u32(b, (uint32_t)len);
	buf_u32(b, type);
	buf_append(b, owner, strlen(owner) + 1);
	buf_align(b, 4);
	buf_append(b, desc, len);
	buf_align(b, 4);
}

void ld_make_notes(struct ld *ld)
{
	struct buf desc = BUF_INIT;
	struct buf *note = &ld->o_note->content;

	image_meta_write(&ld->meta, &desc);
	add_note(note, HSAEMU_NOTE_OWNER, HSAEMU_NOTE_METADATA, desc.data, desc.len);
	for (unsigned k = 0; k < ld->version_count; k++) {
		buf_clear(&desc);
		image_isa_write(&ld->versions[k], &desc);
		add_note(note, HSAEMU_NOTE_OWNER, HSAEMU_NOTE_ISA, desc.data, desc.len);
	}
	buf_release(&desc);
	for (size_t i = 0; i < ld->note_count; i++)
		add_note(note, HSAEMU_NOTE_OWNER, ld->notes[i].type, ld->notes[i].desc,
			ld->notes[i].len);
	add_note(&ld->o_build_id->content, "GNU", NT_GNU_BUILD_ID, "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
		BUILD_ID_BYTES);
}
