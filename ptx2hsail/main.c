/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ptx2hsail: PTX text to HSAIL. */
#include "hsaemu/brig.h"
#include "hsaemu/cli.h"
#include "hsaemu/fileio.h"
#include "hsaemu/origin.h"
#include "hsaemu/stage.h"
#include "hsaemu/translate.h"

enum emit { EMIT_HSAIL, EMIT_BRIG };

struct options {
	const char *output, *module, *source;
	int emit;
	bool line_info, comments, survey, force;
};

static const char *const emit_names[] = {"hsail", "brig", NULL};

#define OPTION(name, alias, type, field, arg, choices, help) \
	{name, alias, type, offsetof(struct options, field), arg, choices, help}

static const struct cli_option option_table[] = {
	OPTION("-o", "--output", CLI_STRING, output, "FILE", NULL,
		"write to FILE (default: x.hsail for x.ptx, standard output for -)"),
	OPTION("--emit", NULL, CLI_CHOICE, emit, "KIND", emit_names,
		"write HSAIL text (default) or the BRIG module"),
	OPTION("-g", "--line-info", CLI_FLAG, line_info, NULL, NULL,
		"make loc directives of .loc, or for the lines of FILE itself when it has none"),
	OPTION("--comments", NULL, CLI_FLAG, comments, NULL, NULL,
		"put each PTX instruction before its HSAIL as a comment"),
	OPTION("--module", NULL, CLI_STRING, module, "NAME", NULL,
		"name of the HSAIL module (default: &x.ptx for x.ptx, &ptx for -)"),
	OPTION("--source", NULL, CLI_STRING, source, "NAME", NULL,
		"what FILE was compiled from: messages name this file and its lines, by .loc"),
	OPTION("--survey", NULL, CLI_FLAG, survey, NULL, NULL,
		"translate nothing: print what of the files has no translation, with its number of "
		"uses"),
	OPTION("-f", "--force", CLI_FLAG, force, NULL, NULL,
		"write binary output even to a terminal"),
};

static const struct cli_tool tool = {
	.name = "ptx2hsail",
	.summary = "translate PTX to HSAIL",
	.usage = "[options] FILE|-...",
	.description =
		"ptx2hsail translates a PTX module (ISA versions up to 9.0) to an HSAIL 1.0 module of "
		"the full profile, with .address_size 32 of the small machine model. Kernels keep their "
		"names and the order of their parameters; pointers are u64 or u32 arguments. Names with $ "
		"or % are written with .24 and .25 in their place.\n\n"
		"A texture, sampler or surface is the address of two handles: of an image, and behind it "
		"of a sampler. Objects are such addresses as u64 arguments, references variables of two "
		"u64 that the host sets, save for samplers with properties. Textures are roimg, surfaces "
		"rwimg; raw accesses of surfaces want images of integers, or of floats of 32 bits.\n\n"
		"A warp is a wavefront. Barriers of a CTA count the warps, those of a warp the lanes, "
		"wherever these are. shfl.sync, vote.sync, match.sync, redux.sync and elect.sync are among "
		"lanes that are at the same instruction: lanes of the member mask at another one of its kind, "
		"in another branch, are as if they had ended.\n\n"
		"All constructs without a translation are listed, with line and text; when there is "
		"one, nothing is written. --survey goes on behind files that are wrong; the exit status is "
		"that of a translation then, and 0 where constructs only lack a translation.",
	.examples = "ptx2hsail saxpy.ptx\n"
		    "ptx2hsail --comments saxpy.ptx -o - | less\n"
		    "ptx2hsail --emit=brig saxpy.ptx -o - | hsail-fin - -o saxpy.o\n"
		    "ptx2hsail --survey *.ptx",
	.options = option_table,
	.option_count = ARRAY_LEN(option_table),
	.min_files = 1,
	.max_files = SIZE_MAX,
};

static const char *output_name(const char *input, int emit, struct arena *a)
{
	static const char suffix[] = ".ptx";
	size_t n = strlen(input), s = sizeof suffix - 1;
	if (strcmp(input, "-") == 0)
		return input;
	if (n > s && strcmp(input + n - s, suffix) == 0)
		n -= s;
	return arena_printf(a, "%.*s.%s", (int)n, input, emit_names[emit]);
}

static bool print_text(const char *file, const struct buf *brig, struct buf *text, struct diag *d)
{
	static const struct brig_print_options defaults = {.offsets = false};
	struct brig_view v;
	if (!brig_view_open(&v, file, brig->data, brig->len, d))
		return false;
	bool ok = brig_print(&v, &defaults, text, d);
	brig_view_close(&v);
	return ok;
}

/* Returns the module's name, made from the file's name, because the modules of an image need
 * different names (PRM 4.2.1). */
static const char *module_name(const char *input, struct arena *a)
{
	static const char suffix[] = ".ptx";
	const char *slash = strrchr(input, '/'), *base = slash != NULL ? slash + 1 : input;
	size_t n = strlen(base), s = sizeof suffix - 1;
	if (strcmp(input, "-") == 0)
		return NULL;
	if (n > s && strcmp(base + n - s, suffix) == 0)
		n -= s;
	bool is_digit = n > 0 && base[0] >= '0' && base[0] <= '9';
	char *name = arena_printf(a, "&%s%.*s.ptx", is_digit ? "_" : "", (int)n, base);
	for (char *p = name + 1; p < name + strlen(name) - s; p++)
		if (!(*p >= '0' && *p <= '9') && !(*p >= 'A' && *p <= 'Z') &&
			!(*p >= 'a' && *p <= 'z'))
			*p = '_';
	return name;
}

/* Checks the name given by the option as the verifier would (PRM 4.6.1); the verifier could not
 * point to the option. */
static bool expect_module_name(const char *name, struct diag *d)
{
#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
	if (name == NULL || (name[0] == '&' && strspn(name + 1, LETTERS) != 0 &&
				    name[1 + strspn(name + 1, LETTERS "0123456789.")] == '\0' &&
				    strncmp(name, "&__hsa", 6) != 0))
		return true;
#undef LETTERS
	diag_usage(d,
		"--module: '%s' is no name: '&', a letter or '_', then letters, digits, '_' or '.', "
		"and not '&__hsa'",
		name);
	return false;
}

static bool translate(const struct options *o, const char *input, const char *output,
	struct origin *origin, struct arena *a, struct diag *d)
{
	const struct translate_options options = {
		.module_name = o->module != NULL ? o->module : module_name(input, a),
		.line_info = o->line_info,
		.origin = origin,
		.comments = o->comments};
	struct buf brig = BUF_INIT, text = BUF_INIT;
	struct source ptx;
	if (!source_load(&ptx, input, d))
		return false;
	struct str bytes = {ptx.text, ptx.len};
	bool ok = stage_expect(tool.name, STAGE_PTX, input, bytes, d) &&
	          translate_ptx(&ptx, &options, &brig, d);
	if (ok && o->emit == EMIT_HSAIL)
		ok = print_text(ptx.name, &brig, &text, d) &&
		     file_write(output, text.data, text.len, FILE_TEXT, true, d);
	else if (ok)
		ok = file_write(output, brig.data, brig.len, FILE_BINARY, o->force, d);
	diag_flush(d, stderr); /* the messages refer to the source */
	source_release(&ptx);
	buf_release(&brig);
	buf_release(&text);
	return ok;
}

static bool translate_file(const struct options *o, const char *input, const char *output,
	struct arena *a, struct diag *d)
{
	struct origin origin;
	if (o->source == NULL)
		return translate(o, input, output, NULL, a, d);
	origin_open(&origin, o->source);
	bool ok = translate(o, input, output, &origin, a, d);
	diag_flush(d, stderr); /* the messages refer to the source */
	origin_close(&origin);
	return ok;
}

static bool survey(const struct cli_result *cli, const char *output, struct diag *d)
{
	struct buf table = BUF_INIT;
	bool ok = true;
	for (size_t i = 0; i < cli->files.count; i++) {
		struct source ptx;
		if (!source_load(&ptx, cli->files.items[i], d)) {
			ok = false;
			continue;
		}
		ok = translate_survey(&ptx, &table, d) && ok;
		diag_flush(d, stderr); /* flushed here because the messages show the text */
		source_release(&ptx);
	}
	ok = file_write(output, table.data, table.len, FILE_TEXT, true, d) && ok;
	buf_release(&table);
	return ok;
}

static int run(const struct options *o, struct cli_result *cli)
{
	enum { USUAL_LIMIT = 20 };
	struct diag d;
	if (cli->diag.error_limit == USUAL_LIMIT)
		cli->diag.error_limit = 0; /* no limit: the survey lists all */
	diag_init(&d, &cli->diag);
	const char *input = cli->files.items[0], *output = o->output;
	if (output == NULL)
		output = o->survey ? "-" : output_name(input, o->emit, &cli->memory);
	bool ok = expect_module_name(o->module, &d) && file_spares_all(output, cli, &d);
	if (ok && o->survey)
		ok = survey(cli, output, &d);
	else if (ok)
		ok = translate_file(o, input, output, &cli->memory, &d);
	diag_flush(&d, stderr);
	int status = diag_exit_status(&d);
	diag_release(&d);
	return ok || status != EXIT_DONE ? status : EXIT_BUG;
}

int main(int argc, char **argv)
{
	struct options o = {.emit = EMIT_HSAIL};
	struct cli_result cli;
	int status;
	if (cli_parse(&tool, argc, argv, &o, &cli, &status) == CLI_RUN) {
		if (!o.survey && cli.files.count > 1)
			status = cli_usage_error(&tool, "several files go with --survey only");
		else
			status = run(&o, &cli);
	}
	cli_release(&cli);
	return status;
}
