/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads build IDs and dynamic sections, of ELF files and of loaded objects. Little is read, because
 * this is done at each look into the cache; a damaged file has nothing that is looked for. */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "cache/cache_impl.h"

enum {
	MOST_NOTE_BYTES = 1 << 16,
	MOST_DYNAMIC_BYTES = 1 << 16,
	MOST_TEXT_BYTES = 1 << 12,
	TEXT_PIECE = 64,
};

static bool read_at(int fd, uint64_t off, void *to, size_t count)
{
	char *p = to;
	while (count > 0) {
		ssize_t n = pread(fd, p, count, (off_t)off);
		if (n == 0 || (n < 0 && errno != EINTR))
			return false;
		p += n > 0 ? n : 0;
		off += n > 0 ? (uint64_t)n : 0;
		count -= n > 0 ? (size_t)n : 0;
	}
	return true;
}

bool cache_elf_read(const struct cache_elf *e, uint64_t address, void *to, size_t count)
{
	for (size_t i = 0; i < e->count; i++) {
		const Elf64_Phdr *p = &e->segments[i];
		uint64_t at = address - p->p_vaddr;
		if (p->p_type != PT_LOAD || address < p->p_vaddr || at > p->p_filesz ||
			count > p->p_filesz - at)
			continue;
		if (e->fd >= 0)
			return read_at(e->fd, p->p_offset + at, to, count);
		/* The address is within a segment of a loaded object. */
		memcpy(to, (const void *)(uintptr_t)(e->base + address), count);
		return true;
	}
	return false;
}

/* ---- notes ----------------------------------------------------------------------------------- */

static bool build_id_in(struct str notes, struct buf *out)
{
	static const char owner[4] = "GNU";
	while (notes.n >= sizeof(Elf64_Nhdr)) {
		Elf64_Nhdr h;
		memcpy(&h, notes.p, sizeof h);
		notes = str_skip(notes, sizeof h);
		uint64_t name = align_up(h.n_namesz, 4), desc = align_up(h.n_descsz, 4);
		if (name > notes.n || h.n_descsz > notes.n - name)
			return false;
		if (h.n_type == NT_GNU_BUILD_ID && h.n_namesz == sizeof owner &&
			memcmp(notes.p, owner, sizeof owner) == 0 && h.n_descsz != 0) {
			buf_append(out, notes.p + name, h.n_descsz);
			return true;
		}
		if (desc > notes.n - name)
			return false;
		notes = str_skip(notes, name + desc);
	}
	return false;
}

bool cache_elf_build_id(const struct cache_elf *e, struct buf *out)
{
	struct buf notes = BUF_INIT;
	bool found = false;
	for (size_t i = 0; i < e->count && !found; i++) {
		const Elf64_Phdr *p = &e->segments[i];
		if (p->p_type != PT_NOTE || p->p_filesz > MOST_NOTE_BYTES)
			continue;
		buf_clear(&notes);
		found = cache_elf_read(e, p->p_vaddr, buf_extend(&notes, p->p_filesz),
				p->p_filesz) &&
		        build_id_in(buf_slice(&notes), out);
	}
	buf_release(&notes);
	return found;
}

/* ---- dynamic section ------------------------------------------------------------------------- */

/* Reads the dynamic section. Returns false if there is none. */
static bool read_dynamic(const struct cache_elf *e, struct buf *out)
{
	for (size_t i = 0; i < e->count; i++) {
		const Elf64_Phdr *p = &e->segments[i];
		if (p->p_type == PT_DYNAMIC && p->p_filesz <= MOST_DYNAMIC_BYTES)
			return cache_elf_read(e, p->p_vaddr, buf_extend(out, p->p_filesz),
				p->p_filesz);
	}
	return false;
}

/* Finds the n-th entry with the tag. Returns false if there is none. */
static bool find_entry(const struct buf *section, int64_t tag, size_t n, uint64_t *value)
{
	Elf64_Dyn d;
	for (size_t at = 0; section->len - at >= sizeof d; at += sizeof d) {
		memcpy(&d, section->data + at, sizeof d);
		if (d.d_tag == DT_NULL)
			return false;
		if (d.d_tag == tag && n-- == 0) {
			*value = d.d_un.d_val;
			return true;
		}
	}
	return false;
}

/* Appends a text without its NUL. It is read piece by piece, byte by byte at a segment's end. */
static bool read_text(const struct cache_elf *e, uint64_t address, struct buf *out)
{
	size_t begin = out->len;
	while (out->len - begin < MOST_TEXT_BYTES) {
		char piece[TEXT_PIECE];
		size_t n = sizeof piece;
		uint64_t at = address + (out->len - begin);
		if (!cache_elf_read(e, at, piece, n) && !cache_elf_read(e, at, piece, n = 1))
			return false;
		size_t chars = strnlen(piece, n);
		buf_append(out, piece, chars);
		if (chars < n)
			return true;
	}
	return false;
}

bool cache_elf_dynamic(const struct cache_elf *e, int64_t tag, size_t n, struct buf *out)
{
	struct buf section = BUF_INIT;
	uint64_t at, strings;
	bool found = read_dynamic(e, &section) && find_entry(&section, tag, n, &at) &&
	             find_entry(&section, DT_STRTAB, 0, &strings);
	buf_release(&section);
	if (!found)
		return false;
	/* The dynamic linker has made an address in memory of the one in the file. */
	if (e->fd < 0 && strings >= e->base)
		strings -= e->base;
	return read_text(e, strings + at, out);
}
