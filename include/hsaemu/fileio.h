/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Whole-file input and all-or-nothing output. "-" is standard input or output. */
#ifndef HSAEMU_FILEIO_H
#define HSAEMU_FILEIO_H

#include "hsaemu/cli.h"
#include "hsaemu/decls.h"
#include "hsaemu/diag.h"
#include "hsaemu/sink.h"

HSAEMU_BEGIN_DECLS

struct stat;

struct file_data {
	const uint8_t *bytes; /* 16-byte aligned; bytes[len] is 0 */
	size_t len;
	void *mapping; /* mmap'd, or NULL when `owned` */
	void *owned;
};

bool file_read(struct file_data *f, const char *path, struct diag *d) NODISCARD;
void file_release(struct file_data *f);

enum file_kind { FILE_TEXT, FILE_BINARY, FILE_EXECUTABLE };

/* Writes a file. The file at `path` is replaced as a whole or, after a failure, stays as it was;
 * nothing else is ever left behind, whatever ends the process. Links stay links. A file that cannot
 * be replaced, or not without harm to its other names or its owner, is written in place; so are
 * devices and pipes. /dev/stdout, /dev/fd/N and /proc/self/fd/N mean the open file N, as "-" means
 * 1. Every write and the close are checked. Binary output to a terminal is refused unless `force`.
 * False after a diagnostic. */
bool file_write(const char *path, const void *bytes, size_t len, enum file_kind kind, bool force,
	struct diag *d) NODISCARD;

/* Does the same for a text that is written piece by piece, through the sink. */
struct file_out {
	struct sink sink; /* first */
	const char *path; /* for diagnostics */
	/* the file that is written: without a name yet, unless `direct`; -1: see `held` */
	int fd;
	struct buf held;   /* the whole text, where a file without a name is impossible */
	struct buf target; /* path of the file to be made, NUL-terminated */
	unsigned mode;     /* mode for a new file, before the umask is applied */
	struct stat *old;  /* the file that is replaced; NULL: none */
	bool direct;       /* fd is a standard stream or a special file */
	bool in_place;     /* an existing file gets the new contents instead of being replaced */
	bool failed;       /* there was a diagnostic */
	struct diag *d;
};
bool file_out_open(struct file_out *o, const char *path, enum file_kind kind, bool force,
	struct diag *d) NODISCARD;
/* Finishes the file. Returns false, and leaves no file, unless everything was written and `keep` is
 * true. */
bool file_out_close(struct file_out *o, bool keep) NODISCARD;

/* Returns whether an output could be written, as far as that can be told without writing it. False
 * after a diagnostic. */
bool file_can_write(const char *path, struct diag *d) NODISCARD;

/* Checks that an output does not overwrite an input, whatever names are used for the file. Returns
 * false after a usage error when `input` ("-": standard input), which `what` names, is the file
 * that would be written as `output`. Tools call it before any work. */
bool file_spares(const char *output, const char *what, const char *input, struct diag *d) NODISCARD;
/* Checks the same of two outputs, which need not exist. */
bool file_outputs_differ(const char *output, const char *what, const char *other,
	struct diag *d) NODISCARD;
/* Checks the output against all files that a command line names. */
bool file_spares_all(const char *output, const struct cli_result *cli, struct diag *d) NODISCARD;

HSAEMU_END_DECLS

#endif
