/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "compare.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "worker.h"

struct listener {
	const struct plan *plan;
	struct row *row;
	enum column current; /* COLUMN_COUNT before the first message */
	bool failed;
};

static void refuse(struct cell *cell, const char *text)
{
	cell->samples = 0;
	snprintf(cell->why, sizeof cell->why, "%s", text);
}

static void hear(struct listener *l, const struct message *m)
{
	struct cell *cell = &l->row->cells[m->column];
	if (m->kind != MESSAGE_WORK)
		l->current = m->column;
	switch (m->kind) {
	case MESSAGE_BEGIN:
		break;
	case MESSAGE_SAMPLE:
		cell->cpu_ms[cell->samples] = m->cpu_ms;
		cell->wall_ms[cell->samples] = m->wall_ms;
		cell->samples++;
		break;
	case MESSAGE_WORK:
		l->row->work = m->work;
		l->row->triad_gbs = m->triad_gbs;
		break;
	case MESSAGE_FAIL:
		refuse(cell, m->text);
		l->failed = true;
		break;
	}
}

/* Hears messages until the worker closes its end of the pipe. Returns false when the worker is
 * silent for too long or a signal has asked us to end. */
static bool listen_to(struct listener *l, int fd)
{
	struct message m;
	for (;;) {
		struct pollfd p = {.fd = fd, .events = POLLIN};
		int ready = poll(&p, 1, (int)l->plan->patience_s * 1000);
		if (ready < 0 && errno == EINTR && !command_stopped())
			continue;
		if (ready <= 0)
			return false;
		if (read(fd, &m, sizeof m) != (ssize_t)sizeof m)
			return true;
		hear(l, &m);
	}
}

static void blame(struct listener *l, bool in_time, int status)
{
	char text[PLAN_TEXT] = "ended without a word";
	if (l->failed || l->current == COLUMN_COUNT || command_stopped())
		return;
	if (!in_time)
		snprintf(text, sizeof text, "no end within %u s", l->plan->patience_s);
	else if (WIFSIGNALED(status))
		snprintf(text, sizeof text, "killed by signal %d", WTERMSIG(status));
	else if (WEXITSTATUS(status) == 0)
		return;
	refuse(&l->row->cells[l->current], text);
	l->failed = true;
}

static bool run_worker(struct listener *l, const struct prepared *files, const bool *todo)
{
	int ends[2], status = 0;
	if (pipe(ends) != 0)
		return false;
	pid_t pid = fork();
	if (pid == 0) {
		close(ends[0]);
		worker_run(l->plan, l->row, files, todo, ends[1]);
	}
	close(ends[1]);
	bool in_time = pid < 0 || listen_to(l, ends[0]);
	close(ends[0]);
	if (pid < 0)
		return false;
	if (!in_time)
		kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return false;
	blame(l, in_time, status);
	return l->current != COLUMN_COUNT && !command_stopped();
}

bool compare_row(const struct plan *plan, struct prepared files[COLUMN_COUNT], struct row *row)
{
	bool todo[COLUMN_COUNT], any = false;
	for (enum column k = 0; k < COLUMN_COUNT; k++) {
		todo[k] = plan->column[k] && row_has(row, k);
		if (!todo[k])
			continue;
		prepare(plan, row, k, &files[k]);
		if (command_stopped())
			return false;
		row->cells[k].finalize_ms = files[k].finalize_ms;
		if (files[k].why[0]) {
			refuse(&row->cells[k], files[k].why);
			todo[k] = false;
		}
		any = any || todo[k];
	}
	while (any) {
		struct listener l = {.plan = plan, .row = row, .current = COLUMN_COUNT};
		if (!run_worker(&l, files, todo))
			return false;
		if (!l.failed)
			return true;
		any = false;
		for (enum column k = 0; k < COLUMN_COUNT; k++) {
			row->cells[k].samples = 0;
			todo[k] = todo[k] && !row->cells[k].why[0];
			any = any || todo[k];
		}
	}
	return true;
}
