/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A recursive descent parser of RFC 8259 that accepts at most DEEPEST levels. */
#include "json_read.h"

#include <stdlib.h>

#include "hsaemu/buf.h"

enum { DEEPEST = 64 };

struct reader {
	struct arena *arena;
	const char *at, *end;
	const char *why;
	unsigned depth;
};

static bool fail(struct reader *r, const char *why)
{
	if (!r->why)
		r->why = why;
	return false;
}

static char skip_space(struct reader *r)
{
	while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
		r->at++;
	return r->at < r->end ? *r->at : '\0';
}

static bool take(struct reader *r, char c)
{
	if (skip_space(r) != c)
		return false;
	r->at++;
	return true;
}

static bool put_code(struct reader *r, struct buf *b)
{
	char digits[5] = "";
	if (r->end - r->at < 4)
		return fail(r, "a character of \\u needs four digits");
	memcpy(digits, r->at, 4);
	if (strspn(digits, "0123456789abcdefABCDEF") != 4)
		return fail(r, "a character of \\u needs four digits");
	unsigned code = (unsigned)strtoul(digits, NULL, 16);
	r->at += 4;
	if (code < 0x80) {
		buf_u8(b, (uint8_t)code);
	} else if (code < 0x800) {
		buf_u8(b, (uint8_t)(0xc0 | code >> 6));
		buf_u8(b, (uint8_t)(0x80 | (code & 0x3f)));
	} else {
		buf_u8(b, (uint8_t)(0xe0 | code >> 12));
		buf_u8(b, (uint8_t)(0x80 | (code >> 6 & 0x3f)));
		buf_u8(b, (uint8_t)(0x80 | (code & 0x3f)));
	}
	return true;
}

static bool put_escape(struct reader *r, struct buf *b)
{
	static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
	char c = r->at < r->end ? *r->at++ : '\0';
	const char *name = c ? strchr(names, c) : NULL;
	if (c == 'u')
		return put_code(r, b);
	if (!name)
		return fail(r, "no escape of JSON");
	buf_u8(b, (uint8_t)values[name - names]);
	return true;
}

static bool read_string(struct reader *r, struct str *s)
{
	struct buf b = BUF_INIT;
	bool good = take(r, '"') || fail(r, "expected a string");
	while (good && (r->at < r->end || fail(r, "a string without an end"))) {
		char c = *r->at++;
		if (c == '"') {
			*s = str_dup(r->arena, buf_slice(&b));
			buf_release(&b);
			return true;
		}
		if (c == '\\')
			good = put_escape(r, &b);
		else if ((unsigned char)c < ' ')
			good = fail(r, "a control character in a string");
		else
			buf_u8(&b, (uint8_t)c);
		if (r->why)
			break;
	}
	buf_release(&b);
	return false;
}

static bool read_number(struct reader *r, struct json *v)
{
	char text[64] = "", *end;
	size_t n = 0;
	while (r->at + n < r->end && r->at[n] && strchr("+-.0123456789eE", r->at[n]))
		n++;
	if (n == 0 || n >= sizeof text)
		return fail(r, "expected a value");
	memcpy(text, r->at, n);
	v->kind = JSON_NUMBER;
	v->number = strtod(text, &end);
	if (*end)
		return fail(r, "no number of JSON");
	r->at += n;
	return true;
}

static bool read_word(struct reader *r, struct json *v)
{
	static const struct {
		struct str word;
		enum json_kind kind;
	} words[] = {
		{{"null", 4}, JSON_NULL}, {{"true", 4}, JSON_TRUE}, {{"false", 5}, JSON_FALSE}};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		if (!str_starts((struct str){r->at, (size_t)(r->end - r->at)}, words[i].word))
			continue;
		v->kind = words[i].kind;
		r->at += words[i].word.n;
		return true;
	}
	return read_number(r, v);
}

static bool read_value(struct reader *r, struct json *v);

static bool read_members(struct reader *r, struct json *v, char close)
{
	struct json **to = &v->first;
	if (take(r, close))
		return true;
	do {
		struct json *m = *to = ARENA_NEW(r->arena, struct json);
		to = &m->next;
		if (close == '}' &&
			!(read_string(r, &m->key) && (take(r, ':') || fail(r, "expected ':'"))))
			return false;
		if (!read_value(r, m))
			return false;
	} while (take(r, ','));
	return take(r, close) ||
	       fail(r, close == '}' ? "expected ',' or '}'" : "expected ',' or ']'");
}

static bool read_value(struct reader *r, struct json *v)
{
	char c = skip_space(r);
	if (c == '"') {
		v->kind = JSON_STRING;
		return read_string(r, &v->text);
	}
	if (c != '{' && c != '[')
		return read_word(r, v);
	if (r->depth == DEEPEST)
		return fail(r, "nested too deep");
	r->at++;
	r->depth++;
	v->kind = c == '{' ? JSON_OBJECT : JSON_ARRAY;
	bool good = read_members(r, v, c == '{' ? '}' : ']');
	r->depth--;
	return good;
}

struct json *json_read(struct arena *a, struct str text, const char **why, size_t *offset)
{
	struct reader r = {.arena = a, .at = text.p, .end = text.p + text.n};
	struct json *v = ARENA_NEW(a, struct json);
	if (read_value(&r, v) &&
		(skip_space(&r), r.at == r.end || fail(&r, "text after the value")))
		return v;
	*why = r.why;
	*offset = (size_t)(r.at - text.p);
	return NULL;
}

const struct json *json_member(const struct json *object, const char *key, enum json_kind kind)
{
	if (object->kind != JSON_OBJECT)
		return NULL;
	for (const struct json *m = object->first; m; m = m->next)
		if (str_is(m->key, key))
			return m->kind == kind ? m : NULL;
	return NULL;
}
