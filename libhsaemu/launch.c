/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file starts launches and waits for them. Each launch is one AQL packet, on a queue that no
 * other launch uses at the time. */
#include <stdlib.h>
#include "face_impl.h"
#include "hsaemu/failure.h"

enum { QUEUE_PACKETS = 2, KERNARG_BYTES = 4096, KERNARG_ALIGN = 16, DEFAULT_GROUP = 256 };

/* ---- events ---------------------------------------------------------------------------------- */

void face_event_free(struct hsaemu_event *e)
{
	rt_memory_free(e->kernarg, e->kernarg_bytes);
	free(e);
}

static struct hsaemu_event *no_memory(const char *what)
{
	face_fail(HSAEMU_NO_MEMORY, "out of memory: %s", what);
	return NULL;
}

static struct hsaemu_event *new_event(struct hsaemu_runtime *r)
{
	struct hsaemu_event *e = mem_try_new(1, sizeof *e);
	if (e == NULL)
		return NULL;
	e->runtime = r;
	if (rt_signal_create(r->rt, 0, &e->done) == HSA_STATUS_SUCCESS)
		return e;
	free(e);
	return NULL;
}

/* Takes an idle event, or makes a new one, and counts it as a launch of the kernel's module.
 * Returns NULL after an error. */
static struct hsaemu_event *take_event(struct hsaemu_kernel *k)
{
	struct hsaemu_runtime *r = k->module->runtime;
	pthread_mutex_lock(&r->lock);
	struct hsaemu_event *e = r->idle;
	if (e != NULL) {
		r->idle = e->next_idle;
	} else if ((e = new_event(r)) != NULL) {
		e->next = r->events;
		r->events = e;
	}
	if (e != NULL) {
		e->kernel = k;
		k->module->launches++;
	}
	pthread_mutex_unlock(&r->lock);
	return e != NULL ? e : no_memory("a launch");
}

static void give_event(struct hsaemu_event *e)
{
	struct hsaemu_runtime *r = e->runtime;
	pthread_mutex_lock(&r->lock);
	e->kernel->module->launches--;
	e->kernel = NULL;
	e->next_idle = r->idle;
	r->idle = e;
	pthread_mutex_unlock(&r->lock);
}

/* Makes the kernarg segment at least `bytes` long. It lies below 4 GiB if there is room, because it
 * then serves both machine models. Returns false when there is no memory. */
static bool grow_kernarg(struct hsaemu_event *e, size_t bytes)
{
	if (e->kernarg_bytes >= bytes)
		return true;
	rt_memory_free(e->kernarg, e->kernarg_bytes);
	e->kernarg_bytes = bytes < KERNARG_BYTES ? KERNARG_BYTES : bytes;
	e->kernarg = rt_memory_alloc_low(e->kernarg_bytes);
	if (e->kernarg == NULL && !rt_image_is_small(e->kernel->module->image))
		e->kernarg = rt_memory_alloc(e->kernarg_bytes);
	if (e->kernarg == NULL)
		e->kernarg_bytes = 0;
	return e->kernarg != NULL;
}

static bool equip(struct hsaemu_event *e)
{
	const struct rt_queue_options queue = {
		.packets = QUEUE_PACKETS, .type = HSA_QUEUE_TYPE_SINGLE};
	size_t bytes = (size_t)align_up(e->kernel->info.kernarg_bytes, KERNARG_ALIGN);
	if (e->queue == NULL &&
		rt_queue_create(e->runtime->rt, &queue, &e->queue) != HSA_STATUS_SUCCESS) {
		e->queue = NULL;
		return no_memory("a queue") != NULL;
	}
	if (!grow_kernarg(e, bytes))
		return no_memory("the kernel's arguments") != NULL;
	if (bytes != 0)
		memset(e->kernarg, 0, bytes);
	return true;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

/* Chooses the work-group size: the kernel's required size, or else as many work-items of the first
 * dimension as the grid has, up to a limit. */
static void default_group(const struct hsaemu_kernel *k, struct hsaemu_launch *l)
{
	uint32_t most = k->info.max_group != 0 && k->info.max_group < DEFAULT_GROUP
	                        ? k->info.max_group
	                        : DEFAULT_GROUP;
	l->group[0] = l->grid[0] < most ? l->grid[0] : most;
	if (k->info.required_group[0] != 0)
		memcpy(l->group, k->info.required_group, sizeof l->group);
}

static bool take_sizes(const struct hsaemu_kernel *k, const struct hsaemu_launch *given,
	struct hsaemu_launch *l)
{
	if (!face_take_struct(l, given, sizeof *l, "hsaemu_launch"))
		return false;
	if (l->reserved != 0) {
		face_fail(HSAEMU_UNSUPPORTED, "struct hsaemu_launch: reserved is not 0");
		return false;
	}
	for (int i = 0; i < 3; i++)
		l->grid[i] += l->grid[i] == 0;
	if (l->group[0] == 0 && l->group[1] == 0 && l->group[2] == 0)
		default_group(k, l);
	for (int i = 0; i < 3; i++) {
		l->group[i] += l->group[i] == 0;
		if (l->group[i] > UINT16_MAX) {
			face_fail(HSAEMU_BAD_CALL, "a work-group of %u work-items in %c",
				l->group[i], "xyz"[i]);
			return false;
		}
	}
	return true;
}

static int dimensions(const struct hsaemu_launch *l)
{
	if (l->grid[2] != 1 || l->group[2] != 1)
		return 3;
	return l->grid[1] != 1 || l->group[1] != 1 ? 2 : 1;
}

/* ---- starting -------------------------------------------------------------------------------- */

static void fill_packet(const struct hsaemu_event *e, const struct hsaemu_launch *l,
	uint32_t group_bytes, hsa_kernel_dispatch_packet_t *p)
{
	const struct hsaemu_kernel_descriptor *kd = e->kernel->descriptor;
	*p = (hsa_kernel_dispatch_packet_t){
		.setup = (uint16_t)(dimensions(l) << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS),
		.grid_size_x = l->grid[0],
		.grid_size_y = l->grid[1],
		.grid_size_z = l->grid[2],
		.workgroup_size_x = (uint16_t)l->group[0],
		.workgroup_size_y = (uint16_t)l->group[1],
		.workgroup_size_z = (uint16_t)l->group[2],
		.group_segment_size = group_bytes,
		.private_segment_size = kd->private_bytes,
		.kernel_object = (uint64_t)(uintptr_t)kd,
		.kernarg_address = e->kernarg,
		.completion_signal = e->done,
	};
}

static bool submit(const struct hsaemu_event *e, const struct hsaemu_launch *l,
	const hsa_kernel_dispatch_packet_t *p)
{
	hsa_queue_t *q = e->queue;
	unsigned header = HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE;
	uint64_t id = rt_queue_add_write_index(q, 1);
	uint8_t *slot = (uint8_t *)q->base_address + (id & (q->size - 1)) * sizeof *p;
	bool is_offset = l->offset[0] != 0 || l->offset[1] != 0 || l->offset[2] != 0;
	if (is_offset && rt_queue_set_offset(q, id, l->offset) != HSA_STATUS_SUCCESS)
		return no_memory("the global offset") != NULL;
	rt_signal_silent_store(e->done, 1);
	memcpy(slot + 4, (const uint8_t *)p + 4, sizeof *p - 4);
	/* One store writes header and setup, after the body: the packet processor may read the
	 * packet as soon as the header is valid. */
	__atomic_store_n((uint32_t *)(void *)slot, header | (uint32_t)p->setup << 16,
		__ATOMIC_RELEASE);
	rt_signal_update(q->doorbell_signal, RT_SIGNAL_STORE, (hsa_signal_value_t)id);
	return true;
}

static void drop_queue(struct hsaemu_event *e)
{
	rt_queue_destroy(e->queue);
	e->queue = NULL;
}

static bool launch(struct hsaemu_event *e, const struct hsaemu_launch *l,
	const struct hsaemu_arg *args, size_t count)
{
	hsa_kernel_dispatch_packet_t p;
	uint64_t group_bytes = e->kernel->descriptor->group_bytes;
	if (!equip(e) || !face_pack(e->kernel, args, count, e->kernarg, &group_bytes))
		return false;
	group_bytes += l->group_bytes;
	if (group_bytes > RT_MAX_GROUP_BYTES) {
		face_fail(HSAEMU_BAD_CALL, "%llu bytes of group memory, of at most %d",
			(unsigned long long)group_bytes, (int)RT_MAX_GROUP_BYTES);
		return false;
	}
	fill_packet(e, l, (uint32_t)group_bytes, &p);
	if (submit(e, l, &p))
		return true;
	drop_queue(e); /* The queue holds a reserved packet that will never be written. */
	return false;
}

struct hsaemu_event *hsaemu_start(struct hsaemu_kernel *k, const struct hsaemu_launch *l,
	const struct hsaemu_arg *args, size_t count)
{
	struct hsaemu_launch sizes;
	if (k == NULL) {
		face_no_handle("hsaemu_start");
		return NULL;
	}
	face_begin();
	if (l == NULL) {
		face_fail(HSAEMU_BAD_CALL, "a launch without sizes");
		return NULL;
	}
	struct hsaemu_event *e = take_sizes(k, l, &sizes) ? take_event(k) : NULL;
	if (e == NULL || launch(e, &sizes, args, count))
		return e;
	give_event(e);
	return NULL;
}

/* ---- ending ---------------------------------------------------------------------------------- */

static enum hsaemu_status status_of(enum rt_cause cause)
{
	switch (cause) {
	case RT_CAUSE_PACKET:
		return HSAEMU_BAD_CALL;
	case RT_CAUSE_MEMORY:
		return HSAEMU_NO_MEMORY;
	case RT_CAUSE_NONE:
	case RT_CAUSE_TRAP:
	case RT_CAUSE_FAULT:
	case RT_CAUSE_BOUNDS:
	case RT_CAUSE_COUNT:
		break;
	}
	return HSAEMU_FAULT;
}

static void say_places(const struct hsaemu_event *e, const struct rt_code *code, struct buf *out)
{
	enum { MOST = 8 };
	struct rt_place places[MOST];
	unsigned count = rt_queue_places(e->queue, places, MOST);
	for (unsigned i = 0; i < count && i < MOST; i++) {
		buf_puts(out, "\n");
		rt_place_text(&places[i], code, out);
	}
	if (count > MOST)
		buf_printf(out, "\nand at %u places more", count - MOST);
}

struct failure {
	const struct hsaemu_event *event;
	enum hsaemu_status status;
};

static void say_failure(void *arg)
{
	struct failure *f = arg;
	const struct hsaemu_event *e = f->event;
	const struct hsaemu_module *m = e->kernel->module;
	const char *name = e->kernel->info.name;
	struct rt_code code = {m->image, m->file.data, m->file.len};
	struct rt_report r;
	struct buf text = BUF_INIT;
	if (rt_queue_report(e->queue, &r)) {
		f->status = status_of(r.cause);
		rt_failure_text(&r, name, &code, &text);
	} else {
		buf_printf(&text, "kernel '%s' was stopped", name);
		say_places(e, &code, &text);
	}
	f->status = face_fail_text(f->status, buf_slice(&text));
	buf_release(&text);
}

/* Sets the error for a dispatch that failed or was stopped, and returns its status. Also destroys
 * the queue, which no launch can use any more. */
static enum hsaemu_status failed(struct hsaemu_event *e)
{
	struct failure f = {e, HSAEMU_TIMEOUT};
	if (!face_run(say_failure, &f)) /* the status is known, only its text is not */
		face_fail(f.status, "kernel '%s' failed, and there is no memory to say how",
			e->kernel->info.name);
	drop_queue(e);
	return f.status;
}

static bool is_idle(const struct hsaemu_event *e)
{
	pthread_mutex_lock(&e->runtime->lock);
	bool idle = e->kernel == NULL;
	pthread_mutex_unlock(&e->runtime->lock);
	return idle;
}

static enum hsaemu_status begin_wait(const struct hsaemu_event *e, const char *function)
{
	if (e == NULL)
		return face_no_handle(function);
	face_begin();
	if (is_idle(e))
		return face_fail(HSAEMU_BAD_CALL, "the event was given back already");
	return HSAEMU_OK;
}

static enum hsaemu_status finish(struct hsaemu_event *e, hsa_signal_value_t value, bool inactivated)
{
	enum hsaemu_status status = value < 0 ? failed(e) : HSAEMU_OK;
	if (e->queue != NULL && inactivated)
		drop_queue(e);
	give_event(e);
	return status;
}

static enum hsaemu_status await(struct hsaemu_event *e, uint64_t timeout_ns)
{
	hsa_signal_value_t v = rt_signal_wait(e->done, HSA_SIGNAL_CONDITION_LT, 1, timeout_ns,
		HSA_WAIT_STATE_BLOCKED);
	if (v > 0)
		return face_fail(HSAEMU_TIMEOUT, "kernel '%s' has not ended", e->kernel->info.name);
	return finish(e, v, false);
}

enum hsaemu_status hsaemu_wait(struct hsaemu_event *e, uint64_t timeout_ns)
{
	enum hsaemu_status status = begin_wait(e, "hsaemu_wait");
	return status == HSAEMU_OK ? await(e, timeout_ns) : status;
}

enum hsaemu_status hsaemu_stop(struct hsaemu_event *e)
{
	enum hsaemu_status status = begin_wait(e, "hsaemu_stop");
	if (status != HSAEMU_OK)
		return status;
	rt_queue_inactivate(e->queue);
	return finish(e,
		rt_signal_wait(e->done, HSA_SIGNAL_CONDITION_LT, 1, RT_FOREVER,
			HSA_WAIT_STATE_BLOCKED),
		true);
}

enum hsaemu_status hsaemu_run(struct hsaemu_kernel *k, const struct hsaemu_launch *l,
	const struct hsaemu_arg *args, size_t count)
{
	struct hsaemu_event *e = hsaemu_start(k, l, args, count);
	return e == NULL ? hsaemu_error_status() : await(e, RT_FOREVER);
}
