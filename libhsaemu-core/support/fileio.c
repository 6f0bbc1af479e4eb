/* Whole files in and out. No descriptor of ours is ever 0, 1 or 2, so that a closed standard
 * stream cannot make diagnostics land in an output file. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "hsaemu/buf.h"
#include "hsaemu/fileio.h"

enum {
	MAP_FROM_BYTES = 1 << 16, /* below that reading is cheaper than mapping */
	READ_STEP_BYTES = 1 << 16,
	TEMP_NAME_TRIES = 100,
};

static int open_high(const char *path, int flags, mode_t mode)
{
	int fd = open(path, flags | O_CLOEXEC, mode);
	if (fd < 0 || fd > STDERR_FILENO)
		return fd;
	int high = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	int err = errno;
	close(fd);
	errno = err;
	return high;
}

static bool read_all(int fd, struct buf *b)
{
	for (;;) {
		if (b->cap - b->len < READ_STEP_BYTES) {
			size_t len = b->len;
			buf_extend(b, READ_STEP_BYTES);
			b->len = len;
		}
		ssize_t n = read(fd, b->data + b->len, b->cap - b->len);
		if (n == 0)
			return true;
		if (n < 0 && errno != EINTR)
			return false;
		b->len += n > 0 ? (size_t)n : 0;
	}
}

static bool read_fd(struct file_data *f, int fd)
{
	struct stat st;
	if (fstat(fd, &st) != 0)
		return false;
	/* A mapping has zeros behind the file's end up to the next page. */
	if (S_ISREG(st.st_mode) && st.st_size >= MAP_FROM_BYTES &&
		st.st_size % sysconf(_SC_PAGESIZE) != 0 && lseek(fd, 0, SEEK_CUR) == 0) {
		void *p = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (p != MAP_FAILED) {
			*f = (struct file_data){p, (size_t)st.st_size, p, NULL};
			return true;
		}
	}
	struct buf b = BUF_INIT;
	if (!read_all(fd, &b)) {
		int err = errno;
		buf_release(&b);
		errno = err;
		return false;
	}
	buf_u8(&b, 0);
	*f = (struct file_data){b.data, b.len - 1, NULL, b.data};
	return true;
}

bool file_read(struct file_data *f, const char *path, struct diag *d)
{
	bool is_stdin = strcmp(path, "-") == 0;
	*f = (struct file_data){NULL, 0, NULL, NULL};
	int fd = is_stdin ? STDIN_FILENO : open_high(path, O_RDONLY, 0);
	if (fd < 0) {
		diag_io(d, path, "open", errno);
		return false;
	}
	bool ok = read_fd(f, fd);
	if (!ok)
		diag_io(d, is_stdin ? "<stdin>" : path, "read", errno);
	if (!is_stdin)
		close(fd);
	return ok;
}

void file_release(struct file_data *f)
{
	if (f->mapping != NULL)
		munmap(f->mapping, f->len);
	free(f->owned);
	*f = (struct file_data){NULL, 0, NULL, NULL};
}

static bool write_all(int fd, const void *bytes, size_t len)
{
	const char *p = bytes;
	while (len > 0) {
		ssize_t n = write(fd, p, len);
		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0) {
			p += n;
			len -= (size_t)n;
		}
	}
	return true;
}

/* Opens a new file beside `path`; its name is in *temp, to be freed. */
static int open_temp(const char *path, mode_t mode, struct buf *temp)
{
	for (int i = 0; i < TEMP_NAME_TRIES; i++) {
		buf_clear(temp);
		buf_printf(temp, "%s.tmp%ld.%d", path, (long)getpid(), i);
		buf_u8(temp, 0);
		int fd = open_high((char *)temp->data, O_WRONLY | O_CREAT | O_EXCL, mode);
		if (fd >= 0 || errno != EEXIST)
			return fd;
	}
	return -1;
}

/* ---- output ---------------------------------------------------------------------------------- */

static bool fail(struct file_out *o, const char *verb, int err)
{
	if (!o->failed)
		diag_io(o->d, o->path, verb, err);
	o->failed = true;
	return false;
}

static bool refuse_terminal(struct file_out *o)
{
	diag_error(o->d, diag_in_file(o->path),
		"binary output is not written to a terminal unless -f is given");
	return false;
}

static bool open_stdout(struct file_out *o, enum file_kind kind, bool force)
{
	o->path = "<stdout>";
	o->fd = STDOUT_FILENO;
	if (kind != FILE_TEXT && !force && isatty(STDOUT_FILENO))
		return refuse_terminal(o);
	return fflush(stdout) == 0 || fail(o, "write", errno);
}

static bool open_special(struct file_out *o, enum file_kind kind, bool force)
{
	o->fd = open_high(o->path, O_WRONLY | O_NOCTTY, 0);
	if (o->fd < 0)
		return fail(o, "open", errno);
	if (kind == FILE_TEXT || force || !isatty(o->fd))
		return true;
	close(o->fd);
	return refuse_terminal(o);
}

static void release(struct file_out *o)
{
	buf_release(&o->temp);
	free(o->target);
}

/* `old` describes the file that is there now, or is NULL. */
static bool open_beside(struct file_out *o, const struct stat *old, enum file_kind kind)
{
	const char *target = o->target != NULL ? o->target : o->path;
	o->fd = open_temp(target, kind == FILE_EXECUTABLE ? 0777 : 0666, &o->temp);
	if (o->fd < 0) {
		fail(o, "create", errno);
		release(o);
		return false;
	}
	if (old == NULL || fchmod(o->fd, old->st_mode & 07777) == 0)
		return true;
	fail(o, "set the mode of", errno);
	return file_out_close(o, false);
}

static bool take_piece(struct sink *s, const void *bytes, size_t len)
{
	struct file_out *o = (struct file_out *)s; /* its first member */
	if (o->failed)
		return false;
	return write_all(o->fd, bytes, len) || fail(o, "write", errno);
}

bool file_out_open(struct file_out *o, const char *path, enum file_kind kind, bool force,
	struct diag *d)
{
	struct stat st;
	*o = (struct file_out){.sink = {take_piece}, .path = path, .fd = -1, .d = d};
	if (strcmp(path, "-") == 0)
		return open_stdout(o, kind, force);
	if (stat(path, &st) != 0)
		return open_beside(o, NULL, kind);
	if (!S_ISREG(st.st_mode))
		return open_special(o, kind, force);
	o->target = realpath(path, NULL); /* a link stays, its target is replaced */
	if (o->target == NULL)
		return fail(o, "open", errno);
	return open_beside(o, &st, kind);
}

/* The close is checked too, a full disk may show nowhere else. */
bool file_out_close(struct file_out *o, bool keep)
{
	const char *temp = (const char *)o->temp.data;
	if (o->fd != STDOUT_FILENO && close(o->fd) != 0)
		fail(o, "write", errno);
	bool good = keep && !o->failed;
	if (temp != NULL && good && rename(temp, o->target != NULL ? o->target : o->path) != 0)
		good = fail(o, "create", errno);
	if (temp != NULL && !good)
		unlink(temp);
	release(o);
	return good;
}

bool file_write(const char *path, const void *bytes, size_t len, enum file_kind kind, bool force,
	struct diag *d)
{
	struct file_out o;
	if (!file_out_open(&o, path, kind, force, d))
		return false;
	return file_out_close(&o, o.sink.take(&o.sink, bytes, len));
}
