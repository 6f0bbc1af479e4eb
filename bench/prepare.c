/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "prepare.h"

#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"

enum { LIMIT_S = 120 }; /* of CPU time, for each tool */

/* Makes a path. A path that does not fit is cut, so that the file is then not found. */
__attribute__((format(printf, 2, 3))) static void make_path(char out[PLAN_PATH], const char *fmt,
	...)
{
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(out, PLAN_PATH, fmt, ap);
	va_end(ap);
}

static bool run(const char *const *argv, char why[PLAN_TEXT], struct command_cost *cost)
{
	int status = command_run(argv, LIMIT_S, cost, why, PLAN_TEXT);
	if (status == 0)
		why[0] = '\0'; /* drops the warnings */
	return status == 0;
}

/* Makes the path TOP/FOLDER/FILE.SUFFIX; returns false, with the reason, if no such file is
 * there. */
static bool find_source(const struct plan *plan, const char *folder, const char *file,
	const char *suffix, char *path, struct prepared *out)
{
	make_path(path, "%s/%s/%s.%s", plan->top, folder, file, suffix);
	out->why[0] = '\0';
	if (access(path, R_OK) == 0)
		return true;
	snprintf(out->why, sizeof out->why, "there is no %s/%s.%s", folder, file, suffix);
	return false;
}

/* Makes the case's path below the work folder, and creates the folder of its suite in there. */
static void work_path(const struct plan *plan, const struct suite_case *c, char *path)
{
	const char *file = suite_file(c), *slash = strchr(file, '/');
	if (slash) {
		make_path(path, "%s/%.*s", plan->work, (int)(slash - file), file);
		(void)!mkdir(path, 0777); /* a tool that writes there reports a missing folder */
	}
	make_path(path, "%s/%s", plan->work, file);
}

static bool assemble(const struct plan *plan, const char *file, const char *brig,
	struct prepared *out)
{
	char source[PLAN_PATH], as[PLAN_PATH];
	struct command_cost cost;
	make_path(as, "%s/hsail-as", plan->bin);
	if (!find_source(plan, "examples", file, "hsail", source, out) &&
		!find_source(plan, "bench/kernels", file, "hsail", source, out))
		return false;
	return run((const char *const[]){as, source, "-o", brig, NULL}, out->why, &cost);
}

const char *prepare_original(const struct plan *plan, const struct suite_case *c)
{
	if (!plan->source)
		return NULL;
	switch (plan->language) {
	case LANGUAGE_OPENCL:
		return c->original.opencl;
	case LANGUAGE_CUDA:
		return c->original.cuda;
	}
	return NULL;
}

/* Makes the options that name the folders which an original includes from: its own and its
 * parent. */
static void original_options(const struct plan *plan, const struct suite_case *c,
	const char *original, char options[PLAN_PATH])
{
	int len = (int)(strrchr(original, '/') - original);
	make_path(options, "%s -I%s/%.*s -I%s/%.*s/..",
		c->original.options ? c->original.options : "", plan->source, len, original,
		plan->source, len, original);
}

/* Compiles the original's kernels to PTX. */
static bool compile(const struct plan *plan, const struct suite_case *c, const char *original,
	const char *ptx, struct prepared *out)
{
	char compiler[PLAN_PATH], source[PLAN_PATH], options[PLAN_PATH];
	struct command_cost cost;
	make_path(compiler, "%s/hsaemu-cc", plan->bin);
	make_path(source, "%s/%s", plan->source, original);
	original_options(plan, c, original, options);
	return run((const char *const[]){"/bin/sh", "-c",
			   "exec \"$0\" --emit=ptx $3 \"$1\" -o \"$2\"", compiler, source, ptx,
			   options, NULL},
		out->why, &cost);
}

static bool translate(const struct plan *plan, const struct suite_case *c, const char *brig,
	struct prepared *out)
{
	char source[PLAN_PATH], translator[PLAN_PATH];
	struct command_cost cost;
	const char *original = prepare_original(plan, c);
	make_path(translator, "%s/ptx2hsail", plan->bin);
	make_path(source, "%s.ptx", brig);
	if (original ? !compile(plan, c, original, source, out)
		     : !find_source(plan, "bench", suite_file(c), "ptx", source, out))
		return false;
	return run((const char *const[]){translator, "--emit=brig", source, "-o", brig, NULL},
		out->why, &cost);
}

static bool make_brig(const struct plan *plan, const struct suite_case *c, char *brig,
	struct prepared *out)
{
	char path[PLAN_PATH];
	work_path(plan, c, path);
	make_path(brig, "%s.brig", path);
	if (access(brig, R_OK) == 0)
		return true;
	switch (c->source) {
	case SUITE_HSAIL:
		return assemble(plan, suite_file(c), brig, out);
	case SUITE_OPENCL:
		return translate(plan, c, brig, out);
	}
	return false;
}

/* Writes the options of hsail-fin that make a column, in one. */
static void make_level(enum column column, char *level, size_t bytes)
{
	switch (column_variant(column)) {
	case VARIANT_PROFILE:
		snprintf(level, bytes, "--profile");
		break;
	case VARIANT_TIMEOUT:
		snprintf(level, bytes, "--preempt=timeout");
		break;
	default:
		snprintf(level, bytes, "--simd=%s%s",
			column == COLUMN_OFF || column == COLUMN_AUTO ? "" : "up-to-",
			column_name(column));
	}
}

double prepare_finalize(const struct plan *plan, const char *brig, enum column column,
	unsigned runs, const char *object, char why[PLAN_TEXT])
{
	char fin[PLAN_PATH], level[32], cpu[64];
	double least = 0;
	make_path(fin, "%s/hsail-fin", plan->bin);
	make_level(column, level, sizeof level);
	snprintf(cpu, sizeof cpu, "-mcpu=%s", plan->cpu);
	for (unsigned i = 0; i < runs; i++) {
		struct command_cost cost;
		if (!run((const char *const[]){fin, level, cpu, brig, "-o", object, NULL}, why,
			    &cost))
			return 0;
		if (i == 0 || cost.cpu_ms < least)
			least = cost.cpu_ms;
	}
	return least;
}

static void make_image(const struct plan *plan, const struct suite_case *c, enum column column,
	struct prepared *out)
{
	char brig[PLAN_PATH], object[PLAN_PATH], ld[PLAN_PATH], path[PLAN_PATH];
	struct command_cost cost;
	make_path(ld, "%s/hsa-ld", plan->bin);
	work_path(plan, c, path);
	make_path(object, "%s.%s.o", path, column_name(column));
	make_path(out->path, "%s.%s.img", path, column_name(column));
	if (!make_brig(plan, c, brig, out))
		return;
	out->finalize_ms =
		prepare_finalize(plan, brig, column, plan->finalize_runs, object, out->why);
	if (out->finalize_ms > 0)
		run((const char *const[]){ld, object, "-o", out->path, NULL}, out->why, &cost);
}

static void find_library(const struct plan *plan, const char *name, struct prepared *out)
{
	make_path(out->path, "%s/../bench/%s.so", plan->bin, name);
	if (access(out->path, R_OK) != 0)
		snprintf(out->why, sizeof out->why, "%s.so was not built", name);
}

static void make_gccbrig(const struct plan *plan, const struct suite_case *c, unsigned threads,
	struct prepared *out)
{
	char brig[PLAN_PATH], path[PLAN_PATH];
	struct command_cost cost;
	if (threads > 1) {
		snprintf(out->why, sizeof out->why, "one thread only");
		return;
	}
	work_path(plan, c, path);
	make_path(out->path, "%s.gccbrig.so", path);
	if (access(out->path, R_OK) == 0)
		return;
	if (make_brig(plan, c, brig, out))
		run((const char *const[]){"gccbrig-11", "-O3", "-march=native", "-shared", "-fPIC",
			    "-o", out->path, brig, "-lhsail-rt", NULL},
			out->why, &cost);
}

static void find_opencl(const struct plan *plan, const struct suite_case *c, enum suite_size size,
	struct prepared *out)
{
	const char *original = prepare_original(plan, c);
	find_library(plan, "engine-opencl", out);
	if (out->why[0])
		return;
	switch (c->source) {
	case SUITE_HSAIL:
		if (size == SUITE_SMALL)
			snprintf(out->why, sizeof out->why, "it has no partial work-groups");
		else if (!find_source(plan, "bench/opencl", suite_file(c), "cl", out->path, out))
			snprintf(out->why, sizeof out->why, "no form in OpenCL C");
		break;
	case SUITE_OPENCL:
		if (original && plan->language == LANGUAGE_OPENCL) {
			make_path(out->path, "%s/%s", plan->source, original);
			original_options(plan, c, original, out->options);
		} else {
			find_source(plan, "bench", suite_file(c), "cl", out->path, out);
		}
		break;
	}
}

void prepare(const struct plan *plan, const struct row *row, enum column column,
	struct prepared *out)
{
	const struct suite_case *c = suite_cases[row->index].c;
	char library[64];
	if (column_kind(column) == KIND_IMAGE && out->path[0])
		return; /* all rows of a case use one image */
	memset(out, 0, sizeof *out);
	switch (column_kind(column)) {
	case KIND_IMAGE:
		make_image(plan, c, column, out);
		break;
	case KIND_LOOPS:
		snprintf(library, sizeof library, "loops-%s%s", column_name(column),
			row->threads > 1 ? "-omp" : "");
		find_library(plan, library, out);
		if (column_variant(column) == VARIANT_ISPC && row->threads > 1)
			snprintf(out->why, sizeof out->why, "one thread only");
		break;
	case KIND_OPENCL:
		find_opencl(plan, c, row->size, out);
		break;
	case KIND_GCCBRIG:
		make_gccbrig(plan, c, row->threads, out);
		break;
	case KIND_COUNT:
		break;
	}
}
