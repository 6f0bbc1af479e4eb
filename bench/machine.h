/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Describes the machine that the bench runs on. */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MACHINE_TEXT = 256 };

struct machine {
	char model[MACHINE_TEXT];  /* of the processor */
	char system[MACHINE_TEXT]; /* name and release */
	unsigned cpus;
	uint64_t memory_mib;
	double load; /* average of the last minute */
};

void machine_describe(struct machine *m);
unsigned machine_cpus(void);                  /* number of CPUs that this process may use */
bool machine_bin(char *folder, size_t bytes); /* folder of this program; false when unknown */
void machine_remove(const char *folder);      /* with all that is in it */

#endif
