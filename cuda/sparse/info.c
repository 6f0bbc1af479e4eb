/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What factorizations and solvers keep from one call to the next. */
#include <stdlib.h>
#include "older_impl.h"

static cusparseStatus_t create(void **info, enum cusparse_info_kind kind)
{
	CUSPARSE_NEEDS(info != NULL);
	struct cusparse_info *i = mem_try_new(1, sizeof *i);
	if (i == NULL)
		return CUSPARSE_STATUS_ALLOC_FAILED;
	i->position = -1;
	handle_enter(&i->handle, kind);
	*info = i;
	return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t destroy(void *info, enum cusparse_info_kind kind)
{
	CUSPARSE_NEEDS(handle_take(info, kind));
	free(info);
	return CUSPARSE_STATUS_SUCCESS;
}

#define FUNCTIONS(ID, Name, type) \
	cusparseStatus_t cusparseCreate##Name##Info(type *info) \
	{ \
		return create((void **)info, CUSPARSE_INFO_##ID); \
	} \
	cusparseStatus_t cusparseDestroy##Name##Info(type info) \
	{ \
		return destroy(info, CUSPARSE_INFO_##ID); \
	}
CUSPARSE_INFOS(FUNCTIONS)

void cusparse_info_note(void *info, enum cusparse_info_kind kind, int64_t position)
{
	struct handle *h = handle_lock(info, kind);
	if (h == NULL)
		return;
	struct cusparse_info *i = cusparse_info_at(info);
	if (i->position < 0 || position < i->position)
		i->position = position;
	handle_unlock(h);
}

void cusparse_info_reset(void *info, enum cusparse_info_kind kind)
{
	struct handle *h = handle_lock(info, kind);
	if (h == NULL)
		return;
	cusparse_info_at(info)->position = -1;
	handle_unlock(h);
}

struct answer {
	struct cusparse_job job;
	const struct cusparse_info *info;
	int *position;
};

static cusparseStatus_t answer(const struct cusparse_job *job)
{
	const struct answer *j = (const struct answer *)(const void *)job;
	CUSPARSE_TRY(cusparse_check_ints(job, "position", j->position, 1));
	*j->position = (int)j->info->position;
	return j->info->position < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

cusparseStatus_t cusparse_info_answer(cusparseHandle_t handle, const char *name, void *info,
	enum cusparse_info_kind kind, int *position)
{
	CUSPARSE_TRY(cusparse_enter(handle, name));
	CUSPARSE_NEEDS(handle_is_valid(info, kind) && position != NULL);
	struct answer j = {{name, answer, handle}, cusparse_info_at(info), position};
	return cusparse_do_now(&j.job);
}
