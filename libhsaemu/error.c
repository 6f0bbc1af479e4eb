/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file keeps the last error of each thread, under a pthread key. The key's destructor frees
 * the error when the thread ends, and the key takes no static thread-local memory, which may be
 * scarce in a program that loads the library late. */
#include <stdlib.h>
#include "face_impl.h"
#include "hsaemu/unwind.h"

struct error {
	enum hsaemu_status status;
	char *text;   /* belongs to no scope; NULL is "" */
	bool starved; /* there was no memory for the text */
};

static pthread_once_t error_once = PTHREAD_ONCE_INIT;
static pthread_key_t error_key;
static bool error_key_made;

static void free_error(void *p)
{
	struct error *e = p;
	free(e->text);
	free(e);
}

static void make_key(void)
{
	error_key_made = pthread_key_create(&error_key, free_error) == 0;
}

/* Returns this thread's error, which the first call makes; NULL when there is no memory for it. */
static struct error *error_of_thread(void)
{
	if (pthread_once(&error_once, make_key) != 0 || !error_key_made)
		return NULL;
	struct error *e = pthread_getspecific(error_key);
	if (e != NULL)
		return e;
	e = mem_try_new(1, sizeof *e);
	if (e != NULL && pthread_setspecific(error_key, e) != 0) {
		free(e);
		return NULL;
	}
	return e;
}

const char *hsaemu_error(void)
{
	const struct error *e = error_of_thread();
	if (e == NULL || e->starved)
		return "out of memory";
	return e->text == NULL ? "" : e->text;
}

enum hsaemu_status hsaemu_error_status(void)
{
	const struct error *e = error_of_thread();
	return e == NULL ? HSAEMU_NO_MEMORY : e->status;
}

void face_begin(void)
{
	struct error *e = error_of_thread();
	if (e == NULL)
		return;
	e->status = HSAEMU_OK;
	e->starved = false;
	if (e->text != NULL)
		e->text[0] = '\0';
}

/* ---- errors without end ---------------------------------------------------------------------- */

/* Makes the error one of `status` without a text, for which there is no memory. */
static enum hsaemu_status starve(struct error *e, enum hsaemu_status status)
{
	if (e == NULL)
		return HSAEMU_NO_MEMORY;
	e->status = status;
	e->starved = true;
	return status;
}

struct new_text {
	struct error *error;
	const char *fmt;
	va_list ap;
};

/* Replaces the text; runs in a scope. */
static void replace_text(void *arg)
{
	struct new_text *n = arg;
	struct buf text = BUF_INIT;
	buf_vprintf(&text, n->fmt, n->ap);
	while (text.len != 0 && text.data[text.len - 1] == '\n')
		text.len--;
	char *copy = mem_try_new(text.len + 1, 1);
	if (copy == NULL)
		oom();
	memcpy(copy, text.data, text.len);
	buf_release(&text);
	free(n->error->text);
	n->error->text = copy;
}

enum hsaemu_status face_fail(enum hsaemu_status status, const char *fmt, ...)
{
	struct new_text n = {.error = error_of_thread(), .fmt = fmt};
	struct unwind_report why;
	if (n.error == NULL)
		return HSAEMU_NO_MEMORY;
	va_start(n.ap, fmt);
	enum unwind_end end = unwind_run(replace_text, &n, &why);
	va_end(n.ap);
	if (end != UNWIND_DONE)
		return starve(n.error, status);
	n.error->status = status;
	n.error->starved = false;
	return status;
}

enum hsaemu_status face_fail_text(enum hsaemu_status status, struct str text)
{
	return face_fail(status, STR_FMT, STR_ARG(text));
}

bool face_run(void (*work)(void *arg), void *arg)
{
	struct unwind_report why;
	switch (unwind_run(work, arg, &why)) {
	case UNWIND_DONE:
		return true;
	case UNWIND_NO_MEMORY:
		starve(error_of_thread(), HSAEMU_NO_MEMORY);
		break;
	case UNWIND_BUG:
		face_fail(HSAEMU_NO_MEMORY, "%s", why.text);
	}
	return false;
}

static enum hsaemu_status status_of(const struct diag *d)
{
	if (d->memory_count != 0)
		return HSAEMU_NO_MEMORY;
	if (d->error_count == 0 && d->io_count != 0)
		return HSAEMU_IO;
	return d->error_count == 0 && d->unsupported_count != 0 ? HSAEMU_UNSUPPORTED
	                                                        : HSAEMU_REFUSED;
}

enum hsaemu_status face_fail_diag(struct diag *d)
{
	struct buf text = BUF_INIT;
	enum hsaemu_status status = status_of(d);
	diag_take(d, &text);
	status = face_fail_text(status, buf_slice(&text));
	buf_release(&text);
	return status;
}

enum hsaemu_status face_no_handle(const char *function)
{
	enum hsaemu_status status = hsaemu_error_status();
	return status != HSAEMU_OK ? status : face_fail(HSAEMU_BAD_CALL, "%s of NULL", function);
}

bool face_take_struct(void *to, const void *from, size_t bytes, const char *name)
{
	const uint8_t *p = from;
	size_t given;
	memcpy(&given, p, sizeof given);
	if (given < sizeof given || given > UINT16_MAX) {
		face_fail(HSAEMU_BAD_CALL, "the size of struct %s is not set", name);
		return false;
	}
	for (size_t i = bytes; i < given; i++) {
		if (p[i] != 0) {
			face_fail(HSAEMU_UNSUPPORTED,
				"struct %s is of a later version and asks for what this one does not know",
				name);
			return false;
		}
	}
	memset(to, 0, bytes);
	memcpy(to, p, given < bytes ? given : bytes);
	return true;
}
