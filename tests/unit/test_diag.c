/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Diagnostics: the two formats, limits, exit statuses. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include "hsaemu/diag.h"

static struct diag d;
static struct source src;
static char *printed;
static const struct diag_place nowhere = {.kind = DIAG_NOWHERE};

static void start(const struct diag_options *options, const char *text)
{
	diag_init(&d, options);
	source_borrow(&src, "v.hsail", text, strlen(text));
}

static void text_start(const char *text)
{
	const struct diag_options options = {.tool = "test"};
	start(&options, text);
}

static void expect(const char *want)
{
	size_t n;
	FILE *f = open_memstream(&printed, &n);
	diag_flush(&d, f);
	fclose(f);
	cr_expect_str_eq(printed, want, "printed:\n%s\nexpected:\n%s", printed, want);
	free(printed);
	diag_release(&d);
	source_release(&src);
}

Test(diag, text_with_caret)
{
	text_start("one\n    add_u32 $s1, $d2, $s3;\n");
	diag_error(&d, diag_at_text(&src, 21, 3), "src0 of '%s' must be a 32-bit register", "add");
	diag_note(&d, diag_at_text(&src, 0, 3), "declared here");
	expect("v.hsail:2:18: error: src0 of 'add' must be a 32-bit register\n"
	       "        add_u32 $s1, $d2, $s3;\n"
	       "                     ^~~\n"
	       "v.hsail:1:1: note: declared here\n"
	       "    one\n"
	       "    ^~~\n");
}

/* A word of 10,000 characters, of which none is cut in two. */
Test(diag, long_words)
{
	enum { CHARS = 5000 };
	char word[2 * CHARS + 1], want[600] = "", *w = want;
	for (int i = 0; i < CHARS; i++)
		memcpy(word + 2 * i, "\xc3\xa9", 3); /* e with an accent */
	w += sprintf(w, "v.hsail:1:1: error: no name: '");
	for (int i = 0; i < 79; i++)
		w += sprintf(w, "\xc3\xa9");
	w += sprintf(w, "...");
	for (int i = 0; i < 20; i++)
		w += sprintf(w, "\xc3\xa9");
	w += sprintf(w, "' here\n    ");
	for (int i = 0; i < 80; i++)
		w += sprintf(w, "\xc3\xa9");
	w += sprintf(w, "...\n    ^");
	for (int i = 1; i < 80; i++)
		w += sprintf(w, "~");
	sprintf(w, "\n");
	text_start(word);
	diag_error(&d, diag_at_text(&src, 0, 2 * CHARS), "no name: '%s' here", word);
	expect(want);
}

/* Neither do bytes that begin no character make a line longer, nor many short words a message. */
Test(diag, long_lines)
{
	enum { BYTES = 10000 };
	char line[BYTES + 1] = "", *text = NULL;
	size_t n;
	memset(line, 0xa9, BYTES);
	text_start(line);
	diag_error(&d, diag_at_text(&src, BYTES / 2, BYTES / 2), "x");
	for (int i = 0; i < BYTES; i++)
		line[i] = i % 5 == 4 ? ' ' : 'a';
	diag_error(&d, nowhere, "%s", line);
	FILE *f = open_memstream(&text, &n);
	diag_flush(&d, f);
	fclose(f);
	cr_expect(n < 2200, "%zu bytes", n);
	free(text);
	diag_release(&d);
	source_release(&src);
}

Test(diag, broken_rule)
{
	const struct diag_options options = {.error_limit = 1};
	start(&options, "x y");
	diag_error(&d, diag_at_text(&src, 2, 1), "y");
	diag_see(&d, NULL);
	diag_see(&d, "4.16.1");
	diag_error(&d, diag_at_text(&src, 0, 1), "x");
	diag_see(&d, "4.17");
	expect("v.hsail:1:3: error: y\n"
	       "    x y\n"
	       "      ^\n"
	       "v.hsail:1:3: note: see PRM section 4.16.1\n"
	       "error: too many errors\n");
}

Test(diag, tabs_are_repeated_under_the_line)
{
	text_start("\tx\ty");
	diag_error(&d, diag_at_text(&src, 3, 1), "y");
	expect("v.hsail:1:4: error: y\n    \tx\ty\n    \t \t^\n");
}

Test(diag, characters_of_several_bytes_take_one_column)
{
	text_start("\xc3\xa9 \xc3\xa9\xc3\xa9\xc3\xa9");
	diag_error(&d, diag_at_text(&src, 3, 6), "e");
	expect("v.hsail:1:4: error: e\n    \xc3\xa9 \xc3\xa9\xc3\xa9\xc3\xa9\n      ^~~\n");
}

Test(diag, terminal_sequences_do_not_get_through)
{
	text_start("a\033[31mb\x80\xc2\x9b");
	diag_error(&d, diag_at_text(&src, 0, 1), "bad '%s'", "\033]0;x\007");
	expect("v.hsail:1:1: error: bad '?]0;x?'\n    a?[31mb???\n    ^\n");
}

Test(diag, range_ends_with_its_line)
{
	text_start("ab\ncd\n");
	diag_error(&d, diag_at_text(&src, 1, 100), "m");
	diag_error(&d, diag_at_text(&src, 2, 100), "newline");
	diag_error(&d, diag_at_text(&src, 6, 0), "end");
	expect("v.hsail:1:2: error: m\n    ab\n     ^\n"
	       "v.hsail:1:3: error: newline\n    ab\n      ^\n"
	       "v.hsail:3:1: error: end\n    \n    ^\n");
}

Test(diag, long_lines_are_shown_in_part)
{
	static char text[100001];
	memset(text, 'x', sizeof text - 1);
	text[50000] = '!';
	text_start(text);
	diag_error(&d, diag_at_text(&src, 50000, 1), "m");
	char *out;
	size_t n;
	FILE *f = open_memstream(&out, &n);
	diag_flush(&d, f);
	fclose(f);
	cr_assert(n < 500);
	char *mark = strchr(out, '!'), *line = strstr(out, "    ..."), *caret = strchr(out, '^');
	char *second = strchr(line, '\n') + 1;
	cr_assert(mark - line == caret - second, "caret below the mark");
	free(out);
	diag_release(&d);
	source_release(&src);
}

Test(diag, other_places)
{
	text_start("");
	diag_error(&d, nowhere, "a");
	diag_warning(&d, diag_in_file("f"), "b");
	diag_error(&d, diag_at_section("v.brig", "hsa_code", 0x1a4), "c");
	diag_error(&d, diag_at_section("v.brig", NULL, 8), "d");
	diag_unsupported(&d, nowhere, "images (PRM 7.1)");
	diag_io(&d, "g", "read", 2);
	expect("test: error: a\nf: warning: b\nv.brig:hsa_code+0x1a4: error: c\nv.brig:+0x8: error: d\n"
	       "test: error: unsupported: images (PRM 7.1)\n"
	       "g: error: cannot read: No such file or directory\n");
}

Test(diag, json)
{
	const struct diag_options options = {.tool = "test", .format = DIAG_FORMAT_JSON};
	start(&options, "abc\ndef");
	diag_error(&d, diag_at_text(&src, 5, 2), "a \"b\" \\ \n \xff \xc3\xa9");
	diag_note(&d, diag_at_text(&src, 0, 1), "n1");
	diag_note(&d, diag_at_section("f", "s", 16), "n2");
	diag_warning(&d, nowhere, "w");
	expect("{\"file\":\"v.hsail\",\"line\":2,\"column\":2,\"length\":2,\"severity\":\"error\","
	       "\"message\":\"a \\\"b\\\" \\\\ \\u000a \\ufffd \xc3\xa9\",\"tool\":\"test\",\"notes\":["
	       "{\"file\":\"v.hsail\",\"line\":1,\"column\":1,\"length\":1,\"severity\":\"note\","
	       "\"message\":\"n1\"},{\"file\":\"f\",\"section\":\"s\",\"offset\":16,"
	       "\"severity\":\"note\",\"message\":\"n2\"}]}\n"
	       "{\"severity\":\"warning\",\"message\":\"w\",\"tool\":\"test\",\"notes\":[]}\n");
}

Test(diag, stops_at_the_limit)
{
	const struct diag_options options = {.tool = "test", .error_limit = 2};
	start(&options, "");
	diag_error(&d, nowhere, "a");
	cr_assert_not(diag_at_limit(&d));
	diag_unsupported(&d, nowhere, "b");
	cr_assert(diag_at_limit(&d));
	diag_note(&d, nowhere, "of b");
	diag_error(&d, nowhere, "c");
	diag_note(&d, nowhere, "of c");
	expect("test: error: a\ntest: error: unsupported: b\ntest: note: of b\n"
	       "test: error: too many errors\n");
}

Test(diag, warnings_as_errors)
{
	const struct diag_options options = {.tool = "test", .warnings_are_errors = true};
	start(&options, "");
	diag_warning(&d, nowhere, "w");
	cr_assert_eq(diag_exit_status(&d), EXIT_REFUSED);
	expect("test: error: w\n");
}

Test(diag, exit_statuses)
{
	text_start("");
	diag_warning(&d, nowhere, "w");
	cr_assert_eq(diag_exit_status(&d), EXIT_DONE);
	cr_assert_not(diag_failed(&d));
	diag_unsupported(&d, nowhere, "u");
	cr_assert_eq(diag_exit_status(&d), EXIT_UNSUPPORTED);
	diag_io(&d, "f", "read", 5);
	cr_assert_eq(diag_exit_status(&d), EXIT_IO);
	diag_error(&d, nowhere, "e");
	cr_assert_eq(diag_exit_status(&d), EXIT_REFUSED);
	cr_assert(diag_failed(&d));
	diag_release(&d);
}

Test(diag, flushed_messages_are_not_printed_again)
{
	text_start("");
	diag_error(&d, nowhere, "once");
	FILE *null = fopen("/dev/null", "w");
	diag_flush(&d, null);
	fclose(null);
	diag_error(&d, nowhere, "twice");
	cr_assert_eq(d.error_count, 2);
	expect("test: error: twice\n");
}

Test(diag, colour_when_asked_for)
{
	const struct diag_options options = {.tool = "test", .color = DIAG_COLOR_ALWAYS};
	start(&options, "x");
	diag_error(&d, diag_at_text(&src, 0, 1), "m");
	expect("\033[1mv.hsail:1:1: \033[0m\033[1;31merror: \033[0mm\n    x\n    \033[1;32m^\033[0m\n");
}
