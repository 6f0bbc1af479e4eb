/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Starts a program so that the loader finds our libhsa-runtime64, whether the program is linked
 * with it or opens it by its name, and OpenCL's loader our device. The program takes hsa-run's
 * place, so that signals and the exit status are its own.
 *
 * Some of AMD's tools look for AMD's driver before they call the library. They have its name in
 * them, and get driver_checks.so, which gives the answers they want. */
#define _GNU_SOURCE /* memmem() */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "hsaemu/base.h"
#include "execute.h"
#include "host_program.h"

static const char library[] = "libhsa-runtime64.so.1";
/* The other library is always in the private folder, beside the first one or below it. */
static const char checks_beside[] = "/driver_checks.so";
static const char checks_private[] = "/hsaemu/hsa/driver_checks.so";

/* Sets `out` to the folder's real path when the library is in it. */
static bool has_library(const char *folder, char out[PATH_MAX])
{
	char file[PATH_MAX + sizeof library];
	if (realpath(folder, out) == NULL)
		return false;
	(void)snprintf(file, sizeof file, "%s/%s", out, library);
	return access(file, R_OK) == 0;
}

/* Finds the library's folder: the one of this build or installation, else where make install was
 * told to put it. */
static bool find_library(char out[PATH_MAX])
{
	char self[PATH_MAX], beside[PATH_MAX + 32];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	while (n > 0 && self[n - 1] != '/')
		n--;
	if (n > 0) {
		(void)snprintf(beside, sizeof beside, "%.*s../lib/hsaemu/hsa", (int)n, self);
		if (has_library(beside, out))
			return true;
	}
	return has_library(HSA_RUNTIME_DIR, out);
}

/* Puts a value before those that a variable has. */
static bool prepend(const char *name, const char *value, char separator)
{
	struct buf text = BUF_INIT;
	const char *old = getenv(name);
	buf_puts(&text, value);
	if (old != NULL && *old != '\0')
		buf_printf(&text, "%c%s", separator, old);
	buf_u8(&text, '\0');
	bool ok = setenv(name, (const char *)text.data, 1) == 0;
	buf_release(&text);
	return ok;
}

/* Returns whether a file has the name of AMD's driver in it. */
static bool names_driver(const char *path)
{
	static const char driver[] = "/dev/kfd";
	struct stat st;
	bool found = false;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0) {
		void *bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		if (bytes != MAP_FAILED) {
			found = memmem(bytes, (size_t)st.st_size, driver, sizeof driver) != NULL;
			munmap(bytes, (size_t)st.st_size);
		}
	}
	close(fd);
	return found;
}

/* Does what names_driver() does for a program that may have to be looked for in PATH. */
static bool program_names_driver(const char *program)
{
	const char *path = getenv("PATH");
	if (strchr(program, '/') != NULL || path == NULL)
		return names_driver(program);
	while (*path != '\0') {
		char file[PATH_MAX];
		size_t n = strcspn(path, ":");
		int len = snprintf(file, sizeof file, "%.*s/%s", (int)n, path, program);
		if (len > 0 && (size_t)len < sizeof file && access(file, X_OK) == 0)
			return names_driver(file);
		path += n + (path[n] == ':');
	}
	return false;
}

/* Has OpenCL's loader find our library and no other, unless the user has said which. The library is
 * in the private folder, whichever the other one is in. */
static bool name_opencl(const char *folder)
{
	static const char *const places[] = {
		"/../libhsaemu-opencl.so", "/hsaemu/libhsaemu-opencl.so"};
	/* of Debian's loader, and of Khronos's */
	static const char *const names[] = {"OCL_ICD_VENDORS", "OCL_ICD_FILENAMES"};
	char file[2 * PATH_MAX], path[PATH_MAX];
	for (size_t i = 0; i < ARRAY_LEN(places); i++) {
		(void)snprintf(file, sizeof file, "%s%s", folder, places[i]);
		if (realpath(file, path) == NULL)
			continue;
		return setenv(names[0], path, 0) == 0 && setenv(names[1], path, 0) == 0;
	}
	return true; /* it is not installed */
}

static int fail(int status, const char *what, const char *why)
{
	fprintf(stderr, "hsa-run: error: %s: %s\n", what, why);
	return status;
}

int run_host_program(char **argv)
{
	char folder[PATH_MAX], checks[PATH_MAX + sizeof checks_private];
	if (argv[0] == NULL)
		return fail(RUN_USAGE, "--", "expected a program");
	if (!find_library(folder))
		return fail(RUN_NOT_FOUND, library, "not installed beside hsa-run");
	(void)snprintf(checks, sizeof checks, "%s%s", folder, checks_beside);
	if (access(checks, R_OK) != 0)
		(void)snprintf(checks, sizeof checks, "%s%s", folder, checks_private);
	if (!prepend("LD_LIBRARY_PATH", folder, ':') || !name_opencl(folder) ||
		(program_names_driver(argv[0]) && !prepend("LD_PRELOAD", checks, ' ')))
		return fail(RUN_FAILURE, argv[0], strerror(errno));
	execvp(argv[0], argv);
	return fail(RUN_NOT_FOUND, argv[0], strerror(errno));
}
