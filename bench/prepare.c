#include "prepare.h"

#include <string.h>
#include <unistd.h>

#include "command.h"

enum { LIMIT_S = 120 }; /* of CPU time, for each tool */

/* A path that does not fit is cut and then not found. */
#define PATH(out, ...) (void)!snprintf(out, PLAN_PATH, __VA_ARGS__)

bool prepare_source(const struct plan *plan, const char *name, char *path, size_t path_bytes)
{
	static const char *const folders[] = {"examples", "bench/kernels"};
	for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
		snprintf(path, path_bytes, "%s/%s/%s.hsail", plan->top, folders[i], name);
		if (access(path, R_OK) == 0)
			return true;
	}
	return false;
}

static bool run(const char *const *argv, char why[PLAN_TEXT], struct command_cost *cost)
{
	int status = command_run(argv, LIMIT_S, cost, why, PLAN_TEXT);
	if (status == 0)
		why[0] = '\0'; /* warnings */
	return status == 0;
}

static bool assemble(const struct plan *plan, const char *name, char *brig, struct prepared *out)
{
	char source[PLAN_PATH], tool[PLAN_PATH + 16];
	struct command_cost cost;
	PATH(brig, "%s/%s.brig", plan->work, name);
	if (access(brig, R_OK) == 0)
		return true;
	if (!prepare_source(plan, name, source, sizeof source)) {
		snprintf(out->why, sizeof out->why, "no source");
		return false;
	}
	snprintf(tool, sizeof tool, "%s/hsail-as", plan->bin);
	return run((const char *const[]){tool, source, "-o", brig, NULL}, out->why, &cost);
}

double prepare_finalize(const struct plan *plan, const char *brig, enum column column,
	unsigned runs, const char *object, char why[PLAN_TEXT])
{
	char fin[PLAN_PATH], level[32], cpu[64];
	double least = 0;
	PATH(fin, "%s/hsail-fin", plan->bin);
	snprintf(level, sizeof level, "--simd=%s", column_name(column));
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

static void make_image(const struct plan *plan, const char *name, enum column column,
	struct prepared *out)
{
	char brig[PLAN_PATH], object[PLAN_PATH], ld[PLAN_PATH];
	struct command_cost cost;
	PATH(ld, "%s/hsa-ld", plan->bin);
	PATH(object, "%s/%s.%s.o", plan->work, name, column_name(column));
	PATH(out->path, "%s/%s.%s.img", plan->work, name, column_name(column));
	if (!assemble(plan, name, brig, out))
		return;
	out->finalize_ms =
		prepare_finalize(plan, brig, column, plan->finalize_runs, object, out->why);
	if (out->finalize_ms > 0)
		run((const char *const[]){ld, object, "-o", out->path, NULL}, out->why, &cost);
}

static void find_library(const struct plan *plan, const char *name, struct prepared *out)
{
	PATH(out->path, "%s/../bench/%s.so", plan->bin, name);
	if (access(out->path, R_OK) != 0)
		snprintf(out->why, sizeof out->why, "%s.so was not built", name);
}

static void make_gccbrig(const struct plan *plan, const char *name, unsigned threads,
	struct prepared *out)
{
	char brig[PLAN_PATH];
	struct command_cost cost;
	if (threads > 1) {
		snprintf(out->why, sizeof out->why, "one thread only");
		return;
	}
	PATH(out->path, "%s/%s.gccbrig.so", plan->work, name);
	if (access(out->path, R_OK) == 0)
		return;
	if (assemble(plan, name, brig, out))
		run((const char *const[]){"gccbrig-11", "-O3", "-march=native", "-shared", "-fPIC",
			    "-o", out->path, brig, "-lhsail-rt", NULL},
			out->why, &cost);
}

static void find_opencl(const struct plan *plan, const char *name, enum suite_size size,
	struct prepared *out)
{
	find_library(plan, "engine-opencl", out);
	PATH(out->path, "%s/bench/opencl/%s.cl", plan->top, name);
	if (out->why[0])
		return;
	if (size == SUITE_SMALL)
		snprintf(out->why, sizeof out->why, "it has no partial work-groups");
	else if (access(out->path, R_OK) != 0)
		snprintf(out->why, sizeof out->why, "no form in OpenCL C");
}

void prepare(const struct plan *plan, const struct row *row, enum column column,
	struct prepared *out)
{
	const char *name = suite_file(suite_cases[row->index].c);
	char library[64];
	if (column_kind(column) == KIND_IMAGE && out->path[0])
		return; /* one image for all rows */
	memset(out, 0, sizeof *out);
	switch (column_kind(column)) {
	case KIND_IMAGE:
		make_image(plan, name, column, out);
		break;
	case KIND_LOOPS:
		snprintf(library, sizeof library, "loops-%s%s", column_name(column),
			row->threads > 1 ? "-omp" : "");
		find_library(plan, library, out);
		break;
	case KIND_OPENCL:
		find_opencl(plan, name, row->size, out);
		break;
	case KIND_GCCBRIG:
		make_gccbrig(plan, name, row->threads, out);
		break;
	case KIND_COUNT:
		break;
	}
}
