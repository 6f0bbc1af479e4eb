/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs what conditional nodes decide on. A branch has a packet in the client's stream and behind it
 * a wait for a mark. The packet's kernel looks at the value and puts the body into a stream of the
 * graph's own, up to where the next value is needed, and then a packet like itself, which goes on
 * from there, until nothing is left and the mark is reached. So no thread waits, and a body may be
 * longer than a ring. */
#include <stdlib.h>
#include "graph_exec_impl.h"
#include "hsaemu/base.h"
#include "hsaemu/kernel_abi.h"
#include "module_impl.h"

/* Of a turn, so that its packets are sure to find room in a ring where only its own one is left. */
enum { TURN_STEPS = CU_STREAM_PACKETS / 4, TURN_KERNARG_BYTES = CU_STREAM_KERNARG_BYTES / 4 };

/* A body that runs, and its next step. */
struct frame {
	const struct cu_branch *branch;
	const struct cu_program *body;
	size_t next;
};

struct cu_control {
	struct CUstream_st *stream;
	size_t count; /* of frames */
	struct frame frames[];
};

/* What a turn has put into the stream. */
struct turn {
	struct cu_control *control;
	size_t steps, kernarg_bytes;
	bool has_looked; /* at the value of a loop */
};

/* ---- making ---------------------------------------------------------------------------------- */

static size_t depth_of(const struct cu_program *p)
{
	size_t most = 0;
	for (size_t i = 0; i < p->count; i++) {
		const struct cu_branch *b = p->steps[i].branch;
		for (size_t k = 0; b != NULL && k < b->count; k++) {
			size_t depth = 1 + depth_of(&b->bodies[k]);
			most = depth > most ? depth : most;
		}
	}
	return most;
}

CUresult cu_control_new(struct CUctx_st *c, const struct cu_program *p, struct cu_control **out)
{
	size_t depth = depth_of(p);
	*out = NULL;
	if (depth == 0)
		return CUDA_SUCCESS;
	struct cu_control *k = mem_try_new(1, sizeof *k + depth * sizeof k->frames[0]);
	if (k == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	CUresult error = cu_stream_new(c, CU_STREAM_NON_BLOCKING, 0, &k->stream);
	if (error == CUDA_SUCCESS) {
		k->stream->is_inner = true;
		*out = k;
	} else {
		free(k);
	}
	return error;
}

void cu_control_free(struct cu_control *c)
{
	if (c != NULL && c->stream != NULL)
		cu_stream_end(c->stream);
	free(c);
}

void cu_control_leave(struct cu_control *c)
{
	if (c != NULL)
		c->stream = NULL;
}

CUresult cu_control_launch(struct cu_control *c, const struct cu_branch *b, struct CUstream_st *s)
{
	struct cu_mark *end = cu_mark_new(s->context);
	if (end == NULL)
		return CUDA_ERROR_OUT_OF_MEMORY;
	const struct cu_op begin = {
		.kind = CU_OP_CONTROL, .joins = true, .mark = end, .control = {c, b}};
	const struct cu_op wait = {.kind = CU_OP_WAIT, .joins = true, .mark = end};
	CUresult error = cu_stream_add(s, &begin);
	if (error == CUDA_SUCCESS)
		error = cu_stream_add(s, &wait);
	cu_mark_drop(end);
	return error;
}

/* ---- running --------------------------------------------------------------------------------- */

static const struct cu_program *choose(const struct cu_branch *b)
{
	/* relaxed: packets end with a fence */
	uint32_t v = atomic_load_explicit(&b->condition->value, memory_order_relaxed);
	size_t which = SIZE_MAX;
	switch (b->type) {
	case CU_GRAPH_COND_TYPE_IF:
		which = v != 0 ? 0 : 1;
		break;
	case CU_GRAPH_COND_TYPE_WHILE:
		which = v != 0 ? 0 : SIZE_MAX;
		break;
	case CU_GRAPH_COND_TYPE_SWITCH:
		which = v;
		break;
	}
	return which < b->count ? &b->bodies[which] : NULL;
}

static void enter(struct cu_control *c, const struct cu_branch *b)
{
	const struct cu_program *body = choose(b);
	if (body != NULL)
		c->frames[c->count++] = (struct frame){b, body, 0};
}

/* Returns how many bytes of arguments an operation has in the ring, at most. */
static size_t kernarg_of(const struct cu_op *op)
{
	return op->kind == CU_OP_LAUNCH
	               ? (size_t)align_up(op->launch.function->kd->kernarg_bytes, 64)
	               : CU_WORK_BYTES;
}

/* Puts a step into the stream. The first one of a turn is behind the turn, whose frames go on being
 * used until it has ended. */
static CUresult put(struct turn *t, const struct cu_step *s)
{
	struct cu_op op = s->op;
	uint32_t left = (uint32_t)(TURN_STEPS - t->steps - 1);
	op.joins = op.joins || t->steps == 0;
	op.ahead = op.ahead < left ? op.ahead : left;
	t->steps++;
	t->kernarg_bytes += kernarg_of(&op);
	return cu_stream_add(t->control->stream, &op);
}

enum next { GOES_ON, NEEDS_VALUE, HAS_ENDED };

/* At the end of a body. */
static enum next leave(struct turn *t)
{
	struct cu_control *c = t->control;
	struct frame *f = &c->frames[c->count - 1];
	if (f->branch->type != CU_GRAPH_COND_TYPE_WHILE) {
		c->count--;
		return GOES_ON;
	}
	/* a loop of nothing is a packet each time, so that it can be stopped */
	if (t->steps != 0 || t->has_looked)
		return NEEDS_VALUE;
	t->has_looked = true;
	if (choose(f->branch) != NULL)
		f->next = 0;
	else
		c->count--;
	return GOES_ON;
}

/* Does the next thing that there is to do; an error is the stream's. */
static enum next go_on(struct turn *t, CUresult *error)
{
	struct cu_control *c = t->control;
	if (c->count == 0)
		return t->steps != 0 ? NEEDS_VALUE : HAS_ENDED;
	struct frame *f = &c->frames[c->count - 1];
	if (f->next == f->body->count)
		return leave(t);
	const struct cu_step *s = &f->body->steps[f->next];
	bool is_full = t->steps == TURN_STEPS || t->kernarg_bytes >= TURN_KERNARG_BYTES;
	if (s->is_enabled && (is_full || (s->branch != NULL && t->steps != 0)))
		return NEEDS_VALUE;
	f->next++;
	if (s->is_enabled && s->branch != NULL)
		enter(c, s->branch);
	else if (s->is_enabled)
		*error = put(t, s);
	return GOES_ON;
}

void cu_control_turn(const struct cu_turn *given, struct cu_mark *end)
{
	struct turn t = {.control = given->control};
	struct CUstream_st *stream = t.control->stream;
	CUresult error = CUDA_SUCCESS;
	enum next next = GOES_ON;
	if (given->branch != NULL) {
		cu_mark_use(end);
		cu_mark_drop(atomic_exchange(&stream->end, end));
		t.control->count = 0;
		enter(t.control, given->branch);
	}
	while (error == CUDA_SUCCESS && next == GOES_ON)
		next = go_on(&t, &error);
	if (error == CUDA_SUCCESS && next == NEEDS_VALUE) {
		const struct cu_op again = {
			.kind = CU_OP_CONTROL, .joins = true, .control = {t.control, NULL}};
		error = cu_stream_add(stream, &again);
	}
	/* from here on the graph may be freed */
	if (error != CUDA_SUCCESS)
		cu_stream_end_failed(stream, error);
	else if (next == HAS_ENDED)
		cu_stream_reach_end(stream);
}
