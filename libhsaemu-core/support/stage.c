/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Tells which stage a file is at (stage.h). A few bytes decide, and tools check the whole file
 * afterwards. */
#include "hsaemu/buf.h"
#include "hsaemu/diag.h"
#include "hsaemu/stage.h"

/* Where in an ELF header the type and machine are, and their values. */
enum { ELF_TYPE_AT = 16, ELF_MACHINE_AT = 18, ELF_READ_BYTES = 20 };
enum { ELF_RELOCATABLE = 1, ELF_CUDA = 190, ELF_AMDGPU = 224 };

/* What files of each stage are called, and the tool that takes them. */
static const struct {
	const char *name, *tool;
} stages[STAGE_COUNT] = {
	[STAGE_OPENCL] = {"OpenCL C", "hsaemu-cc"},
	[STAGE_CUDA] = {"CUDA C", "hsaemu-cc"},
	[STAGE_PTX] = {"PTX", "ptx2hsail"},
	[STAGE_HSAIL] = {"HSAIL text", "hsail-as"},
	[STAGE_BRIG] = {"BRIG", "hsail-fin"},
	[STAGE_OBJECT] = {"an object file", "hsa-ld"},
	[STAGE_IMAGE] = {"a linked image or program", "hsa-run"},
	[STAGE_ARCHIVE] = {"an archive", "hsa-ld"},
	[STAGE_BITCODE] = {"LLVM IR", NULL},
	[STAGE_SPIRV] = {"SPIR-V", NULL},
	[STAGE_CODE_OBJECT] = {"a code object for a GPU of AMD", "hsa-run --deep"},
	[STAGE_GPU_CODE] = {"machine code for a GPU", NULL},
};

#define BEGINNING(stage, text) {stage, sizeof(text) - 1, text}
static const struct {
	enum stage stage;
	size_t count;
	const char *bytes;
} beginnings[] = {
	BEGINNING(STAGE_BRIG, "HSA BRIG"), BEGINNING(STAGE_ARCHIVE, "!<arch>\n"),
	BEGINNING(STAGE_ARCHIVE, "!<thin>\n"), BEGINNING(STAGE_BITCODE, "BC\xc0\xde"),
	BEGINNING(STAGE_BITCODE, "\xde\xc0\x17\x0b"), /* with a wrapper */
	BEGINNING(STAGE_SPIRV, "\x03\x02\x23\x07"),
	BEGINNING(STAGE_GPU_CODE, "\x50\xed\x55\xba"), /* a fat binary */
};

/* ---- looking at bytes ------------------------------------------------------------------------ */

static size_t comment_bytes(struct str s)
{
	static const char closing[] = "*/";
	size_t n = 2;
	if (str_starts(s, STR("//"))) {
		while (n < s.n && s.p[n] != '\n')
			n++;
		return n;
	}
	if (!str_starts(s, STR("/*")))
		return 0;
	while (n + 2 <= s.n && memcmp(s.p + n, closing, 2) != 0)
		n++;
	return n + 2 <= s.n ? n + 2 : s.n;
}

/* Returns the first word behind a byte order mark, white space and comments, which look alike in
 * PTX and HSAIL. */
static struct str first_word(struct str s)
{
	s = str_skip_bom(s);
	while (s.n != 0) {
		bool space = s.p[0] == ' ' || s.p[0] == '\t' || s.p[0] == '\r' || s.p[0] == '\n';
		size_t skip = space ? 1 : comment_bytes(s);
		if (skip == 0)
			break;
		s = str_skip(s, skip);
	}
	return s;
}

static bool is_word(struct str s, struct str word)
{
	return str_starts(s, word) && (s.n == word.n || s.p[word.n] == ' ' || s.p[word.n] == '\t');
}

static enum stage stage_of_text(struct str text)
{
	struct str s = first_word(text);
	if (is_word(s, STR(".version")))
		return STAGE_PTX;
	if (is_word(s, STR("module")) && first_word(str_skip(s, strlen("module"))).n != 0 &&
		first_word(str_skip(s, strlen("module"))).p[0] == '&')
		return STAGE_HSAIL;
	if (str_starts(s, STR("; ModuleID = ")) || str_starts(s, STR("source_filename = ")))
		return STAGE_BITCODE;
	return STAGE_UNKNOWN;
}

static uint16_t half_at(struct str s, size_t at)
{
	return (uint16_t)((unsigned char)s.p[at] | (unsigned char)s.p[at + 1] << 8);
}

static enum stage stage_of_elf(struct str s)
{
	uint16_t machine = half_at(s, ELF_MACHINE_AT);
	if (machine == ELF_CUDA)
		return STAGE_GPU_CODE;
	if (machine == ELF_AMDGPU)
		return STAGE_CODE_OBJECT;
	return half_at(s, ELF_TYPE_AT) == ELF_RELOCATABLE ? STAGE_OBJECT : STAGE_IMAGE;
}

static bool has_suffix(const char *path, const char *suffix)
{
	size_t n = path == NULL ? 0 : strlen(path), m = strlen(suffix);
	return n > m && strcmp(path + n - m, suffix) == 0;
}

enum stage stage_of(const char *path, struct str bytes)
{
	if (str_starts(bytes, STR("\177ELF")) && bytes.n >= ELF_READ_BYTES)
		return stage_of_elf(bytes);
	for (size_t i = 0; i < ARRAY_LEN(beginnings); i++)
		if (bytes.n >= beginnings[i].count &&
			memcmp(bytes.p, beginnings[i].bytes, beginnings[i].count) == 0)
			return beginnings[i].stage;
	enum stage text = stage_of_text(bytes);
	if (text == STAGE_UNKNOWN && has_suffix(path, ".cl"))
		return STAGE_OPENCL;
	if (text == STAGE_UNKNOWN && has_suffix(path, ".cu"))
		return STAGE_CUDA;
	return text;
}

/* ---- what to do instead ---------------------------------------------------------------------- */

/* Appends the tools that make a file of stage `wanted` from one of stage `found`, which is earlier
 * on the way. */
static void say_way(enum stage found, enum stage wanted, struct buf *out)
{
	const char *last = NULL;
	buf_puts(out, "run ");
	for (enum stage s = found; s < wanted; s = (enum stage)(s + 1)) {
		if (last != NULL && strcmp(last, stages[s].tool) != 0)
			buf_printf(out, ", ");
		if (last == NULL || strcmp(last, stages[s].tool) != 0)
			buf_puts(out, stages[s].tool);
		last = stages[s].tool;
	}
	buf_puts(out, " first");
}

/* Appends the one command that makes any later stage from a source in a C language. */
static void say_compile(enum stage wanted, struct buf *out)
{
	static const char *const emit[STAGE_COUNT] = {[STAGE_PTX] = "ptx",
		[STAGE_HSAIL] = "hsail",
		[STAGE_BRIG] = "brig",
		[STAGE_OBJECT] = "obj",
		[STAGE_IMAGE] = "image"};
	buf_printf(out, "run hsaemu-cc --emit=%s first", emit[wanted]);
}

static void say_remedy(enum stage found, enum stage wanted, struct buf *out)
{
	if (found == STAGE_OPENCL || found == STAGE_CUDA)
		say_compile(wanted, out);
	else if (found < wanted)
		say_way(found, wanted, out);
	else if (found == STAGE_BRIG)
		buf_puts(out, "hsail-fin takes it, and brig-dis makes HSAIL text of it");
	else if (stages[found].tool != NULL)
		buf_printf(out, "%s takes it", stages[found].tool);
	else if (found == STAGE_BITCODE)
		buf_puts(out, "make PTX of it, with llc -march=nvptx64");
	else
		buf_puts(out, "no tool takes it; compile the source to PTX instead");
}

bool stage_expect(const char *tool, enum stage wanted, const char *path, struct str bytes,
	struct diag *d)
{
	enum stage found = stage_of(path, bytes);
	struct buf remedy = BUF_INIT;
	if (found == wanted || found == STAGE_UNKNOWN)
		return true;
	say_remedy(found, wanted, &remedy);
	diag_error(d, diag_in_file(strcmp(path, "-") == 0 ? "<stdin>" : path),
		"this is %s, but %s takes %s; " STR_FMT, stages[found].name, tool,
		stages[wanted].name, STR_ARG(buf_slice(&remedy)));
	buf_release(&remedy);
	return false;
}
