/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes an image of one or more modules: each is finalized for itself, a large one in parts, and
 * the objects are linked with each other and with the device library. */
#include "helpers_impl.h"
#include "hsaemu/link.h"
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
		.debug_info = p->debug_info,
		.kernel = p->kernel,
		.stubs = p->stubs};
}

/* The finalization of a module, or of a part of it. It runs in a scope of its own, maybe in another
 * thread; what it leaves is then of no scope. */
struct piece {
	const struct hsaemu_brig *module;
	struct finalize_options options;
	struct buf object;
	struct diag d;
	bool done, ok;
	enum unwind_end end;
	struct unwind_report why;
};

struct pieces {
	struct piece *all;
	size_t count, cap;
};

static void finalize_piece(void *arg)
{
	struct piece *p = arg;
	const struct hsaemu_brig *m = p->module;
	p->ok = finalize(m->name, m->bytes, m->count, &p->options, &p->object, &p->d);
}

static void do_piece(void *arg, size_t index)
{
	const struct pieces *pieces = arg;
	struct piece *p = &pieces->all[index];
	if (p->done)
		return;
	p->done = true;
	p->end = unwind_run(finalize_piece, p, &p->why);
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

static void add_module(struct pieces *pieces, const struct hsaemu_brig *m,
	const struct finalize_options *o, const struct diag *d)
{
	unsigned parts = fin_part_count(m->bytes, m->count, o);
	for (unsigned part = 0; part < parts; part++) {
		ARRAY_GROW(pieces->all, pieces->count, pieces->cap);
		struct piece *p = &pieces->all[pieces->count++];
		*p = (struct piece){.module = m, .options = *o};
		p->options.part = part;
		p->options.parts = parts;
		diag_init(&p->d, &d->options);
	}
}

static bool has_to_say(const struct piece *p)
{
	return p->end == UNWIND_DONE && (!p->ok || p->d.first != NULL);
}

/* Makes the first part of a module a whole one, to be done, and the others nothing. */
static void make_whole(struct piece *first)
{
	unsigned parts = first->options.parts;
	for (unsigned i = 0; i < parts; i++) {
		struct piece *p = &first[i];
		buf_release(&p->object);
		diag_release(&p->d);
		diag_init(&p->d, &p->d.options);
		p->ok = true;
	}
	first->options.parts = 1;
	first->done = false;
}

/* Joins the parts of modules about which there is something to say: several parts may say the
 * same, and each less than all. Returns whether there are any. */
static bool join_parts(struct pieces *pieces)
{
	bool any = false;
	unsigned parts;
	for (size_t i = 0; i < pieces->count; i += parts) {
		struct piece *first = &pieces->all[i];
		bool says = false;
		parts = first->options.parts;
		for (unsigned k = 0; k < parts; k++)
			says |= has_to_say(&first[k]);
		if (parts > 1 && says)
			make_whole(first);
		any |= parts > 1 && says;
	}
	return any;
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

/* Links the objects with the device library. */
static bool link_objects(const struct link_input *objects, size_t count, bool imports,
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

static bool link_pieces(const struct pieces *pieces, const struct hsaemu_program *program,
	struct buf *image, struct diag *d)
{
	struct link_input *inputs = mem_new(pieces->count + program->object_count, sizeof *inputs);
	size_t count = 0;
	for (size_t i = 0; i < program->object_count; i++) {
		const struct hsaemu_brig *o = &program->objects[i];
		inputs[count++] = (struct link_input){o->name, o->bytes, o->count};
	}
	for (size_t i = 0; i < pieces->count; i++) {
		const struct piece *p = &pieces->all[i];
		if (p->object.len != 0)
			inputs[count++] =
				(struct link_input){p->module->name, p->object.data, p->object.len};
	}
	bool ok = link_objects(inputs, count, program->imports, image, d);
	mem_free(inputs);
	return ok;
}

/* All modules are finalized, also when one is refused, so that the messages name all mistakes. */
bool fin_program_image(const struct hsaemu_program *p, struct buf *image, struct diag *d)
{
	const struct finalize_options o = options_of(p);
	struct pieces pieces = {0};
	struct unwind_guard guard = {.release = release_pieces, .arg = &pieces};
	for (size_t i = 0; i < p->count; i++)
		add_module(&pieces, &p->modules[i], &o, d);
	unwind_guard_begin(&guard);
	fin_team_run(do_piece, &pieces, pieces.count);
	if (join_parts(&pieces))
		fin_team_run(do_piece, &pieces, pieces.count);
	bool ok = all_done(&pieces, d) && link_pieces(&pieces, p, image, d);
	unwind_guard_end(&guard);
	release_pieces(&pieces);
	mem_free(pieces.all);
	return ok;
}
