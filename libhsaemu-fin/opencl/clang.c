/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs clang once, in a process of its own. Source, bitcode and messages pass in files without a
 * name; the source's headers lie in a private temporary folder, which is there only if there are
 * any. */
#define _GNU_SOURCE /* for memfd_create() */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cl_impl.h"
#include "hsaemu/unwind.h"

extern char **environ;

enum { STREAMS = 3 };

struct clang {
	const struct hsaemu_cl_source *source;
	struct arena *arena;
	struct buf *messages;
	int files[STREAMS];
	char *folder; /* of the headers, or NULL */
	const char **words;
	size_t count, cap;
};

static enum hsaemu_status fail(struct clang *c, enum hsaemu_status status, const char *what,
	int error)
{
	buf_printf(c->messages, "%s: error: %s: %s\n", c->source->name, what, strerror(error));
	return status;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* The descriptor is above those of the standard streams, which the child replaces. */
static bool new_file(struct clang *c, int stream)
{
	int low = memfd_create("hsaemu", MFD_CLOEXEC);
	c->files[stream] = low < 0 ? -1 : fcntl(low, F_DUPFD_CLOEXEC, STREAMS);
	if (low >= 0)
		close(low);
	return c->files[stream] >= 0;
}

static bool write_all(int fd, const char *bytes, size_t count)
{
	while (count != 0) {
		ssize_t n = write(fd, bytes, count);
		if (n < 0 && errno != EINTR)
			return false;
		bytes += n > 0 ? n : 0;
		count -= n > 0 ? (size_t)n : 0;
	}
	return true;
}

static void read_all(int fd, struct buf *out)
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

/* The first line gives the source its name in messages. */
static bool write_source(struct clang *c)
{
	struct buf line = BUF_INIT;
	buf_puts(&line, "# 1 \"");
	for (const char *z = c->source->name; *z != 0; z++) {
		if (*z == '"' || *z == '\\')
			buf_u8(&line, '\\');
		buf_u8(&line, (unsigned char)*z < ' ' ? '?' : (uint8_t)*z);
	}
	buf_puts(&line, "\"\n");
	bool ok = write_all(c->files[0], (char *)line.data, line.len) &&
	          write_all(c->files[0], c->source->bytes, c->source->count) &&
	          lseek(c->files[0], 0, SEEK_SET) == 0;
	buf_release(&line);
	return ok;
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *w)
{
	(void)st;
	(void)flag;
	(void)w;
	return remove(path);
}

static void release(void *arg)
{
	const struct clang *c = arg;
	for (int i = 0; i < STREAMS; i++)
		if (c->files[i] >= 0)
			close(c->files[i]);
	if (c->folder != NULL)
		(void)nftw(c->folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static bool is_plain(const char *name)
{
	if (*name == 0 || *name == '/')
		return false;
	for (const char *at = name; at != NULL; at = strchr(at, '/')) {
		at += *at == '/';
		if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == 0))
			return false;
	}
	return name[strlen(name) - 1] != '/';
}

static bool write_header(struct clang *c, const struct hsaemu_cl_header *h)
{
	char *path = arena_printf(c->arena, "%s/%s", c->folder, h->name);
	for (char *at = path + strlen(c->folder) + 1; (at = strchr(at, '/')) != NULL; at++) {
		*at = 0;
		int made = mkdir(path, 0700);
		*at = '/';
		if (made != 0 && errno != EEXIST)
			return false;
	}
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return false;
	bool ok = write_all(fd, h->bytes, h->count);
	return close(fd) == 0 && ok;
}

static enum hsaemu_status write_headers(struct clang *c)
{
	const struct hsaemu_cl_source *s = c->source;
	const char *temp = secure_getenv("TMPDIR");
	if (s->header_count == 0)
		return HSAEMU_OK;
	char *folder = arena_printf(c->arena, "%s/hsaemu-cl.XXXXXX", temp != NULL ? temp : "/tmp");
	if (mkdtemp(folder) == NULL)
		return fail(c, HSAEMU_IO, "cannot make a temporary folder", errno);
	c->folder = folder;
	for (size_t i = 0; i < s->header_count; i++) {
		if (!is_plain(s->headers[i].name))
			return fail(c, HSAEMU_BAD_CALL, s->headers[i].name, EINVAL);
		if (!write_header(c, &s->headers[i]))
			return fail(c, HSAEMU_IO, s->headers[i].name, errno);
	}
	return HSAEMU_OK;
}

/* ---- the command ----------------------------------------------------------------------------- */

static void add(struct clang *c, const char *word)
{
	ARRAY_GROW(c->words, c->count, c->cap);
	c->words[c->count++] = word;
}

static void add_all(struct clang *c, const char *const *words)
{
	for (; *words != NULL; words++)
		add(c, *words);
}

/* As hsaemu-cc has them. */
#define EXTENSIONS \
	"-cl-ext=+cl_khr_3d_image_writes,+cl_khr_int64_base_atomics," \
	"+cl_khr_int64_extended_atomics,+cl_khr_subgroups,+cl_khr_fp16"
#define FEATURES \
	",+__opencl_c_3d_image_writes,+__opencl_c_atomic_order_acq_rel" \
	",+__opencl_c_atomic_order_seq_cst,+__opencl_c_atomic_scope_device" \
	",+__opencl_c_atomic_scope_all_devices,+__opencl_c_fp64" \
	",+__opencl_c_generic_address_space,+__opencl_c_images,+__opencl_c_int64" \
	",+__opencl_c_program_scope_global_variables,+__opencl_c_subgroups" \
	",+__opencl_c_work_group_collective_functions,+cl_khr_fp64" \
	",+__opencl_c_device_enqueue,+__opencl_c_pipes"

static void write_command(struct clang *c)
{
	static const char *const first[] = {"-x", "cl", "--cuda-path=/dev/null",
		"--target=nvptx64--nvidiacl", "-march=sm_75", "-Xclang", "-target-feature",
		"-Xclang", "+ptx85", "-O2", "-Xclang", NULL};
	static const char *const last[] = {
		"-Xclang", "-disable-llvm-passes", "-emit-llvm", "-c", "-", "-o", "-", NULL};
	const struct hsaemu_cl_source *s = c->source;
	const char *clang = secure_getenv("HSAEMU_CLANG");
	bool has_std = false, is_3 = false;
	for (size_t i = 0; i < s->option_count; i++) {
		const char *o = s->options[i];
		has_std |= strncmp(o, "-cl-std=", 8) == 0;
		is_3 |= strncmp(o, "-cl-std=CL3", 11) == 0;
	}
	add(c, clang != NULL && *clang != 0 ? clang : "clang-19");
	add_all(c, first);
	add(c, is_3 ? EXTENSIONS FEATURES : EXTENSIONS);
	if (is_3)
		add_all(c, (const char *const[]){
				   "-U__opencl_c_device_enqueue", "-U__opencl_c_pipes", NULL});
	if (!has_std)
		add(c, "-cl-std=CL1.2");
	add(c, "-include");
	add(c, arena_printf(c->arena, "%s/opencl/hsaemu_opencl.h", s->share));
	if (c->folder != NULL)
		add(c, arena_printf(c->arena, "-I%s", c->folder));
	for (size_t i = 0; i < s->option_count; i++)
		add(c, s->options[i]);
	add_all(c, last);
	add(c, NULL);
}

static int spawn(struct clang *c, pid_t *pid)
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
		if (error == 0) /* which does not write to the words */
			error = posix_spawnp(pid, c->words[0], &actions, &attributes,
				(char *const *)(uintptr_t)c->words, environ);
		posix_spawnattr_destroy(&attributes);
	}
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static int wait_for(pid_t pid)
{
	int status = 0;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 0; /* a program that ignores SIGCHLD: what was written decides */
	return status;
}

static enum hsaemu_status run(struct clang *c, struct buf *out)
{
	pid_t pid;
	for (int i = 0; i < STREAMS; i++)
		if (!new_file(c, i))
			return fail(c, HSAEMU_NO_MEMORY, "cannot make a file in memory", errno);
	if (!write_source(c))
		return fail(c, HSAEMU_NO_MEMORY, "cannot write a file in memory", errno);
	enum hsaemu_status status = write_headers(c);
	if (status != HSAEMU_OK)
		return status;
	write_command(c);
	int error = spawn(c, &pid);
	if (error != 0)
		return fail(c, HSAEMU_NO_COMPILER,
			arena_printf(c->arena, "cannot run %s", c->words[0]), error);
	int ended = wait_for(pid);
	read_all(c->files[1], out);
	read_all(c->files[2], c->messages);
	return ended == 0 && out->len != 0 ? HSAEMU_OK : HSAEMU_REFUSED;
}

enum hsaemu_status fin_cl_clang(const struct hsaemu_cl_source *s, struct arena *a, struct buf *out,
	struct buf *messages)
{
	struct clang c = {.source = s, .arena = a, .messages = messages, .files = {-1, -1, -1}};
	struct unwind_guard guard = {.release = release, .arg = &c};
	unwind_guard_begin(&guard);
	enum hsaemu_status status = run(&c, out);
	unwind_guard_end(&guard);
	release(&c);
	mem_free(c.words);
	return status;
}
