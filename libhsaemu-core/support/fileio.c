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
	if (S_ISREG(st.st_mode) && st.st_size >= MAP_FROM_BYTES && lseek(fd, 0, SEEK_CUR) == 0) {
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
	*f = (struct file_data){b.data, b.len, NULL, b.data};
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

/* Writes and closes; the close is checked too, a full disk may show nowhere else. */
static bool write_and_close(int fd, const void *bytes, size_t len)
{
	bool ok = write_all(fd, bytes, len);
	int err = errno;
	if (close(fd) != 0 && ok) {
		ok = false;
		err = errno;
	}
	errno = err;
	return ok;
}

static bool write_special(const char *path, const void *bytes, size_t len, struct diag *d)
{
	int fd = open_high(path, O_WRONLY | O_NOCTTY, 0);
	if (fd < 0) {
		diag_io(d, path, "open", errno);
		return false;
	}
	if (!write_and_close(fd, bytes, len)) {
		diag_io(d, path, "write", errno);
		return false;
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

/* `old` describes the file that is there now, or is NULL. */
static bool write_beside(const char *path, const struct stat *old, const void *bytes, size_t len,
	enum file_kind kind, struct diag *d)
{
	struct buf temp = BUF_INIT;
	const char *failed = NULL;
	int fd = open_temp(path, kind == FILE_EXECUTABLE ? 0777 : 0666, &temp);
	if (fd < 0) {
		diag_io(d, path, "create", errno);
		buf_release(&temp);
		return false;
	}
	if (old != NULL && fchmod(fd, old->st_mode & 07777) != 0) {
		failed = "set the mode of";
		close(fd);
	} else if (!write_and_close(fd, bytes, len)) {
		failed = "write";
	} else if (rename((char *)temp.data, path) != 0) {
		failed = "create";
	}
	if (failed != NULL) {
		diag_io(d, path, failed, errno);
		unlink((char *)temp.data);
	}
	buf_release(&temp);
	return failed == NULL;
}

static bool write_stdout(const void *bytes, size_t len, enum file_kind kind, bool force,
	struct diag *d)
{
	if (kind != FILE_TEXT && !force && isatty(STDOUT_FILENO)) {
		diag_error(d, diag_in_file("<stdout>"),
			"binary output is not written to a terminal unless -f is given");
		return false;
	}
	if (fflush(stdout) != 0 || !write_all(STDOUT_FILENO, bytes, len)) {
		diag_io(d, "<stdout>", "write", errno);
		return false;
	}
	return true;
}

bool file_write(const char *path, const void *bytes, size_t len, enum file_kind kind, bool force,
	struct diag *d)
{
	struct stat st;
	if (strcmp(path, "-") == 0)
		return write_stdout(bytes, len, kind, force, d);
	if (stat(path, &st) != 0)
		return write_beside(path, NULL, bytes, len, kind, d);
	if (!S_ISREG(st.st_mode))
		return write_special(path, bytes, len, d);
	char *target = realpath(path, NULL); /* a link stays, its target is replaced */
	if (target == NULL) {
		diag_io(d, path, "open", errno);
		return false;
	}
	bool ok = write_beside(target, &st, bytes, len, kind, d);
	free(target);
	return ok;
}
