/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* FFTW's libraries of both precisions, and plans of it. They are estimated, not measured: measuring
 * takes longer than most programs run, and would need arrays of its own. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "fftw.h"

/* FFTW's flags ("Planner Flags"). */
enum {
	FFTW_DESTROY_INPUT = 1 << 0,
	FFTW_UNALIGNED = 1 << 1,
	FFTW_PRESERVE_INPUT = 1 << 4,
	FFTW_ESTIMATE = 1 << 6,
};

/* fftw_iodim64 */
struct fftw_dim {
	ptrdiff_t n, in_stride, out_stride;
};

struct functions {
#define FFTW(result, name, parameters) result(*name) parameters;
#include "fftw_functions.def"
};

static const struct {
	const char *name;
	size_t offset;
} table[] = {
#define FFTW(result, name, parameters) {#name, offsetof(struct functions, name)},
#include "fftw_functions.def"
};

/* Guards FFTW's planner and the following. */
static pthread_mutex_t fftw_lock = PTHREAD_MUTEX_INITIALIZER;
static struct functions fftw_functions[2]; /* of float, of double */
static bool fftw_is_loaded[2];

static bool bind(struct functions *f, void *library, const char *prefix)
{
	for (size_t i = 0; i < ARRAY_LEN(table); i++) {
		char name[64];
		snprintf(name, sizeof name, "%s%s", prefix, table[i].name);
		void *address = dlsym(library, name);
		if (address == NULL) {
			fprintf(stderr, CUFFT_NAME ": FFTW has no %s()\n", name);
			return false;
		}
		memcpy((uint8_t *)f + table[i].offset, &address, sizeof address);
	}
	return true;
}

static bool load(bool is_double)
{
	static const char *const files[2][2] = {{"libfftw3f.so.3"}, {"libfftw3.so.3"}};
	static const struct culib_backend backends[2] = {
		{files[0], "fftwf_plan_guru64_dft", "libfftw3-single3"},
		{files[1], "fftw_plan_guru64_dft", "libfftw3-double3"},
	};
	if (fftw_is_loaded[is_double])
		return true;
	void *library = culib_load(CUFFT_NAME, &backends[is_double]);
	fftw_is_loaded[is_double] = library != NULL && bind(&fftw_functions[is_double], library,
							       is_double ? "fftw_" : "fftwf_");
	return fftw_is_loaded[is_double];
}

bool cufft_fftw_is_there(enum fft_element element)
{
	pthread_mutex_lock(&fftw_lock);
	bool is_there = load(element == FFT_F64);
	pthread_mutex_unlock(&fftw_lock);
	return is_there;
}

static unsigned flags(enum fftw_input input, bool is_aligned)
{
	static const unsigned of_input[] = {
		[FFTW_INPUT_IN_PLACE] = 0,
		[FFTW_INPUT_STAYS] = FFTW_PRESERVE_INPUT,
		[FFTW_INPUT_IS_LOST] = FFTW_DESTROY_INPUT,
	};
	return FFTW_ESTIMATE | of_input[input] | (is_aligned ? 0 : FFTW_UNALIGNED);
}

/* Estimating looks at addresses only, to know what is in place and what is aligned. */
static void *plan(const struct fftw_plan *p, const struct fft_shape *s, const struct fftw_dim *dims,
	int direction, enum fftw_input input, bool is_aligned)
{
	const struct functions *f = &fftw_functions[p->is_double];
	const struct fftw_dim *batch = &dims[s->rank];
	void *in = (void *)(uintptr_t)(1 << 20); /* NOLINT: no memory */
	void *out = input == FFTW_INPUT_IN_PLACE ? in : (void *)(uintptr_t)(1 << 21);
	unsigned how = flags(input, is_aligned);
	switch (p->form) {
	case FFT_C2C:
		return f->plan_guru64_dft(s->rank, dims, 1, batch, in, out, direction, how);
	case FFT_R2C:
		return f->plan_guru64_dft_r2c(s->rank, dims, 1, batch, in, out, how);
	case FFT_C2R:
		return f->plan_guru64_dft_c2r(s->rank, dims, 1, batch, in, out, how);
	}
	BUG("no form %d", (int)p->form);
}

bool cufft_fftw_make(struct fftw_plan *p, const struct fft_shape *s, const struct fft_side *in,
	const struct fft_side *out, int direction, enum fftw_input input, bool is_aligned)
{
	struct fftw_dim dims[FFT_MAX_RANK + 1];
	for (int i = 0; i < s->rank; i++)
		dims[i] = (struct fftw_dim){s->n[i], in->stride[i], out->stride[i]};
	dims[s->rank] = (struct fftw_dim){s->batch, in->distance, out->distance};
	p->form = s->kind->form;
	p->is_double = s->kind->element == FFT_F64;
	pthread_mutex_lock(&fftw_lock);
	p->plan = plan(p, s, dims, direction, input, is_aligned);
	pthread_mutex_unlock(&fftw_lock);
	return p->plan != NULL;
}

void cufft_fftw_execute(const struct fftw_plan *p, void *in, void *out)
{
	const struct functions *f = &fftw_functions[p->is_double];
	switch (p->form) {
	case FFT_C2C:
		f->execute_dft(p->plan, in, out);
		break;
	case FFT_R2C:
		f->execute_dft_r2c(p->plan, in, out);
		break;
	case FFT_C2R:
		f->execute_dft_c2r(p->plan, in, out);
		break;
	}
}

void cufft_fftw_destroy(struct fftw_plan *p)
{
	if (p->plan == NULL)
		return;
	pthread_mutex_lock(&fftw_lock);
	fftw_functions[p->is_double].destroy_plan(p->plan);
	pthread_mutex_unlock(&fftw_lock);
	p->plan = NULL;
}
