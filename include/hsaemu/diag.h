/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Diagnostics: collected by libraries, printed by tools.
 *
 *     vec.hsail:12:18: error: src0 of 'add_u32' must be a 32-bit register, not '$d2'
 *         add_u32 $s1, $d2, $s3;
 *                      ^~~
 *     vec.hsail:12:18: note: see PRM section 4.16.2
 *     vec.brig:hsa_code+0x1a4: error: label operand points into the data section
 *
 * Wording: lower case, no full stop, the user's text in quotes, what was found and what was
 * expected. Only diag_print.c formats positions. A struct diag belongs to one thread. Messages and
 * places are copied; sources referred to by a place must outlive the diag. */
#ifndef HSAEMU_DIAG_H
#define HSAEMU_DIAG_H

#include <stdio.h>
#include "hsaemu/buf.h"
#include "hsaemu/decls.h"
#include "hsaemu/source.h"
#include "hsaemu/unwind.h"

HSAEMU_BEGIN_DECLS

enum diag_severity { DIAG_NOTE, DIAG_REMARK, DIAG_WARNING, DIAG_ERROR, DIAG_UNSUPPORTED, DIAG_IO };

enum diag_place_kind {
	DIAG_NOWHERE, /* only the tool's name is known */
	DIAG_FILE,    /* a file as a whole */
	DIAG_TEXT,    /* a byte range of a source */
	DIAG_BINARY,  /* an offset in a section of a binary file */
};

struct diag_place {
	enum diag_place_kind kind;
	const char *file;      /* FILE, BINARY */
	struct source *source; /* TEXT */
	uint32_t off, len;     /* TEXT: byte range */
	const char *section;   /* BINARY; NULL: offset from the file's start */
	uint64_t section_off;  /* BINARY */
};

static inline struct diag_place diag_in_file(const char *file)
{
	return (struct diag_place){.kind = DIAG_FILE, .file = file};
}
static inline struct diag_place diag_at_text(struct source *s, uint32_t off, uint32_t len)
{
	return (struct diag_place){.kind = DIAG_TEXT, .source = s, .off = off, .len = len};
}
static inline struct diag_place diag_at_section(const char *file, const char *section, uint64_t off)
{
	return (struct diag_place){
		.kind = DIAG_BINARY, .file = file, .section = section, .section_off = off};
}

enum diag_format { DIAG_FORMAT_TEXT, DIAG_FORMAT_JSON };
enum diag_color { DIAG_COLOR_AUTO, DIAG_COLOR_ALWAYS, DIAG_COLOR_NEVER };

struct diag_options {
	const char *tool; /* prefix of messages without a place */
	enum diag_format format;
	enum diag_color color; /* AUTO: a terminal, and NO_COLOR unset */
	unsigned error_limit;  /* 0: no limit; default 20 */
	bool warnings_are_errors;
};

struct diag {
	struct diag_options options;
	struct arena arena;
	struct diag_message *first, *last;
	unsigned error_count, unsupported_count, io_count;
	unsigned memory_count; /* of the errors, those for want of memory */
	bool wrong_usage;      /* one of the errors is the command line's */
	bool limit_passed, limit_told;
	bool starved; /* "out of memory" is to be printed, for which no message could be made */
};

void diag_init(struct diag *d, const struct diag_options *options);
void diag_release(struct diag *d);

/* For work in a scope that reports to the diag of its caller: what the diag was before. */
struct diag_mark {
	struct diag was;
	struct arena_mark memory;
};
struct diag_mark diag_mark(const struct diag *d);
/* Forgets what the work has reported, which is gone with the scope, and reports how it ended. Needs
 * no memory. `end` is not UNWIND_DONE. */
void diag_back(struct diag *d, const struct diag_mark *m, enum unwind_end end,
	const struct unwind_report *why);

/* Adds copies of all messages of another diag, with its counts. */
void diag_join(struct diag *d, const struct diag *from);

/* A note belongs to the message before it. */
void diag_note(struct diag *d, struct diag_place p, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* Adds a note that names the section of the PRM with the rule that the message before is about;
 * NULL: no note. */
void diag_see(struct diag *d, const char *section);
/* Reports a fact about correct input for which the user has asked. */
void diag_remark(struct diag *d, struct diag_place p, const char *fmt, ...) PRINTF_LIKE(3, 4);
void diag_warning(struct diag *d, struct diag_place p, const char *fmt, ...) PRINTF_LIKE(3, 4);
void diag_error(struct diag *d, struct diag_place p, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* Reports an error in an option's value that the library behind a tool has found. */
void diag_usage(struct diag *d, const char *fmt, ...) PRINTF_LIKE(2, 3);
/* Reports that a library could not allocate memory, in cases that must not end the process through
 * oom(). The text begins with "out of memory: ". */
void diag_no_memory(struct diag *d, struct diag_place p, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* Reports valid input that needs a feature that this version lacks. The message names the feature
 * and its PRM section. */
void diag_unsupported(struct diag *d, struct diag_place p, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* Reports a file that cannot be read or written: "PATH: error: cannot VERB: strerror(err)". */
void diag_io(struct diag *d, const char *path, const char *verb, int err);

bool diag_failed(const struct diag *d); /* true after any error, unsupported or I/O message */
/* true after so many errors that the caller should stop */
bool diag_at_limit(const struct diag *d);
/* Returns the exit status that fits the messages: EXIT_DONE, EXIT_BUG (no memory), EXIT_USAGE,
 * EXIT_REFUSED, EXIT_UNSUPPORTED (only unsupported messages) or EXIT_IO. */
int diag_exit_status(const struct diag *d);
/* Prints all messages collected so far and forgets them (the counts stay). JSON: one object a line
 * with file, line, column, length | section, offset; severity (note, remark, warning, error,
 * unsupported, io); message; tool; notes. Errors beyond the limit are counted, not printed. */
void diag_flush(struct diag *d, FILE *out);
/* Appends the messages to a text instead, without colours. */
void diag_take(struct diag *d, struct buf *out);

HSAEMU_END_DECLS

#endif
