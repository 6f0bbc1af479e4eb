/* DWARF line tables through LLVM's DIBuilder. The language is C99: lldb evaluates expressions of no
 * language it does not know, and gdb does not mind. */
#include <llvm-c/DebugInfo.h>
#include "debug_info.h"

struct fin_debug {
	struct fin_llvm *l;
	LLVMDIBuilderRef b;
	LLVMMetadataRef unit_file, subprogram;
	struct str last_name; /* file of `last_file` */
	LLVMMetadataRef last_file;
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

struct fin_debug *fin_debug_new(struct fin_llvm *l, const char *file)
{
	static const char producer[] = "hsail-fin";
	struct fin_debug *d = mem_new(1, sizeof *d);

	d->l = l;
	d->b = LLVMCreateDIBuilder(l->mod);
	d->unit_file = make_file(d, str_from(file));
	LLVMDIBuilderCreateCompileUnit(d->b, LLVMDWARFSourceLanguageC99, d->unit_file, producer,
		sizeof producer - 1, true, "", 0, 0, "", 0, LLVMDWARFEmissionLineTablesOnly, 0,
		false, false, "", 0, "", 0);
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
	LLVMDisposeDIBuilder(d->b);
	free(d);
}

void fin_debug_function(struct fin_lower *w, const struct fin_loc *loc)
{
	struct fin_debug *d = w->debug;
	LLVMMetadataRef file, type;
	unsigned line = loc != NULL ? loc->line : 0;
	size_t name_len;
	const char *name = LLVMGetValueName2(w->fn, &name_len);

	if (d == NULL)
		return;
	file = file_of(d, loc);
	type = LLVMDIBuilderCreateSubroutineType(d->b, file, NULL, 0, LLVMDIFlagZero);
	d->subprogram = LLVMDIBuilderCreateFunction(d->b, file, name, name_len, name, name_len,
		file, line, type, false, true, line, LLVMDIFlagZero, w->l->optimised);
	LLVMSetSubprogram(w->fn, d->subprogram);
	fin_debug_location(w, loc);
}

void fin_debug_location(struct fin_lower *w, const struct fin_loc *loc)
{
	struct fin_debug *d = w->debug;
	LLVMMetadataRef scope;

	if (d == NULL)
		return;
	scope = d->subprogram;
	if (loc != NULL && loc->file.n > 0)
		scope = LLVMDIBuilderCreateLexicalBlockFile(d->b, d->subprogram, file_of(d, loc),
			0);
	LLVMSetCurrentDebugLocation2(w->l->b,
		LLVMDIBuilderCreateDebugLocation(w->l->ctx, loc != NULL ? loc->line : 0,
			loc != NULL ? loc->column : 0, scope, NULL));
}
