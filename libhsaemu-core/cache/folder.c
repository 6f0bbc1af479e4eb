/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Opens the cache's folder, and reads and writes the files in it. All is done relative to the open
 * folder, which is open only meanwhile. Whoever could write to the folder could have programs run
 * code of theirs, so the folder and the files must belong to this user and be closed to others. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cache/cache_impl.h"

enum { NAME_TRIES = 100, NAME_BYTES = CACHE_NAME_CHARS + 40 };

int cache_open_high(int folder, const char *name, int flags)
{
	int fd = openat(folder, name, flags | O_CLOEXEC | O_NOCTTY, 0600);
	if (fd < 0 || fd > STDERR_FILENO)
		return fd;
	int high = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), err = errno;
	close(fd);
	errno = err;
	return high;
}

static bool is_ours(const struct stat *st)
{
	return st->st_uid == geteuid() && (st->st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/* ---- the folder ------------------------------------------------------------------------------ */

static bool write_all(int fd, const void *bytes, size_t count)
{
	const char *p = bytes;
	while (count > 0) {
		ssize_t n = write(fd, p, count);
		if (n < 0 && errno != EINTR)
			return false;
		p += n > 0 ? n : 0;
		count -= n > 0 ? (size_t)n : 0;
	}
	return true;
}

/* Marks a new folder as a cache, which programs that make backups leave out
 * (https://bford.info/cachedir/). */
static void add_tag(int folder)
{
	static const char tag[] = "Signature: 8a477f597d28d172789f06886806bc55\n"
				  "# Finalized code of HSAemu. It can be deleted at any time.\n";
	int fd = cache_open_high(folder, "CACHEDIR.TAG", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
	if (fd < 0)
		return;
	bool written = write_all(fd, tag, sizeof tag - 1);
	if (close(fd) != 0 || !written)
		unlinkat(folder, "CACHEDIR.TAG", 0);
}

/* Sets `above` to the folder that `path` is in. Returns false without one. */
static bool folder_above(const char *path, char *above, size_t room)
{
	const char *slash = strrchr(path, '/');
	size_t n = slash == NULL ? 0 : (size_t)(slash - path);
	if (n == 0 || n >= room)
		return false;
	memcpy(above, path, n);
	above[n] = '\0';
	return true;
}

/* Makes a folder, but not in one of another user: with sudo, HOME may be that of who called. */
static bool make_one(const char *path)
{
	char above[PATH_MAX];
	struct stat st;
	if (folder_above(path, above, sizeof above)) {
		if (stat(above, &st) != 0)
			return false;
		if (st.st_uid != geteuid() && st.st_uid != 0) {
			errno = EPERM;
			return false;
		}
	}
	return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* Makes the folder, and the one above it if that is missing. No more is made, because a missing
 * home is not for us to make. */
static bool make_folder(const char *path)
{
	char above[PATH_MAX];
	return make_one(path) || (errno == ENOENT && folder_above(path, above, sizeof above) &&
					 make_one(above) && make_one(path));
}

int cache_folder_open(const char *path, bool make)
{
	struct stat st;
	int fd = cache_open_high(AT_FDCWD, path, O_RDONLY | O_DIRECTORY);
	bool made = fd < 0 && errno == ENOENT && make && make_folder(path);
	if (made)
		fd = cache_open_high(AT_FDCWD, path, O_RDONLY | O_DIRECTORY);
	if (fd >= 0 && (fstat(fd, &st) != 0 || !is_ours(&st))) {
		close(fd);
		return -1;
	}
	if (fd >= 0 && made)
		add_tag(fd);
	return fd;
}

/* ---- reading --------------------------------------------------------------------------------- */

static bool read_all(int fd, size_t count, void *to)
{
	char *p = to;
	while (count > 0) {
		ssize_t n = read(fd, p, count);
		if (n == 0 || (n < 0 && errno != EINTR))
			return false;
		p += n > 0 ? n : 0;
		count -= n > 0 ? (size_t)n : 0;
	}
	return true;
}

/* Reads the file, and notes that it was used now: the file's time says when that was last. The head
 * comes first, so that a damaged file cannot ask for much memory. */
static bool read_trusted(int fd, struct buf *out)
{
	uint8_t head[CACHE_HEAD_BYTES];
	struct stat st;
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || !is_ours(&st) ||
		!read_all(fd, sizeof head, head) ||
		!cache_entry_has_size(head, (uint64_t)st.st_size))
		return false;
	size_t rest = (size_t)st.st_size - sizeof head;
	buf_append(out, head, sizeof head);
	if (!read_all(fd, rest, buf_reserve(out, rest)))
		return false;
	out->len += rest;
	(void)!futimens(fd, NULL); /* A file system that is read-only keeps its times. */
	return true;
}

bool cache_file_read(int folder, const char *name, struct buf *out)
{
	int fd = cache_open_high(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
	bool strange = fd < 0 && (errno == ELOOP || errno == EACCES);
	bool good = fd >= 0 && read_trusted(fd, out);
	if (fd >= 0)
		close(fd);
	if (strange || (fd >= 0 && !good))
		unlinkat(folder, name, 0);
	return good;
}

/* ---- writing --------------------------------------------------------------------------------- */

/* Returns whether this process may write a file of this size: trying it would end the process. */
static bool is_within_limit(uint64_t bytes)
{
	struct rlimit limit;
	return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
	       bytes <= limit.rlim_cur;
}

static bool write_parts(int fd, const struct cache_entry *e)
{
	uint8_t head[CACHE_HEAD_BYTES], digest[CACHE_DIGEST_BYTES];
	cache_entry_frame(e, head, digest);
	return write_all(fd, head, sizeof head) && write_all(fd, e->product.p, e->product.n) &&
	       write_all(fd, e->messages.p, e->messages.n) && write_all(fd, digest, sizeof digest);
}

/* Creates the file under a name that nobody else writes to. Returns -1 on failure. */
static int create(int folder, const struct cache_name *name, char *temp)
{
	int fd = -1;
	for (int i = 0; i < NAME_TRIES && fd < 0; i++) {
		snprintf(temp, NAME_BYTES, "%s.%ld.%d", name->text, (long)getpid(), i);
		fd = cache_open_high(folder, temp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	return fd;
}

/* The file gets its name when it is complete. It need not have reached the disk by then: what a
 * crash of the machine leaves unfinished is a damaged entry, like any other. */
bool cache_file_write(int folder, const struct cache_entry *e)
{
	struct cache_name name = cache_name_of(e->key);
	char temp[NAME_BYTES];
	uint64_t bytes = CACHE_HEAD_BYTES + e->product.n + e->messages.n + CACHE_DIGEST_BYTES;
	int fd = is_within_limit(bytes) ? create(folder, &name, temp) : -1;
	if (fd < 0)
		return false;
	bool good = write_parts(fd, e);
	good = close(fd) == 0 && good;
	good = good && renameat(folder, temp, folder, name.text) == 0;
	if (!good)
		unlinkat(folder, temp, 0);
	return good;
}
