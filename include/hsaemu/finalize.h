/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hsail-fin as a library: BRIG to a relocatable x86-64 ELF object, LLVM IR or assembly. */
#ifndef HSAEMU_FINALIZE_H
#define HSAEMU_FINALIZE_H

#include "hsaemu/buf.h"
#include "hsaemu/decls.h"
#include "hsaemu/diag.h"

HSAEMU_BEGIN_DECLS

enum finalize_emit { FINALIZE_OBJ, FINALIZE_ASM, FINALIZE_LLVM_IR, FINALIZE_IR };

/* Vector code, in which the lanes of a vector are work-items. AUTO takes the vectors that the
 * processor has. */
enum finalize_simd {
	FINALIZE_SIMD_AUTO,
	FINALIZE_SIMD_OFF,
	FINALIZE_SIMD_SSE,    /* 4 lanes */
	FINALIZE_SIMD_AVX2,   /* 8 */
	FINALIZE_SIMD_AVX512, /* 16 */
	/* as AUTO, with no more lanes than so many */
	FINALIZE_SIMD_UP_TO_SSE,
	FINALIZE_SIMD_UP_TO_AVX2,
	FINALIZE_SIMD_UP_TO_AVX512,
};

/* Selects which kernels run on fibers (docs/kernel-abi.md). */
enum finalize_fibers {
	FINALIZE_FIBERS_AUTO, /* those that need it */
	FINALIZE_FIBERS_WAVE, /* all: a fiber for each wave */
	FINALIZE_FIBERS_ITEM, /* all: a fiber for each work-item */
	/* none: work-items are lanes of a GPU's wavefronts. finalize() sets this for itself */
	FINALIZE_FIBERS_LANE,
};

/* Selects where a fiber lets others run. */
enum finalize_preempt {
	FINALIZE_PREEMPT_SYNC,    /* in loops that wait for others through atomics or signals */
	FINALIZE_PREEMPT_TIMEOUT, /* also in long loops that may wait by plain loads */
	FINALIZE_PREEMPT_NONE,    /* at barriers only */
};

/* Selects how vector code goes through the blocks of a kernel. */
enum finalize_flow {
	FINALIZE_FLOW_AUTO,       /* structured where loops have one entry */
	FINALIZE_FLOW_DISPATCHER, /* block by block, as for any other graph */
};

/* The dimension of work-groups along which lanes are, where kernels know nothing of waves. */
enum finalize_lanes_along {
	FINALIZE_ALONG_AUTO, /* x, unless an estimate says that y or z is faster */
	FINALIZE_ALONG_X,
	FINALIZE_ALONG_Y,
	FINALIZE_ALONG_Z,
};

/* Whether the parts of a gang lie behind each other, across the dimension along which lanes are. */
enum finalize_stack {
	FINALIZE_STACK_AUTO, /* where they have enough alike */
	FINALIZE_STACK_OFF,
	FINALIZE_STACK_2, /* so many parts, where they can */
	FINALIZE_STACK_4,
	FINALIZE_STACK_8,
};

/* The rounding of modules whose default is $default, which leave it to the program (PRM 4.19.2). */
enum finalize_round { FINALIZE_ROUND_NEAR, FINALIZE_ROUND_ZERO };

/* Control directives that apply to all kernels, in addition to those of the module (PRM 13.4),
 * indexed by enum BrigControlDirective. */
enum { FINALIZE_CONTROLS = 10 };
struct finalize_controls {
	uint32_t given; /* set of the directives that were given, as bits */
	uint64_t values[FINALIZE_CONTROLS][3];
};
/* Adds a directive given as "name" or "name=value". False after a message. */
bool fin_control_option(struct finalize_controls *c, const char *text, struct diag *d) NODISCARD;

struct finalize_options {
	int opt_level;     /* 0 to 3 */
	const char *cpu;   /* "native", "x86-64-v2", any LLVM CPU name, "gfx600" */
	const char *attrs; /* "+avx2,-fma" or NULL */
	enum finalize_emit emit;
	/* for FINALIZE_IR, the finalizer's own form as text: the pass after which it is printed,
	 * one of those in `hsail-fin --help`, or "all" for each */
	const char *print_after;
	enum finalize_simd simd;
	enum finalize_fibers fibers;
	enum finalize_preempt preempt;
	enum finalize_flow flow;
	enum finalize_lanes_along along;
	enum finalize_stack stack;
	enum finalize_round program_round;
	/* exceptions that are enabled in all functions, as bits of PRM 12.2 */
	uint32_t detect_mask, break_mask;
	struct finalize_controls controls;
	/* report what vector code does, and what it cannot do well */
	bool remark_done, remark_missed;
	bool time_passes; /* report the CPU time of each pass */
	bool profile;     /* make code that counts (hsaemu/profile.h) */
	bool debug_info;
	/* the source that messages refer to, where loc directives name it; NULL: the BRIG */
	struct origin *origin;
	/* Which part of the module an object is made of, below `parts`; 0 parts: the whole. The
	 * objects of all parts, linked one after the other, are the module. With `profile`,
	 * `kernel` or `stubs` there are no parts. */
	unsigned part, parts;
	/* the only kernel that is made, by its name in the module; NULL: all are */
	const char *kernel;
	/* Makes stubs: kernels that trap. They have descriptors and metadata of the real ones but
	 * for the sizes of private memory and of the context, and for what says how the entry is
	 * called. Functions have no code then. */
	bool stubs;
	/* The code object for a GPU is to be part of an object for the host, which has the
	 * variables. finalize() sets this for itself. */
	bool is_embedded;
	bool verify_each; /* run LLVM's verifier after our code generation; tests always do */
};

/* Finalizes a module and appends the result to `out`. `brig` is the module's bytes; `file` names it
 * in diagnostics. False after diagnostics. */
bool finalize(const char *file, const void *brig, size_t len, const struct finalize_options *o,
	struct buf *out, struct diag *d) NODISCARD;

/* Whether `cpu` of the options names nothing but a GPU. The result is a code object of AMD's then,
 * which hsa-ld does not link; with other processors before or behind it, it is a note of the object
 * (HSAEMU_NOTE_CODE_OBJECT). Another program makes it, lib/hsaemu/gcn-codegen. */
bool fin_is_gpu(const char *cpu);

/* In how many parts the module is best finalized; 1 when it is small, or damaged. It depends on
 * nothing but the module and the options. */
unsigned fin_part_count(const void *brig, size_t len, const struct finalize_options *o);

/* Whether each kernel can be in a program of its own that has the module's variables, too: kernels
 * have nothing in common that others may call, or that one of them may change. Variables with agent
 * allocation count as constants, which OpenCL C's are. *kernels gets the number of kernels. */
bool fin_kernels_are_apart(const void *brig, size_t len, size_t *kernels);

/* From now on the process ends by oom() when LLVM gets no memory. Only tools call this, because it
 * concerns the whole process. */
void fin_watch_memory(void);

/* Between these two, a thread that is in a scope (unwind.h) leaves it when LLVM gets no memory, or
 * fails for good. Other threads are not concerned, nor is what a program's own operator new does.
 * What LLVM holds at that time is lost. The calls come in pairs, also from several threads at
 * once. The first one returns false when LLVM should not be called, because there is too little
 * memory to begin with, or because it was left while it set itself up; nothing has begun then. */
bool fin_catch_begin(void) NODISCARD;
void fin_catch_end(void);

/* Calls `set_up`, which sets up what is LLVM's of the whole process, and makes *done true, unless
 * it is. One thread at a time does so: LLVM has no lock for it. */
void fin_set_up_once(void (*set_up)(void), bool *done);

HSAEMU_END_DECLS

#endif
