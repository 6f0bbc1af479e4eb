/* Objects and images: bounds-checked ELF reading, kernel descriptors, metadata notes.
 *
 * What hsail-fin writes and hsa-ld, hsa-run and brig-dis --notes read. No libelf here. */
#ifndef HSAEMU_IMAGE_H
#define HSAEMU_IMAGE_H

#include "hsaemu/diag.h"
#include "hsaemu/kernel_abi.h"
#include "hsaemu/buf.h"

/* One formal argument of a kernel (PRM 4.21). */
struct image_arg {
	const char *name;        /* "%n" as in HSAIL */
	const char *type;        /* HSAIL type text: "u32", "u64", "roimg"; arrays give the element */
	uint32_t offset, bytes, align;
	uint32_t dim;            /* elements; 0 when it is no array */
};

struct image_kernel {
	const char *name;        /* "&vadd" */
	const char *symbol;      /* "vadd"; the descriptor is "vadd.kd" */
	uint32_t kernarg_bytes, kernarg_align, group_bytes, private_bytes, wavefront_size;
	uint32_t max_flat_wg, required_wg[3];
	struct image_arg *args;
	uint32_t arg_count;
};

/* A variable or function with program linkage or agent allocation. */
struct image_symbol {
	const char *name;        /* "&table" */
	const char *symbol;      /* ELF name */
	const char *kind;        /* "global", "readonly", "function" */
	const char *type;        /* HSAIL type text, "" for functions */
	uint64_t dim;            /* elements; 0 when it is no array */
	uint32_t align;
	bool definition, program_linkage, agent_allocation, is_const;
};

struct image_meta {
	const char *module;      /* "&m" */
	const char *profile, *machine_model; /* "full", "large" */
	struct image_kernel *kernels;
	uint32_t kernel_count;
	struct image_symbol *symbols;
	uint32_t symbol_count;
};

/* MessagePack map with AMDGPU key names (amdhsa.version, amdhsa.kernels[] with .name .symbol
 * .kernarg_segment_size ... .args[]) and hsaemu.* keys for the rest. Deterministic. */
void image_meta_write(const struct image_meta *m, struct buf *out);
/* Strings and arrays are copied to `a`. False after a diagnostic. */
bool image_meta_read(const void *bytes, size_t len, const char *file, struct arena *a,
	struct image_meta *out, struct diag *d) NODISCARD;
/* As readable YAML, for brig-dis --notes and hsa-ld --map. */
void image_meta_print(const struct image_meta *m, struct buf *out);

/* ELF name of an HSAIL name ("&a-b" -> "a$2db"; the sigil is dropped) and back to "&a-b". */
void image_mangle(struct str hsail_name, struct buf *out);
void image_demangle(struct str symbol, struct buf *out);

#endif
