/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* From objects to a library, or to PTX; from one module to PTX. */
#include <llvm-c/BitWriter.h>
#include "cl_impl.h"

/* ---- what is given --------------------------------------------------------------------------- */

static enum hsaemu_status say(struct diag *d, enum hsaemu_status status, const struct buf *why)
{
	struct str text = buf_slice(why);
	while (text.n != 0 && text.p[text.n - 1] == '\n')
		text.n--;
	if (str_starts(text, STR("error: ")))
		text = str_skip(text, strlen("error: "));
	diag_error(d, diag_in_file("OpenCL C"), STR_FMT, STR_ARG(text));
	return status;
}

static enum hsaemu_status find_share(struct fin_cl_program *p, const char *given, struct arena *a,
	struct diag *d)
{
	struct buf why = BUF_INIT, share = BUF_INIT;
	enum hsaemu_status status = HSAEMU_OK;
	if (given != NULL)
		p->share = given;
	else if (!clc_find_share(&share, &why))
		status = say(d, HSAEMU_NO_COMPILER, &why);
	else
		p->share = arena_printf(a, "%s", (const char *)share.data);
	if (status == HSAEMU_OK && p->library == NULL)
		p->library = arena_printf(a, "%s/opencl/library.bc", p->share);
	buf_release(&why);
	buf_release(&share);
	return status;
}

static enum hsaemu_status read_options(struct fin_cl_program *p, const char *options,
	struct diag *d)
{
	struct buf why = BUF_INIT;
	enum hsaemu_status status = HSAEMU_OK;
	if (!clc_options_check(CLC_LINK, options, &p->flags, &why))
		status = say(d, HSAEMU_BAD_CALL, &why);
	buf_release(&why);
	return status;
}

static bool read_objects(struct fin_cl_program *p, const struct hsaemu_cl_program *g,
	struct arena *a, struct diag *d)
{
	uint32_t all = 0;
	p->count = g->count;
	p->inputs = ARENA_ARRAY(a, struct fin_cl_input, g->count);
	for (size_t i = 0; i < g->count; i++) {
		const char *name = g->objects[i].name;
		struct clc_object o = clc_object_read(g->objects[i].bytes, g->objects[i].count);
		if (o.kind == CLC_NONE)
			diag_error(d, diag_in_file(name),
				"this is no object of OpenCL C, or it is damaged");
		p->inputs[i] = (struct fin_cl_input){name, o.bitcode};
		all |= o.flags;
	}
	p->optimisation = g->optimisation;
	if (p->optimisation == 0)
		p->optimisation = (all & CLC_NO_OPTIMISATION) != 0 ? 1 : 3;
	p->flags |= all & (CLC_NO_OPTIMISATION | CLC_DEBUG_INFO | CLC_ARG_INFO);
	return !diag_failed(d);
}

enum hsaemu_status fin_cl_open(const struct hsaemu_cl_program *given, struct arena *a,
	struct fin_cl_program *p, struct diag *d)
{
	*p = (struct fin_cl_program){.name = "OpenCL C", .arch = "sm_75"};
	enum hsaemu_status status = read_options(p, given->options, d);
	if (status == HSAEMU_OK)
		status = find_share(p, given->share, a, d);
	if (status == HSAEMU_OK && given->count == 0)
		diag_error(d, diag_in_file(p->name), "there are no objects to link");
	return status != HSAEMU_OK || read_objects(p, given, a, d) ? status : HSAEMU_REFUSED;
}

enum hsaemu_status fin_cl_open_module(const struct hsaemu_cl_module *given, struct arena *a,
	struct fin_cl_program *p, struct diag *d)
{
	*p = (struct fin_cl_program){.name = given->name,
		.inputs = ARENA_NEW(a, struct fin_cl_input),
		.count = 1,
		.is_part = true,
		.library = given->library,
		.arch = given->arch,
		.optimisation = given->optimisation,
		.unroll = given->unroll,
		.vectorize = given->vectorize,
		.vectorize_slp = given->vectorize_slp};
	p->inputs[0] = (struct fin_cl_input){given->name, {given->bitcode, given->count}};
	return find_share(p, given->share, a, d);
}

/* ---- what is made ---------------------------------------------------------------------------- */

static void put_library(const struct fin_cl_program *p, LLVMModuleRef m, struct buf *out)
{
	LLVMMemoryBufferRef bytes = LLVMWriteBitcodeToMemoryBuffer(m);
	const struct clc_object o = {.kind = CLC_OBJECT_LIBRARY,
		.flags = p->flags,
		.bitcode = {LLVMGetBufferStart(bytes), LLVMGetBufferSize(bytes)}};
	clc_object_write(&o, out);
	LLVMDisposeMemoryBuffer(bytes);
}

bool fin_cl_ptx_of(const struct fin_cl_program *p, struct arena *a, struct buf *out, struct diag *d)
{
	LLVMContextRef ctx = LLVMContextCreate();
	LLVMModuleRef m = fin_cl_link(p, ctx, a, d);
	bool ok = m != NULL;
	if (ok && (p->flags & CLC_LIBRARY) != 0)
		put_library(p, m, out);
	else if (ok)
		ok = fin_cl_prepare(m, p, a, d) && fin_cl_ptx(m, p, out, d);
	if (m != NULL)
		LLVMDisposeModule(m);
	LLVMContextDispose(ctx);
	return ok;
}
