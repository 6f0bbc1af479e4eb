/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A client that opens the library by its name, uses it, and closes it, again and again; with the
 * word "early" it closes the library before it shuts the runtime down. Nothing may be left. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <hsa/hsa.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(cond) \
	((cond) ? (void)0 \
		: (fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #cond), exit(1)))

enum { ROUNDS = 50 };

static unsigned lines_of_maps(const char *word)
{
	char line[1024];
	unsigned count = 0;
	FILE *f = fopen("/proc/self/maps", "r");
	EXPECT(f != NULL);
	while (fgets(line, sizeof line, f) != NULL)
		count += strstr(line, word) != NULL;
	EXPECT(fclose(f) == 0);
	return count;
}

static unsigned threads(void)
{
	unsigned count = 0;
	DIR *d = opendir("/proc/self/task");
	EXPECT(d != NULL);
	for (struct dirent *e; (e = readdir(d)) != NULL;)
		count += e->d_name[0] != '.';
	EXPECT(closedir(d) == 0);
	return count;
}

static void is_clean(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGURG};
	struct sigaction action;
	EXPECT(lines_of_maps("hsa-runtime") == 0);
	EXPECT(threads() == 1);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		EXPECT(sigaction(signals[i], NULL, &action) == 0);
		EXPECT(action.sa_handler == SIG_DFL);
	}
}

static void round_trip(int early)
{
	hsa_status_t (*init)(void), (*shut_down)(void);
	void *library = dlopen("libhsa-runtime64.so", RTLD_NOW);
	EXPECT(library != NULL || !fprintf(stderr, "%s\n", dlerror()));
	*(void **)&init = dlsym(library, "hsa_init");
	*(void **)&shut_down = dlsym(library, "hsa_shut_down");
	EXPECT(init() == HSA_STATUS_SUCCESS && threads() > 1);
	if (early) {
		EXPECT(dlclose(library) == 0 && lines_of_maps("hsa-runtime") != 0);
		EXPECT(shut_down() == HSA_STATUS_SUCCESS);
	} else {
		EXPECT(shut_down() == HSA_STATUS_SUCCESS && dlclose(library) == 0);
	}
	is_clean();
}

int main(int argc, char **argv)
{
	unsigned lines = 0;
	for (int i = 0; i < ROUNDS; i++) {
		round_trip(argc > 1 && strcmp(argv[1], "early") == 0);
		if (i == 5)
			lines = lines_of_maps("");
	}
	EXPECT(lines_of_maps("") <= lines + 1);
	return 0;
}
