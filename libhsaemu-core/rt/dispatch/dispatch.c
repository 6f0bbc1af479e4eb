/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes of a kernel dispatch packet the structure that a kernel sees, and in the end updates the
 * packet's completion signal. Statuses are those that AMD's runtime reports for the same mistakes
 * (see rt.h). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "rt/dispatch/brief_dispatches_impl.h"
#include "rt/dispatch/dispatch_impl.h"
#include "rt/fault/guard_impl.h"
#include "rt/os/os_impl.h"
#include "rt/queue/queue_impl.h"
#include "rt/rt_impl.h"
#include "rt/service/service_impl.h"
#include "rt/signal/signal_impl.h"
#include "rt/worker/worker_impl.h"
#include "rt/workgroup/workgroup_impl.h"

/* Reports a rule that the packet breaks, and returns false. */
PRINTF_LIKE(4, 5)
static bool broken(struct rt_report *why, hsa_status_t status, const char *detail,
	const char *figures, ...)
{
	va_list ap;
	why->status = status;
	why->detail = detail;
	va_start(ap, figures);
	/* the longest text, with nine numbers of 32 bits, fits into the array */
	vsnprintf(why->figures, sizeof why->figures, figures, ap);
	va_end(ap);
	return false;
}

static unsigned dim_of(const hsa_kernel_dispatch_packet_t *p)
{
	return p->setup >> HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS &
	       ((1u << HSA_KERNEL_DISPATCH_PACKET_SETUP_WIDTH_DIMENSIONS) - 1);
}

/* Sets the sizes of dimensions that the packet does not have to 1, since many clients leave 0
 * there. The copy of the packet that the kernel sees is changed, too. */
static void drop_unused_sizes(hsa_kernel_dispatch_packet_t *p)
{
	if (dim_of(p) < 2)
		p->workgroup_size_y = 1, p->grid_size_y = 1;
	if (dim_of(p) < 3)
		p->workgroup_size_z = 1, p->grid_size_z = 1;
}

static bool check_shape(const hsa_kernel_dispatch_packet_t *p, struct rt_report *why)
{
	unsigned dim = dim_of(p);
	if (dim < 1 || dim > 3)
		return broken(why, HSA_STATUS_ERROR_INCOMPATIBLE_ARGUMENTS,
			"number of dimensions is not 1, 2 or 3", "%u asked for", dim);
	uint64_t flat = (uint64_t)p->workgroup_size_x * p->workgroup_size_y * p->workgroup_size_z;
	if (flat > HSAEMU_MAX_WORKGROUP)
		return broken(why, HSA_STATUS_ERROR_INVALID_ARGUMENT,
			"work-group has more than 1024 work-items", "%u x %u x %u asked for",
			p->workgroup_size_x, p->workgroup_size_y, p->workgroup_size_z);
	return true;
}

struct descriptor_read {
	uint64_t object;
	struct hsaemu_kernel_descriptor kd;
};

/* Sanitizers would report a bad address, which is only tried here. */
__attribute__((no_sanitize_address, no_sanitize_thread)) static void copy_descriptor(void *arg)
{
	struct descriptor_read *r = arg;
	const volatile uint64_t *from = (const volatile uint64_t *)(uintptr_t)r->object;
	uint64_t words[HSAEMU_KD_BYTES / sizeof(uint64_t)];
	for (size_t i = 0; i < ARRAY_LEN(words); i++)
		words[i] = from[i];
	memcpy(&r->kd, words, sizeof r->kd);
}

/* Reads the descriptor under the guard, because a packet's kernel_object may be any number. False
 * when it cannot be read. */
static bool read_descriptor(struct rt_guard *g, struct descriptor_read *r)
{
	return r->object != 0 && r->object % HSAEMU_KD_BYTES == 0 &&
	       rt_guard_run(g, copy_descriptor, r) && r->kd.magic == HSAEMU_KD_MAGIC;
}

static bool check_required(const hsa_kernel_dispatch_packet_t *p,
	const struct hsaemu_kernel_descriptor *kd, struct rt_report *why)
{
	const hsa_status_t bad = HSA_STATUS_ERROR_INVALID_ARGUMENT;
	unsigned x = p->workgroup_size_x, y = p->workgroup_size_y, z = p->workgroup_size_z;
	if (kd->required_wg_x != 0 &&
		(x != kd->required_wg_x || y != kd->required_wg_y || z != kd->required_wg_z))
		return broken(why, bad, "work-group is not the kernel's requiredworkgroupsize",
			"%u x %u x %u asked for, %u x %u x %u required", x, y, z, kd->required_wg_x,
			kd->required_wg_y, kd->required_wg_z);
	if (kd->max_flat_wg != 0 && x * y * z > kd->max_flat_wg)
		return broken(why, bad,
			"work-group is larger than the kernel's maxflatworkgroupsize",
			"%u work-items asked for, at most %u", x * y * z, kd->max_flat_wg);
	if (kd->required_dim != 0 && dim_of(p) != kd->required_dim)
		return broken(why, bad, "number of dimensions is not the kernel's requireddim",
			"%u asked for, %u required", dim_of(p), kd->required_dim);
	bool partial =
		p->grid_size_x % x != 0 || p->grid_size_y % y != 0 || p->grid_size_z % z != 0;
	if ((kd->flags & HSAEMU_KD_NO_PARTIAL_GROUPS) != 0 && partial)
		return broken(why, bad,
			"grid leaves partial work-groups, which the kernel rules out",
			"grid %u x %u x %u, work-group %u x %u x %u", p->grid_size_x,
			p->grid_size_y, p->grid_size_z, x, y, z);
	return true;
}

static bool check_segments(const hsa_kernel_dispatch_packet_t *p,
	const struct hsaemu_kernel_descriptor *kd, struct rt_report *why)
{
	const hsa_status_t bad = HSA_STATUS_ERROR_INVALID_ALLOCATION;
	static const char below[] = "%u bytes asked for, %u required";
	static const char above[] = "%u bytes asked for, at most %u";
	uint32_t group = p->group_segment_size, own = p->private_segment_size;
	if (group < kd->group_bytes)
		return broken(why, bad, "group segment is smaller than the kernel's", below, group,
			kd->group_bytes);
	if (group > RT_MAX_GROUP_BYTES)
		return broken(why, bad, "group segment is larger than 1 MiB", above, group,
			(unsigned)RT_MAX_GROUP_BYTES);
	if (group - kd->group_bytes > kd->max_dynamic_group_bytes)
		return broken(why, bad,
			"dynamic group memory exceeds the kernel's maxdynamicgroupsize", above,
			group - kd->group_bytes, kd->max_dynamic_group_bytes);
	if (own < kd->private_bytes)
		return broken(why, bad, "private segment is smaller than the kernel's", below, own,
			kd->private_bytes);
	if (own > RT_MAX_PRIVATE_BYTES)
		return broken(why, bad, "private segment is larger than 16 MiB", above, own,
			(unsigned)RT_MAX_PRIVATE_BYTES);
	if (kd->context_bytes > HSAEMU_MAX_CONTEXT_BYTES)
		return broken(why, bad, "the kernel's work-items keep too much at barriers",
			"%u bytes, at most %u", kd->context_bytes,
			(unsigned)HSAEMU_MAX_CONTEXT_BYTES);
	return true;
}

static bool check_kernarg(const hsa_kernel_dispatch_packet_t *p,
	const struct hsaemu_kernel_descriptor *kd, struct rt_report *why)
{
	const hsa_status_t bad = HSA_STATUS_ERROR_INVALID_ARGUMENT;
	uint64_t kernarg = (uint64_t)(uintptr_t)p->kernarg_address;
	unsigned long long at = kernarg;
	if (kd->kernarg_bytes == 0)
		return true;
	if (kernarg == 0)
		return broken(why, bad, "kernarg address is null", "%u bytes required",
			kd->kernarg_bytes);
	if ((kd->flags & HSAEMU_KD_LARGE_MODEL) == 0 && kernarg + kd->kernarg_bytes > UINT32_MAX)
		return broken(why, bad,
			"kernarg lies above 4 GiB, where the small machine model has no addresses",
			"%u bytes at 0x%llx", kd->kernarg_bytes, at);
	if (kernarg % kd->kernarg_align != 0)
		return broken(why, bad, "kernarg address is not aligned",
			"0x%llx, a multiple of %u required", at, kd->kernarg_align);
	return true;
}

bool rt_packet_check_signal(struct rt_queue *q, hsa_signal_t s, const char *rule,
	struct rt_report *why)
{
	if (s.handle == 0 || signal_is_live(&q->rt->signals, s.handle, &q->signals))
		return true;
	why->status = HSA_STATUS_ERROR_INVALID_SIGNAL;
	why->detail = rule;
	snprintf(why->figures, sizeof why->figures, "0x%llx", (unsigned long long)s.handle);
	return false;
}

static uint32_t groups_in(uint32_t grid, uint32_t wg)
{
	return wg == 0 ? 0 : grid / wg + (grid % wg != 0);
}

static void fill_abi(struct rt_dispatch *d, uint64_t packet_id)
{
	const hsa_kernel_dispatch_packet_t *p = &d->packet;
	uint64_t first[3];
	rt_queue_offset(d->queue, packet_id, first);
	d->abi = (struct hsaemu_dispatch){
		.kernarg = p->kernarg_address,
		.packet = p,
		.services = &rt_services,
		.queue = &d->queue->amd.hsa_queue,
		.packet_id = packet_id,
		.completion_signal = p->completion_signal.handle,
		.offset_x = first[0],
		.offset_y = first[1],
		.offset_z = first[2],
		.dim = dim_of(p),
		.grid_x = p->grid_size_x,
		.grid_y = p->grid_size_y,
		.grid_z = p->grid_size_z,
		.wg_x = p->workgroup_size_x,
		.wg_y = p->workgroup_size_y,
		.wg_z = p->workgroup_size_z,
		.groups_x = groups_in(p->grid_size_x, p->workgroup_size_x),
		.groups_y = groups_in(p->grid_size_y, p->workgroup_size_y),
		.groups_z = groups_in(p->grid_size_z, p->workgroup_size_z),
		.cu_count = d->queue->rt->cu_count,
		.group_bytes = p->group_segment_size,
	};
}

/* A dispatch like one that was brief is divided among those that it was worth; not with static
 * shares, which are the same each time. */
static void set_sharers(struct rt_dispatch *d)
{
	struct rt *rt = d->queue->rt;
	d->sharers = rt_queue_worker_count(d->queue);
	if (d->sharers == 1 || rt_is_static(rt))
		return;
	pthread_mutex_lock(&rt->lock);
	if (rt_dispatch_is_brief(rt, d)) {
		uint64_t worth = 1 + rt_brief_helpers(rt, d);
		d->sharers = worth < d->sharers ? (unsigned)worth : d->sharers;
	}
	pthread_mutex_unlock(&rt->lock);
}

static void set_parts(struct rt_dispatch *d, unsigned count)
{
	count = count < RT_MAX_PARTS ? count : RT_MAX_PARTS;
	uint64_t share = d->group_count / count, longer = d->group_count % count, first = 0;
	d->part_count = count;
	for (unsigned i = 0; i < count; i++) {
		struct rt_part *p = &d->parts[i];
		atomic_store_explicit(&p->next, first, memory_order_relaxed);
		first += share + (i < longer);
		p->end = first;
	}
}

/* Divides the groups into claims: so many that workers stay evenly loaded when groups are unequal,
 * and so few that workers do not compete for the counter. */
static void plan(struct rt_dispatch *d)
{
	enum { CLAIMS_PER_WORKER = 32, CLAIMS_OF_ONE = 4, MAX_CHUNK = 256 };
	struct rt *rt = d->queue->rt;
	unsigned cus = d->queue->cu_count;
	unsigned workers = rt_queue_worker_count(d->queue);
	uint64_t claims = workers == 1 ? CLAIMS_OF_ONE : d->sharers * (uint64_t)CLAIMS_PER_WORKER;
	uint64_t chunk = d->group_count / claims;
	/* a group on fibers costs more than a claim, and others may wait for it */
	bool one_by_one =
		d->fiber_items != 0 || d->device != NULL || rt->scheduler == RT_SCHEDULER_SHUFFLE;
	if (one_by_one)
		chunk = 1;
	if (rt->scheduler == RT_SCHEDULER_SHUFFLE)
		d->shuffle_key =
			rt_shuffle_key(rt->seed, d->queue->amd.hsa_queue.id, d->abi.packet_id);
	d->chunk = chunk < 1 ? 1 : chunk > MAX_CHUNK ? MAX_CHUNK : chunk;
	d->cus_used = d->group_count < cus ? (unsigned)d->group_count : cus;
	/* groups on fibers may wait for those before them */
	set_parts(d, one_by_one ? 1 : workers);
	atomic_store_explicit(&d->stopped, false, memory_order_relaxed);
	d->running = d->turns = 0;
	d->shares_left = d->cus_used < workers ? d->cus_used : workers;
	memset(d->taken, 0, sizeof d->taken);
	d->left_count = 0;
	d->pauses = 0;
	d->gives_way = d->is_paused = false;
	if (d->left != NULL)
		memset(d->left, 0, RT_CLAIMS(rt) * sizeof *d->left);
}

static bool check_form(const struct hsaemu_kernel_descriptor *kd, struct rt_report *why)
{
	bool fibers = (kd->flags & HSAEMU_KD_FIBERS) != 0;
	bool known = fibers ? kd->fiber_items == 1 || kd->fiber_items == HSAEMU_WAVESIZE
	                    : kd->fiber_items == 0;
	return known || broken(why, HSA_STATUS_ERROR_INVALID_CODE_OBJECT,
				"kernel's entry is of no form that this runtime knows",
				"%u work-items a fiber", kd->fiber_items);
}

/* Sets the size of private memory. Code with a private stack, or with private variables of other
 * modules, gets for each work-item as much as the packet says, for whole waves. All other code gets
 * blocks of the kernel's own size, one for each work-item. */
static void set_private_bytes(struct rt_dispatch *d, const struct hsaemu_kernel_descriptor *kd)
{
	const uint32_t divides = HSAEMU_KD_DYNAMIC_CALLSTACK | HSAEMU_KD_LINKED_PRIVATE;
	size_t flat = (size_t)d->tiles.items[0] * d->tiles.items[1] * d->tiles.items[2];
	size_t in_waves = (size_t)align_up(flat, HSAEMU_WAVESIZE);
	if (d->device != NULL) { /* which has memory of its own */
		d->private_bytes = d->context_bytes = 0;
		return;
	}
	d->private_bytes = (kd->flags & divides) != 0 ? d->packet.private_segment_size * in_waves
	                                              : kd->private_bytes * flat;
	d->context_bytes = kd->context_bytes * in_waves;
}

/* Lets a device run the dispatch. Each worker is called once, so they are as many groups as there
 * are workers. */
static void set_device(struct rt_dispatch *d, const struct hsaemu_kernel_descriptor *kd)
{
	const struct rt_device_kernel *k =
		(const struct rt_device_kernel *)(uintptr_t)d->packet.kernel_object;
	d->device = (kd->flags & HSAEMU_KD_DEVICE) != 0 ? k->ops : NULL;
	d->device_dispatch = NULL;
	if (d->device != NULL && d->group_count != 0)
		d->group_count = rt_queue_worker_count(d->queue);
}

static void set_entry(struct rt_dispatch *d, const struct hsaemu_kernel_descriptor *kd)
{
	uintptr_t entry = (uintptr_t)(d->packet.kernel_object + (uint64_t)kd->entry_offset);
	d->entry = (hsaemu_kernel_entry *)entry;
	d->fiber_entry = (hsaemu_fiber_entry *)entry;
	d->fiber_items = kd->fiber_items;
	d->stack_kib = kd->stack_kib;
	d->low = (kd->flags & HSAEMU_KD_LARGE_MODEL) == 0;
	if (d->fiber_items != 0)
		d->abi.services = &rt_fiber_services;
}

/* Asks who wants to look at packets, if anybody does. */
static bool inspect(const struct rt_dispatch *d, struct rt_report *why)
{
	const struct rt *rt = d->queue->rt;
	uint64_t number = 0;
	if (rt->inspect == NULL)
		return true;
	const char *wrong = rt->inspect(rt->inspect_arg, &d->packet, &number);
	return wrong == NULL || broken(why, HSA_STATUS_ERROR_INVALID_ARGUMENT, wrong, "0x%llx",
					(unsigned long long)number);
}

static bool check(struct rt_dispatch *d, struct rt_guard *g, struct descriptor_read *code,
	struct rt_report *why)
{
	const hsa_kernel_dispatch_packet_t *p = &d->packet;
	if (!check_shape(p, why))
		return false;
	if (!rt_tiles_count(d))
		return broken(why, HSA_STATUS_ERROR_INVALID_ARGUMENT,
			"grid has too many work-groups", "%u x %u x %u, at most 2^%d",
			d->abi.groups_x, d->abi.groups_y, d->abi.groups_z, RT_MAX_GROUPS_LOG2);
	if (!read_descriptor(g, code))
		return broken(why, HSA_STATUS_ERROR_INVALID_CODE_OBJECT,
			"kernel object is no kernel descriptor of this version", "0x%llx",
			(unsigned long long)p->kernel_object);
	return check_form(&code->kd, why) &&
	       (d->group_count == 0 || check_required(p, &code->kd, why)) &&
	       check_segments(p, &code->kd, why) && check_kernarg(p, &code->kd, why) &&
	       rt_packet_check_signal(d->queue, p->completion_signal,
		       "completion signal is no signal", why) &&
	       inspect(d, why);
}

bool rt_dispatch_prepare(struct rt_dispatch *d, const void *packet, uint64_t packet_id,
	struct rt_guard *g, struct rt_report *why)
{
	memcpy(&d->packet, packet, sizeof d->packet);
	drop_unused_sizes(&d->packet);
	fill_abi(d, packet_id);
	struct descriptor_read code = {.object = d->packet.kernel_object};
	if (!check(d, g, &code, why))
		return false;
	if (d->queue->rt->lint != NULL)
		rt_packet_lint(d, &code.kd);
	set_entry(d, &code.kd);
	set_device(d, &code.kd);
	set_sharers(d);
	rt_tiles_choose(d, &code.kd);
	set_private_bytes(d, &code.kd);
	plan(d);
	/* a client may have destroyed it since the check */
	if (d->packet.completion_signal.handle != 0 && !signal_ref(d->packet.completion_signal))
		d->packet.completion_signal.handle = 0;
	return true;
}

void rt_dispatch_release(const struct rt_dispatch *d)
{
	os_unmap(d->left, RT_CLAIMS(d->queue->rt) * sizeof *d->left);
}

void rt_dispatch_finish(struct rt_dispatch *d)
{
	struct rt_queue *q = d->queue;
	struct rt *rt = q->rt;
	hsa_signal_t completion = d->packet.completion_signal;
	/* relaxed: workers left through rt.lock */
	if (d->device_dispatch != NULL)
		d->device->end(d->device_dispatch,
			atomic_load_explicit(&d->stopped, memory_order_relaxed));
	if (completion.handle != 0) {
		/* This is the packet's release fence. Workers left through rt.lock, so their
		 * writes are ours to publish, and the signal's update is a release itself. */
		if (atomic_load_explicit(&d->stopped, memory_order_relaxed))
			signal_fail(completion, RT_ERROR_VALUE);
		else
			signal_complete(completion, d->start_ns, os_clock_ns());
		signal_unref(completion);
	}
	pthread_mutex_lock(&rt->lock);
	rt_brief_note_end(rt, d);
	d->next = q->free_records;
	q->free_records = d;
	q->in_flight--;
	if (q->stalled) {
		q->stalled = false;
		rt_queue_ring_locked(q);
	}
	if (q->in_flight == 0)
		pthread_cond_broadcast(&rt->settled);
	pthread_mutex_unlock(&rt->lock);
}
