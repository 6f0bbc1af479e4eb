/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Programs of HSAIL modules (hsa_ext_finalize.h). */
#ifndef HSAEMU_HSA_PROGRAM_IMPL_H
#define HSAEMU_HSA_PROGRAM_IMPL_H

#include "hsaemu/brig.h"
#include "hsaemu/finalize.h"
#include "objects_impl.h"

/* A module that was verified. The bytes are the client's. */
struct hr_module {
	const uint8_t *bytes;
	size_t count;
	struct brig_view view;
	struct brig_directive_module header;
};

struct hr_program {
	struct hr_object object;
	uint64_t handle;
	hsa_machine_model_t model;
	hsa_profile_t profile;
	hsa_default_float_rounding_mode_t rounding;
	char *options;        /* its own copy; may be NULL */
	pthread_mutex_t lock; /* guards the members below */
	struct hr_module *modules;
	size_t count, capacity;
};

/* Opens and verifies the module that begins at an address, which may be any number.
 * INVALID_MODULE: there is none. The caller closes m->view. */
hsa_status_t hr_module_open(struct hr_module *m, const void *at) NODISCARD;
/* SYMBOL_MISMATCH: an entity of program linkage in `added` is not compatible with one of its name
 * in the program's modules (PRM 4.12), or is defined again. */
hsa_status_t hr_symbols_compare(const struct hr_program *p,
	const struct hr_module *added) NODISCARD;

/* What a client asks for all kernels, as options of the finalizer. DIRECTIVE_MISMATCH: it
 * contradicts itself, or a directive of a module. INVALID_ARGUMENT: an unknown directive. */
hsa_status_t hr_controls_take(const struct hr_program *p, const hsa_ext_control_directives_t *given,
	struct finalize_controls *out) NODISCARD;

#endif
