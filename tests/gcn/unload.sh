# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The HSA runtime is unloaded, though a thread lives on that has run kernels in the emulator.
case $BUILD in *asan|*tsan|*fuzz) echo "there is no shared library with sanitizers"; exit 77 ;; esac
folder=$BUILD/lib/hsaemu/hsa
hsail-as "$TOP/examples/hsa/vector_copy.hsail" -o copy.brig
gcc -std=c11 -shared -fPIC -Dmain=copy_main "$TOP/examples/hsa/vector_copy.c" -o copy.so -L"$folder" \
	-Wl,-rpath,"$folder" -lhsa-runtime64
cat >client.c <<'END2'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static void *work(void *arg)
{
	void *copy = dlopen("./copy.so", RTLD_NOW | RTLD_LOCAL);
	char *args[] = {"copy", "copy.brig", NULL}, line[500];
	int (*run)(int, char **) = (int (*)(int, char **))dlsym(copy, "copy_main");
	FILE *maps;
	printf("status %d\n", run(2, args));
	dlclose(copy);
	maps = fopen("/proc/self/maps", "r");
	while (fgets(line, sizeof line, maps) != NULL)
		if (strstr(line, "hsa-runtime") != NULL)
			puts("it is still loaded");
	fclose(maps);
	return arg;
}
int main(void)
{
	for (int k = 0; k < 3; k++) {
		pthread_t thread;
		pthread_create(&thread, NULL, work, NULL);
		pthread_join(thread, NULL);
	}
	return 0;
}
END2
gcc -std=c11 client.c -o client -lpthread -ldl
HSAEMU_DEEP=none HSAEMU_THREADS=1 ./client >out
[ "$(sort out | uniq -c | tr -s ' ' | paste -sd,)" = " 3 copied, 3 status 0" ] || { cat out; exit 1; }
