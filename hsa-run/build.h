/* Making an image of a source by running the other tools. */
#ifndef HSA_RUN_BUILD_H
#define HSA_RUN_BUILD_H

#include "hsaemu/diag.h"
#include "hsaemu/buf.h"

enum run_source {
	RUN_SOURCE_IMAGE,  /* ELF shared object: nothing to do */
	RUN_SOURCE_OBJECT, /* ELF relocatable: hsa-ld */
	RUN_SOURCE_BRIG,   /* hsail-fin first */
	RUN_SOURCE_HSAIL,  /* hsail-as first */
	RUN_SOURCE_PTX,    /* ptx2hsail first */
};

/* Told by content, never by name. */
enum run_source run_source_of(const uint8_t *bytes, size_t len);

/* Appends the image of `bytes` to `out`. Tools are looked for in $HSAEMU_BINDIR, beside the running
 * executable, on $PATH. Their messages go to standard error, with `path` as the input's name where
 * that can be opened. Temporary files are removed. False after a diagnostic or the tool's own. */
bool run_build(const char *path, const uint8_t *bytes, size_t len, const char *const *fin_flags,
	uint32_t fin_flag_count, bool verbose, struct buf *out, struct diag *d) NODISCARD;

#endif
