/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The structures that the files of hsa-ld share. `struct ld` is the link in progress; its arena
 * keeps most of the others until the link is over. link.c has the order of the passes. */
#ifndef HSAEMU_LD_IMPL_H
#define HSAEMU_LD_IMPL_H

#include <elf.h>
#include <libelf.h>
#include "hsaemu/image.h"
#include "hsaemu/link.h"

struct ld_object;

enum ld_symbol_state {
	LD_UNDEFINED,
	LD_COMMON, /* tentative: `size` bytes, alignment in `value` */
	LD_DEFINED,
};

/* A symbol. Each local symbol of an object has one, and so has each global name of the link. */
struct ld_symbol {
	const char *name;
	enum ld_symbol_state state;
	uint8_t type, visibility; /* STT_*; STV_*, the most restrictive one seen */
	bool weak, global, exported, needs_got;
	bool imported;                   /* undefined, and left to the loader */
	bool needed;                     /* section_gc.c: a section that is in use refers to it */
	struct ld_reference *references; /* the first uses of an undefined symbol */
	size_t reference_count;
	/* the object that defines it, or else the first to mention it */
	struct ld_object *object;
	struct ld_section *section; /* NULL when absolute */
	uint64_t value, size;
	uint32_t got_slot;
	uint32_t dynamic_idx; /* of imports: index in the image's .dynsym */
	uint32_t import_uses; /* number of relocations */
	uint32_t out_idx;     /* index in the image's .symtab; 0: not there */
};

/* A place where an undefined symbol is used. */
struct ld_reference {
	const struct ld_section *section;
	uint64_t off;
};

/* A section of an object that goes into the image. */
struct ld_section {
	struct ld_object *object;
	const char *name;
	uint32_t type;
	uint64_t flags, size, align;
	const uint8_t *bytes; /* NULL for SHT_NOBITS */
	const Elf64_Rela *relocs;
	size_t reloc_count;
	/* left out, for another object's copy of its COMDAT group or by --gc */
	bool discarded;
	/* for discarded sections: the copy in that other object, or NULL */
	struct ld_section *kept;
	bool needed, collected; /* section_gc.c: in use; discarded because not in use */
	bool needs_relro;       /* read-only, but holds addresses */
	/* group or private memory: addresses are offsets there, not in the image */
	bool is_segment;
	struct ld_out *out;
	uint64_t out_off;
};

/* A kernel or an indirect function of module linkage; see module_linkage.c. */
struct ld_own {
	const char **symbol; /* in the object's metadata */
	const char *plain, *unique;
	bool is_kernel;
};

struct ld_object {
	const char *name; /* "a.o" or "libx.a(m.o)" */
	Elf *elf;
	struct ld_section **sections; /* by index; NULL for those that do not go into the image */
	size_t section_count;
	struct ld_symbol **symbols; /* by index */
	size_t symbol_count, first_global;
	bool has_meta;
	struct image_meta meta;
	struct image_isa *versions; /* versions of the object's code; NULL without a note of them */
	unsigned version_count;
	struct ld_own *own;
	size_t own_count;
	/* while symbols are read: name -> index of `own` << 32 | which of its symbols */
	struct str_map own_idx;
};

struct ld_note { /* a note that is kept as it is */
	uint32_t type;
	const uint8_t *desc;
	size_t len;
};

/* A member of an archive, which is pulled when it is needed. */
struct ld_member {
	const char *name;
	Elf *elf;
	bool loaded;
	const char *reason; /* the symbol for which it was pulled, or NULL */
};

/* The name that messages use for an ELF symbol that comes from HSAIL. */
struct ld_hsail_name {
	const char *kind, *name; /* such as "function" and "&f" */
	const char *module;      /* "&m"; "" if that is not known */
	bool is_public;          /* a kernel, or of program linkage */
	bool is_importable;      /* a global or readonly variable with program linkage */
	/* the last object for which a second definition was reported */
	const struct ld_object *duplicate_in;
};

enum ld_class { LD_READ, LD_CODE, LD_DATA, LD_OTHER, LD_CLASS_COUNT };

/* A section of the image. */
struct ld_out {
	const char *name;
	uint32_t type, idx, link, info;
	uint64_t flags, align, entsize;
	uint64_t addr, off, size;
	enum ld_class class;
	unsigned rank; /* position within the class */
	struct ld_section **parts;
	size_t part_count, part_cap;
	struct buf content; /* the bytes of a section that the linker makes */
	struct buf moved;   /* for a section that is not loaded: Elf64_Rela of its addresses */
	bool synthetic;
};

struct ld_strings { /* a string table that holds every string once */
	struct buf bytes;
	struct str_map offs;
};

struct ld_segment {
	uint32_t flags;
	uint64_t addr, off, file_bytes, mem_bytes;
};

struct ld {
	const struct link_options *options;
	struct diag *diag;
	unsigned errors_before; /* in `diag` when the link began */
	struct arena arena;

	struct ld_object **objects;
	size_t object_count, object_cap;
	Elf **elfs; /* all are ended with the link */
	size_t elf_count, elf_cap;
	struct ld_member *members;
	size_t member_count, member_cap;
	struct ld_note *notes;
	size_t note_count, note_cap;

	struct ld_symbol **globals; /* in order of appearance */
	size_t global_count, global_cap;
	struct str_map global_idx; /* name -> index of `globals` */
	struct str_map member_idx; /* defined name -> index of `members` */
	struct str_map group_idx;  /* COMDAT signature -> index of `objects` that has it */
	struct str_map hsail_idx;  /* ELF name -> index of `hsail_names` */
	struct ld_hsail_name *hsail_names;
	size_t hsail_count, hsail_cap;

	struct ld_symbol **undefined; /* in order of first use */
	size_t undefined_count, undefined_cap;

	struct image_meta meta;              /* metadata of the image */
	uint64_t group_bytes, private_bytes; /* sizes of the variables that the modules share */
	struct image_isa *versions;          /* versions of the image's code, at least one */
	unsigned version_count;

	struct ld_section **commons; /* sections made for common symbols */
	size_t common_count, common_cap;
	/* _GLOBAL_OFFSET_TABLE_, or NULL when no object mentions it */
	struct ld_symbol *got_symbol;
	/* code uses the GOT's address, even if the GOT has no slots */
	bool uses_got;
	struct ld_symbol **got;
	size_t got_count, got_cap;
	size_t dynamic_count; /* number of addresses that the loader must set */
	struct ld_symbol **exports;
	size_t export_count, export_cap;
	struct ld_symbol **imports; /* in order of first use */
	size_t import_count, import_cap;

	struct ld_out **outs;
	size_t out_count, out_cap;
	struct ld_out *o_note, *o_build_id, *o_hash, *o_dynsym, *o_dynstr, *o_rela, *o_got,
		*o_dynamic;
	struct ld_segment segments[LD_OTHER];
	uint64_t file_bytes; /* size of the file up to the end of the laid out sections */
};

/* Returns whether this link has reported an error. */
static inline bool ld_failed(const struct ld *ld)
{
	return ld->diag->error_count != ld->errors_before;
}

#endif
