/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* HSAEmu in a program: kernels of GPUs, run on the CPUs of this machine. man 3 hsaemu has an
 * example.
 *
 *     struct hsaemu_runtime *rt = hsaemu_open(NULL);
 *     struct hsaemu_module *m = hsaemu_load_file(rt, "saxpy.ptx");
 *     struct hsaemu_kernel *k = hsaemu_kernel_find(m, "saxpy");
 *     struct hsaemu_arg args[] = {hsaemu_u32(n), hsaemu_f32(2), hsaemu_pointer(x),
 *             hsaemu_pointer(y)};
 *     struct hsaemu_launch l = hsaemu_grid(n, 1, 1);
 *     if (hsaemu_run(k, &l, args, 4) != HSAEMU_OK)
 *             fprintf(stderr, "%s\n", hsaemu_error());
 *     hsaemu_close(rt);
 *
 * Kernels address the memory of the program itself: a buffer is a pointer, nothing is copied.
 *
 * Errors. A function that fails returns NULL, or another status than HSAEMU_OK, and the reason is
 * in hsaemu_error(). A function that gets NULL for a handle fails with the error that there is
 * already, so that only the last of several calls need be looked at. No input, whatever is in it,
 * ends the program, and neither does want of memory nor a mistake of HSAEmu's own: both are
 * NO_MEMORY, and the text tells which.
 *
 * Threads. All functions may be called from any number of threads at once, on the same handles too;
 * none may be called with a handle that another thread gives back at that time.
 *
 * Signals. While a runtime is open, SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGURG are handled by it;
 * those that do not come from kernels go to the handlers that were there before. Of the runtimes of
 * before a fork() the child may only call hsaemu_close().
 *
 * Handles belong to what they came from: a kernel to its module, a module, and a launch, to its
 * runtime. They end with it. Structures that are given to functions begin with their size, which
 * lets later versions add members: a member that is 0 is as if it were not there. */
#ifndef HSAEMU_HSAEMU_H
#define HSAEMU_HSAEMU_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

#ifdef __GNUC__
#define HSAEMU_API __attribute__((visibility("default")))
#else
#define HSAEMU_API
#endif

struct hsaemu_runtime;
struct hsaemu_module;
struct hsaemu_kernel;
struct hsaemu_event;

/* ---- errors ---------------------------------------------------------------------------------- */

enum hsaemu_status {
	HSAEMU_OK = 0,
	HSAEMU_BAD_CALL = 1,  /* an argument of the function, or of the kernel, does not fit */
	HSAEMU_NOT_FOUND = 2, /* no such file, kernel or variable */
	HSAEMU_IO = 3,        /* a file cannot be read */
	HSAEMU_REFUSED = 4,   /* there are mistakes in what was loaded: the text has all of them */
	HSAEMU_UNSUPPORTED = 5, /* valid, but not supported by this version or processor */
	HSAEMU_NO_COMPILER = 6, /* libhsaemu-fin.so, or hsaemu-cc for C, is not installed */
	HSAEMU_NO_MEMORY = 7,   /* or no threads */
	HSAEMU_FAULT = 8,       /* the kernel: a fault, a trap, a store beyond its own memory */
	HSAEMU_TIMEOUT = 9,     /* the launch has not ended yet */
};

/* These describe the last call that failed in this thread; they change when another call fails or
 * succeeds. The text has one or more lines without a final newline, belongs to the library, and is
 * "" if there was no error. */
HSAEMU_API const char *hsaemu_error(void);
HSAEMU_API enum hsaemu_status hsaemu_error_status(void);
/* "0.2.0"; never NULL. */
HSAEMU_API const char *hsaemu_version_text(void);

/* ---- runtimes -------------------------------------------------------------------------------- */

/* The number of work-items that run as the lanes of a vector. */
enum hsaemu_simd {
	HSAEMU_SIMD_AUTO = 0, /* as many as the processor has, where that is faster */
	HSAEMU_SIMD_OFF = 1,
	HSAEMU_SIMD_SSE = 2,    /* 4 */
	HSAEMU_SIMD_AVX2 = 3,   /* 8 */
	HSAEMU_SIMD_AVX512 = 4, /* 16 */
};

/* The type of a function that takes the text that kernels print, in pieces; `stream` is 1 for
 * output, 2 for messages about the kernel. It is called on any thread, also on several at once, and
 * must not call functions of this library. */
typedef void hsaemu_print(void *arg, int stream, const char *text, size_t bytes);

struct hsaemu_options {
	size_t size; /* sizeof(struct hsaemu_options) */
	/* threads that run kernels; 0: one for each CPU that this process may use */
	uint32_t threads;
	/* compute units, each of which runs one group at a time; 0: as many as threads */
	uint32_t cus;
	hsaemu_print *print; /* NULL: to the program's standard output and standard error */
	void *print_arg;     /* passed to `print` */
	/* how kernels are compiled: */
	uint32_t optimisation; /* 1 to 4 for -O0 to -O3 of hsail-fin; 0: -O2 */
	uint32_t simd;         /* enum hsaemu_simd */
	const char *cpu;       /* processor to compile for, as hsail-fin -mcpu; NULL: this one */
};

/* Opens a runtime and starts its threads. `options` may be NULL and is not kept. The caller closes
 * the runtime. */
HSAEMU_API struct hsaemu_runtime *hsaemu_open(const struct hsaemu_options *options);
/* Stops launches that have not ended, and closes the runtime with everything that belongs to it.
 * Does nothing for NULL. */
HSAEMU_API void hsaemu_close(struct hsaemu_runtime *rt);

/* ---- modules --------------------------------------------------------------------------------- */

/* Loads kernels from an image of hsa-ld (.img); or from BRIG, HSAIL, PTX or an object of hsail-fin,
 * which libhsaemu-fin.so compiles in this process; or from OpenCL C (.cl) or CUDA C
 * (.cu), for which hsaemu-cc is run; or, with HSAEMU_DEEP in the environment, from a code object
 * that another compiler has made for AMD's gfx600. The kind is told from the bytes; .ptx, .cl and
 * .cu from the name. The module belongs to the runtime. */
HSAEMU_API struct hsaemu_module *hsaemu_load_file(struct hsaemu_runtime *rt, const char *path);
/* Loads the same from memory, which is not needed afterwards. `name` is used in messages, and its
 * suffix tells the kind as a file's does. */
HSAEMU_API struct hsaemu_module *hsaemu_load(struct hsaemu_runtime *rt, const char *name,
	const void *bytes, size_t count);
/* Unloads a module. Fails with BAD_CALL while there are launches of its kernels that were not
 * waited for. */
HSAEMU_API enum hsaemu_status hsaemu_unload(struct hsaemu_module *m);
/* Returns the warnings about what was loaded, in lines; "" if there were none. The text belongs to
 * the module. */
HSAEMU_API const char *hsaemu_module_messages(const struct hsaemu_module *m);
/* Returns the image, which can be kept in a file and loaded next time without a compiler; of a code
 * object for a GPU, that object. The bytes belong to the module; *count, unless `count` is NULL, is
 * set to their number. */
HSAEMU_API const void *hsaemu_module_image(const struct hsaemu_module *m, size_t *count);
/* Finds a variable of the program by its name in HSAIL or C. Returns its address, at which the host
 * may read and write it between launches, and sets *bytes, unless `bytes` is NULL, to its size. The
 * memory belongs to the module. */
HSAEMU_API void *hsaemu_variable_find(struct hsaemu_module *m, const char *name, size_t *bytes);
/* Returns zeroed memory that kernels of this module can address. Kernels can address any memory,
 * unless they are of HSAIL's small machine model (.address_size 32 of PTX), whose addresses have 32
 * bits. The memory around it cannot be accessed, so that mistakes are faults. NULL: there is no
 * memory. */
HSAEMU_API void *hsaemu_alloc(struct hsaemu_module *m, size_t bytes);
/* Frees memory of hsaemu_alloc(), which otherwise lives as long as the module. Does nothing for
 * NULL. */
HSAEMU_API void hsaemu_free(struct hsaemu_module *m, void *memory);

/* ---- kernels --------------------------------------------------------------------------------- */

HSAEMU_API size_t hsaemu_kernel_count(const struct hsaemu_module *m);
/* `index` counts from 0. Returns NULL if there are fewer kernels. */
HSAEMU_API struct hsaemu_kernel *hsaemu_kernel_at(struct hsaemu_module *m, size_t index);
/* Finds a kernel by its name in HSAIL ("&scale", "scale"), C or C++ ("scale", "scale<float>",
 * "scale(float*, int)"). `name` may be NULL if the module has only one kernel. */
HSAEMU_API struct hsaemu_kernel *hsaemu_kernel_find(struct hsaemu_module *m, const char *name);

/* Later versions may add members at the end. The structure and its strings belong to the module. */
struct hsaemu_kernel_info {
	const char *name;           /* as its programmer wrote it */
	const char *hsail;          /* as HSAIL has it: "&scale" */
	uint32_t formal_count;      /* number of formal arguments */
	uint32_t group_bytes;       /* group memory of a work-group, without what a launch adds */
	uint32_t private_bytes;     /* private memory of a work-item */
	uint32_t kernarg_bytes;     /* size of all arguments together */
	uint32_t required_group[3]; /* the size that a work-group must have; 0, 0, 0: any */
	uint32_t max_group;         /* the most work-items that a group may have; 0: 1024 */
};

struct hsaemu_formal {
	const char *name; /* "%n" */
	/* type in HSAIL: "u32", "f32", "u64"; for an array, the type of its elements */
	const char *type;
	uint32_t bytes; /* size of the whole argument */
	/* number of elements of an array, which is how a structure of C appears; 0: no array */
	uint32_t elements;
	uint32_t offset; /* offset in the kernarg segment */
};

/* Returns NULL if `k` is NULL. */
HSAEMU_API const struct hsaemu_kernel_info *hsaemu_kernel_info(const struct hsaemu_kernel *k);
/* `index` counts from 0. Returns NULL if the kernel has fewer arguments. */
HSAEMU_API const struct hsaemu_formal *hsaemu_kernel_formal(const struct hsaemu_kernel *k,
	size_t index);

/* ---- arguments ------------------------------------------------------------------------------- */

/* The kinds of actual arguments. An argument must fit the formal argument at its place: an address
 * takes 8 bytes (4 in the small machine model), an integer and a float their own size; types b8 to
 * b64 take either. Nothing is converted. HSAEMU_ARG_BYTES fits any formal of the same size. */
enum hsaemu_arg_kind {
	HSAEMU_ARG_INTEGER = 1,
	HSAEMU_ARG_FLOAT = 2,
	HSAEMU_ARG_POINTER = 3,
	HSAEMU_ARG_BYTES = 4, /* a structure or array, copied at the launch */
	HSAEMU_ARG_GROUP = 5, /* address of group memory that the launch adds, `bytes` large */
};

struct hsaemu_arg {
	uint32_t kind;  /* enum hsaemu_arg_kind */
	uint32_t bytes; /* size of the value; for GROUP, of the memory */
	union {
		uint64_t bits;       /* INTEGER, FLOAT: the value, in the low bytes */
		const void *pointer; /* POINTER: the value; BYTES: the address of the bytes */
	} value;
};

static inline struct hsaemu_arg hsaemu_arg_of(uint32_t kind, uint32_t bytes, uint64_t bits)
{
	struct hsaemu_arg a;
	a.kind = kind;
	a.bytes = bytes;
	a.value.bits = bits;
	return a;
}
static inline struct hsaemu_arg hsaemu_u8(uint8_t v)
{
	return hsaemu_arg_of(HSAEMU_ARG_INTEGER, 1, v);
}
static inline struct hsaemu_arg hsaemu_u16(uint16_t v)
{
	return hsaemu_arg_of(HSAEMU_ARG_INTEGER, 2, v);
}
static inline struct hsaemu_arg hsaemu_u32(uint32_t v)
{
	return hsaemu_arg_of(HSAEMU_ARG_INTEGER, 4, v);
}
static inline struct hsaemu_arg hsaemu_u64(uint64_t v)
{
	return hsaemu_arg_of(HSAEMU_ARG_INTEGER, 8, v);
}
static inline struct hsaemu_arg hsaemu_s8(int8_t v)
{
	return hsaemu_u8((uint8_t)v);
}
static inline struct hsaemu_arg hsaemu_s16(int16_t v)
{
	return hsaemu_u16((uint16_t)v);
}
static inline struct hsaemu_arg hsaemu_s32(int32_t v)
{
	return hsaemu_u32((uint32_t)v);
}
static inline struct hsaemu_arg hsaemu_s64(int64_t v)
{
	return hsaemu_u64((uint64_t)v);
}
/* `bits` are those of an IEEE 754 binary16 */
static inline struct hsaemu_arg hsaemu_f16(uint16_t bits)
{
	return hsaemu_arg_of(HSAEMU_ARG_FLOAT, 2, bits);
}
static inline struct hsaemu_arg hsaemu_f32(float v)
{
	uint32_t bits;
	memcpy(&bits, &v, sizeof bits);
	return hsaemu_arg_of(HSAEMU_ARG_FLOAT, 4, bits);
}
static inline struct hsaemu_arg hsaemu_f64(double v)
{
	uint64_t bits;
	memcpy(&bits, &v, sizeof bits);
	return hsaemu_arg_of(HSAEMU_ARG_FLOAT, 8, bits);
}
static inline struct hsaemu_arg hsaemu_pointer(const void *p) /* kernels may write to the memory */
{
	struct hsaemu_arg a = hsaemu_arg_of(HSAEMU_ARG_POINTER, (uint32_t)sizeof p, 0);
	a.value.pointer = p;
	return a;
}
static inline struct hsaemu_arg hsaemu_bytes(const void *p, uint32_t count)
{
	struct hsaemu_arg a = hsaemu_arg_of(HSAEMU_ARG_BYTES, count, 0);
	a.value.pointer = p;
	return a;
}
static inline struct hsaemu_arg hsaemu_group_memory(uint32_t bytes)
{
	return hsaemu_arg_of(HSAEMU_ARG_GROUP, bytes, 0);
}

/* ---- launches -------------------------------------------------------------------------------- */

struct hsaemu_launch {
	size_t size;      /* sizeof(struct hsaemu_launch) */
	uint32_t grid[3]; /* work-items in x, y and z, of the whole grid; 0 means 1 */
	/* work-items of a group; 0, 0, 0: as many as the kernel requires, or up to 256 in x.
	 * Otherwise 0 means 1. Groups at the ends of a grid that is no multiple of the group's size
	 * are smaller. */
	uint32_t group[3];
	uint64_t offset[3]; /* where global ids of OpenCL C begin */
	/* group memory in addition to the kernel's own and that of arguments */
	uint32_t group_bytes;
	uint32_t reserved; /* must be 0 */
};

static inline struct hsaemu_launch hsaemu_grid(uint32_t x, uint32_t y, uint32_t z)
{
	struct hsaemu_launch l;
	memset(&l, 0, sizeof l);
	l.size = sizeof l;
	l.grid[0] = x;
	l.grid[1] = y;
	l.grid[2] = z;
	return l;
}

/* Runs a kernel and returns when it has ended. `l` and `args` are not needed afterwards. Returns
 * OK, or the status of a failure. */
HSAEMU_API enum hsaemu_status hsaemu_run(struct hsaemu_kernel *k, const struct hsaemu_launch *l,
	const struct hsaemu_arg *args, size_t count);
/* Starts a kernel and returns at once. `l` and `args` are not needed afterwards, but the memory
 * that pointers name is. Launches that nobody waits for in between run at the same time, in any
 * order. The caller must wait for each event, or stop it. Returns NULL when nothing was started. */
HSAEMU_API struct hsaemu_event *hsaemu_start(struct hsaemu_kernel *k, const struct hsaemu_launch *l,
	const struct hsaemu_arg *args, size_t count);

#define HSAEMU_FOREVER UINT64_MAX
/* Waits for the end of a launch, for at most timeout_ns nanoseconds (0: only looks). Returns
 * TIMEOUT when the launch has not ended, and the event stays valid. Otherwise the event is freed,
 * and the status is the kernel's. If the time is HSAEMU_FOREVER, the calling thread may run parts
 * of the kernel meanwhile. */
HSAEMU_API enum hsaemu_status hsaemu_wait(struct hsaemu_event *e, uint64_t timeout_ns);
/* Stops a launch wherever it is, waits until it has stopped, and frees the event. Returns OK when
 * it had ended already; TIMEOUT when it was stopped, and the error text says where its work-groups
 * were; FAULT when the kernel had failed. */
HSAEMU_API enum hsaemu_status hsaemu_stop(struct hsaemu_event *e);

HSAEMU_END_DECLS

#endif
