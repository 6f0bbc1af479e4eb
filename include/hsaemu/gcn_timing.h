/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The timing model: how many cycles a dispatch takes on a Southern Islands GPU, and where.
 *
 * A model is a set of parameters (gcn_parameters.def). A run executes one dispatch by the emulator
 * and counts cycles (gcn_statistics.def). It begins with empty caches, so its figures depend on
 * nothing that ran before, and they are the same for any number of host threads. docs/deepsim.md
 * says what is modelled. */
#ifndef HSAEMU_GCN_TIMING_H
#define HSAEMU_GCN_TIMING_H

#include "hsaemu/decls.h"
#include "hsaemu/gcn_emu.h"

HSAEMU_BEGIN_DECLS

/* ---- models ---------------------------------------------------------------------------------- */

enum gcn_parameter {
#define GCN_PARAMETER(id, ...) GCN_P_##id,
#include "hsaemu/gcn_parameters.def"
	GCN_PARAMETER_COUNT
};

struct gcn_model {
	const char *name; /* of the model that it was made of */
	uint64_t values[GCN_PARAMETER_COUNT];
};

/* Returns the name of a built-in model, NULL behind the last one. */
const char *gcn_model_name(unsigned n);
/* Gets a built-in model. False when there is none of this name. */
bool gcn_model_find(struct gcn_model *m, const char *name) NODISCARD;
/* Changes a model by `name=value`. False after a diagnostic. */
bool gcn_model_set(struct gcn_model *m, const char *setting, struct diag *d) NODISCARD;
/* Changes a model by the text of a file: a line `name = value` each, comments from # on, and, as
 * the first one if it is there, `model = name` of a built-in model to begin with. */
bool gcn_model_read(struct gcn_model *m, struct source *file, struct diag *d) NODISCARD;
/* Checks what parameters have to do with each other. False after diagnostics. */
bool gcn_model_check(const struct gcn_model *m, struct diag *d) NODISCARD;
struct gcn_parameter_info {
	const char *name, *unit, *text;
	uint64_t min, max;
};
const struct gcn_parameter_info *gcn_parameter_info(enum gcn_parameter p);
/* Appends a model as a file that gcn_model_read() reads; with explanations as comments. */
void gcn_model_print(const struct gcn_model *m, struct buf *out);

/* ---- figures --------------------------------------------------------------------------------- */

enum gcn_statistic {
#define GCN_STATISTIC(id, text) GCN_S_##id,
#include "hsaemu/gcn_statistics.def"
	GCN_STATISTIC_COUNT
};
enum gcn_memory_statistic {
#define GCN_MEMORY_STATISTIC(id, text) GCN_M_##id,
#include "hsaemu/gcn_statistics.def"
	GCN_MEMORY_STATISTIC_COUNT
};
enum gcn_stall {
#define GCN_STALL(id, text) GCN_STALL_##id,
#include "hsaemu/gcn_statistics.def"
	GCN_STALL_COUNT
};
struct gcn_name_and_text {
	const char *name, *text;
};
const struct gcn_name_and_text *gcn_statistic_name(enum gcn_statistic s);
const struct gcn_name_and_text *gcn_memory_statistic_name(enum gcn_memory_statistic s);
const struct gcn_name_and_text *gcn_stall_name(enum gcn_stall s);

struct gcn_cu_figures {
	uint64_t count[GCN_STATISTIC_COUNT];
	uint64_t stall[GCN_STALL_COUNT]; /* wavefront-cycles */
};

void gcn_cu_figures_add(struct gcn_cu_figures *sum, const struct gcn_cu_figures *f);

/* Of one instruction of the code. */
struct gcn_code_figures {
	uint64_t issued, lanes;
	uint64_t cycles; /* wavefront-cycles from the instruction before to this one's end */
};

/* A wavefront's stay on a SIMD. */
struct gcn_stay {
	uint64_t begin, end; /* cycles */
	uint32_t group[3];
	uint16_t cu;
	uint8_t simd, slot, wave; /* wave: its number in the work-group */
};
/* What L2 and memory moved in a span of cycles. */
struct gcn_traffic {
	uint64_t begin, end;
	uint32_t l2_lines, memory_lines;
};

/* How many work-groups a compute unit may have at a time, and what limits it. */
enum gcn_limit {
	GCN_LIMIT_WAVES,
	GCN_LIMIT_GROUPS,
	GCN_LIMIT_VGPRS,
	GCN_LIMIT_SGPRS,
	GCN_LIMIT_LDS,
	GCN_LIMIT_COUNT
};
const char *gcn_limit_text(enum gcn_limit l);
/* Says that a work-group does not fit for it. */
const char *gcn_limit_detail(enum gcn_limit l);
struct gcn_occupancy {
	uint32_t groups, waves; /* of a compute unit at a time; 0: none fits */
	enum gcn_limit limit;
};

struct gcn_figures {
	uint64_t cycles;
	uint32_t cu_count;
	struct gcn_cu_figures *cus;
	struct gcn_cu_figures total;
	uint64_t memory[GCN_MEMORY_STATISTIC_COUNT];
	struct gcn_occupancy occupancy;
	uint64_t max_waves; /* most wavefronts on the device at a time */
	/* of the program's instructions, in the order of its regions; entries of what has not run
	 * are zero */
	struct gcn_code_figures *code;
	size_t code_count;
	/* with `traces` only */
	struct gcn_stay *stays;
	struct gcn_traffic *traffic;
	size_t stay_count, traffic_count;
};

/* The sums of what dispatches did. */
struct gcn_totals {
	uint64_t dispatches, cycles;
	struct gcn_cu_figures figures;
	uint64_t memory[GCN_MEMORY_STATISTIC_COUNT];
};

/* ---- runs ------------------------------------------------------------------------------------ */

struct gcn_run;

/* Why a run ended. */
enum gcn_run_end {
	GCN_RUN_DONE,
	GCN_RUN_STOPPED,  /* a wavefront trapped or went wrong: gcn_run_failure() */
	GCN_RUN_DEADLOCK, /* no wavefront can go on */
	GCN_RUN_WATCHDOG, /* no wavefront ended for as long as the model allows */
	GCN_RUN_NO_ROOM,  /* a work-group does not fit a compute unit: figures.occupancy says why */
	GCN_RUN_NO_MEMORY,
	GCN_RUN_PAUSED, /* it has not ended: the thread that leads gave way */
};

/* Cycles after which a run can give way: more than a wavefront needs to put packets into a queue,
 * and far more of the host's time than it costs to change to another run. */
enum { GCN_RUN_TURN = 10000 };

/* A thread of the host that works on a run. Between enter() and leave() it executes the kernel's
 * accesses to memory, holds no lock and allocates nothing, so it may be left by longjmp(); the run
 * is of no use then but for gcn_run_free(). */
struct gcn_host {
	void (*enter)(struct gcn_host *h);
	void (*leave)(struct gcn_host *h);
	/* Is called by the thread that leads, not between enter() and leave(), every
	 * GCN_RUN_TURN cycles, and where as many waits have been in vain as there are wavefronts.
	 * True: the run pauses. NULL: it never does. */
	bool (*gives_way)(struct gcn_host *h);
	/* the wavefront that the thread executes, and its work-group */
	struct gcn_wave *wave;
	struct gcn_group *group;
	uint32_t number; /* of the thread in the run: gcn_run_work() counts */
};

/* Is called for a trap or a message, by one thread at a time, as it was entered. Returns whether
 * the wavefront goes on behind the instruction. NULL: none does. */
typedef bool gcn_run_serve(void *arg, struct gcn_group *g, struct gcn_wave *w);

struct gcn_run_options {
	bool traces;
	gcn_run_serve *serve;
	void *serve_arg;
};

/* Returns what fits a compute unit. */
struct gcn_occupancy gcn_occupancy(const struct gcn_model *m, const struct gcn_dispatch *dispatch);

/* Prepares a dispatch, which must outlive the run, for a checked model. NULL: there is no
 * memory. */
struct gcn_run *gcn_run_new(const struct gcn_model *m, const struct gcn_dispatch *dispatch,
	const struct gcn_run_options *options);
void gcn_run_free(struct gcn_run *r);
/* Runs the dispatch, together with the other threads that have called it, also while it runs, and
 * returns when it has ended or pauses. */
enum gcn_run_end gcn_run_work(struct gcn_run *r, struct gcn_host *h);
/* Lets threads call gcn_run_work() again for a run that pauses, when all have returned. */
void gcn_run_resume(struct gcn_run *r);
/* Returns the compute unit of a work-group of a run. */
uint32_t gcn_run_cu(const struct gcn_group *g);
/* Returns the wavefront that stopped the run, with its work-group; NULL when none did. */
struct gcn_wave *gcn_run_failure(const struct gcn_run *r, struct gcn_group **group);
/* Visits the work-groups that are on compute units. Other threads may still work on the run: then
 * where wavefronts are is as good as a look from outside can be. */
struct gcn_group_visitor {
	void (*visit)(struct gcn_group_visitor *v, const struct gcn_group *g);
};
void gcn_run_groups(const struct gcn_run *r, struct gcn_group_visitor *v);
/* Appends which wavefronts wait for what. */
void gcn_run_report_waits(const struct gcn_run *r, struct buf *out);
/* Returns the figures of a run that has ended; they belong to it. */
const struct gcn_figures *gcn_run_figures(struct gcn_run *r);

HSAEMU_END_DECLS

#endif
