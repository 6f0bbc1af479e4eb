/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What users ask of the libraries that programs load, by the variables of environment.def. */
#ifndef HSAEMU_ENVIRONMENT_H
#define HSAEMU_ENVIRONMENT_H

#include "hsaemu/gcn_models.h"
#include "hsaemu/rt.h"

enum { RT_ENV_TEXT_BYTES = 64, RT_ENV_MAX_OCL_DEVICES = 16, RT_ENV_MAX_CUDA_DEVICES = 16 };

/* Words of HSAEMU_ROUNDING, by index. */
enum rt_env_rounding { RT_ENV_ROUNDING_PROGRAM, RT_ENV_ROUNDING_NEAR };

/* Words are indices into the list of the table; those of `profile` are hsa_profile_t. */
struct rt_environment {
	uint64_t threads, cus; /* 0: not given */
	uint64_t seed;
	uint64_t scheduler; /* a word */
	uint64_t profile;
	uint64_t rounding; /* enum rt_env_rounding */
	uint64_t deep;     /* a word; see rt_environment_deep_model() */
	uint64_t lint;
	char agent[RT_ENV_TEXT_BYTES];
	uint64_t ocl_type; /* a word */
	uint64_t ocl_devices;
	char ocl_platform[RT_ENV_TEXT_BYTES];
	char ocl_vendor[RT_ENV_TEXT_BYTES];
	uint64_t ocl_eager;
	uint64_t guard;
	uint64_t cuda_devices, cuda_arch;
};

/* Reads the variables. Of one with a bad value a line on standard error, with the name of the
 * `library`, says so, and it has no effect: a program must not fail by a typing mistake. */
void rt_environment_read(const char *library, struct rt_environment *e);
/* Returns the model of the GPU as whose code kernels are to run, by the number of the word; NULL:
 * they are to run as the host's. */
const char *rt_environment_deep_model(uint64_t word);
/* Does the same for the variable, which is all that it reads. Programs with another user's rights
 * have none. */
const char *rt_environment_deep(const char *library);
/* Sets the options of a runtime that the variables are about. */
void rt_environment_apply(const struct rt_environment *e, struct rt_options *o);

#endif
