/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes an image of one or more modules: each is finalized for itself, and their objects are linked
 * with each other and with the device library. */
#include "helpers_impl.h"
#include "program_impl.h"

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

/* Finalizes all modules, also after one that was refused, so that the messages name all mistakes.
 */
static bool finalize_modules(const struct hsaemu_program *p, struct buf *objects, struct diag *d)
{
	const struct finalize_options o = options_of(p);
	bool ok = true;
	for (size_t i = 0; i < p->count && !diag_at_limit(d); i++) {
		const struct hsaemu_brig *m = &p->modules[i];
		ok = finalize(m->name, m->bytes, m->count, &o, &objects[i], d) && ok;
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

static bool link_modules(const struct hsaemu_program *p, const struct buf *objects,
	struct buf *image, struct diag *d)
{
	struct link_input *inputs = mem_new(p->count, sizeof *inputs);
	for (size_t i = 0; i < p->count; i++)
		inputs[i] =
			(struct link_input){p->modules[i].name, objects[i].data, objects[i].len};
	bool ok = fin_link_objects(inputs, p->count, p->imports, image, d);
	mem_free(inputs);
	return ok;
}

bool fin_program_image(const struct hsaemu_program *p, struct buf *image, struct diag *d)
{
	struct buf *objects = mem_new(p->count, sizeof *objects);
	bool ok = finalize_modules(p, objects, d) && link_modules(p, objects, image, d);
	for (size_t i = 0; i < p->count; i++)
		buf_release(&objects[i]);
	mem_free(objects);
	return ok;
}
