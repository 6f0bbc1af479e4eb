/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Dispatches: what an AQL packet asks for, and the registers that wavefronts begin with
 * ("Initial Kernel Execution State" in LLVM's AMDGPUUsage). */
#include "dispatch_impl.h"

/* Offsets in a kernel dispatch packet. */
enum {
	PACKET_GROUP_SIZE = 4,
	PACKET_GRID = 12,
	PACKET_PRIVATE = 24,
	PACKET_GROUP = 28,
	PACKET_KERNARG = 40,
};

enum { GROUP_ITEMS_MAX = GCN_GROUP_WAVES_MAX * GCN_LANES };
/* the least stack behind a kernel's own scratch for functions of which LLVM cannot tell how much
 * they take: as much as its descriptors say where they say anything of it (before version 5) */
static const uint32_t stack_bytes = 16 << 10;

static bool read_sizes(struct gcn_dispatch *dispatch, const uint8_t *packet, struct diag *d)
{
	uint64_t items = 1;

	for (unsigned n = 0; n < 3; n++) {
		dispatch->group_size[n] = le16(packet + PACKET_GROUP_SIZE + (size_t)2 * n);
		dispatch->grid[n] = le32(packet + PACKET_GRID + (size_t)4 * n);
		if (dispatch->group_size[n] == 0 || dispatch->grid[n] == 0) {
			diag_error(d, diag_in_file(dispatch->program->object->elf.file),
				"the grid or work-groups of kernel '%s' are empty",
				dispatch->entry->kernel->name);
			return false;
		}
		items *= dispatch->group_size[n];
		dispatch->groups[n] =
			(uint32_t)(((uint64_t)dispatch->grid[n] + dispatch->group_size[n] - 1) /
				   dispatch->group_size[n]);
	}
	if (items > GROUP_ITEMS_MAX) {
		diag_error(d, diag_in_file(dispatch->program->object->elf.file),
			"work-groups of kernel '%s' have %llu work-items, but may have %u",
			dispatch->entry->kernel->name, (unsigned long long)items,
			(unsigned)GROUP_ITEMS_MAX);
		return false;
	}
	dispatch->waves = (uint32_t)((items + GCN_LANES - 1) / GCN_LANES);
	return true;
}

static uint32_t sum32(uint32_t a, uint32_t b)
{
	return a + b < a ? UINT32_MAX : a + b;
}

static bool read_memory(struct gcn_dispatch *dispatch, const uint8_t *packet, struct diag *d)
{
	const struct gcn_descriptor *k = &dispatch->entry->kernel->descriptor;
	uint32_t group = le32(packet + PACKET_GROUP), private = le32(packet + PACKET_PRIVATE);

	dispatch->group_bytes = group > k->group_bytes ? group : k->group_bytes;
	/* a stack whose size is not known is behind what the kernel itself needs */
	if ((k->properties & GCN_DYNAMIC_STACK) != 0)
		dispatch->private_bytes =
			sum32(k->private_bytes, private > stack_bytes ? private : stack_bytes);
	else
		dispatch->private_bytes = private > k->private_bytes ? private : k->private_bytes;
	if (dispatch->group_bytes > GCN_LDS_MAX) {
		diag_error(d, diag_in_file(dispatch->program->object->elf.file),
			"work-groups of kernel '%s' need %u bytes of LDS, but there are %u",
			dispatch->entry->kernel->name, dispatch->group_bytes,
			(unsigned)GCN_LDS_MAX);
		return false;
	}
	if (dispatch->private_bytes > GCN_PRIVATE_MAX) {
		diag_error(d, diag_in_file(dispatch->program->object->elf.file),
			"work-items of kernel '%s' need %u bytes of scratch, but may have %u",
			dispatch->entry->kernel->name, dispatch->private_bytes,
			(unsigned)GCN_PRIVATE_MAX);
		return false;
	}
	dispatch->private_bytes = (uint32_t)align_up(dispatch->private_bytes, 4);
	return true;
}

bool gcn_dispatch_init(struct gcn_dispatch *dispatch, const struct gcn_program *p,
	const struct gcn_entry *e, const void *packet, struct diag *d)
{
	*dispatch = (struct gcn_dispatch){.program = p, .entry = e, .packet = packet};
	dispatch->kernarg = le64((const uint8_t *)packet + PACKET_KERNARG);
	return read_sizes(dispatch, packet, d) && read_memory(dispatch, packet, d);
}

/* ---- registers ------------------------------------------------------------------------------- */

/* Descriptors' bits, by gcn_descriptor.def. */
enum {
	PROPERTY_SEGMENT = 0,
	PROPERTY_PACKET,
	PROPERTY_QUEUE,
	PROPERTY_KERNARG,
	PROPERTY_ID,
	PROPERTY_FLAT_SCRATCH,
	PROPERTY_PRIVATE_SIZE,
	RSRC2_SCRATCH = 0,
	RSRC2_GROUP_X = 7,
	RSRC2_GROUP_INFO = 10,
	RSRC1_MODES = 12,
	RSRC1_DX10_CLAMP = 21,
	RSRC1_IEEE = 23,
};

static bool has(uint32_t bits, unsigned n)
{
	return (bits >> n & 1) != 0;
}
static unsigned user_registers(const struct gcn_descriptor *k)
{
	return k->rsrc2 >> 1 & 31;
}

unsigned gcn_first_registers(const struct gcn_entry *e)
{
	static const uint8_t sizes[] = {4, 2, 2, 2, 2, 2, 1};
	const struct gcn_descriptor *k = &e->kernel->descriptor;
	unsigned asked = 0, user = user_registers(k);

	for (unsigned n = 0; n < ARRAY_LEN(sizes); n++)
		asked += has(k->properties, n) ? sizes[n] : 0U;
	return asked > user ? GCN_FIRST_SGPRS_MAX + 1 : user + 5;
}

/* Buffer of a wavefront's scratch: its dwords lie beside those of the other lanes. */
static void set_scratch_buffer(uint32_t *s, uint64_t address, uint32_t bytes)
{
	s[0] = (uint32_t)address;
	s[1] = (uint32_t)(address >> 32) | UINT32_C(1) << 31;             /* swizzled */
	s[2] = bytes;                                                     /* of the wavefront */
	s[3] = UINT32_C(1) << 23 | UINT32_C(3) << 21 | UINT32_C(1) << 19; /* lanes, 64, dwords */
}

static unsigned put_pair(uint32_t *s, unsigned at, uint64_t value)
{
	s[at] = (uint32_t)value;
	s[at + 1] = (uint32_t)(value >> 32);
	return at + 2;
}

static void set_user_registers(const struct gcn_dispatch *dispatch, uint32_t *s, uint64_t scratch,
	uint32_t scratch_bytes)
{
	uint32_t has_ = dispatch->entry->kernel->descriptor.properties;
	unsigned at = 0;

	if (has(has_, PROPERTY_SEGMENT)) {
		set_scratch_buffer(s, scratch, scratch_bytes);
		at = 4;
	}
	if (has(has_, PROPERTY_PACKET))
		at = put_pair(s, at, (uint64_t)(uintptr_t)dispatch->packet);
	if (has(has_, PROPERTY_QUEUE))
		at = put_pair(s, at, dispatch->queue);
	if (has(has_, PROPERTY_KERNARG))
		at = put_pair(s, at, dispatch->kernarg);
	if (has(has_, PROPERTY_ID))
		at = put_pair(s, at, dispatch->id);
	if (has(has_, PROPERTY_FLAT_SCRATCH))
		at = put_pair(s, at, 0); /* gfx6 has no flat instructions */
	if (has(has_, PROPERTY_PRIVATE_SIZE))
		s[at] = dispatch->private_bytes;
}

static void set_system_registers(const struct gcn_dispatch *dispatch, const uint32_t id[3],
	uint32_t waves, uint32_t *s)
{
	const struct gcn_descriptor *k = &dispatch->entry->kernel->descriptor;
	unsigned at = user_registers(k);

	for (unsigned n = 0; n < 3; n++)
		if (has(k->rsrc2, RSRC2_GROUP_X + n))
			s[at++] = id[n];
	if (has(k->rsrc2, RSRC2_GROUP_INFO))
		s[at++] = waves;
	if (has(k->rsrc2, RSRC2_SCRATCH))
		s[at] = 0; /* the buffer begins where the wavefront's scratch does */
}

/* Ids of work-items, whose order is that of a flat id in the work-group as it is. */
static void set_lanes(struct gcn_wave *w, const uint32_t size[3])
{
	uint32_t items = size[0] * size[1] * size[2], first = w->number * GCN_LANES;
	uint64_t exec = 0;

	for (uint32_t i = 0; i < GCN_LANES && first + i < items; i++) {
		uint32_t id = first + i;
		exec |= UINT64_C(1) << i;
		w->v[0][i] = id % size[0];
		w->v[1][i] = id / size[0] % size[1];
		w->v[2][i] = id / size[0] / size[1];
	}
	put_pair(w->s, GCN_CODE_EXEC, exec);
}

void gcn_wave_begin(struct gcn_wave *w, const struct gcn_dispatch *dispatch, const uint32_t id[3],
	const uint32_t size[3], uint32_t waves, uint8_t *scratch)
{
	const struct gcn_descriptor *k = &dispatch->entry->kernel->descriptor;
	uint32_t scratch_bytes = dispatch->private_bytes * GCN_LANES;

	memset(w->s, 0, sizeof(w->s));
	memset(w->v, 0, dispatch->entry->vgprs * sizeof(w->v[0]));
	w->mask_of = 0;
	memset(w->mask, 0, sizeof(w->mask));
	w->scc = 0;
	w->vgprs = dispatch->entry->vgprs;
	w->sgprs = dispatch->entry->sgprs;
	w->program = dispatch->program;
	w->at = dispatch->entry->code;
	w->outcome = GCN_RUNNING;
	w->access = (struct gcn_memory_access){.kind = GCN_NO_ACCESS};
	w->scratch = (uint64_t)(uintptr_t)scratch;
	gcn_wave_set_mode(w, (k->rsrc1 >> RSRC1_MODES & 255) |
				     (uint32_t)has(k->rsrc1, RSRC1_DX10_CLAMP) << 8 |
				     (uint32_t)has(k->rsrc1, RSRC1_IEEE) << 9);
	set_user_registers(dispatch, w->s, (uint64_t)(uintptr_t)scratch, scratch_bytes);
	set_system_registers(dispatch, id, waves, w->s);
	set_lanes(w, size);
}
