/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Code object readers: where the bytes of a code object come from (HSA Runtime 1.1, 2.10). */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "objects_impl.h"

struct hr_reader {
	struct hr_object object;
	const void *bytes;
	void *own; /* the bytes, if they are from a file; else NULL */
	size_t count;
};

static void reader_free(struct hr_object *o)
{
	struct hr_reader *r = (struct hr_reader *)o; /* its first member */
	free(r->own);
	free(r);
}

hsa_status_t hr_reader_read(struct hr_state *s, hsa_code_object_reader_t reader,
	struct hr_code **out)
{
	HR_HOLD(const struct hr_reader, r, s, HR_READER, reader.handle);
	return r == NULL ? HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER
	                 : hr_code_new(s->gpu, r->bytes, r->count, out);
}

bool hr_reader_is_valid(struct hr_state *s, hsa_code_object_reader_t reader)
{
	return hr_handle_get(&s->handles, HR_READER, reader.handle) != NULL;
}

/* `own` is `bytes` if the reader is to free them, else NULL. */
static hsa_status_t reader_new(struct hr_state *s, const void *bytes, void *own, size_t count,
	hsa_code_object_reader_t *out)
{
	struct hr_reader *r = mem_try_new(1, sizeof *r);
	uint64_t handle = 0;
	if (r != NULL) {
		*r = (struct hr_reader){.bytes = bytes, .own = own, .count = count};
		hr_object_init(&r->object, reader_free);
		handle = hr_handle_new(&s->handles, HR_READER, r, &r->object);
	}
	if (handle == 0) {
		free(r);
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	}
	out->handle = handle;
	return HSA_STATUS_SUCCESS;
}

/* Reads `count` bytes from the start of the file, whose position stays as it is. */
static bool read_all(hsa_file_t file, uint8_t *to, size_t count)
{
	size_t have = 0;
	while (have < count) {
		ssize_t n = pread(file, to + have, count - have, (off_t)have);
		if (n <= 0)
			return false;
		have += (size_t)n;
	}
	return true;
}

hsa_status_t hsa_code_object_reader_create_from_file(hsa_file_t file,
	hsa_code_object_reader_t *code_object_reader)
{
	HR_ENTER(s);
	struct stat st;
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (code_object_reader == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (fstat(file, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size <= 0)
		return HSA_STATUS_ERROR_INVALID_FILE;
	size_t count = (size_t)st.st_size;
	uint8_t *bytes = mem_try_new(1, count);
	if (bytes == NULL)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	hsa_status_t status = HSA_STATUS_ERROR_INVALID_FILE;
	if (read_all(file, bytes, count))
		status = reader_new(s, bytes, bytes, count, code_object_reader);
	if (status != HSA_STATUS_SUCCESS)
		free(bytes);
	return status;
}

hsa_status_t hsa_code_object_reader_create_from_memory(const void *code_object, size_t size,
	hsa_code_object_reader_t *code_object_reader)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (code_object == NULL || size == 0 || code_object_reader == NULL)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return reader_new(s, code_object, NULL, size, code_object_reader);
}

hsa_status_t hsa_code_object_reader_destroy(hsa_code_object_reader_t code_object_reader)
{
	HR_ENTER(s);
	if (s == NULL)
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	struct hr_object *r = hr_handle_take(&s->handles, HR_READER, code_object_reader.handle);
	if (r == NULL)
		return HSA_STATUS_ERROR_INVALID_CODE_OBJECT_READER;
	hr_object_drop(r);
	return HSA_STATUS_SUCCESS;
}
