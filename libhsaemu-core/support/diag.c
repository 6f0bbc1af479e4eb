/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Collecting messages and counting them. */
#include <limits.h>
#include "diag_impl.h"

void diag_init(struct diag *d, const struct diag_options *options)
{
	*d = (struct diag){.options = *options};
	arena_init(&d->arena);
}

void diag_release(struct diag *d)
{
	arena_release(&d->arena);
	d->first = d->last = NULL;
}

enum {
	/* A longer word or message is shown with its middle left out. */
	LONG_WORD_BYTES = 256,
	WORD_HEAD_BYTES = 160,
	WORD_TAIL_BYTES = 40,
	LONG_TEXT_BYTES = 1600,
	TEXT_HEAD_BYTES = 1200,
	TEXT_TAIL_BYTES = 200,
};

/* Returns where the character begins in whose middle `at` may lie. */
static size_t char_begin(struct str s, size_t at)
{
	enum { MOST_TAILS = 3 };
	size_t i = at;
	while (i > 0 && at - i < MOST_TAILS && ((unsigned char)s.p[i] & 0xc0) == 0x80)
		i--;
	return i;
}

static void put_cut(struct buf *out, struct str s, size_t head, size_t tail)
{
	size_t end = char_begin(s, head), begin = char_begin(s, s.n - tail);
	buf_append(out, s.p, end);
	buf_puts(out, "...");
	buf_append(out, s.p + begin, s.n - begin);
}

/* Shortens the words of a message that the user wrote, which may have any length. */
static const char *shortened(struct arena *a, const char *text)
{
	struct buf b = BUF_INIT, all = BUF_INIT;
	size_t n;
	if (strlen(text) <= LONG_WORD_BYTES)
		return text;
	for (const char *p = text; *p != '\0'; p += n) {
		n = strcspn(p, " \t\n");
		if (n > LONG_WORD_BYTES)
			put_cut(&b, (struct str){p, n}, WORD_HEAD_BYTES, WORD_TAIL_BYTES);
		else
			buf_append(&b, p, n);
		size_t spaces = strspn(p + n, " \t\n");
		buf_append(&b, p + n, spaces);
		n += spaces;
	}
	if (b.len > LONG_TEXT_BYTES)
		put_cut(&all, buf_slice(&b), TEXT_HEAD_BYTES, TEXT_TAIL_BYTES);
	else
		buf_append(&all, b.data, b.len);
	text = arena_strndup(a, (const char *)all.data, all.len);
	buf_release(&b);
	buf_release(&all);
	return text;
}

static struct diag_place place_copy(struct arena *a, struct diag_place p)
{
	/* a longer name is no path that a file could have */
	if (p.file != NULL)
		p.file = arena_printf(a, "%s",
			strlen(p.file) < PATH_MAX ? p.file : shortened(a, p.file));
	if (p.section != NULL)
		p.section = arena_printf(a, "%s", shortened(a, p.section));
	return p;
}

static void append(struct diag *d, struct diag_message *m)
{
	if (d->last == NULL)
		d->first = m;
	else
		d->last->next = m;
	d->last = m;
}

void diag_join(struct diag *d, const struct diag *from)
{
	for (const struct diag_message *m = from->first; m != NULL; m = m->next) {
		struct diag_message *copy = ARENA_NEW(&d->arena, struct diag_message);
		*copy = *m;
		copy->next = NULL;
		copy->place = place_copy(&d->arena, m->place);
		copy->text = arena_strndup(&d->arena, m->text, strlen(m->text));
		append(d, copy);
	}
	d->error_count += from->error_count;
	d->unsupported_count += from->unsupported_count;
	d->io_count += from->io_count;
	d->memory_count += from->memory_count;
	d->wrong_usage |= from->wrong_usage;
}

static void PRINTF_LIKE(4, 0) add(struct diag *d, enum diag_severity severity, struct diag_place p,
	const char *fmt, va_list ap)
{
	if (d->limit_passed) /* when a message is dropped, its notes are dropped, too */
		return;
	struct diag_message *m = ARENA_NEW(&d->arena, struct diag_message);
	m->severity = severity;
	m->place = place_copy(&d->arena, p);
	m->text = arena_vprintf(&d->arena, fmt, ap);
	if (severity != DIAG_REMARK)
		m->text = shortened(&d->arena, m->text);
	append(d, m);
}

static void PRINTF_LIKE(4, 0) add_error(struct diag *d, enum diag_severity severity,
	struct diag_place p, const char *fmt, va_list ap)
{
	if (diag_at_limit(d))
		d->limit_passed = true;
	switch (severity) {
	case DIAG_NOTE:
	case DIAG_REMARK:
	case DIAG_WARNING:
		BUG("not an error");
	case DIAG_ERROR:
		d->error_count++;
		break;
	case DIAG_UNSUPPORTED:
		d->unsupported_count++;
		break;
	case DIAG_IO:
		d->io_count++;
		break;
	}
	add(d, severity, p, fmt, ap);
}

void diag_note(struct diag *d, struct diag_place p, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	add(d, DIAG_NOTE, p, fmt, ap);
	va_end(ap);
}

void diag_see(struct diag *d, const char *section)
{
	if (section == NULL || d->last == NULL || d->limit_passed)
		return;
	diag_note(d, d->last->place, "see PRM section %s", section);
	d->last->bare = true;
}

void diag_remark(struct diag *d, struct diag_place p, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	add(d, DIAG_REMARK, p, fmt, ap);
	va_end(ap);
}

void diag_warning(struct diag *d, struct diag_place p, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	if (d->options.warnings_are_errors)
		add_error(d, DIAG_ERROR, p, fmt, ap);
	else
		add(d, DIAG_WARNING, p, fmt, ap);
	va_end(ap);
}

void diag_error(struct diag *d, struct diag_place p, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	add_error(d, DIAG_ERROR, p, fmt, ap);
	va_end(ap);
}

void diag_usage(struct diag *d, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	add_error(d, DIAG_ERROR, (struct diag_place){.kind = DIAG_NOWHERE}, fmt, ap);
	va_end(ap);
	d->wrong_usage = true;
}

void diag_no_memory(struct diag *d, struct diag_place p, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	add_error(d, DIAG_ERROR, p, fmt, ap);
	va_end(ap);
	d->memory_count++;
}

void diag_unsupported(struct diag *d, struct diag_place p, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	add_error(d, DIAG_UNSUPPORTED, p, fmt, ap);
	va_end(ap);
}

static void PRINTF_LIKE(3, 4) add_io(struct diag *d, struct diag_place p, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	add_error(d, DIAG_IO, p, fmt, ap);
	va_end(ap);
}

void diag_io(struct diag *d, const char *path, const char *verb, int err)
{
	add_io(d, diag_in_file(path), "cannot %s: %s", verb, strerror(err));
}

struct diag_mark diag_mark(const struct diag *d)
{
	return (struct diag_mark){*d, arena_mark(&d->arena)};
}

struct bug {
	struct diag *d;
	const char *text;
};

static void add_bug(void *arg)
{
	const struct bug *b = arg;
	diag_no_memory(b->d, (struct diag_place){.kind = DIAG_NOWHERE}, "%s", b->text);
}

static void go_back(struct diag *d, const struct diag_mark *m)
{
	*d = m->was;
	arena_back(&d->arena, &m->memory);
	if (d->last != NULL)
		d->last->next = NULL;
}

void diag_back(struct diag *d, const struct diag_mark *m, enum unwind_end end,
	const struct unwind_report *why)
{
	struct unwind_report again;
	struct bug b = {d, why->text};
	go_back(d, m);
	if (end == UNWIND_BUG && unwind_run(add_bug, &b, &again) == UNWIND_DONE)
		return;
	go_back(d, m);
	d->starved = true;
	d->error_count++;
	d->memory_count++;
}

bool diag_failed(const struct diag *d)
{
	return d->error_count + d->unsupported_count + d->io_count != 0;
}

bool diag_at_limit(const struct diag *d)
{
	return d->options.error_limit != 0 &&
	       d->error_count + d->unsupported_count >= d->options.error_limit;
}

int diag_exit_status(const struct diag *d)
{
	if (d->memory_count != 0)
		return EXIT_BUG;
	if (d->wrong_usage)
		return EXIT_USAGE;
	if (d->error_count != 0)
		return EXIT_REFUSED;
	if (d->io_count != 0)
		return EXIT_IO;
	return d->unsupported_count != 0 ? EXIT_UNSUPPORTED : EXIT_DONE;
}
