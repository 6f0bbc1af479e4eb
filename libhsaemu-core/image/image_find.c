/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Finds kernels, variables and functions of an image by their HSAIL names.
 *
 * Modules may have entities of equal names as long as no more than one has program linkage (PRM
 * 4.12.1). A plain name means that one, or else the one of the only module that has the name;
 * "&m::&k" means module &m's. */
#include "hsaemu/image.h"

/* "vadd" and "&vadd" are the same name. */
static bool same_name(const char *hsail_name, struct str name)
{
	struct str have = str_from(hsail_name);
	if (name.n > 0 && name.p[0] != '&' && have.n > 0 && have.p[0] == '&')
		have = str_skip(have, 1);
	return str_eq(have, name);
}

bool image_name_fits(struct str wanted, const char *module, const char *name)
{
	static const char between[] = "::&";

	if (same_name(name, wanted))
		return true;
	for (size_t i = 1; i + sizeof between <= wanted.n; i++)
		if (memcmp(wanted.p + i, between, sizeof between - 1) == 0 &&
			same_name(module, (struct str){wanted.p, i}) &&
			same_name(name, str_skip(wanted, i + 2)))
			return true;
	return false;
}

const struct image_kernel *image_meta_kernel(const struct image_meta *m, struct str name,
	const struct image_kernel **other)
{
	const struct image_kernel *found = NULL, *second = NULL;

	for (uint32_t i = 0; i < m->kernel_count; i++) {
		const struct image_kernel *k = &m->kernels[i];
		if (!image_name_fits(name, k->module, k->name))
			continue;
		if (k->program_linkage) {
			found = k;
			second = NULL;
			break;
		}
		if (found == NULL)
			found = k;
		else
			second = k;
	}
	if (other != NULL)
		*other = second;
	return second == NULL || other != NULL ? found : NULL;
}

const struct image_code *image_kernel_find(const struct image *im, struct str name)
{
	const struct image_kernel *k = image_meta_kernel(&im->meta, name, NULL);

	return k != NULL ? &im->kernels[k - im->meta.kernels] : NULL;
}

/* Variables have one place for all versions. */
static bool is_symbol(const struct image *im, const char *symbol, const char *name)
{
	size_t n = strlen(name);

	return strncmp(symbol, name, n) == 0 &&
	       (symbol[n] == 0 || strcmp(symbol + n, im->isa.suffix) == 0);
}

const struct image_export *image_export_of(const struct image *im, const struct image_symbol *what)
{
	for (uint32_t e = 0; e < im->export_count; e++)
		if (is_symbol(im, im->exports[e].symbol, what->symbol))
			return &im->exports[e];
	return NULL;
}

const struct image_export *image_export_find(const struct image *im, struct str name)
{
	const struct image_export *local = NULL;
	uint32_t locals = 0;

	for (uint32_t i = 0; i < im->meta.symbol_count; i++) {
		const struct image_symbol *s = &im->meta.symbols[i];
		const struct image_export *e =
			image_name_fits(name, s->module, s->name) ? image_export_of(im, s) : NULL;

		if (e != NULL && s->program_linkage)
			return e;
		if (e != NULL) {
			local = e;
			locals++;
		}
	}
	return locals == 1 ? local : NULL;
}
