/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _DEFAULT_SOURCE /* wait4 */
#include "command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
	stopped = signal;
}

void command_stop_on_signals(void)
{
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};
	struct sigaction action = {.sa_handler = stop}, old;
	/* nohup, for one, ignores SIGHUP */
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
}

int command_stopped(void)
{
	return stopped;
}

static _Noreturn void start(const char *const *argv, unsigned limit_s, int message_fd)
{
	int null = open("/dev/null", O_RDWR);
	struct rlimit limit = {limit_s, limit_s + 1};
	if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(message_fd, 2) < 0 ||
		setrlimit(RLIMIT_CPU, &limit) != 0)
		_exit(127);
	execvp(argv[0], (char *const *)(size_t)argv);
	dprintf(2, "%s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

/* Reads all that the process `writer` writes to fd and keeps the first line of it. Kills `writer`
 * when a signal has asked us to end. */
static void read_line(int fd, pid_t writer, char *line, size_t bytes)
{
	char piece[512];
	size_t len = 0;
	int whole = 0;
	for (;;) {
		ssize_t n = read(fd, piece, sizeof piece);
		if (n < 0 && errno == EINTR) {
			if (stopped && writer > 0)
				kill(writer, SIGKILL);
			continue;
		}
		if (n <= 0)
			break;
		for (ssize_t i = 0; i < n && !whole; i++) {
			whole = piece[i] == '\n' || len + 1 == bytes;
			if (!whole)
				line[len++] = piece[i];
		}
	}
	line[len] = '\0';
}

static double milliseconds(const struct rusage *u)
{
	double seconds = (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec);
	double micros = (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec);
	return seconds * 1e3 + micros / 1e3;
}

int command_run(const char *const *argv, unsigned limit_s, struct command_cost *cost, char *why,
	size_t why_bytes)
{
	int ends[2], status = 0;
	struct rusage usage;
	if (pipe(ends) != 0) {
		snprintf(why, why_bytes, "no pipe");
		return 127;
	}
	pid_t pid = fork();
	if (pid == 0) {
		close(ends[0]);
		start(argv, limit_s, ends[1]);
	}
	close(ends[1]);
	read_line(ends[0], pid, why, why_bytes);
	close(ends[0]);
	if (pid < 0) {
		snprintf(why, why_bytes, "no process");
		return 127;
	}
	while (wait4(pid, &status, 0, &usage) < 0)
		if (errno != EINTR)
			return 127;
	cost->cpu_ms = milliseconds(&usage);
	cost->peak_kib = usage.ru_maxrss;
	if (WIFEXITED(status)) {
		if (WEXITSTATUS(status) != 0 && why[0] == '\0')
			snprintf(why, why_bytes, "exit status %d", WEXITSTATUS(status));
		return WEXITSTATUS(status);
	}
	if (cost->cpu_ms >= limit_s * 1e3)
		snprintf(why, why_bytes, "no end within %u s of CPU time", limit_s);
	else
		snprintf(why, why_bytes, "killed by signal %d", WTERMSIG(status));
	return 128 + WTERMSIG(status);
}
