/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Carries out a dispatch statement: packs the typed arguments into a kernarg segment and puts an
 * AQL packet into the queue. Packets carry the barrier bit, so a sequence runs in order without
 * the host between two of them. The host waits for the completion signals when it needs the
 * results (completion.c). */
#include "buffers.h"
#include "completion.h"
#include "dispatch_statement.h"
#include "evaluate.h"
#include "initial_values.h"
#include "kernel_names.h"
#include "picture.h"
#include "results.h"
#include "targets.h"

enum {
	QUEUE_PACKETS = 256,
	KERNARG_BYTES = 256 << 10,
	DEFAULT_GROUP = 256,
};

/* ---- resources ------------------------------------------------------------------------------ */

static bool start(struct run_session *s, struct diag_place place)
{
	const struct rt_queue_options queue = {
		.packets = QUEUE_PACKETS, .type = HSA_QUEUE_TYPE_SINGLE};

	if (s->queue != NULL)
		return true;
	if (s->pending == NULL) {
		s->pending = ARENA_ARRAY(&s->arena, struct run_pending, QUEUE_PACKETS);
		s->kernarg = rt_memory_alloc_low(KERNARG_BYTES); /* serves both machine models */
		if (s->kernarg == NULL)
			s->kernarg = rt_memory_alloc(KERNARG_BYTES);
		s->kernarg_bytes = KERNARG_BYTES;
		for (size_t i = 0; i < QUEUE_PACKETS; i++)
			if (rt_signal_create(s->rt, 0, &s->pending[i].done) != HSA_STATUS_SUCCESS)
				return run_fail(s, RUN_NO_MEMORY, place, "out of memory: signals");
	}
	if (s->kernarg == NULL || rt_queue_create(s->rt, &queue, &s->queue) != HSA_STATUS_SUCCESS)
		return run_fail(s, RUN_NO_MEMORY, place, "out of memory: a queue");
	return true;
}

static uint8_t *take_kernarg(struct run_session *s, size_t bytes, size_t align)
{
	size_t at = (size_t)align_up(s->kernarg_used, align);
	if (at > s->kernarg_bytes || bytes > s->kernarg_bytes - at)
		return NULL;
	s->kernarg_used = at + bytes;
	return s->kernarg + at;
}

/* ---- arguments ------------------------------------------------------------------------------ */

static const struct run_buffer *buffer_of(const struct run_session *s, const struct run_arg *arg)
{
	for (const struct run_variable *v = s->variables; v != NULL; v = v->next)
		if (arg->expr->kind == RUN_EXPR_NAME && strcmp(v->name, arg->expr->name) == 0)
			return NULL;
	return arg->expr->kind == RUN_EXPR_NAME ? run_buffer_find(s, arg->expr->name) : NULL;
}

static bool pack_address(struct run_session *s, const struct run_arg *arg,
	const struct image_arg *formal, uint64_t value, uint8_t *at)
{
	if (formal->bytes == sizeof(uint32_t) && value > UINT32_MAX && rt_image_is_small(s->image))
		return run_fail(s, RUN_USAGE, arg->place,
			"'%s' lies at 0x%llx, above 4 GiB: with the small machine model, buffers are made after "
			"the image is loaded",
			arg->expr->name, (unsigned long long)value);
	bool fits = formal->bytes == sizeof value ||
	            (formal->bytes == sizeof(uint32_t) && rt_image_is_small(s->image));
	if (!fits || formal->dim != 0)
		return run_fail(s, RUN_USAGE, arg->place,
			"'%s' is an address, but argument %s is %s%s", arg->expr->name,
			formal->name, formal->type, formal->dim != 0 ? " array" : "");
	memcpy(at, &value, formal->bytes);
	return true;
}

static bool pack_list(struct run_session *s, const struct run_arg *arg,
	const struct image_arg *formal, enum run_type type, uint8_t *at)
{
	bool typed = arg->type != RUN_TYPE_COUNT;
	if (typed)
		type = arg->type;
	if ((formal->dim == 0 && !typed) || type == RUN_TYPE_COUNT ||
		formal->bytes % run_types[type].bytes != 0)
		return run_fail(s, RUN_USAGE, arg->place, "argument %s is no array of %s",
			formal->name, typed ? run_types[type].name : "numbers");
	uint32_t count = formal->bytes / run_types[type].bytes;
	if (arg->list->expr_count != count)
		return run_fail(s, RUN_USAGE, arg->place, "argument %s has %u elements, not %u",
			formal->name, count, arg->list->expr_count);
	struct run_target t = {.name = formal->name, .type = type, .count = count, .data = at};
	return run_fill(s, arg->list, &t);
}

static bool pack_number(struct run_session *s, const struct run_arg *arg,
	const struct image_arg *formal, enum run_type type, uint8_t *at)
{
	struct run_number n;
	if (arg->type != RUN_TYPE_COUNT)
		type = arg->type;
	if (formal->dim != 0 || type == RUN_TYPE_COUNT || run_types[type].bytes != formal->bytes)
		return run_fail(s, RUN_USAGE, arg->place,
			"argument %s is %s%s, which %s cannot give", formal->name, formal->type,
			formal->dim != 0 ? " array" : "",
			arg->type != RUN_TYPE_COUNT ? run_types[arg->type].name : "a number");
	if (!run_eval(s, arg->expr, &n))
		return false;
	return run_store(at, type, n) ||
	       run_fail(s, RUN_USAGE, arg->place,
		       "value %s does not fit into argument %s of type %s, which has integers from %s",
		       run_number_text(s, n), formal->name, run_types[type].name,
		       run_range_text(s, type));
}

static bool is_handle(const char *type)
{
	uint8_t access;
	return strcmp(type, "samp") == 0 || run_word_find(RUN_WORD_ACCESS, str_from(type), &access);
}

static bool pack_arg(struct run_session *s, const struct run_arg *arg,
	const struct image_arg *formal, uint8_t *at)
{
	enum run_type type =
		is_handle(formal->type) ? RUN_TYPE_B64 : run_type_find(str_from(formal->type));
	struct run_target t;
	if (is_handle(formal->type) && arg->list == NULL)
		return run_pack_handle(s, arg, formal, buffer_of(s, arg), at);
	if (arg->list != NULL)
		return pack_list(s, arg, formal, type, at);
	if (arg->expr->kind == RUN_EXPR_NAME && arg->expr->name[0] == '&' &&
		run_function_find(s, arg->expr->name) == 0)
		return run_target_find(s, arg->expr->name, arg->place, &t) &&
		       pack_address(s, arg, formal, (uint64_t)(uintptr_t)t.data, at);
	const struct run_buffer *b = buffer_of(s, arg);
	if (b != NULL)
		return pack_address(s, arg, formal, b->address, at);
	return pack_number(s, arg, formal, type, at);
}

static bool expect_args(struct run_session *s, const struct run_stmt *stmt,
	const struct image_kernel *k)
{
	struct buf formals = BUF_INIT;
	for (uint32_t i = 0; i < k->arg_count; i++)
		buf_printf(&formals, "%s%s %s", i == 0 ? ": " : ", ", k->args[i].type,
			k->args[i].name);
	(void)!run_fail(s, RUN_USAGE, stmt->place,
		"kernel '%s' takes %u argument%s, not %u" STR_FMT, run_kernel_text(s, k->name),
		k->arg_count, k->arg_count == 1 ? "" : "s", stmt->arg_count,
		STR_ARG(buf_slice(&formals)));
	buf_release(&formals);
	return false;
}

/* Appends the kernarg segment to `out`, rounded up to the 16 bytes that HSA asks for. Returns false
 * after an error. */
static bool pack_kernarg(struct run_session *s, const struct run_stmt *stmt,
	const struct image_kernel *k, const struct hsaemu_kernel_descriptor *kd, struct buf *out)
{
	if (k->arg_count != stmt->arg_count)
		return expect_args(s, stmt, k);
	uint8_t *segment = buf_extend(out, (size_t)align_up(kd->kernarg_bytes, 16));
	for (uint32_t i = 0; i < k->arg_count; i++) {
		const struct image_arg *formal = &k->args[i];
		if (formal->offset > kd->kernarg_bytes ||
			formal->bytes > kd->kernarg_bytes - formal->offset)
			return run_fail(s, RUN_FAILURE, stmt->place,
				"metadata of '%s' puts %s, of %u bytes, at byte %u of a kernarg segment of %u",
				k->name, formal->name, formal->bytes, formal->offset,
				kd->kernarg_bytes);
		if (!pack_arg(s, &stmt->args[i], formal, segment + formal->offset))
			return false;
	}
	return true;
}

/* ---- the packet ----------------------------------------------------------------------------- */

static bool eval_sizes(struct run_session *s, struct run_expr *const *exprs, uint32_t dims,
	uint64_t max, uint32_t out[3])
{
	out[0] = out[1] = out[2] = 1;
	for (uint32_t i = 0; i < dims; i++) {
		uint64_t v = 0;
		if (!run_eval_count(s, exprs[i], max, &v))
			return false;
		if (v == 0)
			return run_fail(s, RUN_USAGE, exprs[i]->place,
				"a grid or work-group has at least one work-item in each dimension, not 0 in %c",
				"xyz"[i]);
		out[i] = (uint32_t)v;
	}
	return true;
}

/* Chooses the work-group size: the kernel's required size, or else as many work-items of the first
 * dimension as the grid has, up to a limit. */
static void default_group(const struct hsaemu_kernel_descriptor *kd, const uint32_t grid[3],
	uint32_t group[3])
{
	uint32_t most = kd->max_flat_wg != 0 && kd->max_flat_wg < DEFAULT_GROUP ? kd->max_flat_wg
	                                                                        : DEFAULT_GROUP;
	group[0] = grid[0] < most ? grid[0] : most;
	group[1] = group[2] = 1;
	if (kd->required_wg_x != 0) {
		group[0] = kd->required_wg_x;
		group[1] = kd->required_wg_y;
		group[2] = kd->required_wg_z;
	}
}

static bool fill_sizes(struct run_session *s, const struct run_stmt *stmt,
	const struct hsaemu_kernel_descriptor *kd, hsa_kernel_dispatch_packet_t *p)
{
	uint32_t grid[3], group[3];
	uint64_t dynamic = 0;
	if (!eval_sizes(s, stmt->grid, stmt->grid_dims, UINT32_MAX, grid) ||
		!eval_sizes(s, stmt->group, stmt->group_dims, UINT16_MAX, group))
		return false;
	if (stmt->group_dims == 0)
		default_group(kd, grid, group);
	if (stmt->a != NULL && !run_eval_count(s, stmt->a, RT_MAX_GROUP_BYTES, &dynamic))
		return false;
	uint32_t dims = stmt->grid_dims > stmt->group_dims ? stmt->grid_dims : stmt->group_dims;
	p->setup = (uint16_t)(dims << HSA_KERNEL_DISPATCH_PACKET_SETUP_DIMENSIONS);
	p->grid_size_x = grid[0];
	p->grid_size_y = grid[1];
	p->grid_size_z = grid[2];
	p->workgroup_size_x = (uint16_t)group[0];
	p->workgroup_size_y = (uint16_t)group[1];
	p->workgroup_size_z = (uint16_t)group[2];
	p->group_segment_size = kd->group_bytes + (uint32_t)dynamic;
	p->private_segment_size = kd->private_bytes;
	return true;
}

static bool eval_offset(struct run_session *s, const struct run_stmt *stmt, uint64_t first[3])
{
	memset(first, 0, 3 * sizeof *first);
	for (uint32_t i = 0; i < stmt->offset_dims; i++)
		if (!run_eval_count(s, stmt->offset[i], UINT64_MAX, &first[i]))
			return false;
	return true;
}

/* Writes the packet into the queue and rings the doorbell. `first` is the global offset, or NULL.
 * Returns false after an error. */
static bool submit(struct run_session *s, const struct run_stmt *stmt,
	const hsa_kernel_dispatch_packet_t *p, const uint64_t *first)
{
	hsa_queue_t *q = s->queue;
	unsigned header = HSA_PACKET_TYPE_KERNEL_DISPATCH << HSA_PACKET_HEADER_TYPE |
	                  1u << HSA_PACKET_HEADER_BARRIER |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCACQUIRE_FENCE_SCOPE |
	                  HSA_FENCE_SCOPE_SYSTEM << HSA_PACKET_HEADER_SCRELEASE_FENCE_SCOPE;
	uint64_t id = rt_queue_add_write_index(q, 1);
	uint8_t *slot = (uint8_t *)q->base_address + (id & (q->size - 1)) * sizeof *p;
	if (first != NULL && rt_queue_set_offset(q, id, first) != HSA_STATUS_SUCCESS)
		return run_fail(s, RUN_NO_MEMORY, stmt->place, "out of memory: the global offset");
	memcpy(slot + 4, (const uint8_t *)p + 4, sizeof *p - 4);
	/* One store writes header and setup, after the body: the packet processor may read the
	 * packet as soon as the header is valid. */
	__atomic_store_n((uint32_t *)(void *)slot, header | (uint32_t)p->setup << 16,
		__ATOMIC_RELEASE);
	rt_signal_update(q->doorbell_signal, RT_SIGNAL_STORE, (hsa_signal_value_t)id);
	return true;
}

static const struct image_kernel *find_kernel(struct run_session *s, const struct run_stmt *stmt)
{
	if (s->image != NULL)
		return run_kernel_find(s, stmt->name, stmt->place);
	(void)!run_fail(s, RUN_USAGE, stmt->place, "no image before this dispatch");
	return NULL;
}

/* Evaluates sizes and arguments before a packet is taken, because the evaluation may wait for
 * pending dispatches. Returns false after an error. */
static bool prepare(struct run_session *s, const struct run_stmt *stmt,
	const struct image_kernel *k, const struct hsaemu_kernel_descriptor *kd,
	hsa_kernel_dispatch_packet_t *p, uint64_t first[3], struct buf *kernarg)
{
	struct run_variable base = {
		.next = s->variables, .name = "group_base", .value = run_int(kd->group_bytes)};
	s->variables = &base;
	bool ok = fill_sizes(s, stmt, kd, p) && eval_offset(s, stmt, first) &&
	          pack_kernarg(s, stmt, k, kd, kernarg);
	s->variables = base.next;
	return ok;
}

static bool launch(struct run_session *s, const struct run_stmt *stmt, const char *kernel,
	hsa_kernel_dispatch_packet_t *p, const uint64_t *first, struct str kernarg, uint32_t align)
{
	uint8_t *segment = NULL;
	if (!start(s, stmt->place))
		return false;
	if (s->pending_count < QUEUE_PACKETS)
		segment = take_kernarg(s, kernarg.n, align);
	if (segment == NULL) {
		if (!run_drain(s))
			return false;
		segment = take_kernarg(s, kernarg.n, align);
	}
	if (segment == NULL)
		return run_fail(s, RUN_FAILURE, stmt->place,
			"kernarg segment of %zu bytes, of at most %zu", kernarg.n,
			s->kernarg_bytes);
	if (kernarg.n != 0)
		memcpy(segment, kernarg.p, kernarg.n);
	struct run_pending *e = &s->pending[s->pending_count++];
	e->kernel = kernel;
	e->place = stmt->place;
	rt_signal_silent_store(e->done, 1);
	p->kernarg_address = segment;
	p->completion_signal = e->done;
	if (submit(s, stmt, p, stmt->offset_dims != 0 ? first : NULL))
		return true;
	s->pending_count--;
	return false;
}

bool run_dispatch(struct run_session *s, const struct run_stmt *stmt)
{
	const struct image_kernel *k = find_kernel(s, stmt);
	if (k == NULL)
		return false;
	const struct hsaemu_kernel_descriptor *kd = run_kernel_descriptor(s, k);
	hsa_kernel_dispatch_packet_t p = {.kernel_object = (uint64_t)(uintptr_t)kd};
	struct buf kernarg = BUF_INIT;
	uint64_t first[3];
	bool ok = prepare(s, stmt, k, kd, &p, first, &kernarg) &&
	          launch(s, stmt, k->name, &p, first, buf_slice(&kernarg), kd->kernarg_align);
	buf_release(&kernarg);
	return ok;
}
