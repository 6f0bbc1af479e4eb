/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs the translator of SPIR-V to LLVM's bitcode, in a process of its own. */
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include "hsaemu/unwind.h"
#include "spirv_impl.h"

enum { INPUT, OUTPUT, MESSAGES, FILES };

static enum hsaemu_status PRINTF_LIKE(3, 4)
	fail(struct buf *messages, enum hsaemu_status status, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	buf_puts(messages, "error: ");
	buf_vprintf(messages, fmt, ap);
	buf_u8(messages, '\n');
	va_end(ap);
	return status;
}

static void release(void *arg)
{
	child_close_files(arg);
}

static enum hsaemu_status take_results(const struct child_files *files, int ended,
	struct buf *bitcode, struct buf *messages)
{
	struct buf text = BUF_INIT;
	child_read_file(files, MESSAGES, &text);
	fin_cl_log(buf_slice(&text), messages);
	buf_release(&text);
	child_read_file(files, OUTPUT, bitcode);
	if (WIFSIGNALED(ended))
		return fail(messages, HSAEMU_REFUSED, "llvm-spirv failed: %s",
			strsignal(WTERMSIG(ended)));
	if (ended != 0 || bitcode->len == 0)
		return fail(messages, HSAEMU_REFUSED, "llvm-spirv refuses the module");
	return HSAEMU_OK;
}

static enum hsaemu_status run(const struct hsaemu_cl_source *s, const char *translator,
	struct child_files *files, struct buf *bitcode, struct buf *messages)
{
	const char *const words[] = {translator, "-r", "--spirv-target-env=CL2.0",
		"--spirv-gen-kernel-arg-name-md", "-o", "-", "/proc/self/fd/0", NULL};
	int ended = 0;
	files->most = FILES;
	if (!child_add_file(files, s->bytes, s->count) || !child_add_file(files, NULL, 0) ||
		!child_add_file(files, NULL, 0))
		return fail(messages, HSAEMU_NO_MEMORY, "cannot make a file in memory: %s",
			strerror(errno));
	int error = fin_cl_run(words, files, &ended);
	if (error == 0)
		return take_results(files, ended, bitcode, messages);
	bool is_missing = error == ENOENT || error == EACCES || error == ENOEXEC;
	return fail(messages, is_missing ? HSAEMU_NO_COMPILER : HSAEMU_NO_MEMORY,
		"cannot run %s: %s", translator, strerror(error));
}

enum hsaemu_status fin_spirv_translate(const struct hsaemu_cl_source *s, struct buf *bitcode,
	struct buf *messages)
{
	struct buf translator = BUF_INIT;
	struct child_files files = {.fds = NULL};
	struct unwind_guard guard = {.release = release, .arg = &files};
	enum hsaemu_status status = HSAEMU_NO_COMPILER;
	unwind_guard_begin(&guard);
	if (clc_find_translator(&translator, messages))
		status = run(s, (const char *)translator.data, &files, bitcode, messages);
	unwind_guard_end(&guard);
	child_release_files(&files);
	buf_release(&translator);
	return status;
}
