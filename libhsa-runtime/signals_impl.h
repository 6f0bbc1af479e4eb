/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What the functions of signals and queues have in common. */
#ifndef HSAEMU_HSA_SIGNALS_IMPL_H
#define HSAEMU_HSA_SIGNALS_IMPL_H

#include "hsa_impl.h"

/* The names of the memory orders of a read-modify-write: those of version 1.1, and the three that
 * version 1.0 has other names for. */
#define HR_ORDERS(FORM) \
	FORM(scacq_screl) \
	FORM(scacquire) FORM(relaxed) FORM(screlease) FORM(acq_rel) FORM(acquire) FORM(release)

/* Returns whether the list has agents only, and none of them twice. */
bool hr_agents_are_valid(struct hr_state *s, uint32_t count, const hsa_agent_t *agents);
/* Returns whether any pointer is a queue of the runtime. */
bool hr_queue_is_valid(struct hr_state *s, const hsa_queue_t *queue);
/* Must be called before a queue is destroyed. */
void hr_queue_forget(struct hr_state *s, const hsa_queue_t *queue);

#endif
