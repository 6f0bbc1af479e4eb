/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* hsa-ld links objects of hsail-fin to an image that hsa-run and dlopen() can load. */
#include "hsaemu/fileio.h"
#include "hsaemu/link.h"
#include "hsaemu/stage.h"
#include "find_library_impl.h"

struct options {
	const char *output, *map;
	struct cli_strings libraries, dirs, keep;
	bool no_default_helpers, gc, imports, force;
};

#define OPTION(name, alias, type, field, arg, help) \
	{name, alias, type, offsetof(struct options, field), arg, NULL, help}

static const struct cli_option option_table[] = {
	OPTION("-o", "--output", CLI_STRING, output, "FILE",
		"write the image to FILE (default: a.hso)"),
	OPTION("-l", "--library", CLI_STRINGS, libraries, "NAME",
		"take members that are needed from libNAME.a"),
	OPTION("-L", "--library-path", CLI_STRINGS, dirs, "DIR", "look for libraries in DIR first"),
	OPTION("--no-default-helpers", NULL, CLI_FLAG, no_default_helpers, NULL,
		"do without libhsahelpers.a, the device library that finalized code may call"),
	OPTION("--gc", NULL, CLI_FLAG, gc, NULL,
		"leave out functions and variables that neither a kernel nor anything else with program "
		"linkage needs"),
	OPTION("--keep", NULL, CLI_STRINGS, keep, "NAME",
		"offer only this kernel, variable or function and others that --keep names; leave out "
		"what they do not need"),
	OPTION("--imports", NULL, CLI_FLAG, imports, NULL,
		"import global and readonly variables with program linkage that no file defines: "
		"whoever loads the image has to give their addresses, which hsa-run cannot"),
	OPTION("--map", NULL, CLI_STRING, map, "FILE",
		"write to FILE where everything went, and the image's metadata"),
	OPTION("-f", "--force", CLI_FLAG, force, NULL, "write the image even to a terminal"),
};

static const struct cli_env env_table[] = {
	{"HSAEMU_LIBDIR", "folder in which libhsahelpers.a is looked for first"},
	{NULL, NULL},
};

static const struct cli_tool tool = {
	.name = "hsa-ld",
	.summary = "link finalized HSAIL objects to a loadable image",
	.usage = "[options] FILE|-...",
	.description =
		"hsa-ld joins relocatable x86-64 objects, as hsail-fin writes them, to one image. "
		"Declarations with program linkage are resolved to the definitions in other "
		"objects; what is undefined or defined twice is reported by its HSAIL name. Archives "
		"may stand among the files; of them, and of libraries, only the needed members are taken.\n\n"
		"The image is a position-independent ELF shared object. Its kernels, and the "
		"variables and functions with program linkage, are in its dynamic symbol table.",
	.examples = "hsa-ld vadd.o -o vadd.hso\n"
		    "hsa-ld main.o part.o -L. -lmine --map - -o all.hso",
	.options = option_table,
	.option_count = ARRAY_LEN(option_table),
	.env = env_table,
	.min_files = 1,
	.max_files = SIZE_MAX,
};

struct inputs {
	struct link_input *items;
	struct file_data *files;
	size_t count;
	bool verbose;
};

static bool is_linkable(const char *name, struct str bytes, struct diag *d)
{
	return stage_of(name, bytes) == STAGE_ARCHIVE ||
	       stage_expect(tool.name, STAGE_OBJECT, name, bytes, d);
}

static bool add_file(struct inputs *in, const char *path, const struct options *o, struct diag *d)
{
	struct file_data *f = &in->files[in->count];

	bool spared = file_spares(o->output, "input file", path, d) &&
	              (o->map == NULL || file_spares(o->map, "input file", path, d));
	if (!spared || !file_read(f, path, d))
		return false;
	if (in->verbose)
		fprintf(stderr, "hsa-ld: read %s (%zu bytes)\n", path, f->len);
	const char *name = str_is(str_from(path), "-") ? "<stdin>" : path;
	in->items[in->count++] = (struct link_input){name, f->bytes, f->len};
	return is_linkable(name, (struct str){(const char *)f->bytes, f->len}, d);
}

/* Adds an archive that the search has found at `path`. The path is kept in the arena, because
 * messages refer to it. */
static bool add_found(struct inputs *in, struct arena *a, const struct buf *path,
	const struct options *o, struct diag *d)
{
	return add_file(in, arena_strndup(a, (const char *)path->data, path->len), o, d);
}

static bool add_inputs(struct inputs *in, struct arena *a, const struct options *o,
	const struct cli_result *cli, struct diag *d)
{
	struct buf path = BUF_INIT;
	bool ok = true;

	for (size_t i = 0; i < cli->files.count; i++)
		ok &= add_file(in, cli->files.items[i], o, d);
	for (size_t i = 0; i < o->libraries.count; i++) {
		const char *name = o->libraries.items[i];
		if (libs_find(name, &o->dirs, &path)) {
			ok &= add_found(in, a, &path, o, d);
		} else {
			diag_error(d, (struct diag_place){0}, "library 'lib%s.a' not found", name);
			ok = false;
		}
	}
	if (!o->no_default_helpers) {
		if (libs_find_helpers(&path)) {
			ok &= add_found(in, a, &path, o, d);
		} else {
			diag_error(d, (struct diag_place){0},
				"'libhsahelpers.a' not found; set "
				"HSAEMU_LIBDIR or use --no-default-helpers");
			ok = false;
		}
	}
	buf_release(&path);
	return ok;
}

/* Writes both outputs, or neither as far as the file system allows. */
static bool write_outputs(const struct options *o, const struct buf *image, const struct buf *map,
	struct diag *d)
{
	struct file_out image_file, map_file;

	if (o->map && !file_out_open(&map_file, o->map, FILE_TEXT, true, d))
		return false;
	bool ok = file_out_open(&image_file, o->output, FILE_BINARY, o->force, d);
	if (ok) {
		ok = (!o->map || map_file.sink.take(&map_file.sink, map->data, map->len)) &&
		     image_file.sink.take(&image_file.sink, image->data, image->len);
		ok = file_out_close(&image_file, ok);
	}
	return (!o->map || file_out_close(&map_file, ok)) && ok;
}

static int run(const struct options *o, const struct cli_result *cli)
{
	size_t max = cli->files.count + o->libraries.count + 1;
	struct inputs in = {
		mem_new(max, sizeof *in.items), mem_new(max, sizeof *in.files), 0, cli->verbose};
	const struct link_options link = {.map = o->map != NULL,
		.gc = o->gc,
		.keep = o->keep.items,
		.keep_count = o->keep.count,
		.imports = o->imports};
	struct buf image = BUF_INIT, map = BUF_INIT;
	struct arena arena;
	struct diag d;

	arena_init(&arena);
	diag_init(&d, &cli->diag);
	bool ok = (!o->map || file_outputs_differ(o->output, "map file", o->map, &d)) &&
	          file_spares_all(o->output, cli, &d) &&
	          (!o->map || file_spares_all(o->map, cli, &d)) &&
	          add_inputs(&in, &arena, o, cli, &d) &&
	          link_image(in.items, in.count, &link, &image, &map, &d) &&
	          write_outputs(o, &image, &map, &d);
	if (ok && cli->verbose)
		fprintf(stderr, "hsa-ld: wrote %s (%zu bytes)\n", o->output, image.len);
	diag_flush(&d, stderr);
	int status = diag_exit_status(&d);
	for (size_t i = 0; i < in.count; i++)
		file_release(&in.files[i]);
	mem_free(in.items);
	mem_free(in.files);
	buf_release(&image);
	buf_release(&map);
	diag_release(&d);
	arena_release(&arena);
	return status;
}

int main(int argc, char **argv)
{
	struct options o = {.output = "a.hso"};
	struct cli_result cli;
	int status;

	if (cli_parse(&tool, argc, argv, &o, &cli, &status) == CLI_RUN)
		status = run(&o, &cli);
	cli_release(&cli);
	return status;
}
