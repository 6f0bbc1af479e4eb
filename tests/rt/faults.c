/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests that an error in a kernel or a packet ends the dispatch with a report, but not the process,
 * and that other queues go on. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include "fake_kernel.h"

static void fine(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d;
	(void)wg;
}

static void segv(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d;
	if (wg->id_x == 5)
		*(volatile int *)(uintptr_t)0x1230 = 1;
}

static void group_overrun(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	((volatile uint8_t *)wg->group)[align_up(d->group_bytes, HSAEMU_SEGMENT_ALIGN)] = 1;
}

static void divide(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	__asm__ volatile("xorl %%edx, %%edx; movl $1, %%eax; xorl %%ecx, %%ecx; divl %%ecx"
		:
		:
		: "eax", "ecx", "edx", "cc");
	(void)d;
	(void)wg;
}

static void illegal(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	__asm__ volatile("ud2");
	(void)d;
	(void)wg;
}

static int recurse(volatile int *p)
{
	volatile int a[1024];
	a[0] = *p + 1;
	if (a[0] < 0)
		return 0;
	return recurse(a) + a[0];
}

static void overflow(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	volatile int a = 0;
	(void)d;
	(void)wg;
	recurse(&a);
}

static void far(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d;
	(void)wg;
	__asm__ volatile("movl $1, (%0)" : : "r"(0x4141414141414141) : "memory");
}

static void trap(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	if (wg->id_x == 2)
		d->services->trap(d, wg, HSAEMU_TRAP_DEBUG, 42, 17, NULL);
}

struct notice {
	atomic_int calls;
	atomic_int status;
	atomic_bool destroy;
	hsa_queue_t *queue;
	hsa_signal_t called;
};

static void on_error(hsa_status_t status, hsa_queue_t *queue, void *data)
{
	struct notice *n = data;
	n->status = (int)status;
	n->queue = queue;
	n->calls++;
	if (n->destroy) {
		rt_queue_inactivate(queue);
		rt_queue_destroy(queue);
	}
	rt_signal_update(n->called, RT_SIGNAL_SUBTRACT, 1);
}

static struct notice notice_of(struct rt *rt, hsa_queue_t **q, bool destroy, struct notice *n)
{
	n->calls = 0;
	n->destroy = destroy;
	n->called = fake_signal(rt, 1);
	const struct rt_queue_options o = {.packets = 16, .callback = on_error, .data = n};
	EXPECT(rt_queue_create(rt, &o, q) == HSA_STATUS_SUCCESS);
	return *n;
}

static struct {
	uint64_t handle;
	uint32_t op;
} stray;

static void stray_signal(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)wg;
	(void)d->services->signal(stray.handle, stray.op, 1, 0, 0);
}

static void fault(struct rt *rt, hsaemu_kernel_entry *entry, int number, uint32_t group)
{
	static struct notice n;
	struct fake_kernel bad, good;
	struct rt_report r;
	hsa_queue_t *q = NULL, *other = fake_queue(rt, 4);
	notice_of(rt, &q, false, &n);
	fake_kernel_init(&bad, entry);
	fake_kernel_init(&good, fine);
	bad.kd.kernarg_bytes = good.kd.kernarg_bytes = 0;
	bad.kd.group_bytes = 100;
	hsa_kernel_dispatch_packet_t p = fake_packet(&bad, NULL, 4096, 64);
	p.completion_signal = fake_signal(rt, 1);
	EXPECT(!rt_queue_report(q, &r));
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	EXPECT(fake_wait(p.completion_signal) == -1);
	EXPECT(rt_queue_report(q, &r) && r.status == HSA_STATUS_ERROR_EXCEPTION);
	EXPECT(r.cause == (number == 0 ? RT_CAUSE_TRAP : RT_CAUSE_FAULT) && r.signal == number);
	EXPECT(r.packet_id == 0 && r.kernel_object == p.kernel_object);
	EXPECT((entry == overflow) == (r.fault == RT_FAULT_STACK));
	EXPECT((entry == far) == (r.fault == RT_FAULT_NO_ADDRESS));
	EXPECT(group == UINT32_MAX || (r.group[0] == group && r.group[1] == 0 && r.group[2] == 0));
	if (number == 0)
		EXPECT(r.trap == HSAEMU_TRAP_DEBUG && r.trap_value == 42 && r.trap_flat_id == 17);
	/* Later packets of the failed queue must end, too, and other queues work. */
	hsa_kernel_dispatch_packet_t next = fake_packet(&good, NULL, 64, 64);
	next.completion_signal = fake_signal(rt, 1);
	fake_submit(q, &next, HSA_PACKET_TYPE_KERNEL_DISPATCH, true);
	EXPECT(fake_wait(next.completion_signal) == -1);
	rt_signal_silent_store(next.completion_signal, 1);
	fake_submit(other, &next, HSA_PACKET_TYPE_KERNEL_DISPATCH, true);
	EXPECT(fake_wait(next.completion_signal) == 0);
	EXPECT(fake_wait(n.called) == 0 && n.calls == 1 && n.queue == q);
	EXPECT(n.status == (int)HSA_STATUS_ERROR_EXCEPTION);
	rt_queue_destroy(q);
	rt_queue_destroy(other);
}

/* A kernel may take any number for a signal's handle. */
static void stray_signals(struct rt *rt)
{
	static const uint32_t ops[] = {HSAEMU_SIGNAL_ADD, HSAEMU_SIGNAL_LD, HSAEMU_SIGNAL_WAIT_EQ};
	static _Alignas(64) uint64_t memory[16];
	hsa_queue_t *q = fake_queue(rt, 4);
	hsa_signal_t live = fake_signal(rt, 0), gone[64];
	for (int i = 0; i < 64; i++)
		gone[i] = fake_signal(rt, 0);
	/* fault()'s own signals reuse the block freed last, so gone[0] stays free */
	for (int i = 0; i < 64; i++)
		rt_signal_destroy(gone[i]);
	memset(memory, 0x41, sizeof memory);
	const uint64_t handles[] = {0, 8, UINT64_MAX, 0x4141414141414141, (uintptr_t)memory,
		(uintptr_t)&memory[1], (uintptr_t)q, live.handle + 8,
		live.handle & ~(uint64_t)0xffff, gone[0].handle};
	for (size_t i = 0; i < sizeof handles / sizeof handles[0]; i++) {
		stray.handle = handles[i];
		stray.op = ops[i % (sizeof ops / sizeof ops[0])];
		fault(rt, stray_signal, SIGSEGV, UINT32_MAX);
	}
	EXPECT(rt_signal_load(live) == 0 && memory[1] == 0x4141414141414141);
	rt_signal_destroy(live);
	rt_queue_destroy(q);
}

static void refuse(struct rt *rt, const hsa_kernel_dispatch_packet_t *packet, unsigned type,
	hsa_status_t status, const char *figures)
{
	struct rt_report r;
	hsa_queue_t *q = fake_queue(rt, 8);
	hsa_kernel_dispatch_packet_t p = *packet;
	p.completion_signal = fake_signal(rt, 1);
	fake_submit(q, &p, type, false);
	EXPECT(fake_wait(p.completion_signal) == -1);
	EXPECT(rt_queue_report(q, &r) && r.status == status && r.cause == RT_CAUSE_PACKET);
	EXPECT(figures == NULL || strcmp(r.figures, figures) == 0);
	EXPECT(rt_queue_read_index(q) == 0);
	rt_queue_destroy(q);
	rt_signal_destroy(p.completion_signal);
}

/* Checks that a packet with a bad signal handle is refused. Such a signal can tell nobody, so a
 * later packet has a good one. */
static void refuse_signal(struct rt *rt, const void *packet, unsigned type, const char *detail)
{
	struct rt_report r;
	hsa_queue_t *q = fake_queue(rt, 8);
	hsa_barrier_and_packet_t next = {.completion_signal = fake_signal(rt, 1)};
	fake_submit(q, packet, type, false);
	fake_submit(q, &next, HSA_PACKET_TYPE_BARRIER_AND, false);
	EXPECT(fake_wait(next.completion_signal) == -1);
	EXPECT(rt_queue_report(q, &r) && r.status == HSA_STATUS_ERROR_INVALID_SIGNAL);
	EXPECT(strcmp(r.detail, detail) == 0 && strcmp(r.figures, "0x4141414141414141") == 0);
	rt_queue_destroy(q);
	rt_signal_destroy(next.completion_signal);
}

static void stray_signals_of_packets(struct rt *rt)
{
	const hsa_signal_t none = {0x4141414141414141};
	struct fake_kernel k;
	fake_kernel_init(&k, fine);
	k.kd.kernarg_bytes = 0;
	hsa_kernel_dispatch_packet_t p = fake_packet(&k, NULL, 64, 64);
	p.completion_signal = none;
	refuse_signal(rt, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, "completion signal is no signal");
	hsa_barrier_and_packet_t b = {.completion_signal = none};
	refuse_signal(rt, &b, HSA_PACKET_TYPE_BARRIER_AND, "completion signal is no signal");
	b = (hsa_barrier_and_packet_t){.dep_signal[4] = none};
	refuse_signal(rt, &b, HSA_PACKET_TYPE_BARRIER_OR, "dependency is no signal");
}

static void refusals(struct rt *rt)
{
	enum { DISPATCH = HSA_PACKET_TYPE_KERNEL_DISPATCH };
	struct fake_kernel k;
	static _Alignas(64) uint8_t kernarg[128];
	fake_kernel_init(&k, fine);
	k.kd.group_bytes = 64;
	k.kd.private_bytes = 32;
	k.kd.max_dynamic_group_bytes = 1000;
	const hsa_kernel_dispatch_packet_t good = fake_packet(&k, kernarg, 64, 64);
	hsa_kernel_dispatch_packet_t p;
#define REFUSE(change, status, figures) \
	(p = good, change, refuse(rt, &p, DISPATCH, HSA_STATUS_ERROR_##status, figures))
	REFUSE(p.setup = 0, INCOMPATIBLE_ARGUMENTS, "0 asked for");
	REFUSE(p.setup = 4, INCOMPATIBLE_ARGUMENTS, NULL);
	REFUSE(p.workgroup_size_x = 1025, INVALID_ARGUMENT, "1025 x 1 x 1 asked for");
	REFUSE(p.kernarg_address = NULL, INVALID_ARGUMENT, "8 bytes required");
	REFUSE(p.kernarg_address = kernarg + 8, INVALID_ARGUMENT, NULL);
	REFUSE(p.group_segment_size = 63, INVALID_ALLOCATION, "63 bytes asked for, 64 required");
	REFUSE(p.group_segment_size = 1065, INVALID_ALLOCATION,
		"1001 bytes asked for, at most 1000");
	REFUSE(p.group_segment_size = RT_MAX_GROUP_BYTES + 1, INVALID_ALLOCATION,
		"1048577 bytes asked for, at most 1048576");
	REFUSE(p.private_segment_size = RT_MAX_PRIVATE_BYTES + 1, INVALID_ALLOCATION,
		"16777217 bytes asked for, at most 16777216");
	REFUSE(p.private_segment_size = 31, INVALID_ALLOCATION, "31 bytes asked for, 32 required");
	REFUSE(p.kernel_object = 0, INVALID_CODE_OBJECT, "0x0");
	REFUSE(p.kernel_object = 64, INVALID_CODE_OBJECT, "0x40");
	REFUSE(p.kernel_object += 4, INVALID_CODE_OBJECT, NULL);
	REFUSE(p.kernel_object = UINT64_MAX - 63, INVALID_CODE_OBJECT, "0xffffffffffffffc0");
	REFUSE(p.kernel_object = (uint64_t)(uintptr_t)kernarg, INVALID_CODE_OBJECT, NULL);
	k.kd.required_wg_x = 32;
	k.kd.required_wg_y = k.kd.required_wg_z = 1;
	REFUSE((void)0, INVALID_ARGUMENT, "64 x 1 x 1 asked for, 32 x 1 x 1 required");
	k.kd.required_wg_x = 0;
	k.kd.max_flat_wg = 63;
	REFUSE((void)0, INVALID_ARGUMENT, "64 work-items asked for, at most 63");
	k.kd.max_flat_wg = 0;
	k.kd.required_dim = 2;
	REFUSE((void)0, INVALID_ARGUMENT, "1 asked for, 2 required");
	k.kd.required_dim = 0;
	k.kd.flags |= HSAEMU_KD_NO_PARTIAL_GROUPS;
	REFUSE(p.grid_size_x = 65, INVALID_ARGUMENT, "grid 65 x 1 x 1, work-group 64 x 1 x 1");
#undef REFUSE
	refuse(rt, &good, HSA_PACKET_TYPE_AGENT_DISPATCH, HSA_STATUS_ERROR_INVALID_PACKET_FORMAT,
		NULL);
	refuse(rt, &good, 77, HSA_STATUS_ERROR_INVALID_PACKET_FORMAT, "type 77");
	refuse(rt, &good, HSA_PACKET_TYPE_VENDOR_SPECIFIC, HSA_STATUS_ERROR_INVALID_PACKET_FORMAT,
		NULL);
}

static void check_unused(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	const hsa_kernel_dispatch_packet_t *p = d->packet;
	if (d->dim == 1 && d->grid_y == 1 && d->grid_z == 1 && d->wg_y == 1 && d->wg_z == 1 &&
		d->groups_y == 1 && d->groups_z == 1 && wg->size_y == 1 && wg->size_z == 1 &&
		p->grid_size_y == 1 && p->workgroup_size_z == 1)
		*(uint32_t *)(uintptr_t)d->kernarg += 1;
}

/* The fields of dimensions that the packet does not have must not matter. */
static void unused_dimensions(struct rt *rt)
{
	static _Alignas(64) uint32_t calls[16];
	hsa_queue_t *q = fake_queue(rt, 8);
	struct fake_kernel k;
	calls[0] = 0;
	fake_kernel_init(&k, check_unused);
	for (unsigned odd = 0; odd < 3; odd++) {
		hsa_kernel_dispatch_packet_t p = fake_packet(&k, calls, 64, 64);
		p.completion_signal = fake_signal(rt, 1);
		p.grid_size_y = odd * 3;
		p.grid_size_z = odd * UINT16_MAX;
		p.workgroup_size_y = p.workgroup_size_z = (uint16_t)(odd * 500);
		fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
		EXPECT(fake_wait(p.completion_signal) == 0 && calls[0] == odd + 1);
		rt_signal_destroy(p.completion_signal);
	}
	rt_queue_destroy(q);
}

static void destroy_in_callback(struct rt *rt)
{
	static struct notice n;
	struct fake_kernel k;
	hsa_queue_t *q = NULL;
	notice_of(rt, &q, true, &n);
	fake_kernel_init(&k, trap);
	k.kd.kernarg_bytes = 0;
	hsa_kernel_dispatch_packet_t p = fake_packet(&k, NULL, 4096, 64);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	EXPECT(fake_wait(n.called) == 0 && n.calls == 1);
}

static atomic_uint groups_run;

static void count_slowly(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d;
	(void)wg;
	atomic_fetch_add(&groups_run, 1);
	uint64_t until = rt_clock_ns() + 100000;
	while (rt_clock_ns() < until)
		;
}

/* An inactivated queue stops at the end of a work-group and ignores later packets. */
static void inactivate(struct rt *rt)
{
	enum { GROUPS = 1000000 };
	struct fake_kernel k;
	hsa_queue_t *q = fake_queue(rt, 8);
	fake_kernel_init(&k, count_slowly);
	groups_run = 0;
	k.kd.kernarg_bytes = 0;
	hsa_kernel_dispatch_packet_t p = fake_packet(&k, NULL, GROUPS, 1);
	p.completion_signal = fake_signal(rt, 1);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	while (groups_run == 0)
		;
	rt_queue_inactivate(q);
	EXPECT(fake_wait(p.completion_signal) == -1 && groups_run < GROUPS);
	rt_signal_silent_store(p.completion_signal, 1);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	EXPECT(rt_signal_wait(p.completion_signal, HSA_SIGNAL_CONDITION_LT, 1, 5000000,
		       HSA_WAIT_STATE_BLOCKED) == 1);
	rt_queue_destroy(q);
}

int main(void)
{
	for (int s = 0; s < RT_SCHEDULER_COUNT; s++) {
		struct rt *rt = fake_runtime(s == 0 ? 1 : 3, 0, (enum rt_scheduler)s);
		refusals(rt);
		unused_dimensions(rt);
		for (int round = 0; round < 20; round++) {
			fault(rt, segv, SIGSEGV, 5);
			fault(rt, group_overrun, SIGSEGV, UINT32_MAX);
			fault(rt, divide, SIGFPE, UINT32_MAX);
			fault(rt, illegal, SIGILL, UINT32_MAX);
			fault(rt, far, SIGSEGV, UINT32_MAX);
			fault(rt, trap, 0, 2);
		}
		fault(rt, overflow, SIGSEGV, UINT32_MAX);
		stray_signals(rt);
		stray_signals_of_packets(rt);
		destroy_in_callback(rt);
		inactivate(rt);
		rt_free(rt);
	}
	return 0;
}
