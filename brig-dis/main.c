/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* brig-dis translates BRIG to HSAIL text, or explains its bytes. */
#include "hsaemu/brig.h"
#include "hsaemu/cli.h"
#include "hsaemu/fileio.h"
#include "hsaemu/image.h"
#include "hsaemu/stage.h"

struct options {
	const char *output, *kernel;
	bool dump, json, verify, notes, offsets;
};

#define OPTION(name, alias, type, field, arg, help) \
	{name, alias, type, offsetof(struct options, field), arg, NULL, help}

static const struct cli_option option_table[] = {
	OPTION("-o", "--output", CLI_STRING, output, "FILE",
		"write to FILE (default: standard output)"),
	OPTION("--kernel", NULL, CLI_STRING, kernel, "NAME",
		"print only this kernel or function and what it needs, as in --kernel '&vadd'"),
	OPTION("--offsets", NULL, CLI_FLAG, offsets, NULL,
		"follow every statement with a comment that names its entries in the module"),
	OPTION("--verify", NULL, CLI_FLAG, verify, NULL, "only verify the module"),
	OPTION("--dump", NULL, CLI_FLAG, dump, NULL,
		"explain every byte of the file in order of offset; also takes damaged files"),
	OPTION("--json", NULL, CLI_FLAG, json, NULL, "with --dump: as JSON"),
	OPTION("--notes", NULL, CLI_FLAG, notes, NULL,
		"FILE is an object or image: print its metadata note as YAML"),
};

static const struct cli_tool tool = {
	.name = "brig-dis",
	.summary = "disassemble BRIG to HSAIL text",
	.usage = "[options] FILE|-",
	.description =
		"brig-dis verifies a BRIG 1.0 module and prints it as HSAIL text, which hsail-as "
		"assembles to the same bytes. What is wrong with a module is reported by section "
		"and offset, and nothing is printed.\n\n"
		"Floats are printed as the shortest decimal that reads back as the same value, NaN "
		"and infinity as bit patterns. Modifiers at their defaults are left out.",
	.examples = "brig-dis vadd.brig\n"
		    "brig-dis --kernel '&vadd' -o vadd.hsail vadd.brig\n"
		    "brig-dis --dump broken.brig | less\n"
		    "brig-dis --notes vadd.o",
	.options = option_table,
	.option_count = ARRAY_LEN(option_table),
	.min_files = 1,
	.max_files = 1,
};

/* The output. The file is opened when there is some text to write, and kept only if all goes
 * well. */
struct output {
	struct file_out file;
	struct buf text; /* the text that has not been written yet */
	bool open;
};

static bool output_open(struct output *out, const struct options *o, struct diag *d)
{
	out->open = file_out_open(&out->file, o->output, FILE_TEXT, true, d);
	return out->open;
}

static bool print_processors(const struct elf_view *elf, struct arena *a, struct buf *text,
	struct diag *d)
{
	bool any = false;

	for (uint32_t i = 0; i < elf->note_count; i++) {
		const struct elf_note *n = &elf->notes[i];
		struct image_isa isa;

		if (n->type != HSAEMU_NOTE_ISA || strcmp(n->owner, HSAEMU_NOTE_OWNER) != 0)
			continue;
		if (!image_isa_read(n->desc, n->len, a, &isa)) {
			diag_error(d, diag_in_file(elf->file),
				"ill-formed note about the required processor");
			return false;
		}
		buf_puts(text, any ? "" : "---\nhsaemu.processors:\n");
		image_isa_print(&isa, text);
		any = true;
	}
	buf_puts(text, any ? "...\n" : "");
	return true;
}

static bool print_notes(const struct options *o, const struct file_data *f, const char *file,
	struct output *out, struct diag *d)
{
	struct arena arena;
	struct elf_view elf;
	struct image_meta meta;

	arena_init(&arena);
	bool ok = elf_view_open(&elf, file, f->bytes, f->len, &arena, d) &&
	          image_meta_of(&elf, &arena, &meta, d);
	if (ok) {
		image_meta_print(&meta, &out->text);
		ok = print_processors(&elf, &arena, &out->text, d) && output_open(out, o, d) &&
		     sink_finish(&out->file.sink, &out->text);
	}
	arena_release(&arena);
	return ok;
}

static bool disassemble(const struct options *o, const struct file_data *f, const char *file,
	struct output *out, struct diag *d)
{
	struct brig_print_options print = {.offsets = o->offsets, .only = o->kernel};
	struct brig_view v;

	struct str bytes = {(const char *)f->bytes, f->len};
	if (!stage_expect(tool.name, STAGE_BRIG, file, bytes, d) ||
		!brig_view_open(&v, file, f->bytes, f->len, d))
		return false;
	bool ok = brig_verify(&v, d);
	if (ok && !o->verify) {
		print.sink = &out->file.sink;
		ok = output_open(out, o, d) && brig_print(&v, &print, &out->text, d);
	}
	brig_view_close(&v);
	return ok;
}

static bool work(const struct options *o, const struct file_data *f, const char *file,
	struct output *out, struct diag *d)
{
	enum brig_dump_format format = o->json ? BRIG_DUMP_JSON : BRIG_DUMP_TEXT;
	if (o->dump)
		return output_open(out, o, d) &&
		       brig_dump(file, f->bytes, f->len, format, &out->text, &out->file.sink);
	return o->notes ? print_notes(o, f, file, out, d) : disassemble(o, f, file, out, d);
}

static int run(const struct options *o, const struct cli_result *cli)
{
	const char *path = cli->files.items[0];
	const char *file = str_is(str_from(path), "-") ? "<stdin>" : path;
	struct output out = {.text = BUF_INIT};
	struct file_data f;
	struct diag d;

	diag_init(&d, &cli->diag);
	if ((o->verify || file_spares_all(o->output, cli, &d)) && file_read(&f, path, &d)) {
		bool good = work(o, &f, file, &out, &d);
		if (out.open)
			good = file_out_close(&out.file, good);
		(void)good; /* the exit status follows from the diagnostics */
		buf_release(&out.text);
		file_release(&f);
	}
	diag_flush(&d, stderr);
	int status = diag_exit_status(&d);
	diag_release(&d);
	return status;
}

int main(int argc, char **argv)
{
	struct options o = {.output = "-"};
	struct cli_result cli;
	int status;

	if (cli_parse(&tool, argc, argv, &o, &cli, &status) == CLI_RUN) {
		if (o.dump + o.notes + o.verify > 1)
			status = cli_usage_error(&tool,
				"--dump, --notes and --verify exclude each other");
		else if (o.json && !o.dump)
			status = cli_usage_error(&tool, "--json goes with --dump");
		else
			status = run(&o, &cli);
	}
	cli_release(&cli);
	return status;
}
