/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images on the GPU. Each kernel has a descriptor of its own, which says what that of the host's
 * code says but for the entry. */
#include <elf.h>
#include <string.h>
#include "device_impl.h"
#include "hidden_impl.h"

struct code_object {
	struct gcn_object object;
	struct gcn_program program;
	struct image_gpu_meta meta;
	bool is_loaded;
};

/* Variables that code objects use are the image's. */
struct variables {
	struct gcn_resolver resolver; /* comes first: a pointer to it is one to all */
	const struct rt_image *image;
};

struct gcn_device_image {
	struct gcn_device *device;
	struct arena arena;
	struct elf_view elf;
	struct code_object *objects;
	uint32_t object_count, kernel_count;
	const struct image_kernel *first; /* of the image's metadata */
	struct device_kernel *kernels;    /* as in the metadata */
	const struct rt_image *image;
	struct variables variables;
};

static uint64_t find_variable(struct gcn_resolver *r, const char *symbol)
{
	const struct rt_image *image = ((const struct variables *)r)->image;
	const struct image_meta *m = rt_image_meta(image);

	for (uint32_t k = 0; k < m->symbol_count; k++)
		if (m->symbols[k].definition && strcmp(m->symbols[k].symbol, symbol) == 0)
			return (uint64_t)(uintptr_t)rt_image_symbol_address(image, &m->symbols[k],
				NULL);
	for (size_t k = 0; k < rt_image_import_count(image); k++)
		if (strcmp(rt_image_import(image, k)->symbol, symbol) == 0)
			return rt_image_import_address(image, k);
	return 0;
}

static bool load_objects(struct gcn_device_image *i, struct diag *d)
{
	i->objects = ARENA_ARRAY(&i->arena, struct code_object, i->elf.note_count);
	for (uint32_t k = 0; k < i->elf.note_count; k++) {
		const struct elf_note *n = &i->elf.notes[k];
		struct code_object *o = &i->objects[i->object_count];

		if (n->type != HSAEMU_NOTE_CODE_OBJECT || strcmp(n->owner, HSAEMU_NOTE_OWNER) != 0)
			continue;
		if (!gcn_object_open(&o->object, i->elf.file, n->desc, n->len, &i->arena, d) ||
			!image_gpu_meta_of(&o->object.elf, &i->arena, &o->meta, d) ||
			!gcn_program_load(&o->program, &o->object, &i->variables.resolver, d))
			return false;
		o->is_loaded = true;
		i->object_count++;
	}
	if (i->object_count == 0)
		diag_error(d, diag_in_file(i->elf.file), "there is no code for a GPU in it");
	return i->object_count != 0;
}

/* The name of a kernel's code. The metadata has the descriptor's, which may be NAME.kd. Each code
 * object is of one module, so those that only their module can name go by that; in an image, the
 * first of them has a plain name. */
static const char *entry_name(const struct image_kernel *meta, struct arena *a)
{
	static const char suffix[] = ".kd";
	size_t n = strlen(meta->symbol), cut = sizeof suffix - 1;
	struct buf b = BUF_INIT;
	const char *name;

	if (!meta->program_linkage && meta->module[0] != 0)
		image_mangle_static(str_from(meta->module), str_from(meta->name), &b);
	else if (n > cut && strcmp(meta->symbol + n - cut, suffix) == 0)
		buf_append(&b, meta->symbol, n - cut);
	else
		buf_puts(&b, meta->symbol);
	name = arena_strndup(a, (const char *)b.data, b.len);
	buf_release(&b);
	return name;
}

/* Whether hsail-fin has made the code, and not another compiler: then its hidden argument is known,
 * and LLVM's metadata tells of others that nothing uses. */
static bool is_finalized(const struct gcn_device_image *i)
{
	for (uint32_t k = 0; k < i->elf.note_count; k++)
		if (i->elf.notes[k].type == HSAEMU_NOTE_BRIG &&
			strcmp(i->elf.notes[k].owner, HSAEMU_NOTE_OWNER) == 0)
			return true;
	return false;
}

static bool find_kernel(struct gcn_device_image *i, const struct image_kernel *meta,
	struct device_kernel *k, struct diag *d)
{
	const char *name = entry_name(meta, &i->arena);
	const struct code_object *in = NULL;

	for (uint32_t o = 0; o < i->object_count && k->entry == NULL; o++) {
		in = &i->objects[o];
		k->program = &in->program;
		k->entry = gcn_program_find(k->program, name);
	}
	if (k->entry != NULL)
		return (is_finalized(i) ||
			       gcn_hidden_find(&in->meta, k->entry->kernel, k->kd.kernarg_bytes,
				       i->elf.file, &k->hidden, d)) &&
		       gcn_program_check(k->program, k->entry, d);
	diag_error(d, diag_in_file(i->elf.file), "there is no code for a GPU of kernel '%s'",
		meta->name);
	return false;
}

/* Arenas do not align as descriptors are. */
static struct device_kernel *aligned_kernels(struct arena *a, uint32_t count)
{
	uint8_t *room = ARENA_ARRAY(a, uint8_t, ((size_t)count + 1) * sizeof(struct device_kernel));
	uintptr_t over = (uintptr_t)room % HSAEMU_KD_BYTES;

	return (struct device_kernel *)(void *)(room + (over != 0 ? HSAEMU_KD_BYTES - over : 0));
}

static bool load_kernels(struct gcn_device_image *i, struct diag *d)
{
	const struct image_meta *m = rt_image_meta(i->image);
	uint64_t number;
	bool ok = true;

	i->first = m->kernels;
	number = atomic_fetch_add_explicit(&i->device->images, 1, memory_order_relaxed) + 1;
	i->kernels = aligned_kernels(&i->arena, m->kernel_count);
	for (uint32_t n = 0; n < m->kernel_count; n++) {
		struct device_kernel *k = &i->kernels[n];

		*k = (struct device_kernel){.device = i->device,
			.image = number,
			.kd = *rt_image_kernel_descriptor(i->image, &m->kernels[n])};
		k->kd.entry_offset = (int64_t)((uintptr_t)gcn_run_group - (uintptr_t)&k->kd);
		/* The emulator runs a work-group at a time, as it is. */
		k->kd.flags &= ~(uint32_t)(HSAEMU_KD_FIBERS | HSAEMU_KD_ALIKE_ALL);
		if (i->device->is_timed) {
			k->kd.flags |= HSAEMU_KD_DEVICE;
			k->ops = &gcn_timed_ops;
		}
		k->kd.fiber_items = 0;
		k->kd.context_bytes = 0;
		ok = find_kernel(i, &m->kernels[n], k, d) && ok;
		if (k->entry != NULL &&
			k->entry->kernel->descriptor.group_bytes > k->kd.group_bytes)
			k->kd.group_bytes = k->entry->kernel->descriptor.group_bytes;
	}
	i->kernel_count = m->kernel_count;
	return ok;
}

bool gcn_device_image_load(struct gcn_device *device, const struct rt_image *image,
	const char *file, const void *bytes, size_t len, struct gcn_device_image **out,
	struct diag *d)
{
	struct gcn_device_image *i = mem_new(1, sizeof *i);

	arena_init(&i->arena);
	i->device = device;
	i->image = image;
	i->variables = (struct variables){{find_variable}, image};
	if (elf_view_open(&i->elf, arena_strndup(&i->arena, file, strlen(file)), bytes, len,
		    &i->arena, d) &&
		load_objects(i, d) && load_kernels(i, d)) {
		*out = i;
		return true;
	}
	gcn_device_image_free(i);
	return false;
}

void gcn_device_image_free(struct gcn_device_image *i)
{
	if (i == NULL)
		return;
	for (uint32_t k = 0; k < i->elf.note_count && i->objects != NULL; k++)
		if (i->objects[k].is_loaded)
			gcn_program_release(&i->objects[k].program);
	arena_release(&i->arena);
	mem_free(i);
}

const struct hsaemu_kernel_descriptor *gcn_device_kernel(const struct gcn_device_image *i,
	const struct image_kernel *kernel)
{
	return &i->kernels[kernel - i->first].kd;
}

bool gcn_device_image_has(const struct gcn_device_image *i, const void *address)
{
	uintptr_t first = i != NULL ? (uintptr_t)i->kernels : 0;

	return i != NULL &&
	       (uintptr_t)address - first < i->kernel_count * sizeof(struct device_kernel);
}
