/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _GNU_SOURCE /* sched_getaffinity, nftw, getloadavg */
#include "machine.h"

#include <ftw.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
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

static void machine_model(char *name, size_t bytes)
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

static double machine_load(void)
{
	double load[1];
	return getloadavg(load, 1) == 1 ? load[0] : 0;
}

void machine_describe(struct machine *m)
{
	struct utsname system;
	long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
	machine_model(m->model, sizeof m->model);
	if (uname(&system) == 0)
		snprintf(m->system, sizeof m->system, "%s %s", system.sysname, system.release);
	else
		snprintf(m->system, sizeof m->system, "unknown system");
	m->cpus = machine_cpus();
	m->memory_mib =
		pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes >> 20 : 0;
	m->load = machine_load();
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
