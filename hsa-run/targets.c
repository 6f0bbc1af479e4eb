/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds the elements that a name in a statement stands for: those of a buffer, or of a variable of
 * the program. */
#include "buffers.h"
#include "completion.h"
#include "results.h"
#include "targets.h"

/* Finds a kernel's descriptor, which the kernel's name stands for, as words of 32 bits. Returns
 * false when the image has no such kernel. */
static bool find_descriptor(struct run_session *s, const char *name, struct run_target *out)
{
	const struct image_kernel *meta = NULL;
	const struct hsaemu_kernel_descriptor *kd = rt_image_kernel_find(s->image, name, &meta);
	if (kd == NULL)
		return false;
	kd = run_kernel_descriptor(s, meta);
	*out = (struct run_target){
		.name = name,
		.type = RUN_TYPE_U32,
		.count = sizeof *kd / run_types[RUN_TYPE_U32].bytes,
		.data = (uint8_t *)(uintptr_t)kd,
		.read_only = true,
	};
	return true;
}

/* Reports that there is no such variable, or that several modules have one. Returns false. */
static bool no_variable(struct run_session *s, const char *name, struct diag_place place)
{
	const struct image_meta *m = rt_image_meta(s->image);
	const struct image_symbol *first = NULL;
	for (uint32_t i = 0; i < m->symbol_count; i++) {
		const struct image_symbol *v = &m->symbols[i];
		if (!v->definition || !image_name_fits(str_from(name), v->module, v->name))
			continue;
		if (first != NULL)
			return run_fail(s, RUN_USAGE, place, "'%s' can be %s::%s or %s::%s", name,
				first->module, first->name, v->module, v->name);
		first = v;
	}
	return run_fail(s, RUN_NOT_FOUND, place, "the image has no variable or kernel '%s'", name);
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
		return find_descriptor(s, name, out) || no_variable(s, name, place);
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
