/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Children of this process, which do not outnumber the CPUs. */
#define _GNU_SOURCE /* for posix_spawn_file_actions_addclosefrom_np(), sched_getaffinity() */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include "cl_impl.h"

extern char **environ;

static struct {
	pthread_mutex_t lock;
	pthread_cond_t ended;
	size_t running;
	pid_t process; /* that counts: a process that was forked meanwhile begins anew */
} children = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

static size_t cpu_count(void)
{
	cpu_set_t set;
	int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
	return n > 0 ? (size_t)n : 1;
}

static void wait_for_turn(void)
{
	size_t most = cpu_count();
	pthread_mutex_lock(&children.lock);
	if (children.process != getpid()) {
		children.process = getpid();
		children.running = 0;
	}
	while (children.running >= most)
		pthread_cond_wait(&children.ended, &children.lock);
	children.running++;
	pthread_mutex_unlock(&children.lock);
}

static void end_turn(void)
{
	pthread_mutex_lock(&children.lock);
	children.running--;
	pthread_cond_signal(&children.ended);
	pthread_mutex_unlock(&children.lock);
}

static int add_files(posix_spawn_file_actions_t *actions, const struct fin_cl_files *f)
{
	int error = 0;
	for (size_t i = 0; i < f->count && error == 0; i++)
		error = posix_spawn_file_actions_adddup2(actions, f->fds[i], (int)i);
	return error != 0 ? error
	                  : posix_spawn_file_actions_addclosefrom_np(actions, (int)f->count);
}

/* Its signals are neither blocked nor ignored, whatever this program has set. */
static int spawn(const char *const *words, const struct fin_cl_files *f, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none, all;
	sigemptyset(&none);
	sigfillset(&all);
	int error = posix_spawn_file_actions_init(&actions);
	if (error != 0)
		return error;
	if ((error = posix_spawnattr_init(&attributes)) == 0) {
		posix_spawnattr_setsigmask(&attributes, &none);
		posix_spawnattr_setsigdefault(&attributes, &all);
		posix_spawnattr_setflags(&attributes,
			POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
		if ((error = add_files(&actions, f)) == 0) /* it does not write to the words */
			error = posix_spawn(pid, words[0], &actions, &attributes,
				(char *const *)(uintptr_t)words, environ);
		posix_spawnattr_destroy(&attributes);
	}
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

/* Where the program ignores SIGCHLD, or waits for all children by itself, there is no status. */
static int wait_for(pid_t pid)
{
	int status = 0;
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 0;
	return status;
}

int fin_cl_run(const char *const *words, const struct fin_cl_files *f, int *ended)
{
	pid_t pid;
	wait_for_turn();
	int error = spawn(words, f, &pid);
	if (error == 0)
		*ended = wait_for(pid);
	end_turn();
	return error;
}
