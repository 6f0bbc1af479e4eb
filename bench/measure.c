/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Runs a command several times and prints what it costs: the least CPU time in milliseconds (user
 * and system), and the largest peak memory in KiB. Its output goes to /dev/null.
 * usage: hsaemu-measure RUNS COMMAND [ARGUMENT...] */
#define _DEFAULT_SOURCE /* wait4 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

static double milliseconds(const struct rusage *u)
{
	double seconds = (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec);
	double micros = (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec);
	return seconds * 1e3 + micros / 1e3;
}

/* Returns the exit status, or 127 when the command could not be run. */
static int run_once(char **command, struct rusage *usage)
{
	posix_spawn_file_actions_t actions;
	pid_t pid;
	int status = 0;
	if (posix_spawn_file_actions_init(&actions) != 0 ||
		posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0) != 0)
		return 127;
	int err = posix_spawnp(&pid, command[0], &actions, NULL, command, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (err != 0) {
		fprintf(stderr, "%s: %s\n", command[0], strerror(err));
		return 127;
	}
	while (wait4(pid, &status, 0, usage) < 0)
		if (errno != EINTR)
			return 127;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

int main(int argc, char **argv)
{
	long runs = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
	double least = 0;
	long largest = 0;
	if (runs < 1) {
		fputs("usage: hsaemu-measure RUNS COMMAND [ARGUMENT...]\n", stderr);
		return 2;
	}
	for (long i = 0; i < runs; i++) {
		struct rusage usage;
		int status = run_once(argv + 2, &usage);
		if (status != 0)
			return status;
		double ms = milliseconds(&usage);
		least = i == 0 || ms < least ? ms : least;
		largest = usage.ru_maxrss > largest ? usage.ru_maxrss : largest;
	}
	printf("%.1f %ld\n", least, largest);
	return fflush(stdout) != 0;
}
