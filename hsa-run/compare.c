/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Compares a buffer with the elements that it should hold. */
#include <math.h>
#include <stdlib.h>
#include "compare.h"
#include "initial_values.h"
#include "results.h"
#include "targets.h"

/* Returns the float's position on the line of representable values. Neighbouring floats have
 * positions that differ by one, and both zeros have position 0. */
static int64_t ulp_position(const uint8_t *at, enum run_type t)
{
	uint64_t bits = 0;
	unsigned width = 8 * run_types[t].bytes;
	memcpy(&bits, at, run_types[t].bytes);
	uint64_t sign = (uint64_t)1 << (width - 1), magnitude = bits & (sign - 1);
	return (bits & sign) != 0 ? -(int64_t)magnitude : (int64_t)magnitude;
}

static bool near(double got, double want, struct run_tolerance tol)
{
	double limit = tol.limit;
	if (tol.kind == RUN_REL)
		limit *= fabs(want);
	if (tol.kind == RUN_MIXED && fabs(want) > 1)
		limit *= fabs(want);
	return got == want || fabs(got - want) <= limit;
}

static double difference_ulp(const uint8_t *got, const uint8_t *want, enum run_type t)
{
	return fabs((double)ulp_position(got, t) - (double)ulp_position(want, t));
}

static bool same(const uint8_t *got, const uint8_t *want, enum run_type t, struct run_tolerance tol)
{
	if (memcmp(got, want, run_types[t].bytes) == 0)
		return true;
	bool floats = run_types[t].class == RUN_FLOAT;
	double g = run_to_double(run_load(got, t)), w = run_to_double(run_load(want, t));
	if (floats && (isnan(g) || isnan(w)))
		return isnan(g) && isnan(w);
	if (tol.kind == RUN_EXACT)
		return false;
	if (tol.kind == RUN_ULP && floats)
		return difference_ulp(got, want, t) <= tol.limit;
	return near(g, w, tol);
}

struct outcome {
	uint64_t mismatches, first;
};

static struct outcome compare(const struct run_target *got, const struct run_target *want,
	struct run_tolerance tol)
{
	struct outcome o = {0, 0};
	uint32_t bytes = run_types[got->type].bytes;
	/* Buffers are usually equal, and memcmp() finds that at the speed of memory. */
	if (got->count == 0 || memcmp(got->data, want->data, got->count * bytes) == 0)
		return o;
	for (uint64_t i = 0; i < got->count; i++) {
		if (same(got->data + i * bytes, want->data + i * bytes, got->type, tol))
			continue;
		if (o.mismatches++ == 0)
			o.first = i;
	}
	return o;
}

static bool report(struct run_session *s, const struct run_stmt *stmt, const struct run_target *got,
	const struct run_target *want, struct outcome o)
{
	struct buf g = BUF_INIT, w = BUF_INIT;
	struct buf *json = &run_current(s)->checks;
	size_t at = o.first * run_types[got->type].bytes;
	if (s->last_pass) {
		if (json->len != 0)
			buf_puts(json, ", ");
		buf_puts(json, "{\"name\": ");
		buf_json_string(json, str_from(stmt->name));
		buf_printf(json, ", \"elements\": %llu, \"mismatches\": %llu",
			(unsigned long long)got->count, (unsigned long long)o.mismatches);
	}
	if (o.mismatches != 0) {
		run_format(got->data + at, got->type, &g);
		run_format(want->data + at, got->type, &w);
	}
	if (s->last_pass && o.mismatches != 0)
		buf_printf(json,
			", \"first\": %llu, \"got\": \"" STR_FMT "\", \"expected\": \"" STR_FMT
			"\"",
			(unsigned long long)o.first, STR_ARG(buf_slice(&g)),
			STR_ARG(buf_slice(&w)));
	if (s->last_pass)
		buf_puts(json, "}");
	if (o.mismatches != 0)
		(void)!run_fail(s, RUN_CHECK_FAILED, stmt->place,
			"check of '%s' failed: %llu of %llu elements differ, first %s[%llu] is " STR_FMT
			", expected " STR_FMT,
			stmt->name, (unsigned long long)o.mismatches,
			(unsigned long long)got->count, stmt->name, (unsigned long long)o.first,
			STR_ARG(buf_slice(&g)), STR_ARG(buf_slice(&w)));
	buf_release(&g);
	buf_release(&w);
	return true; /* Later statements still run, so that several checks can fail. */
}

bool run_check(struct run_session *s, const struct run_stmt *stmt)
{
	struct run_target got;
	if (!run_target_find(s, stmt->name, stmt->place, &got))
		return false;
	struct run_target want = got;
	size_t bytes = got.count * run_types[got.type].bytes;
	want.data = rt_memory_alloc(bytes);
	if (want.data == NULL)
		return run_fail(s, RUN_NO_MEMORY, stmt->place,
			"out of memory: a check of %zu bytes", bytes);
	bool ok = run_fill(s, stmt->init, &want) &&
	          report(s, stmt, &got, &want, compare(&got, &want, stmt->tolerance));
	rt_memory_free(want.data, bytes);
	return ok;
}
