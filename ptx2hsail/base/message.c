/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* This file places messages in the PTX. The user does not know the text of our library's functions;
 * an error there is reported as an instruction without translation, at the first instruction that
 * needs the function. */
#include "base/func.h"
#include "base/message.h"
#include "base/survey.h"
#include "base/tr.h"

/* If the current function is one of the library, reports (once) that the instruction which needs it
 * has no translation, and returns true. */
static bool is_in_library(struct tr *t)
{
	struct func *f = t->body.func;
	if (f == NULL || !f->is_library)
		return false;
	if (!f->wanted_by.is_told)
		diag_unsupported(t->diag, ptx_place(f->wanted_by.module, f->wanted_by.span),
			"'" STR_FMT "' has no translation to HSAIL", STR_ARG(f->wanted_by.text));
	f->wanted_by.is_told = true;
	return true;
}

void tr_error(struct tr *t, struct ptx_span span, const char *fmt, ...)
{
	va_list ap;
	if (is_in_library(t))
		return;
	va_start(ap, fmt);
	struct buf b = BUF_INIT;
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	struct str s = buf_slice(&b);
	diag_error(t->diag, ptx_place(t->ptx, span), STR_FMT, STR_ARG(s));
	buf_release(&b);
}

void tr_unsupported(struct tr *t, struct ptx_span span, const char *fmt, ...)
{
	va_list ap;
	if (is_in_library(t))
		return;
	va_start(ap, fmt);
	struct buf b = BUF_INIT;
	buf_vprintf(&b, fmt, ap);
	va_end(ap);
	struct str s = buf_slice(&b);
	diag_unsupported(t->diag, ptx_place(t->ptx, span), STR_FMT, STR_ARG(s));
	if (t->survey != NULL)
		survey_add(t->survey, s);
	buf_release(&b);
}
