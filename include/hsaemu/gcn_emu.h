/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The emulator of Southern Islands machine code: programs, wavefronts and work-groups.
 *
 * A program is a code object that was loaded: its memory is the host's, its code is decoded. It
 * does not change, so any number of threads may run wavefronts of it. A wavefront or work-group
 * belongs to one thread at a time. Addresses in code are host pointers, and accesses go straight
 * there: who runs foreign code handles SIGSEGV, and asks gcn_wave_fault() where the wavefront
 * was. */
#ifndef HSAEMU_GCN_EMU_H
#define HSAEMU_GCN_EMU_H

#include "hsaemu/decls.h"
#include "hsaemu/gcn.h"

HSAEMU_BEGIN_DECLS

enum {
	GCN_LANES = 64,
	GCN_VGPRS = 256,
	GCN_LDS_MAX = 65536,
	GCN_GROUP_WAVES_MAX = 16,
	GCN_PRIVATE_MAX = 1 << 20, /* bytes of scratch of a work-item */
};

enum gcn_outcome {
#define GCN_OUTCOME(id, is_error, text) GCN_##id,
#include "hsaemu/gcn_outcomes.def"
	GCN_OUTCOME_COUNT
};
const char *gcn_outcome_text(enum gcn_outcome outcome);
bool gcn_outcome_is_error(enum gcn_outcome outcome);

/* ---- decoded code ---------------------------------------------------------------------------- */

struct gcn_wave;
struct gcn_code;
/* Executes one instruction. Returns the next one; NULL, with the wavefront's outcome, to stop. */
typedef const struct gcn_code *gcn_exec(struct gcn_wave *w, const struct gcn_code *in);

enum gcn_from {
	GCN_FROM_VECTOR,   /* VGPRs from `reg` on */
	GCN_FROM_CONSTANT, /* `value`, also in all lanes */
	GCN_FROM_SCALAR,   /* SGPRs and such from `reg` on */
	GCN_FROM_STATUS,   /* `reg` is GCN_CODE_VCCZ, EXECZ or SCC */
	GCN_FROM_NOTHING,
};

struct gcn_source {
	uint8_t from, dwords;
	bool neg, abs; /* of registers; they were applied to constants */
	uint16_t reg;
	uint32_t sign; /* the bit that `neg` changes and `abs` clears, in the last dword */
	uint64_t value;
	const uint32_t *lanes[2]; /* constants: each half, once for each lane */
};

/* An instruction with its operands resolved. There is one for each dword of code, so that the
 * next one is `dwords` on, and addresses lead to it. */
struct gcn_code {
	gcn_exec *exec;
	const struct gcn_row *row;     /* NULL: no instruction begins here */
	const struct gcn_code *target; /* of a branch; NULL: there is no instruction */
	uint64_t pc;                   /* address of the dword */
	struct gcn_source src[3];
	uint16_t dst, dst2; /* registers */
	uint16_t flags;     /* GCN_BIT(enum gcn_flag) */
	uint16_t imm;
	uint16_t vgprs, sgprs; /* how many it needs: the highest number, plus 1 */
	/* dwords of registers that its operands name: of vector registers for each lane */
	uint8_t scalar_reads, scalar_writes, vector_reads, vector_writes;
	uint32_t line; /* of source, by its number in program.lines; 0: not known */
	uint8_t dwords;
	uint8_t control; /* what the host's floating-point control has to be: enum gcn_control */
	uint8_t omod;
	bool clamp, offset_is_imm;
	const char *missing; /* why it is not implemented; NULL: it is */
};

/* ---- programs -------------------------------------------------------------------------------- */

/* Finds symbols that an object uses and does not define; 0: there is none. */
struct gcn_resolver {
	uint64_t (*find)(struct gcn_resolver *r, const char *symbol);
};

struct gcn_region {
	uint64_t address, bytes; /* of executable memory */
	struct gcn_code *code;   /* a dword each, and one behind */
};

struct gcn_entry {
	const struct gcn_kernel *kernel;
	uint64_t descriptor;         /* its address */
	const struct gcn_code *code; /* NULL: it leads to no code */
	uint32_t vgprs, sgprs;       /* how many a wavefront has */
};

struct gcn_program {
	const struct gcn_object *object;
	/* what the object has in memory, which is the program's. section_addresses are those of the
	 * object's sections, 0 for one that is not in memory */
	uint8_t *memory;
	uint64_t *section_addresses;
	struct gcn_region *regions;
	struct gcn_entry *entries; /* as the object's kernels */
	/* each line that code is from, in order, from number 1 on; none without debug lines */
	struct image_line *lines;
	uint32_t region_count, entry_count, line_count; /* line_count: with number 0 */
	uint64_t bytes;
	uint8_t *block; /* in which `memory` is */
	struct arena arena;
};

/* Loads an object, which must outlive the program, and decodes its code. `resolver` may be NULL.
 * False after a diagnostic; nothing is to be released then. */
bool gcn_program_load(struct gcn_program *p, const struct gcn_object *o,
	struct gcn_resolver *resolver, struct diag *d) NODISCARD;
/* Makes a program of bare code, of which it has a copy: regions[0].code is its first
 * instruction. */
void gcn_program_of_code(struct gcn_program *p, const void *code, size_t bytes);
void gcn_program_release(struct gcn_program *p);
/* Returns a kernel; NULL when there is none of this name. */
const struct gcn_entry *gcn_program_find(const struct gcn_program *p, const char *name);
/* Finds the instruction at an address; NULL when there is none. */
const struct gcn_code *gcn_program_at(const struct gcn_program *p, uint64_t address);
/* Checks all instructions that a kernel may reach: whether they are implemented, and use
 * registers that its wavefronts have. False after a diagnostic for each. */
bool gcn_program_check(const struct gcn_program *p, const struct gcn_entry *e,
	struct diag *d) NODISCARD;
/* Finds the line of source of code by the object's line table. False when it is not
 * known. */
bool gcn_program_line(const struct gcn_program *p, uint64_t pc, struct image_line *out);
/* Returns the address that listings of the object show for code. */
uint64_t gcn_program_address(const struct gcn_program *p, uint64_t pc);
/* Appends the text of an instruction. False when there is none. */
bool gcn_program_text(const struct gcn_program *p, uint64_t pc, struct buf *out);
/* Appends where code is: section and offset, kernel or function, line of source, and the text of
 * the instruction. */
void gcn_program_place(const struct gcn_program *p, uint64_t pc, struct buf *out);
/* Returns what is not implemented of an instruction; NULL when all is. */
const char *gcn_missing(const struct gcn_inst *i);
/* Whether instructions of a row are executed at all. */
bool gcn_is_implemented(enum gcn_op op);

/* ---- wavefronts ------------------------------------------------------------------------------ */

enum gcn_access_kind { GCN_NO_ACCESS, GCN_LOAD, GCN_STORE, GCN_ATOMIC };
enum gcn_space { GCN_SPACE_GLOBAL, GCN_SPACE_SCALAR, GCN_SPACE_LDS, GCN_SPACE_SCRATCH };

/* The memory access of the last instruction that made one. Addresses are wave.address[lane], or the
 * first one alone for scalar loads; those of LDS are offsets. */
struct gcn_memory_access {
	enum gcn_access_kind kind;
	enum gcn_space space;
	uint32_t bytes; /* per lane and address */
	uint64_t lanes; /* a bit for each lane that took part */
	int32_t second; /* a second address (DS) is that much further; 0: there is none */
	/* between the dwords of a lane in a swizzled buffer; 0: they are adjacent */
	uint32_t stride;
};

/* Controls of the host's floating-point unit, by bits, which code may want. */
enum gcn_control {
	GCN_CONTROL_F32 = 1,    /* rounding and denormals of MODE for f32 */
	GCN_CONTROL_F64 = 2,    /* those for f64 */
	GCN_CONTROL_MAD = 4,    /* rounding of f32; denormals are flushed */
	GCN_CONTROL_APPROX = 8, /* to the nearest; denormals are flushed */
	GCN_CONTROL_EXACT = 16, /* to the nearest; denormals are kept */
	GCN_CONTROLS = 5,
};

struct gcn_wave {
	_Alignas(64) uint32_t v[GCN_VGPRS][GCN_LANES];
	_Alignas(64) uint32_t mask[GCN_LANES]; /* all ones for each lane of mask_of */
	_Alignas(64) uint32_t s[128];          /* by the codes of operands: SGPRs, VCC, M0, EXEC */
	uint64_t mask_of;
	uint32_t scc, mode;
	const struct gcn_code *at; /* the instruction that is executed, or comes next */
	uint64_t waits; /* since when it does at its trap, for who handles that; 0: it does not */
	uint64_t clock; /* what s_memtime reads; one more for each instruction that ran */
	uint8_t *lds;   /* the work-group's */
	uint32_t lds_bytes;
	uint32_t vgprs, sgprs; /* how many it has */
	uint32_t number;       /* in its work-group */
	const struct gcn_program *program;
	enum gcn_outcome outcome;
	uint32_t detail;  /* TRAP, MESSAGE: its number */
	uint8_t lane;     /* BAD_LDS, BAD_SCRATCH, MISALIGNED: the first lane that did it */
	uint64_t scratch; /* where its scratch begins; 0: accesses beyond it are no error */
	struct gcn_memory_access access;
	uint64_t address[GCN_LANES];
	uint32_t controls[GCN_CONTROLS], host_control;
	uint8_t wrong_controls; /* bits of those that differ from the host's now */
};

static inline uint64_t gcn_pair(const struct gcn_wave *w, unsigned code)
{
	return w->s[code] | (uint64_t)w->s[code + 1] << 32;
}

/* Makes MODE this, as s_setreg_b32 does. */
void gcn_wave_set_mode(struct gcn_wave *w, uint32_t mode);
/* Runs until something happens, or `budget` instructions were executed, and returns what. */
enum gcn_outcome gcn_wave_run(struct gcn_wave *w, uint64_t budget);

struct gcn_step {
	const struct gcn_code *code; /* that was executed */
	uint64_t exec;               /* EXEC before it */
	bool taken;                  /* it was a branch that was taken, or a jump or a call */
	bool has_access;             /* wave.access is its memory access */
};
/* Executes one instruction and tells what it did. wave.clock is the caller's. */
enum gcn_outcome gcn_wave_step(struct gcn_wave *w, struct gcn_step *did);
/* Gives the host's floating-point control back, for who left the wavefront by longjmp(). */
void gcn_wave_left(struct gcn_wave *w);
/* Finds the lane whose access of the instruction wave.at touches an address; GCN_LANES when it
 * is none, as of a scalar load. */
unsigned gcn_wave_fault(const struct gcn_wave *w, uint64_t address);

/* ---- work-groups ----------------------------------------------------------------------------- */

/* A dispatch: what an AQL kernel dispatch packet says, and the kernel. */
struct gcn_dispatch {
	const struct gcn_program *program;
	const struct gcn_entry *entry;
	const void *packet; /* its 64 bytes, which kernels read */
	uint64_t kernarg, queue, id;
	uint32_t grid[3], groups[3];
	uint32_t group_size[3];
	uint32_t group_bytes, private_bytes;
	uint32_t waves; /* of a whole work-group */
};

/* Reads a packet for a kernel that gcn_program_check() has passed. False after a diagnostic when
 * its sizes are not possible. */
bool gcn_dispatch_init(struct gcn_dispatch *dispatch, const struct gcn_program *p,
	const struct gcn_entry *e, const void *packet, struct diag *d) NODISCARD;

struct gcn_group;
/* Handles a trap of a wavefront, which stands behind it. True: the wavefront goes on where it
 * stands then, after the others if its outcome is GCN_SLEEP. False: the work-group stops. */
struct gcn_trap_handler {
	bool (*handle)(struct gcn_trap_handler *h, struct gcn_group *g, struct gcn_wave *w);
};

/* A work-group and the memory for it, which serves one after the other. */
struct gcn_group {
	const struct gcn_dispatch *dispatch;
	struct gcn_wave *waves;
	uint32_t wave_count; /* of the current work-group: a partial one may have fewer */
	uint32_t id[3];
	uint8_t *lds, *scratch;
	void *block;
	uint32_t current; /* the wavefront that runs, or has stopped the work-group */
	uint64_t retired; /* instructions that were executed since gcn_group_init() */
	/* a work-group that executes more has GCN_BUDGET as its outcome; 0: there is no limit */
	uint64_t limit;
	struct gcn_trap_handler *handler; /* NULL: traps stop the work-group */
	uint8_t *item;                    /* room for a work-item's scratch */
};

/* False when there is no memory. */
bool gcn_group_init(struct gcn_group *g, const struct gcn_dispatch *dispatch) NODISCARD;
void gcn_group_release(struct gcn_group *g);
/* Sets up the wavefronts of a work-group. */
void gcn_group_start(struct gcn_group *g, const uint32_t id[3]);
/* Returns how many work-items the current work-group has in a dimension. */
uint32_t gcn_group_size(const struct gcn_group *g, unsigned dim);
/* Returns how many work-items a wavefront of it has. */
uint32_t gcn_wave_items(const struct gcn_group *g, uint32_t wave);
/* Runs the work-group that was started: its wavefronts in turn, from barrier to barrier.
 * GCN_ENDED: all have ended; GCN_BARRIER: some wait at a barrier and the others have halted;
 * else what stopped the wavefront `current`. */
enum gcn_outcome gcn_group_run(struct gcn_group *g);
/* Lets the wavefronts that wait at a barrier go on, if all that have not ended wait there. */
bool gcn_group_pass_barrier(struct gcn_group *g);
/* Returns what a work-item has in scratch, from 0 on, until this is called again. */
const uint8_t *gcn_group_scratch(struct gcn_group *g, const struct gcn_wave *w, unsigned lane);
/* Appends where each wavefront is and what it waits for. */
void gcn_group_report(const struct gcn_group *g, struct buf *out);

HSAEMU_END_DECLS

#endif
