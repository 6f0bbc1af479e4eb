/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs work-groups by the emulator where the runtime calls a kernel's entry (gcn_device.h).
 *
 * Each kernel has a descriptor of its own, which says what that of the host's code says but for the
 * entry. All entries are one function. It finds its kernel by the dispatch packet, which names the
 * descriptor. */
#include <elf.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "hsaemu/gcn_device.h"
#include "hsaemu/gcn_emu.h"

/* How many images have been loaded; an image's number is that with it. */
static _Atomic uint64_t gpu_images;

struct code_object {
	struct gcn_object object;
	struct gcn_program program;
	bool is_loaded;
};

struct device_kernel {
	_Alignas(HSAEMU_KD_BYTES) struct hsaemu_kernel_descriptor kd;
	uint64_t image; /* its number */
	const struct gcn_program *program;
	const struct gcn_entry *entry;
};

/* Variables that code objects use are the image's. */
struct variables {
	struct gcn_resolver resolver; /* comes first: a pointer to it is one to all */
	const struct rt_image *image;
};

struct gcn_device_image {
	struct arena arena;
	struct elf_view elf;
	struct code_object *objects;
	uint32_t object_count, kernel_count;
	const struct image_kernel *first; /* of the image's metadata */
	struct device_kernel *kernels;    /* as in the metadata */
	const struct rt_image *image;
	struct variables variables;
};

/* ---- a thread's work-group ------------------------------------------------------------------- */

/* What a thread keeps from one work-group of a dispatch to the next. */
struct thread_state {
	/* What it is kept for; `of` is NULL where nothing is. Addresses and numbers of packets come
	 * again: the packet and the image's number tell dispatches apart. */
	const struct hsaemu_dispatch *of;
	uint64_t image;
	hsa_kernel_dispatch_packet_t packet;
	struct gcn_dispatch dispatch;
	struct gcn_group group;
	uint8_t *kernarg; /* with the hidden argument; NULL: the client's serves */
	bool runs;        /* it was left while it ran */
};

static pthread_key_t gpu_state_key;
static pthread_once_t gpu_state_once = PTHREAD_ONCE_INIT;

static void forget(struct thread_state *t)
{
	if (t->of == NULL)
		return;
	gcn_group_release(&t->group);
	free(t->kernarg);
	*t = (struct thread_state){0};
}

static void free_state(void *state)
{
	forget(state);
	free(state);
}

static void make_key(void)
{
	if (pthread_key_create(&gpu_state_key, free_state) != 0)
		BUG("no key for threads");
}

static struct thread_state *state_of_thread(void)
{
	pthread_once(&gpu_state_once, make_key);
	return pthread_getspecific(gpu_state_key);
}

static struct thread_state *new_state(void)
{
	struct thread_state *t = mem_try_new(1, sizeof *t);

	if (t != NULL && pthread_setspecific(gpu_state_key, t) != 0) {
		free(t);
		t = NULL;
	}
	return t;
}

static bool add_hidden_argument(struct thread_state *t, const struct device_kernel *k,
	const struct hsaemu_dispatch *d)
{
	uint32_t all = k->entry->kernel->descriptor.kernarg_bytes, own = k->kd.kernarg_bytes;
	uint64_t at = align_up((uint64_t)own, HSAEMU_GPU_HIDDEN_ALIGN);
	uint64_t address = (uint64_t)(uintptr_t)d;

	if (all <= own || at + sizeof address > all)
		return true;
	t->kernarg = aligned_alloc(64, align_up(all, (size_t)64));
	if (t->kernarg == NULL)
		return false;
	memset(t->kernarg, 0, all);
	memcpy(t->kernarg + at, &address, sizeof address);
	t->dispatch.kernarg = (uint64_t)(uintptr_t)t->kernarg;
	return true;
}

/* Sets the thread up for a dispatch. False without memory, or where its sizes are not possible. */
static bool begin(struct thread_state *t, const struct device_kernel *k,
	const struct hsaemu_dispatch *d)
{
	struct diag_options quiet = {0};
	struct diag diag;
	bool ok;

	forget(t);
	diag_init(&diag, &quiet);
	ok = gcn_dispatch_init(&t->dispatch, k->program, k->entry, d->packet, &diag);
	diag_flush(&diag, stderr);
	diag_release(&diag);
	if (!ok || !add_hidden_argument(t, k, d) || !gcn_group_init(&t->group, &t->dispatch)) {
		free(t->kernarg);
		t->kernarg = NULL;
		return false;
	}
	t->of = d;
	t->image = k->image;
	memcpy(&t->packet, d->packet, sizeof t->packet);
	return true;
}

static bool is_kept(const struct thread_state *t, const struct device_kernel *k,
	const struct hsaemu_dispatch *d)
{
	return t != NULL && !t->runs && t->of == d && t->image == k->image &&
	       memcmp(&t->packet, d->packet, sizeof t->packet) == 0;
}

/* The runtime may end a kernel at any instruction, by a signal. It must not do so while memory is
 * allocated. */
static struct thread_state *enter(const struct device_kernel *k, const struct hsaemu_dispatch *d)
{
	struct thread_state *t = state_of_thread();
	sigset_t all, before;

	if (!is_kept(t, k, d)) {
		sigfillset(&all);
		pthread_sigmask(SIG_SETMASK, &all, &before);
		if (t == NULL)
			t = new_state();
		if (t != NULL && t->runs) {
			gcn_wave_left(&t->group.waves[t->group.current]);
			forget(t);
		}
		if (t != NULL && !begin(t, k, d))
			t = NULL;
		pthread_sigmask(SIG_SETMASK, &before, NULL);
	}
	if (t != NULL && t->kernarg != NULL && k->kd.kernarg_bytes > 0)
		memcpy(t->kernarg, d->kernarg, k->kd.kernarg_bytes);
	return t;
}

/* ---- what went wrong ------------------------------------------------------------------------- */

static uint32_t flat_id(const struct gcn_wave *w, unsigned lane)
{
	return w->number * GCN_LANES + lane;
}

static void say(const struct gcn_group *g, const char *what)
{
	struct buf text = BUF_INIT;
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	gcn_group_report(g, &text);
	(void)fprintf(stderr, "gcn: %s\n" STR_FMT "\n", what, STR_ARG(buf_slice(&text)));
	buf_release(&text);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Whether functions that the kernel calls take as much scratch as there is. */
static bool has_stack(const struct gcn_group *g)
{
	return (g->dispatch->entry->kernel->descriptor.properties & GCN_DYNAMIC_STACK) != 0;
}

static void end_badly(const struct gcn_group *g, enum gcn_outcome why,
	const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	const struct gcn_wave *w = &g->waves[g->current];
	uint64_t exec = gcn_pair(w, GCN_CODE_EXEC);
	unsigned lane = exec != 0 ? (unsigned)__builtin_ctzll(exec) : 0;
	uint32_t trap = HSAEMU_TRAP_UNREACHABLE, value = 0;

	if (why == GCN_TRAP && w->detail == HSAEMU_GPU_TRAP) {
		trap = w->v[HSAEMU_GPU_TRAP_NUMBER][lane];
		value = w->v[HSAEMU_GPU_TRAP_VALUE][lane];
	} else if (why == GCN_BARRIER) {
		trap = HSAEMU_TRAP_DEADLOCK;
	} else if (why == GCN_BAD_SCRATCH && has_stack(g)) {
		trap = HSAEMU_TRAP_STACK;
		value = w->access.bytes;
		lane = w->lane;
	} else {
		say(g, gcn_outcome_text(why));
	}
	d->services->trap(d, wg, trap, value, flat_id(w, lane), NULL);
}

/* A work-group whose wavefronts are served. */
struct served {
	struct gcn_trap_handler handler; /* comes first: a pointer to it is one to all */
	const struct hsaemu_dispatch *d;
	struct hsaemu_wg *wg;
};

static bool serve(struct gcn_trap_handler *h, struct gcn_group *g, struct gcn_wave *w)
{
	const struct served *s = (const struct served *)h;

	return gcn_device_serve(s->d, s->wg, g, w);
}

static void run_group(const struct hsaemu_dispatch *d, struct hsaemu_wg *wg)
{
	const hsa_kernel_dispatch_packet_t *packet = d->packet;
	const struct device_kernel *k =
		(const struct device_kernel *)(uintptr_t)packet->kernel_object;
	const uint32_t id[3] = {wg->id_x, wg->id_y, wg->id_z};
	struct thread_state *t = enter(k, d);
	struct served served = {{serve}, d, wg};
	enum gcn_outcome outcome;

	if (t == NULL) {
		d->services->trap(d, wg, HSAEMU_TRAP_STACK, 0, 0, NULL);
		return;
	}
	t->runs = true;
	t->group.handler = &served.handler;
	gcn_group_start(&t->group, id);
	outcome = gcn_group_run(&t->group);
	t->runs = false;
	if (outcome != GCN_ENDED)
		end_badly(&t->group, outcome, d, wg);
}

/* ---- images ---------------------------------------------------------------------------------- */

static uint64_t find_variable(struct gcn_resolver *r, const char *symbol)
{
	const struct variables *v = (const struct variables *)r;
	const struct image_meta *m = rt_image_meta(v->image);

	for (uint32_t k = 0; k < m->symbol_count; k++)
		if (strcmp(m->symbols[k].symbol, symbol) == 0)
			return (uint64_t)(uintptr_t)rt_image_symbol_address(v->image,
				&m->symbols[k], NULL);
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
			!gcn_program_load(&o->program, &o->object, &i->variables.resolver, d))
			return false;
		o->is_loaded = true;
		i->object_count++;
	}
	if (i->object_count == 0)
		diag_error(d, diag_in_file(i->elf.file), "there is no code for a GPU in it");
	return i->object_count != 0;
}

/* The name of a kernel's code. The metadata has the descriptor's, which is NAME.kd. */
static const char *entry_name(const struct image_kernel *meta, struct arena *a)
{
	static const char suffix[] = ".kd";
	size_t n = strlen(meta->symbol), cut = sizeof suffix - 1;

	if (n <= cut || strcmp(meta->symbol + n - cut, suffix) != 0)
		return meta->symbol;
	return arena_strndup(a, meta->symbol, n - cut);
}

static bool find_kernel(struct gcn_device_image *i, const struct image_kernel *meta,
	struct device_kernel *k, struct diag *d)
{
	const char *name = entry_name(meta, &i->arena);

	for (uint32_t o = 0; o < i->object_count && k->entry == NULL; o++) {
		k->program = &i->objects[o].program;
		k->entry = gcn_program_find(k->program, name);
	}
	if (k->entry != NULL)
		return gcn_program_check(k->program, k->entry, d);
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
	number = atomic_fetch_add_explicit(&gpu_images, 1, memory_order_relaxed) + 1;
	i->kernels = aligned_kernels(&i->arena, m->kernel_count);
	for (uint32_t n = 0; n < m->kernel_count; n++) {
		struct device_kernel *k = &i->kernels[n];

		*k = (struct device_kernel){.image = number,
			.kd = *rt_image_kernel_descriptor(i->image, &m->kernels[n])};
		k->kd.entry_offset = (int64_t)((uintptr_t)run_group - (uintptr_t)&k->kd);
		k->kd.flags &= ~(uint32_t)HSAEMU_KD_FIBERS;
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

bool gcn_device_image_load(const struct rt_image *image, const char *file, const void *bytes,
	size_t len, struct gcn_device_image **out, struct diag *d)
{
	struct gcn_device_image *i = mem_new(1, sizeof *i);

	arena_init(&i->arena);
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
