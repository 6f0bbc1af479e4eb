/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Works through the statements. A failing statement ends its run, but the next run block goes on,
 * so that one run file can hold many independent tests. A kernel that cannot be stopped ends
 * everything. */
#include "buffers.h"
#include "compare.h"
#include "completion.h"
#include "dispatch_statement.h"
#include "evaluate.h"
#include "execute.h"
#include "initial_values.h"
#include "interrupt.h"
#include "load_image.h"
#include "picture.h"
#include "profile_report.h"
#include "results.h"
#include "signals_queues.h"
#include "targets.h"
#include "write_elements.h"

enum { MAX_BUFFER_BYTES_LOG2 = 40 };

static bool exec_list(struct run_session *s, const struct run_stmt *first);

/* ---- definitions ---------------------------------------------------------------------------- */

static void release_buffers(struct run_session *s, struct run_buffer *down_to)
{
	for (; s->buffers != down_to; s->buffers = s->buffers->next)
		run_release_buffer(s->buffers);
}

static bool set_variable(struct run_session *s, const struct run_stmt *stmt,
	struct run_number value)
{
	for (struct run_variable *v = s->variables; v != NULL; v = v->next) {
		if (strcmp(v->name, stmt->name) == 0) {
			v->value = value;
			return true;
		}
	}
	struct run_variable *v = ARENA_NEW(&s->arena, struct run_variable);
	*v = (struct run_variable){.next = s->variables, .name = stmt->name, .value = value};
	s->variables = v;
	return true;
}

static bool exec_let(struct run_session *s, const struct run_stmt *stmt)
{
	struct run_number value;
	return run_eval(s, stmt->a, &value) && set_variable(s, stmt, value);
}

static bool exec_sampler(struct run_session *s, const struct run_stmt *stmt)
{
	uint64_t handle;
	return run_sampler(s, stmt, &handle) && set_variable(s, stmt, run_int(handle));
}

static bool exec_buffer(struct run_session *s, const struct run_stmt *stmt)
{
	uint32_t element = run_types[stmt->type].bytes;
	uint64_t count = 0;
	if (stmt->a != NULL) {
		if (!run_eval_count(s, stmt->a, ((uint64_t)1 << MAX_BUFFER_BYTES_LOG2) / element,
			    &count))
			return false;
	} else if (!run_init_count(s, stmt->init, stmt->type, &count)) {
		return false;
	} else if (count == 0) {
		return run_fail(s, RUN_USAGE, stmt->place, "buffer needs a number of elements");
	}
	struct rt_block *block = rt_block_new(count * element, run_is_small(s));
	if (block == NULL)
		return run_fail(s, RUN_NO_MEMORY, stmt->place,
			"out of memory: a buffer of %llu bytes",
			(unsigned long long)(count * element));
	struct run_target t = {.name = stmt->name == NULL ? "argument" : stmt->name,
		.type = stmt->type,
		.count = count,
		.data = rt_block_data(block)};
	struct run_buffer *b = ARENA_NEW(&s->arena, struct run_buffer);
	*b = (struct run_buffer){.next = s->buffers,
		.name = t.name,
		.type = t.type,
		.count = count,
		.address = (uint64_t)(uintptr_t)t.data,
		.data = t.data,
		.block = block};
	s->buffers = b;
	return run_fill(s, stmt->init, &t);
}

static bool exec_fill(struct run_session *s, const struct run_stmt *stmt)
{
	struct run_target t;
	if (!run_target_find(s, stmt->name, stmt->place, &t))
		return false;
	if (t.read_only)
		return run_fail(s, RUN_USAGE, stmt->place, "'%s' is read-only", stmt->name);
	return run_fill(s, stmt->init, &t);
}

static bool exec_swap(struct run_session *s, const struct run_stmt *stmt)
{
	struct run_buffer *a = run_buffer_find(s, stmt->name), *b = run_buffer_find(s, stmt->path);
	if (a == NULL || b == NULL)
		return run_no_buffer(s, a == NULL ? stmt->name : stmt->path, stmt->place);
	const char *name = a->name;
	a->name = b->name;
	b->name = name;
	return true;
}

/* ---- control -------------------------------------------------------------------------------- */

static bool exec_repeat(struct run_session *s, const struct run_stmt *stmt)
{
	uint64_t n = 0;
	if (!run_eval_count(s, stmt->a, UINT32_MAX, &n))
		return false;
	for (uint64_t i = 0; i < n; i++)
		if (!exec_list(s, stmt->body))
			return false;
	return true;
}

static bool is_true(struct run_session *s, const struct run_expr *e, bool *out)
{
	struct run_number n;
	if (!run_eval(s, e, &n))
		return false;
	*out = n.is_float ? n.f != 0 : n.i != 0;
	return true;
}

static bool exec_for(struct run_session *s, const struct run_stmt *stmt)
{
	struct run_variable *outer = s->variables;
	struct run_variable index = {.next = outer, .name = stmt->name};
	bool more = true;
	bool ok = run_eval(s, stmt->a, &index.value);
	s->variables = &index;
	while (ok && (ok = is_true(s, stmt->b, &more)) && more)
		ok = exec_list(s, stmt->body) && run_eval(s, stmt->c, &index.value);
	s->variables = outer; /* drops the variables of the body */
	return ok;
}

static bool exec_if(struct run_session *s, const struct run_stmt *stmt)
{
	bool taken = false;
	return is_true(s, stmt->a, &taken) && exec_list(s, taken ? stmt->body : stmt->otherwise);
}

static void finish_run(struct run_session *s)
{
	struct run_result *r = run_current(s);
	(void)!run_drain(s); /* run_drain() puts a failure into the result. */
	run_profile_collect(s);
	if (s->gpu != NULL)
		gcn_device_take_totals(s->gpu, &r->deep);
	diag_flush(s->diag, stderr);
	if ((s->last_pass || s->stuck || run_interrupted() != 0) && r->used)
		run_result_print(s, r);
}

static bool exec_run(struct run_session *s, const struct run_stmt *stmt)
{
	struct run_buffer *buffers = s->buffers;
	struct run_variable *variables = s->variables;
	uint32_t outer = s->current;
	if (outer != 0)
		return run_fail(s, RUN_USAGE, stmt->place, "a run inside a run");
	run_result_begin(s, ++s->run_index, stmt->name);
	run_current(s)->used = true;
	/* A failure is in the result. It does not end the other runs. */
	(void)!exec_list(s, stmt->body);
	finish_run(s);
	s->current = outer;
	if (!s->stuck)
		release_buffers(s, buffers);
	s->variables = variables;
	return !s->stuck && run_interrupted() == 0;
}

/* ---- statements ----------------------------------------------------------------------------- */

static bool exec(struct run_session *s, const struct run_stmt *stmt)
{
	switch (stmt->kind) {
	case RUN_STMT_IMAGE:
		return run_image_open(s, stmt);
	case RUN_STMT_RUN:
		return exec_run(s, stmt);
	case RUN_STMT_LET:
		return exec_let(s, stmt);
	case RUN_STMT_BUFFER:
		return exec_buffer(s, stmt);
	case RUN_STMT_SIGNAL:
		return run_make_signal(s, stmt);
	case RUN_STMT_QUEUE:
		return run_make_queue(s, stmt);
	case RUN_STMT_FILL:
		return exec_fill(s, stmt);
	case RUN_STMT_DISPATCH:
		return run_dispatch(s, stmt);
	case RUN_STMT_REPEAT:
		return exec_repeat(s, stmt);
	case RUN_STMT_FOR:
		return exec_for(s, stmt);
	case RUN_STMT_IF:
		return exec_if(s, stmt);
	case RUN_STMT_SWAP:
		return exec_swap(s, stmt);
	case RUN_STMT_CHECK:
		run_current(s)->used = true;
		return run_check(s, stmt);
	case RUN_STMT_WRITE:
		return run_write(s, stmt);
	case RUN_STMT_PRINT:
		run_current(s)->used = true;
		return run_print(s, stmt);
	case RUN_STMT_PICTURE:
		return run_picture(s, stmt);
	case RUN_STMT_SAMPLER:
		return exec_sampler(s, stmt);
	}
	BUG("statement kind %d", (int)stmt->kind);
}

static bool exec_list(struct run_session *s, const struct run_stmt *first)
{
	for (const struct run_stmt *stmt = first; stmt != NULL; stmt = stmt->next)
		if (!exec(s, stmt))
			return false;
	return true;
}

static int highest_status(const struct run_session *s)
{
	int status = RUN_DONE;
	for (uint32_t i = 0; i < s->result_count; i++)
		if ((int)s->results[i].status > status)
			status = (int)s->results[i].status;
	return status;
}

int run_execute(struct run_session *s, const struct run_stmt *first)
{
	const struct run_options *o = s->options;
	bool both = o->gpu.model != NULL && o->profile != RUN_PROFILE_NONE;
	uint64_t on_host = both ? o->repeat : 0, passes = on_host + o->repeat;
	bool ok = true;
	for (s->pass = 0; ok && s->pass < passes; s->pass++) {
		s->last_pass = s->pass + 1 == passes;
		s->on_host = s->pass < on_host;
		s->run_index = 0;
		s->variables = NULL;
		run_result_begin(s, 0, "");
		ok = exec_list(s, first);
		s->last_pass |= !ok;
		finish_run(s);
		if (!s->stuck)
			release_buffers(s, NULL);
	}
	return highest_status(s);
}
