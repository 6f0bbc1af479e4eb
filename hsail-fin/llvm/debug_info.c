/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Makes DWARF functions and line tables through LLVM's DIBuilder. The language is C99: lldb
 * evaluates no expressions in a language that it does not know, and gdb does not mind.
 *
 * Code of a call that was put in place is an inlined function: a breakpoint at its line means all
 * of its copies, and a backtrace shows the calls. Otherwise a debugger takes one copy of a line and
 * ignores others in the same function. */
#include <llvm-c/DebugInfo.h>
#include "llvm/debug_info.h"
#include "hsaemu/image.h"

struct fin_debug {
	struct fin_llvm *l;
	LLVMDIBuilderRef b;
	LLVMMetadataRef unit_file, subprogram;
	struct str last_name; /* name of `last_file` */
	LLVMMetadataRef last_file;
	/* by fin_function.number: the function as an inlined one, or NULL */
	LLVMMetadataRef *inlined;
	/* the call that place_of_site() was last asked for, in which function, and its place
	 * there */
	const struct fin_site *site;
	LLVMMetadataRef site_of, site_place;
};

static LLVMMetadataRef make_file(struct fin_debug *d, struct str path)
{
	size_t slash = path.n;

	while (slash > 0 && path.p[slash - 1] != '/')
		slash--;
	if (slash == 0)
		return LLVMDIBuilderCreateFile(d->b, path.p, path.n, ".", 1);
	return LLVMDIBuilderCreateFile(d->b, path.p + slash, path.n - slash, path.p,
		slash > 1 ? slash - 1 : 1);
}

static LLVMMetadataRef file_of(struct fin_debug *d, const struct fin_loc *loc)
{
	if (loc == NULL || loc->file.n == 0)
		return d->unit_file;
	if (d->last_file == NULL || !str_eq(d->last_name, loc->file)) {
		d->last_name = loc->file;
		d->last_file = make_file(d, loc->file);
	}
	return d->last_file;
}

static void module_flag(struct fin_llvm *l, const char *name, uint64_t value)
{
	LLVMAddModuleFlag(l->mod, LLVMModuleFlagBehaviorWarning, name, strlen(name),
		LLVMValueAsMetadata(LLVMConstInt(l->i32, value, false)));
}

/* The source file of the first kernel, or else of the first function, of which it is known. */
static struct str source_of(const struct fin_module *m)
{
	struct str found = STR("");
	for (size_t i = 0; i < m->function_count; i++) {
		const struct fin_function *f = m->functions[i];
		if (f->loc == NULL || f->loc->file.n == 0)
			continue;
		if (f->is_kernel)
			return f->loc->file;
		if (found.n == 0)
			found = f->loc->file;
	}
	return found;
}

struct fin_debug *fin_debug_new(struct fin_llvm *l, const struct fin_module *m, const char *file)
{
	static const char producer[] = "hsail-fin";
	struct fin_debug *d = mem_new(1, sizeof *d);

	d->l = l;
	d->b = l->debug = LLVMCreateDIBuilder(l->mod);
	/* prefers the source over the HSAIL file, which may be temporary and gone when somebody
	 * looks for it */
	d->unit_file = make_file(d, source_of(m).n != 0 ? source_of(m) : str_from(file));
	LLVMDIBuilderCreateCompileUnit(d->b, LLVMDWARFSourceLanguageC99, d->unit_file, producer,
		sizeof producer - 1, true, "", 0, 0, "", 0, LLVMDWARFEmissionFull, 0, false, false,
		"", 0, "", 0);
	module_flag(l, "Debug Info Version", LLVMDebugMetadataVersion());
	module_flag(l, "Dwarf Version", 4);
	return d;
}

void fin_debug_finish(struct fin_debug *d)
{
	if (d != NULL)
		LLVMDIBuilderFinalize(d->b);
}

void fin_debug_free(struct fin_debug *d)
{
	if (d == NULL)
		return;
	mem_free(d->inlined);
	mem_free(d);
}

/* Describes a function. Its name is that in HSAIL without the sigil, which is what users of
 * debuggers type. */
static LLVMMetadataRef make_function(struct fin_lower *w, const struct fin_function *f,
	const struct fin_loc *loc, const char *symbol, size_t symbol_len)
{
	struct fin_debug *d = w->debug;
	LLVMMetadataRef file = file_of(d, loc), type, function;
	unsigned line = loc != NULL ? loc->line : 0;
	struct buf name = BUF_INIT;

	image_mangle(f->name, &name);
	type = LLVMDIBuilderCreateSubroutineType(d->b, file, NULL, 0, LLVMDIFlagZero);
	function = LLVMDIBuilderCreateFunction(d->b, file, (const char *)name.data, name.len,
		symbol, symbol_len, file, line, type, false, true, line, LLVMDIFlagZero,
		w->l->optimised);
	buf_release(&name);
	return function;
}

void fin_debug_function(struct fin_lower *w, const struct fin_loc *loc)
{
	struct fin_debug *d = w->debug;
	size_t n;
	const char *symbol = LLVMGetValueName2(w->fn, &n);

	if (d == NULL)
		return;
	d->subprogram = make_function(w, w->f, loc, symbol, n);
	LLVMSetSubprogram(w->fn, d->subprogram);
	fin_debug_location(w, loc);
}

static LLVMMetadataRef inlined_function(struct fin_lower *w, const struct fin_function *f)
{
	struct fin_debug *d = w->debug;

	if (d->inlined == NULL)
		d->inlined = mem_new(w->m->function_count, sizeof *d->inlined);
	if (d->inlined[f->number] == NULL)
		d->inlined[f->number] = make_function(w, f, f->loc, "", 0);
	return d->inlined[f->number];
}

static LLVMMetadataRef place_of(struct fin_lower *w, const struct fin_loc *loc);

/* The place, in the function being made, of a call that was put in place. */
static LLVMMetadataRef place_of_site(struct fin_lower *w, const struct fin_site *site)
{
	struct fin_debug *d = w->debug;

	if (d->site != site || d->site_of != d->subprogram) {
		LLVMMetadataRef place = place_of(w, site->call);

		d->site = site;
		d->site_of = d->subprogram;
		d->site_place = place;
	}
	return d->site_place;
}

static LLVMMetadataRef place_of(struct fin_lower *w, const struct fin_loc *loc)
{
	struct fin_debug *d = w->debug;
	LLVMMetadataRef scope = d->subprogram, at = NULL;

	if (loc != NULL && loc->site != NULL) {
		scope = inlined_function(w, loc->site->callee);
		at = place_of_site(w, loc->site);
	}
	if (loc != NULL && loc->file.n > 0)
		scope = LLVMDIBuilderCreateLexicalBlockFile(d->b, scope, file_of(d, loc), 0);
	return LLVMDIBuilderCreateDebugLocation(w->l->ctx, loc != NULL ? loc->line : 0,
		loc != NULL ? loc->column : 0, scope, at);
}

void fin_debug_location(struct fin_lower *w, const struct fin_loc *loc)
{
	if (w->debug != NULL)
		LLVMSetCurrentDebugLocation2(w->l->b, place_of(w, loc));
}
