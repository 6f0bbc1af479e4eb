/* The pipeline behind `hsa-run x.hsail`. hsa-run does not link LLVM, so that it starts fast. */
#define _XOPEN_SOURCE 700 /* mkdtemp(), readlink() */
#include <elf.h>
#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "build.h"
#include "hsaemu/fileio.h"

extern char **environ;

enum { MAX_FLAGS = 80, STEPS = 5 };

struct builder {
	struct diag *d;
	struct arena arena;
	const char *folder;       /* temporary; NULL until made */
	const char *files[STEPS]; /* made in it */
	unsigned file_count;
	const char *const *fin_flags;
	uint32_t fin_flag_count;
	bool verbose, lines;
};

enum run_source run_source_of(const uint8_t *bytes, size_t len)
{
	static const char brig[] = "HSA BRIG";
	if (len > EI_NIDENT + 2 && memcmp(bytes, ELFMAG, SELFMAG) == 0)
		return le16(bytes + EI_NIDENT) == ET_REL ? RUN_SOURCE_OBJECT : RUN_SOURCE_IMAGE;
	if (len >= sizeof brig - 1 && memcmp(bytes, brig, sizeof brig - 1) == 0)
		return RUN_SOURCE_BRIG;
	/* PTX must say .version before anything but comments; HSAIL has no such directive. */
	struct str rest = {(const char *)bytes, len};
	while (rest.n != 0) {
		size_t skip = 0;
		if (rest.p[0] == ' ' || rest.p[0] == '\t' || rest.p[0] == '\r' || rest.p[0] == '\n')
			skip = 1;
		else if (str_starts(rest, STR("//")))
			while (skip < rest.n && rest.p[skip] != '\n')
				skip++;
		else
			break;
		rest = str_skip(rest, skip);
	}
	return str_starts(rest, STR(".version")) ? RUN_SOURCE_PTX : RUN_SOURCE_HSAIL;
}

/* ---- running a tool -------------------------------------------------------------------------- */

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

/* argv[0] is the tool's name. */
static bool run_tool(struct builder *b, const char **argv)
{
	const char *tool = argv[0], *path = find_tool(b, tool);
	struct diag_place place = {.kind = DIAG_NOWHERE};
	pid_t pid;
	int status = 0;
	if (b->verbose)
		diag_note(b->d, place, "running %s", path);
	argv[0] = path;
	/* posix_spawn takes char *const[] but does not write to the strings */
	int error = posix_spawnp(&pid, path, NULL, NULL, (char *const *)(uintptr_t)argv, environ);
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

static const char *new_file(struct builder *b, const char *name)
{
	const char *path = arena_printf(&b->arena, "%s/%s", b->folder, name);
	b->files[b->file_count++] = path;
	return path;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static bool step(struct builder *b, const char *tool, const char **input, const char *output)
{
	const char *argv[6 + MAX_FLAGS] = {tool, *input, "-o", output, NULL};
	bool is_fin = strcmp(tool, "hsail-fin") == 0;
	/* lines for messages about faults; those of a text that PTX became would lead nowhere */
	if (is_fin || (b->lines && strcmp(tool, "hsail-as") == 0))
		argv[4] = "-g";
	for (uint32_t i = 0; is_fin && i < b->fin_flag_count; i++)
		argv[5 + i] = b->fin_flags[i];
	*input = output;
	return run_tool(b, argv);
}

static bool run_steps(struct builder *b, enum run_source from, const char *input, struct buf *out)
{
	struct file_data image;
	b->lines = from == RUN_SOURCE_HSAIL;
	if (from == RUN_SOURCE_PTX && !step(b, "ptx2hsail", &input, new_file(b, "a.hsail")))
		return false;
	if (from >= RUN_SOURCE_HSAIL && !step(b, "hsail-as", &input, new_file(b, "a.brig")))
		return false;
	if (from >= RUN_SOURCE_BRIG && !step(b, "hsail-fin", &input, new_file(b, "a.o")))
		return false;
	if (!step(b, "hsa-ld", &input, new_file(b, "a.img")) || !file_read(&image, input, b->d))
		return false;
	buf_append(out, image.bytes, image.len);
	file_release(&image);
	return true;
}

static bool make_folder(struct builder *b)
{
	const char *base = getenv("TMPDIR");
	char *folder = arena_printf(&b->arena, "%s/hsa-run.XXXXXX", base != NULL ? base : "/tmp");
	if (mkdtemp(folder) == NULL) {
		diag_io(b->d, folder, "create", errno);
		return false;
	}
	b->folder = folder;
	return true;
}

/* Standard input has been read already, so the tools get it from a file. */
static bool input_of(struct builder *b, const char **path, const uint8_t *bytes, size_t len)
{
	if (strcmp(*path, "-") != 0)
		return true;
	*path = new_file(b, "stdin");
	return file_write(*path, bytes, len, FILE_BINARY, true, b->d);
}

static void clean(struct builder *b)
{
	/* a file that a failed step did not make is not there; nothing else can be done */
	for (unsigned i = 0; i < b->file_count; i++)
		(void)!unlink(b->files[i]);
	if (b->folder != NULL && rmdir(b->folder) != 0)
		diag_warning(b->d, diag_in_file(b->folder), "cannot be removed: %s",
			strerror(errno));
	arena_release(&b->arena);
}

bool run_build(const char *path, const uint8_t *bytes, size_t len, const char *const *fin_flags,
	uint32_t fin_flag_count, bool verbose, struct buf *out, struct diag *d)
{
	struct builder b = {.d = d,
		.fin_flags = fin_flags,
		.fin_flag_count = fin_flag_count,
		.verbose = verbose};
	if (fin_flag_count > MAX_FLAGS) {
		diag_error(d, diag_in_file(path), "more than %d flags for hsail-fin",
			(int)MAX_FLAGS);
		return false;
	}
	arena_init(&b.arena);
	bool ok = make_folder(&b) && input_of(&b, &path, bytes, len) &&
	          run_steps(&b, run_source_of(bytes, len), path, out);
	clean(&b);
	return ok;
}
