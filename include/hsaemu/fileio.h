/* Whole-file input and all-or-nothing output. "-" is standard input or output. */
#ifndef HSAEMU_FILEIO_H
#define HSAEMU_FILEIO_H

#include "hsaemu/diag.h"
#include "hsaemu/sink.h"

struct file_data {
	const uint8_t *bytes; /* 16-byte aligned; bytes[len] is 0 */
	size_t len;
	void *mapping; /* mmap'd, or NULL when `owned` */
	void *owned;
};

bool file_read(struct file_data *f, const char *path, struct diag *d) NODISCARD;
void file_release(struct file_data *f);

enum file_kind { FILE_TEXT, FILE_BINARY, FILE_EXECUTABLE };

/* Writes to a temporary file beside `path`, then renames, so that a failure leaves neither a
 * partial output nor harms an old one; special files such as /dev/full are written directly.
 * Every write and the close are checked. Binary output to a terminal is refused unless `force`.
 * False after a diagnostic. */
bool file_write(const char *path, const void *bytes, size_t len, enum file_kind kind, bool force,
	struct diag *d) NODISCARD;

/* The same for what is written piece by piece, through the sink. */
struct file_out {
	struct sink sink; /* first */
	const char *path; /* for diagnostics */
	int fd;
	struct buf temp;  /* name of the file until it is whole; empty: written directly */
	char *target;     /* its name then, or NULL: `path` */
	bool failed;      /* there was a diagnostic */
	struct diag *d;
};
bool file_out_open(struct file_out *o, const char *path, enum file_kind kind, bool force,
	struct diag *d) NODISCARD;
/* After a good open. False, and no file is left, unless all was written and is to be kept. */
bool file_out_close(struct file_out *o, bool keep) NODISCARD;

#endif
