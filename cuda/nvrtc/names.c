/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Names of kernels and variables in PTX. A constant behind the source has the address of what the
 * expression means, which is made for that if it is a template; its line in PTX has the name. */
#include <stdio.h>
#include <string.h>
#include "hsaemu/base.h"
#include "nvrtc_impl.h"

static const char stem[] = "hsaemu_name_";

void nvrtc_names_ask(const struct _nvrtcProgram *p, struct buf *source)
{
	for (size_t i = 0; i < p->name_count; i++)
		buf_printf(source,
			"\n#line 1 \"name expression %zu\"\nextern \"C\" __device__ __attribute__((used)) "
			"const void *const %s%zu = "
			"(const void *)(%s);\n",
			i, stem, i, p->names[i].expression);
}

/* Returns the end of a name in PTX. */
static const char *end_of(const char *at)
{
	while ((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
		(*at >= '0' && *at <= '9') || *at == '_' || *at == '$' || *at == '%')
		at++;
	return at;
}

static char *copy(const char *from, size_t count)
{
	char *to = mem_new(count + 1, 1);
	memcpy(to, from, count);
	return to;
}

/* Removes the line of a constant that has the name, which becomes blank, and takes the name. */
static bool take(struct nvrtc_name *n, char *line)
{
	char *end = strchr(line, '\n');
	char *value = strchr(line, '=');
	if (value == NULL || (end != NULL && value > end))
		return false;
	value += 1 + strspn(value + 1, " ");
	if (strncmp(value, "generic(", 8) == 0)
		value += 8;
	size_t count = (size_t)(end_of(value) - value);
	if (count == 0)
		return false;
	n->lowered = copy(value, count);
	memset(line, ' ', end != NULL ? (size_t)(end - line) : strlen(line));
	return true;
}

static char *line_of(char *text, const char *name)
{
	size_t length = strlen(name);
	for (char *at = text; (at = strstr(at, name)) != NULL; at += length) {
		if (at[length] != ' ' && at[length] != '[')
			continue;
		while (at != text && at[-1] != '\n')
			at--;
		return at;
	}
	return NULL;
}

bool nvrtc_names_take(struct _nvrtcProgram *p)
{
	char name[64];
	for (size_t i = 0; i < p->name_count; i++) {
		snprintf(name, sizeof name, "%s%zu", stem, i);
		char *line = line_of((char *)p->ptx.data, name);
		if (line == NULL || !take(&p->names[i], line))
			return false;
	}
	return true;
}
