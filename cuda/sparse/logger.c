/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Messages for those who ask for them: errors (level 1), and the names of calls (level 5). */
#include <pthread.h>
#include <stdio.h>
#include "sparse_impl.h"

/* Guards all of the following. */
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
	cusparseLoggerCallback_t callback;
	FILE *file, *opened; /* `opened` is ours */
	int level, mask;
	bool is_disabled;
} logger;

static bool is_wanted(enum cusparse_log level)
{
	return !logger.is_disabled &&
	       ((int)level <= logger.level || (logger.mask & 1 << (level - 1)) != 0);
}

void cusparse_log(enum cusparse_log level, const char *function, const char *message)
{
	pthread_mutex_lock(&log_lock);
	cusparseLoggerCallback_t callback = is_wanted(level) ? logger.callback : NULL;
	if (is_wanted(level) && logger.file != NULL) {
		fprintf(logger.file, "[cuSPARSE][%d][%s] %s\n", (int)level, function, message);
		fflush(logger.file);
	}
	pthread_mutex_unlock(&log_lock);
	if (callback != NULL) /* which may call the library */
		callback((int)level, function, message);
}

cusparseStatus_t cusparseLoggerSetCallback(cusparseLoggerCallback_t callback)
{
	pthread_mutex_lock(&log_lock);
	logger.callback = callback;
	pthread_mutex_unlock(&log_lock);
	return CUSPARSE_STATUS_SUCCESS;
}

static void set_file(FILE *file, FILE *opened)
{
	pthread_mutex_lock(&log_lock);
	if (logger.opened != NULL)
		fclose(logger.opened);
	logger.file = file;
	logger.opened = opened;
	pthread_mutex_unlock(&log_lock);
}

cusparseStatus_t cusparseLoggerSetFile(FILE *file)
{
	set_file(file, NULL);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseLoggerOpenFile(const char *logFile)
{
	FILE *file = logFile != NULL ? fopen(logFile, "w") : NULL;
	CUSPARSE_NEEDS(file != NULL);
	set_file(file, file);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseLoggerSetLevel(int level)
{
	CUSPARSE_NEEDS(level >= 0 && level <= CUSPARSE_LOG_API);
	pthread_mutex_lock(&log_lock);
	logger.level = level;
	pthread_mutex_unlock(&log_lock);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseLoggerSetMask(int mask)
{
	CUSPARSE_NEEDS(mask >= 0 && mask < 1 << CUSPARSE_LOG_API);
	pthread_mutex_lock(&log_lock);
	logger.mask = mask;
	pthread_mutex_unlock(&log_lock);
	return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseLoggerForceDisable(void)
{
	pthread_mutex_lock(&log_lock);
	logger.is_disabled = true;
	pthread_mutex_unlock(&log_lock);
	return CUSPARSE_STATUS_SUCCESS;
}
