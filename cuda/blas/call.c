/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A call of BLAS: its arguments are checked as a table of kinds says, and become a job in the
 * handle's stream. Scalars of the host are copied, those of the device are read when the job runs.
 * A call that gives the host a number waits and computes itself. */
#include <complex.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "blas_impl.h"

enum pass {
	PASS_VALUE,   /* by the address of what is in the job */
	PASS_ADDRESS, /* an address */
	PASS_ARRAY,   /* an element of an array of addresses */
	PASS_STRIDED  /* an address for each of the batch */
};
struct slot {
	enum pass pass;
	union {
		char letter;
		int number;
		double scalar[5]; /* as many as a rotation has */
		void *address;
	} value;
	int64_t stride_bytes;
	struct cublas_argument memory; /* of an array */
};
struct job {
	struct cublas_function function;
	union cublas_routine routine;
	size_t count;
	int64_t batch;
	enum cublas_kind result; /* CUBLAS_KIND_OP: none */
	void *result_address;
	size_t result_bytes;
	struct slot slots[CUBLAS_ARGUMENTS];
};

/* ---- checks ---------------------------------------------------------------------------------- */

static cublasStatus_t is_memory(const void *p, size_t bytes)
{
	if (p == NULL)
		return CUBLAS_STATUS_INVALID_VALUE;
	return culib_is_memory(p, bytes) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

static void *address_of(const struct cublas_argument *a)
{
	return (void *)(uintptr_t)a->value;
}

static cublasStatus_t is_one_of(const struct cublas_argument *a, int64_t last)
{
	return a->value >= 0 && a->value <= last ? CUBLAS_STATUS_SUCCESS
	                                         : CUBLAS_STATUS_INVALID_VALUE;
}

static cublasStatus_t is_matrix(const struct cublas_argument *a, size_t element_bytes)
{
	return cublas_is_matrix(address_of(a), a->rows, a->columns, a->step, element_bytes)
	               ? CUBLAS_STATUS_SUCCESS
	       : a->value == 0 ? CUBLAS_STATUS_INVALID_VALUE
	                       : CUBLAS_STATUS_EXECUTION_FAILED;
}

/* The routine's integers are of 32 bits. */
static cublasStatus_t is_number(const struct cublas_function *f, const struct cublas_argument *a,
	int64_t least)
{
	if (a->value < least)
		return CUBLAS_STATUS_INVALID_VALUE;
	return a->value <= INT_MAX ? CUBLAS_STATUS_SUCCESS
	                           : cublas_refuse(f->name, "a size of more than 31 bits");
}

/* Of a matrix for each of the batch: of the first and of the last. */
static cublasStatus_t is_strided(const struct cublas_argument *a, size_t element_bytes,
	int64_t batch)
{
	struct cublas_argument last = *a;
	int64_t bytes;
	if (batch == 0)
		return CUBLAS_STATUS_SUCCESS;
	if (__builtin_mul_overflow(a->stride, (int64_t)element_bytes, &bytes) ||
		__builtin_mul_overflow(bytes, batch - 1, &bytes))
		return CUBLAS_STATUS_INVALID_VALUE;
	last.value += bytes;
	cublasStatus_t status = is_matrix(a, element_bytes);
	return status == CUBLAS_STATUS_SUCCESS ? is_matrix(&last, element_bytes) : status;
}

static cublasStatus_t check_option(const struct cublas_function *f, const struct cublas_argument *a)
{
	bool is_real = f->element_bytes == f->real_bytes;
	switch (a->kind) {
	case CUBLAS_KIND_OP_N:
		return is_one_of(a, CUBLAS_OP_N) == CUBLAS_STATUS_SUCCESS ||
		                       is_one_of(a, CUBLAS_OP_C)
		               ? is_one_of(a, CUBLAS_OP_N)
		               : cublas_refuse(f->name, "an operation");
	case CUBLAS_KIND_OP_T:
		return is_one_of(a, is_real ? CUBLAS_OP_C : CUBLAS_OP_T);
	case CUBLAS_KIND_OP_C:
		return a->value == CUBLAS_OP_T ? CUBLAS_STATUS_INVALID_VALUE
		                               : is_one_of(a, CUBLAS_OP_C);
	case CUBLAS_KIND_OP:
		return is_one_of(a, CUBLAS_OP_C);
	default: /* FILL, DIAG, SIDE */
		return is_one_of(a, 1);
	}
}

static cublasStatus_t check_number(const struct cublas_function *f, const struct cublas_argument *a)
{
	switch (a->kind) {
	case CUBLAS_KIND_SIZE_TO_32:
		return is_one_of(a, 32);
	case CUBLAS_KIND_LEADING:
		return is_number(f, a, a->rows > 1 ? a->rows : 1);
	case CUBLAS_KIND_STEP:
		return a->value == 0 ? CUBLAS_STATUS_INVALID_VALUE : is_number(f, a, INT_MIN);
	case CUBLAS_KIND_LENGTH:
	case CUBLAS_KIND_ANY_STEP:
		return is_number(f, a, INT_MIN);
	default:
		return is_number(f, a, 0);
	}
}

static size_t scalar_bytes(const struct cublas_function *f, const struct cublas_argument *a)
{
	switch (a->kind) {
	case CUBLAS_KIND_REAL:
	case CUBLAS_KIND_REAL_OUT:
	case CUBLAS_KIND_REAL_RESULT:
		return f->real_bytes;
	case CUBLAS_KIND_ROTATION:
	case CUBLAS_KIND_ROTATION_OUT:
		return 5 * f->element_bytes;
	case CUBLAS_KIND_INDEX_RESULT:
		return (size_t)a->rows;
	default:
		return f->element_bytes;
	}
}

static cublasStatus_t check_memory(const struct cublas_function *f, const struct cublas_argument *a,
	int64_t batch)
{
	switch (a->kind) {
	case CUBLAS_KIND_MATRIX:
		return is_matrix(a, f->element_bytes);
	case CUBLAS_KIND_MAYBE:
		return a->value == 0 ? CUBLAS_STATUS_SUCCESS : is_matrix(a, f->element_bytes);
	case CUBLAS_KIND_ARRAY:
		return batch == 0 ? CUBLAS_STATUS_SUCCESS
		                  : is_memory(address_of(a), (size_t)batch * sizeof(void *));
	case CUBLAS_KIND_STRIDED:
		return is_strided(a, f->element_bytes, batch);
	case CUBLAS_KIND_INTS:
		return a->value == 0 ? CUBLAS_STATUS_SUCCESS : is_strided(a, sizeof(int), batch);
	case CUBLAS_KIND_INFO:
		return is_memory(address_of(a), sizeof(int));
	default: /* scalars */
		return is_memory(address_of(a), scalar_bytes(f, a));
	}
}

static cublasStatus_t check(const struct cublas_function *f, const struct cublas_argument *a,
	int64_t batch)
{
	if (a->kind < CUBLAS_KIND_SIZE)
		return check_option(f, a);
	return a->kind < CUBLAS_KIND_SCALAR ? check_number(f, a) : check_memory(f, a, batch);
}

/* Memory last, as numbers say how much there must be. Tells which argument is wrong where there is
 * CUBLAS_KIND_INFO. */
static cublasStatus_t check_all(const struct cublas_function *f,
	const struct cublas_argument *arguments, size_t count, int64_t batch)
{
	int *info = NULL;
	cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
	size_t wrong = 0;
	for (size_t i = 0; i < count; i++)
		if (arguments[i].kind == CUBLAS_KIND_INFO)
			info = address_of(&arguments[i]);
	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++) {
			if ((arguments[i].kind >= CUBLAS_KIND_SCALAR) != (pass == 1))
				continue;
			status = check(f, &arguments[i], batch);
			wrong = i + 1;
		}
	if (info != NULL && culib_is_memory(info, sizeof *info))
		*info = status == CUBLAS_STATUS_SUCCESS ? 0 : -(int)wrong;
	return status;
}

/* ---- the job --------------------------------------------------------------------------------- */

static bool is_result(const struct cublas_argument *a)
{
	return a->kind >= CUBLAS_KIND_RESULT && a->kind <= CUBLAS_KIND_INDEX_RESULT;
}

static void fill_slot(struct slot *s, const struct cublas_function *f,
	const struct cublas_argument *a, cublasPointerMode_t mode)
{
	s->pass = PASS_VALUE;
	s->memory = *a;
	if (a->kind <= CUBLAS_KIND_OP_C) {
		s->value.letter = "NTC"[a->value];
	} else if (a->kind <= CUBLAS_KIND_SIDE) {
		s->value.letter = (a->kind == CUBLAS_KIND_FILL   ? "LU"
				   : a->kind == CUBLAS_KIND_DIAG ? "NU"
								 : "LR")[a->value];
	} else if (a->kind < CUBLAS_KIND_COUNT) {
		s->value.number = (int)a->value;
	} else if (a->kind >= CUBLAS_KIND_SCALAR && a->kind <= CUBLAS_KIND_ROTATION &&
		   mode == CUBLAS_POINTER_MODE_HOST) {
		memcpy(s->value.scalar, address_of(a), scalar_bytes(f, a));
	} else {
		s->value.address = address_of(a);
		s->pass = PASS_ADDRESS;
	}
}

static void add(struct job *j, const struct cublas_argument *a, cublasPointerMode_t mode)
{
	const struct cublas_function *f = &j->function;
	if (a->kind == CUBLAS_KIND_COUNT || a->kind == CUBLAS_KIND_INFO)
		return;
	if (is_result(a)) {
		j->result = a->kind;
		j->result_address = address_of(a);
		j->result_bytes = scalar_bytes(f, a);
		return;
	}
	struct slot *s = &j->slots[j->count++];
	fill_slot(s, f, a, mode);
	if (a->kind == CUBLAS_KIND_ARRAY)
		s->pass = PASS_ARRAY;
	if (a->kind == CUBLAS_KIND_STRIDED || (a->kind == CUBLAS_KIND_INTS && a->value != 0)) {
		s->pass = PASS_STRIDED;
		s->stride_bytes =
			a->stride *
			(int64_t)(a->kind == CUBLAS_KIND_INTS ? sizeof(int) : f->element_bytes);
	}
}

/* An address that the program's own work has put into an array is seen only now. */
static void *element_of_array(const struct job *j, struct slot *s, int64_t i)
{
	void *p = ((void **)s->value.address)[i];
	const struct cublas_argument *a = &s->memory;
	if (cublas_is_matrix(p, a->rows, a->columns, a->step, j->function.element_bytes))
		return p;
	fprintf(stderr, "libcublas: %s: address %p of matrix %lld of a batch is wrong\n",
		j->function.name, p, (long long)i);
	return NULL;
}

static bool find_addresses(struct job *j, int64_t i, void *p[CUBLAS_ARGUMENTS])
{
	for (size_t k = 0; k < j->count; k++) {
		struct slot *s = &j->slots[k];
		switch (s->pass) {
		case PASS_VALUE:
			p[k] = &s->value;
			break;
		case PASS_ADDRESS:
			p[k] = s->value.address;
			break;
		case PASS_ARRAY:
			p[k] = element_of_array(j, s, i);
			if (p[k] == NULL && s->memory.rows > 0 && s->memory.columns > 0)
				return false;
			break;
		case PASS_STRIDED:
			p[k] = (uint8_t *)s->value.address + i * s->stride_bytes;
			break;
		}
	}
	return true;
}

static void put_index(const struct job *j, int64_t index)
{
	if (j->result_bytes == sizeof(int64_t))
		*(int64_t *)j->result_address = index;
	else
		*(int *)j->result_address = (int)index;
}

/* A function of Fortran returns complex numbers as C does. */
static void call_for_result(const struct job *j, void *const p[CUBLAS_ARGUMENTS])
{
	bool is_complex = j->result == CUBLAS_KIND_RESULT &&
	                  j->function.element_bytes != j->function.real_bytes;
	if (j->result == CUBLAS_KIND_INDEX_RESULT)
		put_index(j, j->routine.of_int(CUBLAS_UNFOLD(p)));
	else if (is_complex && j->result_bytes == sizeof(float _Complex))
		*(float _Complex *)j->result_address = j->routine.of_complex(CUBLAS_UNFOLD(p));
	else if (is_complex)
		*(double _Complex *)j->result_address =
			j->routine.of_double_complex(CUBLAS_UNFOLD(p));
	else if (j->result_bytes == sizeof(float))
		*(float *)j->result_address = j->routine.of_float(CUBLAS_UNFOLD(p));
	else
		*(double *)j->result_address = j->routine.of_double(CUBLAS_UNFOLD(p));
}

static void run(void *job)
{
	struct job *j = job;
	void *p[CUBLAS_ARGUMENTS] = {NULL};
	int index = 0;
	for (size_t i = j->count; i < CUBLAS_ARGUMENTS; i++)
		p[i] = (void *)1;
	for (int64_t i = 0; i < j->batch; i++) {
		if (!find_addresses(j, i, p))
			return;
		if (j->function.own != NULL) {
			if (j->result == CUBLAS_KIND_INDEX_RESULT)
				p[j->count] = &index;
			j->function.own(p);
		} else if (j->result != CUBLAS_KIND_OP) {
			call_for_result(j, p);
		} else {
			j->routine.call(CUBLAS_UNFOLD(p));
		}
	}
	if (j->function.own != NULL && j->result == CUBLAS_KIND_INDEX_RESULT)
		put_index(j, index);
}

static bool gives_number(const struct cublas_argument *arguments, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (arguments[i].kind >= CUBLAS_KIND_SCALAR_OUT &&
			arguments[i].kind <= CUBLAS_KIND_INDEX_RESULT)
			return true;
	return false;
}

cublasStatus_t cublas_call(cublasHandle_t handle, const struct cublas_function *f,
	const struct cublas_argument *arguments, size_t count)
{
	struct cublas_settings settings;
	struct job j = {.function = *f, .batch = 1};
	cublasStatus_t status = cublas_enter(handle, &settings);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	for (size_t i = 0; i < count; i++)
		if (arguments[i].kind == CUBLAS_KIND_COUNT)
			j.batch = arguments[i].value;
	status = check_all(f, arguments, count, j.batch);
	if (status != CUBLAS_STATUS_SUCCESS)
		return status;
	for (size_t i = 0; i < count; i++)
		add(&j, &arguments[i], settings.pointer_mode);
	if (f->own == NULL)
		j.routine = cublas_find(f->routine);
	if (j.routine.address == NULL && f->own == NULL)
		return cublas_refuse(f->name, "what this BLAS lacks");
	bool is_awaited =
		settings.pointer_mode == CUBLAS_POINTER_MODE_HOST && gives_number(arguments, count);
	return cublas_status(is_awaited ? culib_do_now(settings.stream, run, &j)
					: culib_do(settings.stream, run, &j, sizeof j));
}
