/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What clang writes, as the program gets it. */
#include "cl_impl.h"

static const struct str folder = {FIN_CL_FOLDER "/", sizeof FIN_CL_FOLDER};

/* Headers get the names that the program gave them. Where clang fails, what it says of itself is
 * left out. */
void fin_cl_log(struct str from, struct buf *out)
{
	while (from.n != 0) {
		if (str_starts(from, STR("PLEASE submit a bug report to ")))
			return;
		if (str_starts(from, folder)) {
			from = str_skip(from, folder.n);
			continue;
		}
		buf_u8(out, (uint8_t)from.p[0]);
		from = str_skip(from, 1);
	}
}

/* Takes a name off the list: words for make, in which a backslash keeps a space or a number sign,
 * "$$" is "$", and a backslash at the end of a line is none. False at its end. */
static bool take_name(struct str *list, struct buf *name)
{
	buf_clear(name);
	while (list->n != 0 && (*list->p == ' ' || *list->p == '\n' || *list->p == '\\'))
		*list = str_skip(*list, 1);
	while (list->n != 0 && *list->p != ' ' && *list->p != '\n') {
		bool is_pair = list->n > 1 &&
		               ((list->p[0] == '\\' && (list->p[1] == ' ' || list->p[1] == '#')) ||
				       (list->p[0] == '$' && list->p[1] == '$'));
		*list = str_skip(*list, is_pair);
		buf_u8(name, (uint8_t)*list->p);
		*list = str_skip(*list, 1);
	}
	return name->len != 0;
}

void fin_cl_included(struct str list, const char *share, struct buf *out)
{
	struct buf name = BUF_INIT;
	(void)take_name(&list, &name); /* the target, "x:" */
	while (take_name(&list, &name)) {
		struct str s = buf_slice(&name);
		if (str_starts(s, folder) || str_starts(s, str_from(share)))
			continue;
		buf_str(out, s);
		buf_u8(out, 0);
	}
	buf_release(&name);
}
