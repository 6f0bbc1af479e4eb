/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels by the names that people have for them: HSAIL's with or without its sigil, and what C++
 * names stand for, whole ("scale(float*, int)"), without parameters ("scale<float>") or without
 * template arguments ("scale"). And what could have been meant where there is none. */
#include "hsaemu/demangle.h"
#include "hsaemu/similar.h"
#include "kernel_names.h"
#include "results.h"

/* "void scale<float>(float*)" gives "scale<float>": what stands before the parameters, and behind
 * the type that a function template's name begins with. Blanks in brackets are of neither. */
static struct str function_name(struct str s)
{
	size_t begin = 0, end = 0;
	unsigned depth = 0;
	for (; end < s.n; end++) {
		char c = s.p[end];
		if (c == '(' && depth == 0 && end > begin &&
			!str_starts(str_skip(s, end), STR("(anonymous namespace)")))
			break;
		if (c == '<' || c == '(' || c == '{' || c == '[')
			depth++;
		else if ((c == '>' || c == ')' || c == '}' || c == ']') && depth > 0)
			depth--;
		else if (c == ' ' && depth == 0)
			begin = end + 1;
	}
	return (struct str){s.p + begin, end - begin};
}

static struct str without_template_arguments(struct str s)
{
	size_t n = 0;
	while (n < s.n && s.p[n] != '<')
		n++;
	return (struct str){s.p, n};
}

static struct str without_sigil(const char *name)
{
	return str_from(name[0] == '&' ? name + 1 : name);
}

static bool is_named(struct run_session *s, const struct image_kernel *k, struct str wanted)
{
	const char *text = str_demangle(&s->arena, k->name);
	if (str_eq(without_sigil(k->name), wanted))
		return true;
	if (text == NULL)
		return false;
	struct str function = function_name(str_from(text));
	return str_is(wanted, text) || str_eq(wanted, function) ||
	       str_eq(wanted, without_template_arguments(function));
}

const char *run_kernel_text(struct run_session *s, const char *name)
{
	const char *text = str_demangle(&s->arena, name);
	return text != NULL ? text : name;
}

/* "; it has A, B", with C++ names as their programmers wrote them. */
static void say_kernels(struct run_session *s, const struct image_meta *m, struct buf *out)
{
	enum { MOST = 20 };
	for (uint32_t i = 0; i < m->kernel_count && i < MOST; i++)
		buf_printf(out, "%s%s", i == 0 ? "; it has " : ", ",
			run_kernel_text(s, m->kernels[i].name));
	if (m->kernel_count > MOST)
		buf_printf(out, " and %u more", m->kernel_count - MOST);
}

static bool say_similar(struct run_session *s, const struct image_meta *m, struct str wanted,
	struct buf *out)
{
	struct similar similar = similar_to(wanted);
	for (uint32_t i = 0; i < m->kernel_count; i++) {
		const char *text = str_demangle(&s->arena, m->kernels[i].name);
		struct str name =
			text != NULL ? without_template_arguments(function_name(str_from(text)))
				     : without_sigil(m->kernels[i].name);
		similar_try(&similar, arena_strndup(&s->arena, name.p, name.n));
	}
	similar_say(&similar, out);
	return similar.best != NULL;
}

static const char *no_kernel(struct run_session *s, const char *name, struct diag_place place)
{
	const struct image_meta *m = rt_image_meta(s->image);
	struct buf text = BUF_INIT;
	bool is_open = name == NULL && m->kernel_count != 0; /* which one is meant */
	if (name == NULL && !is_open)
		buf_puts(&text, "the image has no kernel");
	else if (name == NULL)
		buf_printf(&text, "the image has %u kernels, so one must be named",
			m->kernel_count);
	else
		buf_printf(&text, "the image has no kernel '%s'", name);
	if (name == NULL || !say_similar(s, m, without_sigil(name), &text))
		say_kernels(s, m, &text);
	(void)!run_fail(s, is_open ? RUN_USAGE : RUN_NOT_FOUND, place, STR_FMT,
		STR_ARG(buf_slice(&text)));
	buf_release(&text);
	return NULL;
}

static const char *several(struct run_session *s, const char *name, struct diag_place place,
	const struct image_kernel *first, const struct image_kernel *second)
{
	(void)!run_fail(s, RUN_USAGE, place, "'%s' can be %s or %s", name,
		run_kernel_text(s, first->name), run_kernel_text(s, second->name));
	return NULL;
}

static const char *find_kernel(struct run_session *s, const char *name, struct diag_place place)
{
	const struct image_meta *m = rt_image_meta(s->image);
	const struct image_kernel *found = NULL;
	for (uint32_t i = 0; i < m->kernel_count; i++) {
		const struct image_kernel *k = &m->kernels[i];
		if (name != NULL && !is_named(s, k, without_sigil(name)))
			continue;
		if (found != NULL)
			return name == NULL ? no_kernel(s, NULL, place)
			                    : several(s, name, place, found, k);
		found = k;
	}
	return found != NULL ? found->name : no_kernel(s, name, place);
}

const char *run_kernel_name(struct run_session *s, const char *name, struct diag_place place)
{
	const struct image_kernel *k = NULL;
	if (name != NULL && rt_image_kernel_find(s->image, name, &k) != NULL)
		return k->name;
	/* a loop names the same kernel again and again */
	if (s->last_name.found == NULL || s->last_name.asked != name)
		s->last_name = (struct run_last_name){name, find_kernel(s, name, place)};
	return s->last_name.found;
}
