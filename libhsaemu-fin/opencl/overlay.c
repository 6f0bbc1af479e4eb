/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The source and its headers lie in a folder of clang's virtual file system (-ivfsoverlay), so that
 * there is nothing to be removed, and nothing else to be found. Each file in it is an open one of
 * the process. */
#include "cl_impl.h"

bool fin_cl_is_header_name(const char *name)
{
	size_t n = strlen(name);
	if (n == 0 || *name == '/' || name[n - 1] == '/')
		return false;
	for (const char *at = name; at != NULL; at = strchr(at, '/')) {
		at += *at == '/';
		if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == 0))
			return false;
	}
	for (size_t i = 0; i < n; i++)
		if ((unsigned char)name[i] < ' ')
			return false;
	return true;
}

static void put_entry(struct buf *out, const char *name, size_t file)
{
	buf_puts(out, "{\"type\":\"file\",\"name\":");
	buf_json_string(out, str_from(name));
	buf_printf(out, ",\"external-contents\":\"/proc/self/fd/%zu\"}", file);
}

void fin_cl_overlay(const struct hsaemu_cl_source *s, size_t first, struct buf *out)
{
	buf_puts(out,
		"{\"version\":0,\"case-sensitive\":true,\"use-external-names\":false,"
		"\"roots\":[{\"type\":\"directory\",\"name\":\"" FIN_CL_FOLDER "\",\"contents\":[");
	put_entry(out, FIN_CL_SOURCE, first);
	for (size_t i = 0; i < s->header_count; i++) {
		buf_u8(out, ',');
		put_entry(out, s->headers[i].name, first + 1 + i);
	}
	buf_puts(out, "]}]}");
}
