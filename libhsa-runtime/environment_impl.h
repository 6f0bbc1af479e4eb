/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What users ask for by environment variables (include/hsaemu/environment.def). */
#ifndef HSAEMU_HSA_ENVIRONMENT_IMPL_H
#define HSAEMU_HSA_ENVIRONMENT_IMPL_H

#include <stdint.h>

enum { HR_ENV_TEXT_BYTES = 64 };

/* Words of HSAEMU_SCHEDULER, by index. */
enum hr_scheduler { HR_SCHEDULER_DYNAMIC, HR_SCHEDULER_STATIC, HR_SCHEDULER_SHUFFLE };

/* Words of HSAEMU_ROUNDING, by index. */
enum hr_rounding { HR_ROUNDING_PROGRAM, HR_ROUNDING_NEAR };

/* Words are indices into the list of the table; those of `profile` are hsa_profile_t. */
struct hr_environment {
	uint64_t threads, cus; /* 0: not given */
	uint64_t seed;
	uint64_t scheduler; /* enum hr_scheduler */
	uint64_t profile;
	uint64_t rounding; /* enum hr_rounding */
	uint64_t lint;
	char agent[HR_ENV_TEXT_BYTES];
};

/* Reads the variables. Of one with a bad value a line on standard error says so, and it has no
 * effect: a program must not fail by its user's typing mistake. */
void hr_environment_read(struct hr_environment *e);

#endif
