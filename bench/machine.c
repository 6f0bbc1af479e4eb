#define _GNU_SOURCE /* sched_getaffinity, nftw, getloadavg */
#include "machine.h"

#include <ftw.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OPEN_FOLDERS = 16 };

unsigned machine_cpus(void)
{
	cpu_set_t set;
	return sched_getaffinity(0, sizeof set, &set) == 0 ? (unsigned)CPU_COUNT(&set) : 1;
}

bool machine_bin(char *folder, size_t bytes)
{
	ssize_t len = readlink("/proc/self/exe", folder, bytes - 1);
	if (len <= 0)
		return false;
	folder[len] = '\0';
	*strrchr(folder, '/') = '\0';
	return true;
}

void machine_model(char *name, size_t bytes)
{
	char line[512];
	FILE *f = fopen("/proc/cpuinfo", "r");
	snprintf(name, bytes, "unknown processor");
	while (f && fgets(line, sizeof line, f)) {
		const char *colon = strchr(line, ':');
		if (strncmp(line, "model name", 10) != 0 || !colon)
			continue;
		line[strcspn(line, "\n")] = '\0';
		snprintf(name, bytes, "%s", colon + 2);
		break;
	}
	if (f)
		fclose(f);
}

double machine_load(void)
{
	double load[1];
	return getloadavg(load, 1) == 1 ? load[0] : 0;
}

static int remove_one(const char *path, const struct stat *s, int kind, struct FTW *at)
{
	(void)s;
	(void)kind;
	(void)at;
	return remove(path);
}

void machine_remove(const char *folder)
{
	nftw(folder, remove_one, OPEN_FOLDERS, FTW_DEPTH | FTW_PHYS);
}
