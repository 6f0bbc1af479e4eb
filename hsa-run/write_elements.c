/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes elements to files and to standard output. */
#include "hsaemu/fileio.h"
#include "evaluate.h"
#include "results.h"
#include "targets.h"
#include "write_elements.h"

static bool images_spared(struct run_session *s, const struct run_stmt *list, const char *output)
{
	for (; list != NULL; list = list->next) {
		if (list->kind == RUN_STMT_IMAGE &&
			!file_spares(output, "input file",
				s->options->image != NULL ? s->options->image
							  : run_input_path(s, list->path),
				s->diag))
			return false;
		if (!images_spared(s, list->body, output) ||
			!images_spared(s, list->otherwise, output))
			return false;
	}
	return true;
}

static bool outputs_spare(struct run_session *s, const struct run_stmt *list,
	const struct run_stmt *all, const char *run_file)
{
	for (; list != NULL; list = list->next) {
		if (list->kind == RUN_STMT_WRITE &&
			(!images_spared(s, all, list->path) ||
				(run_file != NULL &&
					!file_spares(list->path, "input file", run_file, s->diag))))
			return false;
		if (!outputs_spare(s, list->body, all, run_file) ||
			!outputs_spare(s, list->otherwise, all, run_file))
			return false;
	}
	return true;
}

bool run_spares_inputs(struct run_session *s, const struct run_stmt *first, const char *run_file)
{
	return outputs_spare(s, first, first, run_file);
}

bool run_write(struct run_session *s, const struct run_stmt *stmt)
{
	struct run_target t;
	struct buf text = BUF_INIT;
	if (!run_target_find(s, stmt->name, stmt->place, &t))
		return false;
	if (!s->last_pass)
		return true;
	uint32_t bytes = run_types[t.type].bytes;
	bool ok = false;
	if (stmt->text) {
		for (uint64_t i = 0; i < t.count; i++) {
			run_format(t.data + i * bytes, t.type, &text);
			buf_u8(&text, '\n');
		}
		ok = file_write(stmt->path, text.data, text.len, FILE_TEXT, true, s->diag);
	} else {
		ok = file_write(stmt->path, t.data, t.count * bytes, FILE_BINARY, false, s->diag);
	}
	buf_release(&text);
	if (!ok)
		run_result_message(s, RUN_IO, "output file cannot be written");
	return ok;
}

static void print_text(const struct run_target *t, uint64_t first, uint64_t count)
{
	enum { PER_LINE = 8 };
	struct buf b = BUF_INIT;
	for (uint64_t i = 0; i < count; i++) {
		if (i % PER_LINE == 0)
			buf_printf(&b, "%s%s[%llu]", i == 0 ? "" : "\n", t->name,
				(unsigned long long)(first + i));
		buf_u8(&b, ' ');
		run_format(t->data + (first + i) * run_types[t->type].bytes, t->type, &b);
	}
	buf_u8(&b, '\n');
	fwrite(b.data, 1, b.len, stdout);
	buf_release(&b);
}

/* Appends the element as a JSON value. Numbers that JSON can carry stay numbers; bits, infinities
 * and NaN become strings. */
static void json_value(const uint8_t *at, enum run_type type, struct buf *out)
{
	size_t start = out->len;
	run_format(at, type, out);
	struct str v = str_skip(buf_slice(out), start);
	bool plain = run_types[type].class != RUN_BITS;
	for (size_t i = 0; i < v.n; i++)
		plain = plain && strchr("0123456789+-.e", v.p[i]) != NULL;
	if (plain)
		return;
	struct buf copy = BUF_INIT;
	buf_str(&copy, v);
	out->len = start;
	buf_json_string(out, buf_slice(&copy));
	buf_release(&copy);
}

static void print_json(struct buf *out, const struct run_target *t, uint64_t first, uint64_t count)
{
	if (out->len != 0)
		buf_puts(out, ", ");
	buf_puts(out, "{\"name\": ");
	buf_json_string(out, str_from(t->name));
	buf_printf(out, ", \"type\": \"%s\", \"first\": %llu, \"values\": [",
		run_types[t->type].name, (unsigned long long)first);
	for (uint64_t i = 0; i < count; i++) {
		if (i != 0)
			buf_puts(out, ", ");
		json_value(t->data + (first + i) * run_types[t->type].bytes, t->type, out);
	}
	buf_puts(out, "]}");
}

bool run_print(struct run_session *s, const struct run_stmt *stmt)
{
	struct run_target t;
	uint64_t first = 0, count = 0;
	if (!run_target_find(s, stmt->name, stmt->place, &t))
		return false;
	if (stmt->a != NULL && !run_eval_count(s, stmt->a, t.count, &first))
		return false;
	count = stmt->a != NULL && stmt->b == NULL && first < t.count ? 1 : t.count - first;
	if (stmt->b != NULL && !run_eval_count(s, stmt->b, t.count - first, &count))
		return false;
	if (!s->last_pass)
		return true;
	if (s->options->json)
		print_json(&run_current(s)->prints, &t, first, count);
	else
		print_text(&t, first, count);
	return true;
}
