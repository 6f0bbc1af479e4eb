/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes a code object of a program: what is asked of the finalizer. */
#include <stdlib.h>
#include "agents_impl.h"
#include "finalizer_impl.h"
#include "program_impl.h"

enum { EXCEPTIONS = 0x1f, CALL_CONVENTIONS = 1 };

/* Lists the modules' bytes; NULL when there is no memory. */
static struct hsaemu_brig *list_modules(const struct hr_program *p)
{
	struct hsaemu_brig *list = mem_try_new(p->count + 1, sizeof *list);
	for (size_t i = 0; i < p->count && list != NULL; i++)
		list[i] = (struct hsaemu_brig){"module", p->modules[i].bytes, p->modules[i].count};
	return list;
}

/* The program's lock is held. */
static hsa_status_t finalize_modules(struct hr_state *s, const struct hr_program *p,
	const hsa_ext_control_directives_t *given, const char *options, struct hr_code **out)
{
	bool zero = p->rounding == HSA_DEFAULT_FLOAT_ROUNDING_MODE_ZERO &&
	            s->environment.rounding == RT_ENV_ROUNDING_PROGRAM;
	struct hsaemu_program job = {.count = p->count,
		.simd = HSAEMU_SIMD_AUTO,
		.cpu = s->gpu != NULL ? "native,gfx600" : "native",
		.detect_mask = given->detect_exceptions_mask,
		.break_mask = given->break_exceptions_mask,
		.round = zero ? FINALIZE_ROUND_ZERO : FINALIZE_ROUND_NEAR,
		.debug_info = true,
		.imports = true};
	hsa_status_t status = hr_controls_take(p, given, &job.controls);
	if (status != HSA_STATUS_SUCCESS)
		return status;
	hr_finalize_options(p->options, &job);
	hr_finalize_options(options, &job);
	struct hsaemu_brig *modules = list_modules(p);
	if (modules == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	job.modules = modules;
	status = hr_finalize(s->finalizer, &job, out);
	free(modules);
	return status;
}

hsa_status_t hsa_ext_program_finalize(hsa_ext_program_t program, hsa_isa_t isa,
	int32_t call_convention, hsa_ext_control_directives_t control_directives,
	const char *options, hsa_code_object_type_t code_object_type,
	hsa_code_object_t *code_object)
{
	HR_ENTER(s);
	struct hr_code *code;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	HR_HOLD(struct hr_program, p, s, HR_PROGRAM, program.handle);
	if (p == NULL)
		return (hsa_status_t)HSA_EXT_STATUS_ERROR_INVALID_PROGRAM;
	if (!hr_isa_is_valid(s, isa))
		return HSA_STATUS_ERROR_INVALID_ISA;
	if (call_convention < HSA_EXT_FINALIZER_CALL_CONVENTION_AUTO ||
		call_convention >= CALL_CONVENTIONS ||
		code_object_type != HSA_CODE_OBJECT_TYPE_PROGRAM || code_object == NULL ||
		((control_directives.detect_exceptions_mask |
			 control_directives.break_exceptions_mask) &
			~(unsigned)EXCEPTIONS) != 0)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	pthread_mutex_lock(&p->lock);
	hsa_status_t status = finalize_modules(s, p, &control_directives, options, &code);
	pthread_mutex_unlock(&p->lock);
	return status != HSA_STATUS_SUCCESS ? status : hr_code_object_new(s, code, code_object);
}
