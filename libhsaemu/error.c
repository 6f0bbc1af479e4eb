/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file keeps the last error of each thread, under a pthread key. The key's destructor frees
 * the error when the thread ends, and the key takes no static thread-local memory, which may be
 * scarce in a program that loads the library late. */
#include <stdlib.h>
#include "face_impl.h"

struct error {
	enum hsaemu_status status;
	struct buf text; /* ends in a NUL that counts as a byte, or is empty */
};

static pthread_once_t error_once = PTHREAD_ONCE_INIT;
static pthread_key_t error_key;
static bool error_key_made;

static void free_error(void *p)
{
	struct error *e = p;
	buf_release(&e->text);
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
	if (e == NULL)
		return "out of memory";
	return e->text.len == 0 ? "" : (const char *)e->text.data;
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
	buf_clear(&e->text);
}

enum hsaemu_status face_fail_text(enum hsaemu_status status, struct str text)
{
	struct error *e = error_of_thread();
	if (e == NULL)
		return HSAEMU_NO_MEMORY;
	while (text.n != 0 && text.p[text.n - 1] == '\n')
		text.n--;
	e->status = status;
	buf_clear(&e->text);
	buf_str(&e->text, text);
	buf_u8(&e->text, 0);
	return status;
}

enum hsaemu_status face_fail(enum hsaemu_status status, const char *fmt, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;
	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	status = face_fail_text(status, buf_slice(&text));
	buf_release(&text);
	return status;
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
