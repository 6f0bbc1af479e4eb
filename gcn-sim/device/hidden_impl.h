/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Hidden arguments behind those that clients give: hsail-fin's kernels may have one, the dispatch
 * record, and those that other compilers have made have more. */
#ifndef HSAEMU_GCN_HIDDEN_IMPL_H
#define HSAEMU_GCN_HIDDEN_IMPL_H

#include "device_impl.h"
#include "hsaemu/gcn_emu.h"
#include "hsaemu/rt.h"

/* Finds a kernel's metadata, if it has hidden arguments; else *out becomes NULL. `own` is how many
 * bytes clients give. False after a diagnostic: one is not known, or not where it can be. */
bool gcn_hidden_find(const struct image_gpu_meta *m, const struct gcn_kernel *kernel, uint32_t own,
	const char *file, const struct image_gpu_kernel **out, struct diag *d) NODISCARD;
/* Whether a kernel has hidden arguments. */
bool gcn_hidden_is_there(const struct device_kernel *k);
/* Writes a kernel's hidden arguments, if it has some, into its kernarg segment. */
void gcn_hidden_fill(const struct device_kernel *k, const struct hsaemu_dispatch *d,
	uint8_t *kernarg);
/* Completes the report on a fault whose place is known: if the current wavefront has used a hidden
 * argument that has no value, it was that. */
void gcn_hidden_explain(const struct image_gpu_kernel *k, const struct gcn_group *g,
	struct rt_report *r);

#endif
