/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Collects what a run's dispatches did and prints it for --profile: in total, by CU and by
 * function. */
#include "profile_report.h"
#include "results.h"

/* ---- collecting ----------------------------------------------------------------------------- */

static const char *const keys[] = {
#define PROFILE_CLASS(id, key, text) key,
#define PROFILE_ACCESS(id, key, text) key,
#define PROFILE_WAVE(id, key, text) key,
#include "hsaemu/profile.def"
};

static const char *const texts[] = {
#define PROFILE_CLASS(id, key, text) text,
#define PROFILE_ACCESS(id, key, text) text,
#define PROFILE_WAVE(id, key, text) text,
#include "hsaemu/profile.def"
};

static void add(struct rt_profile_counts *to, const struct rt_profile_counts *n)
{
	for (unsigned k = 0; k < HSAEMU_PROFILE_KINDS; k++) {
		to->count[k] += n->count[k];
		to->bytes[k] += n->bytes[k];
	}
	to->instructions += n->instructions;
	to->tlb_accesses += n->tlb_accesses;
	to->tlb_misses += n->tlb_misses;
}

static struct run_profile *profile_of(struct run_session *s)
{
	struct run_result *r = run_current(s);
	if (r->profile == NULL) {
		r->profile = mem_new(1, sizeof *r->profile);
		r->profile->cu_count = rt_cu_count(s->rt);
		r->profile->cus = mem_new(r->profile->cu_count, sizeof *r->profile->cus);
	}
	return r->profile;
}

static void add_function(struct run_session *s, struct run_profile *p,
	const struct rt_profile_function *f, const struct rt_profile_counts *n)
{
	size_t k = 0;
	while (k < p->function_count && strcmp(p->functions[k].name, f->name) != 0)
		k++;
	if (k == p->function_count) {
		ARRAY_GROW(p->functions, p->function_count, p->function_capacity);
		/* The name is copied, because it belongs to the image. */
		p->functions[p->function_count++] = (struct run_profile_function){
			.name = arena_strndup(&s->arena, f->name, strlen(f->name))};
	}
	add(&p->functions[k].counts, n);
}

bool run_profile_begin(struct run_session *s, struct rt_image *image)
{
	if (s->options->profile == RUN_PROFILE_NONE)
		return true;
	unsigned before = s->diag->memory_count;
	if (rt_profile_start(image, rt_cu_count(s->rt), &s->options->tlb, &s->profile, s->diag))
		return true;
	run_result_message(s, s->diag->memory_count != before ? RUN_NO_MEMORY : RUN_FAILURE,
		"image cannot be profiled");
	return false;
}

void run_profile_collect(struct run_session *s)
{
	struct rt_profile_counts n;
	if (s->profile == NULL || s->stuck)
		return;
	struct run_profile *p = profile_of(s);
	for (uint32_t cu = 0; cu < p->cu_count; cu++) {
		rt_profile_read_cu(s->profile, cu, &n);
		add(&p->cus[cu], &n);
	}
	for (size_t k = 0; k < rt_profile_function_count(s->profile); k++) {
		rt_profile_read_function(s->profile, k, &n);
		if (n.instructions != 0)
			add_function(s, p, rt_profile_function(s->profile, k), &n);
	}
	rt_profile_reset(s->profile);
}

void run_profile_end(struct run_session *s)
{
	run_profile_collect(s);
	rt_profile_free(s->profile);
	s->profile = NULL;
}

void run_profile_release(struct run_profile *p)
{
	if (p == NULL)
		return;
	mem_free(p->cus);
	mem_free(p->functions);
	mem_free(p);
}

static struct rt_profile_counts total_of(const struct run_profile *p)
{
	struct rt_profile_counts all = {.instructions = 0};
	for (uint32_t cu = 0; cu < p->cu_count; cu++)
		add(&all, &p->cus[cu]);
	return all;
}

/* Divides a count by the number of passes, because all results are given for one pass. */
static uint64_t each(uint64_t n, uint64_t passes)
{
	return n / passes;
}

static double ratio(uint64_t a, uint64_t b)
{
	return b == 0 ? 0 : (double)a / (double)b;
}

/* ---- JSON ----------------------------------------------------------------------------------- */

static void put_counts_json(const struct rt_profile_counts *c, uint64_t passes, bool with_tlb,
	struct buf *b)
{
	buf_printf(b, "\"instructions\": %llu", (unsigned long long)each(c->instructions, passes));
	for (unsigned k = 0; k < HSAEMU_PROFILE_KINDS; k++) {
		if (c->count[k] == 0)
			continue;
		buf_printf(b, ", \"%s\": %llu", keys[k],
			(unsigned long long)each(c->count[k], passes));
		if (c->bytes[k] != 0)
			buf_printf(b, ", \"%s_bytes\": %llu", keys[k],
				(unsigned long long)each(c->bytes[k], passes));
	}
	if (with_tlb)
		buf_printf(b, ", \"tlb_accesses\": %llu, \"tlb_misses\": %llu",
			(unsigned long long)each(c->tlb_accesses, passes),
			(unsigned long long)each(c->tlb_misses, passes));
}

void run_profile_json(const struct run_session *s, const struct run_result *r, struct buf *b)
{
	const struct run_profile *p = r->profile;
	const struct rt_profile_options *tlb = &s->options->tlb;
	struct rt_profile_counts all = total_of(p);
	buf_printf(b,
		"{\"tlb\": {\"entries\": %u, \"ways\": %u, \"page_bytes\": %llu}, \"total\": {",
		tlb->entries, tlb->ways, (unsigned long long)tlb->page_bytes);
	put_counts_json(&all, r->pass_count, true, b);
	buf_puts(b, "}, \"cus\": [");
	for (uint32_t cu = 0; cu < p->cu_count; cu++) {
		buf_puts(b, cu == 0 ? "{" : ", {");
		put_counts_json(&p->cus[cu], r->pass_count, true, b);
		buf_puts(b, "}");
	}
	buf_puts(b, "], \"functions\": [");
	for (size_t k = 0; k < p->function_count; k++) {
		buf_puts(b, k == 0 ? "{\"name\": " : ", {\"name\": ");
		buf_json_string(b, str_from(p->functions[k].name));
		buf_puts(b, ", ");
		put_counts_json(&p->functions[k].counts, r->pass_count, false, b);
		buf_puts(b, "}");
	}
	buf_puts(b, "]}");
}

/* ---- text ----------------------------------------------------------------------------------- */

static void put_total(const struct rt_profile_counts *c, uint64_t passes, struct buf *b)
{
	buf_printf(b, "  %-40s %16llu\n", "instructions of work-items",
		(unsigned long long)each(c->instructions, passes));
	for (unsigned k = 0; k < HSAEMU_PROFILE_KINDS; k++) {
		if (c->count[k] == 0 || k == HSAEMU_PROFILE_LANE_INSTRUCTION)
			continue;
		buf_printf(b, "  %s%-*s %16llu", k < HSAEMU_PROFILE_CLASSES ? "  " : "",
			k < HSAEMU_PROFILE_CLASSES ? 38 : 40, texts[k],
			(unsigned long long)each(c->count[k], passes));
		if (c->bytes[k] != 0)
			buf_printf(b, " %16llu bytes",
				(unsigned long long)each(c->bytes[k], passes));
		buf_puts(b, "\n");
	}
	if (c->count[HSAEMU_PROFILE_WAVE_INSTRUCTION] != 0)
		buf_printf(b, "  %-40s %16.1f of %d\n", "work-items per instruction of a wave",
			ratio(c->count[HSAEMU_PROFILE_LANE_INSTRUCTION],
				c->count[HSAEMU_PROFILE_WAVE_INSTRUCTION]),
			HSAEMU_WAVESIZE);
}

struct column {
	const char *title;
	uint64_t (*value)(const struct rt_profile_counts *c);
};

#define COUNT_COLUMN(name, expression) \
	static uint64_t column_##name(const struct rt_profile_counts *c) \
	{ \
		return expression; \
	}
COUNT_COLUMN(instructions, c->instructions)
COUNT_COLUMN(global_loads, c->count[HSAEMU_PROFILE_GLOBAL_LOAD])
COUNT_COLUMN(global_stores, c->count[HSAEMU_PROFILE_GLOBAL_STORE])
COUNT_COLUMN(group_loads, c->count[HSAEMU_PROFILE_GROUP_LOAD])
COUNT_COLUMN(group_stores, c->count[HSAEMU_PROFILE_GROUP_STORE])
COUNT_COLUMN(atomics, c->count[HSAEMU_PROFILE_ATOMIC])
COUNT_COLUMN(barriers, c->count[HSAEMU_PROFILE_BARRIER])
COUNT_COLUMN(branches, c->count[HSAEMU_PROFILE_WAVE_BRANCH])
COUNT_COLUMN(divergent, c->count[HSAEMU_PROFILE_DIVERGENT_BRANCH])
COUNT_COLUMN(tlb, c->tlb_accesses)
COUNT_COLUMN(misses, c->tlb_misses)

static const struct column columns[] = {
	{"instructions", column_instructions},
	{"global loads", column_global_loads},
	{"global stores", column_global_stores},
	{"group loads", column_group_loads},
	{"group stores", column_group_stores},
	{"atomics", column_atomics},
	{"barriers", column_barriers},
	{"wave branches", column_branches},
	{"divergent", column_divergent},
	{"TLB accesses", column_tlb},
	{"TLB misses", column_misses},
};

static void put_row(const char *name, const struct rt_profile_counts *c, uint64_t passes,
	struct buf *b)
{
	buf_printf(b, "  %-8s", name);
	for (size_t k = 0; k < ARRAY_LEN(columns); k++)
		buf_printf(b, " %14llu", (unsigned long long)each(columns[k].value(c), passes));
	buf_printf(b, " %9.4f%%\n", 100 * ratio(c->tlb_misses, c->tlb_accesses));
}

static void put_cus(const struct run_profile *p, uint64_t passes,
	const struct rt_profile_options *tlb, struct buf *b)
{
	struct rt_profile_counts all = total_of(p);
	buf_printf(b,
		"profile: by CU; TLBs have %u entries in sets of %u for pages of %llu bytes\n  %-8s",
		tlb->entries, tlb->ways, (unsigned long long)tlb->page_bytes, "CU");
	for (size_t k = 0; k < ARRAY_LEN(columns); k++)
		buf_printf(b, " %14s", columns[k].title);
	buf_printf(b, " %10s\n", "miss rate");
	for (uint32_t cu = 0; cu < p->cu_count; cu++) {
		char name[16];
		snprintf(name, sizeof name, "%u", cu);
		put_row(name, &p->cus[cu], passes, b);
	}
	put_row("all", &all, passes, b);
}

static void put_functions(const struct run_profile *p, uint64_t passes, struct buf *b)
{
	buf_printf(b, "profile: by kernel and function\n  %16s %10s %16s %16s  name\n",
		"instructions", "per wave", "wave branches", "divergent");
	for (size_t k = 0; k < p->function_count; k++) {
		const struct rt_profile_counts *c = &p->functions[k].counts;
		buf_printf(b, "  %16llu %10.1f %16llu %16llu  %s\n",
			(unsigned long long)each(c->instructions, passes),
			ratio(c->count[HSAEMU_PROFILE_LANE_INSTRUCTION],
				c->count[HSAEMU_PROFILE_WAVE_INSTRUCTION]),
			(unsigned long long)each(c->count[HSAEMU_PROFILE_WAVE_BRANCH], passes),
			(unsigned long long)each(c->count[HSAEMU_PROFILE_DIVERGENT_BRANCH], passes),
			p->functions[k].name);
	}
}

void run_profile_text(const struct run_session *s, const struct run_result *r, struct buf *b)
{
	struct rt_profile_counts all = total_of(r->profile);
	if (all.instructions == 0)
		return;
	buf_printf(b, "profile: %s%stotal\n", r->name, r->name[0] == '\0' ? "" : ": ");
	put_total(&all, r->pass_count, b);
	put_cus(r->profile, r->pass_count, &s->options->tlb, b);
	put_functions(r->profile, r->pass_count, b);
}
