/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For the tests of the HSA runtime: time for other threads to get to where they sleep. */
#ifndef TESTS_HSA_NAP_H
#define TESTS_HSA_NAP_H

#include <time.h>

static inline void nap_ms(long ms)
{
	nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

#endif
