/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL C compiled by programs of all kinds: with many threads, with SIGCHLD ignored, without
 * clang, with sources that are hardly any, and with a file of the working directory. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>
#include "expect.h"
#include "hsaemu/compiler.h"
#include "hsaemu/opencl_c.h"

static struct hsaemu_result compile(const char *text, size_t count, const char *options,
	const struct hsaemu_cl_header *headers, size_t header_count)
{
	struct hsaemu_result r = {0};
	const struct hsaemu_cl_source s = {.bytes = text,
		.count = count,
		.options = options,
		.headers = headers,
		.header_count = header_count};
	hsaemu_compiler.compile_cl(&s, &r);
	return r;
}

static struct hsaemu_result compile_text(const char *text)
{
	return compile(text, strlen(text), NULL, NULL, 0);
}

static enum hsaemu_status link_alone(const struct hsaemu_result *object)
{
	struct hsaemu_result r = {0};
	const struct hsaemu_brig o = {"o", object->image, object->image_bytes};
	const struct hsaemu_cl_program p = {.objects = &o, .count = 1, .cpu = "native"};
	hsaemu_compiler.link_cl(&p, &r);
	enum hsaemu_status status = r.status;
	hsaemu_compiler.release_result(&r);
	return status;
}

static void expect(struct hsaemu_result r, enum hsaemu_status status, const char *words)
{
	if (r.status != status || (words != NULL && strstr(r.messages, words) == NULL)) {
		fprintf(stderr, "status %d, not %d; %s\n", (int)r.status, (int)status, r.messages);
		exit(1);
	}
	hsaemu_compiler.release_result(&r);
}

/* LSan has these where it is. What a thread takes between them is not called lost. */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

/* LLVM does not come back from a fatal error, and leaves behind all that it has taken. */
static enum hsaemu_status link_to_fatal_error(const struct hsaemu_result *object)
{
	if (__lsan_disable != NULL)
		__lsan_disable();
	enum hsaemu_status status = link_alone(object);
	if (__lsan_enable != NULL)
		__lsan_enable();
	return status;
}

/* What LLVM cannot select in the first program of all does not hinder the next one. */
static void after_a_fatal_error(void)
{
	struct hsaemu_result r =
		compile_text("kernel void k(global float *o) { o[0] = __builtin_sinf(o[1]); }\n");
	EXPECT(r.status == HSAEMU_OK && link_to_fatal_error(&r) == HSAEMU_UNSUPPORTED);
	hsaemu_compiler.release_result(&r);
	r = compile_text("kernel void k(global float *o) { o[0] = sin(o[1]); }\n");
	EXPECT(r.status == HSAEMU_OK && link_alone(&r) == HSAEMU_OK);
	hsaemu_compiler.release_result(&r);
}

static void odd_sources(void)
{
	static const char nul[] = "kernel void k(void) { }\n\0\n";
	enum { LARGE = 2 << 20 };
	char *spaces = mem_new(LARGE, 1);
	memset(spaces, ' ', LARGE);
	expect(compile_text(""), HSAEMU_OK, NULL);
	expect(compile(nul, sizeof nul, NULL, NULL, 0), HSAEMU_OK, "<source>:2:1: warning: null");
	expect(compile("\xff\xfe\x01", 3, NULL, NULL, 0), HSAEMU_REFUSED, "<source>:1:1");
	expect(compile(spaces, LARGE, NULL, NULL, 0), HSAEMU_OK, NULL);
	expect(compile_text("#include \"absent.h\"\n"), HSAEMU_REFUSED,
		"'absent.h' file not found");
	expect(compile_text("#include \"/dev/fd/0\"\n#error end\n"), HSAEMU_REFUSED, "end");
	mem_free(spaces);
}

/* Headers of the program go before files; both have the names that the program knows. */
static void included(void)
{
	static const char text[] = "#include \"both.h\"\n#include <a b/c.h>\n#include \"mine.h\"\n"
				   "#if BOTH + C + MINE != 7\n#error\n#endif\n";
	static const char bad[] = "#define C 2\n#warning here\n";
	static const struct hsaemu_cl_header headers[] = {
		{"both.h", "#define BOTH 1\n", 15}, {"a b/c.h", bad, sizeof bad - 1}};
	FILE *f = fopen("both.h", "w");
	EXPECT(f != NULL && fputs("#error\n", f) >= 0 && fclose(f) == 0);
	f = fopen("mine.h", "w");
	EXPECT(f != NULL && fputs("#define MINE 4\n", f) >= 0 && fclose(f) == 0);
	struct hsaemu_result r = compile(text, sizeof text - 1, NULL, headers, 2);
	EXPECT(strstr(r.messages, "\na b/c.h:2:2: warning") != NULL);
	EXPECT(r.file_bytes >= 6 && strstr(r.files, "mine.h") != NULL);
	EXPECT(strlen(r.files) + 1 == r.file_bytes);
	expect(r, HSAEMU_OK, NULL);
}

static void *build(void *arg)
{
	char text[128];
	int n = snprintf(text, sizeof text, "kernel void k(global int *o) { o[0] = %zu; }\n",
		atomic_fetch_add((atomic_size_t *)arg, 1));
	struct hsaemu_result r = compile(text, (size_t)n, NULL, NULL, 0);
	bool ok =
		r.status == HSAEMU_OK && clc_object_read(r.image, r.image_bytes).kind == CLC_OBJECT;
	hsaemu_compiler.release_result(&r);
	return ok ? arg : NULL;
}

/* The program ignores its children's ends, as some do. */
static void many_threads(void)
{
	enum { THREADS = 24 };
	pthread_t threads[THREADS];
	atomic_size_t next = 0;
	void *result;
	EXPECT(signal(SIGCHLD, SIG_IGN) != SIG_ERR);
	for (size_t i = 0; i < THREADS; i++)
		EXPECT(pthread_create(&threads[i], NULL, build, &next) == 0);
	for (size_t i = 0; i < THREADS; i++)
		EXPECT(pthread_join(threads[i], &result) == 0 && result != NULL);
	expect(compile_text("mistake\n"), HSAEMU_REFUSED, "<source>:1:1: error");
	EXPECT(signal(SIGCHLD, SIG_DFL) != SIG_ERR);
}

static void script(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");
	EXPECT(f != NULL && fputs(text, f) >= 0 && fclose(f) == 0 && chmod(path, 0700) == 0);
}

static void without_clang(void)
{
	struct buf identity = BUF_INIT, why = BUF_INIT;
	EXPECT(setenv("HSAEMU_CLANG", "/no/clang", 1) == 0);
	expect(compile_text(""), HSAEMU_NO_COMPILER, "needs /no/clang, which is not installed");
	EXPECT(!clc_identity(NULL, &identity, &why) && why.len != 0);
	script("killed", "#!/bin/sh\nkill -9 $$\n");
	EXPECT(setenv("HSAEMU_CLANG", "./killed", 1) == 0);
	expect(compile_text(""), HSAEMU_REFUSED, "clang failed: Killed");
	/* the child has its own files open and no others */
	script("lists", "#!/bin/sh\n[ -e /proc/self/fd/5 ] && [ ! -e /proc/self/fd/50 ] && "
			"echo as wanted >&2; exit 1\n");
	EXPECT(dup2(1, 50) == 50 && setenv("HSAEMU_CLANG", "./lists", 1) == 0);
	expect(compile_text(""), HSAEMU_REFUSED, "as wanted");
	EXPECT(unsetenv("HSAEMU_CLANG") == 0 && close(50) == 0);
	buf_release(&identity);
	buf_release(&why);
}

int main(void)
{
	struct buf found = BUF_INIT, why = BUF_INIT;
	if (!clc_find_clang(&found, &why) || !clc_find_libclc(&found, &why)) {
		puts("clang-19 and libclc-19 are not both installed");
		return 77;
	}
	after_a_fatal_error();
	odd_sources();
	included();
	many_threads();
	without_clang();
	buf_release(&found);
	buf_release(&why);
	return 0;
}
