/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Binaries: code in an envelope, by which damage is found before anything looks at the code. Images
 * of hsa-ld, code objects for the GPU and BRIG are taken without one. */
#include <stdlib.h>
#include <string.h>
#include "hsaemu/abi_version.h"
#include "hsaemu/brig.h"
#include "hsaemu/cache.h"
#include "hsaemu/opencl_c.h"
#include "hsaemu/stage.h"
#include "hsaemu/unwind.h"
#include "late_impl.h"
#include "program_impl.h"

/* The envelope: magic, version, kind, ABI, zeros, size of the code, origin, SHA-256 of all that and
 * of the code; then the code. */
enum {
	VERSION = 1,
	KIND_AT = 12,
	ABI_AT = 16,
	ZEROS_AT = 20,
	SIZE_AT = 24,
	ORIGIN_AT = 32,
	DIGEST_AT = ORIGIN_AT + OCL_DIGEST_BYTES,
	CODE_AT = DIGEST_AT + OCL_DIGEST_BYTES,
};

static const char magic[8] = {'H', 'S', 'A', 'e', 'm', 'u', 'P', 'B'};

static void digest(const unsigned char *head, struct str code, struct cache_key *out)
{
	struct cache_key_maker m;
	cache_key_begin(&m, "OpenCL binary");
	cache_key_add_bytes(&m, head, DIGEST_AT);
	cache_key_add_bytes(&m, code.p, code.n);
	cache_key_end(&m, out);
}

/* Returns the code that a binary has. */
static struct str code_of(const struct ocl_build *b)
{
	if (b->kind == OCL_CODE_LATE)
		return ocl_late_image(b->late);
	return (struct str){(const char *)b->code, b->bytes};
}

size_t ocl_binary_bytes(const struct ocl_build *b)
{
	size_t bytes = code_of(b).n;
	return bytes == 0 ? 0 : bytes + (b->kind == OCL_CODE_BRIG ? 0 : CODE_AT);
}

void ocl_binary_write(const struct ocl_build *b, struct buf *out)
{
	struct cache_key key;
	struct str code = code_of(b);
	if (code.n != 0 && b->kind != OCL_CODE_BRIG) {
		size_t head = out->len;
		buf_append(out, magic, sizeof magic);
		buf_u32(out, VERSION);
		buf_u32(out, b->kind == OCL_CODE_LATE ? OCL_CODE_IMAGE : b->kind);
		buf_u32(out, HSAEMU_ABI);
		buf_u32(out, 0);
		buf_u64(out, code.n);
		buf_append(out, b->origin, sizeof b->origin);
		digest(out->data + head, code, &key);
		buf_append(out, key.bytes, sizeof key.bytes);
	}
	buf_append(out, code.p, code.n);
}

static bool open_envelope(unsigned char *bytes, size_t count, struct ocl_build *out)
{
	struct cache_key key;
	uint32_t kind = le32(bytes + KIND_AT);
	if (le32(bytes + sizeof magic) != VERSION || le32(bytes + ABI_AT) != HSAEMU_ABI ||
		le32(bytes + ZEROS_AT) != 0 || le64(bytes + SIZE_AT) != count - CODE_AT)
		return false;
	if (kind != OCL_CODE_OBJECT && kind != OCL_CODE_LIBRARY && kind != OCL_CODE_IMAGE)
		return false;
	digest(bytes, (struct str){(const char *)bytes + CODE_AT, count - CODE_AT}, &key);
	if (memcmp(bytes + DIGEST_AT, key.bytes, sizeof key.bytes) != 0)
		return false;
	out->kind = (enum ocl_code_kind)kind;
	out->code = bytes + CODE_AT;
	out->bytes = count - CODE_AT;
	memcpy(out->origin, bytes + ORIGIN_AT, sizeof out->origin);
	return true;
}

bool ocl_binary_open(const void *bytes, size_t count, struct ocl_build *out)
{
	enum stage stage = stage_of(NULL, (struct str){bytes, count});
	unsigned char *p = (unsigned char *)(uintptr_t)bytes; /* read only */
	if (count > CODE_AT && memcmp(p, magic, sizeof magic) == 0)
		return open_envelope(p, count, out);
	if (count > UINT32_MAX ||
		(stage != STAGE_IMAGE && stage != STAGE_CODE_OBJECT && stage != STAGE_BRIG))
		return false;
	out->kind = stage == STAGE_BRIG ? OCL_CODE_BRIG : OCL_CODE_IMAGE;
	out->code = p;
	out->bytes = count;
	return true;
}

/* ---- code ------------------------------------------------------------------------------------ */

static cl_int check_image(const struct ocl_build *b, char **why)
{
	struct ocl_build loaded = {.image = NULL};
	cl_int error = ocl_build_load(&loaded, b->code, b->bytes, why);
	gcn_device_image_free(loaded.gpu);
	if (error == CL_SUCCESS)
		rt_image_free(loaded.image);
	buf_release(&loaded.adopted);
	return error;
}

struct check {
	const struct ocl_build *binary;
	bool good; /* the result */
	struct diag d;
	struct brig_view view;
	bool is_open;
};

static void release_brig(void *arg)
{
	struct check *c = arg;
	if (c->is_open)
		brig_view_close(&c->view);
	diag_release(&c->d);
}

static void check_brig(struct check *c)
{
	static const struct diag_options options = {.tool = "hsaemu", .error_limit = 1};
	const struct ocl_build *b = c->binary;
	struct unwind_guard guard = {.release = release_brig, .arg = c};
	diag_init(&c->d, &options);
	unwind_guard_begin(&guard);
	c->is_open = brig_view_open(&c->view, "program", b->code, b->bytes, &c->d);
	c->good = c->is_open && brig_verify(&c->view, &c->d);
	if (!c->good && c->d.memory_count != 0)
		oom();
	unwind_guard_end(&guard);
	release_brig(c);
}

static void check(void *arg)
{
	struct check *c = arg;
	const struct ocl_build *b = c->binary;
	if (b->kind == OCL_CODE_BRIG)
		check_brig(c);
	else
		c->good = clc_object_read(b->code, b->bytes).kind ==
		          (b->kind == OCL_CODE_OBJECT ? CLC_OBJECT : CLC_OBJECT_LIBRARY);
}

cl_int ocl_binary_check(const struct ocl_build *b, char **why)
{
	struct check c = {.binary = b};
	*why = NULL;
	if (b->kind == OCL_CODE_IMAGE)
		return check_image(b, why);
	cl_int error = ocl_work_run(check, &c);
	return error == CL_SUCCESS && !c.good ? CL_INVALID_BINARY : error;
}
