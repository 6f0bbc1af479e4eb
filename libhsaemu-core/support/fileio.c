/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads whole files, and checks that outputs are not inputs (fileout.c writes outputs). */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "hsaemu/buf.h"
#include "fileio_impl.h"

enum {
	MAP_FROM_BYTES = 1 << 16, /* reading is faster than mapping for smaller files */
	READ_STEP_BYTES = 1 << 16,
};

int file_open_high(const char *path, int flags, mode_t mode)
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
	/* A mapping has zeros between the file's end and the end of its page, so bytes[len] is
	 * 0. */
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

static void close_fd(void *arg)
{
	const int *fd = arg;
	if (*fd != STDIN_FILENO)
		close(*fd);
}

bool file_read(struct file_data *f, const char *path, struct diag *d)
{
	bool is_stdin = strcmp(path, "-") == 0;
	*f = (struct file_data){NULL, 0, NULL, NULL};
	int fd = is_stdin ? STDIN_FILENO : file_open_high(path, O_RDONLY, 0);
	if (fd < 0) {
		diag_io(d, path, "open", errno);
		return false;
	}
	struct unwind_guard guard = {.release = close_fd, .arg = &fd};
	unwind_guard_begin(&guard);
	bool ok = read_fd(f, fd);
	if (!ok)
		diag_io(d, is_stdin ? "<stdin>" : path, "read", errno);
	unwind_guard_end(&guard);
	close_fd(&fd);
	return ok;
}

void file_release(struct file_data *f)
{
	if (f->mapping != NULL)
		munmap(f->mapping, f->len);
	mem_free(f->owned);
	*f = (struct file_data){NULL, 0, NULL, NULL};
}

/* Gets the identity of the regular file that a path names. False when the path names none. */
static bool identify(const char *path, int stream, struct stat *st)
{
	int status = strcmp(path, "-") == 0 ? fstat(stream, st) : stat(path, st);
	return status == 0 && S_ISREG(st->st_mode);
}

bool file_spares(const char *output, const char *what, const char *input, struct diag *d)
{
	struct stat in, out;
	if (!identify(output, STDOUT_FILENO, &out) || !identify(input, STDIN_FILENO, &in) ||
		in.st_dev != out.st_dev || in.st_ino != out.st_ino)
		return true;
	diag_usage(d, "%s '%s' is the same as output file", what,
		strcmp(input, "-") == 0 ? "<stdin>" : input);
	return false;
}

bool file_outputs_differ(const char *output, const char *what, const char *other, struct diag *d)
{
	struct stat a, b;
	bool have_a = identify(output, STDOUT_FILENO, &a),
	     have_b = identify(other, STDOUT_FILENO, &b);
	bool same = have_a && have_b && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
	if (!have_a && !have_b && strcmp(output, other) == 0)
		same = strcmp(output, "-") == 0 || stat(output, &a) != 0;
	if (same)
		diag_usage(d, "%s '%s' is the same as output file", what, other);
	return !same;
}

bool file_spares_all(const char *output, const struct cli_result *cli, struct diag *d)
{
	bool ok = true;
	for (size_t i = 0; i < cli->files.count; i++)
		ok = file_spares(output, "input file", cli->files.items[i], d) && ok;
	for (size_t i = 0; i < cli->responses.count; i++)
		ok = file_spares(output, "response file", cli->responses.items[i], d) && ok;
	return ok;
}
