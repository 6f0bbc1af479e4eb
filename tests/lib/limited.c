/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loading while LLVM itself gets no memory, because the address space of the process is limited:
 * there is a status, operator new is as it was before, and with memory all goes well again. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include <dlfcn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include "expect.h"
#include "hsaemu/finalize.h"
#include "hsaemu/unwind.h"

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

typedef void function(void);
typedef function *set_handler(function *);

static void *find(const char *name)
{
	void *found = dlsym(RTLD_DEFAULT, name);
	EXPECT(found != NULL);
	return found;
}

static set_handler *new_handler_setter(void)
{
	return (set_handler *)(uintptr_t)find("_ZSt15set_new_handlerPFvvE");
}

static void own_handler(void)
{
	_Exit(3);
}

static size_t mapped_bytes(void)
{
	size_t pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	EXPECT(f != NULL && fscanf(f, "%zu", &pages) == 1);
	fclose(f);
	return pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void limit(rlim_t bytes)
{
	struct rlimit l = {bytes, RLIM_INFINITY};
	EXPECT(setrlimit(RLIMIT_AS, &l) == 0);
}

static enum hsaemu_status load(struct hsaemu_runtime *rt, const char *text)
{
	struct hsaemu_module *m = hsaemu_load(rt, "k.hsail", text, strlen(text));
	enum hsaemu_status status = hsaemu_error_status();
	EXPECT(m != NULL || strstr(hsaemu_error(), "out of memory") != NULL);
	EXPECT(m == NULL || hsaemu_unload(m) == HSAEMU_OK);
	return status;
}

enum { ENOUGH = 1, TOO_LITTLE = 2 };

struct trial {
	const char *name, *text;
	bool warm; /* a small kernel is compiled before */
	bool lost; /* LLVM may be left while it sets itself up, and is not called again then */
};

/* Loads with `bytes` of address space, and again without a limit. */
static int load_limited(const struct trial *t, size_t more, size_t all)
{
	enum { SECONDS = 60 };
	struct hsaemu_options o = {.size = sizeof o, .threads = 1};
	struct hsaemu_runtime *rt = hsaemu_open(&o);
	set_handler *set = new_handler_setter();
	alarm(SECONDS); /* a lock that stays locked */
	(void)set(own_handler);
	EXPECT(rt != NULL && (!t->warm || load(rt, scale_kernel) == HSAEMU_OK));
	limit(all != 0 ? all : mapped_bytes() + more);
	enum hsaemu_status status = load(rt, t->text);
	EXPECT(status == HSAEMU_OK || status == HSAEMU_NO_MEMORY);
	limit(RLIM_INFINITY);
	EXPECT(load(rt, t->text) == HSAEMU_OK ||
		(t->lost && hsaemu_error_status() == HSAEMU_NO_MEMORY));
	EXPECT(set(NULL) == own_handler);
	hsaemu_close(rt);
	return status == HSAEMU_OK ? ENOUGH : TOO_LITTLE;
}

static bool is_enough(const struct trial *t, size_t more, size_t all)
{
	int status = 0;
	fflush(NULL);
	pid_t child = fork();
	EXPECT(child >= 0);
	if (child == 0)
		_exit(load_limited(t, more, all));
	EXPECT(waitpid(child, &status, 0) == child);
	bool ends = WIFEXITED(status) &&
	            (WEXITSTATUS(status) == ENOUGH || WEXITSTATUS(status) == TOO_LITTLE);
	if (!ends)
		fprintf(stderr, "%s, %zu bytes more: status %#x\n", t->name, more,
			(unsigned)status);
	EXPECT(ends);
	return WEXITSTATUS(status) == ENOUGH;
}

static void less_and_less(const struct trial *t, size_t first)
{
	unsigned too_little = 0;
	for (size_t more = first; !is_enough(t, more, 0); more += more / 4 + 400000)
		too_little++;
	printf("%s: %u\n", t->name, too_little);
	EXPECT(too_little > 3);
	(void)is_enough(t, 0, (size_t)256 << 20);
}

/* A kernel for which LLVM takes some 100 MB. */
static char *large_kernel(void)
{
	enum { LINES = 6000 };
	static const char head[] = HSAIL("prog kernel &k(kernarg_u64 %p)\n{\n"
					 "	ld_kernarg_u64 $d0, [%p];\n");
	static const char line[] =
		"	ld_global_u32 $s0, [$d0];\n	st_global_u32 $s0, [$d0+8];\n";
	char *text = malloc(sizeof head + LINES * sizeof line + sizeof "};\n");
	EXPECT(text != NULL);
	char *at = text + sprintf(text, "%s", head);
	for (int i = 0; i < LINES; i++)
		at += sprintf(at, "%s", line);
	sprintf(at, "};\n");
	return text;
}

/* ---- LLVM gives up --------------------------------------------------------------------------- */

static void fail(void *arg)
{
	void (*report)(const char *, bool) = (void (*)(const char *, bool))(uintptr_t)arg;
	report("nothing works", true);
}

static void fatal(void)
{
	struct unwind_report why;
	EXPECT(fin_catch_begin());
	EXPECT(unwind_run(fail, find("_ZN4llvm18report_fatal_errorEPKcb"), &why) == UNWIND_BUG);
	EXPECT(strcmp(why.text, "nothing works") == 0);
	fin_catch_end();
}

int main(void)
{
	if (SANITIZED) {
		puts("sanitizers need the address space");
		return 77;
	}
	char *large = large_kernel();
	less_and_less(&(struct trial){.name = "small, cold", .text = scale_kernel}, 0);
	less_and_less(&(struct trial){.name = "small, warm", .text = scale_kernel, .warm = true},
		0);
	less_and_less(&(struct trial){.name = "large, warm", .text = large, .warm = true},
		(size_t)32 << 20);
	less_and_less(&(struct trial){.name = "large, cold", .text = large, .lost = true},
		(size_t)32 << 20);
	free(large);
	fatal();
	return 0;
}
