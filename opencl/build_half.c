/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Calls the compiling half, and takes what it has made. */
#include "hsaemu/unwind.h"
#include "late_impl.h"
#include "make_impl.h"

struct half_result {
	const struct hsaemu_compiler *half;
	struct hsaemu_result r;
	struct unwind_guard guard;
};

static void release_result(void *arg)
{
	struct half_result *h = arg;
	h->half->release_result(&h->r);
}

static void begin_result(struct half_result *h, const struct hsaemu_compiler *half)
{
	*h = (struct half_result){.half = half, .r = {.status = HSAEMU_REFUSED}};
	h->guard = (struct unwind_guard){.release = release_result, .arg = h};
	unwind_guard_begin(&h->guard);
}

static void end_result(struct half_result *h)
{
	unwind_guard_end(&h->guard);
	release_result(h);
}

/* Takes status, messages and code. */
static bool take_result(struct ocl_made *m, const struct half_result *h)
{
	m->status = h->r.status;
	if (h->r.messages != NULL && h->r.messages[0] != '\0') {
		buf_puts(&m->log, h->r.messages);
		if (m->log.data[m->log.len - 1] != '\n')
			buf_u8(&m->log, '\n');
	}
	if (m->status != HSAEMU_OK)
		return false;
	if (h->r.module != NULL)
		ocl_late_write(&h->r, &m->code);
	else
		buf_append(&m->code, h->r.image, h->r.image_bytes);
	return true;
}

bool ocl_half_compile(const struct hsaemu_compiler *half, const struct hsaemu_cl_source *s,
	struct ocl_made *m, struct buf *files)
{
	struct half_result h;
	begin_result(&h, half);
	half->compile_cl(s, &h.r);
	bool ok = take_result(m, &h);
	if (ok)
		buf_append(files, h.r.files, h.r.file_bytes);
	end_result(&h);
	return ok;
}

bool ocl_half_link(const struct hsaemu_compiler *half, const struct hsaemu_cl_program *p,
	struct ocl_made *m)
{
	struct half_result h;
	begin_result(&h, half);
	half->link_cl(p, &h.r);
	bool ok = take_result(m, &h);
	end_result(&h);
	return ok;
}

struct hsaemu_program ocl_half_program(const struct hsaemu_brig *module)
{
	return (struct hsaemu_program){.modules = module,
		.count = 1,
		.simd = HSAEMU_SIMD_AUTO,
		.cpu = ocl_cpus(),
		.round = FINALIZE_ROUND_NEAR,
		.debug_info = true};
}

bool ocl_half_finalize(const struct hsaemu_compiler *half, const struct hsaemu_program *p,
	struct ocl_made *m)
{
	struct half_result h;
	begin_result(&h, half);
	half->finalize_program(p, &h.r);
	bool ok = take_result(m, &h);
	end_result(&h);
	return ok;
}
