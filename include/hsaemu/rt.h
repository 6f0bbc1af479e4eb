/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* HSA runtime core: signals, user-mode AQL queues, the packet processor, CU workers and the loader.
 *
 * hsa-run and the drop-in libhsa-runtime64 stand on it. Types and status codes are those of
 * <hsa/hsa.h>; blocks behind handles have AMD's layouts (amd_hsa_queue.h, amd_hsa_signal.h), a
 * signal's handle is the address of its block. Functions return HSA_STATUS_SUCCESS or the status
 * named below; lack of memory or threads is HSA_STATUS_ERROR_OUT_OF_RESOURCES and leaves nothing
 * behind. Nothing here exits, or prints anything but what kernels print. Functions may be called
 * from any thread unless said otherwise; none may be called on an object that another thread is
 * destroying.
 *
 * Orders: loads acquire, stores release, read-modify-writes both. x86 gives the weaker forms of
 * the HSA API the same instructions. */
#ifndef HSAEMU_RT_H
#define HSAEMU_RT_H

#include <hsa/hsa.h>
#include "hsaemu/decls.h"
#include "hsaemu/image.h"
#include "hsaemu/profile.h"

HSAEMU_BEGIN_DECLS

/* ---- signals of the system, threads and processes -----------------------------------------------
 *
 * From the first rt_new() to the last rt_free() the runtime handles SIGSEGV, SIGBUS, SIGFPE, SIGILL
 * and SIGURG. What does not come from a kernel goes to the handlers that were there before. Those
 * that a client installs later are noticed when a dispatch begins, at the first of a queue or if
 * the last look was a millisecond ago; until then they get the faults of kernels, too, and have to
 * call the handler that they found (with SA_SIGINFO, all three arguments). The last rt_free() puts
 * back the handlers that were replaced. If a client's handler is above the runtime's then, it stays
 * in place, and so does the runtime's code if the library is unloaded.
 *
 * The runtime's threads block all other signals, save those that an instruction may raise, so a
 * client's handlers run on the client's threads only. One that has called rt_signal_wait() may be
 * in a kernel meanwhile; a handler must not leave it by longjmp, and of these functions it may call
 * rt_queue_inactivate(), rt_signal_load() and rt_signal_silent_store() only. No function is a
 * cancellation point. A thread that blocks one of the five signals runs no kernels itself; who
 * blocks them must not have waited, with them unblocked, in the millisecond before.
 *
 * After fork() the child has none of the runtime's threads. It may exit, exec, call rt_free(),
 * which leaves the memory to the end of the process, and start another runtime. Of the old one
 * waits return at once, doorbells do nothing and nothing can be created. */

/* ---- runtime -------------------------------------------------------------------------------- */

enum rt_scheduler {
	RT_SCHEDULER_STATIC,  /* CU c runs the c-th contiguous share of the groups */
	RT_SCHEDULER_DYNAMIC, /* CUs take the next groups from a common counter */
	/* like DYNAMIC, but groups are in an order that the seed gives; with one thread all groups
	 * run in that order */
	RT_SCHEDULER_SHUFFLE,
	RT_SCHEDULER_COUNT,
};

enum {
	RT_MAX_THREADS = 1024,
	RT_MAX_CUS = 65536,
	RT_MAX_QUEUE_PACKETS = 1 << 20,
	RT_MAX_GROUP_BYTES = 1 << 20,    /* group segment of a work-group */
	RT_MAX_PRIVATE_BYTES = 16 << 20, /* private segment of a work-item */
};

/* The type of a function that takes what a kernel prints, in one piece. It is called on any thread,
 * also on several at once. */
enum rt_stream { RT_STREAM_OUTPUT, RT_STREAM_ERROR };
typedef void rt_print(void *arg, enum rt_stream stream, const char *text, size_t len);
/* The type of a function that takes a line, without its end, on what a client does that works here
 * but need not work elsewhere, or that will not work at all: doorbells that do not ring, or ring
 * for packets that are not written or beyond the ring; fence scopes of none; kernarg addresses that
 * are no multiple of 16; dispatches larger than the queue was made for; queues and signals that
 * rt_free() finds. Of a queue, each is told once. The function is called on any thread, also on
 * several at once, and must call no function of the runtime. */
typedef void rt_lint(void *arg, const char *line);

/* The type of a function that looks at a dispatch packet before it is launched. It returns NULL, or
 * what is wrong with the packet as static text, and sets *number to what is meant; the packet is
 * then refused with INVALID_ARGUMENT. Called on any thread, also on several at once; of this
 * runtime it may call what asks for blocks, handles and images only. */
typedef const char *rt_inspect(void *arg, const hsa_kernel_dispatch_packet_t *packet,
	uint64_t *number);

struct rt_options {
	unsigned threads; /* 0: as many as there are CPUs that this process may use */
	unsigned cus;     /* 0: as many as threads. A CU runs one group at a time on a fixed thread,
	                     so threads beyond the CU count are not started */
	enum rt_scheduler scheduler;
	uint64_t seed;   /* of RT_SCHEDULER_SHUFFLE */
	rt_print *print; /* NULL: to stdout and stderr */
	void *print_arg;
	/* between two barriers, what a work-item prints comes after what those before it print, and
	 * what a group prints comes in one piece, unless it is long or takes long; else as it is
	 * printed */
	bool orders_prints;
	rt_lint *lint; /* NULL: nobody is told */
	void *lint_arg;
	rt_inspect *inspect; /* NULL: packets are not looked at */
	void *inspect_arg;
};

struct rt;

hsa_status_t rt_new(const struct rt_options *options, struct rt **out) NODISCARD;
/* Ends the runtime, and destroys the queues, signals and blocks that are left. It must not be
 * called by callbacks of queues or signals, nor while another thread uses the runtime. */
void rt_free(struct rt *rt);
/* Has all threads return that wait for signals, now or later, whatever the values are: before
 * rt_free(), which must not be called before they have returned. */
void rt_end_waits(struct rt *rt);
/* Returns whether the calling thread is the one that calls callbacks of queues and signals. */
bool rt_calls_back_here(struct rt *rt);
/* Returns how many CUs a runtime with these options has. */
unsigned rt_options_cus(const struct rt_options *options);
unsigned rt_thread_count(const struct rt *rt);
unsigned rt_cu_count(const struct rt *rt);
/* Returns the time of the monotonic clock by which dispatch times and timeouts are measured. */
uint64_t rt_clock_ns(void);

/* ---- signals -------------------------------------------------------------------------------- */

hsa_status_t rt_signal_create(struct rt *rt, hsa_signal_value_t initial,
	hsa_signal_t *out) NODISCARD;
/* Ends the signal. Waits for it return at once, with the value that it has, and its handlers are
 * not called any more. The doorbell of a queue with a packet processor ends with its queue; for it
 * the call does nothing. */
void rt_signal_destroy(hsa_signal_t signal);
/* Returns whether `signal`, which may be any number, is a signal of the runtime that was not
 * destroyed. */
bool rt_signal_is_valid(struct rt *rt, hsa_signal_t signal);
hsa_signal_value_t rt_signal_load(hsa_signal_t signal);

enum rt_signal_op {
	RT_SIGNAL_STORE, /* on a doorbell: an event, also when the value stays the same */
	RT_SIGNAL_ADD,
	RT_SIGNAL_SUBTRACT,
	RT_SIGNAL_AND,
	RT_SIGNAL_OR,
	RT_SIGNAL_XOR,
	RT_SIGNAL_MIN,
	RT_SIGNAL_MAX,
	RT_SIGNAL_OP_COUNT,
};

/* Applies `op` with `operand`, wakes waiters and barrier packets, and returns the value before. */
hsa_signal_value_t rt_signal_update(hsa_signal_t signal, enum rt_signal_op op,
	hsa_signal_value_t operand);
hsa_signal_value_t rt_signal_cas(hsa_signal_t signal, hsa_signal_value_t expected,
	hsa_signal_value_t desired);
/* stores without waking waiters */
void rt_signal_silent_store(hsa_signal_t signal, hsa_signal_value_t value);

#define RT_FOREVER UINT64_MAX
/* Sleeps until the condition holds or timeout_ns have passed and returns the value seen last.
 * Waiting spins a little before sleeping, with HSA_WAIT_STATE_ACTIVE longer. With RT_FOREVER the
 * calling thread may meanwhile run groups of the dispatches that it waits for, on its own stack. */
hsa_signal_value_t rt_signal_wait(hsa_signal_t signal, hsa_signal_condition_t condition,
	hsa_signal_value_t compare, uint64_t timeout_ns, hsa_wait_state_t state);
bool rt_signal_holds(hsa_signal_value_t value, hsa_signal_condition_t condition,
	hsa_signal_value_t compare);
/* Waits until one of `count` signals satisfies its condition. *index and *value then say which one
 * did and its value. False when timeout_ns have passed, when one of the signals was destroyed, or
 * when there are none. */
bool rt_signal_wait_any(struct rt *rt, size_t count, const hsa_signal_t *signals,
	const hsa_signal_condition_t *conditions, const hsa_signal_value_t *compare,
	uint64_t timeout_ns, hsa_wait_state_t state, size_t *index, hsa_signal_value_t *value);
/* Has the function called whenever the signal's value satisfies the condition, with this value,
 * until it returns false. It runs on the thread that calls the callbacks of queues, without any
 * lock, so it may call any function but rt_free(). A value that another one has replaced at once
 * may go unnoticed. INVALID_SIGNAL: the signal was destroyed. */
typedef bool rt_signal_handler(hsa_signal_value_t value, void *arg);
hsa_status_t rt_signal_watch(struct rt *rt, hsa_signal_t signal, hsa_signal_condition_t condition,
	hsa_signal_value_t compare, rt_signal_handler *handler, void *arg) NODISCARD;
/* Gets the start and end (rt_clock_ns) of the last dispatch that completed into this signal. */
void rt_signal_times(hsa_signal_t signal, uint64_t *start_ns, uint64_t *end_ns);

/* ---- queues --------------------------------------------------------------------------------- */

/* The type of a function that is called when a queue enters the error state: once per queue, on a
 * separate thread and without any lock. It may destroy the queue. */
typedef void rt_queue_callback(hsa_status_t status, hsa_queue_t *queue, void *data);

struct rt_queue_options {
	uint32_t packets;            /* a power of two up to RT_MAX_QUEUE_PACKETS */
	hsa_queue_type32_t type;     /* a COOPERATIVE queue is a MULTI queue */
	uint32_t features;           /* KERNEL_DISPATCH, for which 0 may stand */
	rt_queue_callback *callback; /* may be NULL */
	void *data;                  /* of the callback */
	/* what dispatches will ask for at most, as far as the client knows; 0, UINT32_MAX: not
	 * known. It is lint if they ask for more. */
	uint32_t private_segment_bytes;
	uint32_t group_segment_bytes;
	/* the CUs on which its dispatches run: `cu_count` of them, from `first_cu` on; 0, 0: all */
	uint32_t first_cu, cu_count;
};

/* Creates a queue. A guard page follows the ring. INVALID_ARGUMENT: an option is none of the above.
 * Queues with agent dispatches are those of the next function. */
hsa_status_t rt_queue_create(struct rt *rt, const struct rt_queue_options *options,
	hsa_queue_t **out) NODISCARD;
/* Creates a queue whose packets the client takes itself, for example those of agent dispatches that
 * kernels enqueue. It has `features`, at least one, and the client's `doorbell`, which stays the
 * client's. INVALID_SIGNAL: the doorbell is no signal. */
hsa_status_t rt_soft_queue_create(struct rt *rt, uint32_t packets, hsa_queue_type32_t type,
	uint32_t features, hsa_signal_t doorbell, hsa_queue_t **out) NODISCARD;
/* Returns whether `queue`, which may be any number, is a queue of the runtime that was not
 * destroyed. */
bool rt_queue_is_valid(struct rt *rt, const hsa_queue_t *queue);
/* Inactivates the queue, waits until its dispatches have stopped, and frees it. Packets that have
 * not begun complete in error. It must not be called from inside of a kernel. */
void rt_queue_destroy(hsa_queue_t *queue);
/* Makes a queue ignore later packets, and stops its running dispatches, wherever their work-groups
 * are. These and the packets that wait complete in error: the signal becomes -1. May be called in
 * signal handlers. */
void rt_queue_inactivate(hsa_queue_t *queue);

uint64_t rt_queue_read_index(const hsa_queue_t *queue);
uint64_t rt_queue_write_index(const hsa_queue_t *queue);
/* Sets the read index of a soft queue. That of another queue belongs to its packet processor, and
 * the call does nothing. */
void rt_queue_store_read_index(hsa_queue_t *queue, uint64_t value);
void rt_queue_store_write_index(hsa_queue_t *queue, uint64_t value);
uint64_t rt_queue_add_write_index(hsa_queue_t *queue, uint64_t value);
uint64_t rt_queue_cas_write_index(hsa_queue_t *queue, uint64_t expected, uint64_t desired);

/* Makes the global ids of a dispatch begin at `first` (OpenCL's global_work_offset), not at 0, 0,
 * 0; other ids and sizes stay as they are. Call it for a dispatch packet that is reserved, before
 * the packet's header is written; calls for several packets may run at once. */
hsa_status_t rt_queue_set_offset(hsa_queue_t *queue, uint64_t packet_id,
	const uint64_t first[3]) NODISCARD;

/* Why a queue went into the error state. The dispatch stops then, wherever its other work-groups
 * are. From then on the completion signal of the failed packet and of each later one is set to -1,
 * so that waiters do not hang; a packet refused before it was launched stays unconsumed. Statuses:
 *   INCOMPATIBLE_ARGUMENTS  dimensions not 1 to 3
 *   INVALID_ARGUMENT        work-group too large, not the required one, or kernarg misaligned
 *   INVALID_ALLOCATION      group or private segment smaller than the kernel's or over the limit
 *   INVALID_CODE_OBJECT     kernel_object is no descriptor of this ABI
 *   INVALID_SIGNAL          completion signal or dependency is none of this runtime's
 *   INVALID_PACKET_FORMAT   packet type not for this queue
 *   OUT_OF_RESOURCES        no memory for segments
 *   EXCEPTION               the kernel trapped or faulted */
enum rt_cause {
	RT_CAUSE_NONE,
	RT_CAUSE_PACKET, /* the packet was refused */
	RT_CAUSE_MEMORY, /* segments could not be allocated */
	RT_CAUSE_TRAP,   /* the kernel asked for it: hsaemu_services.trap */
	RT_CAUSE_FAULT,  /* SIGSEGV, SIGBUS, SIGFPE, SIGILL in the kernel; a bad signal handle */
	/* the kernel wrote beyond its group or private segment, but not far enough for a fault;
	 * noticed when the work-group had ended, or all that its worker ran */
	RT_CAUSE_BOUNDS,
	RT_CAUSE_COUNT,
};

/* What the signal of a fault tells about the fault. */
enum rt_fault {
	RT_FAULT_ADDRESS,     /* `address` cannot be accessed like this */
	RT_FAULT_NO_ADDRESS,  /* the address is misaligned or not canonical, and is not known */
	RT_FAULT_STACK,       /* the call stack is exhausted */
	RT_FAULT_INSTRUCTION, /* SIGFPE, SIGILL */
	/* `detail` says what a device has found (rt_device_fail()) */
	RT_FAULT_DEVICE,
	RT_FAULT_DEVICE_ADDRESS, /* likewise, of an access at `address` */
};

/* Code of a device that work-groups run on in place of the host, such as an emulated GPU. */
enum { RT_INSTRUCTION_BYTES = 96, RT_FILE_BYTES = 128 };
struct rt_device_code {
	char instruction[RT_INSTRUCTION_BYTES]; /* as text; "": it is code of the host */
	uint64_t address;                       /* as listings of the code show it */
	char file[RT_FILE_BYTES];               /* the source's name, and line; 0: not known */
	uint64_t line;
};

enum { RT_FIGURES_BYTES = 96 };

struct rt_report {
	hsa_status_t status;
	enum rt_cause cause;
	const char *detail; /* static text, lower case */
	/* PACKET: the number that was asked for, and the number that is required or the limit */
	char figures[RT_FIGURES_BYTES];
	uint64_t packet_id;
	uint64_t kernel_object;
	uint32_t group[3]; /* TRAP, FAULT: work-group id, and its size, which makes flat ids */
	uint32_t size[3];
	/* the work-group of the last one of the work-items that ran together; where that is another
	 * group, `first_item` and `item_count` are about those of the first group */
	uint32_t last_group[3];
	uint32_t trap; /* TRAP: enum hsaemu_trap, its operand, the work-item's flat id */
	uint32_t trap_value;
	uint32_t trap_flat_id;
	/* flat id of the work-item, or of the first one if several ran together */
	uint32_t first_item;
	/* 1 up to a wave's size; 0: not known (no fibers, no debug lines) */
	uint32_t item_count;
	enum rt_fault fault; /* FAULT */
	int signal;          /* FAULT: signal number, si_code, si_addr and instruction */
	int signal_code;
	uint64_t address;
	uint64_t pc;
	uint64_t caller; /* FAULT: the call, if `pc` is in code that accesses of kernels share; else
	                            anything: it matters where there is no line for `pc` only */
	struct rt_device_code code; /* TRAP, FAULT */
	int64_t offset; /* BOUNDS: where, from the start of the segments of all work-items */
};

/* Gets the report of a queue in the error state. False when the queue is in no error state. */
bool rt_queue_report(const hsa_queue_t *queue, struct rt_report *out);

/* What work-items were doing when their dispatch was stopped. */
enum rt_place_kind {
	RT_PLACE_RUNS,
	RT_PLACE_NEW,    /* have not begun */
	RT_PLACE_YIELDS, /* have let others run, for example in a loop that waits */
	RT_PLACE_BARRIER,
	RT_PLACE_FBARRIER,
	RT_PLACE_WAVE, /* wait for others of their wave */
	RT_PLACE_KINDS,
};

struct rt_place {
	enum rt_place_kind kind;
	uint64_t packet_id;
	uint64_t kernel_object;
	uint32_t group[3], size[3];
	uint32_t first_item;        /* flat id */
	uint32_t item_count;        /* number of work-items at such a place; 0: not known which */
	uint64_t pc;                /* program counter of the first one; 0: not known */
	uint64_t caller;            /* as in struct rt_report */
	struct rt_device_code code; /* of the first one */
};

/* Gets the places of work-groups that had begun and not ended when dispatches of the queue were
 * stopped; a group has one entry for each kind of place. Returns how many entries there were and
 * copies up to `max` of them; of very many, only the first are kept. */
unsigned rt_queue_places(const hsa_queue_t *queue, struct rt_place *out, unsigned max);

/* ---- devices --------------------------------------------------------------------------------
 *
 * The entry of a kernel's descriptor may be a function that runs work-groups by itself, as an
 * emulator of a GPU does. The runtime's own addresses of code say nothing then, so it asks the
 * device. */

struct rt_place_visitor {
	void (*visit)(struct rt_place_visitor *v, const struct rt_place *place);
};

/* What a thread runs for a device. Its functions are called on this thread, outside of the run. */
struct rt_device_run {
	/* Completes the report on a trap or fault that has ended the run: group, size, first_item,
	 * item_count and code. Of traps the work-item is known already. Where the device knows
	 * better what a fault was, it makes it RT_FAULT_DEVICE with a `detail`. */
	void (*explain)(struct rt_device_run *run, struct rt_report *report);
	/* Visits the places of all work-items that have not ended, when the run has been stopped:
	 * their kind, group, size, first_item, item_count and code. */
	void (*places)(struct rt_device_run *run, struct rt_place_visitor *v);
};

/* A kernel whose dispatches a device runs as a whole. Its descriptor has the flag HSAEMU_KD_DEVICE;
 * its entry is not called. */
struct rt_device_kernel {
	struct hsaemu_kernel_descriptor kd;
	const struct rt_device_ops *ops;
};
struct rt_device_ops {
	/* Begins a dispatch, before anything works on it. NULL: there is no memory. */
	void *(*begin)(const struct rt_device_kernel *k, const struct hsaemu_dispatch *d);
	/* Works on the dispatch. It is called by each thread that is free, side by side or one
	 * after the other, at least once; the dispatch has ended when all have returned false. It
	 * is called outside of the kernel: what it does between rt_device_enter() and
	 * rt_device_leave() may fault or be stopped, which ends the call; no lock may be held
	 * there. No other dispatch has the device meanwhile. True: the dispatch gives way
	 * (rt_device_gives_way()) and has not ended; the call is made again in its next turn. */
	bool (*work)(void *dispatch, const struct hsaemu_dispatch *d, struct hsaemu_wg *wg);
	/* Begins the next turn, after all calls of work() have returned and before the first one of
	 * the turn. It is called with a lock. */
	void (*resume)(void *dispatch);
	/* Ends the dispatch, before its completion signal changes; it has failed unless all calls
	 * of work() returned false. */
	void (*end)(void *dispatch, bool has_failed);
};
void rt_device_enter(struct hsaemu_wg *wg);
void rt_device_leave(struct hsaemu_wg *wg);
/* Called in work(), outside of the kernel, by one thread. Returns whether anybody waits for the
 * device: another dispatch, or packets that have not been looked at, such as those that the
 * dispatch itself has put into queues. If so, all calls of work() are to return true soon. Kernels
 * may wait for what others do, so a dispatch has to ask now and then. */
bool rt_device_gives_way(struct hsaemu_wg *wg);

/* Called by the entry, or in work(), in the run of each work-group: `run` is asked if it does not
 * end by returning. It must live until the thread's next run. */
void rt_device_runs(struct hsaemu_wg *wg, struct rt_device_run *run);
/* Called by the entry: ends the run with a fault that the device has found, of an access at
 * *address if that is not NULL. `detail` is static text, lower case. */
NORETURN void rt_device_fail(struct hsaemu_wg *wg, const char *detail, const uint64_t *address);

/* ---- memory --------------------------------------------------------------------------------- */

/* Returns zeroed, page-aligned memory that any agent may use, for buffers and kernarg, or NULL when
 * there is none. The size is rounded up to whole pages; 64 KiB before and behind the pages cannot
 * be touched. */
void *rt_memory_alloc(size_t bytes) NODISCARD;
/* Does the same below 4 GiB, where kernels of the small machine model have their addresses. */
void *rt_memory_alloc_low(size_t bytes) NODISCARD;
void rt_memory_free(void *block, size_t bytes);

/* Returns a block of zeroed memory whose ends are watched: kernels that go beyond them fault, or
 * leave traces. NULL when there is no memory. The address is a multiple of 16, from 64 KiB on of
 * 64, and of as large a power of two up to 4096 as divides the size. So the block ends at most 15,
 * or 63, bytes before a page that cannot be touched. Some GiB before and behind the block cannot be
 * touched; with a limit on address space (RLIMIT_AS), or below 4 GiB, it is 64 KiB. */
struct rt_block;
struct rt_block *rt_block_new(size_t bytes, bool low) NODISCARD; /* NULL: there is no memory */
void *rt_block_data(const struct rt_block *b);
/* Returns false when a kernel has stored beyond an end, but not far enough for a fault; *offset is
 * then the place, counted from the block's start, and the trace is removed. It must not be called
 * while a dispatch runs. */
bool rt_block_is_intact(struct rt_block *b, int64_t *offset) NODISCARD;
void rt_block_free(struct rt_block *b);

/* The table of a runtime's blocks, which do not overlap. `kind` and `maker` are the client's own
 * numbers, `user` is the client's, too, and NULL at first. */
struct rt_allocation {
	void *base;
	size_t bytes;
	uint32_t kind;
	uint64_t maker;
	void *user;
};

/* Allocates zeroed, page-aligned memory. While there are few such blocks, 64 KiB before and behind
 * its pages cannot be touched. INVALID_ARGUMENT: the size is 0. */
hsa_status_t rt_allocate(struct rt *rt, size_t bytes, uint32_t kind, uint64_t maker,
	void **out) NODISCARD;
/* Does the same with less alignment: a power of two up to a page. If the block is to be fenced, it
 * ends less than that before what cannot be touched; else nothing follows it on purpose. As many
 * bytes as `slack` says are behind the block for who goes beyond its end. */
struct rt_placement {
	size_t align;
	bool fenced;
	size_t slack;
};
hsa_status_t rt_allocate_placed(struct rt *rt, size_t bytes, const struct rt_placement *place,
	uint32_t kind, uint64_t maker, void **out) NODISCARD;
/* Frees the block; rt_free() frees those that are left. INVALID_ALLOCATION: no block that
 * rt_allocate() or rt_allocate_placed() has made begins there. */
hsa_status_t rt_deallocate(struct rt *rt, void *base);
/* Enters memory of the client's own into the table, and takes it out again. INVALID_ARGUMENT: the
 * size is 0, or the memory overlaps a block that is there. False: no such memory begins there. */
hsa_status_t rt_allocation_add(struct rt *rt, void *base, size_t bytes, uint32_t kind,
	uint64_t maker) NODISCARD;
bool rt_allocation_remove(struct rt *rt, const void *base);
/* Gets the block that has the byte at `inside`, which may be any address. False: none has. */
bool rt_allocation_find(struct rt *rt, const void *inside, struct rt_allocation *out);
/* Gets the block that has the byte, or one that is about as near to it as any, within 64 KiB. */
bool rt_allocation_find_near(struct rt *rt, const void *at, struct rt_allocation *out);
/* Change what a block is to the client. False: none begins at `base`. */
bool rt_allocation_set_maker(struct rt *rt, const void *base, uint32_t kind, uint64_t maker);
bool rt_allocation_set_user(struct rt *rt, const void *base, void *user);

/* ---- images --------------------------------------------------------------------------------- */

struct rt_image;

/* Maps an image made by hsa-ld: segments with their own protection, never writable and executable,
 * relocations applied. Kernels and variables have their addresses then, but kernels of an image
 * with imports must not run before rt_image_bind(). Refuses images whose code needs CPU features
 * this machine lacks. `bytes` may go away afterwards. Debuggers learn of an image with debug
 * information, by the JIT interface of gdb and lldb, or of any image when they are attached; with
 * HSAEMU_PERF=1 in the environment perf learns of its functions. False after a diagnostic. */
bool rt_image_load(const char *file, const void *bytes, size_t len, struct rt_image **out,
	struct diag *d) NODISCARD;
/* Unmaps the image, which no dispatch may still use. */
void rt_image_free(struct rt_image *image);

/* Variables that an image linked with --imports declares and does not define. Their declarations
 * live as long as the image. */
size_t rt_image_import_count(const struct rt_image *image);
const struct image_symbol *rt_image_import(const struct rt_image *image, size_t index);
/* Returns the address that an import has been bound to; the image is ready. */
uint64_t rt_image_import_address(const struct rt_image *image, size_t index);
/* Returns the variable of the image's own that an import is bound to where `resolve` has no address
 * for it, and that has its first value in any case; NULL when there is none
 * (HSAEMU_MANAGED_SUFFIX). `bytes` may be NULL. */
void *rt_image_managed(const struct rt_image *image, size_t index, uint64_t *bytes);
/* Returns whether kernels may run: the image has no imports, or they are bound. */
bool rt_image_is_ready(const struct rt_image *image);
/* The type of a function that gets the address of a variable; false when there is none. */
typedef bool rt_resolve(void *arg, const struct image_symbol *what, uint64_t *address);
/* Gives the image the addresses of all its imports; no kernel of it may run meanwhile. `resolve` is
 * called once for each; NULL knows none. An import that it does not know is the image's own
 * variable where rt_image_managed() has one. False after diagnostics, one for each import that has
 * no address, one that is not aligned as the declaration says or, in the small machine model, one
 * above 4 GiB; the image is then as before. Does nothing when the image is ready. */
bool rt_image_bind(struct rt_image *image, rt_resolve *resolve, void *arg,
	struct diag *d) NODISCARD;

/* Returns whether the image is of the small machine model, and so lies below 4 GiB. */
bool rt_image_is_small(const struct rt_image *image);
/* Returns the image's kernels, their arguments and its variables; they live as long as the
 * image. */
const struct image_meta *rt_image_meta(const struct rt_image *image);
/* Returns the kernel's descriptor, whose address is a packet's kernel_object, or NULL when there is
 * no such kernel. Names are those of image_kernel_find(), so "&m::&k" can tell kernels of equal
 * names apart. `meta` may be NULL. */
const struct hsaemu_kernel_descriptor *rt_image_kernel_find(const struct rt_image *image,
	const char *name, const struct image_kernel **meta);
/* Does the same for a row of rt_image_meta()->kernels. */
const struct hsaemu_kernel_descriptor *rt_image_kernel_descriptor(const struct rt_image *image,
	const struct image_kernel *kernel);
/* Returns where the image's own address 0 is mapped. */
const void *rt_image_base(const struct rt_image *image);
/* Converts a host address to the image's own addresses, as objdump and addr2line use them. False
 * when it lies outside of the image. */
bool rt_image_address(const struct rt_image *image, uint64_t address, uint64_t *vaddr);
/* Returns which version of the code was chosen, as the processor for which it was finalized. */
const char *rt_image_version(const struct rt_image *image);
/* Returns the handle of an indirect function, for kernels to call; 0 when there is none of this
 * name. */
uint64_t rt_image_function_find(const struct rt_image *image, const char *name);
/* Returns the address of a global or readonly variable by its HSAIL name, also of a managed one
 * that is bound, or NULL when there is none. `meta` and `bytes`, which gets the size, may be
 * NULL. */
void *rt_image_variable_find(const struct rt_image *image, const char *name,
	const struct image_symbol **meta, uint64_t *bytes);
/* Returns the address of what a row of rt_image_meta()->symbols defines: a variable, or an indirect
 * function's handle; NULL when the image only declares it, or it has no address in the image.
 * `bytes` may be NULL. */
void *rt_image_symbol_address(const struct rt_image *image, const struct image_symbol *what,
	uint64_t *bytes);

/* ---- profiles ------------------------------------------------------------------------------- */

/* The model of a CU's data TLB: `entries` in sets of `ways`. Page size and number of sets are
 * powers of two. */
enum { RT_PROFILE_MAX_ENTRIES = 1 << 20 };
struct rt_profile_options {
	uint32_t entries, ways;
	uint64_t page_bytes;
};

struct rt_profile_counts {
	/* counted per work-item; kinds that belong to waves, per wave */
	uint64_t count[HSAEMU_PROFILE_KINDS];
	uint64_t bytes[HSAEMU_PROFILE_KINDS]; /* of accesses to memory */
	uint64_t instructions;                /* sum of all classes */
	uint64_t tlb_accesses, tlb_misses;    /* misses; both are 0 in sums by function */
};

struct rt_profile_function {
	const char *name;
	bool is_kernel;
};

struct rt_profile;

/* Begins to count what an image of hsail-fin --profile does, for `cus` CUs, as many as the runtime
 * has. False after a diagnostic: the options are wrong, or it is no such image. Free the profile
 * before the image. None of these functions may be called while a dispatch runs. */
bool rt_profile_start(struct rt_image *image, uint32_t cus,
	const struct rt_profile_options *options, struct rt_profile **out,
	struct diag *d) NODISCARD;
void rt_profile_free(struct rt_profile *p);
void rt_profile_reset(struct rt_profile *p); /* sets all counts to 0 and empties the TLBs */
void rt_profile_read_cu(const struct rt_profile *p, uint32_t cu, struct rt_profile_counts *out);
/* Kernels and functions have their own counts: those of their own code, whichever function it was
 * inlined into. */
size_t rt_profile_function_count(const struct rt_profile *p);
const struct rt_profile_function *rt_profile_function(const struct rt_profile *p, size_t index);
void rt_profile_read_function(const struct rt_profile *p, size_t index,
	struct rt_profile_counts *out);

HSAEMU_END_DECLS

#endif
