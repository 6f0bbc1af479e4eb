/* Where and on what the bench runs. */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

unsigned machine_cpus(void);                  /* that this process may use */
bool machine_bin(char *folder, size_t bytes); /* of this program; false when it is not known */
void machine_model(char *name, size_t bytes);
double machine_load(void);               /* of the last minute */
void machine_remove(const char *folder); /* with all in it */

#endif
