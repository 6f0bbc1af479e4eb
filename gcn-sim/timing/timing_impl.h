/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A run of the timing model.
 *
 * Time goes in windows. In a window, clusters (compute units that share a scalar cache) do not
 * depend on each other, and run on any threads of the host, each until L2 could have answered its
 * first request, or as far ahead as the window allows. All have come to the window's end then, and
 * L2's channels answer what was asked of them before it. What clusters have to do in a common
 * order (atomic operations that return something, the first touch of a page, the next work-group)
 * they leave to the thread that leads: they park, are served in the order of their clocks, and go
 * on with the window. So nothing depends on which thread does what. */
#ifndef HSAEMU_GCN_TIMING_IMPL_H
#define HSAEMU_GCN_TIMING_IMPL_H

#include <stdatomic.h>
#include <string.h>
#include "hsaemu/gcn_timing.h"

#define TM_NEVER UINT64_MAX
/* TM_LINES_MAX: each lane accesses at most four dwords apart, and each may be on two lines */
enum {
	TM_LINE = 64,
	TM_LINES_MAX = GCN_LANES * 4 * 2,
	TM_COUNTER = 16,
	TM_SIMD_WAVES = 16,
	TM_SIMDS = 8
};
/* What different threads write lies so many bytes apart: processors fetch lines in pairs. */
enum { TM_APART = 128 };

static inline uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}
static inline uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* SIMDs have their turns in rounds. Returns when the round of a cycle began.
 *
 * What comes from memory and LDS is counted from the beginning of a round, and all SIMDs see it in
 * the same round. So latencies alone say in which round that is, and the order of SIMDs does not
 * change with each cycle of them. */
static inline uint64_t gcn_tm_round(const uint64_t *p, uint64_t cycle)
{
	return cycle - cycle % p[GCN_P_simds];
}

/* ---- pages ----------------------------------------------------------------------------------- */

/* Addresses of the host differ from run to run. Caches see pages numbered in the order in which the
 * dispatch touches them. */
struct gcn_tm_page {
	uint64_t page, number; /* page + 1; 0: the entry is free */
};
struct gcn_tm_pages {
	struct gcn_tm_page *table;
	uint64_t mask, count;
};
bool gcn_tm_pages_init(struct gcn_tm_pages *p);
/* Returns the number of the address's line; TM_NEVER when its page was not touched. */
uint64_t gcn_tm_line_of(const struct gcn_tm_pages *p, uint64_t address);
/* Gives the page a number, if it has none. False without memory. */
bool gcn_tm_touch(struct gcn_tm_pages *p, uint64_t address);

/* ---- caches ---------------------------------------------------------------------------------- */

struct gcn_tm_way {
	uint64_t tag;     /* line + 1; 0: empty */
	uint64_t used;    /* when it was used last, as a count of uses */
	uint64_t due;     /* when the line is there; TM_NEVER: `request` will tell */
	uint64_t request; /* its number */
	bool dirty;
};
struct gcn_tm_cache {
	struct gcn_tm_way *ways;
	uint32_t sets, way_count;
	uint64_t uses;
};
bool gcn_tm_cache_init(struct gcn_tm_cache *c, uint64_t bytes, uint64_t ways);
void gcn_tm_cache_release(struct gcn_tm_cache *c);
struct gcn_tm_way *gcn_tm_cache_find(struct gcn_tm_cache *c, uint64_t set, uint64_t line);
/* Returns the way that a line is to have, with what it had; it becomes the line's. */
struct gcn_tm_way *gcn_tm_cache_replace(struct gcn_tm_cache *c, uint64_t set, uint64_t line,
	struct gcn_tm_way *before);
void gcn_tm_cache_clear(struct gcn_tm_cache *c);

/* ---- what accesses touch --------------------------------------------------------------------- */

/* Lines of an access, in the order in which the unit goes to them, and how many accesses of its
 * lanes are to one dword of each, at most. */
struct gcn_tm_lines {
	uint64_t address[TM_LINES_MAX]; /* of the line's first byte */
	uint16_t same[TM_LINES_MAX];
	uint32_t count, cycles; /* the unit is busy for */
};
void gcn_tm_collect_lines(const struct gcn_model *m, const struct gcn_wave *w,
	struct gcn_tm_lines *out);
/* Returns for how many cycles LDS is busy; *conflicts of these are for conflicts. */
uint32_t gcn_tm_lds_cycles(const struct gcn_model *m, const struct gcn_wave *w,
	uint32_t *conflicts);

/* ---- wait counters --------------------------------------------------------------------------- */

enum gcn_tm_counter_id { TM_VM, TM_LGKM, TM_EXP, TM_COUNTERS };

/* What has begun and not ended, in the order in which it began. */
struct gcn_tm_counter {
	uint64_t due[TM_COUNTER];
	uint64_t first; /* number of due[first % TM_COUNTER] */
	uint32_t count;
	bool ordered; /* nothing ends before what began earlier */
};
/* Returns when there is room for one more. */
uint64_t gcn_tm_counter_room(struct gcn_tm_counter *c, uint64_t now);
/* Enters what ends at `due`; returns its number. */
uint64_t gcn_tm_counter_add(struct gcn_tm_counter *c, uint64_t due);
void gcn_tm_counter_set(struct gcn_tm_counter *c, uint64_t number, uint64_t due);
/* Returns when no more than `left` have not ended; 0: that is so already. */
uint64_t gcn_tm_counter_below(struct gcn_tm_counter *c, uint32_t left, uint64_t now);

/* ---- requests -------------------------------------------------------------------------------- */

enum gcn_tm_request_kind { TM_READ, TM_WRITE, TM_ATOMIC };
struct gcn_tm_request {
	uint64_t line, time, due;
	struct gcn_tm_way *way; /* that it fills; NULL: none */
	uint64_t latency;       /* of the first level */
	uint64_t set;           /* number of the line in its bank */
	uint64_t memory;        /* and in its channel of memory */
	uint16_t same;
	uint8_t kind, channel, bank;
};
/* An access whose end is not known: it waits for requests. */
struct gcn_tm_access {
	struct gcn_tm_wave *wave; /* NULL: it has ended */
	uint64_t number, due;
	uint32_t pending; /* requests */
	uint32_t moved;   /* its place when others have been forgotten */
	uint8_t counter;
};
struct gcn_tm_link {
	uint64_t request;
	uint32_t access;
};
/* A cache's way to L2. Requests are in the order of their times. */
struct gcn_tm_port {
	struct gcn_tm_cluster *cluster;
	struct gcn_tm_cache cache;
	struct gcn_tm_request *requests;
	uint64_t first; /* number of requests[0] */
	uint32_t count, capacity;
	uint32_t answered; /* the first ones, in this window */
	struct gcn_tm_link *links;
	uint32_t link_count, link_capacity;
	struct gcn_tm_access *accesses;
	uint32_t access_count, access_capacity;
	uint64_t free;     /* when it takes the next line */
	uint64_t latency;  /* of a hit */
	uint64_t answer;   /* the shortest time that L2 takes to answer a request */
	uint64_t last_due; /* of its requests */
};

/* ---- compute units --------------------------------------------------------------------------- */

struct gcn_tm_simd;
struct gcn_tm_cu;
struct gcn_tm_cluster;

struct gcn_tm_group {
	struct gcn_group group; /* first */
	struct gcn_tm_wave *waves;
	bool is_allocated, is_used;
	uint32_t left, arrived; /* wavefronts that have not ended, that are at a barrier */
	uint64_t number;
	uint32_t index; /* in its compute unit */
};

struct gcn_tm_wave {
	struct gcn_wave *wave;
	struct gcn_tm_group *group;
	struct gcn_tm_simd *simd;
	uint64_t ready; /* it may issue from then on; TM_NEVER: not known */
	uint64_t seen;  /* its cycles are accounted for until then */
	uint64_t begin;
	enum gcn_stall blame; /* for those after */
	bool waits;           /* for counters, as `wait` says */
	bool is_in_line;      /* of a unit that is to accept its next instruction */
	uint8_t wait[TM_COUNTERS];
	uint8_t slot;
	struct gcn_tm_counter counters[TM_COUNTERS];
	struct gcn_code_figures *code; /* of the instruction that was issued last */
};

struct gcn_tm_simd {
	struct gcn_tm_cu *cu;
	struct gcn_tm_wave *waves[TM_SIMD_WAVES]; /* the oldest first */
	uint32_t index, count;
	uint32_t slots; /* bits of those in use */
	uint64_t valu_free;
	uint64_t next;       /* something may happen then */
	uint64_t slot_cycle; /* of what follows */
	uint32_t slot_units, slot_issued;
};

/* Wavefronts that wait until a unit accepts their next instruction. */
struct gcn_tm_waiting {
	struct gcn_tm_wave *waves[TM_SIMDS * TM_SIMD_WAVES]; /* the first to come first */
	uint32_t first, count; /* the first one is waves[first % their number] */
};

struct gcn_tm_cu {
	_Alignas(TM_APART) struct gcn_tm_cluster *cluster;
	struct gcn_tm_simd simds[TM_SIMDS];
	struct gcn_tm_port port;
	uint64_t lds_free;
	struct gcn_tm_waiting lds_waiting, vmem_waiting;
	uint64_t next_group;  /* of those that go to this compute unit in strict order */
	uint64_t launch_free; /* when the next wavefront may begin */
	uint64_t busy_since;
	uint32_t index, waves;
	struct gcn_tm_group *groups;
	struct gcn_cu_figures figures;
};

enum gcn_tm_park {
	TM_RUNS,
	TM_PARK_ORDER, /* the next instruction has its place among those of others */
	TM_PARK_PAGE,  /* `lines` are of pages that were not touched */
	TM_PARK_GROUP, /* there is room for a work-group */
	TM_PARK_ROOM,  /* for requests */
	TM_STOPPED,    /* by `current` */
};

struct gcn_tm_cluster {
	_Alignas(TM_APART) struct gcn_run *run;
	struct gcn_tm_cu *cus;
	uint32_t cu_count, index;
	struct gcn_tm_port port; /* the scalar cache's */
	uint64_t limit;          /* before then no answer of L2 can come that it has not */
	enum gcn_tm_park park;
	uint64_t clock;              /* of what it has done last */
	uint64_t park_cycle;         /* when that for which it has parked is to be */
	struct gcn_tm_wave *current; /* that executes, or has parked */
	struct gcn_tm_wave *granted; /* that may execute what has its place among others' */
	struct gcn_step step;        /* that is to be finished, with `lines` */
	struct gcn_tm_lines lines;
	struct gcn_code_figures *code;
	struct gcn_host *host; /* that runs it */
	uint64_t last_end;     /* of a wavefront */
	uint64_t waves_ended;
	uint64_t waits_in_vain; /* services that left a wavefront asleep */
	struct gcn_stay *stays;
	size_t stay_count, stay_capacity;
};

/* ---- L2 -------------------------------------------------------------------------------------- */

struct gcn_tm_bank {
	struct gcn_tm_cache cache;
	uint64_t free;
};
struct gcn_tm_channel {
	_Alignas(TM_APART) struct gcn_tm_bank *banks;
	uint64_t *rows; /* open row + 1 of each bank of memory */
	uint64_t free;  /* in 1/256 of a cycle */
	uint64_t last_due;
	uint64_t figures[GCN_MEMORY_STATISTIC_COUNT];
};

/* ---- the run --------------------------------------------------------------------------------- */

/* END: of this turn of the run's */
enum gcn_tm_phase { TM_PHASE_NONE, TM_PHASE_CLUSTERS, TM_PHASE_CHANNELS, TM_PHASE_END };

struct gcn_run {
	struct gcn_model model;
	const uint64_t *p; /* its values */
	const struct gcn_dispatch *dispatch;
	struct gcn_run_options options;
	struct gcn_occupancy occupancy;
	struct gcn_tm_pages pages;
	struct gcn_tm_cluster *clusters;
	struct gcn_tm_cu *cus;
	uint32_t cluster_count, cu_count;
	struct gcn_tm_channel *channels;
	uint32_t channel_count;
	/* of the work-groups, the next one that goes to any compute unit */
	uint64_t next_group, group_count;
	uint32_t next_cu;
	uint64_t max_waves;
	uint64_t window, window_end;
	uint64_t answer; /* the fewest cycles that L2 takes to answer */
	uint64_t ahead;  /* the most cycles of the window */
	/* requests of the window, in the order of their times: port and index */
	struct gcn_tm_request **order;
	uint32_t *starts; /* by cycle of the window */
	size_t order_count, order_capacity;
	uint32_t traffic_capacity;
	/* from the top: number of the phase (32 bits), its kind (4), how many units of work it has
	 * (28) */
	_Alignas(TM_APART) _Atomic uint64_t phase;
	_Atomic uint32_t *taken; /* by unit: the number of the last phase in which it was taken */
	_Atomic uint32_t threads;
	_Atomic uint32_t units_done;
	atomic_bool has_leader;
	_Alignas(TM_APART) bool has_begun;
	enum gcn_run_end end;
	uint64_t turn_end;      /* when it asks whether it is to give way */
	uint64_t waits_in_vain; /* of wavefronts, since it has asked */
	struct gcn_tm_cluster *failed;
	uint64_t last_progress, ended_then;
	struct gcn_figures figures;
	bool has_figures;
	size_t *region_codes; /* number of the first instruction of each region */
};

/* wave_cycles.c */
/* Charges the wavefront's cycles until then to what they were for. */
void gcn_tm_account(struct gcn_tm_wave *w, uint64_t until, enum gcn_stall why);
/* Says from when on it may issue, and why not before. TM_NEVER: that is not known. */
void gcn_tm_set_ready(struct gcn_tm_wave *w, uint64_t cycle, enum gcn_stall why);
/* Lets the SIMD have its turn at that cycle, or at the next one that is its own. */
void gcn_tm_simd_wake(struct gcn_tm_simd *s, uint64_t cycle);
/* Returns the SIMD's turn in the round by which the counters are as low as the wavefront waits for;
 * 0: they are. */
uint64_t gcn_tm_wait_over(struct gcn_tm_wave *w, uint64_t now, enum gcn_stall *why);
/* Returns the figures of an instruction of the program. */
struct gcn_code_figures *gcn_tm_code_of(struct gcn_tm_cluster *k, const struct gcn_code *in);

/* groups.c */
bool gcn_tm_groups_begin(struct gcn_run *r);
/* Gives a compute unit the work-groups that it has room for. False without memory. */
bool gcn_tm_groups_fill(struct gcn_tm_cu *cu, uint64_t now);
/* Whether there are work-groups that have not begun. */
bool gcn_tm_groups_remain(const struct gcn_run *r);
void gcn_tm_wave_ends(struct gcn_tm_wave *w, uint64_t now);

/* issue.c */
/* Runs a cluster until the window's end, or it parks. */
void gcn_tm_cluster_run(struct gcn_tm_cluster *k);
/* Executes the instruction for which the cluster has parked. */
void gcn_tm_cluster_step(struct gcn_tm_cluster *k);

/* units.c */
/* Returns when LDS or vector memory accepts an instruction of the wavefront; TM_NEVER: when those
 * before it in line have been accepted. */
uint64_t gcn_tm_unit_accepts(struct gcn_tm_wave *w, enum gcn_unit unit, uint64_t now);
/* The instruction has been issued; the next one in line has its SIMD's turn. */
void gcn_tm_unit_accepted(struct gcn_tm_wave *w, enum gcn_unit unit, uint64_t now);

/* access.c */
/* Times the access of the cluster's `step`. False when it has parked for that. */
bool gcn_tm_time_access(struct gcn_tm_cluster *k, struct gcn_tm_wave *w, uint64_t now);
/* Takes the answers of L2. */
void gcn_tm_cluster_resolve(struct gcn_tm_cluster *k);

/* memory_side.c */
/* Fills in where the line of a request is. */
void gcn_tm_place(const struct gcn_run *r, struct gcn_tm_request *q);
/* Sorts the window's requests. False without memory. */
bool gcn_tm_requests_sort(struct gcn_run *r);
void gcn_tm_channel_run(struct gcn_run *r, uint32_t channel);

#endif
