/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tells a client what is wrong with a dispatch packet, though it works here. */
#include "rt/dispatch/dispatch_impl.h"
#include "rt/queue/queue_impl.h"

enum { KERNARG_ALIGN = 16 }; /* of every kernel's arguments, at least */

static unsigned scope(const hsa_kernel_dispatch_packet_t *p, unsigned shift)
{
	return p->header >> shift & ((1u << HSA_PACKET_HEADER_WIDTH_SCACQUIRE_FENCE_SCOPE) - 1);
}

static void lint_scopes(struct rt_queue *q, unsigned long long id,
	const hsa_kernel_dispatch_packet_t *p)
{
	if (scope(p, HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE) == HSA_FENCE_SCOPE_NONE)
		rt_queue_lint(q, RT_LINT_ACQUIRE,
			"packet %llu: the acquire fence scope is none, so its kernel need not see "
			"what others have stored",
			id);
	if (p->completion_signal.handle != 0 &&
		scope(p, HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE) == HSA_FENCE_SCOPE_NONE)
		rt_queue_lint(q, RT_LINT_RELEASE,
			"packet %llu: the release fence scope is none, so who waits for its signal "
			"need not see what the kernel has stored",
			id);
}

static void lint_size(struct rt_queue *q, enum rt_lint_kind kind, unsigned long long id,
	const char *segment, uint32_t asked, uint32_t announced)
{
	if (announced != 0 && asked > announced)
		rt_queue_lint(q, kind,
			"packet %llu: %u bytes of %s memory, but the queue was made for %u", id,
			asked, segment, announced);
}

void rt_packet_lint(const struct rt_dispatch *d, const struct hsaemu_kernel_descriptor *kd)
{
	struct rt_queue *q = d->queue;
	const hsa_kernel_dispatch_packet_t *p = &d->packet;
	unsigned long long id = d->abi.packet_id;
	lint_scopes(q, id, p);
	if (kd->kernarg_bytes != 0 && (uintptr_t)p->kernarg_address % KERNARG_ALIGN != 0)
		rt_queue_lint(q, RT_LINT_KERNARG,
			"packet %llu: the kernarg address 0x%llx is no multiple of %d", id,
			(unsigned long long)(uintptr_t)p->kernarg_address, KERNARG_ALIGN);
	lint_size(q, RT_LINT_GROUP, id, "group", p->group_segment_size, q->announced_group);
	lint_size(q, RT_LINT_PRIVATE, id, "private", p->private_segment_size, q->announced_private);
}
