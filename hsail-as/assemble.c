/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The entry point of hsail-as. It scans and parses the text, translates each statement as it is
 * read, and then verifies the resulting BRIG. */
#include "sema_module_impl.h"
#include "hsail.tab.h"
#include "hsail.lex.h"

/* The scanner counts bytes in an int, and offsets of constants' bytes must fit 32 bits. */
enum { MAX_SOURCE_BYTES = 512 << 20 };

static void state_init(struct as_state *as, struct source *text, const struct assemble_options *o,
	struct diag *d)
{
	*as = (struct as_state){.text = text, .options = o, .diag = d};
	as->builder = brig_builder_new();
	/* The profile and the machine model are assumed to be these until the module header names
	 * them. */
	as->context.profile = BRIG_PROFILE_FULL;
	as->context.machine_model = BRIG_MACHINE_LARGE;
	as_lexemes_init(&as->lexemes);
	as_symbols_init(&as->symbols);
	as_symbols_init(&as->labels);
	arena_init(&as->module_arena);
	arena_init(&as->function_arena);
}

static void state_release(struct as_state *as)
{
	brig_builder_free(as->builder);
	as_lexemes_release(&as->lexemes);
	as_symbols_release(&as->symbols);
	as_symbols_release(&as->labels);
	arena_release(&as->module_arena);
	arena_release(&as->function_arena);
	mem_free(as->comments);
	mem_free(as->places);
	mem_free(as->st.operands);
	mem_free(as->st.elements);
	mem_free(as->st.items);
	mem_free(as->st.handles);
	mem_free(as->st.frames);
	mem_free(as->st.formals);
	buf_release(&as->st.pool);
	buf_release(&as->decoded);
}

static void parse(struct as_state *as)
{
	yyscan_t scanner;
	if (hsail_lex_init_extra(as, &scanner) != 0)
		oom();
	if (hsail_parse(as, scanner) == 0)
		as_module_end(as);
	else
		as->failed = true;
	hsail_lex_destroy(scanner);
}

/* Translates the text and appends the module to `out`. Returns false after a diagnostic. The state
 * is kept, because the caller may need the places recorded in it. */
static bool translate(struct as_state *as, struct buf *out)
{
	parse(as);
	if (!as->failed)
		brig_builder_finish(as->builder, out);
	return !as->failed;
}

static bool verify(const char *name, const struct buf *out, size_t start,
	const struct brig_text_map *text, struct diag *d)
{
	struct brig_view view;
	if (!brig_view_open(&view, name, out->data + start, out->len - start, d))
		return false;
	view.text = text;
	bool good = brig_verify(&view, d);
	brig_view_close(&view);
	return good;
}

/* Shows the verifier's messages about a module with the text that they are about. To this end the
 * module is translated and verified again, now with the places of its statements recorded. Modules
 * without messages do not pay for the recording. */
static void explain(struct source *text, const struct assemble_options *o, bool good,
	struct diag *d)
{
	struct buf module = BUF_INIT;
	struct as_state *as = mem_new(1, sizeof *as);
	state_init(as, text, o, d);
	as->record = true;
	if (!translate(as, &module))
		BUG("a text translates once only");
	const struct brig_text_map map = {text, as->places, as->place_count};
	if (verify(text->name, &module, 0, &map, d) != good)
		BUG("a module is refused once only");
	buf_release(&module);
	state_release(as);
	mem_free(as);
}

/* Runs the verifier but drops its messages. Returns whether the module is valid, and sets
 * *has_messages when there are any messages, which may be warnings only. */
static bool passes(const char *name, const struct buf *out, size_t start, bool *has_messages)
{
	const struct diag_options options = {.error_limit = 1};
	struct diag d;
	diag_init(&d, &options);
	bool good = verify(name, out, start, NULL, &d);
	*has_messages = d.first != NULL;
	diag_release(&d);
	return good;
}

bool assemble(struct source *text, const struct assemble_options *o, struct buf *out,
	struct diag *d)
{
	size_t start = out->len;
	if (text->len > MAX_SOURCE_BYTES) {
		diag_error(d, diag_in_file(text->name), "the text is larger than %d MiB",
			MAX_SOURCE_BYTES >> 20);
		return false;
	}
	struct as_state *as = mem_new(1, sizeof *as);
	state_init(as, text, o, d);
	bool good = translate(as, out);
	state_release(as);
	mem_free(as);
	if (!good)
		return false;
	bool has_messages = false;
	good = passes(text->name, out, start, &has_messages);
	if (has_messages)
		explain(text, o, good, d);
	if (!good)
		out->len = start;
	return good;
}
