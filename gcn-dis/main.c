/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gcn-dis disassembles code objects for Southern Islands GPUs. */
#include <elf.h>
#include "hsaemu/cli.h"
#include "hsaemu/fileio.h"
#include "hsaemu/gcn.h"

enum raw { RAW_NO, RAW_BINARY, RAW_HEX };

struct options {
	const char *output, *kernel;
	int raw;
	bool no_bytes, lines;
};

static const char *const raw_choices[] = {"no", "binary", "hex", NULL};

static const struct cli_option option_table[] = {
	{"-o", "--output", CLI_STRING, offsetof(struct options, output), "FILE", NULL,
		"write to FILE (default: standard output)"},
	{"--kernel", NULL, CLI_STRING, offsetof(struct options, kernel), "NAME", NULL,
		"print only the code of this kernel"},
	{"--no-bytes", NULL, CLI_FLAG, offsetof(struct options, no_bytes), NULL, NULL,
		"leave out the address and the bytes of each instruction"},
	{"--lines", NULL, CLI_FLAG, offsetof(struct options, lines), NULL, NULL,
		"name the lines of source from which instructions come, by tables of DWARF 4 "
		"(hsail-fin -g, clang -gdwarf-4)"},
	{"--raw", NULL, CLI_OPTIONAL, offsetof(struct options, raw), NULL, raw_choices,
		"FILE has nothing but instructions, as bytes or as hexadecimal numbers of 32 bits"},
};

static const struct cli_tool tool = {
	.name = "gcn-dis",
	.summary = "disassemble machine code of Southern Islands GPUs",
	.usage = "[options] FILE|-",
	.description =
		"gcn-dis prints the code of an object or code object for amdgcn-amd-amdhsa and gfx600 "
		"(Southern Islands, GCN 1), such as clang makes with -mcpu=tahiti, as assembly text, of "
		"which llvm-mc makes the same code. Before each kernel its descriptor is explained. An "
		"instruction that the assembler would encode in another way is printed as numbers, "
		"with its text as a comment. Of objects and images for the host (hsail-fin "
		"-mcpu=native,gfx600), the code objects in them are listed.\n\n"
		"What is no instruction of this GPU is reported by section and offset, and nothing is "
		"printed.",
	.examples = "gcn-dis kernels.o\n"
		    "gcn-dis --kernel vecadd -o vecadd.s kernels.o\n"
		    "gcn-dis kernels.img\n"
		    "echo 0x7e000280 0xbf810000 | gcn-dis --raw=hex -",
	.options = option_table,
	.option_count = ARRAY_LEN(option_table),
	.min_files = 1,
	.max_files = 1,
};

static bool list_object(const struct options *o, const char *file, const void *bytes, size_t len,
	struct buf *text, struct diag *d)
{
	const struct gcn_list_options list = {
		.kernel = o->kernel, .no_bytes = o->no_bytes, .lines = o->lines};
	struct gcn_object object;
	struct arena a;

	arena_init(&a);
	bool good = gcn_object_open(&object, file, bytes, len, &a, d) &&
	            gcn_list_object(&object, &list, text, d);
	arena_release(&a);
	return good;
}

static bool has_kernel(const char *file, const struct elf_note *n, const char *kernel,
	struct arena *a, struct diag *d)
{
	struct gcn_object object;
	bool has = false;

	if (kernel == NULL)
		return true;
	if (!gcn_object_open(&object, file, n->desc, n->len, a, d))
		return false;
	for (uint32_t i = 0; i < object.kernel_count; i++)
		has |= strcmp(object.kernels[i].name, kernel) == 0;
	return has;
}

/* Lists the code objects that an object or image for the host has as notes. */
static bool list_notes(const struct options *o, const char *file, const struct file_data *f,
	struct buf *text, struct diag *d)
{
	struct elf_view v;
	struct arena a;
	unsigned found = 0, listed = 0;

	arena_init(&a);
	bool good = elf_view_open(&v, file, f->bytes, f->len, &a, d);
	for (uint32_t i = 0; good && i < v.note_count; i++) {
		const struct elf_note *n = &v.notes[i];
		if (n->type != HSAEMU_NOTE_CODE_OBJECT || strcmp(n->owner, HSAEMU_NOTE_OWNER) != 0)
			continue;
		found++;
		const char *name = arena_printf(&a, "%s, code object %u", file, found);
		if (!has_kernel(name, n, o->kernel, &a, d))
			continue;
		listed++;
		buf_printf(text, "%s// code object %u\n", listed > 1 ? "\n" : "", found);
		good = list_object(o, name, n->desc, n->len, text, d);
	}
	if (good && found == 0)
		diag_error(d, diag_in_file(file), "there is no code for a GPU in it");
	else if (good && listed == 0 && diag_exit_status(d) == EXIT_DONE)
		diag_error(d, diag_in_file(file), "there is no kernel '%s'", o->kernel);
	arena_release(&a);
	return good && listed > 0;
}

static bool is_for_host(const struct file_data *f)
{
	return f->len > offsetof(Elf64_Ehdr, e_machine) + 2 &&
	       memcmp(f->bytes, ELFMAG, SELFMAG) == 0 &&
	       (f->bytes[offsetof(Elf64_Ehdr, e_machine)] |
		       f->bytes[offsetof(Elf64_Ehdr, e_machine) + 1] << 8) == EM_X86_64;
}

static int digit(unsigned char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Reads numbers of 32 bits, with or without 0x, that white space or commas separate. */
static bool read_hex(const char *file, const struct file_data *f, struct buf *code, struct diag *d)
{
	for (size_t n = 0; n < f->len;) {
		size_t begin = n;
		uint32_t v = 0;
		if (memchr(" \t\r\n,", f->bytes[n], 5) != NULL) {
			n++;
			continue;
		}
		if (f->bytes[n] == '0' && (f->bytes[n + 1] | 0x20) == 'x')
			n += 2;
		size_t digits = n;
		for (; digit(f->bytes[n]) >= 0; n++)
			v = v << 4 | (uint32_t)digit(f->bytes[n]);
		bool ends = n == f->len || memchr(" \t\r\n,", f->bytes[n], 5) != NULL;
		if (!ends || n == digits || n - digits > 8) {
			diag_error(d, diag_at_section(file, NULL, begin),
				"not a hexadecimal number of 32 bits");
			return false;
		}
		buf_u32(code, v);
	}
	return true;
}

static bool list(const struct options *o, const char *file, const struct file_data *f,
	struct buf *text, struct diag *d)
{
	const struct gcn_list_options options = {.no_bytes = o->no_bytes};
	struct buf code = BUF_INIT;

	if (o->raw == RAW_NO && is_for_host(f))
		return list_notes(o, file, f, text, d);
	if (o->raw == RAW_NO)
		return list_object(o, file, f->bytes, f->len, text, d);
	if (o->raw == RAW_BINARY)
		return gcn_list_code(file, f->bytes, f->len, &options, text, d);
	bool good = read_hex(file, f, &code, d) &&
	            gcn_list_code(file, code.data, code.len, &options, text, d);
	buf_release(&code);
	return good;
}

static int run(const struct options *o, const struct cli_result *cli)
{
	const char *path = cli->files.items[0];
	const char *file = str_is(str_from(path), "-") ? "<stdin>" : path;
	struct buf text = BUF_INIT;
	struct file_data f;
	struct diag d;

	diag_init(&d, &cli->diag);
	if (file_spares_all(o->output, cli, &d) && file_read(&f, path, &d)) {
		bool good = list(o, file, &f, &text, &d) &&
		            file_write(o->output, text.data, text.len, FILE_TEXT, true, &d);
		(void)good; /* the exit status follows from the diagnostics */
		buf_release(&text);
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
		if (o.raw != RAW_NO && (o.kernel != NULL || o.lines))
			status =
				cli_usage_error(&tool, "--kernel and --lines do not go with --raw");
		else
			status = run(&o, &cli);
	}
	cli_release(&cli);
	return status;
}
