/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hsail-fin as a library: BRIG to a relocatable x86-64 ELF object, LLVM IR or assembly. */
#ifndef HSAEMU_FINALIZE_H
#define HSAEMU_FINALIZE_H

#include "hsaemu/buf.h"
#include "hsaemu/decls.h"
#include "hsaemu/diag.h"

HSAEMU_BEGIN_DECLS

enum finalize_emit { FINALIZE_OBJ, FINALIZE_ASM, FINALIZE_LLVM_IR, FINALIZE_IR };

/* Vector code: the lanes of a vector are work-items. AUTO takes what the processor has. */
enum finalize_simd {
	FINALIZE_SIMD_AUTO,
	FINALIZE_SIMD_OFF,
	FINALIZE_SIMD_SSE,    /* 4 lanes */
	FINALIZE_SIMD_AVX2,   /* 8 */
	FINALIZE_SIMD_AVX512, /* 16 */
};

/* Which kernels run on fibers (docs/kernel-abi.md). */
enum finalize_fibers {
	FINALIZE_FIBERS_AUTO, /* those that need it */
	FINALIZE_FIBERS_WAVE, /* all: a fiber for each wave */
	FINALIZE_FIBERS_ITEM, /* all: a fiber for each work-item */
};

/* Where a fiber lets others run. */
enum finalize_preempt {
	FINALIZE_PREEMPT_SYNC,    /* in loops that wait for others through atomics or signals */
	FINALIZE_PREEMPT_TIMEOUT, /* in any loop, when it has taken long */
	FINALIZE_PREEMPT_NONE,    /* at barriers only */
};

/* How vector code goes through the blocks of a kernel. */
enum finalize_flow {
	FINALIZE_FLOW_AUTO,       /* structured where loops have one entry */
	FINALIZE_FLOW_DISPATCHER, /* block by block, as for any other graph */
};

/* Control directives for all kernels, besides those of the module (PRM 13.4), by enum
 * BrigControlDirective. */
enum { FINALIZE_CONTROLS = 10 };
struct finalize_controls {
	uint32_t given; /* bits */
	uint64_t values[FINALIZE_CONTROLS][3];
};
/* Adds "name" or "name=value"; false after a message. */
bool fin_control_option(struct finalize_controls *c, const char *text, struct diag *d) NODISCARD;

struct finalize_options {
	int opt_level;     /* 0 to 3 */
	const char *cpu;   /* "native", "x86-64-v2", any LLVM CPU name */
	const char *attrs; /* "+avx2,-fma" or NULL */
	enum finalize_emit emit;
	/* of FINALIZE_IR, the finalizer's own form as text: after which pass, one of
	 * `hsail-fin --help`, or "all" for each */
	const char *print_after;
	enum finalize_simd simd;
	enum finalize_fibers fibers;
	enum finalize_preempt preempt;
	enum finalize_flow flow;
	/* exceptions enabled in all functions, bits of PRM 12.2 */
	uint32_t detect_mask, break_mask;
	struct finalize_controls controls;
	/* remarks: what vector code does, and what it cannot do well */
	bool remark_done, remark_missed;
	bool time_passes; /* remarks with the CPU time of each pass */
	bool profile;     /* code that counts (hsaemu/profile.h) */
	bool debug_info;
	/* the source that messages are about, as far as loc goes; NULL: they are about the BRIG */
	struct origin *origin;
	bool verify_each; /* LLVM's verifier after own code generation; always on in tests */
};

/* `brig` is the bytes of a module; `file` names it in diagnostics. Appends to `out`. */
bool finalize(const char *file, const void *brig, size_t len, const struct finalize_options *o,
	struct buf *out, struct diag *d) NODISCARD;

/* Has the process end by oom() from now on when LLVM gets no memory. It is for tools, because it
 * concerns the whole process. */
void fin_watch_memory(void);

HSAEMU_END_DECLS

#endif
