/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "draw.h"

#include "command.h"
#include "gains.h"
#include "hsaemu/fileio.h"

void draw_quote(struct buf *script, const char *text)
{
	buf_puts(script, "'");
	for (; *text; text++) {
		if (*text == '\'')
			buf_puts(script, "'");
		buf_u8(script, (unsigned char)*text < ' ' ? ' ' : (uint8_t)*text);
	}
	buf_puts(script, "'");
}

/* Returns the length of "rodinia/" or the like when all cases begin with it, else 0. */
static size_t common_prefix(const struct comparison *c)
{
	const char *first = NULL;
	size_t n = 0;
	for (size_t i = 0; i < suite_case_count; i++) {
		if (!gains_case(c, i))
			continue;
		const char *name = suite_cases[i].c->name, *slash = strchr(name, '/');
		size_t here = slash ? (size_t)(slash + 1 - name) : 0;
		if (first && (here != n || strncmp(first, name, n) != 0))
			return 0;
		first = name;
		n = here;
	}
	return n;
}

const char *draw_name(const struct comparison *c, size_t index)
{
	return suite_cases[index].c->name + common_prefix(c);
}

static const char *first_name(const struct comparison *c)
{
	for (size_t i = 0; i < suite_case_count; i++)
		if (gains_case(c, i))
			return suite_cases[i].c->name;
	return "";
}

void draw_value(struct buf *script, double v)
{
	if (v > 0)
		buf_printf(script, " %.4g", v);
	else
		buf_puts(script, " NaN");
}

void draw_head(struct buf *script, const struct comparison *c, const char *path, size_t panels,
	size_t columns, int width, int height)
{
	enum { TITLE = 40 };
	size_t rows = (panels + columns - 1) / columns;
	char title[2 * PLAN_TEXT];
	int prefix = (int)common_prefix(c);
	snprintf(title, sizeof title, "%.*s%ssize %s; %s, %u CPUs", prefix ? prefix - 1 : 0,
		first_name(c), prefix ? ", " : "", suite_size_name(gains_size(c)), c->machine.model,
		c->machine.cpus);
	buf_printf(script,
		"set terminal svg size %d,%d font 'Helvetica,14' background 'white' noenhanced\n",
		width * (int)columns, height * (int)rows + TITLE);
	buf_puts(script, "set output ");
	draw_quote(script, path);
	buf_printf(script, "\nset multiplot layout %zu,%zu title ", rows, columns);
	draw_quote(script, title);
	buf_puts(script, "\n");
}

bool draw(const struct buf *script, const char *path)
{
	enum { LIMIT_S = 60 };
	struct buf file = BUF_INIT;
	struct diag d;
	struct command_cost cost;
	char why[PLAN_TEXT] = "";
	diag_init(&d, &(struct diag_options){.tool = "hsaemu-bench"});
	buf_printf(&file, "%s.gp", path);
	buf_u8(&file, '\0');
	const char *name = (const char *)file.data;
	bool good = file_write(name, script->data, script->len, FILE_TEXT, true, &d);
	diag_flush(&d, stderr);
	if (good) {
		int status = command_run((const char *const[]){"gnuplot", name, NULL}, LIMIT_S,
			&cost, why, sizeof why);
		good = status == 0;
		if (status == 127)
			fprintf(stderr,
				"hsaemu-bench: no %s: gnuplot is not installed; it draws %s\n",
				path, name);
		else if (!good)
			fprintf(stderr, "hsaemu-bench: no %s: %s\n", path, why);
	}
	diag_release(&d);
	buf_release(&file);
	return good;
}
