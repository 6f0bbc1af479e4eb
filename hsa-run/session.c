/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Begins and ends a session. */
#include "results.h"

/* Kernels of a pass on the host are its code (--deep --profile). Passes end before others begin. */
static const char *inspect(void *session, const hsa_kernel_dispatch_packet_t *packet,
	uint64_t *number)
{
	const struct run_session *s = session;

	return s->on_host ? NULL : gcn_device_inspect(s->gpu, packet, number);
}

static bool start(struct run_session *s)
{
	struct rt_options o = s->options->rt;

	if (s->options->gpu.model != NULL) {
		if (!gcn_device_new(&s->options->gpu, &s->gpu, s->diag))
			return false;
		gcn_device_set_threads(s->options->gpu.model, &o);
		o.inspect = inspect;
		o.inspect_arg = s;
	}
	if (rt_new(&o, &s->rt) == HSA_STATUS_SUCCESS)
		return true;
	if (s->gpu != NULL)
		gcn_device_free(s->gpu);
	/* run_args_options() has checked the numbers, so only memory can be missing. */
	diag_no_memory(s->diag, (struct diag_place){.kind = DIAG_NOWHERE},
		"out of memory: the runtime and its threads");
	return false;
}

bool run_session_init(struct run_session *s, const struct run_options *o, struct diag *d)
{
	*s = (struct run_session){.options = o, .diag = d};
	arena_init(&s->arena);
	if (start(s))
		return true;
	arena_release(&s->arena);
	return false;
}

void run_image_close(struct run_session *s)
{
	gcn_device_image_free(s->gpu_image);
	if (s->image != NULL)
		rt_image_free(s->image);
	s->gpu_image = NULL;
	s->image = NULL;
}

void run_session_release(struct run_session *s)
{
	run_results_release(s);
	if (s->stuck)
		return; /* A kernel still runs and uses the runtime, the image and the arena. */
	rt_free(s->rt);
	rt_profile_free(s->profile);
	run_image_close(s);
	if (s->gpu != NULL)
		gcn_device_free(s->gpu);
	rt_memory_free(s->kernarg, s->kernarg_bytes);
	for (struct run_image_file *f = s->image_files; f != NULL; f = f->next)
		mem_free(f->bytes);
	arena_release(&s->arena);
}

const char *run_input_path(struct run_session *s, const char *path)
{
	if (path[0] == '/' || strcmp(path, "-") == 0 || s->options->folder[0] == '\0')
		return path;
	return arena_printf(&s->arena, "%s%s", s->options->folder, path);
}
