/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ids and sizes, as a GPU gets them: in registers, in the dispatch packet, and by a hidden argument
 * (gcn.h). All are found in the entry block, in kernels and in functions that they call: LLVM hands
 * down to these what they use. */
#include "hsaemu/device_functions.h"
#include "hsaemu/kernel_abi.h"
#include "gcn/gcn.h"

/* Places in an AQL kernel dispatch packet. */
enum {
	PACKET_SETUP = 2,
	PACKET_GROUP_SIZE = 4,
	PACKET_GRID_SIZE = 12,
	PACKET_GROUP_BYTES = 28,
	PACKET_KERNEL = 32,
	PACKET_KERNARG = 40,
	PACKET_SIGNAL = 56,
	SETUP_DIMENSIONS = 3,
};

static LLVMValueRef entry_intrinsic(struct fin_lower *w, const char *name)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMValueRef fn = LLVMGetIntrinsicDeclaration(w->l->mod, id, NULL, 0);

	return LLVMBuildCall2(w->entry, LLVMIntrinsicGetType(w->l->ctx, id, NULL, 0), fn, NULL, 0,
		"");
}

static LLVMValueRef load(struct fin_lower *w, LLVMValueRef base, size_t offset, LLVMTypeRef type)
{
	LLVMValueRef at = LLVMConstInt(w->l->i64, offset, false);
	LLVMValueRef v = LLVMBuildLoad2(w->entry, type,
		LLVMBuildGEP2(w->entry, w->l->i8, base, &at, 1, ""), "");

	LLVMSetAlignment(v, LLVMABISizeOfType(w->l->layout, type));
	LLVMSetMetadata(v, w->l->md_invariant_load, w->l->empty_node);
	return v;
}

static LLVMValueRef packet(struct fin_lower *w, size_t offset, LLVMTypeRef type)
{
	return load(w, entry_intrinsic(w, "llvm.amdgcn.dispatch.ptr"), offset, type);
}

static LLVMValueRef group_size(struct fin_lower *w, unsigned dim)
{
	LLVMValueRef size = packet(w, PACKET_GROUP_SIZE + 2 * dim, w->l->i16);

	return LLVMBuildZExt(w->entry, size, w->l->i32, "");
}

static LLVMValueRef grid_size(struct fin_lower *w, unsigned dim)
{
	return packet(w, PACKET_GRID_SIZE + 4 * dim, w->l->i32);
}

/* (grid + size - 1) / size, which must not overflow. */
static LLVMValueRef groups(struct fin_lower *w, unsigned dim)
{
	LLVMBuilderRef b = w->entry;
	LLVMValueRef size = group_size(w, dim), one = LLVMConstInt(w->l->i32, 1, false), n;

	n = LLVMBuildUDiv(b, LLVMBuildSub(b, grid_size(w, dim), one, ""), size, "");
	return LLVMBuildAdd(b, n, one, "");
}

static LLVMValueRef group_id(struct fin_lower *w, unsigned dim)
{
	static const char *const names[] = {"llvm.amdgcn.workgroup.id.x",
		"llvm.amdgcn.workgroup.id.y", "llvm.amdgcn.workgroup.id.z"};

	return entry_intrinsic(w, names[dim]);
}

static LLVMValueRef item_id(struct fin_lower *w, unsigned dim)
{
	static const char *const names[] = {"llvm.amdgcn.workitem.id.x",
		"llvm.amdgcn.workitem.id.y", "llvm.amdgcn.workitem.id.z"};

	return entry_intrinsic(w, names[dim]);
}

/* The last group of a dimension has what the others leave. */
static LLVMValueRef current_size(struct fin_lower *w, unsigned dim)
{
	LLVMBuilderRef b = w->entry;
	LLVMValueRef size = group_size(w, dim);
	LLVMValueRef left =
		LLVMBuildSub(b, grid_size(w, dim), LLVMBuildMul(b, group_id(w, dim), size, ""), "");

	return LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, left, size, ""), left, size, "");
}

void fin_gcn_find_ids(struct fin_lower *w)
{
	LLVMBuilderRef b = w->entry;
	LLVMValueRef id;

	for (unsigned d = 0; d < 3; d++)
		w->id[d] = item_id(w, d);
	id = LLVMBuildMul(b, w->id[2], fin_current_size(w, 1), "");
	id = LLVMBuildMul(b, LLVMBuildAdd(b, id, w->id[1], ""), fin_current_size(w, 0), "");
	w->flat_id = LLVMBuildAdd(b, id, w->id[0], "");
}

/* ---- struct hsaemu_dispatch ------------------------------------------------------------------ */

static LLVMTypeRef constant_pointer(struct fin_lower *w)
{
	return LLVMPointerTypeInContext(w->l->ctx, FIN_GCN_CONSTANT);
}

/* The hidden argument, a pointer to memory that does not change while the kernel runs. */
static LLVMValueRef hidden(struct fin_lower *w)
{
	return load(w, entry_intrinsic(w, "llvm.amdgcn.implicitarg.ptr"), 0, constant_pointer(w));
}

LLVMValueRef fin_gcn_kernarg(struct fin_lower *w)
{
	return packet(w, PACKET_KERNARG, constant_pointer(w));
}

/* The descriptor says it, which the packet names. */
LLVMValueRef fin_gcn_static_group(struct fin_lower *w)
{
	LLVMValueRef kernel = packet(w, PACKET_KERNEL, constant_pointer(w));

	return load(w, kernel, offsetof(struct hsaemu_kernel_descriptor, group_bytes), w->l->i32);
}

LLVMValueRef fin_gcn_dispatch_field(struct fin_lower *w, size_t offset, LLVMTypeRef type)
{
	for (unsigned d = 0; d < 3; d++) {
		if (offset == offsetof(struct hsaemu_dispatch, wg_x) + d * sizeof(uint32_t))
			return group_size(w, d);
		if (offset == offsetof(struct hsaemu_dispatch, grid_x) + d * sizeof(uint32_t))
			return grid_size(w, d);
		if (offset == offsetof(struct hsaemu_dispatch, groups_x) + d * sizeof(uint32_t))
			return groups(w, d);
	}
	switch (offset) {
	case offsetof(struct hsaemu_dispatch, kernarg):
		return w->dispatch != NULL ? w->dispatch : fin_gcn_kernarg(w);
	case offsetof(struct hsaemu_dispatch, group_bytes):
		return packet(w, PACKET_GROUP_BYTES, type);
	case offsetof(struct hsaemu_dispatch, completion_signal):
		return packet(w, PACKET_SIGNAL, type);
	case offsetof(struct hsaemu_dispatch, dim):
		return LLVMBuildAnd(w->entry,
			LLVMBuildZExt(w->entry, packet(w, PACKET_SETUP, w->l->i16), type, ""),
			LLVMConstInt(type, SETUP_DIMENSIONS, false), "");
	default:
		return load(w, hidden(w), offset, type);
	}
}

LLVMValueRef fin_gcn_wg_field(struct fin_lower *w, size_t offset, LLVMTypeRef type)
{
	for (unsigned d = 0; d < 3; d++) {
		if (offset == offsetof(struct hsaemu_wg, id_x) + d * sizeof(uint32_t))
			return group_id(w, d);
		if (offset == offsetof(struct hsaemu_wg, size_x) + d * sizeof(uint32_t))
			return current_size(w, d);
	}
	if (offset == offsetof(struct hsaemu_wg, cu))
		return LLVMBuildTrunc(w->entry,
			fin_gcn_service(w, w->entry, HSAEMU_GPU_SERVICE_CU, NULL, 0), type, "");
	if (offset == offsetof(struct hsaemu_wg, group))
		return LLVMConstPointerNull(LLVMPointerTypeInContext(w->l->ctx, FIN_GCN_LDS));
	BUG("a GPU has no field at %zu of struct hsaemu_wg", offset);
}

/* ---- flat addresses -------------------------------------------------------------------------- */

/* The highest addresses below 4 GiB, where the host has no memory for kernels. */
static struct fin_aperture small_aperture(struct fin_lower *w, bool is_group)
{
	uint64_t end = is_group ? HSAEMU_GPU_SMALL_PRIVATE : UINT32_MAX;
	uint64_t base = is_group ? HSAEMU_GPU_SMALL_GROUP : HSAEMU_GPU_SMALL_PRIVATE;

	return (struct fin_aperture){
		LLVMConstInt(w->l->i64, base, false), LLVMConstInt(w->l->i64, end - base, false)};
}

/* No address of the host has these upper halves. */
struct fin_aperture fin_gcn_aperture(struct fin_lower *w, unsigned segment)
{
	bool is_group = segment == BRIG_SEGMENT_GROUP;
	uint64_t upper = is_group ? HSAEMU_GPU_GROUP_APERTURE : HSAEMU_GPU_PRIVATE_APERTURE;

	if (!w->m->large)
		return small_aperture(w, is_group);
	return (struct fin_aperture){LLVMConstInt(w->l->i64, upper << 32, false),
		LLVMConstInt(w->l->i64, (uint64_t)1 << 32, false)};
}
