/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdlib.h>
#include "hsaemu/similar.h"
#include "report.h"
#include "session.h"

bool run_session_init(struct run_session *s, const struct run_options *o, struct diag *d)
{
	*s = (struct run_session){.options = o, .diag = d};
	arena_init(&s->arena);
	if (rt_new(&o->rt, &s->rt) == HSA_STATUS_SUCCESS)
		return true;
	arena_release(&s->arena);
	/* run_args_options() has checked the numbers */
	diag_no_memory(d, (struct diag_place){.kind = DIAG_NOWHERE},
		"out of memory: the runtime and its threads");
	return false;
}

void run_session_release(struct run_session *s)
{
	run_results_release(s);
	if (s->stuck)
		return; /* a kernel still runs, on all of this */
	rt_free(s->rt);
	rt_profile_free(s->profile);
	if (s->image != NULL)
		rt_image_free(s->image);
	rt_memory_free(s->kernarg, s->kernarg_bytes);
	for (struct run_image_file *f = s->image_files; f != NULL; f = f->next)
		free(f->bytes);
	arena_release(&s->arena);
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

struct run_buffer *run_buffer_find(const struct run_session *s, const char *name)
{
	struct run_buffer *b = s->buffers;
	while (b != NULL && strcmp(b->name, name) != 0)
		b = b->next;
	return b;
}

bool run_no_buffer(struct run_session *s, const char *name, struct diag_place place)
{
	struct buf text = BUF_INIT;
	struct similar similar = similar_to(str_from(name));
	buf_printf(&text, "no buffer '%s'", name);
	for (const struct run_buffer *b = s->buffers; b != NULL; b = b->next)
		similar_try(&similar, b->name);
	similar_say(&similar, &text);
	(void)!run_fail(s, RUN_USAGE, place, STR_FMT, STR_ARG(buf_slice(&text)));
	buf_release(&text);
	return false;
}

/* A kernel by its name is its descriptor, in words. */
static bool find_descriptor(struct run_session *s, const char *name, struct run_target *out)
{
	const struct image_kernel *meta = NULL;
	const struct hsaemu_kernel_descriptor *kd = rt_image_kernel_find(s->image, name, &meta);
	if (kd == NULL)
		return false;
	*out = (struct run_target){
		.name = name,
		.type = RUN_TYPE_U32,
		.count = sizeof *kd / run_types[RUN_TYPE_U32].bytes,
		.data = (uint8_t *)(uintptr_t)kd,
		.read_only = true,
	};
	return true;
}

static bool find_variable(struct run_session *s, const char *name, struct diag_place place,
	struct run_target *out)
{
	const struct image_symbol *meta = NULL;
	uint64_t bytes = 0;
	if (s->image == NULL)
		return run_fail(s, RUN_USAGE, place, "no image before this use of '%s'", name);
	uint8_t *data = rt_image_variable_find(s->image, name, &meta, &bytes);
	if (data == NULL)
		return find_descriptor(s, name, out) ||
		       run_fail(s, RUN_NOT_FOUND, place, "the image has no variable or kernel '%s'",
			       name);
	uint8_t access;
	bool is_image = run_word_find(RUN_WORD_ACCESS, str_from(meta->type), &access);
	bool is_handle = is_image || strcmp(meta->type, "samp") == 0;
	enum run_type type = is_handle ? RUN_TYPE_B64 : run_type_find(str_from(meta->type));
	if (type == RUN_TYPE_COUNT)
		return run_fail(s, RUN_USAGE, place,
			"variable '%s' has type %s, which has no values here", name, meta->type);
	*out = (struct run_target){
		.name = name,
		.type = type,
		.count = bytes / run_types[type].bytes,
		.data = data,
		.read_only = meta->is_const || strcmp(meta->kind, "readonly") == 0,
		.is_image = is_image,
	};
	return true;
}

uint64_t run_function_find(const struct run_session *s, const char *name)
{
	return s->image == NULL || name[0] != '&' ? 0 : rt_image_function_find(s->image, name);
}

bool run_target_find(struct run_session *s, const char *name, struct diag_place place,
	struct run_target *out)
{
	if (!run_drain(s))
		return false;
	if (name[0] == '&')
		return find_variable(s, name, place, out);
	const struct run_buffer *b = run_buffer_find(s, name);
	if (b == NULL)
		return run_no_buffer(s, name, place);
	*out = (struct run_target){
		.name = b->name, .type = b->type, .count = b->count, .data = b->data};
	return true;
}

bool run_is_small(const struct run_session *s)
{
	return s->image != NULL && rt_image_is_small(s->image);
}

void *run_memory(const struct run_session *s, size_t bytes)
{
	return run_is_small(s) ? rt_memory_alloc_low(bytes) : rt_memory_alloc(bytes);
}

const char *run_input_path(struct run_session *s, const char *path)
{
	if (path[0] == '/' || strcmp(path, "-") == 0 || s->options->folder[0] == '\0')
		return path;
	return arena_printf(&s->arena, "%s%s", s->options->folder, path);
}
