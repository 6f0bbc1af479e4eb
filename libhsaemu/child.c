/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL C and CUDA C need clang, so this file runs hsaemu-cc in a process of its own to compile
 * them. Input, output and messages pass between the two processes in files without a name. */
#define _GNU_SOURCE /* for secure_getenv() */
#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "face_impl.h"
#include "hsaemu/child.h"
#include "hsaemu/unwind.h"

enum { INPUT, OUTPUT, MESSAGES, STREAMS, MAX_WORDS = 20 };

struct child {
	struct hsaemu_result *out;
	struct arena arena;
	struct child_files files; /* the child's standard streams */
	const char *words[MAX_WORDS + 1];
	size_t word_count;
};

static void PRINTF_LIKE(3, 4) end(struct child *c, enum hsaemu_status status, const char *fmt, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;
	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	buf_u8(&text, 0);
	c->out->status = status;
	mem_free(c->out->messages);
	c->out->messages = (char *)text.data;
}

/* ---- the command ----------------------------------------------------------------------------- */

static void add(struct child *c, const char *word)
{
	if (c->word_count == MAX_WORDS)
		BUG("a command of %zu words", c->word_count);
	c->words[c->word_count++] = word;
}

static void add_for_finalizer(struct child *c, const char *option, const char *value)
{
	add(c, "-Xhsail-fin");
	add(c, arena_printf(&c->arena, "%s=%s", option, value));
}

static void write_command(struct child *c, const struct hsaemu_source *s, const char *path)
{
	static const char *const levels[] = {"-O2", "-O0", "-O1", "-O2", "-O3"};
	static const char *const simd[] = {"auto", "off", "sse", "avx2", "avx512"};
	add(c, hsaemu_driver_path(&c->arena));
	add(c, "-x");
	add(c, s->stage == STAGE_CUDA ? "cuda" : "cl");
	add(c, path == NULL ? "-" : path[0] == '-' ? arena_printf(&c->arena, "./%s", path) : path);
	add(c, "-o");
	add(c, "-");
	add(c, "-g");
	add(c, levels[s->optimisation]);
	add_for_finalizer(c, "--simd", simd[s->simd]);
	add_for_finalizer(c, "-mcpu", s->cpu);
	c->words[c->word_count] = NULL;
}

/* ---- the result ------------------------------------------------------------------------------ */

static enum hsaemu_status status_of(int status)
{
	if (!WIFEXITED(status))
		return HSAEMU_REFUSED;
	switch (WEXITSTATUS(status)) {
	case EXIT_UNSUPPORTED:
		return HSAEMU_UNSUPPORTED;
	case EXIT_IO:
		return HSAEMU_IO;
	}
	return HSAEMU_REFUSED;
}

static void take_results(struct child *c, int status)
{
	struct buf image = BUF_INIT, messages = BUF_INIT;
	child_read_file(&c->files, OUTPUT, &image);
	child_read_file(&c->files, MESSAGES, &messages);
	if (status == 0 && image.len != 0) {
		end(c, HSAEMU_OK, STR_FMT, STR_ARG(buf_slice(&messages)));
		c->out->image = image.data;
		c->out->image_bytes = image.len;
	} else {
		end(c, status_of(status), STR_FMT "%s", STR_ARG(buf_slice(&messages)),
			messages.len == 0 ? "hsaemu-cc failed without a message" : "");
		buf_release(&image);
	}
	buf_release(&messages);
}

static void run(struct child *c, const struct hsaemu_source *s, const char *path)
{
	pid_t pid;
	for (int i = INPUT; i < STREAMS; i++) {
		size_t count = i == INPUT && path == NULL ? s->count : 0;
		if (!child_add_file(&c->files, s->bytes, count)) {
			end(c, HSAEMU_NO_MEMORY, "cannot make a file in memory: %s",
				strerror(errno));
			return;
		}
	}
	write_command(c, s, path);
	int error = child_start(c->words, &c->files, &pid);
	if (error != 0)
		end(c, HSAEMU_NO_COMPILER, "%s: cannot run %s, which compiles %s: %s", s->name,
			c->words[0], s->stage == STAGE_CUDA ? "CUDA C" : "OpenCL C",
			strerror(error));
	else
		take_results(c, child_wait(pid));
}

static void close_files(void *arg)
{
	child_close_files(arg);
}

void face_compile_c(const struct hsaemu_source *s, const char *path, struct hsaemu_result *out)
{
	struct child c = {.out = out, .files = {.most = STREAMS}};
	struct unwind_guard guard = {.release = close_files, .arg = &c.files};
	arena_init(&c.arena);
	unwind_guard_begin(&guard);
	run(&c, s, path);
	unwind_guard_end(&guard);
	child_release_files(&c.files);
	arena_release(&c.arena);
}

void face_release_c(struct hsaemu_result *r)
{
	mem_free(r->image);
	mem_free(r->messages);
}
