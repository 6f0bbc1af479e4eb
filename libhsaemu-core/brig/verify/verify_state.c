/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions that all passes of the verifier use: messages, and the set of entries that were looked
 * at before. */
#include "brig/verify/verify_state_impl.h"

bool brig_verify_fail(struct brig_verifier *vf, enum BrigSectionIndex section, uint32_t off,
	const char *rule, const char *fmt, ...)
{
	va_list ap;
	struct buf text = BUF_INIT;
	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	diag_error(vf->d, brig_place(vf->v, section, off), STR_FMT, STR_ARG(buf_slice(&text)));
	diag_see(vf->d, rule);
	buf_release(&text);
	return false;
}

bool brig_verify_failed(const struct brig_verifier *vf)
{
	return vf->d->error_count != vf->errors_before;
}

uint32_t brig_verify_skip_none(const struct brig_verifier *vf, uint32_t off)
{
	while (off < brig_verify_code_len(vf) && brig_verify_kind(vf, off) == BRIG_KIND_NONE)
		off = brig_verify_next(vf, off);
	return off;
}

bool brig_verify_is_checked(const struct brig_verifier *vf, const struct brig_checked *c)
{
	uint64_t any;
	return str_map_find(&vf->checked, (struct str){(const char *)c, sizeof *c}, &any);
}

void brig_verify_set_checked(struct brig_verifier *vf, const struct brig_checked *c)
{
	str_map_put(&vf->checked, (struct str){(const char *)c, sizeof *c}, 1);
}

bool brig_verify_first_time(struct brig_verifier *vf, enum brig_checked_what what, uint32_t a,
	uint32_t b)
{
	const struct brig_checked c = {what, 0, a, b};
	if (brig_verify_is_checked(vf, &c))
		return false;
	brig_verify_set_checked(vf, &c);
	return true;
}
