/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Kernels by name, and what could have been meant where there is none; see kernel_name.h. */
#include "hsaemu/kernel_name.h"
#include "hsaemu/demangle.h"
#include "hsaemu/similar.h"

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

static bool is_named(struct arena *a, const struct image_kernel *k, struct str wanted)
{
	if (str_eq(without_sigil(k->name), wanted))
		return true;
	const char *text = str_demangle(a, k->name);
	if (text == NULL)
		return false;
	struct str function = function_name(str_from(text));
	return str_is(wanted, text) || str_eq(wanted, function) ||
	       str_eq(wanted, without_template_arguments(function));
}

const char *image_kernel_text(struct arena *a, const char *name)
{
	const char *text = str_demangle(a, name);
	return text != NULL ? text : name;
}

/* Returns a kernel's name as its programmer wrote it, behind the module's where another module has
 * a kernel of the same name. */
static const char *label(struct arena *a, const struct image_meta *m, const struct image_kernel *k)
{
	for (uint32_t i = 0; i < m->kernel_count; i++)
		if (&m->kernels[i] != k && strcmp(m->kernels[i].name, k->name) == 0)
			return arena_printf(a, "%s::%s", k->module, k->name);
	return image_kernel_text(a, k->name);
}

/* "; it has A, B", with C++ names as their programmers wrote them. */
static void say_kernels(struct arena *a, const struct image_meta *m, struct buf *out)
{
	enum { MOST = 20 };
	for (uint32_t i = 0; i < m->kernel_count && i < MOST; i++)
		buf_printf(out, "%s%s", i == 0 ? "; it has " : ", ", label(a, m, &m->kernels[i]));
	if (m->kernel_count > MOST)
		buf_printf(out, " and %u more", m->kernel_count - MOST);
}

static bool say_similar(struct arena *a, const struct image_meta *m, struct str wanted,
	struct buf *out)
{
	struct similar similar = similar_to(wanted);
	for (uint32_t i = 0; i < m->kernel_count; i++) {
		const char *text = str_demangle(a, m->kernels[i].name);
		struct str name =
			text != NULL ? without_template_arguments(function_name(str_from(text)))
				     : without_sigil(m->kernels[i].name);
		similar_try(&similar, arena_strndup(a, name.p, name.n));
	}
	similar_say(&similar, out);
	return similar.best != NULL;
}

static enum image_found not_found(const struct image_meta *m, const char *name, struct arena *a,
	struct buf *why)
{
	if (name != NULL)
		buf_printf(why, "the image has no kernel '%s'", name);
	else if (m->kernel_count == 0)
		buf_puts(why, "the image has no kernel");
	else
		buf_printf(why, "the image has %u kernels, so one must be named", m->kernel_count);
	if (name == NULL || !say_similar(a, m, without_sigil(name), why))
		say_kernels(a, m, why);
	return name == NULL && m->kernel_count != 0 ? IMAGE_AMBIGUOUS : IMAGE_NOT_FOUND;
}

static enum image_found say_both(const struct image_meta *m, const char *name, struct arena *a,
	const struct image_kernel *one, const struct image_kernel *other, struct buf *why)
{
	buf_printf(why, "'%s' can be %s or %s", name, label(a, m, one), label(a, m, other));
	return IMAGE_AMBIGUOUS;
}

enum image_found image_kernel_named(const struct image_meta *m, const char *name, struct arena *a,
	const struct image_kernel **out, struct buf *why)
{
	const struct image_kernel *found = NULL, *other = NULL;
	if (name != NULL)
		found = image_meta_kernel(m, str_from(name), &other);
	if (other != NULL)
		return say_both(m, name, a, found, other, why);
	bool exact = found != NULL;
	for (uint32_t i = 0; found == NULL && i < m->kernel_count; i++)
		if (name == NULL || is_named(a, &m->kernels[i], without_sigil(name)))
			found = &m->kernels[i];
	if (found == NULL || (name == NULL && m->kernel_count > 1))
		return not_found(m, name, a, why);
	*out = found;
	if (name == NULL || exact)
		return IMAGE_FOUND;
	for (const struct image_kernel *k = found + 1; k < m->kernels + m->kernel_count; k++)
		if (is_named(a, k, without_sigil(name)))
			return say_both(m, name, a, found, k, why);
	return IMAGE_FOUND;
}
