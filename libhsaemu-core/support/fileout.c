/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Writes whole files. The contents gather in a file without a name (O_TMPFILE) in the target's
 * folder, or in memory where the file system cannot do that or the folder is closed to us. The file
 * gets its name only when it is complete. So there is nothing to clean up after a failure, a fault
 * or a signal. During the short time in which a second name or an unfinished file can exist,
 * signals are blocked. */
#define _GNU_SOURCE /* O_TMPFILE */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "fileio_impl.h"

enum {
	TEMP_NAME_TRIES = 100,
	LINKS_FOLLOWED = 40, /* as many as Linux follows */
	COPY_BYTES = 1 << 14,
};

static int write_all(int fd, const void *bytes, size_t len)
{
	const char *p = bytes;
	while (len > 0) {
		ssize_t n = write(fd, p, len);
		if (n < 0 && errno != EINTR)
			return errno;
		if (n > 0) {
			p += n;
			len -= (size_t)n;
		}
	}
	return 0;
}

static bool fail(struct file_out *o, const char *verb, int err)
{
	if (!o->failed)
		diag_io(o->d, o->path, verb, err);
	o->failed = true;
	return false;
}

static void release(struct file_out *o)
{
	if (o->fd >= 0 && o->fd != STDOUT_FILENO && close(o->fd) != 0)
		fail(o, "write", errno);
	o->fd = -1;
	buf_release(&o->held);
	buf_release(&o->target);
	mem_free(o->old);
	o->old = NULL;
}

static bool fail_open(struct file_out *o, const char *verb, int err)
{
	fail(o, verb, err);
	release(o);
	return false;
}

static bool take_piece(struct sink *s, const void *bytes, size_t len)
{
	struct file_out *o = (struct file_out *)s; /* its first member */
	if (o->failed)
		return false;
	if (o->fd < 0) {
		buf_append(&o->held, bytes, len);
		return true;
	}
	int err = write_all(o->fd, bytes, len);
	return err == 0 || fail(o, "write", err);
}

/* ---- names ----------------------------------------------------------------------------------- */

static size_t folder_len(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

static void set_name(struct buf *name, struct str folder, const char *rest)
{
	struct buf b = BUF_INIT;
	buf_append(&b, folder.p, folder.n);
	buf_append(&b, rest, strlen(rest) + 1);
	buf_release(name);
	*name = b;
}

static const char *text_of(const struct buf *name)
{
	return (const char *)name->data;
}

static struct str folder_of(const char *path)
{
	return (struct str){path, folder_len(path)};
}

/* Returns whether the path is a link in /proc. Such links lead to open files, which may have
 * another name by now, or none. */
static bool is_in_proc(const char *path, int *own_fd)
{
	struct buf folder = BUF_INIT, ours = BUF_INIT;
	set_name(&folder, folder_of(path), ".");
	char *real = realpath(text_of(&folder), NULL);
	buf_printf(&ours, "/proc/%ld/fd", (long)getpid());
	buf_u8(&ours, 0);
	bool found = real != NULL && strncmp(real, "/proc/", 6) == 0;
	char *end = NULL;
	const char *base = path + folder_len(path);
	long n = strtol(base, &end, 10);
	if (found && strcmp(real, text_of(&ours)) == 0 && end != base && *end == '\0' && n >= 0 &&
		n <= INT_MAX)
		*own_fd = (int)n;
	free(real);
	buf_release(&folder);
	buf_release(&ours);
	return found;
}

/* Sets the target: the file behind symbolic links, which need not exist yet. If it is an open file
 * of this process, its number goes into *own_fd. Returns 0 or errno. */
static int follow_links(struct file_out *o, int *own_fd)
{
	char to[PATH_MAX + 1];
	set_name(&o->target, STR(""), o->path);
	for (int i = 0; i < LINKS_FOLLOWED; i++) {
		const char *at = text_of(&o->target);
		ssize_t n = readlink(at, to, PATH_MAX);
		if (n < 0)
			return errno == EINVAL || errno == ENOENT ? 0 : errno;
		if (is_in_proc(at, own_fd)) {
			o->in_place = true;
			return 0;
		}
		to[n] = '\0';
		set_name(&o->target, to[0] == '/' ? STR("") : folder_of(at), to);
	}
	return ELOOP;
}

/* ---- opening --------------------------------------------------------------------------------- */

static bool open_direct(struct file_out *o, enum file_kind kind, bool force)
{
	o->direct = true;
	if (kind == FILE_TEXT || force || !isatty(o->fd))
		return true;
	diag_error(o->d, diag_in_file(o->path),
		"binary output is not written to a terminal unless -f is given");
	release(o);
	return false;
}

static bool open_stdout(struct file_out *o, enum file_kind kind, bool force)
{
	o->path = "<stdout>";
	o->fd = STDOUT_FILENO;
	return open_direct(o, kind, force) && (fflush(stdout) == 0 || fail(o, "write", errno));
}

static bool open_own(struct file_out *o, int fd, enum file_kind kind, bool force)
{
	if (fflush(stdout) != 0)
		return fail_open(o, "write", errno);
	o->fd = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	return o->fd < 0 ? fail_open(o, "open", errno) : open_direct(o, kind, force);
}

static bool open_special(struct file_out *o, enum file_kind kind, bool force)
{
	o->fd = file_open_high(o->path, O_WRONLY | O_NOCTTY, 0);
	return o->fd < 0 ? fail_open(o, "open", errno) : open_direct(o, kind, force);
}

/* Gives the new file the owner and mode of the file that it replaces. Returns 0 or errno. */
static int take_after(const struct file_out *o, int fd)
{
	const struct stat *old = o->old;
	struct stat st;
	if (fstat(fd, &st) != 0)
		return errno;
	if ((st.st_uid != old->st_uid || st.st_gid != old->st_gid) &&
		fchown(fd, old->st_uid, old->st_gid) != 0)
		return errno;
	return fchmod(fd, old->st_mode & 07777) == 0 ? 0 : errno;
}

/* Returns whether opening a file with a name would fail in the same way; other errors are due to
 * the file system's lack of O_TMPFILE. */
static bool is_of_folder(int err)
{
	return err == ENOENT || err == ENOTDIR || err == EACCES || err == EROFS || err == ELOOP;
}

static bool open_nameless(struct file_out *o)
{
	struct buf folder = BUF_INIT;
	set_name(&folder, folder_of(text_of(&o->target)), ".");
	o->fd = file_open_high(text_of(&folder), O_TMPFILE | O_RDWR, (mode_t)o->mode);
	int err = errno;
	buf_release(&folder);
	if (o->fd < 0 && o->old == NULL && is_of_folder(err))
		return fail_open(o, "create", err);
	if (o->fd >= 0 && o->old != NULL && take_after(o, o->fd) != 0)
		o->in_place = true;
	return true;
}

static bool open_regular(struct file_out *o, const struct stat *st)
{
	if (faccessat(AT_FDCWD, text_of(&o->target), W_OK, AT_EACCESS) != 0)
		return fail_open(o, "open", errno);
	o->old = mem_new(1, sizeof *o->old);
	*o->old = *st;
	o->in_place |= st->st_nlink != 1;
	return open_nameless(o);
}

bool file_out_open(struct file_out *o, const char *path, enum file_kind kind, bool force,
	struct diag *d)
{
	struct stat st;
	int own_fd = -1;
	*o = (struct file_out){.sink = {take_piece}, .path = path, .fd = -1, .d = d};
	o->mode = kind == FILE_EXECUTABLE ? 0777 : 0666;
	if (strcmp(path, "-") == 0)
		return open_stdout(o, kind, force);
	bool found = stat(path, &st) == 0;
	if (!found && errno != ENOENT)
		return fail_open(o, "create", errno);
	int err = follow_links(o, &own_fd);
	if (err != 0)
		return fail_open(o, "create", err);
	if (own_fd >= 0)
		return open_own(o, own_fd, kind, force);
	if (!found)
		return open_nameless(o);
	return S_ISREG(st.st_mode) ? open_regular(o, &st) : open_special(o, kind, force);
}

/* ---- the whole file to its place ------------------------------------------------------------- */

/* Returns whether another way of writing would fail in the same way. */
static bool is_full(int err)
{
	return err == ENOSPC || err == EDQUOT || err == EFBIG || err == EIO;
}

/* Returns 0 or errno. */
static int copy_whole(const struct file_out *o, int to)
{
	if (o->fd < 0)
		return write_all(to, o->held.data, o->held.len);
	char piece[COPY_BYTES];
	int err = 0;
	off_t off = 0;
	while (err == 0) {
		ssize_t n = pread(o->fd, piece, sizeof piece, off);
		if (n == 0)
			break;
		if (n > 0)
			err = write_all(to, piece, (size_t)n);
		else if (errno != EINTR)
			err = errno;
		off += n > 0 ? n : 0;
	}
	return err;
}

static int copy_to_new(const struct file_out *o, const char *name)
{
	int fd = file_open_high(name, O_WRONLY | O_CREAT | O_EXCL, (mode_t)o->mode);
	if (fd < 0)
		return errno;
	int err = o->old != NULL ? take_after(o, fd) : 0;
	if (err == 0)
		err = copy_whole(o, fd);
	if (close(fd) != 0 && err == 0)
		err = errno;
	if (err != 0)
		unlink(name);
	return err;
}

/* Gives the new file the name `name`. Returns 0 or errno; EEXIST when there is a file of this
 * name. */
static int give_name(const struct file_out *o, const char *name)
{
	char nameless[40];
	snprintf(nameless, sizeof nameless, "/proc/self/fd/%d", o->fd);
	if (o->fd < 0)
		return copy_to_new(o, name);
	if (linkat(AT_FDCWD, nameless, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0)
		return 0;
	return errno == EEXIST ? EEXIST : copy_to_new(o, name); /* there may be no /proc */
}

static int replace(const struct file_out *o)
{
	const char *target = text_of(&o->target);
	int err = o->old != NULL ? EEXIST : give_name(o, target);
	struct buf temp = BUF_INIT;
	for (int i = 0; err == EEXIST && i < TEMP_NAME_TRIES; i++) {
		buf_clear(&temp);
		buf_printf(&temp, "%s.tmp%ld.%d", target, (long)getpid(), i);
		buf_u8(&temp, 0);
		err = give_name(o, text_of(&temp));
		if (err == 0 && rename(text_of(&temp), target) != 0) {
			err = errno;
			unlink(text_of(&temp));
			break;
		}
	}
	buf_release(&temp);
	return err;
}

/* Replaces the contents of a file in place. Space is requested first, so that a full disk does not
 * destroy the old contents. */
static int refill(int fd, const struct file_out *o, off_t old_len)
{
	struct stat st;
	off_t len = (off_t)o->held.len;
	if (o->fd >= 0) {
		if (fstat(o->fd, &st) != 0)
			return errno;
		len = st.st_size;
	}
	int err = len > old_len ? posix_fallocate(fd, 0, len) : 0;
	if (is_full(err))
		return ftruncate(fd, old_len) == 0 ? err : errno;
	err = copy_whole(o, fd);
	return err != 0 || ftruncate(fd, len) == 0 ? err : errno;
}

static int write_in_place(const struct file_out *o)
{
	struct stat st;
	int fd = file_open_high(text_of(&o->target), O_WRONLY, 0);
	if (fd < 0)
		return errno;
	int err = fstat(fd, &st) == 0 ? refill(fd, o, st.st_size) : errno;
	if (close(fd) != 0 && err == 0)
		err = errno;
	return err;
}

static bool place(struct file_out *o)
{
	sigset_t all, before;
	sigfillset(&all);
	int blocked = pthread_sigmask(SIG_BLOCK, &all, &before);
	int err = o->in_place ? EBUSY : replace(o);
	if (err != 0 && o->old != NULL && !is_full(err))
		err = write_in_place(o);
	if (blocked == 0)
		pthread_sigmask(SIG_SETMASK, &before, NULL);
	return err == 0 || fail(o, is_full(err) ? "write" : "create", err);
}

bool file_out_close(struct file_out *o, bool keep)
{
	bool good = keep && !o->failed;
	if (good && !o->direct)
		good = place(o);
	release(o);
	return good && !o->failed;
}

bool file_can_write(const char *path, struct diag *d)
{
	struct file_out o;
	struct stat st;
	if (strcmp(path, "-") == 0)
		return true;
	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)) {
		if (faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0)
			/* not opened to find out, because the reader of a pipe would notice that */
			return true;
		diag_io(d, path, "open", errno);
		return false;
	}
	if (!file_out_open(&o, path, FILE_TEXT, true, d))
		return false;
	return !file_out_close(&o, false);
}

bool file_write(const char *path, const void *bytes, size_t len, enum file_kind kind, bool force,
	struct diag *d)
{
	struct file_out o;
	if (!file_out_open(&o, path, kind, force, d))
		return false;
	return file_out_close(&o, o.sink.take(&o.sink, bytes, len));
}
