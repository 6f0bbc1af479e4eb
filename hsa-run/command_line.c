/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The command line describes one dispatch, as a short run file would. This file therefore turns the
 * options into the same statements that a run file is parsed to, so that one executor serves both.
 * The statements before the dispatch load the image, make the buffers of --arg and set the
 * variables of --set; the statements after it check, write and print. */
#include "hsaemu/environment.h"
#include "command_line.h"
#include "session.h"

const char run_name_arg[] = "--arg", run_name_set[] = "--set", run_name_check[] = "--check",
	   run_name_out[] = "--out", run_name_text[] = "--text", run_name_print[] = "--print";

static const struct {
	const char *name;
	enum run_option option;
	bool before; /* true: the option's statement comes before the dispatch */
} value_options[] = {
	{run_name_arg, RUN_OPTION_ARG, true},
	{run_name_set, RUN_OPTION_SET, true},
	{run_name_check, RUN_OPTION_CHECK, false},
	{run_name_out, RUN_OPTION_OUT, false},
	{run_name_text, RUN_OPTION_TEXT, false},
	{run_name_print, RUN_OPTION_PRINT, false},
};

bool run_args_option(const char *name, enum run_option *out)
{
	size_t i = 0;
	while (i < ARRAY_LEN(value_options) && strcmp(value_options[i].name, name) != 0)
		i++;
	if (i == ARRAY_LEN(value_options))
		return false;
	*out = value_options[i].option;
	return true;
}

struct builder {
	const struct run_args *args;
	struct arena *arena;
	struct diag *diag;
	struct run_stmt dispatch;
	struct run_stmt **tail; /* points to where the next statement goes */
	unsigned unnamed;
};

/* Parses an option's value. The value is a source of its own, so that a message can show the place
 * with a caret. */
static bool parse(struct builder *b, enum run_option option, const char *name, const char *value,
	struct run_stmt *out)
{
	struct source *s = source_in_arena(b->arena, name, value, strlen(value));
	return run_parse_option(option, s, b->arena, b->diag, out);
}

static void append(struct builder *b, struct run_stmt stmt)
{
	struct run_stmt *s = ARENA_NEW(b->arena, struct run_stmt);
	*s = stmt;
	s->next = NULL;
	*b->tail = s;
	b->tail = &s->next;
}

/* Makes an argument of the dispatch. If the value describes a buffer, image or sampler, a statement
 * before the dispatch makes that object and the argument is its name. */
static void add_arg(struct builder *b, struct run_stmt *parsed, struct run_arg *arg)
{
	if (parsed->kind == RUN_STMT_DISPATCH) {
		*arg = parsed->args[0];
		return;
	}
	if (parsed->name == NULL)
		parsed->name = arena_printf(b->arena, "argument %u", b->unnamed++);
	append(b, *parsed);
	struct run_expr *name = ARENA_NEW(b->arena, struct run_expr);
	*name = (struct run_expr){
		.kind = RUN_EXPR_NAME, .place = parsed->place, .name = parsed->name};
	*arg = (struct run_arg){.place = parsed->place, .expr = name, .type = RUN_TYPE_COUNT};
}

bool run_is_model_setting(const struct cli_setting *value)
{
	return strcmp(value->name, run_name_set) == 0 && value->value[0] != '&';
}

static bool add_values(struct builder *b, bool before)
{
	const struct cli_settings *values = &b->args->values;
	for (size_t i = 0; i < values->count; i++) {
		size_t o = 0;
		struct run_stmt parsed;
		if (run_is_model_setting(&values->items[i]))
			continue;
		while (strcmp(values->items[i].name, value_options[o].name) != 0)
			o++;
		if (value_options[o].before != before)
			continue;
		if (!parse(b, value_options[o].option, value_options[o].name,
			    values->items[i].value, &parsed))
			return false;
		if (value_options[o].option == RUN_OPTION_ARG)
			add_arg(b, &parsed, &b->dispatch.args[b->dispatch.arg_count++]);
		else
			append(b, parsed);
	}
	return true;
}

static bool add_dispatch(struct builder *b)
{
	const struct run_args *args = b->args;
	struct run_stmt piece;
	b->dispatch.name = args->kernel;
	b->dispatch.place = (struct diag_place){.kind = DIAG_NOWHERE};
	if (!parse(b, RUN_OPTION_SIZES, "--grid", args->grid, &piece))
		return false;
	memcpy(b->dispatch.grid, piece.grid, sizeof piece.grid);
	b->dispatch.grid_dims = piece.grid_dims;
	if (args->group != NULL) {
		if (!parse(b, RUN_OPTION_SIZES, "--group", args->group, &piece))
			return false;
		memcpy(b->dispatch.group, piece.grid, sizeof piece.grid);
		b->dispatch.group_dims = piece.grid_dims;
	}
	if (args->offset != NULL) {
		if (!parse(b, RUN_OPTION_SIZES, "--offset", args->offset, &piece))
			return false;
		memcpy(b->dispatch.offset, piece.grid, sizeof piece.grid);
		b->dispatch.offset_dims = piece.grid_dims;
	}
	if (args->dynamic != NULL) {
		if (!parse(b, RUN_OPTION_NUMBER, "--dynamic-group", args->dynamic, &piece))
			return false;
		b->dispatch.a = piece.a;
	}
	append(b, b->dispatch);
	return true;
}

bool run_args_statements(const struct run_args *args, const char *image, struct arena *a,
	struct diag *d, struct run_stmt **out)
{
	struct builder b = {.args = args, .arena = a, .diag = d, .tail = out};
	b.dispatch = (struct run_stmt){.kind = RUN_STMT_DISPATCH};
	b.dispatch.args = ARENA_ARRAY(a, struct run_arg, args->values.count);
	append(&b, (struct run_stmt){.kind = RUN_STMT_IMAGE, .path = image});
	return add_values(&b, true) && add_dispatch(&b) && add_values(&b, false);
}

/* ---- options -------------------------------------------------------------------------------- */

static bool take_timeout(const char *text, struct diag *d, uint64_t *out)
{
	struct run_number n;
	*out = RT_FOREVER;
	if (text == NULL)
		return true;
	if (!run_parse_number(str_from(text), &n) || !(run_to_double(n) > 0) ||
		run_to_double(n) > 1e9) {
		diag_error(d, (struct diag_place){.kind = DIAG_NOWHERE},
			"'%s' is no time-out in seconds, above 0 and at most 1e9", text);
		return false;
	}
	*out = (uint64_t)(run_to_double(n) * 1e9);
	return true;
}

/* Reads the numbers of --tlb, of which missing ones have defaults. Returns false after a diagnostic
 * if the text has another form. The runtime reports numbers that do not go together. */
static bool take_tlb(const char *text, struct diag *d, struct rt_profile_options *out)
{
	uint64_t v[] = {64, 4, 4096};
	struct str rest = text == NULL ? (struct str){0} : str_from(text);
	for (size_t k = 0; rest.n != 0 && k < ARRAY_LEN(v); k++) {
		struct run_number n;
		struct str part = {rest.p, 0};
		while (part.n < rest.n && rest.p[part.n] != ',')
			part.n++;
		if (!run_parse_number(part, &n) || n.is_float || n.i <= 0 || n.i > UINT32_MAX) {
			rest = part;
			break;
		}
		v[k] = (uint64_t)n.i;
		if (k == 0 && v[1] > v[0])
			v[1] = v[0];
		rest = str_skip(rest, part.n);
		if (rest.n > 1)
			rest = str_skip(rest, 1);
	}
	*out = (struct rt_profile_options){(uint32_t)v[0], (uint32_t)v[1], v[2]};
	if (rest.n == 0)
		return true;
	diag_error(d, (struct diag_place){.kind = DIAG_NOWHERE},
		"'%s' is no --tlb: expected ENTRIES, WAYS and PAGE, as in 64,4,4096", text);
	return false;
}

static void take_fin_flags(const struct run_args *args, struct arena *a, struct run_options *out)
{
	const char **flags = ARENA_ARRAY(a, const char *, args->fin.count + 5);
	uint32_t n = 0;
	if (args->opt_level < RUN_OPT_LEVELS)
		flags[n++] = arena_printf(a, "-O%d", args->opt_level);
	if (out->gpu.model != NULL)
		flags[n++] = arena_printf(a, "-mcpu=%s,gfx600",
			args->cpu != NULL ? args->cpu : "native");
	else if (args->cpu != NULL)
		flags[n++] = arena_printf(a, "-mcpu=%s", args->cpu);
	if (args->preempt != 0)
		flags[n++] = args->preempt == 1 ? "--preempt=timeout" : "--preempt=none";
	if (args->simd != NULL)
		flags[n++] = arena_printf(a, "--simd=%s", args->simd);
	if (args->profile != RUN_PROFILE_NONE)
		flags[n++] = "--profile";
	for (size_t i = 0; i < args->fin.count; i++)
		flags[n++] = args->fin.items[i];
	out->fin_flags = flags;
	out->fin_flag_count = n;
	out->cc_flags = args->cc.items;
	out->cc_flag_count = (uint32_t)args->cc.count;
}

static const char *folder_of(const char *path, struct arena *a)
{
	size_t n = path == NULL ? 0 : strlen(path);
	while (n > 0 && path[n - 1] != '/')
		n--;
	return n == 0 ? "" : arena_strndup(a, path, n);
}

static enum rt_scheduler scheduler_of(const struct run_args *args)
{
	if (args->scheduler != RT_SCHEDULER_COUNT)
		return (enum rt_scheduler)args->scheduler;
	return args->profile != RUN_PROFILE_NONE ? RT_SCHEDULER_STATIC : RT_SCHEDULER_DYNAMIC;
}

/* Joins the settings of the model by commas; NULL: there are none. */
static const char *join_settings(const struct run_args *args, struct arena *a)
{
	const char *all = NULL;
	for (size_t i = 0; i < args->values.count; i++) {
		const struct cli_setting *value = &args->values.items[i];
		if (run_is_model_setting(value))
			all = all == NULL ? value->value
			                  : arena_printf(a, "%s,%s", all, value->value);
	}
	return all;
}

/* Sets the options of the GPU. Returns false, after a diagnostic, when there are some and no
 * GPU. */
static bool take_deep(const struct run_args *args, struct arena *a, struct diag *d,
	struct run_options *out)
{
	struct gcn_device_options *o = &out->gpu;
	*o = (struct gcn_device_options){.model_file = args->model_file,
		.settings = join_settings(args, a),
		.report = args->report,
		.trace = args->trace,
		.stream = args->json ? stderr : stdout};
	if (args->deep == RUN_DEEP_BY_ENVIRONMENT)
		o->model = rt_environment_deep("hsa-run");
	else
		o->model = rt_environment_deep_model((uint64_t)args->deep);
	if (o->model != NULL && strcmp(o->model, "none") != 0)
		return true;
	if (o->model_file == NULL && o->settings == NULL && o->report == NULL && o->trace == NULL &&
		!args->print_model)
		return true;
	diag_error(d, (struct diag_place){.kind = DIAG_NOWHERE},
		"--model, --set NAME=VALUE, --print-model, --report and --trace are about a model of "
		"time: they need --deep");
	return false;
}

bool run_args_options(const struct run_args *args, const struct cli_result *cli, struct arena *a,
	struct diag *d, struct run_options *out)
{
	if (args->threads > RT_MAX_THREADS || args->cus > RT_MAX_CUS || args->repeat == 0) {
		diag_error(d, (struct diag_place){.kind = DIAG_NOWHERE},
			"expected at most %d threads, at most %d CUs and at least one repetition, "
			"found %llu, %llu and %llu",
			RT_MAX_THREADS, RT_MAX_CUS, (unsigned long long)args->threads,
			(unsigned long long)args->cus, (unsigned long long)args->repeat);
		return false;
	}
	*out = (struct run_options){
		.rt = {.threads = (unsigned)args->threads,
			.cus = (unsigned)args->cus,
			.scheduler = scheduler_of(args),
			.seed = args->seed},
		.image = args->run != NULL && cli->files.count != 0 ? cli->files.items[0] : NULL,
		.folder = folder_of(args->run, a),
		.repeat = args->repeat,
		.json = args->json,
		.time = args->time,
		.verbose = cli->verbose,
		.profile = (enum run_profile_kind)args->profile,
	};
	if (!take_deep(args, a, d, out))
		return false;
	take_fin_flags(args, a, out);
	return take_timeout(args->timeout, d, &out->timeout_ns) &&
	       take_tlb(args->tlb, d, &out->tlb);
}
