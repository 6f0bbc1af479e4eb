/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What programs may ask about the machine that stands for the GPU. */
#include <cpuid.h>
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
