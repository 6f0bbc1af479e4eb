/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Prints messages in two formats. Texts and source lines come from hostile input: bytes that are
 * not printable or not valid UTF-8 are shown as '?', so that no control sequence reaches the
 * terminal. */
#include <stdlib.h>
#include <unistd.h>
#include "diag_impl.h"

enum {
	LINE_SHOWN_BYTES = 160, /* of a longer line, only a window around the caret is shown */
	WINDOW_LEAD_BYTES = 60,
	/* so many bytes may follow a character's first; bad UTF-8 may have any number */
	MOST_TAILS = 3,
};

#define COLOR_OFF "\033[0m"
#define COLOR_BOLD "\033[1m"
#define COLOR_CARET "\033[1;32m"

static const char *severity_name(enum diag_severity s)
{
	static const char *const names[] = {
		"note", "remark", "warning", "error", "unsupported", "io"};
	return names[s];
}

static const char *severity_label(enum diag_severity s)
{
	switch (s) {
	case DIAG_NOTE:
		return "note: ";
	case DIAG_REMARK:
		return "remark: ";
	case DIAG_WARNING:
		return "warning: ";
	case DIAG_UNSUPPORTED:
		return "error: unsupported: ";
	case DIAG_ERROR:
	case DIAG_IO:
		break;
	}
	return "error: ";
}

static const char *severity_color(enum diag_severity s)
{
	static const char *const colors[] = {
		"\033[1;36m", "\033[1;34m", "\033[1;35m", "\033[1;31m", "\033[1;31m", "\033[1;31m"};
	return colors[s];
}

/* Returns how many bytes the character at p has, if it may be shown as it is, else 0. C1 controls
 * may not be shown. */
static size_t printable_len(const char *p, size_t n)
{
	unsigned char c = (unsigned char)p[0];
	if (c < 0x20 || c == 0x7f)
		return 0;
	if (c == 0xc2 && n > 1 && (unsigned char)p[1] < 0xa0)
		return 0;
	return diag_utf8_len(p, n);
}

static void put_safe(struct buf *out, struct str s, bool tabs)
{
	for (size_t i = 0; i < s.n;) {
		size_t n = printable_len(s.p + i, s.n - i);
		if (n == 0 && s.p[i] == '\t' && tabs)
			buf_u8(out, '\t');
		else if (n == 0)
			buf_u8(out, '?');
		else
			buf_append(out, s.p + i, n);
		i += n == 0 ? 1 : n;
	}
}

/* The part of a line to show, and where the marked range lies in that part. */
struct window {
	struct str text;
	size_t mark, mark_len;
	bool cut_front, cut_back;
};

static struct window window_make(struct str line, size_t mark, size_t mark_len)
{
	struct window w = {line, mark, mark_len, false, false};
	if (line.n > LINE_SHOWN_BYTES) {
		size_t begin = mark > WINDOW_LEAD_BYTES * 2 ? mark - WINDOW_LEAD_BYTES : 0;
		size_t least = begin < MOST_TAILS ? 0 : begin - MOST_TAILS;
		while (begin > least && diag_utf8_is_tail((unsigned char)line.p[begin]))
			begin--;
		size_t end = line.n - begin > LINE_SHOWN_BYTES ? begin + LINE_SHOWN_BYTES : line.n;
		size_t most = end + MOST_TAILS < line.n ? end + MOST_TAILS : line.n;
		while (end < most && diag_utf8_is_tail((unsigned char)line.p[end]))
			end++;
		w.text = (struct str){line.p + begin, end - begin};
		w.mark = mark - begin;
		w.cut_front = begin > 0;
		w.cut_back = end < line.n;
	}
	if (w.mark_len > w.text.n - w.mark)
		w.mark_len = w.text.n - w.mark;
	return w;
}

/* Appends one column for each character. Tabs of the line are repeated, so that both lines are
 * aligned. */
static void put_padding(struct buf *out, struct str before)
{
	for (size_t i = 0; i < before.n;) {
		size_t n = diag_utf8_len(before.p + i, before.n - i);
		buf_u8(out, before.p[i] == '\t' ? '\t' : ' ');
		i += n == 0 ? 1 : n;
	}
}

static void put_caret(struct buf *out, struct str marked)
{
	size_t columns = 0;
	for (size_t i = 0; i < marked.n; columns++) {
		size_t n = diag_utf8_len(marked.p + i, marked.n - i);
		i += n == 0 ? 1 : n;
	}
	buf_u8(out, '^');
	for (size_t i = 1; i < columns; i++)
		buf_u8(out, '~');
}

static void put_source_line(struct buf *out, const struct diag_place *p, bool color)
{
	uint32_t line, col;
	source_position(p->source, p->off, &line, &col);
	struct str text = source_line(p->source, line);
	size_t mark = col - 1 < text.n ? col - 1 : text.n;
	struct window w = window_make(text, mark, p->len);
	buf_puts(out, w.cut_front ? "    ..." : "    ");
	put_safe(out, w.text, true);
	buf_puts(out, w.cut_back ? "...\n" : "\n");
	buf_puts(out, w.cut_front ? "       " : "    ");
	put_padding(out, (struct str){w.text.p, w.mark});
	buf_puts(out, color ? COLOR_CARET : "");
	put_caret(out, (struct str){w.text.p + w.mark, w.mark_len});
	buf_puts(out, color ? COLOR_OFF "\n" : "\n");
}

static void put_place(struct buf *out, const struct diag_place *p, const char *tool)
{
	uint32_t line, col;
	switch (p->kind) {
	case DIAG_NOWHERE:
		if (tool != NULL)
			put_safe(out, str_from(tool), false);
		break;
	case DIAG_FILE:
		put_safe(out, str_from(p->file), false);
		break;
	case DIAG_TEXT:
		source_position(p->source, p->off, &line, &col);
		put_safe(out, str_from(p->source->name), false);
		buf_printf(out, ":%u:%u", line, col);
		break;
	case DIAG_BINARY:
		put_safe(out, str_from(p->file), false);
		buf_u8(out, ':');
		put_safe(out, str_from(p->section == NULL ? "" : p->section), false);
		buf_printf(out, "+0x%llx", (unsigned long long)p->section_off);
		break;
	}
}

void diag_print_text(struct buf *out, const struct diag_message *m, const char *tool, bool color)
{
	if (color)
		buf_puts(out, COLOR_BOLD);
	if (m->place.kind != DIAG_NOWHERE || tool != NULL) {
		put_place(out, &m->place, tool);
		buf_puts(out, ": ");
	}
	if (color)
		buf_printf(out, COLOR_OFF "%s", severity_color(m->severity));
	buf_puts(out, severity_label(m->severity));
	if (color)
		buf_puts(out, COLOR_OFF);
	put_safe(out, str_from(m->text), false);
	buf_u8(out, '\n');
	if (m->place.kind == DIAG_TEXT && !m->bare)
		put_source_line(out, &m->place, color);
}

static void put_json_member(struct buf *out, const char *key, const char *value)
{
	buf_printf(out, "\"%s\":", key);
	buf_json_string(out, str_from(value));
	buf_u8(out, ',');
}

static void put_json_place(struct buf *out, const struct diag_place *p)
{
	uint32_t line, col;
	switch (p->kind) {
	case DIAG_NOWHERE:
		break;
	case DIAG_FILE:
		put_json_member(out, "file", p->file);
		break;
	case DIAG_TEXT:
		source_position(p->source, p->off, &line, &col);
		put_json_member(out, "file", p->source->name);
		buf_printf(out, "\"line\":%u,\"column\":%u,\"length\":%u,", line, col, p->len);
		break;
	case DIAG_BINARY:
		put_json_member(out, "file", p->file);
		if (p->section != NULL)
			put_json_member(out, "section", p->section);
		buf_printf(out, "\"offset\":%llu,", (unsigned long long)p->section_off);
		break;
	}
}

/* Appends all members of the JSON object, without the closing brace. */
static void put_json_message(struct buf *out, const struct diag_message *m)
{
	buf_u8(out, '{');
	put_json_place(out, &m->place);
	put_json_member(out, "severity", severity_name(m->severity));
	buf_puts(out, "\"message\":");
	buf_json_string(out, str_from(m->text));
}

const struct diag_message *diag_print_json(struct buf *out, const struct diag_message *m,
	const char *tool)
{
	const struct diag_message *note = m->next;
	put_json_message(out, m);
	if (tool != NULL) {
		buf_puts(out, ",\"tool\":");
		buf_json_string(out, str_from(tool));
	}
	buf_puts(out, ",\"notes\":[");
	while (note != NULL && note->severity == DIAG_NOTE) {
		put_json_message(out, note);
		note = note->next;
		buf_puts(out, note != NULL && note->severity == DIAG_NOTE ? "}," : "}");
	}
	buf_puts(out, "]}\n");
	return note;
}

static bool wants_color(const struct diag *d, FILE *out)
{
	const char *no_color = getenv("NO_COLOR");
	const char *term = getenv("TERM");
	switch (d->options.color) {
	case DIAG_COLOR_ALWAYS:
		return true;
	case DIAG_COLOR_NEVER:
		return false;
	case DIAG_COLOR_AUTO:
		break;
	}
	if (no_color != NULL && no_color[0] != '\0')
		return false;
	return isatty(fileno(out)) && (term == NULL || strcmp(term, "dumb") != 0);
}

static void print_all(struct diag *d, struct buf *b, bool color)
{
	const struct diag_message *m = d->first;
	while (m != NULL) {
		if (d->options.format == DIAG_FORMAT_JSON) {
			m = diag_print_json(b, m, d->options.tool);
		} else {
			diag_print_text(b, m, d->options.tool, color);
			m = m->next;
		}
	}
}

static void print_one(struct diag *d, const char *text, struct buf *out, bool color)
{
	struct diag_message m = {.severity = DIAG_ERROR, .text = text};
	d->first = &m;
	print_all(d, out, color);
}

static void take(struct diag *d, struct buf *out, bool color)
{
	print_all(d, out, color);
	if (d->starved)
		print_one(d, "out of memory", out, color);
	d->starved = false;
	if (diag_at_limit(d) && !d->limit_told) {
		d->limit_told = true;
		print_one(d, "too many errors", out, color);
	}
	arena_release(&d->arena);
	d->first = d->last = NULL;
}

void diag_flush(struct diag *d, FILE *out)
{
	struct buf b = BUF_INIT;
	take(d, &b, wants_color(d, out));
	if (b.len > 0)
		fwrite(b.data, 1, b.len, out); /* when this fails, there is nowhere to report it */
	fflush(out);
	buf_release(&b);
}

void diag_take(struct diag *d, struct buf *out)
{
	take(d, out, false);
}
