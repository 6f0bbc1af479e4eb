/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The ABI between finalized kernels, the helper archive and the runtime. Freestanding: also kernel
 * helpers include it. Versioned through the descriptor's magic; docs/kernel-abi.md explains it.
 *
 * A kernel's entry runs one whole work-group on the calling thread, or, with HSAEMU_KD_FIBERS, one
 * wave or work-item of it on a fiber:
 *
 *     void entry(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg);
 *     void entry(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t index);
 *
 * Segment addresses: global and flat are host addresses. A group address is an offset from
 * wg->group, its flat address wg->group + offset. A private address is an offset in the block of
 * wg->private_memory that the finalizer gives the work-item; its flat address is that block +
 * offset. Null of group and private is 0xffffffff, flat null is 0. Kernarg addresses are host
 * addresses. The layout inside wg->private_memory (spill, private variables) and wg->context is the
 * finalizer's own. */
#ifndef HSAEMU_KERNEL_ABI_H
#define HSAEMU_KERNEL_ABI_H

#include "hsaemu/abi_version.h"
#include "hsaemu/decls.h"
#include <stdint.h>

HSAEMU_BEGIN_DECLS

enum {
	HSAEMU_ABI_VERSION = HSAEMU_ABI,
	HSAEMU_KD_MAGIC = 0x00444b48 | HSAEMU_ABI_VERSION << 24, /* "HKD" version */
	HSAEMU_KD_BYTES = 64,
	HSAEMU_WAVESIZE = 32,
	HSAEMU_SEGMENT_ALIGN = 256,
	HSAEMU_MAX_WORKGROUP = 1024,         /* work-items */
	HSAEMU_MAX_TILE = 16384,             /* work-items of groups that run as one */
	HSAEMU_MAX_CONTEXT_BYTES = 16 << 20, /* of a work-item */
};
/* With HSAEMU_KD_DYNAMIC_CALLSTACK, the private block of a work-item starts with a header of three
 * u32 offsets into the block and 4 unused bytes. The rest holds the private stack, which
 * out-of-line functions and alloca use. */
enum {
	HSAEMU_STACK_TOP = 0,    /* first free byte of the stack */
	HSAEMU_STACK_LIMIT = 4,  /* end of the block */
	HSAEMU_STACK_LINKED = 8, /* where the private variables are that hsa-ld places */
	HSAEMU_STACK_HEADER_BYTES = 16,
};
/* On a GPU the unused bytes say where the group variables begin that functions share with kernels.
 * The private block of its kernels is as large as hsail-fin makes it. */
enum { HSAEMU_GPU_STACK_GROUP = 12 };
/* Offset of private_segment_size in the AQL packet. The field says how many bytes of private memory
 * the runtime gives each work-item, at least the descriptor's private_bytes; a larger number makes
 * a larger private stack. */
enum { HSAEMU_PACKET_PRIVATE_BYTES = 24 };
/* The name of a symbol that hsa-ld defines. Its value is the number of bytes of private variables
 * that hsa-ld places. */
#define HSAEMU_LINKED_PRIVATE_SYMBOL "hsa_linked_private"
/* The name of a group variable, &hsaemu.dynamic_group, that hsa-ld places behind all others. */
#define HSAEMU_DYNAMIC_GROUP_SYMBOL "hsaemu.dynamic_group"
/* What a program declares, as &x, and defines only with these letters behind the name, as
 * &x.managed, is imported: it is the variable that the loader's client names, or that of the longer
 * name, which also has its first value. Managed variables of PTX are made like this, with a third
 * one, &x.managed.at, that has the address, so that programs that do not use &x import it, too. */
#define HSAEMU_MANAGED_SUFFIX ".managed"
#define HSAEMU_NULL_SEGMENT_ADDRESS 0xffffffffu

enum hsaemu_kd_flags {
	HSAEMU_KD_DYNAMIC_CALLSTACK = 1 << 0, /* alloca, recursion: private size is a minimum */
	HSAEMU_KD_BARRIERS = 1 << 1,
	HSAEMU_KD_IMAGES = 1 << 2,
	HSAEMU_KD_FULL_PROFILE = 1 << 3,
	HSAEMU_KD_LARGE_MODEL = 1 << 4,
	HSAEMU_KD_ROUND_ZERO = 1 << 5,        /* default float rounding is zero, else near */
	HSAEMU_KD_NO_PARTIAL_GROUPS = 1 << 6, /* requirenopartialworkgroups */
	/* the entry runs on fibers, as fiber_items and stack_kib say */
	HSAEMU_KD_FIBERS = 1 << 7,
	HSAEMU_KD_LINKED_GROUP = 1 << 8, /* hsa-ld adds the program's group memory to group_bytes */
	/* hsa-ld adds private memory of modules to private_bytes */
	HSAEMU_KD_LINKED_PRIVATE = 1 << 9,
	/* made by a device at run time: a struct rt_device_kernel (rt.h) begins with it */
	HSAEMU_KD_DEVICE = 1 << 10,
	/* The code cannot tell groups apart that lie side by side along x, or y or z. So several
	 * may be run by one call of the entry: with the id of the first, and the size of all. */
	HSAEMU_KD_ALIKE_X = 1 << 11,
	HSAEMU_KD_ALIKE_Y = 1 << 12,
	HSAEMU_KD_ALIKE_Z = 1 << 13,
};
/* Numbers in `flags`, from these bits on: for x, y and z the size that groups must have for that,
 * as its binary logarithm + 1, or 0 where they may have any; and the binary logarithm of how many
 * work-items are best run by one call. These are best side by side along x, or else along y, once
 * a row has work-items for two vectors. */
enum {
	HSAEMU_KD_ALIKE_SIZE = 14,
	HSAEMU_KD_ALIKE_SIZE_BITS = 4, /* of each of the three */
	HSAEMU_KD_TILE = 26,
	HSAEMU_KD_TILE_BITS = 4,
	HSAEMU_KD_TILE_ALONG_Y = 1 << 30,
	HSAEMU_KD_ALIKE_ALL = (int)((1u << 31) - (1u << 11)), /* all bits about it */
};

struct hsaemu_kernel_descriptor {
#define KD_FIELD(ctype, name, off, meaning) ctype name;
#include "hsaemu/kernel_abi.def"
};
HSAEMU_STATIC_ASSERT(sizeof(struct hsaemu_kernel_descriptor) == HSAEMU_KD_BYTES, "descriptor size");

/* The descriptor of an indirect function, `fd.f`, aligned to HSAEMU_FD_BYTES. The function's handle
 * is its address. */
enum {
	HSAEMU_FD_MAGIC = 0x00444648 | HSAEMU_ABI_VERSION << 24, /* "HFD" version */
	HSAEMU_FD_BYTES = 32,
};
struct hsaemu_function_descriptor {
	uint32_t magic, reserved;
	int64_t item_offset; /* address of fn.f, relative to the descriptor */
	int64_t wave_offset; /* address of fw.f, relative to the descriptor */
	uint64_t reserved2;
};
HSAEMU_STATIC_ASSERT(sizeof(struct hsaemu_function_descriptor) == HSAEMU_FD_BYTES,
	"descriptor size");

struct hsaemu_dispatch;
struct hsaemu_wg;

enum hsaemu_trap {
	HSAEMU_TRAP_DEBUG = 1,       /* debugtrap; `value` is its operand */
	HSAEMU_TRAP_UNREACHABLE = 2, /* control reached a point that HSAIL leaves undefined */
	HSAEMU_TRAP_INDIRECT = 3,    /* the handle of an icall is no indirect function */
	HSAEMU_TRAP_STACK = 4,       /* the private stack of a work-item is full */
	HSAEMU_TRAP_FBARRIER = 5,    /* `value` is an enum hsaemu_fbarrier_error */
	HSAEMU_TRAP_DEADLOCK = 6,    /* all work-items of a work-group wait at barriers */
	/* a work-item that runs alone has come to a cross-lane operation */
	HSAEMU_TRAP_CROSS_LANE = 7,
	HSAEMU_TRAP_EXCEPTION = 8, /* BREAK policy; `value` has the bits of PRM 12.2 */
	HSAEMU_TRAP_ASSERTION = 9, /* &hsaemu.assertfail; `value` is the line */
	/* &hsaemu.free was given a pointer that is no block of the heap */
	HSAEMU_TRAP_HEAP = 10,
};

/* Rounding modes, for helpers that take one as an argument. */
enum hsaemu_round {
	HSAEMU_ROUND_NEAR,
	HSAEMU_ROUND_ZERO,
	HSAEMU_ROUND_UP,
	HSAEMU_ROUND_DOWN,
};

/* Signal operations of hsaemu_services.signal; numbered as BRIG_ATOMIC_* (PRM 6.8). */
enum hsaemu_signal_op {
	HSAEMU_SIGNAL_ADD = 0,
	HSAEMU_SIGNAL_AND = 1,
	HSAEMU_SIGNAL_CAS = 2, /* a: compare, b: swap */
	HSAEMU_SIGNAL_EXCH = 3,
	HSAEMU_SIGNAL_LD = 4,
	HSAEMU_SIGNAL_OR = 7,
	HSAEMU_SIGNAL_ST = 8,
	HSAEMU_SIGNAL_SUB = 9,
	HSAEMU_SIGNAL_XOR = 12,
	HSAEMU_SIGNAL_WAIT_EQ = 13, /* a: compare; may return early (PRM 6.8.1) */
	HSAEMU_SIGNAL_WAIT_NE = 14,
	HSAEMU_SIGNAL_WAIT_LT = 15,
	HSAEMU_SIGNAL_WAIT_GTE = 16,
	HSAEMU_SIGNAL_WAITTIMEOUT_EQ = 17, /* timeout in ticks of clock() */
	HSAEMU_SIGNAL_WAITTIMEOUT_NE = 18,
	HSAEMU_SIGNAL_WAITTIMEOUT_LT = 19,
	HSAEMU_SIGNAL_WAITTIMEOUT_GTE = 20,
};

/* Flags in `op`. 32_BITS is for signals of 32 bits (sig32): sums wrap at 32 bits, and values are
 * kept sign-extended. PATIENT is for waits that are in no loop, and so do not hold up other lanes
 * that run on the same fiber. */
enum { HSAEMU_SIGNAL_32_BITS = 1 << 8, HSAEMU_SIGNAL_PATIENT = 1 << 9 };

/* Offsets of these indices in the block that a queue's address points to. The runtime asserts
 * them. */
enum { HSAEMU_QUEUE_WRITE_INDEX = 56, HSAEMU_QUEUE_READ_INDEX = 128 };

/* An fbarrier is HSAEMU_FBARRIER_BYTES of group memory, aligned to HSAEMU_FBARRIER_ALIGN. Only the
 * runtime knows its contents. Its address in the group segment identifies it. */
enum { HSAEMU_FBARRIER_BYTES = 16, HSAEMU_FBARRIER_ALIGN = 4 };
enum hsaemu_fbarrier_op {
	HSAEMU_FBARRIER_INIT,
	HSAEMU_FBARRIER_JOIN,
	HSAEMU_FBARRIER_WAIT,
	HSAEMU_FBARRIER_ARRIVE,
	HSAEMU_FBARRIER_LEAVE,
	HSAEMU_FBARRIER_RELEASE,
};
/* The mistakes that a kernel can make with an fbarrier (PRM 9.2.3). */
enum hsaemu_fbarrier_error {
	HSAEMU_FBARRIER_BAD_ADDRESS = 1,
	HSAEMU_FBARRIER_INITIALISED, /* initfbar of an initialised one */
	HSAEMU_FBARRIER_NOT_INITIALISED,
	HSAEMU_FBARRIER_MEMBER,      /* joinfbar of a member */
	HSAEMU_FBARRIER_NO_MEMBER,   /* waitfbar, arrivefbar, leavefbar of another */
	HSAEMU_FBARRIER_ARRIVED,     /* likewise, after it arrived */
	HSAEMU_FBARRIER_HAS_MEMBERS, /* releasefbar */
	HSAEMU_FBARRIER_NOT_UNIFORM, /* work-items of a wave disagree */
};
enum hsaemu_yield {
	HSAEMU_YIELD_WAIT, /* at a back edge of a loop that waits for others */
	HSAEMU_YIELD_TIME, /* wg->fuel is used up */
};

/* A work-item that calls a service; `pc` is an address in the calling code. */
struct hsaemu_caller {
	const struct hsaemu_dispatch *dispatch;
	struct hsaemu_wg *wg;
	const void *pc;
	uint32_t flat_id;
};
/* An assertion that has failed. Strings are flat addresses. */
struct hsaemu_assertion {
	uint64_t condition, file, function;
	uint32_t line;
};
#define HSAEMU_DEVICE_PREFIX "&hsaemu."
/* ELF names of the device library's functions: code for one work-item, and code for a wave. */
#define HSAEMU_DEVICE_ITEM(name) HSAEMU_HELPER("hsa_item_" name)
#define HSAEMU_DEVICE_WAVE(name) HSAEMU_HELPER("hsa_wave_" name)

/* The services of the runtime, for helpers. Control never returns into the kernel after `trap`. */
struct hsaemu_services {
	/* `pc` is an address in the code that asks for the trap. */
	void (*trap)(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t trap,
		uint32_t value, uint32_t flat_id, const void *pc);
	uint64_t (*clock)(void); /* clock_u64: 1 MHz to 400 MHz, constant rate */
	/* does signal operations that must wake waiters; `op` is an enum hsaemu_signal_op */
	uint64_t (*signal)(uint64_t handle, uint32_t op, uint64_t a, uint64_t b, uint64_t timeout);
	/* These are only for kernels on fibers, except `yield`, which other kernels may call,
	 * too. */
	void (*barrier)(struct hsaemu_wg *wg);
	void (*wave_barrier)(struct hsaemu_wg *wg);
	void (*fbarrier)(struct hsaemu_wg *wg, uint32_t op, uint32_t address);
	void (*yield)(struct hsaemu_wg *wg, uint32_t kind); /* enum hsaemu_yield */
	/* Prints by the format. The arguments lie in memory at their natural alignment; a pointer
	 * and a long have `word_bytes`. Returns the number of arguments, or -1 when there is no
	 * format or no memory. */
	int32_t (*print)(const struct hsaemu_caller *c, uint64_t format, uint64_t args,
		uint32_t word_bytes);
	/* Returns a block of the runtime's heap that lies below `limit`, aligned to 16, or 0. */
	uint64_t (*allocate)(struct hsaemu_wg *wg, uint64_t bytes, uint64_t limit);
	void (*release)(const struct hsaemu_caller *c, uint64_t block);
	void (*assertion)(const struct hsaemu_caller *c, const struct hsaemu_assertion *a);
};

struct hsaemu_dispatch {
#define DISPATCH_FIELD(ctype, name, meaning) ctype name;
#include "hsaemu/kernel_abi.def"
};

struct hsaemu_wg {
#define WG_FIELD(ctype, name, meaning) ctype name;
#include "hsaemu/kernel_abi.def"
};

typedef void hsaemu_kernel_entry(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg);
/* `index` is the flat id of the work-item, or the number of the wave. */
typedef void hsaemu_fiber_entry(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg,
	uint32_t index);

/* ---- object files (docs/kernel-abi.md) --------------------------------------------------------
 * kernel &k      -> function `k`, descriptor `k.kd` in .rodata.hsa.kd
 * function &f    -> `fn.f`, only when it is called across modules, recursive or indirect:
 *     void fn.f(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg, uint32_t x, uint32_t y,
 *         uint32_t z, uint8_t *private_block, void *out, const void *in);
 *   for one work-item with ids x y z; `in` and `out` hold the arguments laid out like a kernarg
 *   segment (PRM 4.21); `fw.f` for the lanes of a wave; `fd.f`, the descriptor of an indirect one
 * group variable of several functions or modules -> .bss.hsa.group, which hsa-ld places behind
 *   the kernel's own
 * variable &v    -> `v` in .data.hsa.program / .data.hsa.agent / .rodata.hsa.agent (.bss.*, too)
 * Other characters than [A-Za-z0-9_.] in a name are written $xx (lower-case hex).
 * Notes (owner "HSAEMU") in .note.hsaemu: */
#define HSAEMU_NOTE_OWNER "HSAEMU"
enum hsaemu_note {
	HSAEMU_NOTE_METADATA = 1, /* MessagePack map, AMDGPU key names */
	HSAEMU_NOTE_ISA = 2,      /* x86-64[-v2..v4] NUL, then required features, space separated */
	HSAEMU_NOTE_TOOL = 3,     /* tool, version, options */
	HSAEMU_NOTE_BRIG = 4,     /* content hash of the BRIG */
	/* A relocatable code object of the module's kernels for a GPU, an ELF file of AMD's. Global
	 * and readonly variables are symbols that the image defines. */
	HSAEMU_NOTE_CODE_OBJECT = 5,
};

/* Kernels as code for a GPU (docs/kernel-abi.md, "Notes"): how the hidden argument is aligned, the
 * upper halves of flat addresses in segments, the number of s_trap for traps, and the VGPRs that
 * have an enum hsaemu_trap and its value then. */
enum {
	HSAEMU_GPU_HIDDEN_ALIGN = 8,
	HSAEMU_GPU_GROUP_APERTURE = 0x10001,
	HSAEMU_GPU_PRIVATE_APERTURE = 0x10002,
	HSAEMU_GPU_TRAP = 16,
	HSAEMU_GPU_TRAP_NUMBER = 0,
	HSAEMU_GPU_TRAP_VALUE = 1,
};
/* In the small machine model, where flat addresses in segments begin. */
#define HSAEMU_GPU_SMALL_GROUP 0xffd00000u
#define HSAEMU_GPU_SMALL_PRIVATE 0xffe00000u
/* Code for a GPU asks the runtime for something by another s_trap, behind which it goes on. Who
 * handles it does so for each lane that is on, one after the other. VGPRs have an enum
 * hsaemu_gpu_service (device_functions.h), where the private block is in the work-item's scratch,
 * and from ARGUMENTS on in pairs the arguments, as 64 bits each. The result is in a pair, too. */
enum {
	HSAEMU_GPU_SERVICE = 17,
	HSAEMU_GPU_SERVICE_RESULT = 0,
	HSAEMU_GPU_SERVICE_NUMBER = 2,
	HSAEMU_GPU_SERVICE_BLOCK = 3,
	HSAEMU_GPU_SERVICE_ARGUMENTS = 4,
	HSAEMU_GPU_SERVICE_MAX = 5, /* arguments */
};

HSAEMU_END_DECLS

#endif
