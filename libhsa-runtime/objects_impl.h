/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code objects, executables and programs: what their files share.
 *
 * The bytes of a code object are an image of hsa-ld with imports, or what another compiler has made
 * for the GPU, of which an image is made. struct hr_code is what is known
 * of one, without any address; an executable maps it as a struct rt_image and has its own copies
 * of the symbols, with addresses. */
#ifndef HSAEMU_HSA_OBJECTS_IMPL_H
#define HSAEMU_HSA_OBJECTS_IMPL_H

#include <hsa/hsa_ext_finalize.h>
#include <stdatomic.h>
#include "hsa_impl.h"
#include "hsaemu/diag.h"
#include "hsaemu/image.h"

/* ---- symbols --------------------------------------------------------------------------------- */

/* A variable, kernel or indirect function of a code object or an executable. */
struct hr_symbol {
	struct hr_symbol *next; /* of the executable */
	struct hr_executable *executable;
	uint64_t handle;
	const char *name, *module; /* "&k", "&m"; both "" when unknown */
	uint32_t name_length;
	uint32_t module_length; /* 0 if the symbol has program linkage */
	hsa_symbol_kind_t kind;
	hsa_symbol_linkage_t linkage;
	hsa_agent_t agent; /* none if the symbol is allocated for the program */
	bool is_definition;
	bool is_repeated; /* another symbol of the executable stands for the same variable */
	bool is_small;    /* of the small machine model */
	/* The row of the code object's metadata. NULL: `variable` or `kernel` is the other one, or
	 * the host defines the variable. */
	const struct image_symbol *variable;
	const struct image_kernel *kernel;
	hsa_variable_allocation_t allocation;
	hsa_variable_segment_t segment;
	uint32_t align, bytes;
	bool is_const;
	uint32_t kernarg_bytes, kernarg_align, group_bytes, private_bytes;
	/* The address of a variable, or what a kernel's packets and indirect calls name. */
	uint64_t address;
};

/* Whether a name means the symbol: "&k" if it has program linkage, or else "&m::&k". */
bool hr_symbol_has_name(const struct hr_symbol *sym, const char *name);
/* Whether a name means the symbol in the module, which is NULL for program linkage. */
bool hr_symbol_is_in(const struct hr_symbol *sym, const char *module, const char *name);
/* Stores an attribute, whose numbers are the same for symbols of code objects and of executables.
 * INVALID_ARGUMENT: there is no such attribute, or `value` is NULL. */
hsa_status_t hr_symbol_info(const struct hr_symbol *sym, uint32_t attribute, void *value);

/* ---- code objects ---------------------------------------------------------------------------- */

struct hr_code {
	atomic_uint refs;
	struct arena arena;
	uint8_t *given; /* its own: what the client gave */
	size_t given_count;
	uint8_t *bytes; /* the image: what was given, or made of that */
	size_t count;
	bool is_adopted; /* the image was made of a code object for the GPU */
	struct image image;
	hsa_profile_t profile;
	hsa_machine_model_t model;
	hsa_default_float_rounding_mode_t rounding;
	struct hr_symbol *symbols;
	size_t symbol_count;
};

/* Reads a code object, of which it keeps a copy. The caller has one reference to it. Machine code
 * for a GPU is taken if there is one (`gpu`, else NULL). INVALID_CODE_OBJECT: the bytes are none.
 * INCOMPATIBLE_ARGUMENTS: they are for a GPU that is not there. */
hsa_status_t hr_code_new(const struct gcn_device *gpu, const void *bytes, size_t count,
	struct hr_code **out) NODISCARD;
struct hr_code *hr_code_ref(struct hr_code *c);
void hr_code_unref(struct hr_code *c);
/* Makes a handle of a code object, and takes the caller's reference, also when it fails. */
hsa_status_t hr_code_object_new(struct hr_state *s, struct hr_code *c,
	hsa_code_object_t *out) NODISCARD;
/* Returns the code behind a handle, with a reference for the caller, or NULL. */
struct hr_code *hr_code_object_ref(struct hr_state *s, hsa_code_object_t object);

bool hr_reader_is_valid(struct hr_state *s, hsa_code_object_reader_t reader);
/* Does hr_code_new() with the bytes behind a reader. INVALID_CODE_OBJECT_READER: there is none. */
hsa_status_t hr_reader_read(struct hr_state *s, hsa_code_object_reader_t reader,
	struct hr_code **out) NODISCARD;

/* ---- executables ----------------------------------------------------------------------------- */

/* A code object in an executable. */
struct hr_loaded {
	struct hr_loaded *next;
	struct hr_code *code;
	struct rt_image *image;
	/* its code for the GPU, once imports are bound; NULL where kernels run as the host's */
	struct gcn_device_image *gpu;
	hsa_agent_t agent;
	struct hr_symbol *symbols; /* as many as the code has */
};

struct hr_executable {
	struct hr_object object;
	uint64_t handle;
	hsa_profile_t profile;
	hsa_default_float_rounding_mode_t rounding;
	pthread_mutex_t lock; /* guards the members below; rt and handles are used under it */
	hsa_executable_state_t state;
	bool is_destroyed; /* though some thread has a reference */
	struct hr_loaded *loaded;
	struct hr_symbol *symbols, **last_symbol;
};

/* Returns the executable of a handle, with its lock held and a reference, or NULL. */
struct hr_executable *hr_executable_lock(struct hr_state *s, hsa_executable_t executable);
/* Drops the reference, too. */
void hr_executable_unlock(struct hr_executable *e);
/* Returns the definition of a variable of program linkage, kernel or function, or NULL. The lock is
 * held. */
struct hr_symbol *hr_definition_find(const struct hr_executable *e, const char *name);
/* Returns the definition that a declaration of a code object means, or NULL. The lock is held. */
struct hr_symbol *hr_definition_of(const struct hr_executable *e, const struct hr_symbol *use);
/* Gives a symbol its handle and puts it behind the executable's others. False when there is no
 * memory. The lock is held. */
bool hr_symbol_add(struct hr_state *s, struct hr_executable *e, struct hr_symbol *sym) NODISCARD;
/* Gives all imports their addresses. VARIABLE_UNDEFINED: one has none. The lock is held. */
hsa_status_t hr_executable_bind(struct hr_state *s, struct hr_executable *e) NODISCARD;
/* Loads the code for the GPU of an image that is ready, and has its symbols mean that; does nothing
 * where kernels run as the host's. INCOMPATIBLE_ARGUMENTS: it has none that the GPU could run. */
hsa_status_t hr_loaded_for_gpu(struct hr_state *s, struct hr_loaded *l) NODISCARD;
void hr_loaded_free(struct hr_loaded *l);
/* Whether all code objects and variables of the executable fit together. The lock is held. */
bool hr_executable_fits(const struct hr_executable *e);

/* ---- others ---------------------------------------------------------------------------------- */

/* With HSAEMU_LINT in the environment the messages go to stderr; they are forgotten. `what` says
 * which function they are from. Returns OUT_OF_RESOURCES if memory was short, else `status`. */
hsa_status_t hr_explain(const char *what, struct diag *d, hsa_status_t status);
void hr_explain_text(const char *what, const char *text);
void hr_diag_init(struct diag *d);
/* Runs `work`, which may end by oom() or BUG(), and returns its status, or OUT_OF_RESOURCES if it
 * ended like that. What it allocated is gone then; `arg` is the caller's. */
hsa_status_t hr_protect(const char *what, hsa_status_t (*work)(void *arg), void *arg) NODISCARD;

#endif
