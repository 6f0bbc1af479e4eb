/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions that make plans, and those that tell how much memory plans need on the device,
 * which is none: each takes a shape in words of its own. */
#include <string.h>
#include "plan.h"

cufftResult cufftCreate(cufftHandle *plan)
{
	if (plan == NULL)
		return CUFFT_INVALID_VALUE;
	if (culib_enter(CUFFT_NAME) != CUDA_SUCCESS)
		return CUFFT_SETUP_FAILED;
	return cufft_plan_new(plan);
}

cufftResult cufftDestroy(cufftHandle plan)
{
	return cufft_plan_drop(plan);
}

/* ---- what is done with a shape --------------------------------------------------------------- */

static cufftResult estimate(struct fft_shape s, size_t *bytes)
{
	if (bytes == NULL)
		return CUFFT_INVALID_VALUE;
	cufftResult error = cufft_shape_check(&s);
	if (error == CUFFT_SUCCESS)
		*bytes = 0;
	return error;
}

static cufftResult make_once(struct cufft_plan *p, const struct fft_shape *s)
{
	if (p->is_made)
		return CUFFT_INVALID_PLAN;
	if (!cufft_fftw_is_there(s->kind->element))
		return CUFFT_SETUP_FAILED;
	p->shape = *s;
	p->is_made = true;
	return CUFFT_SUCCESS;
}

static cufftResult make(cufftHandle plan, struct fft_shape s, size_t *bytes)
{
	struct cufft_plan *p = cufft_plan_begin(plan);
	if (p == NULL)
		return CUFFT_INVALID_PLAN;
	cufftResult error = estimate(s, bytes);
	return cufft_plan_end(p, error == CUFFT_SUCCESS ? make_once(p, &s) : error);
}

static cufftResult create(cufftHandle *plan, struct fft_shape s)
{
	size_t bytes;
	cufftHandle made;
	if (plan == NULL)
		return CUFFT_INVALID_VALUE;
	cufftResult error = cufftCreate(&made);
	if (error != CUFFT_SUCCESS)
		return error;
	error = make(made, s, &bytes);
	if (error != CUFFT_SUCCESS)
		return cufft_plan_drop(made) == CUFFT_SUCCESS ? error : CUFFT_INTERNAL_ERROR;
	*plan = made;
	return CUFFT_SUCCESS;
}

static cufftResult get_size(cufftHandle plan, struct fft_shape s, size_t *bytes)
{
	struct cufft_plan *p = cufft_plan_begin(plan);
	return p == NULL ? CUFFT_INVALID_PLAN : cufft_plan_end(p, estimate(s, bytes));
}

cufftResult cufftGetSize(cufftHandle plan, size_t *bytes)
{
	struct cufft_plan *p = cufft_plan_begin(plan);
	if (p == NULL)
		return CUFFT_INVALID_PLAN;
	return cufft_plan_end(p, p->is_made ? estimate(p->shape, bytes) : CUFFT_INVALID_PLAN);
}

/* ---- shapes in clients' words ---------------------------------------------------------------- */

static struct fft_shape packed(int rank, const long long *n, unsigned type, long long batch)
{
	struct fft_shape s = {.kind = cufft_kind_find(type),
		.rank = rank,
		.has_sizes = true,
		.is_packed = true,
		.batch = batch};
	memcpy(s.n, n, (size_t)rank * sizeof *n);
	return s;
}

/* Arrays of `rank` sizes, whose elements have one of two types. */
struct sizes {
	const int *narrow;
	const long long *wide;
};

static bool read_sizes(long long *to, int rank, struct sizes from)
{
	if (rank < 1 || rank > FFT_MAX_RANK || (from.narrow == NULL && from.wide == NULL))
		return false;
	for (int i = 0; i < rank; i++)
		to[i] = from.wide != NULL ? from.wide[i] : from.narrow[i];
	return true;
}

/* Without one of both storages, nothing is said about any. */
static struct fft_shape many(const struct fft_kind *kind, int rank, struct sizes n,
	struct sizes in_sizes, struct sizes out_sizes, const long long *numbers)
{
	struct fft_shape s = {.kind = kind,
		.rank = rank,
		.batch = numbers[4],
		.in = {.stride = numbers[0], .distance = numbers[1]},
		.out = {.stride = numbers[2], .distance = numbers[3]}};
	s.has_sizes = read_sizes(s.n, rank, n);
	s.is_packed = !(read_sizes(s.in.sizes, rank, in_sizes) &&
			read_sizes(s.out.sizes, rank, out_sizes));
	return s;
}

#define NARROW(array) ((struct sizes){.narrow = (array)})
#define WIDE(array) ((struct sizes){.wide = (array)})
#define NUMBERS ((const long long[]){istride, idist, ostride, odist, batch})
#define MANY(kind, WIDTH) many(kind, rank, WIDTH(n), WIDTH(inembed), WIDTH(onembed), NUMBERS)

/* ---- the functions --------------------------------------------------------------------------- */

#define PARAMETERS_1d int nx, cufftType type, int batch
#define PARAMETERS_2d int nx, int ny, cufftType type
#define PARAMETERS_3d int nx, int ny, int nz, cufftType type
#define PARAMETERS_OF(INT, word, Type) \
	int rank, INT *n, INT *inembed, INT istride, INT idist Type(input), INT *onembed, \
		INT ostride, INT odist Type(output) word, INT batch
#define NO_TYPE(side)
#define DATA_TYPE(side) , cudaDataType side##type
#define COMMA ,
#define PARAMETERS_Many PARAMETERS_OF(int, COMMA cufftType type, NO_TYPE)
#define PARAMETERS_Many64 PARAMETERS_OF(long long, COMMA cufftType type, NO_TYPE)
#define PARAMETERS_Xt PARAMETERS_OF(long long, , DATA_TYPE)

#define MAKES(how, shape) \
	cufftResult cufftMakePlan##how(cufftHandle plan, PARAMETERS_##how, size_t *workSize) \
	{ \
		return make(plan, shape, workSize); \
	} \
	cufftResult cufftGetSize##how(cufftHandle plan, PARAMETERS_##how, size_t *workSize) \
	{ \
		return get_size(plan, shape, workSize); \
	}
#define CREATES(how, shape) \
	cufftResult cufftPlan##how(cufftHandle *plan, PARAMETERS_##how) \
	{ \
		return create(plan, shape); \
	} \
	cufftResult cufftEstimate##how(PARAMETERS_##how, size_t *workSize) \
	{ \
		return estimate(shape, workSize); \
	} \
	MAKES(how, shape)

CREATES(1d, packed(1, (const long long[]){nx}, type, batch))
CREATES(2d, packed(2, (const long long[]){nx, ny}, type, 1))
CREATES(3d, packed(3, (const long long[]){nx, ny, nz}, type, 1))
CREATES(Many, MANY(cufft_kind_find(type), NARROW))
MAKES(Many64, MANY(cufft_kind_find(type), WIDE))

#define XT_SHAPE MANY(cufft_kind_of(inputtype, outputtype, executiontype), WIDE)

cufftResult cufftXtMakePlanMany(cufftHandle plan, PARAMETERS_Xt, size_t *workSize,
	cudaDataType executiontype)
{
	return make(plan, XT_SHAPE, workSize);
}

cufftResult cufftXtGetSizeMany(cufftHandle plan, PARAMETERS_Xt, size_t *workSize,
	cudaDataType executiontype)
{
	return get_size(plan, XT_SHAPE, workSize);
}
