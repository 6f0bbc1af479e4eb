/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Profiling: the contract between hsail-fin --profile, the device library and the runtime
 * (docs/kernel-abi.md, "Profiling").
 *
 * Code that hsail-fin makes with --profile counts how often each block of HSAIL runs. A table
 * beside the code, `struct hsaemu_profile_map`, says what one run of a block stands for: how many
 * loads, how many bytes. Each CU has its own counters; `struct hsaemu_profile`, one per image, says
 * where they are. */
#ifndef HSAEMU_PROFILE_H
#define HSAEMU_PROFILE_H

#include <stdint.h>
#include "hsaemu/decls.h"
#include "hsaemu/kernel_abi.h"

HSAEMU_BEGIN_DECLS

enum hsaemu_profile_kind {
#define PROFILE_CLASS(id, key, text) HSAEMU_PROFILE_##id,
#define PROFILE_ACCESS(id, key, text) HSAEMU_PROFILE_##id,
#define PROFILE_WAVE(id, key, text) HSAEMU_PROFILE_##id,
#include "hsaemu/profile.def"
	HSAEMU_PROFILE_KINDS,
	/* the kinds with lower numbers are classes of instructions */
	HSAEMU_PROFILE_CLASSES = HSAEMU_PROFILE_GLOBAL_LOAD,
};

#define HSAEMU_PROFILE_MAGIC 0x0146504bu /* "KPF", version 1 */
/* The symbol of a module's map is this prefix and the module's mangled name. The control block's
 * symbol is in the device library. */
#define HSAEMU_PROFILE_MAP "hsa_profile."
#define HSAEMU_PROFILE_CONTROL HSAEMU_HELPER("hsa_profile_control")

/* The map, as little-endian words. Functions and entries follow the header; names follow them. */
struct hsaemu_profile_map {
	uint32_t magic;
	uint32_t function_count, counter_count, entry_count, name_bytes;
	uint32_t reserved;
	int64_t counters; /* address of the module's counters minus the address of the map */
	int64_t control;  /* address of struct hsaemu_profile minus the address of the map */
};

struct hsaemu_profile_function {
	uint32_t name; /* offset in the names, with sigil, zero-terminated */
	uint32_t is_kernel;
	uint32_t first_entry, entry_count;
};

/* Says that when counter `counter` goes up by one, `count` more instructions of `kind` were
 * executed, with `bytes` in all. */
struct hsaemu_profile_entry {
	uint32_t counter;
	uint32_t kind; /* enum hsaemu_profile_kind */
	uint32_t count;
	uint32_t bytes;
};

/* An entry of a CU's data TLB, which has sets of `ways` entries. When a set is full, the entry that
 * was not used for the longest time is replaced. */
struct hsaemu_profile_page {
	uint64_t page; /* ~0: empty */
	uint64_t used; /* value of `now` at the last use */
};

struct hsaemu_profile_tlb {
	uint64_t misses;
	uint64_t flat_accesses; /* accesses by flat addresses that were to global memory */
	uint64_t now;           /* grows with each use */
	uint64_t reserved;
	struct hsaemu_profile_page entries[];
};

/* How many words an access keeps among the counters, to say which entries it used last, by their
 * offsets in bytes from the first entry. Page p is in word p modulo LASTS. */
enum { HSAEMU_PROFILE_LASTS = 16 };

/* The runtime writes this before dispatches. Before that, as linked, all CUs count in one place,
 * and the counts mean nothing. */
struct hsaemu_profile {
	int64_t delta;   /* CU 0's counters: their address in the image plus this */
	uint64_t stride; /* bytes from a CU's counters to the next one's */
	struct hsaemu_profile_tlb *tlbs;
	uint64_t tlb_stride; /* bytes */
	uint64_t page_shift; /* log2 of the page size */
	uint64_t set_mask;   /* sets - 1 */
	uint64_t ways;
};

HSAEMU_END_DECLS

#endif
