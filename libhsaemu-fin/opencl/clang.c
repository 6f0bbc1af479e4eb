/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs clang once, in a process of its own. It is clang's compiler proper (-cc1), as its driver
 * adds only its own time. What our headers declare is read from a precompiled form where it is of
 * this very clang: it is taken whatever the options say of arithmetic, so that the options do not
 * change constants in our headers. */
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include "cl_impl.h"
#include "hsaemu/unwind.h"

/* What the child finds open; headers follow. */
enum { INPUT, OUTPUT, MESSAGES, OVERLAY, INCLUDED, SOURCE };

#define OCL_EXTENSION(name) ",+" name
#define OCL_HOST_EXTENSION(name, major, minor, patch)
#define OCL_FEATURE(name)
#define OCL_HEADER_FEATURE(name)
static const char extensions[] = "-cl-ext=+cl_khr_fp64"
#include "hsaemu/opencl_extensions.def"
	;
#undef OCL_EXTENSION
#undef OCL_HOST_EXTENSION
#undef OCL_FEATURE
#undef OCL_HEADER_FEATURE
/* Pipes and queues of the device parse, so that it can be said what is not supported; programs see
 * no macros of them. */
#define OCL_EXTENSION(name) ",+" name
#define OCL_HOST_EXTENSION(name, major, minor, patch)
#define OCL_FEATURE(name) ",+" name
#define OCL_HEADER_FEATURE(name)
static const char features[] = "-cl-ext=+cl_khr_fp64"
#include "hsaemu/opencl_extensions.def"
			       ",+__opencl_c_device_enqueue,+__opencl_c_pipes";
#undef OCL_EXTENSION
#undef OCL_HOST_EXTENSION
#undef OCL_FEATURE
#undef OCL_HEADER_FEATURE

#define OCL_EXTENSION(name)
#define OCL_HOST_EXTENSION(name, major, minor, patch)
#define OCL_FEATURE(name)
#define OCL_HEADER_FEATURE(name) "-D" name "=1",
static const char *const header_features[] = {
#include "hsaemu/opencl_extensions.def"
	NULL};
#undef OCL_EXTENSION
#undef OCL_HOST_EXTENSION
#undef OCL_FEATURE
#undef OCL_HEADER_FEATURE

#define OCL_EXTENSION(name)
#define OCL_HOST_EXTENSION(name, major, minor, patch)
#define OCL_FEATURE(name)
#define OCL_HEADER_FEATURE(name)
#define OCL_IMAGE_EXTENSION(name) "#undef " name "\n"
#define OCL_IMAGE_FEATURE(name) OCL_IMAGE_EXTENSION(name)
static const char no_images[] = "#undef __IMAGE_SUPPORT__\n"
#include "hsaemu/opencl_extensions.def"
	;
#undef OCL_EXTENSION
#undef OCL_HOST_EXTENSION
#undef OCL_FEATURE
#undef OCL_HEADER_FEATURE

struct clang {
	const struct hsaemu_cl_source *source;
	struct arena *arena;
	struct buf messages;
	struct clc_options options;
	struct child_files files;
	struct buf share, clang; /* paths, with a 0 behind */
	const char **words;
	size_t count, capacity;
};

static enum hsaemu_status PRINTF_LIKE(3, 4)
	fail(struct clang *c, enum hsaemu_status status, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	buf_puts(&c->messages, "error: ");
	buf_vprintf(&c->messages, fmt, ap);
	buf_u8(&c->messages, '\n');
	va_end(ap);
	return status;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* The line before the source gives it its name in messages. */
static void put_source(const struct hsaemu_cl_source *s, struct buf *out)
{
	if (s->no_images)
		buf_puts(out, no_images);
	buf_puts(out, "# 1 \"");
	for (const char *z = s->name != NULL ? s->name : "<source>"; *z != 0; z++) {
		if (*z == '"' || *z == '\\')
			buf_u8(out, '\\');
		buf_u8(out, (unsigned char)*z < ' ' ? '?' : (uint8_t)*z);
	}
	buf_puts(out, "\"\n");
	buf_append(out, s->bytes, s->count);
}

static bool add_files(struct clang *c)
{
	const struct hsaemu_cl_source *s = c->source;
	struct buf overlay = BUF_INIT, text = BUF_INIT;
	bool ok = true;
	c->files.most = SOURCE + 1 + s->header_count;
	fin_cl_overlay(s, SOURCE, &overlay);
	put_source(s, &text);
	for (int i = INPUT; i <= SOURCE && ok; i++) {
		const struct buf none = BUF_INIT;
		const struct buf *b = i == OVERLAY ? &overlay : i == SOURCE ? &text : &none;
		ok = child_add_file(&c->files, b->data, b->len);
	}
	for (size_t i = 0; i < s->header_count && ok; i++)
		ok = child_add_file(&c->files, s->headers[i].bytes, s->headers[i].count);
	buf_release(&overlay);
	buf_release(&text);
	return ok;
}

static void release(void *arg)
{
	child_close_files(arg);
}

/* ---- the command ----------------------------------------------------------------------------- */

static void add(struct clang *c, const char *word)
{
	ARRAY_GROW(c->words, c->count, c->capacity);
	c->words[c->count++] = word;
}

static void add_all(struct clang *c, const char *const *words)
{
	for (; *words != NULL; words++)
		add(c, *words);
}

static const char *const first_words[] = {"-cc1", "-triple", "nvptx64--nvidiacl", "-target-cpu",
	"sm_75", "-target-feature", "+ptx85", "-emit-llvm-bc", "-disable-llvm-passes",
	"-disable-free", "-ffp-contract=on", "-fgnuc-version=4.2.1", "-nostdsysteminc",
	"-ferror-limit", "100", "-fshow-overloads=best", "-fmacro-backtrace-limit=1",
	"-finclude-default-header", "-fdeclare-opencl-builtins", "-cl-kernel-arg-info",
	"-U__opencl_c_device_enqueue", "-U__opencl_c_pipes",
	"-fmacro-prefix-map=" FIN_CL_FOLDER "/=", "-fdebug-prefix-map=" FIN_CL_FOLDER "/=",
	"-ivfsoverlay", "/proc/self/fd/3", "-dependency-file", "/proc/self/fd/4", "-MT", "x",
	"-iquote", ".", "-I" FIN_CL_FOLDER, NULL};
static const char *const last_words[] = {
	"-o", "-", "-x", "cl", FIN_CL_FOLDER "/" FIN_CL_SOURCE, NULL};

/* What clang is told of a language. Headers are precompiled for those that most programs are in. */
struct language {
	const char *standard;
	bool has_features, is_precompiled;
	const char *words[3];
};

static const struct language languages[CLC_LANGUAGE_COUNT] = {
	[CLC_12] = {"CL1.2", false, true, {NULL}},
	[CLC_20] = {"CL2.0", false, true, {NULL}},
	[CLC_30] = {"CL3.0", true, true, {NULL}},
	[CLC_CXX_10] = {"clc++1.0", false, false, {"-fno-rtti", "-fno-threadsafe-statics"}},
	[CLC_CXX_2021] = {"clc++2021", true, false, {"-fno-rtti", "-fno-threadsafe-statics"}},
};

static const char *level_of(const struct clc_options *o)
{
	return (o->flags & CLC_NO_OPTIMISATION) != 0 ? "0" : o->level != NULL ? o->level : "2";
}

static void write_command(struct clang *c)
{
	const struct clc_options *o = &c->options;
	const struct language *l = &languages[o->language];
	const char *share = (const char *)c->share.data, *clang = (const char *)c->clang.data;
	add(c, clang);
	add_all(c, first_words);
	add_all(c, l->words);
	add(c, l->has_features ? features : extensions);
	if (l->has_features)
		add_all(c, header_features);
	add(c, arena_printf(c->arena, "-cl-std=%s", l->standard));
	add(c, arena_printf(c->arena, "-O%s", level_of(o)));
	if (l->is_precompiled && clc_is_made_by(share, clang)) {
		add(c, "-fno-validate-pch");
		add(c, "-include-pch");
		add(c, arena_printf(c->arena, "%s/opencl/%s.pch", share, l->standard));
		add(c, "-isysroot");
		add(c, share);
	} else {
		add(c, "-include");
		add(c, arena_printf(c->arena, "%s/opencl/hsaemu_opencl.h", share));
	}
	for (size_t i = 0; i < o->count; i++)
		add(c, o->words[i]);
	add_all(c, last_words);
	add(c, NULL);
}

/* ---- the result ------------------------------------------------------------------------------ */

static void take_text(struct clang *c, struct hsaemu_result *out)
{
	struct buf text = BUF_INIT, files = BUF_INIT;
	child_read_file(&c->files, MESSAGES, &text);
	fin_cl_log(buf_slice(&text), &c->messages);
	buf_clear(&text);
	child_read_file(&c->files, INCLUDED, &text);
	fin_cl_included(buf_slice(&text), (const char *)c->share.data, &files);
	out->files = (char *)files.data;
	out->file_bytes = files.len;
	buf_release(&text);
}

static void take_object(struct clang *c, const struct buf *bitcode, struct hsaemu_result *out)
{
	struct buf bytes = BUF_INIT;
	const struct clc_object o = {
		.kind = CLC_OBJECT, .flags = c->options.flags, .bitcode = buf_slice(bitcode)};
	clc_object_write(&o, &bytes);
	out->image = bytes.data;
	out->image_bytes = bytes.len;
}

static enum hsaemu_status take_results(struct clang *c, int ended, struct hsaemu_result *out)
{
	struct buf bitcode = BUF_INIT;
	enum hsaemu_status status = HSAEMU_REFUSED;
	take_text(c, out);
	child_read_file(&c->files, OUTPUT, &bitcode);
	if (ended == 0 && bitcode.len != 0) {
		take_object(c, &bitcode, out);
		status = HSAEMU_OK;
	} else if (WIFSIGNALED(ended)) {
		fail(c, status, "clang failed: %s", strsignal(WTERMSIG(ended)));
	} else if (c->messages.len == 0) {
		fail(c, status, "clang failed without a message");
	}
	buf_release(&bitcode);
	return status;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static enum hsaemu_status prepare(struct clang *c)
{
	const struct hsaemu_cl_source *s = c->source;
	struct buf libclc = BUF_INIT;
	if (!clc_options_read(CLC_COMPILE, s->options, c->arena, &c->options, &c->messages))
		return HSAEMU_BAD_CALL;
	if (s->share != NULL)
		buf_append(&c->share, s->share, strlen(s->share) + 1);
	else if (!clc_find_share(&c->share, &c->messages))
		return HSAEMU_NO_COMPILER;
	if (!clc_find_clang(&c->clang, &c->messages))
		return HSAEMU_NO_COMPILER;
	bool has_libclc = clc_find_libclc(&libclc, &c->messages);
	buf_release(&libclc);
	if (!has_libclc)
		return HSAEMU_NO_COMPILER;
	for (size_t i = 0; i < s->header_count; i++)
		if (!fin_cl_is_header_name(s->headers[i].name))
			return fail(c, HSAEMU_REFUSED, "a header cannot be named '%.200s'",
				s->headers[i].name);
	return HSAEMU_OK;
}

static enum hsaemu_status compile(struct clang *c, struct hsaemu_result *out)
{
	int ended = 0;
	enum hsaemu_status status = prepare(c);
	if (status != HSAEMU_OK)
		return status;
	if (!add_files(c))
		return fail(c, HSAEMU_NO_MEMORY, "cannot make a file in memory: %s",
			strerror(errno));
	write_command(c);
	int error = fin_cl_run(c->words, &c->files, &ended);
	if (error == 0)
		return take_results(c, ended, out);
	bool is_missing = error == ENOENT || error == EACCES || error == ENOEXEC;
	return fail(c, is_missing ? HSAEMU_NO_COMPILER : HSAEMU_NO_MEMORY, "cannot run %s: %s",
		c->words[0], strerror(error));
}

void fin_cl_compile(const struct hsaemu_cl_source *s, struct arena *a, struct hsaemu_result *out)
{
	struct clang c = {.source = s, .arena = a};
	struct unwind_guard guard = {.release = release, .arg = &c.files};
	unwind_guard_begin(&guard);
	out->status = compile(&c, out);
	unwind_guard_end(&guard);
	child_release_files(&c.files);
	if (c.messages.len != 0)
		buf_u8(&c.messages, 0);
	out->messages = (char *)c.messages.data;
	buf_release(&c.share);
	buf_release(&c.clang);
	clc_options_release(&c.options);
	mem_free(c.words);
}
