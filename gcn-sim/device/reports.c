/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Collects reports on dispatches: text goes out when a dispatch has ended, files are written as a
 * whole when the device ends. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include "hsaemu/fileio.h"
#include "reports_impl.h"

/* What the summary says of a kernel. */
struct kernel_sum {
	char *name;
	uint64_t dispatches, cycles, instructions;
};

struct gcn_reports {
	struct gcn_reports *next; /* of those that are not written; guarded by gpu_reports_lock */
	pthread_mutex_t lock;
	const struct gcn_model *model;
	/* guarded by the lock: */
	uint64_t numbers, count;
	uint64_t cycles; /* of all dispatches, which stand one behind the other in a trace */
	struct buf text, json, trace;
	struct kernel_sum *kernels;
	size_t kernel_count, kernel_capacity;
	struct gcn_totals totals; /* that nobody has taken */
	bool is_written;
	/* constant: */
	pid_t process;                  /* that made the device, and writes */
	char *report_file, *trace_file; /* NULL: none */
	bool is_json;
	FILE *stream; /* of text; NULL: it goes to the file, or there is a summary */
};

static pthread_mutex_t gpu_reports_lock = PTHREAD_MUTEX_INITIALIZER;
static struct gcn_reports *gpu_reports;
static bool gpu_reports_at_exit;

static char *copy_of(const char *text)
{
	size_t n = text == NULL ? 0 : strlen(text) + 1;
	char *copy = n == 0 ? NULL : mem_try_new(n, 1);

	if (copy != NULL)
		memcpy(copy, text, n);
	return copy;
}

static bool ends_in(const char *text, const char *end)
{
	size_t n = strlen(text), m = strlen(end);

	return n >= m && strcmp(text + n - m, end) == 0;
}

static void complain_and_write(struct gcn_reports *r)
{
	const struct diag_options options = {.tool = "hsaemu"};
	struct diag d;

	diag_init(&d, &options);
	if (!gcn_reports_write(r, &d))
		diag_flush(&d, stderr);
	diag_release(&d);
}

/* Programs end without having freed everything. */
static void write_all(void)
{
	pthread_mutex_lock(&gpu_reports_lock);
	for (struct gcn_reports *r = gpu_reports; r != NULL; r = r->next)
		complain_and_write(r);
	gpu_reports = NULL;
	pthread_mutex_unlock(&gpu_reports_lock);
}

static void enter_list(struct gcn_reports *r)
{
	pthread_mutex_lock(&gpu_reports_lock);
	r->next = gpu_reports;
	gpu_reports = r;
	if (!gpu_reports_at_exit)
		gpu_reports_at_exit = atexit(write_all) == 0;
	pthread_mutex_unlock(&gpu_reports_lock);
}

static void leave_list(struct gcn_reports *r)
{
	struct gcn_reports **at = &gpu_reports;

	pthread_mutex_lock(&gpu_reports_lock);
	while (*at != NULL && *at != r)
		at = &(*at)->next;
	if (*at == r)
		*at = r->next;
	pthread_mutex_unlock(&gpu_reports_lock);
}

struct gcn_reports *gcn_reports_new(const struct gcn_device_options *options,
	const struct gcn_model *m)
{
	struct gcn_reports *r = mem_try_new(1, sizeof *r);

	if (r == NULL || pthread_mutex_init(&r->lock, NULL) != 0) {
		mem_free(r);
		return NULL;
	}
	r->model = m;
	r->process = getpid();
	r->report_file = copy_of(options->report);
	r->trace_file = copy_of(options->trace);
	r->is_json = r->report_file != NULL && ends_in(r->report_file, ".json");
	r->stream = r->report_file != NULL ? NULL : options->stream;
	enter_list(r);
	return r;
}

bool gcn_reports_traces(const struct gcn_reports *r)
{
	return r->trace_file != NULL;
}

uint64_t gcn_reports_number(struct gcn_reports *r)
{
	uint64_t n;

	pthread_mutex_lock(&r->lock);
	n = ++r->numbers;
	pthread_mutex_unlock(&r->lock);
	return n;
}

/* Writes text to the stream in one piece. */
static void flush(struct gcn_reports *r)
{
	if (r->stream == NULL)
		return;
	(void)fwrite(r->text.data, 1, r->text.len, r->stream);
	(void)fflush(r->stream);
	buf_clear(&r->text);
}

static void add_to_kernel(struct gcn_reports *r, const struct gcn_timed_run *run)
{
	struct kernel_sum *k;
	size_t n = 0;

	while (n != r->kernel_count && strcmp(r->kernels[n].name, run->kernel) != 0)
		n++;
	if (n == r->kernel_count) {
		char *name = copy_of(run->kernel);
		if (name == NULL)
			return;
		ARRAY_GROW(r->kernels, r->kernel_count, r->kernel_capacity);
		r->kernels[r->kernel_count++] = (struct kernel_sum){.name = name};
	}
	k = &r->kernels[n];
	k->dispatches++;
	k->cycles += run->figures->cycles;
	k->instructions += run->figures->total.count[GCN_S_instructions];
}

static void add_totals(struct gcn_totals *sum, const struct gcn_totals *t)
{
	sum->dispatches += t->dispatches;
	sum->cycles += t->cycles;
	gcn_cu_figures_add(&sum->figures, &t->figures);
	for (unsigned n = 0; n < GCN_MEMORY_STATISTIC_COUNT; n++)
		sum->memory[n] += t->memory[n];
}

void gcn_reports_take_totals(struct gcn_reports *r, struct gcn_totals *sum)
{
	pthread_mutex_lock(&r->lock);
	add_totals(sum, &r->totals);
	r->totals = (struct gcn_totals){.dispatches = 0};
	pthread_mutex_unlock(&r->lock);
}

static void count_run(struct gcn_reports *r, const struct gcn_timed_run *run)
{
	struct gcn_totals t = {
		.dispatches = 1, .cycles = run->figures->cycles, .figures = run->figures->total};

	memcpy(t.memory, run->figures->memory, sizeof t.memory);
	add_totals(&r->totals, &t);
}

static void report(struct gcn_reports *r, const struct gcn_timed_run *run)
{
	r->count++;
	add_to_kernel(r, run);
	if (r->is_json) {
		buf_puts(&r->json, r->count == 1 ? "\n" : ",\n");
		gcn_report_json(run, &r->json);
	} else if (r->stream != NULL || r->report_file != NULL) {
		gcn_report_text(run, &r->text);
		flush(r);
	}
	if (r->trace_file != NULL)
		gcn_report_trace(run, r->cycles, &r->trace);
	r->cycles += run->figures->cycles;
}

void gcn_reports_add(struct gcn_reports *r, const struct gcn_timed_run *run)
{
	pthread_mutex_lock(&r->lock);
	count_run(r, run);
	/* dispatches may end while the program does */
	if (!r->is_written)
		report(r, run);
	pthread_mutex_unlock(&r->lock);
}

void gcn_reports_waits(struct gcn_reports *r, const struct gcn_run *run)
{
	struct buf text = BUF_INIT;

	gcn_run_report_waits(run, &text);
	pthread_mutex_lock(&r->lock);
	(void)fwrite(text.data, 1, text.len, stderr);
	pthread_mutex_unlock(&r->lock);
	buf_release(&text);
}

static bool write_json(struct gcn_reports *r, struct diag *d)
{
	struct buf all = BUF_INIT;
	bool ok;

	buf_puts(&all, "{\"model\": ");
	gcn_report_model_json(r->model, &all);
	buf_printf(&all, ",\n\"cycles\": %llu, \"dispatches\": [", (unsigned long long)r->cycles);
	buf_append(&all, r->json.data, r->json.len);
	buf_puts(&all, "]}\n");
	ok = file_write(r->report_file, all.data, all.len, FILE_TEXT, false, d);
	buf_release(&all);
	return ok;
}

static bool write_trace(struct gcn_reports *r, struct diag *d)
{
	struct buf all = BUF_INIT;
	bool ok;

	buf_puts(&all, "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n");
	buf_append(&all, r->trace.data, r->trace.len);
	if (r->trace.len != 0)
		all.len -= 2; /* the last comma */
	buf_puts(&all, "\n]}\n");
	ok = file_write(r->trace_file, all.data, all.len, FILE_TEXT, false, d);
	buf_release(&all);
	return ok;
}

static void put_summary(struct gcn_reports *r)
{
	uint64_t mhz = r->model->values[GCN_P_frequency];

	buf_printf(&r->text, "%llu dispatches, %llu cycles, %llu us at %llu MHz (model %s)\n",
		(unsigned long long)r->count, (unsigned long long)r->cycles,
		(unsigned long long)(r->cycles / mhz), (unsigned long long)mhz, r->model->name);
	buf_printf(&r->text, "  %14s %12s %16s  %s\n", "cycles", "dispatches", "instructions",
		"kernel");
	for (size_t n = 0; n < r->kernel_count; n++)
		buf_printf(&r->text, "  %14llu %12llu %16llu  %s\n",
			(unsigned long long)r->kernels[n].cycles,
			(unsigned long long)r->kernels[n].dispatches,
			(unsigned long long)r->kernels[n].instructions, r->kernels[n].name);
}

static bool write_text(struct gcn_reports *r, struct diag *d)
{
	if (r->report_file == NULL && r->stream == NULL) {
		r->stream = stderr;
		if (r->count != 0)
			put_summary(r);
		flush(r);
		return true;
	}
	if (r->count > 1)
		put_summary(r);
	gcn_report_model_text(r->model, &r->text);
	if (r->report_file != NULL)
		return file_write(r->report_file, r->text.data, r->text.len, FILE_TEXT, false, d);
	if (r->count != 0)
		flush(r);
	return true;
}

static bool write_once(struct gcn_reports *r, struct diag *d)
{
	bool ok;

	if (r->is_written)
		return true;
	r->is_written = true;
	ok = r->is_json ? write_json(r, d) : write_text(r, d);
	return (r->trace_file == NULL || write_trace(r, d)) && ok;
}

bool gcn_reports_write(struct gcn_reports *r, struct diag *d)
{
	bool ok;

	/* in a child of fork() another thread may have held the lock, and the parent writes */
	if (r == NULL || r->process != getpid())
		return true;
	pthread_mutex_lock(&r->lock);
	ok = write_once(r, d);
	pthread_mutex_unlock(&r->lock);
	return ok;
}

void gcn_reports_drop(struct gcn_reports *r)
{
	if (r == NULL)
		return;
	leave_list(r);
	pthread_mutex_destroy(&r->lock);
	buf_release(&r->text);
	buf_release(&r->json);
	buf_release(&r->trace);
	for (size_t n = 0; n < r->kernel_count; n++)
		mem_free(r->kernels[n].name);
	mem_free(r->kernels);
	mem_free(r->report_file);
	mem_free(r->trace_file);
	mem_free(r);
}

void gcn_reports_free(struct gcn_reports *r)
{
	complain_and_write(r);
	gcn_reports_drop(r);
}
