/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The state of builds whose kernels get their code late. */
#include <stdlib.h>
#include <string.h>
#include "hsaemu/compiler.h"
#include "late_state_impl.h"
#include "platform_impl.h"

/* ---- as bytes -------------------------------------------------------------------------------- */

/* Magic, optimisation, zeros, size of the image; image; module. */
enum { OPTIMISATION_AT = 8, ZEROS_AT = 12, SIZE_AT = 16, IMAGE_AT = 24 };
static const char magic[8] = {'H', 'S', 'A', 'e', 'm', 'u', 'L', 'T'};

void ocl_late_write(const struct hsaemu_result *r, struct buf *out)
{
	buf_append(out, magic, sizeof magic);
	buf_u32(out, r->optimisation);
	buf_u32(out, 0);
	buf_u64(out, r->image_bytes);
	buf_append(out, r->image, r->image_bytes);
	buf_append(out, r->module, r->module_bytes);
}

bool ocl_late_open(const void *bytes, size_t count, struct ocl_late_parts *out)
{
	const unsigned char *p = bytes;
	if (count < IMAGE_AT || memcmp(p, magic, sizeof magic) != 0 || le32(p + ZEROS_AT) != 0 ||
		le64(p + SIZE_AT) > count - IMAGE_AT)
		return false;
	size_t image = le64(p + SIZE_AT);
	out->optimisation = le32(p + OPTIMISATION_AT);
	out->image = (struct str){(const char *)p + IMAGE_AT, image};
	out->module = (struct str){out->image.p + image, count - IMAGE_AT - image};
	return true;
}

/* ---- state ----------------------------------------------------------------------------------- */

bool ocl_late_is_wanted(void)
{
	return ocl_start()->ocl_eager == 0 && !ocl_is_deep();
}

void ocl_late_free(struct ocl_late *l)
{
	if (l == NULL)
		return;
	for (uint32_t i = 0; l->codes != NULL && i <= l->meta->kernel_count; i++) {
		if (l->codes[i].image != NULL)
			rt_image_free(l->codes[i].image);
		buf_release(&l->codes[i].file);
	}
	pthread_mutex_destroy(&l->lock);
	pthread_cond_destroy(&l->moves);
	free(l->codes);
	free(l->ready);
	free(l);
}

struct ocl_late *ocl_late_new(const struct ocl_late_parts *parts, const struct rt_image *stubs)
{
	struct ocl_late *l = mem_try_new(1, sizeof *l);
	if (l == NULL)
		return NULL;
	l->module = parts->module;
	l->optimisation = parts->optimisation;
	l->meta = rt_image_meta(stubs);
	pthread_mutex_init(&l->lock, NULL); /* cannot fail without attributes */
	pthread_cond_init(&l->moves, NULL);
	l->ready = mem_try_new(l->meta->kernel_count, sizeof *l->ready);
	l->codes = mem_try_new(l->meta->kernel_count + (size_t)1, sizeof *l->codes);
	if (l->ready != NULL && l->codes != NULL)
		return l;
	ocl_late_free(l);
	return NULL;
}

bool ocl_late_is_ready(struct ocl_late *l, uint32_t kernel)
{
	/* relaxed: who needs the code looks again */
	return atomic_load_explicit(&l->ready[kernel], memory_order_relaxed) != NULL;
}

struct str ocl_late_image(struct ocl_late *l)
{
	pthread_mutex_lock(&l->lock);
	struct str image = buf_slice(&l->codes[l->meta->kernel_count].file);
	pthread_mutex_unlock(&l->lock);
	return image;
}

struct rt_code ocl_late_code_at(struct ocl_late *l, const void *kd)
{
	struct rt_code found = {.image = NULL};
	uint64_t address;
	pthread_mutex_lock(&l->lock);
	for (uint32_t i = 0; i <= l->meta->kernel_count; i++) {
		const struct ocl_late_code *code = &l->codes[i];
		if (code->image != NULL && rt_image_address(code->image, (uintptr_t)kd, &address))
			found = (struct rt_code){code->image, code->file.data, code->file.len};
	}
	pthread_mutex_unlock(&l->lock);
	return found;
}
