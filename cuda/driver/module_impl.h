/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Modules and functions (CUDA driver API, "Module Management", "Execution Control"). A module is an
 * image, and its functions are the image's kernels. */
#ifndef HSAEMU_CUDA_MODULE_IMPL_H
#define HSAEMU_CUDA_MODULE_IMPL_H

#include "context_impl.h"
#include "hsaemu/buf.h"
#include "hsaemu/cuda_managed.h"
#include "hsaemu/failure.h"

struct gcn_device_image;

/* What functions of before CUDA 4 have set for launches. */
enum { CU_OLD_ARGUMENT_BYTES = 4096 };
struct cu_old_launch {
	uint32_t block[3];
	unsigned shared_bytes;
	size_t bytes;
	uint8_t arguments[CU_OLD_ARGUMENT_BYTES];
};

struct CUfunc_st {
	struct handle handle;
	struct CUmod_st *module;
	const struct image_kernel *meta;
	const struct hsaemu_kernel_descriptor *kd;
	atomic_uint max_dynamic_shared; /* CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES */
	atomic_int carveout;
	unsigned architecture;     /* that it was compiled for */
	struct cu_old_launch *old; /* NULL: nothing was set */
};

/* What the texture and surface references of a module, if it has any, do for it (reference.c). */
struct cu_reference_calls {
	/* Has kernels that are launched from now on use what the references are bound to: the error
	 * of what cannot be read so, or sampled. */
	CUresult (*use)(struct CUmod_st *m);
	/* Frees them; nothing of the module runs. */
	void (*free)(struct CUmod_st *m);
};

struct CUmod_st {
	struct handle handle;
	struct CUctx_st *context;
	struct CUmod_st *next; /* of the context's */
	struct rt_image *image;
	struct gcn_device_image *gpu; /* its code for the emulated GPU, if there is one */
	struct buf file;              /* the bytes of the image */
	struct CUfunc_st *functions;  /* one for each kernel of the image's metadata */
	uint32_t function_count;
	struct CUlib_st *library;        /* that it was loaded for; or NULL */
	pthread_mutex_t references_lock; /* before those of the context */
	struct cu_reference *references; /* guarded by it */
	_Atomic(const struct cu_reference_calls *) reference_calls; /* NULL: there are none */
	atomic_bool references_changed;                             /* since the last launch */
	atomic_bool references_used;                                /* kernels may sample by them */
};

/* What cuModuleLoadData() and others are given: an image, or PTX to make one of. */
struct cu_code {
	enum cu_code_kind { CU_CODE_IMAGE, CU_CODE_PTX } kind;
	enum { CU_PACKED_NOT, CU_PACKED_LZ4, CU_PACKED_ZSTD } packing;
	const uint8_t *bytes;
	size_t count, full_count; /* the latter of what is packed */
	unsigned architecture;
	/* PTX of a program of several files: how many there are, this one and those behind it; 0
	 * and 1: it is alone. */
	unsigned files;
	const char *name; /* of PTX in messages; NULL: it has none */
};
enum { CU_MAX_CODES = 64 };
struct cu_codes {
	struct cu_code code[CU_MAX_CODES]; /* best first */
	unsigned count;
	unsigned architecture; /* of the device */
	/* Not 0: there was also code for GPUs of this architecture; 1: of one not known. */
	unsigned gpu_only;
};
/* Bytes with a 0 behind them, or whose end is only known from themselves: SIZE_MAX. */
struct cu_bytes {
	const void *at;
	size_t count;
};
/* Finds the codes in bytes: PTX text, an image, a container of ours, a fat binary. `codes` has the
 * device's architecture, and is otherwise 0. */
void cu_code_find(const struct cu_bytes *b, struct cu_codes *codes);
/* The same in a fat binary, which begins with what cu_fat_binary_is() finds in four bytes. */
bool cu_fat_binary_is(const uint8_t *bytes);
void cu_fat_binary_find(const uint8_t *bytes, size_t count, struct cu_codes *codes);
/* Makes a copy of PTX with a 0 at its end, which the caller frees: OUT_OF_MEMORY, INVALID_IMAGE. */
CUresult cu_code_text(const struct cu_code *code, char **text, size_t *count) NODISCARD;

/* Compiles PTX, of one file or all of a program, to an image, or takes it from the cache. *log gets
 * the messages, also of a success. `level` is the optimisation, 0 to 4 as in the API. */
CUresult cu_ptx_compile(const struct cu_code *code, unsigned level, struct buf *image,
	struct buf *log) NODISCARD;

/* ---- jit.c ----------------------------------------------------------------------------------- */

struct cu_jit {
	unsigned level;
	void **values;       /* of the options, where the lengths of logs go */
	char *info, *errors; /* NULL: not asked for */
	size_t info_bytes, error_bytes;
	size_t info_option, error_option; /* the options whose values they are; SIZE_MAX: none */
};
/* Reads options. They have been checked for being there. */
void cu_jit_read(unsigned count, const CUjit_option *options, void **values, struct cu_jit *j);
/* Gives the log to those who have asked for it, or says on standard error why there is none. */
void cu_jit_give(const struct cu_jit *j, CUresult error, const struct buf *log);

/* ---- modules --------------------------------------------------------------------------------- */

/* Where the host program has managed variables, as in cuda_managed.h. */
struct cu_managed {
	cuda_managed_find *find;
	void *arg;
	bool first;
};
/* Makes a module of bytes; *log gets messages. `managed` may be NULL. */
CUresult cu_module_new(struct CUctx_st *c, const struct cu_bytes *b, unsigned level,
	const struct cu_managed *managed, struct buf *log, struct CUmod_st **out) NODISCARD;
/* Frees the module, of which nothing runs. Its handle was taken out of the valid ones. */
void cu_module_free(struct CUmod_st *m);
/* Returns INVALID_HANDLE, or what is wrong with the current context, or CUDA_SUCCESS. */
CUresult cu_function_check(CUfunction f) NODISCARD;
/* Finds the function whose descriptor is at this address, and the image that it is in. The
 * context's lock is held. */
const struct CUfunc_st *cu_function_at(const struct CUctx_st *c, uint64_t kernel_object);
/* Appends a file's bytes, with a 0 behind them: FILE_NOT_FOUND, OUT_OF_MEMORY. After an error, too,
 * the caller releases *bytes. */
CUresult cu_file_read(const char *name, struct buf *bytes) NODISCARD;
/* Does what cuModuleLoadData() does, with managed variables of a host program. */
int cu_module_load(CUmodule *module, const void *image, cuda_managed_find *find, void *arg,
	bool first);
/* Finds the variable of a module that has the byte at this address, and tells of it as of a block
 * of the runtime's table. */
bool cu_variable_find(struct CUctx_st *c, const void *at, struct rt_allocation *out);

#endif
