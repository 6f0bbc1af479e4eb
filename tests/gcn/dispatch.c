/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Loads an object, checks a kernel and dispatches it: dispatch OBJECT KERNEL [SIZE GRID LDS
 * PRIVATE LIMIT]. Prints diagnostics, or what became of the last work-group and its wavefronts.
 * The kernel's argument is the address of 64 KiB. */
#include "emulate.h"

static uint64_t number(int argc, char **argv, int n, uint64_t otherwise)
{
	return argc > n ? strtoull(argv[n], NULL, 0) : otherwise;
}

static void read_packet(int argc, char **argv, struct emulated_packet *p)
{
	static uint64_t kernarg[32], memory[8192];

	kernarg[0] = (uint64_t)(uintptr_t)memory;
	*p = (struct emulated_packet){.size = {(uint16_t)number(argc, argv, 3, 64), 1, 1},
		.grid = {(uint32_t)number(argc, argv, 4, 64), 1, 1},
		.group_bytes = (uint32_t)number(argc, argv, 5, 0),
		.private_bytes = (uint32_t)number(argc, argv, 6, 0),
		.kernarg = (uint64_t)(uintptr_t)kernarg};
}

static void print_report(struct gcn_group *g, enum gcn_outcome outcome)
{
	struct buf report = BUF_INIT;

	gcn_group_report(g, &report);
	printf("the work-group %s\n", gcn_outcome_text(outcome));
	fwrite(report.data, 1, report.len, stdout);
	buf_release(&report);
}

static int run(struct emulated *e, int argc, char **argv)
{
	const struct gcn_entry *entry = gcn_program_find(&e->program, argv[2]);
	struct emulated_packet packet;
	struct gcn_dispatch dispatch;
	struct gcn_group g;

	read_packet(argc, argv, &packet);
	if (entry == NULL || !gcn_program_check(&e->program, entry, &e->diag) ||
		!gcn_dispatch_init(&dispatch, &e->program, entry, &packet, &e->diag) ||
		!gcn_group_init(&g, &dispatch))
		return 1;
	g.limit = number(argc, argv, 7, 0);
	gcn_group_start(&g, (const uint32_t[3]){0, 0, 0});
	enum gcn_outcome outcome = gcn_group_run(&g);
	print_report(&g, outcome);
	gcn_group_release(&g);
	return outcome == GCN_ENDED ? 0 : 5;
}

int main(int argc, char **argv)
{
	const struct diag_options options = {.tool = "dispatch"};
	struct emulated e;
	int status = 1;

	if (argc < 3)
		return 2;
	diag_init(&e.diag, &options);
	arena_init(&e.arena);
	if (!file_read(&e.file, argv[1], &e.diag))
		return 4;
	if (gcn_object_open(&e.object, argv[1], e.file.bytes, e.file.len, &e.arena, &e.diag) &&
		gcn_program_load(&e.program, &e.object, NULL, &e.diag)) {
		status = run(&e, argc, argv);
		gcn_program_release(&e.program);
	}
	diag_flush(&e.diag, stdout);
	arena_release(&e.arena);
	diag_release(&e.diag);
	file_release(&e.file);
	return status;
}
