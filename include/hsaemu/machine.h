/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What programs may ask about the machine that stands for the GPU, by HSA's agents and OpenCL's
 * devices. */
#ifndef HSAEMU_MACHINE_H
#define HSAEMU_MACHINE_H

#include <stddef.h>
#include <stdint.h>
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

enum { RT_MACHINE_CACHES = 4 };

/* Copies the processor's name, as it gives it itself, without the blanks around it; leaves `out` as
 * it is if the processor gives none. */
void rt_machine_cpu_name(char *out, size_t bytes);
uint32_t rt_machine_clock_mhz(void); /* highest clock frequency in MHz; 0: not known */
uint64_t rt_machine_memory_bytes(void);
/* Returns the size of the data cache of level 1 to RT_MACHINE_CACHES; 0: there is none. */
uint32_t rt_machine_cache_bytes(unsigned level);
/* Returns a number that those CPUs have in common that share the data cache of a level or, with
 * level 0, the memory node. */
#define RT_MACHINE_NO_DOMAIN UINT32_MAX /* it is not known, or there is none */
uint32_t rt_machine_domain(unsigned level, unsigned cpu);

HSAEMU_END_DECLS

#endif
