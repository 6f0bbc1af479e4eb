/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs other programs. Files in memory are their standard streams, and what they open by
 * /proc/self/fd. */
#define _GNU_SOURCE /* for memfd_create(), posix_spawn_file_actions_addclosefrom_np() */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "hsaemu/child.h"

extern char **environ;

/* ---- files ----------------------------------------------------------------------------------- */

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

bool child_add_file(struct child_files *f, const void *bytes, size_t count)
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

void child_read_file(const struct child_files *f, size_t index, struct buf *out)
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

void child_close_files(struct child_files *f)
{
	for (size_t i = 0; i < f->count; i++)
		close(f->fds[i]);
	f->count = 0;
}

void child_release_files(struct child_files *f)
{
	child_close_files(f);
	mem_free(f->fds);
	*f = (struct child_files){0};
}

/* ---- programs -------------------------------------------------------------------------------- */

static int add_files(posix_spawn_file_actions_t *actions, const struct child_files *f)
{
	int error = 0;
	for (size_t i = 0; i < f->count && error == 0; i++)
		error = posix_spawn_file_actions_adddup2(actions, f->fds[i], (int)i);
	return error != 0 ? error
	                  : posix_spawn_file_actions_addclosefrom_np(actions, (int)f->count);
}

int child_start(const char *const *words, const struct child_files *f, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none, all;
	sigemptyset(&none);
	sigfillset(&all);
	int error = posix_spawn_file_actions_init(&actions);
	if (error != 0)
		return error;
	if ((error = posix_spawnattr_init(&attributes)) == 0) {
		posix_spawnattr_setsigmask(&attributes, &none);
		posix_spawnattr_setsigdefault(&attributes, &all);
		posix_spawnattr_setflags(&attributes,
			POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
		if ((error = add_files(&actions, f)) == 0) /* it does not write to the words */
			error = posix_spawnp(pid, words[0], &actions, &attributes,
				(char *const *)(uintptr_t)words, environ);
		posix_spawnattr_destroy(&attributes);
	}
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

int child_wait(pid_t pid)
{
	int status = 0;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 0;
	return status;
}
