/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL C and CUDA C need clang, so this file runs hsaemu-cc in a process of its own to compile
 * them. Input, output and messages pass between the two processes in files without a name. */
#define _GNU_SOURCE /* for memfd_create() */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "face_impl.h"
#include "hsaemu/unwind.h"

extern char **environ;

enum { STREAMS = 3, MAX_WORDS = 20 };

struct child {
	struct hsaemu_result *out;
	struct arena arena;
	int files[STREAMS]; /* the child's standard input, output and error */
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

/* ---- files ----------------------------------------------------------------------------------- */

/* Creates a file for one of the child's standard streams. The descriptor is above those of the
 * standard streams, which this program may have closed and which the child replaces. Returns false
 * after an error. */
static bool new_file(struct child *c, int stream)
{
	int low = memfd_create("hsaemu", MFD_CLOEXEC);
	int fd = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, STREAMS);
	if (low >= 0)
		close(low);
	c->files[stream] = fd;
	if (fd < 0)
		end(c, HSAEMU_NO_MEMORY, "cannot create a file in memory: %s", strerror(errno));
	return fd >= 0;
}

static bool write_input(struct child *c, const char *bytes, size_t count)
{
	for (size_t at = 0; at < count;) {
		ssize_t n = pwrite(c->files[0], bytes + at, count - at, (off_t)at);
		if (n < 0 && errno != EINTR) {
			end(c, HSAEMU_NO_MEMORY, "cannot write a file in memory: %s",
				strerror(errno));
			return false;
		}
		at += n > 0 ? (size_t)n : 0;
	}
	return true;
}

static void read_output(int fd, struct buf *out)
{
	struct stat st;
	off_t size = fstat(fd, &st) == 0 ? st.st_size : 0;
	for (off_t at = 0; at < size;) {
		uint8_t piece[1 << 14];
		ssize_t n = pread(fd, piece, sizeof piece, at);
		if (n == 0 || (n < 0 && errno != EINTR))
			return;
		buf_append(out, piece, n > 0 ? (size_t)n : 0);
		at += n > 0 ? n : 0;
	}
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

static bool is_program(const char *path)
{
	return access(path, X_OK) == 0;
}

/* Returns the path of hsaemu-cc: in $HSAEMU_BINDIR if that is set; else in ../bin beside the
 * library's folder, or in the folder it was to be installed in, if it is there; else the bare name,
 * which is looked up on PATH. */
static const char *find_driver(struct child *c)
{
	static const char name[] = "hsaemu-cc";
	const char *folder = secure_getenv("HSAEMU_BINDIR");
	struct buf ours = BUF_INIT;
	if (folder != NULL)
		return arena_printf(&c->arena, "%s/%s", folder, name);
	hsaemu_half_folder(&ours);
	const char *beside =
		arena_printf(&c->arena, STR_FMT "../bin/%s", STR_ARG(buf_slice(&ours)), name);
	const char *installed = arena_printf(&c->arena, "%s/%s", HSAEMU_BIN, name);
	bool known = ours.len != 0;
	buf_release(&ours);
	if (known && is_program(beside))
		return beside;
	return is_program(installed) ? installed : name;
}

static void write_command(struct child *c, const struct hsaemu_source *s, const char *path)
{
	static const char *const levels[] = {"-O2", "-O0", "-O1", "-O2", "-O3"};
	static const char *const simd[] = {"auto", "off", "sse", "avx2", "avx512"};
	add(c, find_driver(c));
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

/* Starts the command. Its signals are neither blocked nor ignored, whatever this program has set.
 * Returns 0 or an errno value. */
static int spawn(struct child *c, pid_t *pid)
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
		for (int i = 0; i < STREAMS && error == 0; i++)
			error = posix_spawn_file_actions_adddup2(&actions, c->files[i], i);
		posix_spawnattr_setsigmask(&attributes, &none);
		posix_spawnattr_setsigdefault(&attributes, &all);
		posix_spawnattr_setflags(&attributes,
			POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
		/* posix_spawnp() takes char *const[] but does not write to the strings. */
		if (error == 0)
			error = posix_spawnp(pid, c->words[0], &actions, &attributes,
				(char *const *)(uintptr_t)c->words, environ);
		posix_spawnattr_destroy(&attributes);
	}
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

/* Waits for the child and returns its status. A program that ignores SIGCHLD cannot ask for the
 * status; 0 is returned then, and what the child wrote decides whether it succeeded. */
static int wait_for(pid_t pid)
{
	int status = 0;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 0;
	return status;
}

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
	read_output(c->files[1], &image);
	read_output(c->files[2], &messages);
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
	for (int i = 0; i < STREAMS; i++)
		if (!new_file(c, i))
			return;
	if (path == NULL && !write_input(c, s->bytes, s->count))
		return;
	write_command(c, s, path);
	int error = spawn(c, &pid);
	if (error != 0)
		end(c, HSAEMU_NO_COMPILER, "%s: cannot run %s, which compiles %s: %s", s->name,
			c->words[0], s->stage == STAGE_CUDA ? "CUDA C" : "OpenCL C",
			strerror(error));
	else
		take_results(c, wait_for(pid));
}

static void close_files(void *arg)
{
	const struct child *c = arg;
	for (int i = 0; i < STREAMS; i++)
		if (c->files[i] >= 0)
			close(c->files[i]);
}

void face_compile_c(const struct hsaemu_source *s, const char *path, struct hsaemu_result *out)
{
	struct child c = {.out = out, .files = {-1, -1, -1}};
	struct unwind_guard guard = {.release = close_files, .arg = &c};
	arena_init(&c.arena);
	unwind_guard_begin(&guard);
	run(&c, s, path);
	unwind_guard_end(&guard);
	close_files(&c);
	arena_release(&c.arena);
}

void face_release_c(struct hsaemu_result *r)
{
	mem_free(r->image);
	mem_free(r->messages);
}
