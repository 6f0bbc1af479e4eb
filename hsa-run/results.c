/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Keeps the result of each run: messages, the exit status, and the times of dispatches. */
#include "results.h"

struct run_result *run_current(struct run_session *s)
{
	return &s->results[s->current];
}

void run_result_begin(struct run_session *s, uint32_t index, const char *name)
{
	size_t capacity = s->result_capacity;
	while (s->result_count <= index) {
		ARRAY_GROW(s->results, s->result_count, capacity);
		s->result_capacity = (uint32_t)capacity;
		s->results[s->result_count++] = (struct run_result){.name = NULL};
	}
	s->current = index;
	struct run_result *r = run_current(s);
	r->name = name;
	if (s->on_host)
		return;
	ARRAY_GROW(r->pass_ns, r->pass_count, r->pass_capacity);
	r->pass_ns[r->pass_count++] = 0;
}

bool run_result_is_news(struct run_session *s)
{
	struct run_result *r = run_current(s);
	if (r->failed_pass == 0)
		r->failed_pass = s->pass + 1;
	return r->failed_pass == s->pass + 1;
}

void run_result_message(struct run_session *s, enum run_exit status, const char *text)
{
	struct run_result *r = run_current(s);
	if (status > r->status)
		r->status = status;
	r->used = true;
	if (r->messages.len != 0)
		buf_puts(&r->messages, ", ");
	buf_json_string(&r->messages, str_from(text));
}

void run_result_time(struct run_session *s, const char *kernel, uint64_t ns)
{
	struct run_result *r = run_current(s);
	size_t k = 0;
	r->used = true;
	if (s->on_host)
		return;
	while (k < r->kernel_count && strcmp(r->kernels[k].kernel, kernel) != 0)
		k++;
	if (k == r->kernel_count) {
		ARRAY_GROW(r->kernels, r->kernel_count, r->kernel_capacity);
		/* The name belongs to the image, which may be mapped anew for the next pass. */
		const char *name = arena_strndup(&s->arena, kernel, strlen(kernel));
		r->kernels[r->kernel_count++] = (struct run_kernel_times){.kernel = name};
	}
	struct run_kernel_times *t = &r->kernels[k];
	ARRAY_GROW(t->ns, t->count, t->capacity);
	t->ns[t->count++] = ns;
	r->pass_ns[r->pass_count - 1] += ns;
}

bool run_fail(struct run_session *s, enum run_exit status, struct diag_place place, const char *fmt,
	...)
{
	va_list ap;
	if (!run_result_is_news(s))
		return false;
	va_start(ap, fmt);
	const char *text = arena_vprintf(&s->arena, fmt, ap);
	va_end(ap);
	diag_error(s->diag, place, "%s", text);
	run_result_message(s, status, text);
	return false;
}
