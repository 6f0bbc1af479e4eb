/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "finalize.h"

#include <string.h>

#include "command.h"

enum { LIMIT_S = 60 };   /* for each of the small tools, in CPU time */
#define TOO_LONG_MS 15e3 /* larger kernels are left out */

static void head(const struct plan *plan, const char *what)
{
	printf("%-12s", what);
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if (plan->column[k] && column_kind(k) == KIND_IMAGE)
			printf(" %9s", column_name(k));
	printf("\n");
}

static void cell(double v)
{
	if (v > 0)
		printf(" %9.1f", v);
	else
		printf(" %9s", "-");
}

/* Whether an earlier case has the same file, so that its times were shown before. */
static bool shown_before(const struct plan *plan, size_t index)
{
	const char *file = suite_file(suite_cases[index].c);
	for (size_t i = 0; i < index; i++)
		if (plan->cases[i] && strcmp(suite_file(suite_cases[i].c), file) == 0)
			return true;
	return false;
}

/* Returns the time that some row of the case has, 0 when none has it. */
static double finalize_ms(const struct row *rows, size_t count, size_t index, enum column column)
{
	for (size_t i = 0; i < count; i++)
		if (rows[i].index == index && rows[i].cells[column].finalize_ms > 0)
			return rows[i].cells[column].finalize_ms;
	return 0;
}

void finalize_suite(const struct plan *plan, const struct row *rows, size_t count)
{
	printf("\nCPU time of hsail-fin in ms, its start and all kernels of the file\n");
	head(plan, "file");
	for (size_t i = 0; i < suite_case_count; i++) {
		if (!plan->cases[i] || shown_before(plan, i))
			continue;
		printf("%-12s", suite_file(suite_cases[i].c));
		for (enum column k = 0; k < COLUMN_COUNT; k++)
			if (plan->column[k] && column_kind(k) == KIND_IMAGE)
				cell(finalize_ms(rows, count, i, k));
		printf("\n");
	}
	fflush(stdout);
}

/* Makes a module with one kernel of that many instructions; returns false when it fails. */
static bool generate(const struct plan *plan, unsigned instructions, const char *brig)
{
	char script[3 * PLAN_FOLDER], why[PLAN_TEXT];
	struct command_cost cost;
	if (snprintf(script, sizeof script, "'%s/bench/gen_kernel' %u | '%s/hsail-as' - -o '%s'",
		    plan->top, instructions, plan->bin, brig) >= (int)sizeof script)
		return false;
	if (command_run((const char *const[]){"/bin/sh", "-c", script, NULL}, LIMIT_S, &cost, why,
		    sizeof why) == 0)
		return true;
	printf("no kernel of %u instructions: %s\n", instructions, why);
	return false;
}

static bool is_known(const struct plan *plan, const struct growth *g)
{
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if (plan->column[k] && column_kind(k) == KIND_IMAGE && g->ms[k] <= 0)
			return false;
	return true;
}

static void grow(const struct plan *plan, struct growth *g, bool given_up[COLUMN_COUNT])
{
	char brig[PLAN_PATH], object[PLAN_PATH];
	snprintf(brig, sizeof brig, "%s/generated.brig", plan->work);
	snprintf(object, sizeof object, "%s/generated.o", plan->work);
	if (!is_known(plan, g) && !generate(plan, g->instructions, brig))
		return;
	printf("%-12u", g->instructions);
	fflush(stdout);
	for (enum column k = 0; k < COLUMN_COUNT; k++) {
		if (!plan->column[k] || column_kind(k) != KIND_IMAGE)
			continue;
		if (g->ms[k] > 0)
			; /* an earlier run has measured it */
		else if (given_up[k])
			snprintf(g->why[k], PLAN_TEXT, "the smaller one took too long");
		else
			g->ms[k] = prepare_finalize(plan, brig, k, 1, object, g->why[k]);
		given_up[k] = g->ms[k] == 0 || g->ms[k] > TOO_LONG_MS;
		cell(g->ms[k]);
		fflush(stdout);
	}
	printf("\n");
	for (enum column k = 0; k < COLUMN_COUNT; k++)
		if (g->why[k][0])
			printf("no %s: %s\n", column_name(k), g->why[k]);
}

void finalize_growth(const struct plan *plan, struct growth growth[FINALIZE_SIZES])
{
	static const unsigned sizes[FINALIZE_SIZES] = {100, 1000, 2000, 5000, 10000, 20000};
	bool given_up[COLUMN_COUNT] = {false};
	printf("\nCPU time of hsail-fin in ms, one generated kernel\n");
	head(plan, "instructions");
	for (size_t i = 0; i < FINALIZE_SIZES && !command_stopped(); i++) {
		growth[i].instructions = sizes[i];
		grow(plan, &growth[i], given_up);
	}
	fflush(stdout);
}
