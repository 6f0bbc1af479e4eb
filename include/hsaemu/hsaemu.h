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
 * ends the program; only want of memory while something is compiled does, and mistakes of HSAEmu
 * itself.
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

/* Of the last call that failed in this thread, until the next one that fails or gets through. The
 * text has one or more lines, no newline at its end, and belongs to the library; "" if there was
 * none. */
HSAEMU_API const char *hsaemu_error(void);
HSAEMU_API enum hsaemu_status hsaemu_error_status(void);
/* "0.2.0"; never NULL. */
HSAEMU_API const char *hsaemu_version_text(void);

/* ---- runtimes -------------------------------------------------------------------------------- */

/* Work-items in the lanes of vectors. */
enum hsaemu_simd {
	HSAEMU_SIMD_AUTO = 0, /* as many as the processor has, where that is faster */
	HSAEMU_SIMD_OFF = 1,
	HSAEMU_SIMD_SSE = 2,    /* 4 */
	HSAEMU_SIMD_AVX2 = 3,   /* 8 */
	HSAEMU_SIMD_AVX512 = 4, /* 16 */
};

/* What kernels print, in pieces; `stream` is 1 for output, 2 for messages about the kernel. Called
 * on any thread, also on several at once. It must not call functions of this library. */
typedef void hsaemu_print(void *arg, int stream, const char *text, size_t bytes);

struct hsaemu_options {
	size_t size;      /* sizeof(struct hsaemu_options) */
	uint32_t threads; /* that run kernels; 0: one for each CPU that this process may use */
	uint32_t cus;     /* compute units, each of which runs a group at a time; 0: as threads */
	hsaemu_print *print; /* NULL: to the program's standard output and standard error */
	void *print_arg;     /* given to it */
	/* of what is compiled: */
	uint32_t optimisation; /* 1 to 4 for -O0 to -O3 of hsail-fin; 0: -O2 */
	uint32_t simd;         /* enum hsaemu_simd */
	const char *cpu;       /* to make code for, as hsail-fin -mcpu; NULL: this one */
};

/* Starts the threads. `options` may be NULL and is not kept. The caller closes it. */
HSAEMU_API struct hsaemu_runtime *hsaemu_open(const struct hsaemu_options *options);
/* Stops launches that have not ended and gives back the runtime with all that belongs to it. NULL
 * is nothing. */
HSAEMU_API void hsaemu_close(struct hsaemu_runtime *rt);

/* ---- modules --------------------------------------------------------------------------------- */

/* Loads kernels: an image of hsa-ld (.img), or BRIG, HSAIL, PTX or an object of hsail-fin, which
 * are compiled in this process by libhsaemu-fin.so, one at a time; or OpenCL C (.cl) or CUDA C
 * (.cu), for which hsaemu-cc is run. What it is is told from the bytes; .ptx, .cl and .cu from the
 * name. The module belongs to the runtime. */
HSAEMU_API struct hsaemu_module *hsaemu_load_file(struct hsaemu_runtime *rt, const char *path);
/* The same from memory, which is not needed afterwards. `name` is for messages and for its
 * suffix. */
HSAEMU_API struct hsaemu_module *hsaemu_load(struct hsaemu_runtime *rt, const char *name,
	const void *bytes, size_t count);
/* Gives a module back before its runtime. BAD_CALL while there are launches of its kernels that
 * were not waited for. */
HSAEMU_API enum hsaemu_status hsaemu_unload(struct hsaemu_module *m);
/* Warnings about what was loaded, in lines; "" if there were none. The module's. */
HSAEMU_API const char *hsaemu_module_messages(const struct hsaemu_module *m);
/* The image, to be kept in a file and loaded next time without a compiler. The bytes are the
 * module's; *count, unless `count` is NULL, is how many. */
HSAEMU_API const void *hsaemu_module_image(const struct hsaemu_module *m, size_t *count);
/* A variable of the program by its name in HSAIL or C: its address, at which the host reads and
 * writes it between launches, and its size in bytes, if `bytes` is not NULL. The module's. */
HSAEMU_API void *hsaemu_variable_find(struct hsaemu_module *m, const char *name, size_t *bytes);
/* Zeroed memory that kernels of this module can address, as any memory they can, unless they are of
 * HSAIL's small machine model (.address_size 32 of PTX), whose addresses have 32 bits. What is near
 * its ends cannot be accessed, so that mistakes are faults. NULL: none is left. */
HSAEMU_API void *hsaemu_alloc(struct hsaemu_module *m, size_t bytes);
/* Gives it back before the module; NULL is nothing. */
HSAEMU_API void hsaemu_free(struct hsaemu_module *m, void *memory);

/* ---- kernels --------------------------------------------------------------------------------- */

HSAEMU_API size_t hsaemu_kernel_count(const struct hsaemu_module *m);
/* `index` from 0; NULL if there is none of it. */
HSAEMU_API struct hsaemu_kernel *hsaemu_kernel_at(struct hsaemu_module *m, size_t index);
/* By the name in HSAIL ("&scale", "scale"), C or C++ ("scale", "scale<float>", "scale(float*,
 * int)"); NULL: the only one. */
HSAEMU_API struct hsaemu_kernel *hsaemu_kernel_find(struct hsaemu_module *m, const char *name);

/* Later versions may add members at the end. All of it is the module's. */
struct hsaemu_kernel_info {
	const char *name;           /* as its programmer wrote it */
	const char *hsail;          /* as HSAIL has it: "&scale" */
	uint32_t formal_count;      /* arguments that it takes */
	uint32_t group_bytes;       /* group memory of a work-group, besides what a launch adds */
	uint32_t private_bytes;     /* of a work-item */
	uint32_t kernarg_bytes;     /* all arguments together */
	uint32_t required_group[3]; /* the work-group that it must have; 0, 0, 0: any */
	uint32_t max_group;         /* the most work-items of a group; 0: 1024 */
};

struct hsaemu_formal {
	const char *name;  /* "%n" */
	const char *type;  /* in HSAIL: "u32", "f32", "u64"; of an array its element's */
	uint32_t bytes;    /* in all */
	uint32_t elements; /* of an array, as a structure is in C; 0: it is none */
	uint32_t offset;   /* in the kernarg segment */
};

/* NULL for NULL. */
HSAEMU_API const struct hsaemu_kernel_info *hsaemu_kernel_info(const struct hsaemu_kernel *k);
/* `index` from 0; NULL if it takes fewer. */
HSAEMU_API const struct hsaemu_formal *hsaemu_kernel_formal(const struct hsaemu_kernel *k,
	size_t index);

/* ---- arguments ------------------------------------------------------------------------------- */

/* What is given to a kernel. It must fit the formal argument at its place: an address takes 8 bytes
 * (4 in the small machine model), an integer and a float their own size; types b8 to b64 take
 * either. Nothing is converted. HSAEMU_ARG_BYTES fits any formal of the size. */
enum hsaemu_arg_kind {
	HSAEMU_ARG_INTEGER = 1,
	HSAEMU_ARG_FLOAT = 2,
	HSAEMU_ARG_POINTER = 3,
	HSAEMU_ARG_BYTES = 4, /* a structure or array, copied at the launch */
	HSAEMU_ARG_GROUP = 5, /* the address of group memory that the launch adds: `bytes` of it */
};

struct hsaemu_arg {
	uint32_t kind;  /* enum hsaemu_arg_kind */
	uint32_t bytes; /* of the value; of GROUP, of the memory */
	union {
		uint64_t bits;       /* INTEGER, FLOAT: in the low bytes */
		const void *pointer; /* POINTER: the value, BYTES: where they are */
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
static inline struct hsaemu_arg hsaemu_f16(uint16_t bits) /* as IEEE 754 has them */
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
static inline struct hsaemu_arg hsaemu_pointer(const void *p) /* kernels may write there */
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
	uint32_t grid[3]; /* work-items in x, y and z, all of them; 0 is 1 */
	/* work-items of a group; 0, 0, 0: what the kernel requires, or up to 256 in x. Groups at
	 * the ends of a grid that is no multiple of it are smaller. 0 is 1 otherwise. */
	uint32_t group[3];
	uint64_t offset[3];   /* where global ids of OpenCL C begin */
	uint32_t group_bytes; /* group memory besides the kernel's own and that of arguments */
	uint32_t reserved;    /* 0 */
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

/* Runs a kernel and returns when it has ended. The arguments are not needed afterwards. */
HSAEMU_API enum hsaemu_status hsaemu_run(struct hsaemu_kernel *k, const struct hsaemu_launch *l,
	const struct hsaemu_arg *args, size_t count);
/* Starts a kernel and returns at once; `l` and `args` are not needed afterwards, what pointers
 * point to is. Launches that nobody waits for in between run at the same time, in any order. Each
 * event is to be waited for, or stopped. NULL: nothing was started. */
HSAEMU_API struct hsaemu_event *hsaemu_start(struct hsaemu_kernel *k, const struct hsaemu_launch *l,
	const struct hsaemu_arg *args, size_t count);

#define HSAEMU_FOREVER UINT64_MAX
/* Waits for the end of a launch, at most so many nanoseconds (0: only looks). TIMEOUT: it goes on,
 * and the event stays; else the event is given back, and the status is the kernel's. The calling
 * thread may run parts of the kernel meanwhile, if the time is HSAEMU_FOREVER. */
HSAEMU_API enum hsaemu_status hsaemu_wait(struct hsaemu_event *e, uint64_t timeout_ns);
/* Stops a launch wherever it is, waits until it is, and gives the event back. OK: it had ended
 * already; TIMEOUT: it was stopped, and the text says where its work-groups were; FAULT as ever. */
HSAEMU_API enum hsaemu_status hsaemu_stop(struct hsaemu_event *e);

HSAEMU_END_DECLS

#endif
