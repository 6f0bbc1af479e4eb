/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reads JSON into a tree. */
#ifndef BENCH_JSON_READ_H
#define BENCH_JSON_READ_H

#include "hsaemu/str.h"

enum json_kind {
	JSON_NULL,
	JSON_FALSE,
	JSON_TRUE,
	JSON_NUMBER,
	JSON_STRING,
	JSON_ARRAY,
	JSON_OBJECT,
};

struct json {
	enum json_kind kind;
	struct str key;  /* of an object's member */
	struct str text; /* of a string */
	double number;
	struct json *first, *next; /* what is in an array or object, in order */
};

/* Returns the tree, all of it in the arena. If the text is no JSON, returns NULL and tells what was
 * found at which offset. */
struct json *json_read(struct arena *a, struct str text, const char **why, size_t *offset);

/* Returns the member, or NULL when `object` is no object or has no member of this name and kind. */
const struct json *json_member(const struct json *object, const char *key, enum json_kind kind);

#endif
