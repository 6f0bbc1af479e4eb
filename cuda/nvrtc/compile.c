/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs hsaemu-cc, which compiles CUDA C++ to PTX. The source goes to a folder of its own, where its
 * headers are found before all others; messages name it as the program does. */
#define _GNU_SOURCE /* secure_getenv() */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "hsaemu/arena.h"
#include "hsaemu/child.h"
#include "hsaemu/compiler.h"
#include "hsaemu/fileio.h"
#include "hsaemu/unwind.h"
#include "nvrtc_impl.h"

enum { STREAM_INPUT, STREAM_OUTPUT, STREAM_MESSAGES, STREAMS };
enum { STATUS_USAGE = 2, STATUS_IO = 4 };

struct compilation {
	struct _nvrtcProgram *program;
	int count;
	const char *const *options;
	struct arena arena;
	const char *folder; /* of files; NULL: not made */
	const char **words;
	size_t word_count;
	bool device_by_default;
	struct child_files files;
	nvrtcResult result;
};

static void add(struct compilation *c, const char *word)
{
	c->words[c->word_count++] = word;
}

/* ---- options --------------------------------------------------------------------------------- */

/* Returns what follows a long option's name and =, or NULL: it is another option. */
static const char *value_of(const char *option, const char *name)
{
	size_t length = strlen(name);
	return strncmp(option, name, length) == 0 && option[length] == '=' ? option + length + 1
	                                                                   : NULL;
}

/* Takes an option of NVRTC's that hsaemu-cc has otherwise. */
static bool take_own(struct compilation *c, const char *option)
{
	static const char *const none[] = {"--device-debug", "-G", "--generate-line-info",
		"-lineinfo", "--relocatable-device-code=true", "-rdc=true", "-dc",
		"--relocatable-device-code=false", "-rdc=false", "--device-c", "-dw", "--device-w",
		"--extra-device-vectorization", "-extra-device-vectorization", "--disable-warnings",
		"-w", "--restrict", "-restrict", "--builtin-move-forward=true",
		"--builtin-initializer-list=true", "--minimal", "-minimal", "--no-source-include",
		"-no-source-include", "--no-display-error-number", "-default-device",
		"--device-as-default-execution-space"};
	const char *arch = value_of(option, "--gpu-architecture");
	if (arch == NULL)
		arch = value_of(option, "-arch");
	if (arch != NULL) {
		const char *number = strchr(arch, '_');
		add(c, arena_printf(&c->arena, "-arch=sm_%s", number != NULL ? number + 1 : arch));
		return true;
	}
	if (value_of(option, "--ptxas-options") != NULL || value_of(option, "-Xptxas") != NULL ||
		value_of(option, "--maxrregcount") != NULL ||
		value_of(option, "-maxrregcount") != NULL)
		return true;
	for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
		if (strcmp(option, none[i]) == 0)
			return true;
	return false;
}

/* A long option as hsaemu-cc has it. */
static const char *short_of(struct compilation *c, const char *option)
{
	static const struct {
		const char *name, *to;
	} options[] = {{"--define-macro", "-D"}, {"--undefine-macro", "-U"},
		{"--include-path", "-I"}, {"--pre-include", "-include"}, {"--std", "-std="}};
	for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
		const char *value = value_of(option, options[i].name);
		if (value != NULL)
			return arena_printf(&c->arena, "%s%s", options[i].to, value);
	}
	return option;
}

static void write_command(struct compilation *c)
{
	c->words = ARENA_ARRAY(&c->arena, const char *, (size_t)c->count + 20);
	add(c, hsaemu_driver_path(&c->arena));
	add(c, "--emit=ptx");
	add(c, "-D__CUDACC_RTC__");
	add(c, arena_printf(&c->arena, "-I%s", c->folder));
	for (int i = 0; i < c->count; i++)
		if (!take_own(c, c->options[i]))
			add(c, short_of(c, c->options[i]));
	add(c, "-x");
	add(c, "cuda");
	add(c, arena_printf(&c->arena, "%s/%s", c->folder, "source.cu"));
	add(c, "-o");
	add(c, "-");
	c->words[c->word_count] = NULL;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* Whether a file of that name lies in the folder. */
static bool is_within(const char *name)
{
	return name[0] != '/' && strstr(name, "..") == NULL;
}

static void make_folders(const char *path, size_t root)
{
	char *text = strcpy(mem_new(strlen(path) + 1, 1), path);
	for (char *slash = text + root; (slash = strchr(slash + 1, '/')) != NULL; *slash = '/') {
		*slash = '\0';
		mkdir(text, 0700);
	}
	mem_free(text);
}

static bool write_text(struct compilation *c, const char *name, const void *bytes, size_t count)
{
	const char *path = arena_printf(&c->arena, "%s/%s", c->folder, name);
	make_folders(path, strlen(c->folder));
	FILE *f = fopen(path, "w");
	if (f == NULL)
		return false;
	bool done = fwrite(bytes, 1, count, f) == count;
	return fclose(f) == 0 && done;
}

static bool write_header(struct compilation *c, const struct nvrtc_header *h)
{
	if (is_within(h->name))
		return write_text(c, h->name, h->source, strlen(h->source));
	buf_printf(&c->program->log,
		"a header's name that leaves the program's folder is not supported: %s\n", h->name);
	errno = 0;
	return false;
}

static bool write_files(struct compilation *c)
{
	const struct _nvrtcProgram *p = c->program;
	struct buf source = BUF_INIT;
	const char *place = secure_getenv("TMPDIR");
	char *folder = (char *)(uintptr_t)arena_printf(&c->arena, "%s/nvrtc.XXXXXX",
		place != NULL ? place : "/tmp");
	if (mkdtemp(folder) == NULL)
		return false;
	c->folder = folder;
	if (c->device_by_default)
		buf_puts(&source, "#pragma clang force_cuda_host_device begin\n");
	buf_printf(&source, "#line 1 \"%s\"\n%s\n", p->name, p->source);
	if (c->device_by_default)
		buf_puts(&source, "#pragma clang force_cuda_host_device end\n");
	nvrtc_names_ask(p, &source);
	bool done = write_text(c, "source.cu", source.data, source.len);
	buf_release(&source);
	for (size_t i = 0; i < p->header_count && done; i++)
		done = write_header(c, &p->headers[i]);
	return done;
}

static void remove_files(struct compilation *c)
{
	pid_t pid;
	if (c->folder == NULL)
		return;
	const char *words[] = {"rm", "-rf", "--", c->folder, NULL};
	const struct child_files none = {.most = 0};
	if (child_start(words, &none, &pid) == 0)
		child_wait(pid);
}

/* ---- compiling ------------------------------------------------------------------------------- */

static void take_results(struct compilation *c, int status)
{
	struct _nvrtcProgram *p = c->program;
	child_read_file(&c->files, STREAM_OUTPUT, &p->ptx);
	child_read_file(&c->files, STREAM_MESSAGES, &p->log);
	if (status == 0 && p->ptx.len != 0) {
		buf_u8(&p->ptx, 0);
		c->result = nvrtc_names_take(p) ? NVRTC_SUCCESS : NVRTC_ERROR_COMPILATION;
		return;
	}
	bool usage = WIFEXITED(status) && WEXITSTATUS(status) == STATUS_USAGE;
	bool missing = WIFEXITED(status) && WEXITSTATUS(status) == STATUS_IO;
	c->result = usage     ? NVRTC_ERROR_INVALID_OPTION
	            : missing ? NVRTC_ERROR_BUILTIN_OPERATION_FAILURE
	                      : NVRTC_ERROR_COMPILATION;
	buf_clear(&p->ptx);
}

static void run(void *arg)
{
	struct compilation *c = arg;
	pid_t pid;
	for (int i = 0; i < c->count; i++)
		c->device_by_default |=
			strcmp(c->options[i], "-default-device") == 0 ||
			strcmp(c->options[i], "--device-as-default-execution-space") == 0;
	if (!write_files(c)) {
		if (errno != 0)
			buf_printf(&c->program->log, "cannot write files: %s\n", strerror(errno));
		c->result = NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
		return;
	}
	write_command(c);
	for (int i = 0; i < STREAMS; i++)
		if (!child_add_file(&c->files, NULL, 0)) {
			c->result = NVRTC_ERROR_OUT_OF_MEMORY;
			return;
		}
	int error = child_start(c->words, &c->files, &pid);
	if (error == 0) {
		take_results(c, child_wait(pid));
		return;
	}
	buf_printf(&c->program->log, "cannot run %s: %s\n", c->words[0], strerror(error));
	c->result = NVRTC_ERROR_BUILTIN_OPERATION_FAILURE;
}

nvrtcResult nvrtc_compile(struct _nvrtcProgram *p, int count, const char *const *options)
{
	struct unwind_report why;
	struct compilation c = {.program = p,
		.count = count,
		.options = options,
		.files = {.most = STREAMS},
		.result = NVRTC_ERROR_INTERNAL_ERROR};
	arena_init(&c.arena);
	if (unwind_run(run, &c, &why) != UNWIND_DONE)
		c.result = NVRTC_ERROR_OUT_OF_MEMORY;
	remove_files(&c);
	child_release_files(&c.files);
	arena_release(&c.arena);
	return c.result;
}
