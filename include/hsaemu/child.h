/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Other programs that a library has do something, with files without a name for what passes between
 * the two. Not installed. */
#ifndef HSAEMU_CHILD_H
#define HSAEMU_CHILD_H

#include <sys/types.h>

#include "hsaemu/buf.h"
#include "hsaemu/decls.h"

HSAEMU_BEGIN_DECLS

/* Files in memory. A list of them is what a child finds open, from 0 on. */
struct child_files {
	int *fds; /* none is below `most`, so that a child can number them from 0 on */
	size_t count, capacity, most;
};

/* Adds a file, in which `count` bytes are. False without memory or descriptors, with errno. */
bool child_add_file(struct child_files *f, const void *bytes, size_t count) NODISCARD;
void child_read_file(const struct child_files *f, size_t index, struct buf *out);
/* Closes the files; the list's own memory stays, so that a guard (unwind.h) can do it. */
void child_close_files(struct child_files *f);
/* Closes them and gives back the list. */
void child_release_files(struct child_files *f);

/* Starts a command with the files open, and no others. It is looked for as by execvp(). Its signals
 * are neither blocked nor ignored, whatever this program has set. Returns 0, or why it could not
 * begin. */
int child_start(const char *const *words, const struct child_files *f, pid_t *pid) NODISCARD;
/* Waits for it and returns its status, as waitpid() has it; or 0 where the program has left no way
 * to know: it ignores SIGCHLD, or waits for all children by itself. */
int child_wait(pid_t pid);

HSAEMU_END_DECLS

#endif
