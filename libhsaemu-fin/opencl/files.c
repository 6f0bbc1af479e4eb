/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Files in memory, for a child's standard streams and for what it opens by /proc/self/fd. */
#define _GNU_SOURCE /* for memfd_create() */
#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cl_impl.h"

static bool write_all(int fd, const char *bytes, size_t count)
{
	for (size_t at = 0; at < count;) {
		ssize_t n = pwrite(fd, bytes + at, count - at, (off_t)at);
		if (n < 0 && errno != EINTR)
			return false;
		at += n > 0 ? (size_t)n : 0;
	}
	return true;
}

bool fin_cl_add_file(struct fin_cl_files *f, const void *bytes, size_t count)
{
	ARRAY_GROW(f->fds, f->count, f->capacity);
	int low = memfd_create("hsaemu", MFD_CLOEXEC), fd = low;
	if (low >= 0 && low < (int)f->most) {
		fd = fcntl(low, F_DUPFD_CLOEXEC, (int)f->most);
		close(low);
	}
	if (fd < 0)
		return false;
	f->fds[f->count++] = fd;
	return write_all(fd, bytes, count);
}

void fin_cl_read_file(const struct fin_cl_files *f, size_t index, struct buf *out)
{
	struct stat st;
	int fd = f->fds[index];
	off_t size = fstat(fd, &st) == 0 ? st.st_size : 0;
	for (off_t at = 0; at < size;) {
		ssize_t n =
			pread(fd, buf_reserve(out, (size_t)(size - at)), (size_t)(size - at), at);
		if (n == 0 || (n < 0 && errno != EINTR))
			return;
		out->len += n > 0 ? (size_t)n : 0;
		at += n > 0 ? n : 0;
	}
}

void fin_cl_close_files(struct fin_cl_files *f)
{
	for (size_t i = 0; i < f->count; i++)
		close(f->fds[i]);
	f->count = 0;
}
