/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Computes the initial values of buffers. The random stream is part of the documented interface,
 * because other programs must be able to compute the same numbers. */
#include <stdlib.h>
#include "hsaemu/fileio.h"
#include "evaluate.h"
#include "initial_values.h"
#include "results.h"
#include "targets.h"

/* ---- random --------------------------------------------------------------------------------- */

/* Returns the next number of splitmix64 (Steele, Lea, Flood 2014). */
static uint64_t splitmix64(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* Returns the upper 64 bits of the product. */
static uint64_t mul_high(uint64_t a, uint64_t b)
{
	uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
	uint64_t mid = ah * bl + (al * bl >> 32);
	uint64_t low = (uint32_t)mid + al * bh;
	return ah * bh + (mid >> 32) + (low >> 32);
}

/* Returns low + (random * span >> 64), which is uniform from low to high except for a bias below
 * 2^-64 * span. */
static struct run_number random_integer(uint64_t *state, uint64_t low, uint64_t high)
{
	uint64_t r = splitmix64(state), span = high - low + 1;
	return run_int(span == 0 ? low + r : low + mul_high(r, span));
}

static struct run_number random_float(uint64_t *state, double low, double high)
{
	double unit = (double)(splitmix64(state) >> 11) * 0x1p-53;
	return run_float(low + (high - low) * unit);
}

/* ---- element by element --------------------------------------------------------------------- */

struct filler {
	struct run_session *s;
	const struct run_init *init;
	const struct run_target *t;
	struct run_number v[3]; /* the values of init->exprs, of which there are at most three */
};

static bool put(struct filler *f, uint64_t i, struct run_number n)
{
	uint8_t *at = f->t->data + i * run_types[f->t->type].bytes;
	if (run_store(at, f->t->type, n))
		return true;
	return run_fail(f->s, RUN_USAGE, f->init->place,
		"value %s of %s[%llu] does not fit into %s, which has integers from %s",
		run_number_text(f->s, n), f->t->name, (unsigned long long)i,
		run_types[f->t->type].name, run_range_text(f->s, f->t->type));
}

static bool fill_constant(struct filler *f)
{
	uint32_t bytes = run_types[f->t->type].bytes;
	if (f->t->count == 0)
		return true;
	if (!put(f, 0, f->v[0]))
		return false;
	for (uint64_t i = 1; i < f->t->count; i++)
		memcpy(f->t->data + i * bytes, f->t->data, bytes);
	return true;
}

/* Fills with start + i * step. When start, step and the elements are integers, the sums wrap. */
static bool fill_ramp(struct filler *f)
{
	struct run_number start = f->v[0], step = f->init->expr_count == 2 ? f->v[1] : run_int(1);
	bool floats = start.is_float || step.is_float;
	double a = run_to_double(start), b = run_to_double(step);
	uint32_t bytes = run_types[f->t->type].bytes;
	bool wrap = !floats && run_types[f->t->type].class != RUN_FLOAT;
	for (uint64_t i = 0; i < f->t->count; i++) {
		uint64_t whole = start.i + i * step.i;
		if (wrap)
			memcpy(f->t->data + i * bytes, &whole, bytes);
		else if (!put(f, i, floats ? run_float(a + (double)i * b) : run_int(whole)))
			return false;
	}
	return true;
}

static bool fill_random(struct filler *f)
{
	enum run_class class = run_types[f->t->type].class;
	bool whole = class != RUN_FLOAT, ranged = f->init->expr_count == 3;
	uint64_t state = f->v[0].i;
	unsigned unused = 64 - 8 * run_types[f->t->type].bytes;
	uint64_t top = class == RUN_SIGNED ? (uint64_t)INT64_MAX >> unused : UINT64_MAX >> unused;
	uint64_t bottom = class == RUN_SIGNED ? ~top : 0;
	if (f->v[0].is_float || (whole && ranged && (f->v[1].is_float || f->v[2].is_float)))
		return run_fail(f->s, RUN_USAGE, f->init->place,
			"seeds and limits of integers are integers");
	double low = ranged ? run_to_double(f->v[1]) : 0,
	       high = ranged ? run_to_double(f->v[2]) : 1;
	uint64_t from = ranged ? f->v[1].i : bottom, to = ranged ? f->v[2].i : top;
	for (uint64_t i = 0; i < f->t->count; i++)
		if (!put(f, i,
			    whole ? random_integer(&state, from, to)
				  : random_float(&state, low, high)))
			return false;
	return true;
}

/* Warns that an initial value has more elements than the buffer takes; the rest is left out. */
static void warn_of_rest(struct filler *f, const char *what, uint64_t has, const char *unit)
{
	uint64_t takes = f->t->count;
	if (strcmp(unit, "bytes") == 0)
		takes *= run_types[f->t->type].bytes;
	if (f->s->pass == 0 && has > takes)
		diag_warning(f->s->diag, f->init->place, "%s has %llu %s, of which %s takes %llu",
			what, (unsigned long long)has, unit, f->t->name, (unsigned long long)takes);
}

static bool fill_list(struct filler *f)
{
	warn_of_rest(f, "the list", f->init->expr_count, "elements");
	for (uint64_t i = 0; i < f->t->count; i++) {
		struct run_number n;
		if (!run_eval(f->s, f->init->exprs[i % f->init->expr_count], &n) || !put(f, i, n))
			return false;
	}
	return true;
}

static bool fill_each(struct filler *f)
{
	struct run_variable index = {.next = f->s->variables, .name = "i"};
	bool ok = true;
	f->s->variables = &index;
	for (uint64_t i = 0; ok && i < f->t->count; i++) {
		struct run_number n;
		index.value = run_int(i);
		ok = run_eval(f->s, f->init->exprs[0], &n) && put(f, i, n);
	}
	f->s->variables = index.next;
	return ok;
}

static bool fill_copy(struct filler *f)
{
	struct run_target from;
	if (!run_target_find(f->s, f->init->path, f->init->place, &from))
		return false;
	if (from.count < f->t->count)
		return run_fail(f->s, RUN_USAGE, f->init->place, "'%s' has %llu elements, not %llu",
			from.name, (unsigned long long)from.count, (unsigned long long)f->t->count);
	for (uint64_t i = 0; i < f->t->count; i++)
		if (!put(f, i, run_load(from.data + i * run_types[from.type].bytes, from.type)))
			return false;
	return true;
}

/* ---- files ---------------------------------------------------------------------------------- */

static bool open_file(struct run_session *s, const struct run_init *init, struct file_data *file)
{
	if (file_read(file, run_input_path(s, init->path), s->diag))
		return true;
	run_result_message(s, RUN_NOT_FOUND, "input file cannot be read");
	return false;
}

static bool fill_binary(struct filler *f)
{
	struct file_data file;
	uint64_t bytes = f->t->count * run_types[f->t->type].bytes;
	if (!open_file(f->s, f->init, &file))
		return false;
	bool ok = file.len >= bytes;
	if (ok && bytes != 0)
		memcpy(f->t->data, file.bytes, bytes);
	warn_of_rest(f, f->init->path, file.len, "bytes");
	if (!ok)
		ok = run_fail(f->s, RUN_USAGE, f->init->place, "%s has %zu bytes, %s needs %llu",
			f->init->path, file.len, f->t->name, (unsigned long long)bytes);
	file_release(&file);
	return ok;
}

/* Takes the text of the next number; the text is empty at the end. White space and commas separate
 * numbers. */
static struct str next_word(struct str *rest)
{
	static const char separators[] = " \t\r\n\f\v,";
	while (rest->n != 0 && rest->p[0] != '\0' && strchr(separators, rest->p[0]) != NULL)
		*rest = str_skip(*rest, 1);
	size_t n = 0;
	while (n < rest->n && (rest->p[n] == '\0' || strchr(separators, rest->p[n]) == NULL))
		n++;
	struct str word = {rest->p, n};
	*rest = str_skip(*rest, n);
	return word;
}

static uint64_t count_words(struct str text)
{
	uint64_t n = 0;
	while (next_word(&text).n != 0)
		n++;
	return n;
}

static bool fill_text(struct filler *f)
{
	struct file_data file;
	if (!open_file(f->s, f->init, &file))
		return false;
	struct str rest = str_skip_bom((struct str){(const char *)file.bytes, file.len});
	bool ok = true;
	for (uint64_t i = 0; ok && i < f->t->count; i++) {
		struct run_number n;
		struct str word = next_word(&rest);
		if (run_parse_number(word, &n))
			ok = put(f, i, n);
		else if (word.n == 0)
			ok = run_fail(f->s, RUN_USAGE, f->init->place,
				"%s has %llu numbers, %s needs %llu", f->init->path,
				(unsigned long long)i, f->t->name, (unsigned long long)f->t->count);
		else
			ok = run_fail(f->s, RUN_USAGE, f->init->place,
				"'" STR_FMT "' in %s is no number", STR_ARG(word), f->init->path);
	}
	if (ok)
		warn_of_rest(f, f->init->path, f->t->count + count_words(rest), "numbers");
	file_release(&file);
	return ok;
}

bool run_init_count(struct run_session *s, const struct run_init *init, enum run_type t,
	uint64_t *out)
{
	struct file_data file;
	*out = init->kind == RUN_INIT_LIST ? init->expr_count : 0;
	if (init->kind != RUN_INIT_BINARY && init->kind != RUN_INIT_TEXT)
		return true;
	if (!open_file(s, init, &file))
		return false;
	struct str rest = str_skip_bom((struct str){(const char *)file.bytes, file.len});
	if (init->kind == RUN_INIT_BINARY)
		*out = file.len / run_types[t].bytes;
	else
		*out = count_words(rest);
	file_release(&file);
	return true;
}

static bool eval_exprs(struct filler *f)
{
	bool per_element = f->init->kind == RUN_INIT_LIST || f->init->kind == RUN_INIT_EACH ||
	                   f->init->kind == RUN_INIT_COPY;
	for (uint32_t i = 0; !per_element && i < f->init->expr_count; i++)
		if (!run_eval(f->s, f->init->exprs[i], &f->v[i]))
			return false;
	return true;
}

bool run_fill(struct run_session *s, const struct run_init *init, const struct run_target *t)
{
	struct filler f = {.s = s, .init = init, .t = t};
	if (!eval_exprs(&f))
		return false;
	switch (init->kind) {
	case RUN_INIT_ZERO:
		if (t->count != 0)
			memset(t->data, 0, t->count * run_types[t->type].bytes);
		return true;
	case RUN_INIT_CONSTANT:
		return fill_constant(&f);
	case RUN_INIT_RAMP:
		return fill_ramp(&f);
	case RUN_INIT_RANDOM:
		return fill_random(&f);
	case RUN_INIT_LIST:
		return fill_list(&f);
	case RUN_INIT_EACH:
		return fill_each(&f);
	case RUN_INIT_BINARY:
		return fill_binary(&f);
	case RUN_INIT_TEXT:
		return fill_text(&f);
	case RUN_INIT_COPY:
		return fill_copy(&f);
	}
	BUG("initial value %d", (int)init->kind);
}
