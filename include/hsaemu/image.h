/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Objects and images: bounds-checked ELF reading, kernel descriptors, metadata notes.
 *
 * These are the files that hsail-fin and hsa-ld write, and that hsa-ld, hsa-run and brig-dis
 * --notes read; docs/kernel-abi.md describes them. libelf is not used, because hsa-run and the
 * runtime do without it. Everything read from a file is untrusted: a structure is filled only after
 * all of its bytes were checked. */
#ifndef HSAEMU_IMAGE_H
#define HSAEMU_IMAGE_H

#include "hsaemu/buf.h"
#include "hsaemu/decls.h"
#include "hsaemu/diag.h"
#include "hsaemu/kernel_abi.h"
#include "hsaemu/kernel_info.h"

HSAEMU_BEGIN_DECLS

/* ---- metadata (note type HSAEMU_NOTE_METADATA) ---------------------------------------------- */

/* One formal argument of a kernel (PRM 4.21). */
struct image_arg {
	const char *name; /* "%n" as in HSAIL */
	/* HSAIL type text: "u32", "roimg"; for an array, the type of its elements */
	const char *type;
	uint32_t offset, bytes, align;
	uint32_t dim; /* number of elements; 0: no array */
	struct kernel_arg_info info;
};

struct image_kernel {
	const char *name;   /* "&vadd" */
	const char *symbol; /* "vadd"; the descriptor is "vadd.kd" */
	uint32_t kernarg_bytes, kernarg_align, group_bytes, private_bytes, wavefront_size;
	uint32_t max_flat_wg, required_wg[3]; /* 0 if the kernel does not say */
	struct image_arg *args;
	uint32_t arg_count;
	const char *module;   /* "&m", the module that defines it; "" if that is not known */
	bool program_linkage; /* else no other module can name it */
	struct kernel_info info;
};

/* A variable of a module, or a function that others can call or name. */
struct image_symbol {
	const char *name;   /* "&table" */
	const char *symbol; /* ELF name */
	const char *kind;   /* "global", "readonly", "group", "private", "fbarrier",
	                          * "function", "indirect function" */
	const char *type;   /* HSAIL type text, "" for functions */
	uint64_t dim;       /* number of elements; 0: no array, or one without a size */
	uint32_t align;
	bool is_array, definition, program_linkage, agent_allocation, is_const;
	/* the module that defines it or, if no module of the program does, one that declares it; ""
	 * if that is not known */
	const char *module;
	bool imported; /* in an image: used there, and left to the loader to find */
};

struct image_meta {
	/* names such as "&m": one in an object, those of all linked modules in an image */
	const char **modules;
	uint32_t module_count;
	const char *profile, *machine_model; /* "full", "large" */
	struct image_kernel *kernels;        /* only kernels that are defined here */
	uint32_t kernel_count;
	struct image_symbol *symbols;
	uint32_t symbol_count;
	/* how instructions round that leave it to the module: "zero", or "mixed" if the modules
	 * differ; "": to the nearest */
	const char *round;
};

/* Appends the metadata as a MessagePack map with AMDGPU's key names (amdhsa.version,
 * amdhsa.kernels[] with .name .symbol .kernarg_segment_size ... .args[]) and keys hsaemu.* for the
 * rest. Equal metadata gives equal bytes. */
void image_meta_write(const struct image_meta *m, struct buf *out);
/* Reads metadata. Strings and arrays are copied to `a`. Unknown keys are skipped; a known key that
 * is repeated or has the wrong type is refused, and so is a map that lacks a required key. False
 * after a diagnostic. */
bool image_meta_read(const void *bytes, size_t len, const char *file, struct arena *a,
	struct image_meta *out, struct diag *d) NODISCARD;
/* Appends a list of versions of the code as readable YAML. */
struct image_isa;
void image_isa_print(const struct image_isa *isa, struct buf *out);
/* Appends the metadata as readable YAML, for brig-dis --notes and hsa-ld --map. */
void image_meta_print(const struct image_meta *m, struct buf *out);

/* Appends the ELF name for an HSAIL name, which may have its sigil or not ("&a-b" -> "a$2db"). In
 * names that would collide with other symbols of an object (fn.x, x.kd, hsa_x, _x, memcpy...) one
 * character is escaped, too. For functions the caller writes the prefix "fn.", "fw." or "fd."
 * before the mangled name. */
void image_mangle(struct str hsail_name, struct buf *out);
/* Appends the ELF name of what only its module can name: "hsa_static.m$.x". */
void image_mangle_static(struct str module, struct str hsail_name, struct buf *out);
/* Appends the HSAIL name for an ELF name: "a$2db" -> "&a-b", "fn.f" -> "&f", "k.kd" -> "&k". */
void image_demangle(struct str symbol, struct buf *out);

/* ---- kernel descriptors --------------------------------------------------------------------- */

/* Appends the 64 bytes of a descriptor, field by field as kernel_abi.def lists them. */
void image_kd_write(const struct hsaemu_kernel_descriptor *kd, struct buf *out);
/* Reads 64 bytes and checks magic, version, flags, reserved fields and ranges. `place` says where
 * the bytes are and `name` which kernel's they are, for diagnostics. False after a diagnostic. */
bool image_kd_read(const uint8_t *bytes, struct diag_place place, const char *name,
	struct hsaemu_kernel_descriptor *out, struct diag *d) NODISCARD;
void image_kd_print(const struct hsaemu_kernel_descriptor *kd, struct buf *out);

/* ---- any ELF64 file -------------------------------------------------------------------------- */

struct elf_section {
	const char *name;
	uint32_t index, type, link, info;
	uint64_t flags, addr, off, size, align, entsize;
	const uint8_t *bytes; /* NULL for SHT_NOBITS and SHT_NULL */
};

struct elf_segment {
	uint32_t type, flags; /* PT_*, PF_* */
	uint64_t off, vaddr, file_bytes, mem_bytes, align;
	const uint8_t *bytes; /* file_bytes of them */
};

struct elf_symbol {
	const char *name;
	uint8_t type, bind, visibility; /* STT_*, STB_*, STV_* */
	uint32_t section;               /* st_shndx */
	uint64_t value, size;
};

struct elf_note {
	const char *owner;
	uint32_t type;
	const uint8_t *desc;
	size_t len;
	uint64_t off; /* offset of the descriptor (the note's contents) in the file */
};

/* An ELF file that was checked. It points into the file's bytes, which must outlive it; arrays and
 * names are in an arena. */
struct elf_view {
	const char *file;
	const uint8_t *bytes;
	size_t len;
	uint16_t type;                /* ET_REL or ET_DYN */
	uint32_t flags;               /* e_flags */
	struct elf_section *sections; /* [0] is SHN_UNDEF's; a stripped image has none */
	struct elf_segment *segments;
	/* symbols of .symtab, or else of .dynsym; [0] is the null symbol */
	struct elf_symbol *symbols;
	struct elf_note *notes; /* notes of PT_NOTE when there are segments, else of SHT_NOTE */
	uint32_t section_count, segment_count, symbol_count, note_count;
};

/* Checks header, tables, names, symbols and notes of a file for x86-64, and fills *v. False after a
 * diagnostic. */
bool elf_view_open(struct elf_view *v, const char *file, const void *bytes, size_t len,
	struct arena *a, struct diag *d) NODISCARD;
/* Does the same for a file of another machine, such as EM_AMDGPU; `whose` names it. */
bool elf_view_open_for(struct elf_view *v, uint16_t machine, const char *whose, const char *file,
	const void *bytes, size_t len, struct arena *a, struct diag *d) NODISCARD;
/* Returns the `len` bytes at a file offset, or NULL when they are not all in the file. */
const uint8_t *elf_view_at(const struct elf_view *v, uint64_t off, uint64_t len);
/* Returns the `len` bytes at an address, or NULL unless one PT_LOAD has them all in the file. */
const uint8_t *elf_view_at_addr(const struct elf_view *v, uint64_t addr, uint64_t len);
/* Returns the section of this name, or NULL when there is none. */
const struct elf_section *elf_section_find(const struct elf_view *v, const char *name);
/* finds a note of owner "HSAEMU"; NULL when there is none */
const struct elf_note *elf_note_find(const struct elf_view *v, uint32_t type);

/* Reads the metadata note of an object or image. False after a diagnostic, also when there is no
 * such note. */
bool image_meta_of(const struct elf_view *v, struct arena *a, struct image_meta *out,
	struct diag *d) NODISCARD;

/* ---- metadata of code objects for AMD's GPUs ------------------------------------------------- */

struct image_gpu_arg {
	/* "" if the metadata does not say: "src", "float*", "by_value" or "hidden_grid_dims",
	 * "global" */
	const char *name, *type_name, *value_kind, *address_space;
	uint32_t offset, bytes;
	bool is_const, is_volatile, is_restrict;
};
struct image_gpu_kernel {
	const char *name, *symbol; /* the descriptor is "vadd.kd" for the symbol "vadd" */
	uint32_t kernarg_bytes, kernarg_align, group_bytes, private_bytes;
	uint32_t max_flat_wg, required_wg[3], wg_hint[3]; /* 0 if the kernel does not say */
	const char *vec_type_hint;
	uint32_t uniform_work_groups; /* not 0: grids have to be multiples of work-groups */
	struct image_gpu_arg *args;
	uint32_t arg_count;
};
struct image_gpu_meta {
	struct image_gpu_kernel *kernels;
	uint32_t kernel_count;
};

/* Reads the metadata of a code object that a compiler made (NT_AMDGPU_METADATA), as far as it is
 * about kernels; there are none when there is no such note. False after a diagnostic. */
bool image_gpu_meta_of(const struct elf_view *v, struct arena *a, struct image_gpu_meta *out,
	struct diag *d) NODISCARD;

/* ---- lines of code --------------------------------------------------------------------------- */

/* The sections .debug_line and, for DWARF 5, .debug_line_str. */
struct image_lines {
	struct str tables, strings;
};
/* Finds them in a file; both are empty when they are not there. */
struct image_lines image_lines_of(const struct elf_view *v);

struct image_line {
	/* name in the sections, whose bytes it points into; "" if it has none */
	const char *file;
	uint64_t line;
};

/* A function for stretches of code, from `begin` to `end`, with their lines; true: no more are
 * wanted. */
struct image_line_visitor {
	bool (*visit)(struct image_line_visitor *v, uint64_t begin, uint64_t end,
		const struct image_line *line);
};
/* Calls a visitor for all code that has lines. Returns whether the visitor has ended that. Tables
 * that are not of DWARF 4 or 5 are passed over. */
bool image_lines_walk(const struct image_lines *l, struct image_line_visitor *v);
/* Finds the line of an address of an image. False when there is no line for it. */
bool image_line_find(const struct image_lines *l, uint64_t vaddr, struct image_line *out) NODISCARD;

/* ---- a loadable image ----------------------------------------------------------------------- */

/* A segment to be mapped at base + vaddr. `vaddr` and `mem_bytes` are multiples of IMAGE_PAGE.
 * Bytes from file_bytes on are zero. */
struct image_segment {
	uint64_t vaddr, mem_bytes, file_bytes, file_off;
	const uint8_t *bytes;
	bool writable, executable; /* never both */
};

/* `import` of a relocation that moves with the image */
#define IMAGE_NO_IMPORT UINT32_MAX

/* A relocation: *(uint64_t *)(base + vaddr) = base + addend, where the addend is an address within
 * the image (R_X86_64_RELATIVE), or that of image.imports[import], plus any addend
 * (R_X86_64_GLOB_DAT, R_X86_64_64). The eight bytes lie in one writable segment. */
struct image_relocation {
	uint64_t vaddr, addend;
	uint32_t import;
};

/* A global or readonly variable with program linkage that the image uses and does not define. */
struct image_import {
	const struct image_symbol *what; /* its declaration in image.meta */
	uint32_t uses;                   /* relocations */
};

/* A symbol of the image's dynamic symbol table, within the image. */
struct image_export {
	const char *symbol; /* ELF name */
	uint64_t vaddr, bytes;
	bool is_function;
};

/* A kernel of image.meta with its checked descriptor. `entry` lies in an executable segment. */
struct image_code {
	const struct image_kernel *kernel;
	struct hsaemu_kernel_descriptor kd;
	uint64_t kd_vaddr, entry_vaddr;
};

/* HSAEMU_NOTE_ISA: what the code needs of the processor. */
struct image_isa {
	const char *level;    /* "x86-64-v3" */
	const char *features; /* "avx2 f16c fma", may be "" */
	/* the ending of the symbols of this version's code, such as ":x86-64-v3"; "" when there is
	 * only one version */
	const char *suffix;
};

enum { IMAGE_PAGE = 4096, IMAGE_MAX_VERSIONS = 16 };

struct image {
	const char *file;
	uint64_t span; /* address space from vaddr 0 on, a multiple of IMAGE_PAGE */
	struct image_segment *segments; /* ascending, disjoint */
	struct image_relocation *relocations;
	struct image_import *imports;
	struct image_export *exports;
	/* for each of meta.kernels, in the same order, the code of the version `isa` */
	struct image_code *kernels;
	uint32_t segment_count, relocation_count, import_count, export_count, kernel_count;
	struct image_meta meta;
	struct image_isa isa;
	/* a version that needs fewer features of the processor comes before one that needs
	 * more */
	struct image_isa *versions;
	uint32_t version_count;  /* at least 1 */
	struct image_code *code; /* kernels of all versions, version by version */
};

/* Opens an image that hsa-ld wrote. Nothing is mapped or relocated, which is the loader's task. The
 * result points into `bytes` and `a`. False after a diagnostic. */
bool image_open(struct image *im, const char *file, const void *bytes, size_t len, struct arena *a,
	struct diag *d) NODISCARD;
/* Makes `isa` and `kernels` those of a version. image_open() selects the first one. */
void image_select(struct image *im, uint32_t version);
/* Returns whether a name that somebody wrote means this entity: its HSAIL name, with or without the
 * sigil, or that behind its module's name, "&m::&vadd". */
bool image_name_fits(struct str wanted, const char *module, const char *name);
/* Finds a kernel as image_kernel_find() does. When several modules have it and `other` is not NULL,
 * it gets one more than the one that is returned; else it gets NULL. */
const struct image_kernel *image_meta_kernel(const struct image_meta *m, struct str name,
	const struct image_kernel **other);
/* Finds a kernel by its HSAIL name ("&vadd"; a missing sigil is supplied): the one with program
 * linkage or, if there is none, the one of the only module that has it. "&m::&vadd" is the one of
 * module &m. NULL when there is none, or several modules have it. */
const struct image_code *image_kernel_find(const struct image *im, struct str name);
/* Finds a variable or function of the selected version by its HSAIL name, as image_kernel_find()
 * finds kernels; NULL when there is none or it is not exported. */
const struct image_export *image_export_find(const struct image *im, struct str name);
/* Finds what a row of image.meta is about, so that names play no part; NULL when it is declared
 * only, or not exported. */
const struct image_export *image_export_of(const struct image *im, const struct image_symbol *what);

/* The contents of the note: "x86-64-v3" NUL "avx2 fma" NUL, and then the suffix unless it is empty.
 * Reading returns false when the note is ill-formed. */
void image_isa_write(const struct image_isa *isa, struct buf *out);
bool image_isa_read(const void *bytes, size_t len, struct arena *a,
	struct image_isa *out) NODISCARD;

HSAEMU_END_DECLS

#endif
