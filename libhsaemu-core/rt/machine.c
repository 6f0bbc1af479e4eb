/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What programs may ask about the machine that stands for the GPU. */
#include <cpuid.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "hsaemu/machine.h"

uint64_t rt_machine_memory_bytes(void)
{
	return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint32_t rt_machine_cache_bytes(unsigned level)
{
	static const int names[RT_MACHINE_CACHES] = {_SC_LEVEL1_DCACHE_SIZE, _SC_LEVEL2_CACHE_SIZE,
		_SC_LEVEL3_CACHE_SIZE, _SC_LEVEL4_CACHE_SIZE};
	long bytes = level >= 1 && level <= RT_MACHINE_CACHES ? sysconf(names[level - 1]) : 0;
	return bytes <= 0 ? 0 : bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
}

void rt_machine_cpu_name(char *out, size_t bytes)
{
	const unsigned first = 0x80000002, last = 0x80000004;
	unsigned words[12];
	if (__get_cpuid_max(0x80000000, NULL) < last)
		return;
	for (unsigned leaf = first, *w = words; leaf <= last; leaf++, w += 4)
		__cpuid(leaf, w[0], w[1], w[2], w[3]);
	char name[sizeof words + 1] = "";
	memcpy(name, words, sizeof words);
	const char *begin = name + strspn(name, " ");
	size_t len = strlen(begin);
	while (len != 0 && begin[len - 1] == ' ')
		len--;
	if (len >= bytes)
		len = bytes - 1;
	memcpy(out, begin, len);
	out[len] = '\0';
}

/* Returns the processor's highest clock in MHz, or 0 when the system does not tell. */
uint32_t rt_machine_clock_mhz(void)
{
	unsigned long khz = 0;
	double mhz = 0;
	char line[256];
	FILE *f = fopen("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "re");
	if (f != NULL) {
		bool known = fscanf(f, "%lu", &khz) == 1;
		fclose(f);
		if (known)
			return (uint32_t)(khz / 1000);
	}
	f = fopen("/proc/cpuinfo", "re");
	while (f != NULL && fgets(line, sizeof line, f) != NULL)
		if (sscanf(line, "cpu MHz : %lf", &mhz) == 1)
			break;
	if (f != NULL)
		fclose(f);
	return mhz > 0 ? (uint32_t)mhz : 0;
}

/* ---- what CPUs share ------------------------------------------------------------------------- */

/* Reads a file of a CPU's folder in sysfs, up to its first blank. */
static bool read_word(unsigned cpu, unsigned cache, const char *name, char word[64])
{
	char path[128];
	(void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/cache/index%u/%s", cpu,
		cache, name);
	FILE *f = fopen(path, "re");
	if (f == NULL)
		return false;
	bool done = fscanf(f, "%63s", word) == 1;
	fclose(f);
	return done;
}

/* Returns the number of the node, the N of a link named nodeN. */
static uint32_t node_of(unsigned cpu)
{
	char path[64];
	uint32_t node = RT_MACHINE_NO_DOMAIN;
	(void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u", cpu);
	DIR *folder = opendir(path);
	if (folder == NULL)
		return node;
	for (struct dirent *e = readdir(folder); e != NULL; e = readdir(folder))
		if (sscanf(e->d_name, "node%" SCNu32, &node) == 1)
			break;
	closedir(folder);
	return node;
}

uint32_t rt_machine_domain(unsigned level, unsigned cpu)
{
	char word[64];
	uint32_t first;
	if (level == 0)
		return node_of(cpu);
	for (unsigned i = 0; read_word(cpu, i, "level", word); i++) {
		if ((unsigned)word[0] != '0' + level || word[1] != '\0' ||
			!read_word(cpu, i, "type", word) || strcmp(word, "Instruction") == 0)
			continue;
		/* the first of the CPUs stands for all */
		if (read_word(cpu, i, "shared_cpu_list", word) &&
			sscanf(word, "%" SCNu32, &first) == 1)
			return first;
	}
	return RT_MACHINE_NO_DOMAIN;
}
