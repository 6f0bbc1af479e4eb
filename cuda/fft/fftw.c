/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* FFTW's libraries of both precisions, and plans of it. They are estimated, not measured: measuring
 * takes longer than most programs run, and would need arrays of its own. */
#include <pthread.h>
#include "cuda/library/symbols.h"
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

static const struct cuda_symbol table[] = {
#define FFTW(result, name, parameters) {#name, offsetof(struct functions, name)},
#include "fftw_functions.def"
};

/* Guards FFTW's planner and the following. */
static pthread_mutex_t fftw_lock = PTHREAD_MUTEX_INITIALIZER;
static struct functions fftw_functions[2]; /* of float, of double */
static bool fftw_is_loaded[2];

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
	fftw_is_loaded[is_double] =
		library != NULL &&
		cuda_bind_symbols(CUFFT_NAME, "FFTW", library, is_double ? "fftw_" : "fftwf_",
			table, ARRAY_LEN(table), &fftw_functions[is_double]);
	return fftw_is_loaded[is_double];
}

bool cufft_fftw_is_there(enum fft_element element)
{
	pthread_mutex_lock(&fftw_lock);
	bool is_there = load(element == FFT_F64);
	pthread_mutex_unlock(&fftw_lock);
	return is_there;
}

static unsigned flags(const struct fftw_way *way)
{
	static const unsigned of_input[] = {
		[FFTW_INPUT_IN_PLACE] = 0,
		[FFTW_INPUT_STAYS] = FFTW_PRESERVE_INPUT,
		[FFTW_INPUT_IS_LOST] = FFTW_DESTROY_INPUT,
	};
	return FFTW_ESTIMATE | of_input[way->input] | (way->is_aligned ? 0 : FFTW_UNALIGNED);
}

/* The loops of a plan: over dimensions that are transformed, and over all others. */
struct loops {
	int rank, others;
	struct fftw_dim dims[FFT_MAX_RANK], rest[FFT_MAX_RANK + 1];
};

static struct loops loops_of(const struct fft_shape *s, const struct fft_side *in,
	const struct fft_side *out, int rank)
{
	struct loops l = {0};
	for (int i = 0; i < s->rank; i++) {
		struct fftw_dim d = {s->n[i], in->stride[i], out->stride[i]};
		if (i >= s->rank - rank)
			l.dims[l.rank++] = d;
		else
			l.rest[l.others++] = d;
	}
	l.rest[l.others++] = (struct fftw_dim){s->batch, in->distance, out->distance};
	return l;
}

/* Estimating looks at addresses only, to know what is in place and what is aligned. */
static void *plan(const struct fftw_plan *p, const struct loops *l, const struct fftw_way *way)
{
	const struct functions *f = &fftw_functions[p->is_double];
	void *in = (void *)(uintptr_t)(1 << 20);
	void *out = way->input == FFTW_INPUT_IN_PLACE ? in : (void *)(uintptr_t)(1 << 21);
	unsigned how = flags(way);
	switch (p->form) {
	case FFT_C2C:
		return f->plan_guru64_dft(l->rank, l->dims, l->others, l->rest, in, out,
			way->direction, how);
	case FFT_R2C:
		return f->plan_guru64_dft_r2c(l->rank, l->dims, l->others, l->rest, in, out, how);
	case FFT_C2R:
		return f->plan_guru64_dft_c2r(l->rank, l->dims, l->others, l->rest, in, out, how);
	}
	BUG("no form %d", (int)p->form);
}

bool cufft_fftw_make(struct fftw_plan *p, const struct fft_shape *s, const struct fft_side *in,
	const struct fft_side *out, const struct fftw_way *way)
{
	struct loops l = loops_of(s, in, out, way->rank);
	p->form = s->kind->form;
	p->is_double = s->kind->element == FFT_F64;
	pthread_mutex_lock(&fftw_lock);
	p->plan = plan(p, &l, way);
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
