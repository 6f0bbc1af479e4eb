/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Hidden arguments ("Code Object V5 Metadata" in LLVM's AMDGPUUsage). Most say what the dispatch
 * says. Compilers name others, too, which few kernels use: services of a driver that is not here,
 * and where flat addresses of other memory begin, which this GPU has not. These are addresses that
 * nothing has, so that a use of them is known when it happens. */
#include "hidden_impl.h"

/* FROM(kind, bytes, value), of a dispatch `d`; NONE(kind, bytes) */
#define HIDDEN_ARGUMENTS(FROM, NONE) \
	FROM(none, 8, 0) \
	FROM(block_count_x, 4, d->grid_x / d->wg_x) \
	FROM(block_count_y, 4, d->grid_y / d->wg_y) \
	FROM(block_count_z, 4, d->grid_z / d->wg_z) \
	FROM(group_size_x, 2, d->wg_x) \
	FROM(group_size_y, 2, d->wg_y) \
	FROM(group_size_z, 2, d->wg_z) \
	FROM(remainder_x, 2, d->grid_x % d->wg_x) \
	FROM(remainder_y, 2, d->grid_y % d->wg_y) \
	FROM(remainder_z, 2, d->grid_z % d->wg_z) \
	FROM(global_offset_x, 8, d->offset_x) \
	FROM(global_offset_y, 8, d->offset_y) \
	FROM(global_offset_z, 8, d->offset_z) \
	FROM(grid_dims, 2, d->dim) \
	FROM(dynamic_lds_size, 4, d->group_bytes - group_bytes) \
	FROM(queue_ptr, 8, (uintptr_t)d->queue) \
	NONE(printf_buffer, 8) \
	NONE(hostcall_buffer, 8) \
	NONE(multigrid_sync_arg, 8) \
	NONE(heap_v1, 8) \
	NONE(default_queue, 8) \
	NONE(completion_action, 8) \
	NONE(private_base, 4) \
	NONE(shared_base, 4)

#define NUMBER(kind, ...) HIDDEN_##kind,
enum { HIDDEN_ARGUMENTS(NUMBER, NUMBER) HIDDEN_COUNT };

#define ROW_FROM(kind, bytes, value) {"hidden_" #kind, NULL, bytes},
#define ROW_NONE(kind, bytes) \
	{"hidden_" #kind, "use of hidden_" #kind ", which has no value here,", bytes},
static const struct {
	const char *name, *misuse;
	uint32_t bytes;
} hidden[HIDDEN_COUNT] = {HIDDEN_ARGUMENTS(ROW_FROM, ROW_NONE)};

static unsigned number_of(const char *kind)
{
	unsigned n = 0;

	while (n < HIDDEN_COUNT && strcmp(hidden[n].name, kind) != 0)
		n++;
	return n;
}

static bool is_hidden(const struct image_gpu_arg *a)
{
	return strncmp(a->value_kind, "hidden_", strlen("hidden_")) == 0;
}

/* ---- addresses that nothing has: those with bit 47, which the host's processor refuses ------- */

enum { NOWHERE_BITS = 36, HIGH_BITS = 32 };
static const uint64_t nowhere = UINT64_C(1) << 47;

/* An argument of 4 bytes is the upper half of addresses. */
static uint64_t nowhere_of(unsigned number)
{
	uint64_t address = nowhere + ((uint64_t)(number + 1) << NOWHERE_BITS);

	return hidden[number].bytes == 4 ? address >> HIGH_BITS : address;
}

static const char *misuse_of(uint64_t address)
{
	uint64_t off = address - nowhere + (UINT64_C(1) << (NOWHERE_BITS - 1));
	uint64_t number = (off >> NOWHERE_BITS) - 1;

	return number < HIDDEN_COUNT ? hidden[number].misuse : NULL;
}

void gcn_hidden_explain(const struct image_gpu_kernel *k, const struct gcn_group *g,
	struct rt_report *r)
{
	const struct gcn_wave *w = &g->waves[g->current];

	if (k == NULL || r->cause != RT_CAUSE_FAULT)
		return;
	for (uint64_t e = w->access.lanes; e != 0; e &= e - 1) {
		const char *what = misuse_of(w->address[__builtin_ctzll(e)]);
		if (what == NULL)
			continue;
		r->fault = RT_FAULT_DEVICE;
		r->detail = what;
		return;
	}
}

/* ---- values ---------------------------------------------------------------------------------- */

static uint64_t value_of(unsigned number, const struct hsaemu_dispatch *d, uint32_t group_bytes)
{
#define VALUE_FROM(kind, bytes, value) \
	case HIDDEN_##kind: \
		return value;
#define VALUE_NONE(kind, bytes) \
	case HIDDEN_##kind: \
		return nowhere_of(number);
	switch (number) {
		HIDDEN_ARGUMENTS(VALUE_FROM, VALUE_NONE)
	}
	BUG("a hidden argument that was checked");
}

/* Returns where hsail-fin's kernels have the address of the dispatch record. */
static uint64_t record_at(const struct device_kernel *k)
{
	return align_up((uint64_t)k->kd.kernarg_bytes, HSAEMU_GPU_HIDDEN_ALIGN);
}

bool gcn_hidden_is_there(const struct device_kernel *k)
{
	return k->hidden != NULL ||
	       record_at(k) + sizeof(uint64_t) <= k->entry->kernel->descriptor.kernarg_bytes;
}

void gcn_hidden_fill(const struct device_kernel *k, const struct hsaemu_dispatch *d,
	uint8_t *kernarg)
{
	uint64_t address = (uint64_t)(uintptr_t)d;

	if (k->hidden == NULL && gcn_hidden_is_there(k))
		memcpy(kernarg + record_at(k), &address, sizeof address);
	for (uint32_t n = 0; k->hidden != NULL && n < k->hidden->arg_count; n++) {
		const struct image_gpu_arg *a = &k->hidden->args[n];
		if (!is_hidden(a))
			continue;
		uint64_t value = value_of(number_of(a->value_kind), d, k->hidden->group_bytes);
		memcpy(kernarg + a->offset, &value, a->bytes);
	}
}

/* ---- the check ------------------------------------------------------------------------------- */

static bool check_one(const struct image_gpu_arg *a, const struct gcn_kernel *kernel, uint32_t own,
	const char *file, struct diag *d)
{
	unsigned number = number_of(a->value_kind);
	uint32_t all = kernel->descriptor.kernarg_bytes;

	if (number == HIDDEN_COUNT) {
		diag_unsupported(d, diag_in_file(file), "'%s' of kernel '%s'", a->value_kind,
			kernel->name);
		return false;
	}
	if (a->bytes == hidden[number].bytes && a->offset >= own && a->offset <= all &&
		a->bytes <= all - a->offset)
		return true;
	diag_error(d, diag_in_file(file),
		"'%s' of kernel '%s' has %u bytes at byte %u of a kernarg segment of %u",
		a->value_kind, kernel->name, a->bytes, a->offset, all);
	return false;
}

bool gcn_hidden_find(const struct image_gpu_meta *m, const struct gcn_kernel *kernel, uint32_t own,
	const char *file, const struct image_gpu_kernel **out, struct diag *d)
{
	*out = NULL;
	for (uint32_t n = 0; n < m->kernel_count; n++) {
		const struct image_gpu_kernel *k = &m->kernels[n];
		if (strcmp(k->symbol, kernel->name) != 0)
			continue;
		for (uint32_t i = 0; i < k->arg_count; i++) {
			if (!is_hidden(&k->args[i]))
				continue;
			if (!check_one(&k->args[i], kernel, own, file, d))
				return false;
			*out = k;
		}
		return true;
	}
	return true;
}
