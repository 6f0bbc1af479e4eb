/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Has another program, gcn-codegen, make code of LLVM's IR. LLVM's generator for GPUs ends its
 * process where there is something that it cannot select, and what we are in may be a user's
 * process. It need not have that generator in it then, either, which is larger than all else. */
#define _GNU_SOURCE /* for dladdr() */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <llvm-c/BitWriter.h>
#include "hsaemu/child.h"
#include "hsaemu/finalize.h"
#include "codegen_id.h" /* made by module.mk */
#include "gcn/gcn.h"

static const char program[] = "gcn-codegen";
/* Nothing reads it, but it makes the finalizer another one when that program is. */
__attribute__((used)) static const char program_id[] = GCN_CODEGEN_ID;

/* The standard streams of the child. */
enum { INPUT, OUTPUT, MESSAGES };

/* Looks in the folder of a file, and where an installation has the program from there. */
static bool is_near(const char *file, char path[PATH_MAX])
{
	static const char *const beside[] = {"", "../lib/hsaemu/", "hsaemu/"};
	const char *slash = strrchr(file, '/');

	for (size_t k = 0; slash != NULL && k < ARRAY_LEN(beside); k++) {
		int n = snprintf(path, PATH_MAX, "%.*s%s%s", (int)(slash + 1 - file), file,
			beside[k], program);

		if (n > 0 && n < PATH_MAX && access(path, X_OK) == 0)
			return true;
	}
	return false;
}

/* Looks near the folder of the tools, if the user has named it. */
static bool is_named(char path[PATH_MAX])
{
	const char *folder = secure_getenv("HSAEMU_BINDIR");
	char file[PATH_MAX];
	int n = folder != NULL ? snprintf(file, sizeof file, "%s/%s", folder, program) : -1;

	return n > 0 && n < PATH_MAX && is_near(file, path);
}

/* Finds the program near the tools, or beside the library, or the program, that this function is
 * in; where that is no part of an installation, where this one was to be installed. Where this
 * function is part of the program, its path may be relative to where that began. */
static bool find_program(char path[PATH_MAX])
{
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	Dl_info info;

	self[n > 0 ? n : 0] = '\0';
	if (is_named(path))
		return true;
	if (dladdr((const void *)fin_arch_gcn.triple, &info) != 0 && info.dli_fname != NULL &&
		info.dli_fname[0] == '/' && is_near(info.dli_fname, path))
		return true;
	if (is_near(self, path))
		return true;
	(void)snprintf(path, PATH_MAX, "%s/lib/hsaemu/%s", HSAEMU_PREFIX, program);
	return access(path, X_OK) == 0;
}

/* ---- what the child says --------------------------------------------------------------------- */

/* Takes what stands between two texts; nothing when they are not there. */
static struct str between(struct str text, const char *before, const char *after)
{
	const char *end = text.p + text.n, *p, *q;

	p = text.n != 0 ? memmem(text.p, text.n, before, strlen(before)) : NULL;
	if (p == NULL)
		return (struct str){0};
	p += strlen(before);
	q = memmem(p, (size_t)(end - p), after, strlen(after));
	return (struct str){p, (size_t)((q != NULL ? q : end) - p)};
}

/* LLVM says "LLVM ERROR: Cannot select: ..." and, some lines later, "In function: NAME". */
static void report(const struct fin_unit *u, struct str messages, int status)
{
	struct str why = between(messages, "LLVM ERROR: ", "\n"),
		   kernel = between(messages, "In function: ", "\n");

	if (why.n == 0)
		why = between(messages, "error: ", "\n");
	if (why.n == 0)
		diag_unsupported(u->m->diag, diag_in_file(u->m->view->file),
			"%s ends %s %d: LLVM cannot make code for a GPU", program,
			WIFSIGNALED(status) ? "by signal" : "with status",
			WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	else
		diag_unsupported(u->m->diag, diag_in_file(u->m->view->file),
			"LLVM cannot make code for a GPU%s" STR_FMT "%s: " STR_FMT,
			kernel.n > 0 ? " of '" : "", STR_ARG(kernel), kernel.n > 0 ? "'" : "",
			STR_ARG(why));
}

/* ---- the child ------------------------------------------------------------------------------- */

static void close_files(void *files)
{
	child_release_files(files);
}

static bool run(const struct fin_unit *u, struct child_files *files, struct buf *out)
{
	static const char *const kinds[] = {
		[FINALIZE_OBJ] = "obj", [FINALIZE_ASM] = "asm", [FINALIZE_LLVM_IR] = "llvm-ir"};
	char path[PATH_MAX], level[] = {'-', 'O', (char)('0' + u->options->opt_level), 0};
	const char *const words[] = {path, level, "--emit", kinds[u->options->emit],
		u->options->verify_each ? "--verify-ir" : NULL, NULL};
	LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(u->l->mod);
	bool ok = find_program(path) &&
	          child_add_file(files, LLVMGetBufferStart(bitcode), LLVMGetBufferSize(bitcode)) &&
	          child_add_file(files, NULL, 0) && child_add_file(files, NULL, 0);
	struct buf messages = BUF_INIT;
	int error = ok ? 0 : errno, status = 0;
	pid_t pid;

	LLVMDisposeMemoryBuffer(bitcode);
	if (ok)
		error = child_start(words, files, &pid);
	if (error != 0) {
		diag_error(u->m->diag, diag_in_file(path), "cannot be run: %s", strerror(error));
		return false;
	}
	status = child_wait(pid);
	child_read_file(files, MESSAGES, &messages);
	ok = WIFEXITED(status) && WEXITSTATUS(status) == 0;
	if (ok)
		child_read_file(files, OUTPUT, out);
	else
		report(u, buf_slice(&messages), status);
	buf_release(&messages);
	return ok;
}

bool fin_gcn_codegen(const struct fin_unit *u, struct buf *out)
{
	struct child_files files = {.most = 3};
	struct unwind_guard guard = {.release = close_files, .arg = &files};
	bool ok;

	unwind_guard_begin(&guard);
	ok = run(u, &files, out);
	unwind_guard_end(&guard);
	child_release_files(&files);
	return ok;
}
