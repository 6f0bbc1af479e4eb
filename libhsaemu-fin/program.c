/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes an image of one or more modules: each is finalized for itself, and their objects are linked
 * with each other and with the device library. */
#include "helpers_impl.h"
#include "hsaemu/unwind.h"
#include "program_impl.h"
#include "team_impl.h"

static struct finalize_options options_of(const struct hsaemu_program *p)
{
	static const enum finalize_simd simd[] = {[HSAEMU_SIMD_AUTO] = FINALIZE_SIMD_AUTO,
		[HSAEMU_SIMD_OFF] = FINALIZE_SIMD_OFF,
		[HSAEMU_SIMD_SSE] = FINALIZE_SIMD_SSE,
		[HSAEMU_SIMD_AVX2] = FINALIZE_SIMD_AVX2,
		[HSAEMU_SIMD_AVX512] = FINALIZE_SIMD_AVX512};
	return (struct finalize_options){
		.opt_level = p->optimisation == 0 ? 2 : (int)p->optimisation - 1,
		.cpu = p->cpu,
		.simd = simd[p->simd],
		.detect_mask = p->detect_mask,
		.break_mask = p->break_mask,
		.controls = p->controls,
		.program_round = p->round,
		.debug_info = p->debug_info};
}

/* The finalization of one module. It runs in a scope of its own, maybe in another thread; what it
 * leaves is then of no scope. */
struct piece {
	const struct hsaemu_brig *module;
	const struct finalize_options *options;
	struct buf object;
	struct diag d;
	bool ok;
	enum unwind_end end;
	struct unwind_report why;
};

struct pieces {
	struct piece *all;
	size_t count;
};

static void finalize_module(void *arg)
{
	struct piece *p = arg;
	const struct hsaemu_brig *m = p->module;
	p->ok = finalize(m->name, m->bytes, m->count, p->options, &p->object, &p->d);
}

static void do_piece(void *arg, size_t index)
{
	const struct pieces *pieces = arg;
	struct piece *p = &pieces->all[index];
	p->end = unwind_run(finalize_module, p, &p->why);
	if (p->end == UNWIND_DONE)
		return;
	p->object = (struct buf)BUF_INIT; /* gone with the scope */
	diag_init(&p->d, &p->d.options);
}

static void release_pieces(void *arg)
{
	const struct pieces *pieces = arg;
	for (size_t i = 0; i < pieces->count; i++) {
		buf_release(&pieces->all[i].object);
		diag_release(&pieces->all[i].d);
	}
}

/* Puts together what all pieces have to say. */
static bool all_done(const struct pieces *pieces, struct diag *d)
{
	bool ok = true;
	for (size_t i = 0; i < pieces->count; i++) {
		const struct piece *p = &pieces->all[i];
		if (p->end != UNWIND_DONE)
			unwind_again(p->end, &p->why);
		diag_join(d, &p->d);
		ok = ok && p->ok;
	}
	return ok && !diag_failed(d);
}

bool fin_link_objects(const struct link_input *objects, size_t count, bool imports,
	struct buf *image, struct diag *d)
{
	const struct link_options o = {.gc = false, .imports = imports};
	struct link_input *inputs = mem_new(count + 1, sizeof *inputs);
	for (size_t i = 0; i < count; i++)
		inputs[i] = objects[i];
	inputs[count] = (struct link_input){"libhsahelpers.a", fin_helpers_begin,
		(size_t)(fin_helpers_end - fin_helpers_begin)};
	bool ok = link_image(inputs, count + 1, &o, image, NULL, d);
	mem_free(inputs);
	return ok;
}

static bool link_pieces(const struct pieces *pieces, bool imports, struct buf *image,
	struct diag *d)
{
	struct link_input *inputs = mem_new(pieces->count, sizeof *inputs);
	for (size_t i = 0; i < pieces->count; i++) {
		const struct piece *p = &pieces->all[i];
		inputs[i] = (struct link_input){p->module->name, p->object.data, p->object.len};
	}
	bool ok = fin_link_objects(inputs, pieces->count, imports, image, d);
	mem_free(inputs);
	return ok;
}

/* All modules are finalized, also when one is refused, so that the messages name all mistakes. */
bool fin_program_image(const struct hsaemu_program *p, struct buf *image, struct diag *d)
{
	const struct finalize_options o = options_of(p);
	struct pieces pieces = {mem_new(p->count, sizeof *pieces.all), p->count};
	struct unwind_guard guard = {.release = release_pieces, .arg = &pieces};
	for (size_t i = 0; i < p->count; i++) {
		pieces.all[i] = (struct piece){.module = &p->modules[i], .options = &o};
		diag_init(&pieces.all[i].d, &d->options);
	}
	unwind_guard_begin(&guard);
	fin_team_run(do_piece, &pieces, pieces.count);
	bool ok = all_done(&pieces, d) && link_pieces(&pieces, p->imports, image, d);
	unwind_guard_end(&guard);
	release_pieces(&pieces);
	mem_free(pieces.all);
	return ok;
}
