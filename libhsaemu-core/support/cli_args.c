/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The argument list with response files expanded, by the rules of GNU's expandargv. */
#include <ctype.h>
#include "cli_impl.h"
#include "hsaemu/fileio.h"

enum { MAX_RESPONSE_DEPTH = 16 };

struct expansion {
	struct cli_strings *out, *files;
	struct arena *memory;
	const char *bad;
	bool ended; /* `--` was seen */
};

void cli_strings_add(struct cli_strings *list, struct arena *memory, const char *item)
{
	if (list->count == list->capacity) {
		size_t capacity = list->capacity == 0 ? 8 : list->capacity * 2;
		const char **items = ARENA_ARRAY(memory, const char *, capacity);
		for (size_t i = 0; i < list->count; i++)
			items[i] = list->items[i];
		list->items = items;
		list->capacity = capacity;
	}
	list->items[list->count++] = item;
}

/* Takes the next word off *text; false at its end. White space separates, quotes keep it, a
 * backslash protects any character. */
static bool next_word(struct str *text, struct buf *word)
{
	size_t i = 0;
	char quote = 0;
	while (i < text->n && (isspace((unsigned char)text->p[i]) || text->p[i] == '\0'))
		i++;
	if (i == text->n)
		return false;
	buf_clear(word);
	for (; i < text->n; i++) {
		char c = text->p[i];
		if (c == '\\' && i + 1 < text->n)
			buf_u8(word, (uint8_t)text->p[++i]);
		else if (quote != 0 && c == quote)
			quote = 0;
		else if (quote == 0 && (c == '\'' || c == '"'))
			quote = c;
		else if (quote == 0 && (isspace((unsigned char)c) || c == '\0'))
			break;
		else
			buf_u8(word, (uint8_t)c);
	}
	*text = str_skip(*text, i);
	return true;
}

static bool read_quietly(struct file_data *f, const char *path)
{
	const struct diag_options options = {.tool = NULL};
	struct diag ignored;
	diag_init(&ignored, &options);
	bool ok = file_read(f, path, &ignored);
	diag_release(&ignored);
	return ok;
}

static void expand(struct expansion *e, const char *arg, unsigned depth)
{
	struct file_data f;
	if (strcmp(arg, "--") == 0)
		e->ended = true;
	if (arg[0] != '@' || e->ended || !read_quietly(&f, arg + 1)) {
		cli_strings_add(e->out, e->memory, arg);
		return;
	}
	struct str text = str_skip_bom((struct str){(const char *)f.bytes, f.len});
	struct buf word = BUF_INIT;
	cli_strings_add(e->files, e->memory, arg + 1);
	if (depth == MAX_RESPONSE_DEPTH)
		e->bad = arg;
	while (e->bad == NULL && next_word(&text, &word))
		expand(e, arena_strndup(e->memory, (char *)word.data, word.len), depth + 1);
	buf_release(&word);
	file_release(&f);
}

bool cli_expand(struct cli_strings *args, struct cli_strings *files, struct arena *memory, int argc,
	char **argv, const char **bad)
{
	struct expansion e = {args, files, memory, NULL, false};
	for (int i = 1; i < argc && e.bad == NULL; i++)
		expand(&e, argv[i], 0);
	*bad = e.bad;
	return e.bad == NULL;
}
