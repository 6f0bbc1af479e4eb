/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The order of what kernels print: that of work-items between two barriers, group by group; and
 * that nothing is lost where kernels wait, fail, or print much. */
#include <stdbool.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "cl_run.h"

static const char source[] =
	"kernel void order(global int *out)\n"
	"{\n"
	"	int i = get_local_id(0);\n"
	"	printf(\"a %d\\n\", i);\n"
	"	for (int k = 0; k < i % 3; k++)\n"
	"		printf(\"b %d %d\\n\", i, k);\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	if (i % 2)\n"
	"		printf(\"c %d\\n\", i);\n"
	"	printf(\"d %d\\n\", i);\n"
	"}\n"
	"kernel void loop(global int *out)\n"
	"{\n"
	"	for (int k = 0; k < 3; k++) {\n"
	"		printf(\"%d %d;\", k, (int)get_local_id(0));\n"
	"		barrier(CLK_LOCAL_MEM_FENCE);\n"
	"		printf(\"%d %d,\", k, (int)get_local_id(0));\n"
	"		barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	}\n"
	"}\n"
	"kernel void waits(global volatile int *out)\n"
	"{\n"
	"	if (get_local_id(0) == 70) {\n"
	"		printf(\"first\\n\");\n"
	"		atomic_xchg(out, 1);\n"
	"	} else if (get_local_id(0) == 0) {\n"
	"		while (atomic_add(out, 0) == 0)\n"
	"			;\n"
	"		printf(\"second\\n\");\n"
	"	}\n"
	"	barrier(CLK_GLOBAL_MEM_FENCE);\n"
	"	printf(\"%d\\n\", (int)get_local_id(0));\n"
	"}\n"
	"kernel void groups(global int *out)\n"
	"{\n"
	"	printf(\"%d %d\\n\", (int)get_group_id(0), (int)get_local_id(0));\n"
	"}\n"
	"kernel void faults(global int *out)\n"
	"{\n"
	"	printf(\"before %d\\n\", (int)get_local_id(0));\n"
	"	*(volatile global int *)(size_t)64 = 1;\n"
	"}\n"
	"kernel void hangs(global int *out)\n"
	"{\n"
	"	printf(\"here\\n\");\n"
	"	while (atomic_add((volatile global int *)out, 0) == 0)\n"
	"		;\n"
	"}\n"
	"kernel void much(global int *out)\n"
	"{\n"
	"	for (int k = 0; k < 5000; k++)\n"
	"		printf(\"line %10d of work-item %10d\\n\", k, (int)get_local_id(0));\n"
	"}\n";

static struct run r;
static FILE *said; /* what was printed */

static void enqueue(const char *name, size_t items, size_t group, void *memory)
{
	cl_kernel k = kernel(&r, name);
	OK(cl()->clSetKernelArgSVMPointer(k, 0, memory));
	OK(cl()->clEnqueueNDRangeKernel(r.queue, k, 1, NULL, &items, &group, 0, NULL, NULL));
	OK(cl()->clReleaseKernel(k));
}

/* Starts over with an empty file. */
static void forget(void)
{
	fflush(stdout);
	EXPECT(ftruncate(STDOUT_FILENO, 0) == 0);
	rewind(stdout);
}

/* Runs a kernel and goes to the begin of what it printed. */
static void run(const char *name, size_t items, size_t group)
{
	static int memory;
	memory = 0;
	forget();
	enqueue(name, items, group, &memory);
	OK(cl()->clFinish(r.queue));
	fflush(stdout);
	rewind(said);
}

/* What goes wrong is told on stderr, as the kernels have stdout. */
static void expect(const char *line)
{
	char text[128];
	if (fgets(text, sizeof text, said) == NULL)
		text[0] = '\0';
	if (strcmp(text, line) != 0) {
		fprintf(stderr, "'%s', not '%s'\n", text, line);
		exit(1);
	}
}

static void expect_number(const char *format, int a, int b)
{
	char line[64];
	snprintf(line, sizeof line, "%s %d", format, a);
	if (b >= 0)
		snprintf(line + strlen(line), sizeof line - strlen(line), " %d", b);
	strcat(line, "\n");
	expect(line);
}

static void order(int items)
{
	run("order", (size_t)items, (size_t)items);
	for (int i = 0; i < items; i++) {
		expect_number("a", i, -1);
		for (int k = 0; k < i % 3; k++)
			expect_number("b", i, k);
	}
	for (int i = 0; i < items; i++) {
		if (i % 2 != 0)
			expect_number("c", i, -1);
		expect_number("d", i, -1);
	}
	expect("");
}

static void loop(void)
{
	run("loop", 2, 2);
	expect("0 0;0 1;0 0,0 1,1 0;1 1;1 0,1 1,2 0;2 1;2 0,2 1,");
}

/* A work-item that waits for one of another wave prints after it; behind the barrier there is order
 * again. */
static void waits(void)
{
	run("waits", 80, 80);
	expect("first\n");
	expect("second\n");
	for (int i = 0; i < 80; i++) {
		char line[16];
		snprintf(line, sizeof line, "%d\n", i);
		expect(line);
	}
	expect("");
}

/* Groups come in any order, but each in one piece. */
static void groups(void)
{
	enum { GROUPS = 200, ITEMS = 20 };
	bool seen[GROUPS] = {false};
	run("groups", GROUPS * ITEMS, ITEMS);
	for (int k = 0; k < GROUPS; k++) {
		int group, item;
		for (int i = 0; i < ITEMS; i++) {
			int now;
			EXPECT(fscanf(said, "%d %d\n", &now, &item) == 2);
			group = i == 0 ? now : group;
			if (item != i || now != group || seen[group]) {
				fprintf(stderr, "item %d of group %d after %d of %d\n", item, now,
					i - 1, group);
				exit(1);
			}
		}
		seen[group] = true;
	}
}

static void faults(void)
{
	int memory = 0;
	forget();
	enqueue("faults", 4, 4, &memory);
	IS(CL_OUT_OF_RESOURCES, cl()->clFinish(r.queue));
	fflush(stdout);
	rewind(said);
	for (int i = 0; i < 4; i++)
		expect_number("before", i, -1);
	expect("");
}

static off_t printed(void)
{
	struct stat s;
	fflush(stdout);
	EXPECT(fstat(STDOUT_FILENO, &s) == 0);
	return s.st_size;
}

/* The text of a kernel that goes on for ever can be read while it runs. */
static void hangs(void)
{
	static _Atomic int memory;
	const struct timespec nap = {0, 10000000};
	forget();
	enqueue("hangs", 1, 1, &memory);
	OK(cl()->clFlush(r.queue));
	for (int k = 0; k < 3000 && printed() == 0; k++)
		nanosleep(&nap, NULL);
	bool seen = printed() != 0;
	memory = 1;
	OK(cl()->clFinish(r.queue));
	EXPECT(seen);
	rewind(said);
	expect("here\n");
	expect("");
}

static void much(void)
{
	size_t lines = 0;
	char text[128];
	run("much", 64, 64);
	for (; fgets(text, sizeof text, said) != NULL; lines++)
		EXPECT(strlen(text) == strlen("line 1234567890 of work-item 1234567890\n"));
	EXPECT(lines == 64 * 5000);
}

int main(void)
{
	setenv("HSAEMU_THREADS", "4", 1);
	need_compiler();
	EXPECT(freopen("said", "w", stdout) != NULL);
	said = fopen("said", "r");
	EXPECT(said != NULL);
	r = run_open(source, "-cl-std=CL1.2");
	order(1);
	order(5);
	order(64);
	order(200);
	loop();
	waits();
	groups();
	faults();
	hangs();
	much();
	run_close(&r);
	return 0;
}
