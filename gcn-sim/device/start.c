/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Starts a runtime with a device for a library's programs. */
#include <stdio.h>
#include "hsaemu/diag.h"
#include "hsaemu/environment.h"
#include "hsaemu/gcn_device.h"
#include "hsaemu/unwind.h"

static void lint(void *library, const char *line)
{
	fprintf(stderr, "%s: %s\n", (const char *)library, line);
}

struct making {
	struct gcn_device_options options;
	const char *tool;
	struct gcn_device **gpu;
};

static void make_gpu(void *arg)
{
	const struct making *m = arg;
	const struct diag_options quiet = {.tool = m->tool, .error_limit = 20};
	struct diag d;
	diag_init(&d, &quiet);
	if (!gcn_device_new(&m->options, m->gpu, &d))
		diag_flush(&d, stderr); /* the library's errors cannot say it */
	diag_release(&d);
}

struct rt *gcn_device_start(const struct rt_environment *e, const char *library, const char *tool,
	struct gcn_device **gpu)
{
	struct rt *rt;
	struct making m = {
		.options.model = rt_environment_deep_model(e->deep), .tool = tool, .gpu = gpu};
	struct rt_options o = {.lint = e->lint != 0 ? lint : NULL,
		.lint_arg = (void *)(uintptr_t)library,
		.orders_prints = true};
	struct unwind_report why;
	rt_environment_apply(e, &o);
	gcn_device_set_threads(m.options.model, &o);
	if (m.options.model != NULL && *gpu == NULL &&
		(unwind_run(make_gpu, &m, &why) != UNWIND_DONE || *gpu == NULL))
		return NULL;
	if (*gpu != NULL) {
		o.inspect = gcn_device_inspect;
		o.inspect_arg = *gpu;
	}
	return rt_new(&o, &rt) == HSA_STATUS_SUCCESS ? rt : NULL;
}
