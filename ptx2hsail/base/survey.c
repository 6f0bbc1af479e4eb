/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* For --survey: this file counts the constructs of a module that have no translation and prints
 * them, most frequent first. */
#include <stdlib.h>

#include "base/survey.h"

struct finding {
	struct str text;
	uint64_t count;
	struct finding *next;
};

void survey_init(struct survey *s)
{
	*s = (struct survey){0};
	arena_init(&s->arena);
	str_map_init(&s->by_text);
}

void survey_release(struct survey *s)
{
	str_map_release(&s->by_text);
	arena_release(&s->arena);
}

void survey_add(struct survey *s, struct str text)
{
	uint64_t known = 0;
	if (str_map_find(&s->by_text, text, &known)) {
		((struct finding *)(uintptr_t)known)->count++;
		return;
	}
	struct finding *f = ARENA_NEW(&s->arena, struct finding);
	f->text = str_dup(&s->arena, text);
	f->count = 1;
	f->next = s->first;
	s->first = f;
	s->count++;
	str_map_put(&s->by_text, text, (uint64_t)(uintptr_t)f);
}

static int by_count(const void *a, const void *b)
{
	const struct finding *x = *(struct finding *const *)a, *y = *(struct finding *const *)b;
	if (x->count != y->count)
		return x->count > y->count ? -1 : 1;
	return str_cmp(x->text, y->text);
}

void survey_print(const struct survey *s, const char *file, struct buf *out)
{
	struct finding **all = mem_new(s->count + 1, sizeof *all);
	size_t n = 0;
	for (struct finding *f = s->first; f != NULL; f = f->next)
		all[n++] = f;
	qsort(all, n, sizeof *all, by_count);
	for (size_t i = 0; i < n; i++)
		buf_printf(out, "%llu\t" STR_FMT "\t%s\n", (unsigned long long)all[i]->count,
			STR_ARG(all[i]->text), file);
	mem_free(all);
}
