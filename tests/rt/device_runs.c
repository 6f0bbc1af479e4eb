/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tests that a device that runs work-groups in place of the host's code is asked where they are:
 * after faults, traps and failures of its own, and when it is stopped. It may have work-items of
 * several groups on one thread. */
#include <stdatomic.h>
#include "fake_kernel.h"
#include "hsaemu/failure.h"

#define KERNEL __attribute__((no_sanitize_address, no_sanitize_thread)) static void

static atomic_uint begun, asked;
static struct rt_report seen; /* what the device was told */

static struct rt_place place_of(uint32_t group, enum rt_place_kind kind, uint32_t items)
{
	return (struct rt_place){.kind = kind,
		.group = {group, 1, 0},
		.size = {4, 4, 2},
		.first_item = 9,
		.item_count = items,
		.code = {.instruction = "v_nop", .address = 0x40, .file = "x.cl", .line = 7}};
}

static void explain(struct rt_device_run *run, struct rt_report *r)
{
	struct rt_place p = place_of(11, RT_PLACE_RUNS, 1);

	(void)run;
	seen = *r;
	asked++;
	memcpy(r->group, p.group, sizeof r->group);
	memcpy(r->size, p.size, sizeof r->size);
	r->first_item = p.first_item;
	r->item_count = 1;
	r->code = p.code;
}

static void know_better(struct rt_device_run *run, struct rt_report *r)
{
	explain(run, r);
	r->fault = RT_FAULT_DEVICE;
	r->detail = "it is worse";
}

static void explain_nothing(struct rt_device_run *run, struct rt_report *r)
{
	(void)run, (void)r;
	asked++;
}

static void places(struct rt_device_run *run, struct rt_place_visitor *v)
{
	const struct rt_place some[] = {
		place_of(3, RT_PLACE_BARRIER, 8), place_of(4, RT_PLACE_RUNS, 1)};

	(void)run;
	for (size_t n = 0; n < ARRAY_LEN(some); n++)
		v->visit(v, &some[n]);
}

static void no_places(struct rt_device_run *run, struct rt_place_visitor *v)
{
	(void)run, (void)v;
}

static struct rt_device_run knows = {explain, places}, knows_nothing = {explain_nothing, no_places},
			    knows_better = {know_better, places};
static const uint64_t bad_address = 0x99;

KERNEL faults(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d;
	rt_device_runs(wg, &knows);
	*(volatile int *)(uintptr_t)0x1230 = 1;
}

KERNEL faults_worse(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d;
	rt_device_runs(wg, &knows_better);
	*(volatile int *)(uintptr_t)0x1230 = 1;
}

KERNEL traps(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	rt_device_runs(wg, &knows);
	d->services->trap(d, wg, HSAEMU_TRAP_DEBUG, 42, 17, NULL);
}

KERNEL fails(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d;
	rt_device_runs(wg, &knows);
	rt_device_fail(wg, "it is so", NULL);
}

KERNEL fails_at(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d;
	rt_device_runs(wg, &knows_nothing);
	rt_device_fail(wg, "it is so", &bad_address);
}

KERNEL loops(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d;
	rt_device_runs(wg, &knows);
	for (begun = 1;;)
		;
}

KERNEL loops_unknown(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d;
	rt_device_runs(wg, &knows_nothing);
	for (begun = 1;;)
		;
}

/* The host's own kernels are not asked for, though a device ran on the thread before. */
KERNEL host_faults(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	(void)d, (void)wg;
	*(volatile int *)(uintptr_t)0x1230 = 1;
}

static hsa_queue_t *run(struct rt *rt, hsaemu_kernel_entry *entry, struct fake_kernel *k,
	hsa_signal_t *done)
{
	hsa_queue_t *q = fake_queue(rt, 4);

	fake_kernel_init(k, entry);
	k->kd.kernarg_bytes = 0;
	begun = 0;
	hsa_kernel_dispatch_packet_t p = fake_packet(k, NULL, 8, 4);
	p.completion_signal = *done = fake_signal(rt, 1);
	fake_submit(q, &p, HSA_PACKET_TYPE_KERNEL_DISPATCH, false);
	return q;
}

static void expect_text(const struct rt_report *r, const char *text)
{
	static const struct rt_code none;
	struct buf b = BUF_INIT;

	rt_failure_text(r, "k", &none, &b);
	buf_u8(&b, 0);
	if (strcmp((const char *)b.data, text) != 0) {
		fprintf(stderr, "'%s', not '%s'\n", (const char *)b.data, text);
		exit(1);
	}
	buf_release(&b);
}

static struct rt_report end(struct rt *rt, hsaemu_kernel_entry *entry)
{
	struct fake_kernel k;
	struct rt_report r;
	hsa_signal_t done;
	hsa_queue_t *q = run(rt, entry, &k, &done);

	EXPECT(fake_wait(done) == -1);
	EXPECT(rt_queue_report(q, &r));
	EXPECT(r.kernel_object == (uint64_t)(uintptr_t)&k.kd && r.packet_id == 0);
	rt_queue_destroy(q);
	return r;
}

static void ends(struct rt *rt)
{
	struct rt_report r = end(rt, faults);

	EXPECT(seen.cause == RT_CAUSE_FAULT && seen.fault == RT_FAULT_ADDRESS);
	EXPECT(seen.address == 0x1230 && seen.group[1] == 0);
	expect_text(&r,
		"kernel 'k': segmentation fault at address 0x1230 by code at 0x40 (x.cl:7) in "
		"work-group (11, 1, 0), work-item 9 (1, 2, 0): v_nop");
	r = end(rt, traps);
	EXPECT(seen.cause == RT_CAUSE_TRAP && seen.trap_flat_id == 17);
	expect_text(&r, "kernel 'k': debugtrap 42 in work-group (11, 1, 0), work-item 17 "
			"(1, 0, 1) (x.cl:7): v_nop");
	r = end(rt, fails);
	EXPECT(r.cause == RT_CAUSE_FAULT && r.signal == 0 && r.fault == RT_FAULT_DEVICE);
	expect_text(&r, "kernel 'k': it is so by code at 0x40 (x.cl:7) in work-group (11, 1, 0), "
			"work-item 9 (1, 2, 0): v_nop");
	EXPECT(asked == 3);
	r = end(rt, host_faults);
	EXPECT(asked == 3 && r.code.instruction[0] == 0 && r.fault == RT_FAULT_ADDRESS);
	r = end(rt, faults_worse);
	EXPECT(r.status == HSA_STATUS_ERROR_EXCEPTION);
	expect_text(&r,
		"kernel 'k': it is worse by code at 0x40 (x.cl:7) in work-group (11, 1, 0), "
		"work-item 9 (1, 2, 0): v_nop");
	r = end(rt, fails_at);
	EXPECT(asked == 5 && r.fault == RT_FAULT_DEVICE_ADDRESS && r.address == bad_address);
	EXPECT(r.code.instruction[0] == 0 && r.group[1] == 0);
}

static unsigned stop(struct rt *rt, hsaemu_kernel_entry *entry, struct rt_place *out, unsigned max)
{
	struct fake_kernel k;
	hsa_signal_t done;
	hsa_queue_t *q = run(rt, entry, &k, &done);

	while (begun == 0)
		;
	rt_queue_inactivate(q);
	EXPECT(fake_wait(done) == -1);
	unsigned count = rt_queue_places(q, out, max);
	for (unsigned n = 0; n < count; n++)
		EXPECT(out[n].kernel_object == (uint64_t)(uintptr_t)&k.kd);
	rt_queue_destroy(q);
	return count;
}

static void stops(struct rt *rt)
{
	static const struct rt_code none;
	struct rt_place p[8];
	struct buf b = BUF_INIT;

	EXPECT(stop(rt, loops, p, 8) == 2);
	EXPECT(p[0].kind == RT_PLACE_BARRIER && p[0].group[0] == 3 && p[0].item_count == 8);
	EXPECT(p[1].kind == RT_PLACE_RUNS && p[1].group[0] == 4 && p[1].code.line == 7);
	rt_place_text(&p[1], &none, &b);
	buf_u8(&b, 0);
	EXPECT(strcmp((const char *)b.data, "work-group (4, 1, 0): work-item 9 (1, 2, 0) runs, "
					    "code at 0x40 (x.cl:7): v_nop") == 0);
	buf_release(&b);
	EXPECT(stop(rt, loops_unknown, p, 8) == 1);
	EXPECT(p[0].kind == RT_PLACE_RUNS && p[0].code.instruction[0] == 0);
}

int main(void)
{
	struct rt *rt = fake_runtime(1, 1, RT_SCHEDULER_DYNAMIC);

	ends(rt);
	stops(rt);
	rt_free(rt);
	return 0;
}
