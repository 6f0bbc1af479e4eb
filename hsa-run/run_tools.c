/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs the tools of the pipeline behind `hsa-run x.hsail`. hsa-run does not link LLVM itself, so
 * that it starts fast. */
#define _GNU_SOURCE /* for memfd_create() and pipe2() */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "run_tools.h"

enum { MAX_FLAGS = 80 };

struct builder {
	struct diag *d;
	struct arena arena;
	int made; /* the last step's output, or a copy of standard input; -1: nothing yet */
	const struct run_flags *flags;
	bool verbose, lines; /* lines: the next tool reads text that the user wrote */
};

/* ---- running a tool ------------------------------------------------------------------------- */

static const char *beside_us(struct builder *b, const char *tool)
{
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self);
	while (n > 0 && self[n - 1] != '/')
		n--;
	return n <= 0 ? NULL : arena_printf(&b->arena, "%.*s%s", (int)n, self, tool);
}

static const char *find_tool(struct builder *b, const char *tool)
{
	const char *folder = getenv("HSAEMU_BINDIR");
	if (folder != NULL)
		return arena_printf(&b->arena, "%s/%s", folder, tool);
	const char *path = beside_us(b, tool);
	return path != NULL && access(path, X_OK) == 0 ? path : tool;
}

/* Moves the descriptor above those of the standard streams, which may be closed, and closes `low`.
 * Returns -1 with errno set on failure. */
static int above_streams(int low)
{
	int fd = fcntl(low, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), err = errno;
	close(low);
	errno = err;
	return fd;
}

/* Turns the new process into the tool. The tool gets its standard streams, and a signal ends it
 * when hsa-run ends. Writes errno to `error` when the tool cannot start. Does not return. */
static void become(const char **argv, int in, int out, int error, pid_t parent)
{
	bool ok = prctl(PR_SET_PDEATHSIG, SIGTERM) == 0 && getppid() == parent &&
	          (in < 0 || dup2(in, STDIN_FILENO) >= 0) && dup2(out, STDOUT_FILENO) >= 0;
	/* execvp() takes char *const[] but does not write to the strings. */
	if (ok)
		execvp(argv[0], (char *const *)(uintptr_t)argv);
	int err = errno;
	_exit(write(error, &err, sizeof err) == (ssize_t)sizeof err ? 127 : 126);
}

/* Starts a command that reads `in` from its beginning and writes `out`; if `in` is negative,
 * standard input stays. Returns 0 or an errno value. */
static int spawn(pid_t *pid, const char **argv, int in, int out)
{
	int ends[2], err = 0;
	*pid = -1;
	if ((in >= 0 && lseek(in, 0, SEEK_SET) != 0) || pipe2(ends, O_CLOEXEC) != 0)
		return errno;
	ends[1] = above_streams(ends[1]);
	/* A parent that ignores SIGCHLD hands that down to hsa-run, which could not wait for its
	 * own children then. */
	signal(SIGCHLD, SIG_DFL);
	pid_t parent = getpid();
	*pid = fork();
	if (*pid == 0)
		become(argv, in, out, ends[1], parent);
	if (*pid < 0)
		err = errno;
	if (ends[1] >= 0)
		close(ends[1]);
	ssize_t n = 0;
	while (*pid > 0 && (n = read(ends[0], &err, sizeof err)) < 0 && errno == EINTR)
		;
	close(ends[0]);
	if (n == (ssize_t)sizeof err) /* The child could not start the tool, and has ended. */
		(void)!waitpid(*pid, NULL, 0);
	return err;
}

/* Runs a tool and waits for its end; argv[0] is the tool's name. Returns false, after a diagnostic,
 * when the tool cannot run or fails. */
static bool run_tool(struct builder *b, const char **argv, int in, int out)
{
	const char *tool = argv[0], *path = find_tool(b, tool);
	struct diag_place place = {.kind = DIAG_NOWHERE};
	pid_t pid;
	int status = 0;
	if (b->verbose)
		diag_note(b->d, place, "running %s", path);
	argv[0] = path;
	int error = spawn(&pid, argv, in, out);
	if (error != 0) {
		diag_error(b->d, place, "cannot run %s: %s", path, strerror(error));
		return false;
	}
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			BUG("waitpid: %s", strerror(errno));
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return true;
	if (WIFEXITED(status))
		diag_error(b->d, place, "%s failed with status %d", tool, WEXITSTATUS(status));
	else
		diag_error(b->d, place, "%s was ended by signal %d", tool, WTERMSIG(status));
	return false;
}

/* ---- steps ---------------------------------------------------------------------------------- */

/* Makes a file without a name, of which nothing is left however this process ends. Returns -1 after
 * a diagnostic. */
static int new_file(struct builder *b)
{
	int low = memfd_create("hsa-run", MFD_CLOEXEC);
	int fd = low < 0 ? -1 : above_streams(low);
	if (fd < 0)
		diag_io(b->d, "memory", "create a file in", errno);
	return fd;
}

struct command {
	const char *words[6 + 2 * MAX_FLAGS + 1];
	size_t count;
};

static void add(struct command *c, const char *word)
{
	if (c->count + 1 == ARRAY_LEN(c->words))
		BUG("a command of %zu words", c->count);
	c->words[c->count++] = word;
}

static void add_fin_flags(struct command *c, const struct run_flags *f)
{
	for (uint32_t i = 0; i < f->statement_count; i++)
		add(c, f->statement[i]);
	for (uint32_t i = 0; i < f->fin_count; i++)
		add(c, f->fin[i]);
}

/* Adds the flags for hsaemu-cc. -O goes to hsaemu-cc itself, which has an optimisation level;
 * hsaemu-cc passes the other flags for hsail-fin on, because -Xhsail-fin precedes them. */
static void add_cc_flags(struct command *c, const struct run_flags *f)
{
	for (uint32_t i = 0; i < f->statement_count; i++)
		add(c, f->statement[i]);
	for (uint32_t i = 0; i < f->cc_count; i++)
		add(c, f->cc[i]);
	for (uint32_t i = 0; i < f->fin_count; i++) {
		if (strncmp(f->fin[i], "-O", 2) != 0)
			add(c, "-Xhsail-fin");
		add(c, f->fin[i]);
	}
}

/* Runs one tool, whose output becomes b->made. `input` is a file of the user's, or "-" for what
 * b->made holds. Returns false after a diagnostic. */
static bool step(struct builder *b, const char *tool, const char *input)
{
	struct command c = {.words = {tool, input, "-o", "-"}, .count = 4};
	bool is_fin = strcmp(tool, "hsail-fin") == 0, is_cc = strcmp(tool, "hsaemu-cc") == 0;
	int output = new_file(b);
	if (output < 0)
		return false;
	/* -g lets messages about faults name lines. The assembler does not get it for a
	 * text made from PTX, because the user does not have that text. */
	if (is_fin || is_cc || b->lines)
		add(&c, "-g");
	b->lines = false;
	if (is_fin) {
		add(&c, "--cache");
		add_fin_flags(&c, b->flags);
	}
	if (is_cc)
		add_cc_flags(&c, b->flags);
	bool ok = run_tool(b, c.words, b->made, output);
	if (b->made >= 0)
		close(b->made);
	b->made = output;
	return ok;
}

static bool take_image(struct builder *b, struct buf *out)
{
	struct stat st;
	ssize_t n = fstat(b->made, &st);
	for (off_t at = 0; n >= 0 && at < st.st_size; at += n) {
		uint8_t piece[1 << 14];
		n = pread(b->made, piece, sizeof piece, at);
		if (n > 0)
			buf_append(out, piece, (size_t)n);
		else if (n == 0)
			break;
	}
	if (n < 0)
		diag_io(b->d, "image", "read", errno);
	return n >= 0;
}

static bool run_steps(struct builder *b, enum stage from, const char *path)
{
	b->lines = from <= STAGE_HSAIL;
	if (from == STAGE_OPENCL || from == STAGE_CUDA)
		return step(b, "hsaemu-cc", path);
	if (from == STAGE_PTX && !step(b, "ptx2hsail", path))
		return false;
	if (from <= STAGE_HSAIL && !step(b, "hsail-as", b->made < 0 ? path : "-"))
		return false;
	if (from <= STAGE_BRIG && !step(b, "hsail-fin", b->made < 0 ? path : "-"))
		return false;
	return step(b, "hsa-ld", b->made < 0 ? path : "-");
}

/* Keeps standard input in a file for the tools, because it has been read already. Returns false
 * after a diagnostic. */
static bool keep_input(struct builder *b, struct str rest)
{
	b->made = new_file(b);
	while (b->made >= 0 && rest.n > 0) {
		ssize_t n = write(b->made, rest.p, rest.n);
		if (n < 0 && errno != EINTR) {
			diag_io(b->d, "<stdin>", "keep", errno);
			return false;
		}
		rest = str_skip(rest, n > 0 ? (size_t)n : 0);
	}
	return b->made >= 0;
}

bool run_build(const char *path, enum stage stage, struct str bytes, const struct run_flags *flags,
	bool verbose, struct buf *out, struct diag *d)
{
	struct builder b = {.d = d, .made = -1, .flags = flags, .verbose = verbose};
	if (flags->statement_count + flags->fin_count + flags->cc_count > MAX_FLAGS) {
		diag_error(d, diag_in_file(path), "more than %d flags for hsail-fin or hsaemu-cc",
			(int)MAX_FLAGS);
		return false;
	}
	/* Text of no known stage goes to the assembler, which says what is wrong with it. */
	if (stage == STAGE_UNKNOWN)
		stage = STAGE_HSAIL;
	arena_init(&b.arena);
	bool ok = (strcmp(path, "-") != 0 || keep_input(&b, bytes)) && run_steps(&b, stage, path) &&
	          take_image(&b, out);
	if (b.made >= 0)
		close(b.made);
	arena_release(&b.arena);
	return ok;
}
